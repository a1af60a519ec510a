"""The question that a player asks: 'will my regulars fire again before the Indians close?'."""

from __future__ import annotations

from combat.decks.answer import ALL, CHANCES, COMPUTED, DeckTable
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.musket_skirmish import turn, waits
from combat.musket_skirmish.cards import PLANNING, Deck
from combat.musket_skirmish.settings import Question


def asked(deck: Deck, question: Question) -> DeckTable:
    """Return the chance that is asked for, exact whatever the rest of the answer is.

    Raises
    ------
    OptionError
        For types, cards or variants about which it cannot be asked.
    """
    _check(deck, question)
    if question.number:
        words, chance = _cards(deck, question)
    else:
        words, chance = _fires(deck, question)
    return DeckTable("ask", words, CHANCES, {ALL: {"": chance}}, runs=COMPUTED)


def sentence(table: DeckTable) -> str:
    """Return the answer in words."""
    return f"{table.title}: {Estimate.of_exact(table.data[ALL]['']).as_percent()}, exact"


def _check(deck: Deck, question: Question) -> None:
    if PLANNING in deck.variants:
        raise OptionError("ask is not answered for the planning variant", given=str(question))
    for name in (question.mine, question.theirs):
        deck.check_name(name)
    if question.mine == question.theirs:
        raise OptionError(
            f"ask names {question.mine} twice; the cards of two types are compared",
            given=str(question),
        )


def _cards(deck: Deck, question: Question) -> tuple[str, float]:
    """Return the question about two cards of a turn in words, and its chance."""
    first, second = (question.mine, question.number), (question.theirs, question.other)
    for name, number in (first, second):
        if number > deck.count(name):
            raise OptionError(
                f"ask: {name} have {deck.count(name)} cards in a turn, and not {number}; ask for 1"
                f" to {deck.count(name)}",
                given=str(number),
                allowed=(f"1 to {deck.count(name)}",),
            )
    words = (
        f"in a turn, card {question.number} of {question.mine} comes before card"
        f" {question.other} of {question.theirs}"
    )
    return words, turn.acts_first(deck, first, second)


def _fires(deck: Deck, question: Question) -> tuple[str, float]:
    """Return the question about the next volley in words, and its chance."""
    cards = waits.cards_between_volleys(deck, question.mine)
    if not cards:
        raise OptionError(
            f"the cards of {question.mine} give different actions, or so many that it fires and"
            " reloads on each, so its volleys are not counted by cards",
            given=question.mine,
        )
    found = waits.wait_for(deck, question.mine, cards, question.theirs)
    words = (
        f"{question.mine}, which has fired on its first card of a turn, fires again before"
        f" {question.theirs} has acted {_times(question.other)}"
    )
    return words, sum(chance for number, chance in found.items() if number < question.other)


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
