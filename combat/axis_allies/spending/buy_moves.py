"""Which units can move in to hold a place, by land, by air and on transports (AA-47, p. 21)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.lifts import Lifts
from combat.axis_allies.reach.loading import loads_fit
from combat.axis_allies.reach.noncombat import reinforcements
from combat.axis_allies.reach.paths import Lanes
from combat.axis_allies.reach.reach import AIR, LAND, LANDING, Arrival
from combat.force import Force

Stack = tuple[str, str]  # where, and which kind


@dataclass(frozen=True)
class Moves:
    """Units that can move in.

    Parameters
    ----------
    position : Position
    power, place : str
    direct : tuple of Arrival
        By land and by air: all of them can come at once.
    landings : tuple of Arrival
        On transports, what cannot come otherwise: as many as the ships can carry.
    numbers : mapping of (str, str) to int
        How many of each kind may leave each place.
    """

    position: Position
    power: str
    place: str
    direct: tuple[Arrival, ...] = ()
    landings: tuple[Arrival, ...] = ()
    numbers: Mapping[Stack, int] = field(default_factory=dict)
    _known: dict[Force, tuple[Arrival, ...] | None] = field(
        default_factory=dict, init=False, compare=False
    )

    def __bool__(self) -> bool:
        return bool(self.direct or self.landings)

    def able(self) -> dict[str, int]:
        """Return how many of each kind can come, each kind by itself and ships enough."""
        found: dict[str, int] = {}
        for one in self.direct:
            found[one.unit] = found.get(one.unit, 0) + one.number
        for (_, unit), number in self._carried().items():
            found[unit] = found.get(unit, 0) + number
        return found

    def plan(self, force: Force) -> tuple[Arrival, ...] | None:
        """Return who comes so that these are in the place, the nearest first; None if they cannot.

        Transports are used only for what does not come by land or by air.
        """
        if force not in self._known:
            chosen, still = [], dict(force)
            for one in sorted(self.direct, key=lambda one: len(one.path)):
                number = min(one.number, still.get(one.unit, 0))
                if number:
                    still[one.unit] -= number
                    chosen.append(replace(one, number=number))
            wanted = [(unit, n) for unit, n in still.items() if n]
            shipped = next(self._shipped(wanted, []), None) if wanted else ()
            self._known[force] = None if shipped is None else (*chosen, *shipped)
        return self._known[force]

    def _carried(self) -> dict[Stack, int]:
        """Return how many of each kind and place are there for the ships."""
        stacks = {(one.place, one.unit) for one in self.landings}
        return {stack: n for stack, n in self.numbers.items() if stack in stacks}

    def _shipped(
        self, wanted: Sequence[tuple[str, int]], chosen: list[Arrival]
    ) -> Iterator[tuple[Arrival, ...]]:
        """Yield landings that bring what is wanted, as the transports can carry it."""
        if not wanted:
            yield tuple(chosen)
            return
        (unit, number), rest = wanted[0], wanted[1:]
        yield from self._of_kind(unit, number, 0, rest, chosen)

    def _of_kind(
        self,
        unit: str,
        number: int,
        at: int,
        rest: Sequence[tuple[str, int]],
        chosen: list[Arrival],
    ) -> Iterator[tuple[Arrival, ...]]:
        if not number:
            yield from self._shipped(rest, chosen)
            return
        if at == len(self.landings):
            return
        one = self.landings[at]
        used = sum(c.number for c in chosen if (c.place, c.unit) == (one.place, one.unit))
        left = self.numbers[one.place, one.unit] - used
        most = min(number, one.number, left) if one.unit == unit else 0
        for some in range(most, -1, -1):
            more = [*chosen, replace(one, number=some)] if some else chosen
            if not some or not loads_fit(self._lifts, [(self.place, c) for c in more]):
                yield from self._of_kind(unit, number - some, at + 1, rest, more)

    @cached_property
    def _lifts(self) -> Lifts:
        return Lifts(Lanes(self.position, self.power), guns=True)


def moves_in(position: Position, power: str, place: str, *, ships: bool = False) -> Moves:
    """Return the units that can move in, of each place all but one that stays.

    Who stays, the cheapest, keeps enemy tanks from blitzing through (AA-47), so that what enemies
    can throw at `place` is not changed by the moves. Aircraft on carriers stay there, as they
    defend their zone.

    Parameters
    ----------
    position : Position
    power, place : str
    ships : bool
        Whether land units may come on transports.
    """
    areas = position.board.areas
    found = [one for one in reinforcements(position, power, place) if one.way in (LAND, AIR)]
    direct = {(one.place, one.unit): one for one in found if not areas[one.place].sea}
    landings: list[Arrival] = []
    if ships:
        landings = [one for one in reinforcements(position, power, place) if one.way == LANDING]
        landings = [one for one in landings if (one.place, one.unit) not in direct]
    stacks = {*direct, *((one.place, one.unit) for one in landings)}
    numbers = {(where, unit): position.force(where, power)[unit] for where, unit in sorted(stacks)}
    for where in dict.fromkeys(where for where, _ in numbers):
        here = {unit: n for (w, unit), n in numbers.items() if w == where}
        if not areas[where].sea and _bare(position, where, power, here):
            numbers[where, _staying(position, here)] -= 1
    numbers = {stack: n for stack, n in numbers.items() if n}
    return Moves(
        position,
        power,
        place,
        tuple(replace(one, number=numbers[at]) for at, one in direct.items() if at in numbers),
        tuple(one for one in landings if (one.place, one.unit) in numbers),
        numbers,
    )


def _bare(position: Position, where: str, power: str, going: Mapping[str, int]) -> bool:
    """Whether somebody who fights could leave, and nobody who does would be left."""
    table = position.table
    if all(table[unit].is_gun for unit in going):
        return False
    for other, force in position.friends(where, power).items():
        for name, number in force:
            left = number - (going.get(name, 0) if other == power else 0)
            if left > 0 and not table[name].is_gun:
                return False
    return True


def _staying(position: Position, going: Mapping[str, int]) -> str:
    """Return the cheapest kind of those that fight."""
    table = position.table
    return min((u for u in going if not table[u].is_gun), key=lambda u: table[u].cost)
