"""The years of a game as an exact chain over where the cards lie that matter."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple, Protocol, TypeVar

from combat.arrays import Floats
from combat.washingtons_war.deck.cards import Deck
from combat.washingtons_war.deck.course import Course
from combat.washingtons_war.deck.draws import Counts, Deal, Piles, added, deals
from combat.washingtons_war.deck.kinds import Kind, first_piles, joined

Found = TypeVar("Found", covariant=True)
NOBODY = -1


class Memory(NamedTuple):
    """What of a turn matters later: the active war-ends card, and whether a new deck is ordered."""

    active: int = NOBODY
    ordered: bool = False


class Play(NamedTuple):
    """What a turn's hands may lead to.

    ``chance``: a number, or one for each place of the mass; ``discarded``: of each kind, what goes
    to the discards; ``effect``: what else is done, if it is left to the end of the year.
    """

    chance: float | Floats
    memory: Memory
    discarded: Counts
    effect: Hashable = None


State = tuple[Piles, Memory]
Masses = dict[State, Floats]
Played = Mapping[tuple[Piles, Memory, Hashable], Floats]


class Asked(Protocol[Found]):
    """What is asked of the years; its masses are arrays of one shape, a chance in each place."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of cards that matter."""
        ...

    @property
    def unit(self) -> Floats:
        """The mass at the start."""
        ...

    def plays(self, memory: Memory, deal: Deal) -> Iterable[Play]:
        """Yield what hands lead to."""
        ...

    def settled(self, year: int, played: Played) -> tuple[Found, Masses]:
        """Return what is found in the end phase of a year, and what goes on."""
        ...


def years(asked: Asked[Found], deck: Deck, course: Course) -> dict[int, Found]:
    """Return what is found in each year.

    A turn: the cards set aside join (WW-31), a new deck is made where one is due (WW-32), hands are
    dealt (WW-30) and all played (WW-39), the end phase comes (WW-33).
    """
    masses: Masses = {(first_piles(deck, asked.kinds), Memory()): asked.unit}
    found = {}
    for year in course.years:
        ready = _ready(masses, asked.kinds, deck, course, year)
        found[year], masses = asked.settled(year, _played(ready, asked, course))
    return found


def _ready(
    masses: Masses, kinds: tuple[Kind, ...], deck: Deck, course: Course, year: int
) -> Masses:
    """Make the draw deck ready for the deal of a year."""
    ready: Masses = {}
    for (piles, memory), mass in masses.items():
        if year == course.joins:
            piles = joined(piles, deck, kinds)
        if course.renewed_before(year, memory.ordered):
            piles = piles.renewed()
        state = piles, memory._replace(ordered=False)
        ready[state] = ready[state] + mass if state in ready else mass
    return ready


def _played(ready: Masses, asked: Asked[Found], course: Course) -> Played:
    """Deal and play all cards of a year."""
    sided = tuple(kind.sided for kind in asked.kinds)
    after: dict[tuple[Piles, Memory, Hashable], Floats] = {}
    for (piles, memory), mass in ready.items():
        for deal in deals(piles, course, sided):
            for play in asked.plays(memory, deal):
                left = Piles(
                    deal.piles.deck,
                    added(deal.piles.discards, play.discarded),
                    deal.piles.others,
                    deal.piles.spent + deal.others,
                )
                key = left, play.memory, play.effect
                part = deal.chance * play.chance * mass
                after[key] = after[key] + part if key in after else part
    return after


def usual_play(
    kinds: tuple[Kind, ...], memory: Memory, american: Counts, british: Counts
) -> tuple[Memory, Counts]:
    """Return what becomes of hands if of war-ends cards only their number counts.

    The last of a turn's war-ends cards is active, and pushes the one before onto the discards
    (WW-33).
    """
    discarded, ordered, active = [], False, memory.active
    for kind, mine, theirs in zip(kinds, american, british, strict=True):
        if kind.card.year:
            ends = mine + theirs
            discarded.append(ends - 1 + (active != NOBODY) if ends else 0)
            active = 0 if ends else active
        else:
            discarded.append(kind.discarded(mine, theirs))
            ordered = ordered or kind.orders(mine, theirs)
    return Memory(active, ordered), tuple(discarded)
