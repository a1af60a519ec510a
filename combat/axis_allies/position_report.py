"""What a position says: powers, what stands where, and who is ahead."""

from collections.abc import Iterator, Sequence

from combat.axis_allies.economy.room import places
from combat.axis_allies.map.place_report import place_report, standing
from combat.axis_allies.map.position import Position
from combat.axis_allies.map.position_file import CLOSED, OPEN
from combat.axis_allies.map.stacks import COMPLEX
from combat.sheets import Cell, Column, Sheet, Sheets


def position_report(position: Position, places: Sequence[str] = ()) -> Sheets:
    """Return a position in tables: ``position``, ``powers``, ``territories``, ``zones``.

    With `places` it is those alone, and what they are linked with: see `place_report`.

    IPC throughout; `room` is the number of units that a power can mobilise (AA-43). The value of a
    power's units is the sum of their costs, complexes not counted.
    """
    if places:
        return place_report(position, places)
    board = position.board
    return Sheets(
        game="axis-allies",
        question="map",
        title=f"{board.title}: {position.turn} to move in round {position.round}",
        lines=tuple(_lines(position)),
        sheets=(_game(position), _powers(position), _territories(position), _zones(position)),
        assumes=(*position.notes, *(f"unverified: {what}" for what in position.table.unverified)),
    )


def _lines(position: Position) -> Iterator[str]:
    board = position.board
    for side in board.sides:
        cities = position.cities(side)
        named = f": {', '.join(cities)}" if cities else ""
        yield f"{side}: {len(cities)} of {len(board.cities)} victory cities{named}"
    for side in board.sides:
        if len(position.cities(side)) >= position.victory:
            yield f"{side}: that is enough to win at the round's end"


def _game(position: Position) -> Sheet:
    heads = (
        Column("turn", "to move"),
        Column("round", ">round"),
        Column("victory", ">cities that win"),
        Column("strait", "Turkish strait"),
        Column("edition", "units of edition"),
    )
    strait = OPEN if position.strait_open else CLOSED
    row = (position.turn, position.round, position.victory, strait, position.edition)
    return Sheet("position", "", heads, (row,))


def _powers(position: Position) -> Sheet:
    heads = (
        Column("power", "power"),
        Column("side", "side"),
        Column("income", ">income"),
        Column("cash", ">cash"),
        Column("room", ">can place"),
        Column("cities", ">victory cities"),
        Column("capital", "capital"),
        Column("units", ">units"),
        Column("value", ">their IPC"),
    )
    return Sheet("powers", "", heads, tuple(_power(position, p) for p in position.board.order))


def _power(position: Position, power: str) -> tuple[Cell, ...]:
    board = position.board
    forces = [row[power] for row in position.units.values() if row.get(power)]
    held = position.capital_held(power)
    return (
        power,
        board.side(power),
        position.income(power),
        position.cash.get(power, 0),
        places(position, power),
        sum(1 for place in board.cities if position.owners[place] == power),
        "held" if held else f"held by {position.owners[board.capitals[power]]}",
        sum(force.total for force in forces),
        sum(position.table[unit].cost * n for force in forces for unit, n in force),
    )


def _territories(position: Position) -> Sheet:
    heads = (
        Column("territory", "territory"),
        Column("owner", "owner"),
        Column("income", ">income"),
        Column("city", "victory city"),
        Column("units", "units"),
        Column("complex", "complex"),
        Column("damage", ">damage"),
    )
    board = position.board
    rows = []
    for power in board.order:
        for place in position.holdings(power):
            damage = position.complexes.get(place)
            rows.append(
                (
                    place,
                    power,
                    board.areas[place].income,
                    board.areas[place].city or None,
                    standing(position, place) or None,
                    None if damage is None else COMPLEX,
                    damage,
                )
            )
    return Sheet("territories", "territories", heads, tuple(rows))


def _zones(position: Position) -> Sheet:
    heads = (Column("zone", "zone"), Column("power", "power"), Column("units", "units"))
    rows = tuple(
        (zone, power, str(force))
        for zone in position.board.zones
        for power, force in position.units.get(zone, {}).items()
    )
    return Sheet("zones", "at sea", heads, rows)
