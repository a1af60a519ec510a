"""What the ends of a land battle are worth for the goal of best losses."""

import numpy as np

from combat.arrays import Floats
from combat.attrition.free_board import Stakes
from combat.axis_allies.ends import ENDS, ENDS_OF, RETREATED, STOPPED
from combat.axis_allies.goals import NET, SWING, attacker_wants_more, goal_of
from combat.axis_allies.land import Army, end_codes
from combat.axis_allies.settings import table_of, values_of
from combat.axis_allies.value import holding_worth, left_worth
from combat.battle import Battle


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
