"""What is asked of the deck: the cards, the hands, the squares, the turns and the army."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from combat.entries import unknown
from combat.errors import OptionError
from combat.napoleonics.deck.army import Army
from combat.napoleonics.deck.card import CommandDeck
from combat.napoleonics.deck.placed import Placed
from combat.napoleonics.settings import MOST_SQUARES

USUAL_HAND, USUAL_TURNS = 5, 8


@dataclass(frozen=True)
class Question:
    """A deck and what stands on the field.

    Parameters
    ----------
    deck : CommandDeck
    hand, enemy_hand : int
        Cards of each side's hand as dealt.
    squares : int
        Own units in square, each with a card of the hand (CC-26).
    turns : int
        Own turns to look ahead.
    placed : Placed, optional
        Units by section; enough of them everywhere if not known.
    army : Army, optional
        Units by class, for tactic cards.
    card : str
        The tactic card that is asked about; may be empty.
    scouts : bool
        Whether each card that lets one choose of two is played at once, for that choice.
    enemy_first : bool
        Whether the enemy has the first turn.
    """

    deck: CommandDeck
    hand: int = USUAL_HAND
    enemy_hand: int = USUAL_HAND
    squares: int = 0
    turns: int = USUAL_TURNS
    placed: Placed | None = None
    army: Army | None = None
    card: str = ""
    scouts: bool = False
    enemy_first: bool = False

    @property
    def held(self) -> int:
        """Cards in the hand while the squares stand; the command too (CC-26, CC-41)."""
        return self.hand - self.squares

    @property
    def all_squares(self) -> range:
        """Squares that can stand and leave a card to play (CC-26)."""
        return range(min(MOST_SQUARES, self.hand - 1) + 1)

    def own_cards(self, turn: int) -> int:
        """Return the cards held until the play of an own turn, without any choice of two."""
        return self.hand + turn - 1

    def enemy_cards(self, turn: int) -> int:
        """Return the cards that the enemy has held until the play of an own turn."""
        return self.enemy_hand + turn - 1 + self.enemy_first

    @property
    def lasting(self) -> int:
        """Own turns for which the deck surely lasts, with no card shuffled back (CC-40)."""
        spare = sum(card.count for card in self.deck.cards if card.draws > 1) if self.scouts else 0
        left = self.deck.size - self.hand - self.enemy_hand - self.enemy_first - spare
        return left // 2 + 1 if left >= 0 else 0


def question_of(deck: CommandDeck, settings: Mapping[str, Any]) -> Question:
    """Return what the settings ask of a deck.

    Raises
    ------
    OptionError
        More cards dealt than there are, squares that leave no card, turns after the deck has run
        out, a tactic card that is not in the deck.
    """

    def said(key: str, usual: int) -> int:
        return usual if settings[key] is None else settings[key]

    found = Question(
        deck,
        said("hand", USUAL_HAND),
        said("enemy_hand", USUAL_HAND),
        said("squares", 0),
        said("turns", USUAL_TURNS),
        settings["units"],
        settings["tactics"],
        _tactic(deck, settings["card"]),
        settings["scout"] == "choose",
        settings["first"] == "enemy",
    )
    _check_hands(found)
    if settings["turns"] is None:
        return _for_turns(found, min(found.turns, found.lasting))
    if found.turns > found.lasting:
        raise OptionError(
            f"turns={found.turns} is not possible: the deck of {deck.size} cards lasts for"
            f" {found.lasting} own turns",
            given=str(found.turns),
            allowed=(f"1 to {found.lasting}",),
        )
    return found


def _for_turns(question: Question, turns: int) -> Question:
    return replace(question, turns=turns)


def _check_hands(question: Question) -> None:
    size, dealt = question.deck.size, question.hand + question.enemy_hand
    if question.lasting < 1:
        raise OptionError(
            f"hands of {question.hand} and {question.enemy_hand} are {dealt} cards: the deck of"
            f" {size} does not last for a turn",
            given=str(dealt),
            allowed=(f"hands of {size} cards or fewer",),
        )
    if question.squares not in question.all_squares:
        raise OptionError(
            f"squares={question.squares} is not possible: with a hand of {question.hand} at most"
            f" {question.all_squares[-1]} leave a card to play (CC-26)",
            given=str(question.squares),
            allowed=(f"0 to {question.all_squares[-1]}",),
        )


def _tactic(deck: CommandDeck, name: str) -> str:
    """Return the name of a tactic card as the deck has it."""
    known = {card.name.casefold().replace("-", " "): card.name for card in deck.tactics}
    word = " ".join(name.casefold().replace("-", " ").replace("é", "e").split())
    if word and word not in known:
        raise unknown("tactic card", name, known.values(), "card: ")
    return known.get(word, "")
