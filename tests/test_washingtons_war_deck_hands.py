"""One hand of the strategy deck: what it holds, whom it activates, who plays last."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.washingtons_war.deck.cards import Card, Deck, each
from combat.washingtons_war.deck.course import Course
from combat.washingtons_war.deck.deck_file import example_deck
from combat.washingtons_war.deck.entry import DECK
from combat.washingtons_war.deck.hand_tables import claimed, hand_tables
from combat.washingtons_war.deck.hands import ExactHands, SampledHands
from combat.washingtons_war.deck.last_word import LastWord, plays_last
from combat.washingtons_war.deck.problem import Problem
from combat.washingtons_war.deck.queue import plays_needed

A, B = "american", "british"
SMALL = Deck(
    (
        Card("one", 3, "ops", ops=1),
        Card("two", 2, "ops", ops=2),
        Card("three", 1, "ops", ops=3),
        Card("campaign", 2, "campaign"),
        Card("tarleton", 1, "battle", side=B),
        Card("raid", 1, side=B),
        Card("steuben", 1, side=A, from_1776=True),
        Card("late", 1, "ops", ops=3, from_1776=True),
    )
)
COURSE = Course(hand=3)


def brute(era):
    """Every hand of three that can be dealt, with its chance: as names of cards."""
    early = each(card for card in SMALL.cards if not card.from_1776)
    later = each(card for card in SMALL.cards if card.from_1776)
    if era == "1775":
        piles = [early]
    elif era == "new-deck":
        piles = [early + later]
    else:  # six of the early cards have been dealt before
        piles = [left + later for left in combinations(early, len(early) - 6)]
    found = Counter()
    for pile in piles:
        for hand in combinations(pile, 3):
            chance = Fraction(1, len(piles) * comb(len(pile), 3))
            found[tuple(sorted(card.name for card in hand))] += chance
    return found


SORTS = {
    "campaign cards": lambda card: card.kind == "campaign",
    "OPS cards": lambda card: card.kind == "ops",
    "OPS cards of 3": lambda card: card.ops == 3,
    "British battle cards": lambda card: card.kind == "battle" and card.side == B,
}


@pytest.mark.rule("WW-30", "WW-31", "WW-35", "WW-39")
@pytest.mark.parametrize("era", ["1775", "1776", "new-deck"])
def test_hands_are_as_all_hands_that_can_be_dealt(era):
    by_name = {card.name: card for card in SMALL.cards}
    problem = Problem(SMALL, COURSE, era=era)
    tables = {t.name: t for t in hand_tables(ExactHands(problem), LastWord())}
    hands = [
        ([by_name[name] for name in names], float(chance)) for names, chance in brute(era).items()
    ]
    for group, of in SORTS.items():
        found = Counter()
        for hand, chance in hands:
            found[str(sum(map(of, hand)))] += chance
        assert tables["hand"].data[group] == pytest.approx(dict(found))
    for least, chance in tables["ops_points"].plain().items():
        points = sum(c for hand, c in hands if sum(card.ops for card in hand) >= int(least))
        assert chance == pytest.approx(points)
    own = Counter()
    for hand, chance in hands:
        own[str(sum(card.kind in ("event", "campaign") and card.side != A for card in hand))] += (
            chance
        )
    assert tables["own_events"].data["British, to be played"] == pytest.approx(dict(own))
    for rating, plays in product((1, 2, 3), repeat=2):
        chance = sum(c for hand, c in hands if activated(hand, rating) <= plays)
        row = tables["ops_queue"].data[f"strategy rating {rating}"]
        assert row[str(plays)] == pytest.approx(chance)
    claim = sum(c for hand, c in hands if any(card.kind == "campaign" for card in hand))
    assert claimed(ExactHands(problem)) == pytest.approx(claim)
    assert tables["plays_last"].data["as many cards"] == pytest.approx({A: claim, B: 1 - claim})


def activated(hand, rating):
    """After how many plays the general is activated, over all orders of play; 9 if never."""
    best = 9
    for order in permutations([card.ops for card in hand if card.ops]):
        queue, begun = 0, False
        for plays, value in enumerate(order, start=1):
            if not begun and value >= rating:  # the card alone
                best = min(best, plays)
            if not begun and value < 3:
                begun, queue = True, value
            elif begun:
                queue += value
            if begun and queue >= rating:  # on the play that adds a card, all of it is used
                best = min(best, plays)
                break
    return best


@pytest.mark.rule("WW-35")
@given(st.lists(st.integers(1, 3), max_size=5), st.integers(1, 3))
def test_a_queue_takes_no_more_plays_than_any_order(values, rating):
    hand = [Card(str(value), kind="ops", ops=value) for value in values]
    assert (plays_needed(values, rating) or 9) == activated(hand, rating)


@pytest.mark.rule("WW-35")
def test_a_general_is_activated_as_the_rules_example_says():
    assert plays_needed([3], 3) == 1
    assert plays_needed([2, 1], 3) == 2
    assert plays_needed([1, 1, 1], 3) == 3
    assert plays_needed([1, 1], 3) is None
    assert plays_needed([1, 1], 2) == 2
    assert plays_needed([], 1) is None


def played_out(cards, beginner):
    """Who plays the last card: in turns, and who has cards left plays on alone."""
    left = dict(cards)
    side, last = beginner, None
    while sum(left.values()):
        if left[side]:
            left[side] -= 1
            last = side
        side = B if side == A else A
    return last


@pytest.mark.rule("WW-39")
@pytest.mark.parametrize("beginner", [A, B])
def test_who_plays_last_is_as_played_out(beginner):
    for american, british in product(range(1, 9), repeat=2):
        expected = played_out({A: american, B: british}, beginner)
        assert plays_last(american, british, beginner) == expected


@pytest.mark.rule("WW-39")
def test_a_british_card_lost_gives_the_americans_the_last_play():
    for order, american in (("claim", None), ("british", 1.0), ("american", 0.0), ("random", 0.5)):
        table = DECK.answer(order=order, reshuffle="none").table("plays_last").data
        assert table["the British one fewer"] == {A: 1.0, B: 0.0}
        assert table["the Americans one fewer"] == {A: 0.0, B: 1.0}
        if american is not None:
            assert table["as many cards"] == {A: american, B: 1.0 - american}


@pytest.mark.rule("WW-39", "WW-30")
def test_the_british_may_begin_if_they_hold_a_campaign_card():
    cards = example_deck().number(lambda card: card.kind == "campaign")
    table = DECK.answer(hand="1775", reshuffle="none").table("plays_last").data
    none = comb(108 - cards, 7) / comb(108, 7)
    assert table["as many cards"][A] == pytest.approx(1 - none)
    assert none == pytest.approx(0.7106, abs=5e-5)  # of five among 108


@pytest.mark.rule("WW-30", "WW-31")
def test_hands_sampled_are_seven_different_cards():
    for era in ("1775", "1776", "new-deck"):
        hands = SampledHands(Problem(example_deck(), era=era))
        hands.deal(2_000, np.random.default_rng(6))
        (dealt,) = hands.hands
        assert dealt.shape == (2_000, 7)
        assert (np.diff(np.sort(dealt, axis=1), axis=1) > 0).all()
        assert dealt.max() == (107 if era == "1775" else 109)
        later = (dealt >= 108).sum() / dealt.size
        chance = {"1775": 0.0, "1776": 2 / 96, "new-deck": 2 / 110}[era]
        assert later == pytest.approx(chance, abs=4 * (chance / dealt.size) ** 0.5)
