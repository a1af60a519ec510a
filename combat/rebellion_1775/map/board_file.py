"""Map files: TOML with areas, links, waters and a position (RB-24, RB-29).

``[[area]]``, ``[[link]]``, ``[[water]]``, ``[position]`` and ``[[units]]`` may stand in one file,
or the last two in a file of their own.
"""

from itertools import pairwise

from combat.entries import Row, flag, load_parts, parsed, rows, text, texts
from combat.errors import OptionError
from combat.rebellion_1775.map.board import Area, Board, Link, Water
from combat.rebellion_1775.map.position import Position
from combat.rebellion_1775.map.position_file import read_position
from combat.rebellion_1775.map.sections import KEYS, LABELS, colony_of

OF_BOARD = 3  # sections


def read_map(file: str, position_file: str = "") -> Position:
    """Read a map and a position from one file, or from two (RB-24, RB-29).

    Raises
    ------
    NotationError
        A file that is no TOML.
    OptionError
        A file that cannot be read, or an entry that is not possible.
    """
    data = load_parts(file, position_file, KEYS, OF_BOARD)
    return read_position(data, _board(data))


def parse_board(source: str) -> Board:
    """Read areas, links and waters from a text (RB-24, RB-29).

    Examples
    --------
    >>> board = parse_board('''
    ... [[area]]
    ... name = "Boston"
    ... colony = "MA"
    ... city = true
    ... [[area]]
    ... name = "Newport"
    ... colony = "Rhode Island"
    ... [[link]]
    ... areas = ["Boston", "Newport"]
    ... ''')
    >>> board.neighbours("Newport"), board.cities_of("Massachusetts")
    (('Boston',), ('Boston',))
    """
    return _board(parsed(source, KEYS))


def parse_position(source: str, board: Board | None = None) -> Position:
    """Read a position from a text, on a map that is given or in the text too (RB-24)."""
    data = parsed(source, KEYS)
    return read_position(data, _board(data) if board is None else board)


def _board(data: Row) -> Board:
    areas = tuple(_area(row, place) for place, row in rows(data, "area", KEYS, *LABELS))
    if not areas:
        raise OptionError("the map has no [[area]]; give at least one", allowed=("[[area]]",))
    links: list[Link] = []
    for place, row in rows(data, "link", KEYS, *LABELS):
        links += _links(row, place)
    waters = [
        Water(text(row, "name", place), tuple(texts(row, "areas", place)))
        for place, row in rows(data, "water", KEYS, *LABELS)
    ]
    return Board(areas, tuple(links), tuple(waters))


def _area(row: Row, place: str) -> Area:
    colony = colony_of(text(row, "colony", place, ""))
    return Area(text(row, "name", place), colony, flag(row, "city", place))


def _links(row: Row, place: str) -> list[Link]:
    """Read a link, or a row of them: each area is joined to the next."""
    names = texts(row, "areas", place)
    if len(names) < 2:
        raise OptionError(
            f"{place}: areas names two areas or more, each joined to the next, as in"
            ' ["Boston", "Newport"]',
            given=str(names),
        )
    return [Link(a, b) for a, b in pairwise(names)]
