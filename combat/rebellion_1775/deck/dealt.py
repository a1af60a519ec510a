"""One faction's cards in many games at once: shuffled decks, hands, turns (RB-20)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from combat.arrays import Bools, Ints
from combat.decks.shuffles import shuffled
from combat.rebellion_1775.deck.hands import EVENT, HAND, MARKED, MOVEMENT, TRUCE, Cards, Held

Kinds = npt.NDArray[np.int8]
KINDS = (MOVEMENT, TRUCE, EVENT, MARKED)
NO_CARD = len(KINDS)


class Dealt:
    """Hands and draw decks.

    Parameters
    ----------
    deck : (games, cards) int array
        Kind of the card at each place.
    top : (games,) int array
        Place of the next card: all before it have been drawn.
    hand : (4, games) int array
        Cards in hand by kind.
    rng : Generator

    Attributes
    ----------
    bare : (games,) bool array
        Whether the hand, as it was last drawn, had no movement card at first.
    """

    def __init__(self, deck: Kinds, top: Ints, hand: Kinds, rng: np.random.Generator) -> None:
        self.deck, self.top, self.hand, self.rng = deck, top, hand, rng
        self.games = np.arange(len(deck))
        self.bare = np.zeros(len(deck), dtype=np.bool_)

    @classmethod
    def at_first(cls, cards: Cards, games: int, rng: np.random.Generator) -> Dealt:
        """Shuffle whole decks and draw the first hands."""
        deck = shuffled(cards, games, rng).astype(np.int8)
        hand = np.zeros((len(KINDS), games), dtype=np.int8)
        found = cls(deck, np.zeros(games, dtype=np.int64), hand, rng)
        found.fill(np.ones(games, dtype=np.bool_))
        return found

    @classmethod
    def from_states(cls, states: Sequence[Held], which: Ints, rng: np.random.Generator) -> Dealt:
        """Shuffle draw decks as they are in the midst of games, one of the states in each."""
        # before the draw deck there is room for the hand, which may be put back
        size = HAND + max((sum(held.deck) for held in states), default=0)
        rows = np.zeros((len(states), size), dtype=np.int8)
        for row, held in zip(rows, states, strict=True):
            row[size - sum(held.deck) :] = np.repeat(KINDS, held.deck)
        top = np.array([size - sum(held.deck) for held in states], dtype=np.int64)
        hand = np.array([held.hand for held in states], dtype=np.int8).reshape(-1, len(KINDS))
        found = cls(rows[which], top[which], hand[which].T.copy(), rng)
        found.deck = _shuffled(found.deck, found.top, rng)
        return found

    @property
    def moves(self) -> Kinds:
        """Movement cards in hand, the truce among them, (games,) int."""
        return self.hand[MOVEMENT] + self.hand[TRUCE]

    @property
    def events(self) -> Kinds:
        """Events in hand, (games,) int."""
        return self.hand[EVENT] + self.hand[MARKED]

    def play(self, truce: Bools, who: Bools, *, events: bool) -> None:
        """Take a movement card, or the truce, out of hands, and all events if they are played."""
        self.hand[TRUCE] -= truce & who
        self.hand[MOVEMENT] -= ~truce & who
        if events:
            self.hand[EVENT][who] = 0
            self.hand[MARKED][who] = 0

    def fill(self, who: Bools) -> None:
        """Fill hands that have a movement card to come, or have one (RB-20)."""
        self._draw(who)
        self.bare = who & (self.moves == 0)
        if self.bare.any():
            self._draw_anew(self.games[self.bare])

    def _draw(self, who: Bools) -> None:
        cards = self.deck.shape[1]
        for _ in range(HAND):
            draws = who & (self.moves + self.events < HAND) & (self.top < cards)
            if not draws.any():
                return
            kinds = self.deck[self.games, np.minimum(self.top, cards - 1)]
            for kind in KINDS:
                self.hand[kind] += draws & (kinds == kind)
            self.top += draws

    def _draw_anew(self, rows: Ints) -> None:
        """Shuffle hands back and draw others, until there is a movement card in each."""
        decks, top = self._put_back(rows)
        drawn = np.empty((HAND, len(rows)), dtype=np.int8)
        left = np.arange(len(rows))
        while len(left):
            decks[left] = _shuffled(decks[left], top[left], self.rng)
            drawn[:, left] = _next(decks[left], top[left])
            left = left[np.minimum.reduce([one[left] for one in drawn]) > TRUCE]
        self.deck[rows] = decks
        self.top[rows] = np.minimum(top + HAND, decks.shape[1])
        for kind in KINDS:
            self.hand[kind, rows] = (drawn == kind).sum(axis=0)

    def _put_back(self, rows: Ints) -> tuple[Kinds, Ints]:
        """Return decks with hands of events put back, in place of cards drawn; and their tops."""
        events, marked = self.hand[EVENT, rows], self.hand[MARKED, rows]
        decks, top = self.deck[rows], self.top[rows] - events - marked
        place = np.arange(decks.shape[1]) - top[:, None]
        decks[(place >= 0) & (place < events[:, None])] = EVENT
        decks[(place >= events[:, None]) & (place < (events + marked)[:, None])] = MARKED
        return decks, top


def _shuffled(decks: Kinds, top: Ints, rng: np.random.Generator) -> Kinds:
    """Return draw decks shuffled; cards that have been drawn stay before them."""
    keys = rng.random(decks.shape, dtype=np.float32)
    keys[np.arange(decks.shape[1]) < top[:, None]] = -1.0
    return np.asarray(np.take_along_axis(decks, np.argsort(keys, axis=1), axis=1))


def _next(decks: Kinds, top: Ints) -> Kinds:
    """Return the next cards, (3, decks); `NO_CARD` where there is none."""
    cards, rows = decks.shape[1], np.arange(len(decks))
    places = top + np.arange(HAND)[:, None]
    found = decks[rows, np.minimum(places, cards - 1)]
    return np.where(places < cards, found, np.int8(NO_CARD))
