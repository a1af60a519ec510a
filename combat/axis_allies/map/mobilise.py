"""Mobilising what was bought: where it may be placed, and what is refunded (AA-42, AA-43)."""

from collections.abc import Mapping, Sequence

from combat.axis_allies.map.position import NOTHING, Position
from combat.axis_allies.map.purchase import Purchase
from combat.errors import IllegalBattleError
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


def mobilised(
    position: Position,
    power: str,
    placements: Mapping[str, Force],
    *,
    purchase: Purchase | None = None,
    start: Position | None = None,
) -> Position:
    """Return the position with new units placed, and with what finds no place refunded.

    Parameters
    ----------
    position : Position
        Paid for already (`bought`), after the non-combat moves.
    power : str
    placements : mapping of str to Force
        Territory of a complex to land units and aircraft; sea zone next to one to ships, and to
        fighters for a carrier of the power's own there, old or new.
    purchase : Purchase, optional
        What was bought: its complexes are built, and the price of the units that are not among
        `placements` is given back. Without it the placements are all that was bought.
    start : Position, optional
        At the turn's start; see `usable_complexes`.

    Raises
    ------
    IllegalBattleError
        What AA-42 or AA-43 does not allow; units that were not bought; units left over for which
        there is a place.

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> start = starting_position()
    >>> after = mobilised(start, "Germany", {"Germany": Force.of({"inf": 2})})
    >>> str(after.force("Germany", "Germany"))
    '5 inf, 2 arm, 1 ftr, 1 bmr, 1 aa'
    """
    placements = {place: force for place, force in placements.items() if force}
    wanted = Purchase() if purchase is None else purchase
    if (placements or wanted) and not position.capital_held(power):
        raise IllegalBattleError(
            f"{power} has lost its capital: until it is freed it mobilises nothing (AA-42)",
            rule="AA-42",
        )
    places = usable_complexes(position, power, start)
    for place, force in placements.items():
        _check_place(position, power, place, force, places)
    if not fit(position, placements, places):
        raise IllegalBattleError(
            f"more units than the complexes can mobilise: {_rooms(position, places)}; damage and"
            " ships count (AA-43)",
            rule="AA-43",
            allowed=tuple(f"{room(position, place)} in {place}" for place in places),
        )
    left = Force()
    if purchase is not None:
        left = _left_over(position, purchase, placements)
        _check_left_over(position, power, left, placements, places)
    return _placed(position, power, placements, wanted, left, start)


def fit(position: Position, placements: Mapping[str, Force], places: Sequence[str]) -> bool:
    """Whether each new unit finds a complex that has room for it, ships one next to their zone."""
    free = {place: room(position, place) for place in places}
    taken: list[tuple[str, str]] = []  # (area, complex) of each unit

    def seat(area: str, seen: set[str]) -> bool:
        """Find room for a unit, if need be by moving another to another complex."""
        for place in _complexes_of(position, area, places):
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


def _complexes_of(position: Position, area: str, places: Sequence[str]) -> tuple[str, ...]:
    """Return the complexes that count a unit placed in an area."""
    if position.board.areas[area].sea:
        near = position.board.land_ways[area]
        return tuple(place for place in places if place in near)
    return (area,) if area in places else ()


def _check_place(
    position: Position, power: str, place: str, force: Force, places: Sequence[str]
) -> None:
    """Refuse units that may not be placed in an area, whatever their number (AA-43)."""
    table, sea = position.table, position.board.areas[place].sea
    if not _complexes_of(position, place, places):
        near = "has no complex next to it" if sea else "is no complex"
        raise IllegalBattleError(
            f"{place} {near} that {power} has held since the turn's start; there is"
            f" {', '.join(places) or 'none'} (AA-43)",
            rule="AA-43",
            given=place,
            allowed=places,
        )
    for name, number in force:
        unit = table[name]
        ships, decks = unit.domain == "sea", unit.role == "fighter"
        if ships != sea and not (sea and decks):
            where = "a sea zone next to a complex" if ships else "a territory with a complex"
            raise IllegalBattleError(
                f"{number} {name} cannot be placed in {place}: {unit.title} is placed in {where}"
                " (AA-43)",
                rule="AA-43",
                given=f"{number} {name}",
            )
        if sea and decks and number > (free := max(0, decks_free(position, power, place, force))):
            raise IllegalBattleError(
                f"{number} {name} cannot be placed in {place}: {power}'s own carriers there have"
                f" room for {free} (AA-43)",
                rule="AA-43",
                given=f"{number} {name}",
                allowed=(f"0 to {free}",),
            )


def _rooms(position: Position, places: Sequence[str]) -> str:
    return ", ".join(f"{room(position, place)} in {place}" for place in places) or "none is held"


def _left_over(position: Position, purchase: Purchase, placements: Mapping[str, Force]) -> Force:
    """Return the units bought that are placed nowhere."""
    left = {}
    for name in position.table.names:
        placed = sum(force[name] for force in placements.values())
        left[name] = purchase.units[name] - placed
        if left[name] < 0:
            raise IllegalBattleError(
                f"{placed} {name} are placed, but {purchase.units[name]} were bought",
                given=f"{placed} {name}",
                allowed=(f"0 to {purchase.units[name]}",),
            )
    return Force.of(left)


def _check_left_over(
    position: Position,
    power: str,
    left: Force,
    placements: Mapping[str, Force],
    places: Sequence[str],
) -> None:
    """Refuse to give back what can be placed (AA-43)."""
    for name, _ in left:
        spot = a_place(position, power, name, placements, places)
        if spot:
            raise IllegalBattleError(
                f"1 {name} more can be placed in {spot}: only what finds no place is given back"
                " (AA-43)",
                rule="AA-43",
                given=f"1 {name}",
                allowed=(spot,),
            )


def a_place(
    position: Position,
    power: str,
    name: str,
    placements: Mapping[str, Force],
    places: Sequence[str],
) -> str:
    """Return an area where one more unit can be placed beside some placements, '' if there is none.

    Territories of complexes come first, then zones without enemy warships.
    """
    sea = [z for z in position.board.zones if _complexes_of(position, z, places)]
    sea.sort(key=lambda zone: (position.hostile(zone, power), not position.force(zone, power)))
    for area in (*places, *sea):
        force = placements.get(area, Force()).changed(name, 1, order=position.table.names)
        try:
            _check_place(position, power, area, force, places)
        except IllegalBattleError:
            continue
        if fit(position, {**placements, area: force}, places):
            return area
    return ""


def _placed(
    position: Position,
    power: str,
    placements: Mapping[str, Force],
    purchase: Purchase,
    left: Force,
    start: Position | None,
) -> Position:
    """Put the units down, build the complexes, and give the price of the rest back."""
    table = position.table
    for place, force in placements.items():
        here = position.force(place, power)
        both = Force.of({name: here[name] + force[name] for name in table.names})
        position = position.with_force(place, power, both)
    refund = sum(table[name].cost * number for name, number in left)
    for territory in purchase.complexes:
        before = position if start is None else start
        if before.owners[territory] == power == position.owners[territory]:
            position = position.with_complex(territory)
        else:  # lost in the meantime, as an ally's whose capital was freed is
            refund += Purchase(complexes=(territory,)).cost(table)
    return position.with_cash(power, position.cash.get(power, 0) + refund)
