"""Where aircraft come down after an attack: land, and the decks of carriers (AA-46).

A plan counts as safe when all dice of the attack hit and all of the defence miss. Two fighters find
room on a carrier; fighters of allies aboard keep their places. Carriers of the power may stay, go
up to their moves in the non-combat phase, or fight in the zone that is attacked; those of its
allies stand still; new ones appear in zones next to an own complex.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from combat.axis_allies.economy.room import fit
from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.flights import Flights, flights
from combat.axis_allies.reach.paths import Lanes
from combat.errors import OptionError
from combat.force import Force
from combat.notation import shown

DECK = 2  # fighters that a carrier holds


@dataclass(frozen=True)
class Carrier:
    """A carrier, or several that stand still together.

    Parameters
    ----------
    zone : str
        Where it begins the turn, or appears.
    unit : str
        '' for those that do not move: allied and new ones.
    room : int
        Fighters that find a place, those of the power aboard now not counted.
    """

    zone: str
    unit: str
    room: int


@dataclass(frozen=True)
class Decks:
    """Landing places of a power's aircraft in a turn.

    Parameters
    ----------
    lanes : Lanes
    new : tuple of str
        Zones of carriers that are mobilised this turn, once for each.
    cleared : frozenset of str
        Zones that attacks of this turn clear of enemy warships.
    """

    lanes: Lanes
    new: tuple[str, ...] = ()
    cleared: frozenset[str] = frozenset()

    @cached_property
    def flights(self) -> Flights:
        """Distances by air."""
        return flights(self.lanes.position.board)

    @cached_property
    def carriers(self) -> tuple[Carrier, ...]:
        """Carriers with their room; those of the power one by one."""
        position, power = self.lanes.position, self.lanes.power
        table, found = position.table, []
        types = table.of_role("carrier")
        fighters = table.of_role("fighter")
        for zone in position.board.zones:
            forces = position.friends(zone, power)
            mine = [n for n in types for _ in range(position.force(zone, power)[n])]
            others = [f for p, f in forces.items() if p != power]
            allied = sum(f[name] for f in others for name in types)
            guests = sum(f[name] for f in others for name in fighters)
            on_allied = min(guests, DECK * allied)
            guests -= on_allied
            for name in mine:
                aboard = min(guests, DECK)
                guests -= aboard
                found.append(Carrier(zone, name, DECK - aboard))
            if allied:
                found.append(Carrier(zone, "", DECK * allied - on_allied))
        return (*found, *(Carrier(zone, "", DECK) for zone in self.new))

    def stands(self, carrier: Carrier, fought: frozenset[str] = frozenset()) -> tuple[str, ...]:
        """Return where a carrier can be when fighters land.

        Parameters
        ----------
        carrier : Carrier
        fought : frozenset of str
            Zones that are attacked and cleared, beside those of `cleared`.
        """
        if not carrier.unit:
            return (carrier.zone,)
        return self._stands[carrier.zone, carrier.unit, fought]

    @cached_property
    def _stands(self) -> "_Stands":
        return _Stands(self)

    @cached_property
    def based(self) -> Mapping[tuple[str, str], int]:
        """Fighters of the power at sea: zone and unit to their number."""
        position, power = self.lanes.position, self.lanes.power
        return {
            (zone, name): n
            for zone in position.board.zones
            for name, n in position.force(zone, power)
            if name in position.table.of_role("fighter")
        }

    def deck_zones(self, place: str, moves: int) -> frozenset[str] | None:
        """Return the zones within so many moves, or None if friendly land is within them."""
        near = self.flights.within(place, moves)
        if any(area in self.lanes.friendly for area in near):
            return None
        return frozenset(near).difference(self.lanes.position.owners)

    def landings(self, place: str, moves: int, *, deck: bool, zone: str = "") -> tuple[str, ...]:
        """Return the areas within so many moves of a place where aircraft can come down.

        Parameters
        ----------
        place : str
        moves : int
        deck : bool
            Whether they land on carriers.
        zone : str
            The zone that is attacked, where own carriers can fight; '' if none.
        """
        good = set(self.lanes.friendly)
        for carrier in self.carriers if deck else ():
            if carrier.room:
                good |= set(self.stands(carrier, frozenset({zone} - {""})))
                if (
                    zone
                    and carrier.unit
                    and zone in self.lanes.sea_paths(carrier.zone, carrier.unit)
                ):
                    good.add(zone)
        return tuple(area for area in self.flights.within(place, moves) if area in good)


class _Stands(dict[tuple[str, str, frozenset[str]], tuple[str, ...]]):
    """Where a carrier can be, computed once for each zone and each set of cleared zones."""

    def __init__(self, decks: Decks) -> None:
        super().__init__()
        self.decks = decks

    def __missing__(self, key: tuple[str, str, frozenset[str]]) -> tuple[str, ...]:
        zone, unit, fought = key
        lanes = self.decks.lanes
        clear = fought | self.decks.cleared
        if zone in lanes.hostile:  # it fights there, or leaves in the combat phase
            ends = lanes.sea_paths(zone, unit)
            good = [z for z in ends if z not in lanes.hostile or z in clear or z == zone]
        elif zone in clear:  # every ship in the zone fights, and moves no more
            good = [zone]
        else:
            good = list(calm_paths(lanes, zone, lanes.position.table[unit].moves, clear))
        self[key] = tuple(good)
        return self[key]


def calm_paths(
    lanes: Lanes, zone: str, moves: int, clear: frozenset[str]
) -> Mapping[str, tuple[str, ...]]:
    """Return the ways of a ship in the non-combat phase: through friendly zones only."""
    found: dict[str, tuple[str, ...]] = {zone: (zone,)}
    edge = [found[zone]]
    for _ in range(moves):
        ahead = []
        for path in edge:
            for near in lanes.sea_links[path[-1]]:
                if near not in found and (near not in lanes.hostile or near in clear):
                    found[near] = (*path, near)
                    ahead.append(found[near])
        edge = ahead
    return found


def new_carriers_checked(position: Position, power: str, zones: Sequence[str]) -> tuple[str, ...]:
    """Return the zones of new carriers.

    Raises
    ------
    OptionError
        For a zone where the power cannot mobilise (AA-43).
    """
    ready = [name for name in position.holdings(power) if name in position.complexes]
    near = {zone for name in ready for zone in position.board.sea_ways[name]}
    allowed = tuple(zone for zone in position.board.zones if zone in near)
    found = tuple(map(position.board.place, zones))
    for zone in found:
        if zone not in near or not position.capital_held(power):
            raise OptionError(
                f"{power} mobilises no carrier in {shown(zone)}; it does so in zones next to a"
                f" complex of its own: {', '.join(allowed) or 'none'}",
                given=zone,
                allowed=allowed,
            )
    carrier = position.table.of_role("carrier")[0]
    placed = {zone: Force.of({carrier: found.count(zone)}) for zone in found}
    whole = replace(position, complexes=dict.fromkeys(position.complexes, 0))  # repaired first
    if not fit(whole, placed, ready):
        raise OptionError(
            f"{power}'s complexes have no room for {len(found)} {carrier} in"
            f" {', '.join(dict.fromkeys(found))}: each mobilises as many units as its territory has"
            " income (AA-43)",
            given=str(len(found)),
            allowed=allowed,
        )
    return found
