"""Battles of a simulation: each different one is solved once, exactly, and then drawn from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from combat.arrays import Floats, Ints
from combat.axis_allies.ends import ENDS_OF
from combat.axis_allies.rounds.layout import Layout
from combat.battle import Battle
from combat.force import Force
from combat.stages.keys import Radix

TAKEN, RETREATED = ENDS_OF["territory_taken"], ENDS_OF["attacker_retreated"]
CLEARED = ENDS_OF["cleared_not_taken"]
NEVER = "never"


class Ends(NamedTuple):
    """How a battle can end, ends in a fixed order.

    ``attackers``, ``defenders``: int array, shape (ends, units): what is left; ``codes``: int
    array, shape (ends,), index into `ENDS`; ``below``: float array, shape (ends,), chance of this
    end or one before it.
    """

    attackers: Ints
    defenders: Ints
    codes: Ints
    below: Floats

    def chance(self, code: int) -> float:
        """Return the chance of a kind of end."""
        single = np.diff(self.below, prepend=0.0)
        return float(single[self.codes == code].sum())


class Sides(NamedTuple):
    """Battles by row, int arrays of shape (rows, units) each; landed units are attackers too."""

    attackers: Ints
    defenders: Ints
    landed: Ints
    bombard: Ints


class Drawn(NamedTuple):
    """An end for each row; ``chance``: of the battle to be won there."""

    attackers: Ints
    defenders: Ints
    codes: Ints
    chance: Floats


@dataclass(eq=False)
class Fights:
    """Solved battles.

    Parameters
    ----------
    layout : Layout
    edition : str
    """

    layout: Layout
    edition: str = "2009"
    solved: dict[tuple[object, ...], Ends] = field(default_factory=dict, repr=False)

    def battle(
        self,
        attackers: Sequence[int],
        defenders: Sequence[int],
        retreat: str = NEVER,
        *,
        income: int = 0,
        landed: Sequence[int] = (),
        bombard: Sequence[int] = (),
    ) -> Battle:
        """Return a battle of counts by unit."""
        from combat.axis_allies.game import AXIS_ALLIES

        options = {"edition": self.edition, "retreat": retreat}
        if retreat != NEVER and income:  # best retreat weighs what taking the territory is worth
            options["worth"] = f"territory={income}"
        if any(landed):
            options["landing"] = str(self.force(landed))
        if any(bombard):
            options["bombard"] = str(self.force(bombard))
        mine, theirs = self.force(attackers), self.force(defenders)
        return Battle.parse(AXIS_ALLIES, str(mine), str(theirs) or "none", **options)

    def force(self, counts: Sequence[int]) -> Force:
        """Return counts by unit as a force."""
        return Force.of(dict(zip(self.layout.units, map(int, counts), strict=True)))

    def ends(
        self,
        attackers: tuple[int, ...],
        defenders: tuple[int, ...],
        landed: tuple[int, ...],
        bombard: tuple[int, ...],
        retreat: str,
        income: int,
    ) -> Ends:
        """Return how a battle can end, from those solved before if it is among them."""
        if any(landed):
            retreat = NEVER  # landed troops cannot retreat (AA-22); nor do the others then
        landed = landed if any(bombard) else ()  # without bombardment it is a battle on land
        key = attackers, defenders, landed, bombard, retreat, income
        if key not in self.solved:
            battle = self.battle(
                attackers, defenders, retreat, income=income, landed=landed, bombard=bombard
            )
            self.solved[key] = self._solve(battle, attackers, defenders)
        return self.solved[key]

    def _solve(
        self, battle: Battle, attackers: tuple[int, ...], defenders: tuple[int, ...]
    ) -> Ends:
        outcomes = battle.game.model(battle).exact()
        left = [
            self._left(side, counts, outcomes.columns, outcomes.states)
            for side, counts in (("attacker", attackers), ("defender", defenders))
        ]
        below = np.cumsum(outcomes.chance)
        return Ends(left[0], left[1], outcomes.column("end"), below / below[-1])

    def _left(
        self, side: str, start: tuple[int, ...], columns: tuple[str, ...], states: Ints
    ) -> Ints:
        """Return the units left of a side; guns that cannot be lost are there still (AA-03)."""
        found = np.zeros((len(states), len(start)), dtype=np.int64)
        for at, name in enumerate(self.layout.units):
            column = f"{side}.{name}"
            if column in columns:
                found[:, at] = states[:, columns.index(column)]
            elif self.layout.table[name].domain == "gun":
                found[:, at] = start[at]
        return found

    def draw(
        self, sides: Sides, uniform: Floats, retreats: tuple[Sequence[str], Ints], income: int
    ) -> Drawn:
        """Draw an end for each row.

        Parameters
        ----------
        sides : Sides
        uniform : float array, shape (rows,)
        retreats : (sequence of str, int array of shape (rows,))
            Ways to break off, and which of them each row has.
        income : int
            Of the territory, for best retreat.
        """
        ways, way = retreats
        rows = np.hstack([*sides, way[:, None]])
        first, number = groups(rows)
        width = sides.attackers.shape[1]
        found = Drawn(
            np.zeros_like(sides.attackers),
            np.zeros_like(sides.defenders),
            np.zeros(len(rows), dtype=np.int64),
            np.zeros(len(rows)),
        )
        order = np.argsort(number, kind="stable")
        bounds = np.searchsorted(number[order], np.arange(len(first) + 1))
        for at, row in enumerate(rows[first].tolist()):
            there = order[bounds[at] : bounds[at + 1]]
            four = tuple(tuple(row[width * k : width * (k + 1)]) for k in range(4))
            ends = self.ends(four[0], four[1], four[2], four[3], ways[row[-1]], income)
            end = np.searchsorted(ends.below, uniform[there], side="right")
            found.attackers[there] = ends.attackers[end]
            found.defenders[there] = ends.defenders[end]
            found.codes[there] = ends.codes[end]
            at_sea = any(four[0][n] or four[1][n] for n in self.layout.ships)
            found.chance[there] = ends.chance(CLEARED if at_sea else TAKEN)
        return found


def groups(rows: Ints) -> tuple[Ints, Ints]:
    """Return the first row of each different kind, and the number of each row's kind.

    Parameters
    ----------
    rows : int array, shape (rows, columns)
        No number is negative.

    Examples
    --------
    >>> [part.tolist() for part in groups(np.array([[3, 1], [0, 1], [3, 1]]))]
    [[1, 0], [1, 0, 1]]
    """
    if not len(rows):
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    high = rows.max(axis=0)
    varied = np.flatnonzero(high != rows.min(axis=0))
    if not len(varied):
        return np.zeros(1, dtype=np.int64), np.zeros(len(rows), dtype=np.int64)
    keys = Radix([0] * len(varied), high[varied].tolist()).encode(rows[:, varied])
    _, first, number = np.unique(keys, return_index=True, return_inverse=True)
    return first, number
