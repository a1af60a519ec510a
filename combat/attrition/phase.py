"""What one phase of a round does from one attacker node: kernels, and the attacker's losses."""

from typing import NamedTuple

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.attrition.volleys import Volley, VolleyGraph

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


class PhaseTables:
    """Makes the phases of a round for an attacker node.

    Parameters
    ----------
    attacker, defender : VolleyGraph
    """

    def __init__(self, attacker: VolleyGraph, defender: VolleyGraph) -> None:
        self.attacker = attacker
        self.defender = defender
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

    def __call__(self, row: int) -> tuple[Phase, Phase]:
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
        targets, chances = np.array([row]), np.ones((1, len(self.defender)))
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
