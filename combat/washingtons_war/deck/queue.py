"""Activating a general with one OPS card or with a queue of several (WW-35)."""

from __future__ import annotations

from collections.abc import Sequence

RATINGS = (1, 2, 3)


def plays_needed(hand: Sequence[int], rating: int) -> int | None:
    """Return how many plays a hand takes, at best, to activate a general; None if it cannot.

    One OPS card of his rating or more will do; else a queue is begun and each play adds a card
    until their sum is his rating. The largest values first take the fewest plays, and no card of
    value 3 ever begins a queue, as it activates anybody by itself.

    Parameters
    ----------
    hand : sequence of int
        OPS values held.
    rating : int
        The general's strategy rating.

    Examples
    --------
    >>> plays_needed([1, 2], 3), plays_needed([1, 1, 1], 3), plays_needed([1, 1], 3)
    (2, 3, None)
    """
    total = 0
    for plays, value in enumerate(sorted(hand, reverse=True), start=1):
        total += value
        if total >= rating:
            return plays
    return None
