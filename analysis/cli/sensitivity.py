"""The verb `sensitivity`: what matters, each single change ranked by its effect."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.commands import ALLOW_SIGNS, COMPUTING, SETTINGS, SHOWING, SIDES, app, taking
from analysis.cli.options import Asked, Format, battle_of, checked_plot, option_texts
from analysis.cli.saving import save
from analysis.cli.tables import assumptions, csv_text, laid_out
from analysis.cli.terminal import progress_bar, put, render
from combat.games import find_game

if TYPE_CHECKING:
    from analysis.sensitivity import Sensitivity

HEAD = (
    *("side", "change", "value", "low", "high", "effect", "effect_low", "effect_high"),
    *("helps", "cost", "verdict"),
)


@app.command(context_settings=ALLOW_SIGNS)
@taking(SIDES)
@click.option("--event", metavar="E", help="The event or quantity to rank by.")
@click.option("--aim", metavar="AIM", help="'territory_taken >= 0.75 and net_value > 0'.")
@click.option("--all", "everything", is_flag=True, help="Show every change, not the greatest only.")
@taking(SETTINGS, COMPUTING, SHOWING)
def sensitivity(
    game: str,
    attacker: str | None,
    defender: str | None,
    event: str | None,
    aim: str | None,
    form: str,
    plot: Path | None,
    *,
    everything: bool,
    **options: Any,  # noqa: ANN401
) -> None:
    """Show what matters: each single change of a battle, ranked by what it does.

    \b
    wargame-odds sensitivity aa "3 inf, 2 arm v 4 inf, 1 art"
    wargame-odds sensitivity ccn "French line 4" "British light 4 leader on hill" --event net_value
    """  # noqa: D301 - click reads the mark
    from analysis.sensitivity.answer import sensitivity as ask_sensitivity

    shown, target = Format.read(form), checked_plot(plot)
    chosen = find_game(game)
    asked = Asked(*(options.pop(name) for name in ("engine", "trials", "precision", "seed")))
    texts = option_texts(options.pop("settings"), options, chosen.settings)
    battle = battle_of(chosen, attacker, defender, texts)
    with progress_bar("changes") as progress:
        found = ask_sensitivity(battle, event, aim=aim, **asked.keywords, progress=progress)
    if target:
        from analysis.sensitivity.picture import sensitivity_picture

        save(sensitivity_picture(found), target)
    _show(found, shown, everything=everything)


def _show(found: "Sensitivity", form: Format, *, everything: bool) -> None:
    from analysis.sensitivity.document import effect_rows, sensitivity_document
    from analysis.sensitivity.parts import sensitivity_parts

    if form is Format.JSON:
        put(json.dumps(sensitivity_document(found), allow_nan=False))
    elif form is Format.CSV:
        rows = [tuple(str(row[key]) for key in HEAD) for row in effect_rows(found)]
        put(csv_text([HEAD, *rows], head=False))
    else:
        parts = sensitivity_parts(found, everything=everything, hint="; --all shows them")
        render(*laid_out(*parts), *assumptions(found.assumes))
