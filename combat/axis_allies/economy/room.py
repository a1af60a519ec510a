"""The room that complexes have for new units, and the decks of carriers (AA-43)."""

from collections.abc import Mapping, Sequence

from combat.axis_allies.map.position import NOTHING, Position
from combat.force import Force

DECKS = 2  # fighters that a carrier takes


def room(position: Position, territory: str) -> int:
    """Return how many units a complex can mobilise: its income less its damage (AA-43)."""
    income = position.board.areas[territory].income
    return max(0, income - position.complexes.get(territory, income))


def usable_complexes(
    position: Position, power: str, start: Position | None = None
) -> tuple[str, ...]:
    """Return the complexes that a power can mobilise at (AA-43): its own since the turn's start.

    Parameters
    ----------
    position : Position
    power : str
    start : Position, optional
        At the turn's start; the position itself if nothing has been taken or built since.
    """
    before = position if start is None else start
    return tuple(
        place
        for place in position.board.territories
        if place in before.complexes
        and before.owners[place] == power
        and position.owners[place] == power
    )


def places(position: Position, power: str) -> int:
    """Return how many units a power can mobilise: none without its capital (AA-42, AA-43)."""
    if not position.capital_held(power):
        return 0
    return sum(room(position, place) for place in usable_complexes(position, power))


def fit(position: Position, placements: Mapping[str, Force], places: Sequence[str]) -> bool:
    """Whether each new unit finds a complex that has room for it, ships one next to their zone."""
    free = {place: room(position, place) for place in places}
    taken: list[tuple[str, str]] = []  # (area, complex) of each unit

    def seat(area: str, seen: set[str]) -> bool:
        """Find room for a unit, if need be by moving another to another complex."""
        for place in complexes_of(position, area, places):
            if place in seen:
                continue
            seen.add(place)
            if free[place]:
                free[place] -= 1
                taken.append((area, place))
                return True
            for at, (other, where) in enumerate(taken):
                if where == place and other != area and seat(other, seen):
                    taken[at] = (area, place)
                    return True
        return False

    return all(seat(area, set()) for area, force in placements.items() for _ in range(force.total))


def decks_free(position: Position, power: str, zone: str, new: Force = NOTHING) -> int:
    """Return how many more fighters the power's own carriers in a zone can take (AA-43).

    Fighters that are there already stand on allies' carriers as far as these have room.

    Parameters
    ----------
    position : Position
    power, zone : str
    new : Force
        What is placed there in this mobilisation; its fighters are not counted.
    """
    carriers = position.table.of_role("carrier")
    fighters = position.table.of_role("fighter")
    friends = position.friends(zone, power)
    own = sum(position.force(zone, power)[name] + new[name] for name in carriers)
    allied = sum(force[c] for p, force in friends.items() if p != power for c in carriers)
    there = sum(force[name] for force in friends.values() for name in fighters)
    return DECKS * own - max(0, there - DECKS * allied)


def complexes_of(position: Position, area: str, places: Sequence[str]) -> tuple[str, ...]:
    """Return the complexes that count a unit placed in an area."""
    if position.board.areas[area].sea:
        near = position.board.land_ways[area]
        return tuple(place for place in places if place in near)
    return (area,) if area in places else ()
