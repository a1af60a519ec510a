"""What stays within a rank, as a linear system: x = b + x P forwards, v = b + P v backwards.

Staying put is a geometric series, that is a division by the chance to leave, which is summed and
not taken from 1. The rest is the series b + b P + b P² + … if it gets below rounding in a few terms
(steps without a loop end it exactly), else a dense inverse for few rows and a sparse solution for
many.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from combat.arrays import Floats, Ints
from combat.stages.keys import summed
from combat.stages.rules import Mask

SMALL = 96
"""Rows up to which a dense inverse is taken."""
SHORT, LONG = 6, 100
"""Terms of the series that are tried, for few rows and for many, before the system is solved."""
ROUNDING = 2.0**-56
"""A term of the series below this part of the sum is dropped with all that follow."""


class Loop:
    """The steps within a rank.

    Parameters
    ----------
    source, target : (steps,) int
        Rows of the rank.
    chance : (steps,) float
        How likely each step is.
    out : (rows,) float
        Chance, by row, to leave the rank.
    """

    def __init__(self, source: Ints, target: Ints, chance: Floats, out: Floats) -> None:
        self.rows = len(out)
        other = source != target
        self._source, self._target = source[other], target[other]
        self._leave = out + summed(self._source, chance[other], self.rows)
        self._leave[self._leave == 0] = 1.0
        self._chance = chance[other] / self._leave[self._source]
        self._terms = SHORT if self.rows <= SMALL else LONG
        self._factors: Any = None

    def forward(self, start: Floats) -> Floats:
        """Return x, (rows,): how often each row is met, from the mass that starts there."""
        total, term = start.copy(), start
        for _ in range(self._terms):
            term = self._push(term)
            total += term
            if (np.abs(term) <= ROUNDING * np.abs(total)).all():
                return total / self._leave
        return self._solved(start, "T") / self._leave

    def backward(self, gain: Floats) -> Floats:
        """Return v, (rows,): the value of each row, from what its steps out are worth."""
        scaled = gain / self._leave
        total, term, inside = scaled.copy(), scaled, np.ones(self.rows)
        for _ in range(self._terms):
            term, inside = self._pull(term), self._pull(inside)
            total += term
            if inside.max(initial=0.0) <= ROUNDING:
                return total
        return self._solved(scaled, "N")

    def _push(self, rows: Floats) -> Floats:
        steps = rows[self._source] * self._chance
        return summed(self._target, steps, self.rows)

    def _pull(self, rows: Floats) -> Floats:
        steps = rows[self._target] * self._chance
        return summed(self._source, steps, self.rows)

    def _solved(self, given: Floats, way: str) -> Floats:
        if self.rows > SMALL:
            return np.asarray(self._sparse().solve(given, trans=way))
        if self._factors is None:
            inside = np.zeros((self.rows, self.rows))
            np.add.at(inside, (self._source, self._target), self._chance)
            self._factors = np.linalg.inv(np.eye(self.rows) - inside)
        return np.asarray(given @ self._factors if way == "T" else self._factors @ given)

    def _sparse(self) -> Any:  # noqa: ANN401 (SuperLU has no public type)
        if self._factors is None:
            from scipy.sparse import csc_array, eye_array
            from scipy.sparse.linalg import splu

            shape = (self.rows, self.rows)
            inside = csc_array((self._chance, (self._source, self._target)), shape=shape)
            self._factors = splu(csc_array(eye_array(self.rows) - inside))
        return self._factors


def stuck(source: Ints, target: Ints, exits: Mask) -> Ints:
    """Return the rows of a rank from which it can never be left.

    Parameters
    ----------
    source, target : (steps,) int
        Steps within the rank.
    exits : (rows,) bool
        Rows with a step out of it.

    Examples
    --------
    >>> stuck(np.array([0, 1, 2]), np.array([1, 2, 1]), np.array([True, False, False])).tolist()
    [1, 2]
    """
    free = exits.copy()
    while (grown := source[free[target] & ~free[source]]).size:
        free[grown] = True
    return np.flatnonzero(~free)
