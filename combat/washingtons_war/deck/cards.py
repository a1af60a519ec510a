"""A strategy deck as a value (WW-30, WW-31, WW-33)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from combat.entries import unknown
from combat.errors import OptionError
from combat.washingtons_war.generals import AMERICAN, BRITISH

OPS, EVENT, CAMPAIGN, BATTLE = "ops", "event", "campaign", "battle"
KINDS = (OPS, EVENT, CAMPAIGN, BATTLE)
BOTH, NEITHER = "both", "neither"
PLAYERS = (AMERICAN, BRITISH)
SIDES = (*PLAYERS, BOTH)
USER = "user"
HAND = 7
YEARS = range(1775, 1784)
JOINS = 1776
CARDS = 110


@dataclass(frozen=True)
class Card:
    """A strategy card, of which the deck may hold several.

    Parameters
    ----------
    name : str
    count : int
    kind : {'ops', 'event', 'campaign', 'battle'}
    ops : int
        Operations value, 1 to 3; 0 if it has none.
    side : {'american', 'british', 'both'}
        Who may play it as what it is.
    must_be_played : bool
        Whether whoever holds it must play it (WW-33).
    year : int
        In which, or after which, the war ends while it is active; 0 if it is no such card.
    from_1776 : bool
        Whether it is shuffled in at the start of 1776 (WW-31).
    removed_after_play, reshuffle : bool
        Whether it leaves the game, and whether it orders a new deck, once played (WW-32).
    track : int
        Steps of the alliance track, back if negative (WW-34).
    ends_regulars : bool
        Whether it ends the regulars' advantage (WW-27).
    confidence, source : str
        Where it is known from.
    unverified : tuple of str
        What of it is not.
    """

    name: str
    count: int = 1
    kind: str = EVENT
    ops: int = 0
    side: str = BOTH
    must_be_played: bool = False
    year: int = 0
    from_1776: bool = False
    removed_after_play: bool = False
    reshuffle: bool = False
    track: int = 0
    ends_regulars: bool = False
    confidence: str = USER
    source: str = ""
    unverified: tuple[str, ...] = ()

    @property
    def player(self) -> str:
        """Who, holding it, plays it as an event: a side, ``both``, or ``neither``.

        A battle card is played in battles only, an OPS card is no event.
        """
        return NEITHER if self.kind in (OPS, BATTLE) else self.side

    def playable(self, side: str) -> bool:
        """Return whether it has the side's own flag, or both or none."""
        return self.side in (side, BOTH)


@dataclass(frozen=True)
class Deck:
    """All strategy cards of a game.

    ``example``: whether it is the shipped one.
    """

    cards: tuple[Card, ...]
    example: bool = False

    @property
    def size(self) -> int:
        """Number of cards."""
        return self.number(lambda _: True)

    def number(self, wanted: Callable[[Card], bool]) -> int:
        """Return how many cards are wanted ones."""
        return sum(card.count for card in self.cards if wanted(card))

    @property
    def war_ends(self) -> tuple[Card, ...]:
        """The war-ends cards one by one, by their year."""
        return tuple(sorted(each(c for c in self.cards if c.year), key=lambda card: card.year))

    def named(self, name: str) -> Card:
        """Return the card of that name, or the only one whose name has this in it.

        Raises
        ------
        OptionError
        """
        names = tuple(card.name for card in self.cards)
        same = [card for card in self.cards if card.name.casefold() == name.casefold()]
        like = same or [card for card in self.cards if name.casefold() in card.name.casefold()]
        if not like:
            raise unknown("card", name, names, "cards: ")
        if len(like) > 1:
            found = tuple(card.name for card in like)
            raise OptionError(
                f"cards: {name!r} is in the names of {len(like)} cards: {'; '.join(found)};"
                " write more of it",
                given=name,
                allowed=found,
            )
        return like[0]


def each(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards one by one: an entry of several as often as there are."""
    return tuple(card for card in cards for _ in range(card.count))
