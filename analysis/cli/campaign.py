"""The verb `campaign`: a plan of battles in a row."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.campaign_rows import campaign_rows
from analysis.cli.campaign_tables import campaign_tables
from analysis.cli.commands import ALLOW_SIGNS, COMPUTING, SHOWING, app, taking
from analysis.cli.options import Asked, Format, checked_plot
from analysis.cli.saving import save
from analysis.cli.tables import assumptions, csv_text, new_table
from analysis.cli.terminal import put, render, tracked
from combat.errors import OptionError
from combat.estimate import Estimate

if TYPE_CHECKING:
    from rich.console import RenderableType

    from analysis.campaign import Campaign
    from analysis.campaign.orders import Order
    from analysis.campaign.stages import Plan

How = tuple[Format, Path | None]  # how an answer is printed, and where it is drawn


@app.command(context_settings=ALLOW_SIGNS)
@click.argument("plan", type=Path)
@taking(COMPUTING)
@click.option("--order", metavar="as-written|best", help="Try the stages in every order.")
@click.option("--by", metavar="NAME", help="What orders are ranked by, and decisions made for.")
@taking(SHOWING)
def campaign(
    plan: Path,
    form: str,
    plot: Path | None,
    order: str | None,
    by: str | None,
    **options: Any,  # noqa: ANN401
) -> None:
    """Fight the battles of a plan, a TOML file, in a row; or solve the attacks of a turn.

    \b
    wargame-odds campaign docs/examples/sea_landing_and_counter_attack.toml
    wargame-odds campaign docs/examples/washingtons_war_campaign.toml --order best
    wargame-odds campaign docs/examples/napoleonics_turn.toml
    """  # noqa: D301 - click reads the mark
    from analysis.campaign.answer import campaign as ask_campaign
    from analysis.campaign.plan import parse_plan  # pydantic is loaded only here
    from analysis.files import is_turn, text_of

    shown, target = Format.read(form), checked_plot(plot)
    asked = Asked(**options).keywords
    best = _wants_best(order)
    text = text_of(plan)
    if is_turn(text):
        given = {"order": order, "by": by}
        _show_turn(text, (shown, target), options | given)
        return
    read = parse_plan(text)
    if by is not None and not best and not read.is_decided:
        raise OptionError(
            "--by says what orders are ranked by: add --order best",
            given=by,
            allowed=("as-written", "best"),
        )
    if best:
        _show_orders(read, by, (shown, target), asked)
    else:
        watched = partial(tracked, what="stages")
        found = ask_campaign(replace(read, aim=by or read.aim), watched=watched, **asked)
        _plot(found, target)
        _show(found, shown)


def _plot(found: "Campaign", file: Path | None) -> None:
    """Draw a plan's battles to a file, if there is one."""
    if file is not None:
        from analysis.campaign.picture import campaign_picture

        save(campaign_picture(found), file)


def _show_turn(text: str, how: How, options: Mapping[str, Any]) -> None:
    """Show the attacks of a turn, which are solved exactly, in the best order."""
    from analysis.cli.turn import show_turn
    from analysis.turn import parse_turn

    keys = ("trials", "precision", "seed", "order", "by")
    given = [key for key in keys if options.get(key) is not None]
    if options.get("engine") not in (None, "auto", "exact"):
        given.append("engine")
    if given:
        raise OptionError(
            f"--{given[0]} is for battles in a row; a turn of attacks is solved exactly, in the"
            f" best order: leave --{given[0]} out",
            given=given[0],
        )
    form, file = how
    turn = parse_turn(text)
    if file is not None:
        from analysis.campaign.picture import turn_picture

        save(turn_picture(turn), file)
    show_turn(turn, form)


def _wants_best(order: str | None) -> bool:
    """Whether all orders are to be tried."""
    allowed = ("as-written", "best")
    if order not in (None, *allowed):
        raise OptionError(
            f"--order {order!r} is not known; it is {' or '.join(allowed)}",
            given=order,
            allowed=allowed,
        )
    return order == "best"


def _show_orders(plan: "Plan", by: str | None, how: How, asked: Mapping[str, Any]) -> None:
    from analysis.campaign.document import assumed, orders_document
    from analysis.campaign.orders import orders

    ranked = orders(plan, by=by, **asked)
    name = by or plan.aim or plan.game.value
    form, file = how
    _plot(ranked[0].found, file)
    if form is Format.JSON:
        put(json.dumps(orders_document(ranked, name), allow_nan=False))
    elif form is Format.CSV:
        rows = [(" > ".join(o.names), *_csv_numbers(o.value)) for o in ranked]
        put(csv_text([("order", name, "low", "high"), *rows], head=False))
    else:
        best = ranked[0].found
        render(
            _orders_table(ranked, plan, name),
            "",
            *campaign_tables(best),
            "",
            *assumptions(assumed(best)),
        )


def _csv_numbers(value: Estimate) -> tuple[str, str, str]:
    return str(value.value), str(value.low), str(value.high)


def _orders_table(ranked: "Sequence[Order]", plan: "Plan", name: str) -> "RenderableType":
    from analysis.campaign.weighed import often

    is_event = plan.game.event(name.removeprefix("-").removeprefix("enemy_")) is not None
    table = new_table("order, best first", f">{name}")
    written = tuple(stage.name for stage in plan.stages)
    for order in ranked:
        mark = " (as written)" if order.names == written else ""
        value = often(order.value) if is_event else order.value.as_number()
        table.add_row(" → ".join(order.names) + mark, value)
    return table


def _show(found: "Campaign", form: Format) -> None:
    from analysis.campaign.document import assumed, campaign_document

    if form is Format.JSON:
        put(json.dumps(campaign_document(found), allow_nan=False))
    elif form is Format.CSV:
        put(csv_text(campaign_rows(campaign_document(found)), head=False))
    else:
        render(*campaign_tables(found), "", *assumptions(assumed(found)))
