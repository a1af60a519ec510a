"""How long answers take, from a built battle to its outcomes.

``pytest tests/benchmarks --override-ini addopts=`` prints a table; the first row, drawing a million
floats, is the yardstick: read every other row as a multiple of it. Nothing here asserts a time.
"""

import subprocess
import sys

import numpy as np
import pytest

from analysis.advice import should_attack
from combat.engine import solve
from combat.games import parse_battle

LARGE = "30 inf, 10 art, 10 arm, 6 ftr, 2 bmr v 40 inf, 5 art, 5 arm, 4 ftr"
BATTLES = {
    "tiny": "3 inf, 1 arm v 2 inf",
    "middling": "12 inf, 4 art, 6 arm, 4 ftr, 1 bmr v 14 inf, 2 art, 3 arm, 2 ftr",
    "large": LARGE,
    "large, AA gun": f"{LARGE}, 1 aa",
    "large, best retreat": f"{LARGE} | retreat=best",
    "huge, AA gun": "100 inf, 40 art, 10 ftr v 100 inf, 40 art, 6 ftr, 1 aa",
}
FLEETS = {
    "fleets": (
        "4 ss, 4 dd, 2 ca, 2 cv, 4 ftr, 2 bmr, 2 bb, 3 tr"
        " v 3 ss, 3 dd, 2 ca, 2 cv, 4 ftr, 2 bb, 3 tr"
    ),
    "large fleets": (
        "8 ss, 6 dd, 3 ca, 3 cv, 6 ftr, 3 bmr, 4 bb v 6 ss, 6 dd, 3 ca, 3 cv, 6 ftr, 4 bb, 4 tr"
    ),
}
TRIALS = 1_000_000


def test_yardstick_a_million_floats(benchmark):
    rng = np.random.default_rng(1)
    drawn = benchmark(lambda: rng.random(1_000_000))
    assert len(drawn) == 1_000_000


@pytest.mark.parametrize("name", BATTLES)
def test_exact(benchmark, name):
    battle = parse_battle("aa", BATTLES[name])
    outcomes = benchmark(lambda: solve(battle))
    assert outcomes.exact
    assert outcomes.chance.sum() == pytest.approx(1.0, abs=1e-11)


@pytest.mark.parametrize("name", FLEETS)
def test_exact_at_sea(benchmark, name):
    battle = parse_battle("aa", FLEETS[name])
    outcomes = benchmark.pedantic(lambda: solve(battle), rounds=5, warmup_rounds=1)
    assert outcomes.exact
    assert outcomes.chance.sum() == pytest.approx(1.0, abs=1e-11)


def test_simulate_a_million_large_fleets(benchmark):
    battle = parse_battle("aa", FLEETS["large fleets"])
    outcomes = benchmark.pedantic(lambda: solve(battle, trials=TRIALS, rng=1), rounds=3)
    assert outcomes.trials == TRIALS


def test_simulate_a_million_large_battles(benchmark):
    battle = parse_battle("aa", LARGE)
    outcomes = benchmark.pedantic(
        lambda: solve(battle, trials=TRIALS, rng=1), rounds=5, warmup_rounds=1
    )
    assert outcomes.trials == TRIALS


def test_verdict_with_flips(benchmark):
    battle = parse_battle("aa", "5 inf, 2 art, 2 arm, 1 ftr v 6 inf, 1 art, 1 aa")
    advice = benchmark(lambda: should_attack(battle))
    assert advice.flips


def test_from_the_shell(benchmark):
    command = [sys.executable, "-c", "from reports.cli import main; main()", "odds", "aa"]
    run = benchmark.pedantic(
        lambda: subprocess.run([*command, BATTLES["tiny"]], capture_output=True, check=True),
        rounds=5,
        warmup_rounds=1,
    )
    assert b"territory taken" in run.stdout


def test_importing_numpy_from_the_shell(benchmark):
    run = benchmark.pedantic(
        lambda: subprocess.run([sys.executable, "-c", "import numpy"], check=True),
        rounds=5,
        warmup_rounds=1,
    )
    assert run.returncode == 0
