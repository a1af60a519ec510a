"""The games: one line each."""

from combat.axis_allies.game import AXIS_ALLIES
from combat.battle import Battle
from combat.errors import OptionError
from combat.game import Game
from combat.napoleonics.game import NAPOLEONICS
from combat.rebellion_1775.game import REBELLION
from combat.washingtons_war.game import WASHINGTONS_WAR

GAMES: dict[str, Game] = {
    game.name: game for game in (AXIS_ALLIES, WASHINGTONS_WAR, REBELLION, NAPOLEONICS)
}


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
