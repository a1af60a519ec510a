"""What was counted in many games of dealing and playing cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from combat.arrays import Floats, Ints
from combat.washingtons_war.deck.games import Games
from combat.washingtons_war.deck.problem import Problem


@dataclass
class Tally:
    """Counts of games.

    Parameters
    ----------
    games : int
    ended, made : (years,) int
        Games in which the war ended, and the alliance was made, in a year.
    dealt : (years, asked cards, 3) int
        Games in which a card has been dealt by a year: to either side, the American, the British.
    """

    games: int
    ended: Ints
    made: Ints
    dealt: Ints

    @classmethod
    def of(cls, problem: Problem, chunks: Iterable[tuple[int, np.random.Generator]]) -> Tally:
        """Play games, chunk by chunk."""
        turns = len(problem.course.years)
        tally = cls(
            0,
            np.zeros(turns, np.int64),
            np.zeros(turns, np.int64),
            np.zeros((turns, len(problem.asked), 3), np.int64),
        )
        for games, rng in chunks:
            tally.games += games
            for turn, year in enumerate(Games(problem, games, rng).years()):
                tally.ended[turn] += np.count_nonzero(year.ended)
                tally.made[turn] += np.count_nonzero(year.made)
                tally.dealt[turn, :, 0] += year.dealt.any(axis=1).sum(axis=1)
                tally.dealt[turn, :, 1:] += year.dealt.sum(axis=2)
        return tally

    def chances(self, counts: Ints) -> Floats:
        """Return counts as shares of the games."""
        return counts / self.games
