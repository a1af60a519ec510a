"""The position after a battle: who is left, fled or withdrew, and whose flags turn (RB-24)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from combat.errors import IllegalBattleError
from combat.force import Force
from combat.rebellion_1775.colours import AMERICAN, BRITISH, OF_SIDE
from combat.rebellion_1775.map.board import NAMES_OF_COLONIES
from combat.rebellion_1775.map.control import settled
from combat.rebellion_1775.map.position import Position
from combat.rebellion_1775.map.stack import (
    NOBODY,
    SIDES,
    added,
    fighters,
    gathered,
    joined,
    lacks,
)
from combat.rebellion_1775.map.withdrawals import CONTESTED, withdrawals


@dataclass(frozen=True)
class Outcome:
    """How a battle has ended; who is in none of these is lost, and back in his reserve (RB-03).

    Parameters
    ----------
    british, american : Force
        Who is left in the area. Natives of a side without others may stand here too: they join
        the other side, or are independent if nobody else is left (RB-07).
    fled : Force
        Of both sides (RB-04), with the natives who cancelled one another (RB-07).
    british_withdrew, american_withdrew : mapping of str to Force
        Who went where by their own decision (RB-05).
    entered : Force
        Who came out of the reserve during the battle: Patriots by Betsy Ross (RB-10).
    seaborne : str
        The side that came by water, or '' (RB-05).
    """

    british: Force = NOBODY
    american: Force = NOBODY
    fled: Force = NOBODY
    british_withdrew: Mapping[str, Force] = field(default_factory=dict, hash=False)
    american_withdrew: Mapping[str, Force] = field(default_factory=dict, hash=False)
    entered: Force = NOBODY
    seaborne: str = ""

    def left(self, side: str) -> Force:
        """Return who of a side is left in the area."""
        return self.british if side == BRITISH else self.american

    def withdrew(self, side: str) -> Mapping[str, Force]:
        """Return who of a side went where."""
        return self.british_withdrew if side == BRITISH else self.american_withdrew


@dataclass(frozen=True)
class Aftermath:
    """What follows from a battle.

    Parameters
    ----------
    after : Position
        With flags up to date, as control is gained at once (RB-24).
    lost : Force
        Units back in the reserves.
    turned : mapping of str to (str, str)
        Colonies whose flag has changed: whose it was, and whose it is.
    """

    after: Position
    lost: Force
    turned: Mapping[str, tuple[str, str]] = field(default_factory=dict, hash=False)


def after_battle(
    position: Position, area: str, outcome: Outcome, *, over_water: bool = False
) -> Aftermath:
    """Return the position that follows from a battle (RB-03, RB-04, RB-05, RB-07, RB-24).

    Parameters
    ----------
    position : Position
        With the units of both sides in the area, before the first roll.
    over_water : bool
        As in `combat.rebellion_1775.map.withdrawals.withdrawals`.

    Raises
    ------
    IllegalBattleError
        No battle there, units that were not in it, a battle that is not over, or a withdrawal
        to an area that was not open.
    """
    if not position.at(area).contested:
        raise IllegalBattleError(f"no battle is due in {area} (RB-01)", rule="RB-01", given=area)
    lost = _lost(position, area, outcome)
    if all(fighters(outcome.left(side)) for side in SIDES):
        raise IllegalBattleError(
            f"the battle in {area} is not over: {outcome.british} and {outcome.american} are left"
            " (RB-01)",
            rule="RB-01",
            given=area,
        )
    stacks = {area: gathered(outcome.british, outcome.american)}
    for side in SIDES:
        _check_withdrawals(position, area, outcome, side, over_water=over_water)
        for goal, force in outcome.withdrew(side).items():
            stacks[goal] = added(stacks.get(goal, position.at(goal)), side, force)
    moved = position.with_units(stacks)
    fled = joined(position.fled, outcome.fled)
    after = settled(Position(moved.board, moved.units, moved.flags, fled, moved.out_of_play))
    changed = [name for name in NAMES_OF_COLONIES if after.flag(name) != position.flag(name)]
    turned = {name: (position.flag(name), after.flag(name)) for name in changed}
    return Aftermath(after, lost, turned)


def _lost(position: Position, area: str, outcome: Outcome) -> Force:
    """Return who has gone to the reserves (RB-03), after checking that nobody is made up."""
    withdrew = [force for side in SIDES for force in outcome.withdrew(side).values()]
    named = joined(outcome.british, outcome.american, outcome.fled, *withdrew)
    fought = position.at(area).everybody
    there = joined(fought, outcome.entered)
    for source, has, rule in (
        (f"the battle in {area}", there, "RB-03"),
        ("the battle or the reserves", joined(fought, position.reserves), "RB-10"),
    ):
        fault = lacks(has, named)
        if fault:
            raise IllegalBattleError(
                f"{fault} of the outcome were not in {source} ({rule})", rule=rule, given=str(fault)
            )
    for side in SIDES:
        own = joined(outcome.left(side), *outcome.withdrew(side).values())
        strangers = [name for name, _ in own if name not in OF_SIDE[side]]
        if strangers:
            raise IllegalBattleError(
                f"{strangers[0]} are not {side} (RB-01)", rule="RB-01", given=strangers[0]
            )
    return Force.of({name: there[name] - named[name] for name, _ in there})


def _check_withdrawals(
    position: Position, area: str, outcome: Outcome, side: str, *, over_water: bool
) -> None:
    """Refuse to let units go where they may not, or where the enemy withdrew first (RB-05)."""
    by_water = outcome.seaborne == side
    ways = withdrawals(position, area, side, by_water=by_water, over_water=over_water)
    goals = {goal for goal, force in outcome.withdrew(side).items() if force}
    other = AMERICAN if side == BRITISH else BRITISH
    rivals = {goal for goal, force in outcome.withdrew(other).items() if force}
    for goal in sorted(goals):
        refused = ways.refused.get(goal)
        if goal not in ways.to:
            why = refused.reason if refused is not None else f"{goal} is not adjacent"
        elif goal in rivals and ways.to[goal] != CONTESTED:
            why = f"both sides name {goal}; who goes first holds it alone"
        else:
            continue
        raise IllegalBattleError(
            f"{side} units cannot withdraw from {area} to {goal}: {why} (RB-05)",
            rule="RB-05",
            given=goal,
            allowed=tuple(ways.to),
        )
