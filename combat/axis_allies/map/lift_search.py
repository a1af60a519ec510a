"""The best that transports can land on one territory at once (AA-20, AA-29).

Transports are loaded one after another; what is kept is every different set of units that is ashore
after each, so that the end is exact as long as there are at most `MOST_LOADS` such sets, and the
best so many of them beyond that.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from combat.axis_allies.map.lifts import LOAD, Fleet, Lifts, Walk, is_infantry
from combat.axis_allies.map.parties import LANDING, Arrival
from combat.axis_allies.units import UnitTable

MOST_LOADS = 2000
Key = tuple[str, str]  # where a unit stands, and its name
Taken = tuple[tuple[Key, int], ...]
Worth = tuple[int, int]
STUCK_INFANTRY, STUCK = ("", "stuck infantry"), ("", "stuck")  # aboard, and not to be landed


@dataclass(frozen=True)
class Landed:
    """A unit that lands: its key, its transports, and the way of its ship."""

    key: Key
    fleet: Fleet
    walk: Walk


@dataclass(frozen=True)
class Pool:
    """Units that transports can take to one territory.

    Parameters
    ----------
    table : UnitTable
    ashore : mapping of (str, str) to int
        Place and unit to the number that transports may fetch.
    """

    table: UnitTable
    ashore: Mapping[Key, int]

    def infantry(self, key: Key) -> bool:
        """Whether a unit is infantry, that goes aboard beside any other."""
        return key == STUCK_INFANTRY or (key != STUCK and is_infantry(self.table, key[1]))


def best_landing(
    lifts: Lifts,
    *,
    zones: Sequence[str],
    ashore: Mapping[Key, int],
    worth: Callable[[Mapping[str, int]], Worth],
) -> tuple[Landed, ...]:
    """Return the units whose landing is worth most.

    Parameters
    ----------
    lifts : Lifts
    zones : sequence of str
        Where transports may end, the ones to be chosen first, if all else is equal, first.
    ashore : mapping of (str, str) to int
        Place and unit to the number that may be fetched.
    worth : callable
        Worth of landing so many of each unit.
    """
    pool = Pool(lifts.lanes.position.table, ashore)
    states: dict[Taken, tuple[Landed, ...]] = {(): ()}
    for fleet in lifts.fleets:
        walks = [w for zone in zones for w in lifts.walks[fleet].get(zone, ())]
        walks = _widest(walks, pool)
        if walks and (fleet.aboard or any(w.fetches for w in walks)):
            states = _with_fleet(states, fleet, walks, pool=pool, worth=worth)
    taken = max(states, key=lambda t: worth(_landed(t)))
    return states[taken]


def _widest(walks: Sequence[Walk], pool: Pool) -> list[Walk]:
    """Leave out the ways that fetch nothing which another, chosen before, does not."""
    places = {place for place, _ in pool.ashore}
    kept: list[tuple[set[str], Walk]] = []
    for walk in walks:
        fetches = walk.fetches.keys() & places
        if not any(fetches <= other for other, _ in kept):
            kept.append((fetches, walk))
    return [walk for _, walk in kept]


def _with_fleet(
    states: Mapping[Taken, tuple[Landed, ...]],
    fleet: Fleet,
    walks: Sequence[Walk],
    *,
    pool: Pool,
    worth: Callable[[Mapping[str, int]], Worth],
) -> dict[Taken, tuple[Landed, ...]]:
    aboard: dict[Key, int] = {(fleet.zone, unit): n for unit, n in fleet.aboard}
    aboard |= {k: n for k, n in ((STUCK, fleet.others), (STUCK_INFANTRY, fleet.infantry)) if n}
    now = {(taken, tuple(aboard.items())): landed for taken, landed in states.items()}
    for left in range(fleet.number - 1, -1, -1):
        ahead: dict[tuple[Taken, Taken], tuple[Landed, ...]] = {}
        for (taken, cargo), landed in now.items():
            for load, walk in _loads(dict(taken), dict(cargo), walks, pool=pool):
                key = (_plus(taken, load), _minus(cargo, load))
                if sum(n for _, n in key[1]) <= LOAD * left and key not in ahead:
                    units = (Landed(k, fleet, walk) for k in load if k[0])
                    ahead[key] = (*landed, *units)
        now = _pruned(ahead, worth)
    done = {taken: landed for (taken, cargo), landed in now.items() if not cargo}
    return done or dict(states)


def _loads(
    taken: Mapping[Key, int], cargo: Mapping[Key, int], walks: Sequence[Walk], *, pool: Pool
) -> Iterator[tuple[tuple[Key, ...], Walk]]:
    """Go through the full loads of one ship, and the smaller ones where no more is to be had."""
    for walk in walks:
        free = {k: n - taken.get(k, 0) for k, n in pool.ashore.items() if k[0] in walk.fetches}
        keys = [*cargo, *(k for k, n in free.items() if n > 0)]
        have = {**free, **cargo}
        full = False
        for at, one in enumerate(keys):
            for other in keys[at:]:
                if one == other and have[one] < LOAD:
                    continue
                if pool.infantry(one) or pool.infantry(other):
                    full = True
                    yield (one, other), walk
        for one in keys:
            if not full or one in cargo or not pool.infantry(one):
                yield (one,), walk
        if not keys:
            yield (), walk


def _plus(taken: Taken, load: Sequence[Key]) -> Taken:
    counts = dict(taken)
    for key in load:
        if key[0]:
            counts[key] = counts.get(key, 0) + 1
    return tuple(sorted(counts.items()))


def _minus(cargo: Taken, load: Sequence[Key]) -> Taken:
    counts = dict(cargo)
    for key in load:
        if key in counts:
            counts[key] -= 1
    return tuple((k, n) for k, n in counts.items() if n)


def _pruned(
    states: dict[tuple[Taken, Taken], tuple[Landed, ...]],
    worth: Callable[[Mapping[str, int]], Worth],
) -> dict[tuple[Taken, Taken], tuple[Landed, ...]]:
    if len(states) <= MOST_LOADS:
        return states
    best = sorted(states, key=lambda key: worth(_landed(key[0])), reverse=True)
    return {key: states[key] for key in best[:MOST_LOADS]}


def _landed(taken: Taken) -> dict[str, int]:
    counts: dict[str, int] = {}
    for (_, unit), n in taken:
        counts[unit] = counts.get(unit, 0) + n
    return counts


def landing_arrivals(landed: Sequence[Landed], target: str) -> tuple[Arrival, ...]:
    """Return units that land as arrivals, those alike together."""
    counts: dict[tuple[Key, str, tuple[str, ...]], int] = {}
    for one in landed:
        place = one.key[0]
        way = one.walk.zones if place == one.fleet.zone else (place, *one.walk.fetches[place])
        key = (one.key, one.fleet.zone, (*way, target))
        counts[key] = counts.get(key, 0) + 1
    return tuple(
        Arrival(place, unit, n, LANDING, path, ship)
        for ((place, unit), ship, path), n in counts.items()
    )
