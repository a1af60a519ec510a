"""A rule of thumb against exact chances: a mark a battle, where it is right and where it is not."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MultipleLocator

from analysis.charts.canvas import BELOW, LINE, canvas, key, percent_axis, size
from analysis.charts.frames import require, require_chances
from analysis.charts.palette import ATTACKER, DEFENDER, NEITHER, ink, paper
from analysis.charts.text import THIN, wrapped

SQUARE = 3.6  # inches that the axes are high
KINDS = {  # what a rule does: its words, colour, mark and size
    "right": ("right", NEITHER, "o", 14.0),
    "bold": ("promises too much", DEFENDER, "v", 34.0),
    "timid": ("promises too little", ATTACKER, "^", 34.0),
}


def thumbs_chart(
    frame: pd.DataFrame, *, ax: Axes | None = None, label: str = "", title: str = ""
) -> Axes:
    """Draw what a rule of thumb says of each battle against the exact chance.

    Parameters
    ----------
    frame
        One row a battle: ``share`` (the attacker's share of both numbers), ``given`` (the chance by
        the rule; NaN if it gives none), ``chance`` (exact), ``above`` (whether the rule puts it
        above what is wanted), ``right``; ``frame.attrs`` may hold ``wanted`` (one half if not),
        ``rule`` and ``event``.
    ax
        Axes to draw on; a new figure by default.
    label
        What x is; by default the rule's name.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: y is the exact chance; x is the chance by the rule if it gives one, else
        the attacker's share of both numbers. In the tinted corners the rule is wrong.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, or the chances are no chances.
    """
    require(frame, "share", "given", "chance", "above", "right")
    require_chances(frame, "share", "chance")
    wanted = float(frame.attrs.get("wanted", 0.5))
    gives = bool(frame["given"].notna().all())
    across = frame["given" if gives else "share"].to_numpy(dtype=float)
    limit = wanted if gives else 0.5
    kinds = _kinds(frame)
    height = SQUARE + (BELOW + LINE * (2 + len(set(kinds))) + 24 * bool(title)) / 72
    with canvas(ax, height=height, title=title) as drawn:
        percent_axis(drawn, "Exact chance", top=1)
        drawn.set_xlim(0, 1)
        _corners(drawn, limit, wanted)
        handles = [_marks(drawn, across, frame["chance"], kinds, kind) for kind in KINDS]
        if gives:
            drawn.plot([0, 1], [0, 1], color=ink(drawn), linewidth=0.8, linestyle=(0, (4, 3)))
        drawn.xaxis.set_major_locator(MultipleLocator(0.25))
        drawn.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{100 * x:g}{THIN}%"))
        what = "Chance by the rule" if gives else "Attacker’s share of both numbers"
        drawn.set_xlabel(label or what)
        there = [handle for handle in handles if handle is not None]
        about = "\n".join(wrapped(_about(frame), room=size(drawn)[0], size=9))
        key(drawn, there, [str(handle.get_label()) for handle in there], title=about)
    return drawn


def _kinds(frame: pd.DataFrame) -> list[str]:
    """Return what the rule does in each battle."""
    return [
        "right" if right else "bold" if above else "timid"
        for right, above in zip(frame["right"], frame["above"], strict=True)
    ]


def _about(frame: pd.DataFrame) -> str:
    rule = str(frame.attrs.get("rule", ""))
    return f"The rule ‘{rule}’ is" if rule else "The rule is"


def _corners(ax: Axes, limit: float, wanted: float) -> None:
    """Tint where the rule is wrong, and draw the lines between right and wrong."""
    for left, right, low, high, colour in (
        (limit, 1.0, 0.0, wanted, DEFENDER),
        (0.0, limit, wanted, 1.0, ATTACKER),
    ):
        corner = Rectangle((left, low), right - left, high - low, color=colour, alpha=0.1)
        corner.set(linewidth=0, zorder=0)
        ax.add_patch(corner)
    ax.axvline(limit, color=ink(ax), linewidth=0.8, zorder=1)
    ax.axhline(wanted, color=ink(ax), linewidth=0.8, zorder=1)


def _marks(
    ax: Axes, across: np.ndarray, chance: pd.Series, kinds: list[str], kind: str
) -> Line2D | None:
    """Draw the battles of a kind; return what the key shows of them, if there are any."""
    words, colour, mark, area = KINDS[kind]
    there = np.array([one == kind for one in kinds])
    if not there.any():
        return None
    ax.scatter(
        across[there],
        chance.to_numpy(dtype=float)[there],
        s=area,
        marker=mark,
        color=colour,
        edgecolor=paper(ax),
        linewidth=0.4,
        alpha=0.6 if kind == "right" else 1.0,
        clip_on=False,
        zorder=2 if kind == "right" else 3,
    )
    share = f"{words} ({int(there.sum())} of {len(kinds)})"
    return Line2D([], [], linestyle="", marker=mark, color=colour, label=share)
