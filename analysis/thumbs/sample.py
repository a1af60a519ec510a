"""The battles over which rules of thumb are fitted and measured, with their exact chances."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from analysis.answers import odds
from combat.arrays import Bools, Floats
from combat.battle import Battle
from combat.thumbs import Contest, Thumb

FITTED, MEASURED = 0, 1  # streams of a seed: neither set of battles knows the other
ROUNDING = 1e-9  # of chances that are sums
CLOSE = 0.2  # how far from the chance in question a battle may be to count as close


@dataclass(frozen=True, eq=False)
class Sample:
    """Battles of a contest and the exact chance of its event in each.

    Parameters
    ----------
    contest : Contest
    battles : sequence of Battle
    chances : float array, shape (battles,)
    """

    contest: Contest
    battles: Sequence[Battle]
    chances: Floats
    _numbers: dict[Any, Floats] = field(default_factory=dict, repr=False)

    @classmethod
    def drawn(cls, contest: Contest, count: int, *, seed: int, stream: int) -> "Sample":
        """Draw battles and solve them.

        Parameters
        ----------
        contest : Contest
        count : int
        seed, stream : int
            The seed, and which of its independent streams of random numbers.
        """
        battles = contest.draw(np.random.default_rng([seed, stream]), count)
        return cls(contest, battles, exact_chances(contest, battles))

    def numbers(self, rule: Thumb) -> Floats:
        """Return both sides' numbers by a rule, shape (2, battles)."""
        known = self._numbers
        if rule.numbers not in known:  # many rules are demands on the same numbers
            pairs = [rule.numbers(battle) for battle in self.battles]
            known[rule.numbers] = np.array(pairs, dtype=float).reshape(-1, 2).T
        return known[rule.numbers]

    def says(self, rule: Thumb, wanted: float) -> Bools:
        """Return where a rule puts the chance above what is wanted, shape (battles,)."""
        mine, theirs = self.numbers(rule)
        return rule.above(mine, theirs, wanted=wanted)

    def wrong(self, rule: Thumb, wanted: float) -> Bools:
        """Return where a rule is wrong about that, shape (battles,).

        Nobody is wrong where the chance is just what is wanted.
        """
        just = np.abs(self.chances - wanted) < ROUNDING
        return (self.says(rule, wanted) != (self.chances > wanted)) & ~just

    def close(self, wanted: float) -> Bools:
        """Return which battles are close to the chance in question, shape (battles,)."""
        return np.abs(self.chances - wanted) <= CLOSE

    def given(self, rule: Thumb) -> Floats:
        """Return the chances that a rule gives, shape (battles,); it has to give some."""
        assert rule.chance is not None
        mine, theirs = self.numbers(rule)
        return rule.chance(mine, theirs)

    def off(self, rule: Thumb) -> Floats:
        """Return how far those chances are off, either way, shape (battles,)."""
        return np.abs(self.given(rule) - self.chances)


def exact_chances(contest: Contest, battles: Sequence[Battle]) -> Floats:
    """Return the exact chance of a contest's event in each battle, shape (battles,)."""
    if contest.exact is not None:
        return contest.exact(battles)
    return np.array([_chance(contest, battle) for battle in battles])


def _chance(contest: Contest, battle: Battle) -> float:
    found = odds(battle, engine="exact")
    return min(1.0, sum(found.event(name).value for name in contest.events))
