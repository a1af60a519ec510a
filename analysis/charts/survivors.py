"""How much of each side is left, as the chance of at least so much."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes

from analysis.charts.canvas import canvas, key, percent_axis, whole_ticks
from analysis.charts.frames import require, require_chances, require_sides
from analysis.charts.outcome import NAMES
from analysis.charts.palette import ATTACKER, DEFENDER, paper

LOOKS = {"attacker": (ATTACKER, "o", "-"), "defender": (DEFENDER, "s", "--")}
MARKED = 30  # more steps than this, and marks would run together


def survivors_chart(
    frame: pd.DataFrame,
    *,
    ax: Axes | None = None,
    names: Mapping[str, str] = NAMES,
    unit: str = "",
    title: str = "",
) -> Axes:
    """Draw each side's chance to have at least k left.

    Parameters
    ----------
    frame
        One row a side and number: ``side`` ("attacker" or "defender"), ``k``, ``chance``. With
        columns ``low`` and ``high`` the 95 % interval is shaded.
    ax
        Axes to draw on; a new figure by default.
    names
        What to call the two sides.
    unit
        What is counted, if not what ``frame.attrs["unit"]`` says; units if neither does.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is k, y the chance; one line a side.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, or the chances are no chances.
    """
    require(frame, "side", "k", "chance")
    require_chances(frame, "chance")
    require_sides(frame["side"])
    spread = {"low", "high"} <= set(frame.columns) and bool((frame["high"] > frame["low"]).any())
    marked = frame["k"].nunique() <= MARKED
    with canvas(ax, height=3.2, title=title) as drawn:
        lines = []
        for side, (colour, marker, dash) in LOOKS.items():
            part = frame[frame["side"] == side].sort_values("k")
            if part.empty:
                continue
            lines += drawn.plot(
                part["k"],
                part["chance"],
                label=names[side],
                color=colour,
                linestyle=dash,
                drawstyle="steps-mid",
                marker=marker if marked else "",
                markeredgecolor=paper(drawn),
                markeredgewidth=0.6,
                clip_on=False,
                zorder=3,
            )
            if spread:
                drawn.fill_between(
                    part["k"],
                    part["low"],
                    part["high"],
                    step="mid",
                    color=colour,
                    alpha=0.25,
                    linewidth=0,
                )
        percent_axis(drawn, "Chance" + (" (95 % interval shaded)" if spread else ""), top=1)
        whole_ticks(drawn, "x")
        drawn.set_xlim(frame["k"].min() - 0.5, frame["k"].max() + 0.5)
        drawn.set_xlabel(f"At least so many {unit or frame.attrs.get('unit', 'units')} left")
        key(drawn, lines, [str(line.get_label()) for line in lines], columns=2)
    return drawn
