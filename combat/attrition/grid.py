"""The product of two side graphs, eliminated node by node of one side.

Given who stands, what the attackers do to the defenders and the reverse are independent, so a
round is the product of a row of the one and a row of the other. Moves that leave the outer side
unchanged form a triangular system over the inner side; all others are one matrix product into
nodes of lower rank. Nothing is dropped.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.attrition.sides import SideGraph
from combat.threads import single_thread

BLOCK = 64  # a triangular system is solved in blocks of this size: LAPACK's LU is cubic
SLAB = 1 << 18  # numbers of a table made in one go: many nodes of a small battle, few of a large
GO_ON_WITHIN = 1e-12  # a tie between stopping and going on is a going on


class Node(NamedTuple):
    """One outer node, and what a round does from it.

    ``kernel[j, k]``: chance that it brings inner node j to k; ``system``: I − T, where T are the
    moves that leave it unchanged; ``losses[m, j]``: chance that inner node j inflicts m losses on
    it, the last one 'or more' where its rank ends there; ``targets[m]``: where m losses lead.
    """

    row: int
    kernel: Floats
    system: Floats
    losses: Floats
    targets: Ints


class Grid:
    """All pairs (outer node, inner node) of a battle.

    Parameters
    ----------
    outer, inner : SideGraph
    """

    def __init__(self, outer: SideGraph, inner: SideGraph) -> None:
        self.outer = outer
        self.inner = inner
        self.shape = (len(outer), len(inner))
        self._next = outer.next(min(inner.most_hits, int(outer.rank[0])))
        self._padded, self._reach = _reach(outer, inner)
        self._losses = _losses(outer, inner)

    def nodes(self, going: Bools, *, upwards: bool = False) -> Iterator[Node]:
        """Yield the nodes from which the battle goes on anywhere, by falling (rising) rank."""
        rows = np.flatnonzero(going.sum(axis=1))
        if upwards:
            rows = rows[::-1]
        size = self.shape[1]
        diagonal = np.arange(size)
        ranks = self.outer.rank
        most = max(1, SLAB // size**2)
        for slab in np.split(rows, range(most, len(rows), most)):
            kernel = self._padded[slab][:, self._reach]
            system = kernel * (going[slab] * -self.inner.fire[:, 0])[..., None]
            system[:, diagonal, diagonal] += 1.0
            for at, row in enumerate(slab.tolist()):
                losses = self._losses[ranks[row]]
                yield Node(row, kernel[at], system[at], losses, self._next[row, : len(losses)])

    def eliminate(self, inflow: Floats, going: Bools) -> Floats:
        """Follow the battle to its end.

        Parameters
        ----------
        inflow : float array, shape (outer, inner)
            Mass that starts at each pair.
        going : bool array, same shape
            Where another round is fought.

        Returns
        -------
        float array, same shape
            Where a round is fought, how often on average; elsewhere the mass that ends there.
        """
        mass = inflow.copy()
        with single_thread(self.shape[1]):
            for node in self.nodes(going):
                here = solve_lower(node.system.T, mass[node.row])
                mass[node.row] = here
                fought = node.losses[1:] * (here * going[node.row])
                mass[node.targets[1:]] += fought @ node.kernel  # distinct: each lowers the rank
        return mass

    def step(self, mass: Floats, going: Bools) -> Floats:
        """Fight one round with the mass where `going`; return what arrives, in the same shape."""
        arrived = np.zeros(self.shape)
        fought = np.where(going, mass, 0.0)
        for node in self.nodes(fought > 0):
            arrived[node.targets] += (node.losses * fought[node.row]) @ node.kernel
        return arrived

    def evaluate(self, worth: Floats, going: Bools, *, reward: float = 0.0) -> Floats:
        """Mean worth of the end from each pair, plus `reward` a round, backwards.

        Parameters
        ----------
        worth : float array, shape (outer, inner)
            What an end at each pair is worth; read only where not `going`.
        """
        value = np.where(going, 0.0, worth)
        for node in self.nodes(going, upwards=True):
            go = going[node.row]
            rest = _later(value, node) + reward
            value[node.row] = solve_upper(node.system, np.where(go, rest, value[node.row]))
        return value

    def step_back(self, value: Floats, going: Bools) -> Floats:
        """Mean of `value` after one more round, where `going`; elsewhere 0."""
        before = np.zeros(self.shape)
        for node in self.nodes(going):
            now = (node.kernel @ value[node.row]) * node.losses[0]
            before[node.row] = np.where(going[node.row], _later(value, node) + now, 0.0)
        return before

    def best_stop(self, worth: Floats, possible: Bools) -> tuple[Floats, Floats]:
        """Optimal stopping, to make the mean worth of the end the largest.

        Howard's policy iteration, a node at a time; it ends only when no pair gains by doing the
        other thing, so the result is optimal, not approximate.

        Parameters
        ----------
        worth : float array, shape (outer, inner)
            What an end (by stopping or by itself) at each pair is worth.
        possible : bool array, same shape
            Where the battle can go on at all.

        Returns
        -------
        value : float array, same shape
            Worth of best play from each pair.
        onward : float array, same shape
            Worth of fighting another round, then best play; NaN where that is not possible. Best
            play goes on where this is not lower than `worth` by more than `GO_ON_WITHIN`.
        """
        value, onward = worth.copy(), np.full(self.shape, np.nan)
        guess = np.ones(self.shape[1], dtype=bool)
        for node in self.nodes(possible, upwards=True):
            can = possible[node.row]
            found, further = _improved(node, worth[node.row], can, guess & can, _later(value, node))
            value[node.row] = found
            onward[node.row, can] = further[can]
            guess = further >= worth[node.row] - GO_ON_WITHIN
        return value, onward


def _losses(outer: SideGraph, inner: SideGraph) -> dict[int, Floats]:
    """By rank of the outer node: chance of 0, 1, … losses by inner node, shape (losses, inner)."""
    chances, tails = inner.fire.T, inner.tail.T
    found = {}
    for rank in set(outer.rank.tolist()):
        losses = chances[: rank + 1]
        if rank < len(chances):
            losses = losses.copy()
            losses[rank] = tails[rank]
        found[rank] = losses
    return found


def _reach(outer: SideGraph, inner: SideGraph) -> tuple[Floats, Ints]:
    """Lay out each outer node's fire so that one gather makes its kernel.

    Row: chances of 0 … K hits, a zero for 'cannot be reached', then 'at least r hits' by r.
    """
    hits = outer.most_hits
    deepest = int(inner.rank[0])
    padded = np.zeros((len(outer), hits + 2 + deepest + 1))
    padded[:, : hits + 1] = outer.fire
    tails = min(deepest, hits) + 1
    padded[:, hits + 2 : hits + 2 + tails] = outer.tail[:, :tails]
    reach = np.full((len(inner), len(inner)), hits + 1, dtype=np.int64)
    table = inner.next(min(deepest, hits))
    row, hit = np.nonzero(inner.rank[:, None] > np.arange(table.shape[1]))
    reach[row, table[row, hit]] = hit
    reach[:, len(inner) - 1] = hits + 2 + inner.rank
    return padded, reach


def _later(value: Floats, node: Node) -> Floats:
    """Mean value after a round in which the outer side loses something, shape (inner,)."""
    if len(node.losses) == 1:
        return np.zeros(len(node.kernel))
    hit = value[node.targets[1:]] @ node.kernel.T
    hit *= node.losses[1:]
    return hit.sum(axis=0)


def _improved(
    node: Node, worth: Floats, can: Bools, go: Bools, rest: Floats
) -> tuple[Floats, Floats]:
    """Policy iteration over one outer node; returns the values, and those of going on."""
    halted = np.eye(len(can))
    for _ in range(len(can) + 1):  # each turn settles at least one more inner node
        system = node.system if (go == can).all() else np.where(go[:, None], node.system, halted)
        value = solve_upper(system, np.where(go, rest, worth))
        onward = rest + (node.kernel @ value) * node.losses[0]
        better = can & (onward >= worth - GO_ON_WITHIN)
        if (better == go).all():
            break
        go = better
    return value, onward


def solve_lower(system: Floats, right: Floats) -> Floats:
    """Solve a lower triangular system, shape (n, n), for a right side (n,)."""
    size = len(right)
    if size <= BLOCK:
        return np.linalg.solve(system, right)  # type: ignore[return-value]
    found = right.copy()
    for first in range(0, size, BLOCK):
        end = min(first + BLOCK, size)
        part = np.linalg.solve(system[first:end, first:end], found[first:end])
        found[first:end] = part
        found[end:] -= system[end:, first:end] @ part
    return found


def solve_upper(system: Floats, right: Floats) -> Floats:
    """Solve an upper triangular system, shape (n, n), for a right side (n,)."""
    return solve_lower(system[::-1, ::-1], right[::-1])[::-1]
