"""What a front does with each choice of who goes there."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.axis_allies.fronts.problem import BOMBARD, FIGHTING, LANDING, LIFT, Front, Problem, Way
from combat.axis_allies.fronts.sent import Sent
from combat.axis_allies.fronts.swings import swings
from combat.axis_allies.settings import table_of
from combat.axis_allies.units import UnitTable, unit_table
from combat.errors import TooLargeError
from combat.force import Force

MOST_CELLS = 600_000  # choices for one front
MOST_FORCES = 20_000  # different battles of one front: some two seconds
MOST_KEYS = 2.0**62  # rows that one number each tells apart
MOST_ZONES = 4  # zones of transports up to which every set of them is looked at


@dataclass(frozen=True, eq=False)
class Known:
    """What a front does with some choices, arrays of one shape.

    Attributes
    ----------
    may : bool array
        Whether the choice is one: room on transports, nobody bombards for nothing.
    chance : float array
    swing : float array
        Mean net value, in IPC.
    """

    may: Bools
    chance: Floats
    swing: Floats


@dataclass(frozen=True, eq=False)
class Table:
    """What a front does with each choice.

    Attributes
    ----------
    known : Known
        Arrays with an axis for each shared group, and a last one for the choices of the others.
    shared : tuple of int
        The groups that can get to other fronts as well.
    own : int array, shape (choices of the others, groups)
        How many of each group, fewest units first; of choices that come to the same only one.
    """

    known: Known
    shared: tuple[int, ...]
    own: Ints

    def cell(self, shared: tuple[int, ...], own: int) -> tuple[int, ...]:
        """Return how many of each group a choice sends."""
        found = self.own[own].tolist()
        for at, n in zip(self.shared, shared, strict=True):
            found[at] = n
        return tuple(found)


def table(problem: Problem, front: int) -> Table:
    """Return what a front does with each choice.

    Raises
    ------
    TooLargeError
        For more than `MOST_CELLS` choices, or `MOST_FORCES` different battles.
    """
    most, shared = problem.most(front), problem.shared
    alone = [n if at not in shared else 0 for at, n in enumerate(most)]
    _check(problem, front, [alone])
    own = _distinct(problem, front, _grid(alone))
    sizes = [most[at] if at in shared else 0 for at in range(len(most))]
    _check(problem, front, [sizes], times=len(own))
    rows = (_grid(sizes)[:, None, :] + own[None, :, :]).reshape(-1, len(most))
    found = of_rows(problem, front, rows)
    shape = (*(1 + most[at] for at in shared), len(own))
    arrays = found.may.reshape(shape), found.chance.reshape(shape), found.swing.reshape(shape)
    return Table(Known(*arrays), shared, own)


def _check(problem: Problem, front: int, rows: list[list[int]], *, times: int = 1) -> None:
    cells = float(np.prod([n + 1 for row in rows for n in row], dtype=float)) * times
    if cells > MOST_CELLS:
        target = problem.fronts[front].target
        raise TooLargeError(
            f"{cells:,.0f} choices for {target}, more than the limit of {MOST_CELLS:,}",
            given=target,
        )


def _grid(most: list[int]) -> Ints:
    """Return all choices of 0 … so many of each group, shape (choices, groups)."""
    found: Ints = np.indices([n + 1 for n in most]).reshape(len(most), -1).T
    return found


def _distinct(problem: Problem, front: int, rows: Ints) -> Ints:
    """Return choices of groups of one front only, of those that come to the same the smallest."""
    units = _units(problem, front)
    rows = rows[np.argsort(rows.sum(axis=1), kind="stable")]
    others = [(at, problem.groups[at].way(front)) for at in problem.shared]
    if any(_is(way, LIFT) for _, way in others):
        return rows  # who lands, and on which ship, matters to others
    rows = rows[_lifted(problem, front, rows, units)]
    if any(_is(way, LANDING) for _, way in others):
        return rows
    battle = problem.fronts[front].battle
    fighting, landed, bombard = _forces(problem, front, rows, units)
    if battle is None or battle["retreat"].never:  # how many land, as far as ships bombard
        more = sum(problem.most(front)[at] for at, way in others if _is(way, BOMBARD))
        ships = bombard.sum(axis=1, keepdims=True) + more
        landed = np.minimum(landed.sum(axis=1, keepdims=True), ships)
    keys = (fighting, landed, bombard)
    must = [at for at, group in enumerate(problem.groups) if group.must]
    first, _ = _different(np.concatenate([*keys, rows[:, must]], axis=1))
    found: Ints = rows[np.sort(first)]
    return found


def _different(rows: Ints) -> tuple[Ints, Ints]:
    """Return where each different row is first, and which of them each row is."""
    sizes = rows.max(axis=0, initial=0).astype(np.int64) + 1
    if np.prod(sizes, dtype=float) < MOST_KEYS:
        weights = np.cumprod(sizes[::-1])[::-1] // sizes  # one number for each row
        _, first, which = np.unique(rows @ weights, return_index=True, return_inverse=True)
    else:
        _, first, which = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return first, which.ravel()


def _is(way: Way | None, name: str) -> bool:
    return way is not None and way.way == name


def _units(problem: Problem, front: int) -> UnitTable:
    battle = problem.fronts[front].battle
    return unit_table(problem.edition) if battle is None else table_of(battle.settings)


def of_rows(problem: Problem, front: int, rows: Ints) -> Known:
    """Return what a front does with some choices.

    Parameters
    ----------
    problem : Problem
    front : int
    rows : int array, shape (choices, groups)
        How many of each group are sent.

    Returns
    -------
    Known
        Its arrays of shape (choices,).
    """
    one = problem.fronts[front]
    units = _units(problem, front)
    fighting, landed, bombard = _forces(problem, front, rows, units)
    may = allowed(problem, front, rows)
    anybody = fighting.sum(axis=1) > 0
    chance, swing = np.zeros(len(rows)), np.zeros(len(rows))
    if one.battle is None:
        chance[anybody], swing[anybody] = 1.0, one.worth
        return Known(may, chance, swing)
    if one.battle["retreat"].never:  # then a landing without bombardment is a battle on land
        landed = landed * (bombard.sum(axis=1) > 0)[:, None]
    there = may & anybody
    if there.any():
        chance[there], swing[there] = _fought(one, units, (fighting, landed, bombard), there)
    return Known(may, chance, swing)


def allowed(problem: Problem, front: int, rows: Ints) -> Bools:
    """Whether each choice is one, shape (choices,).

    Landings find room on the transports that are sent, no more ships bombard than units land, ships
    in a zone all take part, and no aircraft go where nobody fights.
    """
    one = problem.fronts[front]
    units = _units(problem, front)
    forces = _forces(problem, front, rows, units)
    may = _lifted(problem, front, rows, units) & _in_place(problem, front, rows, forces)
    if one.battle is None:
        aircraft = [units[name].domain == "air" for name in units.names]
        may &= ~(forces[0][:, aircraft] > 0).any(axis=1)  # they take nothing
    return may


def sent(problem: Problem, front: int, cell: tuple[int, ...]) -> Sent:
    """Return what a choice sends to a front."""
    units = _units(problem, front)
    forces = _forces(problem, front, np.array([cell], dtype=np.int64), units)
    return Sent(*(_force(units, array[0]) for array in forces))


def _fought(
    one: Front, units: UnitTable, forces: tuple[Ints, Ints, Ints], there: Bools
) -> tuple[Floats, Floats]:
    keys = np.concatenate([array[there] for array in forces], axis=1)
    first, places = _different(keys)
    distinct = keys[first]
    if len(distinct) > MOST_FORCES:
        raise TooLargeError(
            f"{len(distinct):,} battles for {one.target}, more than the limit of {MOST_FORCES:,}",
            given=one.target,
        )
    each = [Sent(*(_force(units, part) for part in np.split(row, 3))) for row in distinct]
    assert one.battle is not None
    found = swings(one.battle, one.event, each)
    return found.chance[places], found.swing[places]


def _force(units: UnitTable, counts: Ints) -> Force:
    return Force(
        tuple((name, n) for name, n in zip(units.names, counts.tolist(), strict=True) if n)
    )


def _forces(problem: Problem, front: int, rows: Ints, units: UnitTable) -> tuple[Ints, Ints, Ints]:
    """Return who fights, who of them lands, who bombards: each of shape (choices, types)."""
    found = []
    for ways in (FIGHTING, (LANDING,), (BOMBARD,)):
        owner = np.zeros((len(problem.groups), len(units.names)), dtype=np.int64)
        for at, group in enumerate(problem.groups):
            way = group.way(front)
            if way is not None and way.way in ways:
                owner[at, units.names.index(group.unit)] = 1
        found.append(rows @ owner)
    return found[0], found[1], found[2]


def _in_place(problem: Problem, front: int, rows: Ints, forces: tuple[Ints, Ints, Ints]) -> Bools:
    """Whether no ship bombards for nothing, and all who are at sea there already take part."""
    landed, bombard = forces[1].sum(axis=1), forces[2].sum(axis=1)
    good: Bools = bombard <= landed
    for at, group in enumerate(problem.groups):
        if group.must and group.way(front) is not None:
            good &= (rows[:, at] == group.number) | (rows.sum(axis=1) == 0)
    return good


def _lifted(problem: Problem, front: int, rows: Ints, units: UnitTable) -> Bools:
    """Whether the transports sent can carry what lands: a unit each, and an infantry more (AA-29).

    By Hall's theorem: every set of units finds room on the transports that can fetch one of them.
    """
    room: dict[str, Ints] = {}
    landing = []
    for at, group in enumerate(problem.groups):
        way = group.way(front)
        if way is not None and way.way == LIFT:
            room[way.ships[0]] = rows[:, at]
        elif way is not None and way.way == LANDING:
            landing.append((set(way.ships), units[group.unit].supported, rows[:, at]))
    good = np.ones(len(rows), dtype=bool)
    zones = _sets(tuple(room)) if landing else ()
    for others, infantry in product(zones, repeat=2):
        needs = sum(
            (n for ships, light, n in landing if ships <= (infantry if light else others)),
            start=np.zeros(len(rows), dtype=np.int64),
        )
        ships = [sum((room[zone] for zone in part), 0) for part in (others | infantry, infantry)]
        good &= needs <= ships[0] + ships[1]
    return good


def _sets(zones: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """Return the sets of some zones; of many only each by itself, none and all."""
    if len(zones) > MOST_ZONES:
        return (frozenset(), *(frozenset((zone,)) for zone in zones), frozenset(zones))
    chosen = product((False, True), repeat=len(zones))
    return tuple(
        frozenset(zone for zone, there in zip(zones, row, strict=True) if there) for row in chosen
    )
