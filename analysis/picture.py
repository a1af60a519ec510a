"""One picture of an answer: how it ends, and what it costs or how it goes."""

from typing import TYPE_CHECKING

import pandas as pd

from analysis.breakdown import modifier_frame
from analysis.charts import flow_chart, outcome_chart, retreat_chart, swing_chart, worth_chart
from analysis.charts.text import wrapped
from analysis.flow import flow_frame
from analysis.frames import outcome_frame, retreat_frame, swing_frame
from combat.outcomes import Outcomes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 7.2  # inches of a picture of stages, which has up to seven of them side by side
TITLE = 11.0  # points
FLOW = 4.3  # inches


def picture(outcomes: Outcomes) -> "Figure":
    """Draw how the battle ends, and what there is to see of how it goes.

    Of a battle that goes through stages: the outcomes bar, the flow through the stages and, if
    there are any, what cards and modifiers are worth. Of a battle of rounds: the outcomes bar, the
    histogram of the swing and, if there is one, the retreat map; where no events share out how it
    ends there is no bar, and the histogram is of what the battle was worth in all.
    """
    return _rounds(outcomes) if outcomes.battle.game.path is None else _stages(outcomes)


def _stages(outcomes: Outcomes) -> "Figure":
    from matplotlib.figure import Figure

    shares, flow, worth = outcome_frame(outcomes), flow_frame(outcomes), _worth(outcomes)
    title = wrapped(str(outcomes.battle), room=72 * WIDTH - 24, size=1.17 * TITLE)  # it is bold
    heights = [1.1 + 0.22 * len(shares) + 0.2 * len(title), FLOW if len(flow) > 1 else 1.2]
    if worth is not None:
        heights.append(2.4 + 0.25 * len(worth))
    figure = Figure(figsize=(WIDTH, sum(heights)), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.08, h_pad=0.08)  # type: ignore[union-attr, call-arg]
    # near enough to what the layout will make of it: charts measure their axes to place text
    edges = {"left": 0.02, "right": 0.98, "bottom": 0.16, "top": 0.91}
    parts = figure.subfigures(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
    axes = iter([part.subplots(gridspec_kw=edges) for part in parts])
    outcome_chart(shares, ax=next(axes), title="\n".join(title))
    flow_chart(flow, ax=next(axes), title="How it goes")
    if worth is not None:
        worth_chart(worth, ax=next(axes), title="Value of cards and modifiers")
    return figure


def _worth(outcomes: Outcomes) -> pd.DataFrame | None:
    """What the modifiers are worth; None if that is nothing."""
    if outcomes.battle.game.modifiers is None:
        return None
    frame = modifier_frame(outcomes).dropna(subset="worth")
    return frame if frame["worth"].any() else None


def _rounds(outcomes: Outcomes) -> "Figure":
    from matplotlib.figure import Figure

    shares, retreat = outcome_frame(outcomes), retreat_frame(outcomes)
    there = (not shares.empty, True, retreat is not None)
    heights = [height for height, shown in zip((1.6, 3.0, 4.0), there, strict=True) if shown]
    tall = max(4.0, 2.4 + 3.2 * (len(heights) - 1))
    figure = Figure(figsize=(6.4, tall), layout="constrained")
    figure.get_layout_engine().set(h_pad=0.12, hspace=0.04)  # type: ignore[union-attr, call-arg]
    axes = iter(figure.subplots(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0])
    if not shares.empty:
        outcome_chart(shares, ax=next(axes), title=str(outcomes.battle))
    _histogram(outcomes, next(axes), alone=shares.empty)
    if retreat is not None:
        retreat_chart(retreat, ax=next(axes))
    return figure


def _histogram(outcomes: Outcomes, ax: "Axes", *, alone: bool) -> None:
    """Draw the swing, or in a picture without a bar the value of it all."""
    game = outcomes.battle.game
    quantity = outcomes.battle.quantity(game.value if alone else game.swing)
    frame = swing_frame(outcomes, quantity.name)
    swing_chart(frame, ax=ax, title=str(outcomes.battle) if alone else "")
