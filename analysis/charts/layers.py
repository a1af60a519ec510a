"""A flow in layers: what reads the same is one node, each node in its column and its place.

Heights and places are chances: the flow is as high as 1, and what lies between nodes is counted
in the same measure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from analysis.charts.frames import SIDES

Key: TypeAlias = tuple[str, ...]
Parts: TypeAlias = npt.NDArray[np.float64]  # chance by the side that it ends well for, (3,)
OTHER = "other"
SWEEPS = 8


@dataclass
class Flow:
    """Nodes with their words, layers and chances, and the edges between them."""

    words: dict[Key, str] = field(default_factory=dict)
    layer: dict[Key, int] = field(default_factory=dict)
    parts: dict[Key, Parts] = field(default_factory=dict)
    edges: dict[tuple[Key, Key], Parts] = field(default_factory=dict)

    @property
    def layers(self) -> int:
        """How many layers there are."""
        return 1 + max(self.layer.values())

    def chance(self, node: Key) -> float:
        """Chance to come to a node."""
        return float(self.parts[node].sum())

    def add(self, node: Key, words: str, layer: int, parts: Parts) -> None:
        """Add to a node, which is new or there already."""
        self.words[node], self.layer[node] = words, layer
        self.parts[node] = self.parts.get(node, np.zeros(3)) + parts

    def join(self, source: Key, target: Key, parts: Parts) -> None:
        """Add to an edge, which is new or there already."""
        self.edges[source, target] = self.edges.get((source, target), np.zeros(3)) + parts


def flow_of(frame: pd.DataFrame, *, rare: float) -> Flow:
    """Merge the tree of a flow frame into layers.

    Nodes of the same words are one, in a layer after all those that lead to it, unless the same
    words come twice on a way; then they are one at the same depth. Of nodes rarer than
    `rare` two or more in a layer are merged into 'other'.
    """
    words = dict(zip(frame["node"].tolist(), map(str, frame["target"]), strict=True))
    parents = dict(zip(frame["node"].tolist(), frame["parent"].tolist(), strict=True))
    depth: dict[int, int] = {}
    for node in sorted(parents):
        depth[node] = depth.get(parents[node], -1) + 1
    key: dict[int, Key] = {node: (words[node],) for node in words}
    edges = {(key[parents[node]], key[node]) for node in words if parents[node] in words}
    layer = _layers(edges, list(dict.fromkeys(key.values())))
    if layer is None:
        key = {node: (words[node], str(depth[node])) for node in words}
        layer = {key[node]: depth[node] for node in words}
    parts = dict(zip(frame["node"].tolist(), frame[list(SIDES)].to_numpy(float), strict=True))
    chance: dict[Key, float] = {}
    for node, name in key.items():
        chance[name] = chance.get(name, 0.0) + float(parts[node].sum())
    by_layer: dict[int, list[Key]] = {}
    for name, number in layer.items():
        if chance[name] < rare:
            by_layer.setdefault(number, []).append(name)
    merged = {
        name: (OTHER, "", str(number))
        for number, names in by_layer.items()
        if len(names) > 1
        for name in names
    }
    flow = Flow()
    for node, name in key.items():
        here = merged.get(name, name)
        flow.add(here, OTHER if name in merged else words[node], layer[name], parts[node])
        if parents[node] in words:
            before = key[parents[node]]
            flow.join(merged.get(before, before), here, parts[node])
    return flow


def _layers(edges: set[tuple[Key, Key]], names: Sequence[Key]) -> dict[Key, int] | None:
    """Layers by the longest way to each name; None if a way comes twice to a name.

    Then names move on to just before what follows them, so that the same stage is in one layer
    whatever was left out before it; those at the beginning stay there.
    """
    layer = dict.fromkeys(names, 0)
    for _ in names:
        for a, b in edges:
            layer[b] = max(layer[b], layer[a] + 1)
    if any(layer[b] <= layer[a] for a, b in edges):
        return None
    for name in sorted(names, key=lambda name: -layer[name]):
        after = [layer[b] for a, b in edges if a == name]
        if after and layer[name]:
            layer[name] = min(after) - 1
    return layer


@dataclass(frozen=True)
class Layout:
    """Where everything is.

    Attributes
    ----------
    top : mapping of nodes to float
        Upper ends of the bars; what passes through a layer without stopping has a place too.
    links : tuple
        Each edge as the nodes that it passes from source to target, and its parts.
    """

    top: dict[Key, float]
    links: tuple[tuple[tuple[Key, ...], Parts], ...]


def arranged(flow: Flow, *, height: float, slots: Mapping[Key, float], gap: float) -> Layout:
    """Give each node its place in its layer, from 0 down to `height`.

    Parameters
    ----------
    flow : Flow
    height : float
        Of the whole, in chance, as are the others.
    slots : mapping
        Least height that a node needs, for its label.
    gap : float
        Between neighbours.
    """
    columns: list[list[Key]] = [[] for _ in range(flow.layers)]
    weight: dict[Key, Parts] = dict(flow.parts)
    for node, layer in flow.layer.items():
        columns[layer].append(node)
    links = []
    for (source, target), parts in flow.edges.items():
        between = range(flow.layer[source] + 1, flow.layer[target])
        passed: list[Key] = [(*source, "to", *target, str(layer)) for layer in between]
        for layer, name in zip(between, passed, strict=True):
            columns[layer].append(name)
            weight[name] = parts
        links.append(((source, *passed, target), parts))
    steps = [(a, b, float(parts.sum())) for way, parts in links for a, b in pairwise(way)]
    columns = _ordered(columns, weight, steps)
    slot = {name: max(slots.get(name, 0.0), float(parts.sum())) for name, parts in weight.items()}
    centre: dict[Key, float] = {}
    for column in columns:
        _place(column, slot, dict.fromkeys(column, height / 2), height, gap, centre)
    for sweep in range(SWEEPS):
        for column in columns if sweep % 2 == 0 else columns[::-1]:
            wanted = {}
            for name in column:
                near = [(centre[a], w) for a, b, w in steps if b == name]
                near += [(centre[b], w) for a, b, w in steps if a == name]
                total = sum(w for _, w in near)
                mean = sum(at * w for at, w in near) / total if total else centre[name]
                wanted[name] = mean
            _place(column, slot, wanted, height, gap, centre)
    top = {name: centre[name] - float(parts.sum()) / 2 for name, parts in weight.items()}
    return Layout(top, tuple(links))


def _ordered(
    columns: list[list[Key]], weight: Mapping[Key, Parts], steps: Sequence[tuple[Key, Key, float]]
) -> list[list[Key]]:
    """Sort each column so that little crosses; what is good for the attacker tends to the top."""

    def bias(name: Key) -> float:
        parts = weight[name]
        return round(float((parts[2] - parts[0]) / parts.sum()), 9) if parts.sum() else 0.0

    best = columns = [sorted(column, key=bias) for column in columns]
    least = _crossing(columns, steps)
    for sweep in range(SWEEPS):
        place = {name: n for column in columns for n, name in enumerate(column)}
        fresh: list[list[Key]] = []
        forward = sweep % 2 == 0
        for column in columns if forward else columns[::-1]:
            mean = {}
            for name in column:
                ends = [
                    (place[a] if forward else place[b], w)
                    for a, b, w in steps
                    if name == (b if forward else a)
                ]
                total = sum(w for _, w in ends)
                mean[name] = (
                    round(sum(at * w for at, w in ends) / total, 9) if total else place[name]
                )
            column = sorted(column, key=lambda name, mean=mean: (mean[name], bias(name)))  # type: ignore[misc]
            place |= {name: n for n, name in enumerate(column)}
            fresh.append(column)
        columns = fresh if forward else fresh[::-1]
        if _crossing(columns, steps) < least - 1e-12:
            best, least = columns, _crossing(columns, steps)
    return best


def _crossing(columns: list[list[Key]], steps: Sequence[tuple[Key, Key, float]]) -> float:
    """How much crosses, each crossing counted by the widths of both."""
    at = {name: (c, n) for c, column in enumerate(columns) for n, name in enumerate(column)}
    total = 0.0
    for number, (a, b, w) in enumerate(steps):
        for c, d, v in steps[:number]:
            if at[a][0] == at[c][0] and (at[a][1] - at[c][1]) * (at[b][1] - at[d][1]) < 0:
                total += w * v
    return total


def _place(
    column: Sequence[Key],
    slot: Mapping[Key, float],
    wanted: Mapping[Key, float],
    height: float,
    gap: float,
    centre: dict[Key, float],
) -> None:
    """Set the centres as near as can be to those wanted, in the column's order."""
    before, at = [], 0.0
    for name in column:
        before.append(at + slot[name] / 2)
        at += slot[name] + gap
    free = max(0.0, height - (at - gap))
    blocks: list[list[float]] = []  # sums of wish and weight, and how many nodes
    for name, offset in zip(column, before, strict=True):
        blocks.append([(wanted[name] - offset) * slot[name], slot[name], 1])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            last = blocks.pop()
            blocks[-1] = [x + y for x, y in zip(blocks[-1], last, strict=True)]
    shifts = [wish / weight for wish, weight, many in blocks for _ in range(int(many))]
    for name, offset, shift in zip(column, before, shifts, strict=True):
        centre[name] = offset + min(max(shift, 0.0), free)
