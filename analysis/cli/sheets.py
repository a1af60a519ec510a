"""Showing an answer in tables: for people, as JSON, as CSV."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from analysis.cli.options import Format
from analysis.cli.tables import GLUE, Fitted, assumptions, csv_text
from analysis.cli.terminal import put, render
from analysis.sheets import sheets_document
from combat.estimate import Estimate
from combat.sheets import Amount, Cell, Share, Sheet, Sheets

if TYPE_CHECKING:
    from rich.console import RenderableType

HEADS = ("sheet", "row", "column", "value", "low", "high")
MOST_COLUMNS = 6  # of a table that has room for '(1 in so many)'
TINY = 1e-4  # an exact chance nearer to 0 or 1 is told as such in a wide table


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
    return [title.append(f"\n{_method(answer)}", style="not bold dim"), ""]


def _line(text: str) -> "RenderableType":
    from rich.text import Text

    return Text(text)


def _method(answer: Sheets) -> str:
    if answer.trials is None:
        return answer.method
    seed = f", seed {answer.seed}" if answer.seed is not None else ""
    trials = f"{answer.trials:,} trial{'s' * (answer.trials != 1)}"
    return f"{answer.method}, {trials}{seed}, ± is the 95 % interval"


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
    text = _text(cell, columns)
    return text if cell is None or isinstance(cell, str) else text.replace(" ", GLUE)


def _text(cell: Cell, columns: int) -> str:
    """Return a cell as it is read; in a wide table without how rare a chance is."""
    if cell is None:
        return ""
    if isinstance(cell, Share):
        return _share(cell.estimate, wide=columns > MOST_COLUMNS)
    if isinstance(cell, Amount):
        return cell.estimate.as_number(f" {cell.unit}" if cell.unit else "")
    return f"{cell:,}" if isinstance(cell, int) else cell


def _share(chance: Estimate, *, wide: bool) -> str:
    text = chance.as_percent()
    if not wide or not chance.exact or text in ("impossible", "certain"):
        return text
    if chance.value < TINY:
        return "< 0.01 %"
    return "> 99.99 %" if chance.value > 1.0 - TINY else text.partition(" (")[0]


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
