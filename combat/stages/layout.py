"""How an engine holds the rows of one rules object: keys, ranks, tallies, views and steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

import numpy as np

from combat.arrays import Floats, Ints
from combat.stages.keys import Radix
from combat.stages.rules import (
    FINISHED,
    Chance,
    Choice,
    Mask,
    Policies,
    Rules,
    States,
    View,
    changed,
)

LAST = np.iinfo(np.int64).min
"""The rank of finished rows."""


class Layout:
    """The columns of `rules`, with the tallies in `track` as columns that add up to a cap.

    Parameters
    ----------
    rules : Rules
        The rules.
    track : mapping of str to int
        Tallies whose distribution is wanted, each with the cap at which it stops counting: the
        cap stands for 'this many or more'.
    cases : int
        Number of cases; ids run from 0.

    Attributes
    ----------
    sums : tuple of str
        The other tallies, which are carried as moments.
    chances, choices : dict
        The stages of either kind, by number.
    """

    def __init__(self, rules: Rules, *, track: Mapping[str, int], cases: int) -> None:
        names = rules.columns
        if names[0] != "stage":
            raise ValueError(f"the first column must be 'stage', not {names[0]!r}")
        if unknown := set(track) - set(rules.tallies):
            raise ValueError(f"no tally {min(unknown)!r}; there are: {', '.join(rules.tallies)}")
        self.rules = rules
        self.chances, self.choices = _sorted(rules.stages)
        self.sums = tuple(name for name in rules.tallies if name not in track)
        self._sums = [names.index(name) for name in self.sums]
        self._caps = {names.index(name): cap for name, cap in track.items()}
        self.names = {name: i for i, name in enumerate(names) if name not in self.sums}
        self.radix = self._radix(cases)

    def _radix(self, cases: int) -> Radix:
        high = [int(bound) for bound in self.rules.bounds]
        for column in self._sums:
            high[column] = 0
        for column, cap in self._caps.items():
            high[column] = cap
        high[0] = len(self.chances) + len(self.choices) - 1
        return Radix([FINISHED] + [0] * (len(high) - 1), high, cases=cases)

    def ranks(self, states: States) -> Ints:
        """Return the order of elimination, (rows,): tracked tallies still to come break ties."""
        rank = np.asarray(self.rules.rank(states), dtype=np.int64)
        if self._caps:
            rank = rank * (sum(self._caps.values()) + 1)
            for column, cap in self._caps.items():
                rank = rank + (cap - states[:, column])
        return np.where(states[:, 0] == FINISHED, LAST, rank)

    def view(self, states: States, stage: Chance | Choice | None = None) -> View:
        """Return the rows as a policy sees them."""
        return View(self.names, states, stage)

    def plain(self, states: States) -> States:
        """Return the rows without the tallies that are not tracked."""
        return changed(states, dict.fromkeys(self._sums, 0)) if self._sums else states

    def resolve(
        self, stage: Chance, states: States, results: tuple[Ints, ...]
    ) -> tuple[States, Ints]:
        """Let dice act; return rows and what they add to `sums`, (rows, sums)."""
        return self._advance(states, lambda rows: stage.resolve(rows, results))

    def apply(self, stage: Choice, states: States, option: Ints) -> tuple[States, Ints]:
        """Let a choice act; return rows and what they add to `sums`, (rows, sums)."""
        return self._advance(states, lambda rows: stage.apply(rows, option))

    def _advance(self, states: States, move: Callable[[States], States]) -> tuple[States, Ints]:
        if not self._sums and not self._caps:
            states.flags.writeable = False
            return move(states), np.zeros((len(states), 0), np.int64)
        blank = changed(states, dict.fromkeys([*self._sums, *self._caps], 0))
        blank.flags.writeable = False
        after = move(blank)
        totals: dict[int, Ints | int] = dict.fromkeys(self._sums, 0)
        for column, cap in self._caps.items():
            totals[column] = np.minimum(states[:, column] + after[:, column], cap)
        return changed(after, totals), after[:, self._sums]

    def legal(self, stage: Choice, states: States) -> Mask:
        """Return the options of each row, at least one."""
        legal = stage.options(states)
        if not legal.any(axis=1).all():
            row = states[np.argmin(legal.any(axis=1))]
            raise ValueError(f"no legal option in state {self.describe(row)}")
        return legal

    def decide(self, stage: Choice, states: States, policies: Policies) -> Ints:
        """Return the option, (rows,), that the policy of the stage's side takes."""
        legal = self.legal(stage, states)
        policy = policies.get(stage.side)
        if policy is None:
            if (legal.sum(axis=1) > 1).any():
                row = states[np.argmax(legal.sum(axis=1) > 1)]
                name = stage.side.value
                raise ValueError(f"the {name} has no policy to choose in {self.describe(row)}")
            return np.asarray(np.argmax(legal, axis=1))
        option = np.asarray(policy(self.view(states, stage), legal), dtype=np.int64)
        inside = (option >= 0) & (option < legal.shape[1])
        kept = inside & legal[np.arange(len(states)), np.where(inside, option, 0)]
        if not kept.all():
            at = int(np.argmin(kept))
            raise ValueError(f"option {option[at]} is not legal in {self.describe(states[at])}")
        return option

    def describe(self, state: Ints) -> str:
        """Return a row as text: column=value, the stage by its class."""
        number = int(state[0])
        stage = "finished" if number < 0 else type(self.rules.stages[number]).__name__
        rest = [f"{name}={state[i]}" for name, i in self.names.items() if i]
        return ", ".join([f"stage={stage}", *rest])


def _sorted(
    stages: Sequence[Chance | Choice],
) -> tuple[dict[int, Chance], dict[int, Choice]]:
    """Tell chances from choices, by their methods (`isinstance` of a protocol is slow)."""
    chances, choices = {}, {}
    for number, stage in enumerate(stages):
        if hasattr(stage, "rolls"):
            chances[number] = cast(Chance, stage)
        else:
            choices[number] = stage
    return chances, choices


def present(stage: Ints) -> list[tuple[int, Ints]]:
    """Return the stages of unfinished rows, each with the places of its rows.

    >>> [(stage, rows.tolist()) for stage, rows in present(np.array([2, 0, 2, -1]))]
    [(0, [1]), (2, [0, 2])]
    """
    if not len(stage):
        return []
    first, last = int(stage.min()), int(stage.max())
    if first == last >= 0:
        return [(first, np.arange(len(stage)))]
    groups = [
        (number, np.flatnonzero(stage == number)) for number in range(max(first, 0), last + 1)
    ]
    return [(number, rows) for number, rows in groups if len(rows)]


def taken(states: States, rows: Ints) -> States:
    """Return these rows, each column in one piece of memory."""
    return np.asarray(np.take(states.T, rows, axis=1).T)


def outcomes(stage: Chance, states: States) -> tuple[Ints, tuple[Ints, ...], Floats]:
    """Return all that can come up at a chance stage.

    Returns
    -------
    rows : (outcomes,) int
        The row of `states` that each outcome belongs to, rising.
    results : tuple of (outcomes, width) int
        What `resolve` takes, one for each roll.
    chance : (outcomes,) float
        How likely, above 0.
    """
    rows, chance = np.arange(len(states)), np.ones(len(states))
    results: list[Ints] = []
    for roll in stage.rolls(states):
        chances, values = roll.pmf()
        owner, outcome = np.nonzero(chances)
        before, drawn = _paired(rows, owner, len(states))
        rows, chance = rows[before], chance[before] * chances[owner, outcome][drawn]
        results = [result[before] for result in results] + [values[outcome[drawn]]]
    return rows, tuple(results), chance


def _paired(rows: Ints, owner: Ints, count: int) -> tuple[Ints, Ints]:
    """Pair each entry of `rows` with all entries of `owner`, both rising, that are equal to it."""
    sizes = np.bincount(owner, minlength=count)
    first = np.cumsum(sizes) - sizes
    repeat = sizes[rows]
    before = np.repeat(np.arange(len(rows)), repeat)
    shift = first[rows] - (np.cumsum(repeat) - repeat)
    return before, np.arange(len(before)) + shift[before]
