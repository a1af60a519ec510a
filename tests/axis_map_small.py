"""A board of a few areas, for what can be counted by hand.

Home (Germany's capital) — Middle (Soviet) — East (Soviet capital)
                                |
                              Isle (United Kingdom's capital)
"""

from combat.axis_allies.map.board import Area, Board
from combat.axis_allies.map.position import Position
from combat.force import Force

ORDER = ("Soviet Union", "Germany", "United Kingdom")
SIDES = {"Axis": ("Germany",), "Allies": ("Soviet Union", "United Kingdom")}
INCOME = {"Home": 5, "Middle": 3, "East": 4, "Isle": 2}
OWNER = {
    "Home": "Germany",
    "Middle": "Soviet Union",
    "East": "Soviet Union",
    "Isle": "United Kingdom",
}
CITIES = {"Home": "Berlin", "Middle": "Leningrad", "East": "Moscow", "Isle": "London"}
LINKS = (("Home", "Middle"), ("Middle", "East"), ("Middle", "Isle"))
CASH = {"Soviet Union": 7, "Germany": 5, "United Kingdom": 2}


def small(units, *, turn="Germany", owners=None, complexes=None, cash=None):
    """Return a position: units as {area: {power: text}}."""
    areas = {
        name: Area(name, OWNER[name], INCOME[name], name != "Middle", CITIES[name])
        for name in INCOME
    }
    board = Board("small", ORDER, SIDES, areas, frozenset(map(frozenset, LINKS)))
    stacks = {
        place: {power: Force.parse(text) for power, text in there.items()}
        for place, there in units.items()
    }
    return Position(
        board, {**OWNER, **(owners or {})}, stacks, complexes or {}, {**CASH, **(cash or {})}, turn
    )
