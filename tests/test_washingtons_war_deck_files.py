"""Deck files and settings of the strategy deck: the example, a file of one's own, plain errors."""

import pytest

from combat.errors import OptionError, WargameError
from combat.washingtons_war.deck.cards import BOTH, Card
from combat.washingtons_war.deck.deck_file import contents, example_deck, read_deck
from combat.washingtons_war.deck.entry import DECK

A, B = "american", "british"
BLANK = {"name": "Operations", "count": 40, "kind": "ops", "ops": 2}
END = {"name": "War Ends 1779", "kind": "event", "must_be_played": True, "year": 1779}


def file(*rows, **more):
    return {"cards": [BLANK, *rows], **more}


@pytest.mark.rule("WW-30", "WW-31", "WW-33")
def test_the_example_holds_what_the_rules_say():
    deck = example_deck()
    assert deck.size == 110
    assert deck.number(lambda card: card.must_be_played) == 7
    assert [card.year for card in deck.war_ends] == [1779, 1780, 1781, 1782, 1783]
    joining = {card.name for card in deck.cards if card.from_1776}
    assert joining == {
        "Declaration of Independence",
        "Baron von Steuben Trains the Continental Army",
    }
    assert deck.named("franklin").track == 4
    assert deck.named("Steuben").ends_regulars
    assert deck.named("Arnold").kind == "battle"
    assert deck.named("Arnold").removed_after_play
    assert all(card.confidence != "user" for card in deck.cards)
    known = [card for card in deck.cards if card.confidence != "example"]
    assert sum(card.count for card in known) == 27
    assert all(card.source for card in known)
    assert contents(None) is deck


@pytest.mark.rule("WW-33")
def test_campaign_cards_and_must_play_cards_are_anybodys():
    deck = example_deck()
    for card in deck.cards:
        if card.kind == "campaign" or card.must_be_played:
            assert card.player == BOTH
            assert card.playable(A)
            assert card.playable(B)
    assert Card("battle", kind="battle", side=A).player == "neither"
    assert Card("ops", kind="ops", ops=1).player == "neither"


@pytest.mark.rule("WW-30")
def test_a_users_file_replaces_the_deck_as_a_whole():
    rows = [{"name": "Franklin", "kind": "event", "must_be_played": True, "track": 9}, END]
    rows += [{"name": "Raid", "count": 2, "kind": "event", "side": "british"}]
    answer = DECK.answer(file(*rows), wins="0", cards="raid")
    assert answer.title.endswith("a deck of 44 strategy cards")
    said = "\n".join(answer.assumes)
    assert "the deck has 44 cards, not 110" in said
    assert "made up" not in said
    assert "not verified" not in said
    made = answer.table("alliance_by_year").plain()
    assert made["1775"] == pytest.approx(14 / 44)  # Franklin's nine steps
    assert answer.table("card_by_year").plain()["Franklin"]["1778"] == 1.0
    assert list(answer.table("card_by_year").data) == ["Franklin", "War Ends 1779", "Raid"]


@pytest.mark.rule("WW-33")
def test_without_war_ends_cards_the_war_ends_with_the_last_year():
    answer = DECK.answer(file())
    assert answer.table("war_ends").plain() == {"1783": 1.0}
    assert "card_by_year" not in [table.name for table in answer.tables]


WRONG = [
    ({"card": []}, "section 'card' is not known"),
    ({}, "the deck has no [[cards]]"),
    ({"cards": "Franklin"}, "write each as a [[cards]]"),
    (file({"kind": "event"}), "[[cards]] 2: name is missing"),
    (file({"name": "x", "kind": "event", "counts": 2}), "key 'counts' is not known"),
    (file({"name": " ", "kind": "event"}), "name is a text of letters"),
    (file({"name": "x"}), "('x'): kind is missing"),
    (file({"name": "x", "kind": "evnt"}), "kind is ops or event or campaign or battle"),
    (file({"name": "x", "kind": "event", "side": "french"}), "side is american or british or both"),
    (file({"name": "x", "kind": "event", "count": 0}), "count = 0 is not a whole number from 1"),
    (file({"name": "x", "kind": "event", "count": "2"}), "count = '2' is not a whole number"),
    (file({"name": "x", "kind": "event", "count": True}), "count = true is not a whole number"),
    (file({"name": "x", "kind": "ops"}), "ops = 1, 2 or 3 is missing"),
    (file({"name": "x", "kind": "ops", "ops": 4}), "ops = 4 is not a whole number from 1 to 3"),
    (file({"name": "x", "kind": "event", "ops": 2}), "ops is for kind = 'ops' only"),
    (file({"name": "x", "kind": "battle", "track": 1}), "track is for kind = 'event' only"),
    (file({"name": "x", "kind": "event", "track": 10}), "track = 10"),
    (file({"name": "x", "kind": "ops", "ops": 1, "reshuffle": True}), "reshuffle is not for"),
    (file({"name": "x", "kind": "event", "reshuffle": "yes"}), "reshuffle is true or false"),
    (file({"name": "x", "kind": "event", "year": 1779}), "must_be_played = true"),
    (file(END | {"year": 1784}), "year = 1784 is not a whole number from 1775 to 1783"),
    (file(END | {"count": 2}), "each as a [[cards]] of its own"),
    (file(END | {"track": 1}), "does nothing else"),
    (file(END | {"side": A}), "is played by whoever holds it"),
    (file(END, END | {"name": "war ends 1779"}), "twice"),
    (file({"name": "x", "kind": "event", "confidence": "sure"}), "confidence is rules or report"),
    (file({"name": "x", "kind": "event", "source": 3}), "source is a text in quotes"),
    (file({"name": "x", "kind": "event", "unverified": "side"}), "unverified is a list"),
    (file({"name": "x", "kind": "event", "unverified": ["flag"]}), "key 'flag' is not known"),
    (file(*[END | {"name": f"x{n}"} for n in range(9)]), "at most 300 and 8"),
    (file({"name": "x", "kind": "event", "count": 290}), "330 cards"),
    ({"cards": [BLANK | {"count": 28}, END]}, None),
    ({"cards": [BLANK | {"count": 27}, END]}, "28 cards that are there from 1775 on"),
]


@pytest.mark.parametrize(("data", "message"), WRONG, ids=[str(message) for _, message in WRONG])
def test_a_wrong_file_is_one_plain_line(data, message):
    if message is None:
        assert read_deck(data).size == 29
        return
    with pytest.raises(OptionError) as error:
        DECK.answer(data)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


SETTINGS = [
    ({"reshuffle": "sometimes"}, "reshuffle is runs-out or every-turn or none"),
    ({"new_decks": "1775"}, "no year from 1776 to 1783"),
    ({"new_decks": "76"}, "no year from 1776 to 1783"),
    ({"last": "best"}, "random or earliest or latest or holder"),
    ({"order": "first"}, "claim or british or american or random"),
    ({"british_wants": "never"}, "early or late"),
    ({"wins": "1, x"}, "wins: 'x' is not a number from 0 to 20"),
    ({"wins": "21"}, "not a number from 0 to 20"),
    ({"wins": ""}, "wins"),
    ({"wins": ", ".join("1" * 10)}, "10 numbers, but the game has 9 years"),
    ({"regulars": "1.5"}, "regulars: '1.5' is not a number from 0 to 1"),
    ({"washington": "-1"}, "washington: '-1'"),
    ({"redraws": "nan"}, "redraws: 'nan' is not a number from 0 to 1"),
    ({"hand": "1777"}, "hand is 1776 or 1775 or new-deck"),
    ({"alliance_deck": "perhaps"}, "alliance_deck is no or yes"),
    ({"cards": "Nathan Hale"}, "card 'Nathan Hale' is not known"),
    ({"cards": "Campaign"}, "'Campaign' is in the names of 2 cards"),
    ({"decks": "1"}, "has no setting 'decks'"),
]


@pytest.mark.parametrize(("options", "message"), SETTINGS, ids=[str(o) for o, _ in SETTINGS])
def test_a_wrong_setting_is_one_plain_line(options, message):
    with pytest.raises(WargameError) as error:
        DECK.answer(**options)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.rule("WW-31", "WW-32")
def test_a_new_deck_in_1776_takes_the_discards_in():
    usual = DECK.answer(reshuffle="none").table("card_by_year").plain()
    renewed = DECK.answer(reshuffle="every-turn").table("card_by_year").plain()
    name = "Declaration of Independence"
    assert usual[name]["1776"] == pytest.approx(14 / 96)
    assert 14 / 110 < renewed[name]["1776"] < 14 / 107
