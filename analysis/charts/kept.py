"""Attacks side by side: the chance to take a place, what of it is held, and what comes of it."""

from __future__ import annotations

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from analysis.charts import text
from analysis.charts.canvas import canvas, key, light_lines
from analysis.charts.frames import require, require_chances
from analysis.charts.palette import ATTACKER, DEFENDER, ink, shades

ROW = 0.3  # inches
WIDE = 0.66  # of a bar
NARROW = 0.3  # of the bar of what is held, inside the other
ROOM = 34  # points that the column of worths takes beyond the chances
NAMES = ("taken", "taken and still held")


def kept_chart(
    frame: pd.DataFrame, *, ax: Axes | None = None, unit: str = "IPC", title: str = ""
) -> Axes:
    """Draw the chance to take each place, and inside it the chance to take and to hold it.

    Parameters
    ----------
    frame
        One row an attack: ``place`` (what to call it), ``taken``, ``kept`` (at most ``taken``); if
        known ``net``, what comes of it in all, in ``unit``.
    ax
        Axes to draw on; a new figure by default.
    unit
        Of ``net``.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the chance; two bars an attack, the first at the top; what comes
        of it in a column at the right, losses in the defender's colour.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, or the chances are none, or more is held than was
        taken.
    """
    require(frame, "place", "taken", "kept")
    require_chances(frame, "taken", "kept")
    if (frame["kept"] > frame["taken"] + 1e-9).any():
        raise ValueError("kept is the chance to take and to hold: it cannot be above taken")
    rows = list(range(len(frame)))
    with canvas(ax, height=1.6 + ROW * len(frame), title=title) as drawn:
        light = shades("attacker", 3)[2]
        taken = drawn.barh(rows, frame["taken"], height=WIDE, color=light, linewidth=0)
        kept = drawn.barh(rows, frame["kept"], height=NARROW, color=ATTACKER, linewidth=0)
        if "net" in frame.columns:
            _worths(drawn, frame["net"], unit)
        drawn.set_yticks(rows, labels=frame["place"].astype(str).tolist())
        drawn.set_ylim(len(frame) - 0.5, -1.5 if "net" in frame.columns else -0.5)
        drawn.set_xlim(0, 1)
        drawn.set_xticks([0, 0.25, 0.5, 0.75, 1])
        drawn.xaxis.set_major_formatter(PercentFormatter(1, symbol=f"{text.THIN}%"))
        light_lines(drawn, "x")
        drawn.set_xlabel("Chance")
        handles: list[Artist] = [taken[0], kept[0]]
        key(drawn, handles, NAMES)
    return drawn


def _worths(ax: Axes, worths: pd.Series[float], unit: str) -> None:
    """Write what comes of each attack in a column beyond the chances, under its unit."""
    lines = [(unit, False), *((text.signed(worth, 1), worth < 0) for worth in worths.astype(float))]
    for row, (written, loss) in enumerate(lines, start=-1):
        ax.annotate(
            written,
            (1, row),
            xytext=(ROOM, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=9,
            fontweight="bold" if row < 0 or loss else "normal",
            color=DEFENDER if loss else ink(ax),
        )
