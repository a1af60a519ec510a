"""What chance can be: pools of dice, faces, opposed dice, draws without replacement.

Every class is a `Roll`: small, frozen, over many cases at once, with exactly two methods that must
agree (one test holds them together). Chances are counted in whole numbers wherever the dice are
fair, so each is the true rational rounded once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial, fsum, prod
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from combat.arrays import Floats, Ints
from combat.hits import binomial_table


class Roll(Protocol):
    """One roll of dice or one draw of cards, for many cases at once."""

    def pmf(self) -> tuple[Floats, Ints]:
        """Return all that can come up and how likely it is.

        Returns
        -------
        chances : (cases, outcomes) float64
            Each row sums to 1; 0 where an outcome is impossible for that case.
        values : (outcomes, width) int64
            The outcomes, shared by all cases.
        """
        ...

    def sample(self, rng: np.random.Generator) -> Ints:
        """Return one outcome a case, (cases, width) int64."""
        ...


@dataclass(frozen=True, eq=False)
class HitDice:
    """Number of hits of `count` dice, each hitting on `target` or less.

    Parameters
    ----------
    count : (cases,) int
        Dice rolled, 0 or more.
    target : (cases,) int or int
        Highest face that hits, from 0 (never) to `sides` (always).
    sides : int
        Faces of a die.

    Examples
    --------
    >>> HitDice(np.array([2]), 3).pmf()[0]
    array([[0.25, 0.5 , 0.25]])
    """

    count: Ints
    target: Ints | int
    sides: int = 6

    def pmf(self) -> tuple[Floats, Ints]:
        """Chances of 0, 1, 2, … hits; width 1."""
        most = _largest("dice", self.count)
        if _largest("target", np.asarray(self.target)) > self.sides:
            raise ValueError(f"target {self.target} is above {self.sides} sides")
        table = _hit_tables(_rounded(most), self.sides)
        chances = table[self.target, self.count, : most + 1]
        return chances, np.arange(most + 1)[:, None]

    def sample(self, rng: np.random.Generator) -> Ints:
        """Hits, (cases, 1)."""
        return _ints(rng.binomial(self.count, np.asarray(self.target) / self.sides))[:, None]


@dataclass(frozen=True, eq=False)
class FaceDice:
    """Numbers by face of `count` dice with marked faces.

    Parameters
    ----------
    count : (cases,) int
        Dice rolled, 0 or more.
    faces : tuple of int or float
        How many faces of a die bear each mark, or the chance of each mark.

    Examples
    --------
    >>> chances, values = FaceDice(np.array([1]), (3, 2, 1)).pmf()
    >>> [(value.tolist(), round(6 * chance)) for value, chance in zip(values, chances[0])]
    [([0, 0, 0], 0), ([0, 0, 1], 1), ([0, 1, 0], 2), ([1, 0, 0], 3)]
    """

    count: Ints
    faces: tuple[float, ...]

    def pmf(self) -> tuple[Floats, Ints]:
        """Chances of all compositions of up to the largest count; width is that of `faces`."""
        chances, values = _face_table(_largest("dice", self.count), self.faces)
        return chances[self.count], values

    def sample(self, rng: np.random.Generator) -> Ints:
        """Numbers by face, (cases, faces)."""
        faces = np.asarray(self.faces, dtype=np.float64)
        return _ints(rng.multinomial(self.count, faces / faces.sum()))


@dataclass(frozen=True)
class Die:
    """The value, from 1, of one die a case."""

    sides: int
    cases: int

    def pmf(self) -> tuple[Floats, Ints]:
        """Equal chances of 1 … sides; width 1."""
        chances = np.full((self.cases, self.sides), 1 / self.sides)
        return chances, np.arange(1, self.sides + 1)[:, None]

    def sample(self, rng: np.random.Generator) -> Ints:
        """Values, (cases, 1)."""
        return rng.integers(1, self.sides + 1, size=(self.cases, 1))


@dataclass(frozen=True)
class OpposedRoll:
    """The values (a, b), each from 1, of two dice; the rules add their modifiers."""

    sides: int
    cases: int

    def pmf(self) -> tuple[Floats, Ints]:
        """Equal chances of the sides² pairs; width 2."""
        pairs = np.stack(np.divmod(np.arange(self.sides**2), self.sides), axis=1) + 1
        return np.full((self.cases, len(pairs)), 1 / len(pairs)), pairs

    def sample(self, rng: np.random.Generator) -> Ints:
        """Pairs, (cases, 2)."""
        return rng.integers(1, self.sides + 1, size=(self.cases, 2))


@dataclass(frozen=True)
class Margin:
    """The difference a − b of two dice: an `OpposedRoll` where only the margin counts.

    Examples
    --------
    >>> (Margin(6, 1).pmf()[0] * 36).round().astype(int).tolist()
    [[1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]]
    """

    sides: int
    cases: int

    def pmf(self) -> tuple[Floats, Ints]:
        """Chances of 1 − sides … sides − 1; width 1."""
        values = np.arange(1 - self.sides, self.sides)
        chances = (self.sides - np.abs(values)) / self.sides**2
        return np.tile(chances, (self.cases, 1)), values[:, None]

    def sample(self, rng: np.random.Generator) -> Ints:
        """Differences, (cases, 1)."""
        dice = rng.integers(1, self.sides + 1, size=(self.cases, 2))
        return _ints(dice[:, :1] - dice[:, 1:])


@dataclass(frozen=True, eq=False)
class Draw:
    """Cards drawn without replacement, by kind (multivariate hypergeometric).

    Parameters
    ----------
    counts : (cases, kinds) int
        Cards of each kind in the deck.
    cards : (cases,) int
        Cards drawn, at most as many as the deck holds.

    Examples
    --------
    >>> chances, values = Draw(np.array([[2, 2]]), np.array([2])).pmf()
    >>> [(value.tolist(), round(6 * chance)) for value, chance in zip(values, chances[0]) if chance]
    [([0, 2], 1), ([1, 1], 4), ([2, 0], 1)]
    """

    counts: Ints
    cards: Ints

    def pmf(self) -> tuple[Floats, Ints]:
        """Chances of all compositions of up to the largest draw; width is the number of kinds."""
        total, most = self._checked()
        choose = _choose_table(max(int(total.max(initial=0)), most))
        values = _compositions(most, self.counts.shape[1])
        chances = (
            1 / choose[total, self.cards][:, None] * (values.sum(axis=1) == self.cards[:, None])
        )
        for kind, drawn in enumerate(values.T):
            chances *= choose[self.counts[:, kind, None], drawn]
        return chances, values

    def sample(self, rng: np.random.Generator) -> Ints:
        """Cards drawn by kind, (cases, kinds)."""
        rest, left = self._checked()[0], self.cards.copy()
        drawn = np.zeros_like(self.counts)
        for kind, held in enumerate(self.counts.T):
            rest = rest - held
            drawn[:, kind] = rng.hypergeometric(held, rest, left)
            left = left - drawn[:, kind]
        return drawn

    def _checked(self) -> tuple[Ints, int]:
        total = _ints(self.counts.sum(axis=1))
        _largest("cards of a kind", self.counts)
        if (self.cards > total).any():
            raise ValueError("more cards are drawn than the deck holds")
        return total, _largest("cards drawn", self.cards)


@dataclass(frozen=True, eq=False)
class Table:
    """The index of an outcome from a table of chances, (cases, outcomes), rows summing to 1."""

    chances: Floats

    def pmf(self) -> tuple[Floats, Ints]:
        """The table and 0, 1, 2, …; width 1."""
        return self.chances, np.arange(self.chances.shape[1])[:, None]

    def sample(self, rng: np.random.Generator) -> Ints:
        """Indices, (cases, 1)."""
        below = np.cumsum(self.chances, axis=1)
        drawn = rng.random((len(below), 1)) * below[:, -1:]
        return _ints((drawn >= below[:, :-1]).sum(axis=1))[:, None]


@lru_cache(maxsize=32)
def _hit_tables(most: int, sides: int) -> Floats:
    """(sides + 1, most + 1, most + 1): `binomial_table` for every target."""
    tables = [binomial_table(most, hits, sides) for hits in range(sides + 1)]
    return _fixed(np.stack([table[: most + 1, : most + 1] for table in tables]))


@lru_cache(maxsize=64)
def _face_table(most: int, faces: tuple[float, ...]) -> tuple[Floats, Ints]:
    """Multinomial chances, (most + 1, outcomes), and the compositions."""
    values = _compositions(most, len(faces))
    whole = sum(faces) if all(isinstance(face, int) for face in faces) else fsum(faces)
    chances = np.zeros((most + 1, len(values)))
    for outcome, numbers in enumerate(values.tolist()):
        dice = sum(numbers)
        ways = factorial(dice) // prod(factorial(number) for number in numbers)
        powers = prod(face**number for face, number in zip(faces, numbers, strict=True))
        chances[dice, outcome] = ways * powers / whole**dice
    return _fixed(chances), values


@lru_cache(maxsize=64)
def _compositions(most: int, parts: int) -> Ints:
    """All vectors of `parts` whole numbers that sum to at most `most`, in lexical order."""
    rows: list[tuple[int, ...]] = [()]
    for _ in range(parts):
        rows = [(*row, number) for row in rows for number in range(most - sum(row) + 1)]
    return _fixed(np.array(rows, dtype=np.int64).reshape(-1, parts))


@lru_cache(maxsize=8)
def _choose_table(most: int) -> Floats:
    """Binomial coefficients n over k, (most + 1, most + 1)."""
    counts = range(most + 1)
    return _fixed(np.array([[float(comb(n, k)) for k in counts] for n in counts]))


def _rounded(most: int) -> int:
    """Round up, so that few tables are made."""
    return -(-most // 8) * 8


def _largest(what: str, numbers: Ints) -> int:
    """Return the largest entry; no entry may be negative."""
    if numbers.size and numbers.min() < 0:
        raise ValueError(f"{what}: {int(numbers.min())} is negative")
    return int(numbers.max(initial=0))


def _fixed(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


def _ints(array: NDArray[Any]) -> Ints:
    return np.asarray(array, dtype=np.int64)
