"""The smallest changes that turn a verdict over."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from combat.battle import Battle
from combat.errors import WargameError
from combat.game import ATTACKER, Change

MOST_STEPS = 8  # of one unit: more is no small change
MOST_SHOWN = 5


class Judged(NamedTuple):
    """A verdict, the first number of its aim, and by how much the aim is met (missed if < 0)."""

    verdict: str
    value: float
    slack: float


Judge = Callable[[Battle], Judged]


@dataclass(frozen=True)
class Flip:
    """A change and what it does.

    Attributes
    ----------
    side, change : str
        Whose side, and the change in words.
    before, after : str
        Verdicts.
    before_value, after_value : float
        The first number of the aim, before and after.
    cost : float
        What the change costs.
    """

    side: str
    change: str
    before: str
    after: str
    before_value: float
    after_value: float
    cost: float


def flips(battle: Battle, now: Judged, judge: Judge) -> tuple[Flip, ...]:
    """Find the smallest changes that turn the verdict over, cheapest first.

    Each change of `Game.neighbours` is made 1, 2, … times until the verdict is another definite
    one; from 'too close' either will do. What costs more than the flips found is not tried.

    Parameters
    ----------
    battle : Battle
    now : Judged
        The battle as it is.
    judge : callable
        Battle to how it is judged.
    """
    found: list[Flip] = []
    for change in sorted(battle.game.neighbours(battle), key=lambda c: c.cost):
        cap = sorted(f.cost for f in found)[MOST_SHOWN - 1] if len(found) >= MOST_SHOWN else inf
        flip = _smallest(battle, change, now, judge, cap)
        if flip is not None:
            found.append(flip)
    return tuple(sorted(found, key=lambda f: f.cost)[:MOST_SHOWN])


def _smallest(battle: Battle, change: Change, now: Judged, judge: Judge, cap: float) -> Flip | None:
    """Make one change more and more often, until the verdict is a wanted one."""
    for times in range(1, MOST_STEPS + 1 if change.step else 2):
        cost = change.cost * times
        changed = battle.game.changed(battle, change, times) if cost <= cap else None
        if changed is None:
            return None
        try:
            then = judge(changed)
        except WargameError:  # such as a change that makes the battle too large
            return None
        if _turned(now, then, change):
            text = change.text(times)
            return Flip(change.side, text, now.verdict, then.verdict, now.value, then.value, cost)
        if _wrong_way(now, then):
            return None
    return None


def _turned(now: Judged, then: Judged, change: Change) -> bool:
    """Whether the verdict is turned the way that the change pushes.

    A setting pushes neither way; costing nothing, it may also turn 'hold' to 'too close'. A unit
    more for the enemy that only makes the prey fatter is no advice.
    """
    if change.step == 0:
        return then.verdict != now.verdict and then.verdict != "hold"
    helps = (change.step > 0) == (change.side == ATTACKER)
    return then.verdict != now.verdict and then.verdict == ("attack" if helps else "hold")


def _wrong_way(now: Judged, then: Judged) -> bool:
    """Whether a change leads away from a flip, so that more of it will not help."""
    rising = then.slack > now.slack
    return (now.verdict == "hold" and not rising) or (now.verdict == "attack" and rising)
