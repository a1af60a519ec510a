"""The verbs `hold` and `dead-zones`: what can be kept once it is taken."""

from pathlib import Path
from typing import Any

import click

from analysis.cli.commands import HELP, SETTINGS, SHOWING, app, taking
from analysis.cli.options import Format, checked_plot
from analysis.cli.saving import save
from analysis.cli.sheets import show
from analysis.cli.size import number_of
from analysis.cli.theatre import PLACED, battle_texts, position_of

SEED = click.option("--seed", type=int, metavar="N", help="Seed of battles that are simulated.")


@app.command(context_settings=HELP)
@taking(PLACED)
@click.option("--power", metavar="P", help="Who takes it, or has it; by default whose turn it is.")
@click.option("--target", required=True, metavar="PLACE", help="The territory.")
@click.option("--with", "force", default="", metavar="FORCE", help="Attackers; all that can go.")
@click.option(
    "--reinforce",
    default="",
    metavar="UNITS",
    help="Non-combat moves: '2 inf from Germany; 1 aa from Balkans', or 'everything'.",
)
@click.option("--mobilise", default="", metavar="UNITS", help="Bought and placed there: '3 inf'.")
@click.option(
    "--turns",
    type=int,
    default=3,
    metavar="N",
    show_default=True,
    help="Incomes that the worth of the place counts.",
)
@taking(SETTINGS, (SEED,), SHOWING)
def hold(
    game: str,
    file: Path | None,
    edits: tuple[str, ...],
    form: str,
    plot: Path | None,
    seed: int | None,
    **options: Any,  # noqa: ANN401
) -> None:
    """Show whether a place can be taken and held until your next turn, and what that is worth.

    \b
    wargame-odds hold aa --power Germany --target Karelia --with "5 inf, 2 arm"
    wargame-odds hold aa --power Germany --target "Southern Europe" --mobilise "3 inf"
    """  # noqa: D301 - click reads the mark
    shown, target = Format.read(form), checked_plot(plot)
    theatre, position = position_of(game, file, edits)
    texts = battle_texts(game, options)
    answer = theatre.questions["hold"](
        position, worth=texts.pop("worth", ""), settings=texts, rng=seed, **options
    )
    if target is not None:
        from analysis.hold import hold_picture

        save(hold_picture(answer), target)
    show(answer, shown)


@app.command("dead-zones", context_settings=HELP)
@taking(PLACED)
@click.option("--power", metavar="P", help="Whose front; by default whose turn it is.")
@click.option("--place", "places", multiple=True, metavar="PLACE", help="Repeatable; or the front.")
@click.option("--chance", default="0.5", metavar="P", show_default=True, help="Both are over it.")
@taking((SEED,))
@click.option("--format", "form", default="table", metavar="table|json|csv")
def dead_zones(
    game: str,
    file: Path | None,
    edits: tuple[str, ...],
    form: str,
    power: str | None,
    places: tuple[str, ...],
    chance: str,
    seed: int | None,
) -> None:
    """Show where neither side can stay: taken by the one, taken back by the other.

    \b
    wargame-odds dead-zones aa --power Germany
    """  # noqa: D301
    shown = Format.read(form)
    theatre, position = position_of(game, file, edits)
    wanted = number_of("--chance", chance)
    ask = theatre.questions["dead-zones"]
    show(ask(position, power=power, places=places, chance=wanted, rng=seed), shown)
