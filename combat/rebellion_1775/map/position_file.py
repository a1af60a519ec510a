"""Positions as text: units by area, flags, the fled box and the reserves (RB-24, RB-25)."""

import json

from combat.entries import Row, check_keys, rows, text, texts, unknown
from combat.errors import OptionError, WargameError
from combat.force import Force
from combat.rebellion_1775.colours import AMERICAN, BRITISH, NATIVES, OF_SIDE, VOCABULARY
from combat.rebellion_1775.map.board import Board, check_colony
from combat.rebellion_1775.map.control import control_of, settled
from combat.rebellion_1775.map.position import Position
from combat.rebellion_1775.map.sections import KEYS, LABELS, colony_of
from combat.rebellion_1775.map.stack import SIDES, Stack, gathered, lacks, without
from combat.toml_text import plain_text

FLAGS = {"british_flags": BRITISH, "american_flags": AMERICAN}
PLACE = "[position]"


def read_position(data: Row, board: Board) -> Position:
    """Read a position on a board.

    Flags that the units themselves prove may be left out: they are set (RB-24). So may the
    ``reserves``: they are what is left of the units of the game.

    Raises
    ------
    OptionError
        An entry that is not possible; among them a flag that the units do not allow.
    """
    row = data.get("position", {})
    if not isinstance(row, dict):
        raise OptionError("position: write it as a [position] section", given=plain_text(row))
    check_keys(row, "position", KEYS, PLACE)
    fled = _force(row, "fled", PLACE)
    position = Position(board, _units(data, board), _flags(row), fled)
    _check_flags(position)
    if "reserves" in row:
        position = _with_reserves(position, _force(row, "reserves", PLACE))
    return settled(position)


def position_text(position: Position) -> str:
    """Write a position, without its map, so that it reads back (RB-24).

    It does if its flags are up to date, as they are in every position that this package makes.
    """
    lines = [PLACE]
    for key, side in FLAGS.items():
        lines.append(
            f"{key} = {_quoted(sorted(c for c, s in position.flags.items() if s == side))}"
        )
    lines += [f"fled = {_quoted(position.fled)}", f"reserves = {_quoted(position.reserves)}"]
    for area in position.board.areas:
        stack = position.at(area.name)
        if stack:
            lines += ["", "[[units]]", f"area = {_quoted(area.name)}"]
        if stack.contested:
            lines += [f"{side} = {_quoted(stack.of(side))}" for side in SIDES]
        elif stack:
            lines.append(f"units = {_quoted(stack.everybody)}")
    return "\n".join(lines) + "\n"


def _quoted(value: object) -> str:
    return json.dumps(value if isinstance(value, list) else str(value), ensure_ascii=False)


def _force(row: Row, key: str, place: str) -> Force:
    written = text(row, key, place, "")
    try:
        return Force.parse(written, VOCABULARY)
    except WargameError as error:
        raise OptionError(
            f"{place}: {key}: {error}", given=error.given, allowed=error.allowed
        ) from None


def _flags(row: Row) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, side in FLAGS.items():
        for given in texts(row, key, PLACE):
            colony = colony_of(given)
            check_colony(colony, f"{PLACE}: {key}: ")
            if colony in found:
                raise OptionError(
                    f"{PLACE}: {key}: {colony} has a flag already; a colony has one at most: leave"
                    " one out",
                    given=colony,
                )
            found[colony] = side
    return found


def _check_flags(position: Position) -> None:
    """Refuse flags that were turned or taken away when the units came (RB-24)."""
    for colony, side in position.flags.items():
        control = control_of(position, colony)
        if not control.deserted and control.side != side:
            raise OptionError(
                f"{PLACE}: the {side} flag cannot lie on {colony}: {control.reason} (RB-24)",
                given=colony,
            )


def _with_reserves(position: Position, reserves: Force) -> Position:
    """Return the position with what is missing in the reserves out of play."""
    for name, n in lacks(position.reserves, reserves):
        left = position.reserves[name]
        raise OptionError(
            f"{PLACE}: reserves: {left + n} {name} are more than the {left} that are neither on"
            " the map nor fled",
            given=f"{left + n} {name}",
            allowed=(f"0 to {left}",),
        )
    gone = without(position.reserves, reserves)
    return Position(position.board, position.units, position.flags, position.fled, gone)


def _units(data: Row, board: Board) -> dict[str, Stack]:
    known = [area.name for area in board.areas]
    found: dict[str, Stack] = {}
    for place, row in rows(data, "units", KEYS, *LABELS):
        name = text(row, "area", place)
        if name not in known:
            raise unknown("area", name, known, f"{place}: ")
        if name in found:
            raise OptionError(f"{place}: {name} is there twice; put both into one", given=name)
        try:
            found[name] = _stack(row, place)
        except OptionError as error:
            if str(error).startswith(place):
                raise
            raise OptionError(f"{place}: {error}", given=error.given) from None
    return found


def _stack(row: Row, place: str) -> Stack:
    """Read who is in an area: ``units``, or ``british`` and ``american`` where both are."""
    everybody = _force(row, "units", place)
    by_side = {side: _force(row, side, place) for side in SIDES}
    if everybody and any(by_side.values()):
        raise OptionError(f"{place}: write units, or british and american, not both", given="units")
    if not everybody:
        return Stack(by_side[BRITISH], by_side[AMERICAN])
    loose = everybody[NATIVES]
    for side in SIDES:
        own = OF_SIDE[side][:-1]
        by_side[side] = Force.of({name: everybody[name] for name in own})
    if loose and all(by_side.values()):
        raise OptionError(
            f"{place}: the natives are of one side: write british = and american = apart",
            given=f"{loose} {NATIVES}",
        )
    return gathered(by_side[BRITISH], by_side[AMERICAN], loose)
