"""The verb `report`: a strategy report of a game, a battle or a plan."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.commands import ALLOW_SIGNS, COMPUTING, SETTINGS, app, taking
from analysis.cli.options import Asked, Format, battle_of, option_texts
from analysis.cli.tables import csv_text
from analysis.cli.terminal import put
from analysis.document import SCHEMA
from analysis.writing import write_whole
from combat import __version__
from combat.errors import OptionError
from combat.games import find_entry, find_game

if TYPE_CHECKING:
    from reports.build import Report

PLAN, LOG = ".toml", ".csv"
OUT = "The folder to write to; it has to be there.  [default: the one you are in]"


@app.command(context_settings=ALLOW_SIGNS)
@click.argument("subject", metavar="GAME|PLAN.toml")
@click.argument("attacker", required=False)
@click.argument("defender", required=False)
@click.option("--out", type=Path, default=Path(), metavar="DIR", help=OUT)
@click.option("--aim", metavar="AIM", help="'territory_taken >= 0.75 and net_value > 0'.")
@click.option("--counter", metavar="FORCE", help="With what the enemy is likely to strike back.")
@taking(SETTINGS, COMPUTING[:-1])  # the last is --seed, which a report has without being told
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Seed of what is simulated; without it a fixed one: the report comes out the same again.",
)
@click.option(
    "--format",
    "form",
    default="table",
    metavar="table|json|csv",
    help="How the names of the two files are told; they are HTML and Markdown in any case.",
)
def report(
    subject: str,
    attacker: str | None,
    defender: str | None,
    out: Path,
    form: str,
    **options: Any,  # noqa: ANN401
) -> None:
    """Write a report, one HTML file and the same as Markdown: of a game, a battle or a plan.

    \b
    wargame-odds report aa
    wargame-odds report aa "3 inf, 2 arm v 4 inf, 1 art" --retreat best --out reports
    wargame-odds report docs/examples/three_waves.toml
    wargame-odds report rb docs/examples/decks/rebellion.toml
    wargame-odds report aa docs/examples/rounds/axis_allies.toml
    """  # noqa: D301 - click reads the mark
    shown, folder = Format.read(form), _folder(out)
    _refuse_log(subject, attacker)
    if subject.lower().endswith(PLAN):
        _refuse(options, (attacker, defender), "a plan", ("seed",))
        found = _of_plan(Path(subject), options["seed"])
    elif attacker is not None and attacker.lower().endswith(PLAN):
        _refuse(options, (defender,), "a file of a game", ("seed",))
        found = _of_file(subject, Path(attacker), options["seed"])
    elif attacker is None:
        find_entry(subject)
        _refuse(options, (), "a game's report; name a battle", ("seed",))
        found = _of_game(subject, options["seed"])
    else:
        found = _of_battle(subject, attacker, defender, options)
    files = [folder / f"{found.name}.{ending}" for ending in ("html", "md")]
    texts = dict(zip(files, (found.html, found.markdown), strict=True))
    write_whole({file: _writer(text) for file, text in texts.items()})
    _show(found.title, files, shown)


def _folder(out: Path) -> Path:
    """Refuse a folder that is not there, before anything is computed."""
    try:
        there = out.is_dir()
    except (OSError, ValueError):
        there = False
    if not there:
        raise OptionError(
            f"--out {str(out)!r} is no folder; make it first, or give another one", given=str(out)
        )
    return out


def _refuse_log(subject: str, attacker: str | None) -> None:
    """Refuse a log of battles, and what looks like a file and is no plan: no game is called so."""
    game = subject if attacker is not None else "GAME"
    file = subject if attacker is None else attacker
    if file.lower().endswith(LOG):
        raise OptionError(
            f"{file!r} is no plan, whose name ends in {PLAN}; what a log of battles says of luck is"
            f" told by 'wargame-odds luck {game} {file}'",
            given=file,
        )
    if attacker is None and (Path(file).suffix or "/" in file) and not file.lower().endswith(PLAN):
        raise OptionError(
            f"{file!r} is no game, and no plan, whose name ends in {PLAN}",
            given=file,
            allowed=(f"NAME{PLAN}",),
        )


def _refuse(
    options: dict[str, Any], battle: tuple[str | None, ...], what: str, taken: tuple[str, ...]
) -> None:
    """Refuse what a report takes no notice of."""
    given = [text for text in battle if text is not None]
    if given:
        raise OptionError(f"{what} has its battles in it: leave {given[0]!r} out", given=given[0])
    usual = (None, (), "auto")
    over = [key for key, value in options.items() if key not in taken and value not in usual]
    if over:
        name = "set" if over[0] == "settings" else over[0].replace("_", "-")
        raise OptionError(f"--{name} is for the report of a battle, not for {what}", given=name)


def _seed(seed: int | None) -> dict[str, int]:
    asked = Asked("auto", None, None, seed)  # refuses what is no seed
    return {} if asked.seed is None else {"seed": asked.seed}


def _of_plan(file: Path, seed: int | None) -> "Report":
    from reports.build import report_of_plan

    _progress(str(file))
    return report_of_plan(file, **_seed(seed))


def _of_file(game: str, file: Path, seed: int | None) -> "Report":
    from reports.build import report_of_file

    _progress(str(file))
    return report_of_file(game, file, **_seed(seed))


def _of_game(game: str, seed: int | None) -> "Report":
    from reports.build import report as report_of_game

    _progress(find_entry(game).title)
    return report_of_game(game, **_seed(seed))


def _of_battle(name: str, attacker: str, defender: str | None, options: dict[str, Any]) -> "Report":
    from reports.build import report_of_battle

    game = find_game(name)
    asked = {key: options.pop(key) for key in ("aim", "counter", "engine", "trials", "precision")}
    seed = _seed(options.pop("seed"))
    texts = option_texts(options.pop("settings"), options, game.settings)
    battle = battle_of(game, attacker, defender, texts)
    _progress(str(battle))
    return report_of_battle(battle, **asked, **seed)


def _progress(what: str) -> None:
    """Say on a terminal's stderr what is being built: it may take seconds."""
    if sys.stderr.isatty():
        put(f"building the report of {what} …", error=True)


def _writer(text: str) -> "Any":  # noqa: ANN401
    return lambda half: half.write_bytes(text.encode("utf-8"))


def _show(title: str, files: list[Path], form: Format) -> None:
    names = [str(file) for file in files]
    if form is Format.JSON:
        answer = {"schema": SCHEMA, "version": __version__, "title": title, "files": names}
        put(json.dumps(answer, allow_nan=False))
    elif form is Format.CSV:
        put(csv_text([("title", "file"), *((title, name) for name in names)], head=False))
    else:
        put("\n".join([title, *(f"  {name}" for name in names)]))
