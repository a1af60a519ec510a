"""How much is enough, by trying everything: slow, and written without the library.

``everything`` lists each way to add, with its cost and its chance as the caller's oracle has it;
the rest picks from the list. Costs and chances are ``Fraction``.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple


class Way(NamedTuple):
    """What is added, its cost, and the chance with it."""

    added: tuple[tuple[str, int], ...]
    cost: Fraction
    chance: Fraction


def everything(
    offers: Mapping[str, tuple[str, int]],
    budget: str,
    chance_of: Callable[[Mapping[str, int]], Fraction | None],
) -> list[Way]:
    """List all that can be added within a budget; offers: name to cost and the most of it.

    ``chance_of`` returns None for what is no battle.
    """
    return list(_ways({k: (Fraction(c), n) for k, (c, n) in offers.items()}, budget, chance_of))


def _ways(offers, budget, chance_of) -> Iterator[Way]:
    room = Fraction(budget)
    counts = [range(min(most, int(room / cost)) + 1) for cost, most in offers.values()]
    for numbers in product(*counts):
        cost = sum(n * cost for n, (cost, _) in zip(numbers, offers.values(), strict=True))
        if cost <= room:
            added = {name: n for name, n in zip(offers, numbers, strict=True) if n}
            chance = chance_of(added)
            if chance is not None:
                yield Way(tuple(added.items()), Fraction(cost), Fraction(chance))


def cheapest(ways: list[Way], wanted: Fraction) -> list[Way]:
    """All of the least cost that have the chance."""
    enough = [way for way in ways if way.chance >= wanted]
    return [way for way in enough if way.cost == min(w.cost for w in enough)]


def best(ways: list[Way]) -> list[Way]:
    """All of the best chance, at the least cost of these."""
    top = [way for way in ways if way.chance == max(w.chance for w in ways)]
    return [way for way in top if way.cost == min(w.cost for w in top)]


def frontier(ways: list[Way]) -> list[tuple[Fraction, Fraction]]:
    """Cost and chance: for each cost the best chance, only those that rise."""
    steps: list[tuple[Fraction, Fraction]] = []
    for cost in sorted({way.cost for way in ways}):
        chance = max(way.chance for way in ways if way.cost == cost)
        if not steps or chance > steps[-1][1]:
            steps.append((cost, chance))
    return steps
