"""What the battle costs the two sides, as a histogram."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, count

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch
from matplotlib.transforms import blended_transform_factory

from analysis.charts import text
from analysis.charts.canvas import canvas, key, percent_axis, size
from analysis.charts.frames import require, require_chances, require_whole
from analysis.charts.palette import ATTACKER, DEFENDER, NEITHER, ink

SLOTS = 60  # more places than this for a bar, and neighbours are merged
TAIL = 0.0005  # chance at each end that the view may leave out
HEAD = 36.0  # points above the highest bar, half of them for the mean


@dataclass(frozen=True)
class Bars:
    """Bars of a histogram: chance by left edge and width; ``size`` values of the swing each."""

    left: npt.NDArray[np.float64]
    width: npt.NDArray[np.float64]
    chance: npt.NDArray[np.float64]
    colour: list[str]
    size: float
    merged: bool


def swing_chart(
    frame: pd.DataFrame,
    *,
    ax: Axes | None = None,
    unit: str = "IPC",
    label: str = "Swing: defender’s − attacker’s loss",
    title: str = "",
) -> Axes:
    """Draw the distribution of the swing: the defender's loss less the attacker's.

    Where more than 60 places would be needed, neighbouring values share a bar; bars never mix
    gains with losses, and no gain or loss at all keeps a bar of its own. Tails of less than 0.05 %
    are outside the view.

    Parameters
    ----------
    frame
        One row a value: ``swing`` (in ``unit``, positive is good for the attacker), ``chance``.
    ax
        Axes to draw on; a new figure by default.
    unit
        What losses are counted in.
    label
        What x is, if not the bare swing.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the swing, y the chance.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, or its chances do not sum to 1 within 0.005.
    """
    require(frame, "swing", "chance")
    require_chances(frame, "chance")
    require_whole(frame, "chance")
    chances = frame["chance"].groupby(frame["swing"].astype(float).round(9)).sum()
    low, high = _view(chances)
    bars = _bars(chances, span=high - low)
    with canvas(ax, height=3.7, title=title) as drawn:
        drawn.bar(bars.left, bars.chance, bars.width, align="edge", color=bars.colour, linewidth=0)
        drawn.set_xlim(low - 1.2 * bars.size, high + 1.2 * bars.size)
        drawn.set_xlabel(f"{label} ({unit})")
        room = 1 - min(0.75 * HEAD / size(drawn)[1], 0.5)
        chance = f"Chance per {bars.size:g} {unit}" if bars.merged else "Chance"
        percent_axis(drawn, chance, top=float(bars.chance.max()) / room)
        _lines(drawn, chances, unit=unit)
        _key(drawn, chances)
    return drawn


def _view(chances: pd.Series) -> tuple[float, float]:
    """The swings between the two tails, zero always among them."""
    upto = (chances.cumsum() / chances.sum()).to_numpy()
    values = chances.index.to_numpy(dtype=float)
    low = values[np.searchsorted(upto, TAIL)]
    high = values[min(int(np.searchsorted(upto, 1 - TAIL)), len(values) - 1)]
    return min(float(low), 0.0), max(float(high), 0.0)


def _bars(chances: pd.Series, *, span: float) -> Bars:
    """One bar a value, or one a run of neighbours on the same side of zero."""
    values = chances.index.to_numpy(dtype=float)
    step = float(np.diff(values).min()) if len(values) > 1 else 1.0
    slots = span / step
    if slots <= SLOTS:
        return _bars_at(values, np.full(len(values), step), chances.to_numpy(), step, merged=False)
    size = step * next(m for m in _round_numbers() if slots / m <= 0.75 * SLOTS)
    bins = np.sign(values) * np.ceil(np.abs(values) / size - 1e-9)
    sums = chances.groupby(bins).sum()
    which = sums.index.to_numpy(dtype=float)
    # a bin holds step … size, so its bar reaches from half a step to half a step past the last
    centre = which * size - np.sign(which) * (size - step) / 2
    widths = np.where(which == 0, step, size)
    return _bars_at(centre, widths, sums.to_numpy(), size, merged=True)


def _bars_at(
    centre: npt.NDArray[np.float64],
    width: npt.NDArray[np.float64],
    chance: npt.NDArray[np.float64],
    size: float,
    *,
    merged: bool,
) -> Bars:
    colour = np.select([centre > 0, centre < 0], [ATTACKER, DEFENDER], NEITHER)
    drawn = width * (1 if merged else 0.86)
    return Bars(centre - drawn / 2, drawn, chance, colour.tolist(), size, merged)


def _round_numbers() -> chain[int]:
    return chain.from_iterable((2 * 10**n, 5 * 10**n, 10 * 10**n) for n in count())


def _lines(ax: Axes, chances: pd.Series, *, unit: str) -> None:
    """Mark zero and the mean."""
    colour = ink(ax)
    top = 1 - HEAD / 2 / size(ax)[1]
    mean = float(chances.index.to_numpy(dtype=float) @ chances.to_numpy()) / float(chances.sum())
    ax.axvline(0, ymax=top, color=colour, linewidth=0.9, zorder=3)
    ax.axvline(mean, ymax=top, color=colour, linewidth=1.4, dashes=(4, 2), zorder=3)
    low, high = ax.get_xlim()
    place = (mean - low) / (high - low)
    ax.annotate(
        f"mean {text.signed(mean, 1)} {unit}",
        (mean, top),
        xycoords=blended_transform_factory(ax.transData, ax.transAxes),
        xytext=(0, 2),
        textcoords="offset points",
        ha="left" if place < 0.2 else "right" if place > 0.8 else "center",
        va="bottom",
        color=colour,
        fontsize=9,
    )


def _key(ax: Axes, chances: pd.Series) -> None:
    """Name the three colours, with the chance of each."""
    values = chances.index.to_numpy(dtype=float)
    parts = {
        "attacker loses more": (values < 0, DEFENDER),
        "equal losses": (values == 0, NEITHER),
        "defender loses more": (values > 0, ATTACKER),
    }
    shares = [min(float(chances[where].sum()), 1.0) for where, _ in parts.values()]
    labels = text.rows(list(parts), numbers=list(map(text.percent, shares)), room=size(ax)[0])
    key(ax, [Patch(facecolor=colour) for _, colour in parts.values()], labels)
