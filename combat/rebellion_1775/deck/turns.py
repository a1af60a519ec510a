"""One faction's cards turn by turn, exactly: when its truce comes, which hands, which events.

A faction has one turn a round (RB-21), so that its turns are the rounds. What is in a hand besides
the truce does not depend on how the truce is played: it takes the place of a movement card. So
events and hands without a movement card are the same under every policy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from combat.rebellion_1775.deck.hands import MARKED, MOVEMENT, NONE, TRUCE, Cards, Held, filled
from combat.rebellion_1775.deck.policies import Truce
from combat.rebellion_1775.deck.scenario import Deck

Mass = Mapping[Held, float]
"""Hands and draw decks, each with its chance."""
Chance = Callable[[Held, int], float]
"""To play the truce, of a hand and a turn."""


def at_first(deck: Cards) -> Mass:
    """Return the cards after the first hand has been drawn."""
    return dict(filled(Held(NONE, deck)).hands)


def after(mass: Mass, kind: int, *, events: bool) -> Mass:
    """Return the cards after a turn in which a card of a kind is played by all."""
    found: dict[Held, float] = defaultdict(float)
    for held, weight in mass.items():
        for new, chance in filled(held.without(kind, events=events)).hands:
            found[new] += weight * chance
    return dict(found)


def keeping(deck: Deck, chance: Chance, *, events: bool) -> Iterable[tuple[Mass, float]]:
    """Yield for each turn the cards while the truce is not out, and the chance that it comes.

    Parameters
    ----------
    deck : Deck
        With a truce.
    chance : callable
        ``(hand and draw deck with the truce in hand, turn)`` to the chance to play it.
    events : bool
        Whether events are played as soon as held.
    """
    mass = at_first((deck.movement, 1, deck.event, 0))
    for turn in range(1, deck.turns + 1):
        kept, out = {}, 0.0
        for held, weight in mass.items():
            played = chance(held, turn) if held.hand[TRUCE] else 0.0
            out += weight * played
            if played < 1.0:
                kept[held] = weight * (1.0 - played)
        yield mass, out
        mass = after(kept, MOVEMENT, events=events)


def truce_turns(deck: Deck, truce: Truce, *, events: bool) -> tuple[float, ...]:
    """Return the chance of each own turn, from the first, to be that of the truce (RB-20).

    Examples
    --------
    Played as soon as held, it comes in the first turn if it is in the first hand: 55/216.

    >>> from combat.rebellion_1775.deck.policies import ASAP, Lead
    >>> chances = truce_turns(Deck(7, 1, 4), Truce(ASAP, "british", Lead()), events=True)
    >>> round(chances[0] * 216, 9)
    55.0
    """
    if not deck.truce:
        return (0.0,) * deck.turns
    return tuple(out for _, out in keeping(deck, named_chance(truce), events=events))


def named_chance(truce: Truce) -> Chance:
    """Return a policy as a function of a hand and a turn."""
    return lambda held, turn: float(truce.chance(held.hand[MOVEMENT], turn))


def bare_hands(deck: Deck, *, events: bool) -> tuple[float, ...]:
    """Return for each turn the chance that its hand, as drawn, has no movement card (RB-20)."""
    before: Mass = {Held(NONE, (deck.turns, 0, deck.event, 0)): 1.0}
    found = []
    for _ in range(deck.turns):
        found.append(sum(weight * filled(held).bare for held, weight in before.items()))
        played: dict[Held, float] = defaultdict(float)
        for held, weight in before.items():
            for new, chance in filled(held).hands:
                played[new.without(MOVEMENT, events=events)] += weight * chance
        before = played
    return tuple(found)


def events_held(deck: Deck, marked: int, *, events: bool) -> tuple[float, ...]:
    """Return for each turn the chance to have had one of so many marked events in hand by then.

    A hand that is shown and shuffled back was not held.
    """
    mass = at_first((deck.turns, 0, deck.event - marked, marked))
    found = []
    for _ in range(deck.turns):
        mass = {held: weight for held, weight in mass.items() if not held.hand[MARKED]}
        found.append(1.0 - sum(mass.values()))
        mass = after(mass, MOVEMENT, events=events)
    return tuple(found)
