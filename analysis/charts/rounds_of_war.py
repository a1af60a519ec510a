"""Rounds of a war on a map: income, territories that change hands, victory cities."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from analysis.charts import text
from analysis.charts.canvas import (
    breadth,
    canvas,
    fitting,
    key,
    light_lines,
    percent_axis,
    size,
    whole_ticks,
)
from analysis.charts.frames import require, require_chances
from analysis.charts.palette import GROUPS, ink, ink_on, paper
from combat.arrays import Floats

MARKS = "osD^vP*X"
SIDES = ("#6B6B6B", "#B8B8B8")  # no power's colours
APART = 0.13  # of a round, between the marks of two powers
ROW, BAR = 0.27, 0.72  # inches a territory, and how much of it its bar takes
FIRST_WITH_INK = 0.12  # of the width of a bar: a share from which its number is printed in it


def income_chart(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """Draw what each power collects by round: the mean, and a bar over nine trials of ten.

    Parameters
    ----------
    frame
        One row a round and power: ``round``, ``power``, ``income`` (mean, IPC), ``low``, ``high``
        (quantiles of 5 and 95 %).
    ax
        Axes to draw on; a new figure by default.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the round, y IPC; the powers of a round side by side.

    Raises
    ------
    ValueError
        When the frame is empty or lacks a column.
    """
    require(frame, "round", "power", "income", "low", "high")
    powers = [str(power) for power in frame["power"].unique()]
    rounds = sorted(frame["round"].unique())
    offsets = APART * (np.arange(len(powers)) - (len(powers) - 1) / 2)
    with canvas(ax, height=3.6 + 0.1 * len(powers), title=title) as drawn:
        lines = []
        looks = zip(powers, colours(len(powers)), MARKS, offsets, strict=False)
        for power, colour, mark, offset in looks:
            part = frame[frame["power"] == power].sort_values("round")
            at = part["round"] + offset
            drawn.vlines(at, part["low"], part["high"], color=colour, linewidth=2.2, alpha=0.6)
            lines += drawn.plot(
                at,
                part["income"],
                color=colour,
                marker=mark,
                linewidth=0.9,
                markersize=6,
                markeredgecolor=ink(drawn),  # some colours are pale
                markeredgewidth=0.5,
                zorder=3,
            )
        drawn.set_ylim(0, None)
        drawn.set_ylabel("Income collected, IPC")
        light_lines(drawn, "y")
        drawn.set_xlim(rounds[0] - 0.5, rounds[-1] + 0.5)
        drawn.set_xticks(rounds)
        drawn.set_xlabel("Round (bars: nine trials of ten)")
        key(drawn, lines, powers, columns=3, gap=44)
    return drawn


def holders_chart(
    frame: pd.DataFrame,
    *,
    ax: Axes | None = None,
    powers: Sequence[str] = (),
    title: str = "",
) -> Axes:
    """Draw who holds each territory that changes hands, a bar each.

    Parameters
    ----------
    frame
        One row a territory and holder: ``territory``, ``holder``, ``chance``. The chances of a
        territory sum to 1.
    ax
        Axes to draw on; a new figure by default.
    powers
        All powers, in an order that gives them the colours of other charts.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the chance; one bar a territory, the first on top.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, or the chances are none.
    """
    require(frame, "territory", "holder", "chance")
    require_chances(frame, "chance")
    territories = [str(name) for name in frame["territory"].unique()]
    known = list(dict.fromkeys([*powers, *map(str, frame["holder"].unique())]))
    shares = frame.pivot_table(index="territory", columns="holder", values="chance", aggfunc="sum")
    shares = shares.reindex(index=territories, columns=known).fillna(0.0)
    with canvas(ax, height=1.4 + ROW * len(territories), title=title) as drawn:
        left = np.zeros(len(territories))
        used = []
        for power, colour in zip(known, colours(len(known)), strict=True):
            share = shares[power].to_numpy(dtype=float)
            if share.any():
                _bars(drawn, share, left, colour)
                used.append(Patch(color=colour, label=power))
            left = left + share
        drawn.set(xlim=(0, 1), ylim=(len(territories) - 0.5, -0.5))
        drawn.xaxis.set_major_formatter(lambda value, _: f"{100 * value:g}{text.THIN}%")
        drawn.set_yticks(range(len(territories)), territories)
        drawn.spines["left"].set_visible(False)
        drawn.yaxis.set_ticks_position("none")
        names = [str(patch.get_label()) for patch in used]
        room = breadth(drawn, beside=territories)
        key(drawn, used, names, columns=fitting(names, room=room, most=3), gap=26)
    return drawn


def _bars(ax: Axes, share: Floats, left: Floats, colour: str) -> None:
    ax.barh(range(len(share)), share, BAR, left, color=colour, edgecolor=paper(ax), linewidth=0.6)
    for at, (one, start) in enumerate(zip(share, left, strict=True)):
        if one >= FIRST_WITH_INK:
            ax.text(
                start + one / 2,
                at,
                f"{100 * one:.0f}{text.THIN}%",
                ha="center",
                va="center",
                fontsize=8,
                color=ink_on(colour),
            )


def cities_chart(
    frame: pd.DataFrame, *, ax: Axes | None = None, victory: int = 0, title: str = ""
) -> Axes:
    """Draw how many victory cities each side holds at a round's end.

    Parameters
    ----------
    frame
        One row a side and number: ``side``, ``cities``, ``chance``.
    ax
        Axes to draw on; a new figure by default.
    victory
        Cities that win the war; 0 draws no line for it.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the number of cities, y the chance; the sides side by side.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, has more than two sides, or the chances are none.
    """
    require(frame, "side", "cities", "chance")
    require_chances(frame, "chance")
    sides = [str(side) for side in frame["side"].unique()]
    if len(sides) > len(SIDES):
        raise ValueError(f"{len(sides)} sides are more than can be told apart; at most 2")
    with canvas(ax, height=3.0, title=title) as drawn:
        bars = []
        width = 0.8 / len(sides)
        for at, (side, colour) in enumerate(zip(sides, SIDES, strict=False)):
            part = frame[frame["side"] == side]
            places = part["cities"] + width * (at - (len(sides) - 1) / 2)
            bars.append(drawn.bar(places, part["chance"], width, color=colour, zorder=2))
        low, high = int(frame["cities"].min()), int(frame["cities"].max())
        if victory:
            high = max(high, victory)
            drawn.axvline(victory - 0.5, color=ink(drawn), linewidth=1.0, linestyle="--")
            drawn.text(
                victory - 0.5 - 4 / size(drawn)[0] * (high - low + 2),
                0.97,
                f"{victory} win",
                ha="right",
                va="top",
                fontsize=9,
                color=ink(drawn),
                transform=drawn.get_xaxis_transform(),
            )
        percent_axis(drawn, "Chance", top=1)
        drawn.set_xlim(low - 0.7, high + 0.7)
        whole_ticks(drawn, "x")
        drawn.set_xlabel("Victory cities held")
        key(drawn, bars, sides, columns=2, gap=44)  # type: ignore[arg-type]
    return drawn


def colours(count: int) -> list[str]:
    """Return a colour for each power."""
    return list(islice(cycle(GROUPS), count))
