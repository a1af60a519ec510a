"""A party laid out: who fights at sea, who lands, who comes overland (AA-20 to AA-29)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from combat.axis_allies.map.position import NOTHING, Position
from combat.axis_allies.reach.guests import guest_loads, guests
from combat.axis_allies.reach.parties import AIR, BOMBARD, LAND, LANDING, SEA, Arrival, Party
from combat.axis_allies.settings import Loads
from combat.axis_allies.units import UnitTable
from combat.force import Force

TRANSPORT = "tr"


@dataclass(frozen=True)
class Landing:
    """What lands from one zone.

    Parameters
    ----------
    zone : str
    loads : tuple of (str, Force)
        The power's own transports, ship by ship.
    safe : Force
        Aboard an ally's transports, which take no part in a battle at sea (AA-29).
    escorts : Force
        Ships that fight for the zone if there is a battle; transports are not among them.
    aircraft : Force
        Those that the party sends to the zone.
    bombard : Force
        Ships that fire at the territory if there is none.
    foes : Force
        The enemies in the zone.
    foes_loads : tuple of (str, Force)
        What is aboard of them.
    contested : bool
        Whether a battle at sea comes first (AA-20).
    guests : tuple of (str, Force)
        Fighters of allies aboard its carriers, which do not fight (AA-28).
    """

    zone: str
    loads: Loads
    safe: Force
    escorts: Force
    aircraft: Force
    bombard: Force
    foes: Force
    foes_loads: Loads
    contested: bool
    guests: Loads = ()

    @property
    def own(self) -> tuple[tuple[str, int], ...]:
        """Units aboard the power's own transports, one row a load and kind."""
        return tuple(row for _, load in self.loads for row in load)


@dataclass(frozen=True)
class Operation:
    """A party laid out.

    Parameters
    ----------
    target : str
    at_sea : bool
        Whether the target is a zone.
    ships : Force
        Ships that sail into a target zone.
    loads : tuple of (str, Force)
        What they carry, fighters of allies among it.
    overland, aircraft : Force
        Land units that come overland; aircraft sent to the target itself.
    landings : tuple of Landing
        By zone.
    defenders : Force
        All enemies in the target (AA-28).
    defenders_loads : tuple of (str, Force)
        What is aboard of their ships, if the target is a zone.
    """

    target: str
    at_sea: bool
    ships: Force
    loads: Loads
    overland: Force
    aircraft: Force
    landings: tuple[Landing, ...]
    defenders: Force
    defenders_loads: Loads

    @property
    def contested(self) -> tuple[Landing, ...]:
        """Landings that a battle at sea comes before."""
        return tuple(one for one in self.landings if one.contested)


def operation(position: Position, power: str, party: Party) -> Operation:
    """Lay a party out.

    1. All enemies in the target defend together; allies of the attacker take no part (AA-28).
    2. Land units of a landing are aboard as few transports as can carry them: the power's own where
       the transport begins its turn, an ally's for what is left (AA-29).
    3. A zone with enemy surface warships is fought for before anybody lands (AA-20); the party's
       ships there fight, those that would have bombarded too (AA-21). Submarines and transports
       alone are passed by (AA-15), unless ships of the party are sent to fight for the zone.
    """
    table, target = position.table, party.target
    foes = position.total(position.enemies(target, power))
    at_sea = position.board.areas[target].sea
    zones = dict.fromkeys(one.zone for one in party.arrivals if one.way == LANDING)
    here = [one for one in party.arrivals if one.path[-1] == target]
    aboard_carriers = guests(position, power, party)
    going = _sum(table, [one for one in here if one.way == SEA])
    ships, aboard = parted(table, going, "sea")
    fighting, aboard_foes = parted(table, foes, "sea", "air") if at_sea else (foes, NOTHING)
    return Operation(
        target,
        at_sea,
        ships,
        (*loads_of(table, aboard), *guest_loads(position, aboard_carriers, target)),
        _sum(table, [one for one in here if one.way == LAND]),
        _sum(table, [one for one in here if one.way == AIR]),
        tuple(
            replace(
                _landing(position, power, party, zone),
                guests=guest_loads(position, aboard_carriers, zone),
            )
            for zone in zones
        ),
        fighting,
        loads_of(table, aboard_foes),
    )


def _landing(position: Position, power: str, party: Party, zone: str) -> Landing:
    table = position.table
    sailing = [one for one in party.arrivals if one.path[-1] == zone and one.unit != TRANSPORT]
    fought_for = any(one.way == SEA for one in sailing)
    loads: list[tuple[str, Force]] = []
    safe: list[tuple[str, int]] = []
    landing = [one for one in party.arrivals if one.way == LANDING and one.zone == zone]
    for ship in dict.fromkeys(one.ship for one in landing):
        cargo = _sum(table, [one for one in landing if one.ship == ship])
        found = loads_of(table, cargo)
        allied = max(0, len(found) - position.force(ship, power)[TRANSPORT])
        safe += [row for _, load in found[:allied] for row in load]
        loads += found[allied:]
    foes, aboard = parted(table, position.total(position.enemies(zone, power)), "sea", "air")
    contested = position.hostile(zone, power) or (fought_for and bool(foes))
    bombard = _sum(table, [one for one in sailing if one.way == BOMBARD])
    return Landing(
        zone,
        tuple(loads),
        added(table, safe),
        _sum(table, [one for one in sailing if one.way in (SEA, BOMBARD)]),
        _sum(table, [one for one in sailing if one.way == AIR]),
        NOTHING if contested else bombard,
        foes,
        loads_of(table, aboard),
        contested,
    )


def loads_of(table: UnitTable, cargo: Force) -> Loads:
    """Return land units on as few transports as can carry them, the dearest loads first.

    A transport takes one land unit and an infantry more (AA-14).

    Examples
    --------
    >>> from combat.axis_allies.units import unit_table
    >>> [str(load) for _, load in loads_of(unit_table("2009"), Force.parse("3 inf, 1 arm"))]
    ['1 inf, 1 arm', '2 inf']
    """
    infantry = [name for name, n in cargo if table[name].supported for _ in range(n)]
    others = [name for name, n in cargo if not table[name].supported for _ in range(n)]
    others.sort(key=lambda name: -table[name].cost)
    found = []
    while others or infantry:
        first = others.pop(0) if others else infantry.pop()
        load = [first, *([infantry.pop()] if infantry else [])]
        found.append((TRANSPORT, added(table, [(name, 1) for name in load])))
    return tuple(found)


def parted(table: UnitTable, force: Force, *domains: str) -> tuple[Force, Force]:
    """Return the units of a force that belong to some domains, and the others."""
    of = set(table.of_domain(*domains))
    counts = dict(force)
    return (
        Force.of({name: n for name, n in counts.items() if name in of}),
        Force.of({name: n for name, n in counts.items() if name not in of}),
    )


def added(table: UnitTable, *rows: Sequence[tuple[str, int]] | Force) -> Force:
    """Return units added up, in the unit table's order."""
    counts = dict.fromkeys(table.names, 0)
    for row in rows:
        for name, n in row:
            counts[name] += n
    return Force.of(counts)


def less(table: UnitTable, force: Force, taken: Mapping[str, int]) -> Force:
    """Return a force without some of its units."""
    return Force.of({name: force[name] - taken.get(name, 0) for name in table.names})


def _sum(table: UnitTable, arrivals: Sequence[Arrival]) -> Force:
    return added(table, [(one.unit, one.number) for one in arrivals])
