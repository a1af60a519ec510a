"""Luck from first principles: every way in which some battles can go, one by one, in fractions.

Nothing is shared with `analysis`: distributions are plain dictionaries of value to chance, sums are
taken over the product of all of them, and what a log leaves open is spread over what fits.
"""

import itertools
from collections import defaultdict
from fractions import Fraction


def ways(distributions):
    """Every way in which independent battles can go: a tuple of values, and its chance."""
    for way in itertools.product(*(one.items() for one in distributions)):
        chance = Fraction(1)
        for _, part in way:
            chance *= part
        yield tuple(value for value, _ in way), chance


def sums(distributions):
    """Distribution of the sum."""
    found = defaultdict(Fraction)
    for values, chance in ways(distributions):
        found[sum(values)] += chance
    return dict(found)


def three(value, distribution):
    """Chance of less, of as much, and of more."""
    return tuple(
        sum((chance for other, chance in distribution.items() if test(other, value)), Fraction(0))
        for test in (lambda a, b: a < b, lambda a, b: a == b, lambda a, b: a > b)
    )


def middle(value, distribution):
    """The mid-percentile."""
    less, equal, _ = three(value, distribution)
    return less + equal / 2


def averaged(function, given):
    """The mean of a number over what may have happened: value to chance."""
    return sum((chance * function(value) for value, chance in given.items()), Fraction(0))


def mean(distribution):
    return sum((value * chance for value, chance in distribution.items()), Fraction(0))


def variance(distribution):
    centre = mean(distribution)
    return sum(
        (chance * (value - centre) ** 2 for value, chance in distribution.items()), Fraction(0)
    )


def tail(value, distribution, *, lucky):
    """Chance of that or better, or of that or worse."""
    less, equal, more = three(value, distribution)
    return equal + (more if lucky else less)


def one_as_rare(rare, distributions, *, lucky):
    """Chance that in any of the battles what comes is as rare as that, on that side."""
    total = Fraction(0)
    for values, chance in ways(distributions):
        tails = (tail(v, d, lucky=lucky) for v, d in zip(values, distributions, strict=True))
        if min(tails) <= rare:
            total += chance
    return total


def quantile(share, distribution):
    """The least value that is not passed with this chance or more."""
    upto = Fraction(0)
    for value, chance in sorted(distribution.items()):
        upto += chance
        if upto >= share:
            return value
    raise AssertionError(share)
