"""Best choices by backward induction: one side against a policy, or both against each other.

Levels are solved from the finished states up. Within a level that holds loops, policy iteration:
the minimising side's best reply to the maximising side's options is found first (inner loop), then
the maximising side improves, until nothing does. Steps are only taken when they gain more than a
tie, so a policy that leads out of the loop stays one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from combat.arrays import Floats, Ints
from combat.errors import EndlessError
from combat.stages.graph import Graph
from combat.stages.keys import summed
from combat.stages.loops import Loop, stuck
from combat.stages.rules import Mask, Policies, Side, Starts, View

Aim: TypeAlias = Callable[[View], Floats]
"""What finished rows are worth, (rows,), from a view of them."""

TIE = 1e-12
"""Options this close, relative to the largest value, are tied; the lowest is taken."""
TURNS = 1000
"""Improvements of one level before we give up."""


@dataclass(frozen=True, eq=False)
class Solution:
    """Values and best options of every state of a graph; usable as a policy.

    Attributes
    ----------
    graph : Graph
        The graph.
    values : (states,) float
        Expected aim, and rewards still to come, from each state.
    options : (states,) int
        Option taken; 0 at chance stages, −1 in finished states.
    """

    graph: Graph
    values: Floats
    options: Ints

    def __call__(self, view: View, legal: Mask) -> Ints:
        """Return the options for rows, as any policy does."""
        del legal
        return self.options[self.graph.find(view.states)]

    def at(self, starts: Starts) -> Floats:
        """Return the value of each case, (cases,): the weighted sum over its starts."""
        values = self.values[self.graph.find(starts.states)]
        return summed(starts.case, starts.weights * values, starts.cases)


def best(
    graph: Graph,
    aim: Aim,
    *,
    maximiser: Side | None = None,
    policies: Policies | None = None,
    rewards: Mapping[str, float] | None = None,
) -> Solution:
    """Return the best options for an aim.

    Parameters
    ----------
    graph : Graph
        All that can happen.
    aim : callable
        From a view of finished rows to what they are worth.
    maximiser : Side, optional
        The side that maximises while the other follows its policy. If None, both are open: the
        attacker maximises and the defender minimises.
    policies : mapping of Side to Policy, optional
        The other side's policy.
    rewards : mapping of str to float, optional
        Worth of one more of a tally.

    Raises
    ------
    EndlessError
        If some state can never lead to a finished one, or a loop pays without end.
    """
    signs = {Side.ATTACKER: 1, Side.DEFENDER: -1} if maximiser is None else {maximiser: 1}
    return _solved(graph, aim, signs, policies or {}, rewards or {})


def evaluate(
    graph: Graph, aim: Aim, policies: Policies, *, rewards: Mapping[str, float] | None = None
) -> Solution:
    """Return the value of every state when both sides follow their policies."""
    return _solved(graph, aim, {}, policies, rewards or {})


def _solved(
    graph: Graph, aim: Aim, signs: dict[Side, int], policies: Policies, rewards: Mapping[str, float]
) -> Solution:
    sign, allowed = _open(graph, signs, policies)
    values, options = np.zeros(len(graph)), np.full(len(graph), -1)
    ends = np.arange(graph.finished, len(graph))
    values[ends] = aim(graph.view(ends))
    reward = np.array([rewards.get(name, 0.0) for name in graph.layout.sums])
    if unknown := set(rewards) - set(graph.layout.sums):
        raise ValueError(f"no tally {min(unknown)!r} to reward")
    for start, stop in zip(graph.levels[-3::-1], graph.levels[-2:0:-1], strict=True):
        level = _Level(graph, slice(start, stop), values, sign, allowed, reward)
        values[start:stop], picks = level.solve()
        options[start:stop] = graph.option[picks]
    return Solution(graph, values, options)


def _open(graph: Graph, signs: dict[Side, int], policies: Policies) -> tuple[Ints, Mask]:
    """Return who gains, (states,) 1 or −1, and which actions are open, (actions,)."""
    sign, allowed = np.ones(len(graph), np.int64), np.ones(len(graph.state), np.bool_)
    for side in Side:
        if side in signs:
            sign[graph.deciders(side)] = signs[side]
            continue
        taken = np.full(len(graph), -1)
        states, options = graph.chosen(policies, side)
        taken[states] = options
        allowed &= (taken[graph.state] < 0) | (taken[graph.state] == graph.option)
    return sign, allowed


class _Level:
    """The states of one rank, with all that is below them solved."""

    def __init__(
        self, graph: Graph, rows: slice, values: Floats, sign: Ints, allowed: Mask, reward: Floats
    ) -> None:
        first = graph.first[rows.start : rows.stop + 1]
        edges = slice(graph.reach[first[0]], graph.reach[first[-1]])
        actions = slice(first[0], first[-1])
        self.graph, self.rows, self.offset = graph, rows, int(first[0])
        self.state = graph.state[actions] - rows.start
        self.first = first[:-1] - first[0]
        self.sign, self.allowed = sign[rows], allowed[actions]
        action = np.repeat(
            np.arange(len(self.state)), np.diff(graph.reach[first[0] : first[-1] + 1])
        )
        target, chance = graph.target[edges] - rows.start, graph.chance[edges]
        inner = target < rows.stop - rows.start
        self.action, self.target, self.chance = action[inner], target[inner], chance[inner]
        below, far = action[~inner], graph.target[edges][~inner]
        count = len(self.state)
        self.out = summed(below, chance[~inner], count)
        self.base = summed(below, chance[~inner] * values[far], count)
        self.base += graph.gains[actions] @ reward

    def solve(self) -> tuple[Floats, Ints]:
        """Return the value of each state and the action taken there."""
        if not len(self.action):
            values, picks = self._lowest(self.base, np.ones(len(self.sign), np.bool_), None)
        else:
            picks = self._iterated(self._proper())
            values = self._values(picks)
            picks = self._tied(values, picks)
        return values, picks + self.offset

    def _iterated(self, picks: Ints) -> Ints:
        """Policy iteration: the minimiser's replies inside, the maximiser's steps outside."""
        for _ in range(TURNS):
            picks, replied = self._improved(picks, self.sign < 0)
            if replied:
                continue
            picks, gained = self._improved(picks, self.sign > 0)
            if not gained:
                return picks
        raise EndlessError(f"no best options after {TURNS} turns, from {self._name(0)}")

    def _improved(self, picks: Ints, movers: Mask) -> tuple[Ints, bool]:
        if not movers.any():
            return picks, False
        worth = self._worth(self._values(picks))
        better, found = self._lowest(worth, movers, picks)
        gain = self.sign * (better - worth[picks])
        rise = movers & (gain > self._tie(worth))
        return np.where(rise, found, picks), bool(rise.any())

    def _lowest(self, worth: Floats, movers: Mask, picks: Ints | None) -> tuple[Floats, Ints]:
        """Return the best worth by state and the lowest action that ties with it."""
        signed = np.where(self.allowed, worth * self.sign[self.state], -np.inf)
        top = np.maximum.reduceat(signed, self.first)
        good = np.flatnonzero(signed >= top[self.state] - self._tie(worth))
        found = np.zeros(len(self.sign), np.int64) if picks is None else picks.copy()
        states, at = np.unique(self.state[good], return_index=True)
        found[states] = np.where(movers[states], good[at], found[states])
        return top * self.sign, found

    def _tied(self, values: Floats, picks: Ints) -> Ints:
        """Take the lowest of tied options, save where that would never end."""
        everyone = np.ones(len(picks), np.bool_)
        _, lowest = self._lowest(self._worth(values), everyone, picks)
        while (closed := self._stuck(lowest)).size:
            if (lowest[closed] == picks[closed]).all():
                return picks
            lowest[closed] = picks[closed]
        return lowest

    def _proper(self) -> Ints:
        """Return first options, or others where those would never end."""
        picks = np.flatnonzero(self.allowed)
        states, at = np.unique(self.state[picks], return_index=True)
        picks = picks[at]
        if not self._stuck(picks).size:
            return picks
        way = self.allowed & (self.out > 0)
        free = np.zeros(len(states), np.bool_)
        while way.any():
            at = np.flatnonzero(way)[::-1]
            picks[self.state[at]] = at
            free[self.state[at]] = True
            way = np.zeros_like(way)
            way[self.action[free[self.target]]] = True
            way &= self.allowed & ~free[self.state]
        if not free.all():
            raise EndlessError(f"nothing ends from state {self._name(int(np.argmin(free)))}")
        return picks

    def _followed(self, picks: Ints) -> tuple[Ints, Ints, Floats]:
        used = picks[self.state[self.action]] == self.action
        return self.state[self.action[used]], self.target[used], self.chance[used]

    def _stuck(self, picks: Ints) -> Ints:
        source, target, _ = self._followed(picks)
        return stuck(source, target, self.out[picks] > 0)

    def _values(self, picks: Ints) -> Floats:
        if (closed := self._stuck(picks)).size:
            raise EndlessError(f"the best options never end, from {self._name(int(closed[0]))}")
        return Loop(*self._followed(picks), self.out[picks]).backward(self.base[picks])

    def _worth(self, values: Floats) -> Floats:
        steps = self.chance * values[self.target]
        return self.base + summed(self.action, steps, len(self.base))

    def _tie(self, worth: Floats) -> float:
        return TIE * max(1.0, float(np.abs(worth).max()))

    def _name(self, state: int) -> str:
        view = self.graph.view(np.array([self.rows.start + state]))
        return self.graph.layout.describe(view.states[0])
