"""Which model a battle has: best play is solved for as far as that does not take too long."""

from combat.battle import Battle
from combat.engine import EXACT_WORK
from combat.game import Model
from combat.rebellion_1775.legality import has_best
from combat.rebellion_1775.model import RebellionModel


def model_of(battle: Battle) -> Model:
    """Make a battle ready for the engines: best play is solved for where that can be."""
    if has_best(battle) and too_large(battle):
        from combat.rebellion_1775.best_policies import BestPoliciesModel

        return BestPoliciesModel(battle)
    return RebellionModel(battle)


def too_large(battle: Battle) -> bool:
    """Whether best play takes too long to solve for, so that policies are tried."""
    return RebellionModel(battle).work > EXACT_WORK
