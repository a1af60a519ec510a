"""One turn of the activation deck, exactly: every number against all orders of small decks."""

from itertools import permutations
from math import comb

import musket_oracle as oracle
import pytest
from musket_oracle import PACKS, Kind, Pack

from combat.musket_skirmish.cards import read_deck
from combat.musket_skirmish.entry import DECK
from combat.musket_skirmish.turn import acts_first

NEAR = {"rel": 0, "abs": 1e-12}
every_pack = pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)


def of(pack, name, **settings):
    return DECK.answer(pack.file(), **settings).table(name).data


def same(found, expected):
    """Compare chances by number with the oracle's, which are fractions by number."""
    wanted = {str(key): float(chance) for key, chance in expected.items() if chance}
    assert found == pytest.approx(wanted, **NEAR)


def near(chance):
    return pytest.approx(float(chance), **NEAR)


# --- against all orders


@pytest.mark.rule("MT-01", "MT-02", "MT-04")
@every_pack
def test_actions_in_a_turn(pack):
    table = DECK.answer(pack.file()).table("actions")
    for name in pack.names:
        expected = oracle.actions(pack, name)
        same(table.data[name], expected)
        mean = sum(number * chance for number, chance in expected.items())
        assert table.plain()[name]["mean"] == near(mean)


@pytest.mark.rule("MT-08")
@every_pack
def test_what_is_never_reached(pack):
    never, dry = of(pack, "never_reached"), of(pack, "dry_spell")
    for name in pack.names:
        chance = oracle.never_reached(pack, name)
        assert never[name][""] == near(chance)
        assert dry[name] == {str(n): near(chance**n) for n in (1, 2, 3, 4)}


@pytest.mark.rule("MT-07", "MT-08")
def test_dry_spells_over_turns_are_turns_shuffled_anew():
    """All pairs of orders of two turns are gone through, as nothing is carried over."""
    pack = PACKS["three sides"]
    turns, own = oracle.turns(pack), pack.own("A foot")
    dry = [not own & set(turn) for turn in turns]
    both = sum(first and then for first in dry for then in dry)
    assert of(pack, "dry_spell")["A foot"]["2"] == near(both / len(turns) ** 2)


@pytest.mark.rule("MT-01", "MT-04", "MT-08")
@every_pack
def test_who_acts_before_whom(pack):
    found = of(pack, "before")
    for name, other in permutations(pack.names, 2):
        assert found[name][other] == near(oracle.before(pack, name, other))


@pytest.mark.rule("MT-01", "MT-08")
@every_pack
def test_who_is_first_and_where_in_the_turn(pack):
    first, places = of(pack, "first_to_act"), of(pack, "first_place")
    for name in pack.names:
        assert first[name][""] == near(oracle.first_to_act(pack, name))
        same(places[name], oracle.first_place(pack, name))


@pytest.mark.rule("MT-08")
@every_pack
def test_how_long_a_turn_is(pack):
    same(of(pack, "turn_length")["game"], oracle.spread(pack, len))


@pytest.mark.rule("MT-01", "MT-08")
@every_pack
def test_twice_in_a_row(pack):
    found = of(pack, "twice_in_a_row")
    for name in pack.names:
        assert found[name][""] == near(oracle.twice_in_a_row(pack, name))


@every_pack
def test_questions_of_cards_within_a_turn(pack):
    deck = read_deck(pack.file())
    for mine, theirs in permutations(pack.names, 2):
        for number, other in ((1, 1), (2, 1), (1, 2), (2, 3), (9, 1), (1, 9)):
            asked = (mine, number), (theirs, other)
            assert acts_first(deck, *asked) == near(oracle.cards_before(pack, *asked))
    chance = oracle.cards_before(pack, (mine, 1), (theirs, 1))
    answer = DECK.answer(pack.file(), ask=f"{mine} 1 before {theirs} 1")
    (line,) = answer.lines
    assert line.startswith(f"in a turn, card 1 of {mine} comes before card 1 of {theirs}: ")
    assert line.endswith(", exact")
    assert answer.table("ask").plain() == near(chance)


# --- officers, events, morale, wiped out types


@pytest.mark.rule("MT-04")
@every_pack
def test_what_an_officer_hands_over(pack):
    answer = DECK.answer(pack.file())
    if not pack.officers:
        assert "officers_card" not in [table.name for table in answer.tables]
        return
    spread = oracle.spread(pack, lambda turn: turn.count(oracle.OFFICERS))
    mean = sum(number * chance for number, chance in spread.items())
    for row in answer.table("officers_card").data.values():
        assert row == {"actions": near(mean), "volleys": near(mean / 2)}


@pytest.mark.rule("MT-04")
def test_both_sides_elite_act_on_the_officers_card_at_once():
    """One card each, and the officers' card: whose own card is first, or both at once."""
    pack = Pack((Kind("A", "foot", 1, 1, True), Kind("B", "foot", 1, 1, True)), officers=1)
    assert of(pack, "before")["A foot"]["B foot"] == near(2 / 3)
    assert of(pack, "before")["B foot"]["A foot"] == near(2 / 3)
    assert of(pack, "actions")["A foot"] == {"2": 1.0}


@pytest.mark.rule("MT-05")
def test_events_do_nothing_unless_they_end_the_turn():
    """In plain play another event only makes turns longer."""
    few, many = PACKS["plain"], PACKS["plain"]._replace(events=4)
    for table in ("actions", "never_reached", "before", "first_to_act", "twice_in_a_row"):
        assert of(few, table) == of(many, table)
    assert of(few, "turn_length")["game"] == {"8": 1.0}
    assert of(many, "turn_length")["game"] == {"11": 1.0}


@pytest.mark.rule("MT-06")
def test_a_morale_card_comes_into_the_deck_and_gives_no_actions():
    pack = PACKS["end of turn"]
    longer = pack._replace(morale=("French",))
    asked = DECK.answer(pack.file(), morale="French").tables
    assert asked == DECK.answer(longer.file()).tables
    assert asked == DECK.answer(longer.file(), morale="French").tables  # once a side
    for table in ("actions", "never_reached", "before", "first_to_act"):
        assert of(pack, table) == of(longer, table)
    same(of(longer, "turn_length")["game"], oracle.spread(longer, len))
    same(of(longer, "first_place")["French militia"], oracle.first_place(longer, "French militia"))


@pytest.mark.rule("MT-07")
@every_pack
def test_cards_of_wiped_out_types_leave_the_deck(pack):
    table = of(pack, "if_wiped_out")
    assert table["nobody"] == {
        name: near(oracle.first_to_act(pack, name)) for name in table["nobody"]
    }
    for gone in pack.names:
        rest = pack._replace(kinds=tuple(kind for kind in pack.kinds if kind.name != gone))
        same(table[gone], {name: oracle.first_to_act(rest, name) for name in rest.names})
        asked = DECK.answer(pack._replace(morale=()).file(), without=gone)
        assert asked.tables == DECK.answer(rest._replace(morale=()).file()).tables
        assert gone not in asked.table("actions").data


@pytest.mark.rule("MT-07")
def test_several_types_wiped_out():
    pack = PACKS["end of turn"]
    rest = pack._replace(kinds=pack.kinds[:1])
    answer = DECK.answer(pack.file(), without="French indians,French militia")
    assert answer.tables == DECK.answer(rest.file()).tables
    assert "if_wiped_out" not in [table.name for table in answer.tables]


# --- casualties


@pytest.mark.rule("MT-03")
def test_volleys_and_casualties():
    """Twelve shots that hit on 5 and kill on 3 kill 12 · 1/3 · 2/3; a volley is two actions."""
    pack = PACKS["end of turn"]
    data = pack.file(officers=1)
    data["cards"][0] |= {"models": 12, "hit": 5, "kill": 3}
    answer = DECK.answer(data)
    with_officers = pack._replace(officers=1)
    for name, row in answer.table("volleys").data.items():
        actions = oracle.actions(with_officers, name)
        volleys = float(sum(number * chance for number, chance in actions.items()) / 2)
        if name != "British regulars":
            assert row == {"volleys": near(volleys)}
            continue
        assert row["volleys"] == near(volleys)
        assert row["a volley kills"] == near(8 / 3)
        assert row["kills"] == near(8 / 3 * volleys)
    added = answer.table("officers_card").data["British regulars"]
    assert added == {"actions": near(3 / 4), "volleys": near(3 / 8), "kills": near(1)}
    assert any(line.startswith("single source: rolls") for line in answer.assumes)


# --- what is known by hand


@pytest.mark.rule("MT-08")
@pytest.mark.parametrize("others", [(), (1,), (7, 2), (20, 20, 13)])
def test_a_single_card_is_never_reached_with_a_quarter(others):
    kinds = [Kind("B", f"type {at}", count, 1) for at, count in enumerate(others)]
    pack = Pack((Kind("A", "foot", 1, 2), *kinds), events=3, stop=3)
    assert of(pack, "never_reached")["A foot"][""] == 0.25


@pytest.mark.rule("MT-08")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 6])
def test_none_of_several_cards_is_reached(count):
    """1 in C(m + 3, 3); all of them 3/(m + 3); the mean is 3/4 of them."""
    pack = Pack((Kind("A", "foot", count, 1), Kind("B", "foot", 5, 1)), events=3, stop=3)
    table = DECK.answer(pack.file()).table("actions")
    assert table.data["A foot"]["0"] == near(1 / comb(count + 3, 3))
    assert table.data["A foot"][str(count)] == near(3 / (count + 3))
    assert table.plain()["A foot"]["mean"] == near(3 * count / 4)


@pytest.mark.rule("MT-02")
def test_the_example_has_regulars_of_two_cards_and_two_actions():
    """It says that it is an example, and a deck of one's own does not."""
    answer = DECK.answer()
    rows = answer.table("actions").data
    regulars = rows["British regulars"]
    assert regulars == {"0": near(1 / 10), "2": near(3 / 10), "4": near(3 / 5)}
    assert rows["French indians"]["0"] == near(1 / 35)
    assert answer.assumes[0].startswith("an example deck: ")
    assert not any("example" in line for line in DECK.answer(PACKS["plain"].file()).assumes)


# --- decks at the edge


def test_a_deck_of_one_card():
    answer = DECK.answer(Pack((Kind("A", "foot", 1, 1),)).file())
    assert answer.table("actions").plain() == {"A foot": {"mean": 1.0, "pmf": {"1": 1.0}}}
    for name, number in (("never_reached", 0.0), ("first_to_act", 1.0), ("twice_in_a_row", 0.0)):
        assert answer.table(name).plain() == {"A foot": number}
    assert answer.table("before").data == {"A foot": {}}
    assert answer.table("turn_length").plain() == {"1": 1.0}
    assert answer.table("card_wait").data == {"A foot": {"2": 1.0}}
    assert answer.table("enemy_wait").data == {"A foot": {"0": 1.0}}


@pytest.mark.rule("MT-08")
def test_no_turn_ends_early_without_as_many_events():
    for events in (0, 2):
        pack = PACKS["end of turn"]._replace(events=events)
        ending, plain = DECK.answer(pack.file()), DECK.answer(pack._replace(stop=None).file())
        assert ending.tables == plain.tables
        assert not any("(MT-08)" in line for line in ending.assumes)
    told = DECK.answer(PACKS["end of turn"].file()).assumes
    assert "the turn ends with event card 3 of 3 (MT-08)" in told


@pytest.mark.rule("MT-08")
@pytest.mark.parametrize("stop", [1, 3, 20])
def test_more_events_than_cards(stop):
    """A card is behind the k-th of E events with (E − k + 1)/(E + 1)."""
    pack = Pack((Kind("A", "foot", 1, 1),), events=20, stop=stop)
    answer = DECK.answer(pack.file())
    assert answer.table("never_reached").plain()["A foot"] == near((20 - stop + 1) / 21)
    same(
        answer.table("turn_length").data["game"],
        {stop: (20 - stop + 1) / 21, stop + 1: stop / 21},
    )


@pytest.mark.rule("MT-04")
def test_the_officers_card_is_handed_to_whom_it_kills_most_with():
    data = deck_of_two_types(hit=(5, 3), kill=(4, 4))
    (line,) = DECK.answer(data).lines
    # 6 models: 4 faces of 6 hit and 3 kill, so 6 x 2/3 x 1/2 = 2
    assert line.startswith(
        "the officers' card of the A kills most in the hands of A sharp: 2 a volley"
    )
    assert not DECK.answer(deck_of_two_types(hit=(5, 5), kill=(4, 4))).lines
    assert not DECK.answer(deck_of_two_types(hit=(5, 3), kill=(4, 4), officers=0)).lines


def deck_of_two_types(hit, kill, officers=1):
    """Return a deck of two types of A that shoot otherwise, and one of B that does not shoot."""
    shots = zip(("blunt", "sharp"), hit, kill, strict=True)
    mine = [
        {"side": "A", "type": name, "count": 2, "actions": 1, "models": 6, "hit": h, "kill": k}
        for name, h, k in shots
    ]
    other = {"side": "B", "type": "foot", "count": 1, "actions": 1}
    return {"variant": [], "officers": officers, "cards": [*mine, other]}
