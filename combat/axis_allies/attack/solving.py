"""Solving the battles of an attack, none of which may take long."""

import numpy as np

from combat.axis_allies.phased_model import PhasedModel
from combat.battle import Battle
from combat.engine import solve
from combat.errors import TooLargeError
from combat.outcomes import Outcomes

MOST_PAIRS = 1e7  # of what two fleets have left: a second or two, simulated


def solved(battle: Battle, rng: np.random.Generator | int | None) -> Outcomes:
    """Solve a battle of an attack, exactly or by simulation.

    Raises
    ------
    TooLargeError
        At once for fleets of which even a simulation takes many seconds.
    """
    model = battle.game.model(battle)
    if isinstance(model, PhasedModel) and model.pairs > MOST_PAIRS:
        raise TooLargeError(
            f"the battle of {battle.attacker} against {battle.defender} is too large: what both"
            " can have left makes too many pairs; ask about fewer ships there"
        )
    return solve(battle, rng=rng)
