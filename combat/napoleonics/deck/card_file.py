"""A deck's table of cards: the game's own, and a user's in its place, each key checked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from combat.entries import Row, number, one_of, rows, text, texts, unknown
from combat.errors import OptionError
from combat.napoleonics.deck.card import (
    ALL,
    CLASSES,
    COMMAND,
    CONFIDENCES,
    DICE,
    SECTION,
    SECTIONS,
    TACTIC,
    WHERES,
    Card,
    CommandDeck,
    SectionOrders,
    TacticOrders,
)
from combat.napoleonics.fields import wrong
from combat.toml_text import toml_text

BOTH = ("name", "kind", "count", "orders", "says", "confidence", "source")
OF_SECTION, OF_TACTIC = ("draws",), ("of", "where", "otherwise")
KEYS = {"cards": (*BOTH, *OF_SECTION, *OF_TACTIC)}
MOST_CARDS = 99  # of a kind
MOST_ORDERS = 20  # that a number on a card gives
MOST_DRAWS = 2


@lru_cache(maxsize=1)
def shipped_deck() -> CommandDeck:
    """Return the deck as it is shipped: 70 cards (CC-40)."""
    data = tomllib.loads(resources.files(__package__).joinpath("deck.toml").read_text("utf-8"))
    return CommandDeck(_cards(data), shipped=True)


def read_deck(data: Mapping[str, Any] | None) -> CommandDeck:
    """Return the deck of a user's table, or the game's own.

    Parameters
    ----------
    data : mapping or None
        A TOML text, parsed.

    Raises
    ------
    OptionError
        A key or a value that a deck cannot have.
    """
    return shipped_deck() if data is None else CommandDeck(_cards(data))


def _cards(data: Mapping[str, Any]) -> tuple[Card, ...]:
    for section in data:
        if section not in KEYS:
            raise unknown("section", section, KEYS, "the deck: ")
    found = [card for place, row in rows(data, "cards", KEYS, "name") for card in _card(row, place)]
    if not found:
        raise OptionError(
            "the deck has no card: write [[cards]] with its name, kind, count and orders",
            given="cards",
            allowed=("[[cards]]",),
        )
    names = [card.title for card in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise OptionError(
            f"{twice} is in the deck twice; write it once, with its count", given=twice
        )
    return tuple(found)


def _card(row: Row, place: str) -> Iterator[Card]:
    """Yield the cards of a row: one, or one for each section that has some."""
    kind = text(row, "kind", place)
    one_of(f"{place}: kind", kind, (SECTION, TACTIC))
    for key in OF_TACTIC if kind == SECTION else OF_SECTION:
        if key in row:
            raise wrong(place, f"{key} is not for a {kind} card; leave it out", key)
    given: dict[str, Any] = {
        "name": _name(row, place),
        "says": text(row, "says", place, ""),
        "confidence": text(row, "confidence", place, ""),
        "source": tuple(texts(row, "source", place)),
    }
    if given["confidence"]:
        one_of(f"{place}: confidence", given["confidence"], CONFIDENCES)
    if kind == TACTIC:
        yield Card(count=_count(row, place), orders=_tactic(row, place), **given)
        return
    given["draws"] = number(row, "draws", (1, MOST_DRAWS), place, 1)
    if isinstance(row.get("count"), dict):
        yield from _for_each_section(row, place, given)
    else:
        yield Card(count=_count(row, place), orders=_by_section(row, place), **given)


def _name(row: Row, place: str) -> str:
    name = text(row, "name", place)
    if not name.strip() or name != name.strip() or not name.isprintable():
        raise wrong(place, f"name {name!r} is no name of a card", name)
    return name


def _count(row: Row, place: str) -> int:
    return number(row, "count", (1, MOST_CARDS), place)


def _for_each_section(row: Row, place: str, given: Mapping[str, Any]) -> Iterator[Card]:
    counts = _sections(row, "count", place)
    if not any(number(counts, at, (0, MOST_CARDS), f"{place}: count") for at in counts):
        raise wrong(place, "count is 0 in every section; leave the card out", counts)
    if isinstance(row.get("orders"), dict):
        raise wrong(
            place,
            "orders by section go with one count, not with a count by section: write orders = 2",
            row["orders"],
        )
    orders = _amount(row, "orders", place, COMMAND)
    for at, section in enumerate(SECTIONS):
        if counts.get(section):
            left, centre, right = (orders if here == at else 0 for here in range(len(SECTIONS)))
            yield Card(
                count=counts[section],
                orders=SectionOrders((left, centre, right)),
                section=section,
                **given,
            )


def _by_section(row: Row, place: str) -> SectionOrders:
    if not isinstance(row.get("orders"), dict):
        raise wrong(
            place,
            "a section card has its count by section, count = { left = 2, centre = 2, right = 2 },"
            " or its orders, orders = { left = 1, centre = 1, right = 1 }",
            row.get("orders"),
        )
    orders = _sections(row, "orders", place)
    left, centre, right = (
        _amount({section: 0, **orders}, section, f"{place}: orders", COMMAND)
        for section in SECTIONS
    )
    if not any((left, centre, right)):
        raise wrong(place, "orders are 0 in every section; write how many it orders", orders)
    return SectionOrders((left, centre, right))


def _sections(row: Row, key: str, place: str) -> dict[str, Any]:
    for section in row[key]:
        if section not in SECTIONS:
            raise unknown("section", section, SECTIONS, f"{place}: {key}: ")
    return dict(row[key])


def _tactic(row: Row, place: str) -> TacticOrders:
    of = texts(row, "of", place)
    for name in of:
        if name not in CLASSES:
            raise unknown("class", name, CLASSES, f"{place}: of: ")
    where = text(row, "where", place, "")
    if where:
        one_of(f"{place}: where", where, WHERES)
    amount = _amount(row, "orders", place, ALL, DICE)
    for key in ("of", "where", *(["otherwise"] if amount == DICE else [])):
        if key in row and amount in (0, DICE):
            raise wrong(
                place, f"{key} does not go with orders = {toml_text(amount)}; leave it out", key
            )
    return TacticOrders(
        amount,
        tuple(of),
        where,
        number(row, "otherwise", (0, MOST_ORDERS), place, 0),
    )


def _amount(row: Row, key: str, place: str, *words: str) -> int | str:
    """Return a whole number, or one of a few words."""
    value = row.get(key)
    if isinstance(value, str) and value in words:
        return value
    if type(value) is not int or not 0 <= value <= MOST_ORDERS:
        named = " or ".join(f'"{word}"' for word in words)
        raise wrong(
            place,
            f"{key} = {toml_text(value)} is not a whole number from 0 to {MOST_ORDERS} or {named}",
            value,
            f"0 to {MOST_ORDERS}",
            *words,
        )
    return value
