"""What an answer about a strategy deck takes for granted."""

from __future__ import annotations

from collections.abc import Iterator

from combat.notation import plain_number
from combat.washingtons_war.deck.alliance import moving_cards
from combat.washingtons_war.deck.cards import CARDS, OPS, YEARS, Card, Deck
from combat.washingtons_war.deck.course import EVERY_TURN, NONE, RUNS_OUT
from combat.washingtons_war.deck.deck_file import EXAMPLE
from combat.washingtons_war.deck.hands import FIRST, LATER, NEW_DECK
from combat.washingtons_war.deck.last_word import CLAIM, EARLIEST, HOLDER, LATEST, RANDOM
from combat.washingtons_war.deck.problem import Problem
from combat.washingtons_war.deck.track import Rates

MOST_NAMED = 2
RESHUFFLED = {
    RUNS_OUT: "a new deck is made when the deck runs out, also within a deal (WW-32)",
    EVERY_TURN: "a new deck is made of discards and remaining cards before each deal",
    NONE: "no new deck is ever made: the deal of 1782 ends with the deck",
}
LAST = {
    RANDOM: "of war-ends cards dealt in a year any is as likely to be played last as another",
    EARLIEST: "of war-ends cards dealt in a year the one with the earliest date is played last",
    LATEST: "of war-ends cards dealt in a year the one with the latest date is played last",
}
HAND_OF = {
    LATER: "a hand is of 1776, or of a later year before a new deck is made (WW-31)",
    FIRST: "a hand is of 1775, without the cards that join in 1776 (WW-31)",
    NEW_DECK: "a hand is from a deck of all cards, an active war-ends card among them",
}


def assumes(problem: Problem) -> Iterator[str]:
    """Yield what an answer takes for granted, what is not verified of the deck among it."""
    yield "rules: Washington's War, 2010 edition"
    yield from _deck(problem.deck)
    yield from _renewing(problem)
    yield from _war_ends(problem)
    yield (
        "each side plays every event that it may, and must-play cards whoever holds them; no event"
        " is discarded and picked up (WW-37), no card is lost or drawn by an event"
    )
    yield _redraws(problem.redraws)
    yield "tables by year but the war's end are as if the war went on"
    yield from _track(problem)
    yield HAND_OF[problem.era]
    if problem.word.order == CLAIM:
        yield (
            "the British claim the first play whenever they hold a campaign card, else the"
            " Americans begin (WW-39)"
        )


def _deck(deck: Deck) -> Iterator[str]:
    if deck.size != CARDS:
        yield f"the deck has {deck.size} cards, not {CARDS} (WW-30)"
    made_up = [card for card in deck.cards if card.confidence == EXAMPLE]
    partly = [card for card in deck.cards if card.unverified and card not in made_up]
    if not made_up and not partly:
        return
    what = "the deck is an example, to be replaced by a file" if deck.example else "of the deck"
    number = sum(card.count for card in made_up)
    ops = ", ".join(f"{c.count} of OPS {c.ops}" for c in made_up if c.kind == OPS)
    filled = f"{number} of {deck.size} cards are made up" + (f", {ops} among them" if ops else "")
    yield f"{what}: {filled if made_up else 'all cards are known by name'}"
    if partly:
        yield "not verified: " + "; ".join(
            f"{key} of {_named([card for card in partly if key in card.unverified])}"
            for key in dict.fromkeys(key for card in partly for key in card.unverified)
        )


def _named(cards: list[Card]) -> str:
    """Return a few cards by name, with their number if there are several; else how many."""
    if len(cards) > MOST_NAMED:
        return f"{len(cards)} cards"
    return ", ".join(f"{c.name} ({c.count})" if c.count > 1 else c.name for c in cards)


def _renewing(problem: Problem) -> Iterator[str]:
    course = problem.course
    yield RESHUFFLED[course.reshuffle] + "; cards are dealt in turn, the American first (WW-30)"
    if not course.renews:
        return
    if course.new_decks:
        yield "a new deck before the deal of " + ", ".join(map(str, sorted(course.new_decks)))
    if course.reshuffle == RUNS_OUT:
        if not any(card.reshuffle for card in problem.deck.cards):
            yield "no card of the deck orders a new deck; which cards do is not known (WW-32)"
        if not problem.alliance_renews:
            yield (
                "the alliance makes no new deck: set alliance_deck=yes, or new_decks to the year"
                " after it"
            )


def _war_ends(problem: Problem) -> Iterator[str]:
    word = problem.word
    if word.policy == HOLDER:
        yield (
            "who holds war-ends cards plays them as is best for his wish, the British for the"
            f" {word.british} end, the Americans for a {word.american} one, both with open hands;"
            " whoever plays the turn's last card has the last word"
        )
    else:
        yield LAST[word.policy]
    yield f"the war ends with {YEARS[-1]} at the latest, and never before by a victory (WW-33)"


def _redraws(chance: float) -> str:
    if not chance:
        return "no card is drawn in place of a battle card (WW-05): set redraws to count them"
    return (
        f"a battle card in the hand of its side is played with {plain_number(100 * chance)} %, and"
        " a card drawn for it into the same hand, after the deal and before other cards are played"
        " (WW-05, WW-38)"
    )


def _track(problem: Problem) -> Iterator[str]:
    rates = problem.rates
    wins = ", ".join(map(plain_number, rates.wins))
    mine = " (an example)" if rates.wins == Rates().wins else ""
    yield f"American battle wins by year: on average {wins}{mine}, Poisson's, each a step (WW-12)"
    for numbers, what in (
        (rates.regulars, "the regulars' advantage is lost in a battle"),
        (rates.washington, "Washington is captured (WW-20)"),
    ):
        chances = ", ".join(f"{plain_number(100 * number)} %" for number in numbers)
        yield f"{what}: by year with {chances}" if any(numbers) else f"{what}: never"
    if any(card.track < 0 for card in moving_cards(problem.deck)) or any(rates.washington):
        yield "steps back of a year come before its steps forward; the track ends at 0"
