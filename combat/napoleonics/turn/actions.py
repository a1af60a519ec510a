"""What can be done in a turn: a unit attacks a target, alone or with artillery (CC-24, CC-40)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from combat.battle import Battle
from combat.errors import IllegalBattleError
from combat.napoleonics.turn.plan import TurnPlan
from combat.napoleonics.turn.states import State, TargetStates
from combat.napoleonics.unit import COLD_STEEL, LEADERSHIP, SQUARE, STAND, Gun, Unit


@dataclass(frozen=True)
class Action:
    """One attack of a turn.

    Parameters
    ----------
    attacker : int
    target : int
    guns : tuple of int
        Attackers that are artillery and join.
    blocks, led : int, bool
        For a bonus melee: the blocks that the cavalry has left, 0 for an attack of its own; and
        whether its leader, if it has one, is still there.
    beaten : int
        For a bonus melee: the target that has just been beaten; −1 for an attack of its own.
    """

    attacker: int
    target: int
    guns: tuple[int, ...] = ()
    blocks: int = 0
    led: bool = True
    beaten: int = -1

    @property
    def used(self) -> int:
        """Who has fought, as bits by attacker."""
        return sum(1 << at for at in (self.attacker, *self.guns))


def actions(plan: TurnPlan) -> Iterator[Action]:
    """Yield all attacks that a plan allows, whoever is still there; bonus melees aside."""
    for at, attacker in enumerate(plan.attackers):
        for reach in attacker.reaches:
            joining = [] if attacker.unit.is_artillery else list(_joining(plan, at, reach.target))
            for many in range(len(joining) + 1):
                for guns in combinations(joining, many):
                    yield Action(at, reach.target, guns)


def _joining(plan: TurnPlan, attacker: int, target: int) -> Iterator[int]:
    """Yield the artillery that could join an attack on a target."""
    for at, other in enumerate(plan.attackers):
        if at != attacker and other.unit.is_artillery and other.reach(target) is not None:
            yield at


def replies(
    plan: TurnPlan, action: Action, states: TargetStates, state: State
) -> dict[str, Battle]:
    """Return what the target may do against an attack, each with the combat; empty if none may be.

    A unit that is to retire or to form square stands where the rules do not allow that. Where it
    may choose, the combat has the choice open: an attack may be announced against a unit that then
    forms a square which leaves the cavalry no die.
    """
    wanted = (SQUARE,) if state.square else states.target.unit.reactions
    found: dict[str, Battle] = {}
    for reaction in wanted:
        formed = reaction == SQUARE and state.square
        if not (formed or reacts(plan.attackers[action.attacker].unit, reaction)):
            continue
        unit = states.unit(state, reaction)
        if reaction != STAND and STAND in wanted:
            unit = replace(unit, reaction=STAND, may=(reaction,))
        battle = _legal(plan, action, unit, state)
        if battle is not None:
            found[reaction] = battle
    if not found and STAND not in wanted and not state.square:
        battle = _legal(plan, action, states.unit(state, STAND), state)
        return {} if battle is None else {STAND: battle}
    return found


def _legal(plan: TurnPlan, action: Action, defender: Unit, state: State) -> Battle | None:
    """Return the combat if the rules allow it."""
    try:
        return _battle(plan, action, defender, state)
    except IllegalBattleError:
        return None


def reacts(attacker: Unit, reaction: str) -> bool:
    """Whether a target may do that against who attacks: squares are formed against cavalry."""
    if reaction == STAND:
        return True
    return attacker.is_cavalry if reaction == SQUARE else attacker.is_infantry


def _battle(plan: TurnPlan, action: Action, defender: Unit, state: State) -> Battle | None:
    """Return the combat of an action, None if the target is out of reach."""
    if action.blocks:
        return plan.battle(_in_bonus(plan, action), defender, 1)
    attacker = plan.attackers[action.attacker]
    reach = attacker.reach(action.target)
    distance = reach.distances[state.place] if reach else 0
    guns = [_gun(plan, gun, action.target, state, attacker.unit) for gun in action.guns]
    joining = tuple(gun for gun in guns if gun is not None)
    if not distance or len(joining) < len(guns) or (guns and distance > 1):
        return None
    return plan.battle(replace(attacker.unit, guns=joining), defender, distance)


def _gun(plan: TurnPlan, at: int, target: int, state: State, who: Unit) -> Gun | None:
    """Return artillery as it joins a unit's attack, None if it is out of reach."""
    attacker = plan.attackers[at]
    reach = attacker.reach(target)
    distance = reach.distances[state.place] if reach else 0
    unit = attacker.unit
    if not distance:
        return None
    dice = unit.dice[0] if unit.dice else None
    cards = tuple(dict.fromkeys((*who.cards, *unit.cards)))  # one card a turn is played
    return Gun(unit.kind, unit.blocks, distance, unit.hex, unit.moved, unit.card, dice, cards)


def _in_bonus(plan: TurnPlan, action: Action) -> Unit:
    """Return cavalry as it fights its bonus melee: from another hex, without Cold Steel.

    The die of Leadership stays even if the leader has fallen.
    """
    unit = plan.attackers[action.attacker].unit
    lost, led = unit.blocks - action.blocks, unit.leader and action.led
    fallen = LEADERSHIP in unit.cards and not led
    left_out = (COLD_STEEL, LEADERSHIP) if fallen else (COLD_STEEL,)
    reach = plan.attackers[action.attacker].reach(action.beaten)
    assert reach is not None
    return replace(
        unit,
        blocks=action.blocks,
        leader=led,
        dice=unit.dice[lost:] if unit.dice else (),
        hex=next(then.hex for then in reach.then if then.target == action.target),
        moved=0,
        card=unit.card + fallen,
        cards=tuple(card for card in unit.cards if card not in left_out),
        guns=(),
    )


def bonus_actions(plan: TurnPlan) -> Iterator[Action]:
    """Yield all bonus melees, with as many blocks as the cavalry may have left."""
    for at, attacker in enumerate(plan.attackers):
        leads = (True, False) if attacker.unit.leader else (True,)
        for reach in attacker.reaches:
            for then in reach.then:
                for blocks in range(1, attacker.unit.blocks + 1):
                    for led in leads:
                        yield Action(at, then.target, blocks=blocks, led=led, beaten=reach.target)
