"""The oracle against closed forms, each worked by hand in the comment beside it."""

from fractions import Fraction
from itertools import product

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import ENDS, SECOND_EDITION, force, land, land_from, next_wave, raid, sea, sea_from


def ends(result):
    return {name: result.event(name) for name in ENDS if result.event(name)}


def chances(result):
    """Those ends that can happen, in the order of ENDS."""
    return " ".join(str(p) for p in ends(result).values())


# --- land -----------------------------------------------------------------------------------


@pytest.mark.rule("AA-01", "AA-07")
@pytest.mark.fault("B03", "B04")
def test_tank_v_infantry():
    # A round: only the tank hits 1/2·2/3 = 2/6, only the infantry 1/6, both 1/6, nobody 2/6.
    # Without the last: 1/2, 1/4, 1/4. Rounds are geometric with 2/3: mean 3/2, square 3.
    result = land({"arm": 1}, {"inf": 1})
    assert result.final == {
        (force(arm=1), (), "territory_taken"): Fraction(1, 2),
        ((), force(inf=1), "defender_holds"): Fraction(1, 4),
        ((), (), "both_gone"): Fraction(1, 4),
    }
    assert (result.mean_rounds, result.rounds_second_moment) == (Fraction(3, 2), 3)


@pytest.mark.rule("AA-30")
def test_artillery_v_infantry_for_two_ipc():
    # Each hits at 2: 2/9, 2/9, both 1/9, nobody 4/9; so 2/5, 2/5, 1/5.
    # -4·3/5 + 3·3/5 + 2·2/5 = +1/5.
    result = land({"art": 1}, {"inf": 1})
    assert result.mean_loss("attacker") == Fraction(12, 5)
    assert result.mean_loss("defender") == Fraction(9, 5)
    assert result.mean_swing(worth=2) == Fraction(1, 5)


@pytest.mark.rule("AA-01", "AA-02")
def test_one_round_by_all_dice():
    # 6^6 throws: attack at 2 2 1 3 (one infantry of the two supported), two infantry at 2.
    counts = {}
    for dice in product(range(1, 7), repeat=6):
        hits = sum(die <= v for die, v in zip(dice[:4], (2, 2, 1, 3), strict=True))
        lost = sum(die <= 2 for die in dice[4:])
        counts[min(hits, 2), lost] = counts.get((min(hits, 2), lost), 0) + 1
    result = land({"inf": 2, "art": 1, "arm": 1}, {"inf": 2}, rounds=1)
    for (hits, lost), n in counts.items():
        end = "territory_taken" if hits == 2 else "round_limit"
        left = force(inf=2 - lost, art=1, arm=1), force(inf=2 - hits), end
        assert result.final[left] == Fraction(n, 6**6)


@pytest.mark.rule("AA-02")
@pytest.mark.fault("B08")
def test_artillery_supports_one_for_one():
    # Three hits by 2 inf and 1 art: 2/6·1/6·2/6.
    result = land({"inf": 2, "art": 1}, {"inf": 3}, rounds=1)
    assert result.event("territory_taken") + result.event("both_gone") == Fraction(1, 54)


@pytest.mark.rule("AA-02", "AA-04")
def test_support_goes_with_the_artillery():
    # inf + art v inf: hit 1 - (2/3)^2 = 5/9, hit back 1/3. Beyond the loop of 8/27: 15/19 taken,
    # 4/19 one attacker is lost and the defender stands.
    # Artillery left: 2/5, 2/5, 1/5. Infantry left: 1/4, 5/8, 1/8 (1/9, 5/18, 1/18 over 8/18).
    assert ends(land({"inf": 1, "art": 1}, {"inf": 1})) == {
        "territory_taken": Fraction(15, 19) + Fraction(4, 19) * Fraction(2, 5),
        "defender_holds": Fraction(4, 19) * Fraction(2, 5),
        "both_gone": Fraction(4, 19) * Fraction(1, 5),
    }
    assert ends(land({"inf": 1, "art": 1}, {"inf": 1}, losses="art inf")) == {
        "territory_taken": Fraction(15, 19) + Fraction(4, 19) * Fraction(1, 4),
        "defender_holds": Fraction(4, 19) * Fraction(5, 8),
        "both_gone": Fraction(4, 19) * Fraction(1, 8),
    }


@pytest.mark.rule("AA-03", "AA-55")
@pytest.mark.fault("B09", "B25")
def test_fighter_v_infantry_and_gun():
    # 5/6 reach the battle; then as the tank: 5/12, 1/6 + 5/24, 5/24.
    assert ends(land({"ftr": 1}, {"inf": 1, "aa": 1})) == {
        "cleared_not_taken": Fraction(5, 12),
        "defender_holds": Fraction(3, 8),
        "both_gone": Fraction(5, 24),
    }
    # Second edition: the gun takes a hit. Before it has gone the fighter is hit half the time.
    assert ends(land({"ftr": 1}, {"inf": 1, "aa": 1}, table=SECOND_EDITION)) == {
        "cleared_not_taken": Fraction(5, 24),
        "defender_holds": Fraction(1, 6) + Fraction(5, 12) + Fraction(5, 48),
        "both_gone": Fraction(5, 48),
    }


@pytest.mark.rule("AA-03", "AA-09")
@pytest.mark.fault("B10")
def test_gun_rolls_for_each_type_apart():
    result = land({"ftr": 2, "bmr": 2}, {"aa": 3})
    gun = force(aa=3)
    assert result.event("both_gone") == Fraction(1, 1296)
    # One of two fighters: 2·1/6·5/6; no bomber: 25/36.
    one_lost = force(ftr=1, bmr=2), gun, "cleared_not_taken"
    assert result.final[one_lost] == Fraction(10, 36) * Fraction(25, 36)
    assert result.mean_rounds == 0


@pytest.mark.rule("AA-55")
@pytest.mark.fault("B09")
def test_second_edition_gun_has_three_shots():
    result = land({"ftr": 4, "bmr": 1}, {"aa": 1}, table=SECOND_EDITION)
    unhurt = force(ftr=4, bmr=1), force(aa=1), "cleared_not_taken"
    assert result.final[unhurt] == Fraction(5, 6) ** 3


@pytest.mark.rule("AA-09")
def test_gun_alone_is_walked_over():
    result = land({"inf": 1}, {"aa": 1})
    assert ends(result) == {"territory_taken": 1}
    assert (result.mean_rounds, result.mean_loss("defender")) == (0, 0)


@pytest.mark.rule("AA-04", "AA-07")
@pytest.mark.fault("B07", "B18")
def test_keep_a_tank_to_take_the_territory():
    # One round: a hit 3/4, hit back 1/3.
    battle = {"arm": 1, "ftr": 1}, {"inf": 1}
    first = land(*battle, rounds=1)
    assert first.event("territory_taken") == Fraction(3, 4) * Fraction(2, 3)
    assert first.event("cleared_not_taken") == Fraction(3, 4) * Fraction(1, 3)
    assert land(*battle, rounds=1, keep="1 land").event("territory_taken") == Fraction(3, 4)


@pytest.mark.rule("AA-04", "AA-56")
def test_keep_and_low_luck_are_sure():
    # Low luck: three infantry make one sure hit, six make two.
    for infantry, left in ((3, force(inf=1, arm=1)), (6, force(inf=1))):
        result = land(
            {"inf": 2, "arm": 1}, {"inf": infantry}, keep="1 inf", rounds=1, dice="low-luck"
        )
        assert {attacker for attacker, _, _ in result.final} == {left}
    # Two hits, the last of the land units kept.
    army = {"inf": 1, "arm": 1, "ftr": 1}
    result = land(army, {"inf": 6}, keep="1 land", rounds=1, dice="low-luck")
    assert {attacker for attacker, _, _ in result.final} == {force(arm=1)}


@pytest.mark.rule("AA-56")
def test_low_luck_tanks():
    # A sure hit each; then a die at 3 each: 1/4 nobody, so thirds. Rounds 1 + 4/3.
    result = land({"arm": 2}, {"arm": 2}, dice="low-luck")
    assert set(ends(result).values()) == {Fraction(1, 3)}
    assert result.mean_rounds == Fraction(7, 3)


@pytest.mark.rule("AA-04")
@pytest.mark.fault("B07")
def test_published_fractions():
    # Tank and bomber v tank and fighter, the tank kept: published with these very fractions.
    result = land({"arm": 1, "bmr": 1}, {"arm": 1, "ftr": 1}, keep="1 land")
    assert ends(result) == {
        "territory_taken": Fraction(2351, 6545),
        "both_gone": Fraction(1468, 6545),
        "defender_holds": Fraction(2726, 6545),
    }


# --- retreats -------------------------------------------------------------------------------


@pytest.mark.rule("AA-06", "AA-08")
@pytest.mark.fault("B05")
def test_retreat_after_a_round():
    # Infantry against infantry, a round: 1/9, 5/18, 1/18 and nobody 10/18.
    left = {
        "territory_taken": Fraction(1, 9),
        "defender_holds": Fraction(5, 18),
        "both_gone": Fraction(1, 18),
    }
    for policy in ("after 1", "at 1", "best"):  # going on costs 9/8: best is to leave
        result = land({"inf": 1}, {"inf": 1}, retreat=policy)
        assert ends(result) == left | {"attacker_retreated": Fraction(5, 9)}
        assert result.mean_rounds == 1
    assert ends(land({"inf": 1}, {"inf": 1}, rounds=1)) == left | {"round_limit": Fraction(5, 9)}


@pytest.mark.rule("AA-08")
def test_aircraft_break_off():
    # A round: miss 5/6·1/2 = 15/36, hit back 1/3: infantry lost 5/36, nobody 10/36.
    result = land({"inf": 1, "ftr": 1}, {"inf": 1}, retreat="air-only")
    assert result.event("attacker_retreated") == Fraction(5, 26)


@pytest.mark.rule("AA-08", "AA-30")
def test_best_retreat_is_worth_the_prize():
    # Going on to the end: -3·3/4 + 3·3/8 + worth/4, which is 0 at 9/2; ties go on.
    battle = {"inf": 1}, {"inf": 1}
    assert land(*battle, retreat="best", worth=Fraction(9, 2)).final == land(*battle).final
    assert land(*battle, retreat="best", worth=4).event("attacker_retreated") == Fraction(5, 9)
    dear = {"values": {"inf": 1}, "worth": Fraction(3, 2)}
    assert land(*battle, retreat="best", **dear).final == land(*battle).final


@pytest.mark.rule("AA-08", "AA-30")
@pytest.mark.parametrize("other", ["never", "after 1", "after 2", "at 2", "air-only"])
def test_no_policy_beats_best(other):
    for worth in (0, 5):
        battle = {"inf": 2, "art": 1, "ftr": 1}, {"inf": 3, "arm": 1}
        best = land(*battle, retreat="best", worth=worth).mean_swing(worth)
        assert best >= land(*battle, retreat=other).mean_swing(worth)


# --- landings -------------------------------------------------------------------------------

LANDED = {"landing": {"inf": 1}}


@pytest.mark.rule("AA-21")
@pytest.mark.fault("B11", "B12")
@pytest.mark.parametrize("ships", [{"bb": 1}, {"bb": 3}, {"ca": 2, "bb": 1}])
def test_bombardment_is_capped_and_answered(ships):
    # 2/3 the infantry is a victim: it fires once, 2/3 taken, 1/3 both gone.
    # 1/3 not: infantry v infantry is 1/4, 5/8, 1/8.
    result = land({"inf": 1}, {"inf": 1}, **LANDED, bombard=ships)
    assert ends(result) == {
        "territory_taken": Fraction(4, 9) + Fraction(1, 12),
        "defender_holds": Fraction(5, 24),
        "both_gone": Fraction(2, 9) + Fraction(1, 24),
    }


@pytest.mark.rule("AA-21", "AA-51")
def test_nobody_landed_or_only_aircraft_to_hit():
    overland = {"arm": 1}, {"inf": 1}
    assert land(*overland, bombard={"bb": 1}).final == land(*overland).final
    battle = {"inf": 1}, {"ftr": 1}
    assert land(*battle, **LANDED, bombard={"bb": 1}).final == land(*battle).final


@pytest.mark.rule("AA-22")
def test_landed_infantry_fights_on():
    # Round 1: miss 5/12, hit back 1/3. Cleared 7/12: with infantry 2/3, without 1/3.
    # Missed: infantry lost 5/36, the fighter alone leaves; else (10/36) it leaves the infantry,
    # which then is 1/4, 5/8, 1/8.
    result = land({"inf": 1, "ftr": 1}, {"inf": 1}, **LANDED, retreat="after 1")
    assert ends(result) == {
        "territory_taken": Fraction(7, 18) + Fraction(10, 36) / 4,
        "cleared_not_taken": Fraction(7, 36),
        "attacker_retreated": Fraction(5, 36),
        "defender_holds": Fraction(10, 36) * Fraction(5, 8),
        "both_gone": Fraction(10, 36) / 8,
    }
    assert result.final[force(ftr=1), force(inf=1), "defender_holds"] == Fraction(25, 144)


# --- sea ------------------------------------------------------------------------------------


@pytest.mark.rule("AA-05", "AA-17")
@pytest.mark.fault("B17")
def test_bomber_v_battleship():
    # Damaged: each hits 2/3: 2/9, 2/9, both 4/9; so 1/4, 1/4, 1/2.
    # Whole: 2/9 damaged in silence, 6/9 the bomber is lost; so 1/4 go on, 3/4 hold.
    damaged = sea({"bmr": 1}, {"damaged-bb": 1})
    assert chances(damaged) == "1/4 1/2 1/4"
    assert ends(sea({"bmr": 1}, {"bb": 1})) == {
        "cleared_not_taken": Fraction(1, 16),
        "both_gone": Fraction(1, 8),
        "defender_holds": Fraction(3, 4) + Fraction(1, 16),
    }


@pytest.mark.rule("AA-10", "AA-54")
@pytest.mark.fault("B13")
def test_surprise_strikes():
    # Against a destroyer: both at 2, as artillery v infantry.
    assert chances(sea({"ss": 1}, {"dd": 1})) == "2/5 1/5 2/5"
    # Against a cruiser: 1/3 first, else hit by 1/2; loop 1/3.
    assert chances(sea({"ss": 1}, {"ca": 1})) == "1/2 1/2"
    # Against each other in one step: 5/18, 1/18, 2/18 over 8/18.
    assert chances(sea({"ss": 1}, {"ss": 1})) == "5/8 1/8 1/4"


@pytest.mark.rule("AA-10")
def test_one_side_strikes_and_the_other_does_not():
    # The attacker's strike (1/3) comes before the submarine that his destroyer found.
    result = sea({"ss": 1, "dd": 1}, {"ss": 1}, rounds=1)
    unhurt = sum(p for (a, _, _), p in result.final.items() if a == force(ss=1, dd=1))
    assert unhurt == 1 - Fraction(2, 3) * Fraction(1, 6)


@pytest.mark.rule("AA-17")
def test_strike_damages_a_battleship():
    result = sea({"ss": 1}, {"bb": 1}, rounds=1)
    damaged = sum(p for (_, d, _), (p, _, _) in result.raw.items() if d == (("damaged-bb", 1),))
    assert damaged == Fraction(1, 3)
    assert {d for _, d, _ in result.final} == {force(bb=1)}


@pytest.mark.rule("AA-12", "AA-52")
@pytest.mark.fault("B14", "B15")
def test_aircraft_v_submarines():
    for battle in (({"ftr": 2}, {"ss": 1}), ({"ss": 1}, {"ftr": 1})):
        result = sea(*battle)
        assert (ends(result), result.mean_rounds) == ({"stand_off": 1}, 0)
    # With a destroyer: missed 2/3·1/2·1/2 = 1/6, then the destroyer lost 1/6; loop 5/36.
    result = sea({"ftr": 2, "dd": 1}, {"ss": 1})
    assert ends(result) == {"cleared_not_taken": Fraction(30, 31), "stand_off": Fraction(1, 31)}


@pytest.mark.rule("AA-13")
@pytest.mark.fault("B16")
@pytest.mark.parametrize("order", [None, "tr dd"])
def test_transports_go_last_and_alone_at_once(order):
    # 2/5 destroyer left: all sunk; 1/5 both destroyers sunk: nobody left to sink transports.
    result = sea({"dd": 1}, {"dd": 1, "tr": 2}, defender_losses=order)
    assert result.final == {
        (force(dd=1), (), "cleared_not_taken"): Fraction(2, 5),
        ((), force(dd=1, tr=2), "defender_holds"): Fraction(2, 5),
        ((), force(tr=2), "defender_holds"): Fraction(1, 5),
    }
    assert result.mean_loss("defender") == Fraction(2, 5) * 22 + Fraction(1, 5) * 8
    alone = sea({"cv": 1}, {"tr": 3})
    assert (ends(alone), alone.mean_rounds) == ({"cleared_not_taken": 1}, 1)


@pytest.mark.rule("AA-12", "AA-13")
def test_aircraft_hit_transports_behind_a_submarine():
    # The fighter's hits can go nowhere else; it hits half the time: two rounds.
    result = sea({"ftr": 1}, {"ss": 1, "tr": 1})
    assert result.final == {(force(ftr=1), force(ss=1), "stand_off"): 1}
    assert result.mean_rounds == 2


@pytest.mark.rule("AA-13", "AA-52")
def test_attacking_transports_alone():
    # A destroyer hits 1/3 a round.
    battle = {"tr": 1}, {"dd": 1}
    assert ends(sea(*battle)) == {"defender_holds": 1}
    assert sea(*battle).mean_rounds == 3
    for policy in ("at 0", "best"):
        assert sea(*battle, retreat=policy).event("attacker_retreated") == Fraction(2, 3)
    assert ends(sea({"tr": 1}, {"tr": 1})) == {"stand_off": 1}


@pytest.mark.rule("AA-11")
def test_submerging():
    # The cruisers: 1/3 each and both. The submarine outlives them below.
    below = sea({"ss": 1, "ca": 1}, {"ca": 1}, attacker_submerge="always")
    assert below.final == {
        (force(ss=1, ca=1), (), "cleared_not_taken"): Fraction(1, 3),
        (force(ss=1), (), "cleared_not_taken"): Fraction(1, 3),
        (force(ss=1), force(ca=1), "stand_off"): Fraction(1, 3),
    }
    # Never under a destroyer; transports above submerged submarines are lost.
    assert chances(sea({"ss": 1}, {"dd": 1}, attacker_submerge="always")) == "2/5 1/5 2/5"
    left = sea({"ca": 1}, {"ss": 1, "tr": 1}, defender_submerge="always")
    assert left.final == {(force(ca=1), force(ss=1), "stand_off"): 1}


@pytest.mark.rule("AA-10", "AA-50")
def test_order_of_giving_hits():
    # Cruiser-first order; a fighter's hit can only take the destroyer, so it comes first and the
    # submarine's hit is not wasted: both lost 1/3·1/2, if no strike (1/6) has hit ours before.
    result = sea({"ss": 1, "ftr": 1}, {"dd": 1, "ss": 1}, defender_losses="dd ss", rounds=1)
    assert sum(p for (_, d, _), p in result.final.items() if d == ()) == Fraction(5, 36)


# --- raids and waves ------------------------------------------------------------------------


@pytest.mark.rule("AA-25")
def test_raid():
    one = raid(1, 4)
    assert (one.all_bombers_lost, one.mean("damage")) == (
        Fraction(1, 6),
        Fraction(5, 6) * Fraction(7, 2),
    )
    assert raid(5, 10).all_bombers_lost == Fraction(1, 6**5)
    assert raid(1, 1, gun=False).mean("damage") == Fraction(1, 6) + 2 * Fraction(5, 6)
    assert raid(1, 1, gun=False, damage=1).final == {(1, 0, 0, 1): 1}
    assert raid(1, 3, gun=False).complex_out == Fraction(2, 3)


@pytest.mark.rule("AA-26")
def test_interceptors():
    first = raid(1, 4, gun=False, escorts=1, interceptors=1)
    assert (first.mean("bombers"), first.mean("damage")) == (1, Fraction(7, 2))
    assert (first.mean("escorts"), first.mean("interceptors")) == (Fraction(2, 3), Fraction(5, 6))
    last = raid(1, 4, gun=False, escorts=1, interceptors=1, escorts_first=False)
    assert (last.mean("bombers"), last.mean("escorts")) == (Fraction(2, 3), 1)


@pytest.mark.rule("AA-03", "AA-09", "AA-28")
def test_waves():
    # 5/8 infantry again (1/4), 1/8 an empty territory.
    first = land({"inf": 1}, {"inf": 1})
    second = land_from(next_wave(first, {"inf": 1}))
    assert second.event("territory_taken") == Fraction(5, 8) * Fraction(1, 4) + Fraction(1, 8)
    assert second.mass == Fraction(3, 4)
    # The gun fires anew.
    again = land_from(next_wave(land({"ftr": 1}, {"aa": 1}), {"ftr": 1}))
    assert again.mean_loss("attacker") == Fraction(10, 6)


@pytest.mark.rule("AA-05", "AA-28")
def test_battleship_is_whole_for_the_next_wave():
    # 13/16 a whole battleship, else nothing is left.
    second = sea_from(next_wave(sea({"bmr": 1}, {"bb": 1}), {"bmr": 1}))
    assert second.event("cleared_not_taken") == Fraction(13, 16) * Fraction(1, 16) + Fraction(3, 16)


# --- the oracle against itself --------------------------------------------------------------

ARMY = {"inf": 2, "art": 1, "arm": 1, "ftr": 1, "bmr": 1, "aa": 1}
FLEET = {"ss": 2, "dd": 1, "ca": 1, "cv": 1, "ftr": 1, "bb": 1, "tr": 1, "damaged-bb": 1}
POLICIES = st.sampled_from(["never", "after 2", "at 2", "air-only", "best"])


def forces(most):
    counts = st.fixed_dictionaries({name: st.integers(0, n) for name, n in most.items()})
    return counts.filter(lambda units: 0 < sum(units.values()) <= 5)


@pytest.mark.rule("AA-06")
@pytest.mark.fault("B20", "B47")
@settings(max_examples=25, deadline=None)
@given(forces(ARMY | {"aa": 0}), forces(ARMY), POLICIES, st.sampled_from(["standard", "low-luck"]))
def test_land_chances_add_up(attacker, defender, policy, dice):
    result = land(attacker, defender, retreat=policy, dice=dice, worth=3)
    assert sum(ends(result).values()) == sum(result.final.values()) == 1
    assert result.rounds_second_moment >= result.mean_rounds**2


@pytest.mark.rule("AA-06", "AA-10")
@pytest.mark.fault("B20")
@settings(max_examples=25, deadline=None)
@given(forces(FLEET), forces(FLEET), POLICIES, st.sampled_from(["never", "always"]))
def test_sea_chances_add_up(attacker, defender, policy, submerge):
    options = {"retreat": policy, "defender_submerge": submerge}
    result = sea(attacker, defender, **options)
    assert sum(ends(result).values()) == sum(result.final.values()) == 1
    rough = sea(attacker, defender, **options, number=float)
    if policy != "best":  # where a tie may fall either way
        assert rough.mean_loss("attacker") == pytest.approx(result.mean_loss("attacker"))
        assert rough.mean_rounds == pytest.approx(result.mean_rounds)


@pytest.mark.rule("AA-01")
@pytest.mark.fault("B22")
def test_tanks_are_even():
    result = land({"arm": 4}, {"arm": 4})
    assert result.event("territory_taken") == result.event("defender_holds")
    assert result.mean_swing() == 0


def test_rounds_counted_one_by_one():
    # The mean is the sum of P(more than n rounds), the second moment that of (2n + 1) times it.
    battle = {"inf": 2, "art": 1}, {"inf": 2, "arm": 1}
    longer = [1.0]
    longer += [land(*battle, rounds=n, number=float).event("round_limit") for n in range(1, 60)]
    result = land(*battle)
    assert sum(longer) == pytest.approx(float(result.mean_rounds))
    second = sum((2 * n + 1) * p for n, p in enumerate(longer))
    assert second == pytest.approx(float(result.rounds_second_moment))


def test_an_unknown_event_is_an_error():
    with pytest.raises(ValueError, match="win"):
        oracle.Result().event("win")
