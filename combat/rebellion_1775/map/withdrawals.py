"""Where units may go that leave a battle by their own decision (RB-05)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from combat.findings import Finding
from combat.rebellion_1775.map.position import Position
from combat.rebellion_1775.map.stack import enemy

OWN, EMPTY_AREA, CONTESTED, ALONE = "own", "empty", "contested", "natives"
RULE = "RB-05"


@dataclass(frozen=True)
class Withdrawals:
    """Where units may withdraw to.

    Parameters
    ----------
    to : mapping of str to str
        What they find in each area that is open to them: 'own' units, an 'empty' area, a
        'contested' one, whose battle they join, or 'natives' alone, who join them at once.
    refused : mapping of str to Finding
        Why other areas are not open.
    """

    to: Mapping[str, str] = field(default_factory=dict, hash=False)
    refused: Mapping[str, Finding] = field(default_factory=dict, hash=False)

    def __bool__(self) -> bool:
        return bool(self.to)


def withdrawals(
    position: Position, area: str, side: str, *, by_water: bool = False, over_water: bool = False
) -> Withdrawals:
    """Return where a side's units may withdraw from a battle (RB-05).

    Parameters
    ----------
    position : Position
        With the battle in the area.
    side : str
        Whose units leave.
    by_water : bool
        Whether they came to the battle by water; then they never leave by water.
    over_water : bool
        Whether others may leave by water, to the areas of the same water. The rules only say who
        may not; adjacent areas are those that a land link joins, so as a rule nobody does.
    """
    board = position.board
    ways = list(board.neighbours(area))
    overseas = [goal for goal in board.overseas(area) if goal not in ways]
    to: dict[str, str] = {}
    refused: dict[str, Finding] = {}
    for goal in ways + (overseas if over_water else []):
        found = _found_in(position, goal, side)
        if goal in overseas and by_water:
            refused[goal] = Finding(False, f"who came by water may not sail to {goal}", RULE)
        elif not found:
            refused[goal] = Finding(False, f"the enemy alone is in {goal}", RULE)
        else:
            to[goal] = found
    return Withdrawals(to, refused)


def way_out(
    position: Position, area: str, side: str, by_water: bool = False, *, over_water: bool = False
) -> bool:
    """Whether a side's units have an area to withdraw to from a battle (RB-05)."""
    return bool(withdrawals(position, area, side, by_water=by_water, over_water=over_water))


def _found_in(position: Position, area: str, side: str) -> str:
    """Return what units of a side find in an area, '' if the enemy holds it alone."""
    stack = position.at(area)
    if stack.contested:
        return CONTESTED
    if stack.of(enemy(side)):
        return ""
    if stack.of(side):
        return OWN
    return ALONE if stack.natives else EMPTY_AREA
