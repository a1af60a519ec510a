"""Best play where the battle is too large to solve: the best of the named policies and all orders.

Losses and withdrawals of both sides, as far as they are to be best, take turns: each becomes the
best reply to the others, until none changes; if they never settle, the answer says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from typing import Any

import numpy as np

from combat.battle import Battle
from combat.game import ROLES, PolicyMap
from combat.outcomes import Outcomes
from combat.rebellion_1775.colours import OF_SIDE
from combat.rebellion_1775.decisions import KEYS, aim_line, gain_line, value_of
from combat.rebellion_1775.goals import signs_of
from combat.rebellion_1775.model import RebellionModel
from combat.rebellion_1775.policies import (
    ALWAYS,
    AT,
    BEST,
    KEEP_BEST,
    KEEP_OWN,
    NEVER,
    ORDER,
    OUTNUMBERED,
    SAVE_LAST,
    Losses,
    Withdrawal,
)
from combat.rebellion_1775.sides import sides_of

MOST_TURNS = 6  # of best replies, after which policies are said not to settle
AS_GOOD = 1e-12
WITHDRAWING = 8.0  # times as long as an exact answer in which nobody withdraws
LEAVING_AT = (1, 2, 3)  # units left, at which withdrawals are tried


@dataclass(frozen=True)
class Found:
    """The best policies.

    Attributes
    ----------
    battle : Battle
        With them in place of 'best'.
    value : float
        Its goal.
    settled : bool
        Whether each is the best reply to the others.
    """

    battle: Battle
    value: float
    settled: bool


@dataclass(frozen=True, eq=False)
class BestPoliciesModel:
    """A large battle with the best of the named policies and all orders, for the engines.

    Parameters
    ----------
    battle : Battle
    """

    battle: Battle

    @cached_property
    def found(self) -> Found:
        """The best policies."""
        return best_policies(self.battle)

    @cached_property
    def _inner(self) -> RebellionModel:
        return RebellionModel(self.found.battle)

    @property
    def work(self) -> float:
        """Multiplications that an exact answer takes, roughly."""
        keys = [key for _, key in KEYS if self.battle[key].kind == BEST]
        tries = sum(len(list(_options(self.battle, key))) for key in keys)
        turns = 1 if len(keys) == 1 else 2
        slower = WITHDRAWING if any(key.endswith("withdraw") for key in keys) else 1.0
        return RebellionModel(_fixed(self.battle)).work * slower * (1 + turns * tries)

    @property
    def best_work(self) -> float:
        """Multiplications that it takes to find the best policies."""
        return self.work

    def exact(self) -> Outcomes:
        """Compute the outcomes."""
        return replace(self._inner.exact(), battle=self.battle, model=self)

    def simulate(self, trials: int, rng: np.random.Generator, seed: int | None) -> Outcomes:
        """Sample the outcomes."""
        return replace(self._inner.simulate(trials, rng, seed), battle=self.battle, model=self)

    def timeline(self) -> None:
        """Nothing: throws are not rounds."""

    def policy_map(self) -> PolicyMap:
        """Return the policies found, and what they gain, in words."""
        nowhere = np.zeros(0, dtype=np.int64)
        lines = tuple(_lines(self.battle, self.found))
        return PolicyMap(nowhere, nowhere, nowhere > 0, nowhere.astype(float), lines)


def best_policies(battle: Battle) -> Found:
    """Find the best policy for each choice that is to be the best."""
    known: dict[str, float] = {}

    def value(asked: Battle) -> float:
        text = str(asked)
        if text not in known:
            known[text] = value_of(asked)
        return known[text]

    keys = [(role, key) for role, key in KEYS if battle[key].kind == BEST]
    now = _fixed(battle)
    for _ in range(MOST_TURNS):
        before = now
        for role, key in keys:
            sign = signs_of(battle) * (1.0 if role == ROLES[0] else -1.0)
            high = sign * value(now)
            for option in _options(battle, key):
                tried = now.with_settings(**{key: option})
                if sign * value(tried) > high + AS_GOOD:
                    now, high = tried, sign * value(tried)
        if now == before or len(keys) == 1:
            return Found(now, value(now), settled=True)
    return Found(now, value(now), settled=False)


def _fixed(battle: Battle) -> Battle:
    """Return the battle with the usual policies where the best are wanted."""
    usual = {
        key: Losses() if "losses" in key else Withdrawal()
        for _, key in KEYS
        if battle[key].kind == BEST
    }
    return battle.with_settings(**usual)


def _options(battle: Battle, key: str) -> Iterator[Any]:
    """Yield the policies that are tried for a choice."""
    at = 1 if key.startswith("defender_") else 0
    force = (battle.attacker, battle.defender)[at]
    if "losses" not in key:
        yield from map(Withdrawal, (NEVER, ALWAYS, OUTNUMBERED, SAVE_LAST))
        numbers = {*LEAVING_AT, force.total // 4, force.total // 2} - {0}
        yield from (Withdrawal(AT, number) for number in sorted(numbers))
        return
    colours = OF_SIDE[sides_of(battle.attacker, battle.defender)[at]]
    there = tuple(name for name in colours if force[name])
    yield Losses()
    if len(there) == 1:
        return
    yield Losses(KEEP_BEST)
    yield from (Losses(KEEP_OWN, (name,)) for name in there)
    yield from (Losses(ORDER, names) for names in permutations(there))


def _lines(battle: Battle, found: Found) -> Iterator[str]:
    yield aim_line(battle)
    yield (
        "too large to solve for best play: the best of the named policies and all orders of the"
        " colours there"
    )
    if not found.settled:
        yield "no policies that are the best replies to one another came up; these came last"
    for role, key in KEYS:
        if battle[key].kind == BEST:
            yield gain_line(found.battle, role, key, f"'{found.battle[key]}'", found.value)
