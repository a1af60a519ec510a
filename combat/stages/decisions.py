"""Best play as advice: at each choice what is best, by how much, and what the reply is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from combat.game import ROLES
from combat.stages.best import Solution
from combat.stages.rules import States

MOST_LINES = 12


class Decision(NamedTuple):
    """One choice in one situation.

    ``question``: what is chosen; ``when``: what has happened before, empty for nothing;
    ``options``: each with the goal that it leads to if all goes on as is best, the best one first.
    """

    question: str
    when: str
    options: tuple[tuple[str, float], ...]


class Wording(NamedTuple):
    """How choices are put in words.

    ``questions``: what is chosen, by stage; ``option``: ``(row, stage, option)`` to its name;
    ``when``: ``(row, stage)`` to what has happened before. A row has the shape (1, columns).
    """

    questions: Mapping[int, str]
    option: Callable[[States, int, int], str]
    when: Callable[[States, int], str]


class Goal(NamedTuple):
    """What best play is best for: its name, whether it is a chance, and whose more of it is."""

    name: str
    chance: bool
    against_attacker: bool

    def shown(self, value: float) -> str:
        """Return a value of the goal in words."""
        return f"{100 * value:.1f} %" if self.chance else f"{value:+.2f}"


def decisions(solution: Solution, wording: Wording, goal: Goal) -> tuple[Decision, ...]:
    """Return every choice that can come, in the order of the stages.

    Situations that differ in nothing that matters for the choice are there once.
    """
    return tuple(dict.fromkeys(_decisions(solution, wording, goal)))


def _decisions(solution: Solution, wording: Wording, goal: Goal) -> Iterator[Decision]:
    graph = solution.graph
    sign = -1.0 if goal.against_attacker else 1.0
    worth = graph.action_values(solution.values, np.zeros(0))
    rows = graph.view(np.arange(graph.finished)).states
    order = np.lexsort((np.arange(len(rows)), rows[:, 0]))
    for state in order.tolist():
        stage = int(rows[state, 0])
        first, last = int(graph.first[state]), int(graph.first[state + 1])
        if stage not in wording.questions or last - first < 2:
            continue
        row = rows[state : state + 1]
        best = int(solution.options[state])
        ranked = sorted(range(first, last), key=lambda at: int(graph.option[at]) != best)
        options = tuple(
            (
                wording.option(row, stage, int(graph.option[at])),
                round(sign * float(worth[at]), 9),
            )
            for at in ranked
        )
        yield Decision(wording.questions[stage], wording.when(row, stage), options)


def decision_lines(solution: Solution, wording: Wording, goal: Goal) -> tuple[str, ...]:
    """Return the choices in words, in the order of play; the first `MOST_LINES` of them."""
    found = decisions(solution, wording, goal)
    high, low = ROLES[::-1] if goal.against_attacker else ROLES
    lines = [f"best play: the {high} wants {goal.name} high, the {low} wants it low"]
    lines += [_line(decision, goal) for decision in found[:MOST_LINES]]
    if len(found) > MOST_LINES:
        lines.append(f"and {len(found) - MOST_LINES} more situations")
    return tuple(lines)


def _line(decision: Decision, goal: Goal) -> str:
    when = f" if {decision.when}" if decision.when else ""
    (best, value), *others = decision.options
    rest = ", ".join(f"{name} {goal.shown(number)}" for name, number in others)
    return f"{decision.question}{when}: {best}, {goal.name} {goal.shown(value)} ({rest})"
