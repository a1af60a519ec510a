"""How long 'how much is enough' takes: the forces by themselves, and with their chances.

Asked for: at most 0.5 s for making 4,000 candidates, at most 1 s for the whole answer.
"""

from itertools import islice

import numpy as np
import pytest

from analysis.size import size
from analysis.size.base import base_of
from analysis.size.candidates import candidates

TARGET = "aa 2 inf v 8 inf, 2 art, 2 arm, 1 ftr"
BUDGETS = {  # with which some 4,000 forces can be had
    "attacker": (TARGET, 64),
    "attacker, AA gun": (f"{TARGET}, 1 aa", 64),
    "defender": ("aa 14 inf, 4 art, 4 arm, 2 ftr v 2 inf", 57),
}


def test_yardstick_a_million_floats(benchmark):
    rng = np.random.default_rng(1)
    assert len(benchmark(lambda: rng.random(1_000_000))) == 1_000_000


def test_four_thousand_candidates(benchmark):
    base = base_of(TARGET, "attacker")
    found = benchmark.pedantic(
        lambda: list(islice(candidates(base), 4_000)), rounds=5, warmup_rounds=1
    )
    assert len({one.battle.attacker for one in found}) == 4_000


@pytest.mark.parametrize("name", BUDGETS)
def test_the_best_of_four_thousand(benchmark, name):
    text, budget = BUDGETS[name]
    side = name.partition(",")[0]
    found = benchmark.pedantic(
        lambda: size(text, side=side, budget=budget), rounds=5, warmup_rounds=1
    )
    assert found.proven
    assert len(found.tried) >= 4_000


def test_the_cheapest_for_a_chance(benchmark):
    found = benchmark.pedantic(lambda: size(TARGET, chance=0.9), rounds=5, warmup_rounds=1)
    assert found.proven
    assert found.chance.value >= 0.9


def test_cards_and_cus(benchmark):
    battle = "ww british, 3 cu, gen 4/2, regulars v american, 4 cu, gen 3/2, militia"
    found = benchmark(lambda: size(battle, chance=0.7))
    assert found.proven
