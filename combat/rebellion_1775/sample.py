"""Many battles at once under fixed policies: one draw a throw out of all that it can be (RB-01)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Floats, Ints
from combat.errors import EndlessError
from combat.outcomes import Tally
from combat.rebellion_1775.exchange import TALLIES
from combat.rebellion_1775.policies import NEVER
from combat.rebellion_1775.side_table import OVER, SideTable
from combat.rebellion_1775.throws import decided, throws_of

CHUNK = 131_072
STEPS = 100_000


@dataclass(frozen=True, eq=False)
class Sample:
    """Simulated battles.

    ``pairs``: final pairs of nodes, as one number; ``counts``: how often each; ``tallies``: mean
    and spread of each sum along the path.
    """

    pairs: Ints
    counts: Ints
    tallies: dict[str, Tally]


@dataclass(frozen=True, eq=False)
class _Draws:
    """All throws of a side, ready to be drawn from.

    ``ends``: running chances, one node after another, each adding 1; ``hits``, ``fled``: of each
    throw; ``left``: the node that it leaves, by enemy class.
    """

    ends: Floats
    hits: Ints
    fled: Ints
    left: Ints

    @classmethod
    def of(cls, side: SideTable, classes: int) -> _Draws:
        ends: list[float] = []
        hits: list[int] = []
        fled: list[int] = []
        left: list[list[int]] = []
        blanks = side.withdrawal.kind != NEVER
        for at, node in enumerate(side.nodes):
            if not side.fights[at]:
                continue
            throws = throws_of(node, side.colours, blanks=blanks)
            running = np.cumsum([throw.chance for throw in throws])
            ends += list(at + running / running[-1])
            for throw in throws:
                after = tuple(n - m for n, m in zip(node, throw.fled, strict=True))
                hits.append(throw.hits)
                fled.append(sum(throw.fled))
                left.append(
                    [
                        side.index[
                            after
                            if kind == OVER
                            else decided(after, throw.blank, side.colours, side.withdrawal, kind)
                        ]
                        for kind in range(classes)
                    ]
                )
        return cls(*map(np.array, (ends, hits, fled, left)))

    def draw(self, nodes: Ints, rng: np.random.Generator) -> Ints:
        """Return a throw for each node."""
        at = np.searchsorted(self.ends, nodes + rng.random(len(nodes)), side="right")
        return np.minimum(at, len(self.ends) - 1)


class _Game:
    """Two sides and all that is looked up while they fight."""

    def __init__(self, sides: tuple[SideTable, SideTable]) -> None:
        self.sides = sides
        self.classes = [side.classes(sides[1 - who].dice) for who, side in enumerate(sides)]
        self.draws = [
            _Draws.of(side, int(self.classes[who].max()) + 1) for who, side in enumerate(sides)
        ]
        self.after = [sides[1 - who].hit(side.most_hits) for who, side in enumerate(sides)]

    @cached_property
    def fights(self) -> tuple[np.ndarray, np.ndarray]:
        """Where somebody but natives is left, of both sides."""
        return self.sides[0].fights, self.sides[1].fights

    def play(self, nodes: list[Ints], rng: np.random.Generator) -> tuple[list[Ints], Ints]:
        """Fight battles to their end; return final nodes, and sums, (tallies, battles)."""
        count = len(nodes[0])
        sums: Ints = np.zeros((len(TALLIES), count), np.int64)
        final = [part.copy() for part in nodes]
        alive = np.flatnonzero(self.fights[0][nodes[0]] & self.fights[1][nodes[1]])
        nodes = [part[alive] for part in nodes]
        who = 1
        for _ in range(STEPS):
            if not len(alive):
                return final, sums
            self._throw(who, nodes, sums, alive, rng)
            on = self.fights[0][nodes[0]] & self.fights[1][nodes[1]]
            for side in (0, 1):
                final[side][alive[~on]] = nodes[side][~on]
            alive, nodes = alive[on], [part[on] for part in nodes]
            who = 1 - who
        raise EndlessError(f"no end after {STEPS:,} throws")

    def _throw(
        self, who: int, nodes: list[Ints], sums: Ints, alive: Ints, rng: np.random.Generator
    ) -> None:
        """Let one side throw in all battles that are still fought."""
        other, draws = 1 - who, self.draws[who]
        thrown = draws.draw(nodes[who], rng)
        hit = self.after[who][nodes[other], draws.hits[thrown]]
        left = draws.left[thrown, self.classes[who][hit]]
        units = [side.units for side in self.sides]
        lost = units[other][nodes[other]] - units[other][hit]
        fled = draws.fled[thrown]
        gone = units[who][nodes[who]] - units[who][left]
        sums[3 * other, alive] += lost
        sums[3 * who + 1, alive] += fled
        sums[3 * who + 2, alive] += gone - fled
        sums[-1, alive] += 1
        nodes[other], nodes[who] = hit, left


def sampled(
    first: SideTable,
    second: SideTable,
    starts: Floats,
    *,
    worth: tuple[tuple[float, ...], float],
    trials: int,
    rng: np.random.Generator,
) -> Sample:
    """Simulate battles in chunks, each with a generator of its own.

    Parameters
    ----------
    first, second : SideTable
        The attacker's and the defender's.
    starts : float array, shape (attacker's nodes, defender's nodes)
        1 at the pair that they begin with.
    worth : (tuple of float, float)
        What one more of each of `TALLIES` is worth, and the area.
    trials : int
    rng : Generator
    """
    game = _Game((first, second))
    begin = [int(at) for at in np.argwhere(starts > 0)[0]]
    size = len(second.nodes)
    pairs = np.zeros(len(first.nodes) * size, np.int64)
    moments = np.zeros((2, len(TALLIES) + 1))
    held = np.where(first.fights[:, None], 1.0, np.where(second.fights, -1.0, 0.0)).ravel()
    firsts = range(0, trials, CHUNK)
    for done, child in zip(firsts, rng.spawn(len(firsts)), strict=True):
        count = min(CHUNK, trials - done)
        final, sums = game.play([np.full(count, at) for at in begin], child)
        ends = final[0] * size + final[1]
        pairs += np.bincount(ends, minlength=len(pairs))
        net = np.array(worth[0]) @ sums + worth[1] * held[ends]
        both = np.concatenate([sums, net[None, :]])
        moments += np.stack([both.sum(axis=1), (both**2).sum(axis=1)])
    mean = moments[0] / trials
    spread = np.sqrt(np.maximum(0.0, moments[1] / trials - mean**2))
    tallies = {
        name: Tally(float(mean[at]), float(spread[at]))
        for at, name in enumerate((*TALLIES, "net_value"))
    }
    there = np.flatnonzero(pairs)
    return Sample(there, pairs[there], tallies)
