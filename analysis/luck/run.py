"""The sum of swings battle by battle, with the band that at least nine logs of ten are in."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from combat.arrays import Floats
from combat.convolution import Spread, plus, standing, trimmed

TAIL = 0.05  # chance outside the band, at each end
NORMAL_TAIL = 1.6448536269514722  # its normal quantile
LEAST = 1e-18  # chance of a sum that is left out at the ends, battle by battle
MOST_WORK = 5e8  # multiplications: a second or two; after them the band is the normal one


class Running(NamedTuple):
    """Sums after each battle, each an array of shape (battles,).

    ``low``, ``high``: the band that the sum so far is in with at least 90 %;
    ``percentile``: of the sum so far; ``exact``: battles up to which they are exact, beyond it,
    the last aside, they are those of a normal distribution.
    """

    low: Floats
    high: Floats
    percentile: Floats
    exact: int


def running(
    drawn: Sequence[Spread], came: Sequence[Spread], step: float, whole: tuple[Spread, Spread]
) -> Running:
    """Add battles up one by one.

    Parameters
    ----------
    drawn, came : sequence of Spread
        What each battle could swing, and what it did (chances where the log leaves that open).
    step : float
        What a step of them is worth.
    whole : (Spread, Spread)
        The distributions of both sums in the end.
    """
    low, high, percentile = (np.empty(len(drawn)) for _ in range(3))
    fair = actual = Spread(0, np.ones(1))
    exact, work = 0, 0.0
    for place, (could, did) in enumerate(zip(drawn, came, strict=True)):
        work += len(fair.chance) * len(could.chance) + len(actual.chance) * len(did.chance)
        if work > MOST_WORK:
            break
        fair, actual = trimmed(plus(fair, could), LEAST), trimmed(plus(actual, did), LEAST)
        low[place], high[place] = _band(fair)
        percentile[place] = standing(actual, fair).middle
        exact = place + 1
    _normal(drawn[exact:], came[exact:], (fair, actual), (low[exact:], high[exact:]), percentile)
    low[-1], high[-1] = _band(whole[0])
    percentile[-1] = standing(whole[1], whole[0]).middle
    return Running(low * step, high * step, percentile, exact)


def _band(spread: Spread) -> tuple[int, int]:
    return spread.quantile(TAIL), spread.quantile(1.0 - TAIL)


def _normal(
    drawn: Sequence[Spread],
    came: Sequence[Spread],
    so_far: tuple[Spread, Spread],
    band: tuple[Floats, Floats],
    percentile: Floats,
) -> None:
    """Fill the rest from means and variances; the sum of so many battles is near to normal."""
    known: dict[int, tuple[float, float]] = {}

    def moments(spread: Spread) -> tuple[float, float]:
        if id(spread) not in known:
            known[id(spread)] = (spread.mean, spread.variance)
        return known[id(spread)]

    (mean, variance), (sum_, open_) = moments(so_far[0]), moments(so_far[1])
    first = len(percentile) - len(drawn)
    for place, (could, did) in enumerate(zip(drawn, came, strict=True)):
        mean, variance = mean + moments(could)[0], variance + moments(could)[1]
        sum_, open_ = sum_ + moments(did)[0], open_ + moments(did)[1]
        reach = NORMAL_TAIL * math.sqrt(variance)
        band[0][place], band[1][place] = mean - reach, mean + reach
        off = math.sqrt(2.0 * (variance + open_))
        share = math.erf((sum_ - mean) / off) if off else 0.0
        percentile[first + place] = (1.0 + share) / 2.0
