"""The answer about several fronts, in tables."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from combat.axis_allies.fronts.from_map import Turn
from combat.axis_allies.fronts.frontier import frontier
from combat.axis_allies.fronts.left_out import left_out
from combat.axis_allies.fronts.plan import EXACT, Chosen, Plan
from combat.axis_allies.fronts.problem import AIR, ALL, NET, SEA
from combat.axis_allies.fronts.result import Result
from combat.axis_allies.fronts.results import More, Together, staying
from combat.axis_allies.fronts.rows import sent
from combat.axis_allies.fronts.sent import Sent
from combat.axis_allies.reach.reach import Party
from combat.estimate import Estimate
from combat.sheets import Amount, Cell, Column, Share, Sheet

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
NOBODY = "nobody"
SMALL = 1e-4  # chances below that are not told apart in the lines
STEP = 0.04  # of the first of two chances, from row to row


class Answer(NamedTuple):
    """A plan and what it does."""

    plan: Plan
    together: Together
    more: tuple[More, ...]


def sheets(answer: Answer) -> tuple[Sheet, ...]:
    """Return the tables, those that players look at first in front."""
    return (
        _fronts(answer),
        _units(answer),
        _taken(answer),
        _swing(answer),
        _more(answer),
        _runners(answer),
        *([_frontier(answer)] if len(answer.together.results) == 2 and answer.plan.tables else []),
        _distribution(answer),
    )


def _share(chance: float, trials: int | None = None) -> Share:
    return Share(Estimate.of_chance(chance, trials))


def _ipc(mean: float) -> Amount:
    return Amount(Estimate.of_exact(mean), "IPC")


def _fronts(answer: Answer) -> Sheet:
    columns = (
        Column("front", "front"),
        Column("sent", "sent"),
        Column("defenders", "defended by"),
        Column("event", "success"),
        Column("wanted", ">wanted"),
        Column("chance", ">chance"),
        Column("swing", ">net value"),
        Column("worth", ">worth of it"),
    )
    return Sheet("fronts", "the best split", columns, tuple(map(_front, answer.together.results)))


def _front(one: Result) -> tuple[Cell, ...]:
    front = one.front
    return (
        front.target,
        shown(one),
        NOBODY if front.battle is None else str(front.battle.defender),
        front.event.replace("_", " "),
        f"{100 * front.least:g} %" if front.least else None,
        Share(one.succeeds),
        Amount(one.mean, "IPC"),
        _ipc(front.worth),
    )


def shown(one: Result) -> str:
    """Return who goes to a front, in words."""
    return words(one.sent, one.front.zone)


def words(sent: Sent, zone: str) -> str:
    """Return who goes to a front in words: who goes to sea first, and what lands then."""
    parts = [str(sent.force)] if sent.force else []
    if sent.bombard:
        parts.append(f"{sent.bombard} bombarding")
    if sent.fleet:
        ships = f", {len(sent.loads)} tr" if sent.loads else ""
        parts += [f"at sea in {zone}: {sent.fleet}{ships}", f"then landing: {sent.cargo}"]
    return "; ".join(parts) or NOBODY


def _units(answer: Answer) -> Sheet:
    columns = (
        Column("front", "front"),
        Column("place", "from"),
        Column("units", "units"),
        Column("way", "way"),
        Column("path", "through"),
    )
    rows = tuple(
        row for one in answer.together.results if one.party is not None for row in _going(one.party)
    )
    return Sheet("units", "who goes where", columns, rows)


def _going(party: Party) -> Iterator[tuple[Cell, ...]]:
    rows: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for one in party.arrivals:
        first = one.way in (SEA, AIR) and one.path[-1] != party.target
        way = f"{one.way} to {one.path[-1]}" if first else one.way
        rows.setdefault((one.place, way, one.path[1:-1]), []).append(f"{one.number} {one.unit}")
    for (place, way, path), units in rows.items():
        yield party.target, place, ", ".join(units), way, ", ".join(path) or None


def _taken(answer: Answer) -> Sheet:
    targets = [one.front.target for one in answer.together.results]
    columns = (
        Column("succeed", "fronts that succeed"),
        Column("chance", ">chance"),
        Column("swing", ">net value then"),
    )
    rows = tuple(
        (named(targets, row.succeed), _share(row.chance), _ipc(row.swing))
        for row in answer.together.rows
    )
    return Sheet("together", "all fronts together", columns, rows)


def named(targets: Sequence[str], succeed: Sequence[bool]) -> str:
    """Return which fronts succeed, in words."""
    there = [target for target, good in zip(targets, succeed, strict=True) if good]
    return " and ".join(filter(None, [", ".join(there[:-1]), *there[-1:]])) or "none"


def _swing(answer: Answer) -> Sheet:
    together = answer.together
    columns = (Column("what", "the turn's net value"), Column("value", ">IPC"))
    rows: list[tuple[Cell, ...]] = [("mean", Amount(together.mean, ""))]
    for share in QUANTILES:
        text = f"{100 * share:g} % are at most"
        rows.append((text, Amount(together.quantile(share), "")))
    return Sheet("quantiles", "", columns, tuple(rows))


def _more(answer: Answer) -> Sheet:
    columns = (
        Column("front", "front"),
        Column("unit", "one more"),
        Column("chance", ">chance"),
        Column("change", ">change, points"),
        Column("swing", ">net value"),
        Column("swing_change", ">change"),
    )
    rows = tuple(
        (
            answer.together.results[one.front].front.target,
            one.unit,
            _share(one.chance),
            Amount(Estimate.of_exact(100.0 * one.more_chance), ""),
            _ipc(one.swing),
            _ipc(one.more_swing),
        )
        for one in answer.more
    )
    return Sheet("one_more", "with one unit more", columns, rows)


def _runners(answer: Answer) -> Sheet:
    plan = answer.plan
    targets = [front.target for front in plan.turn.problem.fronts]
    columns = (
        Column("rank", ">"),
        Column("split", "split"),
        *(Column(f"chance_{at + 1}", f">{target}") for at, target in enumerate(targets)),
        Column("score", ">score"),
        Column("behind", ">behind"),
    )
    best = plan.best.split.score
    rows = tuple(
        (
            number,
            split_text(plan, one),
            *(_share(chance) for chance in one.split.chances),
            score(plan.aim, one.split.score),
            points(plan.aim, best - one.split.score),
        )
        for number, one in enumerate(plan.runners, start=2)
    )
    return Sheet("runners_up", "the next best splits", columns, rows)


def split_text(plan: Plan, chosen: Chosen) -> str:
    """Return who goes to which front, in words."""
    problem = plan.turn.problem
    forces = [sent(problem, front, cell) for front, cell in enumerate(chosen.split.cells)]
    return "; ".join(
        f"{front.target}: {words(force, front.zone)}"
        for front, force in zip(problem.fronts, forces, strict=True)
    )


def score(aim: str, value: float) -> Cell:
    """Return a score as a cell."""
    return _ipc(value) if aim == NET else _share(value)


def points(aim: str, value: float) -> Cell:
    """Return a difference of scores as a cell: IPC, or points of a chance."""
    if aim == NET:
        return _ipc(max(0.0, value))
    return Amount(Estimate.of_exact(100.0 * max(0.0, value)), "points")


def _frontier(answer: Answer) -> Sheet:
    plan = answer.plan
    targets = [front.target for front in plan.turn.problem.fronts]
    columns = (
        Column("chance_1", f">{targets[0]}"),
        Column("chance_2", f">{targets[1]}, at best"),
    )
    shown: list[tuple[float, float]] = []
    for point in frontier(plan):
        if not shown or point[0] >= shown[-1][0] + STEP:
            shown.append(point)
    rows = tuple((_share(one), _share(other)) for one, other in shown)
    return Sheet("frontier", "the two chances against one another", columns, rows)


def _distribution(answer: Answer) -> Sheet:
    """Return chances of the swing by which fronts succeed."""
    targets = [one.front.target for one in answer.together.results]
    columns = (
        Column("succeed", "fronts that succeed"),
        Column("swing", ">net value"),
        Column("chance", ">chance"),
    )
    rows: list[tuple[Cell, ...]] = []
    for row in answer.together.rows:
        name = named(targets, row.succeed)
        for at in np.flatnonzero(row.spread.chance):
            value = (row.spread.start + int(at)) * answer.together.step
            rows.append((name, _ipc(value), _share(float(row.spread.chance[at]))))
    rows.sort(key=_likeliest)
    title = "the turn's net value and what succeeds, the likeliest first"
    return Sheet("distribution", title, columns, tuple(rows), most=6)


def _likeliest(row: tuple[Cell, ...]) -> float:
    chance = row[-1]
    return -chance.estimate.value if isinstance(chance, Share) else 0.0


def lines(answer: Answer) -> tuple[str, ...]:
    """Return the answer in words."""
    plan, together = answer.plan, answer.together
    found = Estimate.of_exact(plan.best.split.score)
    net = f"Net value of the turn: {together.mean.as_number(' IPC')} on average"
    income = f"ncome gained: {together.income(plan.turn).as_number(' IPC')} a turn on average."
    if plan.aim == NET:
        first, last = f"{net}, {_how(plan)}.", f"I{income}"
    else:
        text = (
            "Chance that every front succeeds" if plan.aim == ALL else "Smallest chance of a front"
        )
        first, last = f"{text}: {_percent(found.value)}, {_how(plan)}.", f"{net}; i{income}"
    every = f"All fronts succeed: {_percent(together.all)}; none: {_percent(together.none)}."
    return (
        first,
        *([every] if len(together.results) > 1 else []),
        last,
        *_collected(plan.turn),
        *_home(plan),
        "The order of the battles changes none of this: all units are committed before the first"
        " die (AA-24).",
        *(f"{line}." for line in left_out(plan)),
    )


def _percent(chance: float) -> str:
    if 0.0 < chance < SMALL:
        return f"under {100.0 * SMALL:g} %"
    if SMALL > 1.0 - chance > 0.0:
        return f"over {100.0 * (1.0 - SMALL):g} %"
    return Estimate.of_chance(chance, None).as_percent()


def _collected(turn: Turn) -> Iterator[str]:
    """Say where income goes that the power itself does not collect (AA-42, AA-45)."""
    for target, gain in turn.gains.items():
        for power, change in gain.items():
            if power != turn.power:
                more = "more" if change > 0 else "less"
                yield f"With {target} taken {power} collects {abs(change)} IPC a turn {more}."
        if not gain and turn.position.board.areas[target].income:
            yield f"{target} brings no income: {turn.power}'s capital is in enemy hands (AA-42)."


def _home(plan: Plan) -> Iterator[str]:
    force = staying(plan.turn, plan.best)
    yield f"At home stay, of all that could go: {force or 'nobody'}."


def _how(plan: Plan) -> str:
    skipped = f"; {plan.skipped:,} better ones cannot go at once" if plan.skipped else ""
    if plan.method == EXACT:
        return f"the best of {plan.splits:,} splits{skipped}"
    bound = Estimate.of_exact(plan.bound)
    gap = Estimate.of_exact(plan.gap)
    if plan.aim == NET:
        texts = bound.as_number(" IPC"), gap.as_number(" IPC")
    else:
        texts = bound.as_percent(), f"{100.0 * plan.gap:.1f} points"
    return (
        f"the best that a search among {plan.splits:,} splits has found{skipped}; none exceeds"
        f" {texts[0]}, so that it misses {texts[1]} at most"
    )
