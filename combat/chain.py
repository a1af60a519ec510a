"""Battles in a row: the final states of one are the weighted starts of the next.

Nothing is averaged in between: each final state leads to its own next battle, equal battles are
fought once, and sums over the whole row are carried as first and second moments beside the mass.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Floats, Ints
from combat.battle import Battle
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.outcomes import Outcomes

Onward = Callable[[Outcomes, int], Battle | None]
Solver = Callable[[Battle], Outcomes]
MOST_BRANCHES = 5_000
ENDS_HERE = -1


@dataclass(frozen=True, eq=False)
class Branch:
    """One battle that may be fought at a stage.

    Attributes
    ----------
    chance : float
        Chance that it is fought.
    outcomes : Outcomes
        Of the battle, given that it is fought.
    onward : int array, shape (states,)
        For each final state the branch of the next stage, or `ENDS_HERE`.
    """

    chance: float
    outcomes: Outcomes
    onward: Ints


@dataclass(frozen=True, eq=False)
class Stage:
    """All the battles that may be fought in one place of the row."""

    branches: tuple[Branch, ...]

    @property
    def reached(self) -> float:
        """Chance that the stage is fought."""
        return float(sum(branch.chance for branch in self.branches))

    def event(self, name: str) -> Estimate:
        """Chance that the stage is fought and ends so."""
        chance = sum(b.chance * b.outcomes.event(name).value for b in self.branches)
        return _proportion(chance, self.trials)

    def quantity(self, name: str) -> float:
        """Mean of a quantity at this stage; 0 counts where it is not fought."""
        return float(sum(b.chance * b.outcomes.quantity(name).value for b in self.branches))

    @cached_property
    def trials(self) -> int | None:
        """Fewest trials of its battles, or None if all are exact."""
        trials = [b.outcomes.trials for b in self.branches if b.outcomes.trials is not None]
        return min(trials) if trials else None


@dataclass(frozen=True, eq=False)
class Chain:
    """A row of battles as one probability model.

    Parameters
    ----------
    stages : tuple of Stage
    """

    stages: tuple[Stage, ...]

    def event(self, name: str) -> Estimate:
        """Chance that any of the stages is fought and ends so."""
        chance = sum(stage.event(name).value for stage in self.stages)
        return _proportion(chance, self.trials)

    def quantity(self, name: str, signs: Sequence[float] | None = None) -> Estimate:
        """Mean and spread of a quantity added up over the stages.

        Parameters
        ----------
        name : str
        signs : sequence of float, optional
            Factor of each stage; −1 where the sides have changed places. 1 if not given.
        """
        factors = signs or [1.0] * len(self.stages)
        return self.total(lambda stage, outcomes: factors[stage] * outcomes.values(name))

    @property
    def trials(self) -> int | None:
        """Fewest trials of any battle, or None if all are exact."""
        trials = [stage.trials for stage in self.stages if stage.trials is not None]
        return min(trials) if trials else None

    def total(self, values: Callable[[int, Outcomes], Floats]) -> Estimate:
        """Mean and spread, from one run of the whole row to the next, of a sum over its stages.

        Parameters
        ----------
        values : callable
            ``(stage number, outcomes)`` to what each final state adds, shape (states,).
        """
        done = np.zeros(3)
        coming = [np.array([1.0, 0.0, 0.0])]
        for number, stage in enumerate(self.stages):
            size = len(self.stages[number + 1].branches) if number + 1 < len(self.stages) else 0
            following = np.zeros((size, 3))
            for branch, moments in zip(stage.branches, coming, strict=True):
                after = _added(moments, values(number, branch.outcomes), branch.outcomes.chance)
                ends = branch.onward == ENDS_HERE
                done += after[ends].sum(axis=0)
                np.add.at(following, branch.onward[~ends], after[~ends])
            coming = list(following)
        mass, mean, second = (float(moment) for moment in done)
        sd = float(np.sqrt(max(0.0, second / mass - (mean / mass) ** 2)))
        if self.trials is None:
            return Estimate.of_exact(mean / mass, sd)
        return Estimate.of_mean(mean / mass, sd, self.trials)


def chained(first: Outcomes, *onwards: Onward, solver: Solver) -> Chain:
    """Follow each final state of a battle into the next, as often as there is an `onward`.

    Parameters
    ----------
    first : Outcomes
    *onwards : callable
        ``(outcomes, row)`` to the battle that follows from that final state, or None.
    solver : callable
        Battle to its outcomes, such as `combat.engine.solve`.

    Raises
    ------
    OptionError
        If there are more different battles at a stage than `MOST_BRANCHES`.
    """
    stages: list[Stage] = []
    fought = [(1.0, first)]
    for onward in onwards:
        battles: dict[str, tuple[int, Battle]] = {}
        links = [_links(outcomes, onward, battles) for _, outcomes in fought]
        stages.append(
            Stage(tuple(Branch(c, o, link) for (c, o), link in zip(fought, links, strict=True)))
        )
        chances = np.zeros(len(battles))
        for branch in stages[-1].branches:
            leads = branch.onward != ENDS_HERE
            mass = branch.chance * branch.outcomes.chance[leads]
            np.add.at(chances, branch.onward[leads], mass)
        fought = [(float(chances[number]), solver(battle)) for number, battle in battles.values()]
    last = [Branch(c, o, np.full(len(o), ENDS_HERE)) for c, o in fought]
    return Chain((*stages, Stage(tuple(last))))


def _links(outcomes: Outcomes, onward: Onward, battles: dict[str, tuple[int, Battle]]) -> Ints:
    """Number the battles that follow from the final states, equal ones alike."""
    link = np.full(len(outcomes), ENDS_HERE)
    for row in range(len(outcomes)):
        battle = onward(outcomes, row)
        if battle is not None:
            link[row] = battles.setdefault(str(battle), (len(battles), battle))[0]
    if len(battles) > MOST_BRANCHES:
        raise OptionError(
            f"{len(battles):,} different battles could follow, more than the limit of"
            f" {MOST_BRANCHES:,}; ask about fewer units",
            given=str(len(battles)),
        )
    return link


def _added(moments: Floats, values: Floats, chance: Floats) -> Floats:
    """Mass, first and second moment of a sum after each final state, shape (states, 3)."""
    mass, first, second = moments
    return np.stack(
        [
            mass * chance,
            (first + mass * values) * chance,
            (second + 2.0 * values * first + mass * values**2) * chance,
        ],
        axis=1,
    )


def _proportion(chance: float, trials: int | None) -> Estimate:
    if trials is None:
        return Estimate.of_exact(chance)
    return Estimate.of_proportion(chance * trials, trials)
