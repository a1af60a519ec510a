"""Scenarios: the decks by kind of card, and when the game ends (RB-20, RB-22, RB-26)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from combat.entries import Row, check_keys, text, unknown
from combat.errors import OptionError
from combat.notation import shown
from combat.rebellion_1775.deck.factions import FACTIONS, SIDES
from combat.toml_text import plain_text, toml_text

SCENARIOS = ("campaign", "introductory", "quebec")
KINDS = ("movement", "truce", "event")
ENDS = ("title", "check_from", "rounds")
KEYS = {"scenario": (*ENDS, *FACTIONS), "deck": (*KINDS, "note")}
USUAL_CHECK = 3
MOST_CARDS = 40
"""Of one kind in a deck."""
MOST_ROUNDS = MOST_CARDS + 1


@dataclass(frozen=True)
class Deck:
    """A faction's deck, by kind of card.

    Parameters
    ----------
    movement, truce, event : int
        Movement cards besides the truce; the truce, 0 or 1; event cards.
    note : str
        What an answer is to say about it.
    """

    movement: int
    truce: int
    event: int
    note: str = ""

    @property
    def turns(self) -> int:
        """In how many turns there is a movement card to play: one a turn, the truce too (RB-23)."""
        return self.movement + self.truce

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return self.turns + self.event


@dataclass(frozen=True)
class Scenario:
    """The decks, and when the game ends.

    Parameters
    ----------
    name, title : str
    decks : mapping of str to Deck
        By faction.
    check_from : int
        First round at whose end the truces are looked at (RB-22).
    rounds : int or None
        Round after which the game ends in any case.
    own : bool
        Whether a user's file had a say in it.
    """

    name: str
    title: str
    decks: Mapping[str, Deck]
    check_from: int = USUAL_CHECK
    rounds: int | None = None
    own: bool = False

    def truces(self, side: str) -> tuple[str, ...]:
        """Return the factions of a side that have a truce."""
        return tuple(name for name in SIDES[side] if self.decks[name].truce)

    @property
    def last_round(self) -> int:
        """The last round that can be reached: somebody's truces are then all out (RB-23)."""
        by_truces = [
            max(self.check_from, *(self.decks[name].turns for name in self.truces(side)))
            for side in SIDES
            if self.truces(side)
        ]
        return min(by_truces + ([] if self.rounds is None else [self.rounds]))

    def ends(self, complete: int) -> int:
        """Return the last round of a game, if a side's last truce comes in round ``complete``."""
        return min(self.last_round, max(self.check_from, complete))


@lru_cache(maxsize=1)
def shipped() -> dict[str, Any]:
    """Return the decks of the rules, as they stand in their file."""
    return tomllib.loads(resources.files(__package__).joinpath("decks.toml").read_text("utf-8"))


def scenario_of(name: str, data: Mapping[str, Any] | None = None) -> Scenario:
    """Return a scenario, with what a user's file has in place of its own.

    Parameters
    ----------
    name : str
    data : mapping, optional
        Contents of the user's file: ``[SCENARIO]`` and ``[SCENARIO.FACTION]`` as in decks.toml.

    Raises
    ------
    OptionError
    """
    row = shipped()[name]
    if data is None:
        return _scenario(name, row)
    own = _own_rows(data)
    if name not in own:
        there = f"it has {', '.join(own)}" if own else "it is empty"
        raise OptionError(
            f"the deck file has no [{name}]: {there}; write one, or choose another scenario",
            given=name,
            allowed=tuple(own),
        )
    return _scenario(name, {**row, **own[name]}, own=True)


def _own_rows(data: Mapping[str, Any]) -> dict[str, Row]:
    """Return the scenarios of a file; all of them have known keys, asked for or not."""
    for name, row in data.items():
        if name not in SCENARIOS:
            raise unknown("scenario", name, SCENARIOS, "the deck file: ")
        if not isinstance(row, dict):
            raise OptionError(f"{name}: write it as a [{name}] with its decks below", given=name)
        check_keys(row, "scenario", KEYS, f"[{name}]")
        for faction in FACTIONS:
            if faction in row:
                _deck(row[faction], f"[{name}.{faction}]")
    return dict(data)


def _scenario(name: str, row: Row, *, own: bool = False) -> Scenario:
    place = f"[{name}]"
    found = Scenario(
        name,
        text(row, "title", place, name),
        {faction: _deck(row[faction], f"[{name}.{faction}]") for faction in FACTIONS},
        _whole(row.get("check_from", USUAL_CHECK), f"{place}: check_from", 1, MOST_ROUNDS),
        None if "rounds" not in row else _whole(row["rounds"], f"{place}: rounds", 1, MOST_ROUNDS),
        own,
    )
    if found.rounds is None and not any(map(found.truces, SIDES)):
        raise OptionError(
            f"{place}: without a truce the game does not end; give rounds, as in rounds = 2",
            given=name,
            allowed=("rounds",),
        )
    return found


def _deck(row: object, place: str) -> Deck:
    if not isinstance(row, dict):
        raise OptionError(f"{place}: write it as a table of its own", given=plain_text(row))
    check_keys(row, "deck", KEYS, place)
    movement, truce, event = (_cards(row, kind, place) for kind in KINDS)
    _check_twice(row, place)
    if movement + truce == 0:
        raise OptionError(f"{place}: a deck has at least one movement card", given="movement")
    return Deck(movement, truce, event, text(row, "note", place, ""))


def _cards(row: Row, kind: str, place: str) -> int:
    """Return how many cards of a kind there are, given as numbers on cards or as a count."""
    if kind not in row:
        raise OptionError(
            f'{place}: {kind} is missing; write {kind} = ["01", "02"] or {kind} = 2', given=kind
        )
    given = row[kind]
    if isinstance(given, list):
        if not all(isinstance(card, str) for card in given):
            raise OptionError(
                f'{place}: {kind} is a list of texts, as in ["01", "02"], not {toml_text(given)}',
                given=plain_text(given),
            )
        given = len(given)
    most = 1 if kind == "truce" else MOST_CARDS
    return _whole(given, f"{place}: {kind}", 0, most)


def _whole(value: object, what: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise OptionError(
            f"{what} is a whole number from {low} to {high}, not {toml_text(value)}",
            given=plain_text(value),
            allowed=(f"{low} to {high}",),
        )
    return value


def _check_twice(row: Row, place: str) -> None:
    seen: set[str] = set()
    for kind in KINDS:
        for card in row[kind] if isinstance(row[kind], list) else ():
            if card in seen:
                raise OptionError(f"{place}: card {shown(card)} is there twice", given=card)
            seen.add(card)
