"""Transports: what they carry, what they can fetch on their way, where they land it (AA-29)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from combat.axis_allies.reach.parties import LANDING, Arrival
from combat.axis_allies.reach.paths import Lanes
from combat.axis_allies.units import UnitTable

LOAD = 2  # units that a transport carries, one of them at most no infantry


def ships_for(others: int, infantry: int) -> int:
    """Return how many transports it takes to carry infantry and other land units.

    Examples
    --------
    >>> ships_for(2, 1), ships_for(1, 4)
    (2, 3)
    """
    return max(others, -(-(others + infantry) // LOAD))


def is_infantry(table: UnitTable, unit: str) -> bool:
    """Whether a unit is the 'infantry' that a transport takes beside any land unit."""
    return table[unit].supported


@dataclass(frozen=True)
class Walk:
    """A way of a transport, and where it goes aboard: territory to the zones after that."""

    zones: tuple[str, ...]
    fetches: Mapping[str, tuple[str, ...]] = field(hash=False)


@dataclass(frozen=True)
class Fleet:
    """Transports of one owner, the power or its allies, that begin the turn in one zone.

    Parameters
    ----------
    zone : str
    number : int
    aboard : tuple of (str, int)
        Land units of the power that they carry already and can land.
    others, infantry : int
        What else they carry and keep: AA guns, units of allies.
    moves : int
        0 for allied transports, which stand still and take nobody aboard that lands this turn.
    own : bool
    """

    zone: str
    number: int
    aboard: tuple[tuple[str, int], ...]
    others: int
    infantry: int
    moves: int
    own: bool = True

    def room(self, table: UnitTable, unit: str) -> int:
        """Return how many of a unit fit beside all that is aboard."""
        inside = sum(n for name, n in self.aboard if is_infantry(table, name))
        infantry = self.infantry + inside
        others = self.others + sum(n for _, n in self.aboard) - inside
        room = 0
        while True:
            more = (others, infantry + room + 1)
            if not is_infantry(table, unit):
                more = (others + room + 1, infantry)
            if ships_for(*more) > self.number:
                return room
            room += 1


@dataclass(frozen=True)
class Lifts:
    """The transports that a power's land units can use in its turn.

    Which unit sits on whose ship is not part of a position: those of a power are taken to be on its
    own transports as far as they fit, AA guns last, and only the rest on those of its allies.

    Parameters
    ----------
    lanes : Lanes
    guns : bool
        Whether AA guns move: in the non-combat phase only (p. 25).
    """

    lanes: Lanes
    guns: bool = False

    @cached_property
    def fleets(self) -> tuple[Fleet, ...]:
        """Transports by zone, the power's own before those of its allies."""
        own, allied = [], []
        for zone, row in self.lanes.position.units.items():
            if self.lanes.position.board.areas[zone].sea:
                mine, theirs = self._fleets_in(zone, tuple(row))
                own += [mine] if mine.number else []
                allied += [theirs] if theirs.number and theirs.aboard else []
        rank = {zone: at for at, zone in enumerate(self.lanes.position.board.zones)}
        return tuple(f for fs in (own, allied) for f in sorted(fs, key=lambda f: rank[f.zone]))

    def _fleets_in(self, zone: str, powers: tuple[str, ...]) -> tuple[Fleet, Fleet]:
        position, power = self.lanes.position, self.lanes.power
        table = position.table
        ships = {name: table[name].moves for name in table.of_role("transport")}
        counts = {p: dict(position.force(zone, p)) for p in powers}
        own = sum(counts.get(power, {}).get(name, 0) for name in ships)
        allies = [p for p in powers if p != power and position.board.allied(p, power)]
        allied = sum(counts[p].get(name, 0) for p in allies for name in ships)
        on_own, on_allied = _stowed(table, counts.get(power, {}), own)
        cargo = [(name, n) for p in allies for name, n in counts[p].items()]
        kept, over = _stowed(table, _summed(cargo), allied)
        mine = Fleet(
            zone,
            own,
            *_split(table, on_own, over, guns=self.guns),
            min((ships[n] for n in ships if counts.get(power, {}).get(n)), default=0),
        )
        theirs = _split(table, on_allied, kept, guns=self.guns)
        return mine, Fleet(zone, allied, *theirs, 0, own=False)

    @cached_property
    def all_walks(self) -> Mapping[Fleet, Mapping[str, tuple[Walk, ...]]]:
        """The ways of each fleet by the zone where they end, the shortest first."""
        return {fleet: self._walks(fleet) for fleet in self.fleets}

    def _walks(self, fleet: Fleet) -> Mapping[str, tuple[Walk, ...]]:
        if not fleet.own:
            return {fleet.zone: (Walk((fleet.zone,), {}),)}
        found: dict[str, list[Walk]] = {}
        for zones in self.lanes.walks(fleet.zone, fleet.moves):
            found.setdefault(zones[-1], []).append(Walk(zones, self._fetches(zones)))
        return {zone: tuple(ways) for zone, ways in found.items()}

    @cached_property
    def walks(self) -> Mapping[Fleet, Mapping[str, tuple[Walk, ...]]]:
        """As `all_walks`, but ways that fetch from fewer places than others left out."""
        return {
            fleet: {zone: _widest(ways) for zone, ways in by_zone.items()}
            for fleet, by_zone in self.all_walks.items()
        }

    def _fetches(self, zones: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """Return where a transport finds own land units on a way, and the way from there on."""
        found: dict[str, tuple[str, ...]] = {}
        for at, zone in enumerate(zones):
            if zone not in self.lanes.hostile:
                for place in self.lanes.position.board.ways[zone]:
                    if place in self.land_units:
                        found[place] = zones[at:]
        return found

    @cached_property
    def land_units(self) -> Mapping[str, tuple[tuple[str, int], ...]]:
        """Friendly territories with land units of the power that can move, and how many."""
        position, power = self.lanes.position, self.lanes.power
        able = set(position.table.of_domain("land"))
        if self.guns:
            able |= {name for name in position.table.names if position.table[name].is_gun}
        rows = {
            place: tuple((u, n) for u, n in row[power] if u in able)
            for place, row in position.units.items()
            if power in row and place in self.lanes.friendly
        }
        return {place: units for place, units in rows.items() if units}

    def landings(self, target: str) -> Iterator[Arrival]:
        """Go through the landings on a territory that transports can make, each by itself.

        Guns are left out, those aboard since an earlier turn as well: they attack nothing.
        """
        table = self.lanes.position.table
        for fleet in self.fleets:
            for zone in self.lanes.position.board.sea_ways[target]:
                walks = self.all_walks[fleet].get(zone, ())
                if not walks:
                    continue
                for unit, n in fleet.aboard:
                    full = (*self._straight(fleet, zone), target)
                    yield Arrival(fleet.zone, unit, n, LANDING, full, fleet.zone)
                for place, path in shortest_fetches(walks).items():
                    for unit, n in self.land_units[place]:
                        number = min(n, fleet.room(table, unit))
                        if number:
                            full = (place, *path, target)
                            yield Arrival(place, unit, number, LANDING, full, fleet.zone)

    def _straight(self, fleet: Fleet, zone: str) -> tuple[str, ...]:
        """Return a fleet's shortest way to a zone."""
        if not fleet.own:
            return (fleet.zone,)
        ship = self.lanes.position.table.of_role("transport")[0]
        return self.lanes.sea_paths(fleet.zone, ship)[zone]


def _widest(walks: tuple[Walk, ...]) -> tuple[Walk, ...]:
    kept: list[Walk] = []
    for walk in walks:
        if not any(walk.fetches.keys() <= w.fetches.keys() for w in kept):
            kept = [w for w in kept if not w.fetches.keys() < walk.fetches.keys()]
            kept.append(walk)
    return tuple(kept)


def shortest_fetches(walks: tuple[Walk, ...]) -> dict[str, tuple[str, ...]]:
    """Return from where several ways fetch, with the shortest way from there on."""
    found: dict[str, tuple[str, ...]] = {}
    for walk in walks:
        for place, path in walk.fetches.items():
            if place not in found or len(path) < len(found[place]):
                found[place] = path
    return found


def _summed(pairs: list[tuple[str, int]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name, n in pairs:
        counts[name] = counts.get(name, 0) + n
    return counts


def _stowed(
    table: UnitTable, counts: Mapping[str, int], ships: int
) -> tuple[dict[str, int], dict[str, int]]:
    """Put land units on so many transports: what they hold, and what is left over."""
    on: dict[str, int] = {}
    over: dict[str, int] = {}
    others = infantry = 0
    cargo = [n for n in counts if table[n].domain == "land" or table[n].is_gun]
    for name in sorted(cargo, key=lambda n: (is_infantry(table, n), table[n].is_gun)):
        for _ in range(counts[name]):
            more = (others, infantry + 1) if is_infantry(table, name) else (others + 1, infantry)
            fits = ships_for(*more) <= ships
            others, infantry = more if fits else (others, infantry)
            put = on if fits else over
            put[name] = put.get(name, 0) + 1
    return on, over


def _split(
    table: UnitTable, own: Mapping[str, int], others: Mapping[str, int], *, guns: bool
) -> tuple[tuple[tuple[str, int], ...], int, int]:
    """Tell apart what can land from what stays aboard: guns in an attack, units of others."""
    able = tuple((n, own[n]) for n in table.names if own.get(n) and (guns or not table[n].is_gun))
    stuck = [(n, own[n]) for n in own if not guns and table[n].is_gun] + list(others.items())
    infantry = sum(n for name, n in stuck if is_infantry(table, name))
    return able, sum(n for _, n in stuck) - infantry, infantry
