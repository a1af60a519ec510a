"""The games: one line each."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pkgutil import resolve_name
from typing import Protocol, TypeVar

from combat.battle import Battle
from combat.decks.game import DeckGame
from combat.errors import OptionError
from combat.game import Game

GAMES: dict[str, Game] = {
    game.name: game
    for game in map(
        resolve_name,
        (
            "combat.axis_allies.game:AXIS_ALLIES",
            "combat.washingtons_war.game:WASHINGTONS_WAR",
            "combat.rebellion_1775.game:REBELLION",
            "combat.napoleonics.game:NAPOLEONICS",
        ),
    )
}


@cache
def decks() -> dict[str, DeckGame]:
    """Return the games that have a deck, by name; a battle does not wait for them to be loaded."""
    known = map(
        resolve_name,
        (
            "combat.washingtons_war.deck.entry:DECK",
            "combat.rebellion_1775.deck.entry:DECK",
            "combat.napoleonics.deck.entry:DECK",
            "combat.musket_skirmish.entry:DECK",
        ),
    )
    return {deck.name: deck for deck in known}


class Named(Protocol):
    """What has a name and aliases."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names of it."""
        ...


One = TypeVar("One", bound=Named)


def _called(name: str, known: Iterable[One]) -> One | None:
    """Return the one of that name or alias, if there is one."""
    return next((one for one in known if name.lower() in (one.name, *one.aliases)), None)


def _unknown(name: str, known: Iterable[Named], what: str, are: str) -> OptionError:
    names = {one.name: ", ".join(one.aliases) for one in known}
    listed = ", ".join(f"{one} ({aliases})" for one, aliases in names.items())
    return OptionError(
        f"no {what} is called {name!r}; {are} {listed}", given=name, allowed=tuple(names)
    )


@dataclass(frozen=True)
class Entry:
    """What there is of a game: its battles, its deck, or both."""

    game: Game | None
    deck: DeckGame | None

    @property
    def _first(self) -> Game | DeckGame:
        first = self.game or self.deck
        assert first is not None
        return first

    @property
    def name(self) -> str:
        """Its name."""
        return self._first.name

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names of it."""
        return self._first.aliases

    @property
    def title(self) -> str:
        """What the box says."""
        return self._first.title

    @property
    def edition(self) -> str:
        """Whose rules."""
        return self._first.edition

    @property
    def covers(self) -> str:
        """Which battles are covered, and what is not; '' where there are none."""
        return self.game.covers if self.game else ""


def entries() -> tuple[Entry, ...]:
    """Return what there is, a game after another."""
    names = dict.fromkeys((*GAMES, *decks()))
    return tuple(Entry(GAMES.get(name), decks().get(name)) for name in names)


def find_entry(name: str) -> Entry:
    """Return what there is of the game of that name or alias.

    Raises
    ------
    OptionError

    Examples
    --------
    >>> find_entry("mt").deck.name
    'musket-skirmish'
    """
    entry = _called(name, entries())
    if entry is None:
        raise _unknown(name, entries(), "game", "games are")
    return entry


def find_deck(name: str) -> DeckGame:
    """Return the deck of the game of that name or alias.

    Raises
    ------
    OptionError
    """
    deck = _called(name, decks().values())
    if deck is None:
        raise _unknown(name, decks().values(), "game with a deck", "they are")
    return deck


def find_game(name: str) -> Game:
    """Return the game of that name or alias.

    Raises
    ------
    OptionError

    Examples
    --------
    >>> find_game("aa").name
    'axis-allies'
    """
    game = _called(name, GAMES.values())
    if game is not None:
        return game
    deck = _called(name, decks().values())
    if deck is not None and not deck.battles:
        raise OptionError(
            f"{deck.name} has no battles, only a deck: ask 'wargame-odds deck {deck.aliases[0]}'",
            given=name,
            allowed=("deck",),
        )
    raise _unknown(name, GAMES.values(), "game", "games are")


def parse_battle(
    game: str, attacker: str, defender: str | None = None, **options: object
) -> Battle:
    """Read a battle of the game of that name; see `Battle.parse`.

    Examples
    --------
    >>> battle = parse_battle("aa", "3 infantry, 2 tanks v 4 inf, 1 art")
    >>> str(battle)
    '3 inf, 2 arm v 4 inf, 1 art'
    """
    return Battle.parse(find_game(game), attacker, defender, **options)
