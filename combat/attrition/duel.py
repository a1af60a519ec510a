"""A battle of attrition: two sides, their graphs, where it starts and when it is broken off."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.attrition.sides import SideGraph


@dataclass(frozen=True, eq=False)
class Duel:
    """Two sides that fire at one another round by round until one is gone or breaks off.

    Parameters
    ----------
    attacker, defender : SideGraph
    starts : int array, shape (starts, 2)
        Pairs (attacker node, defender node) at which the battle begins.
    weights : float array, shape (starts,)
        Their chances; sum 1.
    halt : bool array, optional
        Where the attacker breaks off at a round's end: shape (attacker nodes, defender nodes), or
        (rounds, attacker nodes, defender nodes) if that depends on the round.
    halt_after : int, optional
        The attacker breaks off after so many rounds.
    round_limit : int, optional
        The battle stops after so many rounds, both sides where they are.
    """

    attacker: SideGraph
    defender: SideGraph
    starts: Ints
    weights: Floats
    halt: Bools | None = None
    halt_after: int | None = None
    round_limit: int | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Number of nodes of attacker and defender."""
        return len(self.attacker), len(self.defender)

    @property
    def work(self) -> float:
        """Rough number of multiplications that the exact engine needs."""
        return duel_work(self.shape, (int(self.attacker.rank[0]), int(self.defender.rank[0])))

    @cached_property
    def fightable(self) -> Bools:
        """Where a round can change anything, shape (attacker nodes, defender nodes).

        Both sides must be able to fight, and at least one to hit; two sides that cannot touch one
        another stand off.
        """
        able = self.attacker.able[:, None] & self.defender.able
        blank = (self.attacker.fire[:, 0] >= 1.0)[:, None] & (self.defender.fire[:, 0] >= 1.0)
        return able & ~blank

    def going(self, fought: int) -> Bools:
        """Where another round is fought after `fought` rounds, the horizon aside."""
        if self.halt is None or fought == 0:
            return self.fightable
        if self.halt.ndim == 2:
            return self.fightable & ~self.halt
        return self.fightable & ~self.halt[min(fought, len(self.halt)) - 1]

    @property
    def horizon(self) -> int | None:
        """The round after which nothing more is fought, or None."""
        rounds = [r for r in (self.halt_after, self.round_limit) if r is not None]
        return min(rounds) if rounds else None

    @property
    def retreats_at_horizon(self) -> bool:
        """Whether what is left at the horizon retreats, rather than stays where it is."""
        return self.halt_after is not None and self.halt_after == self.horizon

    def start_mass(self) -> Floats:
        """Return the mass at each pair before the first round, shape (attacker, defender)."""
        mass = np.zeros(self.shape)
        np.add.at(mass, (self.starts[:, 0], self.starts[:, 1]), self.weights)
        return mass

    def halting(self, halt: Bools) -> "Duel":
        """Return this battle with another rule where the attacker breaks off."""
        return replace(self, halt=halt)


def duel_work(nodes: tuple[int, int], ranks: tuple[int, int]) -> float:
    """Rough number of multiplications that the exact engine needs for graphs of such sizes."""
    outer, inner = (0, 1) if nodes[0] >= nodes[1] else (1, 0)
    return nodes[outer] * (ranks[outer] / 2.0 + nodes[inner] / 3.0 + 10.0) * nodes[inner] ** 2
