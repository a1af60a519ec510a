"""Battles that differ in what both sides have, as many cases of one set of staged rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from combat.arrays import Floats
from combat.battle import Battle
from combat.errors import WargameError
from combat.stages.exact import distribution
from combat.stages.model import Startable
from combat.stages.rules import States

MOST_CASES = 100_000


def cases_family(
    battle: Battle,
    sides: tuple[Sequence[Any], Sequence[Any]],
    has_choice: Callable[[Battle], bool],
    rules_of: Callable[[Sequence[Battle]], tuple[Startable, Callable[[States], Floats]]],
) -> Floats | None:
    """Return the exact mean of what final rows show for each pair of sides, all in one solve.

    Parameters
    ----------
    battle : Battle
        Its settings are those of all.
    sides : (sequence, sequence)
        Attackers and defenders.
    has_choice : callable
        Battle to whether somebody chooses what is best for him in it.
    rules_of : callable
        Battles to rules of which they are the cases, in order, and what of a final row is counted.

    Returns
    -------
    float array, shape (attackers, defenders), or None
        NaN where the rules do not allow the battle; None where somebody has a choice, or for more
        than `MOST_CASES` battles.
    """
    shape = len(sides[0]), len(sides[1])
    found = np.full(shape, np.nan)
    if not 0 < found.size <= MOST_CASES:
        return found if not found.size else None
    battles: dict[tuple[int, int], Battle] = {}
    for row, attacker in enumerate(sides[0]):
        for column, defender in enumerate(sides[1]):
            try:
                battles[row, column] = battle.with_sides(attacker, defender)
            except WargameError:
                continue
    if any(map(has_choice, battles.values())):
        return None
    if battles:
        rules, counted = rules_of(list(battles.values()))
        final = distribution(rules, rules.starts(), {})
        found[tuple(np.array(list(battles)).T)] = final.expected(counted(final.states))
    return found
