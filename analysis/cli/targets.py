"""The verb `targets`: what can be attacked this turn, and with which odds."""

from pathlib import Path
from typing import Any

import click

from analysis.cli.commands import HELP, SETTINGS, SHOWING, app, taking
from analysis.cli.options import Asked, Format, checked_plot
from analysis.cli.saving import save
from analysis.cli.sheets import show
from analysis.cli.size import number_of
from analysis.cli.theatre import PLACED, battle_texts, position_of


@app.command(context_settings=HELP)
@taking(PLACED)
@click.option("--power", metavar="P", help="Who attacks; by default whose turn it is.")
@click.option("--target", "places", multiple=True, metavar="PLACE", help="Only this. Repeatable.")
@click.option(
    "--chance",
    "chances",
    multiple=True,
    metavar="P",
    help="Find the cheapest force for it; by default 0.75 and 0.9. Repeatable.",
)
@click.option(
    "--new-carrier",
    "carriers",
    multiple=True,
    metavar="ZONE",
    help="Where a carrier is mobilised this turn that fighters land on. Repeatable.",
)
@click.option("--seed", type=int, metavar="N", help="Seed of battles that are simulated.")
@taking(SETTINGS, SHOWING)
def targets(
    game: str,
    file: Path | None,
    edits: tuple[str, ...],
    form: str,
    plot: Path | None,
    power: str | None,
    places: tuple[str, ...],
    chances: tuple[str, ...],
    carriers: tuple[str, ...],
    seed: int | None,
    **battles: Any,  # noqa: ANN401
) -> None:
    """Show what a power can attack this turn, and with which odds.

    \b
    wargame-odds targets aa --power Germany
    wargame-odds targets aa --power Germany --target Karelia --chance 0.8 --edit "Karelia: 5 inf"
    """  # noqa: D301 - click reads the mark
    shown, picture = Format.read(form), checked_plot(plot)
    theatre, position = position_of(game, file, edits)
    asked = Asked("auto", None, None, seed)
    options = {"chances": tuple(number_of("--chance", one) for one in chances)} if chances else {}
    answer = theatre.questions["targets"](
        position,
        power=power,
        target=places,
        settings=battle_texts(game, battles),
        new_carriers=carriers,
        rng=asked.seed,
        **options,
    )
    if picture is not None:
        from analysis.targets import targets_picture

        save(targets_picture(answer), picture)
    show(answer, shown)
