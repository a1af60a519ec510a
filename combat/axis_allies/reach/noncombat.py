"""What can move to a friendly place in the non-combat phase (AA-44, AA-46, p. 21)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from combat.axis_allies.map.position import NOTHING, Position
from combat.axis_allies.reach.decks import Decks, calm_paths
from combat.axis_allies.reach.lifts import Lifts
from combat.axis_allies.reach.loading import ships_used
from combat.axis_allies.reach.parties import AIR, LAND, LANDING, SEA, Arrival, Party
from combat.axis_allies.reach.paths import Lanes
from combat.force import Force


def reinforcements(
    position: Position, power: str, place: str, *, moved: Sequence[Party] = ()
) -> tuple[Arrival, ...]:
    """Return the power's units that can move to a friendly place in the non-combat phase.

    Land units, AA guns too, move over friendly territories, those taken this turn as well, or on
    transports that did nothing in the combat phase; ships through friendly zones, submarines
    through any without an enemy destroyer; aircraft land where the side held the land at the
    turn's start, fighters on decks as well. Each arrival is by itself, as in `Reach.arrivals`.

    Parameters
    ----------
    position : Position
        Where everybody stands at the turn's start; territories taken may have changed hands.
    power : str
    place : str
        A territory of the power's side or one that it takes in this turn, or a sea zone.
    moved : sequence of Party
        Who moved or fought in the combat phase. Their attacks are taken to have succeeded:
        their targets and what they blitzed through are the power's, zones clear of enemies. Of
        these units aircraft alone move on, from where they fought, with the range they have left.

    Returns
    -------
    tuple of Arrival
        () if the place is not friendly; into a zone with enemy warships only submarines go.

    Raises
    ------
    OptionError
        For a name that means nothing.
    """
    board = position.board
    quiet = _Quiet(position, board.power(power), tuple(moved))
    return tuple(quiet.arrivals(board.place(place)))


@dataclass(frozen=True)
class _Quiet:
    """The non-combat phase of a power."""

    start: Position
    power: str
    moved: tuple[Party, ...]

    @cached_property
    def taken(self) -> frozenset[str]:
        """Territories taken in this turn."""
        position = self.start
        through = {a for p in self.moved for one in p.arrivals for a in _by_land(one)}
        ends = {party.target for party in self.moved}
        enemy = {n for n in through if not position.friendly(n, self.power)}
        return frozenset(enemy | {n for n in ends if not position.board.areas[n].sea})

    @cached_property
    def fought(self) -> frozenset[str]:
        """Zones where the power fought."""
        ends = {p.target for p in self.moved}
        ends |= {one.path[-1] for p in self.moved for one in p.arrivals if one.way in (SEA, AIR)}
        return frozenset(end for end in ends if self.start.board.areas[end].sea)

    @cached_property
    def left(self) -> Position:
        """What has not moved, and no enemies where the power fought or marched in."""
        position = self.start
        lifts = Lifts(Lanes(position, self.power))
        for name in self.taken:
            position = position.with_owner(name, self.power)
        for place in self.taken | self.fought:
            for enemy in position.enemies(place, self.power):
                position = position.with_force(place, enemy, NOTHING)
            if place in self.start.board.areas and place in self.taken:
                position = position.with_force(place, self.power, NOTHING)  # guns taken, garrison
        for party in self.moved:
            for one in party.arrivals:
                position = _less(position, one.place, self.power, one.unit, one.number)
        landings = [(p.target, a) for p in self.moved for a in p.arrivals if a.way == LANDING]
        for zone, number in ships_used(lifts, landings).items():
            for ship in position.table.of_role("transport"):
                position = _less(position, zone, self.power, ship, number)
        return position

    @cached_property
    def lanes(self) -> Lanes:
        return Lanes(self.left, self.power, self.taken)

    @cached_property
    def decks(self) -> Decks:
        return Decks(Lanes(self.start, self.power, self.taken), cleared=self.fought)

    def arrivals(self, place: str) -> Iterator[Arrival]:
        """Go through what can move to a place."""
        if self.left.board.areas[place].sea:
            yield from self._ships(place)
            if place not in self.lanes.hostile:
                yield from self._fighters(place)
        elif place in self.lanes.friendly or place in self.taken:
            yield from self._on_land(place)
            yield from self._by_ship(place)
            if place in self.lanes.friendly:
                yield from self._aircraft(place)

    def _on_land(self, place: str) -> Iterator[Arrival]:
        table = self.left.table
        for start, units in self._land_units:
            for unit, n in units:
                path = self._paths(start, table[unit].moves).get(place, ())
                if len(path) > 1:
                    yield Arrival(start, unit, n, LAND, path)

    @cached_property
    def _lifts(self) -> Lifts:
        return Lifts(self.lanes, guns=True)

    @cached_property
    def _land_units(self) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
        rows = self._lifts.land_units
        return tuple((p, rows[p]) for p in self.left.board.territories if p in rows)

    def _paths(self, start: str, moves: int) -> dict[str, tuple[str, ...]]:
        """Return ways over friendly land, what was taken this turn included."""
        held = self.lanes.friendly | self.taken
        found: dict[str, tuple[str, ...]] = {start: (start,)}
        edge = [start]
        for _ in range(moves):
            ahead = []
            for area in edge:
                for near in self.left.board.land_ways[area]:
                    if near in held and near not in found:
                        found[near] = (*found[area], near)
                        ahead.append(near)
            edge = ahead
        return found

    def _by_ship(self, place: str) -> Iterator[Arrival]:
        """Go through landings from transports that have not moved, nor stand where was fought."""
        for one in self._lifts.landings(place):
            calm = {one.ship, one.zone}.isdisjoint(self.lanes.hostile)
            if calm and one.ship not in self.fought and one.place != place:
                yield one

    def _ships(self, zone: str) -> Iterator[Arrival]:
        table = self.left.table
        for start in self.left.board.zones:
            if start in (zone, *self.fought):
                continue
            for unit, n in self.left.force(start, self.power):
                row = table[unit]
                if row.domain == "sea" and (path := self._ways(start, unit).get(zone)):
                    yield Arrival(start, unit, n, SEA, path)

    def _ways(self, start: str, unit: str) -> dict[str, tuple[str, ...]]:
        row = self.left.table[unit]
        if row.role == "submarine":
            return dict(self.lanes.sea_paths(start, unit))
        if start in self.lanes.hostile:
            return {}  # it fought there, or left in the combat phase
        return dict(calm_paths(self.lanes, start, row.moves, frozenset()))

    def _flying(self) -> Iterator[tuple[str, str, int, int]]:
        """Go through aircraft: where they are, their kind, number and range."""
        table = self.left.table
        able = table.of_domain("air")
        for place in self.left.board.areas:
            for unit, n in self.left.force(place, self.power):
                if unit in able:
                    yield place, unit, n, table[unit].moves
        away = self.decks.flights.away
        for party in self.moved:
            for one in party.arrivals:
                if one.way == AIR:
                    left = table[one.unit].moves - away[one.place][one.path[-1]]
                    yield one.path[-1], one.unit, one.number, left

    def _aircraft(self, place: str) -> Iterator[Arrival]:
        flights = self.decks.flights
        for start, unit, n, moves in self._flying():
            if start != place and flights.away[start].get(place, moves + 1) <= moves:
                yield Arrival(start, unit, n, AIR, flights.path(start, place))

    def _fighters(self, zone: str) -> Iterator[Arrival]:
        """Go through fighters that find room on carriers that are, or can come, in a zone."""
        flights, room = self.decks.flights, self._room(zone)
        able = self.left.table.of_role("fighter")
        for start, unit, n, moves in self._flying():
            near = flights.away[start].get(zone, moves + 1) <= moves
            number = min(n, room)
            if unit in able and near and number and not self._sits(start, zone):
                yield Arrival(start, unit, number, AIR, flights.path(start, zone))

    def _sits(self, start: str, zone: str) -> bool:
        return start == zone and zone not in self.fought

    def _room(self, zone: str) -> int:
        """Return the free places on decks in a zone, once every carrier that can has come."""
        bound: dict[tuple[str, str], list[str]] = {}
        for party in self.moved:
            for one in party.arrivals:
                if one.way == SEA:
                    ends = bound.setdefault((one.place, one.unit), [])
                    ends += [one.path[-1]] * one.number
        room = 0
        for carrier in self.decks.carriers:
            ends = bound.get((carrier.zone, carrier.unit), [])
            stands = (ends.pop(),) if ends else self.decks.stands(carrier)
            room += carrier.room if zone in stands else 0
        fighters = self.left.table.of_role("fighter")
        return max(0, room - sum(self.left.force(zone, self.power)[name] for name in fighters))


def _by_land(one: Arrival) -> tuple[str, ...]:
    return one.path[1:] if one.way == LAND else ()


def _less(position: Position, place: str, power: str, unit: str, number: int) -> Position:
    counts = dict(position.force(place, power))
    counts[unit] = max(0, counts.get(unit, 0) - number)
    return position.with_force(place, power, Force.of(counts))
