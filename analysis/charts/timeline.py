"""When something comes, as a bar for each that may come, stacked by the time of its coming."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.patches import Patch

from analysis.charts import text
from analysis.charts.canvas import canvas, key
from analysis.charts.frames import require, require_chances
from analysis.charts.palette import ink_on, paper

NEVER = "not within these"
NEVER_COLOUR = "#D9D9D9"
EARLY, LATE = 0.82, 0.1  # of the colour map: the sooner, the darker
NUMBER = 22.0  # points of a bar that are wide enough for its number
NAME, POINTS = 118.0, 9.0  # points of room for a name, and of its font
COLUMNS = 8  # of the key, at most
ENTRY, LETTER, MARGIN = 37.0, 6.0, 30.0  # points that the key takes, roughly


def timeline_chart(
    frame: pd.DataFrame, *, ax: Axes | None = None, xlabel: str = "", title: str = ""
) -> Axes:
    """Draw when each of some things comes: a bar each, stacked by time, the sooner the darker.

    Parameters
    ----------
    frame
        One row a group and time: ``group``, ``value`` (text, in the order of time), ``chance``. A
        group whose chances sum to less than 1 gets a last grey part: it comes later, or never.
    ax
        Axes to draw on; a new figure by default.
    xlabel
        Name of the times; by default what ``frame.attrs`` calls ``axis``.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the chance, from 0 to 1; one bar a group, the first on top.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, the chances are none, or a group's exceed 1.
    """
    require(frame, "group", "value", "chance")
    require_chances(frame, "chance")
    groups = [str(group) for group in frame["group"].unique()]
    values = [str(value) for value in frame["value"].unique()]
    shares = frame.pivot_table(index="group", columns="value", values="chance", aggfunc="sum")
    shares = shares.reindex(index=groups, columns=values).fillna(0.0)
    if (shares.sum(axis=1) > 1.005).any():
        raise ValueError("a group's chances sum to more than 1")
    shares[NEVER] = (1 - shares.sum(axis=1)).clip(lower=0)
    shares.loc[shares[NEVER] < 0.0005, NEVER] = 0.0
    colours = [*_colours(len(values)), NEVER_COLOUR]
    rows = -(-len(values) // COLUMNS)
    with canvas(ax, height=1.3 + 0.42 * len(groups) + 0.22 * rows, title=title) as drawn:
        narrow = NUMBER / _room(drawn, named=groups != [""])
        for place, group in enumerate(groups):
            parts = list(map(float, shares.loc[group].to_numpy(dtype=float)))
            _bar(drawn, place, parts, colours, narrow)
        drawn.set(xlim=(0, 1), ylim=(len(groups) - 0.5, -0.5))
        drawn.xaxis.set_major_formatter(lambda value, _: f"{100 * value:g}{text.THIN}%")
        named = ["\n".join(text.wrapped(g, room=NAME, size=POINTS)) for g in groups]
        drawn.set_yticks(range(len(groups)), [] if groups == [""] else named)
        drawn.spines["left"].set_visible(False)
        drawn.yaxis.set_ticks_position("none")
        shown = [c for c in shares.columns if shares[c].any()]
        swatches = [Patch(facecolor=colours[list(shares.columns).index(c)]) for c in shown]
        called = xlabel or frame.attrs.get("axis", "")
        columns = _columns(drawn, shown, named=groups != [""])
        order = _by_row(len(shown), columns)
        key(
            drawn,
            [swatches[place] for place in order],
            [shown[place] for place in order],
            title=called.capitalize(),
            gap=26,
            columns=columns,
        )
    return drawn


def _room(ax: Axes, *, named: bool) -> float:
    """Return how wide the bars are, in points, when they stand in a figure of their own."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return max(NUMBER, 72 * figure.get_figwidth() - MARGIN - (NAME if named else 0.0))


def _columns(ax: Axes, shown: Sequence[str], *, named: bool) -> int:
    """Return how many columns of the key fit beneath the bars."""
    lengths = sorted(map(len, shown))
    usual = lengths[-2] if NEVER in shown and len(shown) > 1 else lengths[-1]
    longer = LETTER * (lengths[-1] - usual)  # the last part's name is in one of the columns
    room = _room(ax, named=named) - longer
    return max(1, min(COLUMNS, int(room // (ENTRY + LETTER * usual))))


def _by_row(count: int, columns: int) -> list[int]:
    """Return the order in which a key that is filled by columns reads by rows.

    Examples
    --------
    >>> _by_row(3, 8), _by_row(10, 8)[:4]
    ([0, 1, 2], [0, 8, 1, 9])
    """
    return [place for column in range(columns) for place in range(column, count, columns)]


def _colours(count: int) -> list[str]:
    """Return a colour for each time, of a map that survives a black-and-white printer."""
    ramp = colormaps["Blues"]
    return [to_hex(ramp(float(place))) for place in np.linspace(EARLY, LATE, count)]


def _bar(
    ax: Axes, place: int, shares: Sequence[float], colours: Sequence[str], narrow: float
) -> None:
    left = 0.0
    for share, colour in zip(shares, colours, strict=True):
        ax.barh(
            place, share, 0.72, left, color=colour, edgecolor=paper(ax), linewidth=0.6, zorder=3
        )
        if share >= narrow:
            ax.text(
                left + share / 2,
                place,
                f"{100 * share:.0f}{text.THIN}%",
                ha="center",
                va="center",
                fontsize=8,
                color=ink_on(colour),
                zorder=4,
            )
        left += share
