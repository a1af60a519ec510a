"""What a game's rules look like to the engines: stages of chance and of choice.

A battle is a table of whole numbers, one row a case. Column "stage" says which stage comes next;
the engines group rows by it, let the stage act and read where the row stands then. Rules are pure
functions of rows; they never hold a generator, and engines never look inside a row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from combat.arrays import Floats, Ints
from combat.dice import Roll

States: TypeAlias = Ints
"""(cases, columns) int64."""
Row: TypeAlias = Ints
"""(columns,) int64."""
Mask: TypeAlias = NDArray[np.bool_]

FINISHED = -1
"""The stage of rows for which nothing more happens."""


class Side(Enum):
    """Who decides."""

    ATTACKER = "attacker"
    DEFENDER = "defender"

    @property
    def other(self) -> Side:
        """The opponent.

        >>> Side.ATTACKER.other
        <Side.DEFENDER: 'defender'>
        """
        return Side.DEFENDER if self is Side.ATTACKER else Side.ATTACKER


class Chance(Protocol):
    """A stage in which dice or cards decide."""

    def rolls(self, states: States) -> tuple[Roll, ...]:
        """Return the independent rolls of these rows, each over all of them."""
        ...

    def resolve(self, states: States, results: tuple[Ints, ...]) -> States:
        """Return new rows: `results` has, for each roll, one outcome a row, (cases, width)."""
        ...


class Choice(Protocol):
    """A stage in which one side decides."""

    @property
    def side(self) -> Side:
        """Who decides."""
        ...

    def options(self, states: States) -> Mask:
        """Return which options are legal, (cases, options); at least one in each row."""
        ...

    def apply(self, states: States, option: Ints) -> States:
        """Return new rows, after each row has taken its option, (cases,)."""
        ...


class Rules(Protocol):
    """The rules of one kind of battle.

    Tallies are columns that are sums along the path (rounds, units fled). Rules always receive them
    as 0 and return what the step adds, 0 or more; nothing in the rules may depend on them. Engines
    carry their moments beside the mass, or, where asked to track one, its value.
    """

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns, "stage" first."""
        ...

    @property
    def tallies(self) -> tuple[str, ...]:
        """Names of those columns that are sums along the path."""
        ...

    @property
    def stages(self) -> tuple[Chance | Choice, ...]:
        """The stages, by the number in column "stage"; a row at −1 is finished."""
        ...

    @property
    def bounds(self) -> Row:
        """Largest value of each column (any number for tallies); the smallest is 0, stage −1."""
        ...

    def rank(self, states: States) -> Ints:
        """Return a number for each row, (cases,), that never rises along a step.

        Finished rows are passed too; what is returned for them is not used.
        """
        ...


@dataclass(frozen=True, eq=False)
class Starts:
    """Where battles begin: many cases at once, each with one or more weighted rows.

    Parameters
    ----------
    states : (rows, columns) int
        First states, tallies 0.
    weights : (rows,) float, optional
        Mass of each row; 1 if not given.
    case : (rows,) int, optional
        The case, from 0, that each row belongs to; each row its own if not given.

    Raises
    ------
    ValueError
        For shapes that do not fit, or a weight that is negative or not finite.
    """

    states: States
    weights: Floats
    case: Ints

    def __init__(
        self, states: States, weights: Floats | None = None, case: Ints | None = None
    ) -> None:
        rows = np.atleast_2d(np.asarray(states, dtype=np.int64))
        weight = np.ones(len(rows)) if weights is None else np.asarray(weights, dtype=np.float64)
        ids = np.arange(len(rows)) if case is None else np.asarray(case, dtype=np.int64)
        if not len(rows) == len(weight) == len(ids):
            raise ValueError(f"{len(rows)} states, {len(weight)} weights, {len(ids)} case ids")
        if not (np.isfinite(weight) & (weight >= 0)).all():
            raise ValueError("weights must be finite and not negative")
        if (ids < 0).any():
            raise ValueError("case ids must not be negative")
        for name, value in (("states", rows), ("weights", weight), ("case", ids)):
            object.__setattr__(self, name, value)

    @property
    def cases(self) -> int:
        """Number of cases: one more than the largest id."""
        return int(self.case.max(initial=-1)) + 1

    def totals(self) -> Floats:
        """Return the mass of each case, (cases,)."""
        totals = np.bincount(self.case, self.weights, minlength=self.cases)
        return np.asarray(totals, dtype=np.float64)


@dataclass(frozen=True, eq=False)
class View:
    """Rows as a policy or an aim sees them: columns by name, read-only.

    Parameters
    ----------
    names : mapping
        Column number by name; tallies that are not tracked are left out.
    states : (cases, columns) int
        The rows.
    stage : Choice, Chance or None
        The stage at which the rows stand; None for finished ones.
    """

    names: Mapping[str, int]
    states: States
    stage: Chance | Choice | None = None

    def __getitem__(self, name: str) -> Ints:
        """Return a column, (cases,)."""
        if name not in self.names:
            known = ", ".join(self.names)
            raise KeyError(f"no column {name!r} (tallies must be tracked); there are: {known}")
        column = self.states[:, self.names[name]]
        column.flags.writeable = False
        return column

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.states)


Policy: TypeAlias = Callable[[View, Mask], Ints]
"""A pure function of a view and the legal options, (cases, options), to an option each."""

Policies: TypeAlias = Mapping[Side, Policy]
"""Who decides how; a side whose rows never have more than one legal option may be left out."""


def changed(states: States, columns: Mapping[int, Ints | int]) -> States:
    """Return a copy of the rows with these columns set.

    >>> changed(np.array([[0, 5], [0, 7]]), {0: 1, 1: np.array([4, 6])}).tolist()
    [[1, 4], [1, 6]]
    """
    rows = states.copy(order="K")
    for column, values in columns.items():
        rows[:, column] = values
    return rows
