"""The best and the worst battle of a log, and why one of many looks extreme."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analysis.luck.fought import Fought
from combat.arrays import Floats

ALIKE = 1e-12  # as far as chances that are equal may differ by rounding


@dataclass(frozen=True)
class Extreme:
    """The battle of a log that went best, or worst, and what that means among so many.

    Attributes
    ----------
    place : int
        Its place in the log, from 0.
    tail : float
        Chance of a swing as good (as bad), or more so, in that battle.
    among : float
        Chance that the best (worst) of all battles of the log is at least as rare.
    """

    place: int
    tail: float
    among: float


def extreme(fought: Sequence[Fought], *, lucky: bool) -> Extreme:
    """Find the battle with the rarest swing on one side, and how rare that is among so many.

    A battle of which the log leaves open what it swung counts with the least that fits. The swings
    of each battle that are as rare for it are known, and battles are independent.
    """
    tails: dict[int, Floats] = {}
    for one in fought:
        if id(one.solved) not in tails:
            chances = one.solved.chances
            onward = np.cumsum(chances[::-1])[::-1] if lucky else np.cumsum(chances)
            tails[id(one.solved)] = np.minimum(onward, 1.0)
    end = 0 if lucky else -1
    rare = [float(tails[id(one.solved)][one.fitting[end]]) for one in fought]
    place = int(np.argmin(rare))
    times = Counter(id(one.solved) for one in fought)
    solved = {id(one.solved): one.solved for one in fought}
    none = 1.0  # chance that no battle is as rare
    for key, tail in tails.items():
        chance = float(solved[key].chances[tail <= rare[place] * (1.0 + ALIKE)].sum())
        none *= max(0.0, 1.0 - chance) ** times[key]
    return Extreme(place, rare[place], 1.0 - none)
