"""Command cards turn by turn: every order of small decks, simulated runs, the same seed."""

from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.decks.how import How
from combat.napoleonics.deck.card_file import read_deck, shipped_deck
from combat.napoleonics.deck.draws import first_turns
from combat.napoleonics.deck.entry import DECK
from combat.napoleonics.deck.question import Question
from combat.napoleonics.deck.sample import take_card
from combat.napoleonics.deck.scouting import scouted_by

NEAR = pytest.approx
MARK, SCOUT, OTHER = "mark", "scout", "other"


def card(name, kind, count, **rest):
    return {"name": name, "kind": kind, "count": count, "orders": 1, **rest}


def deck_of(marked, scouts, others):
    """A deck file of so many cards: the marked tactic card, Scouts on the left, Probes."""
    cards = [card(MARK, "tactic", marked), card(OTHER, "section", {"left": others})]
    if scouts:
        cards.append(card(SCOUT, "section", {"left": scouts}, draws=2))
    return {"cards": cards}


def played(order, hand, enemy_hand, turns, *, choose, enemy_first):
    """The own turn by which each side has held the marked card, of one order of the deck."""
    own, enemy = list(order[:hand]), list(order[hand : hand + enemy_hand])
    left = list(order[hand + enemy_hand :])
    if enemy_first:
        enemy.append(left.pop(0))
    found = [(MARK in own, MARK in enemy)]
    for _ in range(turns - 1):
        if choose and SCOUT in own:
            own.remove(SCOUT)
            two = [left.pop(0), left.pop(0)]
            own.append(min(two, key=(MARK, SCOUT, OTHER).index))
        else:
            own.append(left.pop(0))  # what else is played has been held
        enemy.append(left.pop(0))
        found.append((MARK in own, MARK in enemy))
    return found


def orders_of(marked, scouts, others):
    """Every order of a deck, cards of a kind being the same."""
    places = range(marked + scouts + others)
    for marks in combinations(places, marked):
        for at in combinations([place for place in places if place not in marks], scouts):
            yield [MARK if p in marks else SCOUT if p in at else OTHER for p in places]


def every_order(cards, **game):
    """The chance to have held the marked card by each own turn: mine, the enemy's."""
    ways = [played(order, **game) for order in orders_of(*cards)]
    return [
        [float(Fraction(sum(row), len(ways))) for row in zip(*side, strict=True)]
        for side in ([[turn[side] for turn in way] for way in ways] for side in (0, 1))
    ]


@pytest.mark.rule("CC-40")
@pytest.mark.parametrize("choose", [False, True])
@pytest.mark.parametrize("enemy_first", [False, True])
@pytest.mark.parametrize(
    ("cards", "hand", "enemy_hand", "turns"),
    [((1, 1, 9), 2, 1, 4), ((2, 1, 8), 1, 1, 3), ((1, 3, 8), 1, 0, 4), ((1, 0, 7), 1, 2, 3)],
)
def test_cards_by_turn_against_every_order_of_a_deck(
    cards, hand, enemy_hand, turns, enemy_first, choose
):
    own, enemy = every_order(
        cards,
        hand=hand,
        enemy_hand=enemy_hand,
        turns=turns,
        choose=choose,
        enemy_first=enemy_first,
    )
    answer = DECK.answer(
        deck_of(*cards),
        hand=hand,
        enemy_hand=enemy_hand,
        turns=turns,
        scout="choose" if choose else "plain",
        first="enemy" if enemy_first else "own",
    )
    assert list(answer.table("card_by_turn").data[MARK].values()) == NEAR(own)
    assert list(answer.table("enemy_card_by_turn").data[MARK].values()) == NEAR(enemy)
    assert answer.table("card_in_hand").data[MARK][""] == NEAR(own[0])
    question = Question(
        read_deck(deck_of(*cards)),
        hand,
        enemy_hand,
        turns=turns,
        scouts=choose,
        enemy_first=enemy_first,
    )
    kinds = [card.name for card in question.deck.cards]
    orders = np.array([[kinds.index(one) for one in order] for order in orders_of(*cards)])
    for found, chances in zip(first_turns(question, orders), (own, enemy), strict=True):
        assert np.cumsum(found[0]) / len(orders) == NEAR(chances)


@pytest.mark.rule("CC-40")
def test_a_card_a_turn_from_one_deck():
    answer = DECK.answer(hand=6, enemy_hand=4, turns=5)
    for table, dealt in (("card_by_turn", 6), ("enemy_card_by_turn", 4)):
        for name, copies in (("Cavalry Charge", 3), ("Bombard", 2), ("Elan", 1)):
            for turn in range(1, 6):
                seen = dealt + turn - 1
                chance = 1 - comb(70 - copies, seen) / comb(70, seen)
                assert answer.table(table).data[name][str(turn)] == NEAR(chance)
    later = DECK.answer(hand=6, enemy_hand=4, turns=5, first="enemy")
    assert later.table("card_by_turn") == answer.table("card_by_turn")
    assert later.table("enemy_card_by_turn").data["Elan"]["3"] == NEAR(7 / 70)


@pytest.mark.rule("CC-40")
@given(st.integers(1, 3), st.integers(0, 6), st.integers(1, 6), st.integers(2, 12))
def test_scouts_help_and_no_scouts_are_plain_draws(marked, scouts, hand, turns):
    plain = scouted_by(70, marked, 0, hand, turns)
    seen = [hand + turn for turn in range(turns)]
    assert plain == NEAR([1 - comb(70 - marked, n) / comb(70, n) for n in seen])
    helped = scouted_by(70, marked, scouts, hand, turns)
    assert all(b >= a - 1e-12 for a, b in zip(plain, helped, strict=True))
    assert helped == sorted(helped)
    assert helped[0] == NEAR(plain[0])
    assert scouts == 0 or helped[1] > plain[1]


# --- simulated

QUESTIONS = {
    "usual": {},
    "a square, few units": {"hand": 6, "squares": 1, "units": "4/1/2, 1 left-centre"},
    "tactic cards": {"hand": 4, "tactics": "4 infantry, 2 adjacent infantry, 1 cavalry, 2 leaders"},
    "Scouts played": {"hand": 5, "scout": "choose", "first": "enemy", "turns": 12},
    "hardly any command": {"hand": 5, "squares": 4, "units": "0/0/2", "enemy_hand": 2},
}
TRIALS = 40_000


def chances_of(answer):
    """All chances of an answer by table, group and value; a `pmf` leaves those of 0 out."""
    return {
        (table.name, group, value): chance
        for table in answer.tables
        if table.chances
        for group, row in table.data.items()
        for value, chance in row.items()
    }


@pytest.mark.rule("CC-26", "CC-40", "CC-41")
@pytest.mark.parametrize("name", QUESTIONS)
def test_runs_agree_with_what_is_known_exactly(name):
    exact = DECK.answer(**QUESTIONS[name])
    runs = DECK.answer(how=How(trials=TRIALS, rng=1815), **QUESTIONS[name])
    assert (exact.method, runs.method, runs.trials) == ("exact", "simulated", TRIALS)
    known, found = chances_of(exact), chances_of(runs)
    assert len(known) > 200
    for key in known.keys() | found.keys():
        chance = known.get(key, 0.0)
        error = sqrt(chance * (1 - chance) / TRIALS)
        assert abs(found.get(key, 0.0) - chance) <= 4 * error + 1e-9, key
    for end, row in exact.table("best_orders").data.items():
        for column, mean in row.items():
            # orders are at most 9, and deviate from their mean by less than 3 of them
            found_mean = runs.table("best_orders").data[end][column]
            assert abs(found_mean - mean) <= 4 * 3 / sqrt(TRIALS)
    assert runs.table("assault_orders") == exact.table("assault_orders")
    assert runs.assumes == exact.assumes


def test_the_same_seed_gives_the_same_answer():
    how = {"trials": 70_000}  # more than a chunk
    first = DECK.answer(how=How(rng=7, **how))
    assert first == DECK.answer(how=How(rng=7, **how))
    assert first != DECK.answer(how=How(rng=8, **how))
    assert (first.trials, first.seed) == (70_000, 7)
    drawn = DECK.answer(how=How(engine="simulate", trials=1_000))
    again = DECK.answer(how=How(engine="simulate", trials=1_000, rng=drawn.seed))
    assert drawn == again
    assert DECK.answer(how=How(engine="exact")).method == "exact"


@pytest.mark.rule("CC-40")
def test_every_card_is_drawn_once_in_a_run():
    """With the whole deck in two hands, each kind is first held by one of them or by both."""
    deck = shipped_deck()
    order = np.repeat(np.arange(len(deck.cards)), deck.counts)[None, :]
    own, enemy = first_turns(Question(deck, hand=5, enemy_hand=5, turns=31), order)
    assert own[:2, 0].tolist() == [1, 1]  # Scouts for the left and the centre
    assert own.sum(axis=1).max() == enemy.sum(axis=1).max() == 1
    assert (own.sum(axis=1) + enemy.sum(axis=1) >= 1).all()
    assert Question(deck).lasting == 31


@pytest.mark.rule("CC-26")
def test_a_square_takes_any_card_of_the_hand():
    hands = np.tile(np.arange(5), (3_000, 1))
    take_card(hands, 4, np.random.default_rng(3))  # of the first four; one has gone before
    gone = [({0, 1, 2, 3} - set(row)).pop() for row in hands[:, :3].tolist()]
    assert all(abs(gone.count(card) - 750) < 4 * sqrt(3_000 * 3 / 16) for card in range(4))


@pytest.mark.rule("CC-40")
def test_a_deck_lasts_for_so_many_turns():
    small = read_deck(deck_of(2, 2, 16))
    assert Question(small).lasting == 6
    assert Question(small, enemy_first=True).lasting == 5
    assert Question(small, scouts=True).lasting == 5
    answer = DECK.answer(deck_of(2, 2, 16))
    assert list(answer.table("card_by_turn").data[MARK]) == ["1", "2", "3", "4", "5", "6"]
    runs = DECK.answer(deck_of(2, 2, 16), how=How(trials=50, rng=1), scout="choose")
    assert len(runs.table("card_by_turn").data[MARK]) == 5
