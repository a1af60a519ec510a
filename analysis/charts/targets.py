"""What can be attacked: the chance at each target, and what a good chance costs."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from analysis.charts import text
from analysis.charts.canvas import breadth, canvas, light_lines
from analysis.charts.frames import require, require_chances
from analysis.charts.palette import ATTACKER, ink

ROW = 0.3  # inches
WIDE = 0.66  # of a bar
COSTS = "ipc_"  # columns of what a chance costs begin so
COLUMN = 34  # points that a column of costs is wide
EDGE = 0.55  # chances above are written inside the bar


def targets_chart(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """Draw the chance of each attack with everything, and what the cheapest good force costs.

    Parameters
    ----------
    frame
        One row a target: ``target``, ``taken`` (the chance); for each wanted chance ``ipc_75`` and
        the like, the IPC of the cheapest force that has it, missing where there is none.
    ax
        Axes to draw on; a new figure by default.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the chance; one bar a target, the first at the top, its costs in a
        column for each wanted chance at the right.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, or the chances are none.
    """
    require(frame, "target", "taken")
    require_chances(frame, "taken")
    rows = list(range(len(frame)))
    costs = [name for name in frame.columns if name.startswith(COSTS) and "_" not in name[4:]]
    names = frame["target"].astype(str).tolist()
    with canvas(ax, height=1.4 + ROW * len(frame), title=title) as drawn:
        drawn.barh(rows, frame["taken"], height=WIDE, color=ATTACKER, linewidth=0)
        for row, chance in enumerate(frame["taken"]):
            inside = chance > EDGE
            drawn.annotate(
                text.percent(float(chance)),
                (chance, row),
                xytext=(-5 if inside else 5, 0),
                textcoords="offset points",
                ha="right" if inside else "left",
                va="center",
                fontsize=9,
                color="white" if inside else ink(drawn),
            )
        bars = max(breadth(drawn, beside=names) - COLUMN * len(costs), COLUMN)
        wide = COLUMN / bars  # of a column, as a chance
        for number, name in enumerate(costs):
            at = 1.0 + wide * (number + 1)
            _column(drawn, at, f"{name[len(COSTS) :]}{text.THIN}%", frame[name])
        drawn.set_yticks(rows, labels=names)
        drawn.set_ylim(len(frame) - 0.5, -1.5 if costs else -0.5)
        drawn.set_xlim(0, 1 + wide * len(costs))
        drawn.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1])
        drawn.spines["bottom"].set_bounds(0, 1)
        drawn.xaxis.set_major_formatter(PercentFormatter(1, symbol=f"{text.THIN}%"))
        light_lines(drawn, "x")
        what = "Chance with everything; at the right\nIPC of the cheapest force for a chance"
        drawn.set_xlabel(what if costs else "Chance with everything that can reach it")
    return drawn


def _column(ax: Axes, at: float, head: str, costs: pd.Series[float]) -> None:
    """Write costs in a column beyond the chances, under their head."""
    texts = [head, *("–" if pd.isna(cost) else f"{cost:.0f}" for cost in costs)]
    for row, written in enumerate(texts, start=-1):
        ax.text(
            at,
            row,
            written,
            ha="right",
            va="center",
            fontsize=9,
            fontweight="bold" if row < 0 else "normal",
            color=ink(ax),
        )
