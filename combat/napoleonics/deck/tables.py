"""What is known of hands and draws, as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import fsum

from combat.decks.answer import CHANCES, COMPUTED, NUMBERS, PMF, DeckTable, mean_of, pmf_of, sd_of
from combat.napoleonics.deck.card import SECTIONS, SectionOrders
from combat.napoleonics.deck.known import Known
from combat.napoleonics.deck.orders import IN_ALL, Pmf, ends, section_orders
from combat.napoleonics.deck.question import Question

LEAST_ROWS = 4  # numbers of orders that are always listed


def at_least(pmf: Pmf, number: int) -> float:
    """Return the chance of so many or more.

    Examples
    --------
    >>> at_least({0: 0.25, 3: 0.75}, 2)
    0.75
    """
    return min(1.0, fsum(chance for orders, chance in pmf.items() if orders >= number))


def _best_and_any(known: Known, end: str, of: Callable[[Pmf], float]) -> dict[str, float]:
    return {"best card": of(known.best[end]), "card by chance": of(known.by_chance[end])}


def tables(question: Question, known: Known) -> tuple[DeckTable, ...]:
    """Return all tables of an answer (CC-40, CC-41)."""
    return tuple(_tables(question, known))


def _tables(question: Question, known: Known) -> Iterator[DeckTable]:
    held = question.held
    sections = {section: known.best[section] for section in SECTIONS}
    in_all = {end: known.best[end] for end in ends(question) if end not in SECTIONS}
    yield DeckTable(
        "orders",
        f"a section card for so many units or more among the {held} cards held",
        CHANCES,
        _rising(sections, _most_orders(question)),
        "orders",
    )
    yield DeckTable(
        "orders_in_all",
        f"the best of the {held} cards held orders so many units or more, wherever they are",
        CHANCES,
        _rising(in_all, max(LEAST_ROWS, *(max(pmf) for pmf in in_all.values()))),
        "orders",
    )
    yield DeckTable(
        "best_orders",
        f"orders on average, of the {held} cards held",
        NUMBERS,
        {end: _best_and_any(known, end, mean_of) for end in ends(question)},
        "card",
        "orders",
        sds={end: _best_and_any(known, end, sd_of) for end in ends(question)},
    )
    yield DeckTable(
        "command",
        "orders of the best Assault held, by squares that stand; 0 if none is held",
        PMF,
        {
            str(squares): pmf_of(pmf)
            for squares, pmf in zip(question.all_squares, known.assault, strict=True)
        },
        "orders",
        mean=True,
    )
    yield DeckTable(
        "assault_orders",
        "orders of an Assault in each section, by squares that stand",
        NUMBERS,
        {str(squares): _assault(question, squares) for squares in question.all_squares},
        "section",
        "orders",
        runs=COMPUTED,
    )
    yield DeckTable(
        "no_orders",
        f"none of the {held} cards held orders anyone",
        CHANCES,
        {name: {"": chance} for name, chance in known.idle.items()},
    )
    if question.deck.tactics:
        yield from _tactic_tables(question, known)


def _tactic_tables(question: Question, known: Known) -> Iterator[DeckTable]:
    yield DeckTable(
        "card_in_hand",
        f"a tactic card is in the opening hand of {question.hand}",
        CHANCES,
        {name: {"": chance} for name, chance in known.dealt.items()},
    )
    for name, whose, found in (
        ("card_by_turn", "you have held a tactic card", known.own),
        ("enemy_card_by_turn", "the enemy has held a tactic card", known.enemy),
    ):
        yield DeckTable(
            name,
            f"{whose} before you play a card in your turn",
            CHANCES,
            {
                card: {str(turn): chance for turn, chance in enumerate(chances, start=1)}
                for card, chances in found.items()
            },
            "own turn",
        )


def _rising(best: Mapping[str, Pmf], most: int) -> dict[str, dict[str, float]]:
    return {
        end: {str(number): at_least(pmf, number) for number in range(1, most + 1)}
        for end, pmf in best.items()
    }


def _most_orders(question: Question) -> int:
    """Return the most orders that a card of the deck has for a section, units or none."""
    numbers = [
        max(card.orders.at(question.held))
        for card in question.deck.cards
        if isinstance(card.orders, SectionOrders)
    ]
    return max(LEAST_ROWS, *numbers) if numbers else LEAST_ROWS


def _assault(question: Question, squares: int) -> dict[str, float]:
    """Return what the best Assault orders in each section, and in all (CC-41)."""
    command = question.hand - squares
    found = [
        card.orders
        for card in question.deck.cards
        if isinstance(card.orders, SectionOrders) and card.orders.by_command
    ]
    columns = (*zip(SECTIONS, SECTIONS, strict=True), ("in all", IN_ALL))
    return {
        column: float(
            max((section_orders(one, question.placed, command, end) for one in found), default=0)
        )
        for column, end in columns
    }
