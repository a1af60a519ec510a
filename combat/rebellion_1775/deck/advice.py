"""What best play comes to: when a faction that may choose plays its truce."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np

from combat.arrays import Floats
from combat.rebellion_1775.deck.best_play import BestPlay
from combat.rebellion_1775.deck.factions import BRITISH, SIDES
from combat.rebellion_1775.deck.partners import ORDERS
from combat.rebellion_1775.deck.reply import along
from combat.rebellion_1775.deck.seat import OUT

FIRST, LAST = "its side's first truce", "its side's last truce"
NEVER, ALWAYS = 0.001, 0.999
"""Chances that are told as never and always."""
Row = Mapping[int, float]
"""Chances by round."""


def choices(solution: BestPlay) -> dict[tuple[str, str], Row]:
    """Return how likely a faction that plays best plays its truce, where it may choose.

    It may choose with the truce and another movement card in hand, as long as the end is not
    settled. By faction and by whether the truce would be its side's first or last; then by round.
    """
    parts = solution.parts(solution.plays)
    reached = solution.course(solution.plays).reached
    first = solution.asked.rounds
    found: dict[tuple[str, str], dict[int, float]] = defaultdict(dict)
    for side in solution.asked.best_sides:
        for past, reach in enumerate(reached):
            mine = reach if side == BRITISH else reach.T
            mass = mine[..., None, None] * parts[side].beliefs[past]
            for key, free, played in _round(solution, side, first + past, mass):
                if key[0] in solution.asked.best and free > 0.0:
                    found[key][first + past + 1] = min(1.0, played / free)
    return dict(found)


def _round(
    solution: BestPlay, side: str, turn: int, mass: Floats
) -> Iterator[tuple[tuple[str, str], float, float]]:
    """Yield what a round has of choices: whose, how likely one is to come, and to be yes."""
    partners, plays = solution.partners[side], solution.plays[side][turn]
    for at, name in enumerate(SIDES[side]):
        for kind in (FIRST, LAST):
            free, played = 0.0, 0.0
            for chances, seats in zip(plays, ORDERS, strict=True):
                step = seats.index(at)
                then = mass / len(ORDERS)
                if step:
                    then = partners.move(then, turn, chances[0], seats[0])
                then = then * along(partners.seats[at].free[turn].astype(float), at)
                then = then * along(_partner(then.shape[3 - at], kind), 1 - at)
                free += float(then.sum())
                played += float((then * chances[step]).sum())
            yield (name, kind), free, played


def _partner(states: int, kind: str) -> Floats:
    """Return which states of the partner fit: his truce is out, or not, (states,) float."""
    found = np.full(states, float(kind == FIRST))
    found[OUT] = float(kind == LAST)
    return found


def in_words(row: Row) -> str:
    """Return when a truce is played, in words.

    Examples
    --------
    >>> in_words({1: 0.0, 2: 0.0, 3: 1.0})
    'never in rounds 1-2, always in round 3'
    """
    told = [
        (number, "never" if p <= NEVER else "always" if p >= ALWAYS else "by the cards")
        for number, p in row.items()
    ]
    runs: list[tuple[str, int, int]] = []
    for number, word in told:
        if runs and runs[-1][0] == word and runs[-1][2] == number - 1:
            runs[-1] = (word, runs[-1][1], number)
        else:
            runs.append((word, number, number))
    return ", ".join(
        f"{word} in round {start}" if start == end else f"{word} in rounds {start}-{end}"
        for word, start, end in runs
    )
