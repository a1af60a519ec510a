"""The verb `buy`: what to buy to hold a place."""

from pathlib import Path

import click

from analysis.cli.commands import HELP, app, taking
from analysis.cli.options import Format
from analysis.cli.sheets import show
from analysis.cli.size import number_of
from analysis.cli.theatre import PLACED, position_of


@app.command(context_settings=HELP)
@taking(PLACED)
@click.option("--power", metavar="P", help="Who buys; by default whose turn it is.")
@click.option("--place", required=True, metavar="PLACE", help="Territory that is to be held.")
@click.option("--chance", metavar="P", help="Chance to hold it: 0.9, or '90 %'.")
@click.option("--budget", type=int, metavar="N", help="IPC; the best for them is shown as well.")
@click.option(
    "--moves",
    default="auto",
    metavar="auto|yes|no",
    show_default=True,
    help="Whether units move in from near, the same being bought anew.",
)
@click.option(
    "--enemies",
    default="always",
    metavar="WHEN",
    show_default=True,
    help="When an enemy attacks: 'always', or 'if it pays'.",
)
@click.option("--format", "form", default="table", metavar="table|json|csv")
def buy(
    game: str,
    file: Path | None,
    edits: tuple[str, ...],
    form: str,
    chance: str | None,
    budget: int | None,
    **options: str | None,
) -> None:
    """Find the cheapest purchase with which a place is held, or the best one for a budget.

    \b
    wargame-odds buy aa --power Germany --place "Western Europe" --chance 0.9
    """  # noqa: D301 - click reads the mark
    shown = Format.read(form)
    theatre, position = position_of(game, file, edits)
    wanted = wanted_of(chance, budget)
    show(theatre.questions["buy"](position, chance=wanted, budget=budget, **options), shown)


def wanted_of(chance: str | None, budget: int | None) -> float | None:
    """Return the chance that is wanted; a usual one if nothing else is asked for."""
    if chance is not None:
        return number_of("--chance", chance)
    return 0.9 if budget is None else None
