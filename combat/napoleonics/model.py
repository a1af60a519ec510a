"""A combat made ready for the engines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Floats
from combat.napoleonics.fates import MEASURES, Fates
from combat.napoleonics.legality import has_choice
from combat.napoleonics.rules import CombatRules
from combat.napoleonics.settings import goal_of, worths_of
from combat.napoleonics.setups import Setups
from combat.napoleonics.situation import ATTACKER, COLUMNS, DEFENDER, THIRD
from combat.outcomes import Outcomes
from combat.stages.final import Final
from combat.stages.model import StagedModel
from combat.stages.rules import States

COMBAT_WORK = 3e5  # multiplications that one combat counts for
BLOCKS = {"attacker.blocks": ATTACKER, "defender.blocks": DEFENDER}
ATTACKERS_LOSSES = ("attacker_blocks_lost", "banners_against")


@dataclass(frozen=True, eq=False)
class CombatModel(StagedModel):
    """A combat of Commands & Colors: Napoleonics for the engines."""

    @cached_property
    def rules(self) -> CombatRules:
        """The stages of this combat."""
        return CombatRules(Setups.of([self.battle]))

    @property
    def work(self) -> float:
        """Multiplications that an exact answer takes, roughly."""
        return COMBAT_WORK * (4.0 if self.battle["bonus"] is not None else 1.0)

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
        event = self.battle.game.event(goal)
        return event.side == "defender" if event else goal in ATTACKERS_LOSSES

    def fates(self, rows: States) -> Fates:
        """Return what final rows mean; they may have more columns than the stages have."""
        return Fates(self.rules.setups, rows[:, : len(COLUMNS.names)])

    def decision_lines(self) -> tuple[str, ...]:
        """Return best play in words."""
        from combat.napoleonics.decisions import lines

        return lines(self)

    def outcomes(
        self, final: Final, method: str, trials: int | None = None, seed: int | None = None
    ) -> Outcomes:
        """Return final rows as outcomes, with the blocks left."""
        here = self.fates(final.states).here
        names = dict(BLOCKS)
        if self.battle["bonus"] is not None:
            names["bonus.blocks"] = THIRD
        left = np.stack([here.left(who) for who in names.values()], axis=1)
        states = np.concatenate([final.states, left], axis=1)
        columns = (*COLUMNS.names, *names)
        return Outcomes(self.battle, columns, states, final.mass, method, trials, seed, model=self)


def fates_of(outcomes: Outcomes) -> Fates:
    """Return what the final states of a combat mean."""
    model: CombatModel = outcomes.model
    return model.fates(outcomes.states)
