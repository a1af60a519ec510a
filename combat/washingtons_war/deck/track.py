"""The alliance track: what moves it in a year, and when it comes to 9 (WW-12, WW-20, WW-34)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

import numpy as np

from combat.arrays import Floats

ALLIANCE = 9
REGULARS, CAPTURED = 2, -3  # steps when the regulars' advantage ends; when Washington is captured


@dataclass(frozen=True)
class Rates:
    """What the armies do, year by year; the last number stands for all later years.

    Parameters
    ----------
    wins : tuple of float
        Mean of American battle wins, each a step (WW-12); their number is Poisson's.
    regulars : tuple of float
        Chance that the British lose the regulars' advantage in a battle, if they still have it.
    washington : tuple of float
        Chance that Washington is captured, if he has not been yet (WW-20).
    """

    wins: tuple[float, ...] = (1.0,)
    regulars: tuple[float, ...] = (0.0,)
    washington: tuple[float, ...] = (0.0,)


def of_turn(rates: Sequence[float], turn: int) -> float:
    """Return the number of a turn, from 0; the last for all later ones."""
    return rates[min(turn, len(rates) - 1)]


def start() -> Floats:
    """Return the chances at the start, (2, 2, 10).

    Axes: whether Washington has been captured, whether the regulars' advantage is lost, where the
    track stands. At 9 the alliance is made, and nothing moves any more.
    """
    chances = np.zeros((2, 2, ALLIANCE + 1))
    chances[0, 0, 0] = 1.0
    return chances


def moved(chances: Floats, steps: int) -> Floats:
    """Return the chances after so many steps, back if negative; the track ends at 0 and at 9."""
    after = np.zeros_like(chances)
    after[..., ALLIANCE] = chances[..., ALLIANCE]
    for at in range(ALLIANCE):
        after[..., min(ALLIANCE, max(0, at + steps))] += chances[..., at]
    return after


def captured(chances: Floats, chance: float) -> Floats:
    """Return the chances after a year in which Washington is captured with that chance (WW-20)."""
    after = chances.copy()
    free = chances[..., 0, :, :].copy()
    free[..., ALLIANCE] = 0.0
    after[..., 0, :, :] -= chance * free
    after[..., 1, :, :] += chance * moved(free, CAPTURED)
    return after


def regulars_lost(chances: Floats, chance: float) -> Floats:
    """Return the chances after the regulars' advantage may have been lost (WW-12, WW-27)."""
    after = chances.copy()
    held = chances[..., 0, :].copy()
    held[..., ALLIANCE] = 0.0
    after[..., 0, :] -= chance * held
    after[..., 1, :] += chance * moved(held, REGULARS)
    return after


def won(chances: Floats, mean: float) -> Floats:
    """Return the chances after a number of wins with that mean (WW-12)."""
    after = np.zeros_like(chances)
    wins, left = exp(-mean), 1.0
    for number in range(ALLIANCE):
        after += wins * moved(chances, number)
        left -= wins
        wins *= mean / (number + 1)
    return after + max(0.0, left) * moved(chances, ALLIANCE)
