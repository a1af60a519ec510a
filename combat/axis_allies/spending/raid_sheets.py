"""What raids come to, in words and tables."""

from combat.axis_allies.map.position import Position
from combat.axis_allies.raid_rules import BOMBER, MOST_DAMAGE
from combat.axis_allies.reach.reach import AIR, reach
from combat.axis_allies.spending.raid_series import ALL, NEEDED, NONE, TIE, Owner, RaidSeries, Site
from combat.estimate import Estimate
from combat.sheets import Amount, Cell, Column, Share, Sheet

POLICY = {
    ALL: "the owner repairs all damage",
    NEEDED: "the owner repairs what his units need",
    NONE: "the owner repairs nothing",
}


def break_even(series: RaidSeries) -> float | None:
    """Return the IPC a bomber and turn up to which raiding is the better use of bombers."""
    return series.balance / series.sent if series.sent > 0.0 else None


def _first(series: RaidSeries) -> int:
    """Bombers that fly in the first turn; nobody is lost before it."""
    return round(series.turns[0].sent)


def lines(
    series: RaidSeries, by_number: list[RaidSeries], elsewhere: float | None
) -> tuple[str, ...]:
    """Return the answer in words."""
    even = break_even(series)
    if even is None:
        return (f"stay at home: no raid is worth more than {elsewhere:g} IPC a bomber and turn",)
    verdict = "the raids pay" if series.balance > TIE else "the raids do not pay"
    lines = [
        f"{verdict}: {_signed(series.balance)} IPC on average, the owner's harm less the bombers"
        " lost",
    ]
    if even > TIE:
        lines.append(
            f"break-even: a bomber that does more than {even:.2f} IPC of good in a turn is better"
            " used elsewhere"
        )
    elif even >= -TIE:
        lines.append("a raid neither wins nor loses: any good use of a bomber is better")
    else:
        lines.append(f"a bomber loses {-even:.2f} IPC a raid: any other use of it is better")
    if elsewhere is not None:
        lines.append(
            f"against {elsewhere:g} IPC a turn elsewhere, {_first(series)} of {len(by_number)}"
            f" bomber{'s' * (len(by_number) != 1)} should raid in the first turn"
        )
    pays = [k for k, one in enumerate(by_number, start=1) if one.balance > TIE]
    best = max(range(len(by_number)), key=lambda at: (by_number[at].balance, -at)) + 1
    if pays and len(by_number) > 1:
        lines.append(f"of 1 to {len(by_number)} bombers, {best} do best against this complex")
    return tuple(lines)


def _signed(value: float) -> str:
    return f"{0.0 if abs(value) <= TIE else value:+.2f}"


def _ipc(value: float) -> Amount:
    return Amount(Estimate.of_exact(value), "IPC")


def _mean(value: float) -> Amount:
    return Amount(Estimate.of_exact(value))


def turns_sheet(series: RaidSeries) -> Sheet:
    """Return the turns, means and balance of each."""
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
        means = map(_mean, turn[1:7])  # all from sent to standing
        rows.append((turn.number, *means, _ipc(turn.balance), _ipc(total)))
    return Sheet("turns", "turn by turn, on average", columns, tuple(rows))


def left_sheet(series: RaidSeries) -> Sheet:
    """Return the chances of bombers left at the end."""
    columns = (Column("left", ">bombers left at the end"), Column("chance", ">chance"))
    rows = tuple(
        (number, Share(Estimate.of_chance(float(chance), None)))
        for number, chance in enumerate(series.left)
    )
    return Sheet("left", "", columns, rows[::-1])


def numbers_sheet(by_number: list[RaidSeries]) -> Sheet:
    """Return what each number of bombers comes to."""
    columns = (
        Column("bombers", ">bombers"),
        Column("balance", ">balance"),
        Column("marginal", ">by the last of them"),
        Column("break_even", ">a bomber and turn"),
    )
    rows, before = [], 0.0
    for number, series in enumerate(by_number, start=1):
        even = break_even(series)
        cell = None if even is None else _ipc(even)
        rows.append((number, _ipc(series.balance), _ipc(series.balance - before), cell))
        before = series.balance
    return Sheet("bombers", "how many are worth it", columns, tuple(rows))


def assumes(
    position: Position,
    power: str,
    target: str,
    site: Site,
    owner: Owner,
    price: float,
    elsewhere: float | None,
    anyway: float,
) -> tuple[str, ...]:
    """Return what the answer takes for granted; `anyway`: IPC of harm without raids."""
    reached = reach(position, power, target).arrivals
    near = sum(one.number for one in reached if (one.unit, one.way) == (BOMBER, AIR))
    spent = f", with at most {owner.funds} IPC a turn" if owner.repair != NONE else ""
    fly = (
        "all bombers left fly in every turn"
        if elsewhere is None
        else f"as many bombers fly as are best; one that stays is worth {elsewhere:g} IPC a turn"
    )
    old = (
        "; what the damage at the start costs him in these turns without any raid,"
        f" {anyway:.2f} IPC, is not the raids' work and not in the balance"
        if anyway
        else ""
    )
    return (
        f"{target}: income {site.income}, so damage up to {MOST_DAMAGE * site.income},"
        f" {site.damage} at the start; {site.guns or 'no AA gun'}",
        f"{POLICY[owner.repair]}{spent}, and wants to place {owner.need} units there each turn",
        f"harm: 1 IPC a point repaired, {owner.slot:g} IPC a unit not placed; damage that still"
        " stands at the end is no harm yet" + old,
        f"a bomber lost counts {price:g} IPC",
        fly,
        f"{near} of {power}'s bombers can fly there and land again this turn (AA-46); here all that"
        " raid do",
        "no fighters rise; nobody takes the territory",
        *position.notes,
    )
