"""The columns of a battle in stages, and how rows are read and set."""

from __future__ import annotations

from collections.abc import Mapping

from combat.arrays import Ints
from combat.game import ROLES
from combat.stages.rules import Side, States, changed

ATTACKER, DEFENDER = 0, 1
SIDES = (Side.ATTACKER, Side.DEFENDER)
COLOURS = 4  # of a side; natives are the last
STAYS, GOES = 0, 1
HOLDS_ATTACKER, HOLDS_DEFENDER, EMPTY = 1, 2, 3
FATES = ("lost", "fled", "withdrawn")
UNITS = tuple(f"{role}.{at}" for role in ROLES for at in range(COLOURS))
BLANKS = tuple(f"blank.{at}" for at in range(COLOURS))
TALLIES = (
    *(f"attacker_{fate}" for fate in FATES),
    *(f"defender_{fate}" for fate in FATES),
    "rolls",
)
COLUMNS = ("stage", *UNITS, *BLANKS, "hits", "incoming", "reserve", "volley", "end", *TALLIES)
UNTALLIED = len(COLUMNS) - len(TALLIES)  # columns before the sums
BY_COLOUR = tuple(f"{unit}_{fate}" for unit in UNITS for fate in FATES)
NET = "net"  # the sums with the weights of a battle's worth, in millionths
SCALE = 1_000_000
AT = {name: at for at, name in enumerate((*COLUMNS, NET, *BY_COLOUR))}
THROW, HIT, DECIDE, VOLLEY = 0, 2, 4, 6  # plus who it is about


def set_(rows: States, columns: Mapping[str, Ints | int]) -> States:
    """Return the rows with some columns set."""
    return changed(rows, {AT[name]: values for name, values in columns.items()})


def units_of(rows: States, who: int) -> Ints:
    """Return the units of a camp by colour, (rows, colours)."""
    first = 1 + COLOURS * who
    return rows[:, first : first + COLOURS]


def fighters_of(rows: States, who: int) -> Ints:
    """Units of a camp that are no natives, (rows,)."""
    found: Ints = units_of(rows, who)[:, :-1].sum(axis=1)
    return found
