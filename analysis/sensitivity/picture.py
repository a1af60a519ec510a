"""One picture of what matters: a tornado."""

from typing import TYPE_CHECKING

from analysis.charts.text import wrapped
from analysis.charts.tornado import tornado_chart
from analysis.sensitivity.answer import Sensitivity
from analysis.sensitivity.frames import sensitivity_frame
from combat.errors import OptionError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH, LINES = 7.2, 16  # inches; lines of the chart
TITLE = 11.0  # points
AXES = 0.6  # of the width: what long names of changes leave to the axes, over which the title is


def sensitivity_picture(found: Sensitivity) -> "Figure":
    """Draw the greatest effects.

    Raises
    ------
    OptionError
        If no change has any effect.
    """
    from matplotlib.figure import Figure

    frame = sensitivity_frame(found)
    lines = min(LINES, len(frame.loc[frame["effect"] != 0, ["side", "what"]].drop_duplicates()))
    if not lines:
        raise OptionError(f"no change has any effect on {found.measure.name}: nothing to draw")
    title = wrapped(str(found.battle), room=72 * WIDTH * AXES, size=1.17 * TITLE)  # it is bold
    height = 1.9 + 0.36 * lines + 0.2 * len(title)
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    # near enough to what the layout will make of it: the chart measures its axes to place text
    edges = {"left": 0.3, "right": 0.98, "bottom": 0.2, "top": 0.95}
    axes = figure.subplots(gridspec_kw=edges)
    tornado_chart(frame, ax=axes, most=lines, title="\n".join(title))
    return figure
