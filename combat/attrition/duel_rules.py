"""A duel as staged rules, so that the general engines can answer it too.

One stage: a round in which both sides roll the tables of their nodes. The grid is faster; this is
for what only the general engines know, such as the distribution of the number of rounds, and it
holds the two engines against one another.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Ints
from combat.attrition.duel import Duel
from combat.dice import Roll, Table
from combat.stages.rules import FINISHED, Chance, Choice, Row, Starts, States

ATTACKER, DEFENDER, FOUGHT, ROUNDS = 1, 2, 3, 4


@dataclass(frozen=True, eq=False)
class Round:
    """Both sides fire, casualties leave, and the attacker may break off."""

    duel: Duel

    def rolls(self, states: States) -> tuple[Roll, ...]:
        """Hits of the attacker's node, and of the defender's."""
        return (
            Table(self.duel.attacker.fire[states[:, ATTACKER]]),
            Table(self.duel.defender.fire[states[:, DEFENDER]]),
        )

    def resolve(self, states: States, results: tuple[Ints, ...]) -> States:
        """Take the casualties of both sides; finish what is over or broken off."""
        hits, losses = (result[:, 0] for result in results)
        after = states.copy()
        after[:, ATTACKER] = self._after_losses[states[:, ATTACKER], losses]
        after[:, DEFENDER] = self._after_hits[states[:, DEFENDER], hits]
        after[:, FOUGHT] = 1
        after[:, ROUNDS] = 1
        return staged(self.duel, after)

    @cached_property
    def _after_hits(self) -> Ints:
        return self.duel.defender.next(self.duel.attacker.most_hits)

    @cached_property
    def _after_losses(self) -> Ints:
        return self.duel.attacker.next(self.duel.defender.most_hits)


@dataclass(frozen=True, eq=False)
class DuelRules:
    """The `Rules` of a duel whose end does not depend on the number of the round.

    Raises
    ------
    ValueError
        For a duel with a horizon.
    """

    duel: Duel
    columns: tuple[str, ...] = ("stage", "attacker", "defender", "fought", "rounds")
    tallies: tuple[str, ...] = ("rounds",)

    def __post_init__(self) -> None:
        if self.duel.horizon is not None:
            raise ValueError("a duel with a horizon is answered round by round, not as rules")

    @cached_property
    def stages(self) -> tuple[Chance | Choice, ...]:
        """The one stage."""
        return (Round(self.duel),)

    @property
    def bounds(self) -> Row:
        """Largest value of each column."""
        attackers, defenders = self.duel.shape
        return np.array([0, attackers - 1, defenders - 1, 1, 1])

    def rank(self, states: States) -> Ints:
        """Hits that both sides can still take, and whether a round has been fought."""
        left = self.duel.attacker.rank[states[:, ATTACKER]]
        against = self.duel.defender.rank[states[:, DEFENDER]]
        return 2 * (left + against) + 1 - states[:, FOUGHT]

    def start(self) -> Starts:
        """Where the duel begins, as one case."""
        rows = np.zeros((len(self.duel.starts), len(self.columns)), dtype=np.int64)
        rows[:, [ATTACKER, DEFENDER]] = self.duel.starts
        states = staged(self.duel, rows)
        return Starts(states, self.duel.weights, np.zeros(len(rows), dtype=np.int64))


def staged(duel: Duel, states: States) -> States:
    """Set the stage: another round where the battle goes on, finished elsewhere."""
    pairs = states[:, ATTACKER], states[:, DEFENDER]
    goes_on = np.where(states[:, FOUGHT] > 0, duel.going(1)[pairs], duel.going(0)[pairs])
    staged = states.copy()
    staged[:, 0] = np.where(goes_on, 0, FINISHED)
    return staged
