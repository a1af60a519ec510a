"""Luck battle by battle: the sum against expectation, and how each battle stands for its odds."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from analysis.charts.canvas import canvas, key, percent_axis, whole_ticks
from analysis.charts.frames import require, require_chances
from analysis.charts.palette import ATTACKER, DEFENDER, NEITHER, ink, paper

MARKED = 40  # more battles than this, and marks would run together
CROWD, FAINTEST = 1_000, 0.02  # battles beyond which dots are faint, and how faint
USUAL = (0.05, 0.95)  # percentiles that about nine battles of ten stay between


def luck_chart(
    frame: pd.DataFrame, *, ax: Axes | None = None, unit: str = "", title: str = ""
) -> Axes:
    """Draw the sum of swings minus its expectation, battle by battle, in its band of 90 % or more.

    Parameters
    ----------
    frame
        One row a battle, in their order: ``number``, ``cumulative`` and ``cumulative_expected``
        (swings in favour of who asks), ``low`` and ``high`` (the band of the cumulative swing).
    ax
        Axes to draw on; a new figure by default.
    unit
        What the swing is counted in; by default what ``frame.attrs`` calls ``unit``.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the number of battles, y the swing above expectation.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, or has a number that is none.
    """
    columns = ("number", "cumulative", "cumulative_expected", "low", "high")
    require(frame, *columns)
    number, total, mean, low, high = (frame[name].to_numpy(dtype=float) for name in columns)
    if not np.isfinite([total, mean, low, high]).all():
        raise ValueError("swings and their band must be numbers")
    start = [number[0] - 1], [0.0]  # before the first battle there is no luck yet
    xs = np.concatenate([start[0], number])
    ys, lows, highs = (np.concatenate([start[1], n - mean]) for n in (total, low, high))
    with canvas(ax, height=3.5, title=title) as drawn:
        drawn.fill_between(xs, lows, highs, color=NEITHER, alpha=0.3, linewidth=0)
        drawn.axhline(0, color=ink(drawn), linewidth=0.8)
        drawn.plot(
            xs,
            ys,
            color=ATTACKER,
            marker="o" if len(number) <= MARKED else "",
            markeredgecolor=paper(drawn),
            markeredgewidth=0.6,
            zorder=3,
        )
        _across(drawn, number)
        unit = unit or frame.attrs.get("unit", "")
        drawn.set_ylabel("Swing above expectation" + (f" ({unit})" if unit else ""))
        drawn.yaxis.set_major_formatter(lambda value, _: f"{value:g}".replace("-", "−"))
        swatches = [Line2D([], [], color=ATTACKER), Patch(facecolor=NEITHER, alpha=0.3)]
        key(drawn, swatches, ["what happened", "at least nine logs of ten are in here by then"])
    return drawn


def percentile_chart(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """Draw the percentile of each battle as a dot: above the middle is lucky.

    Parameters
    ----------
    frame
        One row a battle, in their order: ``number``, ``percentile`` (a chance).
    ax
        Axes to draw on; a new figure by default.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the number of the battle, y its percentile.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, or a percentile is none.
    """
    require(frame, "number", "percentile")
    require_chances(frame, "percentile")
    number = frame["number"].to_numpy(dtype=float)
    percentile = frame["percentile"].to_numpy(dtype=float)
    with canvas(ax, height=3.0, title=title) as drawn:
        drawn.axhline(0.5, color=ink(drawn), linewidth=0.8)
        drawn.axhspan(*USUAL, color=NEITHER, alpha=0.15, linewidth=0)
        parts = {
            "luckier than expected": (percentile > 0.5, ATTACKER),
            "unluckier": (percentile < 0.5, DEFENDER),
            "just so": (percentile == 0.5, NEITHER),
        }
        handles = {}
        for name, (rows, colour) in parts.items():
            if rows.any():
                handles[name] = Line2D([], [], color=colour, marker="o", linestyle="")
                drawn.scatter(
                    number[rows],
                    percentile[rows],
                    s=30 if len(number) <= MARKED else 6,
                    color=colour,
                    alpha=max(FAINTEST, min(1.0, CROWD / len(number))),
                    linewidth=0,
                    clip_on=False,
                    zorder=3,
                )
        _across(drawn, number)
        percent_axis(drawn, "Percentile", top=1)
        key(drawn, list(handles.values()), list(handles), columns=3)
    return drawn


def _across(ax: Axes, number: np.ndarray) -> None:
    """Let x be the number of the battle, from before the first."""
    whole_ticks(ax, "x")
    ax.set_xlim(number[0] - 1, number[-1] + 0.03 * max(1.0, len(number)))
    ax.set_xlabel("Battle")
