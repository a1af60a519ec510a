"""What cards and modifiers are worth, against the table of the dice; maps over what sides have."""

import math

import numpy as np
import pytest

from analysis.answers import odds
from analysis.breakdown import modifier_frame, sum_frame
from analysis.frames import heat_frame
from combat.errors import OptionError

# pairs of dice, of 36, that the attacker wins by how much more he adds to his than the defender
WON = {-6: 0, -5: 1, -4: 3, -3: 6, -2: 10, -1: 15, 0: 21, 1: 26, 2: 30, 3: 33, 4: 35, 5: 36}
EVEN = "ww british, 3 cu, gen 1/1 v american, 3 cu"


def wins(lead):
    """Chance of an attacker led by a general of rating 1: half of the time it adds 1, else 0."""
    return (WON[lead] + WON[lead + 1]) / 72


def worth(frame, side, modifier):
    (found,) = frame.loc[(frame["side"] == side) & (frame["modifier"] == modifier), "worth"]
    return found


def test_cards_that_could_be_had_by_hand():
    frame = modifier_frame(odds(EVEN))
    now = wins(0)
    assert odds(EVEN).event("attacker_wins").value == pytest.approx(now)
    assert worth(frame, "attacker", "battle-card") == pytest.approx(wins(2) - now)
    assert worth(frame, "attacker", "discard") == pytest.approx(wins(1) - now)
    assert worth(frame, "defender", "battle-card") == pytest.approx(now - wins(-2))
    assert worth(frame, "defender", "discard") == pytest.approx(now - wins(-1))
    assert not frame.loc[frame["modifier"].isin(["battle-card", "discard"]), "there"].any()


def test_lines_that_are_there_by_hand():
    battle = "ww british, 3 cu, gen 1/1, regulars, battle-card v american, 4 cu, militia, discard"
    frame = modifier_frame(odds(battle))
    now = wins(3 + 1 + 2 - 4 - 1 - 1)
    assert worth(frame, "attacker", "regulars") == pytest.approx(now - wins(-1))
    assert worth(frame, "attacker", "battle-card") == pytest.approx(now - wins(-2))
    assert worth(frame, "defender", "militia") == pytest.approx(wins(1) - now)
    assert worth(frame, "defender", "discard") == pytest.approx(wins(1) - now)
    assert frame["there"].all()


def test_what_one_more_adds_by_hand():
    frame = modifier_frame(odds(f"{EVEN}, drm -1"))
    now = wins(1)
    assert worth(frame, "attacker", "CUs") == pytest.approx(wins(2) - now)
    assert worth(frame, "defender", "CUs") == pytest.approx(now - wins(0))
    assert worth(frame, "defender", "drm") == pytest.approx(now - wins(0))
    rating = (WON[2] + WON[3]) / 72 - now  # rating 2 adds 1 or 2
    assert worth(frame, "attacker", "rating of gen") == pytest.approx(rating)
    assert frame.set_index("modifier")["per"]["drm"] == "point"


def test_a_point_of_a_positive_drm_is_worth_what_it_brings_now():
    frame = modifier_frame(odds("ww british, 3 cu, gen 1/1, drm +2 v american, 4 cu"))
    assert worth(frame, "attacker", "drm") == pytest.approx(wins(1) - wins(0))


def test_of_an_event_of_the_defender_the_signs_are_turned():
    """Without a retreat before battle one side wins: what it takes from one the other has."""
    outcomes = odds(f"{EVEN}, militia")
    ours, theirs = (modifier_frame(outcomes, name) for name in ("attacker_wins", "defender_wins"))
    np.testing.assert_allclose(ours["worth"], theirs["worth"], atol=1e-12)
    assert set(theirs["event"]) == {"defender wins"}


def test_no_change_or_an_impossible_one_has_no_worth():
    frame = modifier_frame(
        odds(
            "ww british, 5 cu, gen 6/1, may discard v american, 3 cu, gen 2/2 | intercept=4/3:4 cu"
        )
    ).set_index(["side", "modifier"])
    assert frame.loc[("attacker", "CUs"), "change"] == "-1 cu"  # 5 is the most: a sixth stays
    assert math.isnan(frame.loc[("attacker", "rating of gen"), "worth"])  # so is 6
    assert math.isnan(frame.loc[("defender", "interception"), "worth"])
    assert frame.loc[("defender", "interception"), "change"] == ""
    assert frame.loc[("defender", "CUs"), "change"] == "+1 cu"
    assert not math.isnan(frame.loc[("defender", "CUs"), "worth"])


def test_cards_held_are_worth_what_best_play_gains_by_them():
    """A lead of 1 or 2 by the rating: 26/36 or 30/36; with the discard 30/36 or 33/36."""
    battle = "ww british, 3 cu, gen 1/1, may discard v american, 2 cu | goal=attacker_wins"
    frame = modifier_frame(odds(battle)).set_index(["side", "modifier"])
    assert frame.loc[("attacker", "may discard"), "worth"] == pytest.approx(
        (30 + 33 - 26 - 30) / 72
    )


def test_worth_is_exact_for_a_simulated_answer_too():
    exact, sampled = (modifier_frame(odds(EVEN, trials=trials)) for trials in (None, 50))
    assert exact["worth"].to_list() == sampled["worth"].to_list()


def test_sums_count_what_is_there():
    battle = "ww british, 3 cu, gen 3/1, regulars v american, 4 cu, may battle-card"
    sums = sum_frame(odds(battle)).set_index("side")
    assert sums.loc["attacker"].to_dict() == {"low": 3 + 1 + 1, "high": 3 + 3 + 1}
    assert sums.loc["defender"].to_dict() == {"low": 4, "high": 6}


def test_a_game_without_modifiers_is_told_so():
    for frame in (modifier_frame, sum_frame):
        with pytest.raises(OptionError, match="no modifiers"):
            frame(odds("aa 1 inf v 1 inf"))


def test_an_event_that_the_battle_does_not_have_is_refused():
    with pytest.raises(OptionError, match="no event 'territory_taken'"):
        modifier_frame(odds(EVEN), "territory_taken")


# maps over what both sides have


def cells(frame):
    return frame.set_index(["attackers", "defenders"])["chance"]


def test_heat_of_cus_by_hand_and_blank_where_the_rules_do_not_allow_it():
    chances = cells(heat_frame(EVEN, "cu", "cu", attackers=range(7), defenders=range(1, 5)))
    for n in range(1, 6):
        for m in range(1, 5):
            overrun = n >= 4 and m == 1  # no battle, so nobody wins it
            assert chances[n, m] == pytest.approx(0 if overrun else wins(n - m))
    assert chances[0].isna().all()
    assert chances[6].isna().all()  # an attacker has at most 5


def test_heat_of_drms_depends_on_their_difference():
    chances = cells(heat_frame(EVEN, "drm", "drm", attackers=range(-2, 3), defenders=range(-2, 3)))
    for (n, m), chance in chances.items():
        assert chance == pytest.approx(wins(n - m))


def test_heat_of_ratings():
    battle = f"{EVEN}, gen 2/2"
    for what in ("battle rating", "battle-rating", " Battle Rating"):
        chances = cells(heat_frame(battle, "drm", what, attackers=[0], defenders=[0, 1, 2, 7]))
        assert chances[0, 2] == pytest.approx(odds(battle).event("attacker_wins").value)
        assert chances[0, 1] > chances[0, 2]
        assert chances.isna().to_list() == [True, False, False, True]
    chances = cells(heat_frame(battle, "cu", "agility", attackers=[3], defenders=[1, 3, 4]))
    assert chances[3, 1] == chances[3, 3]  # agility has no part in the dice of a battle
    assert math.isnan(chances[3, 4])


def test_heat_of_units_is_that_of_the_battles():
    frame = heat_frame(
        "aa 2 inf, 1 arm v 3 inf",
        "arm",
        "inf",
        attackers=[0, 2],
        defenders=[1, 4],
        event="both_gone",
    )
    for (n, m), chance in cells(frame).items():
        tanks = f", {n} arm" if n else ""
        battle = odds(f"aa 2 inf{tanks} v {m} inf")
        assert chance == pytest.approx(battle.event("both_gone").value)
    assert frame.attrs["event"] == "both sides gone"


def test_heat_of_a_landing_lands_who_is_there():
    battle = "aa 2 inf v 1 inf | landing=2 inf | bombard=1 ca"
    frame = heat_frame(battle, "inf", "inf", attackers=[1, 2], defenders=[1])
    one = odds("aa 1 inf v 1 inf | landing=1 inf | bombard=1 ca").event("territory_taken").value
    assert cells(frame)[1, 1] == pytest.approx(one)


@pytest.mark.parametrize(
    ("battle", "attacker", "defender"),
    [
        (EVEN, "inf", "cu"),
        (EVEN, "cu", "inf"),
        ("aa 1 inf v 1 inf", "cu", "inf"),
        ("aa 1 inf v 1 inf", "inf", "none"),
        ("aa 1 inf v 1 inf", "inf", ""),
        ("aa 1 inf v 1 inf", "1 inf, 1 arm", "inf"),
    ],
)
def test_heat_refuses_what_is_no_number_of_a_side(battle, attacker, defender):
    with pytest.raises(OptionError) as caught:
        heat_frame(battle, attacker, defender, attackers=[1], defenders=[1])
    assert caught.type is OptionError
    assert caught.value.given in (attacker, defender)


def test_heat_of_impossible_battles_only_is_refused():
    with pytest.raises(OptionError, match="allow none"):
        heat_frame(EVEN, "cu", "cu", attackers=[9], defenders=[1])
