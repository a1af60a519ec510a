"""Forces that a side could have, made from what it has by what it can be given, by rising cost."""

import heapq
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from analysis.size.base import Base, force_of
from combat.battle import Battle
from combat.changes import Change

PLACES = 9  # to which costs are rounded: sums of decimals are to be equal


class Candidate(NamedTuple):
    """A force that a side could have: what it costs, how many of each addition, its battle."""

    cost: float
    counts: tuple[int, ...]
    battle: Battle


def may_be_added(base: Base, counts: Sequence[int], at: int) -> bool:
    """Whether there is one of those after which alone that addition can be had."""
    after = base.additions[at].after
    pairs = zip(base.additions, counts, strict=True)
    return not after or any(n and one.what in after for one, n in pairs)


def candidates(base: Base, refused: dict[str, int] | None = None) -> Iterator[Candidate]:
    """Yield all that a side can come to have, by rising cost, without end if nothing limits it.

    Each force is made from a cheaper one by one addition more, of the last kind that it has or of a
    later one, so that each is made once. What the rules do not allow is left out with all that
    would be made from it, and so is what comes to the same as a cheaper one (two cards where one is
    played at most).

    Parameters
    ----------
    base : Base
    refused : dict, optional
        Takes what the rules did not allow though no limit of an addition is in its way: by what was
        added last, the least number of it.
    """
    game, side, additions = base.game, base.side, base.additions
    changes = [Change(side, one.what, 1, one.cost) for one in additions]
    least = (0,) * len(additions)
    seen = set()
    # cost, minus the counts (so that of one cost the first additions come first), the cheaper
    # battle, and which addition leads from it; -1 for the base itself
    heap: list[tuple[float, tuple[int, ...], Battle | None, int]] = [(0.0, least, None, -1)]
    while heap:
        cost, minus, before, last = heapq.heappop(heap)
        battle: Battle | None
        if last < 0:
            battle = None if base.from_nothing else base.battle
        elif before is None:
            battle = base.firsts.get(additions[last].what)
        else:
            battle = game.changed(before, changes[last], 1)
        if battle is not None:
            force = force_of(battle, side)
            if force in seen:
                continue
            seen.add(force)
            yield Candidate(cost, tuple(-n for n in minus), battle)
        elif last >= 0:
            if refused is not None:
                what, number = additions[last].what, -minus[last]
                refused[what] = min(number, refused.get(what, number))
            continue
        for at in range(max(last, 0), len(additions)):
            one = additions[at]
            if (not one.most or -minus[at] < one.most) and may_be_added(base, minus, at):
                more = (*minus[:at], minus[at] - 1, *minus[at + 1 :])
                heapq.heappush(heap, (round(cost + one.cost, PLACES), more, battle, at))


def levels(
    base: Base, budget: float | None = None, refused: dict[str, int] | None = None
) -> Iterator[list[Candidate]]:
    """Yield the candidates of one cost after another, up to a budget if there is one."""
    for cost, found in groupby(candidates(base, refused), key=lambda one: one.cost):
        if budget is not None and cost > budget:
            return
        yield list(found)


class Growing:
    """The likeliest forces of each cost, and what they become with one addition more.

    Parameters
    ----------
    base : Base
    kept : int
        How many of each cost are made larger.
    """

    def __init__(self, base: Base, *, kept: int) -> None:
        self.base, self.kept = base, kept
        self.step = min(one.cost for one in base.additions)
        self.reach = max(one.cost for one in base.additions)
        self.by_cost: dict[float, list[tuple[float, Candidate]]] = {}
        self.top = 0.0

    def add(self, found: Sequence[Candidate], chances: Sequence[float]) -> None:
        """Take note of forces that were tried, with their chances."""
        for one, chance in zip(found, chances, strict=True):
            self.by_cost.setdefault(one.cost, []).append((chance, one))
            self.top = max(self.top, one.cost)
        for cost in list(self.by_cost):
            if cost < self.top - self.reach:
                del self.by_cost[cost]
            else:
                # chances too small to be told apart: more units are better
                best = sorted(self.by_cost[cost], key=lambda pair: (-pair[0], -sum(pair[1].counts)))
                self.by_cost[cost] = best[: self.kept]

    def next_batch(self, budget: float | None) -> list[Candidate]:
        """Return what can be had for a little more, by rising cost; nothing if that is all.

        All that costs at most one cheapest addition more than what was tried: what it is made from
        was tried already.
        """
        while self.by_cost and self.top < max(self.by_cost) + self.reach:
            if budget is not None and self.top >= budget:
                return []
            low, self.top = self.top, round(self.top + self.step, PLACES)
            high = self.top if budget is None else min(self.top, budget)
            found = {one.counts: one for one in self._larger(low, high)}
            if found:
                return sorted(found.values(), key=lambda one: one.cost)
        return []

    def _larger(self, low: float, high: float) -> Iterator[Candidate]:
        """Yield forces of a cost above `low` and at most `high`."""
        base, known = self.base, set()
        for _, one in (pair for pairs in self.by_cost.values() for pair in pairs):
            for at, more in enumerate(base.additions):
                cost = round(one.cost + more.cost, PLACES)
                counts = (*one.counts[:at], one.counts[at] + 1, *one.counts[at + 1 :])
                full = more.most and one.counts[at] >= more.most
                full = full or not may_be_added(base, one.counts, at)
                if full or not low < cost <= high or counts in known:
                    continue
                known.add(counts)
                battle = base.game.changed(
                    one.battle, Change(base.side, more.what, 1, more.cost), 1
                )
                if battle is not None:
                    yield Candidate(cost, counts, battle)
