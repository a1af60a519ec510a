"""Dice read for what they decide: a die in bands, two dice against one another.

Only what the rules make of the dice is an outcome, so that many battles at once have few of them;
samples are of the dice themselves, face by face.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from combat.arrays import Floats, Ints


@dataclass(frozen=True, eq=False)
class BandedDie:
    """One die a case, read in bands: how many of the `highs` it comes out above.

    Parameters
    ----------
    highs : (cases, bands − 1) int
        Highest face of each band but the last, not falling; 0 for an empty first band.
    sides : int
        Faces of the die.

    Examples
    --------
    A die that means 0 on 1–3, 1 on 4–5 and 2 on 6:

    >>> (BandedDie(np.array([[3, 5]])).pmf()[0] * 6).round().astype(int).tolist()
    [[3, 2, 1]]
    """

    highs: Ints
    sides: int = 6

    def pmf(self) -> tuple[Floats, Ints]:
        """Chances of the bands 0, 1, …; width 1."""
        cases, inner = self.highs.shape
        ends = np.zeros((cases, inner + 2))
        ends[:, 1:-1] = self.highs
        ends[:, -1] = self.sides
        if (faces := np.diff(ends, axis=1)).min(initial=0) < 0:
            raise ValueError(
                f"bands of a die of {self.sides} sides must rise from 0 to {self.sides}"
            )
        return faces / self.sides, np.arange(inner + 1)[:, None]

    def sample(self, rng: np.random.Generator) -> Ints:
        """Bands, (cases, 1)."""
        die = rng.integers(1, self.sides + 1, size=(len(self.highs), 1))
        return np.asarray((die > self.highs).sum(axis=1, keepdims=True), dtype=np.int64)


def winning_pairs(lead: Ints, sides: int = 6) -> Ints:
    """Return how many of the sides² pairs of dice the first wins, ties included.

    Parameters
    ----------
    lead : int array
        What is added to the first die more than to the second.
    sides : int
        Faces of either die.

    Examples
    --------
    >>> winning_pairs(np.array([-1, 0, 1])).tolist()
    [15, 21, 26]
    """
    return _pairs_won(sides)[np.clip(lead, -sides, sides) + sides]


@lru_cache(maxsize=8)
def _pairs_won(sides: int) -> Ints:
    """Pairs won by lead from −sides to sides, (2 sides + 1,)."""
    lead = np.arange(-sides, sides + 1)[:, None, None]
    won = np.arange(sides)[:, None] + lead >= np.arange(sides)
    return np.asarray(won.sum(axis=(1, 2)), dtype=np.int64)
