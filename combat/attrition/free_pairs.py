"""What a side that chooses its losses can be left with, for each node and number of hits."""

from dataclasses import dataclass

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.attrition.free_side import NOWHERE, FreeSide


@dataclass(frozen=True, eq=False)
class Choice:
    """All that nodes of one rank can be left with, in one row.

    Attributes
    ----------
    before, after : int array, shape (pairs,)
        Node before and after; by node before, then by number of hits, then as the usual order
        prefers.
    edges : int array, shape (nodes · hits,)
        Where each node's choices for a number of hits begin.
    groups : int array, shape (pairs,)
        Which of those a pair belongs to.
    """

    before: Ints
    after: Ints
    edges: Ints
    groups: Ints

    def best(self, offered: Floats, *, largest: bool) -> Floats:
        """Smallest (largest) of what is offered in each group, shape (rows, groups)."""
        reduce = np.maximum if largest else np.minimum
        return reduce.reduceat(offered, self.edges, axis=1)

    def first(self, offered: Floats, best: Floats, within: float) -> Ints:
        """First pair of each group that is as good as the best, shape (rows, groups)."""
        good: Bools = np.abs(offered - best[:, self.groups]) <= within
        places = np.where(good, np.arange(len(self.after)), len(self.after))
        found: Ints = np.minimum.reduceat(places, self.edges, axis=1)
        return found


@dataclass(frozen=True, eq=False)
class Choices:
    """A side's choices by rank; rank 0, nothing left, has none (an empty one stands for it)."""

    by_rank: tuple[Choice, ...]

    @property
    def pairs(self) -> int:
        """How many pairs there are in all."""
        return sum(len(choice.after) for choice in self.by_rank)


def choices_of(side: FreeSide, most: int) -> Choices:
    """Return what each node can be left with after 1 to `most` hits."""
    size = len(side)
    before = after = np.arange(size)
    found = []
    for hits in range(1, min(most, len(side.levels) - 1) + 1):
        ahead = side.options[after]
        pair, option = np.nonzero(ahead != NOWHERE)
        keys = np.unique(before[pair] * size + ahead[pair, option])
        before, after = np.divmod(keys, size)
        found.append((before, np.full(len(keys), hits), after))
    if not found:
        nothing = np.zeros(0, dtype=np.int64)
        return Choices((Choice(nothing, nothing, nothing, nothing),) * len(side.levels))
    before, hit, after = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.lexsort((after, hit, before))
    before, hit, after = before[order], hit[order], after[order]
    return Choices(tuple(_of_level(before, hit, after, level) for level in side.levels))


def _of_level(before: Ints, hit: Ints, after: Ints, level: slice) -> Choice:
    low, high = np.searchsorted(before, (level.start, level.stop))
    mine, hits = before[low:high], hit[low:high]
    fresh = np.ones(len(mine), dtype=bool)
    fresh[1:] = (np.diff(mine) != 0) | (np.diff(hits) != 0)
    return Choice(mine, after[low:high], np.flatnonzero(fresh), np.cumsum(fresh) - 1)
