"""Turns of two players who draw from one deck: when each kind of card first comes to whom."""

from __future__ import annotations

import numpy as np

from combat.arrays import Bools, Ints
from combat.napoleonics.deck.question import Question


def first_turns(question: Question, decks: Ints) -> tuple[Ints, Ints]:
    """Return runs by kind of card and the own turn before whose play it first came.

    Parameters
    ----------
    question : Question
    decks : int, shape (runs, cards)
        The kind of card at each place.

    Returns
    -------
    own, enemy : int, shape (kinds, turns)
        Of each side's hand; a kind that does not come in time is left out.

    Notes
    -----
    Each turn ends with a card (CC-40), or with the choice of two if a Scout has been played; of
    those two a card that has not come before is kept before a Scout, a Scout before any other.
    """
    draws = Draws(question, decks)
    draws.deal()
    for turn in range(2, question.turns + 1):  # what comes at the end of the turn before
        draws.own_draw(turn)
        draws.enemy_draw(turn)
    return draws.own.first, draws.enemy.first


class Seen:
    """What has come to one side's hand, run by run.

    Attributes
    ----------
    first : int, shape (kinds, turns)
        Runs by kind of card and the turn in which it first came.
    """

    def __init__(self, runs: int, kinds: int, turns: int) -> None:
        self.kinds = kinds
        self.seen = np.zeros(runs * kinds, np.bool_)  # flat: by run, then by kind
        self.first = np.zeros((kinds, turns), np.int64)

    def note(self, rows: Ints, cards: Ints, turn: int) -> None:
        """Note that these cards have come in these runs."""
        at = rows * self.kinds + cards
        new = cards[~self.seen[at]]
        self.seen[at] = True
        self.first[:, turn - 1] += np.bincount(new, minlength=self.kinds)


class Draws:
    """Two hands and a deck, run by run.

    Parameters
    ----------
    question : Question
    decks : int, shape (runs, cards)

    Attributes
    ----------
    own, enemy : Seen
    scout : bool, shape (kinds,)
        Kinds of cards that are played at once for a choice of two.
    place, scouts : int, shape (runs,)
        The place of the next card, and own Scouts in hand.
    """

    def __init__(self, question: Question, decks: Ints) -> None:
        self.question, self.decks = question, decks
        runs, kinds = len(decks), len(question.deck.cards)
        self.own = Seen(runs, kinds, question.turns)
        self.enemy = Seen(runs, kinds, question.turns)
        self.scout = np.array([card.draws > 1 for card in question.deck.cards]) & question.scouts
        self.rows = np.arange(runs)
        self.place = np.zeros(runs, np.int64)
        self.scouts = np.zeros(runs, np.int64)

    def deal(self) -> None:
        """Deal both hands; an enemy who plays first has drawn before the first own turn."""
        for _ in range(self.question.hand):
            self.scouts += self._scouts(self.own, 1)
        for _ in range(self.question.enemy_cards(1)):
            self.enemy_draw(1)

    def enemy_draw(self, turn: int) -> None:
        """Give the enemy a card."""
        self._next(self.enemy, turn, self.rows)

    def own_draw(self, turn: int) -> None:
        """Draw a card, or two where a Scout is there to be played."""
        two = self.scouts > 0
        found = self._scouts(self.own, turn)
        if two.any():
            rows = self.rows[two]
            found[two] |= self.scout[self._next(self.own, turn, rows)]
        self.scouts += found.astype(np.int64) - two

    def _scouts(self, hand: Seen, turn: int) -> Bools:
        """Draw a card; whether it is a Scout, (runs,)."""
        return np.asarray(self.scout[self._next(hand, turn, self.rows)])

    def _next(self, hand: Seen, turn: int, rows: Ints) -> Ints:
        """Draw the next card in these runs, and note it; return its kind, (rows,)."""
        cards = self.decks[rows, self.place[rows]]
        hand.note(rows, cards, turn)
        self.place[rows] += 1
        return cards
