"""The verbs: each reads its arguments, asks `analysis` and shows the answer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from analysis.advice import should_attack as ask_should_attack
from analysis.answers import odds as ask_odds
from analysis.cli import catalogue, show
from analysis.cli.batch import read_batch, solve_batch
from analysis.cli.options import Asked, Format, battle_of, checked_plot, option_texts
from analysis.cli.theatre import PLACED
from combat import __version__
from combat.errors import OptionError
from combat.game import Game
from combat.games import entries, find_entry, find_game

Command = TypeVar("Command", bound=Callable[..., Any])

# '-3 inf' is a bad count, not an option: what is not an option is read as a force
ALLOW_SIGNS = {"ignore_unknown_options": True, "help_option_names": ["-h", "--help"]}
HELP = {"help_option_names": ["-h", "--help"]}

SIDES = (
    click.argument("game"),
    click.argument("attacker", required=False),
    click.argument("defender", required=False),
)
SETTINGS = (
    click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="KEY=VALUE",
        help="A setting of the game; 'wargame-odds games GAME' lists them. Repeatable.",
    ),
    click.option("--losses", metavar="ORDER", help="The attacker's order of losses."),
    click.option("--defender-losses", metavar="ORDER", help="The defender's order of losses."),
    click.option("--retreat", metavar="WHEN", help="When to retreat; each game has its own ways."),
    click.option("--worth", metavar="KEY=N,...", help="What things are worth: 'territory=8'."),
)
COMPUTING = (
    click.option("--engine", default="auto", metavar="auto|exact|simulate", show_default=True),
    click.option("--trials", type=int, metavar="N", help="Simulate so many battles."),
    click.option("--precision", type=float, metavar="P", help="Simulate to a 95 % interval of P."),
    click.option("--seed", type=int, metavar="N", help="Seed of a simulation."),
)
SHOWING = (
    click.option("--format", "form", default="table", metavar="table|json|csv"),
    click.option("--plot", type=Path, metavar="FILE", help="Draw it (.png or .svg)."),
)


def taking(*groups: tuple[Callable[[Command], Command], ...]) -> Callable[[Command], Command]:
    """Give a command several groups of arguments and options, in their order."""

    def decorate(command: Command) -> Command:
        for decorator in reversed([d for group in groups for d in group]):
            command = decorator(command)
        return command

    return decorate


@click.group(context_settings=HELP)
@click.version_option(__version__, prog_name="wargame-odds", message="%(prog)s %(version)s")
def app() -> None:
    """Answer questions about battles in historical board games: odds, and 'should I attack?'."""


@app.command(context_settings=ALLOW_SIGNS)
@taking(SIDES, SETTINGS, COMPUTING, SHOWING)
@click.option(
    "--batch",
    "file",
    type=Path,
    metavar="FILE",
    help="Read the battles from a file, one a line.",
)
def odds(
    game: str,
    attacker: str | None,
    defender: str | None,
    form: str,
    plot: Path | None,
    file: Path | None,
    **options: Any,  # noqa: ANN401
) -> None:
    """Show how a battle can end, and with which chances.

    \b
    wargame-odds odds aa "3 inf, 2 arm" "4 inf, 1 art"
    wargame-odds odds aa "3 inf, 2 arm v 4 inf, 1 art" --retreat best
    """  # noqa: D301 - click reads the mark
    chosen, shown = find_game(game), Format.read(form)
    texts, asked = _read(options, chosen)
    if file is not None:
        if attacker or plot:
            raise OptionError("--batch reads battles from a file; leave ATTACKER and --plot out")
        show.batch(solve_batch(read_batch(file, chosen, texts), asked), shown)
        return
    target = checked_plot(plot)
    outcomes = ask_odds(battle_of(chosen, attacker, defender, texts), **asked.keywords)
    if target:
        show.plot(outcomes, target)
    show.odds(outcomes, shown)


@app.command("should-attack", context_settings=ALLOW_SIGNS)
@taking(SIDES)
@click.option("--aim", metavar="AIM", help="'territory_taken >= 0.75 and net_value > 0'.")
@click.option("--counter", metavar="FORCE", help="With what the enemy is likely to strike back.")
@taking(SETTINGS, COMPUTING, SHOWING)
def should_attack(
    game: str,
    attacker: str | None,
    defender: str | None,
    aim: str | None,
    counter: str | None,
    form: str,
    plot: Path | None,
    **options: Any,  # noqa: ANN401
) -> None:
    """Say ATTACK, HOLD or TOO CLOSE, why, and what would flip it.

    \b
    wargame-odds should-attack aa "5 inf, 2 art, 2 arm, 1 ftr v 6 inf, 1 art, 1 aa"
    """  # noqa: D301
    shown, target = Format.read(form), checked_plot(plot)
    chosen = find_game(game)
    texts, asked = _read(options, chosen)
    battle = battle_of(chosen, attacker, defender, texts)
    advice = ask_should_attack(battle, aim=aim, counter=counter, **asked.keywords)
    if target:
        show.plot(advice.outcomes, target)
    show.advice(advice, shown)


@app.command(context_settings=HELP)
@click.argument("game", required=False)
@click.option("--format", "form", default="table", metavar="table|json|csv")
def games(game: str | None, form: str) -> None:
    """Show what is covered and what is not; with GAME, its settings, events and deck."""
    shown = Format.read(form)
    if game is None:
        catalogue.games(entries(), shown)
    else:
        catalogue.game(find_entry(game), shown)


@app.command("map", context_settings=HELP)
@taking(PLACED)
@click.option("--place", "places", multiple=True, metavar="PLACE", help="Only this. Repeatable.")
@click.option("--out", type=Path, metavar="FILE.toml", help="Write the position to a file.")
@click.option("--format", "form", default="table", metavar="table|json|csv")
def map_(
    game: str,
    file: Path | None,
    edits: tuple[str, ...],
    places: tuple[str, ...],
    out: Path | None,
    form: str,
) -> None:
    """Show what a map or a position of a game says; without FILE its set-up, if the game has one.

    \b
    wargame-odds map ww docs/examples/maps/washingtons_war_map.toml
    wargame-odds map aa --edit "Karelia: 5 inf, 1 arm" --edit "turn: Germany"
    wargame-odds map aa --place Karelia --place "sz 5"
    """  # noqa: D301
    from analysis.cli.positions import show_map

    show_map(find_game(game), file, edits=edits, out=out, form=Format.read(form), places=places)


def _read(options: dict[str, Any], game: Game) -> tuple[dict[str, str], Asked]:
    """Part the options into the game's settings, by key, and how to compute."""
    computing = ("engine", "trials", "precision", "seed")
    asked = Asked(*(options.pop(name) for name in computing))
    return option_texts(options.pop("settings"), options, game.settings), asked
