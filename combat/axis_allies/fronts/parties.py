"""From a split to the parties that go: which units of a group, on whose ships, from which zone."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from combat.axis_allies.fronts.from_map import Stack, Turn
from combat.axis_allies.fronts.problem import BOMBARD, LANDING, LIFT
from combat.axis_allies.map.lifts import LOAD, is_infantry
from combat.axis_allies.map.reach import Arrival, Party

Cells = Sequence[tuple[int, ...]]


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
        self.turn, self.front, self.cell, self.left = turn, front, cell, left
        self.groups = turn.problem.groups
        self.ships = {
            group.ways[0].ships[0]: n
            for group, n in zip(self.groups, cell, strict=True)
            if group.ways[0].way == LIFT
        }
        self.light = {zone: n * (LOAD - 1) for zone, n in self.ships.items()}  # beside a first unit
        self.found: Counter[Arrival] = Counter()

    def arrivals(self) -> tuple[Arrival, ...] | None:
        """Return who goes; None if somebody finds no ship."""
        rows = list(zip(self.turn.stacks.values(), self.groups, self.cell, strict=False))
        landing = [row for row in rows if self._way(row[1]) == LANDING and row[2]]
        table = self.turn.position.table
        landing.sort(key=lambda row: (is_infantry(table, row[1].unit), len(self._ships(row[1]))))
        zones = self._zones(rows)
        for stacks, _, n in landing:
            if not self._landed(stacks, n, zones):
                return None
        for stacks, group, n in rows:
            if n and self._way(group) != LANDING:
                self._sent(stacks, n, zones)
        return tuple(replace(arrival, number=n) for arrival, n in self.found.items())

    def _way(self, group: object) -> str:
        way = group.way(self.front)  # type: ignore[attr-defined]
        return way.way if way is not None else ""

    def _ships(self, group: object) -> tuple[str, ...]:
        found: tuple[str, ...] = group.way(self.front).ships  # type: ignore[attr-defined]
        return found

    def _zones(self, rows: Sequence[tuple[tuple[Stack, ...], object, int]]) -> list[str]:
        """Return the zones to land from, those first where most that go can be."""
        number: Counter[str] = Counter()
        for stacks, _, n in rows:
            for stack in stacks if n else ():
                for zone in {one.zone for one in self._ways(stack) if one.zone}:
                    bombards = any(one.way == BOMBARD for one in self._ways(stack))
                    number[zone] += 100 if bombards else 1
        return [zone for zone, _ in number.most_common()]

    def _ways(self, stack: Stack) -> tuple[Arrival, ...]:
        return dict(stack.arrivals).get(self.front, ())

    def _sent(self, stacks: Sequence[Stack], number: int, zones: list[str]) -> None:
        for stack in stacks:
            here = min(number, self.left[stack.place, stack.unit])
            ways = self._ways(stack)
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
        infantry = is_infantry(self.turn.position.table, stack.unit)
        for arrival in sorted(self._ways(stack), key=lambda one: zones.index(one.zone)):
            for room in (self.light, self.ships) if infantry else (self.ships,):
                if room.get(arrival.ship, 0):
                    room[arrival.ship] -= 1
                    yield arrival

    def _take(self, stack: Stack, arrival: Arrival, number: int) -> None:
        self.left[stack.place, stack.unit] -= number
        self.found[replace(arrival, number=0)] += number
