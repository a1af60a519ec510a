"""Position files: TOML, read key by key; the set-up is one of them (AA-40)."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from combat.axis_allies.map.board import shipped_board
from combat.axis_allies.map.position import Position
from combat.axis_allies.map.position_check import MOST_ROUND, VICTORIES, check_position
from combat.axis_allies.map.position_sections import (
    linked,
    read_cash,
    read_damage,
    read_owners,
    read_stacks,
    section,
)
from combat.axis_allies.map.stacks import stack_text
from combat.axis_allies.units import EDITIONS
from combat.entries import number, one_of, text, texts, unknown
from combat.errors import IllegalBattleError, NotationError, within
from combat.files import file_text
from combat.notation import shown
from combat.toml_text import NO_TOML, fault_of_toml, not_that, toml_key, toml_quoted

SET_UP, EMPTY = "set-up", "empty"
OPEN, CLOSED = "open", "closed"
SECTIONS = ("cash", "owners", "units", "damage", "links")
KEYS = ("start", "round", "turn", "edition", "victory", "strait", "notes", *SECTIONS)
WIDTH = 100  # of a line in a file that is written
MOST_BYTES = 1_000_000  # of a file; a whole position takes some 8,000
AT_TOP = "at the top"
_NOTES = '["the opening of our third game"]'
Row = Mapping[str, Any]


@cache
def starting_position() -> Position:
    """Return the set-up of the 2009 edition.

    Examples
    --------
    >>> start = starting_position()
    >>> str(start.force("Karelia S.S.R.", "Soviet Union")), start.income("Germany")
    ('3 inf, 1 ftr', 40)
    """
    found = parse_position(resources.files(__package__).joinpath("setup_2009.toml").read_text())
    return replace(found, notes=(*found.notes, *found.board.notes))


def read_position(file: str) -> Position:
    """Read a position file.

    Raises
    ------
    OptionError
        If it cannot be read, or has a key, a name or a number that it cannot have.
    NotationError, UnknownUnitError
        If it is no TOML, or units in it cannot be read.
    IllegalBattleError
        If the rules do not allow the position.
    """
    what = f"the position {file!r}"
    try:
        contents = file_text(file, what, most=MOST_BYTES)
    except UnicodeDecodeError:
        raise NotationError(
            f"{what} is not a text in UTF-8; save it as one, 'UTF-8' in most editors", given=file
        ) from None
    with within(what):
        return parse_position(contents)


def parse_position(contents: str) -> Position:
    """Read a position from the text of a position file.

    Raises
    ------
    As `read_position`.

    Examples
    --------
    >>> position = parse_position('''
    ... turn = "Germany"
    ... [units."Soviet Union"]
    ... Karelia = "5 inf, 1 arm"
    ... ''')
    >>> str(position.force("Karelia S.S.R.", "Soviet Union")), position.turn
    ('5 inf, 1 arm', 'Germany')
    """
    try:
        data = tomllib.loads(contents)
    except NO_TOML as error:
        raise NotationError(f"not TOML: {fault_of_toml(error)}") from None
    for key in data:
        if key not in KEYS:
            raise unknown("key", key, KEYS)
    found = _position(data)
    check_position(found, of_file=True)
    return found


def _position(data: Row) -> Position:
    start = text(data, "start", AT_TOP, SET_UP)
    one_of("start", start, (SET_UP, EMPTY))
    base = starting_position() if start == SET_UP else _empty()
    edition = text(data, "edition", AT_TOP, base.edition)
    one_of("edition", edition, EDITIONS)
    strait = text(data, "strait", AT_TOP, OPEN)
    one_of("strait", strait, (OPEN, CLOSED))
    board = linked(base.board, section(data, "links"))
    units, built = read_stacks(base, section(data, "units"), edition)
    owners = dict(base.owners) | read_owners(board, section(data, "owners"))
    for place, power in built.items():
        if owners.get(place) != power:
            raise IllegalBattleError(
                f"[units] {power}: {place} has a complex, but {power} does not hold it; write the"
                f" complex with the power that does",
                rule="AA-43",
                given=place,
            )
    complexes = dict(base.complexes) | dict.fromkeys(built.keys() - base.complexes.keys(), 0)
    return replace(
        base,
        board=board,
        owners=owners,
        units=units,
        complexes=complexes | read_damage(board, complexes, section(data, "damage")),
        cash=dict(base.cash) | read_cash(board, section(data, "cash")),
        turn=board.power(text(data, "turn", AT_TOP, base.turn)),
        round=number(data, "round", (1, MOST_ROUND), AT_TOP, base.round),
        edition=edition,
        strait_open=strait == OPEN,
        victory=_victory(data, base.victory),
        notes=_notes(data, base.notes),
    )


@cache
def _empty() -> Position:
    """Return the board at the start, with nothing on it and no cash."""
    board = shipped_board()
    owners = {name: board.areas[name].owner for name in board.territories}
    cash = dict.fromkeys(board.order, 0)
    return Position(board, owners, {}, {}, cash, board.order[0], notes=board.notes)


def _victory(data: Row, usual: int) -> int:
    value = data.get("victory", usual)
    if type(value) is not int or value not in VICTORIES:
        allowed = tuple(map(str, VICTORIES))
        what = f"{allowed[0]} (standard) or {allowed[1]} (total) victory cities"
        raise not_that("victory", value, what, f"{AT_TOP}: ", allowed)
    return value


def _notes(data: Row, usual: tuple[str, ...]) -> tuple[str, ...]:
    if "notes" not in data:
        return usual
    notes = tuple(" ".join(note.split()) for note in texts(data, "notes", AT_TOP, example=_NOTES))
    for note in notes:
        if not note.isprintable():
            raise NotationError(f"notes: {shown(note)} has a control character; take it out")
    return notes


def position_text(position: Position) -> str:
    """Return a position as the text of a position file, whole; it reads back as the same.

    Examples
    --------
    >>> text = position_text(starting_position())
    >>> parse_position(text) == starting_position()
    True
    >>> text.splitlines()[-1]
    '"sz 55" = "1 bb, 1 tr"'
    """
    return "\n".join(_written(position)) + "\n"


def _written(position: Position) -> Iterator[str]:
    board = position.board
    yield f"start = {toml_quoted(EMPTY)}"
    yield f"round = {position.round}"
    yield f"turn = {toml_quoted(position.turn)}"
    yield f"edition = {toml_quoted(position.edition)}"
    yield f"victory = {position.victory}"
    yield f"strait = {toml_quoted(OPEN if position.strait_open else CLOSED)}"
    yield from _list("notes", map(toml_quoted, position.notes))
    yield from ("", "[cash]")
    yield from (f"{toml_key(power)} = {cash}" for power, cash in position.cash.items())
    yield from ("", "[owners]")
    for power in board.order:
        yield from _list(toml_key(power), map(toml_quoted, position.holdings(power)))
    if any(position.complexes.values()):
        yield from ("", "[damage]")
        yield from (
            f"{toml_key(p)} = {damage}" for p, damage in position.complexes.items() if damage
        )
    usual = shipped_board().links
    if board.links != usual:
        yield from ("", "[links]")
        for key, pairs in (("add", board.links - usual), ("remove", usual - board.links)):
            listed = sorted(sorted(pair) for pair in pairs)
            yield from _list(key, (f"[{', '.join(map(toml_quoted, pair))}]" for pair in listed))
    for power in board.order:
        stacks = list(_stacks(position, power))
        if stacks:
            yield from ("", f"[units.{toml_key(power)}]")
            yield from (f"{toml_key(place)} = {toml_quoted(stack)}" for place, stack in stacks)


def _stacks(position: Position, power: str) -> Iterator[tuple[str, str]]:
    for place in position.board.areas:
        force = position.force(place, power)
        has_complex = place in position.complexes and position.owners.get(place) == power
        if force or has_complex:
            yield place, stack_text(force, has_complex=has_complex)


def _list(key: str, values: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a list, each as full as it can be."""
    found = list(values)
    line = f"{key} = [{', '.join(found)}]"
    if len(line) <= WIDTH:
        yield line
        return
    yield f"{key} = ["
    line = ""
    for value in found:
        if line and len(line) + len(value) + 4 > WIDTH:
            yield line
            line = ""
        line += f" {value}," if line else f"  {value},"
    yield from (line, "]")
