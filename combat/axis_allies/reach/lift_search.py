"""The best that transports can land on one territory at once (AA-20, AA-29).

Each fleet's ships are shared out to its ways. What they carry is then chosen greedily: units in the
order of their worth, each taken if those taken before can make room for it on some ship, which is
the best as the sets of units that find room are a matroid. Only artillery's support is no worth of
a single unit: it is counted with the artillery, then with the infantry, and either bounds it from
above; the search ends when the best party found is worth as much as the bound.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import comb, prod

from combat.axis_allies.reach.lifts import LOAD, Fleet, Lifts, Walk, is_infantry
from combat.axis_allies.reach.parties import LANDING, Arrival
from combat.axis_allies.reach.strength import SUPPORTED, SUPPORTS, Strength, Worth

MOST_SPLITS = (
    500  # ways to share out ships that are gone through; beyond, ways that fetch least drop
)
Key = tuple[str, str]  # where a unit stands, and its name
STUCK_INFANTRY, STUCK = "stuck infantry", "stuck"  # aboard, and not to be landed


@dataclass(frozen=True)
class Landed:
    """Units of a kind that land: their key, their transports, the way of these, their number."""

    key: Key
    fleet: Fleet
    walk: Walk
    number: int


@dataclass
class _Group:
    """Ships of a fleet that go one way, and what they carry so far."""

    fleet: Fleet
    ships: int
    walk: Walk | None  # None: any of its fleet's, which is too good, and bounds what can be had
    places: frozenset[str]
    load: dict[Key, int] = field(default_factory=dict)


@dataclass(frozen=True)
class _Search:
    lifts: Lifts
    ashore: Mapping[Key, int]
    strength: Strength
    given: Mapping[str, int]  # from allied transports

    def infantry(self, key: Key) -> bool:
        """Whether a unit is infantry, that goes aboard beside any other."""
        if key[1] in (STUCK, STUCK_INFANTRY):
            return key[1] == STUCK_INFANTRY
        return is_infantry(self.strength.table, key[1])

    def filled(self, groups: Sequence[_Group], by: str) -> dict[str, int]:
        """Load ships, support counted with those that give it or have it; return who lands."""
        for fleet in dict.fromkeys(group.fleet for group in groups):
            aboard = (*fleet.aboard, (STUCK, fleet.others), (STUCK_INFANTRY, fleet.infantry))
            for unit, n in aboard:
                for _ in range(n):
                    self._put((fleet.zone, unit), groups)
        ranked = sorted(self.ashore, key=lambda k: self.strength.order(k[1], by), reverse=True)
        for key in ranked:
            for _ in range(self.ashore[key]):
                if not self._put(key, groups):
                    break
        return self.landed(groups)

    def landed(self, groups: Sequence[_Group]) -> dict[str, int]:
        """Return the units that land, by kind."""
        counts = dict(self.given)
        for group in groups:
            for (_, unit), n in group.load.items():
                if unit not in (STUCK, STUCK_INFANTRY):
                    counts[unit] = counts.get(unit, 0) + n
        return counts

    def _put(self, key: Key, groups: Sequence[_Group]) -> bool:
        """Take a unit aboard, others changing ships for it if need be (an augmenting path)."""
        came: dict[tuple[Key, int], tuple[Key, int] | None] = {}
        edge: list[tuple[Key, tuple[Key, int] | None]] = [(key, None)]
        while edge:
            ahead: list[tuple[Key, tuple[Key, int] | None]] = []
            for one, before in edge:
                for at, group in enumerate(groups):
                    here = one[0] in group.places or one[0] == group.fleet.zone
                    if not here or (one, at) in came:
                        continue
                    came[one, at] = before
                    if self._fits(group, one):
                        self._shift((one, at), came, groups)
                        return True
                    out = (k for k, n in group.load.items() if n and self._fits(group, one, k))
                    ahead += [(other, (one, at)) for other in out if other != one]
            edge = ahead
        return False

    def _fits(self, group: _Group, key: Key, out: Key | None = None) -> bool:
        """Whether a unit fits on a group's ships, one that is aboard having gone."""
        others = sum(n for k, n in group.load.items() if not self.infantry(k))
        total = sum(group.load.values())
        if out is not None:
            total -= 1
            others -= not self.infantry(out)
        others += not self.infantry(key)
        return total < LOAD * group.ships and others <= group.ships

    def _shift(
        self,
        last: tuple[Key, int],
        came: Mapping[tuple[Key, int], tuple[Key, int] | None],
        groups: Sequence[_Group],
    ) -> None:
        step: tuple[Key, int] | None = last
        while step is not None:
            key, at = step
            groups[at].load[key] = groups[at].load.get(key, 0) + 1
            step = came[step]
            if step is not None:  # the one that came there made this one leave
                groups[step[1]].load[key] -= 1


def best_landing(
    lifts: Lifts, *, zones: Sequence[str], ashore: Mapping[Key, int], strength: Strength
) -> tuple[Landed, ...]:
    """Return the units whose landing makes a party strongest.

    Parameters
    ----------
    lifts : Lifts
    zones : sequence of str
        Where transports may end, the ones to be chosen first, if all else is equal, first.
    ashore : mapping of (str, str) to int
        Place and unit to the number that may be fetched.
    strength : Strength
        Of the party, with what comes overland.
    """
    fleets = _useful(lifts, zones, ashore)
    allied = [
        Landed((fleet.zone, unit), fleet, lifts.walks[fleet][fleet.zone][0], n)
        for fleet in lifts.fleets
        if not fleet.own and fleet.zone in zones
        for unit, n in fleet.aboard
    ]
    given: dict[str, int] = {}
    for one in allied:
        given[one.key[1]] = given.get(one.key[1], 0) + one.number
    search = _Search(lifts, ashore, strength, given)
    limit = min(
        strength.bound(search.filled(_anywhere(fleets), by), by) for by in (SUPPORTS, SUPPORTED)
    )
    best: tuple[Worth, Sequence[_Group]] = ((-1, -1), ())
    for split in _splits(fleets):
        for by in (SUPPORTS, SUPPORTED):
            groups = [_Group(f, n, w, frozenset(w.fetches)) for f, w, n in split]
            worth = strength.worth(search.filled(groups, by))
            if worth > best[0]:
                best = (worth, groups)
        if best[0] >= limit:
            break
    return (*_carried(lifts, best[1]), *allied)


def _carried(lifts: Lifts, groups: Sequence[_Group]) -> Iterator[Landed]:
    """Go through what ships carry, by the shortest way that fetches it."""
    for group in groups:
        load = {k: n for k, n in group.load.items() if n and k[1] not in (STUCK, STUCK_INFANTRY)}
        if group.walk is None:
            continue
        fetched = {place for place, _ in load} - {group.fleet.zone}
        ways = lifts.all_walks[group.fleet][group.walk.zones[-1]]
        walk = next(way for way in ways if fetched <= way.fetches.keys())
        for key, n in load.items():
            yield Landed(key, group.fleet, walk, n)


_Fleets = list[tuple[Fleet, list[Walk]]]


def _useful(lifts: Lifts, zones: Sequence[str], ashore: Mapping[Key, int]) -> _Fleets:
    """Return the power's fleets that can land anybody, and their ways.

    A way that fetches nothing which another, chosen before, does not is left out.
    """
    numbers: dict[str, int] = {}
    for (place, _), n in ashore.items():
        numbers[place] = numbers.get(place, 0) + n
    found: _Fleets = []
    for fleet in lifts.fleets:
        if not fleet.own:
            continue
        kept: list[Walk] = []
        for walk in (w for zone in zones for w in lifts.walks[fleet].get(zone, ())):
            fetches = walk.fetches.keys() & numbers.keys()
            if not any(fetches <= other.fetches.keys() for other in kept):
                kept.append(walk)
        if kept and (fleet.aboard or any(w.fetches.keys() & numbers.keys() for w in kept)):
            found.append((fleet, kept))
    while prod(comb(f.number + len(ws) - 1, f.number) for f, ws in found) > MOST_SPLITS:
        walks = max((ws for _, ws in found), key=len)
        walks.remove(min(reversed(walks), key=lambda w: sum(numbers.get(p, 0) for p in w.fetches)))
    return found


def _anywhere(fleets: _Fleets) -> list[_Group]:
    """Return each fleet as if each of its ships could go all of its ways."""
    return [
        _Group(f, f.number, None, frozenset(p for w in walks for p in w.fetches))
        for f, walks in fleets
    ]


def _splits(fleets: _Fleets) -> Iterator[list[tuple[Fleet, Walk, int]]]:
    """Go through the ways to share out each fleet's ships to its ways, the first way's first."""
    shares = [list(_shares(f.number, len(walks))) for f, walks in fleets]
    for chosen in product(*shares):
        yield [
            (fleet, walk, n)
            for (fleet, walks), numbers in zip(fleets, chosen, strict=True)
            for walk, n in zip(walks, numbers, strict=True)
            if n
        ]


def _shares(ships: int, ways: int) -> Iterator[tuple[int, ...]]:
    if ways == 1:
        yield (ships,)
        return
    for first in range(ships, -1, -1):
        for rest in _shares(ships - first, ways - 1):
            yield (first, *rest)


def landing_arrivals(landed: Sequence[Landed], target: str) -> tuple[Arrival, ...]:
    """Return units that land as arrivals."""
    counts: dict[tuple[Key, str, tuple[str, ...]], int] = {}
    for one in landed:
        place = one.key[0]
        way = one.walk.zones if place == one.fleet.zone else (place, *one.walk.fetches[place])
        key = (one.key, one.fleet.zone, (*way, target))
        counts[key] = counts.get(key, 0) + one.number
    return tuple(
        Arrival(place, unit, n, LANDING, path, ship)
        for ((place, unit), ship, path), n in counts.items()
    )
