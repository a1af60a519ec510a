"""From a split to the parties that go: which units of a group, on whose ships, from which zone."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from combat.axis_allies.fronts.cargo_rooms import cargo_of
from combat.axis_allies.fronts.from_map import Stack, Turn
from combat.axis_allies.fronts.problem import BOMBARD, LANDING, LIFT, Way
from combat.axis_allies.fronts.rows import numbers
from combat.axis_allies.reach.lifts import LOAD, is_infantry
from combat.axis_allies.reach.reach import Arrival, Party

Cells = Sequence[tuple[int, ...]]
Row = tuple[tuple[Stack, ...], Way, int]


def parties_of(turn: Turn, cells: Cells) -> tuple[Party | None, ...] | None:
    """Return who goes to each front; None to a front that nobody goes to.

    Parameters
    ----------
    turn : Turn
    cells : sequence of tuple of int
        For each front, how many of each group of ``turn.problem`` go there.

    Returns
    -------
    tuple of (Party or None), or None
        None if not all find room on the transports that are sent.
    """
    left = {(one.place, one.unit): one.number for rows in turn.stacks.values() for one in rows}
    found: list[Party | None] = []
    for front, cell in enumerate(cells):
        going = _Front(turn, front, cell, left).arrivals()
        if going is None:
            return None
        target = turn.wanted[front].target
        found.append(Party(target, going) if going else None)
    return tuple(found)


class _Front:
    """The units of one front, taken from what is left of the stacks."""

    def __init__(
        self, turn: Turn, front: int, cell: tuple[int, ...], left: dict[tuple[str, str], int]
    ) -> None:
        self.turn, self.front, self.left = turn, front, left
        self.groups = turn.problem.groups
        self.going = numbers(turn.problem, front, np.array([cell], dtype=np.int64))[0].tolist()
        self.units = turn.position.table
        self.ships = {
            way.ships[0]: self.going[at]
            for at, group in enumerate(self.groups)
            if (way := group.way(front)) is not None and way.way == LIFT and not way.zone
        }
        self.light = {zone: n * (LOAD - 1) for zone, n in self.ships.items()}  # beside a first unit
        self.found: Counter[Arrival] = Counter()

    def arrivals(self) -> tuple[Arrival, ...] | None:
        """Return who goes; None if somebody finds no ship."""
        if not self._first():
            return None
        rows = [row for row in self._rows() if not row[1].zone]
        landing = [row for row in rows if row[1].way == LANDING]
        infantry = {row[0][0].unit: is_infantry(self.units, row[0][0].unit) for row in landing}
        landing.sort(key=lambda row: (infantry[row[0][0].unit], len(row[1].ships)))
        zones = self._zones(rows)
        for stacks, _, n in landing:
            if not self._landed(stacks, n, zones):
                return None
        for stacks, way, n in rows:
            if way.way != LANDING:
                self._sent(stacks, n, zones)
        return tuple(replace(arrival, number=n) for arrival, n in self.found.items())

    def _rows(self) -> list[Row]:
        """Return the stacks of each group of which somebody goes, its way, and how many go."""
        stacks = list(self.turn.stacks.values())
        found = []
        for at, group in enumerate(self.groups):
            way, of = group.way(self.front), at if group.part_of is None else group.part_of
            if way is not None and way.way != LIFT and self.going[at]:
                found.append((stacks[of], way, self.going[at]))
        return found

    def _first(self) -> bool:
        """Send those that go to a zone first, each unit of a landing on the ship that it is for."""
        if not self.turn.problem.fronts[self.front].zone:
            return True
        cargo = cargo_of(self.turn.problem, self.front, self.going, self.units)
        if cargo is None:
            return False
        stacks = list(self.turn.stacks.values())
        for (at, ship), n in cargo.aboard.items():
            of = self.groups[at].part_of
            self._to_zone(stacks[at if of is None else of], n, ship)
        for rows, way, n in self._rows():
            if way.zone and way.way != LANDING:
                self._to_zone(rows, n, "")
        return True

    def _to_zone(self, stacks: Sequence[Stack], number: int, ship: str) -> None:
        for stack in stacks:
            here = min(number, self.left[stack.place, stack.unit])
            if here:
                ways = stack.to(self.front, zone=True)
                self._take(stack, next(one for one in ways if one.ship == ship), here)
                number -= here

    def _zones(self, rows: Sequence[Row]) -> list[str]:
        """Return the zones to land from, those first where most that go can be."""
        number: Counter[str] = Counter()
        for stacks, _, _ in rows:
            for stack in stacks:
                ways = stack.to(self.front, zone=False)
                for zone in {one.zone for one in ways if one.zone}:
                    number[zone] += 100 if any(one.way == BOMBARD for one in ways) else 1
        return [zone for zone, _ in number.most_common()]

    def _sent(self, stacks: Sequence[Stack], number: int, zones: list[str]) -> None:
        for stack in stacks:
            here = min(number, self.left[stack.place, stack.unit])
            ways = stack.to(self.front, zone=False)
            if here:
                best = min(ways, key=lambda one: zones.index(one.zone) if one.zone else 0)
                self._take(stack, best, here)
                number -= here

    def _landed(self, stacks: Sequence[Stack], number: int, zones: list[str]) -> bool:
        for stack in stacks:
            while number and self.left[stack.place, stack.unit]:
                arrival = next(self._with_room(stack, zones), None)
                if arrival is None:
                    break
                self._take(stack, arrival, 1)
                number -= 1
        return not number

    def _with_room(self, stack: Stack, zones: list[str]) -> Iterator[Arrival]:
        """Go through the landings of a stack for which a ship has room; they take the room."""
        infantry = is_infantry(self.units, stack.unit)
        ways = stack.to(self.front, zone=False)
        for arrival in sorted(ways, key=lambda one: zones.index(one.zone)):
            for room in (self.light, self.ships) if infantry else (self.ships,):
                if room.get(arrival.ship, 0):
                    room[arrival.ship] -= 1
                    yield arrival

    def _take(self, stack: Stack, arrival: Arrival, number: int) -> None:
        self.left[stack.place, stack.unit] -= number
        self.found[replace(arrival, number=0)] += number
