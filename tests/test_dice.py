from fractions import Fraction
from math import comb

import numpy as np
import pytest
from chains import faces, hits
from scipy.stats import chisquare

from combat.dice import Die, Draw, FaceDice, HitDice, Margin, OpposedRoll, Table, binomial_table

DRAWS = 40_000
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


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        (HitDice(np.array([-1]), 3), "negative"),
        (HitDice(np.array([1]), 7), "above 6 sides"),
        (FaceDice(np.array([2, -2]), (1, 1)), "negative"),
        (Draw(np.array([[1, 1]]), np.array([3])), "more cards"),
    ],
)
def test_impossible_rolls_are_refused(roll, words):
    with pytest.raises(ValueError, match=words):
        roll.pmf()
