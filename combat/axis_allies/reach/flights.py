"""How far it is by air: every area entered costs one, land and sea alike (p. 26).

An island counts apart from the zone around it; neutral areas are not on the board's links, so that
nobody flies over them. What stands in an area does not matter to aircraft on their way.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from combat.axis_allies.map.board import Board


@dataclass(frozen=True)
class Flights:
    """Distances between all areas of a board.

    Parameters
    ----------
    board : Board
    away : mapping of str to mapping of str to int
        Area to area to the moves between them; areas without a way are left out. From an area's
        own row the nearest come first.
    """

    board: Board
    away: Mapping[str, Mapping[str, int]]

    def path(self, start: str, end: str) -> tuple[str, ...]:
        """Return a shortest way, both ends included; of several, the first in the board's order.

        Raises
        ------
        KeyError
            If there is none.
        """
        near = self.away[end]
        path = [start]
        while path[-1] != end:
            left = near[path[-1]] - 1
            path.append(next(n for n in self.board.ways[path[-1]] if near.get(n) == left))
        return tuple(path)

    def within(self, start: str, moves: int) -> tuple[str, ...]:
        """Return the areas that so many moves reach, the nearest first, `start` included."""
        kept = self._near.get((start, moves))
        if kept is None:
            kept = tuple(area for area, far in self.away[start].items() if far <= moves)
            self._near[start, moves] = kept
        return kept

    @cached_property
    def _near(self) -> dict[tuple[str, int], tuple[str, ...]]:
        return {}


@lru_cache(maxsize=16)
def flights(board: Board) -> Flights:
    """Return the distances by air on a board, computed once for a board.

    Examples
    --------
    >>> from combat.axis_allies.map.board import shipped_board
    >>> flights(shipped_board()).path("Hawaiian Islands", "Australia")
    ('Hawaiian Islands', 'sz 52', 'sz 45', 'sz 46', 'Australia')
    """
    return Flights(board, {area: _from(board, area) for area in board.areas})


def _from(board: Board, start: str) -> dict[str, int]:
    away = {start: 0}
    edge = [start]
    while edge:
        ahead = []
        for area in edge:
            for near in board.ways[area]:
                if near not in away:
                    away[near] = away[area] + 1
                    ahead.append(near)
        edge = ahead
    rank = {name: at for at, name in enumerate(board.areas)}
    return dict(sorted(away.items(), key=lambda pair: (pair[1], rank[pair[0]])))
