"""A battle made ready for the engines: best choices, exact outcomes, simulated ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Floats
from combat.game import ROLES
from combat.outcomes import Outcomes
from combat.stages.final import Final
from combat.stages.model import StagedModel
from combat.stages.rules import States
from combat.washingtons_war.fates import Fates
from combat.washingtons_war.legality import has_choice
from combat.washingtons_war.measures import MEASURES
from combat.washingtons_war.rules import WarRules
from combat.washingtons_war.settings import goal_of, worths_of
from combat.washingtons_war.setups import Setups
from combat.washingtons_war.situation import COLUMNS

BATTLE_WORK = 2e5  # multiplications that one battle counts for
AMERICAN_GOALS = ("alliance_steps", "alliance_made", "regulars_lost")
BRITISH_GOALS = ("washington_captured",)


@dataclass(frozen=True, eq=False)
class WarModel(StagedModel):
    """A battle of Washington's War for the engines."""

    @cached_property
    def rules(self) -> WarRules:
        """The stages of this battle."""
        return WarRules(Setups.of([self.battle]))

    @property
    def work(self) -> float:
        """Multiplications that an exact answer takes, roughly."""
        armies = 2.0 ** len(self.battle["intercept"])
        return BATTLE_WORK * armies * (4.0 if self.has_choice else 1.0)

    @property
    def has_choice(self) -> bool:
        """Whether somebody chooses what is best for him."""
        return has_choice(self.battle)

    def goal_at(self, rows: States) -> Floats:
        """Return the goal of best play at final rows, (rows,)."""
        settings = self.battle.settings
        return MEASURES.of(goal_of(settings), worths_of(settings))(self.fates(rows))

    @property
    def against_attacker(self) -> bool:
        """Whether it is the defender who wants more of the goal."""
        goal = goal_of(self.battle.settings)
        if goal in (*AMERICAN_GOALS, *BRITISH_GOALS):
            return bool(self.battle.attacker.is_british) == (goal in AMERICAN_GOALS)
        event = self.battle.game.event(goal)
        return event.side == "defender" if event else goal == "attacker_cu_lost"

    def fates(self, rows: States) -> Fates:
        """Return what final rows mean; they may have more columns than the stages have."""
        return Fates(self.rules.setups, rows[:, : len(COLUMNS.names)])

    def decision_lines(self) -> tuple[str, ...]:
        """Return best play in words."""
        from combat.washingtons_war.decisions import lines

        return lines(self)

    def outcomes(
        self, final: Final, method: str, trials: int | None = None, seed: int | None = None
    ) -> Outcomes:
        """Return final rows as outcomes, with the CUs left."""
        fates = self.fates(final.states)
        left = np.stack([fates.side(side).left for side in ROLES], axis=1)
        states = np.concatenate([final.states, left], axis=1)
        columns = (*COLUMNS.names, *(f"{side}.cu" for side in ROLES))
        return Outcomes(self.battle, columns, states, final.mass, method, trials, seed, model=self)


def fates_of(outcomes: Outcomes) -> Fates:
    """Return what the final states of a battle mean."""
    model: WarModel = outcomes.model
    return model.fates(outcomes.states)
