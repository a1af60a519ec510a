"""All dice of one battle: ratings, the roll, losses (steps 2, 4 and 5 of the battle)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from combat.arrays import Floats, Ints
from combat.checks import winning_pairs
from combat.washingtons_war.lines import Line

HALF = 3  # a rating die up to this halves the rating (WW-06)
LOSER_BANDS = np.array([0, 3, 5])  # a die above so many is a CU lost (WW-09)
LOSER_FACES = np.array([3, 2, 1])  # faces of a die on which the loser loses 1, 2, 3
SIDES = 6
OUTCOMES = np.array(
    [[won, lost, also] for won in (0, 1) for lost in (1, 2, 3) for also in (0, 1)], dtype=np.int64
)


@dataclass(frozen=True, eq=False)
class BattleDice:
    """The six dice of a battle, for many battles at once.

    An outcome is three numbers: whether the attacker wins (WW-08), CUs that the loser loses and
    CUs that the winner loses (WW-09), as far as each has them.

    Parameters
    ----------
    attack, defence : Line
        The sides as they fight.
    lead : (cases,) int
        The attacker's DRM less the defender's, ratings aside.
    """

    attack: Line
    defence: Line
    lead: Ints

    def pmf(self) -> tuple[Floats, Ints]:
        """Chances of the 12 outcomes; width 3."""
        won = np.zeros(len(self.lead), np.int64)
        for mine in (self.attack.halved, self.attack.whole):
            for theirs in (self.defence.halved, self.defence.whole):
                won += winning_pairs(self.lead + mine - theirs)
        chances = np.empty((len(self.lead), 2, len(LOSER_FACES), 2))
        for result, ways, loser in ((0, 144 - won, self.attack), (1, won, self.defence)):
            also = loser.agility + 1  # faces on which the winner loses one: by the loser's general
            faces = np.stack([SIDES - also, also], axis=1)
            chances[:, result] = ways[:, None, None] * LOSER_FACES[:, None] * faces[:, None, :]
        return chances.reshape(len(self.lead), -1) / (144 * SIDES**2), OUTCOMES

    def sample(self, rng: np.random.Generator) -> Ints:
        """Outcomes, (cases, 3), by rolling the dice in the order of the steps."""
        dice = rng.integers(1, SIDES + 1, size=(len(self.lead), 6), dtype=np.int8).T
        mine = np.where(dice[0] <= HALF, self.attack.halved, self.attack.whole)
        theirs = np.where(dice[1] <= HALF, self.defence.halved, self.defence.whole)
        won = dice[2] + self.lead + mine - theirs >= dice[3]
        lost = (dice[4] > LOSER_BANDS[:, None]).sum(axis=0)
        also = dice[5] <= 1 + np.where(won, self.defence.agility, self.attack.agility)
        return np.stack([won, lost, also], axis=1).astype(np.int64)
