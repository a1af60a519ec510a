"""The sections of a position file: cash, owners, units, damage, links."""

from collections.abc import Iterator, Mapping
from typing import Any

from combat.axis_allies.map.board import Board
from combat.axis_allies.map.position import Position
from combat.axis_allies.map.position_check import MOST_CASH, WORST_DAMAGE
from combat.axis_allies.map.stacks import read_stack
from combat.entries import number, text, texts, unknown
from combat.errors import IllegalBattleError, OptionError, within
from combat.force import Force
from combat.notation import shown
from combat.toml_text import plain_text, toml_key, toml_quoted, toml_text

Row = Mapping[str, Any]


def section(data: Row, name: str) -> Row:
    """Return a section of a position file, empty if it is left out.

    Raises
    ------
    OptionError
    """
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise OptionError(f"{name}: write it as a section, [{name}]", given=plain_text(found))
    return found


def _by_power(board: Board, row: Row, section: str) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a section by the power that each is of."""
    found: dict[str, str] = {}
    for key, value in row.items():
        with within(f"[{section}]"):
            power = board.power(key)
        _check_once(found, power, key, f"[{section}]")
        yield power, value


def _check_once(found: dict[str, str], name: str, key: str, place: str) -> None:
    if name in found:
        raise OptionError(
            f"{place}: {name} stands there twice, as {shown(found[name])} and {shown(key)}; write"
            " it once",
            given=key,
        )
    found[name] = key


def read_cash(board: Board, row: Row) -> dict[str, int]:
    """Return what [cash] says: power to its IPC in hand.

    Raises
    ------
    OptionError
    """
    return {
        power: number({power: value}, power, (0, MOST_CASH), "[cash]")
        for power, value in _by_power(board, row, "cash")
    }


def read_owners(board: Board, row: Row) -> dict[str, str]:
    """Return what [owners] says, power to its territories, the other way round.

    Raises
    ------
    OptionError
    """
    found: dict[str, str] = {}
    said: dict[str, str] = {}
    for key, value in row.items():
        if isinstance(value, str):
            raise _no_list(board, key, value)
    for power, names in _by_power(board, row, "owners"):
        for name in texts({power: names}, power, "[owners]", example='["Karelia", "Norway"]'):
            with within(f"[owners] {power}"):
                place = _territory(board, name)
            _check_once(said, place, f"{power}: {name}", "[owners]")
            found[place] = power
    return found


def _no_list(board: Board, key: str, value: str) -> OptionError:
    """Return the error for an owner that is written as text = text, either way round."""
    swapped = _is_power(board, value) and not _is_power(board, key)
    power, place = (value, key) if swapped else (key, value)
    why = "write the power first" if swapped else "its territories are a list"
    return OptionError(
        f"[owners]: {why}, as in {toml_key(power)} = [{toml_quoted(place)}]", given=key
    )


def _is_power(board: Board, text: str) -> bool:
    try:
        board.power(text)
    except OptionError:
        return False
    return True


def _territory(board: Board, name: str) -> str:
    place = board.place(name)
    if board.areas[place].sea:
        raise OptionError(f"{place} is a sea zone; nobody holds it", given=name)
    return place


def read_stacks(
    base: Position, row: Row, edition: str
) -> tuple[dict[str, dict[str, Force]], dict[str, str]]:
    """Return all units, and the territories where a complex is written, each with the power.

    What [units.POWER] says of a place replaces what that power has there at the start.

    Raises
    ------
    OptionError, NotationError, UnknownUnitError, IllegalBattleError
    """
    position, built = base, {}
    for power, places in _by_power(base.board, row, "units"):
        place_of: dict[str, str] = {}
        if not isinstance(places, dict):
            raise OptionError(
                f'units: write {power}\'s as a section, [units."{power}"], with a place a line:'
                ' Karelia = "3 inf"',
                given=plain_text(places),
            )
        for name in places:
            with within(f"[units] {power}"):
                place = base.board.place(name)
                _check_once(place_of, place, name, "the section")
                stack = read_stack(text(places, name, "place"), edition)
            position = position.with_force(place, power, stack.force)
            if stack.has_complex:
                built[place] = power
    return {place: dict(there) for place, there in position.units.items()}, built


def read_damage(board: Board, complexes: Mapping[str, int], row: Row) -> dict[str, int]:
    """Return what [damage] says: territory to the damage of its complex (AA-25).

    Raises
    ------
    OptionError
    IllegalBattleError
        Where there is no complex.
    """
    said: dict[str, str] = {}
    for key in row:
        with within("[damage]"):
            place = _territory(board, key)
            _check_once(said, place, key, "the section")
            if place not in complexes:
                raise IllegalBattleError(
                    f"{place} has no industrial complex that could be damaged; write '1 ic' with"
                    " its units",
                    rule="AA-25",
                    given=key,
                    allowed=complexes,
                )
    return {
        place: number(row, key, (0, WORST_DAMAGE * board.areas[place].income), "[damage]")
        for place, key in said.items()
    }


def linked(board: Board, row: Row) -> Board:
    """Return the board with the links that [links] adds and takes away.

    Raises
    ------
    OptionError
    """
    for key in row:
        if key not in ("add", "remove"):
            raise unknown("key", key, ("add", "remove"), "[links]: ")
    add, remove = (_pairs(board, row.get(key, []), key) for key in ("add", "remove"))
    for pair in add:
        if pair in board.links:
            raise OptionError(f"[links] add: {_pair(pair)} are linked already; leave it out")
    for pair in remove:
        if pair not in board.links:
            raise OptionError(f"[links] remove: {_pair(pair)} are not linked; leave it out")
    return board.relinked(add, remove) if add or remove else board


def _pair(pair: frozenset[str]) -> str:
    return " and ".join(sorted(pair))


def _pairs(board: Board, rows: object, key: str) -> list[frozenset[str]]:
    if not isinstance(rows, list):
        rows = [rows]
    found = []
    for row in rows:
        if not (isinstance(row, list) and len(row) == 2 and all(isinstance(n, str) for n in row)):
            raise OptionError(
                f'[links] {key}: write pairs of places, as in [["Alaska", "sz 63"]], not'
                f" {toml_text(row)}",
                given=plain_text(row),
            )
        with within(f"[links] {key}"):
            pair = frozenset(map(board.place, row))
            if len(pair) != 2:
                raise OptionError(f"{row[0]!r} and {row[1]!r} are one place", given=row[1])
        found.append(pair)
    return found
