"""How best losses are found: as a game, or as the best of all orders where that is too large."""

from combat.axis_allies.best_losses import BestLossesModel
from combat.axis_allies.best_orders import BestOrdersModel
from combat.axis_allies.best_size import solved_as_game
from combat.battle import Battle
from combat.game import Model


def best_model(battle: Battle) -> Model:
    """Return the model of a land battle in which a side has best losses."""
    return BestLossesModel(battle) if solved_as_game(battle) else BestOrdersModel(battle)
