"""Where the cards lie in many games at once, for the cards that matter (WW-30 to WW-32)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from combat.arrays import Bools, Ints
from combat.washingtons_war.deck.cards import Card, Deck
from combat.washingtons_war.deck.course import Course
from combat.washingtons_war.generals import AMERICAN, BRITISH

DECK, DISCARDS, ACTIVE, GONE, ASIDE, AMERICAN_HAND, BRITISH_HAND = range(7)
HANDS = {AMERICAN: AMERICAN_HAND, BRITISH: BRITISH_HAND}
TO_BRITISH = np.int8(BRITISH_HAND - DECK)
TO_AMERICAN_INSTEAD = np.int8(AMERICAN_HAND - BRITISH_HAND)
Places = npt.NDArray[np.int8]


class Table:
    """The cards of many games.

    Of a shuffled deck no order is kept: which of its cards come next is drawn when they are dealt,
    as all are equally likely.

    Parameters
    ----------
    deck : Deck
    course : Course
    marked : tuple of Card
        The cards that matter, one by one.
    games : int
    rng : Generator

    Attributes
    ----------
    where : (marked cards, games) int8
        Where each marked card lies.
    left, discards, held : (games,) int
        Cards in the draw deck, in the discards, in both hands: marked ones and all others.
    """

    def __init__(
        self,
        deck: Deck,
        course: Course,
        marked: tuple[Card, ...],
        *,
        games: int,
        rng: np.random.Generator,
    ) -> None:
        self.course, self.marked, self.rng = course, marked, rng
        self.later = deck.number(lambda card: card.from_1776)
        first = np.array([ASIDE if card.from_1776 else DECK for card in marked], np.int8)
        self.where: Places = np.repeat(first[:, None], games, axis=1)
        self.left: Ints = np.full(games, deck.size - self.later, np.int64)
        self.discards: Ints = np.zeros(games, np.int64)
        self.held: Ints = np.zeros(games, np.int64)

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.left)

    def cards(self) -> Ints:
        """Return how many cards each game has, wherever they lie, but for those set aside."""
        out = np.count_nonzero((self.where == ACTIVE) | (self.where == GONE), axis=0)
        return self.left + self.discards + self.held + out

    def join(self) -> None:
        """Shuffle the cards set aside into the draw deck; the discards stay out (WW-31)."""
        self.where[self.where == ASIDE] = DECK
        self.left += self.later

    def renew(self, rows: Bools) -> None:
        """Make a new deck of discards and remaining cards, in some games (WW-32)."""
        if not rows.any():
            return
        self.where *= (self.where != DISCARDS) | ~rows  # the draw deck is place 0
        self.left += rows * self.discards
        self.discards *= ~rows

    def deal(self, american: Ints, british: Ints, games: Ints | None = None) -> None:
        """Deal so many cards to each side, in turn, the American first.

        A deck that runs out is made anew at once, also within the deal (WW-32).

        Parameters
        ----------
        american, british : (some games,) int
        games : (some games,) int, optional
            In which; in all if not given.
        """
        some: Ints = np.arange(self.games) if games is None else games
        while len(some):
            left = self.left[some]
            cards = np.minimum(left, american + british)
            first = np.minimum(american, (cards + 1) // 2)
            second = np.minimum(british, cards - first)
            first = cards - second
            self._hand_out(some, first, second)
            self.left[some] -= cards
            self.held[some] += cards
            if self.course.renews:
                self.renew(self.left == 0)
            american, british = american - first, british - second
            more = (american + british > 0) & (self.left[some] > 0)
            some, american, british = some[more], american[more], british[more]

    def _hand_out(self, games: Ints, american: Ints, british: Ints) -> None:
        """Draw who gets each marked card of the draw deck, if anybody: one card after the other.

        A card is among those dealt to a side with the share that the side's free places have in
        all places that are left.
        """
        everywhere = len(games) == self.games
        where = self.where if everywhere else self.where[:, games]
        free = self.left[games].astype(np.float32)
        mine, both = american.astype(np.float32), (american + british).astype(np.float32)
        for row in where:
            inside = row == DECK
            drawn = self.rng.random(len(games), dtype=np.float32) * free
            dealt = inside & (drawn < both)
            to_american = dealt & (drawn < mine)
            row += dealt * TO_BRITISH  # sums take a twentieth of the time of masks
            row += to_american * TO_AMERICAN_INSTEAD
            free -= inside
            mine -= to_american
            both -= dealt
        if not everywhere:
            self.where[:, games] = where

    def discard(self, gone: Ints) -> None:
        """Put the hands onto the discards.

        ``gone``: (games,) int, how many of these cards leave the deck, less those that come back
        from the war-ends box. Where the marked ones go is for the caller to say.
        """
        self.discards += self.held - gone
        self.held = np.zeros_like(self.held)
