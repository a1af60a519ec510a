"""Answers that are tables: what a game's map can be asked, with every number's precision."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from combat.display import Displayed
from combat.estimate import Estimate


class Share(NamedTuple):
    """A chance in a table."""

    estimate: Estimate


class Amount(NamedTuple):
    """A mean or another number of a table that has a precision, and its unit."""

    estimate: Estimate
    unit: str = ""


Cell = Share | Amount | int | str | None


class Column(NamedTuple):
    """A column: its name in files and code, and its head on paper, '>' before it for numbers."""

    key: str
    head: str


@dataclass(frozen=True)
class Sheet:
    """A table: texts, whole numbers, chances and means.

    Parameters
    ----------
    name, title : str
        Name in files and code, and in words.
    columns : tuple of Column
    rows : tuple of tuple of Cell
        None where there is nothing to say.
    most : int
        Rows that people are shown; 0 for all. Files have all.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    most: int = 0

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.name}: {len(row)} cells in {len(self.columns)} columns")

    def column(self, key: str) -> tuple[Cell, ...]:
        """Return the cells of a column.

        Raises
        ------
        KeyError
        """
        names = [column.key for column in self.columns]
        if key not in names:
            raise KeyError(f"{self.name} has no column {key}; it has {', '.join(names)}")
        at = names.index(key)
        return tuple(row[at] for row in self.rows)


@dataclass(frozen=True)
class Sheets(Displayed):
    """An answer in tables.

    Parameters
    ----------
    game, question : str
        Name of the game, and of what was asked: ``targets``, ``fronts``, …
    title : str
    lines : tuple of str
        The answer in words, first things first.
    sheets : tuple of Sheet
    assumes : tuple of str
    method : str
        ``exact``, ``simulated``, or what else it rests on.
    trials, seed : int, optional
        Of a simulation.
    more : mapping
        Plain data that JSON has besides.
    """

    game: str
    question: str
    title: str
    lines: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    assumes: tuple[str, ...]
    method: str = "exact"
    trials: int | None = None
    seed: int | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    def sheet(self, name: str) -> Sheet:
        """Return the table of that name.

        Raises
        ------
        KeyError
        """
        for sheet in self.sheets:
            if sheet.name == name:
                return sheet
        raise KeyError(f"no table {name}; there are {', '.join(s.name for s in self.sheets)}")


@dataclass(frozen=True)
class Theatre:
    """A game's map as the rest of the product knows it.

    Parameters
    ----------
    read : callable
        ``(position file or '' for the set-up, edits)`` to a position.
    text : callable
        Position to the text that reads back as a position file.
    report : callable
        ``(position, places)`` to what it says, in tables; of some places alone if any are named.
    questions : mapping of str to callable
        Name of a question to ``(position, **options)`` to its answer in tables.
    """

    read: Callable[..., Any]
    text: Callable[[Any], str]
    report: Callable[..., Sheets]
    questions: Mapping[str, Callable[..., Sheets]]
