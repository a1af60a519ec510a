"""What best losses on land can be for, and what each end is then worth to the attacker."""

from combat.axis_allies.ends import ENDS, RETREATED
from combat.axis_allies.losses import at_sea, free_sides
from combat.axis_allies.raid_rules import is_raid
from combat.battle import Battle
from combat.errors import OptionError
from combat.game import ATTACKER, DEFENDER, NEITHER

NET, SWING = "net_value", "swing"
LOST = {"attacker_ipc_lost": ATTACKER, "defender_ipc_lost": DEFENDER}
QUANTITIES = (NET, SWING, *LOST)


def goal_of(battle: Battle) -> str:
    """Return what best losses are best for."""
    return str(battle["goal"] or NET)


def attacker_wants_more(battle: Battle) -> bool:
    """Whether the attacker wants more of the goal; else the defender does."""
    goal = goal_of(battle)
    if goal in ENDS:
        return battle.event(goal).side == ATTACKER
    return LOST.get(goal) != ATTACKER


def check_best_losses(battle: Battle) -> None:
    """Refuse best losses where they are not solved for, and goals that they cannot have."""
    free = free_sides(battle)
    if not any(free):
        if battle["goal"] is not None:
            raise OptionError(
                "the goal is what best losses are best for, and neither side has them: set"
                " losses=best or defender_losses=best, or leave the goal out",
                given=battle["goal"],
                allowed=("losses=best", "defender_losses=best"),
            )
        return
    if is_raid(battle) or battle["landing"] or at_sea(battle):
        raise OptionError(
            "the best losses are solved for in battles on land without a landing; at sea, in"
            " landings and in raids name an order, or 'cheapest'",
            given="best",
            allowed=("inf art arm ftr bmr; keep 1 land", "cheapest"),
        )
    _check_goal(battle)


def _check_goal(battle: Battle) -> None:
    goal = goal_of(battle)
    wanted = tuple(event for event in ENDS if battle.event(event).side != NEITHER)
    allowed = (*QUANTITIES, *wanted)
    if goal not in allowed:
        neither = goal in ENDS
        why = ", and neither side is the better for it" if neither else ""
        raise OptionError(
            f"goal={goal!r} is not possible{why}; it is one of {', '.join(allowed)}",
            given=goal,
            allowed=allowed,
        )
    if goal == ENDS[RETREATED] and battle["retreat"].best:
        raise OptionError(
            "with a best retreat the attacker retreats or not as he likes, so that is no goal;"
            " name another, or another retreat",
            given=goal,
            allowed=tuple(name for name in allowed if name != goal),
        )
