"""Chances with their intervals: of a few choices, a row each, or as bands along curves."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from analysis.charts import text
from analysis.charts.canvas import canvas, light_lines
from analysis.charts.curves import curves_chart
from analysis.charts.frames import require, require_chances
from analysis.charts.palette import ATTACKER, ink, paper

ROW = 0.3  # inches
BAND = 0.3  # how much of a line's colour its band has
NARROW = 0.002  # half of an interval, below which it is no wider than the mark


def choices_chart(
    frame: pd.DataFrame, *, ax: Axes | None = None, label: str = "", title: str = ""
) -> Axes:
    """Draw the chance of one event under several choices, best looked at side by side.

    Parameters
    ----------
    frame
        One row a choice: ``choice`` (what to call it), ``chance``, ``low``, ``high`` (the 95 %
        interval; the chance itself where it is exact).
    ax
        Axes to draw on; a new figure by default.
    label
        Name of the chance; by default what ``frame.attrs`` calls ``event``.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the chance; one mark a choice, the first at the top.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, or the chances are no chances.
    """
    require(frame, "choice", "chance", "low", "high")
    require_chances(frame, "chance", "low", "high")
    rows = range(len(frame))
    with canvas(ax, height=1.3 + ROW * len(frame), title=title) as drawn:
        drawn.hlines(rows, frame["low"], frame["high"], color=ATTACKER, linewidth=2.5, alpha=0.5)
        drawn.plot(
            frame["chance"],
            rows,
            "o",
            color=ATTACKER,
            markersize=6,
            markeredgecolor=paper(drawn),
            clip_on=False,
            zorder=3,
        )
        for row, (chance, low, high) in enumerate(
            frame[["chance", "low", "high"]].itertuples(index=False)
        ):
            drawn.annotate(
                text.percent(chance, low=low, high=high),
                (high if chance < 0.8 else low, row),
                xytext=(7 if chance < 0.8 else -7, 0),
                textcoords="offset points",
                ha="left" if chance < 0.8 else "right",
                va="center",
                fontsize=9,
                color=ink(drawn),
            )
        drawn.set_yticks(list(rows), labels=frame["choice"].astype(str).tolist())
        drawn.set_ylim(len(frame) - 0.5, -0.5)
        drawn.set_xlim(0, 1)
        drawn.xaxis.set_major_formatter(PercentFormatter(1, symbol=f"{text.THIN}%"))
        light_lines(drawn, "x")
        drawn.set_xlabel(label or f"Chance of: {frame.attrs.get('event', 'event')}")
    return drawn


def bands_chart(
    frame: pd.DataFrame, *, ax: Axes | None = None, xlabel: str = "", title: str = ""
) -> Axes:
    """Draw chances over a number as `curves_chart` does, each line in the band of its interval.

    Parameters
    ----------
    frame
        As for `curves_chart`, and ``low``, ``high``: the 95 % interval of each chance. Where it is
        the chance itself, as of exact ones, there is no band.
    ax, xlabel, title
        As for `curves_chart`.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        As by `curves_chart`.
    """
    require(frame, "battle", "number", "chance", "low", "high")
    drawn = curves_chart(frame, ax=ax, xlabel=xlabel, title=title)
    for line in drawn.get_lines():
        part = frame[frame["battle"].astype(str) == line.get_label()].sort_values("number")
        if (part["high"] - part["low"]).max() > 2 * NARROW:
            drawn.fill_between(
                part["number"],
                part["low"],
                part["high"],
                color=line.get_color(),
                alpha=BAND,
                linewidth=0,
            )
    return drawn
