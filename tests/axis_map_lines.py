"""Small boards for reach: areas by name, links written as lines."""

from itertools import pairwise

from combat.axis_allies.map.board import Area, Board, Canal
from combat.axis_allies.map.position import Position
from combat.force import Force

SU, GE, UK, JP, US = "Soviet Union", "Germany", "United Kingdom", "Japan", "United States"
ORDER = (SU, GE, UK, JP, US)
SIDES = {"Axis": (GE, JP), "Allies": (SU, UK, US)}


def lines(*ways, units, owners=None, complexes=(), canals=(), strait="", strait_open=True):
    """Return a position of Germany's turn.

    Parameters
    ----------
    ways : str
        Areas next to one another, as "A - B - z1"; names that begin with z are sea zones.
    units : dict of str to dict of str to str
    owners : dict of str to str
        Territories that Germany does not hold.
    """
    rows = [way.split(" - ") for way in ways]
    names = list(dict.fromkeys(name for row in rows for name in row))
    owners = {n: (owners or {}).get(n, GE) for n in names if not n.startswith("z")}
    areas = {n: Area(n, owners.get(n, ""), 2, sea=n.startswith("z")) for n in names}
    links = frozenset(frozenset(pair) for row in rows for pair in pairwise(row))
    opened = tuple(Canal("canal", frozenset(zones), holders) for zones, holders in canals)
    board = Board("lines", ORDER, SIDES, areas, links, opened, strait)
    stacks = {
        place: {power: Force.parse(text) for power, text in there.items()}
        for place, there in units.items()
    }
    return Position(
        board,
        owners,
        stacks,
        dict.fromkeys(complexes, 0),
        dict.fromkeys(ORDER, 0),
        GE,
        strait_open=strait_open,
    )


def paths(found, *ways):
    """Return the arrivals of some ways: (number, unit, path)."""
    return {(a.number, a.unit, " - ".join(a.path)) for a in found.arrivals if a.way in ways}


def going(found, *ways):
    """Return the arrivals of `most` in some ways: (number, unit, place)."""
    return {(a.number, a.unit, a.place) for a in found.most.arrivals if a.way in ways}
