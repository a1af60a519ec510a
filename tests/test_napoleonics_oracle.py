"""The oracle of Commands & Colors: Napoleonics against published numbers."""

from fractions import Fraction

import pytest
from napoleonics_oracle import (
    Now,
    banners_against,
    banners_for,
    combat,
    dice,
    lone_leader,
    plain,
    resolved,
    unit,
)
from napoleonics_oracle_dice import NATIONS, rolled

INF = plain("INF", 4)
SIXTH = Fraction(1, 6)


def chance(results, test):
    return sum((p for result, p in results.items() if test(result)), Fraction(0))


def mean(results, value):
    return sum((p * value(result) for result, p in results.items()), Fraction(0))


def sums(attacker, defender, **rules):
    """The six numbers that are published of a melee: chances and mean losses of both."""
    results = combat(attacker, defender, **rules)
    assert sum(results.values()) == 1
    return (
        chance(results, lambda r: r.defender_lost == defender.blocks),
        chance(results, lambda r: r.defender_hexes > 0),
        chance(results, lambda r: r.back),
        mean(results, lambda r: r.defender_lost),
        mean(results, lambda r: r.attacker_lost),
        chance(results, lambda r: r.attacker_hexes > 0),
    )


# --- published numbers ------------------------------------------------------------------------

MELEES = {  # target gone, target retreats, battle back, mean losses of both, attacker retreats
    "1/16 671/1296 34/81 2 125/324 12209/104976": (INF, INF),
    "3/16 2123/3888 259/972 79/32 421/1944 10483/157464": (
        unit("French", "line"),
        unit("British", "line"),
    ),
    "1/16 671/1296 34/81 2 3373/13122 451/3888": (unit("British", "heavy cavalry"), INF),
    "1/9 71/144 19/48 107/81 11/32 121/1152": (INF, plain("CAV", 3)),
}


@pytest.mark.rule("CC-03", "CC-04", "CC-20", "CC-22")
@pytest.mark.fault("B40")
@pytest.mark.parametrize("numbers", MELEES)
def test_melees_with_battle_back(numbers):
    assert sums(*MELEES[numbers]) == tuple(map(Fraction, numbers.split()))


AT_LEAST = {  # by hits in six: chance of at least 1, 2, … hits of so many dice, and the mean
    ("INF", "melee"): {
        1: "1/2 0 0 0 0 1/2",
        3: "7/8 1/2 1/8 0 0 3/2",
        4: "15/16 11/16 5/16 1/16 0 2",
        5: "31/32 13/16 1/2 3/16 1/32 5/2",
        7: "127/128 15/16 99/128 1/2 29/128 7/2",
        8: "255/256 247/256 219/256 163/256 93/256 4",
    },
    ("CAV", "melee"): {
        2: "5/9 1/9 0 0 0 2/3",
        4: "65/81 11/27 1/9 1/81 0 4/3",
        6: "665/729 473/729 233/729 73/729 13/729 2",
        8: "6305/6561 5281/6561 1163/2187 1697/6561 577/6561 8/3",
    },
    ("CAV", "ranged"): {
        1: "1/6 0 0 0 0 1/6",
        4: "671/1296 19/144 7/432 1/1296 0 2/3",
        5: "4651/7776 763/3888 23/648 13/3888 1/7776 5/6",
        8: "1288991/1679616 663991/1679616 75497/559872 51491/1679616 7741/1679616 4/3",
    },
}
AT_LEAST["INF", "ranged"] = AT_LEAST["ART", "melee"] = AT_LEAST["CAV", "melee"]
AT_LEAST["ART", "ranged"] = AT_LEAST["CAV", "ranged"]


@pytest.mark.rule("CC-01", "CC-02", "CC-03")
@pytest.mark.parametrize(("target", "how"), AT_LEAST)
def test_hits_by_dice(target, how):
    for number, numbers in AT_LEAST[target, how].items():
        *at_least, expected = map(Fraction, numbers.split())
        attacker = plain("INF", 4, dice=number)
        for blocks, gone in enumerate(at_least, start=1):
            results = combat(attacker, plain(target, blocks), combat=how)
            assert chance(results, lambda r, blocks=blocks: r.defender_lost == blocks) == gone
        law = rolled(attacker, plain(target, 1), number, 0, how, "attack")
        assert sum(p * hits for (hits, _), p in law.items()) == expected


STUCK = {  # dice: chance that a unit of 1, 2, … blocks is gone when each flag costs a block
    2: (0.888889, 0.444444, 0.0, 0.0, 0.0),
    4: (0.987654, 0.888889, 0.592593, 0.197531, 0.0),
    6: (0.998628, 0.982167, 0.899863, 0.680384, 0.351166),
    8: (0.999848, 0.997409, 0.980338, 0.912056, 0.741350),
}
LEADER_LOST = {  # dice: chance that the leader of a unit of 1, 2, … blocks is lost to one attack
    1: (0.083333, 0.013889, 0.013889, 0.013889, 0.013889),
    3: (0.145833, 0.093750, 0.041667, 0.024306, 0.024306),
    5: (0.161458, 0.139757, 0.096354, 0.052951, 0.031250),
    8: (0.166016, 0.161675, 0.146484, 0.116102, 0.078125),
}


@pytest.mark.rule("CC-04")
@pytest.mark.parametrize("number", STUCK)
def test_units_that_cannot_retreat(number):
    for blocks, gone in enumerate(STUCK[number], start=1):
        results = combat(plain("INF", 4, dice=number), plain("INF", blocks, room=0))
        found = chance(results, lambda r, blocks=blocks: r.defender_lost == blocks)
        assert float(found) == pytest.approx(gone, abs=6e-7)


@pytest.mark.rule("CC-30")
@pytest.mark.parametrize("number", LEADER_LOST)
def test_leaders_lost(number):
    for blocks, lost in enumerate(LEADER_LOST[number], start=1):
        results = combat(plain("INF", 4, dice=number), plain("INF", blocks, leader=True))
        assert float(chance(results, lambda r: r.defender_leader == 1)) == pytest.approx(
            lost, abs=6e-7
        )


@pytest.mark.rule("CC-30")
@pytest.mark.parametrize("number", range(1, 9))
def test_a_leader_alone_is_lost_on_any_sabre(number):
    for attacker in (plain("INF", 4, dice=number), unit("British", "rifle light", dice=number)):
        results = combat(attacker, lone_leader())
        gone = chance(results, lambda r: banners_for(r, lone_leader()) == 1)
        assert gone == 1 - Fraction(5, 6) ** number


DICE = {
    "a guard grenadier and a card": (7, unit("British", "guard grenadier", card=1), {}),
    "light, standing": (5, unit("French", "light"), {"combat": "ranged"}),
    "three light blocks, moved": (3, unit("French", "light", 3, moved=1), {"combat": "ranged"}),
    "a Portuguese block, moved": (0, unit("Portuguese", "line", 1, moved=1), {"combat": "ranged"}),
    "guard guns bombard": (8, unit("French", "guard foot artillery", cards=("bombard",)), {}),
    "Prussian line strikes first": (5, unit("Prussian", "line", moved=1), {"role": "first"}),
    "Prussian line moved": (4, unit("Prussian", "line", moved=1), {}),
}


@pytest.mark.rule("CC-11", "CC-13", "CC-20")
@pytest.mark.parametrize("name", DICE)
def test_dice_that_are_published(name):
    number, striker, how = DICE[name]
    assert dice(striker, INF, **how) == number


# --- a few by hand ------------------------------------------------------------------------------


@pytest.mark.rule("CC-30")
@pytest.mark.fault("B39")
def test_hits_and_a_failed_retreat_are_one_check():
    once = resolved(plain("INF", 4, leader=True, room=0), Now(4, True), 1, 2, INF)
    assert once == {
        Now(2, True, True): Fraction(35, 36),  # he lets a flag be ignored
        Now(1, False, True, 1): Fraction(1, 36),  # and does not when he is lost
    }
    gone = resolved(plain("INF", 2, leader=True, room=0), Now(2, True), 1, 2, INF)
    assert gone[Now(0, False, True, 2)] == Fraction(35, 36)  # no second die, on one sabre


@pytest.mark.rule("CC-03", "CC-31")
def test_banners():
    cossack = unit("Russian", "cossack", 1, leader=True, impassable=True)
    results = combat(plain("INF", 1, leader=True), cossack)
    third = Fraction(1, 3)  # no banner for Cossacks; their leader has nowhere to go
    assert chance(results, lambda r: banners_for(r, cossack) == 1) == third
    assert chance(results, lambda r: banners_for(r, cossack) == 2) == 0
    # by the Cossack's die: one die, no sabres, a leader who ignores the flag
    attacker = plain("INF", 1, leader=True)
    back = (1 - third) * third
    assert chance(results, lambda r: banners_against(r, attacker) == 1) == back * 5 * SIXTH
    assert chance(results, lambda r: banners_against(r, attacker) == 2) == back * SIXTH


@pytest.mark.rule("CC-21", "CC-25")
def test_a_square_strikes_first_and_nothing_comes_back():
    cuirassiers = unit("French", "cuirassier", 4, leader=True, ignore=3)
    results = combat(cuirassiers, plain("INF", 4, reaction="square", support=True))
    assert chance(results, lambda r: r.attacker_hexes > 0) == SIXTH  # a flag of a square counts
    assert chance(results, lambda r: r.attacker_lost == 1) == Fraction(1, 3)
    assert chance(results, lambda r: r.defender_lost == 1) == (1 - SIXTH) * Fraction(4, 6)
    assert not any(result.back for result in results)


def test_what_cannot_be_is_refused():
    cavalry = plain("CAV", 3)
    for wrong in (
        lambda: combat(cavalry, INF, combat="ranged"),
        lambda: combat(INF, lone_leader(), combat="ranged"),
        lambda: combat(plain("INF", 1), plain("INF", 4, hex="town")),
        lambda: combat(INF, plain("CAV", 3, reaction="retire", room=1)),
        lambda: combat(lone_leader(), INF),
        lambda: combat(cavalry, plain("INF", 4, hex="town", reaction="square")),
        lambda: combat(plain("ART", 3, moved=1), INF),
        lambda: combat(INF, INF, bonus=INF),
        lambda: combat(INF, INF, combat="ranged", distance=3),
        lambda: combat(plain("INF", 4, hex="forest", moved=1), INF),
        lambda: combat(cavalry, plain("INF", 4, hex="town"), bonus=INF),
    ):
        with pytest.raises(ValueError, match=r"cannot be|no dice"):
            wrong()


def test_every_unit_of_the_table_has_a_die_for_every_block():
    for nation, rows in NATIONS.items():
        for name, row in rows.items():
            assert len(row["melee"]) == row["blocks"], (nation, name)
            assert min(row["melee"]) > 0
            assert row["class"] != "infantry" or len(row["ranged"]) == row["blocks"]
