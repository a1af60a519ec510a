"""Moves of a search for landings that a battle at sea comes first of: all in it go, or nobody.

Single units cannot begin one: nobody lands without a fleet, and no fleet sails for nothing.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from combat.axis_allies.fronts.problem import AIR, LAND, LANDING, LIFT, SEA, Problem, Way
from combat.axis_allies.fronts.rows import allowed

Cell = tuple[int, ...]
Cells = tuple[Cell, ...]
MOST_FILLED = 24  # transports with which an operation is tried


def clipped(problem: Problem, cells: Cells) -> Cells:
    """Return choices with no more in a part of a group than are sent of it."""
    found = []
    for front, cell in enumerate(cells):
        row = list(cell)
        for at, group in enumerate(problem.groups):
            if group.part_of is not None and group.way(front) is not None:
                row[at] = min(row[at], row[group.part_of])
        found.append(tuple(row))
    return tuple(found)


def called_off(problem: Problem, front: int, cell: Cell) -> Cell:
    """Return a choice without the battle at sea and the landing after it; aircraft fight on."""
    row = list(cell)
    for at, group in enumerate(problem.groups):
        way = group.way(front)
        if way is not None and way.zone:
            if group.part_of is not None and way.way != AIR:
                row[group.part_of] -= row[at]
            row[at] = 0
    return tuple(row)


def launched(problem: Problem, front: int, left: Sequence[int], cell: Cell) -> Iterator[Cell]:
    """Go through choices with a landing after a battle at sea, of what is left of the groups.

    All ships fight, with all or none of the aircraft; one transport after the other is filled. Of
    the others those go who go already, or all.
    """
    if not problem.fronts[front].zone:
        return
    base = called_off(problem, front, cell)
    for aircraft, others in product((True, False), repeat=2):
        row = list(base)
        if others:
            for at, _ in _groups(problem, front, LAND, AIR, zone=False):
                row[at] = min(left[at], problem.groups[at].most(front))
        for at, way in _groups(problem, front, SEA, AIR):
            if way.way == SEA or aircraft:
                _send(problem, row, left, at, problem.groups[at].number)
        for _ in range(MOST_FILLED):
            full = next(_one_more(problem, front, left, row), None)
            if full is None:
                break
            row = full
            yield tuple(row)


def _groups(
    problem: Problem, front: int, *ways: str, zone: bool = True
) -> Iterator[tuple[int, Way]]:
    for at, group in enumerate(problem.groups):
        way = group.way(front)
        if way is not None and bool(way.zone) == zone and way.way in ways:
            yield at, way


def _send(problem: Problem, row: list[int], left: Sequence[int], at: int, number: int) -> bool:
    """Send units to a zone: of those who go to the front already first, of a group with a part."""
    of = problem.groups[at].part_of
    free = left[at] - row[at] if of is None else left[of] - row[at]
    number = min(number, free)
    if number <= 0:
        return False
    row[at] += number
    if of is not None:
        row[of] = max(row[of], row[at])
    return True


def _one_more(
    problem: Problem, front: int, left: Sequence[int], row: list[int]
) -> Iterator[list[int]]:
    """Go through choices with a transport more, and as good a load for it as there is."""
    loads = [at for at, _ in _groups(problem, front, LANDING)]
    loads.sort(key=lambda at: problem.groups[at].unit == "inf")
    for ship, _ in _groups(problem, front, LIFT):
        with_ship = list(row)
        if not _send(problem, with_ship, left, ship, 1):
            continue
        for first in loads:
            for second in (*reversed(loads), None):
                full = list(with_ship)
                if (
                    _send(problem, full, left, first, 1)
                    and (second is None or _send(problem, full, left, second, 1))
                    and allowed(problem, front, np.array([full]))[0]
                ):
                    yield full
