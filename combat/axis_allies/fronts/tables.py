"""What a front does with each choice of who goes there."""

from dataclasses import dataclass

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.axis_allies.attack.attack import HELD
from combat.axis_allies.ends import ENDS, TAKEN
from combat.axis_allies.fronts.own import check_cells, own_choices
from combat.axis_allies.fronts.problem import Front, Problem
from combat.axis_allies.fronts.rows import (
    Forces,
    allowed,
    cargoes,
    different,
    force_of,
    forces_of,
    numbers,
    units_of,
)
from combat.axis_allies.fronts.sent import Sent
from combat.axis_allies.fronts.shores import learn, shores
from combat.axis_allies.fronts.swings import swings
from combat.axis_allies.units import UnitTable
from combat.battle import Battle
from combat.errors import TooLargeError
from combat.force import Force

_NOBODY = Force()
Fought = dict[tuple[int, ...], tuple[float, float]]  # counts of a battle: chance, net value
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


def table(problem: Problem, front: int, *, fought: Fought | None = None) -> Table:
    """Return what a front does with each choice.

    Parameters
    ----------
    problem : Problem
    front : int
    fought : dict, optional
        Battles of this front that are solved already; more are added.

    Raises
    ------
    TooLargeError
        For more than `MOST_CELLS` choices (see `own`), or `MOST_FORCES` different battles.
    """
    most, shared = problem.most(front), problem.shared
    own = own_choices(problem, front)
    sizes = [1 + most[at] if at in shared else 1 for at in range(len(most))]
    check_cells(problem, front, float(np.prod(sizes, dtype=float)) * len(own))
    others = np.indices(sizes).reshape(len(sizes), -1).T
    rows = (others[:, None, :] + own[None, :, :]).reshape(-1, len(most))
    found = of_rows(problem, front, rows, fought=fought)
    shape = (*(1 + most[at] for at in shared), len(own))
    arrays = found.may.reshape(shape), found.chance.reshape(shape), found.swing.reshape(shape)
    return Table(Known(*arrays), shared, own)


def of_rows(problem: Problem, front: int, rows: Ints, *, fought: Fought | None = None) -> Known:
    """Return what a front does with some choices.

    Parameters
    ----------
    problem : Problem
    front : int
    rows : int array, shape (choices, groups)
        How many of each group are sent.
    fought : dict, optional
        As in `table`.

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
        chance[there], swing[there] = _done(problem, front, going, {} if fought is None else fought)
    return Known(may, chance, swing)


def _done(problem: Problem, front: int, going: Ints, fought: Fought) -> tuple[Floats, Floats]:
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
    chance, swing = _ashore(one, units, arrays, alone, fought)
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
    every = np.arange(len(going))
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
    sailing, fought = forces.fleet[~calm], every[~calm]
    first, which = different(np.concatenate([sailing, cargo[:, None]], axis=1))
    parts, aboard = [whole], [found[int(cargo[row])] for row in first]
    fleets = [force_of(units, row) for row in sailing[first]]
    sents = [
        Sent(_NOBODY, fleet=fleet, loads=one.loads, safe=one.safe)
        for fleet, one in zip(fleets, aboard, strict=True)
        if one is not None  # there is one for every choice that may be
    ]
    learn(problem.fronts[front], sents)
    order = np.argsort(which, kind="stable")
    ends = np.cumsum(np.bincount(which))
    for number, sent in enumerate(sents):
        choices = fought[order[ends[number - 1] if number else 0 : ends[number]]]
        for shore in shores(problem.fronts[front], sent):
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
    one: Front, units: UnitTable, arrays: tuple[Ints, Ints, Ints], alone: Bools, fought: Fought
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
            chance[there], swing[there] = _fought(one, battle, units, some, fought)
    return chance, swing


def _fought(
    one: Front, battle: Battle, units: UnitTable, forces: list[Ints], fought: Fought
) -> tuple[Floats, Floats]:
    keys = np.concatenate(forces, axis=1)
    first, places = different(keys)
    distinct = keys[first]
    if len(distinct) > MOST_FORCES:
        raise TooLargeError(
            f"{len(distinct):,} battles for {one.target}, more than the limit of {MOST_FORCES:,}",
            given=one.target,
        )
    names = [(battle is one.alone, *row) for row in distinct.tolist()]
    new = [at for at, name in enumerate(names) if name not in fought]
    if new:
        each = []
        for row in distinct[new]:
            fighting, landed, bombard = (force_of(units, part) for part in np.split(row, 3))
            each.append(Sent(fighting, landed, bombard))
        found = swings(battle, one.event, each)
        pairs = zip(found.chance.tolist(), found.swing.tolist(), strict=True)
        fought.update(zip((names[at] for at in new), pairs, strict=True))
    known = np.array([fought[name] for name in names])
    return known[places, 0], known[places, 1]
