"""How long rounds of the war take to simulate: the goal is 10,000 of them in 30 s.

``pytest tests/benchmarks/test_axis_rounds.py --override-ini addopts=`` prints a table.
"""

import pytest

from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.rounds.plan import usual_plan
from combat.axis_allies.rounds.simulate import simulate

START = starting_position()
ONCE = {"rounds": 1, "warmup_rounds": 0}


@pytest.mark.parametrize(("rounds", "trials"), [(1, 10_000), (2, 5_000)])
def test_ten_thousand_rounds_from_the_set_up(benchmark, rounds, trials):
    plan = usual_plan(START)
    found = benchmark.pedantic(
        lambda: simulate(START, plan, rounds=rounds, trials=trials, rng=1), **ONCE
    )
    assert found.income.shape == (trials, rounds, 5)
