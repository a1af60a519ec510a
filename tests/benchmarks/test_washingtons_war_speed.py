"""How long battles of Washington's War take: one, many at once, simulated.

Run as the others are (`tests/benchmarks/test_speed.py`), whose first row is the yardstick.
"""

import numpy as np
import pytest

from combat.engine import solve
from combat.games import parse_battle
from combat.washingtons_war.grid import grid

PLAIN = "british, 5 cu, gen 4/1, regulars, discard v american, 4 cu, gen 5/2, militia, battle-card"
BATTLES = {
    "plain": PLAIN,
    "retreat before battle": f"{PLAIN} | evade=3",
    "interception": f"{PLAIN} | intercept=4/3:4 cu",
    "two armies and a retreat": f"{PLAIN} | intercept=4/3:4 cu, 3/2:5 cu | evade=3",
}
BEST = (
    "british, 5 cu, gen 4/1, regulars, may discard, may battle-card"
    " v american, 4 cu, gen 5/2, militia, may discard, may battle-card"
    " | intercept=4/3:4 cu, 3/2:5 cu | tries=best | evade=3 | retreat=best"
)
TRIALS = 1_000_000


def test_yardstick_a_million_floats(benchmark):
    rng = np.random.default_rng(1)
    assert len(benchmark(lambda: rng.random(1_000_000))) == 1_000_000


@pytest.mark.parametrize("name", BATTLES)
def test_exact(benchmark, name):
    battle = parse_battle("ww", BATTLES[name])
    outcomes = benchmark(lambda: solve(battle))
    assert outcomes.chance.sum() == pytest.approx(1.0, abs=1e-12)


def test_best_play(benchmark):
    battle = parse_battle("ww", BEST)
    outcomes = benchmark(lambda: solve(battle))
    assert outcomes.model.solution is not None


def test_a_grid_of_58320_battles(benchmark):
    axes = {
        "attacker.cu": range(1, 6),
        "defender.cu": range(1, 13),
        "attacker.battle": range(1, 7),
        "defender.battle": range(1, 7),
        "defender.agility": range(1, 4),
        "attacker.card": range(3),
        "defender.card": range(3),
    }
    battle = parse_battle("ww", "british, 5 cu, gen 4/1, regulars v american, 4 cu, gen 5/2")
    found = benchmark.pedantic(lambda: grid(battle, axes), rounds=5, warmup_rounds=1)
    assert found["attacker_wins"].size == 58_320


@pytest.mark.parametrize("name", ["plain", "two armies and a retreat"])
def test_simulate_a_million(benchmark, name):
    battle = parse_battle("ww", BATTLES[name])
    outcomes = benchmark.pedantic(lambda: solve(battle, trials=TRIALS, rng=1), rounds=3)
    assert outcomes.trials == TRIALS
