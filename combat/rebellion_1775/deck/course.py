"""The course of a game, given how both sides play: what is likely to lie on the table, and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from combat.arrays import Floats
from combat.rebellion_1775.deck.factions import AMERICAN, BRITISH, SIDES
from combat.rebellion_1775.deck.partners import Partners, Plays, Shown, histories, history, parents
from combat.rebellion_1775.deck.scenario import Scenario
from combat.rebellion_1775.deck.timing import ENDERS


class Part(NamedTuple):
    """A side's part in a game, from a round on.

    ``beliefs``: by round, how likely its cards are given the histories before it, (own, other,
    states, states); ``shown``: by round, what the enemy sees.
    """

    beliefs: tuple[Floats, ...]
    shown: tuple[Shown, ...]


def part(partners: Partners, plays: Sequence[Plays], start: Floats, first: int = 0) -> Part:
    """Follow a side from a round on.

    Parameters
    ----------
    partners : Partners
    plays : sequence of Plays
        By round, from the first.
    start : float array
        How likely the states are before that round.
    first : int
        The round, from 0.
    """
    beliefs, shown, mass = [], [], start
    for turn in range(first, len(plays)):
        beliefs.append(mass)
        after = partners.moved(mass, turn, plays[turn])
        shown.append(partners.shown(after, turn))
        mass = partners.believed(after, turn)
    return Part(tuple(beliefs), tuple(shown))


class Course(NamedTuple):
    """How a game goes, until its end is settled.

    ``reached``: by round, how likely the histories before it are, the end not being settled,
    (British, American); ``truces``: by faction, the chance of each round to bring its truce;
    ``enders``: as in `Timing`.
    """

    reached: tuple[Floats, ...]
    truces: dict[str, list[float]]
    enders: Floats


def course(
    scenario: Scenario,
    partners: Mapping[str, Partners],
    parts: Mapping[str, Part],
    first: int,
    known: tuple[int, int],
) -> Course:
    """Follow a game from a round, from 0, and the histories that are known before it."""
    last = scenario.last_round
    reach = np.zeros((histories(first), histories(first)))
    reach[known] = 1.0
    reached = []
    enders = np.zeros((len(ENDERS), last))
    truces = {name: [0.0] * last for names in SIDES.values() for name in names}
    for turn in range(first, last):
        reached.append(reach)
        british, american = (parts[side].shown[turn - first] for side in (BRITISH, AMERICAN))
        b, a = british.complete, american.complete.T
        end = scenario.ends(turn + 1) - 1
        enders[0, end] += (reach * b * (1.0 - a)).sum()
        enders[1, end] += (reach * a * (1.0 - b)).sum()
        enders[2, end] += (reach * a * b).sum()
        if turn + 1 == scenario.rounds:
            enders[3, end] += (reach * (1.0 - a) * (1.0 - b)).sum()
        for side, mine in ((BRITISH, reach), (AMERICAN, reach.T)):
            for at, name in enumerate(SIDES[side]):
                shown = parts[side].shown[turn - first]
                truces[name][turn] = _truce(partners[side], shown, mine, at, turn)
        before = parents(turn)
        reach = reach[before][:, before] * british.next[:, before] * american.next[:, before].T
    return Course(tuple(reached), truces, enders)


def _truce(partners: Partners, shown: Shown, reach: Floats, at: int, turn: int) -> float:
    """Return the chance that a faction's truce comes in a round whose end is not settled yet."""
    if partners.lacks[at]:
        return 0.0
    first = float((reach[0] * shown.next[history(at, turn + 1)]).sum())
    out = [of > 0 and (of - 1) % 2 == at for of in range(len(reach))]
    return first + float((reach * shown.complete)[np.logical_not(out)].sum())
