"""What all questions about a map take: the game, a position, and edits of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from analysis.cli.options import option_texts
from combat.errors import OptionError
from combat.games import GAMES, find_game
from combat.sheets import Theatre

EDITING = click.option(
    "--edit",
    "edits",
    multiple=True,
    metavar="TEXT",
    help="Change the position: 'Karelia: 5 inf, 1 arm'. Repeatable.",
)
PLACED = (  # arguments 'game', 'file' (a position; None for the set-up) and 'edits'
    click.argument("game"),
    click.argument("file", required=False, type=Path, metavar="[FILE.toml]"),
    EDITING,
)

BATTLES = ("losses", "defender_losses", "retreat", "worth")  # settings with options of their own


def battle_texts(game: str, options: dict[str, Any]) -> dict[str, str]:
    """Take the settings of a question's battles out of its options, and return those given."""
    named = {key: options.pop(key) for key in BATTLES}
    return option_texts(options.pop("settings"), named, find_game(game).settings)


def position_of(game: str, file: Path | None, edits: Sequence[str] = ()) -> tuple[Theatre, Any]:
    """Return a game's map and a position on it.

    Parameters
    ----------
    game : str
        Name or alias.
    file : Path, optional
        A position file; without it the set-up.
    edits : sequence of str
        Changes of the position, in their order.

    Raises
    ------
    OptionError
        If the game has no map, or the file cannot be read.
    NotationError, UnknownUnitError, IllegalBattleError
        If the position cannot be read, or the rules do not allow it.
    """
    theatre = theatre_of(game)
    return theatre, theatre.read("" if file is None else str(file), edits)


def theatre_of(game: str) -> Theatre:
    """Return a game's map.

    Raises
    ------
    OptionError
        If it has none.
    """
    chosen = find_game(game)
    if chosen.theatre is None:
        those = tuple(one.name for one in GAMES.values() if one.theatre is not None)
        raise OptionError(
            f"{chosen.name} has no map that positions stand on; games with one are"
            f" {', '.join(those)}",
            given=game,
            allowed=those,
        )
    return chosen.theatre()
