"""One picture of plans side by side: how each ends, one bar under another."""

from typing import TYPE_CHECKING

from analysis.charts import outcome_chart, swing_chart
from analysis.charts.text import wrapped
from analysis.compare.answer import Comparison
from analysis.frames import outcome_frame, swing_frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 6.4  # inches
TITLE = 11.0  # points
MOST = 8  # bars that a picture holds


def comparison_picture(found: Comparison) -> "Figure":
    """Draw how each plan ends, the first `MOST` of them; the best ones are marked.

    Where no events share out how a battle ends, the histograms of `Comparison.measure`.
    """
    from matplotlib.figure import Figure

    plans = range(min(MOST, len(found.outcomes)))
    titles = ["\n".join(_title(found, at)) for at in plans]
    shares = [outcome_frame(found.outcomes[at]) for at in plans]
    whole = all(len(frame) for frame in shares)
    heights = [
        0.25 * (1 + title.count("\n")) + (1.3 + 0.22 * len(frame) if whole else 2.6)
        for title, frame in zip(titles, shares, strict=True)
    ]
    figure = Figure(figsize=(WIDTH, sum(heights)), layout="constrained")
    figure.get_layout_engine().set(h_pad=0.12, w_pad=0.08)  # type: ignore[union-attr, call-arg]
    axes = figure.subplots(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
    for at, ax in zip(plans, axes, strict=True):
        if whole:
            outcome_chart(shares[at], ax=ax, title=titles[at])
        else:
            _histogram(found, at, ax, titles[at])
    return figure


def _title(found: Comparison, at: int) -> list[str]:
    best = found.best
    word = "the best" if len(best) == 1 else "none is better"
    mark = f" ({word}: {found.wanted[at].text})" if at in best else ""
    return wrapped(f"{at + 1}. {found.names[at]}{mark}", room=72 * WIDTH - 24, size=1.17 * TITLE)


def _histogram(found: Comparison, at: int, ax: "Axes", title: str) -> None:
    swing_chart(swing_frame(found.outcomes[at], found.measure), ax=ax, title=title)
