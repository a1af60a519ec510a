"""The usual questions about a hand, answered in words."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from combat.decks.answer import mean_of
from combat.estimate import Estimate
from combat.napoleonics.deck.card import CENTRE, LEFT, RIGHT, SECTIONS
from combat.napoleonics.deck.known import ANY_CARD, SECTION_CARDS, Known
from combat.napoleonics.deck.orders import WITH_TACTICS, Pmf
from combat.napoleonics.deck.question import Question
from combat.napoleonics.deck.tables import at_least

PLACES = {LEFT: "on the left", CENTRE: "in the centre", RIGHT: "on the right"}
ASKED = (2, 3, 4)  # numbers of units that lines tell of


def lines(question: Question, known: Known, trials: int | None) -> tuple[str, ...]:
    """Return the answers in words.

    Parameters
    ----------
    trials : int, optional
        Of a simulation.
    """
    return tuple(_lines(question, known, trials))


def _lines(question: Question, known: Known, trials: int | None) -> Iterator[str]:
    held = _counted(question.held, "card")
    if question.squares:
        yield (
            f"{_counted(question.squares, 'square')}: as many cards have left your hand by chance,"
            f" and you hold {held}"
        )
    for number in ASKED:
        chances = ", ".join(
            f"{PLACES[section]} {_percent(at_least(known.best[section], number), trials)}"
            for section in SECTIONS
        )
        yield f"with {held} you hold a card for {number} or more units {chances}"
    means = ", ".join(
        f"{PLACES[section]} {_mean(known.best[section], trials)}" for section in SECTIONS
    )
    yield f"units that the best section card orders on average: {means}"
    if WITH_TACTICS in known.best:
        mean = _mean(known.best[WITH_TACTICS], trials)
        yield f"the best card of all, tactic cards too, orders {mean} units on average"
    if any(card.by_command for card in question.deck.cards):
        assault = _percent(at_least(known.assault[question.squares], 1), trials)
        yield (
            f"you hold an Assault that orders someone: {assault}; it orders up to"
            f" {question.held}, as many as you hold cards"
        )
    yield (
        f"no card that you hold orders anyone: {_percent(known.idle[ANY_CARD], trials)}; no"
        f" section card does: {_percent(known.idle[SECTION_CARDS], trials)}"
    )
    if question.card:
        yield from _card_lines(question, known, trials)


def _card_lines(question: Question, known: Known, trials: int | None) -> Iterator[str]:
    """Tell of the tactic card that is asked about."""
    name = question.card
    card = next(card for card in question.deck.tactics if card.name == name)
    about = f": {card.says}" if card.says else ""
    yield f"{name}, {card.count} of {question.deck.size} cards{about}"
    yield (
        f"{name} is in your opening hand of {question.hand}: {_percent(known.dealt[name], trials)}"
    )
    yield (
        f"you have held {name} by your turn {question.turns}:"
        f" {_percent(known.own[name][-1], trials)}; the enemy has by then:"
        f" {_percent(known.enemy[name][-1], trials)}"
    )


def _percent(chance: float, trials: int | None) -> str:
    return Estimate.of_chance(chance, trials).as_percent()


def _mean(pmf: Pmf, trials: int | None) -> str:
    mean = mean_of(pmf)
    spread = sum(chance * (orders - mean) ** 2 for orders, chance in pmf.items())
    return str(Estimate.of_mean(mean, sqrt(spread), trials))


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
