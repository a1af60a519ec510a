"""How long a turn of Commands & Colors: Napoleonics takes: six attackers on three targets.

Run as the others are (`tests/benchmarks/test_speed.py`), whose first row is the yardstick. The goal
is a second for the turn solved and followed.
"""

import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from analysis.turn import parse_turn
from combat.games import GAMES
from combat.napoleonics.turn.best import Turn
from combat.napoleonics.turn.plan import AIMS
from combat.napoleonics.turn.reading import read_turn
from combat.race import Race

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "napoleonics_turn.toml"
ENEMY = np.array([[0.55, 0.1], [0.25, 0.0], [0.1, 0.0]])
ROUNDS = {"rounds": 3, "warmup_rounds": 1}


def test_yardstick_a_million_floats(benchmark):
    rng = np.random.default_rng(1)
    assert len(benchmark(lambda: rng.random(1_000_000))) == 1_000_000


@pytest.mark.parametrize("aim", AIMS)
def test_six_attackers_on_three_targets_solved_and_followed(benchmark, aim):
    plan = read_turn(tomllib.loads(EXAMPLE.read_text("utf-8")), GAMES["napoleonics"])
    plan = replace(plan, aim=aim)
    turn = benchmark.pedantic(lambda: _followed(Turn(plan, ENEMY)), **ROUNDS)
    assert (len(plan.attackers), len(plan.targets)) == (6, 3)
    assert turn.table.sum() == pytest.approx(1.0, abs=1e-12)


def _followed(turn):
    assert turn.forward.joint
    return turn


def test_the_whole_answer_with_a_die_more_for_each(benchmark):
    text = EXAMPLE.read_text("utf-8")
    found = benchmark.pedantic(lambda: parse_turn(text), **ROUNDS)
    assert found.verdict == "attack"


def test_a_race_to_twenty_banners(benchmark):
    race = benchmark(lambda: Race(20, ENEMY, ENEMY).tables)
    assert race[0].shape == (20, 20)
