"""The games: one line each."""

from dataclasses import dataclass

from combat.axis_allies.game import AXIS_ALLIES
from combat.battle import Battle
from combat.decks.game import DeckGame
from combat.errors import OptionError
from combat.game import Game
from combat.musket_skirmish.entry import DECK as MUSKET_SKIRMISH
from combat.napoleonics.deck.entry import DECK as NAPOLEONICS_DECK
from combat.napoleonics.game import NAPOLEONICS
from combat.rebellion_1775.deck.entry import DECK as REBELLION_DECK
from combat.rebellion_1775.game import REBELLION
from combat.washingtons_war.deck.entry import DECK as WASHINGTONS_WAR_DECK
from combat.washingtons_war.game import WASHINGTONS_WAR

GAMES: dict[str, Game] = {
    game.name: game for game in (AXIS_ALLIES, WASHINGTONS_WAR, REBELLION, NAPOLEONICS)
}

DECKS: dict[str, DeckGame] = {
    deck.name: deck
    for deck in (WASHINGTONS_WAR_DECK, REBELLION_DECK, NAPOLEONICS_DECK, MUSKET_SKIRMISH)
}


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
    names = dict.fromkeys((*GAMES, *DECKS))
    return tuple(Entry(GAMES.get(name), DECKS.get(name)) for name in names)


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
    for entry in entries():
        if name.lower() in (entry.name, *entry.aliases):
            return entry
    known = [f"{entry.name} ({', '.join(entry.aliases)})" for entry in entries()]
    raise OptionError(
        f"no game is called {name!r}; games are {', '.join(known)}",
        given=name,
        allowed=tuple(entry.name for entry in entries()),
    )


def find_deck(name: str) -> DeckGame:
    """Return the deck of the game of that name or alias.

    Raises
    ------
    OptionError
    """
    for deck in DECKS.values():
        if name.lower() in (deck.name, *deck.aliases):
            return deck
    known = [f"{deck.name} ({', '.join(deck.aliases)})" for deck in DECKS.values()]
    raise OptionError(
        f"no game with a deck is called {name!r}; they are {', '.join(known)}",
        given=name,
        allowed=tuple(DECKS),
    )


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
    for game in GAMES.values():
        if name.lower() in (game.name, *game.aliases):
            return game
    for deck in DECKS.values():
        if name.lower() in (deck.name, *deck.aliases) and not deck.battles:
            raise OptionError(
                f"{deck.name} has no battles, only a deck: ask 'wargame-odds deck"
                f" {deck.aliases[0]}'",
                given=name,
                allowed=("deck",),
            )
    known = [f"{g.name} ({', '.join(g.aliases)})" for g in GAMES.values()]
    raise OptionError(
        f"no game is called {name!r}; games are {', '.join(known)}",
        given=name,
        allowed=tuple(GAMES),
    )


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
