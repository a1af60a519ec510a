"""The colours of `analysis.colours` on axes: what reads best on their paper, maps, cycles."""

from __future__ import annotations

from itertools import cycle, islice

from matplotlib import rcParams, style
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgba

from analysis import colours
from analysis.colours import ATTACKER, DEFENDER, GO_ON, NEITHER, RAMPS, RETREAT, shades

__all__ = [
    "ATTACKER",
    "DEFENDER",
    "GO_ON",
    "GROUPS",
    "NEITHER",
    "ODDS",
    "RAMPS",
    "RETREAT",
    "shades",
]
__all__ += ["cycled", "ink", "ink_on", "paper"]

Colour = str | tuple[float, float, float] | tuple[float, float, float, float]

# powers and other groups that are no sides: each hue at a lightness of its own, for print in grey
GROUPS = ("#24589C", "#DE6A14", "#007F5F", "#EBBBD6", "#56B4E9", "#F0E442", "#4D4D4D")
ODDS = LinearSegmentedColormap.from_list(
    "odds", [DEFENDER, RETREAT, "#F7F4EF", "#8CC8EC", ATTACKER]
)


def cycled(count: int) -> list[str]:
    """Return ``count`` colours of the style's cycle, for events whose side is not known.

    The first two of the cycle are left out: they stand for the sides.
    """
    with style.context("analysis.wargame"):
        others = [to_hex(item["color"]) for item in rcParams["axes.prop_cycle"]][2:]
    return list(islice(cycle(others), count))


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
    return colours.ink_on(to_hex(colour))
