"""One level of the process: all rows of one rank, where they lead, and what stays in the rank."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from combat.arrays import Floats, Ints
from combat.errors import TooLargeError
from combat.stages.keys import number, summed
from combat.stages.layout import LAST, Layout, outcomes, present, taken
from combat.stages.rules import Choice, Policies, States

BLOCK = 2048
"""Rows expanded at a time; bounds the memory for outcomes."""

Decide: TypeAlias = Callable[[Choice, States], tuple[Ints, Ints]]
"""From rows at a choice to (rows, options) to follow: one a row, or all that are legal."""


@dataclass(frozen=True, eq=False)
class Steps:
    """Steps out of rows: (steps,) each, `gains` (steps, sums)."""

    source: Ints
    option: Ints
    target: Ints
    chance: Floats
    gains: Ints

    @classmethod
    def joined(cls, parts: list[Steps]) -> Steps:
        """Return all steps of the parts."""
        if len(parts) == 1:
            return parts[0]
        names = ("source", "option", "target", "chance", "gains")
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


@dataclass(frozen=True, eq=False)
class Level:
    """All rows of one rank that are reached, closed under steps within the rank.

    Attributes
    ----------
    rank : int
        The rank.
    keys : (rows,) int
        The rows; those given first, then those found on the way.
    steps : Steps
        Every step out of them; `source` counts rows.
    targets, ranks : (targets,) int
        Distinct keys that steps lead to, and their ranks.
    place : (steps,) int
        The target of each step.
    home : (targets,) int or None
        The row of this level that a target is, −1 for none; None if nothing stays in the rank.
    """

    rank: int
    keys: Ints
    steps: Steps
    targets: Ints
    ranks: Ints
    place: Ints
    home: Ints | None


def following(layout: Layout, policies: Policies) -> Decide:
    """Return how choices go when both sides follow their policies."""

    def decide(stage: Choice, states: States) -> tuple[Ints, Ints]:
        return np.arange(len(states)), layout.decide(stage, states, policies)

    return decide


def everything(layout: Layout) -> Decide:
    """Return how choices go when all legal options are followed."""

    def decide(stage: Choice, states: States) -> tuple[Ints, Ints]:
        rows, option = np.nonzero(layout.legal(stage, states))
        return rows, option

    return decide


class Explorer:
    """Expands levels of one layout and counts the rows, up to a limit."""

    def __init__(self, layout: Layout, decide: Decide, *, limit: int) -> None:
        self.layout, self.limit, self.count = layout, limit, 0
        self._decide = decide

    def level(self, rank: int, keys: Ints) -> Level:
        """Expand these rows and all others of the rank that they lead to."""
        steps = self._expand(keys, 0)
        targets, place, ranks = self._reached(rank, steps)
        if not (ranks == rank).any():
            return Level(rank, keys, steps, targets, ranks, place, None)
        parts = [steps]
        while (fresh := np.setdiff1d(targets[ranks == rank], keys, assume_unique=True)).size:
            parts.append(self._expand(fresh, len(keys)))
            keys = np.concatenate([keys, fresh])
            targets, _, ranks = self._reached(rank, parts[-1])
        steps = Steps.joined(parts)
        targets, place, ranks = self._reached(rank, steps)
        return Level(rank, keys, steps, targets, ranks, place, places(keys, targets))

    def _expand(self, keys: Ints, first: int) -> Steps:
        self.count += len(keys)
        if self.count > self.limit:
            raise TooLargeError(f"{self.count:,} states or more; the limit is {self.limit:,}")
        states, case = self.layout.radix.decode(keys)
        parts = []
        for stage, rows in present(states[:, 0]):
            for at in range(0, len(rows), BLOCK):
                parts.append(self._steps(stage, states, case, rows[at : at + BLOCK], first))
        return Steps.joined(parts)

    def _steps(self, number: int, states: States, case: Ints, rows: Ints, first: int) -> Steps:
        layout, here = self.layout, taken(states, rows)
        if number in layout.chances:
            source, results, chance = outcomes(layout.chances[number], here)
            after, gains = layout.resolve(layout.chances[number], taken(here, source), results)
            option = np.zeros(len(source), np.int64)
        else:
            source, option = self._decide(layout.choices[number], here)
            after, gains = layout.apply(layout.choices[number], taken(here, source), option)
            chance = np.ones(len(source))
        source = rows[source]
        target = layout.radix.encode(after, case[source])
        return Steps(source + first, option, target, chance, gains)

    def _reached(self, rank: int, steps: Steps) -> tuple[Ints, Ints, Ints]:
        targets, place = number(steps.target, self.layout.radix.size)
        states = self.layout.radix.decode(targets)[0]
        ranks = self.layout.ranks(states)
        if (ranks > rank).any():
            state = self.layout.describe(states[np.argmax(ranks)])
            raise ValueError(f"rank rises from {rank} to {ranks.max()}, in state {state}")
        return targets, place, ranks


class Waiting:
    """Rows that wait for their rank, with weights to be summed."""

    def __init__(self) -> None:
        self._parts: dict[int, list[tuple[Ints, Floats]]] = {}

    def put(self, keys: Ints, ranks: Ints, weights: Floats) -> None:
        """Add rows, (rows,), with weights (rows,) or (rows, sums)."""
        for rank, rows in _by_value(ranks):
            self._parts.setdefault(rank, []).append((keys[rows], weights[rows]))

    def levels(self) -> Iterable[tuple[int, Ints, Floats]]:
        """Take (rank, keys, weights) by falling rank, merged, until only finished rows wait."""
        while (rank := max(self._parts, default=LAST)) > LAST:
            yield rank, *self.take(rank)

    def take(self, rank: int) -> tuple[Ints, Floats]:
        """Take the rows of one rank, merged: keys rising; none if none wait."""
        parts = self._parts.pop(rank, [(np.zeros(0, np.int64), np.zeros(0))])
        keys = np.concatenate([part[0] for part in parts])
        weights = np.concatenate([part[1] for part in parts])
        distinct, place = number(keys)
        return distinct, summed(place, weights, len(distinct))


def _by_value(values: Ints) -> list[tuple[int, Ints | slice]]:
    """Return the distinct values with the places of each."""
    if not len(values):
        return []
    if values.min() == values.max():
        return [(int(values[0]), slice(None))]
    order = np.argsort(values, kind="stable")
    cuts = np.flatnonzero(np.diff(values[order])) + 1
    return [(int(values[rows[0]]), rows) for rows in np.split(order, cuts)]


def places(keys: Ints, wanted: Ints, order: Ints | None = None) -> Ints:
    """Return where each wanted key stands in `keys`, −1 if it does not; `order` sorts `keys`.

    >>> places(np.array([5, 2, 9]), np.array([9, 4])).tolist()
    [2, -1]
    """
    order = np.argsort(keys) if order is None else order
    at = np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)
    found = order[at]
    return np.where(keys[found] == wanted, found, -1)
