"""What choices of who goes to a front mean: forces, ships and room, as arrays."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from combat.arrays import Bools, Ints
from combat.axis_allies.fronts.cargo_rooms import Cargo, cargo_of, columns
from combat.axis_allies.fronts.problem import (
    AIR,
    BOMBARD,
    FIGHTING,
    LANDING,
    LIFT,
    SEA,
    Problem,
    Way,
)
from combat.axis_allies.fronts.sent import Sent
from combat.axis_allies.settings import table_of
from combat.axis_allies.units import UnitTable, unit_table
from combat.force import Force

MOST_KEYS = 2.0**62  # rows that one number each tells apart
MOST_ZONES = 4  # zones of transports up to which every set of them is looked at


@dataclass(frozen=True, eq=False)
class Forces:
    """Who does what at a front, each of shape (choices, unit types).

    Attributes
    ----------
    fighting : int array
        Who fights at the target, whatever a battle at sea before it leaves.
    landed : int array
        Those of them who land.
    bombard : int array
    fleet : int array
        Ships and aircraft that fight for a zone first.
    cargo : int array
        Who lands after that.
    """

    fighting: Ints
    landed: Ints
    bombard: Ints
    fleet: Ints
    cargo: Ints

    @property
    def all(self) -> tuple[Ints, ...]:
        """The arrays."""
        return self.fighting, self.landed, self.bombard, self.fleet, self.cargo


def units_of(problem: Problem, front: int) -> UnitTable:
    """Return the units of a front's battle."""
    battle = problem.fronts[front].battle
    return unit_table(problem.edition) if battle is None else table_of(battle.settings)


def numbers(problem: Problem, front: int, rows: Ints) -> Ints:
    """Return how many of each group go in its way: without those of its part, if it has one."""
    found = rows.copy()
    for at, group in enumerate(problem.groups):
        if group.part_of is not None and group.way(front) is not None:
            found[:, group.part_of] -= rows[:, at]
    return found


def forces_of(problem: Problem, front: int, going: Ints) -> Forces:
    """Return who does what at a front, by how many of each group go in its way."""
    units = units_of(problem, front)
    usual: list[tuple[tuple[str, ...], bool]] = [(FIGHTING, False), ((LANDING,), False)]
    kinds = [*usual, ((BOMBARD,), False), ((SEA, AIR), True), ((LANDING,), True)]
    found = []
    for ways, first in kinds:
        owner = np.zeros((len(problem.groups), len(units.names)), dtype=np.int64)
        for at, group in enumerate(problem.groups):
            way = group.way(front)
            if way is not None and way.way in ways and bool(way.zone) == first:
                owner[at, units.names.index(group.unit)] = 1
        found.append(going @ owner)
    return Forces(*found)


def different(rows: Ints) -> tuple[Ints, Ints]:
    """Return where each different row is first, and which of them each row is."""
    sizes = rows.max(axis=0, initial=0).astype(np.int64) + 1
    if np.prod(sizes, dtype=float) < MOST_KEYS and rows.min(initial=0) >= 0:
        weights = np.cumprod(sizes[::-1])[::-1] // sizes  # one number for each row
        _, first, which = np.unique(rows @ weights, return_index=True, return_inverse=True)
    else:
        _, first, which = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return first, which.ravel()


def force_of(units: UnitTable, counts: Ints) -> Force:
    """Return counts by unit type as a force."""
    return Force(
        tuple((name, n) for name, n in zip(units.names, counts.tolist(), strict=True) if n)
    )


def allowed(problem: Problem, front: int, rows: Ints) -> Bools:
    """Whether each choice is one, shape (choices,).

    Landings find room on the transports that are sent, no more ships bombard than units land, ships
    in a zone all take part, and no aircraft go where nobody fights. A zone is fought for just where
    somebody lands from it.
    """
    one, units = problem.fronts[front], units_of(problem, front)
    going = numbers(problem, front, rows)
    may = np.asarray((going >= 0).all(axis=1))
    going = np.maximum(going, 0)
    forces = forces_of(problem, front, going)
    may &= lifted(problem, front, going) & _in_place(problem, front, going, forces)
    if one.battle is None:
        aircraft = [units[name].domain == "air" for name in units.names]
        may &= ~(forces.fighting[:, aircraft] > 0).any(axis=1)  # they take nothing
    if one.zone:
        able = [units[name].attack > 0 for name in units.names]
        lands = forces.cargo.any(axis=1)
        may &= forces.fleet[:, able].any(axis=1) == lands
        may &= forces.fleet.any(axis=1) == lands
        there, which = cargoes(problem, front, going, may)
        may[may] = np.array([cargo is not None for cargo in there], dtype=bool)[which]
    return may


def cargoes(
    problem: Problem, front: int, going: Ints, may: Bools
) -> tuple[list[Cargo | None], Ints]:
    """Return the cargoes of the choices that may be, each once, and which one each has."""
    units = units_of(problem, front)
    some = going[may]
    at = columns(problem, front)
    first, which = different(some[:, at])
    return [cargo_of(problem, front, some[row].tolist(), units) for row in first.tolist()], which


def sent(problem: Problem, front: int, cell: tuple[int, ...]) -> Sent:
    """Return what a choice sends to a front."""
    units = units_of(problem, front)
    going = numbers(problem, front, np.array([cell], dtype=np.int64))
    forces = forces_of(problem, front, going)
    fighting, landed, bombard, fleet = (force_of(units, array[0]) for array in forces.all[:4])
    if not problem.fronts[front].zone:
        return Sent(fighting, landed, bombard)
    cargo = cargo_of(problem, front, going[0].tolist(), units)
    loads, safe = (cargo.loads, cargo.safe) if cargo is not None else ((), Force())
    return Sent(fighting, landed, bombard, fleet, loads, safe)


def _in_place(problem: Problem, front: int, going: Ints, forces: Forces) -> Bools:
    """Whether no ship bombards for nothing, and all who are at sea there already take part."""
    landed, bombard = forces.landed.sum(axis=1), forces.bombard.sum(axis=1)
    good: Bools = bombard <= landed
    for at, group in enumerate(problem.groups):
        way = group.way(front)
        if way is not None and way.must:
            fought = forces.fleet if way.zone else going
            good &= (going[:, at] == group.number) | (fought.sum(axis=1) == 0)
    return good


def lifted(problem: Problem, front: int, going: Ints, *, first: bool = False) -> Bools:
    """Whether the transports sent can carry what lands: a unit each, and an infantry more (AA-29).

    Of landings that a battle at sea comes first of, if `first`, else of the others. By Hall's
    theorem: every set of units finds room on the transports that can fetch one of them.
    """
    units, room = units_of(problem, front), dict[str, Ints]()
    landing = []
    for at, group in enumerate(problem.groups):
        way = group.way(front)
        if way is None or bool(way.zone) != first:
            continue
        if way.way == LIFT:
            room[way.ships[0]] = going[:, at]
        elif way.way == LANDING:
            landing.append((set(way.ships), units[group.unit].supported, going[:, at]))
    good = np.ones(len(going), dtype=bool)
    zones = _sets(tuple(room)) if landing else ()
    for others, infantry in product(zones, repeat=2):
        needs = sum(
            (n for ships, light, n in landing if ships <= (infantry if light else others)),
            start=np.zeros(len(going), dtype=np.int64),
        )
        ships = [sum((room[zone] for zone in part), 0) for part in (others | infantry, infantry)]
        good &= needs <= ships[0] + ships[1]
    return good


def is_way(way: Way | None, name: str) -> bool:
    """Whether a group comes in a way, not by a battle at sea first."""
    return way is not None and way.way == name and not way.zone


def _sets(zones: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """Return the sets of some zones; of many only each by itself, none and all."""
    if len(zones) > MOST_ZONES:
        return (frozenset(), *(frozenset((zone,)) for zone in zones), frozenset(zones))
    chosen = product((False, True), repeat=len(zones))
    return tuple(
        frozenset(zone for zone, there in zip(zones, row, strict=True) if there) for row in chosen
    )
