"""What the verb `map` does: shows a map file or a position, and writes a position to a file."""

from collections.abc import Sequence
from pathlib import Path

from analysis.cli import catalogue
from analysis.cli.options import Format
from analysis.cli.sheets import show
from analysis.cli.theatre import position_of
from analysis.writing import checked_file, write_whole
from combat.errors import OptionError
from combat.game import Game
from combat.games import GAMES

ENDINGS = (".toml",)


def show_map(
    game: Game,
    file: Path | None,
    *,
    edits: Sequence[str],
    out: Path | None,
    form: Format,
    places: Sequence[str] = (),
) -> None:
    """Show what a map file, or a position with edits, says; of some places alone if named.

    Raises
    ------
    WargameError
        If the game has no maps, or the file or an edit is at fault.
    """
    if game.theatre is None:
        given = {"--edit": edits, "--place": places, "--out": out}
        changing = next((name for name, value in given.items() if value), "")
        _show_report(game, file, form=form, changing=changing)
        return
    target = None if out is None else checked_file("--out", out, ENDINGS)
    theatre, position = position_of(game.name, file, edits)
    answer = theatre.report(position, places)
    if target is not None:
        text = theatre.text(position)
        write_whole({target: lambda half: half.write_text(text, "utf-8")})
    show(answer, form)


def _show_report(game: Game, file: Path | None, *, form: Format, changing: str) -> None:
    if game.map_report is None:
        maps = tuple(one.name for one in GAMES.values() if one.map_report or one.theatre)
        raise OptionError(
            f"{game.name} has no map files; games with them are {', '.join(maps)}",
            given=game.name,
            allowed=maps,
        )
    if changing:
        raise OptionError(
            f"{changing} is for games whose set-up is known; edit the map file of {game.name}",
            given=changing,
        )
    if file is None:
        raise OptionError(
            f"FILE is missing; usage: wargame-odds map {game.name} FILE", given="FILE"
        )
    catalogue.report(game, game.map_report(str(file)), form)
