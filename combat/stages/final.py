"""What a battle ends in: finished rows with their mass and the moments of tallies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from combat.arrays import Floats, Ints
from combat.stages.keys import summed
from combat.stages.layout import Layout
from combat.stages.rules import States, View


@dataclass(frozen=True, eq=False)
class Final:
    """Finished rows of many cases, sorted by case, each row of a case once.

    Attributes
    ----------
    names : dict of str to int
        Column number by name.
    tallies : tuple of str
        Sums along the path that are carried as moments.
    states : (rows, columns) int
        The finished rows.
    case : (rows,) int
        The case of each.
    mass : (rows,) float
        Chance to end there; sums, by case, to the weight that the case began with.
    first, second : (rows, tallies) float
        Expected tally and square of it, times 1 if the battle ends there and 0 if not.
    trials : int or None
        Simulated runs a case; None for exact results.
    """

    names: dict[str, int]
    tallies: tuple[str, ...]
    states: States
    case: Ints
    mass: Floats
    first: Floats
    second: Floats
    trials: int | None = None

    @classmethod
    def of(
        cls, layout: Layout, rows: tuple[States, Ints], weights: Floats, trials: int | None = None
    ) -> Final:
        """Return rows (states, case) with weights (rows, 1 + 2 sums): mass, first, second."""
        sums, order = len(layout.sums), np.argsort(rows[1], kind="stable")
        states, case, weights = rows[0][order], rows[1][order], weights[order]
        mass, first, second = weights[:, 0], weights[:, 1 : 1 + sums], weights[:, 1 + sums :]
        return cls(layout.names, layout.sums, states, case, mass, first, second, trials)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.states)

    def __getitem__(self, name: str) -> Ints:
        """Return a column, (rows,)."""
        return View(self.names, self.states)[name]

    def totals(self) -> Floats:
        """Return the mass by case, (cases,)."""
        return summed(self.case, self.mass, 0)

    def expected(self, values: Floats) -> Floats:
        """Return the mass-weighted sum of a value of each row, by case, (cases,)."""
        return summed(self.case, self.mass * values, 0)

    def moments(self, tally: str) -> tuple[Floats, Floats]:
        """Return the mean of a tally and of its square, by case, for cases of weight 1."""
        at = self.tallies.index(tally)
        first, second = self.first[:, at], self.second[:, at]
        return summed(self.case, first, 0), summed(self.case, second, 0)
