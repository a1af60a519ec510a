"""The vigilance variant: markers in place of actions, and shots at those who move (MT-09).

The policy of a type on watch: on its card it takes a marker if it is loaded and has none; if it is
not loaded it reloads; with a marker it waits. The marker is used at the end of the first enemy
activation that moves in sight. Others fire and reload in turn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from combat.arrays import Bools, Ints
from combat.musket_skirmish.cards import Deck
from combat.musket_skirmish.sample import Maker, Turns


class Watched(NamedTuple):
    """The volleys of a type over some turns, in each run, (runs,): on watch, and as usual."""

    on_watch: Ints
    as_usual: Ints


def watched(
    deck: Deck,
    names: tuple[str, ...],
    *,
    turns: int,
    moves: float,
    make: Maker,
    runs: int,
    rng: np.random.Generator,
) -> dict[str, Watched]:
    """Return the volleys of types on watch, and as usual, over so many turns.

    Parameters
    ----------
    names : tuple of str
        The types, each loaded at the beginning.
    moves : float
        The chance that an enemy activation moves in sight.
    """
    found = {name: _Watch(runs) for name in names}
    for _ in range(turns):
        turn = make(deck, runs, rng)
        moved = rng.random(turn.kinds.shape, dtype=np.float32) < moves
        for name, watch in found.items():
            watch.follow(turn, name, turn.enemies(name) & moved)
    return {name: Watched(watch.shots, watch.fired) for name, watch in found.items()}


class _Watch:
    """A type that watches, and the same type firing on its cards, in many runs."""

    def __init__(self, runs: int) -> None:
        self.loaded, self.marker = np.ones(runs, np.bool_), np.zeros(runs, np.bool_)
        self.usual = np.ones(runs, np.bool_)
        self.shots, self.fired = np.zeros(runs, np.int64), np.zeros(runs, np.int64)

    def follow(self, turn: Turns, name: str, seen: Bools) -> None:
        """Go through a turn card by card; ``seen``: where an enemy has moved in sight."""
        own, gives = turn.own(name), _gives(turn, name)
        for mine, moved, actions in zip(own.T, seen.T, gives.T, strict=True):
            self.marker |= mine & self.loaded
            self.loaded |= mine
            shoots = moved & self.marker
            self.shots += shoots
            self.marker &= ~shoots
            self.loaded &= ~shoots
            self.usual, more = _alternate(self.usual, actions)
            self.fired += more


def _gives(turn: Turns, name: str) -> Ints:
    """Return the actions of a type at each place, (runs, cards)."""
    each = [cards.actions * (cards.name == name) for cards in turn.deck.cards]
    return np.array([*each, 0, 0, 0])[turn.kinds] * turn.comes


def _alternate(loaded: Bools, actions: Ints) -> tuple[Bools, Ints]:
    """Fire and reload in turn with so many actions; return who is loaded, and the volleys."""
    volleys = (actions + loaded) // 2
    after = np.where(actions % 2 == 1, ~loaded, loaded)
    return after, volleys
