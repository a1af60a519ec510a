"""The dice of Commands & Colors: Napoleonics, rule by rule: faces, strength, range, guns."""

from fractions import Fraction

import pytest
from napoleonics_hand import (
    HALF,
    SIXTH,
    THIRD,
    at_least,
    back,
    dice_in_fire,
    dice_in_melee,
    event,
    fought,
    is_about,
    mean,
    refusal,
)

RANGED = {"combat": "ranged"}


# --- the die --------------------------------------------------------------------------------------


@pytest.mark.rule("CC-01", "CC-02")
@pytest.mark.parametrize(
    ("target", "melee", "fire"),
    [("INF 8", HALF, THIRD), ("CAV 8", THIRD, SIXTH), ("ART 8", THIRD, SIXTH)],
)
def test_one_die_hits_on_the_symbol_and_in_melee_on_sabres(target, melee, fire):
    """Two faces of infantry, one of cavalry, of artillery, of flags, of sabres."""
    for combat, chance in (("melee", melee), ("ranged", fire)):
        outcomes = fought("INF 1, dice 1", target, combat=combat)
        assert outcomes.quantity("target_blocks_lost").value == is_about(chance)
        assert outcomes.event("target_retreats").value == is_about(SIXTH)


NO_SABRES = ["British rifle light 3", "Portuguese militia 4", "Austrian grenzer 4"]


@pytest.mark.rule("CC-02")
@pytest.mark.parametrize("unit", [*NO_SABRES, "Russian cossack 2"])
def test_riflemen_and_militia_do_not_hit_with_sabres(unit):
    """Of two dice a third of each hits infantry, not a half; back at it as well."""
    assert mean("target_blocks_lost", f"{unit}, dice 2", "INF 8") == is_about(2 * THIRD)
    assert mean("target_blocks_lost", f"{unit}, dice 2", "CAV 8") == is_about(2 * SIXTH)
    theirs = mean("attacker_blocks_lost", "INF 5, dice 2", f"{unit}, dice 2/2, ignore 2, room 0")
    blocks = int(unit[-1])
    ours = 2 if "cossack" in unit else 3
    there = back(2, blocks, 2, lambda left: 2 * (blocks - left < 2), 5, hit=ours, hit_back=2)
    assert theirs == is_about(there)


@pytest.mark.rule("CC-01", "CC-21")
def test_lancers_throw_flags_again_once_but_not_when_they_battle_back():
    hit, flag = HALF + SIXTH * HALF, SIXTH**2
    attack = fought("French light lancer 1", "INF 8")
    assert attack.quantity("target_blocks_lost").value == is_about(hit)
    assert attack.event("target_retreats").value == is_about(flag)
    sides = ("INF 8, dice 1", "French light lancer 1, first-strike")
    first = fought(*sides, first_strike_back="no")
    assert first.quantity("attacker_blocks_lost").value == is_about(hit)
    assert first.event("attacker_retreats").value == is_about(flag)
    cuirassiers = fought("French light lancer 1", "French cuirassier 4, ignore 1")
    assert cuirassiers.quantity("target_blocks_lost").value == is_about(THIRD)
    theirs = mean(
        "attacker_blocks_lost", "INF 6, dice 1", "French light lancer 4, room 0, ignore 1"
    )
    usual = mean(
        "attacker_blocks_lost", "INF 6, dice 1", "French light cavalry 4, room 0, ignore 1"
    )
    assert theirs == usual


@pytest.mark.rule("CC-02", "CC-30")
@pytest.mark.parametrize("unit", [*NO_SABRES, "French line 4", "CAV 4", "ART 4"])
@pytest.mark.parametrize("dice", [1, 3, 5])
def test_any_sabre_hits_a_leader_alone(unit, dice):
    lost = event("target_leader_lost", f"{unit}, dice {dice}", "LEADER")
    assert lost == is_about(1 - Fraction(5, 6) ** dice)


# --- fire -----------------------------------------------------------------------------------------


@pytest.mark.rule("CC-10")
@pytest.mark.parametrize(
    ("unit", "reach"),
    [
        ("French line 4", 2),
        ("British light 5", 2),
        ("British rifle light 3", 3),
        ("French foot artillery 3", 5),
        ("British horse artillery 3", 4),
        ("ART 2", 5),
    ],
)
def test_how_far_who_fires(unit, reach):
    for distance in range(2, 6):
        options = RANGED | {"range": str(distance)}
        if distance <= reach:
            assert event("target_stands", unit, "INF 4", **options) < 1
        else:
            rule, text = refusal(unit, "INF 4", **options)
            assert rule == "CC-10"
            assert str(reach) in text


@pytest.mark.rule("CC-10", "CC-30")
def test_who_does_not_fire_and_at_whom():
    for unit in ("British heavy cavalry 3", "CAV 4", "Russian cossack 2"):
        assert refusal(unit, "INF 4", **RANGED)[0] == "CC-10"
    assert refusal("INF 4", "LEADER", **RANGED)[0] == "CC-30"
    assert refusal("INF 4", "INF 4", range="2")[0] == "CC-10"  # next to it there is melee only


STANDING_AND_MOVED = {  # dice by blocks left, full strength first
    "French line": ("4 3 2 1", "2 2 1 1"),
    "French light": ("5 4 3 2", "3 3 2 2"),
    "French old guard": ("5 4 3 2", "3 3 2 2"),
    "French grenadier": ("4 3 2 1", "2 2 1 1"),
    "British line": ("5 4 3 2", "2 2 1 1"),
    "British light": ("6 5 4 3 2", "4 3 3 2 2"),
    "British rifle light": ("4 3 2", "3 2 2"),
    "Portuguese line": ("4 3 2 1", "2 1 1 0"),
    "Portuguese light": ("4 3 2", "2 2 1"),
    "Spanish line": ("4 3 2 1", "1 0 0 0"),
    "Austrian line": ("5 4 3 2 1", "2 2 1 1 0"),
    "INF": ("5 4 3 2 1", "5 4 3 2 1"),
}


@pytest.mark.rule("CC-11")
@pytest.mark.parametrize("unit", STANDING_AND_MOVED)
def test_dice_of_infantry_that_fires(unit):
    """One a block; half after moving, up or down by the nation; then one more for some."""
    for row, moved in zip(STANDING_AND_MOVED[unit], ("", ", moved"), strict=True):
        numbers = [int(number) for number in row.split()]
        for lost, number in enumerate(numbers):
            one = f"{unit} {len(numbers) - lost}{moved}"
            if number:
                assert dice_in_fire(one) == number
            else:
                assert refusal(one, "INF 8", **RANGED)[0] == "CC-13"


@pytest.mark.rule("CC-11", "CC-13")
def test_the_seeds_examples():
    assert dice_in_fire("French light 4") == 5
    assert dice_in_fire("French light 3, moved") == 3
    rule, text = refusal("Portuguese line 1, moved", "French line 4", **RANGED)
    assert (rule, "no die is left" in text) == ("CC-13", True)


FIRE = {  # (unit, blocks): dice at 2, 3, 4 and 5 hexes
    ("foot artillery", 3): (3, 2, 1, 1),
    ("foot artillery", 2): (3, 2, 1, 1),
    ("foot artillery", 1): (2, 1, 1, 0),
    ("guard foot artillery", 3): (3, 2, 1, 1),
    ("horse artillery", 3): (2, 1, 1, 0),
    ("horse artillery", 1): (1, 1, 0, 0),
}


@pytest.mark.rule("CC-12")
@pytest.mark.parametrize(("unit", "blocks"), FIRE)
def test_dice_of_artillery_by_range(unit, blocks):
    for distance, number in enumerate(FIRE[unit, blocks], start=2):
        one = f"French {unit} {blocks}"
        if number:
            assert dice_in_fire(one, distance=distance) == number
        else:
            refused = refusal(one, "INF 4", **RANGED, range=str(distance))
            assert refused[0] in ("CC-10", "CC-13")


@pytest.mark.rule("CC-12", "CC-42")
def test_artillery_that_moves():
    """Foot artillery fights after no move; horse artillery after one hex, if it has two blocks."""
    assert refusal("French foot artillery 3, moved", "INF 4", **RANGED)[0] == "CC-12"
    assert refusal("French foot artillery 3, moved", "INF 4")[0] == "CC-12"
    assert refusal("ART 3, moved", "INF 4")[0] == "CC-12"
    for distance, number in ((2, 2), (3, 1)):
        assert dice_in_fire("French horse artillery 2, moved", distance=distance) == number
    assert refusal("French horse artillery 3, moved", "INF 4", **RANGED, range="4")[0] == "CC-10"
    assert refusal("French horse artillery 3, moved 2", "INF 4", **RANGED)[0] == "CC-12"
    for options in (RANGED, {}):
        assert refusal("French horse artillery 1, moved", "INF 4", **options)[0] == "CC-12"


@pytest.mark.rule("CC-14", "CC-21")
def test_fire_is_not_answered_and_nobody_retires_from_it():
    outcomes = fought("INF 4", "INF 4 leader", **RANGED)
    assert outcomes.event("battle_back").value == 0
    assert outcomes.quantity("attacker_blocks_lost").value == 0
    for target in ("CAV 3, retire", "CAV 3, first-strike", "INF 3, may first-strike"):
        assert refusal("INF 4", target, **RANGED)[0] == "CC-14"


@pytest.mark.rule("CC-14")
def test_nothing_follows_fire():
    assert event("ground_taken", "ART 8", "INF 1", **RANGED) == 0
    assert refusal("INF 4", "INF 4", bonus="INF 1", **RANGED)[0] == "CC-23"


@pytest.mark.rule("CC-02", "CC-11")
@pytest.mark.parametrize(("firer", "spared"), [("INF 5", 1), ("ART 5", 0)])
def test_cuirassiers_under_fire_of_infantry_are_spared_a_hit(firer, spared):
    """Five dice, a sixth each; then one hit fewer."""
    lost = mean("target_blocks_lost", firer, "French cuirassier 4", **RANGED)
    saved = at_least(1, 5, hit=1) if spared else 0
    capped = at_least(5, 5, hit=1) * (0 if spared else 1)  # five hits on four blocks
    assert lost == is_about(Fraction(5, 6) - saved - capped)


# --- melee ----------------------------------------------------------------------------------------

MELEE = {  # dice by blocks left, full strength first; against infantry
    "French line": ("5 4 3 2", "5 4 3 2"),
    "French line conscript": ("4 3 2 1", "4 3 2 1"),
    "French grenadier": ("5 4 3 2", "5 4 3 2"),
    "French old guard": ("6 5 4 3", "6 5 4 3"),
    "French light cavalry": ("4 3 2 1", "4 3 2 1"),
    "French cuirassier": ("5 4 3 2", "5 4 3 2"),
    "British line": ("4 3 2 1", "4 3 2 1"),
    "British guard grenadier": ("6 5 4 3 2", "6 5 4 3 2"),
    "British heavy cavalry": ("4 3 2", "4 3 2"),
    "Prussian line": ("5 4 3 2", "4 3 2 1"),
    "Spanish light": ("5 4 3 2 1", "4 3 2 1 0"),
    "Spanish grenadier": ("5 4 3 2", "5 4 3 2"),
    "Russian guard heavy cavalry": ("7 6 5 4 3 2", "7 6 5 4 3 2"),
    "French foot artillery": ("4 4 3", ""),
    "French guard foot artillery": ("5 5 4", ""),
    "British horse artillery": ("3 3 2", "3 3"),
    "Russian guard horse artillery": ("4 4 3", "4 4"),
}


@pytest.mark.rule("CC-20")
@pytest.mark.parametrize("unit", MELEE)
def test_dice_in_melee(unit):
    standing, moved = ([int(n) for n in row.split()] for row in MELEE[unit])
    for row, word in ((standing, ""), (moved, ", moved")):
        for lost, number in enumerate(row):
            one = f"{unit} {len(standing) - lost}{word}"
            if number:
                assert dice_in_melee(one) == number
            else:
                assert refusal(one, "INF 8")[0] == "CC-13"


@pytest.mark.rule("CC-20")
@pytest.mark.parametrize("unit", ["INF", "CAV"])
def test_a_plain_unit_has_a_die_a_block_moved_or_not(unit):
    for blocks in (1, 3, 8):
        assert dice_in_melee(f"{unit} {blocks}") == blocks
        assert dice_in_melee(f"{unit} {blocks}, moved 2") == blocks


@pytest.mark.rule("CC-20", "CC-22")
def test_french_line_has_a_die_more_against_infantry_only():
    for target, hit, number in (("INF 8", HALF, 5), ("CAV 8", THIRD, 4), ("ART 8", THIRD, 4)):
        assert mean("target_blocks_lost", "French line 4", target) == is_about(number * hit)
    there = "French line 2, ignore 3, room 0"
    theirs = mean("attacker_blocks_lost", "INF 6, dice 1", there)
    assert theirs == is_about(back(1, 2, 3, lambda left: left + 1, 6))


@pytest.mark.rule("CC-12", "CC-20")
@pytest.mark.parametrize("words", ["", ", card +1", ", elan", ", dice 3/3/3"])
def test_horse_artillery_that_moved_and_is_down_to_one_block_has_no_dice(words):
    """First Strike takes two of three blocks: the attack is over, and none comes back."""
    sides = (f"French horse artillery 3, moved, ignore 2{words}", "INF 8, dice 2, first-strike")
    outcomes = fought(*sides, first_strike_back="no")
    left = outcomes.column("attacker.blocks")
    assert outcomes.chance[left == 1].sum() == is_about(THIRD**2)
    assert not outcomes.values("target_blocks_lost")[left == 1].any()
    most = 3 + ("card" in words or "elan" in words)
    assert outcomes.values("target_blocks_lost")[left == 2].max() == most
