"""How the cards of a game are dealt and renewed, year by year (WW-30 to WW-32)."""

from __future__ import annotations

from dataclasses import dataclass

from combat.washingtons_war.deck.cards import HAND, JOINS, YEARS

RUNS_OUT, EVERY_TURN, NONE = "runs-out", "every-turn", "none"
RESHUFFLES = (RUNS_OUT, EVERY_TURN, NONE)


@dataclass(frozen=True)
class Course:
    """How the cards are dealt and renewed.

    Parameters
    ----------
    reshuffle : {'runs-out', 'every-turn', 'none'}
        When a new deck is made of discards and remaining cards: when the deck runs out and when a
        card orders it (the rule, WW-32); before each deal; or never, and then the deal ends with
        the deck.
    new_decks : frozenset of int
        Years before whose deal one is made besides.
    hand : int
        Cards dealt to each side a turn.
    years : range
    joins : int
        At the start of which year the cards set aside join (WW-31).
    """

    reshuffle: str = RUNS_OUT
    new_decks: frozenset[int] = frozenset()
    hand: int = HAND
    years: range = YEARS
    joins: int = JOINS

    @property
    def renews(self) -> bool:
        """Whether a deck that runs out is made anew."""
        return self.reshuffle != NONE

    def renewed_before(self, year: int, ordered: bool = False) -> bool:
        """Return whether a new deck is made before the deal of a year.

        ``ordered``: whether a card that orders it has been played.
        """
        if not self.renews or year == self.years[0]:
            return False
        return self.reshuffle == EVERY_TURN or year in self.new_decks or ordered


def shares(cards: int, american: int, british: int) -> tuple[int, int]:
    """Return how many of the next cards each side gets, dealt in turn, the American first.

    Parameters
    ----------
    cards : int
        Cards dealt now, at most as many as both sides are still to get.
    american, british : int
        Cards that each is still to get.

    Examples
    --------
    >>> shares(5, 7, 7), shares(5, 1, 4)
    ((3, 2), (1, 4))
    """
    first = min(american, (cards + 1) // 2)
    second = min(british, cards - first)
    return cards - second, second
