"""Where things stand in the arrays of a simulation: areas, powers, units, and how far they are."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from combat.arrays import Ints
from combat.axis_allies.map.board import Board
from combat.axis_allies.units import WHOLE, UnitTable

Shorts = npt.NDArray[np.int16]
FAR = 99  # more areas than any unit flies
INFANTRY, TRANSPORT, CARRIER = "inf", "transport", "carrier"


@dataclass(frozen=True, eq=False)
class Layout:
    """Numbers of areas, powers and units; territories come before sea zones.

    Parameters
    ----------
    board : Board
    table : UnitTable
    strait_open : bool
        Whether ships may pass into and out of the strait's zone.
    """

    board: Board
    table: UnitTable
    strait_open: bool = True

    @cached_property
    def territories(self) -> tuple[str, ...]:
        """Territories, in the board's order."""
        return self.board.territories

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """Territories, then sea zones."""
        return (*self.board.territories, *self.board.zones)

    @cached_property
    def at(self) -> dict[str, int]:
        """Number of each area."""
        return {name: number for number, name in enumerate(self.areas)}

    @cached_property
    def units(self) -> tuple[str, ...]:
        """Units; damaged ships are whole between battles (AA-05)."""
        return tuple(name for name in self.table.names if name not in WHOLE)

    @cached_property
    def costs(self) -> Ints:
        """IPC of each unit, shape (units,)."""
        return np.array([self.table[name].cost for name in self.units])

    @property
    def powers(self) -> tuple[str, ...]:
        """Powers in turn order (AA-40)."""
        return self.board.order

    def power(self, name: str) -> int:
        """Return the number of a power."""
        return self.powers.index(name)

    def unit(self, name: str) -> int:
        """Return the number of a unit."""
        return self.units.index(name)

    def numbers(self, names: Iterable[str]) -> list[int]:
        """Return the numbers of some units, in the table's order."""
        wanted = set(names)
        return [number for number, name in enumerate(self.units) if name in wanted]

    @cached_property
    def land(self) -> list[int]:
        """Units that can take a territory (AA-07)."""
        return self.numbers(self.table.of_domain("land"))

    @cached_property
    def air(self) -> list[int]:
        """Aircraft."""
        return self.numbers(self.table.of_domain("air"))

    @cached_property
    def guns(self) -> list[int]:
        """AA guns."""
        return self.numbers(self.table.of_domain("gun", "casualty gun"))

    @cached_property
    def ships(self) -> list[int]:
        """Ships."""
        return self.numbers(self.table.of_domain("sea"))

    @cached_property
    def raiders(self) -> list[int]:
        """Ships that go to attack a zone: all but transports and carriers."""
        return [n for n in self.ships if self.role(n) not in (TRANSPORT, CARRIER)]

    def role(self, number: int) -> str:
        """Return what the rules of the sea call a unit."""
        return self.table[self.units[number]].role

    def of_role(self, role: str) -> list[int]:
        """Return the units of a role."""
        return [n for n in range(len(self.units)) if self.role(n) == role]

    @cached_property
    def warships(self) -> list[int]:
        """Ships that make a zone hostile (AA-15)."""
        return self.numbers(self.table.surface_warships)

    @cached_property
    def moves(self) -> Ints:
        """Areas that each unit moves in a turn, shape (units,)."""
        return np.array([self.table[name].moves for name in self.units])

    @cached_property
    def sides(self) -> Ints:
        """Number of each power's side, shape (powers,)."""
        names = tuple(self.board.sides)
        return np.array([names.index(self.board.side(power)) for power in self.powers])

    def enemies(self, power: int) -> list[int]:
        """Return the powers of the other side, in turn order."""
        return [int(p) for p in np.flatnonzero(self.sides != self.sides[power])]

    @cached_property
    def income(self) -> Ints:
        """IPC of each territory, shape (territories,)."""
        return np.array([self.board.areas[name].income for name in self.territories])

    @cached_property
    def original(self) -> Ints:
        """The power that each territory belongs to, shape (territories,)."""
        return np.array([self.power(self.board.areas[name].owner) for name in self.territories])

    @cached_property
    def capitals(self) -> dict[int, int]:
        """Power to its capital, of those that have one (AA-42)."""
        return {self.power(p): self.at[name] for p, name in self.board.capitals.items()}

    @cached_property
    def cities(self) -> list[int]:
        """Territories with a victory city (AA-41)."""
        return [self.at[name] for name in self.board.cities]

    @cached_property
    def flights(self) -> Shorts:
        """Moves that an aircraft needs between two areas, shape (areas, areas)."""
        linked = np.zeros((len(self.areas),) * 2, dtype=bool)
        for name, near in self.board.ways.items():
            linked[self.at[name], [self.at[n] for n in near]] = True
        found = np.full(linked.shape, FAR, dtype=np.int16)
        reached = np.eye(len(self.areas), dtype=bool)
        for distance in range(len(self.areas)):
            found[reached & (found == FAR)] = distance
            wider = reached | (reached @ linked)
            if (wider == reached).all():
                break
            reached = wider
        return found

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """Territories next to each area."""
        ways = self.board.land_ways
        return tuple(tuple(self.at[n] for n in ways[name]) for name in self.areas)

    @cached_property
    def coast(self) -> tuple[tuple[int, ...], ...]:
        """Zones next to each area."""
        ways = self.board.sea_ways
        return tuple(tuple(self.at[n] for n in ways[name]) for name in self.areas)
