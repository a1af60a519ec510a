"""The rules of storming a bridge, a round at a time.

1. Both sides throw a die. The lower loses a man; on a tie the attacker does (ST-01).
2. A side without men has lost (ST-02).
3. After each round the attacker may fall back (ST-03).
"""

from dataclasses import dataclass

import numpy as np

from combat.dice import Margin
from combat.stages.rules import FINISHED, Side, changed

STAGE, ATTACKERS, DEFENDERS, ROUNDS = range(4)
CLASH, GO_ON = 0, 1


class Clash:
    """Chance: a round (ST-01, ST-02)."""

    def rolls(self, states):
        return (Margin(6, len(states)),)

    def resolve(self, states, results):
        won = results[0][:, 0] > 0
        attackers = states[:, ATTACKERS] - ~won
        defenders = states[:, DEFENDERS] - won
        over = (attackers == 0) | (defenders == 0)
        stage = np.where(over, FINISHED, GO_ON)
        return changed(
            states, {STAGE: stage, ATTACKERS: attackers, DEFENDERS: defenders, ROUNDS: 1}
        )


class GoOn:
    """Choice: the attacker goes on (option 0) or falls back (option 1) (ST-03)."""

    side = Side.ATTACKER

    def options(self, states):
        return np.ones((len(states), 2), bool)

    def apply(self, states, option):
        return changed(states, {STAGE: np.where(option == 1, FINISHED, CLASH)})


@dataclass(frozen=True)
class Storm:
    """The stages; `most`: men of the larger side; `rounds` is a tally."""

    most: int
    columns = ("stage", "attackers", "defenders", "rounds")
    tallies = ("rounds",)
    stages = (Clash(), GoOn())

    @property
    def bounds(self):
        return np.array([GO_ON, self.most, self.most, 0])

    def rank(self, states):
        return 2 * (states[:, ATTACKERS] + states[:, DEFENDERS]) + states[:, STAGE]


def fall_back_at(number):
    """Return the policy: fall back when at most so many attackers are left."""
    return lambda view, legal: (view["attackers"] <= number).astype(np.int64)
