"""How long battles of 1775: Rebellion take: exact, with best play, simulated.

Run as the others are (`tests/benchmarks/test_speed.py`), whose first row is the yardstick.
"""

import numpy as np
import pytest

from combat.engine import solve
from combat.games import parse_battle

FIVES = "3 continental, 2 militia v 3 regulars, 2 loyalist"
TWELVES = "4 continental, 5 militia, 3 french v 5 regulars, 4 loyalist, 3 hessian"
SIXES = "3 continental, 3 militia v 3 regulars, 3 loyalist"
BATTLES = {
    "five against five": FIVES,
    "five against five who leave": f"{FIVES} | withdraw=outnumbered | defender_withdraw=at 2",
    "twelve against twelve": TWELVES,
    "twelve against twelve who leave": f"{TWELVES} | withdraw=outnumbered",
    "five against five with Betsy Ross": f"{FIVES} | turned=2",
}
BEST = f"{SIXES} | losses=best | withdraw=best | defender_losses=best | defender_withdraw=best"
TRIALS = 1_000_000


def test_yardstick_a_million_floats(benchmark):
    rng = np.random.default_rng(1)
    assert len(benchmark(lambda: rng.random(1_000_000))) == 1_000_000


@pytest.mark.parametrize("name", BATTLES)
def test_exact(benchmark, name):
    battle = parse_battle("rb", BATTLES[name])
    rounds = 1 if "twelve" in name or "Betsy" in name else 5
    outcomes = benchmark.pedantic(lambda: solve(battle, engine="exact"), rounds=rounds)
    assert outcomes.chance.sum() == pytest.approx(1.0, abs=1e-12)


def test_means_of_twelve_against_twelve(benchmark):
    """The sums along the path are computed when the first is asked for."""
    battle = parse_battle("rb", TWELVES)
    mean = benchmark.pedantic(
        lambda: solve(battle, engine="exact").quantity("attacker_lost").value, rounds=1
    )
    assert 0 < mean < 12


def test_best_play_of_six_against_six(benchmark):
    battle = parse_battle("rb", BEST)
    outcomes = benchmark.pedantic(lambda: solve(battle, engine="exact"), rounds=1)
    assert outcomes.model.solution is not None


def test_simulate_a_million_fives(benchmark):
    battle = parse_battle("rb", FIVES)
    outcomes = benchmark.pedantic(lambda: solve(battle, trials=TRIALS, rng=1), rounds=3)
    assert outcomes.trials == TRIALS
