"""Battles that differ in what both sides have, answered in one call."""

from collections.abc import Callable, Sequence

from combat.arrays import Floats
from combat.battle import Battle
from combat.stages.family import cases_family
from combat.stages.rules import States
from combat.washingtons_war.fates import Fates
from combat.washingtons_war.legality import has_choice
from combat.washingtons_war.measures import EVENTS
from combat.washingtons_war.rules import WarRules
from combat.washingtons_war.setups import Setups
from combat.washingtons_war.troops import Troops


def family(
    battle: Battle, attackers: Sequence[Troops], defenders: Sequence[Troops], event: str
) -> Floats | None:
    """Return the chance of an event for each pair of sides, shape (attackers, defenders).

    NaN where the rules do not allow the battle; None where somebody has a choice.
    """
    if event not in EVENTS:
        return None

    def rules_of(battles: Sequence[Battle]) -> tuple[WarRules, Callable[[States], Floats]]:
        setups = Setups.of(battles)
        return WarRules(setups), lambda rows: EVENTS[event](Fates(setups, rows)).astype(float)

    return cases_family(battle, (attackers, defenders), has_choice, rules_of)
