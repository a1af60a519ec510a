"""A side that is free to choose its losses: every mix of units that may be left is a node.

Nodes are ordered by falling number of hits that they can still take and, among those of one number,
as an order of losses prefers them: the one with the fewest units of the type that goes first. So
the usual order is the first of equals everywhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from combat.arrays import Floats, Ints
from combat.attrition.sides import SideGraph, after_hit

NOWHERE = -1

Row = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class FreeSide(SideGraph):
    """A side's nodes, what they roll, and where a hit may lead.

    Parameters
    ----------
    options : int array, shape (nodes, options)
        Node after one hit by the option chosen, `NOWHERE` where there is no such option. The node
        with nothing left has none, every other at least one; the first that there is, is what the
        usual order says.
    """

    options: Ints

    @cached_property
    def usual(self) -> Ints:
        """The first option of each node, shape (nodes,); 0 where nothing is left."""
        return (self.options != NOWHERE).argmax(axis=1)

    @cached_property
    def levels(self) -> tuple[slice, ...]:
        """The nodes that can take 0, 1, … hits, by that number."""
        ranks = self.rank[::-1]
        edges = len(self) - np.searchsorted(ranks, np.arange(int(ranks[-1]) + 2))
        return tuple(slice(b, a) for a, b in pairwise(edges.tolist()))

    def chances(self, rank: int, most: int, fire: Floats, tail: Floats) -> Floats:
        """Chances of 0, 1, … losses of this side at nodes of a rank, the last of 'or more'.

        Parameters
        ----------
        most : int
            Most hits of the other side.
        fire, tail : float array, shape (nodes of the other side, hits + 1)

        Returns
        -------
        float array, shape (nodes of the other side, losses + 1)
        """
        losses = min(rank, most)
        found = fire[:, : losses + 1].copy()
        if losses == rank:
            found[:, -1] = tail[:, losses]
        return found


def ways_to_lose(
    starts: Iterable[Row], *, pools: int = 0, free: bool = True
) -> dict[Row, list[Row | None]]:
    """Return all that a side can be reduced to, and where each option leads from there.

    Parameters
    ----------
    starts : iterable of tuple of int
        Counts by column, in the usual order of losses.
    pools : int
        So many columns at the front are no units but hits that units absorb; these go first.
    free : bool
        Whether any column may take a hit; else the first that is not empty.

    Examples
    --------
    >>> list(ways_to_lose([(1, 1)]))
    [(1, 1), (0, 1), (1, 0), (0, 0)]
    """
    found: dict[Row, list[Row | None]] = {}
    waiting = list(starts)
    while waiting:
        node = waiting.pop()
        if node in found:
            continue
        found[node] = _options(node, pools) if free else [after_hit(node) if any(node) else None]
        waiting += [after for after in found[node] if after is not None]
    return {node: found[node] for node in sorted(found, key=lambda row: (-sum(row), row))}


def _options(node: Row, pools: int) -> list[Row | None]:
    """Return where a hit on each column leads, first the hits that are absorbed."""
    absorbing = any(node[:pools])
    after: list[Row | None] = []
    for at, count in enumerate(node):
        may = count > 0 and (at < pools or not absorbing)
        after.append((*node[:at], count - 1, *node[at + 1 :]) if may else None)
    return after


def options_array(ways: dict[Row, list[Row | None]]) -> Ints:
    """Return the options of all nodes as node numbers, shape (nodes, options)."""
    index: dict[Row | None, int] = {node: at for at, node in enumerate(ways)}
    index[None] = NOWHERE
    rows = [[index[after] for after in options] for options in ways.values()]
    return np.array(rows, dtype=np.int64).reshape(len(ways), -1)
