"""What is known of hands and draws, however it was found; and exactly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from combat.decks.urns import at_least
from combat.napoleonics.deck.ladder import Ladder
from combat.napoleonics.deck.orders import ASSAULT, Pmf, ends, orders_anyone, orders_for
from combat.napoleonics.deck.question import Question
from combat.napoleonics.deck.scouting import held_by, scouted_by

SECTION_CARDS, ANY_CARD = "section cards", "all cards"


@dataclass(frozen=True)
class Known:
    """Chances and means of hands and draws.

    Parameters
    ----------
    best : mapping of str to Pmf
        By end: orders of the best card in hand.
    by_chance : mapping of str to Pmf
        By end: orders of a card taken from the hand by chance.
    assault : tuple of Pmf
        By squares, from none: orders of the best Assault in hand, 0 if there is none.
    idle : mapping of str to float
        Chance that no card in hand orders anyone, of section cards and of all.
    dealt : mapping of str to float
        By tactic card: chance that it is in the opening hand.
    own, enemy : mapping of str to tuple of float
        By tactic card: chance to have held it until the play of each own turn, from 1.
    """

    best: Mapping[str, Pmf]
    by_chance: Mapping[str, Pmf]
    assault: tuple[Pmf, ...]
    idle: Mapping[str, float]
    dealt: Mapping[str, float]
    own: Mapping[str, tuple[float, ...]]
    enemy: Mapping[str, tuple[float, ...]]


def ladder_for(question: Question, end: str, command: int) -> Ladder:
    """Return the ladder of the deck's cards for an end."""
    return Ladder.of(orders_for(question, end, command))


def idle_kinds(question: Question) -> dict[str, tuple[bool, ...]]:
    """Return which kinds of cards order nobody: all but section cards, and of all (CC-40)."""
    idle = tuple(not orders_anyone(card, question, question.held) for card in question.deck.cards)
    tactic = (card.tactic for card in question.deck.cards)
    return {
        SECTION_CARDS: tuple(no or other for no, other in zip(idle, tactic, strict=True)),
        ANY_CARD: idle,
    }


def exactly(question: Question) -> Known:
    """Return what is known of hands and draws, by closed forms (CC-26, CC-40, CC-41).

    Cards that squares take leave by chance, so that those left are as if dealt.
    """
    deck, held = question.deck, question.held
    best: dict[str, Pmf] = {}
    by_chance: dict[str, Pmf] = {}
    for end in ends(question):
        gains = orders_for(question, end, held)
        ladder = Ladder.of(gains)
        best[end] = ladder.orders(ladder.best(deck.counts, held))
        any_card: dict[int, float] = {}
        for card, pmf in zip(deck.cards, gains, strict=True):
            for orders, chance in pmf.items():
                more = card.count * chance / deck.size
                any_card[orders] = any_card.get(orders, 0.0) + more
        by_chance[end] = any_card
    assault = []
    for squares in question.all_squares:
        command = question.hand - squares
        ladder = ladder_for(question, ASSAULT, command)
        assault.append(ladder.orders(ladder.best(deck.counts, command)))
    return Known(
        best,
        by_chance,
        tuple(assault),
        {name: _all_of(question, idle) for name, idle in idle_kinds(question).items()},
        {card.name: held_by(deck.size, card.count, question.hand) for card in deck.tactics},
        {card.name: tuple(_own(question, card.count)) for card in deck.tactics},
        {
            card.name: tuple(
                held_by(deck.size, card.count, question.enemy_cards(turn))
                for turn in range(1, question.turns + 1)
            )
            for card in deck.tactics
        },
    )


def _all_of(question: Question, kinds: tuple[bool, ...]) -> float:
    """Return the chance that all cards held are of these kinds."""
    deck, held = question.deck, question.held
    cards = sum(card.count for card, one in zip(deck.cards, kinds, strict=True) if one)
    return at_least(deck.size, cards, held, held)


def _own(question: Question, marked: int) -> list[float]:
    deck = question.deck
    if question.scouts:
        scouts = sum(card.count for card in deck.cards if card.draws > 1)
        return scouted_by(deck.size, marked, scouts, question.hand, question.turns)
    return [
        held_by(deck.size, marked, question.own_cards(turn))
        for turn in range(1, question.turns + 1)
    ]
