"""All that can happen, with every choice open: states, the actions at each, where they lead.

An action is a state with one of its legal options; a chance stage has one action. States come by
falling rank, finished ones last; actions by state and option; edges by action.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Floats, Ints
from combat.stages.expansion import Explorer, Level, Waiting, everything, places
from combat.stages.keys import number, summed
from combat.stages.layout import LAST, Layout, present
from combat.stages.rules import Policies, Rules, Side, Starts, View

LIMIT = 2_000_000
"""States that a graph holds unless told otherwise."""


@dataclass(frozen=True, eq=False)
class Graph:
    """States and steps that can be reached from some starts.

    Attributes
    ----------
    layout : Layout
        Columns and keys.
    keys : (states,) int
        Key of each state.
    levels : (levels + 1,) int
        Where the states of each rank begin; the last level is the finished states.
    first : (states + 1,) int
        First action of each state; finished states have none.
    state, option : (actions,) int
        What an action is.
    reach : (actions + 1,) int
        First edge of each action.
    target, chance : (edges,)
        Where an edge leads and how likely.
    gains : (actions, sums) float
        Expected increase of each tally.
    """

    layout: Layout
    keys: Ints
    levels: Ints
    first: Ints
    state: Ints
    option: Ints
    reach: Ints
    target: Ints
    chance: Floats
    gains: Floats

    @classmethod
    def of(
        cls,
        rules: Rules,
        starts: Starts,
        *,
        track: Mapping[str, int] | None = None,
        limit: int = LIMIT,
    ) -> Graph:
        """Expand all states that can be reached with any choices.

        Raises
        ------
        TooLargeError
            If there are more than `limit`.
        """
        layout = Layout(rules, track=track or {}, cases=1)
        explorer, waiting = Explorer(layout, everything(layout), limit=limit), Waiting()
        states = layout.plain(starts.states)
        keys = np.unique(layout.radix.encode(states))
        waiting.put(keys, layout.ranks(layout.radix.decode(keys)[0]), np.zeros(len(keys)))
        levels = []
        for rank, here, _ in waiting.levels():
            level = explorer.level(rank, here)
            leaving = level.ranks < rank
            targets, ranks = level.targets[leaving], level.ranks[leaving]
            waiting.put(targets, ranks, np.zeros(len(targets)))
            levels.append(level)
        return _assembled(layout, levels, waiting.take(LAST)[0])

    @cached_property
    def _order(self) -> Ints:
        return np.argsort(self.keys)

    def __len__(self) -> int:
        """Return the number of states."""
        return len(self.keys)

    @property
    def finished(self) -> int:
        """Number of the first finished state."""
        return int(self.levels[-2])

    def view(self, states: Ints) -> View:
        """Return these states, by number, as a policy or an aim sees them."""
        return self.layout.view(self.layout.radix.decode(self.keys[states])[0])

    def find(self, states: Ints) -> Ints:
        """Return the numbers of rows, (rows, columns), in the graph.

        Raises
        ------
        ValueError
            If a row is not in the graph.
        """
        at = places(self.keys, self.layout.radix.encode(self.layout.plain(states)), self._order)
        if (at < 0).any():
            row = self.layout.describe(states[np.argmin(at)])
            raise ValueError(f"the graph does not hold state {row}")
        return at

    def deciders(self, side: Side) -> Ints:
        """Return the states at which a side chooses."""
        stage = self.view(np.arange(self.finished)).states[:, 0]
        choices = self.layout.choices.items()
        return np.flatnonzero(np.isin(stage, [at for at, choice in choices if choice.side is side]))

    def chosen(self, policies: Policies, side: Side) -> tuple[Ints, Ints]:
        """Return the states at which a side chooses and the options that its policy takes."""
        states = self.deciders(side)
        options = np.zeros(len(states), np.int64)
        rows = self.view(states).states
        for stage, here in present(rows[:, 0]):
            options[here] = self.layout.decide(self.layout.choices[stage], rows[here], policies)
        return states, options

    def action_values(self, values: Floats, reward: Floats) -> Floats:
        """Return what each action is worth, (actions,), from what states and tallies are worth.

        Parameters
        ----------
        values : (states,) float
            Worth of each state.
        reward : (sums,) float
            Worth of one more of each tally.
        """
        action = np.repeat(np.arange(len(self.state)), np.diff(self.reach))
        worth = summed(action, self.chance * values[self.target], len(self.state))
        return np.asarray(worth + self.gains @ reward)


def _assembled(layout: Layout, levels: list[Level], finished: Ints) -> Graph:
    """Number states through all levels and put their actions and edges one after another."""
    sizes = [len(level.keys) for level in levels] + [len(finished)]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    keys = np.concatenate([*(level.keys for level in levels), finished])
    parts = [_actions(level, int(start)) for level, start in zip(levels, starts, strict=False)]
    if not parts:
        empty = np.zeros(0, np.int64)
        parts = [(empty, empty, empty, empty, np.zeros(0), np.zeros((0, len(layout.sums))))]
    state, option, edges, target, chance, gains = (
        np.concatenate(part) for part in zip(*parts, strict=True)
    )
    first = np.searchsorted(state, np.arange(len(keys) + 1))
    reach = np.concatenate([[0], np.cumsum(edges)])
    target = places(keys, target)
    return Graph(layout, keys, starts, first, state, option, reach, target, chance, gains)


def _actions(level: Level, start: int) -> tuple[Ints, Ints, Ints, Ints, Floats, Floats]:
    """Return the level's actions (state, option, number of edges, gains) and merged edges."""
    steps = level.steps
    options = int(steps.option.max(initial=0)) + 1
    actions, action = number(steps.source * options + steps.option, len(level.keys) * options)
    gains = summed(action, steps.chance[:, None] * steps.gains, len(actions))
    wide = len(level.targets)
    edges, edge = number(action * wide + level.place, len(actions) * wide)
    chance = summed(edge, steps.chance, len(edges))
    state, option = np.divmod(actions, options)
    count = np.bincount(edges // wide, minlength=len(actions))
    return state + start, option, count, level.targets[edges % wide], chance, gains
