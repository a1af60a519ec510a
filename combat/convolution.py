"""Sums of independent numbers, exactly: distributions on a grid, and how a number stands in one."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from combat.arrays import Floats, Ints

FINEST = 1_000  # parts of one that a grid has at most
DIRECT_WORK = 2e9  # multiplications of sums taken term by term; beyond it, of transforms
SURE = 36.0  # e to the minus this is the mass that may fall outside a transform's window


@dataclass(frozen=True, eq=False)
class Spread:
    """Chances of a whole number of steps.

    Attributes
    ----------
    start : int
        The least number, in steps.
    chance : float array, shape (numbers,)
        Of `start`, `start` + 1, …
    """

    start: int
    chance: Floats

    @property
    def numbers(self) -> Ints:
        """The numbers, in steps, rising, shape (numbers,)."""
        return self.start + np.arange(len(self.chance))

    @property
    def mean(self) -> float:
        """Mean, in steps."""
        return self.start + float(self.chance @ np.arange(len(self.chance)))

    @property
    def variance(self) -> float:
        """Variance, in steps squared."""
        away = self.numbers - self.mean
        return float(self.chance @ away**2)

    def quantile(self, share: float) -> int:
        """Return the least number that is reached or stayed under with this chance or more."""
        upto = np.cumsum(self.chance)
        place = int(np.searchsorted(upto, share * upto[-1] - 1e-12))
        return self.start + min(place, len(upto) - 1)


@dataclass(frozen=True)
class Standing:
    """How a number, known or itself with chances, stands in a distribution.

    ``less``, ``equal``, ``more``: chances of another draw to be so.
    """

    less: float
    equal: float
    more: float

    @property
    def middle(self) -> float:
        """The percentile that counts an equal draw half: its mean over fair draws is 1/2."""
        return self.less + self.equal / 2.0

    @property
    def at_most(self) -> float:
        """Chance of that or less."""
        return min(1.0, self.less + self.equal)

    @property
    def at_least(self) -> float:
        """Chance of that or more."""
        return min(1.0, self.more + self.equal)


def step_of(tables: Iterable[Floats]) -> float:
    """Return the widest step of which all values are whole multiples.

    Values that fit no grid of `FINEST` parts of one are rounded to it by `spread_of`.

    Examples
    --------
    >>> step_of([np.array([-6.0, 3.0]), np.array([9.0])]), step_of([np.array([2.5, 1.0])])
    (3.0, 0.5)
    """
    widest = Fraction(0)
    for value in {float(v) for table in tables for v in np.abs(table)}:
        near = Fraction(round(value * FINEST), FINEST)
        exact = Fraction(value).limit_denominator(FINEST)
        part = exact if abs(float(exact) - value) < 1e-9 else near
        widest = _common(widest, part)
        if widest and widest < Fraction(1, FINEST):
            return 1.0 / FINEST
    return float(widest) or 1.0


def _common(one: Fraction, other: Fraction) -> Fraction:
    """Return the greatest common divisor of two fractions."""
    below = math.lcm(one.denominator, other.denominator)
    return Fraction(math.gcd(int(one * below), int(other * below)), below)


def spread_of(values: Floats, chances: Floats, step: float) -> Spread:
    """Return the distribution of some values, shape (values,), with these chances, on a grid."""
    places = np.rint(values / step).astype(np.int64)
    start = int(places.min())
    found: Floats = np.bincount(places - start, chances)  # type: ignore[assignment]
    return Spread(start, found)


def plus(one: Spread, other: Spread) -> Spread:
    """Return the distribution of the sum of two independent numbers.

    Examples
    --------
    >>> coin = Spread(0, np.array([0.5, 0.5]))
    >>> plus(coin, coin).chance.tolist()
    [0.25, 0.5, 0.25]
    """
    return Spread(one.start + other.start, np.convolve(one.chance, other.chance))


def trimmed(spread: Spread, least: float) -> Spread:
    """Return a distribution without numbers at both ends that have less than this chance each."""
    there = np.flatnonzero(spread.chance >= least)
    first, last = int(there[0]), int(there[-1]) + 1
    return Spread(spread.start + first, spread.chance[first:last])


def total_of(parts: Sequence[tuple[Spread, int]]) -> Spread:
    """Return the distribution of the sum of independent numbers.

    Term by term while that takes at most `DIRECT_WORK` multiplications; beyond it by a Fourier
    transform on a window outside which lies less than 1e-15 (Bernstein's bound), to some 1e-12.

    Parameters
    ----------
    parts : sequence of (Spread, int)
        Each distribution with how many numbers have it.
    """
    start = sum(times * part.start for part, times in parts)
    spans = [(len(part.chance) - 1, times) for part, times in parts]
    span = 1 + sum(wide * times for wide, times in spans)
    if span * sum((1 + wide) * times for wide, times in spans if wide) > DIRECT_WORK:
        return _transformed(parts, start, span)
    found = Spread(0, np.ones(1))
    for part, times in parts:
        found = plus(found, _repeated(part, times))
    return found


def _repeated(part: Spread, times: int) -> Spread:
    """Return the distribution of the sum of so many numbers of one distribution."""
    found, doubled = Spread(0, np.ones(1)), part
    while times:
        if times & 1:
            found = plus(found, doubled)
        times >>= 1
        if times:
            doubled = plus(doubled, doubled)
    return found


def _transformed(parts: Sequence[tuple[Spread, int]], start: int, span: int) -> Spread:
    variance = sum(times * part.variance for part, times in parts)
    furthest = max(len(part.chance) for part, _ in parts)
    linear = SURE * furthest / 3.0
    reach = linear + math.sqrt(linear**2 + 2.0 * SURE * variance)
    mean = sum(times * part.mean for part, times in parts)
    size = min(span, 2 * math.ceil(reach) + 1)
    size = 1 << (size - 1).bit_length()
    first = start if size >= span else round(mean) - size // 2
    wave = np.ones(size // 2 + 1, dtype=complex)
    for part, times in parts:
        folded = np.bincount(np.arange(len(part.chance)) % size, part.chance, minlength=size)
        wave *= np.fft.rfft(folded) ** times
    rolled = np.roll(np.fft.irfft(wave, size), start - first)
    return Spread(first, np.maximum(rolled, 0.0))


def standing(actual: Spread, fair: Spread) -> Standing:
    """Return how a number stands in the distribution of what it could have been.

    Parameters
    ----------
    actual : Spread
        The number: one with chance 1, or the chances of what it may have been.
    fair : Spread

    Examples
    --------
    >>> die = Spread(1, np.full(6, 1 / 6))
    >>> found = standing(Spread(5, np.ones(1)), die)
    >>> round(found.less, 3), round(found.more, 3), round(found.middle, 3)
    (0.667, 0.167, 0.75)
    """
    size = len(fair.chance)
    upto = np.concatenate([[0.0], np.cumsum(fair.chance)])
    onward = np.concatenate([np.cumsum(fair.chance[::-1])[::-1], [0.0]])
    places = actual.numbers - fair.start
    there = (places >= 0) & (places < size)
    equal = np.where(there, fair.chance[np.clip(places, 0, size - 1)], 0.0)
    less, more = upto[np.clip(places, 0, size)], onward[np.clip(places + 1, 0, size)]
    shares = [float(actual.chance @ part) for part in (less, equal, more)]
    return Standing(*(min(1.0, share) for share in shares))
