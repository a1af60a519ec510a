"""Ways of ships: which links between sea zones are open, and how far ships get (AA-15)."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from combat.axis_allies.map.board import Board

Links = Mapping[str, tuple[str, ...]]


def open_links(board: Board, canals: Iterable[bool], *, strait_open: bool) -> Links:
    """Return the zones next to each zone, by links that are open.

    Parameters
    ----------
    board : Board
    canals : iterable of bool
        Whether each of the board's canals is open, in its order.
    strait_open : bool
        Whether ships may pass into and out of the strait's zone.
    """
    shut = {canal.zones for canal, is_open in zip(board.canals, canals, strict=True) if not is_open}
    if not strait_open and board.strait:
        shut |= {frozenset((board.strait, zone)) for zone in board.sea_ways[board.strait]}
    return {
        zone: tuple(n for n in board.sea_ways[zone] if frozenset((zone, n)) not in shut)
        for zone in board.zones
    }


def walks(links: Links, zone: str, moves: int, stops: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Go through the ways of a ship, the shortest first; out and back as well.

    It may leave its zone whatever is there, and comes into any of `stops` but not through it.
    """
    edge: list[tuple[str, ...]] = [(zone,)]
    yield (zone,)
    for _ in range(moves):
        edge = [
            (*path, near)
            for path in edge
            if len(path) == 1 or path[-1] not in stops
            for near in links[path[-1]]
        ]
        yield from edge
