"""What the attacks of a turn lead to, as the rest of the product shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from combat.estimate import Estimate


class Number(NamedTuple):
    """A number of a table, and how people read it."""

    value: float
    text: str


Cell = Number | str | None


class TurnTable(NamedTuple):
    """A table with its numbers.

    ``heads``: of the columns, those of numbers with '>' before them; ``rows``: texts and numbers,
    None where there is none; ``by_score``: whether both a row's first cell and the last word of
    each further head are numbers of points.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    by_score: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(head.lstrip(">") for head in self.heads)

    @property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The rows as people read them."""
        return tuple(
            tuple(one.text if isinstance(one, Number) else one or "" for one in row)
            for row in self.rows
        )

    @property
    def numbers(self) -> tuple[tuple[str, float], ...]:
        """All numbers, each with the name of its row and, if there are several, its column."""
        names, several = self.names, len(self.heads) > 2
        found = []
        for first, *cells in self.rows:
            row = f"{names[0]} {first}" if self.by_score else str(first)
            for name, cell in zip(names[1:], cells, strict=True):
                if isinstance(cell, Number):
                    found.append((f"{row}, {name}" if several else row, cell.value))
        return tuple(found)


class Chance(NamedTuple):
    """An event of a turn: its name, in words, and its chance."""

    name: str
    text: str
    estimate: Estimate


class Mean(NamedTuple):
    """A quantity of a turn: its name, in words, its unit, and its mean."""

    name: str
    text: str
    unit: str
    estimate: Estimate


class TurnStage(NamedTuple):
    """One unit of a turn: its name, the chance that it fights, and what comes of it then."""

    name: str
    unit: str
    reached: float
    events: tuple[Chance, ...]
    quantities: tuple[Mean, ...]


@dataclass(frozen=True)
class TurnAnswer:
    """What a turn leads to if both sides play their best.

    Parameters
    ----------
    game : str
        Name of the game.
    title : str
    aim : str
        What the turn is best for.
    stages : tuple of TurnStage
    events, quantities : tuple of Chance, tuple of Mean
        Of the whole turn.
    tables : mapping of str to TurnTable
    lines : tuple of str
        What to do first, and then.
    assumes : tuple of str
    more : mapping
        Plain data that JSON has besides.
    """

    game: str
    title: str
    aim: str
    stages: tuple[TurnStage, ...]
    events: tuple[Chance, ...]
    quantities: tuple[Mean, ...]
    tables: Mapping[str, TurnTable]
    lines: tuple[str, ...]
    assumes: tuple[str, ...]
    more: Mapping[str, Any] = field(default_factory=dict)
