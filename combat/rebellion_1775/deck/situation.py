"""What is asked about: the decks, who plays truces how, and how far the game has got."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from combat.errors import OptionError
from combat.rebellion_1775.deck.factions import FACTIONS, SIDES
from combat.rebellion_1775.deck.policies import BEST, FORCED, Lead, Truce, truces_of
from combat.rebellion_1775.deck.scenario import Deck, Scenario, scenario_of


@dataclass(frozen=True)
class Situation:
    """The decks, the policies and the table.

    Parameters
    ----------
    scenario : Scenario
    truces : mapping of str to Truce
        How each faction plays its truce.
    lead : Lead
    events : bool
        Whether events are played as soon as they are held; else they are kept.
    out : mapping of str to int
        Factions whose truce is on the table, and its round.
    rounds : int
        Rounds that have been played.
    """

    scenario: Scenario
    truces: Mapping[str, Truce]
    lead: Lead
    events: bool
    out: Mapping[str, int]
    rounds: int

    @property
    def decks(self) -> Mapping[str, Deck]:
        """The decks by faction."""
        return self.scenario.decks

    def complete(self, side: str) -> int | None:
        """Return the round in which the last truce of a side came out; None if one is missing."""
        names = self.scenario.truces(side)
        if not names or any(name not in self.out for name in names):
            return None
        return max(self.out[name] for name in names)

    @cached_property
    def settled(self) -> int | None:
        """The last round, if the table says it already."""
        complete = [self.complete(side) for side in SIDES]
        known = [number for number in complete if number is not None]
        return self.scenario.ends(min(known)) if known else None

    @cached_property
    def best(self) -> tuple[str, ...]:
        """Factions that play best and have something to decide."""
        if self.settled is not None:
            return ()
        return tuple(
            name
            for name in FACTIONS
            if self.truces[name].kind == BEST and self.decks[name].truce and name not in self.out
        )

    @property
    def best_sides(self) -> tuple[str, ...]:
        """Sides with such a faction."""
        return tuple(side for side in SIDES if set(SIDES[side]) & set(self.best))

    def with_truces(self, kinds: Mapping[str, str]) -> Situation:
        """Return the same with other policies of some factions."""
        truces = {
            name: Truce(kinds.get(name, one.kind), one.side, one.lead)
            for name, one in self.truces.items()
        }
        return Situation(self.scenario, truces, self.lead, self.events, self.out, self.rounds)


def situation_of(data: Mapping[str, Any] | None, settings: Mapping[str, Any]) -> Situation:
    """Return what a user asks about.

    Raises
    ------
    OptionError
        Settings that do not fit one another.
    """
    scenario = scenario_of(settings["scenario"], data)
    out = dict(settings["table"])
    rounds = settings["rounds"]
    if rounds is None:
        rounds = max(out.values(), default=0)
    found = Situation(
        scenario, truces_of(settings), settings["lead"], settings["events"] == "all", out, rounds
    )
    for name, number in out.items():
        _check_truce(found, name, number)
    _check_over(found)
    _check_decks(found)
    return found


def _check_truce(found: Situation, name: str, number: int) -> None:
    deck = found.decks[name]
    if not deck.truce:
        raise OptionError(
            f"table: the {name} deck of the {found.scenario.title} has no truce", given=name
        )
    if number > deck.turns:
        raise OptionError(
            f"table: the {name} truce is out by round {deck.turns}, when all movement cards have"
            f" been played, not in round {number}",
            given=f"{name}: {number}",
            allowed=(f"1 to {deck.turns}",),
        )
    if number > found.rounds:
        raise OptionError(
            f"table: the {name} truce came in round {number}, but rounds={found.rounds}; say how"
            " many rounds have been played in all",
            given=f"{name}: {number}",
            allowed=(f"rounds={number} or more",),
        )


def _check_over(found: Situation) -> None:
    """Refuse a game that has ended (RB-22)."""
    last = found.scenario.last_round if found.settled is None else found.settled
    if found.rounds >= last:
        raise OptionError(
            f"rounds={found.rounds}: the game ended after round {last}; take rounds under {last}",
            given=str(found.rounds),
            allowed=(f"0 to {last - 1}",),
        )


def _check_decks(found: Situation) -> None:
    """Refuse a truce that must be out by now (RB-23)."""
    for name in FACTIONS:
        deck = found.decks[name]
        if deck.truce and name not in found.out and found.rounds >= deck.turns:
            raise OptionError(
                f"after {found.rounds} rounds the {name} truce must be on the table: its deck has"
                f" {deck.turns} movement cards; add it to table",
                given=str(found.rounds),
                allowed=(f"table={name}: N",),
            )


def kept_where_settled(found: Situation) -> Situation:
    """Return the situation with best play, where nothing is to decide, as keeping the truce.

    A faction whose truce is out has played best before, as far as is to be known of it.
    """
    best = [name for name in FACTIONS if found.truces[name].kind == BEST]
    idle = [n for n in best if found.settled is not None or not found.decks[n].truce]
    return found.with_truces(dict.fromkeys(idle, FORCED))
