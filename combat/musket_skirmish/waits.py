"""How long a type waits between two activations, over as many turns as that takes (MT-03, MT-07).

A musket that has fired needs an action to reload. With one action a card the next volley is at the
second card after; with two, which reload at once, at the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from combat.musket_skirmish.cards import Deck

TAIL = 1e-15  # chance of waits that are not followed any further
MOST_TURNS = 2_000
FAR = 100  # waits that are longer are not told apart
State = tuple[int, int, int, int, int]


def cards_between_volleys(deck: Deck, name: str) -> int:
    """Return at which card after a volley a type fires again; 0 if its cards do not tell.

    They do not if they differ, or give so many actions that it fires and reloads on each of them.
    """
    gives = {cards.actions for cards in deck.of(name)}
    return {1: 2, 2: 1}.get(max(gives), 0) if len(gives) == 1 else 0


@dataclass(frozen=True)
class Counts:
    """What is left of the turn's deck that matters: own cards, and those that are counted.

    ``stops``: event cards that may end the turn; ``until``: how many of them until it ends, 0 if
    it does not; ``counted_stops``: whether they are counted too.
    """

    own: int
    counted: int
    stops: int
    until: int
    counted_stops: bool


def enemy_wait(deck: Deck, name: str, cards: int) -> dict[int, float]:
    """Return the chance of each number of enemy activations until so many own cards have come.

    From a type's first card in a turn on; over turns, each shuffled anew. `FAR` is that or more.
    """
    return _wait(_counts(deck, name, deck.enemy_cards(name)), cards)


def wait_for(deck: Deck, name: str, cards: int, other: str) -> dict[int, float]:
    """Return the chance of each number of another type's cards until so many own cards have come.

    From a type's first card in a turn on. `FAR` is that or more.
    """
    return _wait(_counts(deck, name, deck.count(other)), cards)


def card_wait(deck: Deck, name: str, cards: int) -> dict[int, float]:
    """Return the chance of each number of cards turned up until so many own cards have come.

    `FAR` and so many own cards is that or more.
    """
    stops = deck.events if deck.stops else 0
    rest = deck.size - deck.count(name) - stops
    found = _wait(Counts(deck.count(name), rest, stops, deck.stop * deck.stops, True), cards)
    return {others + cards: chance for others, chance in found.items()}


def _counts(deck: Deck, name: str, counted: int) -> Counts:
    stops = deck.events if deck.stops else 0
    return Counts(deck.count(name), counted, stops, deck.stop * deck.stops, False)


@lru_cache(maxsize=128)
def _wait(whole: Counts, cards: int) -> dict[int, float]:
    """Return the distribution of what is counted, from the first own card of a turn on."""
    done: dict[int, float] = {}
    ends = _turn(whole, cards + 1)
    begun = sum(chance for (came, _, _), chance in ends.items() if came)
    waiting: dict[tuple[int, int], float] = {}
    for (came, _, since), chance in ends.items():
        if came:
            _put(done, waiting, cards + 1 - came, since, chance / begun)
    for _ in range(MOST_TURNS):
        if sum(waiting.values()) < TAIL:
            break
        waiting = _next_turn(whole, waiting, done)
    return dict(sorted(done.items()))


def _next_turn(
    whole: Counts, waiting: dict[tuple[int, int], float], done: dict[int, float]
) -> dict[tuple[int, int], float]:
    """Follow those who wait through another turn; return those who still wait."""
    later: dict[tuple[int, int], float] = {}
    for (need, counted), chance in waiting.items():
        for (came, before), share in _whole_turn(whole, need):
            _put(done, later, need - came, counted + before, chance * share)
    return later


def _put(
    done: dict[int, float],
    waiting: dict[tuple[int, int], float],
    need: int,
    counted: int,
    chance: float,
) -> None:
    counted = min(counted, FAR)
    if need and counted < FAR:
        waiting[need, counted] = waiting.get((need, counted), 0.0) + chance
    else:
        done[counted] = done.get(counted, 0.0) + chance


@lru_cache(maxsize=512)
def _whole_turn(whole: Counts, need: int) -> tuple[tuple[tuple[int, int], float], ...]:
    """Return how a turn goes for those who wait from its beginning: own cards, and counted."""
    found: dict[tuple[int, int], float] = {}
    for (came, counted, _), chance in _turn(whole, need).items():
        found[came, counted] = found.get((came, counted), 0.0) + chance
    return tuple(found.items())


@lru_cache(maxsize=512)
def _turn(whole: Counts, need: int) -> dict[tuple[int, int, int], float]:
    """Return how a turn goes until so many own cards have come, or it ends.

    Chances by (own cards that came, counted before the last of them or the end, counted since the
    first own card).
    """
    level: dict[State, float] = {(whole.own, whole.counted, whole.stops, 0, 0): 1.0}
    ends: dict[tuple[int, int, int], float] = {}
    while level:
        after: dict[State, float] = {}
        for state, chance in level.items():
            for key, share, over in _steps(whole, state, need):
                if over:
                    own, _, _, counted, since = key
                    end = whole.own - own, counted, since
                    ends[end] = ends.get(end, 0.0) + chance * share
                else:
                    after[key] = after.get(key, 0.0) + chance * share
        level = after
    return ends


def _steps(whole: Counts, state: State, need: int) -> list[tuple[State, float, bool]]:
    """Return the next card: the state after it, its chance, and whether the turn is over for us."""
    own, counted, stops, seen, since = state
    total = own + counted + stops
    if not total:
        return [(state, 1.0, True)]
    came = whole.own - own
    found: list[tuple[State, float, bool]] = []
    if own:
        found.append(((own - 1, counted, stops, seen, since), own / total, came + 1 == need))
    if counted:
        more = since + 1 if came else 0
        found.append(((own, counted - 1, stops, seen + 1, more), counted / total, False))
    if stops:
        more = since + 1 if came and whole.counted_stops else since
        now = own, counted, stops - 1, seen + whole.counted_stops, more
        ended = whole.until and whole.stops - stops + 1 == whole.until
        found.append((now, stops / total, bool(ended)))
    return found
