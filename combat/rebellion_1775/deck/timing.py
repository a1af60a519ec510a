"""When truces come and the game ends, exactly, if each faction goes by its own hand (RB-22).

How a named policy plays depends on nothing but the faction's own hand and the round. So the four
factions are independent, and the last round is a matter of the later truce of each side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from combat.arrays import Floats
from combat.errors import OptionError
from combat.rebellion_1775.deck.factions import AMERICAN, BRITISH, FACTIONS
from combat.rebellion_1775.deck.policies import Lead
from combat.rebellion_1775.deck.scenario import Scenario
from combat.rebellion_1775.deck.situation import Situation
from combat.rebellion_1775.deck.turn_order import Shares, exact_shares
from combat.rebellion_1775.deck.turns import bare_hands, events_held, truce_turns

ENDERS = ("British truces", "American truces", "both sides' truces", "last round of the scenario")
Rows = Mapping[str, tuple[float, ...]]
"""Chances by own turn, from the first, of each faction."""


class Hands(NamedTuple):
    """What comes to hand, whatever is done with the truce: chances by own turn of each faction.

    ``bare``: the hand as drawn has no movement card; ``given``, ``some``: a given event, or any,
    has been held by then (none of a deck without events).
    """

    bare: Rows
    given: Rows
    some: Rows


@dataclass(frozen=True)
class Timing:
    """When truces come and the game ends.

    Parameters
    ----------
    truces : mapping of str to tuple of float
        By faction, the chance of each own turn, from the first, to be that of the truce.
    enders : (4, rounds) float array
        The chance of each round to be the last, from round 1, by what settles it: `ENDERS`, the
        side whose last truce comes in an earlier round than the other's.
    hands : Hands
    order : mapping
        Shares of turn orders, as `turn_order.shares` gives them.
    """

    truces: Rows
    enders: Floats
    hands: Hands
    order: Shares

    @property
    def last(self) -> Floats:
        """The chance of each round, from round 1, to be the last, (rounds,) float."""
        return self.enders.sum(axis=0)

    def next_ends(self, rounds: int) -> dict[int, float]:
        """Return for each round to come the chance to be the last, if the game gets there."""
        last = self.last
        return {
            number: float(min(1.0, last[number - 1] / left))
            for number, left in self.reached(rounds).items()
        }

    def reached(self, rounds: int) -> dict[int, float]:
        """Return for each round to come the chance that the game gets there."""
        left = np.cumsum(self.last[::-1])[::-1]
        return {n + 1: float(left[n]) for n in range(rounds, len(left)) if left[n] > 0.0}

    def ahead(self, lead: Lead) -> float:
        """Return the chance of the British side to be ahead at the end (RB-24)."""
        return float(sum(c * lead.at(number) for number, c in enumerate(self.last, start=1)))


def named_timing(asked: Situation) -> Timing:
    """Return when truces come, no faction playing best.

    Raises
    ------
    OptionError
        If the table cannot come about under the policies.
    """
    truces = {name: _truce(asked, name) for name in FACTIONS}
    return Timing(truces, _enders(asked.scenario, truces), exact_hands(asked), exact_shares())


def exact_hands(asked: Situation) -> Hands:
    """Return what comes to hand."""
    decks, events = asked.decks, asked.events
    return Hands(
        {name: bare_hands(decks[name], events=events) for name in FACTIONS},
        {name: events_held(d, 1, events=events) for name, d in decks.items() if d.event},
        {name: events_held(d, d.event, events=events) for name, d in decks.items() if d.event},
    )


def _truce(asked: Situation, name: str) -> tuple[float, ...]:
    """Return when a faction's truce comes, given what is known of it."""
    turns = asked.decks[name].turns
    if name in asked.out:
        return tuple(float(number == asked.out[name]) for number in range(1, turns + 1))
    chances = truce_turns(asked.decks[name], asked.truces[name], events=asked.events)
    if not asked.decks[name].truce or not asked.rounds:
        return chances
    later = sum(chances[asked.rounds :])
    if later <= 0.0:
        raise impossible_table(asked.rounds)
    return tuple(c / later if n >= asked.rounds else 0.0 for n, c in enumerate(chances))


def impossible_table(rounds: int) -> OptionError:
    """Return the error for a table that the policies do not lead to."""
    return OptionError(
        f"after {rounds} rounds the table cannot be as it is said to be under these policies; take"
        " others, such as truce=random",
        given=str(rounds),
        allowed=("truce=random",),
    )


def _enders(scenario: Scenario, truces: Rows) -> Floats:
    """Return the chance of each last round, by what settles it, (4, rounds) float."""
    last = scenario.last_round
    british, american = (_complete(scenario, truces, side) for side in (BRITISH, AMERICAN))
    found = np.zeros((len(ENDERS), last))
    for b, one in enumerate(british, start=1):
        for a, other in enumerate(american, start=1):
            found[ender(scenario, b, a), scenario.ends(min(a, b)) - 1] += one * other
    return found


def ender(scenario: Scenario, british: int, american: int) -> int:
    """Return what settles the end, by the rounds in which the sides' last truces come out."""
    if min(british, american) > scenario.last_round:
        return 3
    return 2 if british == american else int(american < british)


def _complete(scenario: Scenario, truces: Rows, side: str) -> list[float]:
    """Return the chance of each round to bring a side's last truce.

    One round more than the game can have stands for later rounds, or for never.
    """
    rounds = scenario.last_round
    by_then = np.full(rounds + 1, float(bool(scenario.truces(side))))
    for name in scenario.truces(side):
        known = np.cumsum(truces[name])
        known[-1] = 1.0  # all movement cards have been played
        by_then[:rounds] *= [known[min(n, len(known) - 1)] for n in range(rounds)]
    by_then[rounds] = 1.0
    return [float(chance) for chance in np.diff(by_then, prepend=0.0)]
