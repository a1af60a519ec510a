"""Reinforcements and the return of fled units at the start of a turn (RB-04, RB-25, RB-51)."""

from collections.abc import Mapping
from dataclasses import dataclass

from combat.entries import one_of, unknown
from combat.errors import IllegalBattleError
from combat.findings import Finding
from combat.force import Force
from combat.rebellion_1775.colours import NATIVES
from combat.rebellion_1775.map.control import controlled, settled
from combat.rebellion_1775.map.position import Position
from combat.rebellion_1775.map.stack import (
    ALL_FACTIONS,
    ALLIES,
    NOBODY,
    added,
    fighters,
    joined,
    lacks,
    side_of,
)

RULE = "RB-25"
A_TURN = 4


@dataclass(frozen=True)
class Reinforcements:
    """What comes at the start of a faction's turn, and where it may come.

    Parameters
    ----------
    faction, side : str
    fresh : int
        Units of its colour out of its reserve: four, or fewer if fewer remain.
    fled : Force
        Units that come out of the fled box, all at once (RB-04, RB-51).
    places : tuple of str
        City areas of colonies that the side controls; if there is none, nobody comes.
    why : Finding
        Whether there is such a place.
    """

    faction: str
    side: str
    fresh: int
    fled: Force
    places: tuple[str, ...]
    why: Finding

    def __bool__(self) -> bool:
        return self.why.holds

    @property
    def coming(self) -> Force:
        """All units that must be placed; none if there is no place for them."""
        if not self:
            return NOBODY
        return joined(Force.of({self.faction: self.fresh}), self.fled)


def reinforcements(
    position: Position, faction: str, *, allies: bool = True, natives: bool = False
) -> Reinforcements:
    """Return what may come back for a faction, and where (RB-25).

    Parameters
    ----------
    position : Position
        At the start of the faction's turn.
    faction : {'regulars', 'loyalist', 'continental', 'militia'}
    allies, natives : bool
        RB-51: whether fled Hessians or French return with either faction of their side, and
        whether fled natives do with whoever is next.
    """
    one_of("faction", faction, ALL_FACTIONS)
    side = side_of(faction)
    back = {faction: True, ALLIES[side]: allies, NATIVES: natives}
    fled = Force.of({name: position.fled[name] for name, comes in back.items() if comes})
    colonies = controlled(position, side)
    places = tuple(city for colony in colonies for city in position.board.cities_of(colony))
    if places:
        why = Finding(True, f"cities in colonies that are {side}: {', '.join(places)}", RULE)
    elif colonies:
        named = ", ".join(colonies)
        why = Finding(False, f"no city of the {side} colonies is on the map: {named}", RULE)
    else:
        why = Finding(False, f"the {side} side controls no colony", RULE)
    fresh = min(A_TURN, position.reserves[faction])
    return Reinforcements(faction, side, fresh, joined(fled), places, why)


def check_placement(
    position: Position,
    faction: str,
    placement: Mapping[str, Force],
    *,
    allies: bool = True,
    natives: bool = False,
) -> Finding:
    """Tell whether a faction may place its reinforcements and fled units so (RB-25, RB-51).

    All that comes must be placed; where nobody may come, only an empty placement is legal.

    Parameters
    ----------
    placement : mapping of str to Force
        The units for each area.
    """
    coming = reinforcements(position, faction, allies=allies, natives=natives)
    for area in placement:
        if area not in {known.name for known in position.board.areas}:
            raise unknown("area", area, [known.name for known in position.board.areas])
    if not coming and any(placement.values()):
        return coming.why
    for area in (name for name, force in placement.items() if force):
        if area not in coming.places:
            return _no_place(position, coming.side, area)
    placed = joined(*placement.values())
    for more, less, fault in (
        (coming.coming, placed, "more than come"),
        (placed, coming.coming, "not placed, and all must be"),
    ):
        wrong = lacks(more, less)
        if wrong:
            what = coming.coming or "none"
            return Finding(False, f"{wrong} are {fault}: {what} come to {faction}", RULE)
    for area, force in placement.items():
        if force and not fighters(joined(force, position.at(area).of(coming.side))):
            return Finding(False, f"natives would be alone in {area}", "RB-51")
    return Finding(True, f"{placed or 'nobody'} may come so", RULE)


def place(
    position: Position,
    faction: str,
    placement: Mapping[str, Force],
    *,
    allies: bool = True,
    natives: bool = False,
) -> Position:
    """Return the position after a faction has placed what comes (RB-25, RB-51).

    Raises
    ------
    IllegalBattleError
        A placement that is not legal; the message says why.
    """
    found = check_placement(position, faction, placement, allies=allies, natives=natives)
    if not found:
        raise IllegalBattleError(f"this placement is not legal: {found}", rule=found.rule)
    coming = reinforcements(position, faction, allies=allies, natives=natives)
    side = coming.side
    stacks = {area: added(position.at(area), side, force) for area, force in placement.items()}
    fled = position.fled
    for name, n in coming.fled if coming else ():
        fled = fled.changed(name, -n)
    after = Position(position.board, position.units, position.flags, fled, position.out_of_play)
    return settled(after.with_units(stacks))


def _no_place(position: Position, side: str, area: str) -> Finding:
    colony = position.board.area(area).colony
    if not position.board.area(area).city:
        return Finding(False, f"{area} is no city", RULE)
    if not colony:
        return Finding(False, f"the colony of {area} is not known", RULE)
    held = position.flag(colony)
    return Finding(False, f"the {side} side does not control {colony}: its flag is {held}", RULE)
