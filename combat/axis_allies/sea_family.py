"""Battles at sea that differ in what both fleets have, answered from one solve."""

from collections.abc import Sequence

import numpy as np

from combat.arrays import Floats
from combat.axis_allies.ends import ENDS_OF, RETREATED
from combat.axis_allies.phased_model import PhasedModel
from combat.axis_allies.sea import SeaBattle
from combat.battle import Battle
from combat.engine import EXACT_WORK
from combat.force import Force


def sea_chances(
    battle: Battle, attackers: Sequence[Force], defenders: Sequence[Force], event: str
) -> Floats | None:
    """Return the chance of an event in each battle at sea, shape (attackers, defenders).

    None where rounds are counted or somebody plays his best, and where it takes too long.

    Raises
    ------
    TooLargeError
        For too many states of a fleet.
    """
    counted = battle["rounds"] is not None or battle["retreat"].after is not None
    if counted or PhasedModel(battle, SeaBattle).chooses:
        return None
    fleets = [dict(force) for force in attackers], [dict(force) for force in defenders]
    scene = SeaBattle(battle, fleets)
    mine, theirs = len(scene.attacker.graph), len(scene.defender.graph)
    if mine * (8.0 * theirs**2 + theirs**3) > EXACT_WORK:
        return None
    wanted = ENDS_OF[event]
    ended = (scene.codes == wanted).astype(float)
    halted = np.full(ended.shape, float(wanted == RETREATED))
    values = scene.duel.values((ended, halted, ended))
    chances = np.where(scene.plays, values.ravel()[scene.begins], ended)
    rows = [scene.attacker.node(counts) for counts in fleets[0]]
    columns = [scene.defender.node(counts) for counts in fleets[1]]
    return chances[np.ix_(rows, columns)]
