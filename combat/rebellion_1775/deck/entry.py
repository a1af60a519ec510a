"""The decks of 1775: Rebellion as the rest of the product sees them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combat.decks.answer import EXACT, SIMULATED, DeckAnswer
from combat.decks.game import DeckGame
from combat.decks.how import How
from combat.rebellion_1775.deck.answers import lines
from combat.rebellion_1775.deck.assumptions import assumes
from combat.rebellion_1775.deck.best_play import solved
from combat.rebellion_1775.deck.sample import sampled_timing
from combat.rebellion_1775.deck.settings import SETTINGS
from combat.rebellion_1775.deck.situation import kept_where_settled, situation_of
from combat.rebellion_1775.deck.tables import tables, value_tables
from combat.rebellion_1775.deck.timing import named_timing

NAME = "rebellion-1775"


def ask(data: Mapping[str, Any] | None, settings: Mapping[str, Any], how: How) -> DeckAnswer:
    """Answer for the four decks.

    Parameters
    ----------
    data : mapping or None
        Contents of a deck file, as decks.toml has them; None for the decks of the rules.
    settings : mapping
    how : How

    Raises
    ------
    OptionError
        A file or settings that cannot be.
    TooLargeError
        Decks that are too large for best play.
    """
    asked = kept_where_settled(situation_of(data, settings))
    solution = solved(asked) if asked.best else None
    trials, seed = None, None
    if how.simulates():
        timing, trials, seed = sampled_timing(asked, solution, how)
    else:
        timing = solution.timing if solution else named_timing(asked)
    exact = trials is None
    return DeckAnswer(
        NAME,
        f"1775: Rebellion: {asked.scenario.title}",
        EXACT if exact else SIMULATED,
        (
            *tables(asked, timing, solution, trials),
            *value_tables(asked, timing, solution, exact=exact),
        ),
        tuple(lines(asked, timing, solution, trials)),
        tuple(assumes(asked, solution, trials)),
        trials,
        seed,
    )


DECK = DeckGame(
    name=NAME,
    aliases=("rb", "1775", "rebellion"),
    title="1775: Rebellion",
    edition="2013",
    covers=(
        "when truces come and the game ends, under named policies and best play; turn order, events"
        " and hands without a movement card; not what the cards do on the map"
    ),
    settings=SETTINGS,
    ask=ask,
    example="--set truce=random --set 'table=british: 1, patriot: 4'",
    timeline="truce_turn",
    curves="last_round",
    pairs="ended_by",
)
