"""The product of two side graphs, eliminated node by node of one side.

Given who stands, what the attackers do to the defenders and the reverse are independent, so a
round is the product of a row of the one and a row of the other. Moves that leave the outer side
unchanged form a triangular system over the inner side; all others are one matrix product into
nodes of lower rank. Outer nodes of equal rank cannot reach one another and are taken together.
Nothing is dropped.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.sides import SideGraph

BLOCK = 64  # a triangular system is solved in blocks of this size: LAPACK's LU is cubic
SLAB = 1 << 18  # numbers of a table made in one go: many levels of a small battle, few of a large
GO_ON_WITHIN = 1e-12  # a tie between stopping and going on is a going on

Run = tuple[int, int, int]  # first node, end, rank


class Level(NamedTuple):
    """Outer nodes of one rank, and what a round does from them.

    ``kernel[b, j, k]``: chance that outer node b brings inner node j to k;
    ``system[b]``: I − T, where T are the moves that leave the outer side unchanged;
    ``losses[j, m]``: chance that inner node j inflicts m losses, the last one 'or more' where the
    rank ends there; ``targets[b, m]``: outer node after m losses.
    """

    rows: slice
    kernel: Floats
    system: Floats
    losses: Floats
    targets: Ints


class Grid:
    """All pairs (outer node, inner node) of a battle.

    Parameters
    ----------
    outer, inner : SideGraph
        The graph with more nodes is better taken as the outer one.
    """

    def __init__(self, outer: SideGraph, inner: SideGraph) -> None:
        self.outer = outer
        self.inner = inner
        self.shape = (len(outer), len(inner))
        most = min(inner.most_hits, int(outer.rank[0]))
        self._next = outer.next(most)
        self._padded, self._reach = _reach(outer, inner)
        self._diagonal = np.arange(len(inner))

    def levels(self, going: Bools, *, upwards: bool = False) -> Iterator[Level]:
        """Yield the levels on which the battle goes on anywhere, by falling (rising) rank."""
        somewhere = going.sum(axis=1) > 0
        runs = [run for run in self.outer.levels if somewhere[run[0] : run[1]].any()]
        for slab in _slabs(runs[::-1] if upwards else runs, SLAB // self.shape[1] ** 2):
            low, high = min(run[0] for run in slab), max(run[1] for run in slab)
            kernel = self._padded[low:high][:, self._reach]
            system = kernel * (going[low:high] * -self.inner.fire[:, 0])[..., None]
            system[:, self._diagonal, self._diagonal] += 1.0
            for first, end, rank in slab:
                part = slice(first - low, end - low)
                losses = self._losses(rank)
                targets = self._next[first:end, : losses.shape[1]]
                yield Level(slice(first, end), kernel[part], system[part], losses, targets)

    def _losses(self, rank: int) -> Floats:
        """Chance that an inner node inflicts 0, 1, … losses on an outer node of that rank."""
        if rank >= self.inner.fire.shape[1]:
            return self.inner.fire
        losses = self.inner.fire[:, : rank + 1].copy()
        losses[:, rank] = self.inner.tail[:, rank]
        return losses

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
        for level in self.levels(going):
            here = _solve_lower(level.system.transpose(0, 2, 1), mass[level.rows])
            mass[level.rows] = here
            self._spread(mass, level, here * going[level.rows], skip=1)
        return mass

    def step(self, mass: Floats, going: Bools) -> Floats:
        """Fight one round with the mass where `going`; return what arrives, in the same shape."""
        arrived = np.zeros(self.shape)
        fought = np.where(going, mass, 0.0)
        for level in self.levels(fought > 0):
            self._spread(arrived, level, fought[level.rows], skip=0)
        return arrived

    def evaluate(self, worth: Floats, going: Bools, *, reward: float = 0.0) -> Floats:
        """Mean worth of the end from each pair, plus `reward` a round, backwards.

        Parameters
        ----------
        worth : float array, shape (outer, inner)
            What an end at each pair is worth; read only where not `going`.
        """
        value = np.where(going, 0.0, worth)
        for level in self.levels(going, upwards=True):
            go = going[level.rows]
            rest = self._later(value, level) + reward
            value[level.rows] = _solve_upper(level.system, np.where(go, rest, value[level.rows]))
        return value

    def step_back(self, value: Floats, going: Bools) -> Floats:
        """Mean of `value` after one more round, where `going`; elsewhere 0."""
        before = np.zeros(self.shape)
        for level in self.levels(going):
            now = (level.kernel @ value[level.rows][..., None])[..., 0] * level.losses[:, 0]
            rest = self._later(value, level) + now
            before[level.rows] = np.where(going[level.rows], rest, 0.0)
        return before

    def best_stop(self, worth: Floats, possible: Bools) -> tuple[Floats, Bools]:
        """Optimal stopping: where to go on, to make the mean worth of the end the largest.

        Howard's policy iteration, a level at a time; it ends only when no pair gains by doing
        the other thing, so the result is optimal, not approximate.

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
        going : bool array, same shape
            Where best play goes on; ties within 1e-12 do.
        """
        value, going = worth.copy(), possible.copy()
        guess: Bools | None = None
        for level in self.levels(possible, upwards=True):
            here, can = worth[level.rows], possible[level.rows]
            go = can & guess if guess is not None and guess.shape == can.shape else can
            rest = self._later(value, level)
            value[level.rows], go = _improved(level, here, can, go, rest)
            going[level.rows] = guess = go
        return value, going

    def _spread(self, mass: Floats, level: Level, fought: Floats, *, skip: int) -> None:
        """Add to `mass` where one round leads from the level, losses from `skip` up."""
        losses = level.losses[:, skip:]
        flow = (fought[:, None, :] * losses.T) @ level.kernel
        for row, targets in enumerate(level.targets[:, skip:]):
            mass[targets] += flow[row]  # distinct: each loss lowers the rank, the last is a tail

    def _later(self, value: Floats, level: Level) -> Floats:
        """Mean value after a round in which the outer side loses something, shape (b, inner)."""
        if level.losses.shape[1] == 1:
            return np.zeros(level.kernel.shape[:2])
        later = value[level.targets[:, 1:]]
        hit = level.kernel @ later.transpose(0, 2, 1)
        return np.einsum("bjm,jm->bj", hit, level.losses[:, 1:])


def _slabs(runs: list[Run], most: int) -> Iterator[list[Run]]:
    """Group runs of nodes so that a group has about `most` nodes, at least one run each."""
    slab: list[Run] = []
    nodes = 0
    for run in runs:
        if slab and nodes + run[1] - run[0] > most:
            yield slab
            slab, nodes = [], 0
        slab.append(run)
        nodes += run[1] - run[0]
    if slab:
        yield slab


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
    rows = np.arange(len(inner))
    table = inner.next(min(deepest, hits))
    for k in range(table.shape[1]):
        alive = inner.rank > k
        reach[rows[alive], table[alive, k]] = k
    reach[rows, len(inner) - 1] = hits + 2 + inner.rank
    return padded, reach


def _improved(
    level: Level, worth: Floats, can: Bools, go: Bools, rest: Floats
) -> tuple[Floats, Bools]:
    """Policy iteration over one level; returns values and where to go on."""
    stay = np.einsum("bjj->bj", level.kernel) * level.losses[:, 0]  # nobody loses anything
    halted = np.eye(can.shape[1])
    for _ in range(can.shape[1] + 1):  # each turn settles at least one more inner node
        system = np.where(go[..., None], level.system, halted)
        value = _solve_upper(system, np.where(go, rest, worth))
        within = (level.kernel @ value[..., None])[..., 0] * level.losses[:, 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            onward = (rest + within - stay * value) / (1.0 - stay)
        better = can & (onward >= worth - GO_ON_WITHIN)
        if (better == go).all():
            break
        go = better
    return value, go


def _solve_lower(system: Floats, right: Floats) -> Floats:
    """Solve lower triangular systems, shape (b, n, n), for right sides (b, n)."""
    size = right.shape[1]
    if size <= BLOCK:
        return np.linalg.solve(system, right[..., None])[..., 0]  # type: ignore[return-value]
    found = right.copy()
    for first in range(0, size, BLOCK):
        end = min(first + BLOCK, size)
        part = np.linalg.solve(system[:, first:end, first:end], found[:, first:end, None])
        found[:, first:end] = part[..., 0]
        found[:, end:] -= (system[:, end:, first:end] @ part)[..., 0]
    return found


def _solve_upper(system: Floats, right: Floats) -> Floats:
    """Solve upper triangular systems, shape (b, n, n), for right sides (b, n)."""
    return _solve_lower(system[:, ::-1, ::-1], right[:, ::-1])[:, ::-1]
