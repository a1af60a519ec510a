"""The deck of command cards as the rest of the product sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combat.decks.answer import EXACT, SIMULATED, DeckAnswer
from combat.decks.game import DeckGame
from combat.decks.how import How
from combat.napoleonics.deck.assumptions import assumes
from combat.napoleonics.deck.card_file import read_deck
from combat.napoleonics.deck.known import exactly
from combat.napoleonics.deck.lines import lines
from combat.napoleonics.deck.question import Question, question_of
from combat.napoleonics.deck.sample import simulated
from combat.napoleonics.deck.settings import SETTINGS
from combat.napoleonics.deck.tables import tables

NAME = "napoleonics"


def ask(data: Mapping[str, Any] | None, settings: Mapping[str, Any], how: How) -> DeckAnswer:
    """Answer for the deck of command cards (CC-26, CC-40, CC-41).

    Parameters
    ----------
    data : mapping or None
        A user's deck in place of the game's own.
    settings : mapping
        Values of `SETTINGS`.
    how : How

    Raises
    ------
    WargameError
    """
    question = question_of(read_deck(data), settings)
    if how.simulates():
        known, trials, seed = simulated(question, how)
        method = SIMULATED
    else:
        known, trials, seed = exactly(question), None, None
        method = EXACT
    return DeckAnswer(
        NAME,
        _title(question),
        method,
        tables(question, known),
        lines(question, known, trials),
        assumes(question),
        trials,
        seed,
    )


def _title(question: Question) -> str:
    squares = question.squares
    standing = f", {squares} square{'s' * (squares > 1)}" if squares else ""
    return f"Commands & Colors: Napoleonics: a hand of {question.hand} command cards{standing}"


DECK = DeckGame(
    name=NAME,
    aliases=("ccn", "napoleonic"),
    title="Commands & Colors: Napoleonics",
    edition="2010",
    covers=(
        "command cards: the chance to hold a card that orders so many units of a section, orders of"
        " the best card, command and squares, when a tactic card comes to either hand; not which"
        " card is best to play or to keep, nor cards that are shuffled back"
    ),
    settings=SETTINGS,
    ask=ask,
    example="--set hand=6 --set units=4/5/3 --set card='Bayonet Charge'",
    timeline="command",
    curves="orders",
    pairs="card_by_turn",
)
