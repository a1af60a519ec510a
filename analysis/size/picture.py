"""One picture of 'how much is enough': what money buys."""

from typing import TYPE_CHECKING

from analysis.charts.frontier import frontier_chart
from analysis.charts.text import wrapped
from analysis.size.answer import Size
from analysis.size.frames import frontier_frame

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 7.2, 4.6  # inches
TITLE = 11.0  # points


def size_picture(size: Size) -> "Figure":
    """Draw the frontier of an answer."""
    from matplotlib.figure import Figure

    title = wrapped(
        f"{size.base}: what the {size.side} can have", room=72 * WIDTH - 60, size=1.17 * TITLE
    )
    figure = Figure(figsize=(WIDTH, HEIGHT + 0.2 * len(title)), layout="constrained")
    # near enough to what the layout will make of it: the chart measures its axes to place text
    edges = {"left": 0.1, "right": 0.98, "bottom": 0.12, "top": 0.92}
    axes = figure.subplots(gridspec_kw=edges)
    frontier_chart(frontier_frame(size), ax=axes, title="\n".join(title))
    return figure
