"""By when a card has been dealt, and to whom, exactly (WW-31)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from combat.arrays import Floats
from combat.washingtons_war.deck.cards import Card, Deck
from combat.washingtons_war.deck.chain import Masses, Memory, Play, Played, usual_play
from combat.washingtons_war.deck.course import Course
from combat.washingtons_war.deck.draws import Deal
from combat.washingtons_war.deck.kinds import Kind, kinds_that_count


class Arrival:
    """The question by when a card, or one of several of a name, has been dealt.

    The mass of a state: the chance that none has been dealt to either side, to the American, to the
    British.

    Parameters
    ----------
    deck : Deck
    course : Course
    card : Card
        No war-ends card.
    """

    def __init__(self, deck: Deck, course: Course, card: Card) -> None:
        asked = Kind.of(card, asked=True)
        self.kinds = (asked, *kinds_that_count(deck, course, (card,)))
        self.unit: Floats = np.ones(3)

    def plays(self, memory: Memory, deal: Deal) -> Iterator[Play]:
        """Yield the one thing that hands lead to."""
        after, discarded = usual_play(self.kinds, memory, deal.american, deal.british)
        mine, theirs = deal.american[0] == 0, deal.british[0] == 0
        yield Play(np.array([mine and theirs, mine, theirs], float), after, discarded)

    def settled(self, year: int, played: Played) -> tuple[Floats, Masses]:  # noqa: ARG002
        """Return the chance to have been dealt by now: to either, the American, the British."""
        masses: Masses = {}
        undealt = np.zeros(3)
        for (piles, memory, _), mass in played.items():
            undealt += mass
            if mass.any():
                masses[piles, memory] = mass
        return 1.0 - undealt, masses
