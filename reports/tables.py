"""Tables of a report, from sheets and from tidy frames."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from combat.estimate import Estimate
from combat.notation import plain_number
from combat.sheets import Amount, Cell, Column, Share, Sheet
from reports.markdown import inline_html
from reports.wording import MINUS, in_cell, marked, points, words

if TYPE_CHECKING:
    import pandas as pd

EXACTLY = 1e-9  # bounds closer than this are those of an exact number
NUMBERS = re.compile(rf"[+{MINUS}]?\d[\d.,]*( points)?")
SHORT = 15  # rows
CHANCES = ("chance", "better", "equal", "share", "held")  # columns that hold chances, usually
PERCENT, POINTS, NUMBER, PLAIN, TEXT = "percent", "points", "number", "plain", "text"


@dataclass(frozen=True)
class Table:
    """A table to read and to copy.

    Parameters
    ----------
    sheet : Sheet
        Its title may be empty.
    note : str
        A line beneath it.
    """

    sheet: Sheet
    note: str = ""

    def html(self, number: int) -> str:
        """Return it as HTML, in a frame that scrolls by itself."""
        title = inline_html(marked(self.sheet.title))
        caption = f"<caption>{title}</caption>" if title else ""
        note = f'<p class="note">{inline_html(self._note())}</p>' if self._note() else ""
        label = escape(self.sheet.title or f"table {number}")
        return (
            f'<div class="{self.kind}" role="region" tabindex="0" aria-label="{label}">'
            f"<table>{caption}{self.rows_html()}</table></div>{note}"
        )

    @property
    def kind(self) -> str:
        """The classes of the frame around it: a short table stays on one page of paper."""
        return "table short" if len(self._shown()) <= SHORT else "table"

    def rows_html(self) -> str:
        """Return its head and its rows as HTML."""
        marks = [' class="n"' * column.head.startswith(">") for column in self.sheet.columns]
        heads = "".join(
            f'<th scope="col"{mark}>{escape(column.head.lstrip(">"))}</th>'
            for column, mark in zip(self.sheet.columns, marks, strict=True)
        )
        rows = "".join(
            "<tr>"
            + "".join(
                f"<td{mark}>{escape(cell_text(cell))}</td>"
                for cell, mark in zip(row, marks, strict=True)
            )
            + "</tr>"
            for row in self._shown()
        )
        return f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>"

    def markdown(self) -> str:
        """Return it as a Markdown table."""
        heads = [column.head for column in self.sheet.columns]
        lines: list[Sequence[str]] = [
            [in_cell(head.lstrip(">")) for head in heads],
            ["---:" if head.startswith(">") else ":---" for head in heads],
            *([in_cell(cell_text(cell)) for cell in row] for row in self._shown()),
        ]
        title = [f"**{marked(self.sheet.title)}**", ""] if self.sheet.title else []
        note = ["", f"*{self._note()}*"] if self._note() else []
        return "\n".join([*title, *(f"| {' | '.join(line)} |" for line in lines), *note])

    def _shown(self) -> Sequence[tuple[Cell, ...]]:
        return self.sheet.rows[: self.sheet.most or None]

    def _note(self) -> str:
        left = len(self.sheet.rows) - len(self._shown())
        parts = [str(marked(self.note)), f"{left:,} more." if left else ""]
        return " ".join(part for part in parts if part)


def cell_text(cell: Cell) -> str:
    """Return a cell as it is read.

    Examples
    --------
    >>> cell_text(Share(Estimate.of_exact(0.25))), cell_text(-3), cell_text(None)
    ('25.0 %', '−3', '')
    """
    if cell is None:
        return ""
    if isinstance(cell, Share):
        return "" if math.isnan(cell.estimate.value) else cell.estimate.as_percent()
    if isinstance(cell, Amount):
        unit = f" {cell.unit}" if cell.unit else ""
        return cell.estimate.as_number(unit).replace("-", MINUS)
    return f"{cell:,}".replace("-", MINUS) if isinstance(cell, int) else cell


def sheet_of(
    frame: "pd.DataFrame",
    *,
    title: str = "",
    columns: Mapping[str, str] | Sequence[str] | None = None,
    formats: Mapping[str, str] | None = None,
    most: int = 0,
) -> Sheet:
    """Return a tidy frame as a sheet, whose numbers have their precision.

    Parameters
    ----------
    frame : DataFrame
        ``KEY_low`` and ``KEY_high`` are the bounds of the column ``KEY``, as are ``low`` and
        ``high`` of the column that ``attrs["bounds"]`` names; they have no column of their own.
        ``attrs["heads"]`` and ``attrs["formats"]``, by column, are what the arguments leave open.
    columns : mapping of str to str, or sequence of str, optional
        The columns to show, with their heads; all if none.
    formats : mapping of str to str, optional
        By column 'percent', 'points', 'number', 'plain', 'text', or the unit of a mean.
    most : int
        Rows shown; 0 for all.

    Raises
    ------
    ValueError
        For a column that the frame does not have.
    """
    known = {str(name): str(head) for name, head in frame.attrs.get("heads", {}).items()}
    ways = _formats(frame) | dict(formats or {})
    heads = known | dict(columns) if isinstance(columns, Mapping) else known
    names = list(columns or _own(frame))
    missing = [name for name in names if name not in frame.columns]
    if missing:
        has = ", ".join(map(str, frame.columns))
        raise ValueError(f"the frame has no column {', '.join(missing)}; it has {has}")
    cells = [_cells(frame, name, ways.get(name, "")) for name in names]
    titles = [
        Column(name, ">" * _is_of_numbers(column) + heads.get(name, words(name)).lstrip(">"))
        for name, column in zip(names, cells, strict=True)
    ]
    return Sheet("table", title, tuple(titles), tuple(zip(*cells, strict=True)), most)


def _formats(frame: "pd.DataFrame") -> dict[str, str]:
    """Return how the frame itself, and then what its columns are called, says to write them."""
    usual = {str(name): PERCENT for name in frame.columns if str(name) in CHANCES}
    units = {name: unit for name, unit in frame.attrs.get("units", {}).items() if unit}
    return usual | units | dict(frame.attrs.get("formats", {}))


def _own(frame: "pd.DataFrame") -> list[str]:
    """Return the columns that are no bounds of others."""
    names = [str(name) for name in frame.columns]
    bounds = {"low", "high"} if frame.attrs.get("bounds") in names else set()
    return [
        name
        for name in names
        if name not in bounds
        and not any(name == f"{other}_{end}" for other in names for end in ("low", "high"))
    ]


def _bounds(frame: "pd.DataFrame", name: str) -> tuple[str, str] | None:
    own = (f"{name}_low", f"{name}_high")
    if set(own) <= set(frame.columns):
        return own
    shared = ("low", "high")
    return shared if frame.attrs.get("bounds") == name and set(shared) <= set(frame) else None


def _cells(frame: "pd.DataFrame", name: str, way: str) -> list[Cell]:
    values = frame[name].tolist()
    ends = _bounds(frame, name)
    if ends is None:
        return [_cell(value, None, way) for value in values]
    both = zip(frame[ends[0]].tolist(), frame[ends[1]].tolist(), strict=True)
    return [_cell(value, pair, way) for value, pair in zip(values, both, strict=True)]


def _cell(value: Any, ends: tuple[float, float] | None, way: str) -> Cell:  # noqa: ANN401
    """Return a value of a frame as a cell; nothing where there is none."""
    if value is None or value != value or type(value).__name__ == "NAType":
        return None
    if isinstance(value, str | bool) or way == TEXT:
        return ("yes" if value else "") if isinstance(value, bool) else str(value)
    if isinstance(value, int) and way not in (PERCENT, POINTS):
        return value
    if way == PLAIN:
        return plain_number(float(value)).replace("-", MINUS)
    estimate = _estimate(float(value), ends)
    if way == PERCENT:
        return Share(estimate)
    if way == POINTS:
        return points(estimate, signed=True)
    return Amount(estimate, "" if way == NUMBER else way)


def _estimate(value: float, ends: tuple[float, float] | None) -> Estimate:
    if ends is None or not ends[1] - ends[0] > EXACTLY:
        return Estimate.of_exact(value)
    return Estimate(value, *ends, stderr=math.nan, sd=math.nan, exact=False)


def _is_of_numbers(cells: Sequence[Cell]) -> bool:
    """Whether a column stands to the right: what it has are numbers, or texts of numbers mostly."""
    there = [cell for cell in cells if cell not in (None, "")]
    numbers = [cell for cell in there if not isinstance(cell, str) or NUMBERS.fullmatch(cell)]
    return len(numbers) > len(there) / 2
