"""One picture of a log's luck: the sum battle by battle, and each battle's percentile."""

from typing import TYPE_CHECKING

from analysis.charts import luck_chart, percentile_chart
from analysis.luck.answer import Luck, luck_frame

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH = 6.4  # inches
HEIGHTS = (3.6, 2.8)


def luck_picture(found: Luck) -> "Figure":
    """Draw the cumulative swing against expectation with its band, and percentiles below."""
    from matplotlib.figure import Figure

    frame = luck_frame(found)
    figure = Figure(figsize=(WIDTH, sum(HEIGHTS)), layout="constrained")
    figure.get_layout_engine().set(h_pad=0.12, hspace=0.04)  # type: ignore[union-attr, call-arg]
    upper, lower = figure.subplots(2, 1, height_ratios=HEIGHTS)
    percent = found.percentile.as_percent().partition(" (")[0]
    luck_chart(frame, ax=upper, title=f"{found.game.title}: percentile {percent} in all")
    percentile_chart(frame, ax=lower, title="Each battle for its odds")
    return figure
