"""The race to a number of points against equations in fractions, and turn by turn (CC-40)."""

import random
from fractions import Fraction

import numpy as np
import pytest
from race_oracle import played, race

from combat.errors import IllegalBattleError, OptionError
from combat.race import Race, checked

COIN = {(0, 0): Fraction(1, 2), (1, 0): Fraction(1, 2)}
KEYS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0))
SEEDS = range(8)


def table(turn):
    """A turn as the library takes it."""
    rows, columns = (max(key[at] for key in turn) + 1 for at in (0, 1))
    found = np.zeros((rows, columns))
    for key, chance in turn.items():
        found[key] = float(chance)
    return found


def drawn(rng):
    """A turn: what it brings who moves, and the other."""
    shares = {key: rng.randint(0, 4) for key in KEYS}
    shares[rng.choice([(1, 0), (0, 1)])] += 1
    total = sum(shares.values())
    return {key: Fraction(share, total) for key, share in shares.items() if share}


def races():
    """Races of all lengths, some with very slow turns, one in which only one side ever moves."""
    slow = {(0, 0): Fraction(97, 100), (0, 1): Fraction(1, 100), (1, 1): Fraction(2, 100)}
    yield 1, COIN, COIN
    yield 3, COIN, slow
    yield 4, slow, {(0, 0): Fraction(1)}
    yield 2, {(0, 1): Fraction(1)}, {(3, 0): Fraction(1, 7), (0, 3): Fraction(6, 7)}
    for seed in SEEDS:
        rng = random.Random(seed)
        yield rng.randint(1, 4), drawn(rng), drawn(rng)


RACES = list(races())


def near(value, error=1e-12):
    return pytest.approx(float(value), rel=error, abs=error)


@pytest.mark.rule("CC-40")
@pytest.mark.parametrize("number", range(len(RACES)))
def test_races_equal_the_oracle_from_every_score(number):
    to, own, enemy = RACES[number]
    found = Race(to, table(own), table(enemy))
    for (points, theirs, mover), (win, left) in race(to, own, enemy).items():
        assert found.win(points, theirs, own_turn=mover == 0) == near(win)
        assert found.turns(points, theirs, own_turn=mover == 0) == near(left)


@pytest.mark.rule("CC-40")
@pytest.mark.parametrize("number", range(len(RACES)))
def test_turn_by_turn_until_nobody_is_left(number):
    """Who has won after each turn, and how often a turn is played at all."""
    to, own, enemy = RACES[number]
    turns = [{key: float(chance) for key, chance in of.items()} for of in (own, enemy)]
    for mover in (0, 1):
        going, won, played_on = {(0, 0, mover): 1.0}, 0.0, 0.0
        while going and sum(going.values()) > 1e-13:
            played_on += sum(going.values())
            following = {}
            for score, mass in going.items():
                for (more, theirs), chance in turns[score[2]].items():
                    after = played(score, more, theirs)
                    reached = [points >= to for points in after[:2]]
                    if not any(reached):
                        following[after] = following.get(after, 0.0) + mass * chance
                    elif reached[0] and (score[2] == 0 or not reached[1]):
                        won += mass * chance
            going = following
        found = Race(to, table(own), table(enemy))
        assert found.win(0, 0, own_turn=mover == 0) == near(won, 1e-10)
        assert found.turns(0, 0, own_turn=mover == 0) == near(played_on, 1e-9)


@pytest.mark.rule("CC-40")
def test_who_begins_with_a_coin_wins_two_times_of_three():
    found = Race(1, table(COIN), table(COIN))
    assert found.win(0, 0) == near(Fraction(2, 3))
    assert found.win(0, 0, own_turn=False) == near(Fraction(1, 3))
    assert found.turns(0, 0) == near(2)


@pytest.mark.rule("CC-40")
@pytest.mark.parametrize("number", range(len(RACES)))
def test_one_sides_wins_are_the_others_losses(number):
    to, own, enemy = RACES[number]
    ours = Race(to, table(own), table(enemy))
    theirs = Race(to, table(enemy), table(own))
    for points in range(to):
        for other in range(to):
            for first in (True, False):
                chance = ours.win(points, other, own_turn=first)
                assert chance + theirs.win(other, points, own_turn=not first) == near(1)
                assert ours.turns(points, other, own_turn=first) == near(
                    theirs.turns(other, points, own_turn=not first)
                )


@pytest.mark.rule("CC-40")
def test_who_moves_wins_if_both_have_enough():
    both = {(1, 1): Fraction(1)}
    found = Race(2, table(both), table(both))
    assert found.win(1, 1) == 1.0
    assert found.win(1, 1, own_turn=False) == 0.0
    assert found.win(0, 0) == 0.0  # one each, then the enemy's turn
    assert found.turns(0, 0) == 2.0
    assert found.win(1, 0) == 1.0
    assert found.win(0, 1, own_turn=False) == 0.0


def test_points_beyond_the_last_win_as_well():
    many = Race(3, np.array([[0.0], [0.0], [0.0], [0.0], [1.0]]), np.array([[1.0]]))
    assert (many.win(0, 2), many.turns(0, 2)) == (1.0, 1.0)
    assert (many.win(0, 2, own_turn=False), many.turns(0, 2, own_turn=False)) == (1.0, 2.0)


def test_a_point_more_never_makes_it_worse():
    for to, own, enemy in RACES:
        win = Race(to, table(own), table(enemy)).tables[0]
        assert (np.diff(win, axis=0) >= -1e-12).all()
        assert (np.diff(win, axis=1) <= 1e-12).all()


def test_only_the_distance_to_the_end_counts():
    to, own, enemy = 3, drawn(random.Random(1)), drawn(random.Random(2))
    near_end, longer = (Race(end, table(own), table(enemy)) for end in (to, to + 4))
    for points in range(to):
        for other in range(to):
            assert near_end.win(points, other) == near(longer.win(points + 4, other + 4))


@pytest.mark.parametrize("points", [(3, 0), (0, 3), (-1, 0), (0, -1), (7, 7)])
@pytest.mark.parametrize("ask", ["win", "turns"])
def test_a_score_that_is_none_is_refused(points, ask):
    with pytest.raises(OptionError, match="is not below 3"):
        getattr(Race(3, table(COIN), table(COIN)), ask)(*points)


def test_a_race_that_nobody_wins_is_refused():
    still = {(0, 0): Fraction(1)}
    with pytest.raises(IllegalBattleError, match="nobody wins"):
        Race(2, table(still), table(still))
    assert Race(2, table(still), table(COIN)).win(0, 0) == 0.0


WRONG = {
    "nothing": [],
    "no rows": [0.5, 0.5],
    "ragged": [[0.5, 0.25], [0.25]],
    "a cube": [[[1.0]]],
    "below 0": [[1.5, -0.5]],
    "none": [[float("nan"), 1.0]],
    "endless": [[float("inf")]],
    "too little": [[0.5, 0.25]],
    "too much": [[0.75, 0.5]],
    "words": "half",
    "words in it": [["a", "half"]],
    "a table": {"own": 1.0},
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("side", ["own", "enemy"])
def test_chances_that_are_none_are_refused(name, side):
    given = {"own": table(COIN), "enemy": table(COIN), side: WRONG[name]}
    with pytest.raises(OptionError, match=f"^{side} is a table of chances that sum to 1") as caught:
        Race(2, **given)
    assert "\n" not in str(caught.value)
    if name.startswith("too"):
        assert str(caught.value).endswith(f"; they sum to {np.sum(WRONG[name]):g}")


def test_chances_that_miss_one_by_rounding_are_mended():
    found = checked([[1 / 3 + 2e-7], [2 / 3]], "own")
    assert found.sum() == near(1)
