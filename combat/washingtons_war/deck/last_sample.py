"""The last war-ends card of a turn in many games at once (WW-33, WW-39)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.washingtons_war.deck.last_word import LastWord
from combat.washingtons_war.generals import AMERICAN, BRITISH


def last_cards(
    word: LastWord, american: Bools, british: Bools, begins: Bools, rng: np.random.Generator
) -> Ints:
    """Return which war-ends card is the last of the turn, (games,) int; -1 where there is none.

    Each case of what the sides hold is decided once, by `LastWord.last_of`.

    Parameters
    ----------
    word : LastWord
    american, british : (war-ends cards, games) bool
        What each side holds, by the cards' years.
    begins : (games,) bool
        Whether the British begin.
    rng : Generator
    """
    number = len(american)
    codes: Ints = begins.astype(np.int64) << 2 * number
    for bit, held in enumerate((*american, *british)):
        codes += held.astype(np.int64) << bit
    some = np.flatnonzero((american | british).any(axis=0))
    codes = codes[some]
    cases = np.flatnonzero(np.bincount(codes))
    rising = np.zeros((1 << 2 * number + 1, number))
    for case in cases.tolist():
        rising[case] = _rising(word, case, number)
    drawn = rng.random(len(some))
    last = np.full(len(begins), -1, np.int64)
    last[some] = (drawn[:, None] >= rising[codes]).sum(axis=1)
    return last


@lru_cache(maxsize=65_536)
def _rising(word: LastWord, case: int, number: int) -> Floats:
    """Return the chance that the last card of a case is that one or an earlier one."""
    american = [at for at in range(number) if case >> at & 1]
    british = [at for at in range(number) if case >> number + at & 1]
    chances = np.zeros(number)
    beginner = BRITISH if case >> 2 * number & 1 else AMERICAN
    for last, chance in word.last_of(american, british, beginner).items():
        chances[last] = chance
    rising = np.cumsum(chances)
    rising[rising > 1.0 - 1e-12] = 1.0  # a draw below 1 is below it
    return rising
