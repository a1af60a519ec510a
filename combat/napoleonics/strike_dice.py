"""The dice of a strike read for hits and flags, and those of a leader check, of many rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from combat.arrays import Bools, Floats, Ints

SIDES = 6
FLAG = SIDES - 1  # the face with the flag; hits are the faces from 0
CHECKS = np.arange(3)[:, None]  # of a leader's two dice: none, the first, both show sabres


@dataclass(frozen=True, eq=False)
class StrikeDice:
    """Hits and flags of two pools of dice: the striker's own, and artillery's that joins.

    Parameters
    ----------
    dice, hit : (rows,) int
        The striker's dice, and the faces of a die that hit.
    guns, gun_hit : (rows,) int
        Those of artillery.
    flags : (rows,) bool
        Whether flags count.
    rerolls : (rows,) bool
        Whether the striker throws dice with flags again, once.

    Examples
    --------
    >>> one, three, no = np.array([1]), np.array([3]), np.array([False])
    >>> chances, values = StrikeDice(one, three, one * 0, three, ~no, no).pmf()
    >>> [(v.tolist(), round(6 * c)) for v, c in zip(values, chances[0]) if c]
    [([0, 0], 2), ([0, 1], 1), ([1, 0], 3)]
    """

    dice: Ints
    hit: Ints
    guns: Ints
    gun_hit: Ints
    flags: Bools
    rerolls: Bools

    def pmf(self) -> tuple[Floats, Ints]:
        """Chances of all numbers of hits and flags; width 2."""
        most = int((self.dice + self.guns).max(initial=0))
        columns = (self.dice, self.hit, self.guns, self.gun_hit, self.flags, self.rerolls)
        key = np.zeros(len(self.dice), np.int64)
        for column, base in zip(columns, (64, 8, 256, 8, 2, 2), strict=True):
            key = key * base + np.asarray(column, np.int64)
        keys, place = np.unique(key, return_inverse=True)
        chances = np.stack([_table(code, most) for code in keys.tolist()] or [np.zeros(0)])
        return chances[place], _pairs(most)

    def sample(self, rng: np.random.Generator) -> Ints:
        """Hits and flags, (rows, 2), by rolling the dice."""
        hits, flags = _rolled(rng, self.dice, self.hit, self.rerolls)
        if self.guns.any():
            more, others = _rolled(rng, self.guns, self.gun_hit, np.zeros(len(hits), np.bool_))
            hits, flags = hits + more, flags + others
        return np.stack([hits, np.where(self.flags, flags, 0)], axis=1)


def _rolled(rng: np.random.Generator, dice: Ints, hit: Ints, rerolls: Bools) -> tuple[Ints, Ints]:
    """Return hits and flags, (rows,) each, of so many dice a row."""
    most = int(dice.max(initial=0))
    faces = rng.integers(0, SIDES, size=(len(dice), most), dtype=np.int8)
    if rerolls.any():
        again = rng.integers(0, SIDES, size=faces.shape, dtype=np.int8)
        faces = np.where((faces == FLAG) & rerolls[:, None], again, faces)
    faces[np.arange(most) >= dice[:, None]] = SIDES  # not rolled
    hits = (faces < hit[:, None]).sum(axis=1)
    flags = (faces == FLAG).sum(axis=1)
    return hits.astype(np.int64), flags.astype(np.int64)


@lru_cache(maxsize=64)
def _pairs(most: int) -> Ints:
    """All (hits, flags) of up to so many dice, (pairs, 2)."""
    pairs = [(hits, flags) for hits in range(most + 1) for flags in range(most + 1 - hits)]
    return np.array(pairs, np.int64)


@lru_cache(maxsize=4096)
def _table(code: int, most: int) -> Floats:
    """Chances of `_pairs` for a key of `StrikeDice.pmf`; whole numbers of ways, divided once."""
    code, rerolls = divmod(code, 2)
    code, flags = divmod(code, 2)
    code, gun_hit = divmod(code, 8)
    code, guns = divmod(code, 256)
    dice, hit = divmod(code, 8)
    ways = _ways([_face(hit, bool(rerolls))] * dice + [_face(gun_hit, False)] * guns)
    total = sum(ways.values())
    chances = np.zeros(len(_pairs(most)))
    place = {(int(h), int(f)): at for at, (h, f) in enumerate(_pairs(most))}
    for (hits, flag), number in ways.items():
        chances[place[hits, flag if flags else 0]] += number / total
    return chances


def _face(hit: int, rerolls: bool) -> tuple[int, int, int]:
    """Return in how many ways a die hits, shows a flag, and does neither; of 6, or 36 with both."""
    if not rerolls:
        return hit, 1, SIDES - hit - 1
    return hit * SIDES + hit, 1, (SIDES - hit - 1) * (SIDES + 1)


def _ways(dice: list[tuple[int, int, int]]) -> dict[tuple[int, int], int]:
    """Return in how many ways dice come to so many hits and flags."""
    ways = {(0, 0): 1}
    for hit, flag, none in dice:
        more: dict[tuple[int, int], int] = {}
        for (hits, flags), number in ways.items():
            for key, times in (
                ((hits + 1, flags), hit),
                ((hits, flags + 1), flag),
                ((hits, flags), none),
            ):
                more[key] = more.get(key, 0) + number * times
        ways = more
    return ways


@dataclass(frozen=True, eq=False)
class LeaderCheck:
    """Two dice of a leader check: how many, the first first, show sabres (CC-30).

    An outcome is 0, 1 (the first) or 2 (both). A leader whose unit is gone is lost on the first
    alone, one whose unit has lost blocks on both.

    Parameters
    ----------
    checked : (rows,) bool
        Where there is a leader to be checked; 0 where not.
    """

    checked: Bools

    def pmf(self) -> tuple[Floats, Ints]:
        """Chances of 0, 1 and 2; width 1."""
        there = np.array([30, 5, 1]) / 36
        nobody = np.array([1.0, 0.0, 0.0])
        return np.where(self.checked[:, None], there, nobody), CHECKS

    def sample(self, rng: np.random.Generator) -> Ints:
        """Outcomes, (rows, 1), by rolling both dice."""
        sabres = rng.integers(0, SIDES, size=(len(self.checked), 2), dtype=np.int8) == 0
        shown = sabres[:, 0] + (sabres[:, 0] & sabres[:, 1]).astype(np.int64)
        return np.where(self.checked, shown, 0)[:, None]
