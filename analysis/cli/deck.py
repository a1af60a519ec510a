"""The verb `deck`: when, in which order and how likely cards come."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.commands import COMPUTING, HELP, SHOWING, app, taking
from analysis.cli.options import Asked, Format, checked_plot, option_texts
from analysis.cli.saving import save
from analysis.cli.tables import assumptions, csv_text, new_table
from analysis.cli.terminal import put, render
from analysis.deck import ask_deck, deck_document
from combat.decks.answer import ALL, MATRIX, NUMBERS, PMF, DeckAnswer, DeckTable
from combat.engine import check_affordable, checked
from combat.estimate import Z95, Estimate
from combat.games import find_deck

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_COLUMNS = 8  # of a table on the terminal; wider ones are turned
MOST_ROWS = 30
SHORT = {"impossible": "never", "certain": "always"}  # in a table of many columns
SEEN = 5e-4  # a share below it would be printed as none
TINY = 1e-4  # a chance below it is told as such: a table has no room for more


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
    trials = _trials(asked)
    texts = option_texts(settings, {}, find_deck(game).settings)
    answer = ask_deck(game, file, engine=asked.engine, trials=trials, rng=asked.seed, **texts)
    if target:
        from analysis.deck.picture import deck_picture

        save(deck_picture(answer), target)
    _show(answer, shown)


def _trials(asked: Asked) -> int | None:
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
        render(*_parts(answer))
        render(*assumptions(answer.assumes))


def _run(answer: DeckAnswer) -> Iterator[tuple[str, Any]]:
    yield from (("method", answer.method), ("trials", answer.trials), ("seed", answer.seed))


def _parts(answer: DeckAnswer) -> "list[RenderableType]":
    from rich.text import Text

    title = Text(answer.title, style="bold")
    parts: list[RenderableType] = [title.append(f"\n{_method(answer)}", style="not bold dim"), ""]
    parts += [*(Text(line) for line in answer.lines), *([""] if answer.lines else [])]
    for table in answer.tables:
        title = Text(table.title).append(_precision(answer, table), style="dim")
        parts += [title, _table(answer, table), ""]
    return parts


def _method(answer: DeckAnswer) -> str:
    if answer.trials is None:
        return "exact"
    seed = f", seed {answer.seed}" if answer.seed is not None else ""
    return f"simulated, {answer.trials:,} run{'s' * (answer.trials > 1)}{seed}"


def _precision(answer: DeckAnswer, table: DeckTable) -> str:
    """Say how precise a table of a simulation is."""
    runs = answer.runs(table)
    if answer.trials is None or (runs is not None and table.kind == NUMBERS):
        return ""
    if runs is None:
        return ": exact"
    fewer = f" ({runs:,} runs)" if runs != answer.trials else ""
    later = ", wider where fewer runs get there" if table.behind else ""
    return f": within ±{100 * answer.precision_of(table):.2g} points (95 %){fewer}{later}"


def _table(answer: DeckAnswer, table: DeckTable) -> "RenderableType":
    columns = table.columns
    if len(columns) > MOST_COLUMNS and table.kind != MATRIX:
        return _turned(answer, table)
    means = _has_means(table)
    heads = [f">{column or 'chance'}" for column in columns] + [">mean"] * means
    found = new_table(table.axis if columns != ("",) else "", *heads)
    for group in table.data:
        cells = [_cell(answer, table, group, column) for column in columns]
        found.add_row(_named(group), *cells, *([_mean(answer, table, group)] if means else []))
    return found


def _turned(answer: DeckAnswer, table: DeckTable) -> "RenderableType":
    """Return a wide table with its values down and its groups across."""
    found = new_table(table.axis, *(f">{_named(group) or 'chance'}" for group in table.data))
    for column in table.columns[:MOST_ROWS]:
        found.add_row(column, *(_cell(answer, table, group, column) for group in table.data))
    if len(table.columns) > MOST_ROWS:
        found.add_row("…", *("" for _ in table.data))
    if _has_means(table):
        found.add_row("mean", *(_mean(answer, table, group) for group in table.data))
    return found


def _named(group: str) -> str:
    return "" if group == ALL else group


def _has_means(table: DeckTable) -> bool:
    return table.kind == PMF and all(column.isdecimal() for column in table.columns)


def _mean(answer: DeckAnswer, table: DeckTable, group: str) -> str:
    mean = answer.mean(table, group)
    return "" if mean is None else _number(mean)


def _number(estimate: Estimate) -> str:
    """Return a number with its margin; the same in every run is as good as it gets."""
    return estimate.as_number().removesuffix(" in every battle fought")


def _cell(answer: DeckAnswer, table: DeckTable, group: str, column: str) -> str:
    number = table.data[group].get(column)
    if number is None:
        return ""
    shown = answer.estimate(table, group, column)
    if table.kind == NUMBERS:
        return _number(shown)
    runs = answer.runs(table)
    if runs is not None:
        return _sampled(number, runs)
    if 0 < number < TINY:
        return "< 0.01 %"
    text = shown.as_percent().partition(" (")[0]
    return SHORT.get(text, text)


def _sampled(share: float, runs: int) -> str:
    if share == 0.0:
        return f"under {min(100.0, 300 / runs):g} %"
    return f"{100 * share:.1f} %" if share >= SEEN else "< 0.05 %"
