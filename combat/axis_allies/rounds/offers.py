"""What is free to go to a target in some trials: by land, by air, by sea, from transports."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from combat.arrays import Bools, Ints
from combat.axis_allies.rounds.geometry import FERRY, Skies, Waters, anything, blitz
from combat.axis_allies.rounds.layout import TRANSPORT
from combat.axis_allies.rounds.state import State

BY_LAND, BY_AIR, BY_SEA, BY_LANDING, BOMBARDING = "land", "air", "sea", "landing", "bombard"
NOWHERE = -1


class Offer(NamedTuple):
    """Units of a kind in one place that can go; arrays by row, shape (rows,).

    ``way``; ``start``: the area where they stand; ``unit``; ``number``; ``by``: of tanks the
    territory that they take on the way, of aircraft where they land afterwards, of landings the
    zone that they land from; `NOWHERE` for none; ``ship``: the zone where their transports are.
    """

    way: str
    start: int
    unit: int
    number: Ints
    by: Ints
    ship: int = NOWHERE

    def of(self, rows: Bools) -> "Offer":
        """Return what goes in some of the rows."""
        return self._replace(number=self.number[rows], by=self.by[rows])


@dataclass(eq=False)
class Muster:
    """A power's units at its turn's start, and those of them that are free still.

    Attributes
    ----------
    state : State
    power : int
    free : int array, shape (trials, areas, units)
    enemy : int array, shape (trials, areas, units)
        What all its enemies together have.
    friendly : bool array, shape (trials, territories)
    waters : Waters
    skies : Skies
    landing : bool array, shape (trials, areas)
        Zones that troops land from: no battle is fought there.
    fought : bool array, shape (trials, areas)
        Areas that are attacked.
    """

    state: State
    power: int
    free: Ints
    enemy: Ints
    friendly: Bools
    waters: Waters
    skies: Skies
    landing: Bools
    fought: Bools

    @cached_property
    def there(self) -> Bools:
        """Units that are anywhere free in any trial at first, shape (areas, units)."""
        return anything(self.free, (0,))

    @classmethod
    def of(cls, state: State, power: int) -> "Muster":
        """Return all units of a power as free."""
        shape = len(state), len(state.layout.areas)
        return cls(
            state,
            power,
            state.units[:, power].copy(),
            state.units[:, state.layout.enemies(power)].sum(axis=1, dtype=state.units.dtype),
            state.friendly(power),
            Waters(state, power),
            Skies(state, power),
            np.zeros(shape, dtype=bool),
            np.zeros(shape, dtype=bool),
        )

    def offers(self, target: int, rows: Ints, contested: Ints | None = None) -> list[Offer]:
        """Return what can go to a target in some trials, in the order in which it is taken.

        Parameters
        ----------
        target : int
        rows : int array, shape (rows,)
        contested : int array, shape (rows,), optional
            A hostile zone that is fought for in this turn, from which troops land too (AA-20).
        """
        layout = self.state.layout
        there = self.there
        if target >= len(layout.territories):
            return [*self._by_sea(target, rows, there), *self._by_air(target, rows, there)]
        walking = list(self._by_land(target, rows, there))
        busy = {(one.start, one.unit): one.number.astype(np.int64) for one in walking}
        zones = np.full(len(rows), NOWHERE) if contested is None else contested
        landing = self._landings(target, (rows, zones), there, busy)
        return [*walking, *landing, *self._by_air(target, rows, there)]

    def lands_from(self, zone: int, target: int, rows: Ints) -> Bools:
        """Whether troops could land from a zone if it were fought for, shape (rows,)."""
        able = np.zeros(len(rows), dtype=bool)
        contested = np.full(len(rows), zone)
        for offer in self._landings(target, (rows, contested), self.there, {}):
            able |= (offer.number > 0) & (offer.by == zone)
        return able

    def _by_land(self, target: int, rows: Ints, there: Bools) -> Iterator[Offer]:
        layout = self.state.layout
        nothing = np.full(len(rows), NOWHERE)
        for start in layout.near[target]:
            for unit in layout.land:
                if there[start, unit]:
                    yield Offer(BY_LAND, start, unit, self.free[rows, start, unit], nothing)
        beside = set(layout.near[target])
        beyond = {s for near in beside for s in layout.near[near]} - beside - {target}
        for start in sorted(beyond):
            for unit in layout.land:
                if there[start, unit] and layout.moves[unit] > 1:
                    able, taken = self._blitz(start, target)
                    number = np.where(able[rows], self.free[rows, start, unit], 0)
                    yield Offer(BY_LAND, start, unit, number, taken[rows])

    def _blitz(self, start: int, target: int) -> tuple[Bools, Ints]:
        known: dict[tuple[int, int], tuple[Bools, Ints]] = self.__dict__.setdefault("_known", {})
        if (start, target) not in known:
            known[start, target] = blitz(self.state, self.power, start, target)
        return known[start, target]

    def _by_air(self, target: int, rows: Ints, there: Bools) -> Iterator[Offer]:
        """Aircraft that can come down again, at home if they can (AA-46)."""
        layout = self.state.layout
        away = layout.flights[:, target]
        moves, nearest = self.skies.moves[rows, target], self.skies.nearest[rows, target]
        for start in np.argsort(away, kind="stable"):
            for unit in layout.air:
                if not there[start, unit] or away[start] >= layout.moves[unit]:
                    continue
                home = 2 * away[start] <= layout.moves[unit]
                able = home | (away[start] + moves <= layout.moves[unit])
                number = np.where(able, self.free[rows, start, unit], 0)
                down = np.full(len(rows), start) if home else nearest
                yield Offer(BY_AIR, int(start), unit, number, down)

    def _by_sea(self, target: int, rows: Ints, there: Bools) -> Iterator[Offer]:
        layout = self.state.layout
        first = len(layout.territories)
        nothing = np.full(len(rows), NOWHERE)
        for start in self._zones_near(target):
            for unit in layout.raiders:
                if not there[start, unit]:
                    continue
                kind = "submarines" if layout.role(unit) == "submarine" else "ships"
                able = self.waters.going(kind, start - first, target - first)[rows]
                number = np.where(able, self.free[rows, start, unit], 0)
                yield Offer(BY_SEA, start, unit, number, nothing)

    def _zones_near(self, zone: int) -> list[int]:
        """Return zones within a ship's move, the nearest first."""
        layout = self.state.layout
        one = [zone, *layout.coast[zone]]
        return list(dict.fromkeys([*one, *(far for near in one for far in layout.coast[near])]))

    def _landings(
        self,
        target: int,
        where: tuple[Ints, Ints],
        there: Bools,
        busy: dict[tuple[int, int], Ints],
    ) -> Iterator[Offer]:
        """Troops that free transports can fetch and land, as many as they carry.

        ``where``: rows, and a contested zone of each; ``busy``: those that walk, by place and
        unit; what is loaded comes to them.
        """
        layout, rows = self.state.layout, where[0]
        if not layout.coast[target]:
            return
        (transport,) = layout.of_role(TRANSPORT)[:1]
        zones = {s for zone in layout.coast[target] for s in self._zones_near(zone)}
        for ship in sorted(zones):
            if not there[ship, transport]:
                continue
            room = self.free[rows, ship, transport].astype(np.int64)
            aboard = self._aboard(ship, rows)
            for start in [ship, *self._shores(ship, target)]:
                if not there[start, layout.land].any():
                    continue
                zone = self._landing_zone(ship, start, target, where)
                left = room if start == ship else np.maximum(0, room - aboard)
                afloat = np.where(zone >= 0, left, 0)
                if not afloat.any():
                    continue
                loads = self._loads(start, rows, afloat, busy)
                for unit, number in loads.items():
                    busy[start, unit] = busy.get((start, unit), 0) + number
                    yield Offer(BY_LANDING, start, unit, number, zone, ship)
                used = ships_for(loads, layout.unit("inf"))
                room = room - used
                aboard = np.maximum(0, aboard - used) if start == ship else aboard

    def _aboard(self, ship: int, rows: Ints) -> Ints:
        """Return how many transports in a zone carry troops of the side, shape (rows,)."""
        layout = self.state.layout
        allies = np.flatnonzero(layout.sides == layout.sides[self.power])
        cargo = self.state.units[:, allies, ship][rows].sum(axis=1, dtype=np.int64)
        return ships_for({n: cargo[:, n] for n in layout.land + layout.guns}, layout.unit("inf"))

    def _shores(self, ship: int, target: int) -> list[int]:
        """Return the territories whose troops a transport can fetch, the nearest first.

        Not those next to the target: their troops walk.
        """
        layout = self.state.layout
        shores = [t for zone in self._zones_near(ship) for t in layout.near[zone]]
        walking = {target, *layout.near[target]}
        return [t for t in dict.fromkeys(shores) if t not in walking]

    def _landing_zone(self, ship: int, start: int, target: int, where: tuple[Ints, Ints]) -> Ints:
        """Return the zone to land from, `NOWHERE` if there is no way; shape (rows,).

        One that is calm, if there is any, else the contested one.
        """
        layout, (rows, contested) = self.state.layout, where
        first = len(layout.territories)
        ways = [
            (zone, loading)
            for zone in reversed(layout.coast[target])
            for loading in ((ship,) if start == ship else layout.coast[start])
            if layout.flights[ship, loading] + layout.flights[loading, zone] <= FERRY
        ]
        found = np.full(len(rows), NOWHERE)
        for zone, loading in ways:
            if (contested == zone).any():
                legs = ship - first, loading - first, zone - first
                able = self.waters.ferries(*legs, fought=True)[rows]
                found[able & (contested == zone)] = zone
        for zone, loading in ways:
            able = self.waters.ferries(ship - first, loading - first, zone - first)[rows]
            found[able & ~self.fought[rows, zone]] = zone
        return found

    def _loads(
        self, start: int, rows: Ints, ships: Ints, busy: dict[tuple[int, int], Ints]
    ) -> dict[int, Ints]:
        """Return the most that so many transports carry: one unit each, and one infantry more.

        ``busy``: those that walk or that other transports carry, by place and unit.
        """
        layout = self.state.layout
        infantry = layout.unit("inf")

        def ashore(unit: int) -> Ints:
            return self.free[rows, start, unit] - busy.get((start, unit), 0)

        loads: dict[int, Ints] = {}
        heavy = np.zeros(len(rows), dtype=np.int64)
        for unit in reversed(layout.land):
            if unit != infantry:
                loads[unit] = np.minimum(ashore(unit), ships - heavy)
                heavy = heavy + loads[unit]
        loads[infantry] = np.minimum(ashore(infantry), 2 * ships - heavy)
        return loads

    def bombarding(self, zones: Ints, most: Ints, rows: Ints) -> Iterator[Offer]:
        """Return ships that can fire from the zones of landings, as many as troops land (AA-21).

        Parameters
        ----------
        zones, most, rows : int array, shape (rows,)
        """
        layout = self.state.layout
        first = len(layout.territories)
        left = most.astype(np.int64)
        for zone in np.unique(zones[zones >= 0]):
            for start in self._zones_near(int(zone)):
                for unit in layout.of_role("bombards")[::-1]:
                    if not self.free[rows, start, unit].any():
                        continue
                    able = self.waters.going("ships", start - first, int(zone) - first)[rows]
                    able &= (zones == zone) & ~self.waters.hostile[rows, int(zone) - first]
                    number = np.where(able, np.minimum(self.free[rows, start, unit], left), 0)
                    left = left - number
                    if number.any():
                        yield Offer(BOMBARDING, start, unit, number, zones)


def ships_for(loads: dict[int, Ints], infantry: int) -> Ints:
    """Return how many transports a load takes: one unit each, and one infantry more."""
    total = sum(loads.values(), start=np.zeros_like(next(iter(loads.values()))))
    heavy = total - loads.get(infantry, np.zeros_like(total))
    needed: Ints = np.maximum(heavy, -(-total // 2))
    return needed
