"""When bombing raids pay: a question of the map in tables (AA-25, AA-42, AA-43)."""

from combat.axis_allies.economy.room import room, usable_complexes
from combat.axis_allies.map.position import Position
from combat.axis_allies.raid_rules import BOMBER, MOST_DAMAGE
from combat.axis_allies.spending import raid_sheets
from combat.axis_allies.spending.raid_series import (
    ALL,
    REPAIRS,
    Kernels,
    Owner,
    RaidSeries,
    Site,
    kernels,
    raid_series,
)
from combat.entries import one_of
from combat.errors import OptionError
from combat.force import Force
from combat.sheets import Sheets

MOST_NUMBER = 9_999  # of units and IPC; as much as a power may have in hand
CHEAPEST = "inf"  # what an owner who wants many units buys


def site_of(position: Position, power: str, target: str) -> Site:
    """Return the complex that a power may raid.

    Raises
    ------
    OptionError
        If there is none, or it is not an enemy's.
    """
    board = position.board
    may = tuple(t for t in board.territories if t in position.complexes)
    may = tuple(t for t in may if not position.friendly(t, power))
    if target not in may:
        raise OptionError(
            f"{target} has no complex of an enemy of {power} to raid; there is"
            f" {', '.join(may) or 'none'}",
            given=target,
            allowed=may,
        )
    there = position.total(position.enemies(target, power))
    guns = Force(tuple((name, n) for name, n in there if position.table[name].is_gun))
    most = MOST_DAMAGE * board.areas[target].income
    damage = min(position.complexes[target], most)
    return Site(board.areas[target].income, guns, damage, position.edition)


def owner_of(
    position: Position,
    target: str,
    *,
    repair: str = ALL,
    need: int | None = None,
    slot: float | None = None,
) -> Owner:
    """Return what a complex's owner does.

    Without a number he needs the room for infantry of all his income, less what his other
    complexes have room for; a place for a unit is worth the price of infantry to him.
    """
    power = position.owners[target]
    income = position.board.areas[target].income
    price = position.table[CHEAPEST].cost
    if need is None:
        others = sum(
            room(position, place) for place in usable_complexes(position, power) if place != target
        )
        need = max(0, position.income(power) // price - others)
    need = min(need, income) if position.capital_held(power) else 0
    return Owner(repair, need, position.income(power), float(price) if slot is None else slot)


def raids(
    position: Position,
    *,
    target: str,
    power: str | None = None,
    bombers: int | None = None,
    turns: int = 4,
    repair: str = ALL,
    need: int | None = None,
    slot: float | None = None,
    elsewhere: float | None = None,
) -> Sheets:
    """Return what raids on a complex come to over some turns, and when they pay.

    Parameters
    ----------
    position : Position
    target : str
    power : str, optional
        Whose bombers; of the power whose turn it is, if not given.
    bombers : int, optional
        All that the power has, if none is named; how far they fly is not asked.
    turns : int
    repair : {'all', 'needed', 'none'}
    need : int, optional
        Units that the owner wants to mobilise there each turn; see `owner_of`.
    slot : float, optional
        IPC that it costs him not to place one of them; the price of infantry.
    elsewhere : float, optional
        IPC that a bomber is worth to its side in a turn in which it does not raid. With it as many
        fly as are best.

    Raises
    ------
    OptionError
    """
    one_of("repair", repair, REPAIRS)
    _check_numbers(need, slot, elsewhere)
    power, target = position.power(power), position.board.place(target)
    site = site_of(position, power, target)
    owner = owner_of(position, target, repair=repair, need=need, slot=slot)
    number = _bombers(position, power) if bombers is None else bombers
    price = float(position.table[BOMBER].cost)
    steps = kernels(site, number)
    series = _series(site, owner, number, turns, price, elsewhere, steps)
    by_number = [
        _series(site, owner, k, turns, price, elsewhere, steps) for k in range(1, number + 1)
    ]
    return Sheets(
        "axis-allies",
        "raids",
        f"{number} {BOMBER} of {power} raid {target} for {turns} turn{'s' * (turns != 1)}",
        raid_sheets.lines(series, by_number, elsewhere),
        (
            raid_sheets.turns_sheet(series),
            raid_sheets.left_sheet(series),
            raid_sheets.numbers_sheet(by_number),
        ),
        raid_sheets.assumes(position, power, target, site, owner, price, elsewhere, series.anyway),
        more={"balance": series.balance, "break_even": raid_sheets.break_even(series)},
    )


def _series(
    site: Site,
    owner: Owner,
    bombers: int,
    turns: int,
    price: float,
    elsewhere: float | None,
    steps: Kernels,
) -> RaidSeries:
    return raid_series(
        site, owner, bombers=bombers, turns=turns, price=price, elsewhere=elsewhere, known=steps
    )


def _bombers(position: Position, power: str) -> int:
    number = sum(row[power][BOMBER] for row in position.units.values() if power in row)
    if not number:
        raise OptionError(
            f"{power} has no bomber; say how many are to raid", given=power, allowed=("1 to 20",)
        )
    return number


def _check_numbers(need: int | None, slot: float | None, elsewhere: float | None) -> None:
    for name, value in (("need", need), ("slot", slot), ("elsewhere", elsewhere)):
        if value is not None and not 0 <= value <= MOST_NUMBER:
            raise OptionError(
                f"{name} = {value:,} is not possible; give a number from 0 to {MOST_NUMBER:,}",
                given=str(value),
                allowed=(f"0 to {MOST_NUMBER:,}",),
            )
