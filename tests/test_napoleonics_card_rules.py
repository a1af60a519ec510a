"""Guns that join, cards and terrain of Commands & Colors: Napoleonics, rule by rule."""

import pytest
from napoleonics_hand import (
    HALF,
    THIRD,
    back,
    dice_in_fire,
    dice_in_melee,
    fought,
    is_about,
    loss,
    mean,
    refusal,
)

from combat.errors import WargameError
from combat.games import parse_battle

RANGED = {"combat": "ranged"}


@pytest.mark.rule("CC-24", "CC-12")
@pytest.mark.parametrize(
    ("guns", "dice"),
    [
        ("with foot artillery 3 at 1", 4),
        ("with foot artillery 3 at 2", 3),
        ("with foot artillery 1 at 4", 1),
        ("with horse artillery 2 at 3 moved", 1),
        ("with foot artillery 3 at 2 on forest", 2),
        ("with guard horse artillery 3 at 1, with foot artillery 2 at 3", 6),
        ("with British foot artillery 3 at 5", 1),
        ("with foot artillery 1 at 5", 0),
        ("with foot artillery 2 at 5 on forest", 0),
        ("with foot artillery 3 at 2 card 2", 5),
    ],
)
def test_artillery_adds_its_dice_by_range(guns, dice):
    assert dice_in_melee(f"French light 2, {guns}") == 2 + dice
    cavalry = f"French light cavalry 2, {guns}"
    assert mean("target_blocks_lost", cavalry, "CAV 8") == is_about(THIRD * (2 + dice))


@pytest.mark.rule("CC-24", "CC-13")
def test_each_gun_loses_its_own_terrains_dice_and_none_below_none():
    """Into a town two dice of infantry, none left of one block; one of each gun."""
    assert dice_in_melee("French light 1, with foot artillery 3 at 2", "town") == 0 + 3 - 1
    assert dice_in_melee("French light 3, with horse artillery 3 at 3", "town") == 1 + 0
    assert dice_in_melee("French light 3, with foot artillery 3 at 2 on hill", "hill") == 2 + 3


@pytest.mark.rule("CC-24", "CC-02")
def test_guns_hit_with_sabres_beside_riflemen():
    lost = mean("target_blocks_lost", "British rifle light 2, with ART 3 at 2", "INF 8")
    assert lost == is_about(2 * THIRD + 3 * HALF)


@pytest.mark.rule("CC-24")
def test_who_can_be_joined():
    assert refusal("French foot artillery 3, with foot artillery 3", "INF 4")[0] == "CC-24"
    assert refusal("French line 4, with foot artillery 3", "INF 4", **RANGED)[0] == "CC-24"
    assert refusal("French line 4, with horse artillery 3 at 5", "INF 4")[0] == "CC-24"
    assert refusal("French line 4, with foot artillery 3 moved", "INF 4")[0] == "CC-12"
    assert refusal("INF 4", "French line 4, with foot artillery 3")[0] == "CC-21"
    with pytest.raises(WargameError, match="more than 4"):
        parse_battle("ccn", "French line 4" + ", with foot artillery 3" * 5, "INF 4")


@pytest.mark.rule("CC-24", "CC-22")
def test_guns_neither_battle_back_nor_are_lost():
    outcomes = fought("INF 2, with ART 3 at 2, with ART 3 at 2", "INF 8, ignore 8")
    assert outcomes.event("attacker_eliminated").value > 0.2
    assert outcomes.values("attacker_blocks_lost").max() == 2
    assert outcomes.quantity("target_blocks_lost").value == is_about(loss(8, 8))


# --- cards ----------------------------------------------------------------------------------------

CARDS = {  # a unit with the card: the dice that it adds in melee and in fire; None: not there
    "French line 3, card +2": (2, 2),
    "French foot artillery 2, bombard": (2, 2),
    "French guard foot artillery 2, bombard": (3, 3),
    "French light cavalry 3, cavalry-charge": (1, None),
    "French guard heavy cavalry 3, cavalry-charge": (2, None),
    "French horse artillery 3, cavalry-charge": (0, 0),
    "French old guard 3, bayonet-charge": (1, None),
    "French line 3, bayonet-charge": (0, None),
    "British light 3, elan": (1, 1),
    "British light 3, fire-and-hold": (None, 1),
    "French foot artillery 3, fire-and-hold": (None, 1),
    "British line 3 leader, leadership": (1, 1),
    "British line 3, cold-steel": (1, None),
    "French guard light cavalry 4, cold-steel": (1, None),
    "British light 3, force-march": (0, 0),
}


@pytest.mark.rule("CC-13")
@pytest.mark.parametrize("text", CARDS)
def test_dice_that_a_card_gives(text):
    plain, _, card = text.rpartition(", ")
    for count, more, options in zip(
        (dice_in_melee, dice_in_fire), CARDS[text], ({}, RANGED), strict=True
    ):
        if more is not None:
            assert count(text) == count(plain) + more
        else:
            rule, said = refusal(text, "INF 8", **options)
            assert rule == ("CC-13" if "avalry" not in text else "CC-10")
            assert card in said or rule == "CC-10"


@pytest.mark.rule("CC-13", "CC-24")
def test_cards_count_for_each_gun_that_joins_by_its_own_class_and_place():
    """Elan and cold steel at each gun, the latter next to the target only, if it has not moved."""
    assert dice_in_melee("INF 2, elan, with ART 2 at 2, with ART 1 at 3") == 2 + 1 + 2 + 1 + 1 + 1
    assert dice_in_melee("INF 2, cold-steel, with ART 2 at 1, with ART 1 at 2") == 2 + 1 + 2 + 1 + 1
    moved = "with French horse artillery 3 at 1 moved"
    assert dice_in_melee(f"INF 2, cold-steel, {moved}") == 2 + 1 + 3
    assert dice_in_melee("INF 2, card +2, with ART 2 at 2") == 2 + 2 + 2
    charge = "CAV 2, cavalry-charge, with French horse artillery 2 at 1"
    assert mean("target_blocks_lost", charge, "INF 8") == is_about(HALF * (2 + 1 + 3))
    assert dice_in_melee("INF 2 leader, leadership, with ART 2 at 2") == 2 + 1 + 2


@pytest.mark.rule("CC-13")
@pytest.mark.parametrize(
    "text",
    [
        "French line 4, bombard",
        "French horse artillery 3, moved, bombard",
        "French line 4, cavalry-charge",
        "French light cavalry 4, bayonet-charge",
        "French line 4, leadership",
        "French line 4, moved, cold-steel",
        "French light cavalry 4, force-march",
    ],
)
def test_cards_that_do_not_fit_are_refused(text):
    rule, said = refusal(text, "INF 4")
    assert rule == "CC-13"
    assert f"the card {text.rpartition(', ')[2]} is for" in said or "moved" in text
    assert refusal("INF 4", text.replace(", moved", ""))[0] == "CC-21"  # the attacker's alone


@pytest.mark.rule("CC-13")
def test_cavalry_charge_adds_nothing_into_or_out_of_a_town():
    for terrain in ("town", "church", "castle", "town with fieldworks"):
        charge = dice_in_melee("French heavy cavalry 4, cavalry-charge", terrain)
        assert charge == dice_in_melee("French heavy cavalry 4", terrain) == 5 - 3
        out = dice_in_melee(f"French heavy cavalry 4 on {terrain}, cavalry-charge")
        assert out == 5 - 3
    assert dice_in_melee("French heavy cavalry 4, cavalry-charge", "forest") == 5 + 1 - 2


@pytest.mark.rule("CC-40", "CC-13")
def test_one_card_a_turn():
    rule, said = refusal("British line 4 leader, elan, leadership", "INF 4")
    assert (rule, "one card" in said) == ("CC-40", True)


@pytest.mark.rule("CC-13", "CC-22")
@pytest.mark.fault("B37")
@pytest.mark.parametrize("card", ["card +3", "elan"])
def test_a_cards_dice_are_the_attackers_alone(card):
    """A third of what is rolled back at him is by blocks left and by nothing else."""
    attacker = f"CAV 4 leader, dice 2, {card}"
    dice = 5 if card == "card +3" else 3
    theirs = back(dice, 5, 0, lambda left: left, 4, hit_back=2)
    assert mean("attacker_blocks_lost", attacker, "INF 5") == is_about(theirs)
    first = fought(attacker, "INF 5, first-strike", first_strike_back="no")
    assert first.quantity("attacker_blocks_lost").value == is_about(loss(5, 4, hit=2))


@pytest.mark.rule("CC-13", "CC-23")
@pytest.mark.fault("B37")
def test_which_cards_count_in_a_bonus_melee():
    """One die, and the card's if it is not cold steel's; the guns' in the first melee alone."""
    for words, first, second in (
        ("card +1", 2, 2),
        ("elan", 2, 2),
        ("cold-steel", 2, 1),
        ("with ART 3 at 2", 4, 1),
    ):
        outcomes = fought(f"CAV 1, dice 1, {words}", "INF 1, ignore 9", bonus="INF 8, dice 0")
        won = 1 - HALF**first
        assert outcomes.event("bonus_melee").value == is_about(won)
        assert outcomes.quantity("bonus_blocks_lost").value == is_about(won * second * HALF)


@pytest.mark.rule("CC-13", "CC-30")
def test_leaderships_die_stays_if_the_leader_falls():
    sides = ("INF 4 leader, leadership, dice 1", "INF 8, dice 1, first-strike")
    outcomes = fought(*sides, first_strike_back="no")
    struck = HALF * loss(1, 8) + HALF * loss(2, 8)  # a block less: no die but the card's
    assert outcomes.quantity("target_blocks_lost").value == is_about(struck)


# --- terrain --------------------------------------------------------------------------------------

INTO_AND_OUT = {  # dice of infantry, cavalry and artillery into it and out of it
    "clear": ("0 0 0", "0 0 0"),
    "bridge": ("0 0 0", "0 0 0"),
    "forest": ("1 2 1", "0 2 1"),
    "hill": ("1 1 0", "0 1 0"),
    "town": ("2 3 1", "0 3 1"),
    "church": ("2 3 1", "0 3 1"),
    "castle": ("2 3 1", "0 3 1"),
    "walled garden": ("1 2 1", "0 2 1"),
    "orchard": ("1 1 1", "0 1 1"),
    "sand quarry": ("1 2 1", "1 2 0"),
    "fordable river": ("1 1 1", "1 1 1"),
    "marsh": ("1 1 1", "1 1 0"),
    "frozen lake": ("1 1 1", "1 1 1"),
    "fieldworks": ("1 2 0", "0 2 0"),
}
NO_GUNS = ("sand quarry", "marsh")
MELEE_ONLY = ("sand quarry", "fordable river", "marsh", "frozen lake")
BY_CLASS = {"INF 5": (5, 5), "CAV 6": (6, None), "British foot artillery 3": (4, 3)}


@pytest.mark.rule("CC-13")
@pytest.mark.parametrize("terrain", INTO_AND_OUT)
@pytest.mark.parametrize(("unit", "dice"), BY_CLASS.items())
def test_dice_that_terrain_takes(terrain, unit, dice):
    into, out = (int(row.split()[list(BY_CLASS).index(unit)]) for row in INTO_AND_OUT[terrain])
    assert dice_in_melee(unit, terrain) == dice[0] - into
    if dice[1]:
        assert dice_in_fire(unit, terrain) == dice[1] - into * (terrain not in MELEE_ONLY)
    if terrain in NO_GUNS and "artillery" in unit:
        assert refusal(f"{unit} on {terrain}", "INF 4")[0] == "CC-13"
        return
    assert dice_in_melee(f"{unit} on {terrain}") == dice[0] - out
    if dice[1]:
        assert dice_in_fire(f"{unit} on {terrain}") == dice[1] - out


@pytest.mark.rule("CC-13")
@pytest.mark.parametrize("other", ["hill", "hill with fieldworks"])
def test_from_hill_to_hill_infantry_loses_a_die_in_fire_alone(other):
    assert dice_in_melee("INF 5 on hill", other) == 5
    assert dice_in_fire("INF 5 on hill", other) == 4
    assert dice_in_melee("CAV 5 on hill", other) == 5
    for count, dice in ((dice_in_melee, 4), (dice_in_fire, 3)):
        assert count("British foot artillery 3 on hill", other) == dice


@pytest.mark.rule("CC-13")
def test_both_hexes_add_up_unless_the_worst_alone_is_to_count():
    sides = ("CAV 6 on hill", "INF 8 on forest")
    assert mean("target_blocks_lost", *sides) == is_about(HALF * (6 - 1 - 2))
    assert mean("target_blocks_lost", *sides, terrain_dice="worst") == is_about(HALF * (6 - 2))
    out = ("CAV 6 on forest", "INF 8 on hill")
    assert mean("target_blocks_lost", *out, terrain_dice="worst") == is_about(HALF * (6 - 2))


@pytest.mark.rule("CC-13", "CC-20")
def test_cossacks_lose_nothing_for_forest():
    """They do not hit with sabres: a third of each die."""
    for where, dice in (("forest", 4), ("hill", 4 - 1), ("orchard", 4 - 1)):
        cossacks = f"Russian cossack 2 on {where}, dice 4"
        assert mean("target_blocks_lost", cossacks, "INF 8") == is_about(dice * THIRD)
        into = mean("target_blocks_lost", "Russian cossack 2, dice 4", f"INF 8 on {where}")
        assert into == is_about(dice * THIRD)
