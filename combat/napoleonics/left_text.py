"""Reading what players write down of what a combat has left."""

import re

from combat.battle import Battle
from combat.game import ATTACKER
from combat.napoleonics.unit import Unit
from combat.napoleonics.unit_text import parse_side


def read_left(text: str, side: str, battle: Battle) -> tuple[str, ...]:
    """Return the text of `end_text` that a text of what is left means: blocks and the leader.

    A number alone is so many blocks of the side's unit; 'leader' behind it, that he is there too.

    Parameters
    ----------
    text : str
        Empty for nothing.

    Raises
    ------
    NotationError, UnknownUnitError

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> battle = parse_battle("ccn", "French line 4 v British light 4 leader on hill")
    >>> read_left("2 leader", "defender", battle), read_left("3 blocks", "attacker", battle)
    (('British light 2 leader',), ('French line 3',))
    """
    if not text:
        return ("",)
    own: Unit = battle.attacker if side == ATTACKER else battle.defender
    short = re.fullmatch(r"([1-9][0-9]?)(?:\s*blocks?)?(,?\s+leader)?", text.strip().lower())
    if short:
        return (str(Unit(own.kind, int(short[1]), bool(short[2]))),)
    unit = parse_side(text, side, battle.settings)
    return (str(Unit(unit.kind, unit.blocks, unit.leader)),)
