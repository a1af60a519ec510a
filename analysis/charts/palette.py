"""Colours: blue is good for the attacker, orange good for the defender, grey for neither.

The two hues are Okabe and Ito's, told apart with every common colour blindness; within a side the
shades differ in lightness, so they survive a black-and-white printer.
"""

from __future__ import annotations

from itertools import cycle, islice

import numpy as np
from matplotlib import rcParams, style
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb, to_rgba

Colour = str | tuple[float, float, float] | tuple[float, float, float, float]

INKS = ("#1A1A1A", "#F2F2F2")
RAMPS = {
    "attacker": ("#0072B2", "#56B4E9", "#B5DEF5"),
    "neither": ("#8C8C8C", "#B3B3B3", "#D0D0D0"),
    "defender": ("#D55E00", "#F0944D", "#F9CBA7"),
}
ATTACKER, NEITHER, DEFENDER = (RAMPS[side][0] for side in ("attacker", "neither", "defender"))
GO_ON, RETREAT = ATTACKER, "#F5B782"
ODDS = LinearSegmentedColormap.from_list(
    "odds", ["#D55E00", "#F5B782", "#F7F4EF", "#8CC8EC", "#0072B2"]
)


def shades(side: str, count: int) -> list[str]:
    """Return ``count`` colours of a side's hue, from strong to light."""
    ramp = RAMPS[side]
    where = np.linspace(0, min(count - 1, len(ramp) - 1), count)
    channels = np.array([to_rgb(colour) for colour in ramp]).T
    mixed = [np.interp(where, range(len(ramp)), channel) for channel in channels]
    return [to_hex((r, g, b)) for r, g, b in zip(*mixed, strict=True)]


def cycled(count: int) -> list[str]:
    """Return ``count`` colours of the style's cycle, for events whose side is not known.

    The first two of the cycle are left out: they stand for the sides.
    """
    with style.context("analysis.wargame"):
        colours = [to_hex(item["color"]) for item in rcParams["axes.prop_cycle"]][2:]
    return list(islice(cycle(colours), count))


def paper(ax: Axes, *, outside: bool = False) -> tuple[float, float, float, float]:
    """Return the colour behind a chart, or beside it: the axes', or the figure's, or white."""
    figure = ax.get_figure(root=True)
    sheet = to_rgba("white" if figure is None else figure.get_facecolor())
    ground = to_rgba(ax.get_facecolor()) if ax.axison and not outside else sheet
    return next((layer for layer in (ground, sheet) if layer[3] > 0.5), to_rgba("white"))


def ink(ax: Axes, *, outside: bool = False) -> str:
    """Return the colour of text and lines that reads best on a chart's paper, or beside it."""
    return ink_on(paper(ax, outside=outside))


def ink_on(colour: Colour) -> str:
    """Return near-black or near-white, whichever stands out more from a colour (WCAG contrast)."""
    ground = _luminance(colour)
    return max(INKS, key=lambda text: abs(np.log((_luminance(text) + 0.05) / (ground + 0.05))))


def _luminance(colour: Colour) -> float:
    rgb = np.array(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))
