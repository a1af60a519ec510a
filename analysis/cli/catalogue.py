"""Showing what there is: the games, what one of them knows, what a file of it says."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from analysis.cli.options import Format
from analysis.cli.tables import csv_text, new_table, report_tables
from analysis.cli.terminal import put, render
from combat.game import Game, Report

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


def games(known: Iterable[Game], form: Format) -> None:
    """Show the games that are covered."""
    if form is Format.JSON:
        put(json.dumps({"schema": 1, "games": [_game_document(game) for game in known]}))
        return
    if form is Format.CSV:
        rows = [(g.name, " ".join(g.aliases), g.title, g.edition, g.covers) for g in known]
        put(csv_text([("game", "aliases", "title", "edition", "covers"), *rows], head=False))
        return
    table = new_table("game", "aliases", "title", "covers")
    for game_ in known:
        table.add_row(game_.name, ", ".join(game_.aliases), game_.title, game_.covers)
    render(table)


def game(known: Game, form: Format) -> None:
    """Show a game's settings, events and quantities."""
    if form is Format.JSON:
        put(json.dumps({"schema": 1, **_game_document(known)}))
        return
    if form is Format.CSV:
        rows = [("setting", s.key, s.help) for s in known.settings]
        rows += [("event", e.name, e.text) for e in known.events]
        rows += [("quantity", q.name, q.text) for q in known.quantities]
        put(csv_text([("kind", "name", "text"), *rows], head=False))
        return
    settings = new_table("--set KEY=", "default", "what it is")
    for setting in known.settings:
        default = "" if setting.default is None else setting.shows(setting.default)
        settings.add_row(setting.key, default, setting.help)
    names = new_table("event or quantity", "in words")
    for event in known.events:
        names.add_row(event.name, f"{event.text} (chance)")
    for quantity in known.quantities:
        names.add_row(quantity.name, quantity.text)
    example = " v ".join(known.examples[0])
    render(
        f"{known.title} ({known.edition}): {known.covers}",
        f'try: wargame-odds odds {known.aliases[0]} "{example}"',
        "",
        settings,
        "",
        names,
    )


def _game_document(known: Game) -> dict[str, Any]:
    return {
        "name": known.name,
        "aliases": list(known.aliases),
        "title": known.title,
        "edition": known.edition,
        "covers": known.covers,
        "settings": {s.key: s.help for s in known.settings},
        "events": {e.name: e.text for e in known.events},
        "quantities": {q.name: q.text for q in known.quantities},
        "examples": [" v ".join(example) for example in known.examples],
    }
