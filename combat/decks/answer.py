"""What is known of a deck, as tables of numbers that are shown, drawn and printed alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from combat.display import Displayed
from combat.errors import OptionError
from combat.estimate import Z95, Estimate

EXACT, SIMULATED = "exact", "simulated"
COMPUTED = 0  # runs behind what is exact
PMF, CHANCES, MATRIX, NUMBERS = "pmf", "chances", "matrix", "numbers"
KINDS = (PMF, CHANCES, MATRIX, NUMBERS)
ROUNDED = 1e-9  # what rounding may make of a sum of chances
MOST_NUMBER = 10**9  # names come after all numbers
ALL = "game"
"""The group of a table that has only one."""
Numbers = Mapping[str, float]


@dataclass(frozen=True)
class DeckTable:
    """One table of an answer.

    Parameters
    ----------
    name : str
        In code and files.
    title : str
        In words.
    kind : str
        ``pmf``: for each group the chance of each value (years, rounds, numbers), which sum to 1,
        or to less where nothing of it may come; ``chances``: for each group a chance, or for each
        group chances that do not sum to 1 (at least so many); ``matrix``: for each row and column a
        chance; ``numbers``: for each group numbers that are no chances, by name.
    data : mapping of str to mapping of str to float
        By group (or row), then by value (or column, or name), as text.
    axis : str
        What the values, columns or names are: 'year', 'actions in a turn'.
    unit : str
        Of ``numbers``.
    mean : bool
        Whether plain data have the mean of each group's numbers beside their chances.
    runs : int, optional
        Of a simulation, where they are not the answer's; `COMPUTED` for what is exact in it.
    behind : mapping of str to mapping of str to int
        Of a simulation: runs behind single chances that are of fewer of them, such as of the games
        that got to a round.
    sds : mapping of str to mapping of str to float
        Of a simulation's ``numbers``: their standard deviations from run to run; what has none is
        exact.
    """

    name: str
    title: str
    kind: str
    data: Mapping[str, Numbers]
    axis: str = ""
    unit: str = ""
    mean: bool = False
    runs: int | None = None
    behind: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    sds: Mapping[str, Numbers] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind {self.kind!r} is not one of {', '.join(KINDS)}")
        numbers = float if self.kind == NUMBERS else _chance
        rows = {
            group: {name: numbers(number) for name, number in row.items()}
            for group, row in self.data.items()
        }
        object.__setattr__(self, "data", rows)

    @property
    def chances(self) -> bool:
        """Whether its numbers are chances."""
        return self.kind != NUMBERS

    def plain(self) -> dict[str, Any]:
        """Return the table as plain data: one group, `ALL`, and one column, '', are left out."""
        found: dict[str, Any] = {}
        for group, row in self.data.items():
            numbers: Any = row.get("") if set(row) == {""} else dict(row)
            found[group] = {"mean": text_mean(row), "pmf": numbers} if self.mean else numbers
        return found[ALL] if set(found) == {ALL} else found

    @property
    def columns(self) -> tuple[str, ...]:
        """All values, columns or names: numbers rise and come first, names as they come.

        The columns of a matrix of pairs stand in the order of its rows.
        """
        known = dict.fromkeys(key for row in self.data.values() for key in row)
        places = {group: place for place, group in enumerate(self.data)}
        pairs = self.kind == MATRIX and all(key in places for key in known)

        def rank(key: str) -> int:
            if pairs:
                return places[key]
            return int(key) if key.isdecimal() else MOST_NUMBER

        return tuple(sorted(known, key=rank))


@dataclass(frozen=True)
class DeckAnswer(Displayed):
    """What is known of a deck.

    Parameters
    ----------
    game, title : str
    method : str
        ``exact`` or ``simulated``.
    tables : tuple of DeckTable
    lines : tuple of str
        Answers in words, such as 'will my regulars fire again before the Indians close?'.
    assumes : tuple of str
    trials, seed : int, optional
        Of a simulation.
    """

    game: str
    title: str
    method: str
    tables: tuple[DeckTable, ...]
    lines: tuple[str, ...]
    assumes: tuple[str, ...]
    trials: int | None = None
    seed: int | None = None

    @property
    def precision(self) -> float:
        """Half the width of the widest 95 % interval of a chance; 0 if it is exact."""
        return max((self.precision_of(t) for t in self.tables if t.chances), default=0.0)

    def precision_of(self, table: DeckTable) -> float:
        """Return half the width of the widest 95 % interval that a chance of all runs can have.

        Chances of fewer runs, ``behind`` them, are less precise: `chance` has their intervals.
        """
        runs = self.runs(table)
        return 0.0 if runs is None else Z95 * 0.5 / sqrt(runs)

    def runs(self, table: DeckTable) -> int | None:
        """Return the runs behind a table; None if it is exact."""
        if table.runs is None:
            return self.trials
        return table.runs or None

    def estimate(self, table: DeckTable, group: str, name: str) -> Estimate:
        """Return an entry of a table, a chance or another number, with its interval."""
        known = self.number if table.kind == NUMBERS else self.chance
        return known(table, group, name)

    def chance(self, table: DeckTable, group: str, name: str) -> Estimate:
        """Return a chance of a table with its interval."""
        runs = self.runs(table)
        if runs is not None:
            runs = max(1, table.behind.get(group, {}).get(name, runs))
        return Estimate.of_chance(table.data[group][name], runs)

    def number(self, table: DeckTable, group: str, name: str) -> Estimate:
        """Return a number of a table with its interval."""
        sd = table.sds.get(group, {}).get(name)
        number = table.data[group][name]
        if sd is None:  # of the rules, such as what a volley kills
            return Estimate.of_exact(number)
        return Estimate.of_mean(number, sd, self.runs(table))

    def mean(self, table: DeckTable, group: str) -> Estimate | None:
        """Return the mean of a group's numbers, of those runs in which it comes, with its interval.

        None if nothing of it comes, or if not all its values are numbers.
        """
        row = table.data[group]
        came = sum(row.values())
        if not came or not all(value.isdecimal() for value in row):
            return None
        of = {int(value): chance / came for value, chance in row.items()}
        runs = self.runs(table)
        return Estimate.of_mean(mean_of(of), sd_of(of), runs and max(2, round(runs * came)))

    def table(self, name: str) -> DeckTable:
        """Return the table of that name.

        Raises
        ------
        OptionError
        """
        for one in self.tables:
            if one.name == name:
                return one
        names = tuple(one.name for one in self.tables)
        raise OptionError(
            f"the deck has no table {name!r}; it has {', '.join(names)}", given=name, allowed=names
        )


def _chance(number: float) -> float:
    """Return a chance as plain float: a sum of chances may round out of 0 to 1, and is put back.

    Raises
    ------
    ValueError
        For what is no chance.
    """
    if not -ROUNDED <= number <= 1 + ROUNDED:
        raise ValueError(f"{number} is no chance")
    return min(1.0, max(0.0, float(number)))


def pmf_of(chances: Mapping[int, float]) -> dict[str, float]:
    """Return chances by number as chances by text, in rising order, impossible ones left out.

    Examples
    --------
    >>> pmf_of({2: 0.25, 0: 0.75, 5: 0.0})
    {'0': 0.75, '2': 0.25}
    """
    return {str(value): float(chances[value]) for value in sorted(chances) if chances[value] > 0}


def text_mean(chances: Numbers) -> float:
    """Return the mean of numbers, as text, with these chances."""
    return float(sum(float(value) * chance for value, chance in chances.items()))


def mean_of(chances: Mapping[int, float]) -> float:
    """Return the mean of numbers with these chances."""
    return float(sum(value * chance for value, chance in chances.items()))


def sd_of(chances: Mapping[int, float]) -> float:
    """Return the standard deviation of numbers with these chances.

    Examples
    --------
    >>> sd_of({0: 0.5, 2: 0.5})
    1.0
    """
    mean = mean_of(chances)
    squares = sum((value - mean) ** 2 * chance for value, chance in chances.items())
    return sqrt(max(0.0, squares))
