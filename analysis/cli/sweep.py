"""The verb `sweep`: the odds of a grid of battles."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.commands import ALLOW_SIGNS, COMPUTING, SETTINGS, SHOWING, SIDES, app, taking
from analysis.cli.options import Asked, Format, battle_of, checked_plot, option_texts
from analysis.cli.saving import save
from analysis.cli.sweep_progress import Told, terminable
from analysis.cli.tables import assumptions, new_table
from analysis.cli.terminal import put, render
from combat.battle import Battle
from combat.estimate import Estimate
from combat.game import Game
from combat.games import find_game

if TYPE_CHECKING:
    import pandas as pd

MOST_SHOWN = 40  # rows on the terminal
SWEEPING = (
    click.option(
        "--vary",
        multiple=True,
        metavar="KEY=VALUES",
        help="What is varied: 'attacker.inf=1..10', 'defender.inf=2,4,8', 'retreat=never,best',"
        " 'attacker=3 inf; 2 arm'. Repeatable: every combination is a cell.",
    ),
    click.option("--workers", type=int, metavar="N", help="Share the work among N processes."),
    click.option("--cluster", metavar="ADDRESS", help="Share it on a Dask cluster."),
    click.option(
        "--out",
        type=str,
        metavar="FILE",
        help="Write all of it (.parquet or .csv); what is interrupted goes on from there.",
    ),
    click.option("--restart", is_flag=True, help="Begin anew instead of going on."),
    click.option(
        "--event", metavar="E", help="The event (in a table also the mean) that is shown."
    ),
)


@app.command(context_settings=ALLOW_SIGNS)
@taking(SIDES, SWEEPING, SETTINGS, COMPUTING, SHOWING)
def sweep(
    game: str,
    attacker: str | None,
    defender: str | None,
    form: str,
    plot: Path | None,
    event: str | None,
    settings: tuple[str, ...],
    **options: Any,  # noqa: ANN401
) -> None:
    """Show the odds of every combination of forces and settings.

    \b
    wargame-odds sweep aa "5 inf, 2 arm" "4 inf" --vary "attacker.inf=1..10" --vary "defender.inf=1..10"
    wargame-odds sweep aa "8 inf, 3 ftr v 6 inf, 1 aa" --vary "retreat=never,best" --out odds.csv
    """  # noqa: D301, E501 - click reads the mark
    shown, target = Format.read(form), checked_plot(plot)
    chosen = find_game(game)
    computing = ("engine", "trials", "precision", "seed")
    asked = Asked(*(options.pop(name) for name in computing))
    run = {name: options.pop(name) for name in ("workers", "cluster", "out", "restart")}
    vary = options.pop("vary")
    texts = option_texts(settings, options, chosen.settings)
    battle = battle_of(chosen, attacker, defender, texts)
    name = _checked(battle, vary, event, texts, drawn=target is not None)
    frame = _swept(battle, vary, asked, run)
    names = _to_show(frame, name)
    if target is not None:
        _draw(frame, names or (battle.main_event,), target)
    _show(frame, battle, names, shown, run["out"])


def _checked(
    battle: Battle,
    vary: tuple[str, ...],
    event: str | None,
    texts: Mapping[str, str],
    *,
    drawn: bool,
) -> str | None:
    """Refuse what cannot be shown or drawn, before anything is computed; return what to show.

    An event that only other battles of the game have is fine: the sweep may have them.
    """
    from analysis.sweep.axes import SETTING, Axis
    from analysis.sweep.grid import set_twice
    from analysis.sweep.headline import check_known
    from analysis.sweep.picture import shape_of

    name = None if event is None else check_known(battle.game, event, drawn=drawn)
    axes = [Axis.parse(battle.game, text) for text in vary]
    for axis in axes:  # set to what it is anyway, a battle does not say so
        if axis.kind == SETTING and axis.key in texts:
            raise set_twice(axis, texts[axis.key])
    if drawn:
        shape_of(axes)
    return name


def _to_show(frame: "pd.DataFrame", name: str | None) -> tuple[str, ...]:
    """Return the events, or the mean, to show: what is asked for, or what matters in the cells."""
    from analysis.sweep.headline import check_there, main_events

    if name is None:
        return main_events(frame)
    check_there(frame, name)
    return (name,)


def _draw(frame: "pd.DataFrame", names: tuple[str, ...], target: Path) -> None:
    from analysis.sweep.picture import sweep_picture

    save(sweep_picture(frame, names[0]), target)
    if len(names) > 1:
        others = " or ".join(f"--event {name}" for name in names[1:])
        put(f"{target} shows {names[0]}; for other cells {others} matters more", error=True)


def _swept(
    battle: Battle, vary: tuple[str, ...], asked: Asked, run: dict[str, Any]
) -> "pd.DataFrame":
    from analysis.sweep import sweep as ask_sweep

    told = Told(run["out"], restart=run["restart"])
    try:
        with told.shown(), terminable():
            return ask_sweep(battle, vary, **asked.keywords, **run, progress=told)
    except KeyboardInterrupt:
        raise click.exceptions.Abort(told.interrupted()) from None


def _show(
    frame: "pd.DataFrame", battle: Battle, names: tuple[str, ...], form: Format, out: str | None
) -> None:
    if form is Format.JSON:
        from analysis.sweep.document import sweep_document

        put(json.dumps(sweep_document(frame, battle) | {"file": out}, allow_nan=False))
    elif form is Format.CSV:
        put(frame.to_csv(index=False, lineterminator="\n").rstrip("\n"))
    else:
        _table(frame, battle, names)
        if out is not None:
            put(f"all {len(frame):,} cells are in {out}")
        from analysis.sweep.assumed import assumed

        render(*assumptions(assumed(frame)))


def _table(frame: "pd.DataFrame", battle: Battle, names: tuple[str, ...]) -> None:
    from rich.text import Text

    from analysis.sweep.frame import varied_keys
    from analysis.sweep.headline import main_means

    keys = varied_keys(frame)
    events = [name for name in names if name in frame.attrs["events"]]
    # what is asked for comes first, once
    means = list(dict.fromkeys((*(set(names) - set(events)), *main_means(frame))))
    words = frame.attrs["events"] | frame.attrs["quantities"]
    title = Text(f"{battle.game.title}: {battle}", style="bold")
    render(title.append(f"\n{_method(frame)}", style="not bold dim"), "")
    table = new_table(
        *(f">{key}" for key in keys), *(f">{words[n]}" for n in (*events, *means)), ""
    )
    for row in frame.head(MOST_SHOWN).to_dict("records"):
        table.add_row(
            *(str(row[key]) for key in keys),
            *(_percent(row, name) for name in events),
            *(_number(row, name, battle.game) for name in means),
            row["reason"] if isinstance(row["reason"], str) else "",
        )
    render(table)
    if len(frame) > MOST_SHOWN:
        put(f"… and {len(frame) - MOST_SHOWN:,} more; --format csv or --out has them all")
    put("")


def _percent(row: Mapping[Any, Any], event: str) -> str:
    chance = _estimate(row, event, "")
    return "" if chance is None else chance.as_percent()


def _number(row: Mapping[Any, Any], name: str, game: Game) -> str:
    mean, quantity = _estimate(row, name, "_mean"), game.quantity(name)
    if mean is None or quantity is None:
        return ""
    return mean.as_number(f" {quantity.unit}" if quantity.unit else "")


def _estimate(row: Mapping[Any, Any], name: str, suffix: str) -> Estimate | None:
    """Return a number of a row with its precision, if the row has it."""
    value = row.get(name + suffix)
    if value is None or value != value:
        return None
    sd = row.get(f"{name}_sd", float("nan"))
    exact = row["method"] == "exact"
    return Estimate(value, row[f"{name}_low"], row[f"{name}_high"], 0.0, sd, exact)


def _method(frame: "pd.DataFrame") -> str:
    """Say how many cells there are, and how they were answered."""
    counts = frame["method"].value_counts()
    parts = [f"{len(frame):,} cells" if len(frame) != 1 else "1 cell"]
    if counts.get("exact"):
        some = f"{counts['exact']:,} " if len(counts) > 1 else ""
        parts.append(f"{some}exact")
    if counts.get("simulated"):
        some = f"{counts['simulated']:,} " if len(counts) > 1 else ""
        most, least = frame["trials"].max(), frame["trials"].min()
        trials = f"{least:,}" + (f" to {most:,}" if most > least else "")
        parts.append(
            f"{some}simulated, {trials} battles each, seed {frame.attrs['seed']},"
            " ± is the 95 % interval"
        )
    without = int(frame["method"].isna().sum())
    if without:
        parts.append(f"{without:,} without an answer, for the reason given")
    return "; ".join(parts)
