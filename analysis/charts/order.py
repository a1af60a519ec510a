"""Chances of pairs as a heat map: who comes before whom."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from analysis.charts import text
from analysis.charts.canvas import canvas
from analysis.charts.frames import require, require_chances
from analysis.charts.palette import ODDS, ink, ink_on

NAME, POINTS = 130.0, 9.0  # points of room for a name, and of its font
FLAT = 60.0  # points of room for the name of a column, when there are few
FEW = 5  # columns
WRITTEN = 16  # columns or rows: with more of them the numbers do not fit


def order_chart(
    frame: pd.DataFrame,
    *,
    ax: Axes | None = None,
    xlabel: str = "",
    ylabel: str = "",
    title: str = "",
) -> Axes:
    """Draw chances of pairs: a row acts before a column, or a card has come by a year.

    Parameters
    ----------
    frame
        One row a pair: ``row``, ``column`` (text, in the order in which they are to stand),
        ``chance``. Pairs that are not there, or NaN, are left blank.
    ax
        Axes to draw on; a new figure by default.
    xlabel, ylabel
        Names of the axes; by default what ``frame.attrs`` calls ``column`` and ``row``.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: one image; blue is likely, orange unlikely.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, gives a pair twice, or the chances are none.
    """
    require(frame, "row", "column", "chance")
    require_chances(frame.dropna(subset="chance"), "chance")
    if frame.duplicated(["row", "column"]).any():
        raise ValueError("more than one chance for the same row and column")
    rows, columns = frame["row"].unique().tolist(), frame["column"].unique().tolist()
    grid = frame.pivot(index="row", columns="column", values="chance")
    grid = grid.reindex(index=rows, columns=columns)
    chances = grid.to_numpy(dtype=float)
    with canvas(ax, height=1.5 + 0.42 * len(rows), title=title) as drawn:
        drawn.imshow(np.ma.masked_invalid(chances), cmap=ODDS, vmin=0, vmax=1, aspect="auto")
        few = len(columns) <= FEW
        across = [_wrapped(name, FLAT if few else NAME) for name in columns]
        drawn.set_xticks(range(len(columns)), across)
        drawn.set_yticks(range(len(rows)), [_wrapped(name, NAME) for name in rows])
        if not few and max(map(len, map(str, columns))) > FEW:
            drawn.tick_params(axis="x", rotation=45)
        drawn.xaxis.set_ticks_position("none")
        drawn.yaxis.set_ticks_position("none")
        drawn.spines[:].set_visible(False)
        drawn.set_xlabel(xlabel or frame.attrs.get("column", ""), color=ink(drawn, outside=True))
        drawn.set_ylabel(ylabel or frame.attrs.get("row", ""), color=ink(drawn, outside=True))
        if max(chances.shape) <= WRITTEN:
            _write(drawn, chances)
    return drawn


def _wrapped(name: object, room: float) -> str:
    return "\n".join(text.wrapped(str(name), room=room, size=POINTS))


def _write(ax: Axes, chances: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    for row, column in np.argwhere(~np.isnan(chances)):
        chance = float(chances[row, column])
        ax.text(
            float(column),
            float(row),
            f"{100 * chance:.0f}",
            ha="center",
            va="center",
            fontsize=9,
            color=ink_on(ODDS(chance)),
        )
