"""Tables for people and for programs."""

import csv
import io
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from combat.estimate import Estimate
from combat.game import Report

if TYPE_CHECKING:
    from rich.console import JustifyMethod, RenderableType
    from rich.table import Table


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


def csv_text(rows: Iterable[Sequence[str]], *, head: bool = True) -> str:
    """Return rows as CSV, under the usual head of a number's row."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if head:
        writer.writerow(("kind", "name", "value", "low", "high", "sd"))
    writer.writerows(rows)
    return text.getvalue().rstrip("\n")


def spread(estimate: Estimate) -> str:
    """Return a standard deviation as text, empty where it is not known."""
    return "" if math.isnan(estimate.sd) else f"{estimate.sd:.1f}"


def report_tables(found: Report) -> "list[RenderableType]":
    """Return the tables of a report, each with a blank line behind it."""
    parts: list[RenderableType] = []
    for heads, rows in found.tables.values():
        table = new_table(*heads)
        for row in rows:
            table.add_row(*row)
        parts += [table, ""] if rows else []
    return parts
