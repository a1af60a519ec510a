"""Bombardment before a landing, as one round in front of the others (AA-21, AA-51)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from combat.arrays import Floats, Ints
from combat.axis_allies.land import Army
from combat.axis_allies.losses import loss_order
from combat.axis_allies.settings import table_of
from combat.axis_allies.units import SIDES_OF_DIE
from combat.battle import Battle
from combat.force import Force
from combat.game import DEFENDER
from combat.hits import dice_pmf


class Opening(NamedTuple):
    """Pairs at which a battle stands after AA fire, and after a bombardment with its round.

    The chance of the pair (attackers[i], defenders[j]) is the sum over s of
    ``attacker[s, i] * defender[s, j]``; no other pair has one.
    """

    attackers: Ints
    defenders: Ints
    attacker: Floats
    defender: Floats

    @classmethod
    def of(cls, attacker: Floats, defender: Floats) -> "Opening":
        """Keep the nodes with a chance, few of them all, of arrays of shape (s, nodes)."""
        mine = np.flatnonzero(attacker.any(axis=0))
        theirs = np.flatnonzero(defender.any(axis=0))
        return cls(mine, theirs, attacker[:, mine], defender[:, theirs])

    @property
    def where(self) -> tuple[Ints, Ints]:
        """The index of these pairs in an array of shape (attacker nodes, defender nodes)."""
        return self.attackers[:, None], self.defenders[None, :]


@dataclass(frozen=True, eq=False)
class Bombardment:
    """Ships that fire before a landing; false if there are none.

    Parameters
    ----------
    hits : float array, shape (most hits + 1,)
        Chance of each number of hits.
    victims : tuple of str
        Types that can be hit, first lost first (AA-51).
    """

    hits: Floats
    victims: tuple[str, ...]

    @classmethod
    def of(cls, battle: Battle, ships: Force, landed: int) -> "Bombardment":
        """Make the bombardment of ships, no more of them than land units land, the best first."""
        table = table_of(battle.settings)
        values = sorted((table[name].attack for name, n in ships for _ in range(n)), reverse=True)
        pools = np.zeros((1, SIDES_OF_DIE + 1), dtype=np.int64)
        for value in values[:landed]:
            pools[0, value] += 1
        order = loss_order(battle, DEFENDER).order
        able = set(table.of_domain("land", "casualty gun"))
        return cls(dice_pmf(pools)[0], tuple(name for name in order if name in able))

    def __bool__(self) -> bool:
        return len(self.hits) > 1

    def spared(self, garrison: Mapping[str, int]) -> Iterator[tuple[dict[str, int], float]]:
        """Yield what the ships leave of a garrison, and the chance of it; excess hits are lost."""
        left = dict(garrison)
        for hits, chance in enumerate(self.hits):
            if hits:
                victim = next((name for name in self.victims if left.get(name)), None)
                left = left if victim is None else {**left, victim: left[victim] - 1}
            yield left, float(chance)

    def first_round(
        self, attacker: Army, defender: Army, garrison: Force, begins: Floats
    ) -> Opening:
        """Return where round 1 leads: the victims fire in it, and take no further hits.

        Parameters
        ----------
        attacker, defender : Army
        garrison : Force
            What stands there, the victims among it.
        begins : float array, shape (attacker nodes,)
            Chance of each node of the attacker when the round begins.
        """
        mine, theirs, node = attacker.graph, defender.graph, defender.node(dict(garrison))
        rows = np.flatnonzero(begins)
        after, hit = mine.next(theirs.most_hits), theirs.next(mine.most_hits)
        spared = [(defender.node(left), chance) for left, chance in self.spared(dict(garrison))]
        ours = np.zeros((len(rows), len(mine)))
        others = np.zeros((len(rows), len(theirs)))
        for at, row in enumerate(rows):
            if not mine.able[row]:  # nobody is left to land: nothing is fought
                ours[at, row], others[at, node] = begins[row], 1.0
                continue
            np.add.at(ours[at], after[row], begins[row] * theirs.fire[node])
            for left, chance in spared:
                np.add.at(others[at], hit[left], chance * mine.fire[row])
        return Opening.of(ours, others)
