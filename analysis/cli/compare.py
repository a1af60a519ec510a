"""The verb `compare`: plans for the same target, side by side."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.commands import ALLOW_SIGNS, COMPUTING, SETTINGS, SHOWING, app, taking
from analysis.cli.options import Asked, Format, checked_plot, option_texts
from analysis.cli.saving import save
from analysis.cli.tables import assumptions, csv_text, laid_out
from analysis.cli.terminal import put, render
from combat.battle import Battle
from combat.errors import OptionError
from combat.games import find_game

if TYPE_CHECKING:
    from analysis.compare import Comparison

HEAD = ("plan", "kind", "name", "value", "low", "high", "sd")


@app.command(context_settings=ALLOW_SIGNS)
@click.argument("game")
@click.argument("battles", nargs=-1, metavar="'ATTACKER v DEFENDER' ...")
@click.option("--for", "side", default="attacker", metavar="attacker|defender", show_default=True)
@click.option("--event", metavar="EVENT", help="What that side wants: an event, or 'not EVENT'.")
@taking(SETTINGS, COMPUTING, SHOWING)
def compare(
    game: str,
    battles: tuple[str, ...],
    side: str,
    event: str | None,
    form: str,
    plot: Path | None,
    **options: Any,  # noqa: ANN401
) -> None:
    """Put two plans or more side by side, each a battle with settings of its own behind bars.

    \b
    wargame-odds compare aa "6 inf, 2 art v 4 inf, 1 art" "3 inf, 3 arm v 4 inf, 1 art"
    wargame-odds compare aa "3 arm v 2 inf" "3 arm v 2 inf | retreat=best" --worth territory=3
    """  # noqa: D301 - click reads the mark
    from analysis.compare.answer import compare as ask_compare

    shown, target = Format.read(form), checked_plot(plot)
    chosen = find_game(game)
    asked = Asked(*(options.pop(name) for name in ("engine", "trials", "precision", "seed")))
    texts = option_texts(options.pop("settings"), options, chosen.settings)
    for text in battles:
        if text.startswith("--"):
            raise OptionError(f"no such option: {text.split('=')[0]} (see --help)", given=text)
    plans = [Battle.parse(chosen, text, **texts) for text in battles]
    found = ask_compare(plans, side=side, event=event, **asked.keywords)
    if target:
        from analysis.compare.picture import comparison_picture

        save(comparison_picture(found), target)
    _show(found, shown)


def _show(found: "Comparison", form: Format) -> None:
    from analysis.compare.document import comparison_document
    from analysis.compare.parts import assumed, comparison_parts

    if form is Format.JSON:
        put(json.dumps(comparison_document(found), allow_nan=False))
    elif form is Format.CSV:
        put(csv_text([HEAD, *_rows(comparison_document(found))], head=False))
    else:
        render(*laid_out(*comparison_parts(found)), *assumptions(assumed(found)))


def _rows(document: dict[str, Any]) -> list[tuple[str, ...]]:
    """Tidy rows: of each plan its cost and numbers; then how often it does better than others."""
    rows: list[tuple[str, ...]] = []
    for plan in document["plans"]:
        name = plan["plan"]
        run = {key: plan[key] for key in ("method", "trials", "seed", "cost", "best")}
        rows += [(name, "run", k, str(v), "", "", "") for k, v in run.items() if v is not None]
        rows += [(name, "event", k, *_numbers(v)) for k, v in plan["events"].items()]
        rows += [(name, "quantity", k, *_numbers(v)) for k, v in plan["quantities"].items()]
    for one in document["better"]:
        rows += [(one["plan"], f"{k} than", one["other"], *_numbers(one[k])) for k in ("better",)]
        rows += [(one["plan"], "equal to", one["other"], *_numbers(one["equal"]))]
    return rows


def _numbers(one: dict[str, float | None]) -> tuple[str, ...]:
    values = (one.get(key) for key in ("value", "low", "high", "sd"))
    return tuple("" if value is None else str(value) for value in values)
