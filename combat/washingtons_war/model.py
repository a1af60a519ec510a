"""A battle made ready for the engines: best choices, exact outcomes, simulated ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

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
from combat.stages.rules import Policies, Side, View
from combat.washingtons_war.fates import Fates
from combat.washingtons_war.legality import has_choice
from combat.washingtons_war.measures import measure_of
from combat.washingtons_war.rules import WarRules
from combat.washingtons_war.settings import goal_of, worths_of
from combat.washingtons_war.setups import Setups
from combat.washingtons_war.situation import COLUMNS

BATTLE_WORK = 2e5  # multiplications that one battle counts for
AMERICAN_GOALS = ("alliance_steps", "alliance_made", "regulars_lost")
BRITISH_GOALS = ("washington_captured",)
SIDES = ("attacker", "defender")


@dataclass(frozen=True, eq=False)
class WarModel:
    """A battle of Washington's War for the engines.

    Parameters
    ----------
    battle : Battle
    """

    battle: Battle

    @cached_property
    def rules(self) -> WarRules:
        """The stages of this battle."""
        return WarRules(Setups.of([self.battle]))

    @property
    def work(self) -> float:
        """Multiplications that an exact answer takes, roughly."""
        armies = 2.0 ** len(self.battle["intercept"])
        return BATTLE_WORK * armies * (4.0 if has_choice(self.battle) else 1.0)

    @property
    def best_work(self) -> float:
        """Multiplications that it takes to know best play."""
        return self.work if has_choice(self.battle) else 0.0

    @cached_property
    def solution(self) -> Solution | None:
        """Best play of both sides for the battle's goal, if somebody has a choice."""
        if not has_choice(self.battle):
            return None
        return best(Graph.of(self.rules, self.rules.starts()), self.value)

    def value(self, view: View) -> Floats:
        """Return the goal of best play at final rows: the attacker wants more of it."""
        goal = goal_of(self.battle.settings)
        values = measure_of(goal, worths_of(self.battle.settings))(self.fates(view.states))
        return -values if self.against_attacker else values

    @property
    def against_attacker(self) -> bool:
        """Whether it is the defender who wants more of the goal."""
        goal = goal_of(self.battle.settings)
        if goal in (*AMERICAN_GOALS, *BRITISH_GOALS):
            return bool(self.battle.attacker.is_british) == (goal in AMERICAN_GOALS)
        event = self.battle.game.event(goal)
        return event.side == "defender" if event else goal == "attacker_cu_lost"

    @property
    def policies(self) -> Policies:
        """Best play, or nothing where nobody has a choice."""
        return {} if self.solution is None else dict.fromkeys(Side, self.solution)

    def fates(self, rows: np.ndarray) -> Fates:
        """Return what final rows mean; they may have more columns than the stages have."""
        return Fates(self.rules.setups, rows[:, : len(COLUMNS)])

    def timeline(self) -> None:
        """Nothing: a battle is one roll, not rounds."""

    def policy_map(self) -> PolicyMap | None:
        """Return best play in words, if somebody has a choice."""
        if self.solution is None:
            return None
        from combat.washingtons_war.decisions import decision_lines

        nowhere = np.zeros(0, dtype=np.int64)
        lines = decision_lines(self)
        return PolicyMap(nowhere, nowhere, nowhere > 0, nowhere.astype(float), lines)

    def exact(self) -> Outcomes:
        """Compute the outcomes."""
        final = distribution(self.rules, self.rules.starts(), self.policies)
        return self._outcomes(final, EXACT)

    def simulate(self, trials: int, rng: np.random.Generator, seed: int | None) -> Outcomes:
        """Sample the outcomes."""
        starts = self.rules.starts()
        final = simulate(self.rules, starts, self.policies, trials=trials, rng=rng)
        return self._outcomes(final, SIMULATED, trials, seed)

    def _outcomes(
        self, final: Final, method: str, trials: int | None = None, seed: int | None = None
    ) -> Outcomes:
        fates = self.fates(final.states)
        left = np.stack([fates.side(side).left for side in SIDES], axis=1)
        states = np.concatenate([final.states, left], axis=1)
        columns = (*COLUMNS, *(f"{side}.cu" for side in SIDES))
        return Outcomes(self.battle, columns, states, final.mass, method, trials, seed, model=self)


def fates_of(outcomes: Outcomes) -> Fates:
    """Return what the final states of a battle mean."""
    model: WarModel = outcomes.model
    return model.fates(outcomes.states)
