"""The way through a battle of stages, as a flow in layers from left to right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch, PathPatch, Rectangle
from matplotlib.path import Path

from analysis.charts import text
from analysis.charts.canvas import LINE, WIDTH, canvas, key, size
from analysis.charts.frames import SIDES, require, require_chances, require_whole
from analysis.charts.layers import Flow, Key, Layout, arranged, flow_of
from analysis.charts.palette import RAMPS, ink

BAR, PAD, GAP = 5.0, 3.0, 5.0  # points: a node's bar, beside its label, between nodes
RARE = 0.01
SIZES = (9.0, 8.5, 8.0, 7.5, 7.0)  # points of the labels, the first that fit
SPACING = 1.2
HEIGHTS = (2.4, 2.8, 3.2, 3.6, 4.0, 4.4, 4.8)  # inches of a flow of its own, the first that fits
FILLED = 0.42  # of the height that the flow at least takes
SHADE = 0.45
NAMES = {"attacker": "Attacker", "neither": "Neither", "defender": "Defender"}


@dataclass(frozen=True)
class Fitted:
    """A flow with its labels in a size at which they fit.

    Attributes
    ----------
    flow : Flow
    labels : mapping of nodes to their lines
    size : float
        Of the font, in points.
    left : tuple of float
        Where each layer begins, in points; one more for the end of the last.
    scale : float
        Points that the whole flow is high.
    room : tuple of float
        Points that there are, across and up.
    """

    flow: Flow
    labels: Mapping[Key, str]
    size: float
    left: tuple[float, ...]
    scale: float
    room: tuple[float, float]

    @property
    def fits(self) -> bool:
        """Whether labels fit their layers, and leave enough of the height to the flow."""
        return self.scale >= FILLED * self.room[1] and self.left[-1] <= self.room[0] + 0.5


def flow_chart(
    frame: pd.DataFrame,
    *,
    ax: Axes | None = None,
    rare: float = RARE,
    names: Mapping[str, str] = NAMES,
    title: str = "",
) -> Axes:
    """Draw the stages of a battle from left to right, as wide as they are likely.

    What reads the same is one node, whatever came before; each has its words and its chance of the
    whole. Colours say which side it ends well for.

    Parameters
    ----------
    frame
        One row an edge of a tree: ``node`` and ``parent`` (numbers; those that are no node are the
        beginning), ``target`` (text), ``chance`` of the whole, and it by the side that it ends well
        for: ``attacker``, ``neither``, ``defender``. With ``low`` and ``high``, percentages have no
        more digits than these intervals carry.
    ax
        Axes to draw on; a new figure by default.
    rare
        Two or more nodes of a layer that are rarer are merged into 'other'; more are where there
        is no room for their labels.
    names
        What to call the sides, and neither of them.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: y is chance, downwards; one rectangle a node and side that it ends well
        for, one path an edge and side. x has no meaning.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, or does not share out every battle at the
        beginning.
    """
    require(frame, "node", "parent", "target", "chance", *SIDES)
    require_chances(frame, "chance", *SIDES)
    require_whole(frame[~frame["parent"].isin(frame["node"])], "chance")
    rooms = [size(ax)] if ax else [(0.97 * 72 * WIDTH, 72 * height) for height in HEIGHTS]
    fitted = next(
        (good for room in rooms if (good := _fitted(frame, room, rare=rare, most=rare)).fits),
        None,
    ) or _fitted(frame, rooms[-1], rare=rare, most=8 * rare)
    height = fitted.room[1] + 2 * LINE + 14 + (24 if title else 0)
    with canvas(ax, height=height / 72, title=title, bare=True) as drawn:
        drawn.set_axis_off()
        _draw(drawn, fitted)
        swatches = {
            names[side]: Patch(facecolor=RAMPS[side][0])
            for side in SIDES
            if float(frame[side].sum()) > 0
        }
        caption = "Colour: whom it ends well for"
        key(drawn, list(swatches.values()), list(swatches), title=caption, gap=6, columns=3)
    return drawn


def _fitted(frame: pd.DataFrame, room: tuple[float, float], *, rare: float, most: float) -> Fitted:
    """Find the largest font at which all labels fit, with as few nodes merged as can be."""
    spread = float((frame["high"] - frame["low"]).max()) if {"low", "high"} <= set(frame) else 0.0
    found = None
    while found is None or (not found.fits and rare <= most):
        flow = flow_of(frame, rare=rare)
        for points, inline in product(SIZES, (False, True)):
            found = _fit(flow, room, points, spread, inline=inline)
            if found.fits:
                break
        rare = 2 * rare or 1.0
    return found


def _fit(
    flow: Flow, room: tuple[float, float], points: float, spread: float, *, inline: bool
) -> Fitted:
    """Wrap the labels at one size of font; `inline` percentages need no line of their own."""
    percents = {}
    for node in flow.words:
        chance = min(1.0, flow.chance(node))
        percents[node] = text.percent(chance, low=chance - spread / 2, high=chance + spread / 2)
    needs = [0.0] * flow.layers
    for node, words in flow.words.items():
        pieces = [*words.replace("-", "- ").split(), percents[node]]
        widest = max(text.width(piece, points) for piece in pieces)
        needs[flow.layer[node]] = max(needs[flow.layer[node]], widest)
    spare = (room[0] - sum(needs)) / flow.layers - BAR - 2 * PAD
    widths = [need + max(0.0, spare) for need in needs]
    left = np.concatenate([[0.0], np.cumsum([width + BAR + 2 * PAD for width in widths])])
    labels = {}
    for node, words in flow.words.items():
        lines = _lines(words, widths[flow.layer[node]], points)
        longer = f"{lines[-1]}{text.DIGIT}{text.DIGIT}{percents[node]}"
        if inline and text.width(longer, points) <= widths[flow.layer[node]]:
            lines[-1] = longer
        else:
            lines.append(percents[node])
        labels[node] = "\n".join(lines)
    scale = _scale(flow, room[1], {node: _height(label, points) for node, label in labels.items()})
    return Fitted(flow, labels, points, tuple(left.tolist()), scale, room)


def _lines(words: str, room: float, points: float) -> list[str]:
    """Break words into lines, at their hyphens too where they must be."""
    lines: list[str] = []
    for line in text.wrapped(words, room=room, size=points):
        broken = text.width(line, points) > room
        lines += text.wrapped(line.replace("-", "- "), room=room, size=points) if broken else [line]
    return lines


def _height(label: str, points: float) -> float:
    return (label.count("\n") + 1) * points * SPACING


def _scale(flow: Flow, tall: float, heights: Mapping[Key, float]) -> float:
    """Points that chance 1 can be high so that every layer fits, labels included; 0 if none do."""
    low, high = 0.0, tall
    layers = range(flow.layers)
    nodes = [[n for n in flow.words if flow.layer[n] == layer] for layer in layers]
    passing = [
        [
            float(parts.sum())
            for (a, b), parts in flow.edges.items()
            if flow.layer[a] < layer < flow.layer[b]
        ]
        for layer in layers
    ]
    for _ in range(30):
        middle = (low + high) / 2
        used = [
            sum(max(heights[n], middle * flow.chance(n)) for n in nodes[layer])
            + middle * sum(passing[layer])
            + GAP * (len(nodes[layer]) + len(passing[layer]) - 1)
            for layer in layers
        ]
        low, high = (middle, high) if max(used) <= tall else (low, middle)
    return low


def _draw(ax: Axes, fitted: Fitted) -> None:
    """Draw bands, bars and labels; x in points, y in chance."""
    flow, scale = fitted.flow, max(fitted.scale, 1.0)
    height = fitted.room[1] / scale
    slots = {n: _height(label, fitted.size) / scale for n, label in fitted.labels.items()}
    layout = arranged(flow, height=height, slots=slots, gap=GAP / scale)
    ax.set(xlim=(0, max(fitted.room[0], fitted.left[-1])), ylim=(height, 0))
    _bands(ax, fitted, layout)
    for node, parts in flow.parts.items():
        x, y = fitted.left[flow.layer[node]], layout.top[node]
        for side, part in zip(SIDES, parts.tolist(), strict=True):
            if part > 0:
                colour = RAMPS[side][0]
                ax.add_patch(Rectangle((x, y), BAR, part, facecolor=colour, linewidth=0, zorder=3))
            y += part
        ax.text(
            x + BAR + PAD,
            layout.top[node] + flow.chance(node) / 2,
            fitted.labels[node],
            ha="left",
            va="center",
            color=ink(ax),
            fontsize=fitted.size,
            linespacing=1.05,
            zorder=4,
        )


def _bands(ax: Axes, fitted: Fitted, layout: Layout) -> None:
    """Draw each edge as a band a side, stacked by side at both ends, then by where they lead."""
    flow, top = fitted.flow, layout.top
    starts: dict[tuple[Key, Key], list[float]] = {}
    ends: dict[tuple[Key, Key], list[float]] = {}
    for places, own, near in ((starts, 0, 1), (ends, -1, -2)):
        for node in flow.words:
            mine = [link for link in layout.links if link[0][own] == node]
            mine.sort(key=lambda link, near=near: top[link[0][near]])  # type: ignore[misc]
            base = top[node] + np.concatenate([[0.0], np.cumsum(flow.parts[node])])[:3]
            for way, parts in mine:
                places[way[0], way[-1]] = base.tolist()
                base = base + parts
    for way, parts in layout.links:
        inner = top[way[1]] + np.concatenate([[0.0], np.cumsum(parts)])[:3] if way[2:] else None
        for number, side in enumerate(SIDES):
            if parts[number] <= 0:
                continue
            tops = [starts[way[0], way[-1]][number]]
            for name in way[1:-1]:
                assert inner is not None
                tops.append(top[name] + float(inner[number] - top[way[1]]))
            tops.append(ends[way[0], way[-1]][number])
            first = flow.layer[way[0]]
            path = _ribbon(fitted.left[first:], tops, float(parts[number]))
            ax.add_patch(
                PathPatch(path, facecolor=RAMPS[side][0], alpha=SHADE, linewidth=0, zorder=2)
            )


def _ribbon(left: Sequence[float], tops: Sequence[float], width: float) -> Path:
    """A band from bar to bar, straight where it passes a layer."""
    upper: list[tuple[float, float]] = [(left[0] + BAR, tops[0])]
    for number, (y0, y1) in enumerate(pairwise(tops)):
        x0, x1 = left[number] + BAR, left[number + 1]
        middle = (x0 + x1) / 2
        upper += [(middle, y0), (middle, y1), (x1, y1)]
        if number < len(tops) - 2:
            x2 = x1 + BAR
            upper += [(x1, y1), (x2, y1), (x2, y1)]
    lower = [(x, y + width) for x, y in upper[::-1]]
    curve = [Path.CURVE4] * (len(upper) - 1)
    codes = [Path.MOVETO, *curve, Path.LINETO, *curve, Path.CLOSEPOLY]
    return Path([*upper, *lower, upper[0]], codes)
