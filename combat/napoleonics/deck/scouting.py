"""How soon a card comes to a hand that draws one card a turn, or one of two (CC-40)."""

from __future__ import annotations

from math import comb

from combat.decks.urns import at_least

State = tuple[int, int, int]
"""Scouts in hand, Scouts not seen yet, cards not seen yet."""


def held_by(deck: int, marked: int, cards: int) -> float:
    """Return the chance to have had one of the marked cards among so many."""
    return at_least(deck, marked, cards, 1)


def scouted_by(deck: int, marked: int, scouts: int, hand: int, turns: int) -> list[float]:
    """Return the chance by turn, from 1, to have held a marked card, Scouts being played for it.

    A Scout is played as soon as it is held: two cards are drawn and one is kept, the marked card
    before a Scout, a Scout before any other. What nobody has seen is as if it were all in the deck,
    the enemy's hand too, so that only what this hand has seen counts.

    Parameters
    ----------
    deck, marked, scouts : int
        Cards in the deck, and how many are marked or Scouts.
    hand, turns : int

    Examples
    --------
    One card marked and one Scout in four cards, and a hand of one: to have it by the second turn it
    is dealt, or drawn as one of two, or as one:

    >>> [round(12 * chance) for chance in scouted_by(4, 1, 1, 1, 2)]
    [3, 7]
    """
    states: dict[State, float] = {}
    for dealt in range(min(scouts, hand) + 1):
        chance = _none_and(deck, marked, scouts, hand, dealt)
        if chance:
            states[dealt, scouts - dealt, deck - hand] = chance
    found = [1.0 - sum(states.values())]
    for _ in range(turns - 1):
        states = _drawn(states, marked)
        found.append(1.0 - sum(states.values()))
    return found


def _drawn(states: dict[State, float], marked: int) -> dict[State, float]:
    """Return the states after a draw that has brought no marked card."""
    found: dict[State, float] = {}
    for (held, unseen, cards), chance in states.items():
        draws = 2 if held else 1
        for scouts in range(min(draws, unseen) + 1):
            ways = _none_and(cards, marked, unseen, draws, scouts)
            if ways:
                state = (held - (held > 0) + (scouts > 0), unseen - scouts, cards - draws)
                found[state] = found.get(state, 0.0) + chance * ways
    return found


def _none_and(cards: int, marked: int, scouts: int, draws: int, number: int) -> float:
    """Return the chance to draw no marked card and so many Scouts."""
    others = cards - marked - scouts
    if draws - number > others:
        return 0.0
    return comb(scouts, number) * comb(others, draws - number) / comb(cards, draws)
