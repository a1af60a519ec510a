"""Maps over what the two sides have: where to retreat, and the chance of an event."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.patches import Patch
from matplotlib.ticker import PercentFormatter

from analysis.charts import text
from analysis.charts.canvas import canvas, key, size, whole_ticks
from analysis.charts.frames import require, require_chances, table
from analysis.charts.palette import GO_ON, ODDS, RETREAT, ink, ink_on, paper

DECISIONS = {"go on": GO_ON, "retreat": RETREAT}
CONTOURS = {0.25: 0.8, 0.5: 2.0, 0.75: 0.8}  # chance: points of line


def retreat_chart(
    frame: pd.DataFrame,
    *,
    ax: Axes | None = None,
    unit: str = "IPC",
    xlabel: str = "Defenders left",
    ylabel: str = "Attackers left",
    title: str = "",
) -> Axes:
    """Draw a retreat policy as a map: go on or retreat, by what both sides have left.

    Parameters
    ----------
    frame
        One row a cell: ``attackers`` and ``defenders`` left (whole numbers), ``decision``
        ("go on", "retreat", or NaN where the battle never comes), ``gain`` (in ``unit``, of going
        on over retreating; may be NaN). Gains are written in the cells where they fit.
    ax
        Axes to draw on; a new figure by default.
    unit
        What gains are counted in.
    xlabel, ylabel
        Names of the axes.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: one mesh, 0 for go on and 1 for retreat, masked where blank.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, gives a cell twice, or a decision is unknown.
    """
    require(frame, "attackers", "defenders", "decision", "gain")
    unknown = sorted(set(frame["decision"].dropna().astype(str)) - set(DECISIONS))
    if unknown:
        raise ValueError(f"unknown decision {', '.join(unknown)}: it is go on, retreat or NaN")
    numbers = {name: float(number) for number, name in enumerate(DECISIONS)}
    coded = frame.assign(decision=frame["decision"].map(numbers).astype(float))
    decisions = _whole(table(coded, rows="attackers", columns="defenders", values="decision"))
    gains = _whole(table(coded, rows="attackers", columns="defenders", values="gain"))
    with canvas(ax, height=4.2, title=title) as drawn:
        roomy = min(size(drawn)) / max(decisions.shape) > 10
        drawn.pcolormesh(
            _edges(decisions.columns.to_numpy(dtype=float)),
            _edges(decisions.index.to_numpy(dtype=float)),
            np.ma.masked_invalid(decisions.to_numpy(dtype=float)),
            cmap=ListedColormap(list(DECISIONS.values())),
            vmin=0,
            vmax=1,
            edgecolors=paper(drawn) if roomy else "face",
            linewidth=0.8 if roomy else 0.2,
        )
        whole_ticks(drawn, "x", "y")
        drawn.set(xlabel=xlabel, ylabel=ylabel)
        written = _write_gains(drawn, gains.where(decisions.notna()), decisions)
        swatches = {name: Patch(facecolor=colour) for name, colour in DECISIONS.items()}
        if decisions.isna().any(axis=None):
            swatches["not reached"] = Patch(
                facecolor="none", edgecolor=ink(drawn, outside=True), linewidth=0.6
            )
        caption = f"Number: {unit} gained by going on over retreating" if written else ""
        key(drawn, list(swatches.values()), list(swatches), title=caption, columns=3)
    return drawn


def _whole(grid: pd.DataFrame) -> pd.DataFrame:
    """Fill in the whole numbers that have no row, so that cells never reached stay blank."""
    rows = range(int(grid.index.min()), int(grid.index.max()) + 1)
    columns = range(int(grid.columns.min()), int(grid.columns.max()) + 1)
    return grid.reindex(index=rows, columns=columns)


def _edges(centres: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the borders of cells, half-way between their centres; one alone is 1 wide.

    >>> _edges(np.array([1.0, 2.0, 4.0])), _edges(np.array([3.0]))
    (array([0.5, 1.5, 3. , 5. ]), array([2.5, 3.5]))
    """
    between = (centres[1:] + centres[:-1]) / 2.0
    first = last = 0.5
    if len(between):
        first, last = between[0] - centres[0], centres[-1] - between[-1]
    return np.concatenate(([centres[0] - first], between, [centres[-1] + last]))


def _write_gains(ax: Axes, gains: pd.DataFrame, decisions: pd.DataFrame) -> bool:
    """Write the gains into their cells, all or none, with a decimal where that fits too."""
    values, codes = gains.to_numpy(dtype=float), decisions.to_numpy(dtype=float)
    cells = np.argwhere(~np.isnan(values))
    fitting = _fitting(ax, values[tuple(cells.T)], shape=gains.shape)
    if fitting is None:
        return False
    places, points = fitting
    colours = [ink_on(colour) for colour in DECISIONS.values()]
    for row, column in cells:
        ax.text(
            float(gains.columns[column]),
            float(gains.index[row]),
            text.signed(float(values[row, column]), places),
            ha="center",
            va="center",
            fontsize=points,
            color=colours[int(codes[row, column])],
        )
    return True


def _fitting(
    ax: Axes, values: npt.NDArray[np.float64], *, shape: tuple[int, int]
) -> tuple[int, float] | None:
    """Return the decimals and the size of font at which every number fits its cell, if any."""
    wide, tall = size(ax)
    room, height = wide / shape[1] - 3, tall / shape[0] - 2
    for places, points in ((1, 9.0), (1, 8.0), (0, 9.0), (0, 8.0), (0, 7.0)):
        numbers = [text.signed(float(value), places) for value in values]
        longest = text.width(max(numbers, key=len, default=""), points)
        if numbers and longest <= room and points <= height:
            return places, points
    return None


def heat_chart(
    frame: pd.DataFrame,
    *,
    ax: Axes | None = None,
    xlabel: str = "",
    ylabel: str = "",
    label: str = "",
    title: str = "",
) -> Axes:
    """Draw a chance over the strength of both sides, with the lines of 25, 50 and 75 %.

    Parameters
    ----------
    frame
        One row a cell: ``attackers``, ``defenders`` (any numbers, evenly spaced or not), ``chance``
        (NaN is left blank).
    ax
        Axes to draw on; a new figure by default. The colour bar is an inset at their right; the
        contour lines are marked on it.
    xlabel, ylabel, label
        Names of the axes and of the chance; by default what ``frame.attrs`` calls ``attackers``,
        ``defenders`` and ``event``.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: one mesh of the chances, one set of contour lines.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, gives a cell twice, or the chances are no chances.
    """
    require(frame, "attackers", "defenders", "chance")
    require_chances(frame.dropna(subset="chance"), "chance")
    label = label or f"Chance of: {frame.attrs.get('event', 'event')}"
    grid = table(frame, rows="attackers", columns="defenders", values="chance")
    with canvas(ax, height=3.9, title=title) as drawn:
        chances = np.ma.masked_invalid(grid.to_numpy(dtype=float))
        x, y = grid.columns.to_numpy(dtype=float), grid.index.to_numpy(dtype=float)
        mesh = drawn.pcolormesh(
            _edges(x),
            _edges(y),
            chances,
            cmap=ODDS,
            vmin=0,
            vmax=1,
            rasterized=chances.size > 400,
        )
        _contours(drawn, x, y, chances)
        whole_ticks(drawn, "x", "y")
        drawn.set(
            xlabel=xlabel or frame.attrs.get("defenders", "Defenders"),
            ylabel=ylabel or frame.attrs.get("attackers", "Attackers"),
        )
        figure = drawn.get_figure(root=True)
        assert figure is not None
        inset = drawn.inset_axes((1.03, 0, 0.045, 1))
        bar = figure.colorbar(mesh, cax=inset, format=PercentFormatter(1, symbol=f"{text.THIN}%"))
        colour = ink(drawn, outside=True)
        bar.set_label(label, color=colour, fontsize=10)
        bar.set_ticks([0, 0.25, 0.5, 0.75, 1])
        bar.outline.set_visible(False)
        for level, points in CONTOURS.items():
            inset.axhline(level, color="#1A1A1A", linewidth=points)
        inset.tick_params(color=colour, labelcolor=colour, labelsize=9, length=3)
    return drawn


def _contours(
    ax: Axes,
    x: npt.NDArray[np.float64],
    y: npt.NDArray[np.float64],
    chances: np.ma.MaskedArray[tuple[int, int], np.dtype[np.float64]],
) -> None:
    """Draw the lines of equal chance that the grid crosses, the even one thick."""
    low, high = float(chances.min()), float(chances.max())
    levels = [level for level in CONTOURS if low < level < high]
    if min(chances.shape) < 2 or not levels:
        return
    widths = [CONTOURS[level] for level in levels]
    ax.contour(x, y, chances, levels=levels, colors="#1A1A1A", linewidths=widths)
