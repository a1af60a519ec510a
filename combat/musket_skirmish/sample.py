"""Turns of the deck by the thousand: the same numbers as in `turn` and `waits`, simulated."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from combat.arrays import Bools, Ints
from combat.decks.how import How
from combat.decks.shuffles import shuffled
from combat.musket_skirmish.cards import Deck
from combat.musket_skirmish.waits import cards_between_volleys

Key = TypeVar("Key", bound=Hashable)
NEVER = 0  # a place that never comes
MOST_WAITS = 1_000_000  # runs that are followed over turns
MOST_PLANNED = 65_536  # the same where hands are played, and of other looks at them
MOST_TURNS = 400  # that a wait is followed


@dataclass
class Tally:
    """How often each thing happened; all arrays are of runs.

    Attributes
    ----------
    runs, waited : int
        All runs, and those that are followed over turns.
    officers : int
        Officers' cards that came.
    actions, first_place : dict of str to int array
        By type: runs by actions in a turn, and by the place of its first card.
    length : int array
        Runs by cards revealed.
    never, first, twice : dict of str to int
    before : dict of (str, str) to int
    enemy_wait, card_wait : dict of str to dict of int to int
    """

    runs: int = 0
    waited: int = 0
    officers: int = 0
    actions: dict[str, Ints] = field(default_factory=dict)
    first_place: dict[str, Ints] = field(default_factory=dict)
    length: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    never: dict[str, int] = field(default_factory=dict)
    first: dict[str, int] = field(default_factory=dict)
    twice: dict[str, int] = field(default_factory=dict)
    before: dict[tuple[str, str], int] = field(default_factory=dict)
    enemy_wait: dict[str, dict[int, int]] = field(default_factory=dict)
    card_wait: dict[str, dict[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Turns:
    """Turns of a deck, card by card.

    Parameters
    ----------
    deck : Deck
    kinds : int, shape (runs, cards)
        What comes at each place: an entry of ``deck.cards``, then events, officers, morale.
    comes : bool, shape (runs, cards)
        What is revealed before the turn ends.
    """

    deck: Deck
    kinds: Ints
    comes: Bools

    @classmethod
    def shuffled(cls, deck: Deck, runs: int, rng: np.random.Generator) -> Turns:
        """Return turns in which the cards come as they lie in the deck (MT-01, MT-08)."""
        kinds = shuffled(counts_of(deck), runs, rng)
        comes = np.ones(kinds.shape, np.bool_)
        if deck.stops:
            event = kinds == len(deck.cards)
            comes = np.cumsum(event, axis=1) - event < deck.stop
        return cls(deck, kinds, comes)

    @property
    def officer(self) -> int:
        """The kind of the officers' cards."""
        return len(self.deck.cards) + 1

    def own(self, name: str) -> Bools:
        """Return where a type's own cards come, (runs, cards)."""
        return self._entries([cards.name == name for cards in self.deck.cards])

    def acts(self, name: str) -> Bools:
        """Return where a type acts, on the officers' card too if it is elite."""
        own = self.own(name)
        if self.deck.elite(name):
            own = own | ((self.kinds == self.officer) & self.comes)
        return own

    def enemies(self, name: str) -> Bools:
        """Return where activation cards of the other sides come."""
        side = self.deck.side_of(name)
        return self._entries([cards.side != side for cards in self.deck.cards])

    def gives(self, name: str) -> Ints:
        """Return the actions of a type in each turn, (runs,)."""
        each = [cards.actions * (cards.name == name) for cards in self.deck.cards]
        each += [0, int(self.deck.elite(name)), 0]
        return (np.array(each)[self.kinds] * self.comes).sum(axis=1)

    def activations(self) -> Bools:
        """Return where any activation card comes."""
        return self._entries([True] * len(self.deck.cards))

    def _entries(self, wanted: list[bool]) -> Bools:
        which = np.array([*wanted, False, False, False])
        return which[self.kinds] & self.comes


Maker = Callable[[Deck, int, np.random.Generator], Turns]
"""How turns are made: shuffled, or played from hands."""


def counts_of(deck: Deck) -> list[int]:
    """Return the cards of each kind: the entries, then events, officers, morale."""
    counts = [cards.count for cards in deck.cards]
    return [*counts, deck.events, deck.officers, len(deck.morale)]


def places_of(where: Bools) -> Ints:
    """Return the place, from 1, of the first card that is so, `NEVER` where none is, (runs,)."""
    return np.where(where.any(axis=1), np.argmax(where, axis=1) + 1, NEVER)


def tallied(
    deck: Deck, how: How, make: Maker = Turns.shuffled, *, followed: int = MOST_WAITS
) -> tuple[Tally, int | None]:
    """Return what happened in so many turns, and the seed.

    ``followed``: how many of the runs are followed over turns, at least.
    """
    chunks, _, seed = how.chunks()
    tally = Tally(length=np.zeros(deck.size + 1, np.int64))
    for runs, rng in chunks:
        _add(tally, deck, make(deck, runs, rng), runs)
        if tally.waited < followed:
            tally.waited += runs
            _add_waits(tally, make, (deck, runs, rng))
    return tally, seed


def _add(tally: Tally, deck: Deck, turns: Turns, runs: int) -> None:
    tally.runs += runs
    tally.officers += int(((turns.kinds == turns.officer) & turns.comes).sum())
    tally.length += np.bincount(turns.comes.sum(axis=1), minlength=deck.size + 1)
    first = places_of(turns.activations())
    firsts = {name: places_of(turns.acts(name)) for name in deck.names}
    for name in deck.names:
        own, place = turns.own(name), firsts[name]
        _count(tally.actions, name, turns.gives(name))
        _count(tally.first_place, name, place)
        _more(tally.never, name, ~own.any(axis=1))
        at = np.maximum(first - 1, 0)
        _more(tally.first, name, own[np.arange(runs), at] & (first > 0))
        _more(tally.twice, name, _in_a_row(own, turns.enemies(name)))
        for other in deck.names:
            if other != name:
                theirs = firsts[other]
                sooner = (place > 0) & ((theirs == NEVER) | (place <= theirs))
                _more(tally.before, (name, other), sooner)


def _in_a_row(own: Bools, enemies: Bools) -> Bools:
    """Return in which runs an own card follows an own card with no enemy's between."""
    last = np.zeros(len(own), np.bool_)
    found = np.zeros(len(own), np.bool_)
    for mine, theirs in zip(own.T, enemies.T, strict=True):
        found |= last & mine
        last = (last & ~theirs) | mine
    return found


def _count(counts: dict[str, Ints], name: str, values: Ints) -> None:
    """Add up runs by value."""
    more = np.bincount(values)
    old = counts.get(name, np.zeros(0, np.int64))
    total = np.zeros(max(len(old), len(more)), np.int64)
    total[: len(old)] += old
    total[: len(more)] += more
    counts[name] = total


def _more(counts: dict[Key, int], key: Key, where: npt.ArrayLike) -> None:
    counts[key] = counts.get(key, 0) + int(np.sum(where))


def _add_waits(tally: Tally, make: Maker, of: tuple[Deck, int, np.random.Generator]) -> None:
    """Add the waits from each type's first card in a turn until it fires again.

    All types are followed in the same turns, until the last of them has fired.
    """
    deck, runs, rng = of
    waiting = [_Wait(deck, name, runs) for name in deck.names]
    waiting = [one for one in waiting if one.cards]
    for _ in range(MOST_TURNS):
        still = np.logical_or.reduce([one.need > 0 for one in waiting]) if waiting else np.zeros(0)
        rows = np.flatnonzero(still)
        if not len(rows):
            break
        turns = make(deck, len(rows), rng)
        for one in waiting:
            one.follow(turns, rows)
    for one in waiting:
        _spread(tally.enemy_wait, one.name, one.enemy)
        _spread(tally.card_wait, one.name, one.all + 1)


class _Wait:
    """The wait of one type, in many runs.

    Attributes
    ----------
    need : int, shape (runs,)
        Own cards that it still waits for.
    enemy, all : int, shape (runs,)
        Enemy activations and cards so far.
    """

    def __init__(self, deck: Deck, name: str, runs: int) -> None:
        self.name, self.cards = name, cards_between_volleys(deck, name)
        self.need = np.full(runs, self.cards)
        self.enemy, self.all = np.zeros(runs, np.int64), np.zeros(runs, np.int64)
        self.begun = np.zeros(runs, np.bool_)

    def follow(self, turns: Turns, rows: Ints) -> None:
        """Wait through another turn."""
        here = self.need[rows] > 0
        at = rows[here]
        own, theirs = turns.own(self.name)[here], turns.enemies(self.name)[here]
        begun, came = self.begun[at], np.cumsum(own, axis=1)
        want = self.need[at] + ~begun  # the first own card begins the wait
        until = came < want[:, None]  # before the card that ends the wait
        since = begun[:, None] | (came > 0)
        starts = ~begun & own.any(axis=1)
        window = until & since & turns.comes[here]
        self.enemy[at] += (theirs & window).sum(axis=1)
        self.all[at] += window.sum(axis=1) - starts
        self.need[at] -= np.minimum(came[:, -1] - starts, self.need[at])
        self.begun[at] |= starts


def _spread(counts: dict[str, dict[int, int]], name: str, values: Ints) -> None:
    found = counts.setdefault(name, {})
    for value, number in enumerate(np.bincount(values).tolist()):
        if number:
            found[value] = found.get(value, 0) + number
