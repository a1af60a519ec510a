"""The family of rules among which the best is looked for: simple demands on simple numbers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from combat.thumbs import EVEN, SURE_ENOUGH, Numbers, Thumb

if TYPE_CHECKING:
    from combat.arrays import Floats
    from combat.battle import Battle

TINY = 1e-12  # in place of no number at all on both sides


@dataclass(frozen=True)
class Measure:
    """Something that is reckoned up on both sides.

    Parameters
    ----------
    name, words : str
        What it is called, and how it is reckoned, as a sentence.
    numbers : callable
        Battle to the attacker's and the defender's.
    enough : bool
        Whether just what is demanded is enough for the attacker.
    theirs : str
        What the attacker's number is compared with, in words.
    likely : str
        What is so where its chance is above one half.
    """

    name: str
    words: str
    numbers: "Callable[[Battle], Numbers]"
    enough: bool = False
    theirs: str = "the defender's"
    likely: str = "The attacker is the favourite"

    def rule(self, source: str = "") -> Thumb:
        """Return the rule that more of it makes the favourite."""
        words = f"{self.words} {self.likely} if he has {self._least} {self.theirs}."
        return Thumb(self.name, words, self.numbers, source, enough=self.enough)

    def demanding(self, about: float, *, times: float = 1.0, more: float = 0.0) -> Thumb:
        """Return the rule that a chance needs so many times theirs, or so much more."""
        called, demand = self._demand(times, more)
        purpose = "" if about == EVEN else f" for {100 * about:g} %"
        goal = self.likely if about == EVEN else f"The chance is above {100 * about:g} %"
        return replace(
            self.rule(),
            name=f"{self.name}, {called}{purpose}",
            words=f"{self.words} {goal} if he {demand}.",
            about=about,
            times=times,
            more=more,
        )

    @property
    def _least(self) -> str:
        return "at least" if self.enough else "more than"

    def _demand(self, times: float, more: float) -> tuple[str, str]:
        """Return a demand for the name of a rule, and for its words."""
        if times != 1.0:
            return f"{times:g} times", f"has {self._least} {times:g} times {self.theirs}"
        if more > 0:
            return f"{more:g} ahead", f"is {self._least} {more:g} ahead"
        if more < 0:
            most = "at most" if self.enough else "less than"
            return f"{-more:g} behind", f"is {most} {-more:g} behind"
        return "as much", f"has {self._least} {self.theirs}"

    def by_shortfall(self, points: float) -> Thumb:
        """Return the rule that the stronger has so many points for each per cent of shortfall."""
        words = (
            f"{self.words} The stronger side has 50 % and {_points(points)} for each per cent by"
            " which the weaker number falls short of the stronger (with a quarter less"
            f" {50 + 25 * points:g} %)."
        )
        name = f"{self.name}, {_points(points)} a per cent short"
        return replace(self.rule(), name=name, words=words, chance=by_shortfall(points))

    def by_lead(self, points: float, *, even: float = EVEN) -> Thumb:
        """Return the rule that the attacker has so many points for each one that he is ahead."""
        each = _points(100 * points)
        words = (
            f"{self.words} The chance is {100 * even:g} % if both are equal, and {each} more for"
            " each one that he is ahead, less for each one that he is behind."
        )
        name = f"{self.name}, {100 * even:g} % and {each} for each ahead"
        return replace(self.rule(), name=name, words=words, chance=by_lead(points, even=even))


def _points(points: float) -> str:
    """Return points in words.

    >>> _points(1.0), _points(0.75)
    ('1 point', '0.75 points')
    """
    return f"{points:g} point{'s' * (points != 1.0)}"


@dataclass(frozen=True)
class Grid:
    """Which demands are tried on each measure; of all forms the plain one first.

    Parameters
    ----------
    times, more : sequence of float
        For the favourite: how many times theirs, and how much more than theirs.
    sure_times, sure_more : sequence of float
        The same for a chance of 75 %.
    shortfalls : sequence of float
        Points for each per cent of shortfall.
    leads, evens : sequence of float
        Chance for each one ahead, and chance where both are equal.
    """

    times: Sequence[float] = ()
    more: Sequence[float] = ()
    sure_times: Sequence[float] = ()
    sure_more: Sequence[float] = ()
    shortfalls: Sequence[float] = ()
    leads: Sequence[float] = ()
    evens: Sequence[float] = (EVEN,)

    def rules(self, *measures: Measure) -> Iterator[Thumb]:
        """Yield the rules on some measures, one measure after another, simple rules first."""
        for measure in measures:
            yield from self._rules(measure)

    def _rules(self, measure: Measure) -> Iterator[Thumb]:
        yield measure.rule()
        yield from (measure.demanding(EVEN, more=more) for more in self.more)
        yield from (measure.demanding(EVEN, times=times) for times in self.times)
        yield from (measure.demanding(SURE_ENOUGH, more=more) for more in self.sure_more)
        yield from (measure.demanding(SURE_ENOUGH, times=times) for times in self.sure_times)
        yield from (measure.by_shortfall(points) for points in self.shortfalls)
        for even in self.evens:
            yield from (measure.by_lead(points, even=even) for points in self.leads)


def by_shortfall(points: float) -> "Callable[[Floats, Floats], Floats]":
    """Return how a chance follows from two numbers by how much the smaller falls short.

    The stronger side has 50 % and so many points for each per cent that the weaker falls short.

    Examples
    --------
    >>> by_shortfall(1.0)(np.array([40.0, 10.0]), np.array([30.0, 40.0]))
    array([0.75, 0.  ])
    """

    def chance(mine: "Floats", theirs: "Floats") -> "Floats":
        most = np.maximum(np.maximum(mine, theirs), TINY)
        return np.clip(EVEN + points * (mine - theirs) / most, 0.0, 1.0)

    return chance


def by_lead(points: float, *, even: float = EVEN) -> "Callable[[Floats, Floats], Floats]":
    """Return how a chance follows from how far the attacker's number is ahead.

    Parameters
    ----------
    points : float
        Chance for each one that it is ahead.
    even : float
        Chance where both are equal.

    Examples
    --------
    >>> by_lead(0.125, even=0.625)(np.array([5.0, 0.0]), np.array([4.0, 9.0]))
    array([0.75, 0.  ])
    """

    def chance(mine: "Floats", theirs: "Floats") -> "Floats":
        return np.clip(even + points * (mine - theirs), 0.0, 1.0)

    return chance
