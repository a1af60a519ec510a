"""Mobilising what was bought: where it may be placed, and what is refunded (AA-42, AA-43)."""

from collections.abc import Mapping, Sequence

from combat.axis_allies.economy.purchase import Purchase
from combat.axis_allies.economy.room import (
    complexes_of,
    decks_free,
    fit,
    room,
    usable_complexes,
)
from combat.axis_allies.map.position import NOTHING, Position
from combat.errors import IllegalBattleError
from combat.force import Force


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


def placed(
    position: Position,
    power: str,
    purchase: Purchase,
    *,
    at: Sequence[str] = (),
    start: Position | None = None,
) -> dict[str, Force]:
    """Return placements for all of a purchase that there is room for, for `mobilised`.

    Ships, then aircraft, then land units find their place in the order of `at`, then where
    `a_place` says. It is one of many ways: what has no place in this order is refunded.

    Parameters
    ----------
    position : Position
    power : str
    purchase : Purchase
    at : sequence of str
        Areas to be filled first.
    start : Position, optional
        At the turn's start; see `usable_complexes`.

    Raises
    ------
    IllegalBattleError
        An area of `at` where the power mobilises nothing.
    """
    if not position.capital_held(power):
        return {}
    places = usable_complexes(position, power, start)
    for area in at:
        _check_place(position, power, area, NOTHING, places)
    table, found = position.table, dict[str, Force]()
    carriers = table.of_role("carrier")
    names = sorted(table.names, key=lambda n: (n not in carriers, table[n].domain != "sea"))
    for name in names:
        for _ in range(purchase.units[name]):
            spot = a_place(position, power, name, found, places, at=at)
            if not spot:
                break
            found[spot] = found.get(spot, NOTHING).changed(name, 1, order=table.names)
    return found


def _check_place(
    position: Position, power: str, place: str, force: Force, places: Sequence[str]
) -> None:
    """Refuse units that may not be placed in an area, whatever their number (AA-43)."""
    table, sea = position.table, position.board.areas[place].sea
    if not complexes_of(position, place, places):
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
            one = f"{'an' if unit.title[0] in 'aeiou' else 'a'} {unit.title}"
            raise IllegalBattleError(
                f"{number} {name} cannot be placed in {place}: {one} is placed in {where} (AA-43)",
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
    *,
    at: Sequence[str] = (),
) -> str:
    """Return an area where one more unit can be placed beside some placements, '' if there is none.

    Areas of `at` come first, then territories of complexes, then zones without enemy warships.
    """
    sea = [z for z in position.board.zones if complexes_of(position, z, places)]
    sea.sort(key=lambda zone: (position.hostile(zone, power), not position.force(zone, power)))
    for area in (*at, *places, *sea):
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
