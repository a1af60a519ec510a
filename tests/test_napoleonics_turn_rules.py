"""Moves, orders and what is printed in Commands & Colors: Napoleonics, rule by rule."""

import pytest
from commandline import ask, ask_json
from napoleonics_hand import dice_in_melee, event, fought, is_about, refusal

from combat.errors import IllegalBattleError
from combat.game import ATTACKER, DEFENDER
from combat.games import GAMES
from combat.napoleonics.followers import left

RANGED = {"combat": "ranged"}


# --- moves ----------------------------------------------------------------------------------------

MOST_MOVED = {
    "French line 4": 1,
    "French grenadier 4": 1,
    "French old guard 4": 1,
    "Spanish militia 4": 1,
    "French light 4": 1,
    "British rifle light 3": 1,
    "French young guard 4": 1,
    "British light cavalry 3": 3,
    "British heavy cavalry 3": 2,
    "French cuirassier 4": 2,
    "Russian cossack 2": 3,
    "French foot artillery 3": 0,
    "French horse artillery 2": 1,
    "French light 4, force-march": 2,
    "French grenadier 4, force-march": 2,
    "French old guard 4, force-march": 2,
    "French line 4, force-march": 1,
    "French line 4 leader, force-march": 2,
    "French line 4, bayonet-charge": 2,
    "Austrian line 5 leader, force-march": 1,
    "Austrian line 5, bayonet-charge": 1,
    "British heavy cavalry 3, cavalry-charge": 3,
    "British light cavalry 3, cavalry-charge": 3,
    "French horse artillery 2, cavalry-charge": 1,
}


@pytest.mark.rule("CC-42", "CC-20")
@pytest.mark.parametrize("unit", MOST_MOVED)
def test_how_far_who_may_move_and_battle(unit):
    for hexes in range(1, 5):
        moved = f"{unit}, moved {hexes}"
        if hexes <= MOST_MOVED[unit]:
            assert event("target_stands", moved, "INF 8") < 1
        else:
            rule, said = refusal(moved, "INF 8")
            assert rule == ("CC-12" if "artillery" in unit else "CC-42")
            assert str(hexes) in said


@pytest.mark.rule("CC-11", "CC-42")
@pytest.mark.parametrize(
    "unit", ["French light 4", "British rifle light 3", "French young guard 4"]
)
def test_light_infantry_that_moved_two_neither_fires_nor_charges(unit):
    for options in ({}, RANGED):
        assert refusal(f"{unit}, moved 2", "INF 4", **options)[0] == "CC-42"
        assert event("target_stands", f"{unit}, moved", "INF 4", **options) < 1


@pytest.mark.rule("CC-13", "CC-42")
@pytest.mark.parametrize(
    ("unit", "terrain", "fights"),
    [
        ("French line 4", "forest", False),
        ("French light 4", "forest", True),
        ("British rifle light 3", "walled garden", True),
        ("British light cavalry 3", "forest", False),
        ("French light 4", "town", False),
        ("French line 4", "church", False),
        ("French line 4", "hill", True),
        ("French line 4", "marsh", True),
    ],
)
def test_who_may_battle_where_he_has_just_entered(unit, terrain, fights):
    if fights:
        assert event("target_stands", f"{unit} on {terrain}, moved", "INF 4") < 1
    else:
        rule, said = refusal(f"{unit} on {terrain}, moved", "INF 4")
        assert (rule, terrain in said) == ("CC-13", True)
    assert event("target_stands", f"{unit} on {terrain}", "INF 4") < 1


@pytest.mark.rule("CC-13")
def test_a_combat_without_a_die_is_none():
    for attacker, defender in (("INF 2", "INF 4 on town"), ("CAV 1 on hill", "INF 4")):
        rule, said = refusal(attacker, defender)
        assert rule == "CC-13"
        assert "no die is left" in said
    assert dice_in_melee("INF 3", "town") == 1


# --- orders ---------------------------------------------------------------------------------------

FIRST = 'game = "napoleonics"\n[[stage]]\nname = "line"\nattacker = "French line 4"\n'
FIRST += 'defender = "British light 5 on hill"\n[[stage]]\nname = "next"\n'


@pytest.mark.rule("CC-40")
def test_a_unit_fights_once_a_turn(tmp_path):
    outcomes = fought("INF 4", "INF 4")
    for row in range(len(outcomes)):
        with pytest.raises(IllegalBattleError) as caught:
            left(outcomes, row, ATTACKER, "", ATTACKER)
        assert caught.value.rule == "CC-40"
    plan = tmp_path / "plan.toml"
    again = 'attacker = { left = "line", side = "attacker" }\ndefender = "British line 4"\n'
    plan.write_text(FIRST + again)
    answer = ask("campaign", str(plan))
    assert (answer.code, answer.err.count("\n"), "CC-40" in answer.err) == (2, 1, True)


@pytest.mark.rule("CC-40", "CC-22")
def test_another_unit_attacks_what_has_stood(tmp_path):
    """It has the blocks that it has left, on its hill, and its leader if he is still there."""
    plan = tmp_path / "plan.toml"
    still = 'defender = { left = "line", side = "defender", only = "in-place" }\n'
    plan.write_text(FIRST + 'attacker = "French light 3"\n' + still)
    found = ask_json("campaign", str(plan))["stages"]
    first = fought("French line 4", "British light 5 on hill")
    stood = first.column("defender.blocks") * (first.column("defender_hexes") == 0)
    lost = back = 0.0
    for blocks in range(1, 6):
        chance = float(first.chance[stood == blocks].sum())
        second = fought("French light 3", f"British light {blocks} on hill")
        lost += chance * second.event("target_eliminated").value
        back += chance * second.event("battle_back").value
    reached = found[1]["reached"]
    assert reached == is_about(first.event("target_stands").value)
    events = {name: one["value"] for name, one in found[1]["events"].items()}
    assert events["target_eliminated"] == pytest.approx(lost / reached, abs=1e-12)
    assert events["battle_back"] == pytest.approx(back / reached, abs=1e-12)


@pytest.mark.rule("CC-40")
@pytest.mark.fault("B38")
def test_what_is_left_keeps_what_it_is_and_not_what_was_the_turns():
    """Its leader, dice by blocks lost, hex and room; no cards of the attacker's side."""
    sides = ("INF 1, dice 3, elan, moved", "INF 4 leader on forest, dice 4/3/1, ignore 1, room 5")
    outcomes = fought(*sides)
    for row in range(len(outcomes)):
        remains = left(outcomes, row, DEFENDER, "", DEFENDER)
        lost, gone = outcomes.column("defender_lost")[row], outcomes.column("defender_hexes")[row]
        if lost == 4:
            assert remains is None
            continue
        unit = remains.units
        assert (unit.blocks, unit.room, unit.ignore) == (4 - lost, 5 - gone, 1)
        assert unit.dice == (4, 3, 1, 0)[lost:]
        assert unit.leader == (outcomes.column("defender_leader")[row] == 0)
        assert (left(outcomes, row, DEFENDER, "away", DEFENDER) is None) == (gone == 0)
    for row in range(len(outcomes)):
        remains = left(outcomes, row, ATTACKER, "", DEFENDER)
        assert remains is None or (remains.units.cards, remains.units.moved) == ((), 0)


@pytest.mark.rule("CC-26", "CC-40")
def test_a_square_stands_until_the_next_attack_of_the_turn(tmp_path):
    """Whether it was said to form or chose to: infantry that comes next meets a square."""
    plan = tmp_path / "plan.toml"
    text = FIRST.replace("French line 4", "French heavy cavalry 4")
    numbers = []
    for word in ("square", "may square"):
        first = text.replace("British light 5 on hill", f"British line 4, {word}")
        still = 'defender = { left = "line", side = "defender" }\n'
        plan.write_text(first + 'attacker = "French line 4"\n' + still)
        answer = ask("campaign", str(plan), "--format", "json")
        assert answer.code == 0, answer.err + answer.out
        numbers.append(answer.json["stages"][1]["events"]["battle_back"]["value"])
    assert numbers[0] == pytest.approx(numbers[1], abs=1e-12)  # cavalry is best met in square


@pytest.mark.rule("CC-32")
def test_a_leader_moves_with_his_unit_and_does_not_fight_alone():
    assert event("target_stands", "INF 4 leader, moved", "INF 4") < 1
    rule, said = refusal("LEADER", "INF 4")
    assert (rule, "leader alone cannot attack" in said) == ("CC-32", True)


# --- what is printed ------------------------------------------------------------------------------


@pytest.mark.rule("CC-03")
@pytest.mark.fault("B41")
def test_impossible_and_rare_are_told_apart():
    """Three dice do not take four blocks; four on cavalry's one face do once in 1,296."""
    aim = ("--aim", "target_eliminated >= 0.5")
    impossible = ask("should-attack", "ccn", "INF 3", "INF 4", *aim).out
    assert "impossible" in next(r for r in impossible.splitlines() if r.startswith("target elim"))
    answer = ask_json("odds", "ccn", "INF 3", "INF 4")
    assert answer["events"]["target_eliminated"]["value"] == 0.0
    rare = ask("odds", "ccn", "INF 4", "CAV 4", "--set", "combat=ranged").out
    line = next(row for row in rare.splitlines() if row.startswith("target eliminated"))
    assert "1 in 1,296" in line
    assert " 0.0 %" not in line
    chance = event("target_eliminated", "INF 4", "CAV 4", combat="ranged")
    assert chance == is_about(1 / 6**4)


@pytest.mark.fault("B42")
def test_the_games_examples_are_answered_with_every_number_of_the_contract():
    for attacker, defender in GAMES["napoleonics"].examples:
        answer = ask_json("odds", "ccn", attacker, defender)
        assert {"target_eliminated", "target_retreats", "battle_back"} <= set(answer["events"])
        assert {"target_blocks_lost", "banner_swing"} <= set(answer["quantities"])
        parts = ("eliminated", "retreats", "stands", "retires")
        whole = [answer["events"].get(f"target_{part}", {"value": 0.0})["value"] for part in parts]
        assert sum(whole) == pytest.approx(1.0, abs=1e-12)
        assert sum(one["chance"] for one in answer["outcomes"]) == pytest.approx(1.0, abs=1e-12)
