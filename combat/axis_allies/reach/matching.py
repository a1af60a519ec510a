"""Whether all fighters find a deck: Hall's condition (AA-46)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Demand:
    """Fighters that need a deck in one of some zones."""

    zones: frozenset[str]
    number: int


def enough(demands: Sequence[Demand], rooms: Sequence[tuple[str, int]]) -> bool:
    """Whether every fighter finds a deck.

    Parameters
    ----------
    demands : sequence of Demand
    rooms : sequence of (str, int)
        Zones with carriers and the fighters that find room there.

    Examples
    --------
    >>> one = Demand(frozenset({"sz 1"}), 1)
    >>> two = Demand(frozenset({"sz 1", "sz 2"}), 2)
    >>> enough((one, two), (("sz 1", 2), ("sz 2", 1))), enough((one, two), (("sz 1", 2),))
    (True, False)
    """
    joined: dict[frozenset[str], int] = {}
    for demand in demands:
        joined[demand.zones] = joined.get(demand.zones, 0) + demand.number
    for zones, number in _unions(tuple(joined.items())):
        if number > sum(room for zone, room in rooms if zone in zones):
            return False
    return True


def _unions(
    demands: tuple[tuple[frozenset[str], int], ...],
) -> Iterator[tuple[frozenset[str], int]]:
    """Go through the sets of demands: all zones that serve one of them, and what they need."""
    seen: dict[frozenset[str], int] = {}
    for zones, number in demands:
        for other, n in [*seen.items(), (frozenset(), 0)]:
            union = zones | other
            seen[union] = max(seen.get(union, 0), n + number)
    yield from seen.items()
