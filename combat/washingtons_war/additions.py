"""What a side can be given, and what it costs."""

from combat.battle import Battle
from combat.changes import Addition
from combat.game import ATTACKER
from combat.washingtons_war.changes import CU
from combat.washingtons_war.troops import BATTLE_CARD, DISCARD, MOST_CU, MOST_MOVED, NONE


def additions(battle: Battle, side: str) -> tuple[Addition, ...]:
    """Return CUs, and a card if the side has none yet (WW-05), each at a cost of one.

    An attacker has five CUs at most (WW-04, WW-18). A battle card is left out of a winter offensive
    (WW-53). Militia, regulars, the navy and generals come from the map, and nobody buys them.

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> battle = parse_battle("ww", "british, 3 cu, gen 4/2 v american, 2 cu, discard")
    >>> [(one.what, one.most) for one in additions(battle, "attacker")]
    [('cu', 2), ('discard', 1), ('battle-card', 1)]
    >>> [one.what for one in additions(battle, "defender")]
    ['cu']
    """
    troops = battle.attacker if side == ATTACKER else battle.defender
    if not troops:
        return ()
    most = (MOST_MOVED if side == ATTACKER else MOST_CU) - troops.cu
    found = [Addition(CU, 1.0, most)] if most > 0 else []
    if troops.card == NONE and not troops.held:
        winter = "winter" in battle.attacker.modifiers
        cards = (DISCARD,) if winter else (DISCARD, BATTLE_CARD)
        found += [Addition(card, 1.0, 1) for card in cards]
    return tuple(found)
