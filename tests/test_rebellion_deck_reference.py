"""Anchors of the decks of 1775: Rebellion: closed forms, and numbers computed apart.

The table of policies was computed in fractions from the campaign's decks, apart from the library.
"""

from fractions import Fraction
from math import comb

import pytest
from rebellion_deck_oracle import BRITISH, last_rounds, run, share

from combat.errors import OptionError
from combat.rebellion_1775.deck.entry import DECK
from combat.rebellion_1775.deck.factions import FACTIONS

CLOSE = 1e-12
TABLE = {
    # truce, events: mean turn, turns 1 to 8, mean last round
    ("asap", "all"): (
        3.3043,
        (0.2546, 0.1692, 0.1404, 0.1289, 0.1255, 0.1250, 0.0538, 0.0026),
        3.8552,
    ),
    ("asap", "none"): (
        4.0304,
        (0.2546, 0.0949, 0.1022, 0.1083, 0.1122, 0.1132, 0.1109, 0.1038),
        4.5908,
    ),
    ("random", "all"): (4.5, (0.125,) * 8, 4.9187),
    ("random", "none"): (4.5, (0.125,) * 8, 4.9187),
    ("forced", "all"): (
        7.5520,
        (0.0278, 0.0131, 0.0093, 0.0103, 0.0129, 0.0154, 0.0180, 0.8933),
        7.9386,
    ),
    ("forced", "none"): (
        5.3750,
        (0.0278, 0.0664, 0.1043, 0.1348, 0.1554, 0.1668, 0.1716, 0.1729),
        5.7175,
    ),
}


def table(name, **options):
    return DECK.answer(**options).table(name).data


def mean(chances):
    return sum(int(number) * chance for number, chance in chances.items())


@pytest.mark.rule("RB-20")
def test_a_first_hand_without_a_movement_card():
    chance = Fraction(comb(4, 3), comb(12, 3))
    assert chance == Fraction(1, 55)
    for row in table("no_movement").values():
        assert row["1"] == pytest.approx(float(chance), abs=CLOSE)


@pytest.mark.rule("RB-20")
def test_the_truce_in_the_first_hand():
    """Of hands that have a movement card; alone among movement cards with two events."""
    hands = comb(12, 3) - comb(4, 3)
    there, alone = Fraction(comb(11, 2), hands), Fraction(comb(4, 2), hands)
    assert (there, alone) == (Fraction(55, 216), Fraction(1, 36))
    for name in FACTIONS:
        soon = table("truce_turn", truce="asap")[name]["1"]
        late = table("truce_turn", truce="forced")[name]["1"]
        assert soon == pytest.approx(float(there), abs=CLOSE)
        assert late == pytest.approx(float(alone), abs=CLOSE)


@pytest.mark.rule("RB-20", "RB-22")
@pytest.mark.parametrize(("truce", "events"), TABLE)
def test_the_table_of_policies(truce, events):
    turn, chances, last = TABLE[truce, events]
    answer = DECK.answer(truce=truce, events=events)
    for row in answer.table("truce_turn").data.values():
        assert tuple(row) == tuple("12345678")
        assert mean(row) == pytest.approx(turn, abs=5.1e-5)
        assert tuple(row.values()) == pytest.approx(chances, abs=5.1e-5)
    ends = answer.table("last_round").data["game"]
    assert mean(ends) == pytest.approx(last, abs=5.1e-5)


@pytest.mark.rule("RB-20")
@pytest.mark.parametrize("events", ["all", "none"])
def test_movement_cards_played_alike_make_all_turns_alike(events):
    for row in table("truce_turn", truce="random", events=events).values():
        assert tuple(row.values()) == pytest.approx([0.125] * 8, abs=CLOSE)


@pytest.mark.rule("RB-22", "RB-23")
def test_the_last_round_of_truces_played_alike():
    """No draw matters: each truce comes in each of eight rounds with 1/8."""
    turns = {number: Fraction(1, 8) for number in range(1, 9)}
    expected = last_rounds(dict.fromkeys(FACTIONS, turns), 3)
    found = table("last_round", truce="random")["game"]
    assert set(found) == {str(number) for number in expected}
    for number, chance in expected.items():
        assert found[str(number)] == pytest.approx(float(chance), abs=CLOSE)
    first = 1 - (1 - Fraction(3, 8) ** 2) ** 2
    assert found["3"] == pytest.approx(float(first), abs=CLOSE)


@pytest.mark.rule("RB-22")
def test_the_end_of_the_worked_example():
    """British truce in round 1, Patriot in 4, Loyalist in 5: after round 5, not before."""
    rounds = {"british": 1, "patriot": 4, "loyalist": 5, "continental": 8}
    assert last_rounds({name: {n: Fraction(1)} for name, n in rounds.items()}, 3) == {5: 1}
    found = DECK.answer(truce="random", table="british: 1, patriot: 4")
    # each of the two partners' truces comes in each of rounds 5 to 8 with 1/4
    assert found.table("end_next_round").data["game"]["5"] == pytest.approx(7 / 16, abs=CLOSE)
    with pytest.raises(OptionError, match="the game ended after round 5"):
        DECK.answer(table="british: 1, patriot: 4, loyalist: 5")


@pytest.mark.rule("RB-21")
def test_turn_order():
    found = table("turn_order")
    side, either = found["a given side"], found["either side"]
    exact = {
        ("turns 1 and 2", 1): (side, Fraction(1, 6)),
        ("turns 1 and 2", 2): (either, Fraction(1, 3)),
        ("alternating", 2): (either, Fraction(1, 3)),
        ("3 in a row", 1): (side, Fraction(5, 36)),
        ("3 in a row", 2): (either, Fraction(5, 18)),
        ("4 in a row", 1): (side, Fraction(1, 36)),
        ("4 in a row", 2): (either, Fraction(1, 18)),
    }
    for (what, _), (row, chance) in exact.items():
        assert row[what] == pytest.approx(float(chance), abs=CLOSE)
    again = found["some faction"]["last, then first"]
    assert again == pytest.approx(1 / 4, abs=CLOSE)


@pytest.mark.rule("RB-21")
def test_turn_order_by_all_orders_of_the_dice():
    found = table("turn_order")
    side, faction = found["a given side"], found["a given faction"]
    expected = {
        "first": share(lambda order: order[0] in BRITISH),
        "last": share(lambda order: order[3] in BRITISH),
        "turns 1 and 2": share(lambda order: set(order[:2]) == set(BRITISH)),
        "turns 3 and 4": share(lambda order: set(order[2:4]) == set(BRITISH)),
        "last, then first": share(lambda o: o[3] in BRITISH and o[4] in BRITISH),
        "3 in a row": share(lambda order: run(order, BRITISH) >= 3),
        "4 in a row": share(lambda order: run(order, BRITISH) >= 4),
    }
    assert side == pytest.approx({what: float(p) for what, p in expected.items()}, abs=CLOSE)
    assert faction["last"] == pytest.approx(float(share(lambda o: o[3] == "british")), abs=CLOSE)
    both = share(lambda order: order[3] == order[4] == "british")
    assert faction["last, then first"] == pytest.approx(float(both), abs=CLOSE)


@pytest.mark.rule("RB-20")
def test_events_of_the_first_hand():
    """A given event is in a first hand that has a movement card, or any event is."""
    hands = comb(12, 3) - comb(4, 3)
    given = Fraction(comb(11, 2) - comb(3, 2), hands)
    some = 1 - Fraction(comb(8, 3), hands)
    found = table("event_by_round")
    assert found["british: a given event"]["1"] == pytest.approx(float(given), abs=CLOSE)
    assert found["british: any event"]["1"] == pytest.approx(float(some), abs=CLOSE)


@pytest.mark.rule("RB-26")
def test_the_introductory_scenario_has_two_rounds():
    answer = DECK.answer(scenario="introductory")
    assert answer.table("last_round").data["game"] == {"2": 1.0}
    assert answer.table("end_next_round").data["game"] == {"1": 0.0, "2": 1.0}
    for row in answer.table("truce_turn").data.values():
        assert not any(row.values())
    given = answer.table("event_by_round").data["patriot: a given event"]
    assert given["1"] == pytest.approx(0.5, abs=CLOSE)  # three of six cards, never all events


@pytest.mark.rule("RB-26")
def test_quebec_may_end_in_the_first_round():
    found = table("last_round", scenario="quebec", truce="random")["game"]
    assert set(found) == set("123456")
    assert found["1"] == pytest.approx(1 - (1 - 1 / 36) ** 2, abs=CLOSE)
    hands = comb(9, 3) - comb(3, 3)
    soon = table("truce_turn", scenario="quebec")["british"]["1"]
    assert soon == pytest.approx(comb(8, 2) / hands, abs=CLOSE)
