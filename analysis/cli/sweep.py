"""The verb `sweep`: the odds of a grid of battles."""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.commands import ALLOW_SIGNS, COMPUTING, SETTINGS, SHOWING, SIDES, app, taking
from analysis.cli.options import Asked, Format, battle_of, checked_plot, option_texts
from analysis.cli.saving import save
from analysis.cli.tables import assumptions, new_table
from analysis.cli.terminal import put, render
from combat.battle import Battle
from combat.estimate import Estimate
from combat.games import find_game

if TYPE_CHECKING:
    import pandas as pd

MOST_SHOWN = 40  # rows on the terminal
SPEAKING = 30.0  # seconds between two lines of progress, where there is no terminal
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
        type=Path,
        metavar="FILE",
        help="Write all of it (.parquet or .csv); what is interrupted goes on from there.",
    ),
    click.option("--restart", is_flag=True, help="Begin anew instead of going on."),
    click.option("--event", metavar="E", help="The event that is shown and drawn."),
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
    battle = battle_of(chosen, attacker, defender, option_texts(settings, options, chosen.settings))
    name = _checked_event(battle, event)
    if target is not None:
        _check_picture(battle, vary)
    frame = _swept(battle, vary, asked, run)
    if target is not None:
        from analysis.sweep.picture import sweep_picture

        save(sweep_picture(frame, name), target)
    _show(frame, battle, name, shown, run["out"])


def _checked_event(battle: Battle, event: str | None) -> str:
    """Return the event to show; one that only other battles of the game have is fine."""
    if event is None:
        return battle.main_event
    name = event.strip().replace("-", "_")
    return name if battle.game.event(name) else battle.event(name).name


def _check_picture(battle: Battle, vary: tuple[str, ...]) -> None:
    """Refuse a picture that cannot be drawn, before anything is computed."""
    from analysis.sweep.axes import Axis
    from analysis.sweep.picture import shape_of

    shape_of(Axis.parse(battle.game, text) for text in vary)


def _swept(
    battle: Battle, vary: tuple[str, ...], asked: Asked, run: dict[str, Any]
) -> "pd.DataFrame":
    from analysis.sweep import sweep as ask_sweep

    told = _Told(run["out"])
    try:
        with told.shown():
            return ask_sweep(battle, vary, **asked.keywords, **run, progress=told)
    except KeyboardInterrupt:
        raise click.exceptions.Abort(told.interrupted()) from None


class _Told:
    """Progress on stderr: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, out: Path | None) -> None:
        self._out = out
        self._done, self._cells = 0, 0
        self._started = self._spoke = time.monotonic()
        self._bar: Any = None

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show it while something is computed."""
        from rich.console import Console
        from rich.progress import Progress

        console = Console(stderr=True)
        if not console.is_terminal:
            yield
            return
        with Progress(console=console, transient=True) as bar:
            self._bar = bar
            self._task = bar.add_task("cells", total=None)
            yield

    def __call__(self, done: int, cells: int) -> None:
        if not self._cells and done:
            put(f"going on: {done:,} of {cells:,} cells are in {_journal(self._out)}", error=True)
        self._done, self._cells = done, cells
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=cells)
        elif time.monotonic() - self._spoke >= SPEAKING:
            self._spoke = time.monotonic()
            seconds = self._spoke - self._started
            put(f"{done:,} of {cells:,} cells after {seconds:,.0f} s", error=True)

    def interrupted(self) -> str:
        """Say how to go on."""
        if self._out is None:
            return "interrupted; with --out FILE what is answered would be kept"
        return (
            f"interrupted: {self._done:,} of {self._cells:,} cells are in {_journal(self._out)};"
            " the same command again goes on from there"
        )


def _journal(out: Path | None) -> str:
    from analysis.sweep.journal import journal_of

    return "" if out is None else str(journal_of(out))


def _show(
    frame: "pd.DataFrame", battle: Battle, event: str, form: Format, out: Path | None
) -> None:
    if form is Format.JSON:
        from analysis.sweep.document import sweep_document

        document = sweep_document(frame, battle)
        put(json.dumps(document | {"file": None if out is None else str(out)}, allow_nan=False))
    elif form is Format.CSV:
        put(frame.to_csv(index=False, lineterminator="\n").rstrip("\n"))
    else:
        _table(frame, battle, event)
        if out is not None:
            put(f"all {len(frame):,} cells are in {out}")
        from analysis.sweep.assumed import assumed

        render(*assumptions(assumed(frame)))


def _table(frame: "pd.DataFrame", battle: Battle, event: str) -> None:
    from rich.text import Text

    from analysis.sweep.frame import varied_keys

    keys = varied_keys(frame)
    swing = battle.game.quantity(battle.game.swing)
    assert swing is not None
    word = frame.attrs["events"].get(event, event)
    title = Text(f"{battle.game.title}: {battle}", style="bold")
    render(title.append(f"\n{_method(frame)}", style="not bold dim"), "")
    table = new_table(*(f">{key}" for key in keys), f">{word}", f">{swing.text}", "")
    for row in frame.head(MOST_SHOWN).to_dict("records"):
        chance = _estimate(row, event, "")
        mean = _estimate(row, swing.name, "_mean")
        table.add_row(
            *(str(row[key]) for key in keys),
            "" if chance is None else chance.as_percent(),
            "" if mean is None else mean.as_number(f" {swing.unit}" if swing.unit else ""),
            row["reason"] if isinstance(row["reason"], str) else "",
        )
    render(table)
    if len(frame) > MOST_SHOWN:
        put(f"… and {len(frame) - MOST_SHOWN:,} more; --format csv or --out has them all")
    put("")


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
