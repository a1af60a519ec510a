"""Command cards: small decks of every kind, against every hand that there is."""

from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.napoleonics.deck.card import SECTIONS
from combat.napoleonics.deck.entry import DECK
from combat.napoleonics.deck.placed import Placed, parse_placed

NEAR = pytest.approx
ARMY = "2/1/1/1"


def of(answer, name):
    return answer.table(name).data


def section_card(name, count, orders):
    return {"name": name, "kind": "section", "count": count, "orders": orders}


def tactic_card(name, count, **orders):
    return {"name": name, "kind": "tactic", "count": count, **orders}


@st.composite
def decks(draw):
    """Decks of at most ten cards, as files, with some Assaults and a tactic card."""
    few = st.integers(0, 2)
    count = {section: draw(few) for section in SECTIONS}
    by_section = {section: draw(st.integers(0, 3)) for section in SECTIONS}
    cards = [tactic_card("Manoeuvre", draw(st.integers(1, 2)), orders=draw(st.integers(0, 3)))]
    if any(count.values()):
        orders = draw(st.sampled_from(["command", 0, 1, 2, 3]))
        cards.append(section_card("Push", count, orders))
    if any(by_section.values()):
        cards.append(section_card("Everywhere", draw(st.integers(1, 2)), by_section))
    if draw(st.booleans()):
        cards.append(tactic_card("Dash", 1, orders="dice"))
    return {"cards": cards}


def physical(data):
    """One entry a card: its orders by section, or what a tactic card has."""
    for row in data["cards"]:
        if row["kind"] == "tactic":
            yield from [row["orders"]] * row["count"]
        elif row["name"] == "Push":
            for at, section in enumerate(SECTIONS):
                orders = tuple(row["orders"] if here == at else 0 for here in range(3))
                yield from [orders] * row["count"][section]
        else:
            yield from [tuple(row["orders"][section] for section in SECTIONS)] * row["count"]


def matched(orders, placed):
    """The most units that orders by section reach: every way to share those on the lines."""
    left, centre, right = orders
    return max(
        min(left, placed.left + a)
        + min(right, placed.right + b)
        + min(centre, placed.centre + placed.left_centre - a + placed.centre_right - b)
        for a in range(placed.left_centre + 1)
        for b in range(placed.centre_right + 1)
    )


def orders_of(card, section, held, placed):
    if not isinstance(card, tuple):
        return 0
    numbers = tuple(held if number == "command" else number for number in card)
    return min(numbers[SECTIONS.index(section)], placed.within(section))


def in_all(card, held, placed):
    if not isinstance(card, tuple):
        return 0
    return matched(tuple(held if number == "command" else number for number in card), placed)


def by_command(card):
    return isinstance(card, tuple) and "command" in card


@lru_cache
def mean_of_dice(dice):
    """Units of two infantry, a cavalry, a gun and a leader ordered by dice, of all throws."""
    total = 0
    for faces in product("IICAFS", repeat=dice):
        ordered = min(faces.count("I"), 2) + min(faces.count("C"), 1) + min(faces.count("A"), 1)
        total += ordered + min(faces.count("F"), 5 - ordered)
    return Fraction(total, 6**dice)


def with_tactics(card, held, placed):
    if card == "dice":
        return mean_of_dice(held)
    return card if isinstance(card, int) else in_all(card, held, placed)


@st.composite
def fields(draw):
    numbers = [draw(st.integers(0, 3)) for _ in range(5)]
    return Placed(*numbers)


def average(hands, value):
    return float(sum(Fraction(value(hand)) for hand in hands) / len(hands))


@pytest.mark.rule("CC-26", "CC-40", "CC-41")
@given(decks(), fields(), st.integers(1, 4), st.integers(0, 3))
def test_small_decks_against_every_hand_and_every_card_taken(data, placed, hand, squares):
    cards = list(physical(data))
    hand = min(hand, len(cards))
    squares = min(squares, hand - 1)
    held = hand - squares
    answer = DECK.answer(
        data, hand=hand, enemy_hand=0, squares=squares, turns=1, units=placed, tactics=ARMY
    )
    hands = [left for dealt in combinations(cards, hand) for left in combinations(dealt, held)]
    orders, means = of(answer, "orders"), of(answer, "best_orders")
    for section in SECTIONS:
        best = [max(orders_of(card, section, held, placed) for card in left) for left in hands]
        for number, chance in orders[section].items():
            share = Fraction(sum(one >= int(number) for one in best), len(hands))
            assert chance == NEAR(float(share), abs=1e-12)
        assert means[section]["best card"] == NEAR(float(Fraction(sum(best), len(hands))))
    total = average(hands, lambda left: max(in_all(card, held, placed) for card in left))
    assert means["section cards"]["best card"] == NEAR(total, abs=1e-12)
    one = average([(card,) for card in cards], lambda left: in_all(left[0], held, placed))
    assert means["section cards"]["card by chance"] == NEAR(one, abs=1e-12)
    every = average(hands, lambda left: max(with_tactics(card, held, placed) for card in left))
    assert means["all cards"]["best card"] == NEAR(every, abs=1e-12)
    idle = average(hands, lambda left: not any(in_all(card, held, placed) for card in left))
    assert of(answer, "no_orders")["section cards"][""] == NEAR(idle, abs=1e-12)
    push = average(
        hands,
        lambda left: max((in_all(card, held, placed) if by_command(card) else 0) for card in left),
    )
    assert answer.table("command").plain()[str(squares)]["mean"] == NEAR(push, abs=1e-12)


@pytest.mark.rule("CC-40")
@given(decks(), fields(), st.integers(1, 4))
def test_chances_are_conserved(data, placed, hand):
    hand = min(hand, len(list(physical(data))))
    answer = DECK.answer(data, hand=hand, enemy_hand=0, turns=1, units=placed, tactics=ARMY)
    for row in of(answer, "command").values():
        assert sum(row.values()) == NEAR(1.0)
    best = of(answer, "best_orders")
    chances = of(answer, "orders_in_all")
    for end in ("section cards", "all cards"):
        assert sum(chances[end].values()) == NEAR(best[end]["best card"])
        assert best[end]["best card"] >= best[end]["card by chance"] - 1e-12
    assert best["all cards"]["best card"] >= best["section cards"]["best card"] - 1e-12
    for end in SECTIONS:
        assert sum(of(answer, "orders")[end].values()) == NEAR(best[end]["best card"])
        assert best[end]["best card"] <= best["section cards"]["best card"] + 1e-12


@pytest.mark.rule("CC-41")
@given(fields(), st.tuples(*[st.integers(0, 5)] * 3))
def test_orders_reach_as_many_units_as_they_can(placed, orders):
    assert placed.ordered(orders) == matched(orders, placed)
    assert parse_placed(str(placed)) == placed
