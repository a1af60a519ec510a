"""What a position says of some areas: who is there, and where one gets to from them."""

from collections.abc import Iterator, Sequence

from combat.axis_allies.map.board import Canal
from combat.axis_allies.map.position import Position
from combat.axis_allies.map.stacks import COMPLEX
from combat.sheets import Cell, Column, Sheet, Sheets

LAND, SEA, COAST = "land", "sea", "coast"


def place_report(position: Position, places: Sequence[str]) -> Sheets:
    """Return areas in tables: ``places``, ``units``, ``links``.

    Parameters
    ----------
    position : Position
    places : sequence of str
        In any spelling that the board knows; each is shown once.

    Raises
    ------
    OptionError
        For a place that is not known.
    """
    board = position.board
    names = tuple(dict.fromkeys(board.place(text) for text in places))
    return Sheets(
        game="axis-allies",
        question="map",
        title=f"{board.title}: {', '.join(names)}",
        lines=tuple(dict.fromkeys(line for name in names for line in _lines(position, name))),
        sheets=(_places(position, names), _units(position, names), _links(position, names)),
        assumes=(
            "neutral territories are left out: nobody enters or flies over them",
            *position.notes,
        ),
    )


def _lines(position: Position, place: str) -> Iterator[str]:
    board = position.board
    for canal in board.canals:
        if place in (*canal.zones, *canal.holders):
            ends = " and ".join(zone for zone in board.zones if zone in canal.zones)
            yield f"canal between {ends}: {_canal(position, canal)}"
    if place == board.strait:
        yield f"Turkish strait: {_strait(position)} to ships, into {place} and out of it"


def _canal(position: Position, canal: Canal) -> str:
    """Say to which side a canal is open: to the one that holds all that is beside it."""
    sides = {position.board.side(position.owners[name]) for name in canal.holders}
    who = f"open to the {sides.pop()}" if len(sides) == 1 else "closed to all"
    held = ", ".join(f"{name} held by {position.owners[name]}" for name in canal.holders)
    return f"{canal.name}, {who} ({held})"


def _strait(position: Position) -> str:
    return "open" if position.strait_open else "closed"


def _places(position: Position, places: Sequence[str]) -> Sheet:
    heads = (
        Column("place", "place"),
        Column("owner", "held by"),
        Column("income", ">income"),
        Column("city", "victory city"),
        Column("complex", "complex"),
        Column("damage", ">damage"),
    )
    return Sheet("places", "", heads, tuple(_place(position, name) for name in places))


def _place(position: Position, place: str) -> tuple[Cell, ...]:
    area = position.board.areas[place]
    if area.sea:
        return place, None, None, None, None, None
    damage = position.complexes.get(place)
    return (
        place,
        position.owners[place],
        area.income,
        area.city or None,
        None if damage is None else COMPLEX,
        damage,
    )


def _units(position: Position, places: Sequence[str]) -> Sheet:
    heads = (Column("place", "place"), Column("power", "power"), Column("units", "units"))
    rows = tuple(
        (place, power, str(force))
        for place in places
        for power, force in position.units.get(place, {}).items()
    )
    return Sheet("units", "what stands there", heads, rows)


def _links(position: Position, places: Sequence[str]) -> Sheet:
    heads = (
        Column("place", "place"),
        Column("to", "linked with"),
        Column("way", "by"),
        Column("passage", "canal or strait"),
        Column("owner", "held by"),
        Column("units", "what stands there"),
    )
    rows = tuple(
        _link(position, place, to) for place in places for to in position.board.ways[place]
    )
    return Sheet("links", "links: check them against your board", heads, rows)


def _link(position: Position, place: str, to: str) -> tuple[Cell, ...]:
    board = position.board
    at_sea = board.areas[place].sea, board.areas[to].sea
    way = SEA if all(at_sea) else COAST if any(at_sea) else LAND
    passage = _passage(position, place, to) if way == SEA else None
    return place, to, way, passage, position.owners.get(to), standing(position, to) or None


def standing(position: Position, place: str) -> str:
    """Return what stands in an area, with the power where it is not the one that holds it.

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> standing(starting_position(), "Norway"), standing(starting_position(), "sz 8")
    ('3 inf, 1 ftr', 'Germany 1 ss')
    """
    owner = position.owners.get(place)
    return "; ".join(
        str(force) if power == owner else f"{power} {force}"
        for power, force in position.units.get(place, {}).items()
    )


def _passage(position: Position, one: str, other: str) -> str | None:
    """Return what ships pass on a way by sea, and for whom it is open."""
    board = position.board
    canal = board.canal(one, other)
    if canal is not None:
        return _canal(position, canal).partition(" (")[0]
    return f"Turkish strait, {_strait(position)}" if board.strait in (one, other) else None
