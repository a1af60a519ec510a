"""Hands and draw decks by kind of card, and every way in which a hand is filled (RB-20).

1. Draw to three cards, or all that the draw deck has.
2. A hand without a movement card is shuffled back and drawn anew, until there is one in it.

Cards of a kind are alike: a hand and a draw deck are numbers of cards by kind.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

HAND = 3
MOVEMENT, TRUCE, EVENT, MARKED = range(4)
"""Kinds of card; ``MARKED``: event cards that are looked for."""
Cards = tuple[int, int, int, int]
NONE: Cards = (0, 0, 0, 0)


class Held(NamedTuple):
    """A faction's cards between two of its turns: its hand and its draw deck."""

    hand: Cards
    deck: Cards

    @property
    def moves(self) -> int:
        """Movement cards in hand, the truce among them."""
        return self.hand[MOVEMENT] + self.hand[TRUCE]

    def without(self, kind: int, *, events: bool) -> Held:
        """Return the cards after a card of that kind has been played, and perhaps all events.

        Up to two events may be played a turn, and beside a movement card no hand has more.
        """
        left = list(self.hand)
        left[kind] -= 1
        if events:
            left[EVENT] = left[MARKED] = 0
        return Held((left[0], left[1], left[2], left[3]), self.deck)


class Filled(NamedTuple):
    """What a hand can become.

    ``hands``: with the chance of each; ``bare``: the chance that there was no movement card in it
    at first.
    """

    hands: tuple[tuple[Held, float], ...]
    bare: float


@lru_cache(maxsize=100_000)
def filled(held: Held) -> Filled:
    """Fill a hand by the rules (RB-20).

    Examples
    --------
    The whole deck of a campaign, three of whose first cards may be events:

    >>> round(1 / filled(Held(NONE, (7, 1, 4, 0))).bare)
    55
    """
    first = _drawn(held.deck, HAND - sum(held.hand))
    found: dict[Held, float] = {}
    bare = 0.0
    for cards, chance in first:
        new = Held(_sum(held.hand, cards), _sum(held.deck, cards, -1))
        if new.moves:
            found[new] = found.get(new, 0.0) + chance
        else:
            bare += chance
    pile = _sum(held.hand, held.deck)
    if bare and not pile[MOVEMENT] + pile[TRUCE]:  # all have been played: nothing to draw for
        return Filled((), bare)
    if bare:
        again = [(cards, chance) for cards, chance in _drawn(pile, HAND) if cards[0] + cards[1]]
        scale = bare / sum(chance for _, chance in again)
        for cards, chance in again:
            new = Held(cards, _sum(pile, cards, -1))
            found[new] = found.get(new, 0.0) + chance * scale
    return Filled(tuple(found.items()), bare)


@lru_cache(maxsize=100_000)
def _drawn(deck: Cards, cards: int) -> tuple[tuple[Cards, float], ...]:
    """Return what so many cards of a draw deck, or all that there are, can be."""
    cards = min(cards, sum(deck))
    ways = comb(sum(deck), cards)
    return tuple(
        ((a, b, c, d), prod(map(comb, deck, (a, b, c, d))) / ways)
        for a, b, c, d in product(*(range(min(number, cards) + 1) for number in deck))
        if a + b + c + d == cards
    )


def _sum(one: Cards, other: Cards, sign: int = 1) -> Cards:
    a, b, c, d = (x + sign * y for x, y in zip(one, other, strict=True))
    return a, b, c, d
