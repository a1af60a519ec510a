"""Cards in the order of what they are worth for an end, and the best of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from combat.arrays import Ints
from combat.decks.answer import mean_of
from combat.napoleonics.deck.orders import Pmf

PLACES = 12  # of a mean of dice: what differs less is the same


@dataclass(frozen=True, eq=False)
class Ladder:
    """Kinds of cards in rungs, the worst first: by the mean of what each orders.

    Parameters
    ----------
    rungs : tuple of Pmf
        Chances of the orders of a card of each rung. Of equal means, cards without dice stand
        higher: what is sure is played.
    of_kind : int, shape (kinds,)
        The rung of each kind of card.
    """

    rungs: tuple[Pmf, ...]
    of_kind: Ints

    @classmethod
    def of(cls, orders: Sequence[Pmf]) -> Ladder:
        """Make the ladder of what each kind of card orders.

        Examples
        --------
        >>> Ladder.of(({3: 1.0}, {0: 1.0}, {2: 0.5, 4: 0.5})).of_kind.tolist()
        [2, 0, 1]
        """
        keys = [(round(mean_of(pmf), PLACES), len(pmf) == 1) for pmf in orders]
        steps = sorted(set(keys))
        of_kind = np.array([steps.index(key) for key in keys], dtype=np.int64)
        return cls(tuple(orders[keys.index(step)] for step in steps), of_kind)

    def best(self, counts: Sequence[int], cards: int) -> list[float]:
        """Return the chance of each rung for the best of so many cards of a deck.

        Parameters
        ----------
        counts : sequence of int
            Cards of each kind in the deck.
        cards : int
            Cards held: any so many of the deck are equally likely.
        """
        in_rung = np.bincount(self.of_kind, weights=counts, minlength=len(self.rungs))
        up_to = np.cumsum(in_rung).round().astype(int).tolist()
        ways = [comb(number, cards) for number in up_to]
        return [
            (now - before) / ways[-1] for before, now in zip([0, *ways[:-1]], ways, strict=True)
        ]

    def orders(self, best: Sequence[float]) -> dict[int, float]:
        """Return the chance of each number of orders, of the chances of the best card's rung."""
        found: dict[int, float] = {}
        for chance, pmf in zip(best, self.rungs, strict=True):
            for orders, given in pmf.items():
                found[orders] = found.get(orders, 0.0) + chance * given
        return {orders: found[orders] for orders in sorted(found)}
