"""What a side can be given, and what it costs."""

from combat.battle import Battle
from combat.changes import Addition, Change
from combat.game import ATTACKER
from combat.napoleonics.changes import (
    BLOCK,
    CARD,
    COSTS,
    GUNS,
    LEADER,
    SUPPORT,
    card_dice_left,
    changed,
)
from combat.napoleonics.unit import MOST_GUNS, Unit


def additions(battle: Battle, side: str) -> tuple[Addition, ...]:
    """Return what a unit can be given, at what it is worth in blocks.

    Blocks as far as its full strength, a leader, support, and for the attacker dice of a card as
    far as one card gives them (CC-13), after the leader, with whom some cards give more, and
    artillery that joins his melee (CC-24).

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> battle = parse_battle("ccn", "French line 3 v British light 4 leader")
    >>> [(one.what, one.cost, one.most) for one in additions(battle, "attacker")]
    [('block', 1.0, 1), ('leader', 0.6, 1), ('support', 0.4, 1), ('card die', 0.8, 1), \
('artillery', 1.5, 4)]
    >>> [one.what for one in additions(battle, "defender")]
    ['block', 'support']
    """
    unit: Unit = battle.attacker if side == ATTACKER else battle.defender
    most: dict[str, int] = {}
    if not unit.alone:
        most |= {BLOCK: unit.kind.blocks - unit.blocks}
        most |= {LEADER: int(not unit.leader), SUPPORT: int(not unit.support)}
    if side == ATTACKER:
        most[CARD] = card_dice_left(battle, leader=not unit.alone)
        if changed(battle, Change(side, GUNS, 1, COSTS[GUNS]), 1) is not None:
            most[GUNS] = MOST_GUNS - len(unit.guns)
    return tuple(Addition(what, COSTS[what], n) for what, n in most.items() if n > 0)
