"""Who controls the colonies, when flags come and go, and who leads (RB-24)."""

from dataclasses import dataclass

from combat.rebellion_1775.colours import AMERICAN, BRITISH
from combat.rebellion_1775.map.board import NAMES_OF_COLONIES, check_colony
from combat.rebellion_1775.map.position import Position
from combat.rebellion_1775.map.stack import NONE, SIDES


@dataclass(frozen=True)
class Control:
    """Whom a colony's units give it to, and why (RB-24).

    Parameters
    ----------
    colony, side : str
        The side is 'british', 'american' or 'none'.
    reason : str
    deserted : bool
        Whether no unit of either side is there, so that a flag stays until the end of the turn.
    """

    colony: str
    side: str
    reason: str
    deserted: bool = False

    def __str__(self) -> str:
        return f"{self.reason} (RB-24)"


def control_of(position: Position, colony: str) -> Control:
    """Tell who controls a colony by the units in it (RB-24).

    A side does if all its areas with units hold that side's; natives with them do not matter,
    and empty areas are ignored. Independent natives in one of them deny it to both.
    """
    check_colony(colony)
    areas = position.board.areas_of(colony)
    if not areas:
        return Control(colony, NONE, "none of its areas is on the map", deserted=True)
    held = {side: [a for a in areas if side in position.at(a).sides] for side in SIDES}
    if all(held.values()):
        return Control(colony, NONE, _both(position, held))
    natives = [area for area in areas if position.at(area).natives]
    holder = next((side for side in SIDES if held[side]), NONE)
    if natives:
        alone = f"natives are alone in {', '.join(natives)}"
        return Control(colony, NONE, alone, deserted=holder == NONE)
    if holder == NONE:
        return Control(colony, NONE, "all its areas on the map are empty", deserted=True)
    what = "all that is occupied" if len(areas) > len(held[holder]) else "all of it"
    return Control(colony, holder, f"{holder} units hold {what}: {', '.join(held[holder])}")


def _both(position: Position, held: dict[str, list[str]]) -> str:
    contested = [area for area in held[BRITISH] if position.at(area).contested]
    if contested:
        return f"both sides are in {', '.join(contested)}"
    return (
        f"the British are in {', '.join(held[BRITISH])}, Americans in {', '.join(held[AMERICAN])}"
    )


def settled(position: Position, *, end_of_turn: bool = False) -> Position:
    """Return the position with its flags up to date (RB-24).

    A side that controls a colony gets its flag at once, and where units of the enemy or natives
    beside its own deny it control, the flag goes at once. One on a colony without units of either
    side stays until the end of the turn. Flags of colonies that are not on the map stay.
    """
    changes = {}
    for colony in position.board.colonies:
        control = control_of(position, colony)
        if not control.deserted or end_of_turn:
            changes[colony] = control.side
    return position.with_flags(changes)


def end_of_turn(position: Position) -> Position:
    """Return the position at the end of a turn: emptied colonies turn neutral (RB-24)."""
    return settled(position, end_of_turn=True)


def controlled(position: Position, side: str) -> tuple[str, ...]:
    """Return the colonies with a side's flag, in the order in which they are listed (RB-24)."""
    return tuple(colony for colony in NAMES_OF_COLONIES if position.flag(colony) == side)


def count(position: Position) -> dict[str, int]:
    """Return how many colonies have each side's flag, and none: sixteen in all (RB-24)."""
    flags = [position.flag(colony) for colony in NAMES_OF_COLONIES]
    return {side: flags.count(side) for side in (*SIDES, NONE)}


def leader(position: Position) -> str:
    """Return who has more colonies: 'british', 'american', or 'none' if equal (RB-24)."""
    counts = count(position)
    if counts[BRITISH] == counts[AMERICAN]:
        return NONE
    return BRITISH if counts[BRITISH] > counts[AMERICAN] else AMERICAN


def winner(position: Position) -> str:
    """Return who wins if the game ends with this turn, 'none' for a draw (RB-22, RB-24)."""
    return leader(end_of_turn(position))
