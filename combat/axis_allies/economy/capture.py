"""Taking a territory: who holds it then, its guns, complex and cash (AA-40, AA-42 to AA-45)."""

from collections.abc import Iterable
from dataclasses import replace

from combat.axis_allies.map.position import NOTHING, Position
from combat.axis_allies.units import UnitTable
from combat.errors import IllegalBattleError
from combat.force import Force


def captured(position: Position, power: str, territory: str, garrison: Force) -> Position:
    """Return the position after a power has taken a territory.

    Income moves at once, as it follows from the owners (AA-40); the complex keeps its damage
    (AA-44). An ally's original territory goes back to it, unless its capital is in enemy hands
    (AA-45); with a capital freed, what allies hold of its power's goes back to it too.

    Parameters
    ----------
    position : Position
        What the power moves in is no longer counted where it came from.
    power, territory : str
    garrison : Force
        The land units that stand there now; none where a tank has gone on (AA-47).

    Raises
    ------
    IllegalBattleError
        A territory that is not an enemy's, or a garrison of other than land units (AA-44).

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> after = captured(starting_position(), "Germany", "Russia", Force.of({"inf": 1, "arm": 2}))
    >>> after.owners["Russia"], str(after.force("Russia", "Germany")), after.income("Germany")
    ('Germany', '1 inf, 2 arm, 1 aa', 48)
    >>> after.cash["Germany"], after.cash["Soviet Union"], after.income("Soviet Union")
    (64, 0, 0)
    """
    _check(position, power, territory, garrison)
    loser, guns = position.owners[territory], captured_guns(position, power, territory)
    taker = holder(position, power, territory)
    standing = {power: garrison}
    standing[taker] = _sum(position.table, (standing.get(taker, NOTHING), guns))
    after = replace(position, units={k: v for k, v in position.units.items() if k != territory})
    for one, force in standing.items():
        after = after.with_force(territory, one, force)
    after = after.with_owner(territory, taker)
    if position.board.capitals.get(loser) == territory:
        after = _ransacked(after, loser, power)
    if position.board.capitals.get(taker) == territory:
        after = _freed(after, taker)
    return after


def holder(position: Position, power: str, territory: str) -> str:
    """Return who holds a territory once a power has taken it (AA-45).

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> lost = starting_position().with_owner("Caucasus", "Germany")
    >>> holder(lost, "United Kingdom", "Caucasus")
    'Soviet Union'
    >>> holder(lost.with_owner("Russia", "Germany"), "United Kingdom", "Caucasus")
    'United Kingdom'
    """
    board = position.board
    original = board.areas[territory].owner
    if original not in board.order or not board.allied(original, power):
        return power
    if board.capitals.get(original) == territory or position.capital_held(original):
        return original
    return power


def captured_guns(position: Position, power: str, territory: str) -> Force:
    """Return the enemy AA guns that a power captures with a territory (AA-44).

    Guns that can be lost in battle are no longer there when it is taken.
    """
    enemy = position.total(position.enemies(territory, power))
    return Force(tuple((n, k) for n, k in enemy if position.table[n].domain == "gun"))


def guns_handed_over(start: Position, position: Position) -> Position:
    """Return the position at a turn's end with the guns of returned territories handed over.

    Where a freed capital has brought a territory back to its power, the guns that an ally held
    there stay the ally's until the turn's end (AA-45); so do those that were captured there in this
    turn before the capital fell, as a gun is whose its territory is at the turn's end.

    Parameters
    ----------
    start, position : Position
        At the turn's start, and now.
    """
    for territory in position.board.territories:
        owner, before = position.owners[territory], start.owners[territory]
        back = owner == position.board.areas[territory].owner and owner != before
        if not back:
            continue
        if position.board.allied(owner, before):
            position = _handed(position, territory, before, start.force(territory, before))
            continue
        # an enemy's at the start: an ally has taken it; what the owner has is handed over
        captives, mine = captured_guns(start, owner, territory), position.force(territory, owner)
        rest = Force(tuple((gun, n - mine[gun]) for gun, n in captives if n > mine[gun]))
        for ally in position.friends(territory, owner):
            if ally != owner:
                position = _handed(position, territory, ally, rest)
    return position


def _handed(position: Position, territory: str, keeper: str, guns: Force) -> Position:
    """Hand guns over to a territory's owner, as far as the keeper has them there."""
    names, owner = position.table.names, position.owners[territory]
    here, mine = position.force(territory, keeper), position.force(territory, owner)
    for gun in position.table.of_domain("gun", "casualty gun"):
        number = min(here[gun], guns[gun])
        if number > 0:
            here = here.changed(gun, -number, order=names)
            mine = mine.changed(gun, number, order=names)
    position = position.with_force(territory, keeper, here)
    return position.with_force(territory, owner, mine)


def _ransacked(position: Position, loser: str, power: str) -> Position:
    """Hand all the cash of the power whose capital fell to the captor (AA-42)."""
    cash = position.cash
    taken = cash.get(loser, 0)
    return replace(position, cash={**cash, power: cash.get(power, 0) + taken, loser: 0})


def _freed(position: Position, power: str) -> Position:
    """Give a power with its capital free again what its allies hold of it (AA-45)."""
    board, owners = position.board, dict(position.owners)
    for territory in board.territories:
        if board.areas[territory].owner == power and board.allied(owners[territory], power):
            owners[territory] = power
    return replace(position, owners=owners)


def _sum(table: UnitTable, forces: Iterable[Force]) -> Force:
    parts = tuple(forces)
    return Force.of({name: sum(part[name] for part in parts) for name in table.names})


def _check(position: Position, power: str, territory: str, garrison: Force) -> None:
    """Refuse what cannot be taken, and what cannot stand there."""
    board, table = position.board, position.table
    area = board.areas[territory]
    if area.sea:
        raise IllegalBattleError(f"{territory} is a sea zone: nobody takes it", given=territory)
    if position.friendly(territory, power):
        raise IllegalBattleError(
            f"{territory} is {position.owners[territory]}'s already: {power} takes nothing there",
            given=territory,
        )
    land = table.of_domain("land", "gun", "casualty gun")
    for name, _ in garrison:
        if name not in land:
            raise IllegalBattleError(
                f"{table[name].title} cannot stay in {territory}: only land units take a territory,"
                " and no aircraft land there in the turn in which it is taken (AA-44)",
                rule="AA-44",
                given=name,
                allowed=land,
            )
