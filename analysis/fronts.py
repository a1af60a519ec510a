"""A turn on several fronts, as frames and as one picture."""

from typing import TYPE_CHECKING

import pandas as pd

from analysis.sheets import sheet_frame
from combat.sheets import Share, Sheets

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH = 5.6  # inches
TITLE = 11.0  # points, and it is bold


def together_frame(answer: Sheets) -> pd.DataFrame:
    """Return the distribution of the turn's net value by which fronts succeed.

    Parameters
    ----------
    answer : Sheets
        Of the question ``fronts``.

    Returns
    -------
    frame
        Columns ``succeed``, ``swing``, ``chance``; ``attrs["all"]`` is the text of all fronts.
    """
    found = sheet_frame(answer, "distribution")
    ways = sheet_frame(answer, "together")["succeed"]
    found.attrs["all"] = ways.iloc[0] if ways.iloc[0] != "none" else ""
    return found


def two_chances_frame(answer: Sheets) -> pd.DataFrame:
    """Return the best chance of the second front for each chance of the first.

    Returns
    -------
    frame
        Two columns, named after the fronts; no rows unless there are two fronts and all their
        splits are known.
    """
    names = [str(name) for name in answer.sheet("fronts").column("front")]
    rows = list(answer.more["two_chances"])
    return pd.DataFrame(rows, columns=names if rows or len(names) == 2 else None, dtype=float)


def fronts_picture(answer: Sheets) -> "Figure":
    """Draw what the turn comes to, and of two fronts their chances against one another."""
    from matplotlib.figure import Figure

    from analysis.charts.fronts import together_chart, two_chances_chart
    from analysis.charts.text import wrapped

    chances = two_chances_frame(answer)
    two = len(chances) > 1
    figure = Figure(figsize=(WIDTH, 8.0 if two else 4.4), layout="constrained")
    figure.get_layout_engine().set(h_pad=0.12, hspace=0.04)  # type: ignore[union-attr, call-arg]
    axes = figure.subplots(2 if two else 1, 1, squeeze=False)[:, 0]
    title = "\n".join(wrapped(answer.title, room=72 * WIDTH - 90, size=1.17 * TITLE))
    together_chart(together_frame(answer), ax=axes[0], title=title)
    if two:
        cells = answer.sheet("fronts").column("chance")
        one, other = (cell.estimate.value for cell in cells if isinstance(cell, Share))
        heading = "Two chances of which one must give way"
        two_chances_chart(chances, ax=axes[1], chosen=(one, other), title=heading)
    return figure
