"""Money: what is bought and repaired, what is collected, the turn that passes (AA-40, AA-42)."""

from dataclasses import replace

from combat.axis_allies.economy.capture import guns_handed_over
from combat.axis_allies.economy.mobilise import mobilised, placed
from combat.axis_allies.economy.purchase import COMPLEX_COST, Purchase, read_purchase
from combat.axis_allies.map.position import Position
from combat.errors import IllegalBattleError

__all__ = [
    "COMPLEX_COST",
    "Purchase",
    "bought",
    "collect",
    "mobilised",
    "next_turn",
    "placed",
    "read_purchase",
    "spendable",
]


def spendable(position: Position, power: str) -> int:
    """Return the IPC that a power can spend: nothing without its capital (AA-42)."""
    return position.cash.get(power, 0) if position.capital_held(power) else 0


def bought(position: Position, power: str, purchase: Purchase) -> Position:
    """Return the position with a purchase paid and its repairs done; its units are placed later.

    More may be bought than can be placed: `mobilised` gives the price of the rest back.

    Parameters
    ----------
    position : Position
        At the start of the turn of `power`.
    power : str
    purchase : Purchase

    Raises
    ------
    IllegalBattleError
        Without the capital (AA-42), for more than the cash in hand (AA-40), of damage that is not
        there or another power's (AA-25), or of a complex where none may be built (AA-43).

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> start = starting_position().with_complex("Germany", 3)
    >>> after = bought(start, "Germany", read_purchase("3 inf; repair Germany 2", start))
    >>> after.cash["Germany"], after.complexes["Germany"]
    (29, 1)
    """
    if not purchase:
        return position
    if not position.capital_held(power):
        raise IllegalBattleError(
            f"{power} has lost its capital: until it is freed it buys, repairs and mobilises"
            " nothing (AA-42)",
            rule="AA-42",
            given=str(purchase),
        )
    cost, cash = purchase.cost(position.table), position.cash.get(power, 0)
    if cost > cash:
        raise IllegalBattleError(
            f"{purchase} would cost {cost} IPC; {power} has {cash}, and there are no loans (AA-40)",
            rule="AA-40",
            given=str(purchase),
            allowed=(f"up to {cash} IPC",),
        )
    for territory in purchase.complexes:
        _check_site(position, power, territory, purchase)
    damage = dict(position.complexes)
    for territory, number in purchase.repairs:
        _check_repair(position, power, territory, number)
        damage[territory] -= number
    return replace(position.with_cash(power, cash - cost), complexes=damage)


def collect(position: Position, power: str) -> Position:
    """Return the position after a power has collected its income (AA-40, AA-42).

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> collect(starting_position(), "Japan").cash["Japan"]
    60
    """
    return position.with_cash(power, position.cash.get(power, 0) + position.income(power))


def next_turn(position: Position, *, start: Position | None = None) -> Position:
    """Return the position with the next power to move; after the last one a round begins (AA-40).

    Parameters
    ----------
    position : Position
    start : Position, optional
        The position at the start of the turn that ends. With it the guns of territories that went
        back to a power whose capital was freed are handed over (AA-45).

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> after = next_turn(starting_position())
    >>> after.turn, after.round
    ('Germany', 1)
    """
    if start is not None:
        position = guns_handed_over(start, position)
    order = position.board.order
    at = order.index(position.turn) + 1
    return replace(position, turn=order[at % len(order)], round=position.round + (at == len(order)))


def _check_site(position: Position, power: str, territory: str, purchase: Purchase) -> None:
    """Refuse a new complex where there can be none (AA-43)."""
    if position.owners[territory] != power:
        why = f"it is {position.owners[territory]}'s"
    elif position.board.areas[territory].income < 1:
        why = "its income is 0"
    elif territory in position.complexes or purchase.complexes.count(territory) > 1:
        why = "one complex a territory"
    else:
        return
    raise IllegalBattleError(
        f"no new complex can be built in {territory}: {why}; a territory held since the turn's"
        " start, with an income of 1 or more and no complex, can have one (AA-43)",
        rule="AA-43",
        given=territory,
    )


def _check_repair(position: Position, power: str, territory: str, number: int) -> None:
    """Refuse a repair of what is not damaged, or not the power's own (AA-25)."""
    damage = position.complexes.get(territory)
    if damage is None:
        why = "there is no complex"
    elif position.owners[territory] != power:
        why = f"the complex is {position.owners[territory]}'s"
    elif number > damage:
        why = f"the complex has {damage} points of damage"
    else:
        return
    raise IllegalBattleError(
        f"{power} cannot repair {number} in {territory}: {why} (AA-25)",
        rule="AA-25",
        given=f"repair {territory} {number}",
        allowed=(f"0 to {damage or 0}",),
    )
