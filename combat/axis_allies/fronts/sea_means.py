"""Chance and mean net value of many battles at sea from one solve."""

from collections.abc import Sequence

import numpy as np

from combat.arrays import Floats
from combat.axis_allies.ends import ENDS_OF, RETREATED
from combat.axis_allies.phased_model import PhasedModel
from combat.axis_allies.sea import SeaBattle
from combat.axis_allies.value import scene_worth
from combat.battle import Battle
from combat.engine import EXACT_WORK
from combat.force import Force


def sea_means(
    battle: Battle, event: str, attackers: Sequence[Force]
) -> tuple[Floats, Floats] | None:
    """Return the chance of an event and the mean net value of each fleet, shape (attackers,).

    Net values count from the worth of the battle's own attacker. None where rounds are counted or
    somebody plays his best, with cargo, and where it takes too long.

    Raises
    ------
    TooLargeError
        For too many states of a fleet.
    """
    counted = battle["rounds"] is not None or battle["retreat"].after is not None
    if counted or battle["cargo"] or PhasedModel(battle, SeaBattle).chooses:
        return None
    fleets = [dict(force) for force in attackers], [dict(battle.defender)]
    scene = SeaBattle(battle, fleets)
    mine, theirs = len(scene.attacker.graph), len(scene.defender.graph)
    if mine * (8.0 * theirs**2 + theirs**3) > EXACT_WORK:
        return None
    wanted = ENDS_OF[event]
    ended = (scene.codes == wanted).astype(float)
    halted = np.full(ended.shape, float(wanted == RETREATED))
    net = scene_worth(scene)
    rows = [scene.attacker.node(counts) for counts in fleets[0]]
    column = scene.defender.node(fleets[1][0])
    found = []
    for worths in ((ended, halted, ended), (net, net, net)):
        values = scene.duel.values(worths)
        means = np.where(scene.plays, values.ravel()[scene.begins], worths[0])
        found.append(means[rows, column])
    return found[0], found[1]
