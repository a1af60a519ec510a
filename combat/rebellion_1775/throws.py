"""What one throw of a side can do: hits, flights and blanks by colour (RB-02 to RB-06)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial, prod

from combat.rebellion_1775.colours import SIDES_OF_DIE, Colour, Faces
from combat.rebellion_1775.policies import Withdrawal, natives_only

Counts = tuple[int, ...]


@dataclass(frozen=True)
class Throw:
    """One result of a throw.

    ``hits``: of all colours; ``fled``, ``blank``: by colour; ``chance``: how likely.
    """

    hits: int
    fled: Counts
    blank: Counts
    chance: float


@lru_cache(maxsize=256)
def die_rolls(dice: int, faces: Faces) -> tuple[tuple[int, int, int, float], ...]:
    """Return (hits, flights, blanks, chance) of so many equal dice."""
    found = []
    for hits in range(dice + 1):
        for fled in range(dice - hits + 1):
            numbers = (hits, fled, dice - hits - fled)
            ways = factorial(dice) // prod(factorial(n) for n in numbers)
            ways *= prod(face**n for face, n in zip(faces, numbers, strict=True))
            if ways:
                found.append((*numbers, ways / SIDES_OF_DIE**dice))
    return tuple(found)


def throws_of(counts: Counts, colours: Sequence[Colour], *, blanks: bool) -> list[Throw]:
    """Return every result of a throw; without `blanks` those that differ in them alone are one.

    Parameters
    ----------
    counts : tuple of int
        Units by colour.
    colours : sequence of Colour
    blanks : bool
        Whether it matters whose dice are blank.
    """
    found: dict[tuple[int, Counts, Counts], float] = {(0, (), ()): 1.0}
    for n, colour in zip(counts, colours, strict=True):
        step: dict[tuple[int, Counts, Counts], float] = {}
        for (hits, fled, blank), chance in found.items():
            for more, gone, bare, likely in die_rolls(min(n, colour.dice), colour.faces):
                key = hits + more, (*fled, gone), (*blank, bare if blanks else 0)
                step[key] = step.get(key, 0.0) + chance * likely
        found = step
    return [Throw(*key, chance) for key, chance in found.items()]


def decided(
    counts: Counts,
    blank: Counts,
    colours: Sequence[Colour],
    withdrawal: Withdrawal,
    enemy_dice: int,
) -> Counts:
    """Return who is left once the colours have decided, in the order of the table (RB-05).

    Parameters
    ----------
    counts : tuple of int
        Units after the flights.
    blank : tuple of int
        Blank dice by colour.
    colours : sequence of Colour
    withdrawal : Withdrawal
    enemy_dice : int
        Dice that the enemy still has.
    """
    left = list(counts)
    for at, dice in enumerate(blank):
        for _ in range(dice):
            if natives_only(left, colours) or not left[at]:
                break
            if withdrawal.goes(left, colours, enemy_dice):
                left[at] -= 1
    return tuple(left)


def met(attacker: Mapping[str, int], defender: Mapping[str, int], name: str) -> int:
    """Return how many units of a colour on both sides cancel one another (RB-07)."""
    return min(attacker.get(name, 0), defender.get(name, 0))
