"""The verb `luck`: how what happened stands among all that could have happened."""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.commands import ALLOW_SIGNS, COMPUTING, SETTINGS, SHOWING, app, taking
from analysis.cli.options import Asked, Format, checked_plot, option_texts
from analysis.cli.saving import save
from analysis.cli.tables import assumptions, csv_text, laid_out
from analysis.cli.terminal import put, render, tracked
from combat.games import find_game

if TYPE_CHECKING:
    from analysis.luck import Luck


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
        from analysis.luck.parts import luck_parts
        from analysis.luck.words import assumed_by_all

        render(
            *laid_out(*luck_parts(found, hint="; --format csv has all")),
            "",
            *assumptions(assumed_by_all(found)),
        )
