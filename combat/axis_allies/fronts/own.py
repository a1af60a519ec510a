"""The choices of the groups that can get to one front only: few enough to be looked at all."""

import numpy as np

from combat.arrays import Bools, Ints
from combat.axis_allies.fronts.cargo_rooms import columns
from combat.axis_allies.fronts.problem import BOMBARD, LANDING, LIFT, Problem
from combat.axis_allies.fronts.rows import cargoes, different, forces_of, is_way, lifted, numbers
from combat.errors import TooLargeError

MOST_CELLS = 600_000  # choices for one front


def own_choices(problem: Problem, front: int) -> Ints:
    """Return choices of groups of one front only, shape (choices, groups), fewest units first.

    Of those that come to the same there is only the smallest; those that can be part of no choice,
    whoever else goes, are left out.

    Raises
    ------
    TooLargeError
    """
    rows = _grown(problem, front)
    rows = rows[np.argsort(rows.sum(axis=1), kind="stable")]
    others = [(at, problem.groups[at].way(front)) for at in problem.shared]
    if any(is_way(way, LIFT) or is_way(way, LANDING) for _, way in others):
        return rows  # who lands, and on which ship, matters to others
    one, going = problem.fronts[front], numbers(problem, front, rows)
    forces = forces_of(problem, front, going)
    landed = forces.landed
    if one.battle is None or one.battle["retreat"].never:  # how many land, as far as ships bombard
        more = sum(problem.most(front)[at] for at, way in others if is_way(way, BOMBARD))
        ships = forces.bombard.sum(axis=1, keepdims=True) + more
        landed = np.minimum(landed.sum(axis=1, keepdims=True), ships)
    same = [at for at in range(len(problem.groups)) if _is_itself(problem, front, at)]
    keys = (forces.fighting, landed, forces.bombard, forces.fleet, rows[:, same])
    first, _ = different(np.concatenate(keys, axis=1))
    found: Ints = rows[np.sort(first)]
    return found


def check_cells(problem: Problem, front: int, cells: float) -> None:
    """Refuse more choices for a front than can be looked at.

    Raises
    ------
    TooLargeError
    """
    if cells > MOST_CELLS:
        target = problem.fronts[front].target
        raise TooLargeError(
            f"{cells:,.0f} choices for {target}, more than the limit of {MOST_CELLS:,}",
            given=target,
        )


def _grown(problem: Problem, front: int) -> Ints:
    """Return the choices, group added to group: transports first, a part behind its group."""
    most, groups = problem.most(front), problem.groups
    own = [at for at in range(len(groups)) if at not in problem.shared and most[at]]
    own.sort(key=lambda at: (groups[at].ways[0].way != LIFT, groups[at].part_of is not None))
    rows = np.zeros((1, len(groups)), dtype=np.int64)
    for at in own:
        check_cells(problem, front, float(len(rows)) * (1 + most[at]))
        rows = np.repeat(rows, 1 + most[at], axis=0)
        rows[:, at] = np.tile(np.arange(1 + most[at]), len(rows) // (1 + most[at]))
        rows = rows[_may_be(problem, front, rows, at)]
    found: Ints = rows[_begun(problem, front, rows)]
    return found


def _may_be(problem: Problem, front: int, rows: Ints, at: int) -> Bools:
    """Whether choices can be part of one once a group is added."""
    group, good = problem.groups[at], np.ones(len(rows), dtype=bool)
    if group.part_of is not None and group.part_of not in problem.shared:
        good &= rows[:, at] <= rows[:, group.part_of]
    way = group.way(front)
    if way is not None and way.way == LANDING and not _brings(problem, front, LIFT, way.zone):
        going = np.maximum(numbers(problem, front, rows), 0)
        good &= lifted(problem, front, going, first=bool(way.zone))
    return good


def _begun(problem: Problem, front: int, rows: Ints) -> Bools:
    """Whether a battle at sea before a landing is fought for somebody, as far as that is known."""
    zone, good = problem.fronts[front].zone, np.ones(len(rows), dtype=bool)
    if not zone or _brings(problem, front, LANDING, zone) or _brings(problem, front, LIFT, zone):
        return good
    going = np.maximum(numbers(problem, front, rows), 0)
    forces = forces_of(problem, front, going)
    lands, fleet = forces.cargo.any(axis=1), forces.fleet.any(axis=1)
    others = any(w.zone for at in problem.shared if (w := problem.groups[at].way(front)))
    good &= (lands | ~fleet) & (fleet | others | ~lands)
    good &= lands | ~going[:, columns(problem, front)].any(axis=1)
    there, which = cargoes(problem, front, going, good)
    good[good] = np.array([cargo is not None for cargo in there], dtype=bool)[which]
    return good


def _brings(problem: Problem, front: int, name: str, zone: str) -> bool:
    """Whether a group that can get elsewhere too brings landed units, or transports."""
    ways = (problem.groups[at].way(front) for at in problem.shared)
    return any(way is not None and way.way == name and way.zone == zone for way in ways)


def _is_itself(problem: Problem, front: int, at: int) -> bool:
    """Whether it matters which group units are of: those at sea, what lands then, and its ships."""
    group, way = problem.groups[at], problem.groups[at].way(front)
    if way is None:
        return False
    parted = any(one.part_of == at for one in problem.groups if one.way(front))
    at_sea = way.zone and way.way in (LANDING, LIFT)
    return bool(way.must or group.part_of is not None or parted or at_sea)
