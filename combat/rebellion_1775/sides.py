"""Reading and checking the sides: colours and counts, and whose they are."""

from collections.abc import Mapping
from typing import Any

from combat.errors import NotationError, UnknownUnitError
from combat.force import Force
from combat.notation import shown
from combat.rebellion_1775.colours import AMERICAN, BRITISH, NATIVES, OF_SIDE, VOCABULARY
from combat.rebellion_1775.ground import force_there
from combat.rebellion_1775.map.stack import enemy


def parse_side(text: str, side: str, settings: Mapping[str, Any]) -> Force:
    """Read a side's units.

    Raises
    ------
    NotationError, UnknownUnitError
    """
    if settings["map"] is not None and text.strip().lower() in OF_SIDE:
        return force_there(text.strip().lower(), settings)
    force = Force.parse(text, VOCABULARY)
    if not force:
        raise NotationError(
            f"the {side} has no units: {shown(text)}; name at least one, such as '2 regulars'",
            given=text,
        )
    if force["militia"] and any(force[name] for name in ("regulars", "loyalist", "hessian")):
        raise UnknownUnitError(
            f"militia are the Patriots' in {shown(text)}: the British militia is loyalist",
            given="militia",
            allowed=OF_SIDE[BRITISH],
        )
    return force


def owner_of(force: Force) -> str | None:
    """Return whose units these are: british, american, None for natives alone.

    Units of both are the first of the two; `combat.rebellion_1775.legality` refuses them.
    """
    for side, names in OF_SIDE.items():
        if any(force[name] for name in names if name != NATIVES):
            return side
    return None


def sides_of(attacker: Force, defender: Force) -> tuple[str, str]:
    """Return whose the attacker and the defender are."""
    first, second = owner_of(attacker), owner_of(defender)
    if first is None:
        first = enemy(second) if second else AMERICAN
    return first, second or enemy(first)


def counts_of(force: Force, side: str) -> tuple[int, ...]:
    """Return the units by colour of that side, in the table's order."""
    return tuple(force[name] for name in OF_SIDE[side])
