"""Squares and leaders in Commands & Colors: Napoleonics, rule by rule."""

from fractions import Fraction

import pytest
from napoleonics_hand import (
    HALF,
    SIXTH,
    THIRD,
    at_least,
    back,
    event,
    fought,
    is_about,
    mean,
    refusal,
    retreats,
    strike,
)

# --- squares --------------------------------------------------------------------------------------


@pytest.mark.rule("CC-25", "CC-21")
@pytest.mark.fault("B38")
@pytest.mark.parametrize(
    "cavalry",
    ["CAV 4", "French heavy cavalry 4, card +3", "French guard heavy cavalry 3, cavalry-charge"],
)
def test_a_square_and_cavalry_have_one_die_each(cavalry):
    """The square's is first; no card, no unit's own die adds to either."""
    outcomes = fought(f"{cavalry}, ignore 9", "INF 4 leader, square")
    assert outcomes.event("attacker_retreats").value == is_about(SIXTH)  # whatever it ignores
    assert outcomes.quantity("attacker_blocks_lost").value == is_about(THIRD)
    # hit or not, it attacks with a die; the leader lets the flag be ignored
    assert outcomes.quantity("target_blocks_lost").value == is_about((1 - SIXTH) * HALF)
    assert outcomes.event("battle_back").value == 0


@pytest.mark.rule("CC-25", "CC-13")
@pytest.mark.fault("B38")
def test_the_square_comes_first_and_then_terrain():
    """One die and then the hill's: none, also for five blocks and a card."""
    rule, said = refusal("CAV 5, card +2", "INF 4 on hill, square")
    assert (rule, "no die" in said) == ("CC-13", True)
    free = fought("CAV 5 on hill, card +2", "INF 4 on hill, square", square_strikes="back")
    assert free.quantity("target_blocks_lost").value == is_about(HALF + SIXTH)
    # Cossacks lose no die for a forest, the square's own into it is none
    outcomes = fought("Russian cossack 2 on forest", "INF 4, square")
    assert outcomes.quantity("attacker_blocks_lost").value == 0
    assert outcomes.quantity("target_blocks_lost").value == is_about(THIRD + SIXTH)


@pytest.mark.rule("CC-25")
def test_a_square_that_strikes_back_does_so_with_what_is_left():
    outcomes = fought("CAV 4 leader, ignore 2", "INF 2, square", square_strikes="back")
    assert outcomes.event("battle_back").value == 1.0  # a die takes one of two blocks at most
    assert outcomes.event("attacker_retreats").value == is_about(SIXTH)
    assert outcomes.quantity("attacker_blocks_lost").value == is_about(THIRD)


@pytest.mark.rule("CC-25", "CC-04")
def test_a_square_does_not_retreat_and_has_no_support():
    for words in ("", ", support", ", room 5"):
        outcomes = fought("INF 3", f"INF 3, square{words}")
        assert outcomes.event("target_retreats").value == 0
        gone = sum(p for (hits, flags), p in strike(3).items() if hits + flags >= 3)
        assert outcomes.event("target_eliminated").value == is_about(gone)
    ignoring = fought("INF 3", "INF 3, square, ignore 1")
    gone = sum(p for (h, f), p in strike(3).items() if h + max(0, f - 1) >= 3)
    assert ignoring.event("target_eliminated").value == is_about(gone)


@pytest.mark.rule("CC-25")
def test_infantry_at_a_square_has_its_dice_and_the_square_one_back():
    lost = mean("attacker_blocks_lost", "INF 3", "INF 4, square, ignore 3")
    assert lost == is_about(back(3, 4, 3, lambda _: 1, 3))
    assert mean("target_blocks_lost", "ART 4", "INF 8, square, ignore 4") == is_about(4 * HALF)


@pytest.mark.rule("CC-25", "CC-22")
def test_a_square_attacks_with_one_die_and_stays():
    outcomes = fought("Austrian line 5, square, dice 4, card +2", "CAV 2, ignore 4")
    assert outcomes.quantity("target_blocks_lost").value == is_about(THIRD)
    assert outcomes.event("target_retreats").value == is_about(SIXTH)  # cavalry ignores none
    fire = fought("INF 5, square", "CAV 4 leader, ignore 2", combat="ranged")
    assert fire.quantity("target_blocks_lost").value == is_about(SIXTH)
    assert fire.event("target_retreats").value == is_about(SIXTH)


@pytest.mark.rule("CC-26")
@pytest.mark.parametrize(
    ("attacker", "target", "options", "rule"),
    [
        ("CAV 4", "CAV 3, square", {}, "CC-26"),
        ("CAV 4", "ART 3, square", {}, "CC-26"),
        ("CAV 4", "INF 3, square", {"squares": "4"}, "CC-26"),
        ("CAV 4", "INF 3, may square", {"hand": "2"}, "CC-26"),
        ("CAV 4", "INF 3 on town, square", {}, "CC-25"),
        ("CAV 4", "INF 3 on fieldworks, may square", {}, "CC-25"),
        ("INF 4", "INF 3, may square", {}, "CC-26"),
        ("CAV 4, square", "INF 3", {}, "CC-26"),
        ("INF 4, square, moved", "INF 3", {}, "CC-25"),
        ("INF 4, may square", "INF 3", {}, "CC-21"),
        ("INF 4 on town, square", "INF 3", {}, "CC-25"),
    ],
)
def test_where_and_when_no_square_is_formed(attacker, target, options, rule):
    assert refusal(attacker, target, **options)[0] == rule


@pytest.mark.rule("CC-26")
def test_where_and_when_a_square_is_formed():
    for attacker, target, options in (
        ("CAV 4", "INF 3, square", {"squares": "3", "hand": "3"}),
        ("CAV 4", "Austrian line 5, square, ignore 1", {"hand": "0"}),  # takes no card
        ("Russian cossack 2", "INF 3 on forest, square", {}),
    ):
        outcomes = fought(attacker, target, **options)
        assert outcomes.event("target_retreats").value == 0
        assert outcomes.values("target_blocks_lost").max() == 1


# --- leaders --------------------------------------------------------------------------------------


@pytest.mark.rule("CC-30", "CC-31")
@pytest.mark.fault("B39")
@pytest.mark.parametrize(("dice", "blocks"), [(1, 4), (3, 2), (5, 3), (4, 1)])
def test_a_leader_is_lost_on_two_sabres_or_on_one_if_his_unit_is_gone(dice, blocks):
    outcomes = fought(f"INF 5, dice {dice}", f"INF {blocks} leader")
    gone = at_least(blocks, dice)
    some = at_least(1, dice) - gone
    lost = some / 36 + gone / 6
    assert outcomes.event("target_leader_lost").value == is_about(lost)
    assert outcomes.quantity("banners_for").value == is_about(gone + lost)


@pytest.mark.rule("CC-30")
@pytest.mark.fault("B39")
def test_a_leader_is_checked_once_a_combat():
    """A block to the hits and one to a failed retreat: 1 in 36, 2.78 %, and not twice that."""
    outcomes = fought("INF 2", "INF 8 leader, room 0")
    hit_and_flags = {key: chance for key, chance in strike(2).items() if key[0]}
    flags_alone = strike(2)[0, 2]  # one is ignored, one costs a block
    lost = (sum(hit_and_flags.values()) + flags_alone) * Fraction(1, 36)
    assert outcomes.event("target_leader_lost").value == is_about(lost)
    twice = 1 - Fraction(35, 36) ** 2
    assert (round(float(1 / Fraction(36)), 4), round(float(twice), 4)) == (0.0278, 0.0548)


@pytest.mark.rule("CC-30")
@pytest.mark.fault("B39")
def test_first_strike_and_battle_back_are_one_combat_and_the_bonus_melee_another():
    """CAV 5 with its leader is hit by certain dice again and again: 1/36 a combat."""
    sides = ("CAV 5 leader, dice 1/1/1/1/1, ignore 9", "INF 8, dice 3, first-strike, ignore 9")
    outcomes = fought(*sides)
    hit = at_least(1, 3, hit=2)
    # not hit first: the attack takes a block or none, and the back rolls two dice or three
    later = (1 - hit) * (HALF * at_least(1, 2, hit=2) + HALF * hit)
    assert outcomes.event("attacker_leader_lost").value == is_about((hit + later) / 36)
    sides = ("CAV 5 leader, dice 4/4/4/4/4, ignore 9", "INF 1, dice 1, first-strike")
    bonus = "INF 8, dice 1/1/1/1/1/1/1/1, ignore 9, first-strike"
    outcomes = fought(*sides, bonus=bonus, first_strike_back="no")
    first = THIRD
    won = at_least(1, 4) + retreats(4, 1)
    second = won * THIRD
    lost = first / 36 + second / 36 * (1 - first / 36)
    assert outcomes.event("attacker_leader_lost").value == is_about(lost)


@pytest.mark.rule("CC-30")
def test_who_was_checked_for_hits_is_not_checked_again_when_his_unit_goes():
    """One hit and two flags, of which he ignores one: his unit goes, and he was checked at 1/36."""
    outcomes = fought("INF 3", "INF 2 leader, room 0")
    law = strike(3)
    gone_by_hits = at_least(2, 3)
    once = sum(chance for (hits, _), chance in law.items() if hits == 1)
    late = law[0, 2] / 36 + law[0, 3] / 6  # one block to flags; both: one die
    lost = gone_by_hits / 6 + once / 36 + late
    assert outcomes.event("target_leader_lost").value == is_about(lost)


@pytest.mark.rule("CC-30", "CC-31")
@pytest.mark.parametrize(
    ("word", "fate", "banners"), [("", 2, SIXTH), (", edge", 3, SIXTH), (", impassable", 1, 1)]
)
def test_a_leader_whose_unit_is_gone_goes_away_leaves_the_map_or_is_lost(word, fate, banners):
    outcomes = fought("INF 4", f"INF 1 leader, room 9{word}")
    gone = outcomes.rows("target_eliminated")
    fates = outcomes.column("defender_leader")[gone]
    assert set(fates.tolist()) == {1, fate}
    per_unit = outcomes.quantity("banners_for").value / outcomes.event("target_eliminated").value
    flags_first = outcomes.event("target_eliminated").value
    assert flags_first == is_about(at_least(1, 4))
    assert per_unit == is_about(1 + banners)
    assert refusal("INF 4", "INF 1 leader, edge, impassable")[0] == "CC-30"


@pytest.mark.rule("CC-30", "CC-31")
def test_a_leader_alone_is_a_banner_cannot_strike_back_and_is_driven_off():
    """A sabre loses him; a flag sends him one hex."""
    outcomes = fought("INF 3", "LEADER")
    lost = 1 - Fraction(5, 6) ** 3
    assert outcomes.event("target_eliminated").value == is_about(lost)
    assert outcomes.quantity("banners_for").value == is_about(lost)
    away = Fraction(5, 6) ** 3 - Fraction(4, 6) ** 3
    assert outcomes.event("target_retreats").value == is_about(away)
    assert outcomes.event("battle_back").value == 0
    assert outcomes.event("ground_taken").value == is_about(lost + away)
    assert outcomes.quantity("target_blocks_lost").value == 0


@pytest.mark.rule("CC-04", "CC-30")
def test_a_leader_alone_ignores_flags_only_where_all_do():
    """A church shelters everybody from one flag, fieldworks infantry and artillery."""
    for terrain, dice, ignored in (("church", 4, 1), ("fieldworks", 5, 0), ("castle", 4, 2)):
        law = strike(dice, hit=1)
        away = sum(p for (hits, flags), p in law.items() if not hits and flags > ignored)
        assert event("target_retreats", "INF 6", f"LEADER on {terrain}") == is_about(away)
    supported = strike(6, hit=1)
    away = sum(p for (hits, flags), p in supported.items() if not hits and flags > 1)
    assert event("target_retreats", "INF 6", "LEADER, support") == is_about(away)


@pytest.mark.rule("CC-30", "CC-31")
def test_a_leader_alone_without_room_is_lost_or_leaves_the_map():
    stuck = fought("INF 2", "LEADER, room 0")
    gone = 1 - Fraction(4, 6) ** 2  # a sabre or a flag
    assert stuck.quantity("banners_for").value == is_about(gone)
    edge = fought("INF 2", "LEADER, room 0, edge")
    assert edge.quantity("banners_for").value == is_about(1 - Fraction(5, 6) ** 2)
    left = edge.column("defender_leader") == 3
    assert edge.chance[left].sum() == is_about(gone - (1 - Fraction(5, 6) ** 2))
    for word in ("first-strike", "square", "retire"):
        assert refusal("INF 2", f"LEADER, {word}")[0] == "CC-30"
