"""Showing what there is: the games, what one of them knows, what a file of it says."""

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from analysis.catalogue import game_document, games_document
from analysis.cli.options import Format
from analysis.cli.tables import csv_text, new_table, report_tables
from analysis.cli.terminal import put, render
from combat.game import Game, Report, Setting
from combat.games import Entry

if TYPE_CHECKING:
    from rich.console import RenderableType


def report(asked: Game, found: Report, form: Format) -> None:
    """Show tables of texts."""
    if form is Format.JSON:
        tables = {
            name: [dict(zip(heads, row, strict=True)) for row in rows]
            for name, (heads, rows) in found.tables.items()
        }
        document = {"schema": 1, "game": asked.name, "tables": tables, "lines": list(found.lines)}
        put(json.dumps(document))
    elif form is Format.CSV:
        lines = [
            (name, *row) for name, (heads, rows) in found.tables.items() for row in (heads, *rows)
        ]
        put(csv_text(lines, head=False))
    else:
        parts: list[RenderableType] = [f"{asked.title}: {found.title}"]
        render(*parts, "", *report_tables(found), *found.lines)


def games(known: Iterable[Entry], form: Format) -> None:
    """Show the games that are covered."""
    if form is Format.JSON:
        put(json.dumps(games_document(known)))
        return
    if form is Format.CSV:
        rows = [
            (
                e.name,
                " ".join(e.aliases),
                e.title,
                e.edition,
                e.covers,
                e.deck.covers if e.deck else "",
            )
            for e in known
        ]
        heads = ("game", "aliases", "title", "edition", "covers", "deck")
        put(csv_text([heads, *rows], head=False))
        return
    table = new_table("game", "aliases", "title", "covers")
    for entry in known:
        covers = [entry.covers, *([f"deck: {entry.deck.covers}"] if entry.deck else [])]
        text = "\n".join(line for line in covers if line)
        table.add_row(entry.name, ", ".join(entry.aliases), entry.title, text)
    render(table)


def game(known: Entry, form: Format) -> None:
    """Show a game's settings, events and quantities, and its deck's settings."""
    if form is Format.JSON:
        put(json.dumps(game_document(known)))
    elif form is Format.CSV:
        put(csv_text([("kind", "name", "text"), *_rows(known)], head=False))
    else:
        render(*(_battles(known.game) if known.game else ()), *_deck(known))


def _rows(known: Entry) -> Iterator[tuple[str, str, str]]:
    if known.game:
        yield from (("setting", s.key, s.help) for s in known.game.settings)
        yield from (("event", e.name, e.text) for e in known.game.events)
        yield from (("quantity", q.name, q.text) for q in known.game.quantities)
    if known.deck:
        yield from (("deck setting", s.key, s.help) for s in known.deck.settings)


def _battles(known: Game) -> "Iterator[RenderableType]":
    names = new_table("event or quantity", "in words")
    for event in known.events:
        names.add_row(event.name, f"{event.text} (chance)")
    for quantity in known.quantities:
        names.add_row(quantity.name, quantity.text)
    example = " v ".join(known.examples[0])
    yield f"{known.title} ({known.edition}): {known.covers}"
    yield f'try: wargame-odds odds {known.aliases[0]} "{example}"'
    yield ""
    yield _settings(known.settings)
    yield ""
    yield names


def _deck(known: Entry) -> "Iterator[RenderableType]":
    deck = known.deck
    if deck is None:
        return
    if known.game:
        yield ""
    else:
        yield f"{deck.title} ({deck.edition})"
    yield f"deck: {deck.covers}"
    yield f"try: wargame-odds deck {deck.aliases[0]} {deck.example}"
    yield ""
    yield _settings(deck.settings)


def _settings(known: Iterable[Setting]) -> "RenderableType":
    settings = new_table("--set KEY=", "default", "what it is")
    for setting in known:
        default = "" if setting.default is None else setting.shows(setting.default)
        settings.add_row(setting.key, default, setting.help)
    return settings
