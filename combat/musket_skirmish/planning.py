"""The planning variant: hands of three, played under stated policies (MT-10).

Each player in turn plays a card of his own hand, whichever side it activates, and draws one; when
the deck is out the hands are played out. Who begins is drawn at random, and is dealt to first.
With the end-of-turn variant events count when they are played.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from combat.arrays import Ints
from combat.decks.shuffles import shuffled
from combat.musket_skirmish.cards import Deck
from combat.musket_skirmish.sample import Turns, counts_of

HAND, PLAYERS = 3, 2
RANDOM, OWN, HOLD, RUSH = "random", "own", "hold", "rush"
POLICIES = {
    RANDOM: "any card of the hand",
    OWN: "own cards, most actions first; officers'; events; the enemy's, fewest actions first",
    HOLD: "own cards, most actions first; officers'; the enemy's, fewest actions first; events",
    RUSH: "events; own cards, most actions first; officers'; the enemy's, fewest actions first",
}
OWN_CARD, OFFICERS, ENEMY_CARD, MORALE = 50, 40, 10, 5  # how soon kinds of card are played
EVENTS_AT = {OWN: 20, HOLD: 1, RUSH: 99}
MOST_KINDS = 100


def planned(deck: Deck, policies: Mapping[str, str], runs: int, rng: np.random.Generator) -> Turns:
    """Return turns played from hands.

    Parameters
    ----------
    deck : Deck
        Of two sides.
    policies : mapping of str to str
        By side, of `POLICIES`.
    """
    kinds = shuffled(counts_of(deck), runs, rng)
    return _Play(deck, policies, kinds, rng).turns()


class _Play:
    """Hands and what has been played, for many runs at once.

    ``hands`` has a row a run: the cards by kind of the first player, then of the second.
    """

    def __init__(
        self, deck: Deck, policies: Mapping[str, str], kinds: Ints, rng: np.random.Generator
    ) -> None:
        self.deck, self.rng, self.kinds = deck, rng, kinds
        runs, size = kinds.shape
        self.rows, self.count = np.arange(runs), len(counts_of(deck))
        self.dealt = min(HAND * PLAYERS, size)
        self.hands = np.zeros((runs, PLAYERS, self.count), np.int8)
        self.first: Ints = np.asarray(rng.integers(0, PLAYERS, size=runs))
        self.random = np.array([policies[side] == RANDOM for side in deck.sides])
        self.scores = np.array([scores(deck, side, policies[side]) for side in deck.sides])
        for at in range(self.dealt):
            self.hands[self.rows, (self.first + at) % PLAYERS, kinds[:, at]] += 1

    def turns(self) -> Turns:
        """Play the turn out; all have drawn alike, so that the deck is out for all at once."""
        runs, size = self.kinds.shape
        played = np.zeros((runs, size), np.int64)
        comes = np.zeros((runs, size), np.bool_)
        events, going = np.zeros(runs, np.int64), np.ones(runs, np.bool_)
        mover: Ints = self.first
        for place in range(size):
            hand = self.hands[self.rows, mover]
            if place >= size - self.dealt:  # a player alone with cards plays on
                alone = ~hand.any(axis=1)
                mover = np.where(alone, 1 - mover, mover).astype(np.int64)
                hand = self.hands[self.rows, mover]
            kind = self._picked(hand, mover)
            played[:, place], comes[:, place] = kind, going
            self.hands[self.rows, mover, kind] -= 1
            if self.deck.stops:
                events += kind == len(self.deck.cards)
                going = events < self.deck.stop
            if place + self.dealt < size:
                self.hands[self.rows, mover, self.kinds[:, place + self.dealt]] += 1
            mover = 1 - mover
        return Turns(self.deck, played, comes)

    def _picked(self, hand: NDArray[np.int8], mover: Ints) -> Ints:
        """Return the kind that each mover plays, (runs,)."""
        best = np.argmax(np.where(hand > 0, self.scores[mover], 0), axis=1)
        if not self.random.any():
            return best
        rows = np.flatnonzero(self.random[mover])
        some = np.cumsum(hand[rows], axis=1, dtype=np.int64)
        drawn = self.rng.random(len(rows)) * some[:, -1]
        best[rows] = (some <= drawn[:, None]).sum(axis=1)
        return best


def scores(deck: Deck, side: str, policy: str) -> Ints:
    """Return how soon a side plays each kind of card, (kinds,): the highest first, all above 0."""
    if policy == RANDOM:
        return np.ones(len(deck.cards) + 3, np.int64)
    found = []
    for at, cards in enumerate(deck.cards):  # of equals the one that stands first in the file
        worth = OWN_CARD + cards.actions if cards.side == side else ENEMY_CARD - cards.actions
        found.append(MOST_KINDS * worth - at)
    others = EVENTS_AT[policy], OFFICERS, MORALE
    return np.array([*found, *(MOST_KINDS * worth for worth in others)])
