"""A distribution as bars that a reader can tell apart."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count

import numpy as np

from combat.arrays import Floats

SLOTS = 60  # more places than this for a bar, and neighbours are merged
THIN = 0.86  # of its place, for a bar of one value, so that neighbours stand apart
TAIL = 0.0005  # chance at each end that the view may leave out


@dataclass(frozen=True)
class Histogram:
    """Bars of a distribution.

    Attributes
    ----------
    centre, width, chance : float array, shape (bars,)
        Middle and width of each bar, in the unit of the values, and its chance.
    size : float
        How many units of the values a bar stands for.
    merged : bool
        Whether bars stand for several values.
    low, high : float
        Between the two tails; zero is always among them.
    mean : float
    """

    centre: Floats
    width: Floats
    chance: Floats
    size: float
    merged: bool
    low: float
    high: float
    mean: float


def histogram(values: Floats, chances: Floats) -> Histogram:
    """Return bars of a distribution, one a value, or one a run of neighbours if there are many.

    Bars never mix what is above zero with what is below it, and zero has a bar of its own.

    Parameters
    ----------
    values : float array, shape (values,)
        Distinct, rising.
    chances : float array, shape (values,)
    """
    upto = np.cumsum(chances) / chances.sum()
    low = min(float(values[np.searchsorted(upto, TAIL)]), 0.0)
    last = min(int(np.searchsorted(upto, 1 - TAIL)), len(values) - 1)
    high = max(float(values[last]), 0.0)
    mean = float(values @ chances) / float(chances.sum())
    step = float(np.diff(values).min()) if len(values) > 1 else 1.0
    slots = (high - low) / step
    if slots <= SLOTS:
        widths = np.full(len(values), step)
        return Histogram(values, widths, chances, step, merged=False, low=low, high=high, mean=mean)
    step = _lattice(values, step)
    slots = (high - low) / step
    size = step * next(m for m in _round_numbers() if slots / m <= 0.75 * SLOTS)
    bins = np.sign(values) * np.ceil(np.abs(values) / size - 1e-9)
    which, place = np.unique(bins, return_inverse=True)
    total: Floats = np.bincount(place, chances, minlength=len(which))  # type: ignore[assignment]
    # a bin holds step … size, so its bar reaches from half a step to half a step past the last
    centre = which * size - np.sign(which) * (size - step) / 2
    widths = np.where(which == 0, step, size)
    return Histogram(centre, widths, total, size, merged=True, low=low, high=high, mean=mean)


def _lattice(values: Floats, step: float) -> float:
    """Return the greatest step that leads from zero to all values, if they are whole numbers."""
    whole = np.rint(values)
    if not np.allclose(values, whole, rtol=0.0, atol=1e-9):
        return step
    return float(max(1, np.gcd.reduce(whole.astype(np.int64))))


def ticks(low: float, high: float, *, most: int = 5) -> list[float]:
    """Return round numbers from low to high, zero among them if it is between, `most` at most.

    Examples
    --------
    >>> ticks(-19, 13), ticks(0, 3)
    ([-10.0, 0.0, 10.0], [0.0, 1.0, 2.0, 3.0])
    """
    for size in _steps(high - low):
        first, last = int(np.ceil(low / size - 1e-9)), int(np.floor(high / size + 1e-9))
        if last - first < most:
            return [number * size for number in range(first, last + 1)]
    raise AssertionError("steps grow without end")


def _steps(span: float) -> Iterator[float]:
    start = int(np.floor(np.log10(span))) - 1 if span > 0 else 0
    yield from (m * 10.0**power for power in count(start) for m in (1, 2, 5))


def _round_numbers() -> Iterator[int]:
    yield from chain.from_iterable((2 * 10**n, 5 * 10**n, 10 * 10**n) for n in count())
