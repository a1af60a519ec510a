"""The grid for sides that fire volleys of several kinds in phases (see `combat.grid`).

A pair of nodes stands at one of three places: D, where a round has ended and somebody may break
off; S, where a round begins, after what is done before any die; Z, between the round's two phases.
Moves that leave the attacker unchanged are a triangular system over the defender's nodes; all
others are matrix products into attacker nodes that come later. Nothing is dropped.
"""

from typing import NamedTuple

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.grid import GO_ON_WITHIN, solve_lower, solve_upper
from combat.phase import Phase, PhaseTables
from combat.volleys import VolleyGraph

ENDS = -1  # of `onward`: the battle ends there


class Solved(NamedTuple):
    """Where mass ends, at a round's end or where one would begin, and the rounds fought."""

    ended: Floats
    unbegun: Floats
    fought: Floats


class PhasedGrid:
    """All pairs (attacker node, defender node) of a battle with volleys.

    Parameters
    ----------
    attacker, defender : VolleyGraph
    """

    def __init__(self, attacker: VolleyGraph, defender: VolleyGraph) -> None:
        self.attacker = attacker
        self.defender = defender
        self.shape = (len(attacker), len(defender))
        self.phases = PhaseTables(attacker, defender)
        self._eye = np.eye(len(defender))

    def eliminate(self, start: Floats, fight: Bools, onward: Ints) -> Solved:
        """Follow the battle from the beginnings of rounds to its end.

        Parameters
        ----------
        start : float array, shape (attacker, defender)
            Mass at S.
        fight : bool array, same shape
            Whether a round that begins there is fought.
        onward : int array, same shape
            For D: the pair at S (as a flat index) to which the battle goes on, or `ENDS`.
        """
        at_d, at_s, at_z = np.zeros(self.shape), start.copy(), np.zeros(self.shape)
        for row in range(self.shape[0]):
            if not (at_s[row].any() or at_d[row].any() or at_z[row].any()):
                continue
            strike, fire = self.phases(row)
            second = fire.staying
            round_ = strike.before(_into(second, onward[row], row), fight[row])
            come = at_s[row] + _into((at_d[row] + at_z[row] @ second)[None], onward[row], row)[0]
            begun = solve_lower((self._eye - round_).T, come)
            fought = begun * fight[row]
            between = at_z[row] + (fought if strike.idle else fought @ strike.staying)
            ending = at_d[row] + between @ second
            at_s[row] = begun
            at_d[row] = np.where(onward[row] == ENDS, ending, 0.0)
            leaves = (onward[row] != ENDS) & (onward[row] // self.shape[1] != row)
            np.add.at(at_s.ravel(), onward[row][leaves], ending[leaves])
            if not strike.idle:
                at_z[strike.targets[1:]] += strike.spread(fought)
            at_d[fire.targets[1:]] += fire.spread(between)
        return Solved(at_d, np.where(fight, 0.0, at_s), np.where(fight, at_s, 0.0))

    def step(self, mass: Floats, fight: Bools) -> Floats:
        """Fight one round with the mass at S where `fight`; return what arrives at D."""
        at_d, at_z = np.zeros(self.shape), np.zeros(self.shape)
        fought = mass * fight
        for row in range(self.shape[0]):
            if not (fought[row].any() or at_z[row].any()):
                continue
            strike, fire = self.phases(row)
            at_z[strike.targets[1:]] += strike.spread(fought[row])
            between = at_z[row] + fought[row] @ strike.staying
            at_d[fire.targets[1:]] += fire.spread(between)
            at_d[row] += between @ fire.staying
        return at_d

    def evaluate(
        self,
        worth_d: Floats,
        worth_s: Floats,
        fight: Bools,
        onward: Ints,
        *,
        reward: float = 0.0,
    ) -> Floats:
        """Mean worth of the end from each pair at S, plus `reward` a round, backwards.

        Parameters
        ----------
        worth_d, worth_s : float array, shape (attacker, defender)
            What an end at D, or at S, is worth.
        """
        value = _Values(self.shape)
        for row in range(self.shape[0])[::-1]:
            strike, fire = self.phases(row)
            known = value.at_round_end(worth_d[row], onward[row], row)
            value.settle(row, strike, fire, known, onward[row], fight[row], worth_s[row], reward)
        return value.begun

    def best_stop(
        self, stop: Ints, onward: Ints, worth_d: Floats, worth_s: Floats, fight: Bools
    ) -> tuple[Floats, Ints]:
        """Best of going on and breaking off at each D, by policy iteration row by row.

        Parameters
        ----------
        stop : int array, shape (attacker, defender)
            Where breaking off leads: a pair at S of a later row, or `ENDS`.
        onward : int array, same shape
            Where going on leads, or `ENDS` where the battle is over.

        Returns
        -------
        value : float array, same shape
            Worth of best play from each pair at S.
        chosen : int array, same shape
            `onward` with the best choice made; ties go on.
        """
        value, chosen = _Values(self.shape), onward.copy()
        for row in range(self.shape[0])[::-1]:
            strike, fire = self.phases(row)
            stopped = value.at_round_end(worth_d[row], stop[row], row)
            can = onward[row] != ENDS
            for _ in range(self.shape[1] + 1):
                known = np.where(
                    chosen[row] == onward[row],
                    value.at_round_end(worth_d[row], onward[row], row),
                    stopped,
                )
                inner = np.where(chosen[row] == onward[row], chosen[row], ENDS)
                value.settle(row, strike, fire, known, inner, fight[row], worth_s[row], 0.0)
                on = value.begun.ravel()[np.where(can, onward[row], 0)]
                better = np.where(can & (on < stopped - GO_ON_WITHIN), stop[row], onward[row])
                if (better == chosen[row]).all():
                    break
                chosen[row] = better
        return value.begun, chosen


class _Values:
    """Values at S, Z and D of the rows done so far, from the last one up."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self.begun, self.between, self.ended = (np.zeros(shape) for _ in range(3))

    def at_round_end(self, worth: Floats, onward: Ints, row: int) -> Floats:
        """What is known of D: the worth of an end, or the value where a later row goes on."""
        size = self.begun.shape[1]
        later = (onward != ENDS) & (onward // size != row)
        known = np.where(onward == ENDS, worth, 0.0)
        known[later] = self.begun.ravel()[onward[later]]
        return known

    def settle(
        self,
        row: int,
        strike: Phase,
        fire: Phase,
        known: Floats,
        onward: Ints,
        fight: Bools,
        worth_s: Floats,
        reward: float,
    ) -> None:
        """Solve for the values of one row."""
        size = len(known)
        second = fire.staying
        after_strike = strike.later(self.between)
        after_fire = fire.later(self.ended) + second @ known
        fixed = np.where(fight, reward + after_strike, worth_s)
        fixed = fixed + strike.before(after_fire, fight)
        round_ = strike.before(_into(second, onward, row), fight)
        self.begun[row] = solve_upper(np.eye(size) - round_, fixed)
        self.ended[row] = known + _from(self.begun[row], onward, row)
        self.between[row] = fire.later(self.ended) + second @ self.ended[row]


def _into(moves: Floats, onward: Ints, row: int) -> Floats:
    """Lead columns of D on to S within the row; columns that end or leave it are dropped."""
    size = len(onward)
    stays = (onward != ENDS) & (onward // size == row)
    to = onward - row * size
    if (to[stays] == np.flatnonzero(stays)).all():
        return moves * stays
    led = np.zeros_like(moves)
    np.add.at(led.T, to[stays], moves.T[stays])
    return led


def _from(begun: Floats, onward: Ints, row: int) -> Floats:
    """Value at S of where D leads on to within the row; 0 where it does not."""
    size = len(onward)
    stays = (onward != ENDS) & (onward // size == row)
    values = np.zeros(size)
    values[stays] = begun[onward[stays] - row * size]
    return values
