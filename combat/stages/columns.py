"""Columns of rows by name: reading them, and setting some where something is so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

from combat.arrays import Bools, Ints
from combat.stages.rules import FINISHED, States, changed

Values: TypeAlias = Mapping[str, "Ints | int"]
"""New values of some columns by name."""


class Columns:
    """The columns of a game's rows.

    Parameters
    ----------
    names : tuple of str
        In their order; ``stage`` is the first.

    Examples
    --------
    >>> columns = Columns(("stage", "lost"))
    >>> rows = np.array([[0, 1], [0, 2]])
    >>> columns.set(rows, {"lost": 5}).tolist()
    [[0, 5], [0, 5]]
    >>> columns.branch(rows, rows[:, 1] > 1, ended(), {"lost": 3}).tolist()
    [[0, 3], [-1, 2]]
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.at = {name: place for place, name in enumerate(names)}

    def of(self, rows: States, name: str) -> Ints:
        """Return a column, (rows,)."""
        return rows[:, self.at[name]]

    def set(self, rows: States, values: Values) -> States:
        """Return the rows with some columns set."""
        return changed(rows, {self.at[name]: value for name, value in values.items()})

    def either(self, where: Bools, yes: Values, no: Values, rows: States) -> Values:
        """Return values as in `yes` or as in `no`; what one leaves out is as it was."""
        if where.all():
            return yes
        if not where.any():
            return no
        names = {**yes, **no}
        return {
            name: np.where(
                where, yes.get(name, self.of(rows, name)), no.get(name, self.of(rows, name))
            )
            for name in names
        }

    def branch(self, rows: States, where: Bools, yes: Values, no: Values) -> States:
        """Return the rows with columns set as `either` has them."""
        return self.set(rows, self.either(where, yes, no, rows))


def ended() -> Values:
    """Return values for rows for which nothing more happens."""
    return {"stage": FINISHED}
