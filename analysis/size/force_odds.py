"""The chance of an event for many forces of one side: from one solve, one by one, or simulated."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from analysis.answers import odds
from analysis.family import chances
from analysis.size.base import Base, force_of
from analysis.size.wanted import Wanted
from combat.arrays import Floats
from combat.battle import Battle
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.game import ATTACKER

FEW = 64  # forces for which it is not tried to solve half of them at once


class How(NamedTuple):
    """How chances are computed, and for how many forces at most."""

    engine: str
    trials: int | None
    precision: float | None
    seed: int | None
    most: int

    @property
    def simulates(self) -> bool:
        """Whether all is to be simulated."""
        sampled = self.trials is not None or self.precision is not None
        return self.engine == "simulate" or (self.engine == "auto" and sampled)


class ForceOdds:
    """Answers for one base and one event.

    Attributes
    ----------
    simulates : bool
        Whether chances are simulated: as asked, or once an exact answer was found too large.
    at_once : bool
        Whether one solve answers many forces.
    trials : int or None
        Of the simulations so far, the most of any.
    """

    def __init__(self, base: Base, wanted: Wanted, how: How) -> None:
        self.base, self.wanted, self.how = base, wanted, how
        self.simulates = how.simulates
        self.trials: int | None = None
        self.at_once = not self.simulates and self._table([base.battle]) is not None

    def of(self, battles: Sequence[Battle]) -> list[Estimate]:
        """Return the chance of the event in each, exactly if that can be.

        Raises
        ------
        OptionError
            If an exact answer is asked for and too large.
        """
        if not self.simulates:
            try:
                found = self._exact(battles).clip(0.0, 1.0)
            except OptionError:
                if self.how.engine == "exact":
                    raise
                self.simulates = True
            else:
                values = found if self.wanted.happens else 1.0 - found
                return [Estimate.of_exact(value) for value in values.tolist()]
        return [self._simulated(battle) for battle in battles]

    def _exact(self, battles: Sequence[Battle]) -> Floats:
        """Return the chances from one solve, from one for each half, …, or else one by one."""
        found = self._table(battles) if self.at_once else None
        if found is not None and not np.isnan(found).any():
            return found
        if self.at_once and len(battles) > FEW:
            half = len(battles) // 2
            return np.concatenate([self._exact(battles[:half]), self._exact(battles[half:])])
        return chances(battles, self.wanted.event.name)

    def _table(self, battles: Sequence[Battle]) -> Floats | None:
        """Return the chances from one solve, shape (battles,), if the game can do that."""
        first, family = battles[0], self.base.game.family
        if family is None or any(one.settings != first.settings for one in battles[1:]):
            return None
        forces = [force_of(battle, self.base.side) for battle in battles]
        attacks = self.base.side == ATTACKER
        sides = (forces, [first.defender]) if attacks else ([first.attacker], forces)
        table = family(first, *sides, self.wanted.event.name)
        return None if table is None else table.ravel()

    def _simulated(self, battle: Battle) -> Estimate:
        how = self.how
        found = odds(
            battle,
            engine="simulate" if how.simulates else "auto",
            trials=how.trials,
            precision=how.precision,
            rng=how.seed,
        )
        self.trials = max(self.trials or 0, found.trials or 0) or None
        return self.wanted.estimate(found)
