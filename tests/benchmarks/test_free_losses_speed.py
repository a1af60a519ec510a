"""How long best losses take: solved as a game, followed to the final states, put in words.

Nothing here asserts a time; `combat.axis_allies.best_size` states the limit beyond which fixed
orders are tried instead.
"""

import pytest

from combat.axis_allies.best_losses import BestLossesModel
from combat.axis_allies.best_orders import BestOrdersModel
from combat.engine import solve
from combat.games import parse_battle

BOTH = {"losses": "best", "defender_losses": "best"}
ONE = {"losses": "best"}
GAMES = {
    "small, both": ("3 inf, 1 art, 2 arm, 1 ftr v 4 inf, 2 arm", BOTH),
    "middling, both": ("6 inf, 2 art, 3 arm, 2 ftr v 7 inf, 2 art, 2 arm, 1 ftr", BOTH),
    "middling, both, AA gun": ("6 inf, 2 art, 3 arm, 2 ftr v 7 inf, 2 art, 2 arm, 1 aa", BOTH),
    "middling, both, 4 rounds": (
        "6 inf, 2 art, 3 arm, 2 ftr v 7 inf, 2 art, 2 arm, 1 ftr | rounds=4",
        BOTH,
    ),
    "near the limit, both": (
        "10 inf, 3 art, 4 arm, 3 ftr, 1 bmr v 10 inf, 2 art, 3 arm, 2 ftr",
        BOTH,
    ),
    "large, attacker": (
        "20 inf, 6 art, 8 arm, 4 ftr, 2 bmr v 18 inf, 4 art, 5 arm, 3 ftr",
        ONE,
    ),
}
ORDERS = {
    "one side": ("40 inf, 10 art, 12 arm, 6 ftr, 3 bmr v 30 inf, 6 art, 8 arm, 4 ftr", ONE),
    "both sides": ("20 inf, 6 art, 8 arm, 4 ftr, 2 bmr v 18 inf, 4 art, 5 arm, 3 ftr", BOTH),
}


@pytest.mark.parametrize("name", GAMES)
def test_solved_as_a_game(benchmark, name):
    text, losses = GAMES[name]
    battle = parse_battle("aa", text, goal="territory_taken", **losses)
    assert isinstance(battle.game.model(battle), BestLossesModel)
    outcomes = benchmark.pedantic(lambda: solve(battle), rounds=3, warmup_rounds=1)
    assert outcomes.chance.sum() == pytest.approx(1.0, abs=1e-11)


@pytest.mark.parametrize("name", ORDERS)
def test_the_best_of_all_orders(benchmark, name):
    text, losses = ORDERS[name]
    battle = parse_battle("aa", text, goal="territory_taken", **losses)
    assert isinstance(battle.game.model(battle), BestOrdersModel)
    outcomes = benchmark.pedantic(lambda: solve(battle), rounds=1)
    assert outcomes.chance.sum() == pytest.approx(1.0, abs=1e-11)


def test_in_words(benchmark):
    text, losses = GAMES["middling, both"]
    outcomes = solve(parse_battle("aa", text, goal="territory_taken", **losses))
    lines = benchmark.pedantic(lambda: outcomes.model.policy_map().lines, rounds=3)
    assert lines[0].startswith("best losses: ")


def test_simulate_a_million(benchmark):
    text, losses = GAMES["middling, both"]
    battle = parse_battle("aa", text, goal="territory_taken", **losses)
    outcomes = benchmark.pedantic(lambda: solve(battle, trials=1_000_000, rng=1), rounds=1)
    assert outcomes.trials == 1_000_000
