"""Choosing an engine, and running it."""

import math

import numpy as np

from combat.battle import Battle
from combat.chance import seeded
from combat.errors import OptionError
from combat.estimate import Z95
from combat.game import Model
from combat.outcomes import Outcomes

ENGINES = ("auto", "exact", "simulate")
EXACT_WORK = 1.5e10  # multiplications: some two seconds, up to ten on a slow machine
FIRST_TRIALS = 100_000
PILOT_TRIALS = 10_000
MOST_TRIALS = 100_000_000


def solve(
    battle: Battle,
    *,
    engine: str = "auto",
    trials: int | None = None,
    precision: float | None = None,
    rng: np.random.Generator | int | None = None,
) -> Outcomes:
    """Find out how a battle can end.

    Parameters
    ----------
    battle : Battle
    engine : {'auto', 'exact', 'simulate'}
        ``auto`` is exact while that takes at most `EXACT_WORK` multiplications, and simulates
        beyond, or when `trials` or `precision` ask for it.
    trials : int, optional
        Battles to simulate.
    precision : float, optional
        Half-width wanted of the 95 % interval of the main event.
    rng : Generator, int or None
        Source of chance; the same seed and trials give the same outcomes.

    Raises
    ------
    OptionError
        For options that cannot be, or an exact answer that would take too long.
    """
    engine = checked(engine, trials, precision)
    model = battle.game.model(battle)
    sampled = trials is not None or precision is not None
    if engine == "auto":
        engine = "simulate" if sampled or model.work > EXACT_WORK else "exact"
    if model.best_work > EXACT_WORK:
        raise OptionError(
            "best play takes too long to find for so large a battle; name a policy instead of"
            " 'best', for one side at least, or ask about fewer units",
            given="best",
        )
    if engine == "exact":
        if model.work > EXACT_WORK:
            raise OptionError(
                f"an exact answer would take {model.work:.0e} multiplications, more than the limit"
                f" of {EXACT_WORK:.0e}; leave the engine at auto, or simulate",
                given="exact",
                allowed=("auto", "simulate"),
            )
        return model.exact()
    generator, seed = seeded(rng)
    if precision is None:
        return model.simulate(trials or FIRST_TRIALS, generator, seed)
    return _to_precision(model, battle.main_event, precision, generator, seed)


def _to_precision(
    model: Model, first: str, precision: float, generator: np.random.Generator, seed: int | None
) -> Outcomes:
    """Simulate as often as the widest chance that a first run allows could need.

    The first run has a stream of its own, so that the answer is the one of (seed, trials).
    """
    pilot = generator.spawn(1)[0] if seed is None else np.random.default_rng([seed, 1])
    chance = model.simulate(PILOT_TRIALS, pilot, seed).event(first)
    widest = min(max(0.5, chance.low), chance.high)
    # at a chance of 0 Wilson's interval is z²/n wide, so that n of z²/(2 precision) are needed
    spread = max(widest * (1.0 - widest), precision / 2.0)
    needed = max(1_000, math.ceil(1.02 * spread * (Z95 / precision) ** 2))
    while True:
        check_affordable(needed, precision)
        fresh, _ = (generator, seed) if seed is None else seeded(seed)
        outcomes = model.simulate(needed, fresh, seed)
        margin = outcomes.event(first).margin
        if margin <= precision:
            return outcomes
        needed = math.ceil(1.05 * needed * (margin / precision) ** 2)


def check_affordable(needed: int, precision: float) -> None:
    """Refuse a precision that needs more than `MOST_TRIALS` trials.

    Raises
    ------
    OptionError
    """
    if needed > MOST_TRIALS:
        raise OptionError(
            f"a precision of {precision:g} needs {needed:,} trials, more than the limit of"
            f" {MOST_TRIALS:,}; ask for less, or for an exact answer",
            given=f"{precision:g}",
            allowed=("exact",),
        )


def checked(engine: str, trials: int | None, precision: float | None) -> str:
    """Return the engine if it and how often to simulate can be.

    Raises
    ------
    OptionError
    """
    if engine not in ENGINES:
        raise OptionError(
            f"engine {engine!r} is not known; engines are {', '.join(ENGINES)}",
            given=engine,
            allowed=ENGINES,
        )
    if trials is not None and (
        not isinstance(trials, int | np.integer)
        or isinstance(trials, bool)
        or not 1 <= trials <= MOST_TRIALS
    ):
        raise OptionError(
            f"{trials} trials are not possible; ask for 1 to {MOST_TRIALS:,}",
            given=str(trials),
            allowed=(f"1 to {MOST_TRIALS}",),
        )
    if precision is not None and not 0.0 < precision < 1.0:
        raise OptionError(
            f"a precision of {precision:g} is not possible; it is the half-width of a chance's"
            " interval, such as 0.002",
            given=f"{precision:g}",
            allowed=("between 0 and 1",),
        )
    if trials is not None and precision is not None:
        raise OptionError(
            "trials and precision both say how often to simulate; give one of them",
            given=f"{trials}, {precision:g}",
            allowed=("trials", "precision"),
        )
    return engine
