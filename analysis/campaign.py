"""What a plan of battles in a row leads to, as one probability model.

Every stage is fought from each final state of those before it that leads there (`combat.chain`).
What a later stage asks of an earlier one - how it ended, what it left - is remembered along the
way, and nothing else.
"""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.stages import Ended, Left, LeftOvers, Plan, Planned
from combat.battle import Battle
from combat.chain import Chain, followed
from combat.chance import seeded
from combat.engine import EXACT_WORK, FIRST_TRIALS, check_affordable, checked, solve
from combat.errors import IllegalBattleError, OptionError, TooLargeError, within
from combat.estimate import Z95
from combat.game import Game
from combat.outcomes import EXACT, SIMULATED, Outcomes
from combat.sequels import Carried, Remains

FEW_TRIALS = 4_000  # where even simulated runs part into too many different battles


@dataclass(frozen=True, eq=False)
class Campaign:
    """What a plan leads to; `analysis.totals` reads its numbers.

    Attributes
    ----------
    plan : Plan
    chain : Chain
    seed : int or None
        Of a simulation.
    notes : tuple of str
        How it was computed, where that needs a word.
    """

    plan: Plan
    chain: Chain
    seed: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def method(self) -> str:
        """``exact`` or ``simulated``."""
        return EXACT if self.chain.trials is None else SIMULATED

    def __repr__(self) -> str:
        stages = ", ".join(stage.name for stage in self.plan.stages)
        return f"<Campaign of {self.plan.game.name}: {stages}; {self.method}>"


def campaign(
    plan: Plan,
    *,
    engine: str = "auto",
    trials: int | None = None,
    precision: float | None = None,
    rng: np.random.Generator | int | None = None,
) -> Campaign:
    """Fight a plan through.

    Exactly while all its battles together take no more than `EXACT_WORK` multiplications and no
    more than `MOST_BRANCHES` different battles come to a stage; beyond that runs of the whole plan
    are simulated, each battle as often as they come to it.

    Parameters
    ----------
    plan : Plan
    engine, trials, precision, rng
        As in `combat.engine.solve`; `precision` is that of any chance of the whole plan.

    Raises
    ------
    WargameError
        For a stage that cannot be fought as it stands, or a plan that is too large.
    """
    engine = checked(engine, trials, precision)
    sampled = trials is not None or precision is not None
    if engine == "exact" or (engine == "auto" and not sampled):
        try:
            return Campaign(plan, followed(_steps(plan, _Exactly())))
        except TooLargeError:
            if engine == "exact":
                raise
    if precision is not None:
        trials = _trials_for(precision)
    generator, seed = seeded(rng)
    notes = () if sampled or engine == "simulate" else ("too large for an exact answer",)

    def simulated(runs: int) -> Campaign:
        source = generator if seed is None else np.random.default_rng(seed)
        return Campaign(plan, followed(_steps(plan, _Sampling(runs, source))), seed, notes)

    if trials is not None:
        return simulated(trials)
    try:
        return simulated(FIRST_TRIALS)
    except TooLargeError:
        return simulated(FEW_TRIALS)


def _trials_for(precision: float) -> int:
    needed = math.ceil((Z95 / precision) ** 2 / 4.0)
    check_affordable(needed, precision)
    return needed


class _Exactly:
    """A solver that answers exactly, equal battles once, up to a limit of work in all."""

    def __init__(self) -> None:
        self.known: dict[Battle, Outcomes] = {}
        self.work = 0.0

    def __call__(self, battle: Battle, _: float) -> Outcomes:
        if battle not in self.known:
            self.work += battle.game.model(battle).work
            if self.work > EXACT_WORK:
                raise TooLargeError(
                    "an exact answer would take more than the limit of"
                    f" {EXACT_WORK:.0e} multiplications; leave the engine at auto, or simulate",
                    given="exact",
                    allowed=("auto", "simulate"),
                )
            self.known[battle] = solve(battle, engine="exact")
        return self.known[battle]


class _Sampling:
    """A solver that simulates runs of a whole plan: each battle as often as they come to it."""

    def __init__(self, runs: int, generator: np.random.Generator) -> None:
        self.runs, self.generator = runs, generator

    def __call__(self, battle: Battle, chance: float) -> Outcomes:
        runs = max(1, round(self.runs * chance))
        rng = self.generator.spawn(1)[0]
        return solve(battle, engine="simulate", trials=runs, rng=rng)


@dataclass(frozen=True)
class _Step:
    """A stage of a plan as a step of the chain.

    A memory is what the game carries on from battle to battle and the facts that later stages ask
    for. ``known``: the facts that its memory holds, in their order; ``kept``: those that the next
    one's does; none after the last stage.
    """

    number: int
    stage: Planned
    game: Game
    solver: Callable[[Battle, float], Outcomes]
    known: tuple[Ended | Left, ...]
    kept: tuple[Ended | Left, ...] | None

    def fought(self, memory: Hashable, chance: float) -> Outcomes | None:
        """Return the outcomes of the battle here, or None if the stage is passed over."""
        carried, facts = self._read(memory)
        if any(facts[fact] is not wanted for fact, wanted in self.stage.when):
            return None
        with within(f"stage {self.number + 1}"):
            settings = dict(self.stage.settings)
            attacker = self._side(self.stage.attacker, facts, settings)
            defender = self._side(self.stage.defender, facts, settings)
            if not attacker or defender is None:
                return None
            if carried is not None:
                now = carried.applied(attacker, defender, settings, turned=self.stage.turned)
                if now is None:
                    return None
                attacker, defender, settings = now
            return self.solver(Battle(self.game, attacker, defender, settings), chance)

    def memories(self, memory: Hashable, outcomes: Outcomes | None) -> Sequence[Hashable]:
        """Return the next memory after each final state; of a stage not fought nothing is known."""
        rows = 1 if outcomes is None else len(outcomes)
        if self.kept is None:
            return [None] * rows
        carried, facts = self._read(memory)
        after: Sequence[Hashable] = [carried] * rows
        if carried is not None and outcomes is not None:
            after = [carried.after(outcomes, row) for row in range(rows)]
        columns: list[Sequence[Hashable]] = [after]
        for fact in self.kept:
            if fact.stage < self.number:
                columns.append([facts[fact]] * rows)
            else:
                with within(f"stage {self.number + 1}"):
                    columns.append([None] if outcomes is None else fact.of(outcomes))
        return list(zip(*columns, strict=True))

    def _read(self, memory: Hashable) -> tuple[Carried | None, dict[Ended | Left, Any]]:
        """Return what the game carries and the facts that a memory holds."""
        assert self.game.sequels is not None
        if not isinstance(memory, tuple):
            return self.game.sequels.carried, {}
        carried: Carried | None = memory[0]
        return carried, dict(zip(self.known, memory[1:], strict=True))

    def _side(
        self,
        side: Any,  # noqa: ANN401
        facts: Mapping[Ended | Left, Any],
        settings: dict[str, Any],
    ) -> Any:  # noqa: ANN401
        """Return a side's value, None if there is nobody; put in the settings that it brings."""
        if not isinstance(side, LeftOvers):
            return side
        remains: Remains | None = facts[side.left]
        if remains is None:
            return None
        assert self.game.sequels is not None
        for key, value in remains.settings:
            self._unset(key, settings, f"it comes from {side.left.group!r}")
            settings[key] = value
        for key, rule, why in remains.barred:
            self._unset(key, settings, why, rule)
        return self.game.sequels.joined(remains.units, side.plus, settings)

    def _unset(self, key: str, settings: dict[str, Any], why: str, rule: str | None = None) -> None:
        """Refuse a setting that the plan must leave to what is left over."""
        setting = self.game.setting(key)
        assert setting is not None
        if settings[key] != setting.default:
            given = setting.shows(settings[key])
            if rule is None:
                raise OptionError(f"{key} is set twice: {why}; leave {key} out", given=given)
            raise IllegalBattleError(why, rule=rule, given=given)


def _steps(plan: Plan, solver: Callable[[Battle, float], Outcomes]) -> list[_Step]:
    """Make the chain's steps, each with the facts that it and later ones need."""
    steps = []
    known: tuple[Ended | Left, ...] = ()
    for number, stage in enumerate(plan.stages):
        asked = [fact for later in plan.stages[number + 1 :] for fact in later.facts]
        kept = tuple(dict.fromkeys(fact for fact in asked if fact.stage <= number))
        last = number + 1 == len(plan.stages)
        steps.append(_Step(number, stage, plan.game, solver, known, None if last else kept))
        known = kept
    return steps
