"""What money buys: the best chance by cost, as steps."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from analysis.charts.canvas import canvas, percent_axis, size
from analysis.charts.frames import require, require_chances
from analysis.charts.palette import ATTACKER, DEFENDER, ink, paper
from analysis.charts.text import percent, width

LABEL = 8.0  # points
APART = 11.0  # points between labels, from foot to foot
OFF = 5.0  # points from a step's point to its label


def frontier_chart(
    frame: pd.DataFrame, *, ax: Axes | None = None, wanted: float | None = None, title: str = ""
) -> Axes:
    """Draw the best chance that each cost buys, with the forces that have it.

    Parameters
    ----------
    frame
        One row a step: ``cost``, ``chance``, both rising, and ``force``, its label.
        ``frame.attrs`` names the ``event`` and the ``unit`` of the cost, and the chance ``wanted``.
    ax
        Axes to draw on; a new figure by default.
    wanted
        Chance to draw a line at; what ``frame.attrs`` says by default.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the cost, y the chance; labels that would run into others are left
        out, the last and the first that has the chance wanted are not.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, the chances are no chances, or do not rise.
    """
    require(frame, "force", "cost", "chance")
    require_chances(frame, "chance")
    if not (frame["cost"].is_monotonic_increasing and frame["chance"].is_monotonic_increasing):
        raise ValueError("costs and chances of a frontier rise")
    wanted = frame.attrs.get("wanted") if wanted is None else wanted
    with canvas(ax, height=3.6, title=title) as drawn:
        costs, chances = frame["cost"].tolist(), frame["chance"].tolist()
        end = costs[-1] + 0.06 * max(costs[-1] - costs[0], 1.0)
        drawn.step([*costs, end], [*chances, chances[-1]], where="post", color=ATTACKER, zorder=3)
        drawn.plot(
            *(costs, chances, "o"),
            color=ATTACKER,
            markersize=4.5,
            markeredgecolor=paper(drawn),
            markeredgewidth=0.6,
            clip_on=False,
            zorder=4,
        )
        percent_axis(drawn, f"Chance of: {frame.attrs.get('event', 'event')}")
        drawn.set_ylim(0, 1)
        drawn.set_xlim(costs[0] - 0.03 * (end - costs[0]), end)
        unit = frame.attrs.get("unit", "")
        drawn.set_xlabel(f"Cost ({unit})" if unit else "Cost")
        if wanted is not None:
            _threshold(drawn, wanted)
        _labels(drawn, frame, wanted)
    return drawn


def _threshold(ax: Axes, wanted: float) -> None:
    ax.axhline(wanted, color=DEFENDER, linestyle="--", linewidth=1.0, zorder=2)
    ax.annotate(
        f"wanted {percent(wanted)}",
        *((0.0, wanted),),
        xycoords=("axes fraction", "data"),
        xytext=(3, 2),
        textcoords="offset points",
        color=DEFENDER,
        fontsize=LABEL,
    )


def _labels(ax: Axes, frame: pd.DataFrame, wanted: float | None) -> None:
    """Write forces below and right of their points, where there is room, from the dearest down."""
    wide, tall = size(ax)
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    enough = frame.index[frame["chance"] >= (1.0 if wanted is None else wanted - 1e-12)]
    first = [enough[0]] if len(enough) else []
    order = [*first, *(at for at in frame.index[::-1] if at not in first)]
    taken: list[tuple[float, float, float]] = []
    for at in order:
        row = frame.loc[at]
        force = str(row["force"])
        x = (row["cost"] - left) / (right - left) * wide
        y = (row["chance"] - low) / (high - low) * tall
        long = width(force, LABEL)
        rightwards = x + OFF + long <= wide
        below = rightwards or y + APART > tall
        begin = x + OFF if rightwards else x - OFF - long
        foot = y - APART - 2.0 if below else y + 2.0
        clash = any(
            abs(foot - other) < APART and begin < stop and start < begin + long
            for start, stop, other in taken
        )
        if begin < 0 or foot < 0 or clash:
            continue
        taken.append((begin, begin + long, foot))
        ax.annotate(
            force,
            (row["cost"], row["chance"]),
            xytext=(OFF if rightwards else -OFF, -3 if below else 2),
            textcoords="offset points",
            ha="left" if rightwards else "right",
            va="top" if below else "bottom",
            color=ink(ax),
            fontsize=LABEL,
            weight="bold" if at in first and wanted is not None else "normal",
            bbox={"facecolor": paper(ax), "edgecolor": "none", "pad": 0.6},
            zorder=5,
        )
