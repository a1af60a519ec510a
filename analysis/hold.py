"""Whether a place is held, as frames and as one picture."""

from typing import TYPE_CHECKING

import pandas as pd

from analysis.sheets import sheet_frame
from combat.sheets import Sheets

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WAYS = {"if_it_pays": "enemies attack if it pays them", "always": "enemies always attack"}
START = "your own"
MOST_SIZES = 40
WIDTH = 5.6  # inches
TITLE = 11.0  # points, and it is bold


def held_frame(answer: Sheets) -> pd.DataFrame:
    """Return the chance that a place is still held after each turn, for both ways of attacking.

    Parameters
    ----------
    answer : Sheets
        Of the question ``hold``.

    Returns
    -------
    frame
        Columns ``attacks``, ``after``, ``held``: given that it is held when your own turn ends.
    """
    rows = []
    names = {sheet.name for sheet in answer.sheets}
    for name, way in WAYS.items():
        rows.append({"attacks": way, "after": START, "held": 1.0})
        if name in names:
            enemies = sheet_frame(answer, name)
            rows += [
                {"attacks": way, "after": power, "held": held}
                for power, held in zip(enemies["power"], enemies["held"], strict=True)
            ]
    return pd.DataFrame(rows)


def garrison_frame(answer: Sheets) -> pd.DataFrame:
    """Return the chance to hold a place by the number of units in it, if enemies always attack.

    Parameters
    ----------
    answer : Sheets
        Of the question ``hold``.

    Returns
    -------
    frame
        Columns ``units``, ``chance`` (of so many), ``held`` (a mean over garrisons of this size).
    """
    found = sheet_frame(answer, "garrisons")
    found["both"] = found["chance"] * found["always"]
    sums = found.groupby("units", as_index=False)[["chance", "both"]].sum()
    sums["held"] = (sums["both"] / sums["chance"]).clip(0.0, 1.0)
    return sums[["units", "chance", "held"]]


def hold_picture(answer: Sheets) -> "Figure":
    """Draw how a place is held, enemy by enemy, and if that is not sure, by its garrison."""
    from matplotlib.figure import Figure

    from analysis.charts.hold import garrison_chart, hold_chart
    from analysis.charts.text import wrapped

    sizes = garrison_frame(answer)
    several = 1 < len(sizes) <= MOST_SIZES
    figure = Figure(figsize=(WIDTH, 7.6 if several else 4.0), layout="constrained")
    figure.get_layout_engine().set(h_pad=0.12, hspace=0.04)  # type: ignore[union-attr, call-arg]
    axes = figure.subplots(2 if several else 1, 1, squeeze=False)[:, 0]
    title = "\n".join(wrapped(answer.title, room=72 * WIDTH - 90, size=1.17 * TITLE))
    hold_chart(held_frame(answer), ax=axes[0], title=title)
    if several:
        garrison_chart(sizes, ax=axes[1], title="By garrison, if enemies always attack")
    return figure
