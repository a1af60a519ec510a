"""Forces that a side could have, made from what it has by what it can be given, by rising cost."""

import heapq
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from analysis.base import Base, force_of
from combat.battle import Battle
from combat.changes import Change

PLACES = 9  # to which costs are rounded: sums of decimals are to be equal


class Candidate(NamedTuple):
    """A force that a side could have: what it costs, how many of each addition, its battle."""

    cost: float
    counts: tuple[int, ...]
    battle: Battle


def candidates(base: Base) -> Iterator[Candidate]:
    """Yield all that a side can come to have, by rising cost, without end if nothing limits it.

    Each force is made from a cheaper one by one addition more, of the last kind that it has or of a
    later one, so that each is made once. What the rules do not allow is left out with all that
    would be made from it, and so is what comes to the same as a cheaper one (two cards where one is
    played at most).
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
            continue
        for at in range(max(last, 0), len(additions)):
            one = additions[at]
            if not one.most or -minus[at] < one.most:
                more = (*minus[:at], minus[at] - 1, *minus[at + 1 :])
                heapq.heappush(heap, (round(cost + one.cost, PLACES), more, battle, at))


def levels(base: Base, budget: float | None = None) -> Iterator[list[Candidate]]:
    """Yield the candidates of one cost after another, up to a budget if there is one."""
    for cost, found in groupby(candidates(base), key=lambda one: one.cost):
        if budget is not None and cost > budget:
            return
        yield list(found)
