"""The forces that can be made of some units, by what they cost."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from combat.force import Force

DIGITS = 9  # of a cost: sums of fractions that ought to be equal are


@dataclass(frozen=True)
class SubForces:
    """All forces that can be made of some units.

    Parameters
    ----------
    numbers : mapping of str to int
        How many there are of each kind.
    values : mapping of str to float
        What one costs.

    Examples
    --------
    >>> there = SubForces({"inf": 2, "arm": 1}, {"inf": 3.0, "arm": 5.0})
    >>> there.costs
    (3.0, 5.0, 6.0, 8.0, 11.0)
    >>> [str(force) for force in there.between(5.0, 8.0)]
    ['1 inf, 1 arm', '2 inf']
    >>> [str(force) for force in there.maximal(7.0)]
    ['1 arm', '2 inf']
    """

    numbers: Mapping[str, int]
    values: Mapping[str, float]

    def cost(self, force: Force) -> float:
        """Return what a force costs."""
        return round(sum(self.values[name] * n for name, n in force), DIGITS)

    @cached_property
    def costs(self) -> tuple[float, ...]:
        """What forces can cost, rising, the empty one aside."""
        found = {0.0}
        for name, n in self.numbers.items():
            found = {
                round(cost + number * self.values[name], DIGITS)
                for cost in found
                for number in range(n + 1)
            }
        return tuple(sorted(found - {0.0}))

    def between(self, low: float, high: float) -> Iterator[Force]:
        """Yield the forces that cost more than `low` and at most `high`."""
        return self._down(0, 0.0, {}, low, high)

    def maximal(self, most: float) -> Iterator[Force]:
        """Yield the forces that cost at most `most`, and more with any unit added."""
        dearest = max(self.values[name] for name in self.numbers)
        low = most - dearest if most < self.costs[-1] else -1.0
        for force in self._down(0, 0.0, {}, low, most):
            left = most - self.cost(force)
            addable = (name for name, n in self.numbers.items() if force[name] < n)
            if all(self.values[name] > left for name in addable):
                yield force

    @cached_property
    def _kinds(self) -> tuple[tuple[str, int, float, float], ...]:
        """Kind, number, what one costs, and what this and all later kinds cost together."""
        rows: list[tuple[str, int, float, float]] = []
        rest = 0.0
        for name, n in reversed(list(self.numbers.items())):
            rest += n * self.values[name]
            rows.insert(0, (name, n, self.values[name], rest))
        return tuple(rows)

    def _down(
        self, at: int, spent: float, counts: dict[str, int], low: float, high: float
    ) -> Iterator[Force]:
        rest = self._kinds[at][3] if at < len(self._kinds) else 0.0
        if round(spent + rest, DIGITS) <= low or round(spent, DIGITS) > high:
            return
        if at == len(self._kinds):
            yield Force.of(counts)
            return
        name, n, cost, _ = self._kinds[at]
        for number in range(n + 1):
            counts[name] = number
            yield from self._down(at + 1, spent + number * cost, counts, low, high)
