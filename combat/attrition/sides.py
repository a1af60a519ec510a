"""What a side can come to under its order of loss: the graph that every attrition engine reads.

A side is a row of counts by *segment*: the stretches of its order of loss, each holding units of
one type (a type is in two segments if some of it is kept to the last). A hit takes one from the
first segment that is not empty. All that an engine needs of the rules is here: which nodes there
are, where a hit leads, and how many hits a node makes. Simulation, the general engine and the grid
read the same graph, so the rule is written once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Bools, Floats, Ints


def reachable(
    starts: Iterable[tuple[int, ...]], *, most: int | None = None
) -> list[tuple[int, ...]] | None:
    """All that a side can be reduced to, hit by hit, by falling number of hits left.

    Parameters
    ----------
    starts : iterable of tuple of int
        Counts by segment, first lost first.
    most : int, optional
        Return None if there are more.

    Examples
    --------
    >>> reachable([(1, 1)])
    [(1, 1), (0, 1), (0, 0)]
    """
    found: dict[tuple[int, ...], None] = {}
    for start in starts:
        node = start
        while node not in found:
            found[node] = None
            node = after_hit(node)
        if most is not None and len(found) > most:
            return None
    return sorted(found, key=sum, reverse=True)


def after_hit(node: tuple[int, ...]) -> tuple[int, ...]:
    """Take one from the first segment that has any left; nothing left stays nothing."""
    for at, count in enumerate(node):
        if count:
            return (*node[:at], count - 1, *node[at + 1 :])
    return node


@dataclass(frozen=True, eq=False)
class SideGraph:
    """The nodes that a side passes through, what a hit does to it and what it rolls.

    Parameters
    ----------
    nodes : int array, shape (nodes, segments)
        Counts by segment; by falling number of hits left, the last node has nothing left.
    fire : float array, shape (nodes, most hits + 1)
        Distribution of the hits that a node makes in a round.
    able : bool array, shape (nodes,)
        Whether something is left that can fight; the battle ends where it is not.
    """

    nodes: Ints
    fire: Floats
    able: Bools

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def rank(self) -> Ints:
        """Hits that the node can still take, shape (nodes,)."""
        return self.nodes.sum(axis=1)

    @cached_property
    def index(self) -> dict[tuple[int, ...], int]:
        """Node number by counts."""
        return {tuple(node): at for at, node in enumerate(self.nodes.tolist())}

    @cached_property
    def one_hit(self) -> Ints:
        """Node after one hit, shape (nodes,)."""
        return np.array([self.index[after_hit(node)] for node in self.index], dtype=np.int64)

    def next(self, most: int) -> Ints:
        """Return the node after 0 … `most` hits, shape (nodes, most + 1); excess hits are lost."""
        table = np.empty((len(self), most + 1), dtype=np.int64)
        table[:, 0] = np.arange(len(self))
        for hits in range(1, most + 1):
            table[:, hits] = self.one_hit[table[:, hits - 1]]
        return table

    @cached_property
    def tail(self) -> Floats:
        """Chance of at least so many hits, shape of `fire`; added from the small end."""
        return np.ascontiguousarray(np.cumsum(self.fire[:, ::-1], axis=1)[:, ::-1])

    @property
    def most_hits(self) -> int:
        """Most hits that any node can make in a round."""
        return self.fire.shape[1] - 1


def nodes_array(nodes: Sequence[tuple[int, ...]], segments: int) -> Ints:
    """Stack nodes into an int array, shape (nodes, segments), also when there are no segments."""
    return np.array(nodes, dtype=np.int64).reshape(len(nodes), segments)
