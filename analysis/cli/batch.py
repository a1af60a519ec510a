"""Many battles from a file, one a line."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from analysis.answers import odds
from analysis.cli.options import Asked
from analysis.cli.terminal import tracked
from combat.battle import Battle
from combat.errors import NotationError, OptionError, WargameError
from combat.files import file_text
from combat.game import Game
from combat.outcomes import Outcomes


def read_batch(file: Path, game: Game, texts: Mapping[str, str]) -> list[Battle]:
    """Read the battles of a file; empty lines and those that begin with # are passed over.

    Raises
    ------
    WargameError
        Of the first line that cannot be read, with its number.
    """
    try:
        lines = file_text(file, repr(str(file))).splitlines()
    except UnicodeDecodeError:
        raise OptionError(f"{str(file)!r} is not a text in UTF-8", given=str(file)) from None
    battles = []
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            battles.append(Battle.parse(game, line.strip(), **texts))
        except WargameError as error:
            error.args = (f"line {number} of {file.name}: {error}",)
            raise
    if not battles:
        raise NotationError(f"{str(file)!r} holds no battle; write one a line", given=str(file))
    return battles


def solve_batch(battles: list[Battle], asked: Asked) -> Iterator[Outcomes]:
    """Answer the battles one by one, with progress on stderr where that is a terminal."""
    for battle in tracked(battles, "battles"):
        yield odds(battle, **asked.keywords)
