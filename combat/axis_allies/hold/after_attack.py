"""Where everybody is once an attack has succeeded: garrison, ships, aircraft (AA-42, AA-44)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from combat.axis_allies.attack.attack import TAKEN, Attack, End
from combat.axis_allies.attack.operation import TRANSPORT, added, less, loads_of, parted
from combat.axis_allies.economy.capture import captured, captured_guns
from combat.axis_allies.economy.room import DECKS
from combat.axis_allies.hold.garrison import Weighted
from combat.axis_allies.map.position import NOTHING, Position
from combat.axis_allies.reach.guests import guests, sunk_guests
from combat.axis_allies.reach.reach import AIR, LAND, LANDING, Arrival, Party
from combat.battle import Battle
from combat.force import Force


class Move(NamedTuple):
    """Units that go from one place to another after the battle; `to` is '' where they are lost."""

    unit: str
    number: int
    origin: str
    to: str


def garrison_after(attack: Attack) -> Weighted:
    """Return what stands in a territory that an attack has taken, chances given that it has.

    The land units that are left, and the AA guns that were there (AA-44).
    """
    position, target = attack.position, attack.party.target
    guns = captured_guns(position, attack.power, target)
    taken = attack.chance(TAKEN)
    able = set(position.table.of_domain("land"))
    found: dict[tuple[tuple[str, int], ...], float] = {}
    for end in attack.ends:
        if end.event == TAKEN and end.chance > 0:
            land = tuple(row for row in end.attackers if row[0] in able)
            found[land] = found.get(land, 0.0) + end.chance / taken
    return {added(position.table, land, guns): chance for land, chance in found.items()}


def likeliest_end(attack: Attack) -> End:
    """Return the likeliest of the ends in which the territory is taken."""
    return max((end for end in attack.ends if end.event == TAKEN), key=lambda end: end.chance)


def after_attack(attack: Attack, end: End) -> tuple[Position, tuple[Move, ...]]:
    """Return the position after an attack that took the territory, and where aircraft came down.

    1. Who went is gone from where he stood; ships are where they fought or landed from.
    2. The territory is taken by what is left of the land units (AA-42, AA-44, AA-45).
    3. Aircraft land at the nearest place that they can get to, never where was fought (AA-44).
    4. Defending fighters without a deck are one area away, on land if they can, or lost (AA-53).

    Parameters
    ----------
    attack : Attack
    end : End
        In which the territory is taken.
    """
    power, party = attack.power, attack.party
    position = departed(attack.position, power, party)
    position = _sailed(position, power, party)
    position = _fought_at_sea(position, attack, end)
    land, _ = parted(position.table, end.attackers, "land")
    position = captured(position, power, party.target, land)
    moves = landed(party, _aircraft_left(position, end))
    for move in moves:
        if move.to:
            position = with_more(position, move.to, power, Force.of({move.unit: move.number}))
    for fleet in end.fleets:
        position = _homeless(position, fleet.zone, position.board.enemies(power))
    return position, moves


def departed(position: Position, power: str, party: Party) -> Position:
    """Return the position without the land units and aircraft of a party."""
    for one in party.arrivals:
        if one.way in (LAND, AIR, LANDING):
            position = fewer(position, one.place, power, {one.unit: one.number})
    return position


def landed(party: Party, left: Force) -> tuple[Move, ...]:
    """Return where the aircraft that are left of a party land.

    Losses are shared out to those that came last in the party.
    """
    still, moves = dict(left), []
    for one in party.arrivals:
        number = min(one.number, still.get(one.unit, 0)) if one.way == AIR else 0
        if number:
            still[one.unit] -= number
            to = next((place for place in one.landings if place != party.target), "")
            moves.append(Move(one.unit, number, one.place, to))
    return tuple(moves)


def with_more(position: Position, place: str, power: str, force: Force) -> Position:
    """Return the position with units added to what a power has in an area."""
    there = added(position.table, position.force(place, power), force)
    return position.with_force(place, power, there)


def fewer(position: Position, place: str, power: str, gone: dict[str, int]) -> Position:
    """Return the position with so many units less of what a power has in an area, if there."""
    there = position.force(place, power)
    some = {name: min(n, there[name]) for name, n in gone.items()}
    return position.with_force(place, power, less(position.table, there, some))


def moved_in(position: Position, power: str, place: str, moves: Iterable[Arrival]) -> Position:
    """Return the position after non-combat moves of units into a place."""
    for one in moves:
        position = fewer(position, one.place, power, {one.unit: one.number})
        position = with_more(position, place, power, Force.of({one.unit: one.number}))
    return position


def for_turn(position: Position, power: str) -> Position:
    """Return the position as a power finds it at the start of its turn, nobody else having moved.

    Rounds are not counted on.
    """
    return replace(position, turn=power)


def _sailed(position: Position, power: str, party: Party) -> Position:
    """Move ships to where they fight, fire or land from; transports as few as can carry."""
    voyages: list[tuple[str, str, str, int]] = [
        (one.place, one.path[-1], one.unit, one.number)
        for one in party.arrivals
        if one.way not in (LAND, AIR, LANDING)
    ]
    aboard_carriers = guests(position, power, party)
    fighter = position.table.of_role("fighter")[0]
    by_ship: dict[tuple[str, str], list[Arrival]] = {}
    for one in party.arrivals:
        if one.way == LANDING:
            by_ship.setdefault((one.ship, one.zone), []).append(one)
    for (ship, zone), cargo in by_ship.items():
        aboard = added(position.table, [(one.unit, one.number) for one in cargo])
        own = position.force(ship, power)[TRANSPORT]
        named = sum(n for a, b, unit, n in voyages if (a, b, unit) == (ship, zone, TRANSPORT))
        number = min(own, len(loads_of(position.table, aboard))) - named
        voyages += [(ship, zone, TRANSPORT, number)] if number > 0 else []
    for origin, to, unit, number in voyages:
        if origin != to:
            position = fewer(position, origin, power, {unit: number})
            position = with_more(position, to, power, Force.of({unit: number}))
    for (origin, to), row in aboard_carriers.items():
        for ally, number in row.items():
            position = fewer(position, origin, ally, {fighter: number})
            position = with_more(position, to, ally, Force.of({fighter: number}))
    return position


def _fought_at_sea(position: Position, attack: Attack, end: End) -> Position:
    """Take out what battles at sea before the landing have sunk."""
    battles: Sequence[tuple[str, object]] = attack.sea_battles
    fought = {zone for zone, _ in battles}
    table = position.table
    for fleet in end.fleets:
        if fleet.zone not in fought:
            continue
        battle = next(battle for zone, battle in attack.sea_battles if zone == fleet.zone)
        ships, _ = parted(table, battle.attacker, "sea")
        left, _ = parted(table, fleet.attackers, "sea")
        sunk = {name: n - left[name] for name, n in ships if n > left[name]}
        position = fewer(position, fleet.zone, attack.power, sunk)
        position = _guests_sunk(position, attack, fleet.zone, battle, sunk)
        gone = dict(less(table, battle.defender, dict(fleet.defenders)))
        for one, force in position.enemies(fleet.zone, attack.power).items():
            lost = {name: min(n, force[name]) for name, n in gone.items()}
            gone = {name: n - lost[name] for name, n in gone.items()}
            position = fewer(position, fleet.zone, one, lost)
    return position


def _homeless(position: Position, zone: str, side: Sequence[str]) -> Position:
    """Land a side's fighters that have no deck in a zone one area away, or lose them (AA-53)."""
    board, fighter = position.board, position.table.of_role("fighter")[0]
    for one in side:
        away = min(position.force(zone, one)[fighter], -_free_decks(position, zone, side))
        if away <= 0:
            continue
        position = fewer(position, zone, one, {fighter: away})
        rooms = {place: away for place in board.land_ways[zone] if position.friendly(place, one)}
        rooms |= {other: _free_decks(position, other, side) for other in board.sea_ways[zone]}
        for place, room in rooms.items():
            number = max(0, min(away, room))
            position = with_more(position, place, one, Force.of({fighter: number}))
            away -= number
    return position


def _free_decks(position: Position, zone: str, side: Sequence[str]) -> int:
    """Return the decks of a side's carriers in a zone less its fighters there."""
    here, table = position.total(position.forces(zone, side)), position.table
    decks = DECKS * sum(here[name] for name in table.of_role("carrier"))
    return decks - sum(here[name] for name in table.of_role("fighter"))


def _guests_sunk(
    position: Position, attack: Attack, zone: str, battle: Battle, sunk: Mapping[str, int]
) -> Position:
    """Take out allies' fighters that have gone down with carriers (AA-14)."""
    table = position.table
    carriers = table.of_role("carrier")
    loads = tuple(row for row in battle["cargo"] if row[0] in carriers)
    number = sunk_guests(
        loads,
        carriers=sum(battle.attacker[name] for name in carriers),
        sunk=sum(sunk.get(name, 0) for name in carriers),
    )
    for (_, to), row in guests(attack.position, attack.power, attack.party).items():
        for ally, most in row.items() if to == zone else ():
            some = min(number, most)
            position = fewer(position, zone, ally, {table.of_role("fighter")[0]: some})
            number -= some
    return position


def _aircraft_left(position: Position, end: End) -> Force:
    """Return the aircraft that are left of an attack, on land and at sea."""
    table = position.table
    forces = (end.attackers, *(fleet.attackers for fleet in end.fleets))
    return added(table, *(parted(table, force, "air")[0] for force in forces)) or NOTHING
