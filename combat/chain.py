"""Battles in a row: the final states of one are the weighted starts of the next.

Nothing is averaged in between. What later battles need to know is remembered behind each final
state; equal memories are one branch, whose battle is fought once, and sums over the whole row are
carried as first and second moments beside the mass.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from combat.arrays import Floats, Ints
from combat.battle import Battle
from combat.errors import TooLargeError
from combat.estimate import Estimate
from combat.outcomes import Outcomes

Onward = Callable[[Outcomes, int], Battle | None]
Solver = Callable[[Battle], Outcomes]
MOST_BRANCHES = 5_000
ENDS_HERE = -1


class Step(Protocol):
    """One place of the row: which battle is fought there, and what is remembered of it."""

    def fought(self, memory: Hashable, chance: float) -> Outcomes | None:
        """Return the outcomes of the battle there, or None if the step is passed over.

        ``chance`` is that of coming there with this memory.
        """

    def memories(self, memory: Hashable, outcomes: Outcomes | None) -> Sequence[Hashable]:
        """Return what to remember after each final state (after passing over: one memory).

        None ends the row there.
        """


@dataclass(frozen=True, eq=False)
class Branch:
    """One battle that may be fought at a stage, or the stage passed over.

    Attributes
    ----------
    chance : float
        Chance to come here.
    outcomes : Outcomes or None
        Of the battle; None where the stage is passed over.
    onward : int array, shape (states,)
        For each final state (passed over: one) the branch of the next stage, or `ENDS_HERE`.
    """

    chance: float
    outcomes: Outcomes | None
    onward: Ints


@dataclass(frozen=True, eq=False)
class Stage:
    """All that may happen in one place of the row.

    Attributes
    ----------
    branches : tuple of Branch
    trials : int or None
        Simulated runs of the row up to here; None if all of it is exact.
    """

    branches: tuple[Branch, ...]
    trials: int | None = None

    @property
    def fought(self) -> tuple[tuple[float, Outcomes], ...]:
        """The battles that may be fought here, each with its chance."""
        return tuple((b.chance, b.outcomes) for b in self.branches if b.outcomes is not None)

    @property
    def reached(self) -> float:
        """Chance that the stage is fought."""
        return float(sum(chance for chance, _ in self.fought))

    @property
    def dropped(self) -> float:
        """Mass that exact engines left out of its battles."""
        return float(sum(chance * outcomes.dropped for chance, outcomes in self.fought))

    def event(self, name: str) -> Estimate:
        """Chance that the stage is fought and ends so."""
        chance = sum(chance * outcomes.event(name).value for chance, outcomes in self.fought)
        return Estimate.of_chance(chance, self.trials)

    def quantity(self, name: str) -> float:
        """Mean of a quantity at this stage; 0 counts where it is not fought."""
        return float(sum(chance * o.quantity(name).value for chance, o in self.fought))


@dataclass(frozen=True, eq=False)
class Chain:
    """A row of battles as one probability model.

    Parameters
    ----------
    stages : tuple of Stage
    """

    stages: tuple[Stage, ...]

    @property
    def trials(self) -> int | None:
        """Simulated runs of the whole row, or None if all is exact."""
        return self.stages[-1].trials

    @property
    def dropped(self) -> float:
        """Mass that exact engines left out, at most."""
        return float(sum(stage.dropped for stage in self.stages))

    def event(self, name: str) -> Estimate:
        """Chance that the last battle of the row ends so."""

        def ended(_: int, outcomes: Outcomes, mass: Floats) -> Floats:
            chance = outcomes.chance * mass[0]
            return np.stack([chance, chance * outcomes.rows(name)], axis=1)

        return Estimate.of_chance(float(self.carried(np.array([1.0, 0.0]), ended)[1]), self.trials)

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

    def total(self, values: Callable[[int, Outcomes], Floats]) -> Estimate:
        """Mean and spread, from one run of the whole row to the next, of a sum over its stages.

        Parameters
        ----------
        values : callable
            ``(stage number, outcomes)`` to what each final state adds, shape (states,).
        """

        def added(stage: int, outcomes: Outcomes, moments: Floats) -> Floats:
            return _added(moments, values(stage, outcomes), outcomes.chance)

        mass, mean, second = self.carried(np.array([1.0, 0.0, 0.0]), added).tolist()
        sd = float(np.sqrt(max(0.0, second / mass - (mean / mass) ** 2)))
        return Estimate.of_mean(mean / mass, sd, self.trials)

    def carried(self, start: Floats, through: Callable[[int, Outcomes, Floats], Floats]) -> Floats:
        """Carry a vector, such as mass and moments, along the row; return its sum over all ends.

        Parameters
        ----------
        start : float array, shape (k,)
        through : callable
            ``(stage number, outcomes, vector before)`` to the vector after each final state, its
            chance included, shape (states, k); linear in the vector.
        """
        done = np.zeros(len(start))
        coming = start[None, :]
        for number, stage in enumerate(self.stages):
            size = len(self.stages[number + 1].branches) if number + 1 < len(self.stages) else 0
            following = np.zeros((size, len(start)))
            for branch, before in zip(stage.branches, coming, strict=True):
                fought = branch.outcomes
                after = before[None, :] if fought is None else through(number, fought, before)
                ends = branch.onward == ENDS_HERE
                done += after[ends].sum(axis=0)
                np.add.at(following, branch.onward[~ends], after[~ends])
            coming = following
        return done


def followed(steps: Iterable[Step]) -> Chain:
    """Follow each final state of each step into the next step.

    Parameters
    ----------
    steps : iterable of Step
        The first one remembers nothing: None.

    Raises
    ------
    TooLargeError
        If more than `MOST_BRANCHES` branches come to a stage.
    """
    stages: list[Stage] = []
    coming: list[tuple[Hashable, float]] = [(None, 1.0)]
    trials: int | None = None
    for step in steps:
        numbers: dict[Hashable, int] = {}
        branches = []
        for memory, chance in coming:
            outcomes = step.fought(memory, chance)
            onward = _numbered(step.memories(memory, outcomes), numbers)
            branches.append(Branch(chance, outcomes, onward))
            if outcomes is not None and outcomes.trials is not None:
                runs = round(outcomes.trials / chance)  # a run here is so many of the whole row
                trials = runs if trials is None else min(trials, runs)
        stages.append(Stage(tuple(branches), trials))
        coming = list(zip(numbers, _chances(branches, len(numbers)), strict=True))
    return Chain(tuple(stages))


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
    TooLargeError
        If there are more different battles at a stage than `MOST_BRANCHES`.
    """
    battles: dict[Hashable, Battle] = {None: first.battle}

    def answer(battle: Battle) -> Outcomes:
        return first if battle is first.battle else solver(battle)

    return followed([_Link(battles, answer, onward) for onward in (*onwards, None)])


@dataclass(frozen=True)
class _Link:
    """A step that remembers the next battle and nothing else.

    ``battles``: by their text, in which they are remembered; ``onward``: from a final state to the
    next of them.
    """

    battles: dict[Hashable, Battle]
    answer: Solver
    onward: Onward | None

    def fought(self, memory: Hashable, _: float) -> Outcomes:
        return self.answer(self.battles[memory])

    def memories(self, _: Hashable, outcomes: Outcomes | None) -> Sequence[Hashable]:
        assert outcomes is not None
        if self.onward is None:
            return [None] * len(outcomes)
        found = [self.onward(outcomes, row) for row in range(len(outcomes))]
        self.battles.update({str(battle): battle for battle in found if battle is not None})
        return [None if battle is None else str(battle) for battle in found]


def _numbered(memories: Sequence[Hashable], numbers: dict[Hashable, int]) -> Ints:
    """Number memories, equal ones alike; None ends the row."""
    found = [
        ENDS_HERE if memory is None else numbers.setdefault(memory, len(numbers))
        for memory in memories
    ]
    if len(numbers) > MOST_BRANCHES:
        raise TooLargeError(
            f"more than {MOST_BRANCHES:,} different battles could follow: ask about fewer units, or"
            " simulate fewer runs",
            given=str(len(numbers)),
            allowed=(f"up to {MOST_BRANCHES}",),
        )
    return np.array(found, dtype=np.int64)


def _chances(branches: Sequence[Branch], size: int) -> list[float]:
    """Chance to come to each branch of the next stage."""
    total = np.zeros(size)
    for branch in branches:
        chance = np.ones(1) if branch.outcomes is None else branch.outcomes.chance
        leads = branch.onward != ENDS_HERE
        np.add.at(total, branch.onward[leads], branch.chance * chance[leads])
    return [float(chance) for chance in total]


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
