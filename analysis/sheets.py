"""Answers in tables as plain data, as texts and as frames, whatever was asked of a map."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from combat import __version__
from combat.estimate import Estimate
from combat.sheets import Amount, Cell, Share, Sheet, Sheets

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1
MOST_COLUMNS = 6  # of a table that has room for '(1 in so many)'
TINY = 1e-4  # an exact chance nearer to 0 or 1 is told as such in a wide table


def sheets_document(answer: Sheets) -> dict[str, Any]:
    """Return an answer as plain data: what it is, its lines, then each table under its name.

    Raises
    ------
    ValueError
        If two parts of it have one name.
    """
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "version": __version__,
        "game": answer.game,
        "question": answer.question,
        "title": answer.title,
        "method": answer.method,
        "trials": answer.trials,
        "seed": answer.seed,
        "lines": list(answer.lines),
        "assumes": list(answer.assumes),
    }
    tables = {sheet.name: _rows(sheet) for sheet in answer.sheets}
    for part in (tables, answer.more):
        twice = document.keys() & part.keys()
        if twice:
            raise ValueError(f"{answer.question}: two parts are called {', '.join(sorted(twice))}")
        document |= part
    if len(tables) != len(answer.sheets):
        raise ValueError(f"{answer.question}: two tables have one name")
    return document


def _rows(sheet: Sheet) -> list[dict[str, Any]]:
    keys = [column.key for column in sheet.columns]
    return [dict(zip(keys, map(_plain, row), strict=True)) for row in sheet.rows]


def _plain(cell: Cell) -> Any:  # noqa: ANN401 - what JSON can hold
    if isinstance(cell, Share):
        return {"value": _number(cell.estimate.value), **_bounds(cell.estimate)}
    if isinstance(cell, Amount):
        spread = _number(cell.estimate.sd)
        return {"value": _number(cell.estimate.value), "sd": spread, **_bounds(cell.estimate)}
    return cell


def _bounds(estimate: Estimate) -> dict[str, float | None]:
    return {"low": _number(estimate.low), "high": _number(estimate.high)}


def _number(value: float) -> float | None:
    """Return a number that JSON has; None for what is not known."""
    return float(value) if math.isfinite(value) else None


def method_text(answer: Sheets) -> str:
    """Return how an answer was computed."""
    if answer.trials is None:
        return answer.method
    seed = f", seed {answer.seed}" if answer.seed is not None else ""
    trials = f"{answer.trials:,} trial{'s' * (answer.trials != 1)}"
    return f"{answer.method}, {trials}{seed}, ± is the 95 % interval"


def cell_text(cell: Cell, *, columns: int) -> str:
    """Return a cell as it is read; in a table of many columns without how rare a chance is."""
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


def sheet_frame(answer: Sheets, name: str) -> "pd.DataFrame":
    """Return a table of an answer as a tidy frame, a column for each of its own.

    Chances and means are floats, in IPC or whatever unit ``frame.attrs["units"]`` gives by column;
    where one of a column is simulated, KEY_low and KEY_high are the bounds of its 95 % interval.
    What there is nothing to say about is missing.

    Raises
    ------
    KeyError
        If the answer has no table of that name.
    """
    import pandas as pd

    sheet = answer.sheet(name)
    columns: dict[str, Any] = {}
    units: dict[str, str] = {}
    for column in sheet.columns:
        cells = sheet.column(column.key)
        found = [_estimate(cell) for cell in cells]
        if all(one is None for one in found):
            columns[column.key] = _texts_or_whole_numbers(cells)
            continue
        columns[column.key] = [_part(one, "value") for one in found]
        units[column.key] = next((cell.unit for cell in cells if isinstance(cell, Amount)), "")
        if any(one is not None and not one.exact for one in found):
            columns[f"{column.key}_low"] = [_part(one, "low") for one in found]
            columns[f"{column.key}_high"] = [_part(one, "high") for one in found]
    frame = pd.DataFrame(columns)
    frame.attrs["title"] = sheet.title
    frame.attrs["units"] = units
    return frame


def _estimate(cell: Cell) -> Estimate | None:
    """Return the number of a cell with its precision; a whole number is as precise as it gets."""
    return cell.estimate if isinstance(cell, Share | Amount) else None


def _part(estimate: Estimate | None, name: str) -> float:
    return math.nan if estimate is None else float(getattr(estimate, name))


def _texts_or_whole_numbers(cells: Sequence[Cell]) -> "pd.Series[Any]":
    import pandas as pd

    there = [cell for cell in cells if cell is not None]
    if there and all(type(cell) is int for cell in there):
        return pd.Series(cells, dtype="int64" if len(there) == len(cells) else "Int64")
    return pd.Series(cells, dtype=object)
