"""What can be attacked, as a picture of the answer's table."""

from typing import TYPE_CHECKING

from analysis.charts.targets import targets_chart
from analysis.sheets import sheet_frame
from combat.errors import OptionError
from combat.sheets import Sheets

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH = 7.2  # inches
ROW = 0.3


def targets_picture(answer: Sheets) -> "Figure":
    """Draw the chance at each target with everything, and what the cheapest forces cost.

    Raises
    ------
    OptionError
        If there is no target to draw.
    """
    from matplotlib.figure import Figure

    frame = sheet_frame(answer, "targets")
    if frame.empty:
        raise OptionError("there is no target to draw: nothing is in reach", given="--plot")
    figure = Figure(figsize=(WIDTH, 1.5 + ROW * len(frame)), layout="constrained")
    targets_chart(frame, ax=figure.subplots(), title=answer.title)
    return figure
