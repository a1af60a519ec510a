"""What sails into a battle at sea aboard transports and does not land (AA-14, AA-29)."""

from collections.abc import Collection, Iterator

from combat.axis_allies.attack.operation import added, loads_of
from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.lifts import Fleet, Lifts, is_infantry, ships_for
from combat.axis_allies.reach.parties import LANDING, Arrival, Party
from combat.axis_allies.reach.paths import Lanes


def not_counted(
    position: Position, power: str, party: Party, zones: Collection[str]
) -> Iterator[str]:
    """Say where cargo that does not land may go down and is not counted as lost.

    Guns, units of allies, and units that the party leaves aboard: as far as transports that stay
    behind have no room for them.

    Parameters
    ----------
    position : Position
    power : str
    party : Party
    zones : collection of str
        Where a battle at sea comes before the landing.
    """
    for fleet in Lifts(Lanes(position, power)).fleets:
        landing = [one for one in party.arrivals if (one.way, one.ship) == (LANDING, fleet.zone)]
        fights = fleet.own and any(one.zone in zones for one in landing)
        if fights and _ships_needed(position, fleet, landing) > fleet.number:
            yield (
                f"what is aboard transports from {fleet.zone} and does not land is not counted as"
                " their cargo (AA-14)"
            )


def _ships_needed(position: Position, fleet: Fleet, landing: list[Arrival]) -> int:
    """Return the transports that sail, and those for what is aboard and does not land."""
    table = position.table
    cargo = added(table, [(one.unit, one.number) for one in landing])
    taken = added(table, [(o.unit, o.number) for o in landing if o.place == fleet.zone])
    others, infantry = fleet.others, fleet.infantry
    for name, number in fleet.aboard:
        rest = max(0, number - taken[name])
        if is_infantry(table, name):
            infantry += rest
        else:
            others += rest
    return min(fleet.number, len(loads_of(table, cargo))) + ships_for(others, infantry)
