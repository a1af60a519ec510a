"""Edits: changes of a position, each a line of text.

An edit is ``PLACE: …``, ``POWER: … IPC`` or one of a few words (``turn: POWER``, ``round: N``,
``strait: open|closed``, ``victory: 9|12``, ``edition: NAME``, ``link: A, B``, ``unlink: A, B``).
Before the colon a name is a power only if what stands behind it is a sum in IPC: Germany, Japan and
the United Kingdom are territories as well. Behind the colon of a place stand, in this order,
a power (or none), '+' or '-' (or neither) and units; or 'none', or 'damage N'.

==============================  ===================================================================
``Karelia: 5 inf, 1 arm``       what the only power there has, else what the owner has, is this now
``Karelia: Germany 5 inf``      likewise of that power; with land units of the other side it takes
                                the territory, and what stood there is gone
``Karelia: + 2 inf``, ``- 1``   that many more or fewer, of the power as above; a sign holds until
                                the next: ``- 1 inf, + 1 arm``
``Germany -> Karelia: 3 inf``   they move, of the only power there, else of the power named before
                                them; land units take a territory of the other side as above
``Karelia: Germany``            it belongs to that power; units stay as they are
``Karelia: none``               nothing stands there; with a power before it, nothing of that power
``Germany: + 1 ic``             a complex; ``- 1 ic`` takes it away; units alone leave it as it is
``Germany: damage 3``           the damage of its complex
``Germany: 25 IPC``             cash in hand; ``+ 5 IPC`` and ``- 5 IPC`` as well
==============================  ===================================================================
"""

import re
from collections.abc import Callable
from dataclasses import replace

from combat.axis_allies.map.board import Board
from combat.axis_allies.map.move_edits import ARROW, move_edit
from combat.axis_allies.map.position import Position
from combat.axis_allies.map.position_check import MOST_CASH, check_position
from combat.axis_allies.map.position_file import CLOSED, OPEN
from combat.axis_allies.map.stack_edits import stack_edit
from combat.axis_allies.units import EDITIONS
from combat.entries import one_of
from combat.errors import NotationError, OptionError, within
from combat.notation import shown

_CASH = re.compile(r"([-+−])?\s*([0-9]{1,9})\s*(?:IPC|IPCs)", re.IGNORECASE)
_EXAMPLE = "'Karelia: 5 inf, 1 arm'"
_WAYS = (
    *("PLACE: UNITS", "PLACE: POWER UNITS", "PLACE -> PLACE: UNITS"),
    *("POWER: N IPC", "turn: POWER"),
)


def edited(position: Position, *edits: str) -> Position:
    """Return a position with changes, each in the state that those before it leave.

    Parameters
    ----------
    position : Position
    *edits : str
        As the head of this module has them. The position is checked after the last.

    Raises
    ------
    NotationError, UnknownUnitError, OptionError
        For a text that cannot be read, which is named.
    IllegalBattleError
        If the rules do not allow what comes of it.

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> position = edited(starting_position(), "Karelia: + 2 inf", "Germany: 25 IPC")
    >>> str(position.force("Karelia S.S.R.", "Soviet Union")), position.cash["Germany"]
    ('5 inf, 1 ftr', 25)
    """
    for text in edits:
        with within(f"edit {shown(text)}"):
            position = _edited(position, text)
    if edits:
        check_position(position)
    return position


def _edited(position: Position, text: str) -> Position:
    head, colon, rest = (part.strip() for part in text.partition(":"))
    if not (head and colon and rest):
        raise NotationError(
            f"write a place, a colon and what is there now, as in {_EXAMPLE}",
            given=text,
            allowed=_WAYS,
        )
    if ARROW.search(head):
        return move_edit(position, head, rest)
    setting = _SETTINGS.get(head.casefold())
    if setting is not None:
        return setting(position, rest)
    cash = _CASH.fullmatch(rest)
    if cash is not None:
        return _with_cash(position, head, cash)
    if re.search(r"(?:\b|\d)ipcs?\b", rest, re.IGNORECASE):
        raise NotationError(
            f"{shown(rest)} is not a sum; write cash as 'Germany: 25 IPC', with '+' or '-' before"
            f" it for more or less, a whole number from 0 to {MOST_CASH:,}",
            given=rest,
            allowed=("N IPC", "+ N IPC", "- N IPC"),
        )
    return stack_edit(position, position.board.place(head), rest)


def _holder_of_cash(position: Position, head: str) -> str:
    """Return the power that a text names; a place has no cash.

    Raises
    ------
    OptionError
    """
    board = position.board
    try:
        return board.power(head)
    except OptionError as unknown_power:
        try:
            place = board.place(head)
        except OptionError:
            raise unknown_power from None
    raise OptionError(
        f"cash is a power's, not a place's; name the power instead of {shown(head)}, as in"
        f" '{position.owners.get(place, position.turn)}: 25 IPC'",
        given=head,
        allowed=board.order,
    )


def _with_cash(position: Position, head: str, said: re.Match[str]) -> Position:
    power, number = _holder_of_cash(position, head), int(said[2])
    before = position.cash.get(power, 0)
    cash = {None: number, "+": before + number}.get(said[1], before - number)
    if cash < 0:
        raise OptionError(
            f"{power} has {before} IPC; it cannot lose {number}",
            given=said[0],
            allowed=(f"0 to {before}",),
        )
    return position.with_cash(power, cash)


def _turn(position: Position, text: str) -> Position:
    return replace(position, turn=position.board.power(text))


def _round(position: Position, text: str) -> Position:
    return replace(position, round=_whole("round", text))


def _victory(position: Position, text: str) -> Position:
    return replace(position, victory=_whole("victory", text))


def _whole(what: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise OptionError(f"{what} is a whole number, not {shown(text)}", given=text)
    return int(text)


def _strait(position: Position, text: str) -> Position:
    one_of("strait", text.casefold(), (OPEN, CLOSED))
    return replace(position, strait_open=text.casefold() == OPEN)


def _edition(position: Position, text: str) -> Position:
    one_of("edition", text.casefold(), EDITIONS)
    return replace(position, edition=text.casefold())


def _link(position: Position, text: str) -> Position:
    pair = _pair(position.board, text)
    if pair in position.board.links:
        raise OptionError(f"{' and '.join(sorted(pair))} are linked already", given=text)
    return replace(position, board=position.board.relinked([pair]))


def _unlink(position: Position, text: str) -> Position:
    pair = _pair(position.board, text)
    if pair not in position.board.links:
        raise OptionError(f"{' and '.join(sorted(pair))} are not linked", given=text)
    return replace(position, board=position.board.relinked(remove=[pair]))


def _pair(board: Board, text: str) -> frozenset[str]:
    names = text.split(",")
    pair = frozenset(map(board.place, names)) if len(names) == 2 else frozenset()
    if len(pair) != 2:
        raise NotationError(
            f"{shown(text)} is not a pair of places; write it as 'link: Alaska, sz 63'",
            given=text,
        )
    return pair


_SETTINGS: dict[str, Callable[[Position, str], Position]] = {
    "turn": _turn,
    "round": _round,
    "victory": _victory,
    "strait": _strait,
    "edition": _edition,
    "link": _link,
    "unlink": _unlink,
}
