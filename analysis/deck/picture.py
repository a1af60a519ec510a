"""One picture of a deck: when things come, by when they have come, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pandas as pd

from analysis.charts import curves_chart, order_chart, timeline_chart
from analysis.charts.text import wrapped
from analysis.deck.answer import cumulative_frame, order_frame, timeline_frame
from combat.decks.answer import DeckAnswer
from combat.games import find_deck

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 6.4  # inches
TITLE = 12.0  # points
BESIDE = 120.0  # points that names take beside a chart
NAMED, ROW = 40, 0.17  # letters of a long name, inches of a line
Panel = tuple[float, Callable[["Axes"], object]]


def deck_picture(answer: DeckAnswer) -> Figure:
    """Draw an answer: a stacked timeline, cumulative curves and a map of pairs, as it has them.

    Which tables they show, the deck's entry says; what an answer does not have is left out.
    """
    from matplotlib.figure import Figure

    panels = list(_panels(answer))
    heights = [height for height, _ in panels]
    figure = Figure(figsize=(WIDTH, sum(heights) + 0.3), layout="constrained")
    figure.get_layout_engine().set(h_pad=0.12, hspace=0.04)  # type: ignore[union-attr, call-arg]
    figure.suptitle(answer.title, fontsize=11, x=0.01, ha="left", fontweight="bold")
    axes = figure.subplots(len(panels), 1, height_ratios=heights, squeeze=False)[:, 0]
    for ax, (_, draw) in zip(axes, panels, strict=True):
        draw(ax)
    return figure


def _panels(answer: DeckAnswer) -> Iterator[Panel]:
    deck, there = find_deck(answer.game), {table.name for table in answer.tables}
    if deck.timeline in there:
        yield _timeline(timeline_frame(answer, deck.timeline), _title(answer, deck.timeline))
    if deck.curves in there:
        yield _curves(cumulative_frame(answer, deck.curves), _title(answer, deck.curves))
    if deck.pairs in there:
        yield _pairs(order_frame(answer, deck.pairs), _title(answer, deck.pairs, " (%)"))


def _title(answer: DeckAnswer, name: str, unit: str = "") -> str:
    lines = wrapped(answer.table(name).title + unit, room=72 * WIDTH - BESIDE, size=1.17 * TITLE)
    return "\n".join(lines)


def _timeline(frame: pd.DataFrame, title: str) -> Panel:
    height = 1.6 + 0.4 * frame["group"].nunique()
    return height, lambda ax: timeline_chart(frame, ax=ax, title=title)


def _curves(frame: pd.DataFrame, title: str) -> Panel:
    return 3.4, lambda ax: curves_chart(frame, ax=ax, title=title)


def _pairs(frame: pd.DataFrame, title: str) -> Panel:
    longest = max(len(str(name)) for name in frame["row"])
    lines = 1 + longest // (NAMED // 2)
    height = 1.5 + (0.16 + ROW * lines) * frame["row"].nunique()
    return height, lambda ax: order_chart(frame, ax=ax, title=title)
