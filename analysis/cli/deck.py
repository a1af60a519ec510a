"""The verb `deck`: when, in which order and how likely cards come."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from analysis.cli.commands import COMPUTING, HELP, SHOWING, app, taking
from analysis.cli.options import Asked, Format, checked_plot, option_texts
from analysis.cli.saving import save
from analysis.cli.tables import assumptions, csv_text, laid_out
from analysis.cli.terminal import put, render
from analysis.deck import ask_deck, deck_document
from combat.decks.answer import DeckAnswer
from combat.engine import check_affordable, checked
from combat.estimate import Z95
from combat.games import find_deck


@app.command(context_settings=HELP)
@click.argument("game")
@click.argument("file", required=False, type=Path)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="A setting of the deck; 'wargame-odds games GAME' lists them. Repeatable.",
)
@taking(COMPUTING, SHOWING)
def deck(
    game: str,
    file: Path | None,
    settings: tuple[str, ...],
    form: str,
    plot: Path | None,
    **options: Any,  # noqa: ANN401
) -> None:
    """Show when, in which order and how likely the cards of a deck come.

    \b
    wargame-odds deck mt
    wargame-odds deck rb --set truce=asap --set events=all
    """  # noqa: D301 - click reads the mark
    shown, target = Format.read(form), checked_plot(plot)
    asked = Asked(**options)
    trials = trials_of(asked)
    texts = option_texts(settings, {}, find_deck(game).settings)
    answer = ask_deck(game, file, engine=asked.engine, trials=trials, rng=asked.seed, **texts)
    if target:
        from analysis.deck.picture import deck_picture

        save(deck_picture(answer), target)
    _show(answer, shown)


def trials_of(asked: Asked) -> int | None:
    """Return how often to simulate; an exact answer takes no notice of it."""
    engine, precision = checked(asked.engine, asked.trials, asked.precision), asked.precision
    if engine == "exact":
        return None
    if precision is None:
        return asked.trials
    needed = math.ceil((Z95 / precision) ** 2 / 4.0)
    check_affordable(needed, precision)
    return needed


def _show(answer: DeckAnswer, form: Format) -> None:
    if form is Format.JSON:
        put(json.dumps(deck_document(answer), allow_nan=False))
    elif form is Format.CSV:
        rows = [
            (table.name, group, value, str(number))
            for table in answer.tables
            for group, row in table.data.items()
            for value, number in row.items()
        ]
        run = [("run", key, "", str(v)) for key, v in _run(answer) if v is not None]
        put(csv_text([("table", "group", "value", "number"), *run, *rows], head=False))
    else:
        from analysis.deck.parts import deck_parts

        render(*laid_out(*deck_parts(answer)))
        render(*assumptions(answer.assumes))


def _run(answer: DeckAnswer) -> Iterator[tuple[str, Any]]:
    yield from (("method", answer.method), ("trials", answer.trials), ("seed", answer.seed))
