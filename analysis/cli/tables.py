"""Tables for people and for programs."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from analysis.parts import BOLD, DIM, TITLE, Part, TextTable
from combat.game import Report

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType
    from rich.table import Table

GAP = "  "  # between columns
GLUE = "\u00a0"  # a blank at which no line ends; written as a blank


def assumptions(lines: Sequence[str]) -> "list[RenderableType]":
    """Return what an answer takes for granted as text to show."""
    from rich.text import Text

    return [Text("assumes: " + "; ".join(lines), style="dim")]


def new_table(*heads: str) -> "Table":
    """Make a table; columns whose head begins with '>' stand to the right."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for head in heads:
        justify: JustifyMethod = "right" if head.startswith(">") else "left"
        table.add_column(head.lstrip(">"), justify=justify, overflow="fold")
    return table


def laid_out(*parts: Part) -> "list[RenderableType]":
    """Return parts of an answer as they are shown on a terminal."""
    from rich.text import Text

    styles = {TITLE: "bold", BOLD: "bold", DIM: "dim"}
    found: list[RenderableType] = []
    for part in parts:
        if isinstance(part, TextTable):
            found += [Text(part.title, style="dim")] if part.title else []
            found.append(_table(part))
        else:
            found.append(Text(part.text, style=styles.get(part.kind, "")))
    return found


def _table(part: TextTable) -> "Table":
    from rich.text import Text

    table = new_table(*part.heads)
    for row in part.rows:
        table.add_row(*map(Text, row))
    return table


class Fitted:
    """A table whose words are not broken as long as each column has room for its longest one.

    Numbers stay with their units (`GLUE`) where there is room for that as well.
    """

    def __init__(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        self.heads, self.rows = heads, rows

    def __rich_console__(
        self, console: "Console", options: "ConsoleOptions"
    ) -> "Iterator[RenderableType]":
        from rich.text import Text

        glued = [*map(tuple, (self.heads, *self.rows))]
        loose = [tuple(cell.replace(GLUE, " ") for cell in row) for row in glued]
        cells, widths = loose, list[int]()
        for cells in (glued, loose):
            widths = _widths(cells, options.max_width)
            if widths:
                break
        table = new_table(*cells[0])
        for column, width in zip(table.columns, widths, strict=False):
            column.width = width
        for row in cells[1:]:
            table.add_row(*map(Text, row))
        yield table


def _widths(cells: Sequence[Sequence[str]], room: int) -> list[int]:
    """Return the columns' widths; none if there is no room for the longest words."""
    heads, *rows = cells
    columns = list(zip(*[[head.lstrip(">") for head in heads], *rows], strict=True))
    whole = [max(map(len, column)) for column in columns]
    words = [[word for cell in column for word in cell.split(" ")] for column in columns]
    widths = [max(map(len, column)) for column in words]
    left = room - len(GAP) * (len(columns) - 1) - sum(widths)
    if left < 0:
        return []
    while left > 0 and widths != whole:  # to the column with the most lines, a bit at a time
        at = max(range(len(widths)), key=lambda at: whole[at] / max(1, widths[at]))
        widths[at], left = widths[at] + 1, left - 1
    return widths


def csv_text(rows: Iterable[Sequence[str]], *, head: bool = True) -> str:
    """Return rows as CSV, under the usual head of a number's row."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if head:
        writer.writerow(("kind", "name", "value", "low", "high", "sd"))
    writer.writerows(rows)
    return text.getvalue().rstrip("\n")


def report_tables(found: Report) -> "list[RenderableType]":
    """Return the tables of a report, each with a blank line behind it."""
    parts: list[RenderableType] = []
    for heads, rows in found.tables.values():
        table = new_table(*heads)
        for row in rows:
            table.add_row(*row)
        parts += [table, ""] if rows else []
    return parts
