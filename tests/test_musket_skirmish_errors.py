"""Deck files and settings of the activation deck: what is refused, in one plain line each."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.decks.how import How
from combat.errors import NotationError, OptionError, WargameError
from combat.musket_skirmish.cards import (
    KEYS,
    LIMITS,
    MOST_CARDS,
    MOST_COUNT,
    MOST_TYPES,
    VARIANTS,
    read_deck,
)
from combat.musket_skirmish.entry import DECK

FOOT = 'side = "A"\ntype = "foot"\n'
HORSE = 'side = "B"\ntype = "horse"\n'


def deck(*cards, head=""):
    return tomllib.loads(head + "\n" + "".join(f"[[cards]]\n{card}\n" for card in cards))


def refused(data=None, **options):
    """Return the error of a question, which is one plain line that names what was given."""
    with pytest.raises(WargameError) as caught:
        DECK.answer(data, **options)
    message = str(caught.value)
    assert message
    assert message.isprintable()
    assert caught.value.given is not None
    return caught.value


# --- deck files


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("sides = 'A'", "[[cards]] 1 ('foot'): key 'sides' is not known; did you mean 'side'"),
        ("cost = 3", "did you mean 'count'? (known: side, type, count, actions, elite"),
        ("count = 0", f"count = 0 is not a whole number from 1 to {MOST_COUNT}"),
        ("count = -1", "count = -1 is not a whole number from 1"),
        ("count = 5000", "count = 5000 is not a whole number from 1"),
        ("count = 1.0", "count = 1.0 is not a whole number"),
        ("count = true", "count = true is not a whole number"),
        ("count = '2'", "count = '2' is not a whole number"),
        ("count = [2]", "count = [2] is not a whole number"),
        ("count = nan", "count = nan is not a whole number"),
        ("count = 2020-01-01", "is not a whole number from 1"),
        ("actions = 0", "actions = 0 is not a whole number from 1 to 4"),
        ("actions = 5", "actions = 5 is not a whole number from 1 to 4"),
        ("elite = 1", "elite is true or false, not 1"),
        ("elite = 'yes'", "elite is true or false, not 'yes'"),
        ("models = 10", "models, hit and kill go together: give all three or none"),
        ("models = 10\nhit = 7\nkill = 3", "hit = 7 is not a whole number from 2 to 6"),
        ("models = 10\nhit = 4\nkill = 1", "kill = 1 is not a whole number from 2 to 6"),
        ("models = 0\nhit = 4\nkill = 2", "models = 0 is not a whole number from 1"),
    ],
)
def test_wrong_entries_name_the_entry_at_fault(entry, message):
    error = refused(deck(FOOT + entry))
    assert message in str(error)
    assert str(error).startswith("[[cards]] 1 ('foot'): ")


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ('type = "foot"', 'side is missing; write side = "…"'),
        ('side = "A"', 'type is missing; write type = "…"'),
        ('side = 1\ntype = "foot"', "side is a text in quotes, not 1"),
        ('side = "A"\ntype = ["foot"]', "type is a text in quotes, not ['foot']"),
        ('side = ""\ntype = "foot"', "side = '' is no name of letters"),
        ('side = " - "\ntype = "foot"', "side = '-' is no name of letters"),
        ('side = "A, B"\ntype = "foot"', "side = 'A, B' is no name of letters"),
        ('side = "A"\ntype = "foot!"', "type = 'foot!' is no name of letters"),
        ('side = "A"\ntype = "f\\u0000t"', "is no name of letters"),
    ],
)
def test_wrong_names_of_sides_and_types(card, message):
    assert message in str(refused(deck(card)))


@pytest.mark.parametrize(
    ("head", "message", "allowed"),
    [
        ("name = 'x'", "the deck: key 'name' is not known", KEYS[""]),
        ("event = 3", "the deck: key 'event' is not known; did you mean 'events'", KEYS[""]),
        ("variant = 'end of turn'", "did you mean 'end-of-turn'", VARIANTS),
        ("variant = ['plain']", "the deck: variant 'plain' is not known", VARIANTS),
        ("variant = [['planning']]", "the deck: variant \"['planning']\" is not known", VARIANTS),
        ("variant = 3", "the deck: variant '3' is not known", VARIANTS),
        ("variant = {a = 1}", "the deck: variant", VARIANTS),
        ("events = -1", "the deck: events = -1 is not a whole number from 0 to 20", ("0 to 20",)),
        ("events = 21", "the deck: events = 21 is not a whole number from 0 to 20", ("0 to 20",)),
        ("events = '3'", "the deck: events = '3' is not a whole number", ("0 to 20",)),
        ("officers = 1.5", "the deck: officers = 1.5 is not a whole number", ("0 to 20",)),
        ("officers = false", "the deck: officers = false is not a whole", ("0 to 20",)),
        ("stop = 0", "the deck: stop = 0 is not a whole number from 1 to 20", ("1 to 20",)),
        ("morale = 'A'", "the deck: morale is a list of sides, not 'A'", ()),
        ("morale = ['C']", "the deck: morale: side 'C' is not known (known: A, B)", ("A", "B")),
        ("morale = [1]", "the deck: morale: side '1' is not known", ("A", "B")),
        ("morale = [['A']]", "the deck: morale: side", ("A", "B")),
        ("morale = [{a = 1}]", "the deck: morale: side", ("A", "B")),
    ],
)
def test_wrong_heads_of_a_file(head, message, allowed):
    error = refused(deck(FOOT, HORSE, head=head))
    assert message in str(error)
    assert error.allowed == tuple(allowed)


@pytest.mark.parametrize("data", [{}, {"cards": []}, {"events": 3}])
def test_a_deck_without_cards(data):
    assert "the deck has no [[cards]]" in str(refused(data))


@pytest.mark.parametrize("cards", [3, "foot", {"side": "A"}, [1], [["A"]]])
def test_cards_that_are_no_tables(cards):
    assert str(refused({"cards": cards})) == "cards: write each as a [[cards]] of its own"


def test_types_that_contradict_themselves():
    twice = deck(FOOT + "elite = true", FOOT)
    assert "A foot is elite on one of its cards and not on another" in str(refused(twice))
    shooting = FOOT + "models = 10\nhit = 4\nkill = {}"
    data = deck(shooting.format(3), shooting.format(4))
    assert "A foot shoots otherwise on one of its cards than on another" in str(refused(data))
    data = deck('side = "A B"\ntype = "C"', 'side = "A"\ntype = "B C"')
    assert "two sides have a type A B C" in str(refused(data))


def test_a_deck_of_thousands_of_cards_is_refused_at_once():
    data = deck(*[FOOT + "count = 20"] * 400)
    assert f"8004 cards of 1 types; at most {MOST_CARDS} cards" in str(refused(data))
    data = deck(*[f'side = "A"\ntype = "foot {n}"' for n in range(MOST_TYPES + 1)])
    assert f"of {MOST_TYPES} types can be asked about" in str(refused(data))
    full = deck(*[FOOT + "count = 20"] * 2, HORSE + "count = 16")
    assert DECK.answer(full).title == f"Musket skirmish: a deck of {MOST_CARDS} cards, plain"


# --- settings


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"without": "French milita"}, "type 'French milita' is not known; did you mean"),
        ({"without": "militia"}, "(known: British regulars, British rangers, French indians"),
        ({"morale": "Spanish"}, "morale: 'Spanish' is no side; sides are British, French"),
        ({"watch": "British"}, "type 'British' is not known"),
        ({"moves": "2"}, "moves='2' is not a chance from 0 to 1"),
        ({"moves": "1.5"}, "moves='1.5' is not a chance from 0 to 1"),
        ({"moves": "-0.1"}, "is not a chance"),
        ({"moves": "nan"}, "is not a chance"),
        ({"moves": "half"}, "is not a chance"),
        ({"moves": "."}, "is not a chance"),
        ({"moves": ""}, "is not a chance"),
        ({"moves": "0.5\nx"}, "is not a chance"),
        ({"turns": "0"}, "turns"),
        ({"turns": "51"}, "turns"),
        ({"turns": "six"}, "turns"),
        ({"plans": "British"}, "plans: 'British' is not SIDE POLICY, as 'British own'"),
        ({"plans": "own"}, "'own' is not SIDE POLICY"),
        ({"plans": "British best"}, "policies are random (any card of the hand), own ("),
        ({"plans": "British own, British hold"}, "plans: a side is there twice"),
        ({"plans": "Spanish own"}, "plans: 'Spanish' is no side; sides are British, French"),
        ({"ask": "who is first?"}, "cannot read 'who is first?'; write it as"),
        ({"ask": "British regulars 2 before"}, "cannot read"),
        ({"ask": "British regulars 200 before French indians 1"}, "cannot read"),
        ({"ask": "British regulars fire\u017f before French indians 1"}, "cannot read"),
        ({"ask": "British regulars 0 before French indians 1"}, "cards are counted from 1 in"),
        ({"ask": "British regulars 1 before French indians 0"}, "cards are counted from 1 in"),
        ({"ask": "regulars 1 before French indians 1"}, "type 'regulars' is not known"),
        ({"ask": "British regulars fires before indians 1"}, "type 'indians' is not known"),
        (
            {"ask": "British regulars 1 before British regulars 2"},
            "ask names British regulars twice; the cards of two types are compared",
        ),
        ({"asks": "x"}, "ask"),
        ({"variant": "planning"}, "variant"),
    ],
)
def test_wrong_settings_of_the_example(options, message):
    assert message in str(refused(**options))


def test_all_types_wiped_out():
    names = "British regulars, British rangers, French indians, French militia"
    assert "no activation card is left; leave a type in" in str(refused(without=names))


def test_ask_of_cards_that_give_different_actions():
    data = deck(FOOT + "actions = 1", FOOT + "actions = 2", HORSE)
    assert "give different actions" in str(refused(data, ask="A foot fires before B horse 1"))
    assert DECK.answer(data, ask="B horse fires before A foot 2").lines


@pytest.mark.rule("MT-10")
def test_planning_is_for_two_players():
    three = deck(FOOT, HORSE, 'side = "C"\ntype = "guns"', head="variant = 'planning'")
    few = How(trials=10)
    assert "planning is for two players, not for 3 sides" in str(refused(three, how=few))
    two = deck(FOOT, HORSE, head="variant = 'planning'")
    assert "not for 1 sides" in str(refused(two, without="B horse", how=few))
    error = refused(two, ask="A foot 1 before B horse 1", how=few)
    assert "ask is not answered for the planning variant" in str(error)
    assert refused(two, how=How(engine="exact")).allowed == ("auto", "simulate")


def test_an_unknown_table():
    answer = DECK.answer()
    with pytest.raises(OptionError, match="the deck has no table 'orders'; it has actions, never"):
        answer.table("orders")


def test_kinds_of_errors():
    assert isinstance(refused(ask="?"), NotationError)
    assert isinstance(refused({"cards": 3}), OptionError)


# --- names with digits, in any spelling of the question


def test_types_with_digits_may_be_asked_about():
    data = deck('side = "A"\ntype = "60th  foot"', 'side = "B"\ntype = "squad 2"')
    (line,) = DECK.answer(data, ask="  A 60th foot 1 BEFORE B squad 2 1 ").lines
    assert (
        line == "in a turn, card 1 of A 60th foot comes before card 1 of B squad 2: 50.0 %, exact"
    )
    (line,) = DECK.answer(data, ask="B squad 2 Fires before A 60th foot 9").lines
    assert line.startswith("B squad 2, which has fired")


# --- any values at all

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["A", "B", "foot", *VARIANTS])
)
VALUES = SCALARS | st.lists(SCALARS | st.lists(SCALARS, max_size=1), max_size=3)
ENTRIES = st.dictionaries(st.sampled_from([*KEYS["cards"], "x"]), VALUES, max_size=4)
GOOD = {"side": "A", "type": "foot"}
FILES = st.fixed_dictionaries(
    {"cards": st.lists(st.builds(lambda more: {**GOOD, **more}, ENTRIES), max_size=3) | VALUES},
    optional={key: VALUES for key in (*KEYS[""], "x\n") if key != "cards"},
)


def fault(call, *args, **options):
    """Return the error of a question, None if it has an answer."""
    try:
        call(*args, **options)
    except WargameError as error:
        return error
    return None


@settings(max_examples=300)
@given(FILES)
def test_any_file_is_a_deck_or_one_plain_line(data):
    error = fault(read_deck, data)
    if error is None:
        found = read_deck(data)
        assert 1 <= found.size <= MOST_CARDS
        assert all(name.isprintable() for name in found.names)
    else:
        assert str(error).isprintable()
        assert error.given is not None


@settings(max_examples=150)
@given(st.sampled_from([setting.key for setting in DECK.settings]), st.text(max_size=12))
def test_any_text_of_a_setting_is_read_or_one_plain_line(key, text):
    error = fault(DECK.answer, None, **{key: text})
    assert error is None or str(error).isprintable()


@settings(max_examples=100)
@given(*[st.text(max_size=6) | st.sampled_from(["A foot", "B horse", "1"])] * 3, st.booleans())
def test_any_question_is_read_or_one_plain_line(mine, theirs, number, fires):
    asked = f"{mine} {'fires' if fires else number} before {theirs} {number}"
    error = fault(DECK.answer, deck(FOOT, HORSE), ask=asked)
    assert error is None or str(error).isprintable()


@pytest.mark.parametrize("key", [key for key in LIMITS if key not in ("models", "hit", "kill")])
def test_the_least_and_the_most_are_allowed(key):
    for value in LIMITS[key]:
        entry = f"{key} = {value}"
        data = deck(FOOT + entry) if key in KEYS["cards"] else deck(FOOT, head=entry)
        data.setdefault("variant", "end-of-turn")
        assert read_deck(data)
        assert DECK.answer(data).table("actions").data["A foot"]
