"""Exact distribution of finished rows, forwards by falling rank.

Each row is expanded once. With y the mass that passes through the rows of a rank, y₁ and y₂ the
first and second moments of a tally beside it, P the chances of steps within the rank and C what
each step adds to the tally::

    y  = x  + y P
    y₁ = x₁ + y₁ P + y (P∘C)
    y₂ = x₂ + y₂ P + 2 y₁ (P∘C) + y (P∘C²)
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from combat.arrays import Floats, Ints
from combat.errors import EndlessError, TooLargeError
from combat.stages.expansion import Explorer, Level, Waiting, following
from combat.stages.final import Final
from combat.stages.keys import number, summed
from combat.stages.layout import LAST, Layout
from combat.stages.loops import Loop, stuck
from combat.stages.rules import Policies, Rules, Starts

__all__ = ["EndlessError", "Final", "TooLargeError", "distribution"]

LIMIT = 5_000_000
"""States, over all cases, that `distribution` expands unless told otherwise."""
CASES = 2048
"""Cases taken together; more would leave the processor's cache."""


def distribution(
    rules: Rules,
    starts: Starts,
    policies: Policies,
    *,
    track: Mapping[str, int] | None = None,
    limit: int = LIMIT,
) -> Final:
    """Return the exact distribution of finished rows.

    Parameters
    ----------
    rules : Rules
        The rules.
    starts : Starts
        First rows of all cases; their mass is kept.
    policies : mapping of Side to Policy
        How each side chooses.
    track : mapping of str to int, optional
        Tallies that become columns, each with the value at which it stops counting.
    limit : int
        Largest number of states to expand, over all cases.

    Raises
    ------
    TooLargeError
        If there are more states than `limit`.
    EndlessError
        If some row can never lead to a finished one.
    """
    cases, case = number(starts.case)
    layout = Layout(rules, track=track or {}, cases=min(len(cases), CASES))
    explorer = Explorer(layout, following(layout, policies), limit=limit)
    parts = []
    for first in range(0, max(len(cases), 1), CASES):
        rows = np.flatnonzero((case >= first) & (case < first + CASES) & (starts.weights > 0))
        keys = layout.radix.encode(layout.plain(starts.states[rows]), case[rows] - first)
        keys, weights = _run(explorer, keys, starts.weights[rows])
        states, local = layout.radix.decode(keys)
        parts.append((states, cases[local + first], weights))
    states, ids, weights = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Final.of(layout, (states, ids), weights)


def _run(explorer: Explorer, keys: Ints, mass: Floats) -> tuple[Ints, Floats]:
    """Follow mass, (rows,), to the end: finished keys with weights (rows, 1 + 2 sums)."""
    layout, waiting = explorer.layout, Waiting()
    weights = np.zeros((len(keys), 1 + 2 * len(layout.sums)))
    weights[:, 0] = mass
    if not len(keys):
        return keys, weights
    waiting.put(keys, layout.ranks(layout.radix.decode(keys)[0]), weights)
    for rank, here, weights in waiting.levels():
        level = explorer.level(rank, here)
        if level.home is not None:
            weights = _settled(level, weights, layout)
        _pass_on(level, weights, waiting)
    return waiting.take(LAST)


def _pass_on(level: Level, weights: Floats, waiting: Waiting) -> None:
    """Send the weights of a level along the steps that leave it."""
    moved = summed(level.place, _carried(level, weights), len(level.targets))
    leaving = level.ranks < level.rank
    waiting.put(level.targets[leaving], level.ranks[leaving], moved[leaving])


def _carried(level: Level, weights: Floats) -> Floats:
    """Return the weights, (steps, 1 + 2 sums), that arrive by each step."""
    steps, sums = level.steps, level.steps.gains.shape[1]
    carried = weights[steps.source] * steps.chance[:, None]
    if sums:
        mass, first = carried[:, :1], carried[:, 1 : 1 + sums]
        carried[:, 1 + sums :] += (2 * first + mass * steps.gains) * steps.gains
        first += mass * steps.gains
    return carried


def _settled(level: Level, weights: Floats, layout: Layout) -> Floats:
    """Return how much passes through each row of a level that has steps within."""
    steps, rows, sums = level.steps, len(level.keys), level.steps.gains.shape[1]
    assert level.home is not None
    home = level.home[level.place]
    inner = home >= 0
    source, target = steps.source[inner], home[inner]
    chance, gains = steps.chance[inner], steps.gains[inner]
    out = summed(steps.source[~inner], steps.chance[~inner], rows)
    if (closed := stuck(source, target, out > 0)).size:
        state = layout.radix.decode(level.keys[closed[:1]])[0][0]
        raise EndlessError(f"nothing ends from state {layout.describe(state)}")
    loop = Loop(source, target, chance, out)
    total = np.zeros((rows, weights.shape[1]))
    total[: len(weights)] = weights
    total[:, 0] = loop.forward(total[:, 0])
    for at in range(1, 1 + sums):
        gain = gains[:, at - 1]
        mass = total[source, 0] * chance * gain
        total[:, at] = loop.forward(total[:, at] + summed(target, mass, rows))
        more = 2 * total[source, at] * chance * gain + mass * gain
        total[:, at + sums] = loop.forward(total[:, at + sums] + summed(target, more, rows))
    return total
