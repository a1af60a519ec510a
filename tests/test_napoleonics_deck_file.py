"""Command cards as they are asked for: settings, files of other decks, and what is wrong there."""

import tomllib
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.decks.answer import KINDS
from combat.decks.how import How
from combat.errors import OptionError, WargameError
from combat.napoleonics.deck.army import Army, parse_army
from combat.napoleonics.deck.card import SECTIONS, SectionOrders, TacticOrders
from combat.napoleonics.deck.card_file import read_deck, shipped_deck
from combat.napoleonics.deck.entry import DECK
from combat.napoleonics.deck.placed import parse_placed

SHIPPED = resources.files("combat.napoleonics.deck").joinpath("deck.toml").read_text("utf-8")
PROBE = 'name = "Probe"\nkind = "section"\ncount = { left = 2 }\norders = 2\n'
TACTIC = 'name = "Rally"\nkind = "tactic"\ncount = 1\norders = 4\n'


def deck(*cards):
    return tomllib.loads("".join(f"[[cards]]\n{card}" for card in cards))


def refused(*args, **options):
    with pytest.raises(WargameError) as caught:
        DECK.answer(*args, **options)
    message = str(caught.value)
    assert "\n" not in message
    assert caught.value.given is not None
    return message


# --- files


@pytest.mark.rule("CC-40")
def test_a_file_like_the_shipped_one_gives_the_same_numbers():
    own, shipped = DECK.answer(tomllib.loads(SHIPPED)), DECK.answer()
    assert own.tables == shipped.tables
    assert own.lines == shipped.lines
    assert own.assumes[1] == "the deck of your file: 70 cards, 48 section and 22 tactic cards"
    assert shipped.assumes[1] == "the deck: 70 cards, 48 section and 22 tactic cards"


def test_a_file_takes_the_place_of_the_deck():
    data = deck(
        'name = "Wing"\nkind = "section"\ncount = 3\norders = { right = "command", left = 1 }\n',
        TACTIC + 'of = ["infantry"]\nwhere = "next to the enemy"\notherwise = 2\n',
        PROBE + 'draws = 2\nconfidence = "from memory"\nsource = ["a friend"]\nsays = "two"\n',
    )
    found = read_deck(data)
    assert [card.title for card in found.cards] == ["Wing", "Rally", "Probe left"]
    assert found.counts == (3, 1, 2)
    assert found.cards[0].orders == SectionOrders((1, 0, "command"))
    assert found.cards[1].orders == TacticOrders(4, ("infantry",), "next to the enemy", 2)
    assert (found.cards[2].draws, found.cards[2].section) == (2, "left")
    answer = DECK.answer(data, hand=2, enemy_hand=1, card="rally")
    assert answer.table("card_in_hand").plain() == {"Rally": pytest.approx(2 / 6)}
    assert any("from memory: the counts of Probe, and what" in line for line in answer.assumes)
    assert any(line.startswith("Rally, 1 of 6 cards") for line in answer.lines)


def test_a_deck_without_tactic_cards_has_no_tables_of_them():
    data = deck(PROBE)
    for how in (How(), How(trials=100, rng=1)):
        answer = DECK.answer(data, hand=2, enemy_hand=0, tactics="2/0/0/0", how=how)
        assert [table.name for table in answer.tables] == [
            *("orders", "orders_in_all", "best_orders", "command", "assault_orders", "no_orders")
        ]
        assert answer.table("orders").data["left"]["2"] == 1.0
        assert answer.table("no_orders").plain()["section cards"] == 0.0
        assert not any("Assault" in line for line in answer.lines)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([], "the deck has no card: write [[cards]]"),
        ([PROBE + "amount = 2\n"], "[[cards]] 1 ('Probe'): key 'amount' is not known"),
        ([PROBE.replace("section", "tactics")], "kind is section or tactic, not 'tactics'"),
        ([PROBE.replace('"Probe"', '" "')], "name ' ' is no name of a card"),
        ([PROBE.replace('name = "Probe"', "name = 3")], "name is a text in quotes, not 3"),
        ([PROBE.replace('name = "Probe"', "")], 'name is missing; write name = "…"'),
        ([PROBE, PROBE], "Probe left is in the deck twice; write it once, with its count"),
        ([PROBE.replace("left", "centr")], "section 'centr' is not known; did you mean 'centre'"),
        ([PROBE.replace("= 2 }", "= -1 }")], "count: left = -1 is not a whole number from 0 to 99"),
        ([PROBE.replace("= 2 }", "= 0 }")], "count is 0 in every section; leave the card out"),
        ([PROBE.replace("= 2 }", "= true }")], "count: left = true is not a whole number"),
        ([PROBE.replace("{ left = 2 }", "2")], "a section card has its count by section"),
        ([PROBE.replace("{ left = 2 }", "1.5")], "count = 1.5 is not a whole number from 1 to 99"),
        ([PROBE.replace("orders = 2", 'orders = "all"')], "orders = 'all' is not a whole number"),
        ([PROBE.replace("orders = 2", "orders = 21")], "orders = 21 is not a whole number from 0"),
        ([PROBE.replace("orders = 2", "orders = { left = 1 }")], "orders by section go with one"),
        ([PROBE + "draws = 3\n"], "draws = 3 is not a whole number from 1 to 2"),
        ([PROBE + "otherwise = 1\n"], "otherwise is not for a section card; leave it out"),
        ([PROBE + 'confidence = "sure"\n'], "confidence is two sources or single source or from"),
        ([PROBE + 'source = "site"\n'], "source is a list of texts"),
        ([PROBE + "says = 2\n"], "says is a text in quotes, not 2"),
        (
            ['name = "W"\nkind = "section"\ncount = 2\norders = { left = 0 }\n'],
            "orders are 0 in every section; write how many it orders",
        ),
        (
            ['name = "W"\nkind = "section"\ncount = 2\norders = { left = "some" }\n'],
            "orders: left = 'some' is not a whole number from 0 to 20 or \"command\"",
        ),
        (
            ['name = "W"\nkind = "section"\ncount = 0\norders = { left = 1 }\n'],
            "count = 0 is not a whole number from 1 to 99",
        ),
        ([TACTIC.replace("4", '"command"')], 'or "all" or "dice"'),
        ([TACTIC.replace("1", "{ left = 1 }")], "count = { left = 1 } is not a whole number"),
        ([TACTIC + "draws = 2\n"], "draws is not for a tactic card; leave it out"),
        ([TACTIC + 'of = ["infantri"]\n'], "class 'infantri' is not known; did you mean 'infantry"),
        ([TACTIC + 'of = "infantry"\n'], "of is a list of texts"),
        ([TACTIC + 'where = "here"\n'], "where is one section or next to the enemy or away"),
        ([TACTIC + "otherwise = -1\n"], "otherwise = -1 is not a whole number from 0 to 20"),
        (
            [TACTIC.replace("4", '"dice"') + "otherwise = 1\n"],
            "otherwise does not go with orders = 'dice'; leave it out",
        ),
        (
            [TACTIC.replace("4", "0") + 'of = ["infantry"]\n'],
            "of does not go with orders = 0; leave it out",
        ),
    ],
)
def test_wrong_files_name_the_entry_at_fault(cards, message):
    assert message in refused(deck(*cards))


def test_wrong_sections_of_a_file():
    assert "the deck: section 'card' is not known; did you mean 'cards'" in refused({"card": []})
    assert "cards: write each as a [[cards]] of its own" in refused({"cards": {"name": "Probe"}})
    assert "cards: write each as a [[cards]] of its own" in refused({"cards": 3})


def fault(data):
    """What is wrong with a file, or None if it is a deck."""
    try:
        assert read_deck(data).size >= 1
    except OptionError as error:
        return error
    return None


TOML = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 200) | st.text(max_size=4) | st.floats(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(SECTIONS), inner),
    max_leaves=4,
)


@given(
    st.sampled_from(["name", "kind", "count", "orders", "draws", "of", "where", "otherwise"]),
    TOML,
    st.sampled_from([PROBE, TACTIC]),
)
def test_any_value_is_read_or_refused_plainly(key, value, card):
    data = deck(card)
    data["cards"][0][key] = value
    error = fault(data)
    assert error is None or (str(error).count("\n") == 0 and error.given is not None)


# --- settings


@pytest.mark.rule("CC-26", "CC-40", "CC-41")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hand": 0}, "hand='0' is not possible; it is a whole number from 1 to 12"),
        ({"hand": 13}, "whole number from 1 to 12"),
        ({"squares": 5}, "squares='5' is not possible; it is a whole number from 0 to 4"),
        ({"hand": 3, "squares": 3}, "with a hand of 3 at most 2 leave a card to play (CC-26)"),
        ({"turns": 40}, "the deck of 70 cards lasts for 31 own turns"),
        ({"turns": 0}, "whole number from 1 to 60"),
        ({"card": "Bayonet"}, "card: tactic card 'Bayonet' is not known"),
        ({"card": "Probe"}, "card: tactic card 'Probe' is not known"),
        ({"units": "4/5"}, "units='4/5' cannot be read; it is LEFT/CENTRE/RIGHT"),
        ({"units": "4/5/3, 1 left"}, "cannot be read"),
        ({"units": "4/5/100"}, "in each section are 0 to 99 units"),
        ({"tactics": "8/4"}, "tactics='8/4' cannot be read; it is INFANTRY/CAVALRY"),
        ({"tactics": "8 tanks"}, "unknown unit 'tanks'"),
        ({"tactics": "-1 infantry"}, "is not a whole number"),
        ({"scout": "draw"}, "scout is plain or choose"),
        ({"first": "me"}, "first is own or enemy"),
        ({"hands": 5}, "napoleonics has no setting 'hands'"),
    ],
)
def test_wrong_settings_say_what_is_allowed(options, message):
    assert message in refused(**options)


def test_hands_that_the_deck_does_not_hold():
    assert "the deck of 2 does not last for a turn" in refused(deck(PROBE))
    alone = DECK.answer(deck(PROBE), hand=2, enemy_hand=0)
    assert alone.table("orders").data["left"]["2"] == 1.0
    message = refused(deck(PROBE), hand=2, enemy_hand=0, first="enemy")
    assert "hands of 2 and 0 are 2 cards" in message


def test_settings_read_back_as_they_are_shown():
    texts = {
        "units": ["4/5/3", "4/5/3, 1 left-centre, 2 centre-right"],
        "tactics": ["8 infantry, 4 cavalry", "1 adjacent horse artillery, 3 leaders"],
        "hand": ["6"],
        "scout": ["choose"],
        "first": ["enemy"],
        "card": ["Force March"],
    }
    for setting in DECK.settings:
        for text in texts.get(setting.key, []):
            assert setting.shows(setting.parse(text, {})) == text
        if setting.key in ("units", "tactics", "hand", "squares", "turns"):
            assert setting.parse("", {}) is setting.default is None
    assert parse_placed("4/5/3, 1 left-center, 2 left-centre").left_centre == 3
    assert parse_army("2 inf, 1 foot artillery, 2 adjacent cav, 1 general, 3 infantry") == Army(
        (5, 0, 1, 0), (0, 2, 0, 0), 1
    )


def test_an_accent_or_a_hyphen_does_not_matter():
    for name in ("Élan", "elan", " counter attack "):
        assert any("of 70 cards" in line for line in DECK.answer(card=name).lines)


# --- answers


@pytest.mark.rule("CC-26", "CC-41")
def test_what_is_taken_for_granted():
    usual = DECK.answer().assumes
    assert any("every section has units enough" in line for line in usual)
    assert not any("squares" in line for line in usual)
    few = DECK.answer(squares=4, units="1/2/3", tactics="0/0/0/0", scout="choose").assumes
    assert "units 1/2/3; surplus orders lapse (CC-41)" in few
    assert any("with fewer than 3 cards no square is formed; 4 are taken" in line for line in few)
    assert any("tactic cards order of: nobody" in line for line in few)
    assert any(line.startswith("each Scout is played in the first turn") for line in few)


@pytest.mark.rule("CC-40")
def test_the_usual_questions_are_answered_in_words():
    lines = DECK.answer(card="Cavalry Charge", turns=4).lines
    assert (
        "with 5 cards you hold a card for 3 or more units on the left 37.0 %, in the centre 46.5 %,"
        " on the right 37.0 %"
    ) in lines
    assert "Cavalry Charge is in your opening hand of 5: 20.2 %" in lines
    assert "you have held Cavalry Charge by your turn 4: 30.9 %; the enemy has by then: 30.9 %" in (
        lines
    )
    standing = DECK.answer(squares=1, tactics="8/4/2/3").lines
    assert "1 square: as many cards have left your hand by chance, and you hold 4 cards" in standing
    assert any(
        line.startswith("the best card of all, tactic cards too, orders") for line in standing
    )


def test_tables_are_of_known_kinds_and_plain():
    answer = DECK.answer(tactics="8/4/2/3")
    assert DECK.name == "napoleonics"
    assert "ccn" in DECK.aliases
    assert {table.kind for table in answer.tables} <= set(KINDS)
    assert set(answer.table("orders").plain()) == set(SECTIONS)
    assert answer.table("card_in_hand").plain()["Elan"] == pytest.approx(5 / 70)
    assert shipped_deck() is shipped_deck()
