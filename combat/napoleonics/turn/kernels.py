"""What each attack of a turn does to its target, from the rules of one combat.

All combats of a plan, each attack on its target in each state and with each reaction, are one call
of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.napoleonics.fates import Fates, net_value
from combat.napoleonics.rules import CombatRules
from combat.napoleonics.settings import worths_of
from combat.napoleonics.setups import IN_SQUARE, LEFT_MAP, STAY, WITH_UNIT, Setups
from combat.napoleonics.situation import ATTACKER, DEFENDER
from combat.napoleonics.turn.actions import Action, actions, bonus_actions, replies
from combat.napoleonics.turn.plan import TurnPlan
from combat.napoleonics.turn.states import IN_HEX, State, TargetStates
from combat.napoleonics.unit import REACTIONS
from combat.stages.exact import distribution
from combat.stages.rules import Side

NO_VICTORY = 0  # of `Kernel.victory`
MEASURES = ("target_blocks_lost", "attacker_blocks_lost", "net_value", "battle_back", "eliminated")


class Victory(NamedTuple):
    """With what cavalry stands after a victory: blocks left, and whether its leader is there."""

    blocks: int
    led: bool


@dataclass(frozen=True, eq=False)
class Kernel:
    """What an attack may come to: a list of steps, each from a state with a reaction.

    Attributes
    ----------
    state, reaction, after, gained, lost : int, shape (steps,)
        From where, with which of `REACTIONS`, to where; banners for and against.
    victory : int, shape (steps,)
        0, or 1 + a place in `victories` where cavalry may go on to a bonus melee.
    chance : float, shape (steps,)
    means : float, shape (steps, measures)
        What of each of `MEASURES` a step comes with, on average.
    allowed : bool, shape (states, reactions)
        Where the attack is possible with that reaction.
    victories : tuple of Victory
    """

    state: Ints
    reaction: Ints
    after: Ints
    gained: Ints
    lost: Ints
    victory: Ints
    chance: Floats
    means: Floats
    allowed: Bools
    victories: tuple[Victory, ...]


class _Asked(NamedTuple):
    """A combat to be computed."""

    action: Action
    state: int
    reaction: int


def kernels(
    plan: TurnPlan, states: Sequence[TargetStates], known: Mapping[Action, Kernel]
) -> tuple[dict[Action, Kernel], dict[Action, Kernel]]:
    """Return what every attack of a plan, and every bonus melee, may come to.

    ``known``: those that need not be computed.
    """
    main, bonus = list(actions(plan)), list(bonus_actions(plan))
    asked, battles = [], []
    for action in (*main, *bonus):
        if action in known:
            continue
        of = states[action.target]
        for at, state in enumerate(of.states):
            if action.blocks and state.place != IN_HEX:
                continue  # a bonus melee is at a unit that stands where it stood
            for reaction, battle in replies(plan, action, of, state).items():
                asked.append(_Asked(action, at, REACTIONS.index(reaction)))
                battles.append(battle)
    found = dict(known)
    if battles:
        found |= _computed(plan, battles, asked, states)
    return (
        {action: found[action] for action in main if action in found},
        {action: found[action] for action in bonus if action in found},
    )


def _computed(
    plan: TurnPlan,
    battles: Sequence[Any],
    asked: Sequence[_Asked],
    states: Sequence[TargetStates],
) -> dict[Action, Kernel]:
    setups = Setups.of(battles)
    rules = CombatRules(setups)
    does = np.array([one.reaction for one in asked])
    fixed = {Side.DEFENDER: lambda view, _: does[view["battle"]]}
    final = distribution(rules, rules.starts(), fixed)
    fates = Fates(setups, final.states)
    case = fates.here.battle
    worth = worths_of(plan.settings)
    means = np.stack(
        [
            fates.lost(DEFENDER).astype(float),
            fates.lost(ATTACKER).astype(float),
            net_value(fates, worth),
            fates.battle_back.astype(float),
            fates.eliminated(DEFENDER).astype(float),
        ],
        axis=1,
    )
    order = np.argsort(case, kind="stable")
    bounds = np.searchsorted(case[order], np.arange(len(battles) + 1))
    parts: dict[Action, list[tuple[_Asked, Ints]]] = {}
    for number, one in enumerate(asked):
        rows = order[bounds[number] : bounds[number + 1]]
        parts.setdefault(one.action, []).append((one, rows))
    return {
        action: _kernel(plan, states[action.target], of, fates, final.mass, means)
        for action, of in parts.items()
    }


def _kernel(
    plan: TurnPlan,
    states: TargetStates,
    parts: Sequence[tuple[_Asked, Ints]],
    fates: Fates,
    mass: Floats,
    means: Floats,
) -> Kernel:
    """Merge the final rows of an attack's combats by what matters for the turn."""
    action = parts[0][0].action
    rows = np.concatenate([of for _, of in parts])
    state = np.repeat([one.state for one, _ in parts], [len(of) for _, of in parts])
    reaction = np.repeat([one.reaction for one, _ in parts], [len(of) for _, of in parts])
    victories = _victories(plan, action)
    columns = np.stack(
        [
            state,
            reaction,
            _after(states, state, fates, rows),
            fates.banners_for[rows],
            fates.banners_against[rows],
            _victory(victories, fates, rows),
        ],
        axis=1,
    )
    distinct, place = np.unique(columns, axis=0, return_inverse=True)
    chance = np.asarray(np.bincount(place.ravel(), mass[rows], len(distinct)), np.float64)
    weighed = np.stack(
        [np.bincount(place.ravel(), mass[rows] * one, len(distinct)) for one in means[rows].T],
        axis=1,
    )
    allowed = np.zeros((len(states), len(REACTIONS)), np.bool_)
    for one, _ in parts:
        allowed[one.state, one.reaction] = True
    with np.errstate(invalid="ignore"):
        each = np.where(chance[:, None] > 0, weighed / chance[:, None], 0.0)
    before, how, after, gained, lost, victory = distinct.T
    return Kernel(before, how, after, gained, lost, victory, chance, each, allowed, victories)


def _after(states: TargetStates, state: Ints, fates: Fates, rows: Ints) -> Ints:
    """Return the number of the state that the target is in after each row."""
    here = fates.here
    left, hexes = here.left(DEFENDER)[rows], here["defender_hexes"][rows]
    led = here["defender_leader"][rows] == WITH_UNIT
    square = here["reaction"][rows] == IN_SQUARE
    gone, off = left == 0, here["defender_leader"][rows] == LEFT_MAP
    retired = fates.retires[rows]
    found = np.empty(len(rows), np.int64)
    for at, (before, blocks, went) in enumerate(zip(state, left, hexes, strict=True)):
        old = states.states[before]
        place = old.place + int(went)
        new = State(place, int(blocks), old.led and bool(led[at]), old.square or bool(square[at]))
        if gone[at]:
            found[at] = states.gone
        elif retired[at] or off[at] or new not in states.index:
            found[at] = states.away
        else:
            found[at] = states.index[new]
    return found


def _victories(plan: TurnPlan, action: Action) -> tuple[Victory, ...]:
    """Return with what a unit may go on to a bonus melee; nothing if it may not."""
    reach = plan.attackers[action.attacker].reach(action.target)
    if action.blocks or reach is None or not reach.then:
        return ()
    unit = plan.attackers[action.attacker].unit
    leads = (True, False) if unit.leader else (True,)
    return tuple(Victory(n, led) for n in range(1, unit.blocks + 1) for led in leads)


def _victory(victories: tuple[Victory, ...], fates: Fates, rows: Ints) -> Ints:
    """Return 0 where nothing follows, else 1 + the place of how the cavalry stands."""
    if not victories:
        return np.zeros(len(rows), np.int64)
    here = fates.here
    won = (here["follow"] > STAY)[rows]
    left, lost = here.left(ATTACKER)[rows], here["attacker_leader"][rows] != WITH_UNIT
    index = {victory: at for at, victory in enumerate(victories, start=1)}
    both = len({victory.led for victory in victories}) > 1
    found = [
        index[Victory(int(blocks), not (both and gone))] if yes else NO_VICTORY
        for yes, blocks, gone in zip(won, left, lost, strict=True)
    ]
    return np.array(found, np.int64)


def worth_rows(kernel: Kernel, weights: Mapping[str, float]) -> Floats:
    """Return what each step is worth, (steps,), by the names of `MEASURES` and banners."""
    total = weights.get("for", 0.0) * kernel.gained - weights.get("against", 0.0) * kernel.lost
    for at, name in enumerate(MEASURES):
        total = total + weights.get(name, 0.0) * kernel.means[:, at]
    return np.asarray(total, dtype=np.float64)
