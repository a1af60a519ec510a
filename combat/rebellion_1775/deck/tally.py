"""What many simulated games come to."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from combat.arrays import Floats, Ints
from combat.rebellion_1775.deck.factions import FACTIONS
from combat.rebellion_1775.deck.situation import Situation
from combat.rebellion_1775.deck.timing import ENDERS, Hands, Rows, Timing
from combat.rebellion_1775.deck.turn_order import Shares

Truces = Mapping[str, Ints]
"""By faction, the round of its truce in each game; 0 if it does not come."""


class Tally:
    """Counts over games, chunk by chunk.

    Parameters
    ----------
    asked : Situation
    turns : mapping of str to int
        How many rounds each faction's truce may take.
    """

    def __init__(self, asked: Situation, turns: Mapping[str, int]) -> None:
        self.asked, self.games = asked, 0
        self.truces = {name: np.zeros(turns[name]) for name in FACTIONS}
        self.enders = np.zeros((len(ENDERS), asked.scenario.last_round))
        decks = asked.decks
        with_events = tuple(name for name in FACTIONS if decks[name].event)
        self.bare, self.given, self.some = (
            {name: np.zeros(decks[name].turns) for name in names}
            for names in (FACTIONS, with_events, with_events)
        )
        self.order: dict[str, dict[str, float]] = {}

    def add_truces(self, truces: Truces) -> None:
        """Count when truces came, in games of which the same have not been counted yet."""
        self.games += len(truces[FACTIONS[0]])
        for name, rounds in truces.items():
            size = len(self.truces[name])
            self.truces[name] += np.bincount(rounds, minlength=size + 1)[1 : size + 1]

    def add_ends(self, british: Ints, american: Ints) -> None:
        """Count last rounds, by the rounds in which the sides' last truces came."""
        scenario = self.asked.scenario
        first = np.minimum(british, american)
        last = np.minimum(scenario.last_round, np.maximum(scenario.check_from, first))
        ender = np.where(british == american, 2, (american < british).astype(int))
        ender = np.where(first > scenario.last_round, 3, ender)
        np.add.at(self.enders, (ender, last - 1), 1)

    def add_order(self, shares: Shares, games: int) -> None:
        """Add shares of turn orders in so many games."""
        for who, row in shares.items():
            mine = self.order.setdefault(who, {})
            for what, share in row.items():
                mine[what] = mine.get(what, 0.0) + share * games

    def timing(self) -> Timing:
        """Return the shares of all games."""
        games = self.games
        hands = Hands(*(_shares(counts, games) for counts in (self.bare, self.given, self.some)))
        order = {
            who: {what: n / games for what, n in row.items()} for who, row in self.order.items()
        }
        return Timing(_shares(self.truces, games), self.enders / games, hands, order)


def _shares(counts: Mapping[str, Floats], games: int) -> Rows:
    return {name: tuple((one / games).tolist()) for name, one in counts.items()}


def complete(asked: Situation, truces: Truces, side: str) -> Ints:
    """Return the round of a side's last truce in each game.

    One round more than there can be, where it has none to come.
    """
    names = asked.scenario.truces(side)
    never = np.full(len(truces[FACTIONS[0]]), asked.scenario.last_round + 1)
    return np.maximum.reduce([truces[name] for name in names]) if names else never
