"""Reading what players write down of what a battle has left."""

from combat.battle import Battle
from combat.game import ATTACKER
from combat.washingtons_war.troops_text import parse_side


def read_left(text: str, side: str, battle: Battle) -> tuple[str, ...]:
    """Return the text of `end_text` that a text of what is left means: CUs and the general.

    Whose they are need not be said; what else a side can be given means nothing here.

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
    >>> battle = parse_battle("ww", "british, 4 cu, Burgoyne v american, 3 cu, gen 2/2")
    >>> read_left("Burgoyne, 3 CU", "attacker", battle), read_left("2cu", "defender", battle)
    (('3 cu, Burgoyne',), ('2 cu',))
    """
    if not text:
        return ("",)
    nation = (battle.attacker if side == ATTACKER else battle.defender).nation
    whole = text if not nation or nation in text.lower() else f"{nation}, {text}"
    troops = parse_side(whole, side, battle.settings)
    parts = [f"{troops.cu} cu"] if troops.cu else []
    if troops.general is not None:
        parts.append(str(troops.general))
    return (", ".join(parts),)
