"""When bombing raids pay: a question of the map in tables (AA-25, AA-42, AA-43)."""

from combat.axis_allies.map.position import Position
from combat.axis_allies.map.raid_series import (
    ALL,
    NEEDED,
    NONE,
    REPAIRS,
    Kernels,
    Owner,
    RaidSeries,
    Site,
    kernels,
    raid_series,
)
from combat.axis_allies.map.room import room, usable_complexes
from combat.axis_allies.raid_rules import BOMBER, MOST_DAMAGE
from combat.entries import one_of
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.force import Force
from combat.sheets import Amount, Cell, Column, Share, Sheet, Sheets

CHEAPEST = "inf"  # what an owner who wants many units buys
POLICY = {
    ALL: "the owner repairs all damage",
    NEEDED: "the owner repairs what his units need",
    NONE: "the owner repairs nothing",
}


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
    power: str,
    target: str,
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
    power, target : str
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
    power, target = position.board.power(power), position.board.place(target)
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
        _lines(series, by_number, elsewhere),
        (_turns_sheet(series), _left_sheet(series), _numbers_sheet(by_number)),
        _assumes(position, target, site, owner, price, elsewhere),
        more={"balance": series.balance, "break_even": _break_even(series)},
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


def _break_even(series: RaidSeries) -> float | None:
    """Return the IPC a bomber and turn up to which raiding is the better use of bombers."""
    return series.balance / series.sent if series.sent > 0.0 else None


def _bombers(position: Position, power: str) -> int:
    number = sum(row[power][BOMBER] for row in position.units.values() if power in row)
    if not number:
        raise OptionError(
            f"{power} has no bomber; say how many are to raid", given=power, allowed=("1 to 20",)
        )
    return number


def _check_numbers(need: int | None, slot: float | None, elsewhere: float | None) -> None:
    for name, value in (("need", need), ("slot", slot), ("elsewhere", elsewhere)):
        if value is not None and not 0 <= value < 1e6:
            raise OptionError(
                f"{name} = {value:g} is not possible; give a number of 0 or more",
                given=f"{value:g}",
                allowed=("0 or more",),
            )


def _lines(
    series: RaidSeries, by_number: list[RaidSeries], elsewhere: float | None
) -> tuple[str, ...]:
    even = _break_even(series)
    if even is None:
        return (f"stay at home: no raid is worth more than {elsewhere:g} IPC a bomber and turn",)
    verdict = "the raids pay" if series.balance > 0.0 else "the raids do not pay"
    lines = [
        f"{verdict}: {series.balance:+.2f} IPC on average, the owner's harm less the bombers lost",
    ]
    if even > 0.0:
        lines.append(
            f"break-even: a bomber that does more than {even:.2f} IPC of good in a turn is better"
            " used elsewhere"
        )
    else:
        lines.append(f"a bomber loses {-even:.2f} IPC a raid: any other use of it is better")
    pays = [k for k, one in enumerate(by_number, start=1) if one.balance > 0.0]
    best = max(range(len(by_number)), key=lambda at: (by_number[at].balance, -at)) + 1
    if pays and len(by_number) > 1:
        lines.append(f"of 1 to {len(by_number)} bombers, {best} do best against this complex")
    return tuple(lines)


def _ipc(value: float) -> Amount:
    return Amount(Estimate.of_exact(value), "IPC")


def _mean(value: float) -> Amount:
    return Amount(Estimate.of_exact(value))


def _turns_sheet(series: RaidSeries) -> Sheet:
    columns = (
        Column("turn", ">turn"),
        Column("sent", ">bombers sent"),
        Column("lost", ">bombers lost"),
        Column("damage", ">damage done"),
        Column("repaired", ">repaired"),
        Column("unplaced", ">units not placed"),
        Column("standing", ">damage standing"),
        Column("balance", ">balance"),
        Column("total", ">so far"),
    )
    rows: list[tuple[Cell, ...]] = []
    total = 0.0
    for turn in series.turns:
        total += turn.balance
        means = map(_mean, turn[1:-1])
        rows.append((turn.number, *means, _ipc(turn.balance), _ipc(total)))
    return Sheet("turns", "turn by turn, on average", columns, tuple(rows))


def _left_sheet(series: RaidSeries) -> Sheet:
    columns = (Column("left", ">bombers left at the end"), Column("chance", ">chance"))
    rows = tuple(
        (number, Share(Estimate.of_chance(float(chance), None)))
        for number, chance in enumerate(series.left)
    )
    return Sheet("left", "", columns, rows[::-1])


def _numbers_sheet(by_number: list[RaidSeries]) -> Sheet:
    columns = (
        Column("bombers", ">bombers"),
        Column("balance", ">balance"),
        Column("marginal", ">by the last of them"),
        Column("break_even", ">a bomber and turn"),
    )
    rows, before = [], 0.0
    for number, series in enumerate(by_number, start=1):
        even = _break_even(series)
        cell = None if even is None else _ipc(even)
        rows.append((number, _ipc(series.balance), _ipc(series.balance - before), cell))
        before = series.balance
    return Sheet("bombers", "how many are worth it", columns, tuple(rows))


def _assumes(
    position: Position,
    target: str,
    site: Site,
    owner: Owner,
    price: float,
    elsewhere: float | None,
) -> tuple[str, ...]:
    spent = f", with at most {owner.funds} IPC a turn" if owner.repair != NONE else ""
    fly = (
        "all bombers left fly in every turn"
        if elsewhere is None
        else f"as many bombers fly as are best; one that stays is worth {elsewhere:g} IPC a turn"
    )
    return (
        f"{target}: income {site.income}, so damage up to {MOST_DAMAGE * site.income},"
        f" {site.damage} at the start; {site.guns or 'no AA gun'}",
        f"{POLICY[owner.repair]}{spent}, and wants to place {owner.need} units there each turn",
        f"harm: 1 IPC a point repaired, {owner.slot:g} IPC a unit not placed; damage that still"
        " stands at the end is no harm yet",
        f"a bomber lost counts {price:g} IPC",
        fly,
        "bombers reach the complex and land again; no fighters rise; nobody takes the territory",
        *position.notes,
    )
