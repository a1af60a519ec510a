"""What best losses on land can be for, and what each end is then worth to the attacker."""

import numpy as np

from combat.arrays import Floats
from combat.attrition.free_board import Stakes
from combat.axis_allies.ends import ENDS, ENDS_OF, RETREATED, STOPPED
from combat.axis_allies.land import Army, end_codes
from combat.axis_allies.losses import at_sea, free_sides
from combat.axis_allies.raid_rules import is_raid
from combat.axis_allies.settings import table_of, values_of
from combat.axis_allies.value import holding_worth, left_worth
from combat.battle import Battle
from combat.errors import OptionError
from combat.game import ATTACKER, DEFENDER, NEITHER

NET, SWING = "net_value", "swing"
LOST = {"attacker_ipc_lost": ATTACKER, "defender_ipc_lost": DEFENDER}
QUANTITIES = (NET, SWING, *LOST)


def goal_of(battle: Battle) -> str:
    """Return what best losses are best for."""
    return str(battle["goal"] or NET)


def attacker_wants_more(battle: Battle) -> bool:
    """Whether the attacker wants more of the goal; else the defender does."""
    goal = goal_of(battle)
    if goal in ENDS:
        return battle.event(goal).side == ATTACKER
    return LOST.get(goal) != ATTACKER


def stakes_of(battle: Battle, attacker: Army, defender: Army) -> Stakes:
    """Return what the attacker wants more of: the goal, or less of it.

    Parameters
    ----------
    attacker, defender : Army
        Whose nodes are the rows and columns of the worths.
    """
    goal = goal_of(battle)
    sign = 1.0 if attacker_wants_more(battle) else -1.0
    shape = len(attacker.graph), len(defender.graph)
    if goal in ENDS:
        codes = end_codes(attacker, defender, table_of(battle.settings))
        wanted = ENDS_OF[goal]
        return Stakes(
            sign * (codes == wanted),
            np.full(shape, sign * (wanted == RETREATED)),
            np.full(shape, sign * (wanted == STOPPED)),
        )
    worth = sign * _quantity(battle, attacker, defender)
    return Stakes(worth, worth, worth)


def _quantity(battle: Battle, attacker: Army, defender: Army) -> Floats:
    """Return the goal, a quantity, of an end at each pair of nodes."""
    goal = goal_of(battle)
    if goal == NET:
        return holding_worth(battle, attacker, defender)
    values = values_of(battle.settings)
    lost = [
        (start - left)[(slice(None), None) if army is attacker else (None, slice(None))]
        for army, force in ((attacker, battle.attacker), (defender, battle.defender))
        for left in [left_worth(army, values)]
        for start in [sum(values[name] * force[name] for name in army.names)]
    ]
    weights = {SWING: (-1.0, 1.0), "attacker_ipc_lost": (1.0, 0.0)}.get(goal, (0.0, 1.0))
    found: Floats = weights[0] * lost[0] + weights[1] * lost[1]
    return found


def check_best_losses(battle: Battle) -> None:
    """Refuse best losses where they are not solved for, and goals that they cannot have."""
    free = free_sides(battle)
    if not any(free):
        if battle["goal"] is not None:
            raise OptionError(
                "the goal is what best losses are best for, and neither side has them: set"
                " losses=best or defender_losses=best, or leave the goal out",
                given=battle["goal"],
                allowed=("losses=best", "defender_losses=best"),
            )
        return
    if is_raid(battle) or battle["landing"] or at_sea(battle):
        raise OptionError(
            "the best losses are solved for in battles on land without a landing; at sea, in"
            " landings and in raids name an order, or 'cheapest'",
            given="best",
            allowed=("inf art arm ftr bmr; keep 1 land", "cheapest"),
        )
    _check_goal(battle)


def _check_goal(battle: Battle) -> None:
    goal = goal_of(battle)
    wanted = tuple(event for event in ENDS if battle.event(event).side != NEITHER)
    allowed = (*QUANTITIES, *wanted)
    if goal not in allowed:
        neither = goal in ENDS
        why = ", and neither side is the better for it" if neither else ""
        raise OptionError(
            f"goal={goal!r} is not possible{why}; it is one of {', '.join(allowed)}",
            given=goal,
            allowed=allowed,
        )
    if goal == ENDS[RETREATED] and battle["retreat"].best:
        raise OptionError(
            "with a best retreat the attacker retreats or not as he likes, so that is no goal;"
            " name another, or another retreat",
            given=goal,
            allowed=tuple(name for name in allowed if name != goal),
        )
