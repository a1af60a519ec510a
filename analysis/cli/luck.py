"""The verb `luck`: how what happened stands among all that could have happened."""

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.commands import ALLOW_SIGNS, COMPUTING, SETTINGS, SHOWING, app, taking
from analysis.cli.options import Asked, Format, checked_plot, option_texts
from analysis.cli.saving import save
from analysis.cli.tables import assumptions, csv_text, new_table
from analysis.cli.terminal import put, render, tracked
from combat.games import find_game

if TYPE_CHECKING:
    from rich.console import RenderableType

    from analysis.luck import Luck
    from analysis.luck.events import EventCount

MOST_ROWS = 60  # battles of a table; of more, those at both ends are shown
ENDS = 10
NOTES = ("date", "who")  # of the log, that a table has room for


@app.command(context_settings=ALLOW_SIGNS)
@click.argument("game")
@click.argument("log", type=Path, metavar="LOG.csv")
@click.option("--side", metavar="SIDE", help="Which side you were in all battles.")
@click.option("--event", metavar="EVENT", help="The event to count, if not the main one.")
@taking(SETTINGS, COMPUTING, SHOWING)
def luck(
    game: str,
    log: Path,
    side: str | None,
    event: str | None,
    form: str,
    plot: Path | None,
    **options: Any,  # noqa: ANN401
) -> None:
    """Say how lucky you were in the battles of a log, a CSV file.

    \b
    wargame-odds luck aa docs/examples/luck_log.csv
    The columns of the log:
    battle, or attacker and defender; any setting of the game
    end, attacker_left, defender_left, or a quantity such as swing: what happened
    side: attacker or defender, whose luck it is
    date, who, note: passed through
    """  # noqa: D301 - click reads the mark
    from analysis.luck.answer import luck as ask_luck
    from analysis.luck.log import read_log

    shown, target = Format.read(form), checked_plot(plot)
    chosen = find_game(game)
    computing = ("engine", "trials", "precision", "seed")
    asked = Asked(*(options.pop(name) for name in computing))
    texts = option_texts(options.pop("settings"), options, chosen.settings)
    logged = read_log(log, game=chosen, side=side, options=texts)
    watched = partial(tracked, what="battles")
    found = ask_luck(logged, event=event, watched=watched, **asked.keywords)
    if target:
        from analysis.luck.picture import luck_picture

        save(luck_picture(found), target)
    _show(found, shown)


def _show(found: "Luck", form: Format) -> None:
    from analysis.luck import luck_rows

    if form is Format.JSON:
        from analysis.luck.document import luck_document

        put(json.dumps(luck_document(found), allow_nan=False))
    elif form is Format.CSV:
        rows = luck_rows(found)
        texts = [tuple(map(str, row.values())) for row in rows]
        put(csv_text([tuple(rows[0]), *texts], head=False))
    else:
        from analysis.luck.words import assumed_by_all, sentences

        render(*_parts(found, sentences(found)), "", *assumptions(assumed_by_all(found)))


def _parts(found: "Luck", sentences: Sequence[str]) -> "list[RenderableType]":
    from rich.text import Text

    number = len(found.fought)
    battles = "a battle" if number == 1 else f"{number:,} battles"
    title = Text(f"{found.game.title}: luck in {battles}", style="bold")
    parts: list[RenderableType] = [title.append(f"\n{_method(found)}", style="not bold dim"), ""]
    parts += _battles(found)
    parts += [_total(found), "", _events(found), ""]
    honest, *more = sentences
    return [*parts, Text(honest, style="bold"), *map(Text, more)]


def _method(found: "Luck") -> str:
    simulated = len(found.simulated)
    if not simulated:
        return "exact"
    seed = f", seed {found.seed}" if found.seed is not None else ""
    return f"{simulated:,} of {len(found.fought):,} battles simulated{seed}, ± is the 95 % interval"


def _battles(found: "Luck") -> "list[RenderableType]":
    """Return the battles in their order; of very many, the worst and the best for their odds."""
    order = list(range(len(found.fought)))
    if len(order) <= MOST_ROWS:
        return [_table(found, order), ""]
    from rich.text import Text

    order.sort(key=lambda place: found.fought[place].standing.middle)
    note = f"the {ENDS} worst and the {ENDS} best for their odds; --format csv has all"
    return [Text(note, style="dim"), _table(found, [*order[:ENDS], *order[-ENDS:]]), ""]


def _table(found: "Luck", places: Sequence[int]) -> "RenderableType":
    from rich.text import Text

    from analysis.luck import luck_rows
    from analysis.luck.words import amount

    rows = luck_rows(found)
    there = [name for name in NOTES if any(row.get(name) for row in rows)]
    both = len({row["side"] for row in rows}) > 1
    heads = (">", *there, "battle", *["as"] * both, "what happened")
    numbers = (">swing", ">expected", ">percentile", ">luck so far")
    table = new_table(*heads, *numbers)
    for place in places:
        row, one = rows[place], found.fought[place]
        swing = amount(one.swing) if one.pinned else f"{'/'.join(map(amount, one.span))}"
        table.add_row(
            str(row["number"]),
            *(Text(row[name]) for name in there),
            Text(row["battle"]),
            *[row["side"]] * both,
            Text(row["result"]),
            swing,
            amount(row["expected"]),
            one.percentile.as_percent().partition(" (")[0],
            amount(row["cumulative"] - row["cumulative_expected"]),
        )
    return table


def _total(found: "Luck") -> "RenderableType":
    from analysis.luck.words import amount

    table = new_table("in all", ">swing", ">expected", ">sd", ">z", ">percentile")
    table.add_row(
        found.unit,
        amount(found.swing),
        amount(found.expected),
        f"{found.sd:.1f}",
        f"{found.z:+.2f}".replace("-", "−") if found.sd else "",
        found.percentile.as_percent().partition(" (")[0],
    )
    return table


def _events(found: "Luck") -> "RenderableType":
    table = new_table("it came", ">battles", ">times", ">expected", ">sd", ">percentile")
    for one in found.events:
        table.add_row(
            f"{one.text}, as {one.side}",
            f"{one.battles:,}",
            f"{one.came:.1f}".removesuffix(".0"),
            f"{one.expected:.1f}",
            f"{one.sd:.1f}",
            _rank(one),
        )
    return table


def _rank(one: "EventCount") -> str:
    about = "" if one.exact else "about "
    return f"{about}{100 * one.percentile:.1f} %"
