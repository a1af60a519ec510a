"""What best play can be for, as what final rows show and what sums along the path are worth."""

from collections.abc import Mapping

import numpy as np

from combat.arrays import Floats
from combat.battle import Battle
from combat.rebellion_1775.columns import AT, COLOURS, EMPTY, HOLDS_ATTACKER, HOLDS_DEFENDER
from combat.rebellion_1775.exchange import FATES, TALLIES
from combat.rebellion_1775.settings import worths_of
from combat.stages.rules import States

EVENTS = {
    "attacker_holds": HOLDS_ATTACKER,
    "defender_holds": HOLDS_DEFENDER,
    "area_empty": EMPTY,
}
NET, SWING = "net_value", "swing"


def goal_of(battle: Battle) -> str:
    """Return what best play is best for."""
    return str(battle["goal"] or "attacker_holds")


def signs_of(battle: Battle) -> float:
    """Return 1 if the attacker wants more of the goal, −1 if the defender does."""
    goal = goal_of(battle)
    against = goal == "defender_holds" or (goal.startswith("attacker_") and goal not in EVENTS)
    return -1.0 if against else 1.0


def rewards_of(battle: Battle) -> Mapping[str, float]:
    """Return what one more of each sum along the path is worth for the goal."""
    goal = goal_of(battle)
    if goal == NET:
        return dict(zip(TALLIES, weights_of(battle), strict=True))
    return {} if goal in EVENTS or goal == SWING else {goal: 1.0}


def weights_of(battle: Battle) -> tuple[float, ...]:
    """Return what one more of each of `TALLIES` is worth to the attacker."""
    worth = worths_of(battle.settings)
    mine = [-worth[fate] for fate in FATES]
    return (*mine, *(worth[fate] for fate in FATES), 0.0)


def final_value(battle: Battle, rows: States) -> Floats:
    """Return what of the goal finished rows show, (rows,)."""
    goal = goal_of(battle)
    end = rows[:, AT["end"]]
    if goal in EVENTS:
        return (end == EVENTS[goal]).astype(float)
    if goal == NET:
        return worths_of(battle.settings)["area"] * area(end)
    if goal == SWING:
        left = [rows[:, 1 + COLOURS * who : 1 + COLOURS * (who + 1)].sum(axis=1) for who in (0, 1)]
        start = battle.defender.total - battle.attacker.total
        return (start + left[0] - left[1]).astype(float)
    return np.zeros(len(rows))


def area(end: np.ndarray) -> Floats:
    """Return 1 where the attacker holds the area, −1 where the defender does."""
    return (end == HOLDS_ATTACKER).astype(float) - (end == HOLDS_DEFENDER)
