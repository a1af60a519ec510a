"""How many units a card orders, for each end that a player may have."""

from __future__ import annotations

from collections.abc import Mapping

from combat.napoleonics.deck.army import Army
from combat.napoleonics.deck.card import (
    ALL,
    DICE,
    ONE_SECTION,
    SECTIONS,
    Card,
    SectionOrders,
    TacticOrders,
)
from combat.napoleonics.deck.order_dice import dice_orders
from combat.napoleonics.deck.placed import Placed
from combat.napoleonics.deck.question import Question

IN_ALL, WITH_TACTICS, ASSAULT = "section cards", "all cards", "assault"
Pmf = Mapping[int, float]
"""Chances by number of units and leaders ordered."""


def ends(question: Question) -> tuple[str, ...]:
    """Return what a card may be best for: a section, or orders in all (CC-41).

    Tactic cards count only if the army is known.
    """
    return (*SECTIONS, IN_ALL) if question.army is None else (*SECTIONS, IN_ALL, WITH_TACTICS)


def orders_for(question: Question, end: str, command: int) -> tuple[Pmf, ...]:
    """Return what each kind of card orders for an end, by kind.

    Parameters
    ----------
    end : str
        A section, `IN_ALL`, `WITH_TACTICS`, or `ASSAULT`: by cards that order as many as command.
    command : int
        Cards held, the played one included (CC-41).
    """
    return tuple(_orders(card, question, end, command) for card in question.deck.cards)


def _orders(card: Card, question: Question, end: str, command: int) -> Pmf:
    if isinstance(card.orders, TacticOrders):
        if end == WITH_TACTICS and question.army is not None:
            return tactic_orders(card.orders, question.army, question.placed, command)
        return {0: 1.0}
    if end == ASSAULT and not card.by_command:
        return {0: 1.0}
    return {section_orders(card.orders, question.placed, command, end): 1.0}


def section_orders(
    orders: SectionOrders, placed: Placed | None, command: int, end: str = IN_ALL
) -> int:
    """Return how many units a section card orders, in one section or in all (CC-40, CC-41).

    Examples
    --------
    >>> forward = SectionOrders((2, 2, 2))
    >>> section_orders(forward, Placed(4, 1, 0), 5), section_orders(forward, None, 5, "left")
    (3, 2)
    """
    numbers = orders.at(command)
    if end in SECTIONS:
        number = numbers[SECTIONS.index(end)]
        return number if placed is None else min(number, placed.within(end))
    return sum(numbers) if placed is None else placed.ordered(numbers)


def tactic_orders(orders: TacticOrders, army: Army, placed: Placed | None, command: int) -> Pmf:
    """Return the chance of each number of units that a tactic card orders (CC-40, CC-41)."""
    if orders.number == DICE:
        return dice_orders(command, army)
    there = army.of(orders.of, orders.where)
    if orders.where == ONE_SECTION and placed is not None:
        there = min(there, max(placed.within(section) for section in SECTIONS))
    number = there if orders.number == ALL else min(int(orders.number), there)
    return {max(number, min(orders.otherwise, army.total)): 1.0}


def orders_anyone(card: Card, question: Question, command: int) -> bool:
    """Whether a card can order a unit at all; one that orders none is only exchanged (CC-40).

    Of a tactic card, if the army is not known: whether it surely can.
    """
    orders, placed, army = card.orders, question.placed, question.army
    if isinstance(orders, SectionOrders):
        return section_orders(orders, placed, command) > 0
    if army is not None:
        return max(tactic_orders(orders, army, placed, command)) > 0
    if placed is not None and not placed.units:
        return False
    anybody = not orders.of and orders.number != 0
    return orders.number == DICE or orders.otherwise > 0 or (anybody and not orders.where)
