"""A side in an exact battle: all that it can be reduced to, and what its throws do to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.rebellion_1775.colours import Colour
from combat.rebellion_1775.policies import (
    NEVER,
    OUTNUMBERED,
    Losses,
    Withdrawal,
    dice_rolled,
    natives_only,
)
from combat.rebellion_1775.throws import Counts, Throw, decided, die_rolls, throws_of

KEPT_NODES = 128  # of a side whose tables are kept, for other losses of the same side

Moves = dict[tuple[int, int], Floats]  # by hits made and units withdrawn

OVER = 0  # the class of an enemy who cannot fight any more


@dataclass(frozen=True, eq=False)
class SideTable:
    """The nodes of a side: counts by colour, by falling number of units.

    Parameters
    ----------
    start : tuple of int
        Units by colour.
    colours : tuple of Colour
    losses : Losses
    withdrawal : Withdrawal
        ``never`` if there is nowhere to go.
    """

    start: Counts
    colours: tuple[Colour, ...]
    losses: Losses
    withdrawal: Withdrawal

    @cached_property
    def nodes(self) -> list[Counts]:
        """All that the side can be reduced to."""
        every = product(*(range(n, -1, -1) for n in self.start))
        return sorted(every, key=lambda node: -sum(node))

    @cached_property
    def index(self) -> dict[Counts, int]:
        """Number of each node."""
        return {node: at for at, node in enumerate(self.nodes)}

    @cached_property
    def units(self) -> Ints:
        """Units of each node, (nodes,)."""
        return np.array([sum(node) for node in self.nodes])

    @cached_property
    def dice(self) -> Ints:
        """Dice of each node, (nodes,); `OVER` where nobody but natives is left (RB-07)."""
        return np.array(
            [
                OVER if natives_only(node, self.colours) else dice_rolled(node, self.colours)
                for node in self.nodes
            ]
        )

    @property
    def fights(self) -> Bools:
        """Where somebody but natives is left, (nodes,)."""
        return self.dice != OVER

    def sized(self, units: int) -> slice:
        """Return the nodes with so many units."""
        found = np.searchsorted(-self.units, [-units, -units + 1])
        return slice(int(found[0]), int(found[1]))

    @property
    def most_hits(self) -> int:
        """Most hits of a throw."""
        return dice_rolled(self.start, self.colours)

    def hit(self, most: int) -> Ints:
        """Return the node after 0 … `most` hits, (nodes, most + 1)."""
        table = np.zeros((len(self.nodes), most + 1), np.int64)
        table[:, 0] = np.arange(len(self.nodes))
        one = np.array([self._after_hit(node) for node in self.nodes])
        for hits in range(1, most + 1):
            table[:, hits] = one[table[:, hits - 1]]
        return table

    def _after_hit(self, node: Counts) -> int:
        if not any(node):
            return self.index[node]
        at = self.losses.takes(node, self.colours)
        return self.index[(*node[:at], node[at] - 1, *node[at + 1 :])]

    @property
    def watches_enemy(self) -> bool:
        """Whether decisions depend on how many dice the enemy has."""
        return self.withdrawal.kind == OUTNUMBERED

    def classes(self, enemy: Ints) -> Ints:
        """Return what of the enemy's dice, any shape, decisions depend on: `OVER` or more."""
        return enemy if self.watches_enemy else np.minimum(enemy, 1)

    @cached_property
    def _throws(self) -> list[list[Throw]]:
        blanks = self.withdrawal.kind != NEVER
        return [
            throws_of(node, self.colours, blanks=blanks) if fights else []
            for node, fights in zip(self.nodes, self.fights.tolist(), strict=True)
        ]

    def moves(self, enemy_class: int) -> Moves:
        """Return what throws do, if the enemy is of that class afterwards.

        By hits made and units withdrawn: the chance to go from node to node, (nodes, nodes); not
        to be written to. Who is lost does not matter for it.
        """
        if len(self.nodes) > KEPT_NODES:
            return self.new_moves(enemy_class)
        return dict(_kept_moves(self.start, self.colours, self.withdrawal, enemy_class))

    def new_moves(self, enemy_class: int) -> Moves:
        """Return `moves`, made anew."""
        if self.withdrawal.kind == NEVER or enemy_class == OVER:
            return {(hits, 0): table for hits, table in enumerate(self._flights)}
        size = len(self.nodes)
        found: Moves = {}
        known: dict[tuple[Counts, Counts], tuple[int, int]] = {}
        for at, throws in enumerate(self._throws):
            for throw in throws:
                fled = self._less(self.nodes[at], throw.fled)
                case = fled, throw.blank
                if case not in known:
                    left = decided(*case, self.colours, self.withdrawal, enemy_class)
                    known[case] = self.index[left], sum(fled) - sum(left)
                goal, gone = known[case]
                key = throw.hits, gone
                if key not in found:
                    found[key] = np.zeros((size, size))
                found[key][at, goal] += throw.chance
        return found

    @property
    def _flights(self) -> list[Floats]:
        """What throws do where nobody withdraws, by hits, (nodes, nodes): colour by colour."""
        tables = [np.ones((1, 1))]
        for n, colour in zip(self.start, self.colours, strict=True):
            own = np.zeros((colour.dice + 1, n + 1, n + 1))  # hits, units before and after
            for units in range(n + 1):
                for hits, fled, _, chance in die_rolls(min(units, colour.dice), colour.faces):
                    own[hits, units, units - fled] += chance
            own = own[:, ::-1, ::-1]  # as `nodes` has them: many units first
            made: list[Floats] = [np.zeros(0)] * (len(tables) + colour.dice)
            for first, table in enumerate(tables):
                for hits, more in enumerate(own):
                    part = np.asarray(np.kron(table, more), dtype=np.float64)
                    at = first + hits
                    made[at] = np.add(made[at], part) if made[at].size else part
            tables = made
        every = list(product(*(range(n, -1, -1) for n in self.start)))
        place = {node: at for at, node in enumerate(every)}
        order = np.array([place[node] for node in self.nodes])
        rows = self.fights[:, None]
        most = self.most_hits + 1
        return [table[order[:, None], order] * rows for table in tables[:most]]

    @staticmethod
    def _less(counts: Sequence[int], gone: Sequence[int]) -> Counts:
        return tuple(n - m for n, m in zip(counts, gone, strict=True))


@lru_cache(maxsize=16)
def _kept_moves(
    start: Counts, colours: tuple[Colour, ...], withdrawal: Withdrawal, enemy_class: int
) -> Moves:
    return SideTable(start, colours, Losses(), withdrawal).new_moves(enemy_class)
