"""Charts drawn as SVG, the same each time: no date, no random names, letters as shapes."""

import io
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

SALT = "wargame-odds"
PLAIN: Any = {"svg.hashsalt": SALT, "svg.fonttype": "path"}
PAPER = "white"  # of the charts, on dark pages too
LINES = 'stroke-linejoin="round" stroke-linecap="butt"'  # what the style of a whole page would say


def svg_of(draw: "Callable[..., Axes]", frame: "pd.DataFrame", **options: Any) -> str:  # noqa: ANN401
    """Return a chart of its own size as an SVG element for the middle of a page.

    Parameters
    ----------
    draw : callable
        A chart of `analysis.charts`.
    frame : DataFrame
    **options
        Of the chart.
    """
    import matplotlib.pyplot as plt
    from matplotlib import rc_context, style

    with style.context("default", after_reset=True), rc_context(PLAIN):
        figure = draw(frame, **options).get_figure(root=True)
        assert figure is not None
        try:
            text = io.StringIO()
            nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
            figure.savefig(text, format="svg", facecolor=PAPER, metadata=nothing)
        finally:
            plt.close(figure)
    return _embedded(text.getvalue())


def _embedded(svg: str) -> str:
    """Return the element alone: as wide as its place, and no style that would reach beyond it."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", "", svg, flags=re.DOTALL)
    head = re.match(r'<svg[^>]*?viewBox="([^"]*)"[^>]*>', svg)
    assert head is not None
    _, _, wide, _ = map(float, head[1].split())
    links = 'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg"'
    opened = f'<svg viewBox="{head[1]}" width="{wide:g}" {links} {LINES}>'
    lines = (opened + svg[head.end() :]).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())
