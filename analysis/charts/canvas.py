"""Where a chart is drawn: the caller's axes or a figure of its own, in the project's style."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

from matplotlib import rcParams, style
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.legend import Legend
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import ScaledTranslation

from analysis.charts.palette import ink
from analysis.charts.text import THIN, width

WIDTH = 4.8  # inches: 10-point text is 10 px on a phone 360 px wide, 13 points at 160 mm
LINE = 15.4  # points that a row of a key takes
ENTRY = 36  # points that an entry of a key takes besides its name
MARGIN = 24  # points around the axes, their labels aside
BELOW = 38  # points that tick labels and an axis label take below the axes


@contextmanager
def canvas(ax: Axes | None, *, height: float, title: str, bare: bool = False) -> Iterator[Axes]:
    """Give the axes to draw on, in the style, and dress them when the chart is drawn.

    Parameters
    ----------
    ax
        The caller's axes; None makes a figure through pyplot.
    height
        Of that figure, in inches.
    title
        Of the chart; none when empty.
    bare
        Whether the chart has no ticks and labels, which the figure need leave no room for.
    """
    with style.context("analysis.wargame"):
        if ax is None:
            ax = _figure(height, bare=bare)
        yield ax
        _dress(ax)
        if title:
            ax.set_title(title, color=ink(ax, outside=True), loc="left")


def _figure(height: float, *, bare: bool) -> Axes:
    import matplotlib.pyplot as plt

    # near enough to what the layout will make of it: charts measure their axes to place text
    left, bottom = (0.01, 0.01) if bare else (0.15, 0.15)
    edges = {"left": left, "bottom": bottom, "right": 0.99, "top": 0.98}
    return plt.subplots(figsize=(WIDTH, height), layout="constrained", gridspec_kw=edges)[1]


def _dress(ax: Axes) -> None:
    """Set on the axes what the style could set only on axes made inside it."""
    colour = ink(ax, outside=True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["bottom", "left"]].set(color=colour, linewidth=rcParams["axes.linewidth"])
    ax.tick_params(
        color=colour,
        labelcolor=colour,
        labelsize=rcParams["xtick.labelsize"],
        length=rcParams["xtick.major.size"],
        width=rcParams["xtick.major.width"],
    )
    for label in (ax.xaxis.label, ax.yaxis.label):
        label.set(color=colour, fontsize=rcParams["axes.labelsize"])


def size(ax: Axes) -> tuple[float, float]:
    """Return the width and height of the axes in points, as they stand now."""
    figure = ax.get_figure(root=True)
    box, dpi = ax.get_window_extent(), figure.dpi if figure is not None else 72
    return box.width * 72 / dpi, box.height * 72 / dpi


def breadth(ax: Axes, *, beside: Sequence[str]) -> float:
    """Return how wide the axes will be, in points, if they share the figure with these labels."""
    figure = ax.get_figure(root=True)
    whole = WIDTH if figure is None else figure.get_figwidth()
    part = ax.get_subplotspec()
    across = 1 if part is None else part.get_gridspec().ncols
    labels = max((width(label, rcParams["ytick.labelsize"]) for label in beside), default=0.0)
    return 72 * whole / across - labels - MARGIN


def fitting(labels: Sequence[str], *, room: float, most: int) -> int:
    """Return how many columns of a key fit beside one another, at least one and ``most`` at most.

    Examples
    --------
    >>> fitting(["Germany", "Japan"], room=300, most=3), fitting(["x" * 99], room=300, most=3)
    (3, 1)
    """
    entry = max(map(width, labels), default=0.0) + ENTRY
    return max(1, min(most, int(room // entry)))


def percent_axis(ax: Axes, label: str, *, top: float | None = None) -> None:
    """Make y an axis of chances, printed in per cent, with light lines across."""
    ax.set_ylim(0, top)
    ax.set_ylabel(label)
    ax.yaxis.set_major_formatter(lambda value, _: f"{100 * value:g}{THIN}%")
    ax.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    light_lines(ax, "y")


def light_lines(ax: Axes, axis: Literal["x", "y"]) -> None:
    """Draw light lines at the ticks of an axis, behind what the chart draws."""
    ax.grid(axis=axis, color=ink(ax), alpha=0.15, linewidth=rcParams["grid.linewidth"])
    ax.set_axisbelow(True)


def whole_ticks(ax: Axes, *axes: str) -> None:
    """Let an axis that counts have whole numbers only."""
    for name in axes:
        axis = ax.xaxis if name == "x" else ax.yaxis
        axis.set_major_locator(MaxNLocator(10, integer=True, steps=[1, 2, 5, 10], min_n_ticks=1))


def key(
    ax: Axes,
    handles: Sequence[Artist],
    labels: Sequence[str],
    *,
    title: str = "",
    bottom: float = 0,
    gap: float = BELOW,
    columns: int = 1,
) -> Legend:
    """Hang a key below the chart: ``gap`` points under ``bottom``, a fraction of the axes."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    down = ScaledTranslation(0, -gap / 72, figure.dpi_scale_trans)
    legend = ax.legend(
        handles,
        labels,
        loc="upper left",
        bbox_to_anchor=(0, bottom),
        bbox_transform=ax.transAxes + down,
        alignment="left",
        labelcolor=ink(ax, outside=True),
        title=title or None,
        ncols=columns,
    )
    legend.get_title().set_color(ink(ax, outside=True))
    return legend
