"""Showing an answer in tables: for people, as JSON, as CSV."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from analysis.cli.options import Format
from analysis.cli.tables import GLUE, Fitted, assumptions, csv_text
from analysis.cli.terminal import put, render
from analysis.sheets import cell_text, method_text, sheets_document
from combat.sheets import Amount, Cell, Share, Sheet, Sheets

if TYPE_CHECKING:
    from rich.console import RenderableType

HEADS = ("sheet", "row", "column", "value", "low", "high")


def show(answer: Sheets, form: Format) -> None:
    """Show an answer in tables."""
    if form is Format.JSON:
        put(json.dumps(sheets_document(answer), allow_nan=False))
    elif form is Format.CSV:
        put(csv_text([HEADS, *_run_rows(answer), *_csv_rows(answer)], head=False))
    else:
        lines = [*answer.lines, *([""] if answer.lines else [])]
        parts = [*_title(answer), *map(_line, lines)]
        for sheet in answer.sheets:
            parts += _parts(sheet)
        render(*parts, *(assumptions(answer.assumes) if answer.assumes else ()))


def _title(answer: Sheets) -> "list[RenderableType]":
    from rich.text import Text

    title = Text(answer.title, style="bold")
    return [title.append(f"\n{method_text(answer)}", style="not bold dim"), ""]


def _line(text: str) -> "RenderableType":
    from rich.text import Text

    return Text(text)


def _parts(sheet: Sheet) -> "list[RenderableType]":
    """Return a table with its title above and a blank line behind it; nothing if it is empty."""
    from rich.text import Text

    if not sheet.rows:
        return []
    shown = sheet.rows[: sheet.most or None]
    texts = [[_glued(cell, len(row)) for cell in row] for row in shown]
    table = Fitted(tuple(column.head for column in sheet.columns), texts)
    left = len(sheet.rows) - len(shown)
    more = [Text(f"{left:,} more; --format csv has all", style="dim")] if left else []
    return [*([Text(sheet.title, style="dim")] if sheet.title else []), table, *more, ""]


def _glued(cell: Cell, columns: int) -> str:
    text = cell_text(cell, columns=columns)
    return text if cell is None or isinstance(cell, str) else text.replace(" ", GLUE)


def _run_rows(answer: Sheets) -> Iterator[tuple[str, ...]]:
    for key, value in (("method", answer.method), ("trials", answer.trials), ("seed", answer.seed)):
        if value is not None:
            yield ("run", "", key, str(value), "", "")


def _csv_rows(answer: Sheets) -> Iterator[tuple[str, ...]]:
    """Yield a row for each cell that says something; rows of a table count from 1."""
    for sheet in answer.sheets:
        for number, row in enumerate(sheet.rows, start=1):
            for column, cell in zip(sheet.columns, row, strict=True):
                if cell is not None:
                    yield (sheet.name, str(number), column.key, *_three(cell))


def _three(cell: Cell) -> tuple[str, str, str]:
    if isinstance(cell, Share | Amount):
        one = cell.estimate
        return repr(float(one.value)), repr(float(one.low)), repr(float(one.high))
    return str(cell), "", ""
