"""A tidy frame as a sheet: its numbers with their precision, as people read them."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analysis.numbers import points_text
from combat.estimate import Estimate
from combat.notation import plain_number
from combat.sheets import Amount, Cell, Column, Share, Sheet

if TYPE_CHECKING:
    import pandas as pd

EXACTLY = 1e-9  # bounds closer than this are those of an exact number
MINUS = "\N{MINUS SIGN}"
NUMBERS = re.compile(rf"[+{MINUS}]?\d[\d.,]*( ±[\d.]+)?( points)?")
CHANCES = ("chance", "better", "equal", "share", "held")  # columns that hold chances, usually
PERCENT, POINTS, OFF = "percent", "points", "off"
NUMBER, PLAIN, TEXT = "number", "plain", "text"


def frame_sheet(
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
        By column 'percent', 'points' (with their sign; 'off' without), 'number', 'plain', 'text',
        or the unit of a mean.
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
        Column(
            name, ">" * _is_of_numbers(column) + heads.get(name, name.replace("_", " ")).lstrip(">")
        )
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
    if value is None or type(value).__name__ == "NAType" or value != value:
        return None
    if isinstance(value, str | bool) or way == TEXT:
        return ("yes" if value else "") if isinstance(value, bool) else str(value)
    if isinstance(value, int) and way not in (PERCENT, POINTS, OFF):
        return value
    if way == PLAIN:
        return plain_number(float(value)).replace("-", MINUS)
    estimate = _estimate(float(value), ends)
    if way == PERCENT:
        return Share(estimate)
    if way in (POINTS, OFF):
        return points_text(estimate, sign=way == POINTS)
    return Amount(estimate, "" if way == NUMBER else way)


def with_bounds(frame: "pd.DataFrame", trials: int | None) -> "pd.DataFrame":
    """Return a frame whose chances are of so many trials with the bounds of each; as it is of none.

    Examples
    --------
    >>> import pandas as pd
    >>> with_bounds(pd.DataFrame({"chance": [0.5]}), 100).round(2).values.tolist()
    [[0.5, 0.4, 0.6]]
    """
    if trials is None:
        return frame
    known = frame["chance"].astype(float)
    bounds = [Estimate.of_chance(one, trials) if one == one else None for one in known]
    found = frame.assign(
        chance_low=[math.nan if one is None else one.low for one in bounds],
        chance_high=[math.nan if one is None else one.high for one in bounds],
    )
    found.attrs |= frame.attrs | {"trials": trials}
    return found


def number_in(row: "pd.Series[Any]", name: str = "chance") -> Estimate:
    """Return a number of a frame's row with its bounds, if it has any.

    A chance may have them as ``low`` and ``high``.
    """
    low, high = (row.get(f"{name}_{end}") for end in ("low", "high"))
    if low is None and name == "chance":
        low, high = row.get("low"), row.get("high")
    ends = None if low is None or high is None else (float(low), float(high))
    return _estimate(float(row[name]), ends)


def _estimate(value: float, ends: tuple[float, float] | None) -> Estimate:
    if ends is None or not ends[1] - ends[0] > EXACTLY:
        return Estimate.of_exact(value)
    return Estimate(value, *ends, stderr=math.nan, sd=math.nan, exact=False)


def _is_of_numbers(cells: Sequence[Cell]) -> bool:
    """Whether a column stands to the right: what it has are numbers, or texts of numbers mostly."""
    there = [cell for cell in cells if cell not in (None, "")]
    numbers = [cell for cell in there if not isinstance(cell, str) or NUMBERS.fullmatch(cell)]
    return len(numbers) > len(there) / 2
