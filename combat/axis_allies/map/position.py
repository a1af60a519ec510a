"""A position: who holds what, what stands where, damage and cash, as one frozen value."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from combat.axis_allies.map.board import STANDARD_VICTORY, Board
from combat.axis_allies.units import UnitTable, unit_table
from combat.force import Force

NOTHING = Force()


@dataclass(frozen=True)
class Position:
    """A position at the start of a power's turn.

    Parameters
    ----------
    board : Board
    owners : mapping of str to str
        Territory to the power that holds it.
    units : mapping of str to mapping of str to Force
        Area to power to what that power has there. Land units in a sea zone are aboard transports
        there, fighters on carriers.
    complexes : mapping of str to int
        Territory with an industrial complex to the damage of the complex (AA-25).
    cash : mapping of str to int
        Power to its IPC in hand.
    turn : str
        The power whose turn begins.
    round : int
    edition : str
    strait_open : bool
        Whether ships may pass into and out of the strait's zone, the optional rule aside.
    victory : int
        Victory cities that win the game (AA-41).
    notes : tuple of str
        What of it is not sure; answers repeat it.
    """

    board: Board
    owners: Mapping[str, str]
    units: Mapping[str, Mapping[str, Force]]
    complexes: Mapping[str, int]
    cash: Mapping[str, int]
    turn: str
    round: int = 1
    edition: str = "2009"
    strait_open: bool = True
    victory: int = STANDARD_VICTORY
    notes: tuple[str, ...] = field(default=(), compare=False)

    @cached_property
    def table(self) -> UnitTable:
        """The unit table of the edition."""
        return unit_table(self.edition)

    def power(self, named: str | None) -> str:
        """Return the power that a text names, in any spelling; whose turn it is without one.

        Raises
        ------
        OptionError
        """
        return self.turn if named is None else self.board.power(named)

    def force(self, place: str, power: str) -> Force:
        """Return what a power has in an area."""
        return self.units.get(place, {}).get(power, NOTHING)

    def forces(self, place: str, powers: Iterable[str]) -> Mapping[str, Force]:
        """Return what each of some powers has in an area, those with nothing left out."""
        there = self.units.get(place, {})
        return {power: there[power] for power in powers if there.get(power)}

    def enemies(self, place: str, power: str) -> Mapping[str, Force]:
        """Return what each enemy of a power has in an area."""
        return self.forces(place, self.board.enemies(power))

    def friends(self, place: str, power: str) -> Mapping[str, Force]:
        """Return what a power and each of its allies have in an area."""
        return self.forces(place, self.board.sides[self.board.side(power)])

    def total(self, forces: Mapping[str, Force]) -> Force:
        """Return the forces of several powers as one, in the unit table's order."""
        counts = {name: sum(f[name] for f in forces.values()) for name in self.table.names}
        return Force.of(counts)

    def friendly(self, territory: str, power: str) -> bool:
        """Whether a territory is held by a power or an ally of it."""
        return self.board.allied(self.owners[territory], power)

    def surface_warships(self, zone: str, power: str) -> Force:
        """Return the enemy surface warships that make a zone hostile to a power (AA-15)."""
        warships = self.table.surface_warships
        enemy = self.total(self.enemies(zone, power))
        return Force(tuple((name, n) for name, n in enemy if name in warships))

    def hostile(self, area: str, power: str) -> bool:
        """Whether an area is hostile to a power: an enemy's land, or enemy warships (AA-15)."""
        if self.board.areas[area].sea:
            return bool(self.surface_warships(area, power))
        return not self.friendly(area, power)

    def holdings(self, power: str) -> tuple[str, ...]:
        """Return the territories that a power holds."""
        return tuple(name for name in self.board.territories if self.owners[name] == power)

    def capital_held(self, power: str) -> bool:
        """Whether a power's capital is in its own or an ally's hands (AA-42)."""
        capital = self.board.capitals.get(power)
        return capital is None or self.friendly(capital, power)

    def production(self, power: str) -> int:
        """Return the income of a power's territories, in IPC, whoever holds its capital."""
        return sum(self.board.areas[name].income for name in self.holdings(power))

    def income(self, power: str) -> int:
        """Return what a power collects at its turn's end: nothing without a capital (AA-42)."""
        return self.production(power) if self.capital_held(power) else 0

    def cities(self, side: str) -> tuple[str, ...]:
        """Return the victory cities that a side holds (AA-41)."""
        return tuple(
            city
            for territory, city in self.board.cities.items()
            if self.board.side(self.owners[territory]) == side
        )

    def with_force(self, place: str, power: str, force: Force) -> "Position":
        """Return the position with what a power has in an area put in place of what it had."""
        there = {p: f for p, f in self.units.get(place, {}).items() if p != power}
        if force:
            there[power] = force
        ordered = {p: there[p] for p in self.board.order if p in there}
        units = {name: row for name, row in self.units.items() if name != place}
        return replace(self, units=units | ({place: ordered} if ordered else {}))

    def with_owner(self, territory: str, power: str) -> "Position":
        """Return the position with a territory in other hands."""
        return replace(self, owners={**self.owners, territory: power})

    def with_cash(self, power: str, cash: int) -> "Position":
        """Return the position with another sum in a power's hand."""
        return replace(self, cash={**self.cash, power: cash})

    def with_complex(self, territory: str, damage: int = 0) -> "Position":
        """Return the position with a complex of so much damage in a territory."""
        return replace(self, complexes={**self.complexes, territory: damage})
