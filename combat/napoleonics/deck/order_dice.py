"""Orders by dice, a die for each card of the command: what each face orders (CC-01, CC-41)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import comb

import numpy as np

from combat.arrays import Ints
from combat.napoleonics.deck.army import Army
from combat.napoleonics.units import ARTILLERY, CAVALRY, INFANTRY

FACES = {INFANTRY: 2, CAVALRY: 1, ARTILLERY: 1}
"""Faces of a die with the symbol of each class, which orders a unit of it."""
FLAGS, SABRES = 1, 1
"""The face that orders any unit or leader, and the one that orders nobody."""
SIDES = sum(FACES.values()) + FLAGS + SABRES


@lru_cache(maxsize=64)
def dice_orders(dice: int, army: Army) -> Mapping[int, float]:
    """Return the chance of each number of units and leaders ordered by so many dice.

    A symbol beyond the units of its class lapses, as does a flag when all have an order (CC-41).

    Examples
    --------
    A lone unit of infantry is ordered by two symbols and the flag:

    >>> dice_orders(1, Army((1, 0, 0, 0)))
    {0: 0.5, 1: 0.5}
    """
    throws = list(_throws(dice))
    faces = np.array([faces for faces, _ in throws])
    orders = _ordered(faces[:, :-2], faces[:, -2], army).tolist()
    ways: dict[int, int] = {}
    for number, (_, these) in zip(orders, throws, strict=True):
        ways[number] = ways.get(number, 0) + these
    return {number: ways[number] / SIDES**dice for number in sorted(ways)}


def thrown_orders(dice: int, army: Army, throws: int, rng: np.random.Generator) -> Ints:
    """Return how many units and leaders are ordered in each of so many throws, (throws,) int."""
    die = np.repeat(np.arange(len(FACES) + 2), (*FACES.values(), FLAGS, SABRES))
    faces = die[rng.integers(0, SIDES, size=(throws, dice))]
    shown = np.stack([(faces == face).sum(axis=1) for face in range(len(FACES) + 1)], axis=1)
    return _ordered(shown[:, :-1], shown[:, -1], army)


def _ordered(symbols: Ints, flags: Ints, army: Army) -> Ints:
    """Return orders, (throws,), of symbols by class, (throws, classes), and flags, (throws,)."""
    units = np.array([army.of((name,)) for name in FACES])
    by_symbol = np.minimum(symbols, units).sum(axis=1)
    return np.asarray(by_symbol + np.minimum(flags, army.total - by_symbol), dtype=np.int64)


def _throws(dice: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield how often each kind of face is up, and in how many of the 6ⁿ throws."""
    weights = (*FACES.values(), FLAGS, SABRES)

    def parted(left: int, kinds: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        weight, *rest = kinds
        if not rest:
            yield (left,), weight**left
            return
        for number in range(left + 1):
            for others, ways in parted(left - number, tuple(rest)):
                yield (number, *others), comb(left, number) * weight**number * ways

    return parted(dice, weights)
