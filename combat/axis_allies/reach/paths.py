"""Where land units and ships can go in a turn: blitz, blocking warships, canals (AA-15, AA-47)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from combat.axis_allies.map.position import Position
from combat.axis_allies.map.sea_ways import open_links, walks

Paths = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Lanes:
    """The ways that are open to a power's land units and ships in its combat moves.

    Parameters
    ----------
    position : Position
        At the start of the power's turn.
    power : str
    taken : frozenset of str
        Territories taken this turn: they open no canal, and no aircraft land there (AA-44).
    """

    position: Position
    power: str
    taken: frozenset[str] = frozenset()

    @cached_property
    def hostile(self) -> frozenset[str]:
        """Zones with enemy surface warships: most ships stop there (AA-15)."""
        return self._zones_with(set(self.position.table.surface_warships))

    @cached_property
    def watched(self) -> frozenset[str]:
        """Zones with an enemy destroyer: submarines stop there (p. 13)."""
        return self._zones_with(set(self.position.table.of_role("destroyer")))

    def _zones_with(self, units: set[str]) -> frozenset[str]:
        board = self.position.board
        enemies = board.enemies(self.power)
        return frozenset(
            place
            for place, row in self.position.units.items()
            if board.areas[place].sea
            and any(unit in units for p in enemies if p in row for unit, _ in row[p])
        )

    @cached_property
    def enemy_ships(self) -> tuple[str, ...]:
        """Zones with enemy ships of any kind, in the board's order."""
        units = set(self.position.table.of_domain("sea"))
        found = self._zones_with(units)
        return tuple(zone for zone in self.position.board.zones if zone in found)

    @cached_property
    def friendly(self) -> frozenset[str]:
        """Territories that the power's side holds at the turn's start."""
        side = self.position.board.sides[self.position.board.side(self.power)]
        held = {name for name, owner in self.position.owners.items() if owner in side}
        return frozenset(held - self.taken)

    @cached_property
    def open_land(self) -> frozenset[str]:
        """Enemy-held territories without any unit or complex: tanks blitz through (AA-47)."""
        position = self.position
        return frozenset(
            name
            for name in position.owners
            if name not in self.friendly
            and name not in position.complexes
            and not position.enemies(name, self.power)
        )

    @cached_property
    def sea_links(self) -> Mapping[str, tuple[str, ...]]:
        """Zones next to each zone, by links that are open at the turn's start."""
        board = self.position.board
        canals = (self.friendly.issuperset(canal.holders) for canal in board.canals)
        return open_links(board, canals, strait_open=self.position.strait_open)

    def land_paths(self, place: str, moves: int) -> Paths:
        """Return how a land unit gets to the territories around it, by a shortest way each.

        It stops in an enemy's territory, but goes on through one without any unit, AA gun or
        complex (a blitz, AA-47); a way over friendly land is taken before a blitz. `place` itself
        is left out: a tank may blitz out and back, but that is no attack on an enemy's land.
        """
        found: dict[str, tuple[str, ...]] = {}
        edge: list[tuple[str, ...]] = [(place,)]
        for _ in range(moves):
            ahead = []
            for path in sorted(edge, key=lambda p: p[-1] not in self.friendly):
                for near in self.position.board.land_ways[path[-1]]:
                    if near != place and near not in found:
                        found[near] = (*path, near)
                        ahead.append(found[near])
            edge = [p for p in ahead if p[-1] in self.friendly or p[-1] in self.open_land]
        return found

    def sea_paths(self, zone: str, unit: str) -> Paths:
        """Return how a ship gets to the zones around it, its own included, by a shortest way each.

        It may leave its zone whatever is there, and passes on through a zone without enemy surface
        warships; a submarine through one without an enemy destroyer (AA-15, p. 11, 13).
        """
        row = self.position.table[unit]
        stops = self.watched if row.role == "submarine" else self.hostile
        found: dict[str, tuple[str, ...]] = {}
        for path in walks(self.sea_links, zone, row.moves, stops):
            found.setdefault(path[-1], path)
        return found

    def walks(self, zone: str, moves: int) -> Iterator[tuple[str, ...]]:
        """Go through the ways of a surface ship, the shortest first; out and back as well."""
        return walks(self.sea_links, zone, moves, self.hostile)
