"""How long it takes to split units over fronts.

``pytest tests/benchmarks --override-ini addopts=`` prints a table.
"""

import pytest

from combat.axis_allies.fronts.answer import fronts
from combat.axis_allies.fronts.best import best_splits
from combat.axis_allies.fronts.problem import Front, Group, Problem, Way
from combat.axis_allies.map.position_file import starting_position
from combat.games import parse_battle

UNITS = (("inf", 8, "land"), ("art", 3, "land"), ("arm", 4, "land"), ("ftr", 3, "air"))
DEFENDERS = ("6 inf, 1 art, 2 arm, 1 ftr, 1 aa", "3 inf, 1 arm, 1 ftr", "4 inf, 1 art, 1 aa")


def problem(number):
    """20 units that all get to so many fronts."""
    groups = (*UNITS, ("bmr", 2, "air"))
    assert sum(n for _, n, _ in groups) == 20
    return Problem(
        tuple(
            Front(f"F{at}", parse_battle("aa", f"1 inf v {text}", worth="territory=3"), worth=3.0)
            for at, text in enumerate(DEFENDERS[:number])
        ),
        tuple(
            Group(unit, n, tuple(Way(at, way) for at in range(number))) for unit, n, way in groups
        ),
    )


@pytest.mark.parametrize("aim", ["net", "all", "least"])
def test_twenty_units_on_two_fronts(benchmark, aim):
    found = benchmark.pedantic(lambda: next(best_splits(problem(2), aim=aim)), rounds=1)
    assert found.score > 0


def test_twenty_units_on_three_fronts(benchmark):
    found = benchmark.pedantic(lambda: next(best_splits(problem(3), aim="all")), rounds=1)
    assert found.score > 0


def test_a_first_turn_with_all_that_is_said_of_it(benchmark):
    """35 units, transports and a battleship among them, on two fronts of the map."""
    start = starting_position()
    asked = {"power": "Germany", "targets": ["Karelia >= 0.75", "Caucasus"]}
    answer = benchmark.pedantic(lambda: fronts(start, **asked), rounds=1)
    assert answer.method == "exact"
