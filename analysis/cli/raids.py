"""The verb `raids`: when bombing raids pay."""

from pathlib import Path

import click

from analysis.cli.commands import HELP, app, taking
from analysis.cli.options import Format
from analysis.cli.sheets import show
from analysis.cli.theatre import PLACED, position_of


@app.command(context_settings=HELP)
@taking(PLACED)
@click.option("--power", metavar="P", help="Whose bombers raid; by default whose turn it is.")
@click.option("--target", required=True, metavar="PLACE", help="Territory of an enemy's complex.")
@click.option("--bombers", type=int, metavar="N", help="All that the power has, if not given.")
@click.option("--turns", type=int, default=4, metavar="N", show_default=True)
@click.option("--repair", default="all", metavar="all|needed|none", show_default=True)
@click.option("--need", type=int, metavar="N", help="Units that the owner places there a turn.")
@click.option("--slot", type=float, metavar="IPC", help="Harm of a unit that is not placed.")
@click.option(
    "--elsewhere",
    type=float,
    metavar="IPC",
    help="What a bomber does in a turn without a raid; as many then raid as are best.",
)
@click.option("--format", "form", default="table", metavar="table|json|csv")
def raids(
    game: str,
    file: Path | None,
    edits: tuple[str, ...],
    form: str,
    **options: str | int | float | None,
) -> None:
    """Show what bombing raids come to over several turns, and when they pay.

    \b
    wargame-odds raids aa --power Germany --target Caucasus --bombers 2 --turns 4
    """  # noqa: D301 - click reads the mark
    shown = Format.read(form)
    theatre, position = position_of(game, file, edits)
    show(theatre.questions["raids"](position, **options), shown)
