"""What a power has sent out in its turn, by target."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from combat.arrays import Floats, Ints
from combat.axis_allies.rounds.offers import NOWHERE


class Part(NamedTuple):
    """Units on their way to a target; ``rows``: the trials, the rest as of an `Offer`."""

    rows: Ints
    way: str
    start: int
    unit: int
    number: Ints
    by: Ints
    ship: int = NOWHERE


@dataclass(eq=False)
class Sent:
    """All that a power has sent out in its turn.

    Attributes
    ----------
    parts : dict of int to list of Part
        By target.
    behind : dict of int to list of (int array, float)
        Targets that troops land on after a battle at sea: trials, and the chance to win it.
    failed : dict of int to list of int array
        Of these, trials in which that battle was not won.
    """

    parts: dict[int, list[Part]] = field(default_factory=dict)
    behind: dict[int, list[tuple[Ints, float]]] = field(default_factory=dict)

    failed: dict[int, list[Ints]] = field(default_factory=dict)

    def after_battle(self, target: int, rows: Ints, chance: float) -> None:
        """Note that troops land in some trials after a battle at sea with a chance to win it."""
        self.behind.setdefault(target, []).append((rows, chance))

    def call_back(self, target: int, rows: Ints, start: int) -> None:
        """Forget what goes to a target in some trials, of the parts from a number on."""
        parts = self.parts.pop(target, [])
        kept = parts[:start]
        for part in parts[start:]:
            stays = ~np.isin(part.rows, rows)
            if stays.any():
                trials, number, by = part.rows[stays], part.number[stays], part.by[stays]
                kept.append(part._replace(rows=trials, number=number, by=by))
        if kept:
            self.parts[target] = kept

    def sea_chance(self, target: int, trials: int) -> Floats:
        """Return the chance of the battles at sea before a landing, shape (trials,); 1 for none."""
        found = np.ones(trials)
        for rows, chance in self.behind.get(target, ()):
            found[rows] = chance
        return found

    def force(self, target: int, trials: int, units: int, *ways: str) -> Ints:
        """Return what goes to a target in some ways, shape (trials, units)."""
        found = np.zeros((trials, units), dtype=np.int64)
        for part in self.parts[target]:
            if part.way in ways:
                found[part.rows, part.unit] += part.number
        return found
