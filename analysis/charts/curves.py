"""Chances over a number, several battles in one picture."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from analysis.charts.canvas import canvas, key, light_lines, percent_axis, whole_ticks
from analysis.charts.frames import require, require_chances
from analysis.charts.palette import ATTACKER, DEFENDER, paper

MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", "-.", (0, (1, 1)), (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 2)))
COLOURS = (ATTACKER, DEFENDER, "#009E73", "#CC79A7", "#6E6E6E", "#56B4E9", "#B8860B")  # no yellow
MOST = len(MARKERS)
LONG = 24  # letters of a name beyond which names stand one below another
MARKED = 30  # more numbers than this, and marks would run together


def curves_chart(
    frame: pd.DataFrame,
    *,
    ax: Axes | None = None,
    xlabel: str = "",
    title: str = "",
    top: float = 1.0,
) -> Axes:
    """Draw chances over a number, a line for each battle.

    Parameters
    ----------
    frame
        One row a battle and number: ``battle`` (what to call it), ``number``, ``chance`` (NaN is
        left blank). ``frame.attrs`` names the chances: ``label``, or ``event``.
    ax
        Axes to draw on; a new figure by default.
    xlabel
        Name of the numbers; by default what ``frame.attrs`` calls ``what``.
    title
        Heading; none by default.
    top
        Where the chances end: all of them by default; less for differences that are small ones.

    Returns
    -------
    Axes
        Where it was drawn: x is the number, y the chance; one line a battle, in the frame's order.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, has more battles than can be told apart, or the
        chances are no chances.
    """
    require(frame, "battle", "number", "chance")
    require_chances(frame.dropna(subset="chance"), "chance")
    names = [str(name) for name in frame["battle"].unique()]
    if len(names) > MOST:
        raise ValueError(f"{len(names)} battles are more than can be told apart; at most {MOST}")
    columns = 1 if max(map(len, names)) > LONG else 2
    marked = frame["number"].nunique() <= MARKED
    with canvas(ax, height=3.2 + 0.24 * len(names) / columns, title=title) as drawn:
        lines = []
        for name, colour, marker, dash in zip(names, COLOURS, MARKERS, DASHES, strict=False):
            part = frame[frame["battle"].astype(str) == name].sort_values("number")
            lines += drawn.plot(
                part["number"],
                part["chance"],
                label=name,
                color=colour,
                linestyle=dash,
                marker=marker if marked else "",
                markersize=5,
                markeredgecolor=paper(drawn),
                markeredgewidth=0.6,
                clip_on=False,
                zorder=3,
            )
        label = frame.attrs.get("label") or f"Chance of: {frame.attrs.get('event', 'event')}"
        percent_axis(drawn, label, top=top)
        whole_ticks(drawn, "x")
        drawn.set_xlabel(xlabel or frame.attrs.get("what", "Number"))
        light_lines(drawn, "x")
        key(drawn, lines, names, columns=columns)
    return drawn
