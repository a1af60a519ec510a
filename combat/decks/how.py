"""How a deck is to be asked: exactly, simulated, or as is best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from combat.chance import seeded
from combat.errors import OptionError

ENGINES = ("auto", "exact", "simulate")
USUAL_TRIALS = 100_000
MOST_TRIALS = 100_000_000
CHUNK = 65_536
"""Runs at a time: part of what a seed stands for."""


@dataclass(frozen=True)
class How:
    """How to compute.

    Parameters
    ----------
    engine : {'auto', 'exact', 'simulate'}
        ``auto`` is exact where that is possible, unless trials are asked for.
    trials : int, optional
    rng : Generator, int or None

    Raises
    ------
    OptionError
    """

    engine: str = "auto"
    trials: int | None = None
    rng: np.random.Generator | int | None = None

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            raise OptionError(
                f"the engine {self.engine!r} is not known; it is {', '.join(ENGINES)}",
                given=self.engine,
                allowed=ENGINES,
            )
        if self.trials is not None and not 1 <= self.trials <= MOST_TRIALS:
            raise OptionError(
                f"{self.trials} trials are not possible; it is a whole number from 1 to"
                f" {MOST_TRIALS:,}",
                given=str(self.trials),
                allowed=(f"1 to {MOST_TRIALS}",),
            )
        if self.trials is not None and self.engine == "exact":
            raise OptionError(
                "trials are for a simulation: leave them out, or the engine exact", given="exact"
            )

    def simulates(self, why_not_exact: str = "") -> bool:
        """Return whether to simulate; ``why_not_exact``: empty if an exact answer is possible.

        Raises
        ------
        OptionError
            If an exact answer is asked for and is not possible.
        """
        if why_not_exact and self.engine == "exact":
            raise OptionError(
                f"no exact answer: {why_not_exact}; leave the engine at auto, or simulate",
                given="exact",
                allowed=("auto", "simulate"),
            )
        return self.engine == "simulate" or self.trials is not None or bool(why_not_exact)

    def chunks(self) -> tuple[list[tuple[int, np.random.Generator]], int, int | None]:
        """Return runs in chunks, each with a generator of its own; all runs; and the seed."""
        trials = self.trials or USUAL_TRIALS
        generator, seed = seeded(self.rng)
        sizes = [min(CHUNK, trials - first) for first in range(0, trials, CHUNK)]
        return list(zip(sizes, generator.spawn(len(sizes)), strict=True)), trials, seed
