"""What a combat leaves for the next one of the turn at the same target (CC-40)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from combat.errors import IllegalBattleError, NotationError
from combat.game import ATTACKER
from combat.napoleonics.ends import left_of, row_fates
from combat.napoleonics.setups import IN_SQUARE
from combat.napoleonics.unit import SQUARE, STAND, Unit
from combat.napoleonics.unit_text import parse_side
from combat.outcomes import Outcomes
from combat.sequels import Remains

IN_PLACE, AWAY = "in-place", "away"
GROUPS = (IN_PLACE, AWAY)
ANYBODY = "INF 8"  # to read what is added to nobody in particular


def left(outcomes: Outcomes, row: int, side: str, group: str, next_side: str) -> Remains | None:
    """Return a unit as a final state leaves it: in its hex, or away after a retreat.

    Parameters
    ----------
    group : str
        ``in-place`` or ``away``: None unless it is there; empty for either.

    Raises
    ------
    IllegalBattleError
        If a unit that has attacked is to attack again (CC-40).
    """
    if (side, next_side) == (ATTACKER, ATTACKER):
        raise IllegalBattleError(
            "a unit gets one order a turn and fights once (CC-40): let another unit attack",
            rule="CC-40",
            given=str(outcomes.battle.attacker),
        )
    fates = row_fates(outcomes, row)
    unit: Unit = outcomes.battle.attacker if side == ATTACKER else outcomes.battle.defender
    found = left_of(fates, side, unit)
    if found is None:
        return None
    who = side
    retired = side != ATTACKER and bool(fates.retires[0])
    away = bool(fates.here.away(who)[0]) or retired
    if group and (group == AWAY) != away:
        return None
    if found.room is not None:
        gone = 2 if retired else int(fates.here[f"{who}_hexes"][0])
        found = replace(found, room=max(0, found.room - gone))
    formed = side != ATTACKER and fates.here["reaction"][0] == IN_SQUARE
    keeps = SQUARE if (formed or found.reaction == SQUARE) and not away else STAND
    return Remains(replace(found, moved=0, card=0, cards=(), guns=(), reaction=keeps, may=()))


def joined(unit: Unit | None, more: str, settings: Mapping[str, Any]) -> Unit | None:
    """Return a unit with what a text says of it besides: 'on hill, support'.

    Raises
    ------
    NotationError
        If the text names another unit.
    """
    if not more.strip():
        return unit
    try:
        found = parse_side(f"{unit or ANYBODY}, {more}", ATTACKER, settings)
    except NotationError as error:
        raise NotationError(f"plus = {more!r}: {error}", given=more) from None
    return None if unit is None else found
