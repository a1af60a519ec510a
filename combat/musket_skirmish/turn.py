"""One turn of the deck, exactly: how many actions, who first, when (MT-01 to MT-05, MT-08).

A type acts on its own cards and, if it is elite, with one action on the officers' cards (MT-04).
Whatever else is in the deck does not change in which order these come.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from combat.decks.urns import before_stop
from combat.musket_skirmish.cards import Deck


def acting(deck: Deck, name: str) -> int:
    """Return the cards on which a type acts."""
    return deck.count(name) + (deck.officers if deck.elite(name) else 0)


def reached(deck: Deck, cards: int) -> dict[int, float]:
    """Return the chance of each number of so many cards to come before the turn ends (MT-08)."""
    return before_stop(cards, deck.events, deck.stop) if deck.stops else {cards: 1.0}


def actions(deck: Deck, name: str) -> dict[int, float]:
    """Return the chance of each number of actions of a type in a turn."""
    gives = [cards.actions for cards in deck.of(name) for _ in range(cards.count)]
    gives += [1] * (deck.officers if deck.elite(name) else 0)
    ways = _sums(tuple(gives))
    chances: dict[int, float] = {}
    for number, chance in reached(deck, len(gives)).items():
        for total, way in ways[number].items():
            share = chance * way / comb(len(gives), number)
            chances[total] = chances.get(total, 0.0) + share
    return chances


@lru_cache(maxsize=256)
def _sums(gives: tuple[int, ...]) -> tuple[dict[int, int], ...]:
    """Return by number of cards in how many ways they give each sum of actions."""
    ways: list[dict[int, int]] = [{0: 1}] + [{} for _ in gives]
    for give in gives:
        for number in range(len(gives), 0, -1):
            for total, way in ways[number - 1].items():
                ways[number][total + give] = ways[number].get(total + give, 0) + way
    return tuple(ways)


def never_reached(deck: Deck, name: str) -> float:
    """Return the chance that none of a type's own cards comes in a turn."""
    return reached(deck, deck.count(name)).get(0, 0.0)


def before(deck: Deck, first: str, second: str) -> float:
    """Return the chance that one type acts and the other has not acted before it.

    Types that both act on the officers' card act on it at once.
    """
    shared = deck.officers if deck.elite(first) and deck.elite(second) else 0
    mine, theirs = acting(deck, first), acting(deck, second)
    together = mine + theirs - shared
    none = reached(deck, together).get(0, 0.0)
    return (mine / together) * (1.0 - none)


def first_to_act(deck: Deck, name: str) -> float:
    """Return the chance that the first activation card of the turn is a type's own."""
    cards = deck.activations
    return deck.count(name) / cards * (1.0 - reached(deck, cards).get(0, 0.0))


def first_place(deck: Deck, name: str) -> dict[int, float]:
    """Return the chance of each place in the turn of the first card on which a type acts."""
    mine, size, events = acting(deck, name), deck.size, deck.events
    others = size - mine - events
    found = {}
    for place in range(1, size + 1):
        came = 0
        for stops in range(min(events, place - 1) + 1):
            if deck.stops and stops >= deck.stop:
                break
            came += comb(events, stops) * comb(others, place - 1 - stops)
        if place - 1 <= size - mine:
            found[place] = came / comb(size, place - 1) * mine / (size - place + 1)
    return {place: chance for place, chance in found.items() if chance > 0}


def length(deck: Deck) -> dict[int, float]:
    """Return the chance of each number of cards revealed in a turn."""
    if not deck.stops:
        return {deck.size: 1.0}
    ways = comb(deck.size, deck.events)
    return {
        place: comb(place - 1, deck.stop - 1)
        * comb(deck.size - place, deck.events - deck.stop)
        / ways
        for place in range(deck.stop, deck.size - deck.events + deck.stop + 1)
    }


def twice_in_a_row(deck: Deck, name: str) -> float:
    """Return the chance that a type's own cards come twice with no enemy activation between."""
    stops = deck.events if deck.stops else 0
    return _twice(deck.count(name), deck.enemy_cards(name), stops, deck.stop, False)


@lru_cache(maxsize=4096)
def _twice(mine: int, enemy: int, stops: int, until: int, last_mine: bool) -> float:
    """Return the chance from here on; ``until``: stop cards until the turn ends."""
    total = mine + enemy + stops
    if not mine or not total:
        return 0.0
    chance = mine / total * (1.0 if last_mine else _twice(mine - 1, enemy, stops, until, True))
    if enemy:
        chance += enemy / total * _twice(mine, enemy - 1, stops, until, False)
    if stops and until > 1:
        chance += stops / total * _twice(mine, enemy, stops - 1, until - 1, last_mine)
    return chance


def acts_first(deck: Deck, mine: tuple[str, int], theirs: tuple[str, int]) -> float:
    """Return the chance that a type's n-th card comes in a turn, and before another's k-th.

    Parameters
    ----------
    mine, theirs : tuple of (str, int)
        A type and which of its own cards, from 1.
    """
    stops = deck.events if deck.stops else 0
    counts = deck.count(mine[0]), deck.count(theirs[0]), stops
    return _sooner(counts, (mine[1], theirs[1], deck.stop))


@lru_cache(maxsize=65536)
def _sooner(left: Sequence[int], needed: Sequence[int]) -> float:
    """Return the chance that the first of three kinds of card is the first to come often enough."""
    if needed[0] == 0:
        return 1.0
    if 0 in needed[1:] or needed[0] > left[0]:
        return 0.0
    total, chance = sum(left), 0.0
    for kind, cards in enumerate(left):
        if cards:
            after = tuple(n - (at == kind) for at, n in enumerate(left))
            want = tuple(n - (at == kind) for at, n in enumerate(needed))
            chance += cards / total * _sooner(after, want)
    return chance
