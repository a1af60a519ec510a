"""A battle's sides as the engines take them."""

from combat.battle import Battle
from combat.game import ROLES
from combat.rebellion_1775.camp import Camp
from combat.rebellion_1775.colours import OF_SIDE, dice_of
from combat.rebellion_1775.columns import SCALE
from combat.rebellion_1775.goals import weights_of
from combat.rebellion_1775.ground import ways_of
from combat.rebellion_1775.policies import Withdrawal
from combat.rebellion_1775.rules import SkirmishRules
from combat.rebellion_1775.sides import counts_of, sides_of


def camps_of(battle: Battle) -> tuple[Camp, Camp]:
    """Return the attacker's camp and the defender's."""
    dice = dice_of(battle.settings)
    found = []
    forces = (battle.attacker, battle.defender)
    for force, side, role in zip(forces, names_of(battle), ROLES, strict=True):
        prefix, leaves = "" if role == ROLES[0] else "defender_", has_way_out(battle, role)
        found.append(
            Camp(
                counts_of(force, side),
                tuple(dice[name] for name in OF_SIDE[side]),
                battle[f"{prefix}losses"],
                battle[f"{prefix}withdraw"] if leaves else Withdrawal(),
                leaves,
            )
        )
    return found[0], found[1]


def has_way_out(battle: Battle, role: str) -> bool:
    """Whether a side has an area to withdraw to, by its setting and on the map (RB-05)."""
    if battle["way_out" if role == ROLES[0] else "defender_way_out"] == "no":
        return False
    if battle["map"] is None:
        return True
    return bool(ways_of(battle.settings, names_of(battle)[ROLES.index(role)], role))


def names_of(battle: Battle) -> tuple[str, str]:
    """Return whose the attacker and the defender are: british or american."""
    return sides_of(battle.attacker, battle.defender)


def rules_of(battle: Battle, *, by_colour: bool = False) -> SkirmishRules:
    """Return the stages of a battle."""
    return SkirmishRules(
        camps_of(battle),
        late=battle["late"] == "yes",
        volley=battle["volley"],
        turned=battle["turned"],
        by_colour=by_colour,
        weights=tuple(round(SCALE * weight) for weight in weights_of(battle)),
    )
