"""What a plan of battles in a row leads to, as one probability model.

Every stage is fought from each final state of those before it that leads there (`combat.chain`).
What a later stage asks of an earlier one - how it ended, what it left - is remembered along the
way, and nothing else.
"""

import math
from dataclasses import dataclass

import numpy as np

from analysis.campaign.aim import PlanAim
from analysis.campaign.decisions import Choice, decided
from analysis.campaign.stages import Plan
from analysis.campaign.steps import Watched, steps_of
from combat.battle import Battle
from combat.chain import Chain, followed
from combat.chance import seeded
from combat.display import Displayed
from combat.engine import EXACT_WORK, FIRST_TRIALS, check_affordable, checked, solve
from combat.errors import OptionError, TooLargeError
from combat.estimate import Z95
from combat.outcomes import EXACT, SIMULATED, Outcomes

OR_SIMULATE = "; leave the engine at auto, or simulate"
FEW_TRIALS = 4_000  # where even simulated runs part into too many different battles


@dataclass(frozen=True, eq=False)
class Campaign(Displayed):
    """What a plan leads to; `analysis.campaign.totals` reads its numbers.

    Attributes
    ----------
    plan : Plan
    chain : Chain
    seed : int or None
        Of a simulation.
    notes : tuple of str
        How it was computed, where that needs a word.
    aim : PlanAim or None
        What its decisions are made for; None if there are none.
    choices : tuple of Choice
        The best decisions, which all its numbers are about: one for each stage that has any.
    """

    plan: Plan
    chain: Chain
    seed: int | None = None
    notes: tuple[str, ...] = ()
    aim: PlanAim | None = None
    choices: tuple[Choice, ...] = ()

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
    watched: Watched = iter,
) -> Campaign:
    """Fight a plan through.

    Exactly while all its battles together take no more than `EXACT_WORK` multiplications and no
    more than `MOST_BRANCHES` different battles come to a stage; beyond that runs of the whole plan
    are simulated, each battle as often as they come to it. A plan with decisions is exact or
    refused.

    Parameters
    ----------
    plan : Plan
    engine, trials, precision, rng
        As in `combat.engine.solve`; `precision` is that of any chance of the whole plan.
    watched : callable, optional
        Yields the plan's steps one by one, for whoever shows how far it is.

    Raises
    ------
    WargameError
        For a stage that cannot be fought as it stands, or a plan that is too large.
    """
    engine = checked(engine, trials, precision)
    sampled = trials is not None or precision is not None
    if plan.is_decided:
        return _decided(plan, watched, sampled=sampled or engine == "simulate")
    if engine == "exact" or (engine == "auto" and not sampled):
        try:
            return Campaign(plan, followed(watched(steps_of(plan, _Exactly(OR_SIMULATE)))))
        except TooLargeError:
            if engine == "exact":
                raise
    if precision is not None:
        trials = _trials_for(precision)
    generator, seed = seeded(rng)
    notes = () if sampled or engine == "simulate" else ("too large for an exact answer",)

    def simulated(runs: int) -> Campaign:
        source = generator if seed is None else np.random.default_rng(seed)
        steps = watched(steps_of(plan, _Sampling(runs, source)))
        return Campaign(plan, followed(steps), seed, notes)

    if trials is not None:
        return simulated(trials)
    try:
        return simulated(FIRST_TRIALS)
    except TooLargeError:
        return simulated(FEW_TRIALS)


def _decided(plan: Plan, watched: Watched, *, sampled: bool) -> Campaign:
    """Fight a plan through under its best decisions."""
    if sampled:
        raise OptionError(
            "decisions are solved exactly: leave trials, precision and 'simulate' out, or take the"
            " plan's decisions out",
            given="simulate",
            allowed=("auto", "exact"),
        )
    try:
        found = decided(plan, _Exactly(), watched=watched)
    except TooLargeError as error:
        raise TooLargeError(
            f"the decisions of this plan are too many to be solved exactly: {error}; ask about"
            " fewer units, or take decisions out",
            given=error.given,
            allowed=error.allowed,
        ) from None
    return Campaign(plan, found.chain, aim=found.aim, choices=found.choices)


def _trials_for(precision: float) -> int:
    needed = math.ceil((Z95 / precision) ** 2 / 4.0)
    check_affordable(needed, precision)
    return needed


class _Exactly:
    """A solver that answers exactly, equal battles once, up to a limit of work in all.

    ``hint``: what else can be done beyond it.
    """

    def __init__(self, hint: str = "") -> None:
        self.hint = hint
        self.known: dict[Battle, Outcomes] = {}
        self.work = 0.0

    def __call__(self, battle: Battle, _: float) -> Outcomes:
        if battle not in self.known:
            self.work += battle.game.model(battle).work
            if self.work > EXACT_WORK:
                raise TooLargeError(
                    f"an exact answer would take more than the limit of {EXACT_WORK:.0e}"
                    f" multiplications{self.hint}",
                    given="exact",
                    allowed=("auto", "simulate") if self.hint else (),
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
