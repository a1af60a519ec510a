"""Combats that differ in what both sides have, answered in one call."""

from collections.abc import Callable, Sequence

from combat.arrays import Floats
from combat.battle import Battle
from combat.napoleonics.fates import EVENTS, Fates
from combat.napoleonics.legality import has_choice
from combat.napoleonics.rules import CombatRules
from combat.napoleonics.setups import Setups
from combat.napoleonics.unit import Unit
from combat.stages.family import cases_family
from combat.stages.rules import States


def family(
    battle: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit], event: str
) -> Floats | None:
    """Return the chance of an event for each pair of units, shape (attackers, defenders).

    NaN where the rules do not allow the combat; None where somebody has a choice.
    """
    if event not in EVENTS:
        return None

    def rules_of(battles: Sequence[Battle]) -> tuple[CombatRules, Callable[[States], Floats]]:
        setups = Setups.of(battles)
        return CombatRules(setups), lambda rows: EVENTS[event](Fates(setups, rows)).astype(float)

    return cases_family(battle, (attackers, defenders), has_choice, rules_of)
