"""Shuffled decks by the thousand: what lies where, for the cards that matter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from combat.arrays import Ints


def shuffled(counts: Sequence[int], decks: int, rng: np.random.Generator) -> Ints:
    """Return shuffled decks: the kind of card at each place, (decks, cards) int.

    Parameters
    ----------
    counts : sequence of int
        Cards of each kind; kinds are 0, 1, 2, … in this order.
    decks : int
        How many.
    rng : Generator
    """
    kinds = np.repeat(np.arange(len(counts)), counts)
    keys = rng.random((decks, len(kinds)), dtype=np.float32)
    return np.asarray(kinds[np.argsort(keys, axis=1)], dtype=np.int64)


def places(cards: int, marked: int, decks: int, rng: np.random.Generator) -> Ints:
    """Return the places, from 0, of some marked cards, (decks, marked) int, not in order.

    Only the marked cards are placed: each in turn takes one of the places still free, counted past
    those that are taken.

    Parameters
    ----------
    cards, marked : int
        Cards in the deck, and how many of them matter.
    """
    if marked > cards:
        raise ValueError(f"{marked} of {cards} cards cannot be marked")
    found = np.empty((decks, marked), np.int64)
    taken = np.empty((decks, 0), np.int64)
    for at in range(marked):
        place = rng.integers(0, cards - at, size=decks)
        for column in range(at):  # taken places stand in rising order
            place = place + (place >= taken[:, column])
        found[:, at] = place
        taken = np.sort(np.concatenate([taken, place[:, None]], axis=1), axis=1)
    return found
