"""Battles in a row: the final states of one are the weighted starts of the next."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.battle import Battle
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.outcomes import Outcomes

Onward = Callable[[Outcomes, int], Battle | None]
MOST_BRANCHES = 5_000


@dataclass(frozen=True, eq=False)
class Branch:
    """One way in which the first battle leads to a second.

    Attributes
    ----------
    rows : int array
        Final states of the first battle that lead here.
    chance : float
        Their chance together.
    outcomes : Outcomes
        Of the second battle, given that it is fought.
    """

    rows: Ints
    chance: float
    outcomes: Outcomes


@dataclass(frozen=True, eq=False)
class Chain:
    """Two battles in a row as one probability model; nothing is averaged in between.

    Parameters
    ----------
    first : Outcomes
    branches : tuple of Branch
    """

    first: Outcomes
    branches: tuple[Branch, ...]

    @property
    def reached(self) -> float:
        """Chance that the second battle is fought."""
        return sum(branch.chance for branch in self.branches)

    def event(self, name: str) -> Estimate:
        """Chance that the second battle is fought and ends so."""
        return self._proportion(sum(b.chance * b.outcomes.event(name).value for b in self.branches))

    def first_event_without(self, name: str, lost: str) -> Estimate:
        """Chance of an event of the first battle which the second does not undo by `lost`."""
        undone = sum(b.chance * b.outcomes.event(lost).value for b in self.branches)
        return self._proportion(self.first.event(name).value - undone)

    def total(self, before: Floats, after: Callable[[Outcomes], Floats]) -> Estimate:
        """Mean and spread of a sum over both battles.

        Parameters
        ----------
        before : float array, shape (states of the first battle,)
            What the first battle gives.
        after : callable
            From outcomes of a second battle to what each of its states adds.
        """
        values, chances = self._sums(before, after)
        mean = float(chances @ values)
        sd = float(np.sqrt(chances @ (values - mean) ** 2))
        if self.first.trials is None:
            return Estimate.of_exact(mean, sd)
        return Estimate.of_mean(mean, sd, self.first.trials)

    def _sums(self, before: Floats, after: Callable[[Outcomes], Floats]) -> tuple[Floats, Floats]:
        values = [before[self._ending]]
        chances = [self.first.chance[self._ending]]
        for branch in self.branches:
            sums = before[branch.rows][:, None] + after(branch.outcomes)
            values.append(sums.ravel())
            joint = self.first.chance[branch.rows][:, None] * branch.outcomes.chance
            chances.append(joint.ravel())
        return np.concatenate(values), np.concatenate(chances)

    @cached_property
    def _ending(self) -> Bools:
        ending = np.ones(len(self.first), dtype=bool)
        for branch in self.branches:
            ending[branch.rows] = False
        return ending

    def _proportion(self, chance: float) -> Estimate:
        if self.first.trials is None:
            return Estimate.of_exact(chance)
        return Estimate.of_proportion(chance * self.first.trials, self.first.trials)


def chained(first: Outcomes, onward: Onward, solver: Callable[[Battle], Outcomes]) -> Chain:
    """Follow each final state of a battle into the next.

    Parameters
    ----------
    first : Outcomes
    onward : callable
        ``(outcomes, row)`` to the battle that follows from that final state, or None.
    solver : callable
        Battle to its outcomes, such as `combat.engine.solve`.

    Raises
    ------
    OptionError
        If there are more different second battles than `MOST_BRANCHES`.
    """
    rows: dict[str, list[int]] = {}
    battles: dict[str, Battle] = {}
    for row in range(len(first)):
        battle = onward(first, row)
        if battle is not None:
            rows.setdefault(str(battle), []).append(row)
            battles[str(battle)] = battle
    if len(battles) > MOST_BRANCHES:
        raise OptionError(
            f"{len(battles):,} different battles could follow, more than the limit of"
            f" {MOST_BRANCHES:,}; ask about fewer units",
            given=str(len(battles)),
        )
    return Chain(
        first,
        tuple(
            Branch(np.array(rows[key]), float(first.chance[rows[key]].sum()), solver(battles[key]))
            for key in battles
        ),
    )
