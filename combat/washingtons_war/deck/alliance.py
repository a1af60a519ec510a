"""By when France is in the war, exactly (WW-34)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from combat.arrays import Floats
from combat.washingtons_war.deck import track
from combat.washingtons_war.deck.cards import PLAYERS, Card, Deck
from combat.washingtons_war.deck.chain import Masses, Memory, Play, Played, State, usual_play
from combat.washingtons_war.deck.course import Course
from combat.washingtons_war.deck.draws import Deal
from combat.washingtons_war.deck.kinds import Kind, kinds_that_count
from combat.washingtons_war.deck.track import ALLIANCE, Rates


class Steps(NamedTuple):
    """What the cards of a year do to the track: steps back, steps on, and to the regulars."""

    back: int = 0
    on: int = 0
    regulars: bool = False


def moving_cards(deck: Deck) -> tuple[Card, ...]:
    """Return the cards that move the alliance track, or end the regulars' advantage."""
    return tuple(card for card in deck.cards if card.track or card.ends_regulars)


class Alliance:
    """The question when the alliance is made.

    The mass of a state: chances as `track.start` has them.

    Parameters
    ----------
    deck : Deck
    course : Course
    rates : Rates
    """

    def __init__(self, deck: Deck, course: Course, rates: Rates) -> None:
        cards = moving_cards(deck)
        self.rates, self.course = rates, course
        apart = tuple(Kind.of(*alike, asked=alike[0].player in PLAYERS) for alike in _alike(cards))
        self.moving = len(apart)
        self.kinds = (*apart, *kinds_that_count(deck, course, cards))
        self.unit: Floats = track.start()

    def plays(self, memory: Memory, deal: Deal) -> Iterator[Play]:
        """Yield the one thing that hands lead to."""
        after, discarded = usual_play(self.kinds, memory, deal.american, deal.british)
        steps = Steps()
        hands = zip(self.kinds[: self.moving], deal.american, deal.british, strict=False)
        for kind, mine, theirs in hands:
            steps = stepped(steps, kind.card, kind.played(mine, theirs))
        yield Play(1.0, after, discarded, steps)

    def settled(self, year: int, played: Played) -> tuple[float, Masses]:
        """Return the chance that the alliance is made in a year."""
        turn = year - self.course.years[0]
        alike: dict[Steps, list[tuple[State, Floats]]] = {}
        for (piles, memory, steps), mass in played.items():
            alike.setdefault(steps, []).append(((piles, memory), mass))  # type: ignore[arg-type]
        made = 0.0
        masses: Masses = {}
        for steps, found in alike.items():
            before = np.stack([mass for _, mass in found])
            after = year_moved(before, steps, self.rates, turn)
            made += float(after[..., ALLIANCE].sum())
            after[..., ALLIANCE] = 0.0
            for (state, _), mass in zip(found, after, strict=True):
                masses[state] = masses[state] + mass if state in masses else mass
        return made, masses


def _alike(cards: tuple[Card, ...]) -> Iterator[list[Card]]:
    """Yield the cards by what they do."""
    found: dict[tuple[object, ...], list[Card]] = {}
    for card in cards:
        key = (
            *(card.player, card.track, card.ends_regulars),
            *(card.removed_after_play, card.reshuffle),
        )
        found.setdefault(key, []).append(card)
    yield from found.values()


def stepped(steps: Steps, card: Card, played: int) -> Steps:
    """Return what the cards of a year do, with so many more of a card played."""
    if not played:
        return steps
    back, on = max(0, -card.track) * played, max(0, card.track) * played
    return Steps(steps.back + back, steps.on + on, steps.regulars or card.ends_regulars)


def year_moved(chances: Floats, steps: Steps, rates: Rates, turn: int) -> Floats:
    """Return the chances after a year: what moves the track back first, then what moves it on.

    ``chances``: as `track.start` has them, or many of them, (states, 2, 2, 10).
    """
    chances = track.captured(chances, track.of_turn(rates.washington, turn))
    chances = track.moved(chances, -steps.back)
    chances = track.regulars_lost(chances, track.of_turn(rates.regulars, turn))
    if steps.regulars:
        chances = track.regulars_lost(chances, 1.0)
    return track.won(track.moved(chances, steps.on), track.of_turn(rates.wins, turn))
