"""The verb `sensitivity`: what matters, each single change ranked by its effect."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.commands import ALLOW_SIGNS, COMPUTING, SETTINGS, SHOWING, SIDES, app, taking
from analysis.cli.options import Asked, Format, battle_of, checked_plot, option_texts
from analysis.cli.saving import save
from analysis.cli.tables import assumptions, csv_text, new_table
from analysis.cli.terminal import progress_bar, put, render
from combat.game import NEITHER
from combat.games import find_game
from combat.notation import plain_number

if TYPE_CHECKING:
    from rich.console import RenderableType

    from analysis.sensitivity import Sensitivity

MOST_SHOWN = 20
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

    if form is Format.JSON:
        put(json.dumps(sensitivity_document(found), allow_nan=False))
    elif form is Format.CSV:
        rows = [tuple(str(row[key]) for key in HEAD) for row in effect_rows(found)]
        put(csv_text([HEAD, *rows], head=False))
    else:
        render(*_parts(found, everything=everything), *assumptions(found.assumes))


def _parts(found: "Sensitivity", *, everything: bool) -> "list[RenderableType]":
    from rich.text import Text

    from analysis.sensitivity.document import flip_text, now_text

    title = Text(f"{found.battle.game.title}: {found.battle}", style="bold")
    parts: list[RenderableType] = [title.append(f"\n{_method(found)}", style="not bold dim")]
    parts += [Text(now_text(found)), Text(flip_text(found)), ""]
    return [*parts, _table(found, everything=everything), *_rest(found, everything=everything), ""]


def _method(found: "Sensitivity") -> str:
    outcomes = found.outcomes
    if outcomes.exact:
        some = not all(effect.value.exact for effect in found.effects)
        return "exact" + (", but for changes with ±, the 95 % interval of a simulation" * some)
    seed = f", seed {outcomes.seed}" if outcomes.seed is not None else ""
    return f"simulated, {outcomes.trials:,} battles{seed}, ± is the 95 % interval"


def _table(found: "Sensitivity", *, everything: bool) -> "RenderableType":
    from analysis.sensitivity.document import changed_text, cost_unit, effect_text

    measure, unit = found.measure, cost_unit(found)
    points = "points" if measure.is_event else measure.unit
    heads = ("change", ">then", f">effect{f', {points}' if points else ''}")
    table = new_table(*heads, "helps", "verdict then", f">{unit or 'cost'}")
    for one in found.effects if everything else found.effects[:MOST_SHOWN]:
        table.add_row(
            changed_text(one),
            measure.shown(one.value),
            effect_text(one.effect, measure),
            "" if one.helps == NEITHER else one.helps,
            one.verdict.replace("_", " "),
            plain_number(one.cost) if one.cost else "",
        )
    return table


def _rest(found: "Sensitivity", *, everything: bool) -> "list[RenderableType]":
    """Say how many changes are not shown, and how many of them do nothing at all."""
    from rich.text import Text

    rest = () if everything else found.effects[MOST_SHOWN:]
    if not rest:
        return []
    idle = sum(one.effect.value == 0.0 for one in rest)
    words = f"… {len(rest)} more, {idle} of them without any effect; --all shows them"
    return [Text(words, style="dim")]
