"""Events and quantities of a battle, as functions of the fates of its final rows."""

from collections.abc import Callable, Mapping

import numpy as np

from combat.arrays import Bools, Floats
from combat.stages.measures import Measures
from combat.washingtons_war.fates import Fates
from combat.washingtons_war.situation import DEFENDER_WON, OVERRUN, RETREATED, UNOPPOSED

EventOf = Callable[[Fates], Bools]
Measure = Callable[[Fates], Floats]

EVENTS: Mapping[str, EventOf] = {
    "attacker_wins": lambda fates: fates.attacker_wins,
    "defender_wins": lambda fates: fates.here["won"] == DEFENDER_WON,
    "retreated_before_battle": lambda fates: fates.here["end"] == RETREATED,
    "overrun": lambda fates: fates.here["end"] == OVERRUN,
    "intercepted": lambda fates: fates.here.joined,
    "attacker_surrenders": lambda fates: fates.attacker.surrenders,
    "defender_surrenders": lambda fates: fates.defender.surrenders,
    "attacker_general_captured": lambda fates: fates.attacker.captured,
    "defender_general_captured": lambda fates: fates.defender.captured,
    "regulars_lost": lambda fates: fates.regulars_lost,
    "unopposed": lambda fates: fates.here["end"] == UNOPPOSED,
    "washington_captured": lambda fates: fates.washington_captured,
    "alliance_made": lambda fates: fates.alliance_made,
    "army_retreated_before_battle": lambda fates: fates.here.gone,
    "congress_dispersed": lambda fates: fates.congress_dispersed,
    "attacker_stands": lambda fates: fates.attacker_stands,
}


def _cu_lost(side: str) -> Measure:
    return lambda fates: fates.side(side).lost.astype(float)


def swing(fates: Fates) -> Floats:
    """CUs that the defender loses more than the attacker."""
    return (fates.defender.lost - fates.attacker.lost).astype(float)


QUANTITIES: Mapping[str, Measure] = {
    "attacker_cu_lost": _cu_lost("attacker"),
    "defender_cu_lost": _cu_lost("defender"),
    "alliance_steps": lambda fates: fates.alliance_steps.astype(float),
    "swing": swing,
}


def net_value(fates: Fates, worth: Mapping[str, float]) -> Floats:
    """What the battle is worth to the attacker, in CUs; the keys are those of `WORTHS`.

    What the defender loses less what the attacker loses; what the British lose (the regulars'
    advantage, steps of the alliance) and what the Americans lose (Congress, Washington) counts for
    or against the attacker by who he is.
    """
    total = worth["cu"] * swing(fates)
    captured = fates.defender.captured.astype(float) - fates.attacker.captured
    total += worth["general"] * captured
    british = np.where(fates.of_nation(british=True)[0], 1.0, -1.0)
    total -= british * worth["regulars"] * fates.regulars_lost
    total -= british * worth["alliance"] * fates.alliance_steps
    total += british * worth["congress"] * fates.congress_dispersed
    total += british * worth["washington"] * fates.washington_captured
    total += worth["colony"] * fates.attacker_stands
    for card, key in (("discard", "discard"), ("battle-card", "battle_card")):
        total -= worth[key] * fates.used("attacker", card)
        total += worth[key] * fates.used("defender", card)
    return total


MEASURES = Measures(EVENTS, QUANTITIES, net_value)
