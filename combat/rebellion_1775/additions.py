"""What a side can be given, and what it costs."""

from combat.battle import Battle
from combat.changes import Addition
from combat.game import ATTACKER
from combat.rebellion_1775.camps import names_of
from combat.rebellion_1775.colours import OF_SIDE, dice_of
from combat.rebellion_1775.map.stack import ALL_FACTIONS


def additions(battle: Battle, side: str) -> tuple[Addition, ...]:
    """Return the units of a side's colours, each at a cost of one (RB-01), as far as there are any.

    An army moves with a unit of the faction whose turn it is (RB-28): to an attacker who has no
    unit of a faction yet, allies and natives come only after one.

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> battle = parse_battle("rb", "9 french v 2 regulars")
    >>> [(one.what, one.most) for one in additions(battle, "attacker")]
    [('continental', 40), ('militia', 45), ('french', 1), ('natives', 18)]
    """
    attacks = side == ATTACKER
    force = battle.attacker if attacks else battle.defender
    dice = dice_of(battle.settings)
    names = OF_SIDE[names_of(battle)[0 if attacks else 1]]
    left = {name: dice[name].units - force[name] for name in names}
    offered = {name: most for name, most in left.items() if most > 0}
    led = not attacks or any(force[name] for name in ALL_FACTIONS)
    leaders = () if led else tuple(name for name in offered if name in ALL_FACTIONS)
    return tuple(
        Addition(name, 1.0, most, () if name in ALL_FACTIONS else leaders)
        for name, most in offered.items()
    )
