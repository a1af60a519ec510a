"""Strategy reports: of a game, of a battle, of a plan."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.files import contents_of, text_of
from combat.battle import Battle
from combat.errors import OptionError, WargameError
from combat.games import decks, entries, find_deck, find_entry
from reports.asking.noted import SEED
from reports.environment import Desk, environment
from reports.showing.html import page
from reports.showing.wording import words

POWERS, TRIALS = "power", 4_000  # what a plan of powers has; how often it is played
PLANS = ("stage", "target", "attacker", "race")  # what a plan has, and a deck has not


@dataclass(frozen=True)
class Report:
    """A report, built.

    Parameters
    ----------
    name : str
        For its files, without an ending.
    title : str
    html, markdown : str
        The whole report, each in one file.
    """

    name: str
    title: str
    html: str
    markdown: str


def report(game: str, *, seed: int = SEED) -> Report:
    """Build the report of a game: its article, or what can be said of any game.

    Parameters
    ----------
    game : str
        Name or alias.
    seed : int
        Of what is simulated.

    Raises
    ------
    WargameError
        `reports.environment.ClaimError` for an article that says what its numbers do not.
    """
    entry = find_entry(game)
    article = f"{entry.name}.md.j2"
    there = article in environment().list_templates()
    return _built(entry.name, article if there else "game.md.j2", Desk(seed=seed), entry=entry)


def report_of_battle(battle: Battle, *, seed: int = SEED, **asked: Any) -> Report:  # noqa: ANN401
    """Build the report of a battle.

    Parameters
    ----------
    battle : Battle
    seed : int
    **asked
        ``aim`` and ``counter`` of the verdict, ``engine``, ``trials`` and ``precision``.

    Raises
    ------
    WargameError
    """
    name = f"{battle.game.name}-battle"
    return _built(name, "battle.md.j2", Desk(seed=seed), asked_battle=battle, asked=asked)


def report_of_plan(path: Path, *, seed: int = SEED) -> Report:
    """Build the report of a plan: battles in a row, the attacks of a turn, or a race.

    A deck file will do too, if one game alone has decks as it says.

    Raises
    ------
    WargameError
    """
    text, desk = text_of(path), Desk(seed=seed)
    data = contents_of(text)
    if not _is_plan(data):
        if POWERS in data:
            raise _of_powers(path, str(path))
        return _of_deck(desk, _game_of(desk, text, path), text, path)
    found = desk.asking.campaign(text)
    return _built(path.stem, "plan.md.j2", desk, found=found, kind=type(found).__name__.lower())


def report_of_file(game: str, path: Path, *, seed: int = SEED) -> Report:
    """Build the report of a file of a game: a deck, or a plan of the powers' turns on its map.

    Raises
    ------
    WargameError
    """
    entry = find_entry(game)
    text, desk = text_of(path), Desk(seed=seed)
    data = contents_of(text, "file")
    if _is_plan(data):
        raise OptionError(
            f"{str(path)!r} is a plan, in which its game stands: leave {game!r} out:"
            f" 'wargame-odds report {path}'",
            given=game,
            allowed=(),
        )
    if POWERS in data:
        if entry.game is None or entry.game.theatre is None:
            raise _of_powers(path, game)
        found = desk.asking.ask(entry.name, "rounds", plan=str(path), trials=TRIALS)
        return _built(path.stem, "rounds.md.j2", desk, found=found, entry=entry)
    return _of_deck(desk, find_deck(game).name, text, path)


def _is_plan(data: Mapping[str, Any]) -> bool:
    return "game" in data or any(key in data for key in PLANS)


def _of_powers(path: Path, given: str) -> OptionError:
    """Return the fault that no game with powers stands before a plan of their turns."""
    able = tuple(one.aliases[0] for one in entries() if one.game and one.game.theatre)
    names = " or ".join(able) or "none here"
    return OptionError(
        f"{str(path)!r} is a plan of powers' turns; write a game that has them ({names}) before"
        f" it: 'wargame-odds report {able[0] if able else 'GAME'} {path}'",
        given=given,
        allowed=able,
    )


def _of_deck(desk: Desk, game: str, text: str, path: Path) -> Report:
    answer = desk.asking.deck(game, text=text)
    return _built(path.stem, "deck.md.j2", desk, answer=answer)


def _game_of(desk: Desk, text: str, path: Path) -> str:
    """Return the game whose deck a file can be.

    Raises
    ------
    OptionError
        If it is none's, or several games could have it.
    """
    found = []
    for name in decks():
        try:
            desk.asking.deck(name, text=text)
        except WargameError:
            continue
        found.append(name)
    if len(found) == 1:
        return found[0]
    several = f"the deck of {' or '.join(found)}" if found else "no plan, and no game's deck"
    raise OptionError(
        f"{str(path)!r} is {several}; a plan has a game and stages, and for a deck file write"
        f" GAME before it: 'wargame-odds report GAME {path}'",
        given=str(path),
        allowed=tuple(decks()),
    )


def _built(name: str, template: str, desk: Desk, **given: Any) -> Report:  # noqa: ANN401
    text = _spaced(desk.rendered(template, **given))
    title = _title(text) or words(name)
    html = desk.blocks.in_html(page(text, title=title))
    return Report(name, title, html, _spaced(desk.blocks.in_markdown(text)))


def _spaced(text: str) -> str:
    """Return a text with one empty line where there are several, and an end."""
    return re.sub(r"\n(?:[ \t]*\n)+", "\n\n", text).strip() + "\n"


def _title(text: str) -> str:
    """Return the first heading as plain text."""
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return re.sub(r"\\([^\w\s])", r"\1", found[1]).strip() if found else ""
