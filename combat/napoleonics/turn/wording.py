"""The best turn in words: what to do first, and what then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from combat.napoleonics.turn.actions import Action
from combat.napoleonics.turn.best import Turn
from combat.napoleonics.turn.solver import STOP
from combat.napoleonics.turn.states import BEHIND, IN_HEX, State
from combat.napoleonics.unit import REACTIONS, STAND

DEPTH = 3  # attacks that the plan in words looks ahead
MOST_LINES = 16
RARE = 0.02  # of ways: below it a branch is not told
Index = tuple[int, ...]


def action_text(turn: Turn, action: Action, place: int = 0) -> str:
    """Return an attack in words; ``place``: where the target stands."""
    plan = turn.plan
    attacker, target = plan.attackers[action.attacker], plan.targets[action.target]
    reach = attacker.reach(action.target)
    distance = reach.distances[place] if reach and not action.blocks else 1
    verb = "attacks" if distance == 1 else "fires at"
    guns = " and ".join(plan.attackers[gun].name for gun in action.guns)
    return f"{attacker.name}{f', with {guns},' if guns else ''} {verb} {target.name}"


def first_attacks(turn: Turn) -> list[tuple[str, float]]:
    """Return every way to begin, with what the turn is then worth, the best first."""
    solver = turn.solver
    start = (0,) * len(solver.shape)
    able = (1 << solver.attackers) - 1
    found = [("stop", float(solver.stopped[start]))]
    for action in solver.actions:
        worth = float(solver.worth(able, action)[start])
        if np.isfinite(worth):
            found.append((action_text(turn, action), worth))
    return sorted(found, key=lambda one: -one[1])


def plan_lines(turn: Turn) -> tuple[str, ...]:
    """Return what to do, and what then by what has come of it; the rare ways left out."""
    lines = list(_lines(turn, (1 << turn.solver.attackers) - 1, _start(turn), 1.0, 0))
    if len(lines) > MOST_LINES:
        return (*lines[:MOST_LINES], "…")
    return tuple(lines)


def _start(turn: Turn) -> Index:
    return (0,) * len(turn.solver.shape)


def _lines(turn: Turn, able: int, at: Index, chance: float, depth: int) -> Iterator[str]:
    """Yield what is done in a state of the turn, and then, each line with its indent."""
    number = int(turn.solver.choice(able)[at])
    if number == STOP:
        yield from ["stop: no attack is worth it"] * (depth == 0)
        return
    action = turn.solver.actions[number]
    if depth == 0:
        yield f"begin: {_attack(turn, able, action, at)}"
    if depth + 1 >= DEPTH:
        return
    rest = able & ~action.used
    branches = _branches(turn, rest, action, able, at)
    for states, follow, share in branches:
        if share * chance < RARE:
            continue
        alone = len(branches) == 1
        other = not alone and turn.states[action.target].gone in states
        words = (
            "then" if alone else "otherwise" if other else f"if it {_group(turn, action, states)}"
        )
        after = _moved(at, action, states[0])
        does = "stop"
        if follow != STOP:
            does = _attack(turn, rest, turn.solver.actions[follow], after)
        yield f"{'  ' * (depth + 1)}{words} ({_percent(share)}): {does}"
        yield from _lines(turn, rest, after, share * chance, depth + 1)


def _attack(turn: Turn, able: int, action: Action, at: Index) -> str:
    place = _place(turn, action, at)
    return action_text(turn, action, place) + _reaction_text(turn, able, action, at)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.005 else "under 1 %"


def _place(turn: Turn, action: Action, at: Index) -> int:
    states = turn.states[action.target].states
    state = at[action.target]
    return states[state].place if state < len(states) else 0


def _reaction(turn: Turn, able: int, action: Action, at: Index) -> int:
    replies = turn.solver.replies(able, action)
    return int(np.argmin([reply[at] for reply in replies]))


def _reaction_text(turn: Turn, able: int, action: Action, at: Index) -> str:
    kernel = turn.solver.main[action]
    if kernel.allowed[at[action.target]].sum() < 2:
        return ""
    name = REACTIONS[_reaction(turn, able, action, at)]
    does = {STAND: "it stands", "square": "it forms square", "retire": "it retires"}
    return f" ({does.get(name, name)})"


def _branches(
    turn: Turn, rest: int, action: Action, able: int, at: Index
) -> list[tuple[list[int], int, float]]:
    """Return (states of the target, the next attack, chance), the likeliest first.

    States after which the same is done are one branch; the likeliest of them is the first. The
    branch in which the target is gone is the last.
    """
    solver = turn.solver
    kernel = solver.main[action]
    reaction = _reaction(turn, able, action, at)
    steps = (kernel.state == at[action.target]) & (kernel.reaction == reaction)
    chances: dict[int, float] = {}
    for after, chance in zip(kernel.after[steps], kernel.chance[steps], strict=True):
        chances[int(after)] = chances.get(int(after), 0.0) + float(chance)
    groups: dict[int, list[int]] = {}
    choice = solver.choice(rest)
    for state in sorted(chances, key=lambda one: -chances[one]):
        groups.setdefault(int(choice[_moved(at, action, state)]), []).append(state)
    found = [(states, do, sum(chances[one] for one in states)) for do, states in groups.items()]
    gone = turn.states[action.target].gone
    return sorted(found, key=lambda one: (gone in one[0], -one[2]))


def _moved(at: Index, action: Action, state: int) -> Index:
    return (*at[: action.target], state, *at[action.target + 1 :])


def _group(turn: Turn, action: Action, numbers: Sequence[int]) -> str:
    """Return states of a target in words: where it is, with how many blocks."""
    of = turn.states[action.target]
    known = [of.states[number] for number in numbers if number < of.away]
    words = []
    for place, where in ((IN_HEX, "stands"), (BEHIND, "is a hex back")):
        there = [state for state in known if state.place == place]
        if there:
            words.append(where + _blocks(turn, action, there))
    words += ["is out of reach"] * (of.away in numbers) + ["is gone"] * (of.gone in numbers)
    return " or ".join(words)


def _blocks(turn: Turn, action: Action, states: Sequence[State]) -> str:
    """Return with how many blocks, and what else all these states have in common."""
    unit = turn.plan.targets[action.target].unit
    low, high = min(state.blocks for state in states), max(state.blocks for state in states)
    blocks = str(low) if low == high else f"{low} to {high}"
    text = "" if unit.alone else f" with {blocks} block{'s' * (high > 1)}"
    if unit.leader and not any(state.led for state in states):
        text += ", without its leader"
    return text + ", in square" * all(state.square for state in states)
