"""The decision at each stage of a plan that is best for its aim, by backward induction.

All positions to which any decisions can lead are explored first, equal memories once. What a plan
is worth from a position on then follows from the end backwards: a sum adds up whatever the way so
far has brought, so its mean needs nothing but the memory, and of an event the memory holds what has
been said of it. So no policy that looks at the whole past does better.

The enemy decides where he attacks, and wants the opposite.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from analysis.campaign.aim import PlanAim
from analysis.campaign.stages import PASS, Plan
from analysis.campaign.steps import Memory, Solver, Step, Watched, names_of, steps_of
from combat.arrays import Floats, Ints
from combat.chain import ENDS_HERE, MOST_BRANCHES, Branch, Chain, Stage
from combat.errors import TooLargeError
from combat.outcomes import Outcomes

TIE = 1e-12  # values nearer to one another than this are equal: the first named is chosen


class Position(NamedTuple):
    """What is known where a stage is decided, and what is best there.

    ``memory``; ``battles``: what each option that there is leads to, None for passing; ``options``:
    what the plan's rest is worth for each, as its aim counts; ``chosen``; ``chance``: to come here
    if all is decided so.
    """

    memory: Memory
    battles: Mapping[str, Outcomes | None]
    options: Mapping[str, float]
    chosen: str
    chance: float


@dataclass(frozen=True, eq=False)
class Choice:
    """The decision at one stage.

    Attributes
    ----------
    step : Step
        The stage.
    positions : tuple of Position
        Where there is something to choose, the likeliest first.
    best : float
        What the whole plan is worth, all decisions being the best ones.
    always : mapping of str to float
        What it is worth if this stage is always decided so, wherever it can be, and all others are
        decided for the best.
    """

    step: Step
    positions: tuple[Position, ...]
    best: float
    always: Mapping[str, float]

    @property
    def reached(self) -> float:
        """Chance that there is something to choose."""
        return sum(position.chance for position in self.positions)

    def chance(self, name: str) -> float:
        """Chance that something is chosen here."""
        return sum(position.chance for position in self.positions if position.chosen == name)


@dataclass(frozen=True, eq=False)
class Solved:
    """A plan with its best decisions."""

    aim: PlanAim
    chain: Chain
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class _Way:
    """A way on from a position: what is fought, and for each final state the next position."""

    outcomes: Outcomes | None
    onward: Ints
    gain: float


class _Level(NamedTuple):
    """All positions that can come to a stage, and the ways on from each, by name."""

    memories: list[Memory]
    ways: list[dict[str, _Way]]


Picks = list[list[str]]  # by stage and position, the way that is chosen


def decided(plan: Plan, solver: Solver, *, watched: Watched = iter) -> Solved:
    """Find the best decisions of a plan, and what it leads to under them.

    `watched` yields the steps one by one while they are explored, for whoever shows progress.

    Raises
    ------
    TooLargeError
        If more than `MOST_BRANCHES` positions can come to a stage.
    OptionError
        For an aim that the plan does not have.
    """
    aim = PlanAim.read(plan)
    tracker = aim.tracker(plan)
    steps = steps_of(plan, solver, tracker)
    levels, said = _explored(steps, watched)
    ends = np.array([tracker.worth(one) for one in said])
    signs = [aim.sign * (-1.0 if stage.turned else 1.0) for stage in plan.stages]
    values, picks = _solved(levels, ends, signs)
    chances = _chances(levels, picks)
    choices = []
    for number, stage in enumerate(plan.stages):
        if not stage.is_decided:
            continue
        always = {
            name: float(_solved(levels, ends, signs, (number, name))[0][0][0])
            for name in names_of(stage)
        }
        places = _positions(levels[number], values[number + 1], picks[number], chances[number])
        choices.append(Choice(steps[number], places, float(values[0][0]), always))
    return Solved(aim, _chain(levels, picks, chances), tuple(choices))


def _explored(steps: Sequence[Step], watched: Watched) -> tuple[list[_Level], list[int]]:
    """Return all positions stage by stage, and what can be said at the end."""
    levels = []
    coming: list[Memory] = [steps[0].read(None)]
    for step in watched(steps):
        numbers: dict[Hashable, int] = {}
        ways = []
        for memory in coming:
            battles: dict[str, Outcomes | None] = dict(step.ways(memory))
            by_choice = bool(battles) and step.stage.may_pass
            if not battles or by_choice:
                battles[PASS] = None
            ways.append(
                {
                    name: _way(step, memory, outcomes, numbers, by_choice and outcomes is None)
                    for name, outcomes in battles.items()
                }
            )
            if len(numbers) > MOST_BRANCHES:
                raise TooLargeError(
                    f"more than {MOST_BRANCHES:,} different positions follow stage"
                    f" {step.number + 1}",
                    given=str(len(numbers)),
                    allowed=(f"up to {MOST_BRANCHES}",),
                )
        levels.append(_Level(coming, ways))
        coming = [memory for memory in numbers if isinstance(memory, Memory)]
    return levels, [memory.said for memory in coming]


def _way(
    step: Step,
    memory: Memory,
    outcomes: Outcomes | None,
    numbers: dict[Hashable, int],
    by_choice: bool,
) -> _Way:
    after = step.after(memory, outcomes, by_choice=by_choice)
    onward = np.array([numbers.setdefault(one, len(numbers)) for one in after], dtype=np.int64)
    assert step.tracker is not None
    gain = 0.0 if outcomes is None else step.tracker.gain(step.number, outcomes)
    return _Way(outcomes, onward, gain)


def _solved(
    levels: Sequence[_Level],
    ends: Floats,
    signs: Sequence[float],
    fixed: tuple[int, str] | None = None,
) -> tuple[list[Floats], Picks]:
    """Return what each position is worth, stage by stage and at the end, and the best ways.

    ``fixed``: a stage, and what is chosen there wherever it can be.
    """
    worth: list[Floats] = [ends]
    picks: Picks = []
    for number, level in reversed(list(enumerate(levels))):
        name = fixed[1] if fixed is not None and fixed[0] == number else ""
        here = np.zeros(len(level.ways))
        chosen: list[str] = []
        for at, ways in enumerate(level.ways):
            worths = {way: _worth(ways[way], worth[0]) for way in ways}
            best = name if name in ways else _best(worths, signs[number])
            here[at] = worths[best]
            chosen.append(best)
        worth.insert(0, here)
        picks.insert(0, chosen)
    return worth, picks


def _worth(way: _Way, following: Floats) -> float:
    if way.outcomes is None:
        return float(following[way.onward[0]])
    return way.gain + float(way.outcomes.chance @ following[way.onward])


def _best(worths: Mapping[str, float], sign: float) -> str:
    """Return the name of the best way; of equal ones the first."""
    most = max(sign * worth for worth in worths.values())
    return next(name for name, worth in worths.items() if sign * worth >= most - TIE)


def _chances(levels: Sequence[_Level], picks: Picks) -> list[Floats]:
    """Return the chance to come to each position under the ways chosen, stage by stage."""
    found = [np.ones(1)]
    for level, chosen, after in zip(levels, picks, [*levels[1:], None], strict=True):
        if after is None:
            break
        following = np.zeros(len(after.memories))
        for chance, ways, name in zip(found[-1], level.ways, chosen, strict=True):
            way = ways[name]
            share = np.ones(1) if way.outcomes is None else way.outcomes.chance
            np.add.at(following, way.onward, chance * share)
        found.append(following)
    return found


def _positions(
    level: _Level, following: Floats, chosen: Sequence[str], chances: Floats
) -> tuple[Position, ...]:
    """Return where there is something to choose, the likeliest first."""
    found = [
        Position(
            memory,
            {name: way.outcomes for name, way in ways.items()},
            {name: _worth(way, following) for name, way in ways.items()},
            pick,
            float(chance),
        )
        for memory, ways, pick, chance in zip(
            level.memories, level.ways, chosen, chances, strict=True
        )
        if len(ways) > 1 and chance > 0.0
    ]
    return tuple(sorted(found, key=lambda position: -position.chance))


def _chain(levels: Sequence[_Level], picks: Picks, chances: Sequence[Floats]) -> Chain:
    """Return the chain under the ways chosen, without the positions that then never come."""
    stages = []
    last = len(levels) - 1
    for number, (level, chosen) in enumerate(zip(levels, picks, strict=True)):
        there = np.flatnonzero(chances[number] > 0.0)
        places = np.array([ENDS_HERE])
        if number < last:
            left = chances[number + 1] > 0.0
            places = np.where(left, np.cumsum(left) - 1, ENDS_HERE)
        branches = []
        for at in there:
            way = level.ways[at][chosen[at]]
            onward = places[way.onward] if number < last else np.full_like(way.onward, ENDS_HERE)
            branches.append(Branch(float(chances[number][at]), way.outcomes, onward))
        stages.append(Stage(tuple(branches)))
    return Chain(tuple(stages))
