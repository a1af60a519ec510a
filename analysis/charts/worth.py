"""What cards and modifiers are worth, as horizontal bars."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from analysis.charts import text
from analysis.charts.canvas import BELOW, LINE, WIDTH, canvas, key, size
from analysis.charts.frames import require, require_sides
from analysis.charts.palette import RAMPS, ink, paper

ROW = 18.0  # points that a row takes, 11 more for each further line of its name
NAMES = {"attacker": "Attacker", "defender": "Defender"}
COULD = 1  # place in a side's ramp of what only could be had
POINTS = f"percentage{text.THIN}points"


def worth_chart(
    frame: pd.DataFrame, *, ax: Axes | None = None, label: str = "", title: str = ""
) -> Axes:
    """Draw the value of cards and modifiers as bars, the greatest on top.

    Parameters
    ----------
    frame
        One row a line: ``side``, ``modifier``, ``change`` and ``per`` (text; ``per`` says one more
        of what is valued, if not the whole line), ``there`` (whether it counts, or only could be
        had, which is drawn lighter), ``event`` (text), ``worth`` (a difference of chances, positive
        where it helps its side; rows without one are left out).
    ax
        Axes to draw on; a new figure by default.
    label
        What x is; by default the worth in percentage points.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the worth in percentage points, bars from 0 down are the rows.

    Raises
    ------
    ValueError
        When the frame is empty or lacks a column, a side is unknown, or nothing has a worth.
    """
    require(frame, "side", "modifier", "per", "there", "event", "worth")
    require_sides(frame["side"])
    bars = frame.dropna(subset="worth")
    if bars.empty:
        raise ValueError("the frame has no rows with a worth: there is nothing to draw")
    bars = bars.sort_values("worth", ascending=False, kind="stable", ignore_index=True)
    page = WIDTH * 72 if ax is None else size(ax)[0] / 0.775  # names stand beside the axes
    names = [text.wrapped(_name(row), room=0.36 * page, size=9) for _, row in bars.iterrows()]
    widest = max(text.width(line, 9) for name in names for line in name)
    further = sum(len(name) - 1 for name in names)
    needed = ROW * len(bars) + 11 * further + BELOW + 4 * LINE + (24 if title else 0)
    with canvas(ax, height=needed / 72, title=title) as drawn:
        worth = 100 * bars["worth"].to_numpy(dtype=float)
        colours = [_colour(side, there) for side, there in zip(bars.side, bars.there, strict=True)]
        drawn.barh(range(len(bars)), worth, 0.72, color=colours, linewidth=0)
        for patch, side in zip(drawn.patches, bars["side"], strict=False):
            _hatched(patch, side, drawn)
        drawn.set_ylim(len(bars) - 0.5, -0.5)
        drawn.set_yticks(range(len(bars)), ["\n".join(name) for name in names])
        drawn.axvline(0, color=ink(drawn), linewidth=0.8)
        _numbers(drawn, worth, room=min(size(drawn)[0], page - widest - 16))
        drawn.set_xlabel(label or f"Worth ({POINTS})")
        drawn.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
        drawn.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _tick(value)))
        _key(drawn, bars)
    drawn.tick_params(axis="y", length=0)
    drawn.spines["left"].set_visible(False)
    return drawn


def _name(row: pd.Series) -> str:
    """What is valued: the line, or one more of it."""
    if not row["per"]:
        return str(row["modifier"])
    if str(row.get("change", "")).startswith("-"):
        return f"the last {row['per']}"
    same = str(row["per"]).lower() in str(row["modifier"]).lower()
    return f"+1 {row['per']}" if same else f"{row['modifier']}, +1 {row['per']}"


def _tick(value: float) -> str:
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


def _colour(side: str, there: bool) -> str:
    return RAMPS[side][0 if there else COULD]


def _hatched(patch: Patch, side: str, ax: Axes) -> None:
    """Mark what is the defender's, for a printer without colours."""
    if side == "defender":
        patch.set(hatch="//", edgecolor=paper(ax))


def _numbers(ax: Axes, worth: npt.NDArray[np.float64], *, room: float) -> None:
    """Write each bar's number at its end, and leave room for it in so many points."""
    need = min(0.35, (text.width("+00.0", 9) + 8) / room)
    low, high = min(0.0, float(worth.min())), max(0.0, float(worth.max()))
    span = (high - low) / (1 - need * ((low < 0) + (high > 0)))
    ax.set_xlim(low - need * span * (low < 0), high + need * span * (high > 0) or 1.0)
    for place, value in enumerate(worth):
        ax.annotate(
            text.signed(float(value), 1),
            (float(value), place),
            xytext=(-3 if value < 0 else 3, 0),
            textcoords="offset points",
            ha="right" if value < 0 else "left",
            va="center",
            color=ink(ax),
            fontsize=9,
        )


def _key(ax: Axes, bars: pd.DataFrame) -> None:
    """Name the sides, and the lighter shades of what a side only could have."""
    swatches = {}
    for side, name in NAMES.items():
        for there in (True, False):
            if ((bars["side"] == side) & (bars["there"].astype(bool) == there)).any():
                words = f"{name}’s" if there else f"{name}’s, could be had"
                swatches[words] = Patch(facecolor=_colour(side, there), linewidth=0)
                _hatched(swatches[words], side, ax)
    event = f"Worth to its side in chance of:\n{bars['event'].iloc[0]}"
    key(ax, list(swatches.values()), list(swatches), title=event)
