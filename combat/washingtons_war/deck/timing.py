"""What comes when, year by year: computed, or counted in many games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from combat.arrays import Floats
from combat.washingtons_war.deck.alliance import Alliance
from combat.washingtons_war.deck.arrivals import Arrival
from combat.washingtons_war.deck.chain import years
from combat.washingtons_war.deck.course import RUNS_OUT
from combat.washingtons_war.deck.kinds import Kind, cases
from combat.washingtons_war.deck.problem import Problem
from combat.washingtons_war.deck.tally import Tally
from combat.washingtons_war.deck.war_ends import WarEnds

MOST_CASES = 20_000
"""Of an exact answer: some ten seconds."""
DIGITS = 13


@dataclass(frozen=True)
class Timing:
    """What comes when.

    Parameters
    ----------
    ended : (years,) float
        Chance that the war ends in a year; with the last at the latest.
    made : (years,) float
        Chance that the alliance is made by a year, as if the war went on.
    dealt : (years, asked cards, 3) float
        Chance that a card has been dealt by a year: to either side, the American, the British.
    """

    ended: Floats
    made: Floats
    dealt: Floats


def sampled(tally: Tally) -> Timing:
    """Return the shares of many games."""
    return _timing(*(tally.chances(c) for c in (tally.ended, tally.made, tally.dealt)))


def computed(problem: Problem) -> Timing:
    """Return the chances by exact chains; see `why_not_exact`."""
    deck, course = problem.deck, problem.course
    ends = years(WarEnds(deck, course, problem.word), deck, course)
    dealt: list[list[Floats]] = []
    for card in problem.asked:
        if card.year:
            at = deck.war_ends.index(card)
            dealt.append([found.dealt[at] for found in ends.values()])
        else:
            dealt.append(list(years(Arrival(deck, course, card), deck, course).values()))
    made = years(Alliance(deck, course, problem.rates), deck, course)
    return _timing(
        np.array([found.ended for found in ends.values()]),
        np.array(list(made.values())),
        np.array(dealt).reshape(len(dealt), len(course.years), 3).swapaxes(0, 1),
    )


def _timing(ended: Floats, made: Floats, dealt: Floats) -> Timing:
    """Return the same, with the war's end in the last year where no card ends it before."""
    ended = ended.copy()
    ended[-1] = max(0.0, 1.0 - float(ended[:-1].sum()))
    return Timing(ended, _clean(np.cumsum(made)), _clean(dealt))


def _clean(chances: Floats) -> Floats:
    """Return the chances without the rounding errors of their sums."""
    return np.clip(np.round(chances, DIGITS), 0.0, 1.0)


def why_not_exact(problem: Problem) -> str:
    """Return why there is no exact answer, empty if there is one."""
    if problem.redraws:
        return "battle cards are replaced, so that more or fewer cards come in a turn"
    if problem.alliance_renews and problem.course.reshuffle == RUNS_OUT:
        return "the alliance makes a new deck, and depends on the cards itself"
    if problem.claims:
        return "who has the last word depends on the campaign cards of the British hand"
    if any(cases(kinds) > MOST_CASES for kinds in _kinds(problem)):
        return "too many cards are asked about, change a new deck or end the war"
    return ""


def _kinds(problem: Problem) -> Iterator[tuple[Kind, ...]]:
    deck, course = problem.deck, problem.course
    yield WarEnds(deck, course, problem.word).kinds
    yield Alliance(deck, course, problem.rates).kinds
    yield from (Arrival(deck, course, card).kinds for card in problem.asked if not card.year)
