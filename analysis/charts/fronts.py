"""What a turn on several fronts comes to: its swing by what succeeds, and two chances at odds."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from analysis.charts import text
from analysis.charts.canvas import canvas, key, percent_axis, size
from analysis.charts.frames import require, require_chances, require_whole
from analysis.charts.palette import ATTACKER, DEFENDER, NEITHER, cycled, ink, paper

MOST_NAMED = 6  # rows of the key; what is less likely goes together as others
BARS = 48  # about as many are drawn
TAIL = 0.0005  # chance at each end that the view may leave out, and of a way without a name
OTHERS, NONE = "others", "none"


def together_chart(
    frame: pd.DataFrame, *, ax: Axes | None = None, unit: str = "IPC", title: str = ""
) -> Axes:
    """Draw the distribution of a turn's net value by which fronts succeed, one upon the other.

    Parameters
    ----------
    frame
        One row a value and way: ``swing`` (in ``unit``, positive is good for the attacker),
        ``chance``, ``succeed`` (fronts that succeed, in words; 'none'). ``frame.attrs["all"]`` is
        the text of all fronts, if it can happen.
    ax
        Axes to draw on; a new figure by default.
    unit
        What the net value is counted in.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the net value, y the chance. Tails of less than 0.05 % are outside
        the view.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, or its chances do not sum to 1 within 0.005.
    """
    require(frame, "swing", "chance", "succeed")
    require_chances(frame, "chance")
    require_whole(frame, "chance")
    named = _named(frame)
    edges = _edges(frame)
    with canvas(ax, height=3.9, title=title) as drawn:
        foot = np.zeros(len(edges) - 1)
        for name, colour in _colours(named, frame.attrs.get("all", "")).items():
            rows = frame[(named == name).to_numpy()]
            heights, _ = np.histogram(rows["swing"], edges, weights=rows["chance"])
            drawn.bar(
                *(edges[:-1], heights, 0.92 * np.diff(edges), foot),
                align="edge",
                color=colour,
                linewidth=0,
            )
            foot += heights
        drawn.set_xlim(edges[0], edges[-1])
        drawn.set_xlabel(f"Net value of the turn ({unit})")
        wide = edges[1] - edges[0]
        percent_axis(drawn, f"Chance per {wide:g} {unit}", top=1.2 * float(foot.max()))
        drawn.axvline(0, color=ink(drawn), linewidth=0.9, zorder=3)
        _mean(drawn, float(frame["swing"].to_numpy() @ frame["chance"].to_numpy()), unit)
        _key(drawn, frame, named)
    return drawn


def _named(frame: pd.DataFrame) -> pd.Series:
    """Return what each row is shown as: the likeliest ways by name, others as others."""
    chances = frame.groupby("succeed", sort=False)["chance"].sum().sort_values(ascending=False)
    likely = chances[chances >= TAIL]
    kept = set(likely.index[: MOST_NAMED - (len(chances) > MOST_NAMED)])
    return frame["succeed"].where(frame["succeed"].isin(kept), OTHERS)


def _colours(named: pd.Series, everything: str) -> dict[str, str]:
    """Return the colour of each way, the one of all fronts lowest and that of none on top."""
    names = list(dict.fromkeys(named))
    between = [name for name in names if name not in (everything, NONE, OTHERS)]
    found = {everything: ATTACKER, **dict(zip(between, cycled(len(between)), strict=True))}
    found |= {OTHERS: NEITHER, NONE: DEFENDER}
    return {name: colour for name, colour in found.items() if name in names}


def _edges(frame: pd.DataFrame) -> np.ndarray:
    """Return edges of bars of a round width around the values in view."""
    chances = frame["chance"].groupby(frame["swing"].astype(float).round(9)).sum()
    upto = (chances.cumsum() / chances.sum()).to_numpy()
    values = chances.index.to_numpy(dtype=float)
    low = values[np.searchsorted(upto, TAIL)]
    high = values[min(int(np.searchsorted(upto, 1 - TAIL)), len(values) - 1)]
    wide = next(w for w in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if (high - low) / w <= BARS)
    first, last = np.floor(low / wide), np.floor(high / wide) + 1
    return wide * np.arange(first, last + 1) - 0.5 * (wide == 1)


def _mean(ax: Axes, mean: float, unit: str) -> None:
    ax.axvline(mean, color=ink(ax), linewidth=1.4, dashes=(4, 2), zorder=3)
    low, high = ax.get_xlim()
    place = (mean - low) / (high - low)
    ax.annotate(
        f"mean {text.signed(mean, 1)} {unit}",
        (mean, ax.get_ylim()[1]),
        xytext=(-4 if place > 0.7 else 4, -2),
        textcoords="offset points",
        ha="right" if place > 0.7 else "left",
        va="top",
        color=ink(ax),
        fontsize=9,
        bbox={"facecolor": paper(ax), "edgecolor": "none", "pad": 1.0},
    )


def _key(ax: Axes, frame: pd.DataFrame, named: pd.Series) -> None:
    chances = frame["chance"].groupby(named.to_numpy()).sum()
    colours = _colours(named, frame.attrs.get("all", ""))
    numbers = [text.percent(min(float(chances[name]), 1.0)) for name in colours]
    labels = text.rows(list(colours), numbers=numbers, room=size(ax)[0])
    key(ax, [Patch(facecolor=colour) for colour in colours.values()], labels)


def two_chances_chart(
    frame: pd.DataFrame,
    *,
    ax: Axes | None = None,
    chosen: tuple[float, float] | None = None,
    title: str = "",
) -> Axes:
    """Draw the best chance of one front for each chance of another.

    Parameters
    ----------
    frame
        One row a split: two columns of chances, the first rising and the second falling, named
        after the fronts.
    ax
        Axes to draw on; a new figure by default.
    chosen
        The chances of the split that is chosen.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the first front's chance, y the second's.

    Raises
    ------
    ValueError
        When the frame is empty, has not two columns, or what it holds are no chances.
    """
    if frame.shape[1] != 2:
        raise ValueError(f"two columns of chances are drawn, not {frame.shape[1]}")
    one, other = frame.columns
    require(frame, one, other)
    require_chances(frame, one)
    require_chances(frame, other)
    with canvas(ax, height=3.6, title=title) as drawn:
        x, y = frame[one].to_numpy(dtype=float), frame[other].to_numpy(dtype=float)
        drawn.step([0.0, *x], [y[0], *y], where="pre", color=ATTACKER, zorder=3)
        drawn.plot(x, y, "o", color=ATTACKER, markersize=3.5, clip_on=False, zorder=4)
        if chosen is not None:
            drawn.plot(
                *([chosen[0]], [chosen[1]], "D"),
                color=DEFENDER,
                markersize=7,
                markeredgecolor=paper(drawn),
                clip_on=False,
                zorder=5,
                label="the split chosen",
            )
            key(drawn, drawn.get_lines()[-1:], ["the split chosen"])
        percent_axis(drawn, f"{other}: chance at best", top=1.0)
        drawn.set_xlim(0, 1)
        drawn.xaxis.set_major_formatter(drawn.yaxis.get_major_formatter())
        drawn.set_xlabel(f"{one}: chance")
    return drawn
