"""Deals from a deck that runs out and is made anew, exactly (WW-30, WW-32)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import comb
from operator import add, sub
from typing import NamedTuple

from combat.washingtons_war.deck.course import Course, shares

Counts = tuple[int, ...]
"""Cards of each kind that matters."""


class Piles(NamedTuple):
    """Where the cards lie between the turns.

    ``deck``, ``discards``: of each kind; ``others``, ``spent``: all other cards in either.
    """

    deck: Counts
    discards: Counts
    others: int
    spent: int

    @property
    def size(self) -> int:
        """Cards in the draw deck."""
        return sum(self.deck) + self.others

    def renewed(self) -> Piles:
        """Return the piles after a new deck has been made of both."""
        return Piles(
            added(self.deck, self.discards), (0,) * len(self.deck), self.others + self.spent, 0
        )


class Deal(NamedTuple):
    """What a deal may give: its chance, the piles after it, what each side holds of each kind.

    Of kinds for which it does not matter who holds them, all count as the American's; ``share``:
    of each kind, the chance that the last of them dealt is his in truth.
    """

    chance: float
    piles: Piles
    american: Counts
    british: Counts
    others: int
    share: tuple[float, ...]


def added(one: Counts, other: Counts) -> Counts:
    """Return the sum, kind by kind."""
    return tuple(map(add, one, other))


def taken(one: Counts, other: Counts) -> Counts:
    """Return the difference, kind by kind."""
    return tuple(map(sub, one, other))


@lru_cache(maxsize=65_536)
def deals(piles: Piles, course: Course, sided: tuple[bool, ...]) -> tuple[Deal, ...]:
    """Return all deals of a hand to each side.

    Parameters
    ----------
    piles : Piles
    course : Course
    sided : tuple of bool
        For each kind, whether it matters who holds it.
    """
    nothing = (0,) * len(sided)
    start = Deal(1.0, piles, nothing, nothing, 0, (0.0,) * len(sided))
    return tuple(_dealt(start, course, sided, course.hand, course.hand))


def _dealt(
    so_far: Deal, course: Course, sided: tuple[bool, ...], american: int, british: int
) -> Iterator[Deal]:
    """Deal what is still to be dealt; a deck that runs out is made anew at once, also within."""
    piles = so_far.piles
    cards = min(piles.size, american + british)
    first, second = shares(cards, american, british)
    done = cards == american + british or (piles.size == cards and not _renewable(piles, course))
    for chance, mine, theirs in draws(piles.deck, piles.others, sided, first, second):
        others = cards - sum(mine) - sum(theirs)
        part = _share(sided, mine, theirs, first, second)
        left = piles._replace(
            deck=taken(taken(piles.deck, mine), theirs), others=piles.others - others
        )
        if left.size == 0 and course.renews:
            left = left.renewed()
        after = Deal(
            so_far.chance * chance,
            left,
            added(so_far.american, mine),
            added(so_far.british, theirs),
            so_far.others + others,
            tuple(part if n else s for s, n in zip(so_far.share, mine, strict=True)),
        )
        if done:
            yield after
        else:
            yield from _dealt(after, course, sided, american - first, british - second)


def _share(
    sided: tuple[bool, ...], mine: Counts, theirs: Counts, american: int, british: int
) -> float:
    """Return the chance that a card is the American's of which it does not matter who holds it.

    Such cards fill the places that the others leave, each as likely as another.
    """
    free = american - sum(n for n, matters in zip(mine, sided, strict=True) if matters)
    places = free + british - sum(theirs)
    return free / places if places else 0.0


def _renewable(piles: Piles, course: Course) -> bool:
    return course.renews and piles.spent + sum(piles.discards) > 0


@lru_cache(maxsize=65_536)
def draws(
    deck: Counts, others: int, sided: tuple[bool, ...], american: int, british: int
) -> tuple[tuple[float, Counts, Counts], ...]:
    """Return what so many cards for each side may be, of each kind, with its chance.

    All sets of cards are equally likely, and so are all ways to part them: ratios of whole numbers,
    divided once.

    Examples
    --------
    One card for each side of three, of which one matters:

    >>> draws((1,), 2, (True,), 1, 1)
    ((0.3333333333333333, (0,), (0,)), (0.3333333333333333, (0,), (1,)),
     (0.3333333333333333, (1,), (0,)))
    """
    cards = american + british
    ways = comb(sum(deck) + others, cards) * comb(cards, american)
    found = []
    for drawn in product(*(range(min(held, cards) + 1) for held in deck)):
        rest = cards - sum(drawn)
        if not 0 <= rest <= others:
            continue
        sets = comb(others, rest)
        for held, number in zip(deck, drawn, strict=True):
            sets *= comb(held, number)
        found += [
            (sets * parted / ways, mine, taken(drawn, mine))
            for mine, parted in _parted(drawn, sided, american, british)
        ]
    return tuple(found)


def _parted(
    drawn: Counts, sided: tuple[bool, ...], american: int, british: int
) -> Iterator[tuple[Counts, int]]:
    """Yield what of the cards the American may get, and in how many ways."""
    apart = sum(number for number, matters in zip(drawn, sided, strict=True) if matters)
    together = american + british - apart
    for mine in product(
        *(
            range(number + 1) if matters else (number,)
            for number, matters in zip(drawn, sided, strict=True)
        )
    ):
        got = sum(number for number, matters in zip(mine, sided, strict=True) if matters)
        if not 0 <= american - got <= together:
            continue
        ways = comb(together, american - got)
        for number, held, matters in zip(mine, drawn, sided, strict=True):
            ways *= comb(held, number) if matters else 1
        yield mine, ways
