"""The alliance track in many games at once (WW-12, WW-20, WW-34)."""

from __future__ import annotations

import numpy as np

from combat.arrays import Bools, Ints
from combat.washingtons_war.deck.track import ALLIANCE, CAPTURED, REGULARS, Rates, of_turn


class Tracks:
    """Where the track stands in many games.

    Parameters
    ----------
    rates : Rates
    games : int
    rng : Generator

    Attributes
    ----------
    at : (games,) int
        The place of the track, 0 to 9; at 9 the alliance is made.
    lost, captured : (games,) bool
        Whether the regulars' advantage is lost, whether Washington has been captured.
    """

    def __init__(self, rates: Rates, games: int, rng: np.random.Generator) -> None:
        self.rates, self.rng = rates, rng
        self.at: Ints = np.zeros(games, np.int64)
        self.lost: Bools = np.zeros(games, bool)
        self.captured: Bools = np.zeros(games, bool)

    @property
    def made(self) -> Bools:
        """Whether the alliance is made, (games,)."""
        return self.at >= ALLIANCE

    def move(self, turn: int, back: Ints, on: Ints, regulars: Bools) -> Bools:
        """Play a year: what moves the track back first, then what moves it on.

        Parameters
        ----------
        turn : int
            From 0.
        back, on : (games,) int
            Steps by cards.
        regulars : (games,) bool
            Whether a card ends the regulars' advantage.

        Returns
        -------
        (games,) bool
            Where the alliance is made in this year.
        """
        out = ~self.made
        taken = out & ~self.captured & self._happens(of_turn(self.rates.washington, turn))
        self.captured |= taken
        self.at = np.maximum(0, self.at + CAPTURED * taken)
        self.at = np.maximum(0, self.at - back * out)
        beaten = self._happens(of_turn(self.rates.regulars, turn))
        losing = out & ~self.lost & (beaten | regulars)
        self.lost |= losing
        wins = self.rng.poisson(of_turn(self.rates.wins, turn), len(self.at))
        self.at = np.minimum(ALLIANCE, self.at + REGULARS * losing + (on + wins) * out)
        return out & self.made

    def _happens(self, chance: float) -> Bools:
        return self.rng.random(len(self.at)) < chance
