"""Simulating battles of attrition from the tables of their side graphs."""

from dataclasses import dataclass

import numpy as np

from combat.arrays import Floats, Ints
from combat.attrition.duel import Duel
from combat.attrition.sides import SideGraph

CHUNK = 1 << 16  # battles at a time; part of what a seed means, so never changed lightly
MOST_ROUNDS = 100_000
WIDE = 256  # hits


@dataclass(frozen=True, eq=False)
class DuelSample:
    """Where simulated battles ended.

    Attributes
    ----------
    found : tuple of (int array, int array)
        By kind of end (by itself, broken off, stopped at the limit, …): the pairs, as
        ``attacker node * defender nodes + defender node``, and how often each came.
    rounds, squares : int
        Sum of the rounds of all battles, and of their squares.
    """

    found: tuple[tuple[Ints, Ints], ...]
    rounds: int
    squares: int


def tallied(counted: tuple[Ints, Ints], pairs: Ints) -> tuple[Ints, Ints]:
    """Add pairs to those counted so far, so that no chunk of battles is kept."""
    new, counts = np.unique(pairs, return_counts=True)
    both = np.concatenate([counted[0], new])
    distinct, place = np.unique(both, return_inverse=True)
    total = np.zeros(len(distinct), dtype=np.int64)
    np.add.at(total, place, np.concatenate([counted[1], counts]))
    return distinct, total


def hit_table(pmf: Floats) -> "AliasTable | CumulativeTable":
    """Return a table to sample from; levelling a wide one would take longer than it saves."""
    return CumulativeTable(pmf) if pmf.shape[1] > WIDE else AliasTable(pmf)


class CumulativeTable:
    """Sampling of the hits of a node by binary search in all cumulated chances, row after row.

    Parameters
    ----------
    pmf : float array, shape (nodes, hits + 1)
    """

    def __init__(self, pmf: Floats) -> None:
        self._width = pmf.shape[1]
        totals = np.cumsum(pmf, axis=1)
        rows = np.arange(len(pmf))[:, None]
        self._flat = (np.minimum(totals / totals[:, -1:], 1.0) + rows).ravel()

    def draw(self, nodes: Ints, rng: np.random.Generator) -> Ints:
        """Draw the hits of each node, shape of `nodes`."""
        place = np.searchsorted(self._flat, nodes + rng.random(len(nodes)), "right")
        return np.minimum(place - nodes * self._width, self._width - 1)


class AliasTable:
    """Sampling of the hits of a node: one uniform number, one comparison (Walker's method).

    Parameters
    ----------
    pmf : float array, shape (nodes, hits + 1)
    """

    def __init__(self, pmf: Floats) -> None:
        self._width = pmf.shape[1]
        threshold, alias = _robin_hood(pmf)
        self._threshold = threshold.ravel()
        self._alias = alias.ravel()

    def draw(self, nodes: Ints, rng: np.random.Generator) -> Ints:
        """Draw the hits of each node, shape of `nodes`."""
        uniform = rng.random(len(nodes))
        uniform *= self._width
        column = uniform.astype(np.int64)
        uniform -= column
        cell = nodes * self._width
        cell += column
        return np.where(uniform < self._threshold[cell], column, self._alias[cell])


def _robin_hood(pmf: Floats) -> tuple[Floats, Ints]:
    """Level each row: the fullest column fills up the emptiest, all rows at a time."""
    nodes, width = pmf.shape
    rows = np.arange(nodes)
    left = pmf * (width / pmf.sum(axis=1, keepdims=True))
    threshold = np.ones((nodes, width))
    alias = np.tile(np.arange(width, dtype=np.int64), (nodes, 1))
    unsettled = np.ones((nodes, width), dtype=bool)
    for _ in range(width - 1):
        poor = np.where(unsettled, left, np.inf).argmin(axis=1)
        rich = np.where(unsettled, left, -np.inf).argmax(axis=1)
        filled = np.minimum(left[rows, poor], 1.0)
        threshold[rows, poor] = filled
        alias[rows, poor] = rich
        left[rows, rich] -= 1.0 - filled
        unsettled[rows, poor] = False
    return threshold, alias


def sample_duel(duel: Duel, trials: int, rng: np.random.Generator) -> DuelSample:
    """Simulate a battle of attrition.

    Parameters
    ----------
    duel : Duel
    trials : int
    rng : Generator
        Each chunk of battles has a child of it.
    """
    return Sampler(duel).sample(trials, rng)


class Sampler:
    """The tables of a duel and the counts so far."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.attack = hit_table(duel.attacker.fire)
        self.defence = hit_table(duel.defender.fire)
        self._prepare()
        self.fightable = duel.fightable.ravel()
        self.cumulative = np.cumsum(duel.weights)
        self.pairs = duel.starts[:, 0] * duel.shape[1] + duel.starts[:, 1]
        nothing = np.zeros(0, dtype=np.int64)
        self.found = [(nothing, nothing)] * 3
        self.rounds = self.squares = 0

    def sample(self, trials: int, rng: np.random.Generator) -> DuelSample:
        """Simulate so many battles, each chunk of them with a child of the generator."""
        for number, child in enumerate(rng.spawn(-(-trials // CHUNK))):
            self.run(min(CHUNK, trials - number * CHUNK), child)
        return DuelSample(tuple(self.found), self.rounds, self.squares)

    def _prepare(self) -> None:
        """Make the tables of where losses lead."""
        duel = self.duel
        self.after_defence, self.width_a = _flat_next(duel.attacker, duel.defender.most_hits)
        self.after_attack, self.width_d = _flat_next(duel.defender, duel.attacker.most_hits)

    def _after(self, attackers: Ints, defenders: Ints, hits: Ints, losses: Ints) -> Ints:
        """Return the pairs to which the hits of attackers and defenders lead."""
        pairs = self.after_defence[attackers * self.width_a + losses]
        pairs *= self.duel.shape[1]
        pairs += self.after_attack[defenders * self.width_d + hits]
        return pairs

    def run(self, trials: int, rng: np.random.Generator) -> None:
        """Fight so many battles to their ends."""
        columns = self.duel.shape[1]
        pairs = self._start(trials, rng)
        fought = 0
        while True:
            pairs = self._finish(pairs, self.fightable, 0)
            if self.duel.halt is not None and fought:
                pairs = self._finish(pairs, self.duel.going(fought).ravel(), 1)
            if fought == self.duel.horizon:
                self._keep(1 if self.duel.retreats_at_horizon else 2, pairs)
                return
            if not len(pairs):
                return
            fought += 1
            if fought > MOST_ROUNDS:
                raise RuntimeError(f"a battle did not end in {MOST_ROUNDS:,} rounds")
            self.rounds += len(pairs)
            self.squares += (2 * fought - 1) * len(pairs)
            attackers, defenders = np.divmod(pairs, columns)
            hits = self.attack.draw(attackers, rng)
            losses = self.defence.draw(defenders, rng)
            pairs = self._after(attackers, defenders, hits, losses)

    def _keep(self, kind: int, pairs: Ints) -> None:
        if len(pairs):
            self.found[kind] = tallied(self.found[kind], pairs)

    def _start(self, trials: int, rng: np.random.Generator) -> Ints:
        if len(self.pairs) == 1:
            return np.full(trials, self.pairs[0])
        place = np.searchsorted(self.cumulative, rng.random(trials) * self.cumulative[-1], "right")
        return self.pairs[np.minimum(place, len(self.pairs) - 1)]

    def _finish(self, pairs: Ints, goes_on: np.ndarray, kind: int) -> Ints:
        """Set the battles aside that are over; return the others."""
        alive = goes_on[pairs]
        if alive.all():
            return pairs
        self._keep(kind, pairs[~alive])
        return pairs[alive]


def _flat_next(graph: SideGraph, most: int) -> tuple[Ints, int]:
    table = graph.next(most)
    return table.ravel(), table.shape[1]
