"""AA fire at many attackers (AA-03): what it leaves of them, equal remains met once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from combat.arrays import Floats, Ints
from combat.axis_allies.land import Army, Counts, volley
from combat.battle import Battle
from combat.force import Force

MOST_VOLLEYS = 500_000  # ways in which AA fire can leave all the attackers


@dataclass(frozen=True, eq=False)
class Shots:
    """What AA fire leaves of attackers, one way after the other.

    ``which``: int array, shape (ways,), number of the remains; ``chance``: float array, same
    shape; ``first``: int array, shape (attackers,), where the ways of each begin.
    """

    which: Ints
    chance: Floats
    first: Ints

    def means(self, values: Floats) -> Floats:
        """Return the mean over AA fire of values by remains, shape (attackers, …)."""
        weights = self.chance.reshape(-1, *(1 for _ in values.shape[1:]))
        found: Floats = np.add.reduceat(values[self.which] * weights, self.first, axis=0)
        return found


class Volleys:
    """AA fire at many attackers; ``left`` has what it leaves, each remains once."""

    def __init__(self) -> None:
        self.left: list[Counts] = []
        self._known: dict[tuple[tuple[str, int], ...], int] = {}
        self._ways = 0

    def shoot(self, battle: Battle, attackers: Sequence[Force], defender: Counts) -> Shots | None:
        """Have a defender shoot at each attacker; None beyond `MOST_VOLLEYS` ways in all."""
        which: list[int] = []
        chances: list[float] = []
        first: list[int] = []
        for force in attackers:
            first.append(len(which))
            for left, chance in volley(battle, dict(force), defender):
                which.append(self._number(left))
                chances.append(chance)
            if self._ways + len(which) > MOST_VOLLEYS:
                return None
        self._ways += len(which)
        return Shots(np.array(which), np.array(chances), np.array(first))

    def _number(self, left: Mapping[str, int]) -> int:
        key = tuple(pair for pair in left.items() if pair[1])
        if key not in self._known:
            self._known[key] = len(self.left)
            self.left.append(left)
        return self._known[key]

    def nodes(self, army: Army) -> Ints:
        """Return the node of each remains, shape (remains,)."""
        return np.array([army.node(left) for left in self.left], dtype=np.int64)
