"""Simulated rounds of a war, as frames for the charts and as one picture."""

from typing import TYPE_CHECKING

import pandas as pd

from analysis.sheets import sheet_frame
from combat.sheets import Sheets

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH = 5.6  # inches
BOLD = 12.9  # points that the title takes for its 11, as it is bold
MOST = 14  # territories that are drawn


def income_frame(answer: Sheets) -> pd.DataFrame:
    """Return the income of each power by round.

    Parameters
    ----------
    answer : Sheets
        Of the question ``rounds``.

    Returns
    -------
    frame
        Columns ``round``, ``power``, ``income`` (mean, IPC), ``low``, ``high`` (quantiles of 5 and
        95 %).
    """
    found = sheet_frame(answer, "powers")
    columns = {"least": "low", "most": "high"}
    return found[["round", "power", "income", *columns]].rename(columns=columns)


def holders_frame(answer: Sheets) -> pd.DataFrame:
    """Return who holds what changes hands at the last round's end, what changes most first.

    Returns
    -------
    frame
        Columns ``territory``, ``holder``, ``chance``.
    """
    found = sheet_frame(answer, "territories")
    last = found[found["round"] == found["round"].max()]
    return last[["territory", "holder", "chance"]].reset_index(drop=True)


def cities_frame(answer: Sheets) -> pd.DataFrame:
    """Return how many victory cities each side holds at the last round's end.

    Returns
    -------
    frame
        Columns ``side``, ``cities``, ``chance``.
    """
    found = sheet_frame(answer, "city_counts")
    last = found[found["round"] == found["round"].max()]
    return last[["side", "cities", "chance"]].reset_index(drop=True)


def rounds_picture(answer: Sheets) -> "Figure":
    """Draw income by round, who holds what changes hands, and the victory cities."""
    from matplotlib.figure import Figure

    from analysis.charts.rounds_of_war import cities_chart, holders_chart, income_chart
    from analysis.charts.text import wrapped

    holders = holders_frame(answer)
    most = list(holders["territory"].unique())[:MOST]
    holders = holders[holders["territory"].isin(most)]
    heights = [3.6, *([1.3 + 0.26 * len(most)] if most else []), 2.8]
    figure = Figure(figsize=(WIDTH, sum(heights) + 0.6), layout="constrained")
    figure.get_layout_engine().set(h_pad=0.12, hspace=0.04)  # type: ignore[union-attr, call-arg]
    axes = list(figure.subplots(len(heights), 1, gridspec_kw={"height_ratios": heights}))
    income = income_frame(answer)
    last = int(income["round"].max())
    room = 72 * WIDTH - 110
    title = "\n".join(wrapped(answer.title[:1].upper() + answer.title[1:], room=room, size=BOLD))
    income_chart(income, ax=axes[0], title=title)
    if most:
        powers = list(income["power"].unique())
        heading = f"Held after round {last} by"
        holders_chart(holders, ax=axes[1], powers=powers, title=heading)
    victory = int(answer.more["victory"])
    heading = f"Victory cities after round {last}"
    cities_chart(cities_frame(answer), ax=axes[-1], victory=victory, title=heading)
    return figure
