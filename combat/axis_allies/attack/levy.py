"""From wanted numbers of units to a party that may go: who of those in reach, and how."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.lifts import is_infantry, ships_for
from combat.axis_allies.reach.parties import BOMBARD, LANDING, SEA, Arrival, Party, Reach
from combat.axis_allies.reach.reach import fits

MOST_TRIES = 40  # parties of the same units that are looked at before it is left open
MOST_LOADS = 400  # ways to load transports with them, likewise
CARRYING = "transport"

Counts = Mapping[str, int]
NOBODY: Counts = {}
Filled = tuple[tuple[Arrival, ...], dict[str, int], dict[tuple[str, str], int]]


class Levied(NamedTuple):
    """A party of wanted units.

    ``party``: None if none may go; ``sure``: whether that is certain; ``landed``: whether as many
    land as can.
    """

    party: Party | None
    sure: bool
    landed: bool = False


@dataclass(frozen=True)
class Levy:
    """What a power can send to a target.

    Parameters
    ----------
    position : Position
    reach : Reach
    new_carriers : tuple of str
        As in `reaches`.
    """

    position: Position
    reach: Reach
    new_carriers: tuple[str, ...] = ()

    @cached_property
    def slots(self) -> tuple[Arrival, ...]:
        """Arrivals of units that fight: those of the largest party first, then what else there is.

        Transports do not fight, and ships that bombard are at no risk: neither is among them. Nor
        is who can land after a battle at sea only.
        """
        most = [one for one in self.reach.most.arrivals if self._fights(one)]
        taken: dict[object, int] = {}
        for one in most:
            taken[_key(one)] = taken.get(_key(one), 0) + one.number
        rest = [
            replace(one, number=one.number - taken.get(_key(one), 0))
            for one in self.reach.arrivals
            if self._fights(one) and one.number > taken.get(_key(one), 0)
        ]
        return (*most, *rest)

    def _fights(self, one: Arrival) -> bool:
        elsewhere = one.way == SEA and one.path[-1] != self.reach.target
        carries = self.position.table[one.unit].role == CARRYING
        contested = one.way == LANDING and one.zone in self.reach.contested
        return one.way != BOMBARD and not elsewhere and not carries and not contested

    @cached_property
    def bombards(self) -> tuple[Arrival, ...]:
        """Ships that can bombard, each once for each zone that it can do so from.

        None if nobody is there whom they could hit: land units only (AA-51).
        """
        position, table = self.position, self.position.table
        foes = position.total(position.enemies(self.reach.target, self.reach.power))
        if not any(table[name].domain in ("land", "casualty gun") for name, _ in foes):
            return ()
        zones = {one.zone for one in self.slots if one.way == LANDING}
        return tuple(a for a in self.reach.arrivals if a.way == BOMBARD and a.zone in zones)

    def supporting(self, zones: Collection[str]) -> tuple[Arrival, ...]:
        """Return ships that bombard from some zones, each from the first that it gets to."""
        found: dict[tuple[str, str], Arrival] = {}
        for one in self.bombards:
            if one.zone in zones:
                found.setdefault((one.place, one.unit), one)
        return tuple(found.values())

    @cached_property
    def pools(self) -> Mapping[tuple[str, str], int]:
        """How many of a kind can come from a place in all, each unit once."""
        found: dict[tuple[str, str], dict[object, int]] = {}
        for one in self.slots:
            ways = found.setdefault((one.place, one.unit), {})
            by = one.way, one.ship
            ways[by] = max(ways.get(by, 0), self._whole[_key(one)])
        return {
            (place, unit): min(
                self.position.force(place, self.reach.power)[unit], sum(ways.values())
            )
            for (place, unit), ways in found.items()
        }

    @cached_property
    def _whole(self) -> Mapping[object, int]:
        """How many can come as each arrival says, those of the largest party among them."""
        found: dict[object, int] = {}
        for one in (*self.reach.most.arrivals, *self.reach.arrivals):
            found[_key(one)] = max(found.get(_key(one), 0), one.number)
        return found

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """How many of each kind can come at most, each by itself, in the unit table's order."""
        counts = dict.fromkeys(self.position.table.names, 0)
        for (_, unit), n in self.pools.items():
            counts[unit] += n
        return {unit: n for unit, n in counts.items() if n}

    @cached_property
    def overland(self) -> Mapping[str, int]:
        """How many of each kind can come without a transport."""
        found: dict[tuple[str, str], int] = {}
        for one in self.slots:
            if one.way != LANDING:
                key = one.place, one.unit
                found[key] = max(found.get(key, 0), self._whole[_key(one)])
        counts: dict[str, int] = {}
        for (_, unit), n in found.items():
            counts[unit] = counts.get(unit, 0) + n
        return counts

    @cached_property
    def transports(self) -> Mapping[str, int]:
        """Transports that can land somebody, at most, by the zone where they begin."""
        ships = dict.fromkeys(one.ship for one in self.slots if one.way == LANDING)
        table, position = self.position.table, self.position
        return {
            ship: sum(
                force[name]
                for force in position.friends(ship, self.reach.power).values()
                for name in table.of_role(CARRYING)
            )
            for ship in ships
        }

    def may_fit(self, counts: Counts) -> bool:
        """Whether transports are enough for those who need one; the rest is for `raised`."""
        table, infantry, others = self.position.table, 0, 0
        for unit, n in counts.items():
            more = max(0, n - self.overland.get(unit, 0))
            if is_infantry(table, unit):
                infantry += more
            else:
                others += more
        return ships_for(others, infantry) <= sum(self.transports.values())

    def raised(self, counts: Counts) -> Levied:
        """Find a party of so many units that may go, overland rather than by sea."""
        return next(self._parties(counts, landing=False), Levied(None, True))

    def landed(self, counts: Counts) -> Iterator[Levied]:
        """Yield parties of so many units that differ in who lands and which ships bombard (AA-21).

        As many land as can, first; at the end one without a party, if some were not looked at.
        """
        return self._parties(counts, landing=True)

    def _parties(self, counts: Counts, *, landing: bool) -> Iterator[Levied]:
        seen, tried, power = set[object](), 0, self.reach.power
        for loaded, ways in enumerate(self._ways(counts, landing=landing)):
            if loaded == MOST_LOADS:
                yield Levied(None, False)
                return
            for chosen in ways:
                zones = {one.zone for one in chosen if one.way == LANDING}
                bombard = self.supporting(zones)
                party = Party(self.reach.target, (*chosen, *bombard))
                kind = party.force(self.position, LANDING), bombard
                if kind in seen:
                    break  # and so have all others of these ways
                if tried == MOST_TRIES:
                    yield Levied(None, False)
                    return
                tried += 1
                if fits(self.position, power, (party,), new_carriers=self.new_carriers):
                    seen.add(kind)
                    yield Levied(party, True, landing)

    def _ways(self, counts: Counts, *, landing: bool) -> Iterator[Iterator[tuple[Arrival, ...]]]:
        """Yield ways to send so many units: those in which the same land from the same ships."""
        ashore, others = (
            [one for one in self.slots if counts.get(one.unit) and (one.way == LANDING) == lands]
            for lands in (True, False)
        )
        wanted, pools = dict(counts), dict(self.pools)
        loads = dict.fromkeys(self.transports, (0, 0))
        if not landing:
            ways = self._filled((*others, *ashore), wanted, pools, loads)
            yield (chosen for chosen, _, _ in ways)
            return
        there = dict.fromkeys(counts, 0)
        for one in others:
            there[one.unit] += one.number
        for landed, left, free in self._filled(ashore, wanted, pools, loads, there):
            rest = self._filled(others, left, free, loads)
            yield ((*landed, *chosen) for chosen, _, _ in rest)

    def _filled(
        self,
        slots: Sequence[Arrival],
        wanted: dict[str, int],
        pools: dict[tuple[str, str], int],
        loads: dict[str, tuple[int, int]],
        later: Counts = NOBODY,
    ) -> Iterator[Filled]:
        """Yield all ways to fill a want from slots in their order, as much as goes of each first.

        With each what is still wanted, and who is still there.

        Parameters
        ----------
        slots : sequence of Arrival
        wanted : dict of str to int
            What is still to be found.
        pools : dict of (str, str) to int
            What is still there, by place and kind.
        loads : dict of str to (int, int)
            Other land units and infantry aboard, by zone of the transports.
        later : mapping of str to int
            How many of a kind others can fill.
        """
        if not slots or not any(wanted.values()):
            if all(n <= later.get(unit, 0) for unit, n in wanted.items()):
                yield (), wanted, pools
            return
        one, rest = slots[0], slots[1:]
        key = one.place, one.unit
        most = min(one.number, wanted.get(one.unit, 0), pools[key])
        others = sum(a.number for a in rest if a.unit == one.unit) + later.get(one.unit, 0)
        for number in range(most, max(0, wanted.get(one.unit, 0) - others) - 1, -1):
            aboard = self._aboard(one, number, loads)
            if aboard is None:
                continue
            left = wanted | {one.unit: wanted.get(one.unit, 0) - number}
            there = pools | {key: pools[key] - number}
            for more, still, free in self._filled(rest, left, there, aboard, later):
                yield (replace(one, number=number), *more) if number else more, still, free

    def _aboard(
        self, one: Arrival, number: int, loads: dict[str, tuple[int, int]]
    ) -> dict[str, tuple[int, int]] | None:
        """Return the loads with so many more aboard; None if transports are not enough."""
        if one.way != LANDING or not number:
            return loads
        others, infantry = loads[one.ship]
        if is_infantry(self.position.table, one.unit):
            infantry += number
        else:
            others += number
        if ships_for(others, infantry) > self.transports[one.ship]:
            return None
        return loads | {one.ship: (others, infantry)}


def _key(one: Arrival) -> object:
    return one.place, one.unit, one.way, one.ship, one.zone
