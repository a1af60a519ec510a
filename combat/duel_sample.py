"""Simulating battles of attrition from the tables of their side graphs."""

from dataclasses import dataclass

import numpy as np

from combat.arrays import Floats, Ints
from combat.duel import Duel
from combat.sides import SideGraph

CHUNK = 1 << 16  # battles at a time; part of what a seed means, so never changed lightly
MOST_ROUNDS = 100_000


@dataclass(frozen=True, eq=False)
class DuelSample:
    """Where simulated battles ended.

    Attributes
    ----------
    ended, halted, limited : int arrays, shape (attacker nodes × defender nodes,) when dense
        Pairs as ``attacker node * defender nodes + defender node`` and how often each came.
    """

    ended: tuple[Ints, Ints]
    halted: tuple[Ints, Ints]
    limited: tuple[Ints, Ints]
    rounds: int
    rounds_squared: int


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
    sampler = _Sampler(duel)
    chunks = -(-trials // CHUNK)
    for number, child in enumerate(rng.spawn(chunks)):
        sampler.run(min(CHUNK, trials - number * CHUNK), child)
    return sampler.result()


class _Sampler:
    """The tables of a duel and the counts so far."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.attack = AliasTable(duel.attacker.fire)
        self.defence = AliasTable(duel.defender.fire)
        self.after_defence, self.width_a = _flat_next(duel.attacker, duel.defender.most_hits)
        self.after_attack, self.width_d = _flat_next(duel.defender, duel.attacker.most_hits)
        self.fightable = duel.fightable.ravel()
        self.cumulative = np.cumsum(duel.weights)
        self.pairs = duel.starts[:, 0] * duel.shape[1] + duel.starts[:, 1]
        self.found: tuple[list[Ints], list[Ints], list[Ints]] = ([], [], [])
        self.rounds = self.squares = 0

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
                self.found[1 if self.duel.retreats_at_horizon else 2].append(pairs)
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
            pairs = self.after_defence[attackers * self.width_a + losses]
            pairs *= columns
            pairs += self.after_attack[defenders * self.width_d + hits]

    def result(self) -> DuelSample:
        """Count the pairs found."""
        ended, halted, limited = (
            np.unique(np.concatenate(found or [np.zeros(0, np.int64)]), return_counts=True)
            for found in self.found
        )
        return DuelSample(ended, halted, limited, self.rounds, self.squares)

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
        self.found[kind].append(pairs[~alive])
        return pairs[alive]


def _flat_next(graph: SideGraph, most: int) -> tuple[Ints, int]:
    table = graph.next(most)
    return table.ravel(), table.shape[1]
