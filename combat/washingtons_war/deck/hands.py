"""What a hand of seven may hold, exactly and sampled (WW-30, WW-31)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import numpy as np

from combat.arrays import Ints
from combat.decks.shuffles import places
from combat.decks.urns import drawn
from combat.washingtons_war.deck.cards import Card, Deck, each
from combat.washingtons_war.deck.draws import Counts, added, draws
from combat.washingtons_war.deck.problem import Problem

LATER, FIRST, NEW_DECK = "1776", "1775", "new-deck"
ERAS = (LATER, FIRST, NEW_DECK)
"""Hands of 1776 and until a new deck is made; hands of 1775; hands from a new deck of all cards."""
Sorts = tuple[Callable[[Card], bool], ...]
"""Sorts of cards that shut one another out."""
Compositions = dict[Counts, float]
"""The chance of each number of cards of each sort."""


class Hands(Protocol):
    """Hands, computed or sampled."""

    def holding(self, sorts: Sorts) -> Compositions:
        """Return the chance that a hand holds so many cards of each sort."""
        ...


class ExactHands:
    """Hands by hypergeometric chances.

    From 1776 on the cards that joined are all in the draw deck, of the others only those left after
    the first deal (WW-31): how many of the former a hand holds is drawn first.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def holding(self, sorts: Sorts) -> Compositions:
        """Return the chance that a hand holds so many cards of each sort."""
        early, later = parts(self.problem.deck)
        hand = self.problem.course.hand
        if self.problem.era == NEW_DECK:
            return _drawn(_counts((*early, *later), sorts), hand)
        if self.problem.era == FIRST:
            return _drawn(_counts(early, sorts), hand)
        found: Compositions = {}
        deck = len(early) - 2 * hand + len(later)
        for joined, chance in drawn(deck, len(later), hand).items():
            old = _drawn(_counts(early, sorts), hand - joined)
            for new, share in _drawn(_counts(later, sorts), joined).items():
                for others, part in old.items():
                    both = added(new, others)
                    found[both] = found.get(both, 0.0) + chance * share * part
        return found


def parts(deck: Deck) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards that are there from 1775 on, and those that join, one by one."""
    early = each(card for card in deck.cards if not card.from_1776)
    return early, each(card for card in deck.cards if card.from_1776)


def _counts(cards: Iterable[Card], sorts: Sorts) -> Counts:
    """Return how many cards are of each sort, then how many of none."""
    counts = [0] * (len(sorts) + 1)
    for card in cards:
        counts[_sort_of(card, sorts)] += 1
    return tuple(counts)


def _sort_of(card: Card, sorts: Sorts) -> int:
    return next((at for at, of in enumerate(sorts) if of(card)), len(sorts))


def _drawn(counts: Counts, cards: int) -> Compositions:
    *marked, others = counts
    alike = (False,) * len(marked)
    return {held: chance for chance, held, _ in draws(tuple(marked), others, alike, cards, 0)}


class SampledHands:
    """Hands that were dealt at random.

    Attributes
    ----------
    hands : list of (hands, cards) int
        The cards of each hand, as their numbers in the deck; those that join come last.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.cards = sum(parts(problem.deck), ())
        self.hands: list[Ints] = []

    def deal(self, hands: int, rng: np.random.Generator) -> None:
        """Deal so many more hands."""
        early, later = map(len, parts(self.problem.deck))
        hand = self.problem.course.hand
        if self.problem.era == NEW_DECK:
            self.hands.append(places(early + later, hand, hands, rng))
            return
        old = places(early, hand, hands, rng)
        if self.problem.era == LATER:
            where = places(early - 2 * hand + later, hand, hands, rng)
            old = np.where(where < later, early + where, old)
        self.hands.append(old)

    def holding(self, sorts: Sorts) -> Compositions:
        """Return the share of hands that hold so many cards of each sort."""
        base = self.problem.course.hand + 1
        worth = np.array([base ** _sort_of(card, sorts) for card in self.cards], np.int64)
        worth %= base ** len(sorts)
        counts = np.zeros(base ** len(sorts), np.int64)
        for hands in self.hands:
            counts += np.bincount(worth[hands].sum(axis=1), minlength=len(counts))
        return {
            tuple(code // base**at % base for at in range(len(sorts))): counts[code] / counts.sum()
            for code in np.flatnonzero(counts).tolist()
        }
