"""What may be asked about the decks of 1775: Rebellion, and what is said of what may not."""

import tomllib

import pytest

from combat.errors import OptionError
from combat.rebellion_1775.deck.entry import DECK
from combat.rebellion_1775.deck.factions import FACTIONS, SIDES
from combat.rebellion_1775.deck.scenario import SCENARIOS, scenario_of, shipped

OWN = """
[campaign]
title = "a short war"
check_from = 2

[campaign.british]
movement = ["01", "02", "03"]
truce = ["08"]
event = ["09"]
note = "borrowed"

[campaign.patriot]
movement = 4
truce = 1
event = 0
"""


def own(text=OWN):
    return tomllib.loads(text)


def refused(data=None, **options):
    with pytest.raises(OptionError) as found:
        DECK.answer(data, **options)
    said = str(found.value)
    assert "\n" not in said
    return said


@pytest.mark.rule("RB-20", "RB-26")
@pytest.mark.parametrize(
    ("name", "movement", "truce", "event"),
    [("campaign", 7, 1, 4), ("introductory", 4, 0, 2), ("quebec", 5, 1, 3)],
)
def test_the_decks_of_the_rules(name, movement, truce, event):
    scenario = scenario_of(name)
    for faction in FACTIONS:
        deck = scenario.decks[faction]
        assert (deck.movement, deck.truce, deck.event) == (movement, truce, event)
    assert scenario.check_from == (1 if name == "quebec" else 3)
    assert scenario.rounds == (2 if name == "introductory" else None)


@pytest.mark.rule("RB-20", "RB-26")
def test_the_numbers_on_the_cards():
    decks = shipped()
    for faction in FACTIONS:
        whole = decks["campaign"][faction]
        cards = [f"{number:02d}" for number in range(1, 13)]
        assert [*whole["movement"], *whole["truce"], *whole["event"]] == cards
    short = {
        faction: "".join((*row["movement"], *row["event"]))
        for faction, row in decks["introductory"].items()
        if faction in FACTIONS
    }
    assert short == {
        "british": "010203071012",
        "loyalist": "010203040911",
        "continental": "020304070912",
        "patriot": "010203051012",
    }
    quebec = decks["quebec"]["british"]
    assert (*quebec["movement"], *quebec["truce"], *quebec["event"]) == (
        *("01", "02", "03", "05", "06"),
        *("08", "13", "14", "15"),
    )


def test_what_is_not_verified_is_said():
    assumed = " ".join(DECK.answer(scenario="quebec").assumes)
    assert "not verified, loyalist, continental, patriot deck" in assumed
    assert "not verified" not in " ".join(DECK.answer().assumes)


def test_a_file_of_ones_own_replaces_some_decks():
    answer = DECK.answer(own())
    assert answer.title == "1775: Rebellion: a short war"
    rows = answer.table("truce_turn").data
    assert [len(rows[name]) for name in FACTIONS] == [4, 8, 8, 5]
    assert "2" in answer.table("last_round").data["game"]
    assert "patriot: any event" not in answer.table("event_by_round").data
    assumed = " ".join(answer.assumes)
    assert "by the user's file" in assumed
    assert "not verified, british deck: borrowed" in assumed
    assert "turns without one" in assumed


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[campaign]", "[campain]\n[campaign]", "scenario 'campain' is not known; did you mean"),
        ("check_from", "check_form", "key 'check_form' is not known; did you mean 'check_from'"),
        ("check_from = 2", "check_from = 0", "check_from is a whole number from 1 to 41, not 0"),
        ("check_from = 2", "rounds = 2.5", "rounds is a whole number from 1 to 41, not 2.5"),
        ('"a short war"', "3", "title is a text in quotes, not 3"),
        ("campaign.patriot", "campaign.patriots", "'patriots' is not known; did you mean"),
        ("truce = 1", "truce = 2", "[campaign.patriot]: truce is a whole number from 0 to 1"),
        ("truce = 1", "truces = 1", "key 'truces' is not known; did you mean 'truce'"),
        ("truce = 1", "", "[campaign.patriot]: truce is missing"),
        ("event = 0", "event = -1", "event is a whole number from 0 to 40, not -1"),
        ("event = 0", "event = true", "event is a whole number from 0 to 40, not true"),
        ("movement = 4", "movement = 400", "movement is a whole number from 0 to 40"),
        ("movement = 4", 'movement = "4"', "movement is a whole number from 0 to 40, not '4'"),
        ('["01", "02", "03"]', "[1, 2]", 'movement is a list of texts, as in ["01", "02"]'),
        ('event = ["09"]', 'event = ["01"]', "[campaign.british]: card '01' is there twice"),
        ("movement = 4\ntruce = 1", "movement = 0\ntruce = 0", "at least one movement card"),
        ('note = "borrowed"', "note = 1", "note is a text in quotes"),
    ],
)
def test_what_a_deck_file_may_not_hold(old, new, said):
    assert old in OWN
    assert said in refused(own(OWN.replace(old, new)))


def test_deck_files_of_another_form():
    assert "[campaign]: it has quebec" in refused({"quebec": {}})
    assert "[campaign]: it is empty" in refused({})
    assert "write it as a [campaign]" in refused({"campaign": 3})
    assert "write it as a table" in refused({"campaign": {"british": 3}})
    wrong = {"campaign": {}, "quebec": {"british": {"movement": 1}}}
    assert "[quebec.british]: truce is missing" in refused(wrong)
    none = {name: {"movement": 3, "truce": 0, "event": 1} for name in FACTIONS}
    assert "without a truce the game does not end" in refused({"campaign": none})
    assert DECK.answer({"campaign": {**none, "rounds": 5}}).lines[0].endswith("after round 5")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"truce": "soon"}, "truce is asap or ahead or forced or random or best"),
        ({"truce.british": "soon"}, "truce.british is asap or"),
        ({"truce.french": "asap"}, "no setting 'truce.french'"),
        ({"events": "some"}, "events is all or none"),
        ({"scenario": "boston"}, "scenario is campaign or introductory or quebec"),
        ({"lead": "0.5, 1.5"}, "lead: '1.5' is no chance from 0 to 1"),
        ({"lead": "even"}, "lead: 'even' is no chance"),
        ({"lead": "nan"}, "lead: 'nan' is no chance"),
        ({"lead": ",".join(["0.5"] * 60)}, "60 rounds are too many"),
        ({"table": "british"}, "lacks the round of the truce; write 'british: 1, patriot: 4'"),
        ({"table": "british: x"}, "lacks the round"),
        ({"table": "brittish: 1"}, "faction 'brittish' is not known; did you mean 'british'"),
        ({"table": "british: 1, red: 2"}, "british is there twice"),
        ({"table": "british: 3", "rounds": 2}, "came in round 3, but rounds=2"),
        ({"table": "british: 9"}, "out by round 8"),
        ({"table": "british: 1", "scenario": "introductory"}, "has no truce"),
        ({"table": "british: 1, loyalist: 3"}, "the game ended after round 3"),
        ({"rounds": 8}, "the game ended after round 8; take rounds under 8"),
        ({"rounds": 2, "scenario": "introductory"}, "the game ended after round 2"),
        ({"rounds": "x"}, "rounds='x' is not possible"),
        ({"rounds": -1}, "whole number from 0 to 41"),
    ],
)
def test_settings_that_cannot_be(options, said):
    assert said in refused(**options)


@pytest.mark.rule("RB-23")
def test_a_truce_that_must_be_out():
    data = {
        "campaign": {
            "british": {"movement": 2, "truce": 1, "event": 0},
        }
    }
    assert "after 3 rounds the british truce must be on the table" in refused(data, rounds=3)
    answer = DECK.answer(data, rounds=3, table="british: 2")
    assert answer.table("truce_turn").data["british"] == {"1": 0.0, "2": 1.0, "3": 0.0}


@pytest.mark.rule("RB-20")
def test_a_table_that_the_policies_do_not_lead_to():
    """A truce that would have been played at once cannot still be in a hand of all cards."""
    data = {"campaign": {name: {"movement": 2, "truce": 1, "event": 0} for name in FACTIONS}}
    said = refused(data, truce="asap", rounds=1)
    assert "the table cannot be as it is said to be under these policies" in said
    assert DECK.answer(data, truce="random", rounds=1)


def test_settings_read_back():
    options = {
        "truce.patriot": "forced",
        "lead": "0.5, 0.55, 1",
        "table": "british: 1, patriot: 4",
        "rounds": "5",
    }
    values = {}
    for setting in DECK.settings:
        if setting.key in options:
            values[setting.key] = setting.parse(options[setting.key], {})
            assert setting.shows(values[setting.key]) == options[setting.key]
    table = next(setting for setting in DECK.settings if setting.key == "table")
    assert table.parse(" Militia : 4,redcoats: 1", {}) == (("british", 1), ("patriot", 4))


def test_words_of_an_answer():
    answer = DECK.answer(truce="random", table="british: 1, patriot: 4", rounds=5)
    assert "round 6, is the last: 55.6 %" in " ".join(answer.lines)
    assert "loyalist 7.00 (random), continental 7.00 (random)" in " ".join(answer.lines)
    lines = DECK.answer(lead="0.6").lines
    assert "the game cannot end before round 3" in lines
    assert "the first british hand has no movement card, and is drawn anew: 1.8 %" in lines
    assert lines[-1] == "the British side is ahead at the end: 60.0 %"
    best = DECK.answer(lead="0.6, 0.7, 0.4", **{"truce.british": "best", "truce.loyalist": "best"})
    said = " ".join(best.lines)
    assert "British side, best play: ahead at the end" in said
    assert "gain over another truce, in points of a hundred: asap 0.00, ahead 0.00, forced" in said
    assert "where it may choose, its side's last truce: " in said


def test_every_scenario_and_policy_answers():
    for scenario in SCENARIOS:
        for truce in ("asap", "ahead", "forced", "random", "best"):
            answer = DECK.answer(scenario=scenario, truce=truce)
            names = {table.name for table in answer.tables}
            assert {
                *("truce_turn", "last_round", "end_next_round", "turn_order"),
                *("event_by_round", "no_movement"),
            } <= names
            assert answer.assumes
            assert set(answer.table("truce_turn").data) == {n for s in SIDES.values() for n in s}
