"""The race to a number of points once more: every score an unknown, the equations solved at once.

The library is tested against this file, so it imports nothing of the library. Every chance is a
``Fraction``; a turn is a mapping of (points for who moves, points for the other) to its chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

Turn = Mapping[tuple[int, int], Fraction]
Score = tuple[int, int, int]  # own points, the enemy's, who moves: 0 own side, 1 enemy


def race(to: int, own: Turn, enemy: Turn) -> dict[Score, tuple[Fraction, Fraction]]:
    """Return, by score, the own side's chance to win and the turns that are left on average."""
    scores = list(product(range(to), range(to), (0, 1)))
    place = {score: number for number, score in enumerate(scores)}
    system = []
    for score in scores:  # unknown = known + sum of chance * unknown
        line = [Fraction(0)] * len(scores) + [Fraction(0), Fraction(1)]
        line[place[score]] = Fraction(1)
        for (more, theirs), chance in (own, enemy)[score[2]].items():
            after = played(score, more, theirs)
            if max(after[:2]) < to:
                line[place[after]] -= chance
            else:
                line[-2] += chance * (after[score[2]] >= to) * (score[2] == 0)
                line[-2] += chance * (after[score[2]] < to) * (score[2] == 1)
        system.append(line)
    return dict(zip(scores, solved(system), strict=True))


def played(score: Score, more: int, theirs: int) -> Score:
    """Return the score after a turn."""
    own, enemy, mover = score
    return (own + more, enemy + theirs, 1) if mover == 0 else (own + theirs, enemy + more, 0)


def solved(system: list[list[Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """Solve a square system with two right-hand sides, one unknown after another."""
    size = len(system)
    for at in range(size):
        row = next(one for one in range(at, size) if system[one][at])
        system[at], system[row] = system[row], system[at]
        pivot = system[at][at]
        system[at] = [value / pivot for value in system[at]]
        for other in range(size):
            factor = system[other][at]
            if other != at and factor:
                pairs = zip(system[other], system[at], strict=True)
                system[other] = [value - factor * one for value, one in pairs]
    return [(line[-2], line[-1]) for line in system]
