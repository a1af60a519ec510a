"""Splits made better two fronts at a time.

What two fronts and home hold is split anew over them, exactly, while all other fronts keep theirs;
from pair to pair, until none gets better. A split that is short of limits comes nearer to them
first. That ends in a split that no new order of two fronts improves, not always in the best one, so
it is done from several starts: nobody sent, with each front first in turn; the split so far, with
one front's units taken home; and the best split in which each front must have a good chance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice

import numpy as np

from combat.arrays import Floats
from combat.axis_allies.fronts.best import WITHIN, in_order, is_ahead, score_of
from combat.axis_allies.fronts.blocks import Block, block
from combat.axis_allies.fronts.problem import ALL, LEAST, NET, Group, Problem, Split
from combat.axis_allies.fronts.tables import Fought, Table, table
from combat.errors import TooLargeError

MOST_LOOKED = 2_500_000  # choices of fronts, after which no other start is made: some seconds
TOO_MANY = 200_000  # choices that a front counts for that has too many
HEAVY = 1e6  # what a chance that is short of its limit by 1 costs
NEVER = -1e3  # in place of the logarithm of no chance
GOOD = (0.9,)  # of a front's best chance alone, wanted of all fronts in a start
BEHIND = 40  # splits of each pair that follow the best one


@dataclass(eq=False)
class Pairs:
    """Best splits of the fronts of a problem, one pair at a time.

    Parameters
    ----------
    problem : Problem
    aim : str
    """

    problem: Problem
    aim: str
    looked: int = 0
    fought: dict[int, Fought] = field(default_factory=dict)
    tables: dict[tuple[int, int, tuple[Group, ...]], Table | None] = field(default_factory=dict)
    found: dict[object, Split | None] = field(default_factory=dict)

    @property
    def limits(self) -> tuple[float, ...]:
        """The chances that the fronts must have."""
        return tuple(front.least for front in self.problem.fronts)

    def alone(self, front: int) -> Table | None:
        """Return what a front does by itself, None if that is too large."""
        return self._table(block(self.problem, (front,)), 0)

    def improved(self, split: Split, limits: Sequence[float], order: Sequence[int]) -> Split:
        """Return what a split comes to; pairs of the fronts that come first are taken first."""
        problem = _limited(self.problem, limits)
        pairs = [tuple(sorted(pair)) for pair in combinations(order, 2)]
        unchanged = 0
        while unchanged < len(pairs):
            for pair in pairs:
                new = self._best(problem, pair, split)
                if new is not None and is_ahead(problem, new, split):
                    split, unchanged = new, 0
                unchanged += 1
                if unchanged >= len(pairs) or self.looked > 2 * MOST_LOOKED:
                    return split
        return split

    def settled(self, split: Split) -> bool:
        """Whether no pair of fronts was too large to be split anew."""
        few = [
            block(self.problem, pair, split.cells)
            for pair in combinations(range(len(self.problem.fronts)), 2)
        ]
        some = [one for one in few if one.problem.groups]
        return bool(few) and all(self._table(one, at) is not None for one in some for at in (0, 1))

    def behind(self, split: Split) -> Iterator[Split]:
        """Go through the best splits that differ from one in two fronts."""
        for pair in combinations(range(len(self.problem.fronts)), 2):
            part = block(self.problem, pair, split.cells)
            yield from islice(self._splits(self.problem, part, split), BEHIND)

    def _best(self, problem: Problem, pair: Sequence[int], split: Split) -> Split | None:
        part = block(problem, pair, split.cells)
        others = [cell for at, cell in enumerate(split.cells) if at not in pair]
        key = (tuple(pair), tuple(others), tuple(front.least for front in problem.fronts))
        if key not in self.found:
            self.found[key] = next(self._splits(problem, part, split), None)
        return self.found[key]

    def _splits(self, problem: Problem, part: Block, split: Split) -> Iterator[Split]:
        """Go through splits of a pair, from the best on; none if there are too many."""
        tables = [self._table(part, at) for at in range(len(part.fronts))]
        known = [one for one in tables if one is not None]
        if len(known) < len(tables):
            return
        values = [
            _worths(one, problem.fronts[front].least, self.aim)
            for one, front in zip(known, part.fronts, strict=True)
        ]
        join = np.minimum if self.aim == LEAST else np.add
        for new in in_order(part.problem, known, values, aim=self.aim, join=join):
            yield self._put(part, new, split)

    def _put(self, part: Block, new: Split, split: Split) -> Split:
        cells, chances, swings = list(split.cells), list(split.chances), list(split.swings)
        for at, cell in enumerate(part.cells(new.cells)):
            front = part.fronts[at]
            cells[front], chances[front] = cell, new.chances[at]
            swings[front] = new.swings[at]
        score = score_of(self.aim, chances, swings)
        return Split(score, tuple(cells), tuple(chances), tuple(swings))

    def _table(self, part: Block, at: int) -> Table | None:
        if not part.problem.groups:
            return None  # nobody is there to be sent
        front = part.fronts[at]
        key = front, at, part.problem.groups
        if key not in self.tables:
            fought = self.fought.setdefault(front, {})
            try:
                self.tables[key] = one = table(part.problem, at, fought=fought)
                self.looked += one.known.may.size
            except TooLargeError:
                self.tables[key] = None
                self.looked += TOO_MANY
        return self.tables[key]


def from_starts(pairs: Pairs) -> Split:
    """Return the best split that several starts come to, two fronts at a time.

    By the order of `combat.axis_allies.fronts.best.rank`; it is short of limits if none is found
    that keeps to them.
    """
    problem, aim = pairs.problem, pairs.aim
    nobody = best = _nobody(problem, aim)
    starts = [_Start(nobody, floors, order) for floors, order in _wanted(pairs)]
    starts += [_Start(None, pairs.limits, order[::-1], order[0]) for order in _orders(problem)]
    for one in starts:
        if pairs.looked > MOST_LOOKED:
            break
        split = pairs.improved(one.taken_from(best, aim), one.limits, one.order)
        split = pairs.improved(split, pairs.limits, one.order)
        if is_ahead(problem, split, best):
            best = split
    return best


@dataclass(frozen=True)
class _Start:
    """A split to begin with, None: the best so far; without the units of the front ``off``."""

    split: Split | None
    limits: tuple[float, ...]
    order: tuple[int, ...]
    off: int | None = None

    def taken_from(self, best: Split, aim: str) -> Split:
        """Return the split to begin with."""
        split = self.split or best
        if self.off is None:
            return split
        cells, chances, swings = list(split.cells), list(split.chances), list(split.swings)
        cells[self.off], chances[self.off], swings[self.off] = (0,) * len(cells[0]), 0.0, 0.0
        score = score_of(aim, chances, swings)
        return Split(score, tuple(cells), tuple(chances), tuple(swings))


def _nobody(problem: Problem, aim: str) -> Split:
    none = (0.0,) * len(problem.fronts)
    return Split(score_of(aim, none, none), ((0,) * len(problem.groups),) * len(none), none, none)


def _orders(problem: Problem) -> list[tuple[int, ...]]:
    """Return orders of the fronts: each first, and the others forwards and backwards."""
    fronts = tuple(range(len(problem.fronts)))
    found = [(*fronts[first:], *fronts[:first]) for first in fronts]
    return list(dict.fromkeys((*found, *((one[0], *one[:0:-1]) for one in found))))


def _wanted(pairs: Pairs) -> Iterator[tuple[tuple[float, ...], tuple[int, ...]]]:
    """Go through chances that fronts must have in a start, and the order of the fronts.

    Those of the problem, and a share of the best that each has alone.
    """
    alone = [pairs.alone(front) for front in range(len(pairs.limits))]
    most = [0.0 if one is None else float(one.known.chance.max()) for one in alone]
    floors = [pairs.limits]
    for share in GOOD:
        rows = zip(pairs.limits, most, strict=True)
        floors.append(tuple(max(least, share * one) for least, one in rows))
    for order in _orders(pairs.problem):
        for one in dict.fromkeys(floors):
            yield one, order


def _limited(problem: Problem, limits: Sequence[float]) -> Problem:
    rows = zip(problem.fronts, limits, strict=True)
    return replace(problem, fronts=tuple(replace(one, least=least) for one, least in rows))


def _worths(one: Table, least: float, aim: str) -> Floats:
    """Return what each choice adds to the aim, what it is short of its limit counted heavily."""
    chance, short = one.known.chance, least - one.known.chance
    if aim == NET:
        worth = one.known.swing
    elif aim == ALL:
        with np.errstate(divide="ignore"):
            worth = np.maximum(np.log(chance), NEVER)
    else:
        worth = chance
    found = worth - HEAVY * np.where(short > WITHIN, short, 0.0)
    return np.where(one.known.may, found, -np.inf)
