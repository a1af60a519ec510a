"""Whether a place is held: enemy by enemy, and by how many stand there."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from analysis.charts.canvas import canvas, key, percent_axis, whole_ticks
from analysis.charts.frames import require, require_chances
from analysis.charts.palette import ATTACKER, DEFENDER, NEITHER, paper

LOOKS = ((ATTACKER, "o", "-"), (DEFENDER, "s", "--"))  # of the ways in which enemies attack
WIDE = 0.7  # of a bar


def hold_chart(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """Draw the chance that a place is still held, after one enemy's turn and the next.

    Parameters
    ----------
    frame
        One row a way and enemy, in turn order: ``attacks`` (when enemies attack, in words),
        ``after`` (whose turn is over), ``held`` (the chance); the first of a way is the start.
    ax
        Axes to draw on; a new figure by default.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x are the turns from left to right, y the chance; one line a way.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, has more ways than two, or the chances are none.
    """
    require(frame, "attacks", "after", "held")
    require_chances(frame, "held")
    ways = [str(way) for way in frame["attacks"].unique()]
    if len(ways) > len(LOOKS):
        raise ValueError(f"{len(ways)} ways are more than can be told apart; at most {len(LOOKS)}")
    turns = [str(turn) for turn in frame["after"].unique()]
    with canvas(ax, height=3.0 + 0.24 * len(ways), title=title) as drawn:
        lines = []
        for way, (colour, marker, dash) in zip(ways, LOOKS, strict=False):
            part = frame[frame["attacks"] == way]
            lines += drawn.plot(
                [turns.index(str(turn)) for turn in part["after"]],
                part["held"],
                color=colour,
                linestyle=dash,
                marker=marker,
                markeredgecolor=paper(drawn),
                markeredgewidth=0.6,
                clip_on=False,
                zorder=3,
            )
        percent_axis(drawn, "Chance that it is still held", top=1)
        drawn.set_xticks(range(len(turns)), [turn.replace(" ", "\n", 1) for turn in turns])
        drawn.set_xlim(-0.3, len(turns) - 0.7)
        drawn.set_xlabel("After the turn of")
        key(drawn, lines, ways, gap=54)
    return drawn


def garrison_chart(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """Draw the chance to hold a place by the number of units in it, and how likely that is.

    Parameters
    ----------
    frame
        One row a number of units: ``units``, ``chance`` (that so many stand there), ``held`` (the
        chance to hold it then).
    ax
        Axes to draw on; a new figure by default.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the number of units; bars their chance, the line that to hold.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, or the chances are none.
    """
    require(frame, "units", "chance", "held")
    require_chances(frame, "chance", "held")
    rows = frame.sort_values("units")
    with canvas(ax, height=3.5, title=title) as drawn:
        bars = drawn.bar(rows["units"], rows["chance"], WIDE, color=NEITHER, linewidth=0, zorder=2)
        (line,) = drawn.plot(
            rows["units"],
            rows["held"],
            color=ATTACKER,
            marker="o",
            markeredgecolor=paper(drawn),
            markeredgewidth=0.6,
            clip_on=False,
            zorder=3,
        )
        percent_axis(drawn, "Chance", top=1)
        whole_ticks(drawn, "x")
        drawn.set_xlim(rows["units"].min() - 0.6, rows["units"].max() + 0.6)
        drawn.set_xlabel("Units in the garrison at your turn's end")
        key(drawn, [line, bars.patches[0]], ["held until your next turn", "so many stand there"])
    return drawn
