"""A deck file: its entries, key by key, and the example that is shipped (WW-30)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from combat.entries import Row, check_keys, flag, number, one_of, rows, text, texts, unknown
from combat.errors import OptionError
from combat.washingtons_war.deck.cards import (
    BATTLE,
    EVENT,
    HAND,
    KINDS,
    OPS,
    SIDES,
    YEARS,
    Card,
    Deck,
)
from combat.washingtons_war.deck.cards import USER as OF_USER

RULES, REPORT, MEMORY, EXAMPLE = "rules", "report", "memory", "example"
CONFIDENCES = (RULES, REPORT, MEMORY, EXAMPLE, OF_USER)
MOST_CARDS, MOST_WAR_ENDS = 300, 8
FLAGS = ("must_be_played", "from_1776", "removed_after_play", "reshuffle", "ends_regulars")
KEYS = {
    "cards": (
        *("name", "count", "kind", "ops", "side", "year", "track", *FLAGS),
        *("confidence", "source", "unverified"),
    )
}
LIMITS = {
    "count": (1, MOST_CARDS),
    "ops": (1, 3),
    "year": (YEARS[0], YEARS[-1]),
    "track": (-9, 9),
}
WITHOUT_FLAGS = {  # what a card of a kind cannot be
    OPS: ("must_be_played", "removed_after_play", "reshuffle", "ends_regulars"),
    BATTLE: ("must_be_played", "reshuffle", "ends_regulars"),
}


@lru_cache(maxsize=1)
def example_deck() -> Deck:
    """Return the example."""
    source = resources.files(__package__).joinpath("deck.toml").read_text("utf-8")
    return Deck(read_deck(tomllib.loads(source)).cards, example=True)


def contents(data: Mapping[str, Any] | None) -> Deck:
    """Return the deck of a file's contents, the example without one."""
    return example_deck() if data is None else read_deck(data)


def read_deck(data: Row) -> Deck:
    """Read a deck file's contents.

    Raises
    ------
    OptionError
        In one line that names the entry at fault.
    """
    for key in data:
        if key not in KEYS:
            raise unknown("section", key, KEYS, "the deck: ")
    cards = tuple(_card(row, place) for place, row in rows(data, "cards", KEYS, "name"))
    if not cards:
        raise OptionError(
            "the deck has no [[cards]]; write name, count and kind of each",
            given="",
            allowed=("[[cards]]",),
        )
    deck = Deck(cards)
    _check(deck)
    return deck


def _card(row: Row, place: str) -> Card:
    check_keys(row, "cards", KEYS, place)
    name = text(row, "name", place).strip()
    if not name or not name.isprintable():
        raise OptionError(f"{place}: name is a text of letters, not {name!r}", given=name)
    kind = text(row, "kind", place)
    one_of(f"{place}: kind", kind, KINDS)
    side = text(row, "side", place, SIDES[-1])
    one_of(f"{place}: side", side, SIDES)
    confidence = text(row, "confidence", place, OF_USER)
    one_of(f"{place}: confidence", confidence, CONFIDENCES)
    card = Card(
        name=name,
        count=number(row, "count", LIMITS["count"], place, 1),
        kind=kind,
        ops=number(row, "ops", LIMITS["ops"], place, 0),
        side=side,
        year=number(row, "year", LIMITS["year"], place, 0),
        track=number(row, "track", LIMITS["track"], place, 0),
        confidence=confidence,
        source=text(row, "source", place, ""),
        unverified=_unverified(row, place),
        **{key: flag(row, key, place) for key in FLAGS},
    )
    _check_kind(card, place)
    return card


def _unverified(row: Row, place: str) -> tuple[str, ...]:
    keys = texts(row, "unverified", place)
    for key in keys:
        if key not in KEYS["cards"]:
            raise unknown("key", key, KEYS["cards"], f"{place}: unverified: ")
    return tuple(keys)


def _check_kind(card: Card, place: str) -> None:
    """Refuse a card that no card of its kind can be."""
    for key in WITHOUT_FLAGS.get(card.kind, ()):
        if getattr(card, key):
            raise OptionError(f"{place}: {key} is not for kind = {card.kind!r}", given=key)
    if (card.kind == OPS) != bool(card.ops):
        fix = "ops = 1, 2 or 3 is missing" if card.kind == OPS else "ops is for kind = 'ops' only"
        raise OptionError(f"{place}: {fix}", given=str(card.ops), allowed=("1", "2", "3"))
    if card.track and card.kind != EVENT:
        raise OptionError(f"{place}: track is for kind = 'event' only", given=str(card.track))
    if card.year and not card.must_be_played:
        raise OptionError(
            f"{place}: a card with a year must be played; write must_be_played = true (WW-33)",
            given=str(card.year),
        )
    if card.year and (card.from_1776 or card.removed_after_play or card.reshuffle or card.track):
        raise OptionError(
            f"{place}: a card with a year does nothing else: leave from_1776, removed_after_play,"
            " reshuffle and track out (WW-33)",
            given=card.name,
        )
    if card.year and card.count > 1:
        raise OptionError(
            f"{place}: count = {card.count} of a card with a year; write each as a [[cards]] of its"
            " own, with a name of its own",
            given=str(card.count),
            allowed=("1",),
        )
    if card.must_be_played and card.side != SIDES[-1]:
        raise OptionError(
            f"{place}: a card that must be played is played by whoever holds it; leave side out",
            given=card.side,
            allowed=SIDES[-1:],
        )


def _check(deck: Deck) -> None:
    """Refuse a deck that names a card twice, or is too large or too small to be dealt."""
    names = [card.name.casefold() for card in deck.cards]
    for card in deck.cards:
        if names.count(card.name.casefold()) > 1:
            raise OptionError(
                f"the deck has {card.name!r} twice; write it once, with its count", given=card.name
            )
    if deck.size > MOST_CARDS or len(deck.war_ends) > MOST_WAR_ENDS:
        raise OptionError(
            f"the deck has {deck.size} cards, {len(deck.war_ends)} of them with a year; at most"
            f" {MOST_CARDS} and {MOST_WAR_ENDS} can be asked about",
            given=str(deck.size),
            allowed=(f"up to {MOST_CARDS}",),
        )
    staying = deck.number(lambda card: not card.from_1776 and not card.removed_after_play)
    least = 4 * HAND + bool(deck.war_ends)
    if staying < least:
        raise OptionError(
            f"the deck has {staying} cards that are there from 1775 on and stay; at least {least}"
            " are needed, for the deals of two years and the active war-ends card",
            given=str(staying),
            allowed=(f"from {least}",),
        )
