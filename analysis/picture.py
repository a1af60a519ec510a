"""One picture of an answer: how it ends, and what it costs."""

from typing import TYPE_CHECKING

from analysis.charts import outcome_chart, retreat_chart, swing_chart
from analysis.frames import outcome_frame, retreat_frame, swing_frame
from combat.outcomes import Outcomes

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def picture(outcomes: Outcomes) -> "Figure":
    """Draw the outcomes bar, the histogram of the swing and, if there is one, the retreat map."""
    from matplotlib.figure import Figure

    game = outcomes.battle.game
    quantity = game.quantity(game.swing)
    retreat = retreat_frame(outcomes)
    rows = 2 if retreat is None else 3
    figure = Figure(figsize=(6.4, 2.4 + 3.2 * (rows - 1)), layout="constrained")
    heights = [1.6, 3.0, 4.0][:rows]
    figure.get_layout_engine().set(h_pad=0.12, hspace=0.04)  # type: ignore[union-attr, call-arg]
    axes = figure.subplots(rows, 1, height_ratios=heights)
    outcome_chart(outcome_frame(outcomes), ax=axes[0], title=str(outcomes.battle))
    swing_chart(
        swing_frame(outcomes), ax=axes[1], unit=quantity.unit if quantity is not None else ""
    )
    if retreat is not None:
        retreat_chart(retreat, ax=axes[2])
    return figure
