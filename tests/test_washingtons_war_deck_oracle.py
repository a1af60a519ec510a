"""Small strategy decks played out card by card, in fractions, against the exact chains."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from combat.washingtons_war.deck.alliance import Alliance
from combat.washingtons_war.deck.arrivals import Arrival
from combat.washingtons_war.deck.cards import Card, Deck
from combat.washingtons_war.deck.chain import years
from combat.washingtons_war.deck.course import Course
from combat.washingtons_war.deck.last_word import LastWord
from combat.washingtons_war.deck.track import Rates
from combat.washingtons_war.deck.war_ends import WarEnds, last_year_takes_all

A, B = "american", "british"


def blank(count):
    return Card("blank", count, "ops", ops=1)


def ends(year):
    return Card(f"ends {year}", must_be_played=True, year=year)


FRANKLIN = Card("Franklin", must_be_played=True, removed_after_play=True, track=4)
DECLARATION = Card(
    "Declaration", must_be_played=True, removed_after_play=True, from_1776=True, track=2
)
STEUBEN = Card("Steuben", side=A, from_1776=True, ends_regulars=True)
RAID = Card("Raid", side=B, removed_after_play=True, track=-3)
SHUFFLE = Card("Shuffle", side=A, reshuffle=True)


def deck(*cards):
    return Deck(tuple(cards))


def course(mode, years_, hand=1, new_decks=()):
    return Course(mode, frozenset(new_decks), hand, range(1775, 1775 + years_))


# --- the oracle: every card drawn one by one, every order of play as likely as the policy says


def drawn(pile):
    """Each card that may come next, with its chance, and the pile without it."""
    for name, count in Counter(pile).items():
        left = list(pile)
        left.remove(name)
        yield name, Fraction(count, len(pile)), tuple(left)


@cache
def deals(pile, discards, renews, to):
    """Hands dealt card by card: (chance, pile, discards, American's, British)."""
    found = Counter({(pile, discards, (), ()): Fraction(1)})
    for side in to:
        after = Counter()
        for (pile_, discards_, mine, theirs), chance in found.items():
            if not pile_:
                after[pile_, discards_, mine, theirs] += chance
            for name, share, left in drawn(pile_):
                rest = discards_
                if not left and renews:  # a deck that runs out is made anew at once
                    left, rest = tuple(sorted(discards_)), ()
                hands = (mine, (*theirs, name)) if side == B else ((*mine, name), theirs)
                after[left, rest, *hands] += chance * share
        found = after
    return found


def last_by_minimax(mine, theirs, hand, wishes, beginner):
    """The last war-ends card if both sides play on with open hands, to the end of the tree.

    ``mine``, ``theirs``: the Americans' and the British cards; other cards fill the hands.
    """
    other = {A: B, B: A}
    better = {side: min if wishes[side] == "early" else max for side in (A, B)}

    @cache
    def value(hands, turn, active):
        hand_ = hands[turn == B]
        if not hand_:
            return active if not hands[turn == A] else value(hands, other[turn], active)
        found = []
        for card in set(hand_):
            left = list(hand_)
            left.remove(card)
            both = (tuple(left), hands[1]) if turn == A else (hands[0], tuple(left))
            found.append(value(both, other[turn], active if card < 0 else card))
        return better[turn](found)

    fill = [(*cards, *[-1] * (hand - len(cards))) for cards in (mine, theirs)]
    return value((fill[0], fill[1]), beginner, -1)


@cache
def last_of(word, mine, theirs, hand):
    """The chance of each war-ends card dealt to be played last."""
    if word.policy == "random":
        held = Counter((*mine, *theirs))
        return {card: Fraction(n, len(mine) + len(theirs)) for card, n in held.items()}
    if word.policy == "holder":
        wishes = {A: word.american, B: word.british}
        begin = {"random": (A, B)}.get(word.order, (word.order,))
        found = Counter()
        for side in begin:
            found[last_by_minimax(mine, theirs, hand, wishes, side)] += Fraction(1, len(begin))
        return found
    return {(min if word.policy == "earliest" else max)((*mine, *theirs)): Fraction(1)}


def turned(state, cards, how, word, year):
    """Deal and play one year: (chance, state, American's hand, British hand)."""
    pile, discards, active, ordered = state
    if year == 1776:
        pile = tuple(sorted((*pile, *(n for n, c in cards.items() if c.from_1776))))
    due = how.reshuffle == "every-turn" or year in how.new_decks or ordered
    if how.reshuffle != "none" and year > 1775 and due:
        pile, discards = tuple(sorted((*pile, *discards))), ()
    to = (A, B) * how.hand
    dealt = deals(pile, discards, how.reshuffle != "none", to)
    for (left, rest, mine, theirs), chance in dealt.items():
        out, orders = list(rest), False
        for hand, side in ((mine, A), (theirs, B)):
            for name in hand:
                card = cards[name]
                plays = card.kind == "event" and card.side in ("both", side)
                orders = orders or (plays and card.reshuffle)
                if not card.year and not (plays and card.removed_after_play):
                    out.append(name)
        years_ = [
            tuple(sorted(cards[n].year for n in hand if cards[n].year)) for hand in (mine, theirs)
        ]
        held = [f"ends {year}" for hand in years_ for year in hand]
        if not held:
            yield chance, (left, tuple(sorted(out)), active, orders), mine, theirs
            continue
        for last, share in last_of(word, *years_, how.hand).items():
            back = [*held, *([f"ends {active}"] if active else [])]
            back.remove(f"ends {last}")
            state = left, tuple(sorted((*out, *back))), last, orders
            yield chance * share, state, mine, theirs


def oracle(deck_, how, word, watched=()):
    """By year: the chance that the war ends; that watched cards have come, to each side or any."""
    cards = {card.name: card for card in deck_.cards}
    names = tuple(sorted(c.name for c in deck_.cards if not c.from_1776 for _ in range(c.count)))
    states = {((names, (), 0, False), False, frozenset()): Fraction(1)}
    ended, come = {}, {}
    for year in how.years:
        after, ended[year] = Counter(), Fraction(0)
        for (state, over, seen), chance in states.items():
            for part, new, mine, theirs in turned(state, cards, how, word, year):
                ending = not over and 0 < new[2] <= year
                ended[year] += chance * part * ending
                now = {(n, A) for n in mine} | {(n, B) for n in theirs}
                watch = frozenset(pair for pair in now if pair[0] in watched) | seen
                after[new, over or ending, watch] += chance * part
        states = after
        come[year] = {
            name: [
                sum(c for (_, _, seen), c in states.items() if seen & wanted)
                for wanted in ({(name, A), (name, B)}, {(name, A)}, {(name, B)})
            ]
            for name in watched
        }
    return ended, come


# --- the exact chains against it

RICH = deck(ends(1775), ends(1776), ends(1778), FRANKLIN, DECLARATION, STEUBEN, blank(3))
ORDERING = deck(ends(1776), ends(1778), SHUFFLE, RAID, DECLARATION, blank(3))
COURSES = [
    course("runs-out", 5),
    course("every-turn", 3),
    course("none", 5),
    course("runs-out", 4, 1, (1777,)),
    course("runs-out", 3, 2),
]
WORDS = [
    LastWord("random"),
    LastWord("earliest"),
    LastWord("latest"),
    LastWord("holder", "early", "late", "british"),
    LastWord("holder", "late", "early", "random"),
]


@pytest.mark.rule("WW-29", "WW-30", "WW-31", "WW-32", "WW-33")
@pytest.mark.parametrize("deck_", [RICH, ORDERING], ids=["rich", "ordering"])
@pytest.mark.parametrize("how", COURSES, ids=[f"{c.reshuffle}-{c.hand}" for c in COURSES])
def test_the_war_ends_as_card_by_card(deck_, how):
    words = WORDS if how.hand == 2 else WORDS[1:4:2]
    for word in words:
        word = replace(word, hand=how.hand)
        ended, come = oracle(deck_, how, word, [card.name for card in deck_.war_ends])
        found = years(WarEnds(deck_, how, word), deck_, how)
        for year in how.years:
            assert found[year].ended == pytest.approx(float(ended[year]), abs=1e-12)
            exact = np.array([come[year][card.name] for card in deck_.war_ends], float)
            np.testing.assert_allclose(found[year].dealt, exact, atol=1e-12)


@pytest.mark.rule("WW-31", "WW-32")
@pytest.mark.parametrize("deck_", [RICH, ORDERING], ids=["rich", "ordering"])
@pytest.mark.parametrize("how", COURSES, ids=[f"{c.reshuffle}-{c.hand}" for c in COURSES])
def test_cards_come_as_card_by_card(deck_, how):
    watched = [card for card in deck_.cards if not card.year]
    for card in watched:
        _, come = oracle(deck_, how, LastWord(), [card.name])
        found = years(Arrival(deck_, how, card), deck_, how)
        for year in how.years:
            exact = [float(chance) for chance in come[year][card.name]]
            np.testing.assert_allclose(found[year], exact, atol=1e-12)


def track_oracle(deck_, how, rates):
    """The chance that the alliance is made in each year: no wins, all else scalar, step by step."""
    cards = {card.name: card for card in deck_.cards}
    names = tuple(sorted(c.name for c in deck_.cards if not c.from_1776 for _ in range(c.count)))
    states = {((names, (), 0, False), 0, False, False): Fraction(1)}
    made = {}
    for year in how.years:
        after, made[year] = Counter(), Fraction(0)
        for (state, at, captured, lost), chance in states.items():
            for part, new, mine, theirs in turned(state, cards, how, LastWord(), year):
                steps = [
                    cards[name]
                    for hand, side in ((mine, A), (theirs, B))
                    for name in hand
                    if cards[name].kind == "event" and cards[name].side in ("both", side)
                ]
                for taken, beaten in product((False, True), repeat=2):
                    weight = chance * part
                    weight *= rates.washington[0] if taken else 1 - rates.washington[0]
                    weight *= rates.regulars[0] if beaten else 1 - rates.regulars[0]
                    where = at
                    if taken and not captured:
                        where = max(0, where - 3)
                    where = max(0, where + sum(min(0, card.track) for card in steps))
                    ends_them = beaten or any(card.ends_regulars for card in steps)
                    if ends_them and not lost:
                        where += 2
                    where += sum(max(0, card.track) for card in steps)
                    if where >= 9:
                        made[year] += weight
                    elif weight:
                        after[new, where, captured or taken, lost or ends_them] += weight
        states = after
    return made


@pytest.mark.rule("WW-12", "WW-20", "WW-27", "WW-34")
@pytest.mark.parametrize("mode", ["runs-out", "every-turn", "none"])
def test_the_alliance_is_made_as_card_by_card(mode):
    deck_ = deck(FRANKLIN, DECLARATION, STEUBEN, RAID, ends(1779), Card("Aid", track=3), blank(1))
    how = course(mode, 3)
    rates = Rates((0.0,), (Fraction(1, 4),), (Fraction(1, 8),))
    made = track_oracle(deck_, how, rates)
    found = years(Alliance(deck_, how, Rates((0.0,), (0.25,), (0.125,))), deck_, how)
    assert 0.001 < sum(made.values()) < 0.999
    for year in how.years:
        assert found[year] == pytest.approx(float(made[year]), abs=1e-12)


@pytest.mark.rule("WW-33", "WW-39")
@pytest.mark.parametrize("wishes", list(product(("early", "late"), repeat=2)))
@pytest.mark.parametrize("beginner", [A, B])
def test_holders_play_as_best_play_does(wishes, beginner):
    hand = 4
    word = LastWord("holder", *wishes, beginner, hand)
    for where in product((None, A, B), repeat=4):
        mine, theirs = ([at for at, s in enumerate(where) if s == side] for side in (A, B))
        if mine or theirs:
            best = last_by_minimax(
                tuple(mine), tuple(theirs), hand, {B: wishes[0], A: wishes[1]}, beginner
            )
            assert word.last_of(mine, theirs, beginner) == {best: 1.0}


@pytest.mark.rule("WW-33")
def test_the_war_ends_with_the_last_year_at_the_latest():
    assert last_year_takes_all({1775: 0.25, 1776: 0.25}) == {1775: 0.25, 1776: 0.75}
