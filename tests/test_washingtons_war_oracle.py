"""The oracle of Washington's War against numbers worked by hand in the comment beside them."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
import washingtons_war_oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from washingtons_war_oracle import (
    Battle,
    General,
    Interceptor,
    Outcome,
    Side,
    actual_rating,
    modifier,
    outcomes,
)

# Chance in 36 that d6 + margin is at least another d6: 21, 15, 10, 6, 3, 1 pairs differ by at
# least 0, 1, ..., 5.
AT_LEAST = {-6: 0, -5: 1, -4: 3, -3: 6, -2: 10, -1: 15, 0: 21, 1: 26, 2: 30, 3: 33, 4: 35, 5: 36}

BURGOYNE = General(2, 1, "Burgoyne")


def british(cu, general=None, **more):
    return Side("british", cu, general, **more)


def american(cu, general=None, **more):
    return Side("american", cu, general, **more)


def chance(battle, test=None, **fields):
    """The chance of the outcomes with these fields that pass the test."""
    return sum(
        (
            p
            for outcome, p in outcomes(battle).items()
            if all(getattr(outcome, name) == value for name, value in fields.items())
            and (test is None or test(outcome))
        ),
        Fraction(0),
    )


def spread(battle, *names):
    """The joint distribution of these fields, in 36ths or whatever is needed."""
    found = Counter()
    for outcome, p in outcomes(battle).items():
        found[tuple(getattr(outcome, name) for name in names)] += p
    return dict(found)


def whole(end="unopposed", **fields):
    """An outcome with nothing happening but what is given."""
    plain = Outcome(
        end, 0, 0, 0, 0, 0, 0, False, False, "none", "none", False, 0, False
    )  # every field has its neutral value
    return plain._replace(**fields)


# --- the rolls --------------------------------------------------------------------------------


@pytest.mark.rule("WW-07", "WW-08")
@pytest.mark.parametrize("margin", sorted(AT_LEAST))
def test_margins(margin):
    battle = Battle(british(3, drm=margin), american(3))
    assert chance(battle, end="attacker_wins") == Fraction(AT_LEAST[margin], 36)
    by_cu = Battle(british(7 + margin), american(7))
    assert chance(by_cu, end="attacker_wins") == Fraction(AT_LEAST[margin], 36)


@pytest.mark.rule("WW-06")
def test_rating_table():
    # rating: half rounded down, whole
    table = {1: (0, 1), 2: (1, 2), 3: (1, 3), 4: (2, 4), 5: (2, 5), 6: (3, 6)}
    for rating, (low, high) in table.items():
        general = General(rating, 1)
        assert [actual_rating(general, 9, face) for face in range(1, 7)] == [low] * 3 + [high] * 3
        assert [actual_rating(general, 2, face) for face in range(1, 7)] == (
            [min(low, 2)] * 3 + [min(high, 2)] * 3
        )
    assert actual_rating(None, 5, 6) == 0


@pytest.mark.rule("WW-06")
def test_rating_capped_by_cus_in_battle():
    # 1 CU with rating 6 (3 or 6, capped to 1) is 2 against 2 CUs: even.
    even = Battle(british(1, General(6, 1)), american(2))
    assert chance(even, end="attacker_wins") == Fraction(21, 36)
    # 4 CUs with rating 6 add 3 or 4 (not 6): against 8 CUs margins -1 and 0.
    capped = Battle(british(4, General(6, 1)), american(8))
    assert chance(capped, end="attacker_wins") == Fraction(15 + 21, 72)


@pytest.mark.rule("WW-06", "WW-17")
def test_joined_cus_raise_the_cap():
    # 1 + 1 CUs, rating 3: 1 or (capped) 2, +2 CUs +1 interception = 4 or 5 against 5: 0 or +1.
    army = Interceptor(3, 6, 1)
    battle = Battle(british(5), american(1), interceptors=(army,))
    assert chance(battle, end="attacker_wins") == Fraction(26 + 21, 72)


@pytest.mark.rule("WW-05", "WW-07", "WW-15")
def test_every_modifier():
    plain = british(3)
    bonus = [
        (replace(plain, regulars=True), 1),
        (replace(plain, navy=True), 1),
        (replace(plain, militia=True), 1),
        (replace(plain, card="discard"), 1),
        (replace(plain, card="battle-card"), 2),
        (replace(plain, card="treason"), 2),
        (replace(plain, drm=-3), -3),
        (american(3, winter=True), 2),
        (american(3, intercepted=True), 1),
    ]
    assert modifier(plain, 1) == 3
    for side, value in bonus:
        assert modifier(side, 1) == 3 + value
    everything = british(
        4, General(4, 1), regulars=True, navy=True, militia=True, card="discard", drm=1
    )
    assert (modifier(everything, 3), modifier(everything, 4)) == (4 + 2 + 5, 4 + 4 + 5)


# --- losses -----------------------------------------------------------------------------------


@pytest.mark.rule("WW-09")
@pytest.mark.parametrize(("agility", "ways"), [(None, 1), (1, 2), (2, 3), (3, 4)])
def test_losses(agility, ways):
    general = None if agility is None else General(2, agility)
    battle = Battle(british(5, drm=20), american(4, general))
    # loser 1, 2, 3 CUs on 3, 2, 1 faces; winner one CU on `ways` faces, independent
    assert spread(battle, "defender_cu_lost", "attacker_cu_lost") == {
        (lost, hit): Fraction(faces * (ways if hit else 6 - ways), 36)
        for lost, faces in ((1, 3), (2, 2), (3, 1))
        for hit in (0, 1)
    }


@pytest.mark.rule("WW-09")
def test_the_winners_loss_goes_by_the_losers_general():
    battle = Battle(british(5, General(3, 3), drm=20), american(4, General(2, 1)))
    assert chance(battle, attacker_cu_lost=1) == Fraction(2, 6)
    battle = Battle(british(5, General(3, 3), drm=-40), american(4, General(2, 1)))
    assert chance(battle, defender_cu_lost=1) == Fraction(4, 6)


@pytest.mark.rule("WW-09")
def test_no_more_lost_than_there_is():
    battle = Battle(british(3, drm=20), american(2))
    assert spread(battle, "defender_cu_lost") == {(1,): Fraction(1, 2), (2,): Fraction(1, 2)}
    battle = Battle(british(1, drm=-20), american(1))
    assert spread(battle, "attacker_cu_lost", "defender_cu_left") == {
        (1, 0): Fraction(1, 6),
        (1, 1): Fraction(5, 6),
    }


# --- surrender, capture, alliance -------------------------------------------------------------


@pytest.mark.rule("WW-14", "WW-11", "WW-12")
@pytest.mark.parametrize(("rating", "wins"), [(2, 61), (3, 52)])
def test_saratoga(rating, wins):
    # British 5 + 1 + 1 + (1 or 2), American 5 + 1 + 2 + (1 or the rating): margin -1 plus
    #   rating 2:  0, 0, 1, -1   ->  15 + 15 + 21 + 10 = 61 of 144
    #   rating 3:  0, 1, -2, -1  ->  15 + 21 + 6 + 10 = 52 of 144
    gates = General(rating, 2, "Gates")
    battle = Battle(
        british(5, BURGOYNE, regulars=True, card="discard", cut_off=True),
        american(5, gates, militia=True, card="battle-card"),
        pc="american",
    )
    won, lost = Fraction(wins, 144), Fraction(144 - wins, 144)
    expected = {}
    for cu, faces in ((1, 3), (2, 2), (3, 1)):  # Americans beaten; the winner loses on 1-3
        for hit in (0, 1):
            outcome = whole(
                "attacker_wins",
                attacker_cu_left=5 - hit,
                attacker_cu_lost=hit,
                defender_cu_left=5 - cu,
                defender_cu_lost=cu,
                attacker_general="there",
                defender_general="there",
            )
            expected[outcome] = won * Fraction(faces, 6) / 2
    for hit in (0, 1):  # British beaten: all surrender; the winner loses on 1-2
        outcome = whole(
            "defender_wins",
            attacker_cu_lost=5,
            defender_cu_left=5 - hit,
            defender_cu_lost=hit,
            attacker_surrendered=True,
            attacker_general="captured",
            defender_general="there",
            regulars_lost=True,
            alliance_steps=3,
        )
        expected[outcome] = lost * Fraction(1 + (hit == 0), 3)
    assert outcomes(battle) == expected


@pytest.mark.rule("WW-14")
def test_saratoga_as_rolled():
    # The dice of the example: ratings 4 and 1, totals 9 and 9.
    burgoyne = british(5, BURGOYNE, regulars=True, card="discard")
    gates = american(5, General(2, 2), militia=True, card="battle-card")
    assert (modifier(burgoyne, 4), modifier(gates, 1)) == (9, 9)


@pytest.mark.rule("WW-11", "WW-19")
def test_surrender_with_and_without_a_general():
    # 1 CU always dies; with a general that is still a surrender, without it is not.
    led = Battle(british(3, drm=20), american(1, General(1, 1), cut_off=True))
    assert spread(led, "defender_surrendered", "defender_general", "defender_cu_lost") == {
        (True, "captured", 1): 1
    }
    bare = Battle(british(3, drm=20), american(1, cut_off=True))
    assert spread(bare, "defender_surrendered", "defender_general", "defender_cu_lost") == {
        (False, "none", 1): 1
    }
    # 2 CUs without a general: one is left, and surrenders, on 1-3.
    two = Battle(british(3, drm=20), american(2, cut_off=True))
    assert spread(two, "defender_surrendered", "defender_cu_lost") == {
        (True, 2): Fraction(1, 2),
        (False, 2): Fraction(1, 2),
    }
    free = Battle(british(3, drm=20), american(1, General(1, 1)), pc="british")
    assert spread(free, "defender_general", "defender_surrendered") == {("there", False): 1}


@pytest.mark.rule("WW-10")
@pytest.mark.parametrize(
    ("pc", "captured"), [("none", 0), ("british", 0), ("american", Fraction(1, 3))]
)
def test_winner_without_cus(pc, captured):
    # The winner's only CU goes on 1-2 of 6 (loser's agility 1).
    battle = Battle(british(1, General(2, 2), drm=20), american(2, General(1, 1)), pc=pc)
    assert chance(battle, attacker_cu_left=0) == Fraction(1, 3)
    assert chance(battle, attacker_general="captured") == captured
    assert chance(battle, attacker_surrendered=True) == 0


@pytest.mark.rule("WW-12")
def test_regulars():
    # A beaten British side that may retreat loses 3 on a 6 only.
    attacker = british(5, BURGOYNE, regulars=True, drm=-40)
    battle = Battle(attacker, american(5))
    assert spread(battle, "regulars_lost", "alliance_steps") == {
        (True, 3): Fraction(1, 6),
        (False, 1): Fraction(5, 6),
    }
    after = replace(battle, alliance="after")
    assert spread(after, "regulars_lost", "alliance_steps") == {
        (True, 1): Fraction(1, 6),
        (False, 1): Fraction(5, 6),
    }
    gone = replace(battle, attacker=replace(attacker, regulars=False))
    assert spread(gone, "regulars_lost", "alliance_steps") == {(False, 1): 1}
    two = replace(battle, attacker=british(2, BURGOYNE, regulars=True, drm=-40, cut_off=True))
    assert spread(two, "attacker_surrendered", "regulars_lost") == {(True, False): 1}
    defended = Battle(american(5, drm=40), british(3, regulars=True, cut_off=True))
    assert spread(defended, "defender_cu_lost", "regulars_lost", "alliance_steps") == {
        (3, True, 3): 1
    }


@pytest.mark.rule("WW-20")
def test_washington_captured():
    washington = General(6, 3, "Washington")
    beaten = Battle(british(5, drm=40), american(5, washington, cut_off=True))
    assert spread(beaten, "defender_general", "alliance_steps") == {("captured", -3): 1}
    assert spread(replace(beaten, alliance="after"), "alliance_steps") == {(0,): 1}
    alone = Battle(british(5), american(0, washington))
    assert spread(alone, "end", "defender_general", "alliance_steps") == {
        ("unopposed", "captured", -3): 1
    }
    # He wins, loses his last CU (1 of 6) under a British marker: +1 - 3.
    wins = Battle(american(1, washington, drm=40), british(1), pc="british")
    assert spread(wins, "attacker_general", "alliance_steps") == {
        ("captured", -2): Fraction(1, 6),
        ("there", 1): Fraction(5, 6),
    }


# --- before the battle ------------------------------------------------------------------------


@pytest.mark.rule("WW-01", "WW-07", "WW-17")
def test_interception_of_an_empty_space():
    # 1/3, then 2/3 · 1/3: 5/9 in all. Each then has 2 CUs + rating 1 or 2 + 1 against 4.
    army = Interceptor(2, 2, 2)
    battle = Battle(british(4), american(0), interceptors=(army, army))
    assert spread(battle, "interceptor") == {
        (0,): Fraction(4, 9),
        (1,): Fraction(1, 3),
        (2,): Fraction(2, 9),
    }
    assert chance(battle, end="unopposed") == Fraction(4, 9)
    assert chance(battle, end="attacker_wins") == Fraction(5, 9) * Fraction(21 + 15, 72)


@pytest.mark.rule("WW-01")
def test_at_most_five_intercept():
    battle = Battle(british(5), american(2), interceptors=(Interceptor(1, 6, 8),))
    assert {o.defender_cu_left + o.defender_cu_lost for o in outcomes(battle)} == {7}


@pytest.mark.rule("WW-01", "WW-16")
def test_interception_comes_before_overrun_and_retreat():
    army = Interceptor(1, 3, 1)
    lone = Battle(british(4), american(1), interceptors=(army,))
    assert chance(lone, end="overrun") == Fraction(1, 2)
    assert chance(lone, test=lambda o: o.interceptor == 1 and o.end == "overrun") == 0
    led = Battle(british(4), american(3, General(2, 2)), interceptors=(army,), evade=2)
    assert chance(led, end="retreated_before_battle") == Fraction(1, 2) * Fraction(1, 3)
    assert chance(led, test=lambda o: o.interceptor == 1 and o.evaded_cu > 0) == 0


@pytest.mark.rule("WW-17")
@pytest.mark.parametrize(
    ("present", "newcomer", "leader", "leads"),
    [
        (General(4, 1), (2, 3), "best", 1),
        (General(2, 1), (4, 3), "best", 3),
        (General(3, 1), (3, 2), "best", 2),
        (General(3, 2), (3, 1), "best", 2),
        (General(2, 1), (4, 3), "present", 1),
        (General(4, 1), (2, 3), "interceptor", 3),
        (General(1, 1, "Washington"), (4, 3), "interceptor", 1),
    ],
)
def test_who_leads(present, newcomer, leader, leads):
    # Told by the winner's loss: 1 + agility of the leader, in 6.
    army = Interceptor(newcomer[0], newcomer[1], 1)
    battle = Battle(british(5, drm=40), american(2, present), interceptors=(army,), leader=leader)
    assert chance(battle, interceptor=1, attacker_cu_lost=1) == Fraction(
        newcomer[1] * (1 + leads), 36
    )


@pytest.mark.rule("WW-17")
def test_washington_intercepts_and_leads():
    army = Interceptor(6, 3, 5, "Washington")
    battle = Battle(
        british(5, drm=40), american(2, General(1, 1)), interceptors=(army,), leader="present"
    )
    assert chance(battle, interceptor=1, attacker_cu_lost=1) == Fraction(1, 2) * Fraction(4, 6)


@pytest.mark.rule("WW-17", "WW-20")
def test_interception_joins_a_lone_general():
    battle = Battle(
        british(3), american(0, General(4, 2)), interceptors=(Interceptor(1, 2, 2),), evade=0
    )
    assert spread(battle, "interceptor", "end", "defender_general").keys() == {
        (0, "unopposed", "captured"),
        (1, "attacker_wins", "there"),
        (1, "defender_wins", "there"),
    }
    # 2 CUs + 1 + rating 4 (2, or 4 capped to 2) = 5 against 3: margin -2
    assert chance(battle, end="attacker_wins") == Fraction(1, 3) * Fraction(10, 36)


@pytest.mark.rule("WW-03")
@pytest.mark.parametrize(
    ("attack", "defend", "end"),
    [
        (british(4), american(1), {"overrun"}),
        (american(5), british(1, regulars=True), {"overrun"}),
        (british(3), american(1), {"attacker_wins", "defender_wins"}),
        (british(4), american(2), {"attacker_wins", "defender_wins"}),
        (british(4, drm=-2), american(1, General(1, 1)), {"attacker_wins", "defender_wins"}),
    ],
)
def test_overrun(attack, defend, end):
    battle = Battle(attack, defend)
    assert {o.end for o in outcomes(battle)} == end
    if end == {"overrun"}:
        assert outcomes(battle) == {
            whole("overrun", attacker_cu_left=attack.cu, defender_cu_lost=1): 1
        }


@pytest.mark.rule("WW-02")
def test_retreat_before_battle():
    # Washington: agility 3 + 2, so 5 of 6.
    washington = General(6, 3, "Washington")
    battle = Battle(british(5, BURGOYNE), american(5, washington), evade=5)
    gone = whole(
        "retreated_before_battle",
        evaded_cu=5,
        attacker_cu_left=5,
        defender_cu_left=5,
        attacker_general="there",
        defender_general="evaded",
    )
    assert outcomes(battle)[gone] == Fraction(5, 6)
    stood = outcomes(replace(battle, evade=0))
    assert outcomes(battle) == {gone: Fraction(5, 6)} | {o: p / 6 for o, p in stood.items()}


@pytest.mark.rule("WW-02", "WW-03", "WW-13")
def test_those_left_behind():
    greene = General(4, 3, "Greene")
    # 6 CUs: one stays, and is overrun by 4 but fights 3.
    overrun = Battle(british(4), american(6, greene), evade=5)
    assert outcomes(overrun)[
        whole(
            "overrun",
            evaded_cu=5,
            attacker_cu_left=4,
            defender_cu_left=5,
            defender_cu_lost=1,
            defender_general="evaded",
        )
    ] == Fraction(5, 6)
    fights = Battle(british(3), american(6, greene), evade=5)
    # margin 3 - 1 = +2 without a general: 30 of 36
    assert chance(fights, end="attacker_wins", evaded_cu=5) == Fraction(5, 6) * Fraction(30, 36)
    # 8 CUs: three stay, no general: the winner loses on a 1.
    many = Battle(british(5, drm=40), american(8, greene), evade=5)
    assert chance(many, evaded_cu=5, attacker_cu_lost=1) == Fraction(5, 36)
    assert chance(many, evaded_cu=5, defender_cu_left=5, defender_cu_lost=3) == Fraction(5, 36)
    assert chance(many, evaded_cu=5, defender_general="evaded") == Fraction(5, 6)


# --- treason ----------------------------------------------------------------------------------


@pytest.mark.rule("WW-15")
def test_treason():
    arnold = General(5, 2, "Arnold")
    one = Battle(british(4, card="treason"), american(1, arnold))
    assert outcomes(one) == {
        whole("overrun", attacker_cu_left=4, defender_cu_lost=1, defender_general="removed"): 1
    }
    # 3 CUs + 2 against 4 CUs without him: +1; nobody leads, so the winner loses on a 1.
    many = Battle(british(3, card="treason"), american(4, arnold))
    assert chance(many, end="attacker_wins") == Fraction(26, 36)
    assert chance(many, end="attacker_wins", attacker_cu_lost=1) == Fraction(26, 216)
    assert chance(many, defender_general="removed") == 1
    # Somebody else is not removed: 3 + 2 against 4 + 0 or 1.
    other = Battle(british(3, card="treason"), american(4, General(1, 2, "Lee")))
    assert chance(other, end="attacker_wins") == Fraction(26 + 21, 72)
    # Arnold attacks with 4 against 1 CU and its general: 4 against 1 + 2 + 0 or 1.
    attack = Battle(american(4, arnold), british(1, General(1, 1), card="treason"))
    assert chance(attack, attacker_general="removed") == 1
    assert chance(attack, end="attacker_wins") == Fraction(26 + 21, 72)


@pytest.mark.rule("WW-15", "WW-02")
def test_treason_after_arnold_slipped_away():
    # Wherever he is: away with 5 of 7 CUs on 1-2, or in the battle.
    arnold = General(5, 2, "Arnold")
    battle = Battle(british(5, card="treason"), american(7, arnold), evade=2)
    assert spread(battle, "evaded_cu", "defender_general") == {
        (5, "removed"): Fraction(1, 3),
        (0, "removed"): Fraction(2, 3),
    }
    # Without a battle no card is played.
    away = replace(battle, defender=american(5, arnold))
    assert chance(away, end="retreated_before_battle", defender_general="evaded") == Fraction(1, 3)


@pytest.mark.rule("WW-15", "WW-17")
def test_treason_against_an_interception():
    arnold = Interceptor(5, 2, 1, "Arnold")
    battle = Battle(british(5, card="treason"), american(0), interceptors=(arnold,))
    assert spread(battle, "end", "interceptor", "defender_general", "defender_cu_lost") == {
        ("unopposed", 0, "none", 0): Fraction(2, 3),
        ("overrun", 1, "removed", 1): Fraction(1, 3),
    }


# --- Congress ---------------------------------------------------------------------------------


@pytest.mark.rule("WW-21")
def test_congress():
    battle = Battle(
        british(4),
        american(6, General(2, 2)),
        interceptors=(Interceptor(1, 1, 1),),
        evade=2,
        congress=True,
    )
    ends = spread(battle, "end", "congress_dispersed")
    assert ends.keys() == {
        ("attacker_wins", True),
        ("defender_wins", False),
        ("overrun", True),
    }
    for defender, evade in ((american(0), 0), (american(5, General(2, 2)), 6)):
        taken = Battle(british(4), defender, evade=evade, congress=True)
        assert spread(taken, "congress_dispersed") == {(True,): 1}
    assert chance(Battle(british(4), american(0)), congress_dispersed=True) == 0
    rebels = Battle(american(4), british(2), congress=True)
    assert chance(rebels, congress_dispersed=True) == 0


# --- what cannot be ---------------------------------------------------------------------------


@pytest.mark.rule("WW-01", "WW-02", "WW-07", "WW-15", "WW-18")
@pytest.mark.parametrize(
    "battle",
    [
        Battle(british(4), american(3, BURGOYNE, cut_off=True), evade=2),
        Battle(british(4), american(3), evade=2),
        Battle(british(4), american(0, BURGOYNE), evade=2),
        Battle(american(4), british(3, BURGOYNE), evade=2),
        Battle(american(4), british(3), interceptors=(Interceptor(1, 1, 1),)),
        Battle(british(4), american(3), interceptors=(Interceptor(1, 1, 0),)),
        Battle(british(4), american(3, BURGOYNE, intercepted=True), evade=1),
        Battle(british(4), american(3, intercepted=True)),
        Battle(british(4), british(4)),
        Battle(british(0), american(4)),
        Battle(british(4), american(4, card="treason")),
        Battle(british(4), american(4, card="campaign")),
        Battle(british(4), american(4, navy=True)),
        Battle(british(4), american(4, winter=True)),
        Battle(british(4, militia=True), american(4, militia=True)),
        Battle(british(4), american(4), pc="french"),
    ],
)
def test_refused(battle):
    with pytest.raises(ValueError, match=r"."):
        outcomes(battle)


# --- every battle -----------------------------------------------------------------------------

generals = st.none() | st.builds(
    General,
    st.integers(1, 6),
    st.integers(1, 3),
    st.sampled_from(["", "Arnold", "Washington"]),
)


@st.composite
def battles(draw):
    """British attackers with all that may happen before the battle, or American ones."""
    cards = st.sampled_from(["none", "discard", "battle-card"])
    british_side = Side(
        "british",
        draw(st.integers(1, 5)),
        draw(generals),
        regulars=draw(st.booleans()),
        navy=draw(st.booleans()),
        card=draw(cards | st.just("treason")),
        cut_off=draw(st.booleans()),
        drm=draw(st.integers(-3, 3)),
    )
    american_side = Side(
        "american",
        draw(st.integers(0, 8)),
        draw(generals),
        militia=draw(st.booleans()),
        card=draw(cards),
        cut_off=draw(st.booleans()),
    )
    options = {
        "pc": draw(st.sampled_from(["none", "british", "american"])),
        "alliance": draw(st.sampled_from(["before", "after"])),
        "congress": draw(st.booleans()),
    }
    if draw(st.booleans()):
        army = replace(american_side, cu=max(1, american_side.cu), winter=draw(st.booleans()))
        return Battle(army, british_side, **options)
    may_evade = american_side.general and american_side.cu and not american_side.cut_off
    armies = st.builds(Interceptor, st.integers(1, 6), st.integers(1, 3), st.integers(1, 7))
    return Battle(
        british_side,
        american_side,
        interceptors=tuple(draw(st.lists(armies, max_size=2))),
        evade=draw(st.integers(0, 5)) if may_evade else 0,
        leader=draw(st.sampled_from(["best", "present", "interceptor"])),
        **options,
    )


@pytest.mark.rule("WW-09", "WW-11", "WW-12", "WW-16")
@settings(max_examples=150)
@given(battles())
def test_conservation(battle):
    found = outcomes(battle)
    assert sum(found.values()) == 1
    fought = {"attacker_wins", "defender_wins"}
    for o, p in found.items():
        assert p > 0
        joined = min(5, battle.interceptors[o.interceptor - 1].cu) if o.interceptor else 0
        assert o.attacker_cu_left + o.attacker_cu_lost == battle.attacker.cu
        assert o.defender_cu_left + o.defender_cu_lost == battle.defender.cu + joined
        assert 0 <= o.evaded_cu <= min(5, o.defender_cu_left)
        assert min(o.attacker_cu_left, o.attacker_cu_lost, o.defender_cu_lost) >= 0
        assert not (o.attacker_surrendered and o.defender_surrendered)
        if o.attacker_surrendered:
            assert (o.end, o.attacker_cu_left) == ("defender_wins", 0)
        if o.defender_surrendered:
            assert (o.end, o.defender_cu_left) == ("attacker_wins", 0)
        if o.end not in fought:
            assert o.attacker_cu_lost == 0
            assert not o.regulars_lost
            assert o.alliance_steps in (0, -3)
        if o.end == "overrun":
            assert battle.attacker.cu >= 4
            assert o.defender_cu_lost == 1
        assert (o.evaded_cu > 0) <= (o.defender_general in ("evaded", "removed"))
        if o.regulars_lost:
            lost = (o.attacker_cu_lost, o.defender_cu_lost)
            assert lost[battle.defender.nation == "british"] >= 3


@pytest.mark.rule("WW-08")
def test_imports_nothing_of_the_product():
    with open(washingtons_war_oracle.__file__, encoding="utf-8") as file:
        text = file.read()
    assert not any(f"import {name}" in text for name in ("combat", "analysis", "numpy"))
    assert not any(f"from {name}" in text for name in ("combat", "analysis", "numpy"))
