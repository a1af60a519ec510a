"""A number together with how precise it is."""

import math
from dataclasses import dataclass
from decimal import Decimal

Z95 = 1.959963984540054  # normal quantile of a two-sided 95 % interval
RARE = 0.1  # percent: below it a chance is told as one in so many as well
RAREST = 1e-9  # a chance: below it nobody can picture the number
# Student's quantiles of the same for 1, 2, … degrees of freedom
STUDENT95 = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)


@dataclass(frozen=True)
class Estimate:
    """A chance or a mean, with its 95 % interval.

    Attributes
    ----------
    value : float
    low, high : float
        The 95 % interval of the estimate; the value itself where it is exact.
    stderr : float
        Standard error of the estimate; 0 where exact.
    sd : float
        Standard deviation of the quantity itself from battle to battle.
    exact : bool
        Computed, not sampled.
    """

    value: float
    low: float
    high: float
    stderr: float
    sd: float
    exact: bool

    @classmethod
    def of_exact(cls, value: float, sd: float = 0.0, *, dropped: float = 0.0) -> "Estimate":
        """Make an exact number; `dropped` is how much more it could be at most."""
        return cls(value, value, value + dropped, 0.0, sd, exact=True)

    @classmethod
    def of_chance(cls, chance: float, trials: int | None, *, dropped: float = 0.0) -> "Estimate":
        """Make the number of a chance that is known from so many trials, or exactly from none.

        A sum of chances may round out of 0 to 1, and is put back; `dropped` as in `of_exact`.

        Examples
        --------
        >>> Estimate.of_chance(0.25, None).as_percent(), Estimate.of_chance(0.25, 900).as_percent()
        ('25.0 %', '25.0 ±2.8 %')
        """
        chance = min(1.0, max(0.0, chance))
        if trials is None:
            return cls.of_exact(chance, dropped=dropped)
        return cls.of_proportion(chance * trials, trials)

    @classmethod
    def of_proportion(cls, hits: float, trials: int) -> "Estimate":
        """Make the estimate of a chance of `hits` in `trials`, with Wilson's interval.

        Examples
        --------
        >>> none = Estimate.of_proportion(0, 1000)
        >>> none.value, none.low, round(none.high, 4)
        (0.0, 0.0, 0.0038)
        """
        share = hits / trials
        spread = Z95 * Z95 / trials
        centre = (share + spread / 2.0) / (1.0 + spread)
        half = Z95 * math.sqrt(share * (1 - share) / trials + spread / (4.0 * trials))
        half /= 1.0 + spread
        sd = math.sqrt(share * (1.0 - share))
        return cls(
            share,
            0.0 if hits == 0 else max(0.0, centre - half),
            1.0 if hits == trials else min(1.0, centre + half),
            sd / math.sqrt(trials),
            sd,
            exact=False,
        )

    @classmethod
    def of_mean(cls, value: float, sd: float, trials: int | None) -> "Estimate":
        """Make the estimate of a mean of `trials` values with standard deviation `sd`.

        For few trials the interval is Student's; without trials the mean is exact.
        """
        if trials is None:
            return cls.of_exact(value, sd)
        few = 2 <= trials < len(STUDENT95) + 2
        stderr = sd / math.sqrt(trials - 1 if few else trials)
        half = (STUDENT95[trials - 2] if few else Z95) * stderr
        return cls(value, value - half, value + half, stderr, sd, exact=False)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval."""
        return (self.high - self.low) / 2.0

    def __str__(self) -> str:
        return self.as_number()

    def as_number(self, unit: str = "") -> str:
        """Print with the decimals that the interval carries, and a unit.

        Examples
        --------
        >>> Estimate.of_mean(12.3456, 40.0, 10_000).as_number()
        '12.3 ±0.8'
        >>> Estimate.of_exact(12.3456).as_number()
        '12.35'
        """
        if self.exact:
            return f"{_unsigned_zero(self.value, 2):.2f}{unit}"
        if self.margin == 0.0:
            return f"{_unsigned_zero(self.value, 2):.2f}{unit} in every battle fought"
        places = _places(self.margin)
        return f"{_unsigned_zero(self.value, places):.{places}f} ±{self.margin:.{places}f}{unit}"

    def as_percent(self) -> str:
        """Print a chance in percent; neither impossible nor certain unless it is.

        Examples
        --------
        >>> Estimate.of_exact(1 / 1296).as_percent()
        '0.08 % (1 in 1,296)'
        >>> Estimate.of_exact(1e-9).as_percent()
        '1e-07 % (1 in 1,000,000,000)'
        >>> Estimate.of_exact(0.0).as_percent()
        'impossible'
        >>> Estimate.of_proportion(0, 1000).as_percent()
        'under 0.4 %'
        """
        if self.exact:
            return _exact_percent(self.value)
        percent, margin = 100.0 * self.value, 100.0 * self.margin
        if self.value == 0.0:
            return f"under {_upwards(100.0 * self.high)} %"
        if self.value == 1.0:
            return f"over {100 - Decimal(_upwards(100.0 * (1.0 - self.low)))} %"
        places = max(1, _places(margin))
        while round(percent, places) in (0.0, 100.0):  # what happened is not printed as none
            places += 1
        return f"{percent:.{places}f} ±{margin:.{places}f} %"


def _exact_percent(value: float) -> str:
    percent = 100.0 * value
    rest = 100.0 - percent
    if value == 0.0:
        return "impossible"
    if value >= 1.0 - 1e-13:  # what rounding makes of certainty
        return "certain"
    if percent < RARE:
        shown = f"{percent:.0e} %" if percent < 0.005 else f"{percent:.2f} %"
        return f"{shown} (1 in {_rounded(1.0 / value):,})" if value >= RAREST else shown
    if percent < 0.995:
        return f"{percent:.2f} %"
    if rest <= 0.05 + 1e-9:
        return f"100 − {rest:.0e} %" if rest < 0.005 else f"{percent:.2f} %"
    return f"{percent:.1f} %"


def _rounded(number: float) -> int:
    """Round to a whole number, of large ones to three digits.

    >>> _rounded(1296.0000001), _rounded(123456.7)
    (1296, 123000)
    """
    whole = round(number)
    return whole if whole < 10_000 else round(whole, 3 - len(str(whole)))


def _upwards(number: float) -> str:
    """Round up to one significant digit, as text."""
    places = max(0, -math.floor(math.log10(number))) if number > 0 else 0
    return format(Decimal(math.ceil(number * 10**places)).scaleb(-places), "f")


def _places(margin: float) -> int:
    """Decimals that a number with this margin carries: one digit of the margin."""
    if margin <= 0.0 or not math.isfinite(margin):
        return 2
    return max(0, min(12, -math.floor(math.log10(margin))))


def _unsigned_zero(value: float, places: int) -> float:
    return 0.0 if round(value, places) == 0 else value
