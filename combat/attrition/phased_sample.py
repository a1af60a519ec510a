"""Simulating battles between sides that fire volleys in phases."""

import numpy as np

from combat.arrays import Floats, Ints
from combat.attrition.duel_sample import (
    CHUNK,
    MOST_ROUNDS,
    AliasTable,
    CumulativeTable,
    DuelSample,
    hit_table,
    tallied,
)
from combat.attrition.phase import PHASES
from combat.attrition.phased import ENDS
from combat.attrition.phased_duel import ENDED, HALTED, LIMITED, UNBEGUN, PhasedDuel
from combat.attrition.volleys import VolleyGraph


def sample_phased(duel: PhasedDuel, trials: int, rng: np.random.Generator) -> DuelSample:
    """Simulate a battle with volleys; each chunk of battles has a child of `rng`."""
    sampler = _Sampler(duel)
    for number, child in enumerate(rng.spawn(-(-trials // CHUNK))):
        sampler.run(min(CHUNK, trials - number * CHUNK), child)
    return DuelSample(tuple(sampler.found), sampler.rounds, sampler.squares)


class _Sampler:
    """The tables of a duel and the counts so far."""

    def __init__(self, duel: PhasedDuel) -> None:
        self.duel = duel
        self.tables = [_Fire(duel.attacker), _Fire(duel.defender)]
        self.fight = duel.fight.ravel()
        self.over = duel.onward.ravel() == ENDS
        self.pairs = np.concatenate([duel.starts, duel.over])
        self.cumulative = np.cumsum(np.concatenate([duel.weights, duel.over_weights]))
        nothing = np.zeros(0, dtype=np.int64)
        self.found = [(nothing, nothing)] * 4
        self.rounds = self.squares = 0

    def run(self, trials: int, rng: np.random.Generator) -> None:
        """Fight so many battles to their ends."""
        drawn = rng.random(trials) * self.cumulative[-1]
        place = np.minimum(np.searchsorted(self.cumulative, drawn, "right"), len(self.pairs) - 1)
        begins = place < len(self.duel.starts)
        pairs = self.pairs[place]
        self._keep(ENDED, pairs[~begins])
        pairs, fought = pairs[begins], 0
        while len(pairs):
            fought += 1
            if fought > MOST_ROUNDS:
                raise RuntimeError(f"a battle did not end in {MOST_ROUNDS:,} rounds")
            self.rounds += len(pairs)
            self.squares += (2 * fought - 1) * len(pairs)
            fights = self.fight[pairs]
            self._keep(UNBEGUN, pairs[~fights])
            pairs = self._round(pairs[fights], rng)
            over = self.over[pairs]
            self._keep(ENDED, pairs[over])
            pairs = pairs[~over]
            leads = self.duel.leads(fought).ravel()[pairs]
            self._keep(HALTED, pairs[leads == ENDS])
            if fought == self.duel.round_limit:
                self._keep(LIMITED, pairs[leads != ENDS])
                return
            pairs = leads[leads != ENDS]

    def _round(self, pairs: Ints, rng: np.random.Generator) -> Ints:
        """Fight a round from each pair; return the pairs at its end."""
        a, d = np.divmod(pairs, self.duel.shape[1])
        attacker, defender = self.duel.attacker, self.duel.defender
        for phase in PHASES:
            hit = self.tables[0].fire(phase, a, d, defender, rng)
            lost = self.tables[1].fire(phase, d, a, attacker, rng)
            a, d = lost, hit
        return a * self.duel.shape[1] + d

    def _keep(self, kind: int, pairs: Ints) -> None:
        if len(pairs):
            self.found[kind] = tallied(self.found[kind], pairs)


class _Fire:
    """A side's volleys as alias tables."""

    def __init__(self, graph: VolleyGraph) -> None:
        made: dict[int, AliasTable | CumulativeTable] = {}
        self._plans = {
            key: [
                (v.kind, v.pmf.shape[1] - 1, _once(made, v.pmf))
                for v in volleys
                if (v.pmf[:, 0] < 1.0).any()
            ]
            for key, volleys in graph.volleys.items()
        }

    def fire(
        self, phase: int, own: Ints, target: Ints, graph: VolleyGraph, rng: np.random.Generator
    ) -> Ints:
        """Fire a phase's volleys; return the targets' nodes after them."""
        after = target.copy()
        classes = graph.classes[target]
        for target_class in np.unique(classes):
            plan = self._plans.get((phase, int(target_class)), [])
            if not plan:
                continue
            rows = np.flatnonzero(classes == target_class)
            there = after[rows]
            for kind, most, table in plan:
                there = graph.next(kind, most)[there, table.draw(own[rows], rng)]
            after[rows] = there
        return after


def _once(
    made: dict[int, AliasTable | CumulativeTable], pmf: Floats
) -> AliasTable | CumulativeTable:
    """Make one table for volleys that share their chances."""
    if id(pmf) not in made:
        made[id(pmf)] = hit_table(pmf)
    return made[id(pmf)]
