"""A battle on a map: who fights there, whether they can withdraw, what follows (RB-05, RB-24)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from combat.errors import IllegalBattleError, OptionError
from combat.force import Force
from combat.notation import shown
from combat.rebellion_1775.colours import AMERICAN, BRITISH
from combat.rebellion_1775.map.board_file import read_map
from combat.rebellion_1775.map.position import Position
from combat.rebellion_1775.map.withdrawals import CONTESTED, OWN, Withdrawals, withdrawals
from combat.setting_values import check_file

SIDES = (BRITISH, AMERICAN)


@dataclass(frozen=True)
class Map:
    """A map file and what it holds."""

    file: str
    position: Position


def read_ground(text: str, _: Mapping[str, Any]) -> Map | None:
    """Read the map that a battle is fought on.

    Raises
    ------
    NotationError, OptionError
    """
    if not text.strip():
        return None
    check_file(text)
    return Map(text, read_map(text))


def read_area(text: str, settings: Mapping[str, Any]) -> str:
    """Read the name of an area of the map.

    Raises
    ------
    OptionError
    """
    name = text.strip()
    if not name:
        return ""
    if settings["map"] is None:
        raise OptionError(
            f"the area {shown(name)} is on no map: name one with map=FILE", given=name
        )
    board = settings["map"].position.board
    by_case = {area.name.casefold(): area.name for area in board.areas}
    return str(board.area(by_case.get(name.casefold(), name)).name)


def force_there(side: str, settings: Mapping[str, Any]) -> Force:
    """Return the units of a player in the area of the battle.

    Raises
    ------
    OptionError
        Without an area, or nobody of his there.
    """
    position, area = place_of(settings)
    force = position.at(area).of(side)
    if not force:
        raise OptionError(
            f"no {side} units are in {area} on the map: name them, as in '2 regulars', or another"
            " area",
            given=side,
        )
    return force


def place_of(settings: Mapping[str, Any]) -> tuple[Position, str]:
    """Return the position and the area of a battle on a map.

    Raises
    ------
    OptionError
    """
    if not settings["area"]:
        raise OptionError("on a map a battle has a place: name it with area=NAME", given="area")
    return settings["map"].position, settings["area"]


def ways_of(settings: Mapping[str, Any], side: str, role: str) -> Withdrawals:
    """Return where units of a side may withdraw to (RB-05)."""
    position, area = place_of(settings)
    return withdrawals(position, area, side, by_water=settings["seaborne"] == role)


def goal_area(settings: Mapping[str, Any], side: str, role: str) -> str:
    """Return the area to which a side's units withdraw, empty if there is none.

    The one that is named; else the first with units of their own, else the first open one.

    Raises
    ------
    IllegalBattleError
        For an area that is named and not open.
    """
    ways = ways_of(settings, side, role)
    named = settings["to" if role == "attacker" else "defender_to"]
    if named:
        if named not in ways.to:
            refused = ways.refused.get(named)
            why = str(refused) if refused else f"{named} is not adjacent (RB-05)"
            raise IllegalBattleError(
                f"nobody withdraws to {named}: {why}",
                rule="RB-05",
                given=named,
                allowed=tuple(ways.to),
            )
        return str(named)
    ranked = sorted(ways.to, key=lambda goal: (ways.to[goal] != OWN, ways.to[goal] == CONTESTED))
    return next(iter(ranked), "")
