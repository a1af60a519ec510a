"""The moves of a turn and the battles they lead to (RB-01, RB-12, RB-28, RB-29)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from combat.entries import one_of
from combat.findings import Finding
from combat.force import Force
from combat.rebellion_1775.map.control import settled
from combat.rebellion_1775.map.orders import ARMIES, BOAT, LAND, WATER, Card, Order, check_army
from combat.rebellion_1775.map.position import Position
from combat.rebellion_1775.map.stack import (
    ALL_FACTIONS,
    NOBODY,
    added,
    enemy,
    joined,
    side_of,
    taken,
)


@dataclass(frozen=True)
class Clash:
    """A battle that is due in an area.

    Parameters
    ----------
    area, attacker, defender : str
        The attacker is the side that moved in (RB-01).
    attackers, defenders : Force
        Before natives cancel one another (RB-07).
    by_water : bool
        Whether the attackers came by water and so may not leave by water (RB-05).
    """

    area: str
    attacker: str
    defender: str
    attackers: Force
    defenders: Force
    by_water: bool = False


@dataclass(frozen=True)
class Moves:
    """Whether the orders of a turn are legal, and what comes of them.

    Parameters
    ----------
    verdict : Finding
        Whether they are; if not, the other fields tell what went before the fault.
    after : Position
        With the armies where they have gone, natives joined (RB-12) and flags up to date (RB-24).
    moved : mapping of str to Force
        By area, the units there that have moved this turn.
    clashes : tuple of Clash
        The battles that are due; the active player picks their order (RB-11).
    """

    verdict: Finding
    after: Position
    moved: Mapping[str, Force] = field(default_factory=dict, hash=False)
    clashes: tuple[Clash, ...] = ()

    def __bool__(self) -> bool:
        return self.verdict.holds


def check_moves(position: Position, faction: str, card: Card, orders: Sequence[Order]) -> Moves:
    """Check the armies' moves of a turn, one after another (RB-28, RB-29).

    Parameters
    ----------
    position : Position
        Before the first move.
    faction : {'regulars', 'loyalist', 'continental', 'militia'}
        The active one.

    Raises
    ------
    OptionError
        A faction or an area that there is not.
    """
    one_of("faction", faction, ALL_FACTIONS)
    moves = Moves(_check_number(card, orders), position)
    for number, order in enumerate(orders, start=1):
        if not moves:
            break
        found = check_army(moves.after, faction, card, order, moves.moved)
        if found:
            moves = _marched(moves, side_of(faction), order)
        else:
            why = f"army {number}, {order.army or 'nobody'} in {order.origin}: {found.reason}"
            moves = replace(moves, verdict=replace(found, reason=why))
    seaborne = () if card.kind == LAND else [order.path[-1] for order in orders if order.path]
    return replace(moves, clashes=clashes(moves.after, side_of(faction), seaborne))


def clashes(position: Position, attacker: str, seaborne: Sequence[str] = ()) -> tuple[Clash, ...]:
    """Return the battles that are due in a position, by area as on the map (RB-01).

    Parameters
    ----------
    attacker : str
        The side of the active faction; it is the one that moves in.
    seaborne : sequence of str
        Areas to which its armies came by water.
    """
    defender = enemy(attacker)
    return tuple(
        Clash(
            area,
            attacker,
            defender,
            position.at(area).of(attacker),
            position.at(area).of(defender),
            area in seaborne,
        )
        for area in position.contested
    )


def _check_number(card: Card, orders: Sequence[Order]) -> Finding:
    rule = ARMIES if card.kind == LAND else WATER
    if len(orders) > card.armies:
        return Finding(False, f"{len(orders)} armies move; the card moves {card.armies}", rule)
    goals = dict.fromkeys(order.path[-1] for order in orders if order.path)
    if card.kind == BOAT and len(goals) > 1:
        return Finding(False, f"boats go to one area, not to {' and '.join(goals)}", rule)
    return Finding(True, "legal", rule)


def _marched(moves: Moves, side: str, order: Order) -> Moves:
    """Return the moves with one more army where it went."""
    left = taken(moves.after.at(order.origin), side, order.army)
    gone = moves.after.with_units({order.origin: left})
    goal = order.path[-1]
    come = gone.with_units({goal: added(gone.at(goal), side, order.army)})
    there = joined(moves.moved.get(goal, NOBODY), order.army)
    return replace(moves, after=settled(come), moved={**moves.moved, goal: there})
