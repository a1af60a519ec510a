"""What no split can exceed: how far a search's answer can be from the best.

1. Everything: each front has all that can get there at once, room on transports aside. More units
   never lower a chance on land where nobody retreats and losses go by an order, so no split gives a
   front more (elsewhere 1 is the bound); and no split wins more there than all enemies and the
   worth of taking it.
2. Alone: each front has those that are best for it, as if there were no other front.
3. Prices (Lagrangian relaxation): each front may take what it likes at a price a unit, and what is
   sold is all there is. Any prices give a bound; the best ones are approached step by step.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from combat.axis_allies.attack.attack import TAKEN
from combat.axis_allies.fronts.best import score_of, worths
from combat.axis_allies.fronts.problem import ALL, FIGHTING, LANDING, LEAST, NET, Front, Problem
from combat.axis_allies.fronts.rows import sent
from combat.axis_allies.fronts.sent import Sent
from combat.axis_allies.fronts.swings import Swings, swings, worth_of
from combat.axis_allies.fronts.tables import Table
from combat.axis_allies.losses import KEYS, free_sides
from combat.axis_allies.settings import table_of
from combat.axis_allies.units import unit_table
from combat.axis_allies.value import unit_worths
from combat.battle import Battle
from combat.errors import TooLargeError
from combat.force import Force

STEPS = 150  # changes of prices


def most_alone(problem: Problem, front: int) -> float:
    """Return the most that a front's chance can be, with everything that can get there."""
    one = problem.fronts[front]
    force = _everything(problem, front)
    if not force.force:
        return 0.0
    if one.battle is None:
        land = unit_table(problem.edition).of_domain("land")
        return float(any(name in land for name, _ in force.force))
    if not _rises(one):
        return 1.0
    try:
        found: Swings = swings(one.battle, one.event, [force])
    except TooLargeError:
        return 1.0
    return float(found.chance[0])


def _everything(problem: Problem, front: int) -> Sent:
    """Return all that can get to a front, as if a battle at sea before it took and cost nobody."""
    most = tuple(
        0 if group.part_of is not None else n
        for group, n in zip(problem.groups, problem.most(front), strict=True)
    )
    if not problem.fronts[front].zone:
        return sent(problem, front, most)
    counts: dict[str, int] = {}
    names = unit_table(problem.edition).names
    for group, n in zip(problem.groups, most, strict=True):
        way = group.way(front)
        if way is not None and (way.way == LANDING or (way.way in FIGHTING and not way.zone)):
            counts[group.unit] = counts.get(group.unit, 0) + n
    return replace(
        sent(problem, front, most), force=Force.of({name: counts.get(name, 0) for name in names})
    )


def _rises(front: Front) -> bool:
    """Whether more units never lower a front's chance: losses by an order, nobody leaves."""
    battle = front.battle
    assert battle is not None
    sea = any(name in table_of(battle.settings).of_domain("sea") for name, _ in battle.defender)
    kept = any(getattr(battle[key], "keep", ()) for key in KEYS.values())
    plain = battle["retreat"].never and battle["rounds"] is None and battle["dice"] == "standard"
    return front.event == TAKEN and plain and not sea and not kept and not any(free_sides(battle))


def everything_bound(problem: Problem, *, aim: str) -> float:
    """Return a bound on the aim: each front with everything that can get there."""
    chances = [most_alone(problem, front) for front in range(len(problem.fronts))]
    if aim != NET:
        return score_of(aim, chances, chances)
    return sum(
        _enemy(problem, front) + max(0.0, problem.fronts[front].worth) * chance
        for front, chance in enumerate(chances)
        if chance
    )


def alone_bound(problem: Problem, tables: Sequence[Table], *, aim: str) -> float:
    """Return a bound on the aim: each front with whom it likes best, as if it were alone.

    Parameters
    ----------
    problem : Problem
    tables : sequence of Table
        Of each front by itself.
    aim : str
    """
    rows = zip(tables, problem.fronts, strict=True)
    kind = NET if aim == NET else LEAST
    best = [float(worths(one, front.least, kind).max()) for one, front in rows]
    return score_of(aim, best, best)


def _enemy(problem: Problem, front: int) -> float:
    """Return what the enemies at a front are worth, those at sea before it among them."""
    battles = problem.fronts[front].battle, problem.fronts[front].sea
    return sum(_worth(battle) for battle in battles if battle is not None)


def _worth(battle: Battle) -> float:
    """Return what the enemies are worth, what is aboard their ships included."""
    guns, each = table_of(battle.settings).of_domain("gun"), unit_worths(battle)
    fighting = Force(tuple((n, number) for n, number in battle.defender if n not in guns))
    aboard = sum(worth_of(load, each) for _, load in battle["defender_cargo"])
    return worth_of(fighting, each) + aboard


def price_bound(problem: Problem, tables: Sequence[Table], *, aim: str) -> float:
    """Return the least bound that prices for the shared units have given.

    Parameters
    ----------
    problem : Problem
    tables : sequence of Table
    aim : str
        'net' or 'all'.

    Raises
    ------
    ValueError
        For 'least', which is no sum over fronts.
    """
    if aim == LEAST:
        raise ValueError("prices bound sums over fronts, and 'least' is none")
    limits = [front.least for front in problem.fronts]
    values = [
        worths(one, least, aim).max(axis=-1) for one, least in zip(tables, limits, strict=True)
    ]
    numbers = np.array([problem.groups[at].number for at in problem.shared], dtype=float)
    counts = [np.indices(value.shape).reshape(value.ndim, -1).astype(float) for value in values]
    flats = [value.ravel() for value in values]
    prices, best = np.zeros(len(numbers)), np.inf
    spread = max(float(np.ptp(flat[flat > -np.inf])) for flat in flats if (flat > -np.inf).any())
    for step in range(1, STEPS + 1):
        total, sold = float(prices @ numbers), np.zeros(len(numbers))
        for flat, sent_ in zip(flats, counts, strict=True):
            at = int((flat - prices @ sent_).argmax())
            total += float(flat[at] - prices @ sent_[:, at])
            sold += sent_[:, at]
        best = min(best, total)
        over = sold - numbers
        size = float(over @ over)
        if not size:
            break
        prices = np.maximum(0.0, prices + spread / (step**0.75 * size) * over)
    return float(np.exp(min(0.0, best))) if aim == ALL else best
