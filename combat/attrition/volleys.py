"""A side whose hits are of several kinds, given in an order, in more than one phase of a round.

Where some units cannot hit some others, a side's fire falls into volleys: all hits of a volley are
of one kind and take what that kind may take. Which volleys are fired, and in which order, depends
on the phase of the round and on the class of the target: what of the other side is there.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.errors import TooLargeError

Row = tuple[int, ...]


class Volley(NamedTuple):
    """Hits of one kind: ``pmf[n, k]`` is the chance that node n makes k of them."""

    kind: str
    pmf: Floats


@dataclass(frozen=True, eq=False)
class VolleyGraph:
    """The nodes of a side, where a hit of each kind leads, and the volleys it fires.

    Parameters
    ----------
    nodes : int array, shape (nodes, columns)
        By falling `rank`.
    rank : int array, shape (nodes,)
        Never rises along a step.
    able : bool array, shape (nodes,)
        Whether something is left that can fight.
    after : mapping of str to int array, shape (nodes,)
        By kind: the node after one hit; itself where the kind can take nothing.
    classes : int array, shape (nodes,)
        The class of each node as a target.
    volleys : mapping of (phase, class) to tuple of Volley
        What the side fires in a phase at a target of a class, in the order of giving hits.
    phases : int
        Phases of a round.
    """

    nodes: Ints
    rank: Ints
    able: Bools
    after: Mapping[str, Ints]
    classes: Ints
    volleys: Mapping[tuple[int, int], tuple[Volley, ...]]
    phases: int
    _next: dict[tuple[str, int], Ints] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def index(self) -> dict[Row, int]:
        """Node number by counts."""
        return {tuple(node): at for at, node in enumerate(self.nodes.tolist())}

    def next(self, kind: str, most: int) -> Ints:
        """Return the node after 0 … `most` hits of a kind, shape (nodes, most + 1)."""
        if (kind, most) not in self._next:
            table = np.empty((len(self), most + 1), dtype=np.int64)
            table[:, 0] = np.arange(len(self))
            for hits in range(1, most + 1):
                table[:, hits] = self.after[kind][table[:, hits - 1]]
            self._next[kind, most] = table
        return self._next[kind, most]

    def touches(self, other: "VolleyGraph") -> Bools:
        """Whether a node can take anything from a node of the other side, shape (own, other)."""
        found = np.zeros((len(self), len(other)), dtype=bool)
        for (_, target), volleys in self.volleys.items():
            columns = other.classes == target
            for volley in volleys:
                fires = volley.pmf[:, 0] < 1.0
                takes = (other.after[volley.kind] != np.arange(len(other))) & columns
                found |= fires[:, None] & takes
        return found


def closure(
    starts: Iterable[Row], *steps: Callable[[Row], Row], most: int = 1_000_000
) -> list[Row]:
    """All rows that the steps can lead to.

    Raises
    ------
    TooLargeError
        If there are more than `most`.

    Examples
    --------
    >>> closure([(2,)], lambda row: (max(0, row[0] - 1),))
    [(2,), (1,), (0,)]
    """
    found = dict.fromkeys(starts)
    waiting = list(found)
    while waiting:
        row = waiting.pop()
        for step in steps:
            after = step(row)
            if after not in found:
                found[after] = None
                waiting.append(after)
        if len(found) > most:
            raise TooLargeError(
                f"a side can come to more than {most:,} different states, the limit; name fewer"
                " units",
                given=f"more than {most}",
            )
    return list(found)
