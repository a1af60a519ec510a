"""Units on their way to a target: arrivals, parties, and all that can reach it (AA-20, AA-46)."""

from dataclasses import dataclass

from combat.axis_allies.map.position import Position
from combat.force import Force

LAND, SEA, AIR, LANDING, BOMBARD = "land", "sea", "air", "landing", "bombard"
WAYS = (LAND, SEA, AIR, LANDING, BOMBARD)


@dataclass(frozen=True)
class Arrival:
    """Units of a kind that can get from one place to a target in one way.

    Parameters
    ----------
    place : str
        Where they stand; the zone if they are aboard a ship there already.
    unit : str
    number : int
    way : str
        'land', 'sea' (ships into a zone), 'air', 'landing' (from transports), 'bombard' (ships
        that fire from the zone of a landing).
    path : tuple of str
        Areas from `place` to the target, both included; of a landing, where it goes aboard, the
        ship's way, and the target; of ships that bombard, up to the zone; of ships that fight for
        a contested zone first, up to that zone.
    ship : str
        For landings, the zone where the transport begins its turn.
    landings : tuple of str
        Of aircraft, where they can come down afterwards, the nearest first: territories, and zones
        of carriers (AA-46).
    """

    place: str
    unit: str
    number: int
    way: str
    path: tuple[str, ...]
    ship: str = ""
    landings: tuple[str, ...] = ()

    @property
    def zone(self) -> str:
        """The zone that a landing lands from, or a ship bombards from."""
        return {LANDING: self.path[-2:-1], BOMBARD: self.path[-1:]}.get(self.way, ("",))[0]


@dataclass(frozen=True)
class Party:
    """Units that go to one target together.

    Where a landing needs a sea battle first (AA-20), the ships that fight it are 'sea' arrivals
    whose path ends in that zone, `Arrival.path[-1]`, while the target is the territory; landings
    with that `Arrival.zone` come after it, and no ship bombards from there.

    Parameters
    ----------
    target : str
    arrivals : tuple of Arrival
        With the numbers that go.
    """

    target: str
    arrivals: tuple[Arrival, ...]

    def force(self, position: Position, *ways: str) -> Force:
        """Return the units that come in some ways, of one kind added up."""
        counts = dict.fromkeys(position.table.names, 0)
        for one in self.arrivals:
            if one.way in ways:
                counts[one.unit] += one.number
        return Force.of(counts)

    @property
    def fought_for(self) -> tuple[str, ...]:
        """Zones where ships of the party fight before a landing on its target (AA-20)."""
        ends = (one.path[-1] for one in self.arrivals if one.way == SEA)
        return tuple(dict.fromkeys(zone for zone in ends if zone != self.target))


@dataclass(frozen=True)
class Reach:
    """All that can get to a target: each arrival by itself, not all of them at once.

    Parameters
    ----------
    power, target : str
    arrivals : tuple of Arrival
        A land unit that several transports can fetch is there once for each, and once for each
        zone that it can land from; ``number`` is how many of these units that stand in `place`
        could come so.
    contested : tuple of str
        Zones next to the target that a landing could come from only after a sea battle (AA-20).
    most : Party
        The largest party that can go at once: every unit once, every transport to one landing,
        aircraft only with a place to come down (AA-46). Landings from contested zones are part of
        it only where the question says that the zone is cleared.
    """

    power: str
    target: str
    arrivals: tuple[Arrival, ...]
    contested: tuple[str, ...]
    most: Party
