"""A faction's cards as numbered states, for best play: what keeping the truce leads to.

In each turn the states are the hands and draw decks that can be while the truce is not out, and one
state more, the last: the truce is out. From then on there is nothing to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.rebellion_1775.deck.hands import EVENT, MOVEMENT, TRUCE, Held, filled
from combat.rebellion_1775.deck.policies import RANDOM, Lead, Truce
from combat.rebellion_1775.deck.scenario import Deck
from combat.rebellion_1775.deck.turns import Mass, keeping, named_chance

OUT = -1
"""The last state."""


class Seat:
    """A faction at the table.

    Parameters
    ----------
    deck : Deck
    truce : Truce
    rounds : int
        How many rounds there can be.
    events : bool
        Whether events are played as soon as they are held.

    Attributes
    ----------
    states : list of list of Held
        Of each turn, from the first, and of one turn more.
    held, free : list of (states,) bool array
        Whether the truce is in hand, and whether there is another movement card beside it.
    keep : list of (states, states of the next turn) float array
        Chances of a turn in which the truce is not played; nothing where it has to be.
    usual : list of (states,) float array
        How likely the states are while the truce is not out, if all movement cards are played
        alike; all zero where it must be out.
    """

    def __init__(self, deck: Deck, truce: Truce, rounds: int, *, events: bool) -> None:
        self.deck, self.truce, self.events = deck, truce, events
        masses = self._masses(rounds)
        self.states = [list(mass) for mass in masses]
        self.held = [_marks(states, lambda held: held.hand[TRUCE] > 0) for states in self.states]
        self.free = [
            _marks(states, lambda held: held.hand[TRUCE] > 0 and held.hand[MOVEMENT] > 0)
            for states in self.states
        ]
        self.usual = [_shares(mass) for mass in masses]
        self.keep = [self._kept(turn) for turn in range(rounds)]

    def _masses(self, rounds: int) -> list[Mass]:
        """Return the cards by turn while the truce is not out, all movement cards played alike."""
        found: list[Mass] = []
        if self.deck.truce:
            chance = named_chance(Truce(RANDOM, self.truce.side, Lead()))
            found = [mass for mass, _ in keeping(self.deck, chance, events=self.events)]
        return [found[turn] if turn < len(found) else {} for turn in range(rounds + 1)]

    def _kept(self, turn: int) -> Floats:
        here, then = self.states[turn], self.states[turn + 1]
        number = {held: at for at, held in enumerate(then)}
        found = np.zeros((len(here) + 1, len(then) + 1))
        found[OUT, OUT] = 1.0
        for at, held in enumerate(here):
            if held.hand[MOVEMENT]:
                for new, chance in filled(held.without(MOVEMENT, events=self.events)).hands:
                    found[at, number[new]] = chance
        return found

    def playing(self, truce: Truce) -> Seat:
        """Return the same cards with another policy."""
        other = copy(self)
        other.truce = truce
        return other

    @property
    def start(self) -> Floats:
        """How likely the states of the first turn are, (states,) float."""
        return self.usual[0] if self.deck.truce else np.ones(1)

    def named(self, turn: int) -> Floats:
        """Return the chance to play the truce by the policy in a turn, from 0, (states,) float."""
        movement = np.array([held.hand[MOVEMENT] for held in self.states[turn]] + [0])
        return self.truce.chance(movement, turn + 1) * self.held[turn]

    def numbers(self, turn: int) -> Ints:
        """Return numbers of states, by movement cards, truce and events in hand, and events left.

        States that cannot be, and those in which the truce is out, have the number of that one.
        """
        found = np.full((4, 2, 4, self.deck.event + 1), len(self.states[turn]), dtype=np.int64)
        for at, held in enumerate(self.states[turn]):
            events = held.hand[EVENT] + held.deck[EVENT]
            found[held.hand[MOVEMENT], held.hand[TRUCE], held.hand[EVENT], events] = at
        return found


def _marks(states: Sequence[Held], test: Callable[[Held], bool]) -> Bools:
    return np.array([*(test(held) for held in states), False])


def _shares(mass: Mass) -> Floats:
    found = np.array([*mass.values(), 0.0])
    return found / total if (total := found.sum()) > 0.0 else found
