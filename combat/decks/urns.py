"""Closed forms for cards in a shuffled deck: how many come, how soon, which first.

All orders of the deck are equally likely, so that only the order of the cards that matter counts,
whatever else is in the deck. Chances are ratios of whole numbers, divided once.
"""

from __future__ import annotations

from math import comb


def drawn(deck: int, marked: int, cards: int) -> dict[int, float]:
    """Return the chance to draw each number of marked cards (hypergeometric).

    Parameters
    ----------
    deck, marked, cards : int
        Cards in the deck, those of them that are marked, cards drawn.

    Examples
    --------
    At least one of four among four of sixty cards:

    >>> round(1 - drawn(60, 4, 4)[0], 4)
    0.2468
    """
    ways = comb(deck, cards)
    return {
        number: comb(marked, number) * comb(deck - marked, cards - number) / ways
        for number in range(max(0, cards - (deck - marked)), min(marked, cards) + 1)
    }


def at_least(deck: int, marked: int, cards: int, number: int) -> float:
    """Return the chance to draw at least so many marked cards."""
    return sum(chance for n, chance in drawn(deck, marked, cards).items() if n >= number)


def before_stop(marked: int, stops: int, at: int) -> dict[int, float]:
    """Return the chance of each number of marked cards before the ``at``-th stop card.

    With no stop card among so many all marked cards come.

    Examples
    --------
    Before the third of three event cards a card is not reached with 1/4, whatever the deck:

    >>> before_stop(1, 3, 3)[0]
    0.25
    """
    if at > stops:
        return {marked: 1.0}
    ways = comb(marked + stops, marked)
    return {
        number: comb(number + at - 1, number)
        * comb(marked - number + stops - at, marked - number)
        / ways
        for number in range(marked + 1)
    }


def place_of(deck: int, marked: int, number: int) -> dict[int, float]:
    """Return the chance of each place, from 1, of the ``number``-th marked card.

    Examples
    --------
    >>> place_of(3, 1, 1)
    {1: 0.3333333333333333, 2: 0.3333333333333333, 3: 0.3333333333333333}
    """
    ways = comb(deck, marked)
    return {
        place: comb(place - 1, number - 1) * comb(deck - place, marked - number) / ways
        for place in range(number, deck - marked + number + 1)
    }


def sooner(mine: int, number: int, theirs: int, their_number: int) -> float:
    """Return the chance that the ``number``-th of my cards comes before so many of theirs.

    Parameters
    ----------
    mine, number : int
        My cards, and which of them, from 1.
    theirs, their_number : int
        Their cards, and which of them, from 1.

    Examples
    --------
    The first of two before the first of four:

    >>> sooner(2, 1, 4, 1)
    0.3333333333333333
    """
    if number > mine:
        return 0.0
    found = place_of(mine + theirs, mine, number)
    return sum(chance for place, chance in found.items() if place - number < their_number)
