"""One picture of an answer: how it ends, and what it costs."""

from typing import TYPE_CHECKING

from analysis.charts import outcome_chart, retreat_chart, swing_chart
from analysis.frames import outcome_frame, retreat_frame, swing_frame
from combat.outcomes import Outcomes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def picture(outcomes: Outcomes) -> "Figure":
    """Draw the outcomes bar, the histogram of the swing and, if there is one, the retreat map.

    Where no events share out how the battle ends there is no bar, and the histogram is of what
    the battle was worth in all.
    """
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
    if alone:
        label, title = quantity.text.capitalize(), str(outcomes.battle)
        swing_chart(frame, ax=ax, unit=quantity.unit, label=label, title=title)
    else:
        swing_chart(frame, ax=ax, unit=quantity.unit)
