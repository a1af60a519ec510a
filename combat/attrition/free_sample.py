"""Simulating battles whose losses were solved for."""

import numpy as np

from combat.arrays import Ints
from combat.attrition.duel_sample import DuelSample, Sampler
from combat.attrition.free_losses import Solution
from combat.attrition.free_side import FreeSide


def sample_losses(solution: Solution, trials: int, rng: np.random.Generator) -> DuelSample:
    """Simulate battles under best losses.

    Parameters
    ----------
    solution : Solution
    trials : int
    rng : Generator
        Each chunk of battles has a child of it.
    """
    return _FreeSampler(solution).sample(trials, rng)


class _FreeSampler(Sampler):
    """Battles in which both sides follow the plan of the round."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        super().__init__(solution.duel)

    def _prepare(self) -> None:
        side = self.duel.attacker
        assert isinstance(side, FreeSide)
        self.options = side.options
        self.ranks = side.rank
        self.fought = 0

    def run(self, trials: int, rng: np.random.Generator) -> None:
        """Fight so many battles to their ends."""
        self.fought = 0
        super().run(trials, rng)

    def _after(self, attackers: Ints, defenders: Ints, hits: Ints, losses: Ints) -> Ints:
        """The defender names his losses, then the attacker, knowing them, his, hit by hit."""
        plan = self.solution.plan(self.fought)
        self.fought += 1
        left = plan.target[attackers, defenders, hits].astype(np.int64)
        mine = attackers.copy()
        due = np.minimum(losses, self.ranks[attackers])
        while (waiting := np.flatnonzero(due)).size:
            at = mine[waiting]
            option = plan.option[at, due[waiting], left[waiting]]
            mine[waiting] = self.options[at, option]
            due[waiting] -= 1
        return mine * self.duel.shape[1] + left
