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
from combat.volleys import Volley, VolleyGraph

ENDS = -1  # of `onward`: the battle ends there
PHASES = (0, 1)


class Phase(NamedTuple):
    """What a phase does from one attacker node.

    ``kernel[j, k]``: chance that it brings defender node j to k; ``targets[m]``: the attacker
    nodes that it can be brought to, itself first; ``losses[m, j]``: chance that j does so.
    """

    kernel: Floats
    targets: Ints
    losses: Floats
    idle: bool  # nothing is fired

    @property
    def staying(self) -> Floats:
        """Moves of the defender that leave the attacker as it is, shape (defender, defender)."""
        return self.kernel * self.losses[0][:, None]

    def before(self, moves: Floats, fight: Bools) -> Floats:
        """Chain the moves that leave the attacker as it is, where a round is fought, with others.

        Parameters
        ----------
        moves : float array, shape (defender, …)
        fight : bool array, shape (defender,)
        """
        if self.idle:
            return moves * fight.reshape(-1, *(1,) * (moves.ndim - 1))
        return (self.staying * fight[:, None]) @ moves

    def spread(self, mass: Floats) -> Floats:
        """Where mass goes with losses of the attacker, shape (targets − 1, defender)."""
        return (self.losses[1:] * mass) @ self.kernel

    def later(self, value: Floats) -> Floats:
        """Mean value after losses of the attacker, shape (defender,)."""
        if len(self.targets) == 1:
            return np.zeros(len(self.kernel))
        return ((value[self.targets[1:]] @ self.kernel.T) * self.losses[1:]).sum(axis=0)


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
        self._gathers = {kind: _Gather(attacker, defender, kind) for kind in defender.after}
        self._kernels: dict[int, tuple[tuple[bytes, ...], Floats]] = {}
        self._eye = np.eye(len(defender))
        found = [int(target) for target in np.unique(defender.classes)]
        self._rows = {target: np.flatnonzero(defender.classes == target) for target in found}
        self._plans = {
            (phase, target): [
                (volley.kind, _trimmed(volley.pmf))
                for volley in attacker.volleys.get((phase, target), ())
            ]
            for phase in PHASES
            for target in found
        }

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

    def phases(self, row: int) -> tuple[Phase, Phase]:
        """Return what the two phases of a round do from an attacker node."""
        strike, fire = (self._phase(row, number) for number in PHASES)
        return strike, fire

    def _phase(self, row: int, number: int) -> Phase:
        plans = {
            target: [
                (kind, rows[row])
                for kind, rows in self._plans[number, target]
                if rows[row].size > 1
            ]
            for target in self._rows
        }
        targets, losses = self._losses(row, number)
        if not any(plans.values()) and len(targets) == 1:
            return Phase(self._eye, targets, losses, idle=True)
        return Phase(self._kernel(plans, number), targets, losses, idle=False)

    def _kernel(self, plans: dict[int, list[tuple[str, Floats]]], phase: int) -> Floats:
        """Chance to bring each defender node to each other one, shape (defender, defender)."""
        key = tuple(kind.encode() + pmf.tobytes() for plan in plans.values() for kind, pmf in plan)
        if phase in self._kernels and self._kernels[phase][0] == key:
            return self._kernels[phase][1]  # a damaged ship fires like a whole one
        kernel = np.empty(self._eye.shape)
        for target, plan in plans.items():
            rows = self._rows[target]
            kernel[rows] = self._given(plan, rows)
        self._kernels[phase] = key, kernel
        return kernel

    def _given(self, plan: list[tuple[str, Floats]], rows: Ints) -> Floats:
        """Give the hits of some volleys, in their order, to some defender nodes."""
        if not plan:
            return self._eye[rows]
        (kind, pmf), rest = plan[0], plan[1:]
        if not rest:
            return self._gathers[kind].kernel(pmf, rows)
        after = self.defender.next(kind, len(pmf) - 1)[rows]
        needed, place = np.unique(after, return_inverse=True)
        then = self._given(rest, needed)
        place = place.reshape(after.shape)
        given = pmf[0] * then[place[:, 0]]
        for hits in range(1, len(pmf)):
            given += pmf[hits] * then[place[:, hits]]
        return given

    def _losses(self, row: int, phase: int) -> tuple[Ints, Floats]:
        """Attacker nodes that a node can be brought to, and by which defender how likely."""
        targets, chances = np.array([row]), np.ones((1, self.shape[1]))
        target_class = int(self.attacker.classes[row])
        for volley in self.defender.volleys.get((phase, target_class), ()):
            targets, chances = _after_volley(self.attacker, volley, targets, chances)
        return targets, chances


def _after_volley(
    graph: VolleyGraph, volley: Volley, targets: Ints, chances: Floats
) -> tuple[Ints, Floats]:
    """Give the hits of one more volley to nodes held with some chances (nodes, shooters)."""
    most = min(volley.pmf.shape[1] - 1, int(graph.rank[targets[0]]))
    if most == 0:
        return targets, chances
    pmf = volley.pmf[:, : most + 1]
    if most + 1 < volley.pmf.shape[1]:  # more hits than it can take
        pmf = pmf.copy()
        pmf[:, most] += volley.pmf[:, most + 1 :].sum(axis=1)
    after = graph.next(volley.kind, most)[targets].ravel()
    parts = (chances[:, None, :] * pmf.T).reshape(len(after), -1)
    order = np.argsort(after, kind="stable")
    after = after[order]
    firsts = np.concatenate([[0], np.flatnonzero(after[1:] != after[:-1]) + 1])
    return after[firsts], np.add.reduceat(parts[order], firsts, axis=0)


def _trimmed(pmf: Floats) -> list[Floats]:
    """Each node's chances up to the most hits that it can make."""
    lengths = pmf.shape[1] - np.argmax(pmf[:, ::-1] > 0.0, axis=1)
    return [row[:length] for row, length in zip(pmf, lengths.tolist(), strict=True)]


class _Gather:
    """Lays the chances of hits of one kind out as a kernel over the defender's nodes."""

    def __init__(self, attacker: VolleyGraph, defender: VolleyGraph, kind: str) -> None:
        widths = [v.pmf.shape[1] for vs in attacker.volleys.values() for v in vs if v.kind == kind]
        self._width = max(widths, default=1)
        size = len(defender)
        depth = np.zeros(size, dtype=np.int64)
        for node in range(size)[::-1]:
            after = defender.after[kind][node]
            depth[node] = 0 if after == node else 1 + depth[after]
        self._deepest = int(depth.max(initial=0))
        self._reach = np.full((size, size), self._width, dtype=np.int64)
        table = defender.next(kind, self._deepest)
        row, hit = np.nonzero(depth[:, None] > np.arange(self._deepest + 1))
        used = hit < self._width
        self._reach[row[used], table[row[used], hit[used]]] = hit[used]
        self._reach[np.arange(size), table[:, -1]] = self._width + 1 + depth

    def kernel(self, pmf: Floats, rows: Ints) -> Floats:
        """Chance of each node after the hits, shape (rows, nodes)."""
        padded = np.zeros(self._width + 2 + self._deepest)
        padded[: len(pmf)] = pmf
        tail = np.cumsum(pmf[::-1])[::-1][: self._deepest + 1]
        padded[self._width + 1 : self._width + 1 + len(tail)] = tail
        return padded[self._reach[rows]]


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
