"""What is covered, as plain data: the games, with their settings, events and decks."""

from collections.abc import Iterable
from typing import Any

from analysis.document import SCHEMA
from combat.games import Entry


def games_document(known: Iterable[Entry]) -> dict[str, Any]:
    """Return what there is of all games as plain data."""
    return {"schema": SCHEMA, "games": [_entry(entry) for entry in known]}


def game_document(known: Entry) -> dict[str, Any]:
    """Return what there is of a game as plain data."""
    return {"schema": SCHEMA, **_entry(known)}


def _entry(known: Entry) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": known.name,
        "aliases": list(known.aliases),
        "title": known.title,
        "edition": known.edition,
        "covers": known.covers,
        "settings": {},
        "events": {},
        "quantities": {},
        "examples": [],
        "deck": None,
    }
    if known.game:
        found |= {
            "settings": {s.key: s.help for s in known.game.settings},
            "events": {e.name: e.text for e in known.game.events},
            "quantities": {q.name: q.text for q in known.game.quantities},
            "examples": [" v ".join(example) for example in known.game.examples],
        }
    if known.deck:
        found["deck"] = {
            "covers": known.deck.covers,
            "settings": {s.key: s.help for s in known.deck.settings},
            "example": known.deck.example,
        }
    return found
