"""Two factions that show one another their hands, and what the enemy sees of them (RB-30).

The enemy sees which truces are on the table and since when. While a side's truces are not all out,
that is one of 2·rounds + 1 histories: none is out (0), or one is, of the side's first or second
faction, since a round (2·round - 1 + faction, rounds from 1). Cards of two sides that know the
histories only do not depend on one another.

Arrays are (own histories, other side's histories, states of the first seat, of the second).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.rebellion_1775.deck.seat import OUT, Seat

Plays = tuple[tuple[Floats, Floats], tuple[Floats, Floats]]
"""Of a round: chances to play the truce, by the seat that moves first, then of first and second."""
ORDERS = ((0, 1), (1, 0))
"""Who moves first and who second; either is as likely (RB-21)."""


def histories(turn: int) -> int:
    """Return how many histories a side may have before a turn, from 0."""
    return 2 * turn + 1


def history(seat: int, number: int) -> int:
    """Return the history of a side of which one truce is out, by whose and by the round of it."""
    return 2 * number - 1 + seat


def parents(turn: int) -> Ints:
    """Return for the histories after a turn, from 0, those before it."""
    return np.array([*range(histories(turn)), 0, 0])


class Shown(NamedTuple):
    """What the enemy sees of a round, given the histories before it.

    ``next``: the chance of each history after the round, (own + 2, other); ``complete``: that all
    truces of the side are out, (own, other).
    """

    next: Floats
    complete: Floats


class Partners:
    """The two factions of a side.

    Parameters
    ----------
    seats : sequence of Seat
        Two.
    """

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.seats = tuple(seats)
        self.lacks = [not seat.deck.truce for seat in seats]

    @property
    def can_end(self) -> bool:
        """Whether the side has a truce to come."""
        return not all(self.lacks)

    def start(self) -> Floats:
        """Return how likely the states of the first turn are, (1, 1, states, states) float."""
        one, other = (seat.start for seat in self.seats)
        return np.multiply.outer(one, other)[None, None]

    def size(self, turn: int) -> tuple[int, int, int, int]:
        """Return the shape of arrays before a turn."""
        one, other = (len(seat.held[turn]) for seat in self.seats)
        return histories(turn), histories(turn), one, other

    def slots(self, turn: int, of: int) -> Bools:
        """Return the states that fit a history, (states, states) bool.

        With one truce only, a side whose truce is out has all out, and has no such history.
        """
        fits = []
        for at, seat in enumerate(self.seats):
            last = np.zeros(len(seat.held[turn]), dtype=np.bool_)
            last[OUT] = True
            out = self.lacks[at] or (of > 0 and (of - 1) % 2 == at)
            fits.append(last if out else ~last)
        if of and any(self.lacks):
            fits = [np.zeros_like(one) for one in fits]
        return np.logical_and.outer(fits[0], fits[1])

    def fits(self, turn: int) -> Bools:
        """Return the states that fit each history before a turn, (own, 1, states, states) bool."""
        return np.stack([self.slots(turn, of) for of in range(histories(turn))])[:, None]

    def moved(self, mass: Floats, turn: int, plays: Plays) -> Floats:
        """Return how likely the states are after both have had their turn."""
        total: Floats = np.zeros(())
        for chances, seats in zip(plays, ORDERS, strict=True):
            part = mass / len(ORDERS)
            for chance, at in zip(chances, seats, strict=True):
                part = self.move(part, turn, chance, at)
            total = total + part
        return total

    def move(self, mass: Floats, turn: int, chance: Floats, at: int) -> Floats:
        """Return how likely the states are after one of the two has had its turn."""
        axis = at - 2
        kept = np.moveaxis(mass * (1.0 - chance), axis, -1) @ self.seats[at].keep[turn]
        kept[..., OUT] += (mass * chance).sum(axis=axis)
        return np.moveaxis(kept, -1, axis)

    def shown(self, after: Floats, turn: int) -> Shown:
        """Return what the enemy sees of a round, by how likely the states are after it."""
        parted = np.where(self.fits(turn + 1), after[parents(turn)], 0.0)
        complete = after[..., OUT, OUT] if self.can_end else np.zeros(after.shape[:2])
        return Shown(parted.sum(axis=(2, 3)), complete)

    def believed(self, after: Floats, turn: int) -> Floats:
        """Return how likely the states are before the next turn, given the histories by then.

        Where the enemy sees what cannot be under the side's policy, he takes it that all movement
        cards have been played alike.
        """
        fits = self.fits(turn + 1)
        found = np.where(fits, after[parents(turn)][:, parents(turn)], 0.0)
        total = found.sum(axis=(2, 3), keepdims=True)
        shares = np.divide(found, total, out=np.zeros_like(found), where=total > 0.0)
        return np.where(total > 0.0, shares, self._unseen(fits, turn + 1))

    def _unseen(self, fits: Bools, turn: int) -> Floats:
        likely = []
        for seat in self.seats:
            one = seat.usual[turn].copy()
            one[OUT] = 1.0  # where it is out, that is its only state
            likely.append(one)
        return np.where(fits, np.multiply.outer(likely[0], likely[1]), 0.0)
