"""The strategy deck as the rest of the product sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from combat.decks.answer import COMPUTED, EXACT, SIMULATED, DeckAnswer
from combat.decks.game import DeckGame
from combat.decks.how import How
from combat.washingtons_war.deck.assumptions import assumes
from combat.washingtons_war.deck.deck_file import contents
from combat.washingtons_war.deck.hand_tables import hand_tables
from combat.washingtons_war.deck.hands import ExactHands, SampledHands
from combat.washingtons_war.deck.lines import lines
from combat.washingtons_war.deck.problem import Problem
from combat.washingtons_war.deck.settings import SETTINGS, problem_of
from combat.washingtons_war.deck.tally import Tally
from combat.washingtons_war.deck.timed_tables import timed_tables
from combat.washingtons_war.deck.timing import computed, sampled, why_not_exact

NAME, TITLE = "washingtons-war", "Washington's War"


def ask(data: Mapping[str, Any] | None, settings: Mapping[str, Any], how: How) -> DeckAnswer:
    """Answer for a strategy deck.

    Raises
    ------
    WargameError
    """
    problem = problem_of(contents(data), settings)
    why = why_not_exact(problem)
    if not how.simulates(why):
        return _answer(problem)
    chunks, _, seed = how.chunks()
    hands = None if how.engine == "auto" and how.trials is None else SampledHands(problem)
    if hands is not None:
        for number, rng in chunks:
            hands.deal(number, rng)
    return _answer(problem, Tally.of(problem, chunks), hands, seed=seed, why=why)


def _answer(
    problem: Problem,
    tally: Tally | None = None,
    sample: SampledHands | None = None,
    *,
    seed: int | None = None,
    why: str = "",
) -> DeckAnswer:
    """Return all tables: exact ones where nothing was sampled for them."""
    timing = computed(problem) if tally is None else sampled(tally)
    hands = ExactHands(problem) if sample is None else sample
    trials = None if tally is None else tally.games
    mixed = tally is not None and sample is None
    taken = [*assumes(problem)]
    if mixed:
        taken.append(f"simulated: the tables by year, for {why}; exact: those about a hand")
    return DeckAnswer(
        game=NAME,
        title=f"{TITLE}: a deck of {problem.deck.size} strategy cards",
        method=EXACT if tally is None else SIMULATED,
        tables=(
            *timed_tables(problem, timing),
            *(
                replace(table, runs=COMPUTED) if mixed else table
                for table in hand_tables(hands, problem.word)
            ),
        ),
        lines=tuple(lines(problem, timing, hands, trials, hands_exact=sample is None)),
        assumes=tuple(taken),
        trials=trials,
        seed=seed,
    )


DECK = DeckGame(
    name=NAME,
    aliases=("ww", "washington", "washingtonswar"),
    title=TITLE,
    edition="2010 edition",
    covers=(
        "the strategy deck: when the war ends, when cards come and to whom, the French alliance,"
        " hands, who plays last, OPS queues; not: events picked up, cards lost or drawn by events,"
        " reinforcements; the composition is an example as far as it is not known"
    ),
    settings=SETTINGS,
    ask=ask,
    example="--set reshuffle=every-turn --set wins='0.5, 1'",
    timeline="war_ends",
    curves="war_ends",
    pairs="card_by_year",
)
