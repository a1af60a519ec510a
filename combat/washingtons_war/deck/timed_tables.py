"""Tables of what comes when, year by year (WW-31, WW-33, WW-34)."""

from __future__ import annotations

from collections.abc import Iterator

from combat.decks.answer import ALL, CHANCES, MATRIX, PMF, DeckTable, pmf_of
from combat.washingtons_war.deck.cards import PLAYERS
from combat.washingtons_war.deck.problem import Problem
from combat.washingtons_war.deck.timing import Timing


def timed_tables(problem: Problem, timing: Timing) -> Iterator[DeckTable]:
    """Yield all tables of what comes when."""
    years = problem.course.years
    ended = pmf_of(dict(zip(years, timing.ended.tolist(), strict=True)))
    yield DeckTable("war_ends", "the year in which the war ends", PMF, {ALL: ended}, "year")
    for number, side in enumerate(("", *PLAYERS)):
        name = f"card_by_year_{side}" if side else "card_by_year"
        to = f" to the {side.capitalize()}{'s' if side == PLAYERS[0] else ''}" if side else ""
        data = {
            card.name: _by_year(problem, timing.dealt[:, at, number].tolist())
            for at, card in enumerate(problem.asked)
        }
        if data:
            title = f"chance that a card has been dealt{to} by the year"
            yield DeckTable(name, title, MATRIX, data, "year")
    made = {ALL: _by_year(problem, timing.made.tolist())}
    title = "chance that the alliance is made by the end of the year"
    yield DeckTable("alliance_by_year", title, CHANCES, made, "year")


def _by_year(problem: Problem, chances: list[float]) -> dict[str, float]:
    return {str(year): one for year, one in zip(problem.course.years, chances, strict=True)}
