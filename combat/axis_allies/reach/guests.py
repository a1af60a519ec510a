"""Fighters of allies aboard carriers that sail into an attack: cargo (AA-14, AA-28)."""

from collections.abc import Mapping

from combat.axis_allies.economy.room import DECKS
from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.parties import BOMBARD, SEA, Party
from combat.axis_allies.settings import Loads
from combat.force import Force

Guests = Mapping[tuple[str, str], Mapping[str, int]]  # (from, to): fighters by the ally's name


def guests(position: Position, power: str, party: Party) -> Guests:
    """Return the fighters of allies that sail along with a party's carriers.

    They stand on carriers of allies as far as these have room, and of the power's own on those that
    stay behind: as few as can be are aboard those that sail.

    Parameters
    ----------
    position : Position
        Before anybody moves.
    power : str
    party : Party
    """
    voyages: dict[tuple[str, str], int] = {}
    for one in party.arrivals:
        if one.way in (SEA, BOMBARD) and one.unit in position.table.of_role("carrier"):
            key = one.place, one.path[-1]
            voyages[key] = voyages.get(key, 0) + one.number
    found = {}
    for zone in dict.fromkeys(origin for origin, _ in voyages):
        going = sum(number for (origin, _), number in voyages.items() if origin == zone)
        aboard = aboard_own(position, power, zone)
        stay = DECKS * (_carriers(position, zone, power) - going)
        for key, number in voyages.items():
            if key[0] == zone:
                most = min(DECKS * number, sum(aboard.values()) - max(0, stay))
                found[key] = _taken(aboard, most)
    return {key: row for key, row in found.items() if row}


def guest_loads(position: Position, found: Guests, zone: str) -> Loads:
    """Return the carriers with guests that sail into a zone, as few as can hold them."""
    carrier = position.table.of_role("carrier")[0]
    fighter = position.table.of_role("fighter")[0]
    loads = []
    for (_, to), row in found.items():
        number = sum(row.values()) if to == zone else 0
        while number:
            loads.append((carrier, Force(((fighter, min(DECKS, number)),))))
            number -= min(DECKS, number)
    return tuple(loads)


def sunk_guests(loads: Loads, *, carriers: int, sunk: int) -> int:
    """Return how many guests go down with so many of a zone's carriers, the smallest loads first.

    Examples
    --------
    >>> loads = (("cv", Force.parse("2 ftr")), ("cv", Force.parse("1 ftr")))
    >>> [sunk_guests(loads, carriers=3, sunk=n) for n in range(4)]
    [0, 0, 1, 3]
    """
    sizes = sorted(load.total for _, load in loads)
    return sum(sizes[: max(0, sunk - (carriers - len(sizes)))])


def aboard_own(position: Position, power: str, zone: str) -> dict[str, int]:
    """Return the fighters of allies that find no deck of an ally, by whose they are."""
    allies = [one for one in position.friends(zone, power) if one != power]
    fighters = {one: _fighters(position, zone, one) for one in allies}
    decks = {one: DECKS * _carriers(position, zone, one) for one in allies}
    rest = max(0, sum(fighters.values()) - sum(decks.values()))
    return _taken({one: max(0, fighters[one] - decks[one]) for one in allies}, rest)


def _taken(rows: dict[str, int], number: int) -> dict[str, int]:
    """Take so many from some rows, which are changed; return what was taken of each."""
    found = {}
    for one in rows:
        some = min(rows[one], max(0, number))
        if some:
            rows[one] -= some
            number -= some
            found[one] = some
    return found


def _carriers(position: Position, zone: str, power: str) -> int:
    force = position.force(zone, power)
    return sum(force[name] for name in position.table.of_role("carrier"))


def _fighters(position: Position, zone: str, power: str) -> int:
    force = position.force(zone, power)
    return sum(force[name] for name in position.table.of_role("fighter"))
