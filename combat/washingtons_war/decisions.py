"""Best play as advice: at each choice what is best, by how much, and what the reply is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from combat.washingtons_war.settings import BEST, goal_of
from combat.washingtons_war.situation import Situation
from combat.washingtons_war.transitions import (
    ATTACKER_CARD,
    DEFENDER_CARD,
    LEADING,
    RETREATING,
    TRYING,
)
from combat.washingtons_war.troops import CARDS

if TYPE_CHECKING:
    from combat.washingtons_war.model import WarModel

MOST_LINES = 12
QUESTIONS = {
    TRYING: "who tries to intercept",
    LEADING: "who leads",
    RETREATING: "retreat before battle",
    ATTACKER_CARD: "the attacker's card",
    DEFENDER_CARD: "the defender's card",
}


class Decision(NamedTuple):
    """One choice in one situation.

    ``question``: what is chosen; ``when``: what has happened before, empty for nothing;
    ``options``: each with the goal that it leads to if all goes on as is best, the best one first.
    """

    question: str
    when: str
    options: tuple[tuple[str, float], ...]


def decisions(model: WarModel) -> tuple[Decision, ...]:
    """Return every choice that can come, in the order of the stages.

    Situations that differ in nothing that matters for the choice are there once.
    """
    found = dict.fromkeys(_decisions(model))
    return tuple(found)


def _decisions(model: WarModel) -> Iterator[Decision]:
    solution = model.solution
    if solution is None:
        return
    graph = solution.graph
    sign = -1.0 if model.against_attacker else 1.0
    worth = graph.action_values(solution.values, np.zeros(0))
    rows = graph.view(np.arange(graph.finished)).states
    order = np.lexsort((np.arange(len(rows)), rows[:, 0]))
    for state in order.tolist():
        stage = int(rows[state, 0])
        first, last = int(graph.first[state]), int(graph.first[state + 1])
        if stage not in QUESTIONS or last - first < 2:
            continue
        here = Situation(model.rules.setups, rows[state : state + 1])
        best = int(solution.options[state])
        ranked = sorted(range(first, last), key=lambda at: int(graph.option[at]) != best)
        options = tuple(
            (_option(model, stage, int(graph.option[at])), round(sign * float(worth[at]), 9))
            for at in ranked
        )
        yield Decision(QUESTIONS[stage], _when(model, here, stage), options)


def _option(model: WarModel, stage: int, option: int) -> str:
    if stage == TRYING:
        return _army(model, option) if option else "nobody"
    if stage == LEADING:
        return "who intercepted" if option else str(model.battle.defender.general)
    if stage == RETREATING:
        return "try" if option else "stay"
    return CARDS[option].replace("none", "no card")


def _army(model: WarModel, number: int) -> str:
    """Return who leads an army, and which one it is where two are led alike."""
    names = [str(army.general).removeprefix("gen ") for army in model.battle["intercept"]]
    name = names[number - 1]
    return f"{name} (army {number})" if names.count(name) > 1 else name


def _when(model: WarModel, here: Situation, stage: int) -> str:
    """Return what has happened before, as far as there is more than one way to the choice."""
    parts = []
    tried = int(here["tried"][0])
    if stage == TRYING and tried:
        failed = [_army(model, n + 1) for n in range(here.setups.most_armies) if tried >> n & 1]
        parts.append(f"{' and '.join(failed)} failed")
    elif here["army"][0]:
        parts.append(f"{_army(model, int(here['army'][0]))} intercepted")
    elif model.battle["intercept"] and stage != TRYING:
        parts.append("nobody intercepted")
    if stage != LEADING and model.battle["leader"] == BEST and here.two_generals[0]:
        parts.append(
            "he leads" if here.led_by_army[0] else f"{model.battle.defender.general} leads"
        )
    if here.gone[0]:
        parts.append("the army retreated before battle")
    if stage == DEFENDER_CARD and model.battle.attacker.held:
        card = CARDS[int(here["attacker_card"][0])].replace("none", "no card")
        parts.append(f"the attacker used {card}")
    return ", ".join(parts)


def decision_lines(model: WarModel) -> tuple[str, ...]:
    """Return the choices in words; the likeliest to matter are first in the order of play."""
    found = decisions(model)
    goal = goal_of(model.battle.settings)
    low, high = ("attacker", "defender") if model.against_attacker else ("defender", "attacker")
    lines = [f"best play: the {high} wants {goal} high, the {low} wants it low"]
    lines += [_line(model, decision) for decision in found[:MOST_LINES]]
    if len(found) > MOST_LINES:
        lines.append(f"and {len(found) - MOST_LINES} more situations")
    return tuple(lines)


def _line(model: WarModel, decision: Decision) -> str:
    when = f" if {decision.when}" if decision.when else ""
    (best, value), *others = decision.options
    rest = ", ".join(f"{name} {_shown(model, number)}" for name, number in others)
    goal = goal_of(model.battle.settings)
    return f"{decision.question}{when}: {best}, {goal} {_shown(model, value)} ({rest})"


def _shown(model: WarModel, value: float) -> str:
    if model.battle.game.event(goal_of(model.battle.settings)):
        return f"{100 * value:.1f} %"
    return f"{value:+.2f}"
