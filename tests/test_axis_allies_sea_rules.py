"""The rules of the sea and of landings one by one, each worked out by hand."""

from fractions import Fraction

import numpy as np
import pytest
from commandline import ask, is_plain_refusal
from joint import Joint, joint

from combat.chain import chained
from combat.engine import solve
from combat.errors import IllegalBattleError, OptionError, WargameError
from combat.force import Force
from combat.games import parse_battle
from combat.outcomes import Outcomes

F = Fraction


def answer(text: str, **options: str) -> Outcomes:
    return solve(parse_battle("aa", text, **options))


def after(rounds: int, text: str, **options: str) -> Outcomes:
    return answer(text, rounds=str(rounds), **options)


def states(outcomes: Outcomes) -> Joint:
    """Chance of (attacker left, defender left, end), units by name."""
    return joint(outcomes)


def left_only(outcomes: Outcomes) -> dict[tuple[str, str], float]:
    """Chance of (attacker left, defender left), whatever that is called."""
    found: dict[tuple[str, str], float] = {}
    for (attacker, defender, _), chance in states(outcomes).items():
        found[attacker, defender] = found.get((attacker, defender), 0.0) + chance
    return found


def ends(outcomes: Outcomes) -> dict[str, float]:
    """Chance of each event that can happen."""
    found = {e.name: outcomes.event(e.name).value for e in outcomes.battle.events if e.partition}
    return {name: chance for name, chance in found.items() if chance > 0}


def exactly(**chances: F) -> object:
    assert sum(chances.values()) == 1
    return pytest.approx({name: float(chance) for name, chance in chances.items()}, abs=1e-13)


def lost(outcomes: Outcomes) -> tuple[float, float]:
    names = "attacker_ipc_lost", "defender_ipc_lost"
    return tuple(outcomes.quantity(name).value for name in names)


def share(outcomes: Outcomes, **left: int) -> float:
    """Chance that so many units are left; ``a_ss=1``: one submarine of the attacker."""
    rows = np.ones(len(outcomes), dtype=bool)
    for key, number in left.items():
        side, unit = key.split("_")
        column = {"a": "attacker", "d": "defender"}[side] + "." + unit
        rows &= outcomes.column(column) == number
    return float(outcomes.chance[rows].sum())


# --- submarines and destroyers -----------------------------------------------------------------


@pytest.mark.rule("AA-10")
@pytest.mark.fault("B13")
def test_a_submarine_strikes_before_a_cruiser_can_fire():
    """1/3 each round, and only if it misses the cruiser hits with 1/2."""
    hit, miss, back = F(1, 3), F(2, 3), F(1, 2)
    win = hit / (1 - miss * (1 - back))
    assert win == F(1, 2)
    outcomes = answer("1 ss v 1 ca")
    assert ends(outcomes) == exactly(cleared_not_taken=win, defender_holds=1 - win)
    assert outcomes.quantity("rounds").value == pytest.approx(1 / (2 / 3))


@pytest.mark.rule("AA-10")
@pytest.mark.fault("B13")
def test_a_defending_submarine_strikes_at_one():
    win = F(5, 6) * F(1, 2) / (1 - F(5, 6) * F(1, 2))
    outcomes = answer("1 ca v 1 ss")
    assert ends(outcomes) == exactly(cleared_not_taken=win, defender_holds=1 - win)
    assert win == F(5, 7)


@pytest.mark.rule("AA-10")
@pytest.mark.fault("B13")
@pytest.mark.parametrize(
    ("text", "attack", "defence"),
    [("1 ss v 1 dd", F(1, 3), F(1, 3)), ("1 dd v 1 ss", F(1, 3), F(1, 6))],
)
def test_a_destroyer_cancels_the_strike(text, attack, defence):
    """Both fire at once: 2/5, 2/5, 1/5 and 5/8, 1/4, 1/8."""
    some = 1 - (1 - attack) * (1 - defence)
    assert ends(answer(text)) == exactly(
        cleared_not_taken=attack * (1 - defence) / some,
        defender_holds=defence * (1 - attack) / some,
        both_gone=attack * defence / some,
    )


@pytest.mark.rule("AA-10")
@pytest.mark.fault("B13")
def test_submarines_that_strike_one_another_do_so_at_once():
    """Who is hit by a strike still makes its own: both may sink."""
    assert ends(answer("1 ss v 1 ss")) == exactly(
        cleared_not_taken=F(5, 8), defender_holds=F(1, 4), both_gone=F(1, 8)
    )


@pytest.mark.rule("AA-10")
@pytest.mark.fault("B13")
def test_one_side_may_strike_while_the_other_does_not():
    """1 ss, 1 dd v 1 ss: his strike is cancelled, mine is not."""
    outcomes = after(1, "1 ss, 1 dd v 1 ss")
    strike, gun, back = F(1, 3), F(1, 3), F(1, 6)
    unharmed = strike + (1 - strike) * gun * (1 - back)
    assert share(outcomes, a_ss=1, d_ss=0) == pytest.approx(float(unharmed))
    assert share(outcomes, a_ss=0, d_ss=0) == pytest.approx(float((1 - strike) * gun * back))
    both = (1 - strike) * (1 - gun)
    assert share(outcomes, a_ss=0, d_ss=1) == pytest.approx(float(both * back))
    # and the other way round: the defender's destroyer protects his side alone
    other = after(1, "1 ss v 1 ss, 1 dd", defender_losses="ss dd")
    struck = share(other, a_ss=0)
    first, second = F(1, 6), F(1, 3)  # his submarine strikes, then his destroyer fires
    assert struck == pytest.approx(float(first + (1 - first) * second))
    assert share(other, a_ss=0, d_ss=1) == pytest.approx(
        float(first + (1 - first) * F(2, 3) * second)
    )


@pytest.mark.rule("AA-10")
@pytest.mark.fault("B13")
def test_who_struck_does_not_fire_again_in_that_round():
    outcomes = after(1, "1 ss v 3 ca")
    assert share(outcomes, d_ca=2) == pytest.approx(1 / 3)
    assert share(outcomes, d_ca=3) == pytest.approx(2 / 3)


@pytest.mark.rule("AA-10")
def test_strikes_come_back_when_the_destroyer_is_gone():
    """1 ss v 1 dd, 1 ca: with the destroyer everything at once, afterwards the strike first."""
    alone = F(1, 2)  # of a submarine against a cruiser
    hit, safe = F(1, 3), F(2, 3) * F(1, 2)
    win = hit * safe * alone / (1 - (1 - hit) * safe)
    outcomes = answer("1 ss v 1 dd, 1 ca")
    assert outcomes.event("cleared_not_taken").value == pytest.approx(float(win), abs=1e-14)
    assert outcomes.event("both_gone").value == 0


@pytest.mark.rule("AA-11", "AA-58")
def test_a_submerged_submarine_takes_no_part_and_no_hit():
    """Cruiser against cruiser, 1/3 each way and 1/3 both; the submarine is left in any case."""
    outcomes = answer("1 ss, 1 ca v 1 ca", attacker_submerge="always")
    assert states(outcomes) == pytest.approx(
        {
            ("1 ca, 1 ss", "", "cleared_not_taken"): 1 / 3,
            ("1 ss", "", "cleared_not_taken"): 1 / 3,
            ("1 ss", "1 ca", "stand_off"): 1 / 3,
        },
        abs=1e-14,
    )
    assert lost(outcomes) == pytest.approx((12 * 2 / 3, 12 * 2 / 3))


@pytest.mark.rule("AA-11")
def test_no_submarine_submerges_under_an_enemy_destroyer():
    """All through the battle, or in round 1 if the destroyer may be lost before the others."""
    never, always = (answer("2 dd v 3 ss", defender_submerge=s) for s in ("never", "always"))
    assert states(always) == pytest.approx(states(never), abs=1e-15)
    for text, option in (
        ("2 ss v 1 dd, 1 ca", "attacker_submerge"),
        ("1 dd, 1 ca v 2 ss", "defender_submerge"),
    ):
        never, always = (after(1, text, **{option: s}) for s in ("never", "always"))
        assert left_only(always) == pytest.approx(left_only(never), abs=1e-15)
        assert share(always, **{"a_ss" if option[0] == "a" else "d_ss": 2}) < 0.8


@pytest.mark.rule("AA-11", "AA-58")
def test_submerging_is_offered_again_each_round():
    """1 ss v 1 dd, 1 ca: it fights under the destroyer and submerges once that is sunk."""
    hit, safe = F(1, 3), F(2, 3) * F(1, 2)
    away = hit * safe / (1 - (1 - hit) * safe)
    assert away == F(1, 7)
    outcomes = answer("1 ss v 1 dd, 1 ca", attacker_submerge="always")
    assert ends(outcomes) == exactly(stand_off=away, defender_holds=1 - away)
    assert states(outcomes)["1 ss", "1 ca", "stand_off"] == pytest.approx(float(away))


@pytest.mark.rule("AA-11", "AA-58")
def test_who_submerges_does_not_fire_first():
    """Before any die, so there is no 'strike, and dive if hit'."""
    outcomes = after(1, "2 ss, 1 ca v 2 ca", attacker_submerge="always")
    assert share(outcomes, d_ca=1) == pytest.approx(1 / 2)
    assert share(outcomes, d_ca=0) == 0
    assert share(outcomes, a_ss=2) == pytest.approx(1.0)
    assert share(outcomes, a_ca=0) == pytest.approx(1 - 1 / 4)


@pytest.mark.rule("AA-11", "AA-52")
def test_both_sides_submerge_and_nothing_happens():
    outcomes = answer("2 ss v 1 ss", attacker_submerge="always", defender_submerge="always")
    assert ends(outcomes) == {"stand_off": 1.0}
    assert lost(outcomes) == (0.0, 0.0)


@pytest.mark.rule("AA-11", "AA-13")
@pytest.mark.fault("B16")
def test_transports_under_which_the_submarines_submerge_are_lost():
    outcomes = answer("1 ca v 2 ss, 1 tr", defender_submerge="always")
    assert states(outcomes) == {("1 ca", "2 ss", "stand_off"): 1.0}
    assert lost(outcomes) == (0.0, 7.0)


@pytest.mark.rule("AA-11", "AA-13")
def test_submarines_that_submerge_at_once_sink_no_transport():
    """AA-11: who is submerged takes no part, so nobody of the attacker is able to fight."""
    outcomes = answer("1 ss v 1 tr", attacker_submerge="always")
    assert states(outcomes) == {("1 ss", "1 tr", "stand_off"): 1.0}


# --- aircraft ----------------------------------------------------------------------------------


@pytest.mark.rule("AA-12")
@pytest.mark.fault("B14")
def test_submarines_never_hit_aircraft():
    """3 ss, 1 dd v 2 ftr: only the destroyer's die counts."""
    outcomes = after(1, "3 ss, 1 dd v 2 ftr")
    assert share(outcomes, d_ftr=1) == pytest.approx(1 / 3)
    assert share(outcomes, d_ftr=0) == 0
    defending = after(1, "2 ftr v 3 ss, 1 dd")
    assert share(defending, a_ftr=1) == pytest.approx(1 / 3)
    assert share(defending, a_ftr=0) == 0


@pytest.mark.rule("AA-12")
@pytest.mark.fault("B14")
def test_an_enemy_destroyer_does_not_open_its_submarines_to_aircraft():
    outcomes = answer("3 ftr v 2 ss, 1 dd", defender_losses="ss dd")
    assert share(outcomes, d_ss=2) == pytest.approx(1.0)


@pytest.mark.rule("AA-12")
@pytest.mark.fault("B14")
def test_aircraft_need_a_destroyer_of_their_own_side():
    """A defending fighter at 4, with a destroyer at 2 or a cruiser that shoots alone at 3."""
    seen = after(1, "1 ss v 1 dd, 1 ftr")
    assert share(seen, a_ss=0) == pytest.approx(float(1 - F(2, 3) * F(1, 3)))
    unseen = after(1, "1 ss v 1 ca, 1 ftr", defender_losses="ca ftr")
    assert share(unseen, a_ss=0) == pytest.approx(float(F(2, 3) * F(1, 2)))
    lines = seen.battle.game.assumes(seen.battle)
    assert any("one power" in line for line in lines)


@pytest.mark.rule("AA-12", "AA-54")
@pytest.mark.fault("B14")
def test_two_fighters_and_a_destroyer_against_a_submarine():
    """Each round 5/6 to sink it, 1/6 to lose the destroyer; without it nobody can be hit."""
    sink, gone = 1 - F(2, 3) * F(1, 2) ** 2, F(1, 6)
    win = sink / (1 - (1 - sink) * (1 - gone))
    assert win == F(30, 31)
    assert ends(answer("1 dd, 2 ftr v 1 ss")) == exactly(cleared_not_taken=win, stand_off=1 - win)


# --- transports and cargo ----------------------------------------------------------------------


@pytest.mark.rule("AA-13")
@pytest.mark.fault("B16")
def test_transports_are_lost_only_after_the_destroyer():
    outcomes = answer("1 dd v 1 dd, 2 tr")
    assert states(outcomes) == pytest.approx(
        {
            ("1 dd", "", "cleared_not_taken"): 2 / 5,
            ("", "1 dd, 2 tr", "defender_holds"): 2 / 5,
            ("", "2 tr", "defender_holds"): 1 / 5,
        },
        abs=1e-14,
    )
    assert lost(outcomes) == pytest.approx((8 * 3 / 5, 22 * 2 / 5 + 8 * 1 / 5))


@pytest.mark.rule("AA-13", "AA-06")
@pytest.mark.fault("B16")
@pytest.mark.parametrize("retreat", ["never", "after 1", "at 1", "best"])
def test_lone_transports_are_lost_without_dice_and_before_any_retreat(retreat):
    for text in ("1 ss v 3 tr", "1 ftr v 3 tr"):
        outcomes = answer(text, retreat=retreat)
        assert ends(outcomes) == {"cleared_not_taken": 1.0}
        assert lost(outcomes) == (0.0, 21.0)
        assert outcomes.quantity("rounds").value == 1.0


@pytest.mark.rule("AA-13")
@pytest.mark.fault("B16")
def test_attacking_transports_are_never_lost_without_dice():
    """1 dd, 2 tr v 1 dd: if both destroyers sink, the transports have the zone."""
    got = states(answer("1 dd, 2 tr v 1 dd"))
    assert got["2 tr", "", "cleared_not_taken"] == pytest.approx(1 / 5)
    assert got["1 dd, 2 tr", "", "cleared_not_taken"] == pytest.approx(2 / 5)
    assert got["", "1 dd", "defender_holds"] == pytest.approx(2 / 5)  # shot at until gone


@pytest.mark.rule("AA-13", "AA-12")
@pytest.mark.fault("B16")
def test_a_hit_that_only_transports_can_take_is_theirs():
    """A submarine cannot hit the fighter, so its hits go to the transports beside it."""
    outcomes = after(1, "1 ss v 1 ftr, 2 tr")
    assert share(outcomes, d_tr=1, d_ftr=1) == pytest.approx(1 / 3)
    sunk = answer("1 ss v 1 ftr, 2 tr")
    assert states(sunk) == pytest.approx({("1 ss", "1 ftr", "stand_off"): 1.0}, abs=1e-13)
    assert sunk.quantity("rounds").value == pytest.approx(2 * 3)


@pytest.mark.rule("AA-14")
def test_cargo_goes_down_with_its_ship_the_cheapest_load_first():
    """A cruiser hits with 1/2: first the two infantry sink, then the infantry and the tank."""
    loads = "tr: 2 inf; tr: 1 inf, 1 arm"
    for cargo in (loads, "tr: inf, arm; tr: 2 inf"):
        one = after(1, "2 tr v 1 ca", cargo=cargo)
        assert lost(one) == pytest.approx(((7 + 6) / 2, 0))
    assert lost(answer("2 tr v 1 ca", cargo=loads))[0] == pytest.approx(14 + 6 + 8)
    assert lost(after(1, "3 tr v 1 ca", cargo=loads))[0] == pytest.approx(7 / 2)  # the empty one


@pytest.mark.rule("AA-14")
def test_cargo_neither_fires_nor_takes_hits():
    for text, cargo in (("1 dd, 2 tr v 1 ca", "tr: 2 inf"), ("1 cv, 1 dd v 1 ca", "cv: 2 ftr")):
        empty, loaded = answer(text), answer(text, cargo=cargo)
        assert states(loaded) == pytest.approx(states(empty), abs=1e-15)
        assert lost(loaded)[0] > lost(empty)[0]
        assert lost(loaded)[1] == pytest.approx(lost(empty)[1])
    carrier = answer("1 cv v 1 dd", cargo="cv: 2 ftr")
    sunk = carrier.event("defender_holds").value + carrier.event("both_gone").value
    assert lost(carrier)[0] == pytest.approx((14 + 20) * sunk)


@pytest.mark.rule("AA-14", "AA-13")
@pytest.mark.fault("B16")
def test_cargo_of_defenceless_transports_counts_in_the_loss():
    outcomes = answer("1 dd v 2 tr", defender_cargo="tr: 1 inf, 1 art")
    assert lost(outcomes) == (0.0, 14.0 + 7.0)


@pytest.mark.rule("AA-14", "AA-08", "AA-30")
def test_best_retreat_plays_for_the_cargo_of_defenceless_transports():
    """1 cv v 1 dd, 4 loaded tr: 1/4 to win 68, 1/8 to lose 6, 5/8 to lose 14; staying pays."""
    cargo = "; ".join(["tr: 1 inf, 1 arm"] * 4)
    best = answer("1 cv v 1 dd, 4 tr", defender_cargo=cargo, retreat="best")
    stay = F(1, 4) * (8 + 4 * 15) - F(1, 8) * 6 - F(5, 8) * 14
    assert stay == F(15, 2)
    assert best.quantity("net_value").value == pytest.approx(float(stay))
    assert best.model.best[1] == pytest.approx(float(stay))


@pytest.mark.rule("AA-14")
def test_cargo_that_no_ship_can_carry_is_refused():
    for text, cargo in (
        ("1 dd v 1 ss", "tr: 2 inf"),  # no such ship
        ("1 tr v 1 ss", "tr: inf; tr: inf"),  # one too few
        ("1 tr v 1 ss", "tr: 3 inf"),
        ("1 tr v 1 ss", "tr: 2 arm"),
        ("1 cv v 1 ss", "cv: 1 bmr"),
        ("1 dd v 1 ss", "dd: 1 inf"),
    ):
        with pytest.raises(WargameError):
            parse_battle("aa", text, cargo=cargo)


# --- what a battle is --------------------------------------------------------------------------


@pytest.mark.rule("AA-15", "AA-13")
def test_submarines_and_transports_are_attacked_all_together():
    """1 ca v 1 ss, 1 tr: the submarine strikes at 1 and is hit at 3; the transport goes with it."""
    win = F(5, 6) * F(1, 2) / (1 - F(5, 6) * F(1, 2))
    outcomes = answer("1 ca v 1 ss, 1 tr")
    assert states(outcomes) == pytest.approx(
        {
            ("1 ca", "", "cleared_not_taken"): float(win),
            ("", "1 ss, 1 tr", "defender_holds"): float(1 - win),
        },
        abs=1e-14,
    )
    assert lost(outcomes) == pytest.approx((12 * float(1 - win), 13 * float(win)))


@pytest.mark.rule("AA-15")
def test_submarines_and_transports_may_be_passed_by_all_or_none():
    """Then they neither fire nor suffer, and ships may still bombard; a warship forbids it."""
    passed = answer("1 ca, 2 tr v 2 ss, 1 tr", fight="ignore")
    assert states(passed) == {("1 ca, 2 tr", "2 ss, 1 tr", "stand_off"): 1.0}
    assert (lost(passed), passed.quantity("rounds").value) == ((0.0, 0.0), 0.0)
    for warship in ("dd", "ca", "cv", "bb"):
        with pytest.raises(IllegalBattleError) as caught:
            parse_battle("aa", f"1 ca, 2 tr v 2 ss, 1 {warship}", fight="ignore")
        assert caught.value.rule == "AA-15"


@pytest.mark.rule("AA-16")
@pytest.mark.fault("B06", "B16")
def test_nobody_joins_at_sea_or_on_the_beach():
    for text, options in (
        ("2 ss, 1 dd, 1 bb, 2 ftr v 2 ss, 1 dd, 1 cv, 1 ftr, 2 tr", {}),
        ("2 ss, 1 bb v 1 ss, 1 ca, 1 tr", {"attacker_submerge": "always"}),
        ("2 inf, 1 arm, 1 ftr v 2 inf, 1 ftr", {"landing": "2 inf", "bombard": "2 bb"}),
    ):
        outcomes = answer(text, **options)
        for side in ("attacker", "defender"):
            for unit, n in getattr(outcomes.battle, side):
                column = outcomes.column(f"{side}.{unit}")
                assert 0 <= column.min() <= column.max() <= n


@pytest.mark.rule("AA-17", "AA-05")
@pytest.mark.fault("B17")
@pytest.mark.parametrize(
    ("text", "win", "held", "gone"),
    [
        ("1 bmr v 1 bb", F(1, 16), F(13, 16), F(1, 8)),
        ("1 bmr v 1 damaged-bb", F(1, 4), F(1, 4), F(1, 2)),
        ("1 bb v 1 bb", F(11, 32), F(11, 32), F(5, 16)),
        ("1 damaged-bb v 1 damaged-bb", F(1, 4), F(1, 4), F(1, 2)),
    ],
)
def test_battleships_in_closed_fractions(text, win, held, gone):
    assert ends(answer(text)) == exactly(cleared_not_taken=win, defender_holds=held, both_gone=gone)


@pytest.mark.rule("AA-17")
@pytest.mark.fault("B17")
def test_a_damaged_battleship_fights_at_full_value():
    outcomes = after(1, "1 ca v 1 damaged-bb")
    assert share(outcomes, a_ca=0) == pytest.approx(4 / 6)
    assert share(outcomes, d_bb=0) == pytest.approx(3 / 6)
    attacking = after(1, "1 damaged-bb v 3 ca")
    assert share(attacking, d_ca=2) == pytest.approx(4 / 6)


@pytest.mark.rule("AA-17")
@pytest.mark.fault("B17")
def test_both_hits_may_fall_in_one_round_a_strike_among_them():
    assert share(after(1, "2 bmr v 1 bb"), d_bb=0) == pytest.approx(float(F(4, 6) ** 2))
    strike = after(1, "1 ss, 1 ca v 1 bb")
    assert share(strike, d_bb=0) == pytest.approx(1 / 3 * 1 / 2)
    two = after(1, "2 ss v 1 bb")  # sunk by strikes alone, it never fires
    assert share(two, d_bb=0, a_ss=2) == pytest.approx(1 / 9)
    assert share(two, d_bb=0, a_ss=1) == 0


@pytest.mark.rule("AA-17", "AA-05")
@pytest.mark.fault("B17")
def test_every_first_hit_is_absorbed_before_anything_is_lost():
    """Three hits on 2 bb, 1 dd sink the destroyer only; what was damaged is whole again after."""
    outcomes = after(1, "3 bmr v 2 bb, 1 dd")
    three = F(4, 6) ** 3
    assert share(outcomes, d_bb=2, d_dd=0) == pytest.approx(float(three))
    assert share(outcomes, d_bb=2) == pytest.approx(1.0)
    assert lost(outcomes)[1] == pytest.approx(8 * float(three))


# --- landings ----------------------------------------------------------------------------------


@pytest.mark.rule("AA-20")
def test_sea_and_land_are_two_battles():
    """Ships and land units do not fight one another, and AA guns do not fire at sea."""
    for text in ("2 inf, 1 dd v 2 inf", "1 ca v 2 inf", "2 inf v 1 ca", "2 ftr v 1 dd, 1 aa"):
        with pytest.raises(IllegalBattleError) as caught:
            parse_battle("aa", text)
        assert caught.value.rule == "AA-20"


@pytest.mark.rule("AA-20")
def test_who_lands_is_among_the_attackers_and_is_a_land_unit():
    for landing in ("3 inf", "1 arm", "1 ftr", "1 tr", "1 aa"):
        with pytest.raises(IllegalBattleError) as caught:
            parse_battle("aa", "2 inf, 1 ftr v 2 inf", landing=landing)
        assert caught.value.rule == "AA-20"
    for landing in ("0 inf", "-1 inf", "foo"):
        answered = ask("odds", "aa", "2 inf v 2 inf", "--set", f"landing={landing}")
        assert answered.code == 0 if landing == "0 inf" else is_plain_refusal(answered)


@pytest.mark.rule("AA-20", "AA-07")
def test_a_landing_without_ships_that_fire_is_a_land_battle():
    """Nobody retreats: then it does not matter who came by sea."""
    text = "2 inf, 1 art, 1 arm, 1 ftr v 3 inf, 1 ftr, 1 aa"
    land = states(answer(text))
    for landing in ("1 inf", "2 inf, 1 art", "1 arm", "2 inf, 1 art, 1 arm"):
        assert states(answer(text, landing=landing)) == pytest.approx(land, abs=1e-13)


@pytest.mark.rule("AA-21")
@pytest.mark.fault("B12")
def test_a_victim_of_bombardment_fires_once():
    """1 inf and a battleship v 1 inf: 19/36, 5/24 and 19/72, as published."""
    hit = F(4, 6)
    outcomes = answer("1 inf v 1 inf", landing="1 inf", bombard="1 bb")
    assert ends(outcomes) == exactly(
        territory_taken=hit * F(2, 3) + (1 - hit) * F(1, 4),
        defender_holds=(1 - hit) * F(5, 8),
        both_gone=hit * F(1, 3) + (1 - hit) * F(1, 8),
    )
    assert outcomes.quantity("rounds").value > 1.0


@pytest.mark.rule("AA-21")
@pytest.mark.fault("B12")
def test_round_one_is_fought_even_if_the_last_defender_is_a_victim():
    """9 battleships miss the only defender at 3⁻⁹; a victim or not, it fires."""
    outcomes = after(1, "9 inf v 1 arm", landing="9 inf", bombard="9 bb")
    missed = F(1, 3) ** 9
    assert outcomes.quantity("rounds").value == pytest.approx(1.0, abs=1e-14)
    assert share(outcomes, a_inf=8) == pytest.approx(1 / 2)
    assert share(outcomes, d_arm=1) == pytest.approx(float(missed * F(5, 6) ** 9))


@pytest.mark.rule("AA-21")
@pytest.mark.fault("B12", "B11")
def test_ships_hit_at_their_value_and_victims_take_no_further_hit():
    """2 inf landed: a battleship at 4, a cruiser at 3, then two dice at 1 at those who are left."""
    outcomes = after(1, "2 inf v 9 inf", landing="2 inf", bombard="1 bb, 1 ca")
    none = F(2, 6) * F(3, 6) * F(5, 6) ** 2
    four = F(4, 6) * F(3, 6) * F(1, 6) ** 2
    assert share(outcomes, d_inf=9) == pytest.approx(float(none))
    assert share(outcomes, d_inf=5) == pytest.approx(float(four))
    few = after(1, "2 inf v 2 inf", landing="2 inf", bombard="1 bb, 1 ca")
    # both lost: by as many dice as that takes, of which excess hits are lost
    at_most_one = none + sum(
        F(a, 1)
        for a in (
            F(4, 6) * F(3, 6) * F(25, 36),
            F(2, 6) * F(3, 6) * F(25, 36),
            F(2, 6) * F(3, 6) * 2 * F(5, 36),
        )
    )
    assert share(few, d_inf=0) == pytest.approx(float(1 - at_most_one))


@pytest.mark.rule("AA-21")
@pytest.mark.fault("B11")
def test_no_more_ships_than_land_units_that_land_and_the_strongest():
    """One infantry lands beside two overland: one ship, and it is the battleship."""
    outcomes = after(1, "3 inf v 9 arm", landing="1 inf", bombard="2 ca, 1 bb")
    alone = after(1, "3 inf v 9 arm", landing="1 inf", bombard="1 bb")
    assert states(outcomes) == pytest.approx(states(alone), abs=1e-15)
    none = F(2, 6) * F(5, 6) ** 3
    assert share(outcomes, d_arm=9) == pytest.approx(float(none))


@pytest.mark.rule("AA-22")
def test_landed_units_fight_on_when_the_others_retreat():
    """1 inf landed and 1 arm overland v 1 inf, after 1: worked out state by state."""
    miss = F(5, 6) * F(1, 2)
    alone = miss * F(2, 3)  # the tank leaves, the infantry stays to fight 1 against 1
    outcomes = answer("1 inf, 1 arm v 1 inf", landing="1 inf", retreat="after 1")
    assert ends(outcomes) == exactly(
        territory_taken=1 - miss + alone * F(1, 4),
        attacker_retreated=miss * F(1, 3),  # the infantry has fallen: nobody fights on
        defender_holds=alone * F(5, 8),
        both_gone=alone * F(1, 8),
    )
    got = states(outcomes)
    assert got["1 arm", "1 inf", "defender_holds"] == pytest.approx(float(alone * F(5, 8)))
    assert got["1 arm", "", "both_gone"] == pytest.approx(float(alone * F(1, 8)))


@pytest.mark.rule("AA-22")
def test_if_all_have_landed_there_is_no_retreat():
    for retreat in ("after 1", "at 2", "best", "air-only"):
        with pytest.raises(OptionError, match="AA-22"):
            parse_battle("aa", "2 inf v 2 inf", landing="2 inf", retreat=retreat)


@pytest.mark.rule("AA-22", "AA-08")
def test_aircraft_may_leave_the_landed_units():
    """1 inf landed, 2 ftr: beside it they are not 'air-only', but they may leave by 'at'."""
    stay = answer("1 inf, 2 ftr v 2 inf", landing="1 inf", retreat="air-only", losses="ftr inf")
    retreated = [a for a, _, end in states(stay) if end == "attacker_retreated"]
    assert not retreated  # the infantry goes last, so that aircraft are never alone
    leave = answer("1 inf, 2 ftr v 9 arm", landing="1 inf", retreat="at 3", losses="inf ftr")
    assert leave.event("attacker_retreated").value > 0
    assert share(leave, a_ftr=0) < share(answer("1 inf, 2 ftr v 9 arm"), a_ftr=0)


@pytest.mark.rule("AA-23")
def test_everybody_fights_a_round_before_he_may_retreat():
    """Best retreat would never begin this attack, and 'at 5' holds from the start."""
    for retreat in ("best", "at 5", "after 1"):
        outcomes = answer("1 inf, 2 arm v 9 arm", landing="1 inf", retreat=retreat)
        assert share(outcomes, a_arm=2, d_arm=9) < 1.0
        assert outcomes.quantity("rounds").value >= 1.0
    with pytest.raises(OptionError):
        parse_battle("aa", "1 inf, 2 arm v 9 arm", landing="1 inf", retreat="after 0")


@pytest.mark.rule("AA-23", "AA-14")
def test_retreated_transports_keep_their_cargo():
    """1 dd, 1 tr v 2 ca, at 1: if the destroyer alone is lost the transport gets away, loaded."""
    outcomes = answer("1 dd, 1 tr v 2 ca", cargo="tr: 2 inf", retreat="at 1")
    away = [a for a, _, end in states(outcomes) if end == "attacker_retreated"]
    assert set(away) == {"1 tr"}
    sunk = share(outcomes, a_tr=0)
    gone = share(outcomes, a_dd=0)
    assert lost(outcomes)[0] == pytest.approx(8 * gone + (7 + 6) * sunk)


def ashore(outcomes: Outcomes, row: int) -> tuple[Force, tuple[str, ...]]:
    """Who lands after a final state of a sea battle, and the settings that are then barred."""
    remains = outcomes.battle.game.sequels.left(outcomes, row, "attacker", "cargo", "attacker")
    return remains.units, tuple(key for key, _, _ in remains.barred)


@pytest.mark.rule("AA-20", "AA-23")
def test_what_is_still_aboard_lands_after_the_sea_battle():
    """Two transports under fire; each final state lands with its own cargo, the dearest last."""
    sea = answer("1 dd, 2 tr v 1 dd, 1 ftr", cargo="tr: 1 inf, 1 arm; tr: 2 inf")

    def onward(outcomes, row):
        force, barred = ashore(outcomes, row)
        assert barred == ("bombard",)
        return parse_battle("aa", f"{force} v 1 inf", landing=str(force)) if force else None

    chain = chained(sea, onward, solver=solve)
    by_hand = 0.0
    for ships, force in ((2, "3 inf, 1 arm"), (1, "1 inf, 1 arm")):
        rows = (sea.column("attacker.tr") == ships) & (sea.column("defender.dd") == 0)
        taken = answer(f"{force} v 1 inf").event("territory_taken").value
        by_hand += float(sea.chance[rows].sum()) * taken
    assert chain.stages[1].event("territory_taken").value == pytest.approx(by_hand, abs=1e-14)
    assert 0 < by_hand < 1


@pytest.mark.rule("AA-20", "AA-23")
def test_nothing_lands_past_a_warship_or_after_a_retreat():
    options = {"cargo": "tr: 2 inf", "defender_losses": "dd ss"}
    for limit in ({"rounds": "1"}, {"retreat": "after 1"}):
        sea = answer("2 dd, 1 tr v 1 dd, 1 ss", **options, **limit)
        landed = set()
        for row in range(len(sea)):
            attacker, defender, end = sea.battle.game.end_text(sea, row)
            force, _ = ashore(sea, row)
            free = "tr" in attacker and "dd" not in defender and end != "attacker_retreated"
            assert force == (Force.of({"inf": 2}) if free else Force())
            landed.add(free)
        assert landed == {True, False}


@pytest.mark.rule("AA-21", "AA-15")
@pytest.mark.fault("B11")
def test_bombardment_only_if_no_sea_battle_took_place():
    """Against submarines or lone transports counts as one; passing them by does not."""
    text, cargo = "1 ca, 1 tr v 1 tr", "tr: 2 inf"
    assert ashore(answer(text, cargo=cargo), 0) == (Force.of({"inf": 2}), ("bombard",))
    passed = answer(text, cargo=cargo, fight="ignore")
    assert ashore(passed, 0) == (Force.of({"inf": 2}), ())


@pytest.mark.rule("AA-24")
def test_a_raid_is_no_landing():
    """Raids come first in a turn, as battles of their own: neither can be part of the other."""
    for options in ({"landing": "1 inf"}, {"bombard": "1 bb"}, {"attacker_submerge": "always"}):
        with pytest.raises(OptionError) as caught:
            parse_battle("aa", "2 bmr v 1 aa", raid="5", **options)
        assert next(iter(options)) in str(caught.value)


@pytest.mark.rule("AA-29")
def test_an_allied_ship_carries_and_takes_no_part():
    """Land units land, and fighters fight, without a ship of their own in the battle.

    2 ftr v 1 dd: each fighter hits with 1/2, the destroyer with 1/3.
    """
    one = F(1, 2) * F(2, 3) / (1 - F(1, 2) * F(2, 3))
    two = (F(3, 4) + F(1, 4) * F(1, 3) * one) / (1 - F(1, 4) * F(2, 3))
    fighters = answer("2 ftr v 1 dd")
    assert fighters.event("cleared_not_taken").value == pytest.approx(float(two), abs=1e-14)
    assert two == F(19, 20)
    landed = answer("2 inf v 1 inf", landing="2 inf")
    assert lost(landed)[0] == pytest.approx(lost(answer("2 inf v 1 inf"))[0])
    assert not any("tr" in column for column in landed.columns)


# --- rulings -----------------------------------------------------------------------------------


@pytest.mark.rule("AA-50")
def test_submarines_hits_are_given_before_those_of_aircraft():
    """1 ss, 1 ftr v 1 dd, 1 ftr (destroyer first): two hits take both.

    Given first, the fighter's would take the destroyer and leave the submarine's to nobody.
    """
    outcomes = after(1, "1 ss, 1 ftr v 1 dd, 1 ftr", defender_losses="dd ftr")
    assert share(outcomes, d_dd=0, d_ftr=0) == pytest.approx(1 / 3 * 1 / 2)
    assert share(outcomes, d_dd=0, d_ftr=1) == pytest.approx(1 - 1 / 6 - 1 / 3)
    strike = after(1, "1 ss, 1 ftr v 1 ca, 1 ftr", defender_losses="ca ftr")
    assert share(strike, d_ca=0, d_ftr=0) == pytest.approx(1 / 3 * 1 / 2)


@pytest.mark.rule("AA-50")
def test_submarines_hits_come_after_aircrafts_if_no_aircraft_is_there():
    """1 ss, 1 ftr v 1 dd, 1 ss: the fighter cannot hit the submarine, so it takes the destroyer.

    His submarine strikes first at 1, for I have no destroyer; mine fires with all others.
    """
    both = F(5, 6) * F(1, 3) * F(1, 2)
    for order in ("dd ss", "ss dd"):
        outcomes = after(1, "1 ss, 1 ftr v 1 dd, 1 ss", defender_losses=order)
        assert share(outcomes, d_dd=0, d_ss=0) == pytest.approx(float(both))


@pytest.mark.rule("AA-50", "AA-12")
@pytest.mark.fault("B14")
def test_a_hit_that_nothing_can_take_is_lost():
    outcomes = after(1, "3 ftr v 1 ss, 1 dd")
    assert share(outcomes, d_ss=1) == pytest.approx(1.0)
    assert share(outcomes, d_dd=0) == pytest.approx(7 / 8)


@pytest.mark.rule("AA-50", "AA-56")
def test_low_luck_adds_each_kind_of_hits_by_itself():
    """1 dd, 1 ftr attack with 2 and 3: two dice, not one at 5 (oracle's convention)."""
    outcomes = after(1, "1 dd, 1 ftr v 5 ca", dice="low-luck")
    assert share(outcomes, d_ca=3) == pytest.approx(2 / 6 * 3 / 6)


@pytest.mark.rule("AA-51")
def test_bombardment_hits_land_units_only():
    """2 ftr alone: no hit can be taken; beside an infantry all excess hits are lost."""
    text = "1 inf, 1 arm v 2 ftr"
    plain, shelled = (
        states(answer(text, landing="1 inf, 1 arm", **o)) for o in ({}, {"bombard": "2 bb"})
    )
    assert shelled == pytest.approx(plain, abs=1e-15)
    mixed = after(
        1, "3 inf v 1 inf, 2 ftr", landing="3 inf", bombard="3 bb", defender_losses="ftr inf"
    )
    untouched = F(5, 6) ** 3
    assert share(mixed, d_ftr=2) == pytest.approx(float(untouched))


@pytest.mark.rule("AA-51", "AA-21")
@pytest.mark.fault("B11")
def test_guns_aboard_do_not_count_towards_the_cap():
    with pytest.raises(IllegalBattleError):
        parse_battle("aa", "1 inf, 1 aa v 2 inf", landing="1 inf, 1 aa", bombard="2 bb")


STAND_OFFS = ["2 ftr v 1 ss", "1 ftr, 1 bmr v 3 ss", "2 ss v 1 ftr", "2 tr v 1 tr"]


@pytest.mark.rule("AA-52")
@pytest.mark.fault("B15")
@pytest.mark.parametrize("text", STAND_OFFS)
@pytest.mark.parametrize("retreat", ["never", "after 1", "best"])
def test_nobody_able_to_hit_is_a_stand_off_at_once(text, retreat):
    outcomes = answer(text, retreat=retreat)
    assert ends(outcomes) == {"stand_off": 1.0}
    assert outcomes.quantity("rounds").value == 0.0
    assert lost(outcomes) == (0.0, 0.0)


@pytest.mark.rule("AA-52")
@pytest.mark.fault("B15", "B16")
def test_an_attacker_left_with_transports_withdraws_if_he_may():
    """1 dd, 1 tr v 1 dd: at 2/5 the destroyer is lost alone."""
    never = answer("1 dd, 1 tr v 1 dd")
    assert states(never)["", "1 dd", "defender_holds"] == pytest.approx(2 / 5)
    for retreat in ("after 99", "air-only", "at 1"):
        got = states(answer("1 dd, 1 tr v 1 dd", retreat=retreat))
        assert got["1 tr", "1 dd", "attacker_retreated"] == pytest.approx(2 / 5)
        assert ("", "1 dd", "defender_holds") not in got


@pytest.mark.rule("AA-53")
def test_fighters_without_a_deck_are_lost_if_they_have_no_place_to_land():
    """A carrier takes two; `landing_places` is for how many more there is room."""
    for text, losses in (
        ("1 cv, 3 ftr v 2 ca", {"losses": "cv ftr"}),
        ("2 ca v 1 cv, 3 ftr", {"defender_losses": "cv ftr"}),
    ):
        side = "attacker" if "losses" in losses else "defender"
        free = answer(text, **losses)
        ftr, cv = free.column(f"{side}.ftr"), free.column(f"{side}.cv")
        assert any("AA-53" in line for line in free.battle.game.assumes(free.battle))
        for places in (0, 1, 3):
            stuck = np.maximum(0, ftr - 2 * cv - places)
            some = answer(text, landing_places=str(places), **losses)
            mean = free.quantity(f"{side}_ipc_lost").value + 10 * float(free.chance @ stuck)
            assert some.quantity(f"{side}_ipc_lost").value == pytest.approx(mean, abs=1e-12)
            left = some.column(f"{side}.ftr")
            assert (left <= 2 * some.column(f"{side}.cv") + places).all()
            assert float(some.chance @ left) == pytest.approx(float(free.chance @ (ftr - stuck)))


@pytest.mark.rule("AA-53")
def test_fighters_fight_on_when_their_carrier_is_sunk():
    """2 ftr at 4 after 1 cv is lost: in round 2 they fire as before."""
    outcomes = after(1, "9 dd v 1 cv, 2 ftr", defender_losses="cv ftr")
    assert share(outcomes, d_cv=0, d_ftr=2) > 0
    longer = after(2, "9 dd v 1 cv, 2 ftr", defender_losses="cv ftr", landing_places="9")
    assert share(longer, a_dd=4) > 0  # five hits: three in round 1, then two of fighters alone


@pytest.mark.rule("AA-54")
def test_a_destroyer_is_never_lost_to_a_strike():
    """3 ss v 1 dd: all at once, so a destroyer that is lost has fired: 1/3 of those lost hit."""
    outcomes = after(1, "3 ss v 1 dd")
    sunk = 1 - F(2, 3) ** 3
    assert share(outcomes, d_dd=0, a_ss=2) == pytest.approx(float(sunk * F(1, 3)))
    assert share(outcomes, d_dd=0, a_ss=3) == pytest.approx(float(sunk * F(2, 3)))


@pytest.mark.rule("AA-54", "AA-12")
def test_a_destroyer_that_is_hit_counts_for_that_whole_round():
    """1 dd, 1 ftr v 1 ss: the fighter's die counts whether or not the destroyer is being lost."""
    outcomes = after(1, "1 dd, 1 ftr v 1 ss")
    sunk = 1 - F(2, 3) * F(1, 2)
    assert share(outcomes, a_dd=0, d_ss=0) == pytest.approx(float(F(1, 6) * sunk))
    assert share(outcomes, a_dd=1, d_ss=0) == pytest.approx(float(F(5, 6) * sunk))
