"""What a chart asks of the frame it is given."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

SIDES = ("attacker", "neither", "defender")


def require(frame: pd.DataFrame, *columns: str) -> None:
    """Refuse a frame that is empty or lacks a column.

    Raises
    ------
    ValueError
        With the columns that are missing, or that there are no rows.
    """
    missing = [name for name in columns if name not in frame.columns]
    if missing:
        has = ", ".join(map(str, frame.columns)) or "none"
        raise ValueError(f"the frame lacks the columns {', '.join(missing)} (it has: {has})")
    if frame.empty:
        raise ValueError("the frame has no rows: there is nothing to draw")


def require_chances(frame: pd.DataFrame, *columns: str) -> None:
    """Refuse chances that are not numbers from 0 to 1 (a hair outside is rounding)."""
    for name in columns:
        values = frame[name].astype(float)
        if not values.between(-1e-9, 1 + 1e-9).all():
            raise ValueError(f"{name} must hold chances from 0 to 1, not percentages or NaN")


def require_whole(frame: pd.DataFrame, column: str) -> None:
    """Refuse chances that do not share out every battle: their sum is 1, to 0.005."""
    total = float(frame[column].sum())
    if abs(total - 1) > 0.005:
        raise ValueError(f"{column} must share out every battle: it sums to {total:.4f}, not 1")


def require_sides(sides: Iterable[str]) -> None:
    """Refuse a side that is not attacker, neither or defender."""
    unknown = sorted(set(map(str, sides)) - set(SIDES))
    if unknown:
        raise ValueError(f"unknown side {', '.join(unknown)}: a side is one of {', '.join(SIDES)}")


def table(frame: pd.DataFrame, *, rows: str, columns: str, values: str) -> pd.DataFrame:
    """Long to wide, both axes ascending; what is not in the frame is NaN.

    Raises
    ------
    ValueError
        When a cell is given twice.
    """
    if frame.duplicated([rows, columns]).any():
        raise ValueError(f"more than one row for the same {rows} and {columns}")
    return frame.pivot(index=rows, columns=columns, values=values).sort_index().sort_index(axis=1)
