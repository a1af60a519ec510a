"""Tables of a report, from sheets and from tidy frames."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from analysis.frame_sheet import MINUS
from combat.sheets import Amount, Cell, Share, Sheet
from reports.showing.markdown import inline_html
from reports.showing.wording import briefly, in_cell, marked, minus

NUMBER = re.compile(r"-\d[\d.,]*( ±[\d.]+)?( points| %)?")  # below zero, as the terminal has it
SHORT, WIDE = 15, 24  # rows; letters


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
        note = f'<p class="note">{inline_html(self._note())}</p>' if self._note() else ""
        if not title:
            label = f'aria-label="Table {number}"'
            return f"{self.framed(label)}{note}"
        name = f"table-{number}"
        label = f'aria-labelledby="{name}"'
        return f'<p class="title" id="{name}">{title}</p>{self.framed(label)}{note}'

    def framed(self, label: str) -> str:
        """Return its rows in a frame that scrolls, with the attribute that says what it is."""
        kind = "table short" if len(self._shown()) <= SHORT else "table"
        return (
            f'<div class="{kind}" role="region" tabindex="0" {label}>'
            f"<table>{self._rows()}</table></div>"
        )

    def _rows(self) -> str:
        """Return its head and its rows as HTML."""
        texts = [[cell_text(cell) for cell in row] for row in self._shown()]
        marks = [
            _mark(column.head, [row[at] for row in texts])
            for at, column in enumerate(self.sheet.columns)
        ]
        heads = "".join(
            f'<th scope="col"{mark}>{escape(column.head.lstrip(">"))}</th>'
            for column, mark in zip(self.sheet.columns, marks, strict=True)
        )
        rows = "".join(
            "<tr>"
            + "".join(
                f"<td{mark}>{escape(text)}</td>" for text, mark in zip(row, marks, strict=True)
            )
            + "</tr>"
            for row in texts
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


def _mark(head: str, texts: Sequence[str]) -> str:
    """Return the class of a column: of numbers, or of texts that want some width."""
    if head.startswith(">"):
        return ' class="n"'
    return ' class="w"' if max(map(len, texts), default=0) > WIDE else ""


def cell_text(cell: Cell) -> str:
    """Return a cell as it is read.

    Examples
    --------
    >>> from combat.estimate import Estimate
    >>> cell_text(Share(Estimate.of_exact(0.25))), cell_text(-3), cell_text(None)
    ('25.0 %', '−3', '')
    """
    if cell is None:
        return ""
    if isinstance(cell, Share):
        return "" if math.isnan(cell.estimate.value) else briefly(cell.estimate)
    if isinstance(cell, Amount):
        unit = f" {cell.unit}" if cell.unit else ""
        return cell.estimate.as_number(unit).replace("-", MINUS)
    if isinstance(cell, int):
        return f"{cell:,}".replace("-", MINUS)
    return minus(cell) if NUMBER.fullmatch(cell) else cell
