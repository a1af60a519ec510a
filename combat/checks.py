"""Dice read for what they decide: bands of a die, tries in a row, two dice in a contest.

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


@dataclass(frozen=True, eq=False)
class FirstSuccess:
    """Tries in a row, a die each, up to the first that comes out at most its target.

    Parameters
    ----------
    targets : (cases, tries) int
        Highest face that succeeds; 0 where nobody tries.
    sides : int
        Faces of a die.

    Examples
    --------
    Two tries at 2 or less: neither, the first, the second.

    >>> (FirstSuccess(np.array([[2, 2]])).pmf()[0] * 9).round().astype(int).tolist()
    [[4, 3, 2]]
    """

    targets: Ints
    sides: int = 6

    def pmf(self) -> tuple[Floats, Ints]:
        """Chances of 0 (no success), 1 (the first try), 2, …; width 1."""
        cases, tries = self.targets.shape
        if self.targets.size and not 0 <= self.targets.min() <= self.targets.max() <= self.sides:
            raise ValueError(f"targets of a die are from 0 to {self.sides}")
        failing = np.cumprod(self.sides - self.targets, axis=1)  # of sides**k ways
        before = np.concatenate([np.ones((cases, 1), np.int64), failing[:, :-1]], axis=1)
        ways = float(self.sides) ** np.arange(1, tries + 1)
        chances = np.concatenate(
            [failing[:, -1:] / ways[-1:], before * self.targets / ways], axis=1
        )
        return chances, np.arange(tries + 1)[:, None]

    def sample(self, rng: np.random.Generator) -> Ints:
        """The try that succeeds, (cases, 1)."""
        dice = rng.integers(1, self.sides + 1, size=self.targets.shape)
        found = dice <= self.targets
        first = np.where(found.any(axis=1), np.argmax(found, axis=1) + 1, 0)
        return np.asarray(first, dtype=np.int64)[:, None]


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
