"""The verb `size`: how much is enough."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.commands import ALLOW_SIGNS, COMPUTING, SETTINGS, SHOWING, SIDES, app, taking
from analysis.cli.options import Asked, Format, battle_of, checked_plot, option_texts
from analysis.cli.saving import save
from analysis.cli.tables import assumptions, csv_text, laid_out
from analysis.cli.terminal import put, render
from combat.errors import NotationError, OptionError
from combat.games import find_game
from combat.notation import plain_number, shown

if TYPE_CHECKING:
    from analysis.size import Purchase, Size
    from analysis.size.base import Base
    from combat.game import Game

HEAD = ("kind", "force", "additions", "cost", "chance", "low", "high")


@app.command(context_settings=ALLOW_SIGNS)
@taking(SIDES)
@click.option("--for", "side", default="attacker", metavar="attacker|defender", show_default=True)
@click.option("--event", metavar="EVENT", help="What that side wants: an event, or 'not EVENT'.")
@click.option("--chance", metavar="P", help="Chance wanted of it: 0.9, or '90 %'.")
@click.option("--budget", metavar="N", help="What may be spent at most.")
@click.option(
    "--units",
    metavar="LIST",
    help="What can be added: 'inf, arm=5, ftr max 2' (with a cost of your own, and a limit).",
)
@taking(SETTINGS, COMPUTING, SHOWING)
def size(
    game: str,
    attacker: str | None,
    defender: str | None,
    side: str,
    event: str | None,
    chance: str | None,
    budget: str | None,
    units: str | None,
    form: str,
    plot: Path | None,
    **options: Any,  # noqa: ANN401
) -> None:
    """Find the cheapest force for a chance, or the best one for a budget.

    The forces given are there already; the side that is sized may be 'none'.

    \b
    wargame-odds size aa "none v 4 inf, 1 art" --chance 0.9
    wargame-odds size aa "5 inf, 2 arm v 3 inf" --for defender --budget 12
    """  # noqa: D301 - click reads the mark
    from analysis.size.answer import size as ask_size

    shown_as, target = Format.read(form), checked_plot(plot)
    chosen = find_game(game)
    asked = Asked(*(options.pop(name) for name in ("engine", "trials", "precision", "seed")))
    texts = option_texts(options.pop("settings"), options, chosen.settings)
    with _progress() as progress:
        found = ask_size(
            base_of(chosen, attacker, defender, side, texts),
            event=event,
            chance=None if chance is None else number_of("--chance", chance),
            budget=None if budget is None else number_of("--budget", budget),
            units=units,
            progress=progress,
            **asked.keywords,
        )
    if target:
        from analysis.size.picture import size_picture

        save(size_picture(found), target)
    _show(found, shown_as)


@contextmanager
def _progress() -> Iterator[Callable[[int, float], None] | None]:
    """Show on a terminal's stderr how far it is."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status("trying forces") as status:
        yield lambda tried, cost: status.update(
            f"{tried:,} forces tried, now at a cost of {plain_number(round(cost, 1))}"
        )


def base_of(
    game: "Game", attacker: str | None, defender: str | None, side: str, texts: dict[str, str]
) -> "Base":
    """Read a battle of which one side may be 'none'.

    Raises
    ------
    WargameError
    """
    from analysis.size.base import read_base

    if not attacker or any(text.startswith("--") for text in (attacker, defender or "")):
        battle_of(game, attacker, defender, texts)  # says what is wrong
    return read_base(game, attacker or "", defender, side=side, **texts)


def number_of(option: str, text: str) -> float:
    """Read a number, or a share in per cent."""
    word = text.strip()
    percent = word.endswith("%")
    try:
        number = float(word.removesuffix("%"))
    except ValueError:
        raise NotationError(
            f"{option} {shown(text)} is not a number; write it as {option} 0.9"
            if option == "--chance"
            else f"{option} {shown(text)} is not a number; write it as {option} 30",
            given=text,
        ) from None
    if percent and option != "--chance":
        raise OptionError(f"{option} {shown(text)} is no share: leave the % out", given=text)
    return number / 100.0 if percent else number


def _show(found: "Size", form: Format) -> None:
    from analysis.size.document import size_document
    from analysis.size.parts import size_parts

    if form is Format.JSON:
        put(json.dumps(size_document(found), allow_nan=False))
    elif form is Format.CSV:
        put(csv_text([HEAD, *_rows(found)], head=False))
    else:
        render(*laid_out(*size_parts(found)), *assumptions(found.assumes))


def _rows(found: "Size") -> list[tuple[str, ...]]:
    """Tidy rows: the answer, what ties with it, the frontier."""
    kinds = (
        ("answer", (found.answer,) if found.answer else ()),
        ("best", (found.best,)),
        ("tie", found.ties),
        ("frontier", found.frontier),
    )
    return [(kind, *_cells(one)) for kind, purchases in kinds for one in purchases]


def _cells(one: "Purchase") -> tuple[str, ...]:
    numbers = (one.cost, one.chance.value, one.chance.low, one.chance.high)
    return one.force, one.additions, *map(str, numbers)
