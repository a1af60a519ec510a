"""How long combats of Commands & Colors: Napoleonics take: one, many at once, simulated.

Run as the others are (`tests/benchmarks/test_speed.py`), whose first row is the yardstick.
"""

import numpy as np
import pytest

from combat.engine import solve
from combat.games import parse_battle
from combat.napoleonics.fates import Fates
from combat.napoleonics.rules import CombatRules
from combat.napoleonics.setups import Setups
from combat.stages.exact import distribution

PLAIN = "French line 4 v British light 4 leader on hill"
COMBATS = {
    "a melee": PLAIN,
    "fire": "French light 4 v British line 4 | combat=ranged",
    "first strike and leaders": "INF 4 leader v British guard grenadier 5 leader, first-strike",
    "everything": (
        "French guard heavy cavalry 4 leader, card +2, room 1, with guard foot artillery 3 at 1,"
        " with horse artillery 3 at 2 on hill v British guard grenadier 5 leader on hill,"
        " first-strike, support, room 2 | bonus=Prussian line 4 leader, first-strike, room 1"
    ),
}
BEST = (
    "French heavy cavalry 4 leader, card +1 v British line 4 leader, may square, may first-strike"
    " | follow=best | bonus=British light 5 leader, may square, may first-strike"
)
TRIALS = 1_000_000


def test_yardstick_a_million_floats(benchmark):
    rng = np.random.default_rng(1)
    assert len(benchmark(lambda: rng.random(1_000_000))) == 1_000_000


@pytest.mark.parametrize("name", COMBATS)
def test_exact(benchmark, name):
    battle = parse_battle("ccn", COMBATS[name])
    outcomes = benchmark(lambda: solve(battle, engine="exact"))
    assert outcomes.chance.sum() == pytest.approx(1.0, abs=1e-12)


def test_best_play(benchmark):
    battle = parse_battle("ccn", BEST)
    outcomes = benchmark(lambda: solve(battle, engine="exact"))
    assert outcomes.model.solution is not None


def test_a_grid_of_3456_combats(benchmark):
    """Blocks of both, leaders, three terrains, cards, supports: one call of the engine."""
    battles = [
        parse_battle(
            "ccn", f"INF {mine}{led}, card +{card}", f"INF {theirs} leader on {land}{more}"
        )
        for mine in range(1, 9)
        for led in ("", " leader")
        for card in (2, 3, 4)
        for theirs in range(1, 9)
        for land in ("clear", "hill", "church")
        for more in ("", ", support", ", room 1")
    ]
    rules = CombatRules(Setups.of(battles))
    final = benchmark.pedantic(
        lambda: distribution(rules, rules.starts(), {}), rounds=5, warmup_rounds=1
    )
    gone = Fates(rules.setups, final.states).eliminated("defender")
    numbers = final.states[:, rules.columns.index("battle")]
    chances = np.bincount(numbers, final.mass, minlength=len(battles))
    assert len(battles) == 3_456
    assert chances == pytest.approx(np.ones(len(battles)), abs=1e-12)
    one = solve(battles[1_000], engine="exact").event("target_eliminated").value
    here = final.mass[gone & (numbers == 1_000)].sum()
    assert here == pytest.approx(one, abs=1e-12)


@pytest.mark.parametrize("name", ["a melee", "everything"])
def test_simulate_a_million(benchmark, name):
    battle = parse_battle("ccn", COMBATS[name])
    outcomes = benchmark.pedantic(lambda: solve(battle, trials=TRIALS, rng=1), rounds=3)
    assert outcomes.trials == TRIALS
