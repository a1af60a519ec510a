"""The third event: the article's numbers by closed forms, and by turns played card by card."""

import random
from collections import Counter
from itertools import combinations
from math import comb

import pytest
from article_tables import number, says, table_of, text_of

RUNS = 4000
REGULARS, RANGERS, INDIANS, MILITIA = "regulars", "rangers", "Indians", "militia"
CARDS = {REGULARS: 2, RANGERS: 4, INDIANS: 4, MILITIA: 2}
ACTIONS = {REGULARS: 2, RANGERS: 1, INDIANS: 1, MILITIA: 1}
BRITISH = (REGULARS, RANGERS)
EVENT, OFFICERS = "event", "officers"
DECK = [*(name for name, count in CARDS.items() for _ in range(count)), *[EVENT] * 3, OFFICERS]


@pytest.fixture(scope="module")
def text():
    return text_of("musket-skirmish")


def test_a_deck_of_any_size_loses_a_quarter_of_each_card(text):
    rows = table_of(text, "A deck's size")
    for row in rows:
        cards = int(row["cards"])
        assert number(row["turn lasts"]) == pytest.approx(3 * (cards + 1) / 4, abs=0.006)
        assert number(row["last card"]) == pytest.approx(3 / cards, abs=6e-4)
        assert number(row["regulars idle"]) == pytest.approx(1 / comb(5, 3), abs=6e-4)
        assert number(row["Indians idle"]) == pytest.approx(1 / comb(7, 3), abs=6e-4)


def test_who_never_acts_by_number_of_cards(text):
    rows = table_of(text, "By the number of a type's cards")
    for row, many in zip(rows, range(1, 7), strict=True):
        orders = list(combinations(range(many + 3), 3))  # places of the events among its cards
        reached = Counter(events[-1] - 2 for events in orders)
        none, everything = reached[0] / len(orders), reached[many] / len(orders)
        assert number(row["none comes"]) == pytest.approx(none, abs=6e-4)
        assert number(row["all come"]) == pytest.approx(everything, abs=6e-4)
        mean = sum(cards * ways for cards, ways in reached.items()) / len(orders)
        assert number(row["cards that come"]) == pytest.approx(mean, abs=0.006)
        silent = number(row["once in six"])
        assert silent == pytest.approx(1 - (1 - none) ** 6, abs=6e-4)


def turn(cards, rng):
    """The cards of a shuffled turn, up to the third event."""
    deck = list(cards)
    rng.shuffle(deck)
    return ended(deck)


def ended(order):
    events = 0
    for at, card in enumerate(order, start=1):
        events += card == EVENT
        if events == 3:
            return order[:at]
    return order


def test_who_acts_first_and_twice_in_a_row(text):
    rng = random.Random(7)
    played = [turn(DECK, rng) for _ in range(40_000)]
    rows = {row[""]: row for row in table_of(text, "Whose card is the first of the turn")}
    first = Counter(next((c for c in t if c in CARDS), None) for t in played)
    assert number(rows["British rangers"]["chance"]) == pytest.approx(
        first[RANGERS] / len(played), abs=0.01
    )
    doubles = 0
    for order in played:
        sides = [card for card in order if card in CARDS]
        own = [at for at, card in enumerate(sides) if card == REGULARS]
        if len(own) == 2:
            doubles += all(card in BRITISH for card in sides[own[0] : own[1]])
    assert says(text, "Regulars have one in 17.9 % of all turns")
    assert doubles / len(played) == pytest.approx(0.179, abs=0.01)


def test_the_officers_card_is_a_quarter_more(text):
    kills = 12 * 2 / 6 * 4 / 6
    assert says(text, "gives 0.75 of an action a turn, and 1.00 kills", "kill 4.00 a turn")
    assert kills * 0.75 / 2 == pytest.approx(1)
    assert kills * 4 * 0.75 / 2 == pytest.approx(4)


@pytest.mark.parametrize("moves", [1.0, 0.5, 0.2])
def test_volleys_on_watch(text, moves):
    rng = random.Random(11)
    fired = usual = 0
    for _ in range(RUNS):
        loaded, marker = True, False
        for _ in range(6):
            for card in turn(DECK, rng):
                if card == REGULARS:
                    marker, loaded = marker or loaded, True
                    usual += 1  # a card of two actions is a volley, loaded or not
                elif card in CARDS and card not in BRITISH and marker and rng.random() < moves:
                    fired, marker, loaded = fired + 1, False, False
    rows = {number(row["moves in sight"]): row for row in table_of(text, "Volleys of the regulars")}
    assert number(rows[moves]["on watch"]) == pytest.approx(fired / RUNS / 6, abs=0.02)
    assert number(rows[moves]["on their cards"]) == pytest.approx(usual / RUNS / 6, abs=0.03)


def rank(card, british, policy):
    """How soon a card is played: its own by actions, the officers', the enemy's, events."""
    if card == EVENT:
        return {"own": 20, "hold": 1}[policy]
    if card == OFFICERS:
        return 40
    return 50 + ACTIONS[card] if (card in BRITISH) == british else 10 - ACTIONS[card]


def planned(policies, rng):
    """A turn with hands of three (None: any card is played)."""
    deck = list(DECK)
    rng.shuffle(deck)
    begins = rng.randrange(2)
    hands = {begins: deck[0:6:2], 1 - begins: deck[1:6:2]}
    rest, order, mover = deck[6:], [], begins
    while any(hands.values()):
        if hands[mover]:
            hand, policy = hands[mover], policies[mover]
            british = mover == 0
            card = (
                rng.choice(hand)
                if policy is None
                else max(hand, key=lambda one: rank(one, british, policy))
            )
            hand.remove(card)
            order.append(card)
            if rest:
                hand.append(rest.pop(0))
        mover = 1 - mover
    return ended(order)


WAYS = {
    "cards come as shuffled": (None, None),
    "both play their own first": ("own", "own"),
    "the British hold events back": ("hold", "own"),
    "the French hold events back": ("own", "hold"),
    "both hold events back": ("hold", "hold"),
}


@pytest.mark.parametrize("name", WAYS)
def test_hands_of_three(text, name):
    rng = random.Random(13)
    played = [planned(WAYS[name], rng) for _ in range(RUNS)]
    row = {row["hands"]: row for row in table_of(text, "Hands of three")}[name]
    assert number(row["cards"]) == pytest.approx(sum(map(len, played)) / RUNS, abs=0.2)
    idle = sum(REGULARS not in order for order in played) / RUNS
    printed = row["regulars idle"]
    shown = 0.0 if printed.startswith("under") else number(printed)
    assert shown == pytest.approx(idle, abs=0.03)
    acts = [sum(ACTIONS[c] for c in order if c in BRITISH) for order in played]
    assert number(row["British act"]) == pytest.approx(sum(acts) / RUNS, abs=0.12)
    others = [sum(ACTIONS[c] for c in o if c in CARDS and c not in BRITISH) for o in played]
    assert number(row["French act"]) == pytest.approx(sum(others) / RUNS, abs=0.12)


def test_the_claim_has_these_numbers(text):
    assert says(text, "in 10.0 % of all turns neither comes, and in 40.0 % at least one is missing")
    assert says(text, f"Over six turns the chance is {100 * (1 - 0.9**6):.1f} %")
