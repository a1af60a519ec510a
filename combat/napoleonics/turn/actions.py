"""What can be done in a turn: a unit attacks a target, alone or with artillery (CC-24, CC-40)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from combat.battle import Battle
from combat.errors import IllegalBattleError
from combat.napoleonics.turn.plan import TurnPlan
from combat.napoleonics.turn.states import State, TargetStates
from combat.napoleonics.unit import COLD_STEEL, SQUARE, STAND, Gun, Unit


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
    """

    attacker: int
    target: int
    guns: tuple[int, ...] = ()
    blocks: int = 0
    led: bool = True

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


def battle_of(
    plan: TurnPlan, action: Action, states: TargetStates, state: State, reaction: str
) -> Battle | None:
    """Return the combat of an action with its target in a state, None if there can be none."""
    attacker = plan.attackers[action.attacker]
    defender = states.unit(state, reaction)
    try:
        if action.blocks:
            return plan.battle(_in_bonus(plan, action), defender, 1)
        reach = attacker.reach(action.target)
        distance = reach.distances[state.place] if reach else 0
        answers = reaction != STAND and not state.square
        if not distance or (distance > 1 and (action.guns or answers)):  # fire: nobody reacts
            return None
        if answers and reaction == SQUARE and not attacker.unit.is_cavalry:
            return None
        guns = tuple(_gun(plan, gun, action.target, state) for gun in action.guns)
        if None in guns:
            return None
        joining = tuple(gun for gun in guns if gun is not None)
        unit = replace(attacker.unit, guns=joining)
        return plan.battle(unit, defender, distance)
    except IllegalBattleError:
        return None


def _gun(plan: TurnPlan, at: int, target: int, state: State) -> Gun | None:
    """Return an attacker that is artillery as one that joins, None if it is out of reach."""
    attacker = plan.attackers[at]
    reach = attacker.reach(target)
    distance = reach.distances[state.place] if reach else 0
    unit = attacker.unit
    if not distance:
        return None
    return Gun(unit.kind, unit.blocks, distance, unit.hex, unit.moved, unit.card)


def _in_bonus(plan: TurnPlan, action: Action) -> Unit:
    """Return cavalry as it fights its bonus melee: from another hex, without Cold Steel."""
    unit = plan.attackers[action.attacker].unit
    lost = unit.blocks - action.blocks
    hex_ = next(
        then.hex
        for reach in plan.attackers[action.attacker].reaches
        for then in reach.then
        if then.target == action.target
    )
    return replace(
        unit,
        blocks=action.blocks,
        leader=unit.leader and action.led,
        dice=unit.dice[lost:] if unit.dice else (),
        hex=hex_,
        moved=0,
        cards=tuple(card for card in unit.cards if card != COLD_STEEL),
        guns=(),
    )


def bonus_actions(plan: TurnPlan) -> Iterator[Action]:
    """Yield all bonus melees, with as many blocks as the cavalry may have left."""
    for at, attacker in enumerate(plan.attackers):
        targets = dict.fromkeys(then.target for reach in attacker.reaches for then in reach.then)
        for target in targets:
            for blocks in range(1, attacker.unit.blocks + 1):
                for led in (True, False) if attacker.unit.leader else (True,):
                    yield Action(at, target, blocks=blocks, led=led)
