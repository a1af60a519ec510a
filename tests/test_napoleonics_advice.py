"""What is said about a combat of Commands & Colors: Napoleonics besides its odds."""

from fractions import Fraction

import numpy as np
import pytest
from napoleonics_cases import GAME
from napoleonics_hand import at_least, event, fought, is_about, mean, strike

from analysis.advice import should_attack
from analysis.answers import odds
from analysis.breakdown import modifier_frame
from analysis.document import odds_document
from combat.errors import IllegalBattleError
from combat.games import parse_battle

RANGED = {"combat": "ranged"}


def said(attacker, defender, **options):
    return GAME.assumes(parse_battle("ccn", attacker, defender, **options))


def flips(battle, aim=None, **options):
    return {(one.side, one.change) for one in should_attack(battle, aim=aim, **options).flips}


# --- units that have no dice of the kind ----------------------------------------------------------

OTHERS = ["British light 4", "British rifle light 3", "French grenadier 4", "French militia 4"]
TARGETS = [
    "CAV 4",
    "ART 3",
    "French cuirassier 4",
    "British horse artillery 2",
    "Russian cossack 2",
]


@pytest.mark.rule("CC-11", "CC-14")
@pytest.mark.parametrize("moved", ["", ", moved"])
@pytest.mark.parametrize("unit", OTHERS)
def test_whoever_has_other_numbers_may_fire_at_anybody(unit, moved):
    for target in TARGETS:
        battle = parse_battle("ccn", unit + moved, target, **RANGED)
        assert len(GAME.variants(battle)) in (0, 2)
    assert GAME.variants(parse_battle("ccn", unit, "LEADER")) == ()


@pytest.mark.rule("CC-11")
def test_british_light_at_cavalry_by_hand():
    """Five dice, a sixth each: four hits or more; else a flag sends it back."""
    sides = ("British light 4", "CAV 4")
    assert event("target_eliminated", *sides, **RANGED) == is_about(at_least(4, 5, hit=1))
    away = sum(p for (hits, flags), p in strike(5, hit=1).items() if hits < 4 and flags)
    assert event("target_retreats", *sides, **RANGED) == is_about(away)


@pytest.mark.rule("CC-10", "CC-14", "CC-30")
@pytest.mark.parametrize("distance", range(1, 6))
def test_an_answer_of_any_unit_at_any_range_is_whole(distance):
    """Every class at every class and a leader alone: refused by a rule, or answered in full."""
    options = {} if distance == 1 else RANGED | {"range": str(distance)}
    units = ["British rifle light 3", "French militia 4", "French cuirassier 4", "CAV 3", "ART 3"]
    units += [
        "French foot artillery 1",
        "Russian guard horse artillery 3",
        "INF 4, with ART 2 at 3",
    ]
    answered = 0
    for attacker in units:
        for defender in [*(one.split(",")[0] for one in units), "LEADER"]:
            try:
                battle = parse_battle("ccn", attacker, defender, **options)
            except IllegalBattleError:
                continue
            assert odds_document(odds(battle))
            answered += 1
    assert answered > 6


# --- what a line is worth -------------------------------------------------------------------------

CHOOSING = [
    ("INF 4{} v CAV 2, may retire, may first-strike", ""),
    ("French heavy cavalry 3{} v British line 3, may square, may first-strike", ""),
    ("CAV 3{} v INF 3, may square", " | goal=target_eliminated"),
    ("INF 3{} v CAV 3, may retire", " | goal=banner_swing"),
]


@pytest.mark.rule("CC-13", "CC-21")
@pytest.mark.parametrize(("battle", "goal"), CHOOSING)
def test_worth_is_the_change_of_the_printed_chance(battle, goal):
    now, then = (odds(f"ccn {battle.format(more)}{goal}") for more in ("", ", card +1"))
    frame = modifier_frame(now).set_index("modifier")
    gained = then.event("target_eliminated").value - now.event("target_eliminated").value
    assert frame.loc["card die", "worth"] == pytest.approx(gained, abs=1e-12)


def test_worth_of_a_card_die_against_a_first_strike_in_numbers():
    frame = modifier_frame(odds("ccn INF 4 v CAV 2, may retire, may first-strike"))
    (worth,) = frame.loc[frame["modifier"] == "card die", "worth"]
    assert worth == pytest.approx(0.1013, abs=5e-4)


# --- terrain, squares, edges ----------------------------------------------------------------------


@pytest.mark.rule("CC-13")
@pytest.mark.parametrize("land", ["fordable river", "marsh", "frozen lake", "sand quarry"])
def test_fire_out_of_water_loses_a_die_and_fire_into_it_none(land):
    out = mean("target_blocks_lost", f"INF 4 on {land}", "INF 8", **RANGED)
    into = mean("target_blocks_lost", "INF 4", f"INF 8 on {land}", **RANGED)
    assert (out, into) == (is_about(Fraction(3, 3)), is_about(Fraction(4, 3)))
    words = f"{land} takes dice from fire out of it"
    assert any(words in line for line in said(f"INF 4 on {land}", "INF 8", **RANGED))
    for attacker, defender, options in (
        ("INF 4", f"INF 8 on {land}", RANGED),
        (f"INF 4 on {land}", "INF 8", {}),
    ):
        assert not any(words in line for line in said(attacker, defender, **options))


def test_guns_that_fire_out_of_water_are_named_too():
    words = "fordable river takes dice from fire out of it"
    for distance, there in ((1, False), (2, True)):
        gun = f"INF 4, with ART 3 at {distance} on fordable river"
        assert any(words in line for line in said(gun, "INF 4")) == there


@pytest.mark.rule("CC-04", "CC-25")
@pytest.mark.parametrize(
    ("unit", "blocks"), [("INF 5", 1), ("Austrian line 5", 2), ("French militia 4", 3)]
)
def test_a_square_loses_a_block_for_each_hex_that_flags_would_send_it(unit, blocks):
    outcomes = fought("INF 1", f"{unit}, square")
    lost = outcomes.values("target_blocks_lost")
    chances = {int(n): outcomes.chance[lost == n].sum() for n in np.unique(lost)}
    flag, hit = Fraction(1, 6), Fraction(1, 2)
    expected = {0: 1 - flag - hit, 1: hit, blocks: flag + (hit if blocks == 1 else 0)}
    assert chances == {n: is_about(p) for n, p in expected.items()}


@pytest.mark.rule("CC-04", "CC-30")
@pytest.mark.parametrize("word", ["edge", "impassable"])
@pytest.mark.parametrize("leader", ["", " leader"])
def test_at_the_edge_or_with_nowhere_to_go_there_is_no_room(word, leader):
    for room, same in (("", 0), (", room 1", 1), (", room 9", 9)):
        ends = [
            event("target_eliminated", "INF 4", f"INF 2{leader}, {one}")
            for one in (f"{word}{room}", f"room {same}")
        ]
        assert ends[0] == is_about(ends[1])
    with pytest.raises(IllegalBattleError, match="room 0 it cannot"):
        parse_battle("ccn", "INF 4", f"CAV 2, retire, {word}")
    lines = said("INF 4", f"INF 2, {word}")
    assert any("has no room to retreat" in line for line in lines)
    assert not any("the target has all the room" in line for line in lines)


# --- what an answer rests on ----------------------------------------------------------------------

RESTS = [  # (attacker, defender, settings, words, whether they are said)
    ("French light lancer 3", "INF 4", {}, "flags thrown again", True),
    ("French light lancer 3", "French cuirassier 3", {}, "flags thrown again", True),
    ("INF 4", "French light lancer 3", {}, "flags thrown again", False),
    ("INF 4", "French light lancer 3, first-strike", {}, "flags thrown again", True),
    ("INF 4", "French light lancer 3", RANGED, "flags thrown again", False),
    ("INF 4", "French cuirassier 3", RANGED, "a hit of infantry's fire spared", True),
    ("ART 3", "French cuirassier 3", RANGED, "a hit of infantry's fire spared", False),
    ("INF 4", "French cuirassier 3", {}, "a hit of infantry's fire spared", False),
    ("INF 4", "Russian cossack 2", {}, "no banner", True),
    ("INF 4", "Russian cossack 2", RANGED, "no banner", True),
    ("Russian cossack 2", "INF 4", {}, "no banner", True),
    ("CAV 4", "INF 1", {"bonus": "Russian cossack 2"}, "no banner", True),
    ("Russian cossack 2", "LEADER", {}, "no banner", False),
    ("Russian cossack 2", "INF 4 on forest", {}, "no die less for forest", True),
    ("INF 4", "Russian cossack 2 on forest", {}, "no die less for forest", True),
    ("INF 4", "Russian cossack 2 on forest", RANGED, "no die less for forest", False),
    ("Russian cossack 2", "INF 4", {}, "no die less for forest", False),
    ("Russian cossack 2", "INF 4", {}, "sabres that do not hit", True),
    ("Austrian grenzer 4", "INF 4", RANGED, "sabres that do not hit", False),
    ("French line 4", "French cuirassier", {}, "4 blocks at full strength", True),
    ("French cuirassier", "French cuirassier", {}, "4 blocks at full strength", True),
    ("French line 4", "French cuirassier 3", {}, "at full strength", False),
    ("British line", "British light cavalry", {}, "at full strength", False),
    ("CAV 4", "Austrian line 5, square", {}, "battalion mass", True),
    ("INF 4", "Austrian line 5", {}, "battalion mass", False),
    ("CAV 4", "Austrian line 5, may square", {"hand": "0"}, "is not valued", False),
    ("CAV 4", "Austrian line 5, may square", {}, "holds command cards enough", False),
    ("CAV 4", "INF 4, may square", {}, "is not valued", True),
    ("CAV 4", "INF 4, square", {}, "the target has all the room", False),
    ("INF 4", "INF 4, square", RANGED, "the target has all the room", False),
    ("INF 4, square", "INF 4", {}, "the attacker has all the room", False),
    ("INF 4, square", "INF 4", {}, "a square is not sent back: the attacker", True),
    ("CAV 4", "INF 4, may square", {}, "retreat unless it is in square", True),
    ("CAV 4", "INF 4, square, support", {}, "two friends", False),
]


@pytest.mark.parametrize(("attacker", "defender", "options", "words", "there"), RESTS)
def test_what_an_answer_rests_on_is_said(attacker, defender, options, words, there):
    lines = said(attacker, defender, **options)
    assert any(words in line for line in lines) == there, lines


def test_two_units_of_a_kind_are_both_looked_at():
    """What counts of the target alone is named although the attacker is the same unit."""
    line = next(s for s in said("Russian cossack 2", "Russian cossack 2") if "cossack" in s)
    assert "retreat of 3 hexes" in line
    fire = said("Austrian line 5", "Austrian line 5", **RANGED)
    assert any("retreat" in s and "ranged dice" in s for s in fire)


# --- what would flip a verdict --------------------------------------------------------------------

FLIPPED = [
    "French line 4 v French cuirassier",
    "INF 4 v INF 4, square",
    "INF 2 v INF 4",
    "INF 4 v INF 4 | combat=ranged",
    "CAV 4 v INF 4, square",
    "CAV 4 v INF 2",
    "British line 4 v British line 2",
    "INF 4 v CAV 2",
    "ART 1 v INF 4",
]


def replies(battle, aim):
    return {change for side, change in flips(f"ccn {battle}", aim) if change.startswith("reaction")}


@pytest.mark.rule("CC-21", "CC-26")
@pytest.mark.parametrize("aim", ["net_value > 0", "net_value > 1", "target_eliminated > 0.3"])
@pytest.mark.parametrize("battle", FLIPPED)
def test_a_reply_is_one_that_the_defender_may_choose_and_would(battle, aim):
    sides, _, options = battle.partition(" | ")
    attacker, defender = sides.split(" v ")
    now = should_attack(f"ccn {battle}", aim=aim, with_flips=False).verdict
    for change in replies(battle, aim):
        word = change.removeprefix("reaction = ")
        assert word != "stand"
        assert not options
        assert "square" not in defender
        assert word != "square" or attacker.startswith("CAV")
        then = should_attack(f"ccn {sides}, {word}", aim=aim, with_flips=False).verdict
        assert ["hold", "too_close", "attack"].index(then) < ["hold", "too_close", "attack"].index(
            now
        )


@pytest.mark.rule("CC-21")
def test_a_reply_that_turns_an_attack_is_shown():
    assert ("defender", "reaction = square") in flips("ccn CAV 3 v INF 3", "net_value > 0.5")


MOST = [  # (attacker, combat, dice that the best card gives)
    ("INF 3", "melee", 1),
    ("INF 3, elan", "melee", 0),
    ("CAV 3", "melee", 1),
    ("French guard heavy cavalry 2", "melee", 2),
    ("French foot artillery 3", "ranged", 2),
    ("French guard foot artillery 3", "ranged", 3),
    ("British horse artillery 3, moved", "ranged", 1),
]


@pytest.mark.rule("CC-13")
@pytest.mark.parametrize(("attacker", "combat", "most"), MOST)
def test_no_more_dice_are_hoped_for_than_a_card_gives(attacker, combat, most):
    battle = parse_battle("ccn", attacker, "INF 4", combat=combat)
    up = next(one for one in GAME.neighbours(battle) if one.what == "card die" and one.step > 0)
    there = [GAME.changed(battle, up, times) is not None for times in range(1, 7)]
    assert there == [times <= most for times in range(1, 7)]


def test_several_are_called_so():
    battle = parse_battle("ccn", "INF 3", "INF 4")
    texts = {one.text(2) for one in GAME.neighbours(battle)}
    assert {"+2 blocks", "-2 blocks", "+2 card dice"} <= texts
    assert {"+1 block", "+1 card die"} <= {one.text() for one in GAME.neighbours(battle)}


@pytest.mark.parametrize(
    ("battle", "aim", "words"),
    [
        ("INF 1 v INF 4", "target_eliminated >= 0.5", "'target eliminated' is impossible"),
        ("INF 1 v INF 4", "target_eliminated <= 0.5", "'target eliminated' is impossible"),
    ],
)
def test_a_verdict_says_what_is_impossible_in_plain_words(battle, aim, words):
    reason = should_attack(f"ccn {battle}", aim=aim, with_flips=False).reason
    assert words in reason
    assert "chance of 'target eliminated' is impossible" not in reason
