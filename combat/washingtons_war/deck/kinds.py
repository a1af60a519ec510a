"""Kinds of cards that behave alike in the draw deck, and what becomes of them (WW-31 to WW-33)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import comb, prod

from combat.washingtons_war.deck.cards import BOTH, NEITHER, PLAYERS, Card, Deck
from combat.washingtons_war.deck.course import Course
from combat.washingtons_war.deck.draws import Piles, added
from combat.washingtons_war.generals import AMERICAN, BRITISH


@dataclass(frozen=True)
class Kind:
    """Cards that behave alike.

    Parameters
    ----------
    card : Card
        One of them.
    count : int
        How many there are.
    later : int
        How many of them are set aside until 1776 (WW-31).
    asked : bool
        Whether a question is about it, so that it matters who holds it.
    """

    card: Card
    count: int
    later: int = 0
    asked: bool = False

    @classmethod
    def of(cls, *cards: Card, asked: bool = False) -> Kind:
        """Return the kind of some cards that behave alike."""
        later = sum(card.count for card in cards if card.from_1776)
        return cls(cards[0], sum(card.count for card in cards), later, asked)

    @property
    def sided(self) -> bool:
        """Whether it matters who holds it."""
        return self.asked or (self._does_something and self.card.player in PLAYERS)

    @property
    def _does_something(self) -> bool:
        return self.card.removed_after_play or self.card.reshuffle

    @property
    def ways(self) -> int:
        """Number of cases in a turn: where its cards may lie, and who may be dealt them."""
        each = 3 + self.sided + (self.sided and self.card.removed_after_play)
        return comb(self.count + each - 1, each - 1)

    def played(self, american: int, british: int) -> int:
        """Return how many are played as events, of those that each side holds."""
        held = {AMERICAN: american, BRITISH: british, BOTH: american + british}
        return held.get(self.card.player, 0)

    def discarded(self, american: int, british: int) -> int:
        """Return how many go to the discards: all, unless they leave the game once played."""
        gone = self.played(american, british) if self.card.removed_after_play else 0
        return american + british - gone

    def orders(self, american: int, british: int) -> bool:
        """Return whether a new deck is ordered."""
        return self.card.reshuffle and self.played(american, british) > 0


def kinds_that_count(
    deck: Deck, course: Course, apart: Iterable[Card], *, war_ends: bool = True
) -> Iterator[Kind]:
    """Yield the kinds of cards that change how many are in a new deck.

    Parameters
    ----------
    deck : Deck
    course : Course
        Without new decks nothing matters.
    apart : iterable of Card
        Cards that are kinds of their own elsewhere.
    war_ends : bool
        Whether the war-ends cards, of which one is out of the deck, are a kind here: the first.
    """
    if not course.renews:
        return
    others = [card for card in deck.cards if card not in apart]
    ends = [card for card in others if card.year]
    if war_ends and ends:
        yield Kind.of(*ends)
    alike: dict[tuple[object, ...], list[Card]] = {}
    for card in others:
        if card.player != NEITHER and (card.removed_after_play or card.reshuffle):
            key = (card.player, card.removed_after_play, card.reshuffle)
            alike.setdefault(key, []).append(card)
    for cards in alike.values():
        yield Kind.of(*cards)


def cases(kinds: Iterable[Kind]) -> int:
    """Return about how many cases a turn has, which says how long an exact answer takes."""
    return prod(kind.ways for kind in kinds)


def first_piles(deck: Deck, kinds: tuple[Kind, ...]) -> Piles:
    """Return the piles at the start: all cards in the draw deck but those set aside (WW-31)."""
    there = tuple(kind.count - kind.later for kind in kinds)
    cards = deck.number(lambda card: not card.from_1776)
    return Piles(there, (0,) * len(kinds), cards - sum(there), 0)


def joined(piles: Piles, deck: Deck, kinds: tuple[Kind, ...]) -> Piles:
    """Return the piles after the cards set aside have been shuffled into the draw deck (WW-31)."""
    later = tuple(kind.later for kind in kinds)
    others = deck.number(lambda card: card.from_1776) - sum(later)
    return piles._replace(deck=added(piles.deck, later), others=piles.others + others)
