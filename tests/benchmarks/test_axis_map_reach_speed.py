"""How long it takes to find what a power can bring to all its targets, and whether parties fit.

``pytest tests/benchmarks --override-ini addopts=`` prints a table.
"""

import pytest

from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.reach import Party, fits, reach, reaches
from combat.force import Force

START = starting_position()
CASH = iter(range(100, 10**9))  # another position each time: answers about one are kept


def fresh(position):
    return position.with_cash("Germany", next(CASH))


@pytest.mark.parametrize("power", START.board.order)
def test_all_targets_at_the_set_up(benchmark, power):
    assert benchmark(lambda: reaches(fresh(START), power))


def test_all_targets_of_a_large_fleet(benchmark):
    power, position = "United States", START
    for place, text in {
        "sz 52": "4 ftr, 4 cv, 3 dd, 2 bb, 6 tr, 4 inf, 2 art, 2 arm",
        "sz 55": "4 ftr, 2 cv, 4 tr, 2 bb",
        "sz 50": "2 cv, 4 ftr, 6 tr, 2 inf",
        "Hawaiian Islands": "8 inf, 3 art, 3 arm, 6 ftr, 2 bmr",
        "Western United States": "12 inf, 5 art, 6 arm, 4 ftr, 3 bmr",
        "Midway": "4 ftr, 4 inf",
    }.items():
        position = position.with_force(place, power, Force.parse(text))
    assert benchmark(lambda: reaches(fresh(position), power))


def test_whether_two_parties_fit(benchmark):
    parties = [reach(START, "United Kingdom", place).most for place in ("Western Europe", "sz 8")]
    shared = [a for a in parties[0].arrivals if a.way in ("landing", "bombard")]
    split = [Party("Western Europe", tuple(shared)), Party("sz 8", parties[1].arrivals[2:])]
    assert benchmark(lambda: fits(START, "United Kingdom", split))
