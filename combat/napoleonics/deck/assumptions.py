"""What an answer about the deck takes for granted, and which counts are not sure."""

from __future__ import annotations

from collections.abc import Iterator

from combat.napoleonics.deck.card import (
    DICE,
    MEMORY,
    ONE_SECTION,
    SINGLE,
    Card,
    CommandDeck,
    TacticOrders,
)
from combat.napoleonics.deck.question import Question
from combat.napoleonics.legality import HAND_FOR_SQUARE


def assumes(question: Question) -> tuple[str, ...]:
    """Return what an answer takes for granted, counts that are not sure among it."""
    return tuple(_lines(question))


def _lines(question: Question) -> Iterator[str]:
    yield "rules: Commands & Colors: Napoleonics, 2010 edition"
    yield from _deck(question.deck)
    yield (
        "hands are as if dealt; what a player keeps from turn to turn makes his hand richer or"
        " poorer"
    )
    yield from _units(question)
    yield from _tactics(question)
    yield from _squares(question)
    if question.deck.tactics:
        yield from _draws(question)


def _deck(deck: CommandDeck) -> Iterator[str]:
    """Tell how many cards there are, and which counts are not sure (CC-40)."""
    sections = deck.size - deck.tactic_size
    whose = "the deck" if deck.shipped else "the deck of your file"
    yield f"{whose}: {deck.size} cards, {sections} section and {deck.tactic_size} tactic cards"
    for confidence in (SINGLE, MEMORY):
        names = _names(deck, confidence)
        if names:
            yield (
                f"{confidence}: the counts of {names}, and what they order; a deck file replaces"
                " them"
            )


def _names(deck: CommandDeck, confidence: str) -> str:
    """Return the names of the cards that rest on so little, tactic cards as one if all do."""
    doubtful = [card for card in deck.cards if card.confidence == confidence]
    tactics = [card for card in doubtful if card.tactic]
    together = len(tactics) > 1 and len(tactics) == len(deck.tactics)
    named = [card.name for card in doubtful if not (together and card.tactic)]
    return ", ".join([*dict.fromkeys(named), *(["all tactic cards"] if together else [])])


def _units(question: Question) -> Iterator[str]:
    if question.placed is None:
        yield "every section has units enough for all orders (units=4/5/3 says how many)"
    else:
        yield f"units {question.placed}; surplus orders lapse (CC-41)"
        yield "an attached leader goes with his unit on its order (CC-32)"


def _tactics(question: Question) -> Iterator[str]:
    """Tell how tactic cards count among orders."""
    if not question.deck.tactics:
        return
    if question.army is None:
        yield "tactic cards are not counted among orders (tactics=8/4/2/3 counts them)"
    else:
        yield f"tactic cards order of: {str(question.army) or 'nobody'}; not in orders by section"
        if any(_orders(card).number == DICE for card in question.deck.tactics):
            yield "a card with dice is compared by its orders on average"
        if any(_orders(card).where == ONE_SECTION for card in question.deck.tactics):
            yield "the section with the most units holds as many of the class as it can"
    none = [card.name for card in question.deck.tactics if _orders(card) == TacticOrders(0)]
    if none:
        yield f"not counted on for orders: {', '.join(none)}"


def _orders(card: Card) -> TacticOrders:
    assert isinstance(card.orders, TacticOrders)
    return card.orders


def _squares(question: Question) -> Iterator[str]:
    if not question.squares:
        return
    yield "squares take cards of the hand by chance, and command is what is left (CC-26, CC-41)"
    if question.held < HAND_FOR_SQUARE - 1:
        yield (
            f"{SINGLE}: with fewer than {HAND_FOR_SQUARE} cards no square is formed;"
            f" {question.squares} are taken as they stand (CC-26)"
        )


def _draws(question: Question) -> Iterator[str]:
    """Tell how cards come by turn (CC-40)."""
    yield (
        "both sides draw from one deck, a card at the end of each turn; no card is shuffled back"
        " (Elan) or drawn out of turn (First Strike)"
    )
    choice = [card.name for card in question.deck.cards if card.draws > 1]
    names = ", ".join(dict.fromkeys(choice))
    if question.scouts:
        yield (
            f"each {names} is played in the first turn in which it is held; of the two cards drawn"
            f" the one looked for is kept, else another {names}"
        )
    elif names:
        yield f"the choice of two cards after {names} is left out (scout=choose)"
    who = "the enemy has" if question.enemy_first else "you have"
    yield f"{who} the first turn (first)"
