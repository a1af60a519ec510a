"""Charts: each draws a tidy frame the caller already has, and returns the Axes.

With ``ax`` given a chart draws there and touches nothing else: no global setting, no other
figure. Without it a pyplot figure of its own is made, 4.8 inches wide: readable on a phone and in
print; the caller closes it. Ink and paper are the caller's: white by default, dark on dark axes or
inside ``plt.style.context("dark_background")``. Keys hang below the axes; a caller who lays out
several charts gives each some 4 inches and ``layout="constrained"``. While a chart is drawn its
style stands in matplotlib's global settings, so charts are drawn by one thread at a time.
"""

from analysis.charts.curves import curves_chart
from analysis.charts.flow import flow_chart
from analysis.charts.frontier import frontier_chart
from analysis.charts.fronts import together_chart, two_chances_chart
from analysis.charts.hold import garrison_chart, hold_chart
from analysis.charts.intervals import bands_chart, choices_chart
from analysis.charts.kept import kept_chart
from analysis.charts.luck import luck_chart, percentile_chart
from analysis.charts.maps import heat_chart, retreat_chart
from analysis.charts.order import order_chart
from analysis.charts.outcome import outcome_chart
from analysis.charts.rounds import rounds_chart
from analysis.charts.rounds_of_war import cities_chart, holders_chart, income_chart
from analysis.charts.survivors import survivors_chart
from analysis.charts.swing import swing_chart
from analysis.charts.targets import targets_chart
from analysis.charts.thumbs import thumbs_chart
from analysis.charts.timeline import timeline_chart
from analysis.charts.tornado import tornado_chart
from analysis.charts.worth import worth_chart

__all__ = [
    "bands_chart",
    "choices_chart",
    "cities_chart",
    "curves_chart",
    "flow_chart",
    "frontier_chart",
    "garrison_chart",
    "heat_chart",
    "hold_chart",
    "holders_chart",
    "income_chart",
    "kept_chart",
    "luck_chart",
    "order_chart",
    "outcome_chart",
    "percentile_chart",
    "retreat_chart",
    "rounds_chart",
    "survivors_chart",
    "swing_chart",
    "targets_chart",
    "thumbs_chart",
    "timeline_chart",
    "together_chart",
    "tornado_chart",
    "two_chances_chart",
    "worth_chart",
]
