"""What a plan says that the rules never allow: refused, not passed over in silence."""

from combat.errors import IllegalBattleError, within
from combat.napoleonics.turn.actions import reacts
from combat.napoleonics.turn.plan import Attacker, Reach, TurnPlan
from combat.napoleonics.turn.states import TargetStates
from combat.napoleonics.unit import SQUARE, STAND
from combat.notation import shown

OF_REACH = ("CC-10", "CC-30")  # who fires how far, and at whom
OF_SQUARES = ("CC-26",)  # what a square takes; in another hex it may be allowed (CC-25)


def check_reaches(plan: TurnPlan) -> None:
    """Refuse fire that does not reach its target, and squares that can never be.

    A target that has retreated may be out of reach then.

    Raises
    ------
    IllegalBattleError
        In one line that names the attacker and the target, or the target.
    """
    for number, attacker in enumerate(plan.attackers, start=1):
        for reach in attacker.reaches:
            target = plan.targets[reach.target].name
            with within(f"[[attacker]] {number} ({shown(attacker.name)}): at {shown(target)}"):
                _check_fire(plan, attacker, reach)
    for at, one in enumerate(plan.targets):
        with within(f"[[target]] {at + 1} ({shown(one.name)})"):
            _check_square(plan, at)


def _check_fire(plan: TurnPlan, attacker: Attacker, reach: Reach) -> None:
    """Refuse fire at a target, as it stands at the beginning, that no fire reaches."""
    distance = reach.distances[0]
    states = TargetStates(plan.targets[reach.target])
    if distance > 1:
        _check(plan, attacker, states, STAND, distance, OF_REACH)


def _check_square(plan: TurnPlan, at: int) -> None:
    """Refuse a square that the rules do not allow against any cavalry's attack."""
    states = TargetStates(plan.targets[at])
    if SQUARE not in states.target.unit.reactions:
        return
    for attacker in plan.attackers:
        reach = attacker.reach(at)
        if reach is not None and reach.distances[0] == 1 and reacts(attacker.unit, SQUARE):
            _check(plan, attacker, states, SQUARE, 1, OF_SQUARES)


def _check(
    plan: TurnPlan,
    attacker: Attacker,
    states: TargetStates,
    reaction: str,
    distance: int,
    rules: tuple[str, ...],
) -> None:
    """Refuse a combat at the beginning if one of these rules does not allow it."""
    try:
        plan.battle(attacker.unit, states.unit(states.states[0], reaction), distance)
    except IllegalBattleError as error:
        if error.rule in rules:
            raise
