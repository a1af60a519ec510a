"""Who goes aboard which transports of a landing that a battle at sea comes first of (AA-29)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from combat.axis_allies.attack.operation import loads_of
from combat.axis_allies.fronts.problem import LANDING, LIFT, Front, Problem
from combat.axis_allies.units import UnitTable
from combat.force import Force

Cell = Sequence[int]


class Cargo(NamedTuple):
    """What lands after a battle at sea.

    ``aboard``: (group, zone of the transports) to how many; ``loads``: of the power's own
    transports; ``safe``: aboard an ally's.
    """

    aboard: Mapping[tuple[int, str], int]
    loads: tuple[Force, ...]
    safe: Force


def columns(problem: Problem, front: int) -> list[int]:
    """Return the groups of landings, and of their transports, that a battle at sea comes first of.

    The numbers of these groups decide the cargo.
    """
    return [
        at
        for at, group in enumerate(problem.groups)
        if (way := group.way(front)) is not None and way.zone and way.way in (LANDING, LIFT)
    ]


def cargo_of(problem: Problem, front: int, cell: Cell, units: UnitTable) -> Cargo | None:
    """Return how units are put aboard, None unless just the transports that are sent carry them.

    Of several ways the first is taken: tanks before infantry, who has the fewest ships before
    others, a second infantry on a ship that sails anyway.

    Parameters
    ----------
    cell : sequence of int
        How many of each group take part in the landing.
    """
    room: dict[str, int] = {}
    waiting: list[tuple[bool, tuple[str, ...], int]] = []
    for at in columns(problem, front):
        way, group = problem.groups[at].way(front), problem.groups[at]
        assert way is not None
        if way.way == LIFT:
            room[way.ships[0]] = int(cell[at])
        else:
            row = (units[group.unit].supported, way.ships, at)
            waiting += [row] * int(cell[at])
    waiting.sort(key=lambda row: (row[0], len(row[1]), row[2]))
    placed = next(_placed(waiting, dict(room), dict.fromkeys(room, 0)), None)
    if placed is None:
        return None
    return _cargo(problem, problem.fronts[front], placed, room, units)


def _placed(
    waiting: Sequence[tuple[bool, tuple[str, ...], int]],
    whole: dict[str, int],
    light: dict[str, int],
) -> Iterator[list[tuple[int, str]]]:
    """Yield ways to put units aboard: ``whole`` ships are empty, ``light`` have room for infantry.

    Units come with whether they are infantry, the ships that can fetch them, and their group.
    """
    if not waiting:
        if not any(whole.values()):
            yield []
        return
    infantry, ships, group = waiting[0]
    for zone in ships:
        for room in (light, whole) if infantry else (whole,):
            if not room.get(zone, 0):
                continue
            room[zone] -= 1
            light[zone] += room is whole
            for rest in _placed(waiting[1:], whole, light):
                yield [(group, zone), *rest]
            light[zone] -= room is whole
            room[zone] += 1


def _cargo(
    problem: Problem,
    one: Front,
    placed: list[tuple[int, str]],
    room: Mapping[str, int],
    units: UnitTable,
) -> Cargo | None:
    aboard: dict[tuple[int, str], int] = {}
    for key in placed:
        aboard[key] = aboard.get(key, 0) + 1
    own, loads, safe = dict(one.own), [], dict.fromkeys(units.names, 0)
    for ship, number in room.items():
        counts = dict.fromkeys(units.names, 0)
        for (group, zone), n in aboard.items():
            if zone == ship:
                counts[problem.groups[group].unit] += n
        found = [load for _, load in loads_of(units, Force.of(counts))]
        if len(found) != number:
            return None
        allied = max(0, number - own.get(ship, 0))
        loads += found[allied:]
        for load in found[:allied]:
            for name, n in load:
                safe[name] += n
    return Cargo(aboard, tuple(loads), Force.of(safe))
