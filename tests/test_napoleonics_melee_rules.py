"""Melee in Commands & Colors: Napoleonics, rule by rule: hits, flags, battle back, what follows."""

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
    loss,
    mean,
    refusal,
    retreats,
    stands,
    strike,
)

# --- blocks and banners ---------------------------------------------------------------------------


@pytest.mark.rule("CC-03")
@pytest.mark.parametrize(("dice", "blocks"), [(2, 1), (5, 3), (4, 4), (3, 4), (8, 2)])
def test_a_block_a_hit_and_a_banner_for_the_last(dice, blocks):
    outcomes = fought(f"INF 4, dice {dice}", f"INF {blocks}")
    assert outcomes.quantity("target_blocks_lost").value == is_about(loss(dice, blocks))
    assert outcomes.values("target_blocks_lost").max() == min(dice, blocks)
    gone = at_least(blocks, dice)
    assert outcomes.event("target_eliminated").value == is_about(gone)
    assert outcomes.quantity("banners_for").value == is_about(gone)


@pytest.mark.rule("CC-03", "CC-22")
def test_the_banner_of_a_unit_lost_to_the_battle_back():
    """Nothing goes back; INF 1 is gone with any of the hits of what is left of three blocks."""
    outcomes = fought("INF 1, ignore 9", "INF 3, ignore 9")
    left = stands(1, 3, ignored=9)
    gone = sum(chance * at_least(1, blocks) for blocks, chance in left.items())
    assert outcomes.quantity("banners_against").value == is_about(gone)
    assert outcomes.event("attacker_eliminated").value == is_about(gone)
    assert outcomes.quantity("banner_swing").value == is_about(-gone)


@pytest.mark.rule("CC-03", "CC-04")
def test_the_banner_of_a_unit_lost_to_a_failed_retreat():
    outcomes = fought("INF 3", "INF 1, room 0")
    gone = 1 - (1 - HALF - SIXTH) ** 3  # a hit or a flag
    assert outcomes.quantity("banners_for").value == is_about(gone)
    assert outcomes.event("target_retreats").value == 0


@pytest.mark.rule("CC-03")
def test_cossacks_are_no_banner():
    outcomes = fought("INF 3", "Russian cossack 1")
    assert outcomes.event("target_eliminated").value == is_about(at_least(1, 3, hit=2))
    assert outcomes.quantity("banners_for").value == 0


# --- flags ----------------------------------------------------------------------------------------

IGNORING = {  # flags ignored
    "INF 4": 0,
    "INF 4, support": 1,
    "INF 4, ignore 2": 2,
    "INF 4 on church": 1,
    "INF 4 on castle, support": 3,
    "INF 4 on fieldworks": 1,
    "French grenadier 4": 1,
    "French old guard 4": 2,
    "Russian line 3": 1,
    "French old guard 4 on walled garden, support, ignore 1": 5,
}


@pytest.mark.rule("CC-04")
@pytest.mark.parametrize("target", IGNORING)
def test_flags_that_are_ignored_add_up(target):
    lost = {"church": 2, "castle": 2, "fieldworks": 1, "garden": 1}
    dice = 6 - sum(number for word, number in lost.items() if word in target)
    blocks = int("".join(c for c in target.split(",")[0] if c.isdigit()))
    found = event("target_retreats", "INF 6", target)
    assert found == is_about(retreats(dice, blocks, IGNORING[target]))


@pytest.mark.rule("CC-04")
def test_fieldworks_shelter_from_flags_infantry_and_artillery_only():
    for target, ignored in (("CAV 4", 0), ("ART 4", 1)):
        found = event("target_retreats", "INF 4", f"{target} on fieldworks")
        assert found == is_about(retreats(3, 4, ignored, hit=2))


@pytest.mark.rule("CC-04", "CC-30")
def test_a_leader_lets_a_flag_be_ignored_unless_he_is_lost():
    """Four blocks against three dice: checked if a block is lost, and 1 in 36 is lost."""
    goes = Fraction(0)
    for (hits, flags), chance in strike(3).items():
        there = Fraction(35, 36) if hits else Fraction(1)
        goes += chance * (there * (flags > 1) + (1 - there) * (flags > 0))
    assert event("target_retreats", "INF 3", "INF 4 leader") == is_about(goes)


@pytest.mark.rule("CC-04")
@pytest.mark.parametrize(
    ("target", "first", "further"),
    [
        ("INF 4", 1, 1),
        ("Portuguese militia 4", 3, 3),
        ("Spanish line 4", 2, 2),
        ("Prussian line 4", 1, 2),
    ],
)
@pytest.mark.parametrize("room", [0, 1, 2, 4, None])
def test_a_hex_a_flag_or_more_and_a_block_for_each_that_is_not_free(target, first, further, room):
    words = target if room is None else f"{target}, room {room}"
    outcomes = fought("INF 3", words)
    lost = far = Fraction(0)
    for (hits, flags), chance in strike(3).items():
        hexes = first + (flags - 1) * further if flags and hits < 4 else 0
        gone = hexes if room is None else min(hexes, room)
        blocks = min(4, hits + hexes - gone)
        lost += chance * blocks
        far += chance * gone * (blocks < 4)
    assert outcomes.quantity("target_blocks_lost").value == is_about(lost)
    assert outcomes.chance @ outcomes.column("defender_hexes") == is_about(far)


@pytest.mark.rule("CC-04")
def test_flags_do_nothing_to_what_is_gone():
    """Of one block, hit or sent off: a die that does both is a hit."""
    outcomes = fought("INF 2", "INF 1")
    assert outcomes.event("target_retreats").value == is_about(retreats(2, 1))
    assert not outcomes.column("defender_hexes")[outcomes.rows("target_eliminated")].any()


# --- battle back ----------------------------------------------------------------------------------


@pytest.mark.rule("CC-22")
@pytest.mark.fault("B40")
def test_the_battle_back_is_with_the_blocks_left():
    """Four against four: 125/324 of a block, 0.3858, and not what a full unit would take."""
    outcomes = fought("INF 4", "INF 4")
    lost = outcomes.quantity("attacker_blocks_lost").value
    assert lost == is_about(back(4, 4, 0, lambda left: left, 4)) == is_about(Fraction(125, 324))
    assert outcomes.event("battle_back").value == is_about(Fraction(34, 81))
    full = Fraction(34, 81) * loss(4, 4)
    assert abs(lost - full) > 0.4
    assert outcomes.event("attacker_retreats").value == is_about(Fraction(12_209, 104_976))


@pytest.mark.rule("CC-13", "CC-22")
@pytest.mark.fault("B35")
@pytest.mark.parametrize(
    ("mine", "yours", "attack", "strikes_back"),
    [
        ("clear", "hill", 4 - 1, 0),
        ("hill", "clear", 4, -1),
        ("town", "clear", 4, -2),
        ("clear", "town", 4 - 2, 0),
        ("town", "forest", 4 - 1, -2),
        ("clear", "sand quarry", 4 - 1, -1),
        ("marsh", "fordable river", 4 - 1 - 1, -1 - 1),
        ("hill", "hill", 4, 0),
    ],
)
def test_the_battle_back_goes_into_the_attackers_hex(mine, yours, attack, strikes_back):
    found = mean("attacker_blocks_lost", f"INF 4 on {mine}", f"INF 5 on {yours}")
    there = back(attack, 5, 0, lambda left: max(0, left + strikes_back), 4)
    assert found == is_about(there)


@pytest.mark.rule("CC-22")
def test_who_was_forced_out_of_its_hex_or_is_gone_does_not_battle_back():
    outcomes = fought("INF 3", "INF 2, room 1")
    backs = outcomes.rows("battle_back")
    assert not outcomes.column("defender_hexes")[backs].any()
    assert (outcomes.column("defender.blocks")[backs] > 0).all()
    assert outcomes.event("battle_back").value == is_about(sum(stands(3, 2).values()))


@pytest.mark.rule("CC-22", "CC-04")
def test_who_lost_blocks_to_a_failed_retreat_battles_back_with_the_rest():
    """One die: a hit or a flag leaves one of two blocks, which rolls one die."""
    outcomes = fought("INF 1, dice 1", "INF 2, room 0")
    lost = (HALF + SIXTH) * loss(1, 1) + THIRD * loss(2, 1)
    back_at_one = outcomes.quantity("attacker_blocks_lost").value
    # a flag costs the attacker nothing: he has all the room that he needs
    assert back_at_one == is_about(lost)
    assert outcomes.event("battle_back").value == 1.0


@pytest.mark.rule("CC-22")
def test_nothing_follows_a_battle_back():
    """The target's victory takes no ground, and is answered by nobody."""
    outcomes = fought("INF 1", "INF 4, ignore 4")
    assert outcomes.event("ground_taken").value == 0
    assert outcomes.quantity("target_blocks_lost").value == is_about(HALF)


@pytest.mark.rule("CC-22")
def test_no_dice_no_battle_back():
    outcomes = fought("INF 4 on town", "INF 2, ignore 9")
    assert outcomes.event("battle_back").value == 0
    outcomes = fought("INF 4", "LEADER on castle")
    assert outcomes.event("battle_back").value == 0


# --- order ----------------------------------------------------------------------------------------


@pytest.mark.rule("CC-21", "CC-22")
@pytest.mark.parametrize("again", ["yes", "no"])
def test_first_strike_comes_before_the_attack_and_with_all_dice(again):
    """One block against two, nothing goes back: it attacks on 1/4 only, with one die."""
    sides = ("INF 1, ignore 9", "INF 2, ignore 9, first-strike")
    outcomes = fought(*sides, first_strike_back=again)
    there = 1 - at_least(1, 2)
    assert there == Fraction(1, 4)
    assert outcomes.quantity("target_blocks_lost").value == is_about(there * HALF)
    gone = 1 - there
    if again == "yes":
        gone += there * (HALF * at_least(1, 1) + HALF * at_least(1, 2))
    assert outcomes.event("attacker_eliminated").value == is_about(gone)
    assert outcomes.event("battle_back").value == is_about(there if again == "yes" else 0)


@pytest.mark.rule("CC-21")
def test_who_is_sent_back_by_first_strike_does_not_attack():
    outcomes = fought("INF 3", "INF 1, first-strike", first_strike_back="no")
    assert outcomes.event("attacker_retreats").value == is_about(SIXTH)
    untouched = outcomes.rows("attacker_retreats")
    assert not outcomes.values("target_blocks_lost")[untouched].any()
    hit, none = HALF, 1 - HALF - SIXTH
    struck = hit * at_least(1, 2) + none * at_least(1, 3)
    assert outcomes.quantity("target_blocks_lost").value == is_about(struck)


@pytest.mark.rule("CC-21")
def test_cavalry_retires_from_infantry():
    """Its own symbol alone hits, one face of six; flags and sabres do nothing; no battle back."""
    outcomes = fought("INF 3, with ART 2 at 2", "CAV 2 leader, retire")
    assert outcomes.quantity("target_blocks_lost").value == is_about(loss(5, 2, hit=1))
    gone = at_least(2, 5, hit=1)
    assert outcomes.event("target_eliminated").value == is_about(gone)
    assert outcomes.event("target_retires").value == is_about(1 - gone)
    for name in ("target_retreats", "battle_back", "target_stands"):
        assert outcomes.event(name).value == 0
    assert outcomes.event("ground_taken").value == 1.0
    some = at_least(1, 5, hit=1) - gone
    assert outcomes.event("target_leader_lost").value == is_about(some / 36 + gone / 6)


@pytest.mark.rule("CC-21")
def test_who_may_retire_and_from_whom():
    for attacker in ("CAV 4", "ART 3"):
        assert refusal(attacker, "CAV 3, retire")[0] == "CC-21"
    for target in ("INF 3", "ART 3", "Prussian militia lancer 3", "CAV 3, room 1", "CAV 3, room 0"):
        assert refusal("INF 4", f"{target}, retire")[0] == "CC-21"
    assert refusal("INF 4, may retire", "CAV 3")[0] == "CC-21"
    assert event("target_retires", "INF 1", "CAV 3, retire, room 2") == is_about(1)


# --- what follows ---------------------------------------------------------------------------------


@pytest.mark.rule("CC-23")
@pytest.mark.parametrize(
    ("attacker", "options", "takes"),
    [
        ("INF 3", {}, True),
        ("CAV 3", {}, True),
        ("INF 3", {"follow": "stay"}, False),
        ("ART 3", {}, False),
        ("Austrian line 3, square, dice 1/1/1", {}, False),
    ],
)
def test_the_winner_takes_the_ground(attacker, options, takes):
    outcomes = fought(attacker, "INF 2", **options)
    dice = 1 if "square" in attacker else 3
    won = at_least(2, dice) + retreats(dice, 2)
    assert outcomes.event("ground_taken").value == is_about(won if takes else 0)


@pytest.mark.rule("CC-23")
def test_the_ground_is_taken_too_where_a_leader_is_left():
    outcomes = fought("INF 3", "INF 1 leader")
    gone = outcomes.rows("target_eliminated")
    assert outcomes.rows("ground_taken")[gone].all()
    alone = (outcomes.column("defender_leader") == 2) & gone
    assert outcomes.chance[alone].sum() == is_about(at_least(1, 3) * Fraction(5, 6))


@pytest.mark.rule("CC-23", "CC-22")
def test_cavalry_fights_one_bonus_melee_with_what_it_has_left():
    """CAV 1 wins on 2/3, then a new melee of one die, with battle back."""
    outcomes = fought("CAV 1", "INF 1, dice 0", bonus="INF 2, ignore 9")
    won = at_least(1, 1) + retreats(1, 1)
    assert outcomes.event("bonus_melee").value == is_about(won)
    assert outcomes.quantity("bonus_blocks_lost").value == is_about(won * HALF)
    backs = HALF * loss(1, 1, hit=2) + HALF * loss(2, 1, hit=2)
    assert outcomes.quantity("attacker_blocks_lost").value == is_about(won * backs)
    assert refusal("INF 4", "INF 1", bonus="INF 1")[0] == "CC-23"
    assert event("bonus_melee", "CAV 1", "INF 1", bonus="INF 1", follow="stay") == 0


@pytest.mark.rule("CC-23", "CC-13")
def test_a_bonus_melee_is_from_the_hex_taken_unless_another_is_named():
    hill = fought("CAV 3, dice 3", "INF 1 on hill, ignore 9", bonus="INF 8, dice 0")
    won = at_least(1, 2)
    assert hill.quantity("bonus_blocks_lost").value == is_about(won * 2 * HALF)
    options = {"bonus": "INF 8, dice 0", "bonus_hex": "clear"}
    clear = fought("CAV 3, dice 3", "INF 1 on hill, ignore 9", **options)
    assert clear.quantity("bonus_blocks_lost").value == is_about(won * 3 * HALF)
    assert refusal("CAV 3, dice 5", "INF 1 on town", bonus="INF 1")[0] == "CC-23"


@pytest.mark.rule("CC-23", "CC-13")
def test_no_bonus_melee_without_a_die():
    """One die less three of the castle: the ground is taken, and nobody strikes first."""
    outcomes = fought("CAV 1", "INF 1", bonus="INF 3 on castle, first-strike")
    won = at_least(1, 1) + retreats(1, 1)
    assert outcomes.event("ground_taken").value == is_about(won)
    assert outcomes.event("bonus_melee").value == 0
    back_at_it = back(1, 1, 0, lambda left: left, 1, hit_back=2)
    assert outcomes.quantity("attacker_blocks_lost").value == is_about(back_at_it)
