"""A purchase: units, complexes and repairs, as a value with a text form (AA-43)."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from combat.axis_allies.map.position import NOTHING, Position
from combat.axis_allies.units import WHOLE, UnitTable
from combat.errors import NotationError, OptionError
from combat.force import Force
from combat.notation import Vocabulary, shown

COMPLEX, COMPLEX_COST = "ic", 15  # the unit table has no complexes: they never fight
MOST_REPAIR = 1_000
EXAMPLE = "3 inf, 1 arm; repair Germany 2; 1 ic India"
_COMPLEX = re.compile(
    r"(?:1x?\s*)?(?:ics?|complex|(?:new )?industrial[ -]complex|factory)\b\s*(?:(?:in|at)\b)?(.*)",
    re.IGNORECASE,
)
_REPAIR = re.compile(r"repairs?\b\s*(.*?)\s*(?:(?:by\s+)?([0-9]+))?", re.IGNORECASE)


@dataclass(frozen=True)
class Purchase:
    """What a power buys at the start of its turn.

    Parameters
    ----------
    units : Force
    complexes : tuple of str
        Territories that are to have a new complex.
    repairs : tuple of (str, int)
        Territories and the points of damage that are taken off their complexes.
    """

    units: Force = NOTHING
    complexes: tuple[str, ...] = ()
    repairs: tuple[tuple[str, int], ...] = ()

    def cost(self, table: UnitTable) -> int:
        """Return the price in IPC.

        Examples
        --------
        >>> from combat.axis_allies.units import unit_table
        >>> units = Force.of({"inf": 3, "arm": 1})
        >>> Purchase(units, ("India",), (("Germany", 2),)).cost(unit_table())
        31
        """
        units = sum(table[name].cost * number for name, number in self.units)
        return units + COMPLEX_COST * len(self.complexes) + sum(n for _, n in self.repairs)

    def __str__(self) -> str:
        parts = [str(self.units)] if self.units else []
        parts += [f"repair {place} {number}" for place, number in self.repairs]
        parts += [f"1 {COMPLEX} {place}" for place in self.complexes]
        return "; ".join(parts) or "nothing"

    def __bool__(self) -> bool:
        return bool(self.units or self.complexes or self.repairs)


def read_purchase(text: str, position: Position) -> Purchase:
    """Read a purchase; a repair without a number is of all the damage that is there.

    Parameters
    ----------
    text : str
        Parts between semicolons: units, ``repair PLACE [POINTS]``, ``1 ic PLACE``; ``nothing``.
    position : Position

    Raises
    ------
    NotationError, UnknownUnitError, OptionError

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> start = starting_position()
    >>> str(read_purchase("2 inf; ic India; inf, tank", start.with_complex("Germany", 3)))
    '3 inf, 1 arm; 1 ic India'
    >>> str(read_purchase("repair germany", start.with_complex("Germany", 3)))
    'repair Germany 3'
    """
    units: list[str] = []
    complexes: list[str] = []
    repairs: dict[str, int] = {}
    for part in filter(None, (one.strip() for one in text.split(";"))):
        if part.lower() in ("nothing", "none"):
            continue
        if (found := _REPAIR.fullmatch(part)) is not None:
            place, number = _repair(found[1], found[2], position)
            repairs[place] = repairs.get(place, 0) + number
        elif (found := _COMPLEX.fullmatch(part)) is not None:
            complexes.append(_place(found[1], "1 ic", position))
        else:
            units.append(part)
    force = _units(", ".join(units), position.table)
    return Purchase(force, tuple(complexes), tuple(repairs.items()))


def _units(text: str, table: UnitTable) -> Force:
    """Read the units of a purchase; ships are bought whole."""
    names = tuple(name for name in table.names if name not in WHOLE)
    whole = {a: n for a, n in table.vocabulary.aliases.items() if n in names}
    extra = {"industrial-complex": COMPLEX, "complex": COMPLEX, "factory": COMPLEX}
    force = Force.parse(text, Vocabulary((*names, COMPLEX), whole | extra))
    if force[COMPLEX]:
        raise NotationError(
            f"an industrial complex needs its territory, and a part of its own, in {shown(text)};"
            f" write {EXAMPLE!r}",
            given=text,
            allowed=("1 ic PLACE",),
        )
    return force


def _repair(place: str, number: str | None, position: Position) -> tuple[str, int]:
    where = _place(place, "repair", position)
    if number is None:
        return where, position.complexes.get(where, 0)
    if len(number) > 4 or not 0 < int(number) <= MOST_REPAIR:
        raise OptionError(
            f"{shown(number)} points cannot be repaired; give a whole number from 1, as in"
            f" 'repair {where} 2'",
            given=number,
            allowed=(f"1 to {MOST_REPAIR}",),
        )
    return where, int(number)


def _place(text: str, what: str, position: Position) -> str:
    """Return the territory that a part of the text names."""
    if not text.strip():
        raise NotationError(
            f"{what!r} needs a territory behind it, as in {EXAMPLE!r}",
            given=what,
            allowed=(f"{what} PLACE",),
        )
    find: Callable[[str], str] = position.board.place
    place = find(text.strip())
    if position.board.areas[place].sea:
        raise OptionError(
            f"{place} is a sea zone: complexes stand in territories; name one", given=text.strip()
        )
    return place
