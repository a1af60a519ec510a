"""Montgomery: winners who go on from a battle into the next area (RB-10)."""

from combat.errors import IllegalBattleError
from combat.force import Force
from combat.rebellion_1775.colours import AMERICAN, OF_SIDE
from combat.rebellion_1775.map.control import settled
from combat.rebellion_1775.map.position import Position
from combat.rebellion_1775.map.stack import added, gathered, lacks, without

LEADER = "continental"
RULE = "RB-10"


def pursue(position: Position, area: str, goal: str, force: Force) -> Position:
    """Return the position after winners have gone on, flags up to date (RB-10, RB-24).

    Parameters
    ----------
    position : Position
        After the battle in the area.
    area, goal : str
        Where the battle was, and the area next to it, which the enemy may hold: a battle is due
        there then.
    force : Force
        Who goes: Americans of the area, one Continental at least.

    Raises
    ------
    IllegalBattleError
        Areas that no link joins, a battle that was not won, or a force that may not go.
    """
    check_goal(position, area, goal)
    stack = position.at(area)
    if stack.sides != (AMERICAN,):
        raise _refused(f"{area} is not won: nobody goes on to {goal}", area)
    if not force[LEADER]:
        raise _refused(f"{force} go on without a {LEADER}: one of them is needed", str(force))
    missing = lacks(stack.american, force)
    if missing:
        raise _refused(f"{missing} are not in {area}: they cannot go on", str(force))
    left = gathered(Force(), without(stack.american, force))
    entered = added(position.at(goal), AMERICAN, force)
    return settled(position.with_units({area: left, goal: entered}))


def check_goal(position: Position, area: str, goal: str) -> None:
    """Refuse an area to which no link leads from the battle (RB-10).

    Raises
    ------
    IllegalBattleError
    """
    ways = position.board.neighbours(area)
    if goal not in ways:
        raise IllegalBattleError(
            f"nobody goes on from {area} to {goal}: no link joins them; it is one of"
            f" {', '.join(ways) or 'none'} ({RULE})",
            rule=RULE,
            given=goal,
            allowed=tuple(ways),
        )


def pursuers(winners: Force, most: int | None = None) -> Force:
    """Return who goes on: all, or at most so many, Continentals first; nobody without one.

    Examples
    --------
    >>> str(pursuers(Force.parse("2 militia, 1 continental"), 2))
    '1 continental, 1 militia'
    >>> str(pursuers(Force.parse("2 militia")))
    ''
    """
    room = winners.total if most is None else most
    found = {}
    for name in OF_SIDE[AMERICAN]:
        found[name] = min(winners[name], room)
        room -= found[name]
    return Force.of(found) if found[LEADER] else Force()


def _refused(text: str, given: str) -> IllegalBattleError:
    return IllegalBattleError(f"{text} ({RULE})", rule=RULE, given=given)
