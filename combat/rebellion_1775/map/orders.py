"""Movement cards, armies and their ways: what one army may do (RB-28, RB-29)."""

from collections.abc import Mapping
from dataclasses import dataclass

from combat.entries import one_of
from combat.errors import OptionError
from combat.findings import Finding
from combat.force import Force
from combat.rebellion_1775.colours import OF_SIDE
from combat.rebellion_1775.map.position import Position
from combat.rebellion_1775.map.stack import (
    ALL_FACTIONS,
    NOBODY,
    enemy,
    lacks,
    side_of,
    taken,
    without,
)

LAND, BOAT, WARSHIP = "land", "boat", "warship"
KINDS = (LAND, BOAT, WARSHIP)
MOST_IN_BOAT = 3
ARMIES, WATER = "RB-28", "RB-29"


@dataclass(frozen=True)
class Card:
    """A movement card: how many armies, and how many areas each; ships sail to one area.

    Examples
    --------
    >>> Card(3, 2).kind, BOATS.armies
    ('land', 2)
    """

    armies: int
    areas: int = 1
    kind: str = LAND

    def __post_init__(self) -> None:
        one_of("kind of card", self.kind, KINDS)
        if self.armies < 1 or self.areas < 1:
            raise OptionError(
                f"a card moves one army or more by one area or more, not {self.armies} by"
                f" {self.areas}",
                given=f"{self.armies}, {self.areas}",
            )


BOATS = Card(2, kind=BOAT)
WARSHIPS = Card(2, kind=WARSHIP)


@dataclass(frozen=True)
class Order:
    """An army, where it stands, and every area that it enters; by water that is one."""

    origin: str
    army: Force
    path: tuple[str, ...]


def check_army(
    position: Position,
    faction: str,
    card: Card,
    order: Order,
    moved: Mapping[str, Force] | None = None,
) -> Finding:
    """Tell whether an army may move so: who is in it, and its way (RB-28, RB-29).

    Parameters
    ----------
    faction : {'regulars', 'loyalist', 'continental', 'militia'}
        The active one.
    moved : mapping of str to Force, optional
        By area, the units there that have moved this turn.
    """
    one_of("faction", faction, ALL_FACTIONS)
    for area in (order.origin, *order.path):
        position.board.area(area)
    fault = _check_units(position, faction, order, (moved or {}).get(order.origin, NOBODY))
    if fault is not None:
        return fault
    if not order.path:
        return Finding(False, "it goes nowhere; name the areas that it enters", ARMIES)
    if card.kind == LAND:
        return _check_march(position, side_of(faction), card, order)
    return _check_voyage(position, card, order)


def stops(position: Position, side: str, area: str) -> str:
    """Return why an army of a side must stop in an area, '' if it may go on (RB-28, RB-12)."""
    stack = position.at(area)
    if stack.of(enemy(side)):
        return f"the enemy is in {area}"
    return f"independent natives are in {area}" if stack.natives else ""


def _check_units(position: Position, faction: str, order: Order, moved: Force) -> Finding | None:
    """Return what is wrong with the units of an army, None if nothing is (RB-28)."""
    side, here = side_of(faction), order.origin
    for name, _ in order.army:
        if name not in OF_SIDE[side]:
            return Finding(False, f"{name} do not go with the {side} side", ARMIES)
    if not order.army[faction]:
        return Finding(False, f"no unit of it is of the active faction, {faction}", ARMIES)
    missing = lacks(position.at(here).of(side), order.army)
    if missing:
        there = position.at(here).of(side) or "nobody"
        return Finding(False, f"of the {side} side {there} is there, {missing} too few", ARMIES)
    tired = lacks(without(position.at(here).of(side), moved), order.army)
    return Finding(False, f"{tired} of it have moved this turn", ARMIES) if tired else None


def _check_march(position: Position, side: str, card: Card, order: Order) -> Finding:
    if len(order.path) > card.areas:
        why = f"it enters {len(order.path)} areas; the card allows {card.areas}"
        return Finding(False, why, ARMIES)
    here = order.origin
    left = position.with_units({here: taken(position.at(here), side, order.army)})
    for number, there in enumerate(order.path, start=1):
        if not position.board.adjacent(here, there):
            return Finding(False, f"no land link joins {here} and {there}", WATER)
        stop = stops(left, side, there)
        if stop and number < len(order.path):
            return Finding(False, f"it must stop, as {stop}", ARMIES)
        here = there
    return Finding(True, "legal", ARMIES)


def _check_voyage(position: Position, card: Card, order: Order) -> Finding:
    board, here, goal = position.board, order.origin, order.path[-1]
    if len(order.path) > 1:
        return Finding(False, "it goes by water: from one area to one other", WATER)
    if card.kind == BOAT and order.army.total > MOST_IN_BOAT:
        return Finding(False, f"{order.army.total} units; a boat takes {MOST_IN_BOAT}", WATER)
    if not board.waters_of(here):
        return Finding(False, f"{here} lies on no water", WATER)
    if goal not in board.overseas(here):
        return Finding(False, f"no water leads from {here} to {goal}", WATER)
    return Finding(True, "legal", WATER)
