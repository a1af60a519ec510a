from fractions import Fraction
from math import comb

import numpy as np
import pytest
from chains import faces, hits
from scipy.stats import chisquare

from combat.checks import BandedDie, FirstSuccess, winning_pairs
from combat.dice import Die, Draw, FaceDice, HitDice, Margin, OpposedRoll, Table, binomial_table
from combat.napoleonics.strike_dice import LeaderCheck, StrikeDice
from combat.washingtons_war.battle_dice import BattleDice
from combat.washingtons_war.lines import Line

DRAWS = 40_000


def battle_dice(cases, *, lead, attack, defence):
    """The dice of battles whose sides are (CUs, rating, agility)."""
    lines = [
        Line(*(np.full(cases, number) for number in side), np.zeros(cases, bool))
        for side in (attack, defence)
    ]
    return BattleDice(*lines, np.full(cases, lead))


def strike_dice(cases, *, own, guns, flags=True, rerolls=False):
    """Strikes of (dice, faces that hit) of a unit's own and of artillery that joins it."""
    pools = [np.full(cases, number) for number in (*own, *guns)]
    return StrikeDice(*pools, np.full(cases, flags), np.full(cases, rerolls))


ROLLS = {
    "hits": lambda cases: HitDice(np.full(cases, 5), 2),
    "hits by case": lambda cases: HitDice(np.full(cases, 3), np.full(cases, 7), sides=10),
    "no dice": lambda cases: HitDice(np.zeros(cases, int), 4),
    "faces": lambda cases: FaceDice(np.full(cases, 3), (3, 1, 2)),
    "face chances": lambda cases: FaceDice(np.full(cases, 2), (0.25, 0.15, 0.6)),
    "die": lambda cases: Die(6, cases),
    "opposed": lambda cases: OpposedRoll(6, cases),
    "margin": lambda cases: Margin(6, cases),
    "draw": lambda cases: Draw(np.tile([5, 2, 0, 3], (cases, 1)), np.full(cases, 4)),
    "bands": lambda cases: BandedDie(np.tile([3, 5], (cases, 1))),
    "bands, one empty": lambda cases: BandedDie(np.tile([0, 2, 2, 6], (cases, 1)), sides=8),
    "a check": lambda cases: BandedDie(np.full((cases, 1), 2)),
    "a check that fails": lambda cases: BandedDie(np.zeros((cases, 1), int)),
    "first success": lambda cases: FirstSuccess(np.tile([2, 0, 3, 1], (cases, 1))),
    "first success of ten sides": lambda cases: FirstSuccess(np.tile([7, 10, 2], (cases, 1)), 10),
    "a battle": lambda cases: battle_dice(cases, lead=1, attack=(3, 5, 2), defence=(2, 3, 3)),
    "a battle without a general": lambda cases: battle_dice(
        cases, lead=-3, attack=(5, 4, 1), defence=(7, 0, 0)
    ),
    "a battle that is won": lambda cases: battle_dice(
        cases, lead=9, attack=(1, 6, 3), defence=(1, 1, 1)
    ),
    "a strike": lambda cases: strike_dice(cases, own=(4, 3), guns=(0, 3)),
    "a strike with guns": lambda cases: strike_dice(cases, own=(2, 2), guns=(3, 3)),
    "a strike of guns alone": lambda cases: strike_dice(cases, own=(0, 3), guns=(2, 1)),
    "lancers with guns": lambda cases: strike_dice(cases, own=(3, 1), guns=(2, 2), rerolls=True),
    "a strike without flags": lambda cases: strike_dice(
        cases, own=(3, 1), guns=(1, 1), flags=False
    ),
    "no strike": lambda cases: strike_dice(cases, own=(0, 3), guns=(0, 3)),
    "a leader checked": lambda cases: LeaderCheck(np.full(cases, True)),
    "no leader to check": lambda cases: LeaderCheck(np.full(cases, False)),
    "table": lambda cases: Table(np.tile([0.2, 0.0, 0.7, 0.1], (cases, 1))),
}


@pytest.mark.parametrize("name", ROLLS)
def test_pmf_and_sample_agree(name):
    chances, values = ROLLS[name](1).pmf()
    drawn = ROLLS[name](DRAWS).sample(np.random.default_rng(17))
    assert drawn.shape == (DRAWS, values.shape[1])
    assert chances.shape == (1, len(values))
    assert len(np.unique(values, axis=0)) == len(values)
    assert abs(chances.sum() - 1) < 1e-15
    number = {tuple(value): place for place, value in enumerate(values.tolist())}
    seen = np.bincount([number[tuple(row)] for row in drawn.tolist()], minlength=len(values))
    possible = chances[0] > 0
    assert seen[~possible].sum() == 0
    if possible.sum() > 1:
        assert chisquare(seen[possible], DRAWS * chances[0][possible]).pvalue > 1e-4


def test_hit_dice_of_many_cases():
    chances, values = HitDice(np.array([0, 4, 9, 2]), np.array([3, 1, 5, 6])).pmf()
    assert values[:, 0].tolist() == list(range(10))
    for row, (dice, target) in enumerate([(0, 3), (4, 1), (9, 5), (2, 6)]):
        exact = hits(dice, Fraction(target, 6))
        assert chances[row].tolist() == [float(exact.get(k, 0)) for k in range(10)]


def test_binomial_table_is_the_rational_rounded_once():
    table = binomial_table(60, 1, 6)
    for k in (0, 1, 10, 59, 60):
        assert table[60, k] == float(Fraction(comb(60, k) * 5 ** (60 - k), 6**60))


def test_face_dice_of_many_cases():
    chances, values = FaceDice(np.array([0, 1, 3]), (1, 3, 2)).pmf()
    for row, dice in enumerate([0, 1, 3]):
        exact = faces(dice, (1, 3, 2))
        expected = [float(exact.get(tuple(value), 0)) for value in values.tolist()]
        assert chances[row].tolist() == expected


def test_draw_of_many_cases():
    counts, cards = [(3, 2, 1), (0, 4, 2), (1, 1, 1)], [2, 3, 0]
    chances, values = Draw(np.array(counts), np.array(cards)).pmf()
    for row, (held, drawn) in enumerate(zip(counts, cards, strict=True)):
        for chance, value in zip(chances[row], values.tolist(), strict=True):
            ways = np.prod([comb(n, k) for n, k in zip(held, value, strict=True)])
            exact = Fraction(int(ways), comb(sum(held), drawn)) if sum(value) == drawn else 0
            assert abs(chance - float(exact)) < 1e-15
    assert np.abs(chances.sum(axis=1) - 1).max() < 1e-15


def test_banded_dice_of_many_cases():
    highs = [(3, 5), (0, 6), (2, 2), (1, 4)]
    chances, values = BandedDie(np.array(highs)).pmf()
    assert values[:, 0].tolist() == [0, 1, 2]
    for row, (first, second) in enumerate(highs):
        faces_of = (first, second - first, 6 - second)
        assert chances[row].tolist() == [float(Fraction(n, 6)) for n in faces_of]


def test_first_successes_of_many_cases():
    """The k-th try succeeds if all before it fail: products of whole sixths."""
    targets = [(2, 3, 1), (0, 0, 6), (6, 2, 2), (0, 0, 0), (1, 0, 5)]
    chances, values = FirstSuccess(np.array(targets)).pmf()
    assert values[:, 0].tolist() == [0, 1, 2, 3]
    for row, tries in enumerate(targets):
        free, expected = Fraction(1), []
        for target in tries:
            expected.append(free * Fraction(target, 6))
            free *= 1 - Fraction(target, 6)
        exact = [float(chance) for chance in (free, *expected)]
        assert chances[row] == pytest.approx(exact, abs=1e-16)


@pytest.mark.fault("B49")
def test_pairs_that_win_a_tie_included():
    for sides in (6, 10):
        leads = np.arange(-sides - 2, sides + 3)
        faces_of = range(1, sides + 1)
        counted = [sum(a + lead >= b for a in faces_of for b in faces_of) for lead in leads]
        assert winning_pairs(leads, sides).tolist() == counted


@pytest.mark.fault("B48")
def test_battle_dice_of_many_cases():
    """Every face of six dice, counted: 6**6 ways for each case."""
    sides = [((3, 5, 2), (2, 3, 3), 1), ((5, 2, 1), (7, 0, 0), -2), ((1, 6, 3), (5, 4, 2), 3)]
    lines = [
        Line(*(np.array(column) for column in zip(*side, strict=True)), np.zeros(3, bool))
        for side in zip(*[(attack, defence) for attack, defence, _ in sides], strict=True)
    ]
    chances, values = BattleDice(*lines, np.array([lead for *_, lead in sides])).pmf()
    dice = np.indices((6,) * 6).reshape(6, -1) + 1
    for row, (attack, defence, lead) in enumerate(sides):
        ratings = [
            np.minimum(np.where(die <= 3, rating // 2, rating), cu)
            for die, (cu, rating, _) in zip(dice, (attack, defence), strict=False)
        ]
        won = dice[2] + lead + ratings[0] >= dice[3] + ratings[1]
        lost = np.array([1, 1, 1, 2, 2, 3])[dice[4] - 1]
        also = dice[5] <= 1 + np.where(won, defence[2], attack[2])
        for value, chance in zip(values.tolist(), chances[row], strict=True):
            ways = ((won == value[0]) & (lost == value[1]) & (also == value[2])).sum()
            assert chance == pytest.approx(float(Fraction(int(ways), 6**6)), abs=1e-15)


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        (HitDice(np.array([-1]), 3), "negative"),
        (HitDice(np.array([1]), 7), "above 6 sides"),
        (FaceDice(np.array([2, -2]), (1, 1)), "negative"),
        (Draw(np.array([[1, 1]]), np.array([3])), "more cards"),
        (BandedDie(np.array([[4, 2]])), "must rise"),
        (BandedDie(np.array([[3, 7]])), "must rise"),
        (BandedDie(np.array([[-1, 3]])), "must rise"),
    ],
)
def test_impossible_rolls_are_refused(roll, words):
    with pytest.raises(ValueError, match=words):
        roll.pmf()
