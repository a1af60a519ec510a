"""What is asked of a strategy deck, as a value."""

from __future__ import annotations

from dataclasses import dataclass, field

from combat.washingtons_war.deck.cards import Card, Deck
from combat.washingtons_war.deck.course import Course
from combat.washingtons_war.deck.last_word import CLAIM, LastWord
from combat.washingtons_war.deck.track import Rates


@dataclass(frozen=True)
class Problem:
    """What is asked.

    Parameters
    ----------
    deck : Deck
    course : Course
    word : LastWord
    rates : Rates
    asked : tuple of Card
        The cards of which it is asked by when they come.
    redraws : float
        Chance that a battle card in the hand of its side is played in a battle, and replaced by a
        card drawn (WW-05).
    alliance_renews : bool
        Whether a new deck is made when the alliance is (WW-32).
    era : {'1776', '1775', 'new-deck'}
        What a single hand is dealt from.
    """

    deck: Deck
    course: Course = field(default_factory=Course)
    word: LastWord = field(default_factory=LastWord)
    rates: Rates = field(default_factory=Rates)
    asked: tuple[Card, ...] = ()
    redraws: float = 0.0
    alliance_renews: bool = False
    era: str = "1776"

    @property
    def claims(self) -> bool:
        """Whether a claim to begin matters to the war's end (WW-39)."""
        return self.word.by_holder and self.word.order == CLAIM
