"""When the war ends, and when each war-ends card comes, exactly (WW-33)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from combat.arrays import Floats
from combat.washingtons_war.deck.cards import Deck
from combat.washingtons_war.deck.chain import NOBODY, Masses, Memory, Play, Played, usual_play
from combat.washingtons_war.deck.course import Course
from combat.washingtons_war.deck.draws import Counts, Deal, added
from combat.washingtons_war.deck.kinds import Kind, kinds_that_count
from combat.washingtons_war.deck.last_word import LastWord
from combat.washingtons_war.generals import AMERICAN

Chances = tuple[float, ...]
BY = 3  # to either side, to the American, to the British


class WarEnds:
    """The question when the war ends.

    The mass of a state: the chance that the war goes on there; then, for each war-ends card, that
    it has not been dealt to either side, to the American, to the British (as if the war went on).

    Parameters
    ----------
    deck : Deck
    course : Course
    word : LastWord
        An order of play without claims, if it matters who holds a card.
    """

    def __init__(self, deck: Deck, course: Course, word: LastWord) -> None:
        self.ends = deck.war_ends
        self.word = word
        apart = tuple(Kind(card, 1, asked=word.by_holder) for card in self.ends)
        self.kinds = (*apart, *kinds_that_count(deck, course, self.ends, war_ends=False))
        self.unit: Floats = np.ones(1 + BY * len(self.ends))

    def plays(self, memory: Memory, deal: Deal) -> Iterator[Play]:
        """Yield each war-ends card that may be the last of the turn, and so active."""
        number = len(self.ends)
        mine, theirs = deal.american[:number], deal.british[:number]
        after, rest = usual_play(
            self.kinds[number:], memory, deal.american[number:], deal.british[number:]
        )
        dealt = list(added(mine, theirs))
        if not any(dealt):
            yield Play(1.0, after, (*dealt, *rest))
            return
        held = (mine, theirs) if self.word.by_holder else _expected(mine, deal.share)
        undealt = _undealt(*held)
        if memory.active != NOBODY:
            dealt[memory.active] += 1
        for last, chance in self._last(mine, theirs).items():
            dealt[last] -= 1
            yield Play(chance * undealt, Memory(last, after.ordered), (*dealt, *rest))
            dealt[last] += 1

    def _last(self, american: Counts, british: Counts) -> dict[int, float]:
        mine, theirs = ([at for at, n in enumerate(held) if n] for held in (american, british))
        if not self.word.by_holder:
            return self.word.last_of(mine, theirs, AMERICAN)
        found: dict[int, float] = {}
        for beginner, chance in self.word.beginners(0.0).items():
            for last, share in self.word.last_of(mine, theirs, beginner).items():
                found[last] = found.get(last, 0.0) + chance * share
        return found

    def settled(self, year: int, played: Played) -> tuple[EndPhase, Masses]:
        """End the war where the active card's year is this one or earlier (WW-33)."""
        masses: Masses = {}
        ended, ongoing = 0.0, np.zeros_like(self.unit)
        for (piles, memory, _), mass in played.items():
            if memory.active != NOBODY and self.ends[memory.active].year <= year:
                ended += float(mass[0])
                mass[0] = 0.0
            ongoing += mass
            masses[piles, memory] = mass
        return EndPhase(ended, 1.0 - ongoing[1:].reshape(-1, BY)), masses


class EndPhase(NamedTuple):
    """What is found in a year: the chance that the war ends in it; cards dealt by then.

    ``dealt``: chance, (war-ends cards, 3), to either side, to the American, to the British.
    """

    ended: float
    dealt: Floats


def _expected(dealt: Counts, share: Chances) -> tuple[Chances, Chances]:
    """Return the chance of each card dealt to be the American's, and the British's."""
    mine = tuple(s if n else 0.0 for n, s in zip(dealt, share, strict=False))
    return mine, tuple(n - s for n, s in zip(dealt, mine, strict=True))


@lru_cache(maxsize=4096)
def _undealt(american: Chances, british: Chances) -> Floats:
    """Return the chance that a card is still not dealt after a turn: to anybody, to each side."""
    mine, theirs = 1.0 - np.array(american), 1.0 - np.array(british)
    each = np.stack([mine + theirs - 1.0, mine, theirs], axis=1)
    return np.concatenate([[1.0], each.ravel()])


def last_year_takes_all(ended: dict[int, float]) -> dict[int, float]:
    """Return the chances by year in which the war ends: with the last year at the latest."""
    *before, last = ended
    rest = 1.0 - sum(ended[year] for year in before)
    return {**{year: ended[year] for year in before}, last: max(0.0, rest)}
