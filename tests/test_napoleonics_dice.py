"""The dice of a strike and of a leader check against every way in which the dice can fall."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import factorial

import numpy as np
import pytest

from combat.napoleonics.strike_dice import LeaderCheck, StrikeDice

FACES = ("infantry", "infantry", "cavalry", "artillery", "flag", "sabre")
HITTING = {  # faces that hit, as many as `hit` says
    0: (),
    1: ("cavalry",),
    2: ("cavalry", "sabre"),
    3: ("infantry", "sabre"),
}
NONE = (0, 0)


def rolled(own, guns=NONE, *, flags=True, rerolls=False):
    """Ways of (hits, flags) by enumeration: 6 faces a die, 36 for a lancer's first and second."""
    dice = [(FACES, own[1])] * own[0]
    if rerolls:
        pairs = [b if a == "flag" else a for a, b in product(FACES, repeat=2)]
        dice = [(pairs, own[1])] * own[0]
    dice += [(FACES, guns[1])] * guns[0]
    ways = Counter()
    for shown in product(*(faces for faces, _ in dice)):
        hits = sum(face in HITTING[hit] for face, (_, hit) in zip(shown, dice, strict=True))
        ways[hits, shown.count("flag") if flags else 0] += 1
    total = sum(ways.values())
    return {key: Fraction(number, total) for key, number in ways.items()}


def pmf(own, guns=NONE, *, flags=True, rerolls=False):
    """Chances of (hits, flags) as the game has them."""
    pools = [np.array([number]) for number in (*own, *guns)]
    chances, values = StrikeDice(*pools, np.array([flags]), np.array([rerolls])).pmf()
    pairs = map(tuple, values.tolist())
    return {pair: c for pair, c in zip(pairs, chances[0].tolist(), strict=True) if c}


def assert_same(ours, theirs):
    assert set(ours) == {key for key, chance in theirs.items() if chance}
    for key, chance in ours.items():
        assert chance == pytest.approx(float(theirs[key]), rel=1e-14), key


@pytest.mark.rule("CC-01", "CC-02")
@pytest.mark.fault("B23", "B31")
@pytest.mark.parametrize(("dice", "hit"), list(product(range(7), range(4))))
def test_a_strike_is_every_way_its_dice_can_fall(dice, hit):
    assert_same(pmf((dice, hit)), rolled((dice, hit)))


@pytest.mark.rule("CC-01", "CC-24")
@pytest.mark.parametrize(
    ("own", "guns"), [((2, 2), (4, 3)), ((3, 3), (2, 1)), ((0, 3), (5, 2)), ((1, 0), (1, 3))]
)
@pytest.mark.parametrize("flags", [True, False])
def test_two_pools_are_every_way_both_can_fall(own, guns, flags):
    assert_same(pmf(own, guns, flags=flags), rolled(own, guns, flags=flags))


@pytest.mark.rule("CC-01")
@pytest.mark.parametrize(("own", "guns"), [((3, 3), NONE), ((1, 2), (3, 2)), ((2, 1), (2, 3))])
def test_lancers_throw_their_own_flags_again_once(own, guns):
    """A flag is left on 1/36 of their dice, and on 1/6 of those of artillery that joins."""
    assert_same(pmf(own, guns, rerolls=True), rolled(own, guns, rerolls=True))
    none = sum(chance for (_, flags), chance in pmf(own, guns, rerolls=True).items() if not flags)
    assert none == pytest.approx(float(Fraction(35, 36) ** own[0] * Fraction(5, 6) ** guns[0]))


@pytest.mark.fault("B24", "B31")
@pytest.mark.parametrize(("dice", "hit"), [(4, 3), (9, 1), (16, 2)])
def test_a_strike_is_multinomial(dice, hit):
    """n! / (h! f! r!) (hit/6)^h (1/6)^f ((5 − hit)/6)^r, for more dice than can be listed."""
    found = pmf((dice, hit))
    assert len(found) == (dice + 1) * (dice + 2) // 2
    for (hits, flags), chance in found.items():
        rest = dice - hits - flags
        ways = factorial(dice) // (factorial(hits) * factorial(flags) * factorial(rest))
        exact = Fraction(ways * hit**hits * (5 - hit) ** rest, 6**dice)
        assert chance == pytest.approx(float(exact), rel=1e-13)
    assert sum(found.values()) == pytest.approx(1.0, abs=1e-14)


@pytest.mark.fault("B31")
def test_as_many_dice_as_can_be_joined_are_all_rolled():
    """Four plain guns of eight blocks next to the target, nine dice of a card and Elan's each."""
    guns = 4 * (8 + 9 + 1)
    found = pmf((2, 3), (guns, 2))
    mean = sum(hits * chance for (hits, _), chance in found.items())
    assert mean == pytest.approx(2 * 3 / 6 + guns * 2 / 6, abs=1e-10)
    assert max(hits for hits, _ in found) == 2 + guns


def test_strikes_of_many_combats_are_each_their_own():
    cases = [
        ((4, 3), (0, 0), True, False),
        ((1, 2), (2, 3), True, True),
        ((0, 1), (3, 1), False, 0),
    ]
    columns = np.array([(*own, *guns, flags, again) for own, guns, flags, again in cases]).T
    *pools, flags, rerolls = columns
    chances, values = StrikeDice(*pools, flags.astype(bool), rerolls.astype(bool)).pmf()
    pairs = [tuple(pair) for pair in values.tolist()]
    for row, (own, guns, heeded, again) in enumerate(cases):
        found = {pair: c for pair, c in zip(pairs, chances[row].tolist(), strict=True) if c}
        assert_same(found, rolled(own, guns, flags=heeded, rerolls=bool(again)))


@pytest.mark.rule("CC-30")
@pytest.mark.fault("B39")
def test_a_leader_check_is_both_dice_or_the_first_alone():
    pairs = [(first == "sabre", second == "sabre") for first, second in product(FACES, repeat=2)]
    ways = Counter(2 if both == (True, True) else int(both[0]) for both in pairs)
    chances, values = LeaderCheck(np.array([True, False])).pmf()
    assert values[:, 0].tolist() == [0, 1, 2]
    assert chances[0].tolist() == [float(Fraction(ways[shown], 36)) for shown in range(3)]
    assert (ways[1] + ways[2], ways[2]) == (6, 1)  # 1/6 for a unit that is gone, 1/36 for one there
    assert chances[1].tolist() == [1.0, 0.0, 0.0]
