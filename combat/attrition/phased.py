"""The grid for sides that fire volleys of several kinds in phases (see `combat.attrition.grid`).

A pair of nodes stands at one of three places: D, where a round has ended and somebody may break
off; S, where a round begins, after what is done before any die; Z, between the round's two phases.
Moves that leave the attacker unchanged are a triangular system over the defender's nodes; all
others are matrix products into attacker nodes that come later. Nothing is dropped.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.attrition.grid import GO_ON_WITHIN, solve_lower, solve_upper
from combat.attrition.phase import Phase, PhaseTables
from combat.attrition.volleys import VolleyGraph

ENDS = -1  # of `onward`: the battle ends there
CANNOT = -2  # of an option: it is not there


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
        leads = _Leads(onward)
        for row in range(self.shape[0]):
            if not (at_s[row].any() or at_d[row].any() or at_z[row].any()):
                continue
            strike, fire = self.phases(row)
            second = fire.staying
            round_ = strike.before(leads.into(second, row), fight[row])
            arrived = at_d[row] + at_z[row] @ second if at_z[row].any() else at_d[row]
            come = at_s[row] + leads.into(arrived[None], row)[0]
            begun = solve_lower((self._eye - round_).T, come)
            fought = begun * fight[row]
            between = at_z[row] + (fought if strike.idle else fought @ strike.staying)
            ending = at_d[row] + between @ second
            at_s[row] = begun
            at_d[row] = ending * leads.ends[row]
            if leads.leaving[row]:
                leaves = leads.leaves[row]
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

    def best_play(
        self, options: Ints, worth_d: Floats, worth_s: Floats, fight: Bools
    ) -> tuple[Floats, Ints]:
        """Best play of both sides at each D: the attacker chooses first, for the largest worth.

        Policy iteration row by row, the defender's reply inside; it ends only when neither gains
        by doing another thing.

        Parameters
        ----------
        options : int array, shape (attacker's options, defender's, attacker, defender nodes)
            Where each pair of choices leads: a pair at S of the same or a later row, `ENDS`, or
            `CANNOT`. Where the battle is over the first leads to `ENDS` and no other is there.

        Returns
        -------
        value : float array, shape (attacker, defender)
            Worth of best play from each pair at S.
        chosen : int array, shape (2, attacker, defender)
            The options taken; of equal ones the first.
        """
        value, chosen = _Values(self.shape), np.zeros((2, *self.shape), dtype=np.int64)
        for row in range(self.shape[0])[::-1]:
            strike, fire = self.phases(row)
            can = options[:, :, row]
            ends = (fight[row], worth_d[row], worth_s[row])
            settle = partial(_settled, value, row, (strike, fire), can, ends)
            chosen[:, row] = _best_row(can, settle, chosen[:, row])
        return value.begun, chosen


def _settled(
    value: "_Values",
    row: int,
    phases: tuple[Phase, Phase],
    can: Ints,
    ends: tuple[Bools, Floats, Floats],
    picked: Ints,
) -> Floats:
    """Solve one row for the choices picked; return the worth of each pair of choices there."""
    fight, worth_d, worth_s = ends
    onward = can[picked[0], picked[1], np.arange(can.shape[2])]
    known = value.at_round_end(worth_d, onward, row)
    value.settle(row, *phases, known, onward, fight, worth_s, 0.0)
    return _option_values(can, value.begun, worth_d)


def _best_row(can: Ints, settle: Callable[[Ints], Floats], picked: Ints) -> Ints:
    """Improve both sides' choices in one row until neither gains."""
    columns = np.arange(can.shape[2])
    for _ in range(can.shape[0] * len(columns) + 1):
        for _ in range(can.shape[1] * len(columns) + 1):
            values = settle(picked)
            replies = values[picked[0], :, columns]  # (columns, defender's options)
            now = replies[columns, picked[1]]
            better = replies.min(axis=1) < now - GO_ON_WITHIN
            if not better.any():
                break
            picked = np.where([np.zeros_like(better), better], replies.argmin(axis=1), picked)
        guarded = np.where(np.isinf(values), np.inf, values).min(axis=1)
        guarded = np.where(np.isinf(guarded), -np.inf, guarded)  # an option that is not there
        now = guarded[picked[0], columns]
        better = guarded.max(axis=0) > now + GO_ON_WITHIN
        if not better.any():
            return picked
        leader = np.where(better, guarded.argmax(axis=0), picked[0])
        reply = np.where(better, values[leader, :, columns].argmin(axis=1), picked[1])
        picked = np.array([leader, reply])
    return picked


def _option_values(can: Ints, begun: Floats, worth: Floats) -> Floats:
    """Worth of each pair of choices, shape of `can`; infinite where there is no such."""
    there = begun.ravel()[np.where(can >= 0, can, 0)]
    return np.where(can == CANNOT, np.inf, np.where(can == ENDS, worth, there))


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
        round_ = strike.before(_led(second, onward, row), fight)
        self.begun[row] = solve_upper(np.eye(size) - round_, fixed)
        self.ended[row] = known + _from(self.begun[row], onward, row)
        self.between[row] = fire.later(self.ended) + second @ self.ended[row]


class _Leads:
    """Where each D leads on to, row by row.

    Parameters
    ----------
    onward : int array, shape (attacker, defender)
    """

    def __init__(self, onward: Ints) -> None:
        rows, size = np.arange(len(onward))[:, None], onward.shape[1]
        self.to = onward - rows * size  # column within the row, where it stays there
        self.ends = onward == ENDS
        self.stays = ~self.ends & (self.to >= 0) & (self.to < size)
        self.leaves = ~self.ends & ~self.stays
        self.leaving = self.leaves.any(axis=1)
        self.plain = ((self.to == np.arange(size)) | ~self.stays).all(axis=1)

    def into(self, moves: Floats, row: int) -> Floats:
        """Lead columns of D on to S within the row; those that end or leave it are dropped."""
        stays = self.stays[row]
        if self.plain[row]:
            return moves * stays
        led = np.zeros_like(moves)
        np.add.at(led.T, self.to[row][stays], moves.T[stays])
        return led


def _from(begun: Floats, onward: Ints, row: int) -> Floats:
    """Value at S of where D leads on to within the row; 0 where it does not."""
    size = len(onward)
    stays = (onward != ENDS) & (onward // size == row)
    values = np.zeros(size)
    values[stays] = begun[onward[stays] - row * size]
    return values


def _led(moves: Floats, onward: Ints, row: int) -> Floats:
    """Lead the columns of one row of D on to S within it (see `_Leads.into`)."""
    size = len(onward)
    within = np.where((onward != ENDS) & (onward // size == row), onward - row * size, ENDS)
    return _Leads(within[None]).into(moves, 0)
