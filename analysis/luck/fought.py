"""One battle of a log: how what happened stands among all that could have come of it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from analysis.luck.events import Happened
from analysis.luck.log import Logged, Result
from analysis.luck.result import Ends
from combat.arrays import Bools, Floats
from combat.battle import Battle
from combat.convolution import Spread, Standing, standing
from combat.estimate import Estimate
from combat.game import ATTACKER
from combat.outcomes import Outcomes


@dataclass(frozen=True, eq=False)
class Solved:
    """A battle from one side's view: what it could swing.

    Attributes
    ----------
    text : str
        The battle.
    side : str
    values, chances : float array, shape (values,)
        The swings that can be, rising, in favour of `side`, and their chances.
    trials : int or None
        Of a simulation; None where it is exact.
    dropped : float
        Mass that an exact engine left out.
    """

    text: str
    side: str
    values: Floats
    chances: Floats
    trials: int | None
    dropped: float

    @cached_property
    def mean(self) -> float:
        """Expected swing."""
        return float(self.chances @ self.values)

    @cached_property
    def sd(self) -> float:
        """Standard deviation of the swing; 0, and no rounding, where there is one swing only."""
        if len(self.values) == 1:
            return 0.0
        return float(np.sqrt(self.chances @ (self.values - self.mean) ** 2))


@dataclass(frozen=True, eq=False)
class Fought:
    """How what came of a battle stands among all that could have; lines that say the same share it.

    Attributes
    ----------
    battle : Battle
    result : tuple of (str, str)
        What happened, as `Logged` has it.
    solved : Solved
    weights : float array, shape (values,)
        Chances of the swings of `solved`, given what the log says happened.
    standing : Standing
    """

    battle: Battle
    result: Result
    solved: Solved
    weights: Floats
    standing: Standing

    @cached_property
    def swing(self) -> float:
        """The swing that happened; the mean of those that fit, where the log leaves it open."""
        return float(self.weights @ self.solved.values)

    @cached_property
    def fitting(self) -> tuple[int, int]:
        """Places of the least and the greatest swing that fit what the log says."""
        there = np.flatnonzero(self.weights)
        return int(there[0]), int(there[-1])

    @cached_property
    def span(self) -> tuple[float, float]:
        """The least and the greatest swing that fit what the log says."""
        low, high = self.fitting
        return float(self.solved.values[low]), float(self.solved.values[high])

    @cached_property
    def pinned(self) -> bool:
        """Whether what the log says leaves one swing only."""
        return self.span[0] == self.span[1]

    @cached_property
    def percentile(self) -> Estimate:
        """Chance of a worse swing, and half of that of an equal one."""
        return self._estimate(self.standing.middle)

    @cached_property
    def worse(self) -> Estimate:
        """Chance of that swing or a worse one."""
        return self._estimate(self.standing.at_most)

    @cached_property
    def better(self) -> Estimate:
        """Chance of that swing or a better one."""
        return self._estimate(self.standing.at_least)

    def _estimate(self, chance: float) -> Estimate:
        return Estimate.of_chance(chance, self.solved.trials, dropped=self.solved.dropped)


class Answers:
    """What a battle's outcomes say of results that a log has of it; equal results once."""

    def __init__(self, outcomes: Outcomes, event: str | None) -> None:
        self.outcomes, self.event = outcomes, event
        self.ends = Ends(outcomes)
        self.swings = np.round(outcomes.values(outcomes.battle.game.swing), 9) + 0.0
        self.sides: dict[str, Solved] = {}
        self.rows: dict[Result, Bools] = {}
        self.known: dict[tuple[str, Result], Fought] = {}
        self.came: dict[tuple[str, Result], Happened] = {}

    def fought(self, logged: Logged) -> Fought:
        """Return how one battle of the log stands."""
        key = logged.side, logged.result
        if key not in self.known:
            solved, fit = self._solved(logged.side), self._fit(logged)
            values = self._swings(logged.side)
            mass = np.bincount(
                np.searchsorted(solved.values, values[fit]),
                self.outcomes.chance[fit],
                minlength=len(solved.values),
            )
            weights = mass / mass.sum()
            places = Spread(0, weights), Spread(0, solved.chances)
            place = standing(*places)
            self.known[key] = Fought(logged.battle, logged.result, solved, weights, place)
        return self.known[key]

    def happened(self, logged: Logged) -> Happened:
        """Return the chance of the event, before the battle and given what happened."""
        key = logged.side, logged.result
        if key not in self.came:
            self.came[key] = Happened.of(self.outcomes, self._fit(logged), logged.side, self.event)
        return self.came[key]

    def _fit(self, logged: Logged) -> Bools:
        if logged.result not in self.rows:
            self.rows[logged.result] = self.ends.fitting(logged)
        return self.rows[logged.result]

    def _swings(self, side: str) -> Floats:
        return self.swings if side == ATTACKER else 0.0 - self.swings

    def _solved(self, side: str) -> Solved:
        if side not in self.sides:
            outcomes = self.outcomes
            values, chances = outcomes.distribution(self._swings(side))
            text = str(outcomes.battle)
            self.sides[side] = Solved(
                text, side, values, chances, outcomes.trials, outcomes.dropped
            )
        return self.sides[side]
