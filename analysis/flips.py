"""The smallest changes that turn a verdict over."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from combat.battle import Battle
from combat.changes import Change
from combat.errors import WargameError
from combat.game import ATTACKER

MOST_STEPS = 8  # of one unit: more is no small change
MOST_SHOWN = 5
RANKS = ("hold", "too_close", "attack")  # from worst to best for the attacker
FLIP_WORK = 6e9  # multiplications, about two seconds: an answer takes the time of a breath


class Judged(NamedTuple):
    """A verdict, the first number of its aim, and the multiplications that it took, roughly.

    ``sampled``: simulated, so that a changed battle takes about as much.
    """

    verdict: str
    value: float
    work: float
    sampled: bool = False


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


class Flips(NamedTuple):
    """The flips found, cheapest first, and whether there was time to try every change."""

    found: tuple[Flip, ...]
    complete: bool


def flips(battle: Battle, now: Judged, judge: Judge) -> Flips:
    """Find the smallest changes that turn the verdict over, cheapest first.

    Each change of `Game.neighbours` is made 1, 2, … times until the verdict is another definite
    one; from 'too close' either will do. What costs more than the flips found is not tried, and
    nothing more once `FLIP_WORK` is spent.

    Parameters
    ----------
    battle : Battle
    now : Judged
        The battle as it is.
    judge : callable
        Battle to how it is judged.
    """
    search = _Search(battle, now, judge)
    for change in sorted(battle.game.neighbours(battle), key=lambda c: c.cost):
        search.attempt(change)
    return Flips(tuple(search.cheapest), complete=search.complete)


class _Search:
    """The flips found so far, and the work that it took."""

    def __init__(self, battle: Battle, now: Judged, judge: Judge) -> None:
        self.battle = battle
        self.now = now
        self.judge = judge
        self.cheapest: list[Flip] = []
        self.work = 0.0
        self.complete = True

    def attempt(self, change: Change) -> None:
        """Make one change more and more often, until the verdict is turned."""
        for times in range(1, MOST_STEPS + 1 if change.step else 2):
            then = self._judged(change, times)
            if then is None:
                return
            if _turned(self.now, then, change):
                self._keep(change, times, then)
                return

    def _judged(self, change: Change, times: int) -> Judged | None:
        """Judge a changed battle, if there is one, it is worth a try and there is time."""
        full = len(self.cheapest) >= MOST_SHOWN
        if change.cost * times > (self.cheapest[-1].cost if full else inf):
            return None
        changed = self.battle.game.changed(self.battle, change, times)
        if changed is None:
            return None
        exact = 0.0 if self.now.sampled else changed.game.model(changed).work
        if self.work + max(self.now.work, exact) > FLIP_WORK:
            self.complete = False
            return None
        try:
            judged = self.judge(changed)
        except WargameError:  # such as a change that makes the battle too large
            return None
        self.work += judged.work
        return judged

    def _keep(self, change: Change, times: int, then: Judged) -> None:
        now, cost = self.now, change.cost * times
        flip = Flip(
            change.side, change.text(times), now.verdict, then.verdict, now.value, then.value, cost
        )
        self.cheapest = sorted([*self.cheapest, flip], key=lambda f: f.cost)[:MOST_SHOWN]


def _turned(now: Judged, then: Judged, change: Change) -> bool:
    """Whether the verdict is turned the way that the change pushes.

    A unit more for the enemy that only makes the prey fatter is no advice; a setting, costing
    nothing, may also turn to 'too close', the attacker's own only for the better, a reply of the
    defender's only for the worse.
    """
    if then.verdict == now.verdict:
        return False
    if change.step == 0:
        better = RANKS.index(then.verdict) > RANKS.index(now.verdict)
        if change.reply:
            return better == (change.side == ATTACKER)
        return better or change.side != ATTACKER
    helps = (change.step > 0) == (change.side == ATTACKER)
    return then.verdict == ("attack" if helps else "hold")
