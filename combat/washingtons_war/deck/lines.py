"""Answers about a strategy deck in words."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from combat.estimate import Estimate
from combat.washingtons_war.deck.hand_tables import claimed
from combat.washingtons_war.deck.hands import Hands
from combat.washingtons_war.deck.last_word import CLAIM
from combat.washingtons_war.deck.problem import Problem
from combat.washingtons_war.deck.timing import Timing
from combat.washingtons_war.generals import AMERICAN


def lines(
    problem: Problem, timing: Timing, hands: Hands, trials: int | None, *, hands_exact: bool
) -> Iterator[str]:
    """Yield answers in words.

    Parameters
    ----------
    problem : Problem
    timing : Timing
    hands : Hands
    trials : int, optional
        Runs of the simulation, none if all is exact.
    hands_exact : bool
        Whether hands are, even if timing is not.
    """
    years = np.array(problem.course.years)
    mean = float(years @ timing.ended)
    sd = float(np.sqrt(max(0.0, float(years**2 @ timing.ended) - mean**2)))
    yield f"the war ends in {Estimate.of_mean(mean, sd, trials)} on average"
    by_then = np.cumsum(timing.ended)
    half = int(np.searchsorted(by_then, 0.5))
    yield (
        f"the war has ended by {years[half]}:"
        f" {Estimate.of_chance(float(by_then[half]), trials).as_percent()}"
    )
    yield (
        f"France is in the war by the end of {years[half]}, if it goes on:"
        f" {Estimate.of_chance(float(timing.made[half]), trials).as_percent()}"
    )
    claim = claimed(hands)
    sampled = None if hands_exact else trials
    if problem.word.order == CLAIM:
        yield (
            "the British hold a campaign card, and so may begin:"
            f" {Estimate.of_chance(claim, sampled).as_percent()}"
        )
    american_last = 1.0 - problem.word.beginners(claim)[AMERICAN]
    yield (
        "the Americans play the last card of a turn, without which there is no winter offensive:"
        f" {Estimate.of_chance(american_last, sampled).as_percent()}; always if the British lose a"
        " card or discard one in a battle (WW-07, WW-39)"
    )
