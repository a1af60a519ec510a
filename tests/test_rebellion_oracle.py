"""The oracle of 1775: Rebellion against the facts page, the seed's examples and hand-worked sums.

Faces are hypothesis H0 of the facts page; only the red die is verified, so numbers with others
test the oracle's arithmetic, not the game (RB-52).
"""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rebellion_oracle import (
    AMERICAN,
    BRITISH,
    MOST_DICE,
    OTHER,
    ROLES,
    TABLE,
    Battle,
    State,
    best,
    branches,
    dice,
    in_order,
    keep_dice,
    leave,
    means,
    outcomes,
    rolls,
    second_moments,
    stay,
    throws,
)

H0 = {
    "regulars": (3, 0, 3),
    "loyalist": (2, 2, 2),
    "hessian": (3, 1, 2),
    "continental": (3, 1, 2),
    "militia": (2, 2, 2),
    "french": (3, 1, 2),
    "natives": (2, 1, 3),
}


def units(text):
    """'2 regulars 1 natives' as sorted pairs."""
    words = text.split()
    return tuple(
        sorted((colour, int(n)) for n, colour in zip(words[::2], words[1::2], strict=True))
    )


def battle(attacker, defender, loses=None, withdraws=None, may_leave=True, faces=H0, **more):
    attacker, defender = units(attacker), units(defender)
    people = {colour for colour, _ in attacker} - {"natives"}
    enemies = {colour for colour, _ in defender} - {"natives"}
    british = people <= set(BRITISH) if people else not enemies <= set(BRITISH)
    order = in_order(*TABLE)
    may_leave = may_leave if isinstance(may_leave, dict) else dict.fromkeys(ROLES, may_leave)
    return Battle(
        attacker=attacker,
        defender=defender,
        attacker_side="british" if british else "american",
        faces=faces,
        loses={"attacker": order, "defender": order} | (loses or {}),
        withdraws={"attacker": stay, "defender": stay} | (withdraws or {}),
        may_leave=may_leave,
        **more,
    )


def ends(fought):
    found = Counter()
    for (_, _, end), chance in outcomes(fought).items():
        found[end] += chance
    return found


def roll_chance(side, **totals):
    """The chance of these totals over all dice of a side."""
    found = Fraction(0)
    for roll, chance in rolls(units(side), H0):
        shown = {
            "hits": sum(each[1] for each in roll),
            "flights": sum(each[2] for each in roll),
            "blanks": sum(each[3] for each in roll),
        }
        if all(shown[name] == total for name, total in totals.items()):
            found += chance
    return found


# --- dice


@pytest.mark.rule("RB-02")
def test_no_colour_throws_more_dice_than_it_owns():
    assert dice(units("3 continental")) == {"continental": 2}  # the seed's note to Prince Town
    assert sum(dice(units("2 regulars 2 loyalist")).values()) == 4  # R-A2
    assert sum(dice(units("5 regulars")).values()) == 2
    assert sum(MOST_DICE.values()) == 16  # 6 in the seed, with the lost 1
    for colour, most in MOST_DICE.items():
        assert [dice(((colour, n),))[colour] for n in (1, 2, 3, 4)] == [
            min(n, most) for n in (1, 2, 3, 4)
        ]


@pytest.mark.rule("RB-02")
def test_third_unit_is_no_third_die():
    # Two units at most are hit by the first roll, so a third attacker is still there.
    lost = max(
        result[0][1]["attacker", "regulars", "lost"]
        for roll, _ in rolls(units("3 continental"), H0)
        for result in branches(
            battle("5 regulars", "3 continental"),
            State(units("5 regulars"), units("3 continental"), "defender", 0),
            roll,
        )
    )
    assert lost == 2


@pytest.mark.rule("RB-01", "RB-02")
def test_rolls_are_of_all_colours_at_once():
    found = dict(rolls(units("1 regulars 1 loyalist"), H0))
    assert sum(found.values()) == 1
    assert found[("loyalist", 0, 1, 0), ("regulars", 1, 0, 0)] == Fraction(1, 3) * Fraction(1, 2)
    assert len(found) == 6  # the red die never flees


# --- the worked examples of the seed, page 5


@pytest.mark.rule("RB-09")
@pytest.mark.parametrize(
    ("side", "totals", "expected"),
    [
        ("1 loyalist 1 regulars", {"hits": 1, "blanks": 1}, Fraction(1, 3)),  # Prince Town
        ("3 continental 1 militia", {"hits": 2, "flights": 1}, Fraction(5, 36)),
        ("2 regulars 1 loyalist", {"hits": 2, "blanks": 1}, Fraction(1, 4)),  # Boston
        ("1 regulars 2 loyalist", {"hits": 2, "blanks": 1}, Fraction(1, 6)),
        ("2 continental 3 militia", {"hits": 3, "flights": 2}, Fraction(23, 486)),
    ],
)
def test_chances_of_the_worked_rolls_by_totals(side, totals, expected):
    assert roll_chance(side, **totals) == expected


@pytest.mark.rule("RB-09")
@pytest.mark.parametrize(
    ("side", "expected"),
    [
        ((("loyalist", 1, 0, 0), ("regulars", 0, 0, 1)), Fraction(1, 6)),
        ((("loyalist", 1, 0, 0), ("regulars", 1, 0, 1)), Fraction(1, 6)),
        ((("loyalist", 2, 0, 0), ("regulars", 0, 0, 1)), Fraction(1, 18)),
        ((("continental", 1, 1, 0), ("militia", 2, 1, 0)), Fraction(1, 54)),
    ],
)
def test_chances_of_the_worked_rolls_by_colour(side, expected):
    thrown = tuple((colour, sum(shown)) for colour, *shown in side)
    assert dict(rolls(thrown, H0))[side] == expected


@pytest.mark.rule("RB-09")
@pytest.mark.parametrize(
    ("side", "hits", "flights"),
    [
        ("1 loyalist 1 regulars", Fraction(5, 6), Fraction(1, 3)),
        ("2 continental 1 militia", Fraction(4, 3), Fraction(2, 3)),
        ("2 regulars 1 loyalist", Fraction(4, 3), Fraction(1, 3)),
        ("1 regulars 2 loyalist", Fraction(7, 6), Fraction(2, 3)),
        ("2 continental 3 militia", Fraction(2), Fraction(4, 3)),
    ],
)
def test_mean_hits_and_flights_of_the_worked_rolls(side, hits, flights):
    found = list(rolls(units(side), H0))
    assert sum(chance * sum(each[1] for each in roll) for roll, chance in found) == hits
    assert sum(chance * sum(each[2] for each in roll) for roll, chance in found) == flights


@pytest.mark.rule("RB-03", "RB-05", "RB-09")
def test_prince_town():
    fought = battle(
        "4 continental 1 militia",
        "1 loyalist 1 regulars",
        loses={"attacker": keep_dice("continental", "militia")},
    )
    state = State(fought.attacker, fought.defender, "defender", 0)
    ((one,),) = branches(fought, state, (("loyalist", 1, 0, 0), ("regulars", 0, 0, 1)))
    state, happened = one
    assert happened == {("attacker", "continental", "lost"): 1}
    assert state == State(
        units("3 continental 1 militia"), units("1 loyalist 1 regulars"), "attacker", 0
    )
    assert dice(state.attacker) == {"continental": 2, "militia": 1}  # giving up the white: two
    for roll, left in [
        ((("continental", 2, 0, 0), ("militia", 0, 1, 0)), "3 continental"),
        ((("continental", 1, 1, 0), ("militia", 1, 0, 0)), "2 continental 1 militia"),
    ]:  # the colour that flees is lost in the text
        ((after,),) = branches(fought, state, roll)
        assert after[0] == State(units(left), (), "", 0, "attacker_holds")
        assert sum(n for (_, _, fate), n in after[1].items() if fate == "fled") == 1


@pytest.mark.rule("RB-03", "RB-05", "RB-09")
@pytest.mark.parametrize("defender", ["2 regulars 1 loyalist", "1 regulars 2 loyalist"])
def test_boston(defender):
    # Two Americans are given up first; the three blue and four white here are an assumption.
    fought = battle(
        "3 continental 4 militia",
        defender,
        loses={"attacker": keep_dice("continental", "militia")},
        withdraws={"defender": leave},
    )
    state = State(fought.attacker, fought.defender, "defender", 0)
    red = dict(fought.defender)["regulars"]
    roll = (("loyalist", 3 - red, 0, 0), ("regulars", red - 1, 0, 1))
    (((state, happened),),) = branches(fought, state, roll)
    assert happened["defender", "regulars", "withdrawn"] == 1  # to Rhode Island
    assert sum(dict(state.defender).values()) == 2
    assert dice(state.attacker) == {"continental": 2, "militia": 3}
    roll = (("continental", 1, 1, 0), ("militia", 2, 1, 0))
    (((state, happened),),) = branches(fought, state, roll)
    assert state == State(units("1 continental 2 militia"), (), "", 0, "attacker_holds")
    assert happened["attacker", "continental", "fled"] == 1
    assert happened["attacker", "militia", "fled"] == 1
    lost = sum(n for (role, _, fate), n in happened.items() if (role, fate) == ("defender", "lost"))
    assert lost == 2  # the third hit is lost


# --- whole battles of the facts page

SIZES = [(1, 1), (2, 2), (3, 3), (3, 1), (1, 3), (5, 2), (2, 5)]
WHOLE = {
    ("regulars", "regulars"): "0.333333 0.276190 0.352163 0.972789 0.006803 0.953430 0.011920",
    ("continental", "regulars"): "0.300000 0.225241 0.261176 0.902336 0.005579 0.854159 0.007361",
    ("regulars", "continental"): "0.400000 0.426310 0.526550 0.977686 0.060035 0.971386 0.070975",
    ("militia", "loyalist"): "0.500000 0.500000 0.500000 0.875000 0.125000 0.890625 0.109375",
    ("regulars", "militia"): "0.600000 0.710680 0.757074 0.993388 0.188013 0.995861 0.256391",
    ("militia", "regulars"): "0.200000 0.108694 0.107514 0.735405 0.001653 0.631574 0.001062",
}


@pytest.mark.rule("RB-01", "RB-02", "RB-03", "RB-04")
@pytest.mark.parametrize("pair", WHOLE, ids=" v ".join)
def test_whole_battles_of_the_facts_page(pair):
    attacker, defender = pair
    faces = H0
    if pair == ("regulars", "regulars"):  # the mirror: a blue die with the faces of the red
        defender, faces = "continental", H0 | {"continental": H0["regulars"]}
    for (n, m), expected in zip(SIZES, WHOLE[pair].split(), strict=True):
        fought = battle(f"{n} {attacker}", f"{m} {defender}", faces=faces)
        found = ends(fought)
        assert f"{float(found['attacker_holds']):.6f}" == expected
        assert found["attacker_holds"] + found["defender_holds"] == 1
        assert sum(found.values()) == 1


RED = H0 | {"continental": H0["regulars"]}


@pytest.mark.rule("RB-01")
def test_one_red_against_one_red_by_hand():
    fought = battle("1 regulars", "1 continental", faces=RED)
    # The defender throws first and each throw hits with 1/2: 2/3 to 1/3, and the number of
    # throws is geometric: mean 2, variance 2, so a mean square of 6.
    assert outcomes(fought) == {
        ((), units("1 continental"), "defender_holds"): Fraction(2, 3),
        (units("1 regulars"), (), "attacker_holds"): Fraction(1, 3),
    }
    assert throws(fought) == (2, 6)
    assert means(fought)["attacker", "regulars", "lost"] == Fraction(2, 3)
    assert second_moments(fought)["attacker", "regulars", "lost"] == Fraction(2, 3)


@pytest.mark.rule("RB-01")
def test_two_red_against_two_red_by_hand():
    # One side alone with a die against one: hits with 1/2 a throw; two dice: 0, 1, 2 hits with
    # 1/4, 1/2, 1/4. Let x(a, d, who throws) be the attacker's chance.
    # x(1,1,D) = 1/3, x(1,1,A) = 2/3.
    # 1 v 2: D: 3/4 lost, else A; A: 1/2 to (1,1,D) or back. x = (1/4)y, y = x/2 + 1/6: x = 1/21.
    # 2 v 1: D: 1/2 to (1,1,A) or to A; A: 3/4 won. y = 3/4 + x/4, x = y/2 + 1/3: y = 20/21.
    # 2 v 2: D: 1/4 each way, 1/2 to (1,2,A) = 4/21; A: 1/4 won, 1/2 to (2,1,D) = 17/21.
    # x = y/4 + 2/21, y = 1/4 + 17/42 + x/4: x = (55/84/4 + 2/21) * 16/15 = 29/105.
    fought = battle("2 regulars", "2 continental", faces=RED)
    assert ends(fought)["attacker_holds"] == Fraction(29, 105)
    assert round(29 / 105, 6) == 0.276190


@pytest.mark.rule("RB-01")
def test_a_battle_without_end_is_refused():
    blank = dict.fromkeys(H0, (0, 0, 6))
    endless = battle("1 regulars", "1 continental", faces=blank)
    for count in (outcomes, means, throws, lambda each: best(each, lambda *_: 1)):
        with pytest.raises(ValueError, match="for ever"):
            count(endless)
    left = battle("1 regulars", "1 continental", faces=blank, withdraws={"attacker": leave})
    assert ends(left) == {"defender_holds": 1}
    assert throws(left) == (2, 4)


# --- choices


@pytest.mark.rule("RB-03")
def test_each_hit_is_asked_once_with_what_is_left():
    asked = []

    def loses(own, enemy):
        asked.append((own, enemy))
        return max(own, key=own.get)

    fought = battle("2 continental 1 militia", "2 regulars", loses={"attacker": loses})
    state = State(fought.attacker, fought.defender, "defender", 0)
    (((after, _),),) = branches(fought, state, (("regulars", 2, 0, 0),))
    assert [own for own, _ in asked] == [
        {"continental": 2, "militia": 1},
        {"continental": 1, "militia": 1},
    ]
    assert asked[0][1] == {"regulars": 2}
    assert after.attacker == units("1 militia")


@pytest.mark.rule("RB-03")
def test_a_colour_that_is_not_there_cannot_be_lost():
    fought = battle("1 regulars", "1 militia", loses={"attacker": lambda *_: "hessian"})
    with pytest.raises(ValueError, match="hessian"):
        outcomes(fought)


@pytest.mark.rule("RB-05", "RB-06")
def test_decisions_come_in_table_order_after_hits_and_flights():
    asked = []

    def withdraws(colour, own, enemy):
        asked.append((colour, own, enemy))
        return colour == "loyalist"

    fought = battle(
        "3 militia", "2 natives 3 loyalist 1 regulars", withdraws={"defender": withdraws}
    )
    roll = (("loyalist", 1, 1, 1), ("natives", 0, 0, 2), ("regulars", 0, 0, 1))
    (((after, happened),),) = branches(
        fought, State(fought.attacker, fought.defender, "defender", 0), roll
    )
    there, militia = {"natives": 2, "loyalist": 2, "regulars": 1}, {"militia": 2}
    left = there | {"loyalist": 1}
    assert asked == [
        ("regulars", there, militia),
        ("loyalist", there, militia),
        ("natives", left, militia),
        ("natives", left, militia),
    ]
    assert after.defender == units("2 natives 1 loyalist 1 regulars")
    assert happened == {
        ("attacker", "militia", "lost"): 1,
        ("defender", "loyalist", "fled"): 1,
        ("defender", "loyalist", "withdrawn"): 1,
    }


@pytest.mark.rule("RB-05")
def test_withdrawal_and_nowhere_to_go():
    fought = battle("1 regulars", "1 continental", withdraws={"defender": leave})
    # The first roll ends it on a hit (1/2), a flight (1/6) or a blank (1/3).
    assert ends(fought) == {"defender_holds": Fraction(1, 2), "attacker_holds": Fraction(1, 2)}
    assert means(fought)["defender", "continental", "withdrawn"] == Fraction(1, 3)
    assert throws(fought) == (1, 1)
    shut = battle(
        "1 regulars",
        "1 continental",
        withdraws={"defender": leave},
        may_leave={"attacker": True, "defender": False},
    )
    assert outcomes(shut) == outcomes(battle("1 regulars", "1 continental"))


@pytest.mark.rule("RB-06")
def test_flights_count_with_the_hit_that_ends_it():
    fought = battle("1 regulars", "3 militia")
    state = State(fought.attacker, fought.defender, "defender", 0)
    (((after, happened),),) = branches(fought, state, (("militia", 1, 2, 0),))
    assert after == State((), units("1 militia"), "", 0, "defender_holds")
    assert happened["defender", "militia", "fled"] == 2


@pytest.mark.rule("RB-50")
@pytest.mark.parametrize(("switch", "left"), [(False, 2), (True, 1)])
def test_decision_with_the_last_hit(switch, left):
    fought = battle(
        "1 continental",
        "2 regulars",
        withdraws={"defender": leave},
        leaves_when_over=switch,
    )
    state = State(fought.attacker, fought.defender, "defender", 0)
    (((after, happened),),) = branches(fought, state, (("regulars", 1, 0, 1),))
    assert after == State((), units(f"{left} regulars"), "", 0, "defender_holds")
    assert happened["defender", "regulars", "withdrawn"] == 2 - left


# --- natives


@pytest.mark.rule("RB-07")
def test_natives_of_both_sides_flee_in_equal_numbers():
    fought = battle("2 natives 1 regulars", "1 natives 1 continental")
    plain = battle("1 natives 1 regulars", "1 continental")
    assert outcomes(fought) == outcomes(plain)
    found, without = means(fought), means(plain)
    assert found["defender", "natives", "fled"] == 1
    assert found["attacker", "natives", "fled"] == without["attacker", "natives", "fled"] + 1


@pytest.mark.rule("RB-07")
def test_natives_alone_join_the_other_side():
    # A red and a green defend: on a hit the red goes and the green joins.
    fought = battle("1 continental", "1 natives 1 regulars", loses={"defender": in_order(*TABLE)})
    state = State(fought.attacker, fought.defender, "attacker", 0)
    (((after, happened),),) = branches(fought, state, (("continental", 1, 0, 0),))
    assert after == State(units("1 continental 1 natives"), (), "", 0, "attacker_holds")
    assert happened == {
        ("defender", "regulars", "lost"): 1,
        ("attacker", "natives", "joined"): 1,
    }


@pytest.mark.rule("RB-05", "RB-07")
def test_natives_join_when_their_friends_withdraw_and_decide_no_more():
    asked = []

    def withdraws(colour, _own, _enemy):
        asked.append(colour)
        return True

    fought = battle("2 continental", "1 natives 1 regulars", withdraws={"defender": withdraws})
    state = State(fought.attacker, fought.defender, "defender", 0)
    (((after, _),),) = branches(fought, state, (("natives", 0, 0, 1), ("regulars", 0, 0, 1)))
    assert asked == ["regulars"]
    assert after == State(units("2 continental 1 natives"), (), "", 0, "attacker_holds")


@pytest.mark.rule("RB-07", "RB-12")
def test_natives_only_at_the_start_join_without_dice():
    fought = battle("1 regulars", "2 natives")
    assert outcomes(fought) == {(units("2 natives 1 regulars"), (), "attacker_holds"): 1}
    assert throws(fought) == (0, 0)
    assert means(fought)["attacker", "natives", "joined"] == 2


@pytest.mark.rule("RB-07")
def test_natives_with_nobody_left_to_join_are_independent():
    # The green die hits the last Patriot, the Loyalist flees: 1/3 * 1/3 on the first roll.
    fought = battle("1 militia", "1 loyalist 1 natives")
    state = State(fought.attacker, fought.defender, "defender", 0)
    (((after, _),),) = branches(fought, state, (("loyalist", 0, 1, 0), ("natives", 1, 0, 0)))
    assert after == State((), units("1 natives"), "", 0, "area_empty")
    (((after, _),),) = branches(fought, state, (("loyalist", 0, 1, 0), ("natives", 0, 1, 0)))
    assert after.end == "attacker_holds"
    assert ends(fought)["area_empty"] > Fraction(1, 9)
    assert outcomes(battle("1 natives", "1 natives")) == {((), (), "area_empty"): 1}


# --- events


@pytest.mark.rule("RB-10")
def test_betsy_ross():
    # The example of the seed: 3 yellow and a red defend Boston, two yellow flee.
    thrown = rolls(units("3 loyalist 1 regulars"), H0)
    assert sum(chance for roll, chance in thrown if roll[0][2] == 2) == Fraction(2, 9)
    fought = battle("2 continental", "3 loyalist 1 regulars", turned=9)
    state = State(fought.attacker, fought.defender, "defender", 9)
    (((after, happened),),) = branches(
        fought, state, (("loyalist", 0, 2, 1), ("regulars", 0, 0, 1))
    )
    assert after == State(
        units("2 continental 2 militia"), units("1 loyalist 1 regulars"), "attacker", 7
    )
    assert happened == {
        ("defender", "loyalist", "fled"): 2,
        ("attacker", "militia", "joined"): 2,
    }


@pytest.mark.rule("RB-10")
def test_betsy_ross_saves_the_side_that_was_hit_away():
    fought = battle("1 continental", "2 loyalist", turned=1)
    state = State(fought.attacker, fought.defender, "defender", 1)
    (((after, _),),) = branches(fought, state, (("loyalist", 1, 1, 0),))
    assert after == State(units("1 militia"), units("1 loyalist"), "attacker", 0)


@pytest.mark.rule("RB-03", "RB-10")
def test_betsy_ross_ends_with_the_reserve_and_the_hit_refill_it():
    fought = battle("2 continental", "3 loyalist", turned=1)
    state = State(fought.attacker, fought.defender, "defender", 1)
    (((after, happened),),) = branches(fought, state, (("loyalist", 0, 2, 1),))
    assert after == State(units("2 continental 1 militia"), units("1 loyalist"), "attacker", 0)
    assert happened["defender", "loyalist", "fled"] == 2
    (((after, _),),) = branches(
        battle(
            "1 militia 1 continental",
            "3 loyalist",
            turned=1,
            loses={"attacker": in_order("militia")},
        ),
        State(units("1 militia 1 continental"), units("3 loyalist"), "defender", 0),
        (("loyalist", 1, 1, 1),),
    )
    assert after == State(units("1 continental 1 militia"), units("2 loyalist"), "attacker", 0)


@pytest.mark.rule("RB-10")
def test_free_volley():
    # One red fires first for nothing: 1/2, else the usual battle, in which 1/3 is his.
    fought = battle("1 regulars", "1 continental", faces=RED, free_volley="attacker")
    assert ends(fought)["attacker_holds"] == Fraction(1, 2) + Fraction(1, 2) * Fraction(1, 3)
    assert throws(fought) == (Fraction(1, 2) * 2, Fraction(1, 2) * 6)
    # Flights are ignored: a Loyalist would be gone with 1/3.
    fleeing = H0 | {"loyalist": (0, 6, 0)}
    fought = battle("1 loyalist", "1 continental", faces=fleeing, free_volley="attacker")
    assert means(fought) == means(battle("1 loyalist", "1 continental", faces=fleeing))
    # Natives meet before it, and natives left alone by it join.
    fought = battle(
        "3 natives 1 loyalist",
        "1 natives 1 continental",
        faces=H0 | {"natives": (6, 0, 0)},
        free_volley="attacker",
    )
    assert outcomes(fought) == {(units("2 natives 1 loyalist"), (), "attacker_holds"): 1}
    assert means(fought)["attacker", "natives", "fled"] == 1


@pytest.mark.rule("RB-07", "RB-10")
def test_no_free_volley_when_the_natives_have_already_joined():
    # The green ones are alone, so there is no battle to fire before.
    fought = battle("1 regulars", "2 natives", free_volley="attacker")
    assert outcomes(fought) == {(units("2 natives 1 regulars"), (), "attacker_holds"): 1}


SURE = dict.fromkeys(H0, (6, 0, 0))


@pytest.mark.rule("RB-03", "RB-10")
def test_patriots_hit_by_the_free_volley_are_in_the_reserve():
    faces = SURE | {"loyalist": (0, 6, 0), "continental": (0, 0, 6)}
    fought = battle(
        "2 loyalist 1 regulars",
        "1 militia 1 continental",
        loses={"defender": in_order("militia", "continental")},
        faces=faces,
        free_volley="attacker",
        turned=1,
    )
    # Volley: the white goes, two in the reserve. The blue blanks. The red hits the blue, both
    # yellow flee and both Patriots come in; they hit the red.
    found = means(fought)
    assert found["defender", "militia", "joined"] == 2
    assert outcomes(fought) == {((), units("2 militia"), "defender_holds"): 1}


@pytest.mark.rule("RB-03", "RB-08", "RB-10")
def test_who_is_hit_by_the_free_volley_chooses_best():
    # The white are sure to hit, the blue to flee: keeping the white wins the first throw.
    faces = SURE | {"continental": (0, 6, 0)}
    fought = battle("1 regulars", "1 militia 1 continental", faces=faces, free_volley="attacker")
    assert best(fought, lambda end, *_: end == "attacker_holds") == 0
    assert best(fought, lambda end, *_: end == "attacker_holds", ROLES) == 1


@pytest.mark.rule("RB-02", "RB-10")
def test_free_volley_throws_the_normal_dice_of_each_colour():
    # The army of the card: 3 yellow, a red, 2 orange, 2 green: eight dice.
    army = "3 loyalist 1 regulars 2 hessian 2 natives"
    assert sum(dice(units(army)).values()) == 8
    fought = battle(army, "9 militia", faces=SURE, free_volley="attacker")
    # Eight of nine go; the one left hits once (a red, first in the table) and is hit.
    assert outcomes(fought) == {(units("3 loyalist 2 hessian 2 natives"), (), "attacker_holds"): 1}
    assert throws(fought) == (2, 4)


# --- random battles

SMALL = st.fixed_dictionaries(
    {
        "british": st.lists(st.sampled_from(BRITISH), min_size=1, max_size=3).map(Counter),
        "american": st.lists(st.sampled_from(AMERICAN), min_size=1, max_size=3).map(Counter),
        "attacks": st.sampled_from(["british", "american"]),
        "loses": st.tuples(st.permutations(TABLE), st.permutations(TABLE)),
        "withdraws": st.tuples(
            st.frozensets(st.sampled_from(TABLE)), st.frozensets(st.sampled_from(TABLE))
        ),
        "leaves_when_over": st.booleans(),
        "free_volley": st.sampled_from(["", "attacker", "defender"]),
        "turned": st.integers(0, 2),
    }
)


def drawn(case):
    american = "american" if case["attacks"] == "british" else "british"
    attacker, defender = (tuple(sorted(case[side].items())) for side in (case["attacks"], american))
    return Battle(
        attacker=attacker,
        defender=defender,
        attacker_side=case["attacks"],
        faces=H0,
        loses={role: in_order(*order) for role, order in zip(ROLES, case["loses"], strict=True)},
        withdraws={
            role: lambda colour, _own, _enemy, those=those: colour in those
            for role, those in zip(ROLES, case["withdraws"], strict=True)
        },
        may_leave=dict.fromkeys(ROLES, True),
        leaves_when_over=case["leaves_when_over"],
        free_volley=case["free_volley"],
        turned=case["turned"],
    )


@pytest.mark.rule("RB-03", "RB-04", "RB-05", "RB-06", "RB-07")
@given(SMALL)
@settings(max_examples=40)
def test_every_unit_is_somewhere_at_the_end(case):
    fought = drawn(case)
    found = outcomes(fought)
    assert sum(found.values()) == 1
    fates, squares = means(fought), second_moments(fought)
    assert all(squares[fate] >= fates[fate] ** 2 for fate in fates)
    for colour in TABLE:
        start = came = gone = left = Fraction(0)
        for index, role in enumerate(ROLES):
            start += dict((fought.attacker, fought.defender)[index]).get(colour, 0)
            for fate in ("lost", "fled", "withdrawn"):
                gone += fates.get((role, colour, fate), 0)
            came += fates.get((role, colour, "joined"), 0)
            left += sum(
                chance * dict(outcome[index]).get(colour, 0) for outcome, chance in found.items()
            )
        if colour == "natives":  # who joins was there before
            came = Fraction(0)
        assert start + came == gone + left
    for attacker, defender, end in found:
        assert (end == "attacker_holds") <= (not defender)
        assert (end == "defender_holds") <= (not attacker)
        if end == "area_empty":  # natives alone at most
            assert {colour for colour, _ in attacker + defender} <= {"natives"}


@pytest.mark.rule("RB-06")
@given(SMALL)
@settings(max_examples=30)
def test_a_side_that_flees_as_a_whole_has_not_hit(case):
    side = tuple(sorted(case["british"].items()))
    number = sum(case["british"].values())
    for roll, _ in rolls(side, H0):
        if sum(flights for _, _, flights, _ in roll) == number:  # R-BAT-5
            assert all(hits == 0 for _, hits, _, _ in roll)


@pytest.mark.rule("RB-08")
@given(SMALL)
@settings(max_examples=15)
def test_both_roles_fixed_is_the_mean_of_the_outcomes(case):
    fought = drawn(case)
    assert best(fought, worth_of, fixed_roles=ROLES) == mean_worth(fought)


def worth_of(end, attacker, defender):
    """Two for holding the area, and one a unit that is left."""
    held = {"attacker_holds": 2, "defender_holds": -2, "area_empty": 0}[end]
    return held + sum(attacker.values()) - sum(defender.values())


def mean_worth(fought):
    return sum(
        (
            chance * worth_of(end, dict(attacker), dict(defender))
            for (attacker, defender, end), chance in outcomes(fought).items()
        ),
        Fraction(0),
    )


# --- best play


@pytest.mark.rule("RB-08")
@given(SMALL)
@settings(max_examples=15)
def test_best_play_is_between_the_best_replies(case):
    fought = drawn(case)
    both = best(fought, worth_of)
    reply = best(fought, worth_of, fixed_roles=("defender",))
    defended = best(fought, worth_of, fixed_roles=("attacker",))
    plain = mean_worth(fought)
    assert defended <= both <= reply
    assert defended <= plain <= reply
    assert best(fought, worth_of, maximiser_roles=ROLES) >= reply
    assert best(fought, worth_of, maximiser_roles=()) <= defended


@pytest.mark.rule("RB-08")
def test_best_beats_every_order_of_losses_in_three_against_three():
    def orders(colours):
        return [in_order(*order) for order in permutations(colours)] + [keep_dice(*colours)]

    def fight(**loses):
        return battle("2 continental 1 militia", "2 regulars 1 loyalist", loses=loses)

    both = best(fight(), worth_of)
    for mine in orders(("continental", "militia")):
        assert best(fight(attacker=mine), worth_of, fixed_roles=("attacker",)) <= both
    for theirs in orders(("regulars", "loyalist")):
        reply = best(fight(defender=theirs), worth_of, fixed_roles=("defender",))
        assert reply >= both
        for mine in orders(("continental", "militia")):
            assert mean_worth(fight(attacker=mine, defender=theirs)) <= reply


@pytest.mark.rule("RB-05", "RB-08")
def test_best_leaves_when_leaving_is_better():
    def defender_holds(end, _attacker, _defender):
        return end == "defender_holds"

    # Who wants the other to hold leaves on every blank. The defender minimises: a hit (1/2)
    # is 1, a blank 0.
    fought = battle("1 regulars", "1 continental", faces=RED)
    assert best(fought, defender_holds) == Fraction(1, 2)
    # If the defender cannot leave: x = 1/2 + y/2, and the attacker's y = 1/2 on his blank.
    fought = battle(
        "1 regulars",
        "1 continental",
        faces=RED,
        may_leave={"attacker": True, "defender": False},
    )
    assert best(fought, defender_holds) == Fraction(3, 4)
    # Who wants to hold never leaves.
    fought = battle("1 regulars", "1 continental", faces=RED)
    assert best(fought, lambda end, *_: end == "attacker_holds") == Fraction(1, 3)


# --- die by die


@pytest.mark.rule("RB-01", "RB-02", "RB-03", "RB-04", "RB-05", "RB-06", "RB-07", "RB-10")
def test_against_a_simulation_that_shares_no_code():
    start = {
        "attacker": {"continental": 2, "militia": 1, "natives": 1},
        "defender": {"regulars": 1, "loyalist": 3, "natives": 2},
    }
    lose_first = {
        "attacker": ["natives", "militia", "continental"],
        "defender": ["loyalist", "regulars", "natives"],
    }
    source = random.Random(1775)
    number, held, fled, joined, thrown = 8_000, 0, 0, 0, []
    for _ in range(number):
        sides = {
            role: [colour for colour, n in side.items() for _ in range(n)]
            for role, side in start.items()
        }
        sides["attacker"].remove("natives")
        sides["defender"].remove("natives")
        reserve, role, count = 1, "defender", 0
        while True:
            count += 1
            enemy = OTHER[role]
            results = [
                (colour, source.choices(("hit", "flee", "blank"), H0[colour])[0])
                for colour in sorted(set(sides[role]), key=TABLE.index)
                for _ in range(min(sides[role].count(colour), MOST_DICE[colour]))
            ]
            for _, result in results:
                if result == "hit" and sides[enemy]:
                    lost = min(sides[enemy], key=lose_first[enemy].index)
                    sides[enemy].remove(lost)
                    reserve += lost == "militia"
            for colour, result in results:
                if result == "flee":
                    sides[role].remove(colour)
                    if colour == "loyalist":
                        fled += 1
                        if reserve:
                            sides["attacker"].append("militia")
                            reserve -= 1
                            joined += 1
            over = finished(sides)
            for colour, result in results:
                if not over and result == "blank" and colour in ("loyalist", "continental"):
                    sides[role].remove(colour)
                    over = finished(sides)
            if over:
                held += over == "attacker"
                thrown.append(count)
                break
            role = enemy
    fought = Battle(
        attacker=tuple(sorted(start["attacker"].items())),
        defender=tuple(sorted(start["defender"].items())),
        attacker_side="american",
        faces=H0,
        loses={role: in_order(*order) for role, order in lose_first.items()},
        withdraws=dict.fromkeys(ROLES, lambda colour, *_: colour in ("loyalist", "continental")),
        may_leave=dict.fromkeys(ROLES, True),
        turned=1,
    )
    first, second = means(fought), second_moments(fought)

    def near(found, mean, square):
        return abs(found - float(mean)) < 5 * (float(square - mean**2) / number) ** 0.5

    share = ends(fought)["attacker_holds"]
    assert near(held / number, share, share)
    for role, colour, fate, total in [
        ("defender", "loyalist", "fled", fled),
        ("attacker", "militia", "joined", joined),
    ]:
        key = role, colour, fate
        assert near(total / number, first[key], second[key])
    assert near(sum(thrown) / number, *throws(fought))
    assert abs(sum(n * n for n in thrown) / number - float(throws(fought)[1])) < 0.5


def finished(sides):
    """Who holds the area, 'nobody', or nothing if the battle goes on."""
    people = [role for role in ROLES if any(colour != "natives" for colour in sides[role])]
    if len(people) == 2:
        return ""
    return people[0] if people else "nobody"


# --- what is refused


@pytest.mark.parametrize(
    "wrong",
    [
        {"attacker": ()},
        {"attacker": (("regulars", 0),)},
        {"attacker": (("militia", 1),)},
        {"attacker_side": "french"},
        {"faces": H0 | {"regulars": (3, 3, 3)}},
        {"free_volley": "british"},
        {"turned": -1},
    ],
)
def test_what_cannot_be_is_refused(wrong):
    plain = battle("1 regulars", "1 continental")
    fields = {name: getattr(plain, name) for name in plain.__dataclass_fields__}
    with pytest.raises(ValueError, match=r".+"):
        outcomes(Battle(**(fields | wrong)))
