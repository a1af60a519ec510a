"""All that a power can bring to each target of its turn, and the most that can go at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.deck_plan import Flown, Wing, best
from combat.axis_allies.reach.decks import Decks, new_carriers_checked
from combat.axis_allies.reach.lift_search import best_landing, landing_arrivals
from combat.axis_allies.reach.lifts import Lifts
from combat.axis_allies.reach.parties import AIR, BOMBARD, LAND, SEA, Arrival, Party, Reach
from combat.axis_allies.reach.paths import Lanes, Paths
from combat.axis_allies.reach.strength import Strength

KEPT = 8
Key = tuple[str, tuple[str, ...], frozenset[str]]


@dataclass(frozen=True)
class Muster:
    """What a power's units can do in its turn, worked out once for all targets.

    Rulings: transports are no part of an attack on a zone; guns land nowhere in an attack; `most`
    lands from a contested zone only if it is one of the zones that are cleared this turn: then the
    ships that can get there fight for it, while all aircraft go to the target.
    """

    lanes: Lanes
    lifts: Lifts
    decks: Decks

    @classmethod
    def of(
        cls,
        position: Position,
        power: str,
        new_carriers: Sequence[str] = (),
        cleared: Sequence[str] = (),
    ) -> "Muster":
        """Begin with a position at the start of a power's turn.

        The last few are kept, as many questions are asked about one position.
        """
        key = (power, tuple(new_carriers), frozenset(cleared))
        for kept, its_key, muster in tuple(_RECENT):
            if kept is position and its_key == key:
                return muster
        lanes = Lanes(position, power)
        new = new_carriers_checked(position, power, new_carriers)
        muster = cls(lanes, Lifts(lanes), Decks(lanes, new, frozenset(cleared)))
        _RECENT[:] = [*_RECENT[1 - KEPT :], (position, key, muster)]
        return muster

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """Enemy territories and zones with enemy ships, in the board's order."""
        territories = self.lanes.position.board.territories
        return (
            *(name for name in territories if name not in self.lanes.friendly),
            *self.lanes.enemy_ships,
        )

    @cached_property
    def _units(self) -> tuple[tuple[str, str, int], ...]:
        """Where what units of the power stand, in the board's order."""
        position, power = self.lanes.position, self.lanes.power
        return tuple(
            (place, unit, n)
            for place in position.board.areas
            for unit, n in position.force(place, power)
        )

    @cached_property
    def _land_paths(self) -> Mapping[tuple[str, int], Paths]:
        table = self.lanes.position.table
        kinds = {
            (place, table[unit].moves)
            for place, units in self.lifts.land_units.items()
            for unit, _ in units
        }
        return {kind: self.lanes.land_paths(*kind) for kind in kinds}

    @cached_property
    def _ships(self) -> tuple[tuple[str, str, int, Paths], ...]:
        """Warships, submarines too, and where each can go."""
        table = self.lanes.position.table
        fighting = [n for n in table.of_domain("sea") if table[n].role != "transport"]
        return tuple(
            (zone, unit, n, self.lanes.sea_paths(zone, unit))
            for zone, unit, n in self._units
            if unit in fighting
        )

    def reach(self, target: str) -> Reach:
        """Return all that can get to a target."""
        if target not in self._found:
            self._found[target] = self._reach(target)
        return self._found[target]

    @cached_property
    def _found(self) -> dict[str, Reach]:
        return {}

    def _reach(self, target: str) -> Reach:
        if self.lanes.position.board.areas[target].sea:
            arrivals = (*self._at_sea(target), *self._in_air(target, target))
            most = Party(target, self._most(target, arrivals, target))
            return Reach(self.lanes.power, target, arrivals, (), most)
        if target in self.lanes.friendly:
            return Reach(self.lanes.power, target, (), (), Party(target, ()))
        landings = tuple(one for one in self.lifts.landings(target) if self._open(one.zone))
        zones = {one.zone: one.zone in self.lanes.hostile for one in landings}
        order = [z for z in self.lanes.position.board.sea_ways[target] if z in zones]
        contested = tuple(zone for zone in order if zones[zone])
        bombards = tuple(a for zone in order if not zones[zone] for a in self._bombards(zone))
        fights = tuple(a for zone in contested for a in self._at_sea(zone))
        land = tuple(self._on_land(target))
        air = tuple(self._in_air(target, ""))
        arrivals = (*land, *landings, *bombards, *fights, *air)
        most = Party(target, self._most_landed(target, land, landings, contested))
        return Reach(self.lanes.power, target, arrivals, contested, most)

    def _on_land(self, target: str) -> Iterator[Arrival]:
        table = self.lanes.position.table
        for place, units in self._land_by_place:
            for unit, n in units:
                path = self._land_paths[place, table[unit].moves].get(target)
                if path is not None:
                    yield Arrival(place, unit, n, LAND, path)

    @cached_property
    def _land_by_place(self) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
        rows = self.lifts.land_units
        return tuple((p, rows[p]) for p in self.lanes.position.board.territories if p in rows)

    def _at_sea(self, zone: str) -> Iterator[Arrival]:
        for place, unit, n, paths in self._ships:
            if zone in paths:
                yield Arrival(place, unit, n, SEA, paths[zone])

    def _bombards(self, zone: str) -> Iterator[Arrival]:
        able = self.lanes.position.table.of_role("bombards")
        for place, unit, n, paths in self._ships:
            if unit in able and zone in paths:
                yield Arrival(place, unit, n, BOMBARD, paths[zone])

    def _in_air(self, target: str, zone: str) -> Iterator[Arrival]:
        for place, unit, n in self._air:
            number, landings = self._flight(place, unit, n, target=target, zone=zone)
            if number:
                path = self.decks.flights.path(place, target)
                yield Arrival(place, unit, number, AIR, path, landings=landings)

    @cached_property
    def _air(self) -> tuple[tuple[str, str, int], ...]:
        able = self.lanes.position.table.of_domain("air")
        return tuple(row for row in self._units if row[1] in able)

    def _flight(
        self, place: str, unit: str, n: int, *, target: str, zone: str
    ) -> tuple[int, tuple[str, ...]]:
        """Return how many aircraft can go by themselves, and where they can come down."""
        row = self.lanes.position.table[unit]
        left = row.moves - self.decks.flights.away[place].get(target, row.moves + 1)
        if left < 0:
            return 0, ()
        deck = row.role == "fighter"
        landings = self.decks.landings(target, left, deck=deck, zone=zone)
        if not landings or any(area in self.lanes.friendly for area in landings):
            return (n if landings else 0), landings
        flown = best(self.decks, (Wing(place, unit, n, target),), zone=zone)
        return flown.fighters[0], landings

    def _most(self, target: str, arrivals: Sequence[Arrival], zone: str) -> tuple[Arrival, ...]:
        """Take carriers along, and fighters, as far as these have a place to come down."""
        table = self.lanes.position.table
        fighters = [a for a in arrivals if a.way == AIR and table[a.unit].role == "fighter"]
        wings = tuple(Wing(a.place, a.unit, a.number, target) for a in fighters)
        flown = best(self.decks, wings, zone=zone)
        flying = dict(zip(((w.place, w.unit) for w in wings), flown.fighters, strict=True))
        return tuple(_taken(arrivals, flying | self._carriers(arrivals, flown)))

    def _carriers(self, arrivals: Sequence[Arrival], flown: Flown) -> dict[tuple[str, str], int]:
        carriers = self.lanes.position.table.of_role("carrier")
        there = [(a.place, a.unit) for a in arrivals if a.unit in carriers]
        return {key: flown.carriers.get(key, 0) for key in there}

    def _most_landed(
        self,
        target: str,
        land: tuple[Arrival, ...],
        landings: Sequence[Arrival],
        contested: Sequence[str],
    ) -> tuple[Arrival, ...]:
        overland = {(a.place, a.unit): a.number for a in land}
        ashore = {
            (a.place, a.unit): n
            for a in landings
            if (n := self._standing(a) - overland.get((a.place, a.unit), 0)) > 0
            and a.place != a.ship
        }
        fought = [z for z in contested if z in self.decks.cleared]
        zones = [z for z in self._calm(landings) if z not in contested] + fought
        strength = self._strength(land)
        landed = best_landing(self.lifts, zones=zones, ashore=ashore, strength=strength)
        return self._whole(target, land, landing_arrivals(landed, target))

    def _open(self, zone: str) -> bool:
        """Whether landings can come from a zone: calm, or somebody can fight there (AA-20)."""
        if zone not in self.lanes.hostile or zone in self.decks.cleared:
            return True
        table = self.lanes.position.table
        return any(table[one.unit].attack for one in self.reach(zone).arrivals)

    def _calm(self, landings: Sequence[Arrival]) -> list[str]:
        """Zones of landings, those that more guns of ships support first."""
        table = self.lanes.position.table
        zones = list(dict.fromkeys(a.zone for a in landings))
        support = {
            z: sum(table[a.unit].attack * a.number for a in self._bombards(z)) for z in zones
        }
        return sorted(zones, key=lambda z: -support[z])

    def _standing(self, arrival: Arrival) -> int:
        return self.lanes.position.force(arrival.place, self.lanes.power)[arrival.unit]

    def _whole(
        self,
        target: str,
        land: tuple[Arrival, ...],
        landed: tuple[Arrival, ...],
    ) -> tuple[Arrival, ...]:
        """Add the ships that fight for a zone or bombard, and aircraft."""
        zones = self._calm(landed)
        fought = [zone for zone in zones if zone in self.lanes.hostile]
        at_sea = _first(a for zone in fought for a in self._at_sea(zone))
        calm = (zone for zone in zones if zone not in self.lanes.hostile)
        used = {(a.place, a.unit) for a in at_sea}
        guns = _first(a for zone in calm for a in self._bombards(zone))
        bombards = tuple(a for a in guns if (a.place, a.unit) not in used)
        zone = fought[0] if fought else ""
        air = tuple(self._in_air(target, zone))
        return self._most(target, (*land, *landed, *bombards, *at_sea, *air), zone)

    def _strength(self, land: Sequence[Arrival]) -> Strength:
        counts: dict[str, int] = {}
        for one in land:
            counts[one.unit] = counts.get(one.unit, 0) + one.number
        return Strength(self.lanes.position.table, counts)


def _first(arrivals: Iterator[Arrival]) -> tuple[Arrival, ...]:
    """Return each ship's first arrival."""
    found: dict[tuple[str, str], Arrival] = {}
    for one in arrivals:
        found.setdefault((one.place, one.unit), one)
    return tuple(found.values())


def _taken(
    arrivals: Sequence[Arrival], numbers: Mapping[tuple[str, str], int]
) -> Iterator[Arrival]:
    """Go through arrivals with the numbers that go, where these are limited."""
    for one in arrivals:
        number = (
            numbers.get((one.place, one.unit), one.number) if one.way in (AIR, SEA) else one.number
        )
        if number:
            yield one if number == one.number else replace(one, number=number)


_RECENT: list[tuple[Position, Key, Muster]] = []  # positions are compared as objects: `is`
