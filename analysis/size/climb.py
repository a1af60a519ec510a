"""From too little to enough where not all can be tried: by leaps upwards, then down step by step.

Mixes of what can be added are made larger by half until one is enough; that one is made cheaper by
giving some of one kind for some of another. It is quick, the chances are exact, and it proves
nothing.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from analysis.size.base import Base
from analysis.size.candidates import PLACES, Candidate, may_be_added
from combat.battle import Battle
from combat.changes import Change

LEAP = 1.5  # from one cost to the next
MOST_LEAPS = 8
KEPT = 4  # mixes that are made larger
SHARES = (0.25, 0.5, 0.75)  # of the cost, for the first of two kinds
HALVINGS = 5  # of a leap's cost
SWAPS = range(5)  # units given, and taken, times the step
STEPS = 16  # the step begins with this part of the force

Counts = tuple[int, ...]


class Tried(NamedTuple):
    """A force, and the chance of what is wanted."""

    chance: float
    candidate: Candidate

    @property
    def cost(self) -> float:
        """What it costs."""
        return self.candidate.cost

    @property
    def rank(self) -> tuple[float, int, float]:
        """How good it is; where chances are too small to be told apart, more units are better."""
        return self.chance, sum(self.candidate.counts), -self.cost


def made(base: Base, counts: Counts) -> Battle | None:
    """Return the battle with so many of each addition; None if that cannot be."""
    battle = None if base.from_nothing else base.battle
    for at, one in enumerate(base.additions):
        number = counts[at]
        if not number:
            continue
        if (one.most and number > one.most) or not may_be_added(base, counts, at):
            return None
        if battle is None:
            battle, number = base.firsts.get(one.what), number - 1
        if battle is not None and number:
            battle = base.game.changed(battle, Change(base.side, one.what, 1, one.cost), number)
        if battle is None:
            return None
    return battle


class Climb:
    """A search without proof.

    Parameters
    ----------
    base : Base
    ask : callable
        Candidates to their chances; None once that would take too long.
    chance, budget : float or None
        The chance wanted, and what may be spent; one of the two at least.
    """

    def __init__(
        self,
        base: Base,
        ask: Callable[[Sequence[Candidate]], Sequence[float] | None],
        *,
        chance: float | None,
        budget: float | None,
    ) -> None:
        self.base, self.ask = base, ask
        self.chance, self.budget = chance, budget
        self.known: dict[Counts, Tried] = {}
        self.over = False

    def run(self, found: Sequence[Candidate], chances: Sequence[float]) -> None:
        """Go on from forces that were tried, of which none is enough."""
        for one, chance in zip(found, chances, strict=True):
            self.known[one.counts] = Tried(chance, one)
        low = max((one.cost for one in found), default=0.0)
        best = sorted(self.known.values(), key=lambda one: one.rank)[-KEPT:]
        high = self._leap(low, best)
        if high is not None:
            self._halve(*high)
        within = self.budget is not None or any(map(self._enough, self.known.values()))
        if within and self.known:
            self._step()

    def _try(self, some: Iterator[Counts]) -> list[Tried]:
        """Answer those that can be had; those that were answered before are not asked again."""
        wanted = dict.fromkeys(some)
        fresh = [one for one in map(self._candidate, wanted) if one is not None]
        if fresh and not self.over:
            chances = self.ask(fresh)
            if chances is None:
                self.over = True
            else:
                for one, chance in zip(fresh, chances, strict=True):
                    self.known[one.counts] = Tried(chance, one)
        return [self.known[counts] for counts in wanted if counts in self.known]

    def _candidate(self, counts: Counts) -> Candidate | None:
        if counts in self.known:
            return None
        cost = self._cost(counts)
        if self.budget is not None and cost > self.budget:
            return None
        battle = made(self.base, counts)
        return None if battle is None else Candidate(cost, counts, battle)

    def _cost(self, counts: Counts) -> float:
        pairs = zip(counts, self.base.additions, strict=True)
        return round(sum(n * one.cost for n, one in pairs), PLACES)

    def _enough(self, one: Tried) -> bool:
        return self.chance is not None and one.chance >= self.chance

    def _leap(self, low: float, best: list[Tried]) -> tuple[float, float, list[Tried]] | None:
        """Make mixes larger until one is enough; return the last two costs and the best mixes."""
        for _ in range(MOST_LEAPS):
            high = low * LEAP or max(one.cost for one in self.base.additions)
            if self.budget is not None:
                high = min(high, self.budget)
            found = self._try(self._mixes(high, best))
            found = [one for one in found if one.cost > low] if high > low else []
            if self.over or not found:
                return None
            best = sorted(found, key=lambda one: one.rank)[-KEPT:]
            if any(map(self._enough, found)):
                return low, high, best
            low = high
        return None

    def _mixes(self, cost: float, best: Sequence[Tried]) -> Iterator[Counts]:
        """Yield the best mixes at that cost, each kind alone, and each two in some proportions."""
        for one in best:
            yield self._scaled(one.candidate.counts, cost)
        kinds = range(len(self.base.additions))
        for at in kinds:
            yield self._filled({at: cost})
        for a, b in combinations(kinds, 2):
            for share in SHARES:
                yield self._filled({a: share * cost, b: (1.0 - share) * cost})

    def _scaled(self, counts: Counts, cost: float) -> Counts:
        """Return the same mix at another cost."""
        scale = cost / (self._cost(counts) or 1.0)
        prices = [one.cost for one in self.base.additions]
        return self._filled({at: n * scale * prices[at] for at, n in enumerate(counts) if n})

    def _filled(self, money: dict[int, float]) -> Counts:
        """Return what so much money for each kind buys, as far as there are units."""
        counts = [0] * len(self.base.additions)
        for at, cost in money.items():
            one = self.base.additions[at]
            counts[at] = math.floor(cost / one.cost + 1e-9)
            counts[at] = min(counts[at], one.most) if one.most else counts[at]
        return tuple(counts)

    def _halve(self, low: float, high: float, best: Sequence[Tried]) -> None:
        """Find the least cost at which one of the best mixes is enough."""
        for _ in range(HALVINGS):
            middle = (low + high) / 2.0
            found = self._try(self._scaled(one.candidate.counts, middle) for one in best)
            if any(map(self._enough, found)):
                high = middle
            else:
                low = middle

    def _step(self) -> None:
        """Give some of one kind for some of another, as long as that is better."""
        best = min(self.known.values(), key=self._order)
        step = max(1, sum(best.candidate.counts) // STEPS)
        while not self.over:
            found = self._try(self._swaps(best, step))
            better = min(found, key=self._order, default=best)
            if self._order(better) < self._order(best):
                best = better
            elif step == 1:
                return
            else:
                step //= 2

    def _order(self, one: Tried) -> tuple[bool, float, float, float]:
        """Sort the best first: of what is enough the cheapest, else the likeliest."""
        if self._enough(one):
            return False, one.cost, -one.chance, 0.0
        chance, units, cost = one.rank
        return True, -chance, -units, -cost

    def _swaps(self, best: Tried, step: int) -> Iterator[Counts]:
        """Yield what it can become for no higher cost, or within the budget."""
        counts = best.candidate.counts
        top = best.cost if self._enough(best) else self.budget
        for give, take in ((a, b) for a in range(len(counts)) for b in range(len(counts))):
            for fewer, more in ((a * step, b * step) for a in SWAPS for b in SWAPS):
                swapped = list(counts)
                swapped[give] -= fewer
                swapped[take] += more
                if swapped[give] < 0 or give == take or not any(swapped):
                    continue
                if top is None or self._cost(tuple(swapped)) <= top:
                    yield tuple(swapped)
