"""What a front does with each choice of who goes there."""

from dataclasses import dataclass

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.axis_allies.ends import ENDS, TAKEN
from combat.axis_allies.fronts.problem import BOMBARD, LANDING, LIFT, Front, Problem
from combat.axis_allies.fronts.rows import (
    Forces,
    allowed,
    cargoes,
    different,
    force_of,
    forces_of,
    is_way,
    lifted,
    numbers,
    units_of,
)
from combat.axis_allies.fronts.sent import Sent
from combat.axis_allies.fronts.shores import shores
from combat.axis_allies.fronts.swings import swings
from combat.axis_allies.map.attack import HELD
from combat.axis_allies.units import UnitTable
from combat.battle import Battle
from combat.errors import TooLargeError
from combat.force import Force

_NOBODY = Force()
MOST_CELLS = 600_000  # choices for one front
MOST_FORCES = 20_000  # different battles of one front: some two seconds


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
    rows = rows[np.argsort(rows.sum(axis=1), kind="stable")]
    others = [(at, problem.groups[at].way(front)) for at in problem.shared]
    if any(is_way(way, LIFT) for _, way in others):
        return rows  # who lands, and on which ship, matters to others
    rows = rows[_own_may(problem, front, rows)]
    if any(is_way(way, LANDING) for _, way in others):
        return rows
    one, going = problem.fronts[front], numbers(problem, front, rows)
    forces = forces_of(problem, front, going)
    landed = forces.landed
    if one.battle is None or one.battle["retreat"].never:  # how many land, as far as ships bombard
        more = sum(problem.most(front)[at] for at, way in others if is_way(way, BOMBARD))
        ships = forces.bombard.sum(axis=1, keepdims=True) + more
        landed = np.minimum(landed.sum(axis=1, keepdims=True), ships)
    same = [at for at, group in enumerate(problem.groups) if _is_itself(problem, front, at)]
    keys = (forces.fighting, landed, forces.bombard, forces.fleet, rows[:, same])
    first, _ = different(np.concatenate(keys, axis=1))
    found: Ints = rows[np.sort(first)]
    return found


def _is_itself(problem: Problem, front: int, at: int) -> bool:
    """Whether it matters which group units are of: those at sea, what lands then, and its ships."""
    group, way = problem.groups[at], problem.groups[at].way(front)
    if way is None:
        return False
    parted = any(one.part_of == at for one in problem.groups if one.way(front))
    at_sea = way.zone and way.way in (LANDING, LIFT)
    return bool(way.must or group.part_of is not None or parted or at_sea)


def _own_may(problem: Problem, front: int, rows: Ints) -> Bools:
    """Whether choices of groups of one front only can be part of one, whoever else goes."""
    found = np.ones(len(rows), dtype=bool)
    for at, group in enumerate(problem.groups):
        of = group.part_of
        if of is not None and group.way(front) is not None and of not in problem.shared:
            found &= rows[:, at] <= rows[:, of]
    found &= lifted(problem, front, np.maximum(numbers(problem, front, rows), 0))
    return found


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
    may = allowed(problem, front, rows)
    chance, swing = np.zeros(len(rows)), np.zeros(len(rows))
    there = may & rows.any(axis=1)
    if there.any():
        going = numbers(problem, front, rows[there])
        chance[there], swing[there] = _done(problem, front, going)
    return Known(may, chance, swing)


def _done(problem: Problem, front: int, going: Ints) -> tuple[Floats, Floats]:
    """Return chances and mean net values of choices: those on land for all that lands, mixed."""
    one, units = problem.fronts[front], units_of(problem, front)
    forces = forces_of(problem, front, going)
    states = _states(problem, front, going, forces, units)
    rows = states.rows
    arrays = (
        forces.fighting[rows] + states.landed,
        forces.landed[rows] + states.landed,
        forces.bombard[rows],
    )
    aground = ~arrays[0][:, [units[name].domain == "land" for name in units.names]].any(axis=1)
    alone = states.after & aground & (one.alone is not None)
    chance, swing = _ashore(one, units, arrays, alone)
    nobody = ~arrays[0].any(axis=1)
    chance[nobody] = states.after[nobody] * (one.event == HELD)  # none of the cargo is left
    number = len(going)
    mixed = np.zeros(number), np.zeros(number)
    np.add.at(mixed[0], rows, states.chance * chance)
    np.add.at(mixed[1], rows, states.chance * (swing + states.swing))
    return np.clip(mixed[0], 0.0, 1.0), mixed[1]


@dataclass(frozen=True, eq=False)
class _States:
    """What battles at sea leave: which choice, who lands, whether one was fought, net value."""

    rows: Ints
    landed: Ints
    after: Bools
    swing: Floats
    chance: Floats


def _states(problem: Problem, front: int, going: Ints, forces: Forces, units: UnitTable) -> _States:
    one, every = problem.fronts[front], np.arange(len(going))
    calm = np.asarray(~forces.fleet.any(axis=1))
    whole = _States(
        every[calm],
        np.zeros((int(calm.sum()), len(units.names)), dtype=np.int64),
        np.zeros(int(calm.sum()), dtype=bool),
        np.zeros(int(calm.sum())),
        np.ones(int(calm.sum())),
    )
    if calm.all():
        return whole
    found, cargo = cargoes(problem, front, going, ~calm)
    first, which = different(np.concatenate([forces.fleet[~calm], cargo[:, None]], axis=1))
    parts = [whole]
    for number, row in enumerate(first.tolist()):
        aboard = found[int(cargo[row])]
        assert aboard is not None
        fleet = force_of(units, forces.fleet[~calm][row])
        choices = every[~calm][which == number]
        for shore in shores(one, Sent(_NOBODY, fleet=fleet, loads=aboard.loads, safe=aboard.safe)):
            counts = dict(shore.landed)
            landed = np.array([counts.get(name, 0) for name in units.names], dtype=np.int64)
            size = len(choices)
            parts.append(
                _States(
                    choices,
                    np.broadcast_to(landed, (size, len(landed))),
                    np.ones(size, dtype=bool),
                    np.full(size, shore.swing),
                    np.full(size, shore.chance),
                )
            )
    return _States(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.landed for part in parts]),
        np.concatenate([part.after for part in parts]),
        np.concatenate([part.swing for part in parts]),
        np.concatenate([part.chance for part in parts]),
    )


def _ashore(
    one: Front, units: UnitTable, arrays: tuple[Ints, Ints, Ints], alone: Bools
) -> tuple[Floats, Floats]:
    """Return chances and mean net values on land; 0 where nobody goes."""
    chance, swing = np.zeros(len(alone)), np.zeros(len(alone))
    anybody = arrays[0].any(axis=1)
    if one.battle is None:
        chance[anybody], swing[anybody] = float(one.event == ENDS[TAKEN]), one.worth
        return chance, swing
    fighting, landed, bombard = arrays
    if one.battle["retreat"].never:  # then a landing without bombardment is a battle on land
        landed = landed * (bombard.sum(axis=1) > 0)[:, None]
    for battle, there in ((one.battle, anybody & ~alone), (one.alone, anybody & alone)):
        if battle is not None and there.any():
            some = [array[there] for array in (fighting, landed, bombard)]
            chance[there], swing[there] = _fought(one, battle, units, some)
    return chance, swing


def _fought(
    one: Front, battle: Battle, units: UnitTable, forces: list[Ints]
) -> tuple[Floats, Floats]:
    keys = np.concatenate(forces, axis=1)
    first, places = different(keys)
    distinct = keys[first]
    if len(distinct) > MOST_FORCES:
        raise TooLargeError(
            f"{len(distinct):,} battles for {one.target}, more than the limit of {MOST_FORCES:,}",
            given=one.target,
        )
    each = []
    for row in distinct:
        fighting, landed, bombard = (force_of(units, part) for part in np.split(row, 3))
        each.append(Sent(fighting, landed, bombard))
    found = swings(battle, one.event, each)
    return found.chance[places], found.swing[places]
