"""What players once got wrong answers or faults for, in battles of Washington's War."""

import pytest
from commandline import ask, ask_json, is_plain_refusal

from combat.battle import Battle
from combat.errors import IllegalBattleError, WargameError
from combat.games import GAMES, parse_battle
from combat.washingtons_war.decisions import decisions

GAME = GAMES["washingtons-war"]


def test_the_best_army_is_named_first_among_equally_rated_ones():
    battle = parse_battle(
        "ww",
        "british, 3 cu, gen 3/3",
        "american, 2 cu, gen 5/2",
        intercept="4/3:1 cu, 4/3:7 cu",
        tries="best",
    )
    options = decisions(GAME.model(battle))[0].options
    assert options[0][1] == min(value for _, value in options)
    assert len({name for name, _ in options}) == len(options)


def test_no_two_lines_of_advice_begin_alike():
    battle = parse_battle(
        "ww",
        "british, 5 cu, Burgoyne, may discard",
        "american, 5 cu, gen 2/2",
        intercept="4/3:4 cu",
        tries="best",
        leader="best",
    )
    heads = [(one.question, one.when) for one in decisions(GAME.model(battle))]
    assert len(set(heads)) == len(heads)


@pytest.mark.parametrize(
    ("attacker", "defender", "options"),
    [
        ("british, 5 cu, gen 4/2", "american, 2 cu, intercepted", {}),
        ("british, 5 cu, gen 4/2", "american, 0 cu, gen 2/2, intercepted", {}),
    ],
)
def test_only_an_army_has_intercepted(attacker, defender, options):
    with pytest.raises(IllegalBattleError) as caught:
        parse_battle("ww", attacker, defender, **options)
    assert caught.value.rule == "WW-01"


@pytest.mark.parametrize(
    "sides",
    [
        ("british, 5 american cu, gen 4/2", "american, 2 cu"),
        ("british, 5 cu, gen 4/2", "american, 2 british cu"),
    ],
)
def test_cus_of_the_other_side_are_not_counted_as_ones_own(sides):
    with pytest.raises(WargameError):
        parse_battle("ww", *sides)


@pytest.mark.parametrize(
    ("sides", "options"),
    [
        (("british, 5 cu, Washington", "american, 2 cu"), {}),
        (("american, 5 cu, Burgoyne", "british, 2 cu"), {}),
        (("british, 5 cu, gen 4/2", "none"), {"intercept": "Cornwallis 4/1:3 cu"}),
        (("american, 3 cu, Washington", "british, 3 cu, Washington 4/3"), {}),
    ],
)
def test_a_general_of_the_roster_leads_his_own_side(sides, options):
    with pytest.raises(WargameError):
        parse_battle("ww", *sides, **options)


@pytest.mark.parametrize("text", ["worth=congress=\x1f3", "worth=general=\u20033"])
def test_blanks_in_a_worth(text):
    answer = ask("odds", "ww", "british, 4 cu, gen 3/2", "american, 3 cu, gen 4/2", "--set", text)
    assert answer.code == 0 or is_plain_refusal(answer)


@pytest.mark.parametrize(
    "text", ["drm " + "9" * 5000, "gen " + "9" * 5000 + "/2", "gen 2/" + "9" * 5000]
)
def test_endless_numbers(text):
    assert is_plain_refusal(ask("odds", "ww", f"british, 5 cu, {text}", "american, 2 cu"))


def test_a_plus_parts_the_words():
    plain = GAME.parse_side(
        "british, 5 cu, gen 4/2", "attacker", {s.key: s.default for s in GAME.settings}
    )
    assert parse_battle("ww", "british + 5 cu + gen 4/2", "american, 2 cu").attacker == plain


def test_outcomes_are_there_once():
    rows = ask_json("odds", "ww", *GAME.examples[0])["outcomes"]
    seen = [(row["attacker"], row["defender"], row["end"]) for row in rows]
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("defender", ["american, 0 cu", "french, 0 cu"])
def test_an_empty_side_reads_back(defender):
    battle = parse_battle("ww", "british, 5 cu, gen 4/2", defender)
    assert Battle.parse(GAME, str(battle)) == battle


@pytest.mark.parametrize("goal", ["alliance_made", "washington_captured", "congress_dispersed"])
def test_a_goal_that_the_battle_does_not_have(goal):
    with pytest.raises(WargameError):
        parse_battle("ww", "british, 5 cu, gen 4/2, may discard", "american, 4 cu", goal=goal)


def test_nobody_british_is_none_too():
    assert parse_battle("ww", "american, 3 cu, gen 2/1", "british, 0 cu").sides.endswith(" v none")


def test_may_alone():
    answer = ask("odds", "ww", "british, 5 cu, Burgoyne, may", "american, 2 cu")
    assert "may may" not in answer.err


def test_congress_is_not_with_british_troops():
    with pytest.raises(IllegalBattleError):
        parse_battle("ww", "american, 3 cu, gen 2/1", "british, 2 cu", congress="yes")
