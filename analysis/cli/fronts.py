"""The verb `fronts`: the best split of a turn's units over several targets."""

from pathlib import Path
from typing import Any

import click

from analysis.cli.commands import HELP, SETTINGS, SHOWING, app, taking
from analysis.cli.options import Format, checked_plot
from analysis.cli.saving import save
from analysis.cli.sheets import show
from analysis.cli.theatre import PLACED, battle_texts, position_of


@app.command(context_settings=HELP)
@taking(PLACED)
@click.option("--power", metavar="P", help="Whose turn; the position's if left out.")
@click.option(
    "--target",
    "targets",
    multiple=True,
    metavar="TEXT",
    help="A front: 'Karelia', 'Karelia >= 0.75', 'Egypt worth 9'. Repeatable.",
)
@click.option("--aim", default="net", metavar="net|all|least", show_default=True)
@click.option("--keep", multiple=True, metavar="TEXT", help="Stay: 'Germany: 2 inf'. Repeatable.")
@taking(SETTINGS, SHOWING)
def fronts(
    game: str,
    file: Path | None,
    edits: tuple[str, ...],
    form: str,
    plot: Path | None,
    **options: Any,  # noqa: ANN401
) -> None:
    """Split the units that can get to more than one target, in the best way.

    \b
    wargame-odds fronts aa --power Germany --target "Karelia >= 0.75" --target Caucasus
    wargame-odds fronts aa --power Germany --target Karelia --target Egypt --aim least
    """  # noqa: D301 - click reads the mark
    shown, target = Format.read(form), checked_plot(plot)
    theatre, position = position_of(game, file, edits)
    texts = battle_texts(game, options)
    answer = theatre.questions["fronts"](position, settings=texts, **options)
    if target is not None:
        from analysis.fronts import fronts_picture

        save(fronts_picture(answer), target)
    show(answer, shown)
