"""What the battle costs the two sides, as a histogram."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch
from matplotlib.transforms import blended_transform_factory

from analysis.charts import text
from analysis.charts.canvas import canvas, key, percent_axis, size
from analysis.charts.frames import require, require_chances, require_whole
from analysis.charts.palette import ATTACKER, DEFENDER, NEITHER, ink
from analysis.histogram import THIN, histogram

SWING = "Swing: defender’s − attacker’s loss"  # if a frame says nothing else
HEAD = 36.0  # points above the highest bar, half of them for the mean


def swing_chart(
    frame: pd.DataFrame,
    *,
    ax: Axes | None = None,
    unit: str = "",
    label: str = "",
    title: str = "",
) -> Axes:
    """Draw the distribution of the swing: the defender's loss less the attacker's.

    Where more than 60 places would be needed, neighbouring values share a bar; bars never mix
    gains with losses, and no gain or loss at all keeps a bar of its own. Tails of less than 0.05 %
    are outside the view.

    Parameters
    ----------
    frame
        One row a value: ``swing`` (in ``unit``, positive is good for the attacker), ``chance``. The
        colours are named after ``attrs["what"]``, if that is another quantity than the swing.
    ax
        Axes to draw on; a new figure by default.
    unit
        What losses are counted in, if not what ``frame.attrs["unit"]`` says; IPC if neither does.
    label
        What x is, if not what ``frame.attrs["what"]`` says; the bare swing if neither does.
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
    what = str(frame.attrs.get("what", ""))
    unit = unit or str(frame.attrs.get("unit", "IPC"))
    label = label or _label(what) or SWING
    bars = histogram(chances.index.to_numpy(dtype=float), chances.to_numpy())
    colour = np.select([bars.centre > 0, bars.centre < 0], [ATTACKER, DEFENDER], NEITHER).tolist()
    width = bars.width * (1 if bars.merged else THIN)
    left = bars.centre - width / 2
    with canvas(ax, height=3.7, title=title) as drawn:
        drawn.bar(left, bars.chance, width, align="edge", color=colour, linewidth=0)
        drawn.set_xlim(bars.low - 1.2 * bars.size, bars.high + 1.2 * bars.size)
        drawn.set_xlabel(f"{label} ({unit})" if unit else label)
        room = 1 - min(0.75 * HEAD / size(drawn)[1], 0.5)
        chance = f"Chance per {bars.size:g} {unit}".rstrip() if bars.merged else "Chance"
        percent_axis(drawn, chance, top=float(bars.chance.max()) / room)
        _lines(drawn, bars.mean, unit=unit)
        _key(drawn, chances, what.split(" (")[0])
    return drawn


def _label(what: str) -> str:
    """Return what x is, as in 'Swing: defender's loss − attacker's'.

    >>> _label("net value"), _label("swing (yours − mine)")
    ('Net value', 'Swing: yours − mine')
    """
    name, _, rest = what.partition(" (")
    return f"{name[:1].upper()}{name[1:]}" + f": {rest.removesuffix(')')}" * bool(rest)


def _lines(ax: Axes, mean: float, *, unit: str) -> None:
    """Mark zero and the mean."""
    colour = ink(ax)
    top = 1 - HEAD / 2 / size(ax)[1]
    ax.axvline(0, ymax=top, color=colour, linewidth=0.9, zorder=3)
    ax.axvline(mean, ymax=top, color=colour, linewidth=1.4, dashes=(4, 2), zorder=3)
    low, high = ax.get_xlim()
    place = (mean - low) / (high - low)
    ax.annotate(
        f"mean {text.signed(mean, 1)} {unit}".rstrip(),
        (mean, top),
        xycoords=blended_transform_factory(ax.transData, ax.transAxes),
        xytext=(0, 2),
        textcoords="offset points",
        ha="left" if place < 0.2 else "right" if place > 0.8 else "center",
        va="bottom",
        color=colour,
        fontsize=9,
    )


def _key(ax: Axes, chances: pd.Series, what: str) -> None:
    """Name the colours that are there, with the chance of each: what cannot be has none."""
    values = chances.index.to_numpy(dtype=float)
    names = ["attacker loses more", "equal losses", "defender loses more"]
    if what not in ("", "swing"):
        names = [f"{what} below zero", f"{what} zero", f"{what} above zero"]
    shares = (
        min(float(chances[where].sum()), 1.0) for where in (values < 0, values == 0, values > 0)
    )
    rows = zip((DEFENDER, NEITHER, ATTACKER), names, shares, strict=True)
    colours, named, there = zip(*(row for row in rows if row[2] > 0), strict=True)
    labels = text.rows(named, numbers=list(map(text.percent, there)), room=size(ax)[0])
    key(ax, [Patch(facecolor=colour) for colour in colours], labels)
