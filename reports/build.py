"""Strategy reports: of a game, of a battle, of a plan."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from combat.battle import Battle
from combat.games import find_entry
from reports.asking import SEED
from reports.environment import Desk, environment
from reports.html import page
from reports.wording import words


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
    return _built(entry.name, article if there else "game.md.j2", seed, entry=entry)


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
    return _built(
        f"{battle.game.name}-battle", "battle.md.j2", seed, asked_battle=battle, asked=asked
    )


def report_of_plan(path: Path, *, seed: int = SEED) -> Report:
    """Build the report of a file: a plan of battles in a row, the attacks of a turn, or a deck.

    Raises
    ------
    WargameError
    """
    return _built(path.stem, "plan.md.j2", seed, path=path)


def _built(name: str, template: str, seed: int, **given: Any) -> Report:  # noqa: ANN401
    desk = Desk(seed=seed)
    text = _spaced(desk.rendered(template, **given))
    markdown = _spaced(desk.blocks.in_markdown(text))
    title = _title(text) or words(name)
    return Report(name, title, desk.blocks.in_html(page(text, title=title)), markdown)


def _spaced(text: str) -> str:
    """Return a text with one empty line where there are several, and an end."""
    return re.sub(r"\n(?:[ \t]*\n)+", "\n\n", text).strip() + "\n"


def _title(text: str) -> str:
    """Return the first heading as plain text."""
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return re.sub(r"\\([^\w\s])", r"\1", found[1]).strip() if found else ""
