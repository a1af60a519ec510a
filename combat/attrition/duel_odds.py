"""Exact answers about duels: where they end, values, rounds and best stopping."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.attrition.duel import Duel
from combat.attrition.grid import GO_ON_WITHIN, Grid
from combat.attrition.sides import SideGraph
from combat.threads import single_thread

STILL_FIGHTING = 1e-12  # chance below which a timeline is ended
LONGEST_TIMELINE = 200  # rounds

Turned = TypeVar("Turned", Floats, Bools)


@dataclass(frozen=True, eq=False)
class DuelOdds:
    """Where a battle of attrition ends; each array has shape (attacker nodes, defender nodes).

    Attributes
    ----------
    ended : float array
        Chance that it ends there by itself: a side beaten, or neither able to touch the other.
    halted, limited : float array
        Chance that the attacker broke off there, or that the round limit stopped it there.
    fought : float array
        Mean number of rounds fought from each pair.
    square : callable
        To the mean of the squared number of rounds; computed when asked for.
    """

    ended: Floats
    halted: Floats
    limited: Floats
    fought: Floats
    square: Callable[[], float]

    @property
    def mean_rounds(self) -> float:
        """Mean number of rounds."""
        return float(self.fought.sum())

    @cached_property
    def sd_rounds(self) -> float:
        """Standard deviation of the number of rounds."""
        return float(np.sqrt(max(0.0, self.square() - self.mean_rounds**2)))


class Attrition:
    """Exact answers about duels between two side graphs.

    Parameters
    ----------
    attacker, defender : SideGraph
    """

    def __init__(self, attacker: SideGraph, defender: SideGraph) -> None:
        self._flipped = len(attacker) < len(defender)
        self._grid = Grid(defender, attacker) if self._flipped else Grid(attacker, defender)

    @classmethod
    def of(cls, duel: Duel) -> "Attrition":
        """Make the engine for the graphs of a duel."""
        return cls(duel.attacker, duel.defender)

    def odds(self, duel: Duel) -> DuelOdds:
        """Where the battle ends, and how long it takes."""
        if duel.horizon is not None or (duel.halt is not None and duel.halt.ndim == 3):
            return self._odds_by_round(duel)
        first, inflow = np.zeros(duel.shape), duel.start_mass()
        if duel.halt is not None:  # the first round is fought in any case
            first = np.where(duel.fightable, inflow, 0.0)
            inflow = self._step(first, duel.fightable) + np.where(duel.fightable, 0.0, inflow)
        going = duel.going(1)
        mass = self._eliminate(inflow, going)
        fought, rest = np.where(going, mass, 0.0), np.where(going, 0.0, mass)

        def square() -> float:
            """From a visit on, e rounds are to come; the square adds 2e − 1 a visit."""
            ahead = self._evaluate(np.zeros(duel.shape), going, reward=1.0)
            at_first = 1.0 + self._step_back(ahead, duel.fightable)
            total = fought * (2.0 * ahead - 1.0) + first * (2.0 * at_first - 1.0)
            return float(total.sum())

        return DuelOdds(
            np.where(duel.fightable, 0.0, rest),
            np.where(duel.fightable, rest, 0.0),
            np.zeros(duel.shape),
            fought + first,
            square,
        )

    def values(self, duel: Duel, worth: Floats) -> Floats:
        """Mean worth of the end from each pair of nodes, when a round has been fought.

        Parameters
        ----------
        duel : Duel
            Without a horizon.
        worth : float array, shape (attacker nodes, defender nodes)
            What an end at each pair is worth.
        """
        return self._evaluate(worth, duel.going(1))

    def start_values(self, duel: Duel, worths: tuple[Floats, Floats, Floats]) -> Floats:
        """Mean worth of the end of a battle that begins at each pair of nodes, from one solve.

        Parameters
        ----------
        duel : Duel
            Its starts are not read.
        worths : (float array, float array, float array), shape (attacker nodes, defender nodes)
            What it is worth that the battle ends at a pair by itself, that it is broken off there,
            and that the round limit stops it there.
        """
        ended, halted, limited = worths
        if duel.horizon is None and (duel.halt is None or duel.halt.ndim == 2):
            value = self._evaluate(np.where(duel.fightable, halted, ended), duel.going(1))
            if duel.halt is None:
                return value
            return np.where(duel.fightable, self._step_back(value, duel.fightable), ended)
        rounds = duel.horizon if duel.horizon is not None else LONGEST_TIMELINE
        value = halted if duel.retreats_at_horizon else limited
        for fought in range(rounds, -1, -1):
            if fought < rounds:
                value = self._step_back(value, duel.fightable)
            value = np.where(duel.going(fought), value, halted)
            value = np.where(duel.fightable, value, ended)
        return value

    def best_stop(self, duel: Duel, worth: Floats) -> tuple[Duel, Floats, float]:
        """Optimal stopping for the attacker, who may break off at each round's end.

        Parameters
        ----------
        duel : Duel
            Its `halt` is not read.
        worth : float array, shape (attacker nodes, defender nodes)
            What an end at each pair is worth.

        Returns
        -------
        duel : Duel
            The same battle, with the best `halt`.
        gain : float array, shape (attacker nodes, defender nodes)
            How much better going on (then best play) is than breaking off; NaN where the battle
            is over. With a horizon, for the first decision.
        value : float
            Mean worth of best play at the start.
        """
        if duel.horizon is not None:
            return self._best_by_round(duel, worth)
        with single_thread(self._grid.shape[1]):
            _, onward = self._grid.best_stop(self._turn(worth), self._turn(duel.fightable))
        gain = self._turn(onward) - worth
        start = np.where(duel.fightable, self._turn(onward), worth)
        halt = duel.fightable & ~(gain >= -GO_ON_WITHIN)
        return duel.halting(halt), gain, float((duel.start_mass() * start).sum())

    def timeline(self, duel: Duel, groups: Ints, count: int) -> Floats:
        """Chance by round that the battle has ended so, until hardly any is left to fight.

        Parameters
        ----------
        groups : int array, shape (3, attacker nodes, defender nodes)
            Group 0 … count − 1 of an end there: by itself, broken off, at the round limit.

        Returns
        -------
        float array, shape (rounds + 1, count)
            Row r: chance to have ended in each group after r rounds.
        """
        totals: list[Floats] = []
        for kind, ended, _ in self._ends_by_round(duel):
            if len(totals) > LONGEST_TIMELINE:
                break
            if kind == 0:
                totals.append(totals[-1].copy() if totals else np.zeros(count))
            totals[-1] += np.bincount(groups[kind].ravel(), ended.ravel(), minlength=count)
        return np.array(totals)

    def _ends_by_round(self, duel: Duel) -> Iterator[tuple[int, Floats, Floats]]:
        """Yield (kind, mass that ends there, mass that was fought to come here).

        Kind 0, by itself, opens each round, the start being round 0; then come 1, broken off, and
        at the horizon 2, stopped. Ends when nothing is left, at the horizon, or when less than
        `STILL_FIGHTING` is left and there is no horizon.
        """
        mass, fought = duel.start_mass(), 0
        before = np.zeros(duel.shape)
        while True:
            yield 0, np.where(duel.fightable, 0.0, mass), before
            mass = np.where(duel.fightable, mass, 0.0)
            going = duel.going(fought)
            yield 1, np.where(going, 0.0, mass), before
            before = np.where(going, mass, 0.0)
            if fought == duel.horizon:
                yield 1 if duel.retreats_at_horizon else 2, before, np.zeros(duel.shape)
                return
            if not before.any() or (duel.horizon is None and before.sum() < STILL_FIGHTING):
                return
            mass, fought = self._step(before, going), fought + 1

    def _odds_by_round(self, duel: Duel) -> DuelOdds:
        sums = [np.zeros(duel.shape) for _ in range(3)]
        rounds, square, number = np.zeros(duel.shape), 0.0, 0
        for kind, ended, fought in self._ends_by_round(duel):
            sums[kind] += ended
            if kind == 0:
                rounds += fought
                square += (2 * number - 1) * fought.sum()
                number += 1
        return DuelOdds(sums[0], sums[1], sums[2], rounds, lambda: float(square))

    def _best_by_round(self, duel: Duel, worth: Floats) -> tuple[Duel, Floats, float]:
        """Backwards induction over the rounds up to the horizon."""
        rounds = duel.horizon or 0
        halts = np.zeros((max(rounds, 1), *duel.shape), dtype=bool)
        value = onward = worth
        for fought in range(rounds - 1, 0, -1):
            onward = self._step_back(value, duel.fightable)
            halts[fought - 1] = duel.fightable & (onward < worth - GO_ON_WITHIN)
            value = np.where(duel.fightable & ~halts[fought - 1], onward, worth)
        gain = np.where(duel.fightable, onward - worth, np.nan)
        start = np.where(duel.fightable, self._step_back(value, duel.fightable), worth)
        if rounds == 0:
            start = worth
        best = duel.halting(halts)
        return best, gain, float((duel.start_mass() * start).sum())

    def _turn(self, array: Turned) -> Turned:
        """Swap the axes if the defender is the outer side of the grid; contiguous for speed."""
        return np.ascontiguousarray(array.T) if self._flipped else array

    def _eliminate(self, inflow: Floats, going: Bools) -> Floats:
        return self._turn(self._grid.eliminate(self._turn(inflow), self._turn(going)))

    def _step(self, mass: Floats, going: Bools) -> Floats:
        with single_thread(self._grid.shape[1]):
            return self._turn(self._grid.step(self._turn(mass), self._turn(going)))

    def _evaluate(self, worth: Floats, going: Bools, *, reward: float = 0.0) -> Floats:
        with single_thread(self._grid.shape[1]):
            found = self._grid.evaluate(self._turn(worth), self._turn(going), reward=reward)
        return self._turn(found)

    def _step_back(self, value: Floats, going: Bools) -> Floats:
        with single_thread(self._grid.shape[1]):
            return self._turn(self._grid.step_back(self._turn(value), self._turn(going)))
