"""A battle in stages made ready for the engines: best choices, exact outcomes, simulated ones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from combat.arrays import Floats
from combat.battle import Battle
from combat.game import PolicyMap
from combat.outcomes import EXACT, SIMULATED, Outcomes
from combat.stages.best import Solution, best
from combat.stages.exact import distribution
from combat.stages.final import Final
from combat.stages.graph import Graph
from combat.stages.montecarlo import simulate
from combat.stages.rules import Policies, Rules, Side, Starts, States, View


class Startable(Rules, Protocol):
    """Rules that know where their battles begin."""

    def starts(self) -> Starts:
        """Return the first row of every battle."""
        ...


@dataclass(frozen=True, eq=False)
class StagedModel(ABC):
    """A battle of a game whose rules are stages.

    Parameters
    ----------
    battle : Battle
    """

    battle: Battle

    @property
    @abstractmethod
    def rules(self) -> Startable:
        """The stages of this battle."""

    @property
    @abstractmethod
    def work(self) -> float:
        """Multiplications that an exact answer takes, roughly."""

    @property
    @abstractmethod
    def has_choice(self) -> bool:
        """Whether somebody chooses what is best for him."""

    @property
    @abstractmethod
    def against_attacker(self) -> bool:
        """Whether it is the defender who wants more of the goal of best play."""

    @abstractmethod
    def goal_at(self, rows: States) -> Floats:
        """Return the goal of best play at final rows, (rows,)."""

    @abstractmethod
    def decision_lines(self) -> tuple[str, ...]:
        """Return best play in words."""

    @abstractmethod
    def outcomes(
        self, final: Final, method: str, trials: int | None = None, seed: int | None = None
    ) -> Outcomes:
        """Return final rows as outcomes."""

    def value(self, view: View) -> Floats:
        """Return what final rows are worth to the attacker: the goal, or less of it."""
        values = self.goal_at(view.states)
        return -values if self.against_attacker else values

    @property
    def best_work(self) -> float:
        """Multiplications that it takes to know best play."""
        return self.work if self.has_choice else 0.0

    @cached_property
    def solution(self) -> Solution | None:
        """Best play of both sides for the battle's goal, if somebody has a choice."""
        if not self.has_choice:
            return None
        return best(Graph.of(self.rules, self.rules.starts()), self.value)

    @property
    def policies(self) -> Policies:
        """Best play, or nothing where nobody has a choice."""
        return {} if self.solution is None else dict.fromkeys(Side, self.solution)

    def timeline(self) -> Floats | None:
        """Nothing: there are no rounds."""
        return None

    def policy_map(self) -> PolicyMap | None:
        """Return best play in words, if somebody has a choice."""
        if self.solution is None:
            return None
        nowhere = np.zeros(0, dtype=np.int64)
        return PolicyMap(
            nowhere, nowhere, nowhere > 0, nowhere.astype(float), self.decision_lines()
        )

    def exact(self) -> Outcomes:
        """Compute the outcomes."""
        return self.outcomes(distribution(self.rules, self.rules.starts(), self.policies), EXACT)

    def simulate(self, trials: int, rng: np.random.Generator, seed: int | None) -> Outcomes:
        """Sample the outcomes."""
        final = simulate(self.rules, self.rules.starts(), self.policies, trials=trials, rng=rng)
        return self.outcomes(final, SIMULATED, trials, seed)
