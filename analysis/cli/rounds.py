"""The verb `rounds`: a plan of several powers, played many times."""

from pathlib import Path

import click

from analysis.cli.commands import HELP, SHOWING, app, taking
from analysis.cli.options import Format, checked_plot
from analysis.cli.saving import save
from analysis.cli.sheets import show
from analysis.cli.terminal import progress_bar
from analysis.cli.theatre import EDITING, position_of


@app.command(context_settings=HELP)
@click.argument("game")
@click.argument("plan", required=False, type=Path, metavar="[PLAN.toml]")
@click.option("--position", "file", type=Path, metavar="FILE", help="A position; or the set-up.")
@click.option("--rounds", type=int, default=1, metavar="N", show_default=True)
@click.option("--trials", type=int, metavar="N", help="How often they are played; 10,000.")
@click.option("--seed", type=int, metavar="N", help="Seed of the simulation.")
@taking((EDITING,), SHOWING)
def rounds(
    game: str,
    plan: Path | None,
    file: Path | None,
    rounds: int,
    trials: int | None,
    seed: int | None,
    edits: tuple[str, ...],
    form: str,
    plot: Path | None,
) -> None:
    """Simulate rounds of the war: each power attacks, buys and moves after a plan.

    \b
    wargame-odds rounds aa --trials 2000 --seed 1
    wargame-odds rounds aa docs/examples/rounds/axis_allies.toml --rounds 2
    """  # noqa: D301 - click reads the mark
    shown, target = Format.read(form), checked_plot(plot)
    theatre, position = position_of(game, file, edits)
    with progress_bar("turns played") as progress:
        answer = theatre.questions["rounds"](
            position,
            plan=None if plan is None else str(plan),
            rounds=rounds,
            trials=trials,
            rng=seed,
            progress=progress,
        )
    if target is not None:
        from analysis.rounds_of_war import rounds_picture

        save(rounds_picture(answer), target)
    show(answer, shown)
