"""Map files: TOML with spaces, links and a position, read key by key and written back (WW-24).

``[[space]]``, ``[[link]]``, ``[position]`` and ``[[units]]`` may stand in one file, or the last
two in a file of their own.
"""

import json
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from combat.entries import check_keys, flag, load_parts, parsed, rows, text, texts, unknown
from combat.errors import OptionError
from combat.toml_text import not_that
from combat.washingtons_war.generals import AMERICAN, BRITISH, NATIONS
from combat.washingtons_war.map.board import CANADA, COLONIES, DISPERSED, Board, Link, Space
from combat.washingtons_war.map.position import Position, Units
from combat.washingtons_war.troops import MOST_CU

PC_KEYS = {"american_pc": AMERICAN, "british_pc": BRITISH}
KEYS = {
    "space": ("name", "colony", "port", "zone"),
    "link": ("spaces", "kind", "only"),
    "position": ("congress", *PC_KEYS, "blockaded", "regulars", "france"),
    "units": ("space", "general", *NATIONS),
}
OF_BOARD = 2  # sections


def read_map(file: str, position_file: str = "") -> Position:
    """Read a map and a position from one file, or from two (WW-24).

    Raises
    ------
    NotationError
        A file that is no TOML.
    OptionError
        A file that cannot be read, or an entry that is not possible.
    """
    data = load_parts(file, position_file, KEYS, OF_BOARD)
    return _position(data, _board(data))


def parse_board(source: str) -> Board:
    """Read spaces and links from a text (WW-24).

    Examples
    --------
    >>> board = parse_board('''
    ... [[space]]
    ... name = "Oswego"
    ... colony = "NY"
    ... [[space]]
    ... name = "Montreal"
    ... colony = "Canada"
    ... port = "fortified"
    ... [[link]]
    ... spaces = ["Montreal", "Oswego"]
    ... ''')
    >>> board.neighbours("Oswego"), board.ports
    (('Montreal',), ('Montreal',))
    """
    return _board(parsed(source, KEYS))


def parse_position(source: str, board: Board | None = None) -> Position:
    """Read a position from a text, on a map that is given or in the text too (WW-24)."""
    data = parsed(source, KEYS)
    return _position(data, _board(data) if board is None else board)


def position_text(position: Position) -> str:
    """Write a position, without its map, so that `parse_position` reads it back (WW-24)."""
    order = [space.name for space in position.board.spaces]
    lines = ["[position]", f"congress = {_quoted(position.congress or DISPERSED)}"]
    for key, side in PC_KEYS.items():
        lines.append(f"{key} = {_quoted([n for n in order if position.pcs.get(n) == side])}")
    lines.append(f"blockaded = {_quoted(sorted(position.blockaded))}")
    lines += [f"regulars = {_quoted(position.regulars)}", f"france = {_quoted(position.france)}"]
    for name in order:
        if name in position.units:
            there = position.units[name]
            lines += ["", "[[units]]", f"space = {_quoted(name)}"]
            lines += [f"general = {_quoted(there.general)}"] if there.general else []
            counts = [(nation, getattr(there, nation)) for nation in NATIONS]
            lines += [f"{nation} = {count}" for nation, count in counts if count]
    return "\n".join(lines) + "\n"


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _board(data: Mapping[str, Any]) -> Board:
    spaces = [_space(row, place) for place, row in rows(data, "space", KEYS, "name", "space")]
    if not spaces:
        raise OptionError("the map has no [[space]]; give at least one", allowed=("[[space]]",))
    links: list[Link] = []
    for place, row in rows(data, "link", KEYS, "name", "space"):
        links += _links(row, place, {space.name for space in spaces})
    return Board(tuple(spaces), tuple(links))


def _space(row: Mapping[str, Any], place: str) -> Space:
    codes = {title.casefold(): code for code, title in COLONIES.items()}
    codes |= {code.casefold(): code for code in (*COLONIES, CANADA)}
    colony = text(row, "colony", place)
    return Space(
        text(row, "name", place),
        codes.get(colony.casefold(), colony),
        text(row, "port", place, "no"),
        text(row, "zone", place, ""),
    )


def _links(row: Mapping[str, Any], place: str, known: Iterable[str]) -> list[Link]:
    """Read a link, or a row of them: each space is joined to the next (WW-04)."""
    names = texts(row, "spaces", place)
    if len(names) < 2:
        raise OptionError(
            f"{place}: spaces names two spaces or more, each joined to the next, as in"
            ' ["Oswego", "Montreal"]',
            given=str(names),
        )
    for name in names:
        if name not in known:
            raise unknown("space", name, sorted(known), f"{place}: ")
    kind, only = text(row, "kind", place, "solid"), text(row, "only", place, "")
    return [Link(a, b, kind, only) for a, b in pairwise(names)]


def _position(data: Mapping[str, Any], board: Board) -> Position:
    row = data.get("position")
    if not isinstance(row, dict):
        raise OptionError(
            'there is no [position] section; write one, at least with congress = "SPACE" or'
            f' "{DISPERSED}"',
            allowed=("[position]",),
        )
    place = "[position]"
    check_keys(row, "position", KEYS, place)
    congress = text(row, "congress", place)
    if congress != DISPERSED and congress not in [space.name for space in board.spaces]:
        names = (DISPERSED, *(space.name for space in board.spaces))
        raise unknown("space", congress, names, f"{place}: congress: ")
    return Position(
        board,
        _pcs(row, board),
        _units(data, board),
        "" if congress == DISPERSED else congress,
        frozenset(texts(row, "blockaded", place)),
        flag(row, "regulars", "[position]", default=True),
        flag(row, "france", "[position]", default=False),
    )


def _pcs(row: Mapping[str, Any], board: Board) -> dict[str, str]:
    known = [space.name for space in board.spaces]
    found: dict[str, str] = {}
    for key, side in PC_KEYS.items():
        for name in texts(row, key, "[position]"):
            if name not in known:
                raise unknown("space", name, known, f"[position]: {key}: ")
            if name in found:
                raise OptionError(
                    f"[position]: {key}: {name} has a PC marker already; a space has one at most:"
                    " leave one out",
                    given=name,
                )
            found[name] = side
    return found


def _units(data: Mapping[str, Any], board: Board) -> dict[str, Units]:
    known = [space.name for space in board.spaces]
    found: dict[str, Units] = {}
    for place, row in rows(data, "units", KEYS, "name", "space"):
        name = text(row, "space", place)
        if name not in known:
            raise unknown("space", name, known, f"{place}: ")
        if name in found:
            raise OptionError(f"{place}: {name} is there twice; put both into one", given=name)
        counts = {nation: _count(row, nation, place) for nation in NATIONS}
        found[name] = Units(**counts, general=text(row, "general", place, ""))
    return found


def _count(row: Mapping[str, Any], nation: str, place: str) -> int:
    value = row.get(nation, 0)
    if type(value) is not int or not 0 <= value <= MOST_CU:
        what = f"a whole number from 0 to {MOST_CU}"
        raise not_that(nation, value, what, f"{place}: ", (f"0 to {MOST_CU}",))
    return value
