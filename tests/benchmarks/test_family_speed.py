"""How long it takes to answer many battles from one solve.

``pytest tests/benchmarks --override-ini addopts=`` prints a table; read the rows as multiples of
the first one, one battle of the kind.
"""

from itertools import product

import numpy as np
import pytest

from analysis.family import pair_chances
from analysis.frames import heat_frame
from combat.engine import solve
from combat.force import Force
from combat.games import parse_battle

WHOLE = parse_battle("aa", "60 inf, 5 art, 5 arm, 2 ftr v 60 inf, 2 art, 2 arm, 2 ftr")
LEFT = parse_battle("aa", "30 inf, 10 art, 12 arm, 8 ftr v 40 inf, 6 art, 8 arm, 6 ftr")
GUN = parse_battle("aa", "1 inf v 10 inf, 2 art, 3 arm, 2 ftr, 1 aa")
FLEET = parse_battle("aa", "1 dd v 2 ss, 1 dd, 1 cv, 2 ftr, 1 bb, 1 tr")


def forces(names, *most):
    """All forces of up to so many of each unit, nobody aside."""
    for counts in product(*(range(n + 1) for n in most)):
        if any(counts):
            yield Force.of(dict(zip(names, counts, strict=True)))


def infantry(number, rest):
    """So much infantry and the rest of a force."""
    return Force.of(dict(rest) | {"inf": number})


def test_one_battle(benchmark):
    outcomes = benchmark(lambda: solve(WHOLE))
    assert outcomes.exact


def test_a_heat_map_of_60_by_60(benchmark):
    mine = [infantry(n, WHOLE.attacker) for n in range(1, 61)]
    theirs = [infantry(n, WHOLE.defender) for n in range(1, 61)]
    found = benchmark(lambda: pair_chances(WHOLE, mine, theirs, "territory_taken"))
    assert found[-1, -1] == pytest.approx(solve(WHOLE).event("territory_taken").value, abs=1e-11)


def remains(force, order):
    """What a force is reduced to, hit by hit, in an order of losses; itself first."""
    counts = dict(force)
    for name in order:
        while counts[name]:
            yield Force.of(dict(counts))
            counts[name] -= 1


def test_a_heat_map_of_what_is_left_60_by_60(benchmark):
    mine = list(remains(LEFT.attacker, ("inf", "art", "arm", "ftr")))
    theirs = list(remains(LEFT.defender, ("inf", "art", "arm", "ftr")))
    assert len(mine) == len(theirs) == 60
    found = benchmark(lambda: pair_chances(LEFT, mine, theirs, "territory_taken"))
    assert found[0, 0] == pytest.approx(solve(LEFT).event("territory_taken").value, abs=1e-11)


def test_the_frame_of_a_heat_map_of_60_by_60(benchmark):
    numbers = range(1, 61)
    frame = benchmark(lambda: heat_frame(WHOLE, "inf", "inf", attackers=numbers, defenders=numbers))
    assert len(frame) == 3600


def test_4000_armies_against_an_aa_gun(benchmark):
    armies = list(forces(("inf", "art", "arm", "ftr", "bmr"), 9, 4, 7, 4, 1))
    found = benchmark(lambda: pair_chances(GUN, armies, [GUN.defender], "territory_taken"))
    assert len(found) == 3999
    assert not np.isnan(found).any()


def test_900_fleets(benchmark):
    fleets = list(forces(("ss", "dd", "ca", "ftr", "bb"), 3, 4, 2, 4, 2))
    found = benchmark.pedantic(
        lambda: pair_chances(FLEET, fleets, [FLEET.defender], "cleared_not_taken"), rounds=3
    )
    assert len(found) == 899
