"""An activation deck as a value, and a deck file (MT-02, MT-04 to MT-06)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import Any

from combat.entries import Row, check_keys, flag, number, rows, text, unknown
from combat.errors import OptionError
from combat.notation import shown
from combat.toml_text import plain_text, toml_text

END_OF_TURN, PLANNING, VIGILANCE = "end-of-turn", "planning", "vigilance"
VARIANTS = (END_OF_TURN, PLANNING, VIGILANCE)
KEYS = {
    "": ("variant", "events", "officers", "morale", "stop", "cards"),
    "cards": ("side", "type", "count", "actions", "elite", "models", "hit", "kill"),
}
MOST_CARDS, MOST_TYPES, MOST_ACTIONS = 60, 12, 4
MOST_COUNT = 20
STOP = 3  # the event card that ends the turn (MT-08)
LIMITS = {
    "events": (0, MOST_COUNT),
    "officers": (0, MOST_COUNT),
    "count": (1, MOST_COUNT),
    "actions": (1, MOST_ACTIONS),
    "stop": (1, MOST_COUNT),
    "models": (1, 200),
    "hit": (2, 6),
    "kill": (2, 6),
}


@dataclass(frozen=True)
class Cards:
    """Cards that activate all units of one type of one side (MT-02).

    Parameters
    ----------
    side, type : str
    count, actions : int
        How many there are, and the actions that each gives.
    elite : bool
        Whether the type acts on the officers' card (MT-04).
    models, hit, kill : int
        How many may fire, and the least rolls to hit and to kill; 0 if not given.
    """

    side: str
    type: str
    count: int
    actions: int
    elite: bool = False
    models: int = 0
    hit: int = 0
    kill: int = 0

    @property
    def name(self) -> str:
        """Side and type, by which tables call it."""
        return f"{self.side} {self.type}"


@dataclass(frozen=True)
class Deck:
    """An activation deck.

    Parameters
    ----------
    cards : tuple of Cards
        One entry a kind of card; a type may have several.
    events, officers : int
        Event cards (MT-05) and officers' cards (MT-04).
    morale : tuple of str
        Sides whose morale card is in the deck (MT-06).
    variants : tuple of str
        Of `VARIANTS`.
    stop : int
        Which event card ends the turn in the end-of-turn variant (MT-08).
    """

    cards: tuple[Cards, ...]
    events: int = 3
    officers: int = 1
    morale: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    stop: int = STOP

    @property
    def names(self) -> tuple[str, ...]:
        """The types, 'side type', in the deck's order."""
        return tuple(dict.fromkeys(cards.name for cards in self.cards))

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides."""
        return tuple(dict.fromkeys(cards.side for cards in self.cards))

    @property
    def size(self) -> int:
        """All cards."""
        return self.activations + self.events + self.officers + len(self.morale)

    @property
    def activations(self) -> int:
        """Activation cards."""
        return sum(cards.count for cards in self.cards)

    @property
    def stops(self) -> bool:
        """Whether the turn ends with an event card."""
        return END_OF_TURN in self.variants and self.events >= self.stop

    def of(self, name: str) -> tuple[Cards, ...]:
        """Return the cards of a type."""
        return tuple(cards for cards in self.cards if cards.name == name)

    def side_of(self, name: str) -> str:
        """Return the side of a type."""
        return self.of(name)[0].side

    def elite(self, name: str) -> bool:
        """Return whether a type acts on the officers' card."""
        return any(cards.elite for cards in self.of(name))

    def count(self, name: str) -> int:
        """Return a type's own cards."""
        return sum(cards.count for cards in self.of(name))

    def enemy_cards(self, name: str) -> int:
        """Return the activation cards of all sides but a type's own."""
        side = self.side_of(name)
        return sum(cards.count for cards in self.cards if cards.side != side)

    def without(self, names: tuple[str, ...]) -> "Deck":
        """Return the deck after types have been wiped out (MT-07).

        Raises
        ------
        OptionError
        """
        for name in names:
            self.check_name(name)
        left = tuple(cards for cards in self.cards if cards.name not in names)
        if not left:
            raise OptionError("no activation card is left; leave a type in", given=", ".join(names))
        return replace(self, cards=left)

    def check_name(self, name: str) -> None:
        """Refuse a type that the deck does not have.

        Raises
        ------
        OptionError
        """
        if name not in self.names:
            raise unknown("type", name, self.names)


@lru_cache(maxsize=1)
def example_deck() -> Deck:
    """Return the deck of the example."""
    source = resources.files(__package__).joinpath("example.toml").read_text("utf-8")
    return read_deck(tomllib.loads(source))


def read_deck(data: Row) -> Deck:
    """Read a deck file's contents.

    Raises
    ------
    OptionError
        In one line that names the entry at fault.
    """
    for key in data:
        if key not in KEYS[""]:
            raise unknown("key", key, KEYS[""], "the deck: ")
    found = [_cards(row, place) for place, row in rows(data, "cards", KEYS, "type")]
    if not found:
        raise OptionError(
            "the deck has no [[cards]]; write side, type, count and actions of each",
            given="",
            allowed=("[[cards]]",),
        )
    deck = Deck(
        tuple(found),
        number(data, "events", LIMITS["events"], "the deck", 3),
        number(data, "officers", LIMITS["officers"], "the deck", 1),
        _sides(data, {cards.side for cards in found}),
        _variants(data),
        number(data, "stop", LIMITS["stop"], "the deck", STOP),
    )
    _check(deck)
    return deck


def _cards(row: Row, place: str) -> Cards:
    check_keys(row, "cards", KEYS, place)
    names = [" ".join(text(row, key, place).split()) for key in ("side", "type")]
    for key, name in zip(("side", "type"), names, strict=True):
        parts = name.replace("-", " ").split()
        if not parts or not all(part.isalnum() for part in parts):
            raise OptionError(f"{place}: {key} = {shown(name)} is no name of letters", given=name)
    count = number(row, "count", LIMITS["count"], place, 1)
    actions = number(row, "actions", LIMITS["actions"], place, 1)
    shooting = [number(row, key, LIMITS[key], place, 0) for key in ("models", "hit", "kill")]
    if any(shooting) and not all(shooting):
        raise OptionError(
            f"{place}: models, hit and kill go together: give all three or none", given=names[1]
        )
    return Cards(names[0], names[1], count, actions, flag(row, "elite", place), *shooting)


def _variants(data: Row) -> tuple[str, ...]:
    value = data.get("variant", [])
    if not isinstance(value, list):
        value = [value]
    for one in value:
        if one not in VARIANTS:
            raise unknown("variant", plain_text(one), VARIANTS, "the deck: ")
    return tuple(one for one in VARIANTS if one in value)


def _sides(data: Row, sides: set[str]) -> tuple[str, ...]:
    value = data.get("morale", [])
    if not isinstance(value, list):
        raise OptionError(
            f"the deck: morale is a list of sides, not {toml_text(value)}", given=plain_text(value)
        )
    for one in value:
        if not isinstance(one, str) or one not in sides:
            raise unknown("side", plain_text(one), sorted(sides), "the deck: morale: ")
    return tuple(dict.fromkeys(value))


def _check(deck: Deck) -> None:
    """Refuse a deck that is larger than any, or says two things of a type."""
    if deck.size > MOST_CARDS or len(deck.names) > MOST_TYPES:
        raise OptionError(
            f"the deck has {deck.size} cards of {len(deck.names)} types; at most {MOST_CARDS} cards"
            f" of {MOST_TYPES} types can be asked about",
            given=str(deck.size),
            allowed=(f"up to {MOST_CARDS}",),
        )
    for name in deck.names:
        of = deck.of(name)
        if len({cards.side for cards in of}) > 1:
            raise OptionError(f"two sides have a type {name}; give one another name", given=name)
        if len({cards.elite for cards in of}) > 1:
            raise OptionError(f"{name} is elite on one of its cards and not on another", given=name)
        if len({(cards.models, cards.hit, cards.kill) for cards in of}) > 1:
            raise OptionError(
                f"{name} shoots otherwise on one of its cards than on another; give the same"
                " models, hit and kill on each",
                given=name,
            )


def contents(data: Mapping[str, Any] | None) -> Deck:
    """Return the deck of a file's contents, the example without one."""
    return example_deck() if data is None else read_deck(data)
