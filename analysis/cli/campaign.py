"""The verb `campaign`: a plan of battles in a row."""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.campaign_rows import campaign_rows
from analysis.cli.commands import ALLOW_SIGNS, COMPUTING, SHOWING, app, taking
from analysis.cli.options import Asked, Format, checked_plot
from analysis.cli.saving import save
from analysis.cli.tables import assumptions, csv_text, laid_out, new_table
from analysis.cli.terminal import put, render, tracked
from combat.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import RenderableType

    from analysis.campaign import Campaign
    from analysis.campaign.asked import Orders
    from analysis.turn import Turn


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
    from analysis.campaign.asked import ask_plan  # pydantic is loaded only here
    from analysis.files import text_of

    shown, target = Format.read(form), checked_plot(plot)
    asked = Asked(**options).keywords
    watched = partial(tracked, what="stages")
    found = ask_plan(text_of(plan), order=order, by=by, watched=watched, **asked)
    if target is not None:
        save(_picture(found), target)
    _show(found, shown)


def _picture(found: "Campaign | Orders | Turn") -> "Figure":
    """Draw a plan's battles, those of the best order, or a turn's attacks."""
    from analysis.campaign.asked import Orders
    from analysis.campaign.picture import campaign_picture, turn_picture
    from analysis.turn import Turn

    if isinstance(found, Turn):
        return turn_picture(found)
    return campaign_picture(found.ranked[0].found if isinstance(found, Orders) else found)


def _show(found: "Campaign | Orders | Turn", form: Format) -> None:
    from analysis.campaign.asked import Orders, plan_document
    from analysis.cli.turn import show_turn
    from analysis.turn import Turn

    if form is Format.JSON:
        put(json.dumps(plan_document(found), allow_nan=False))
    elif isinstance(found, Turn):
        show_turn(found, form)
    elif isinstance(found, Orders):
        _show_orders(found, form)
    else:
        _show_campaign(found, form)


def _show_orders(found: "Orders", form: Format) -> None:
    from analysis.campaign.document import assumed

    if form is Format.CSV:
        rows = [(" > ".join(o.names), *_csv_numbers(o.value)) for o in found.ranked]
        put(csv_text([("order", found.name, "low", "high"), *rows], head=False))
        return
    from analysis.campaign.parts import campaign_parts

    best = found.ranked[0].found
    parts = laid_out(*campaign_parts(best))
    render(_orders_table(found), "", *parts, "", *assumptions(assumed(best)))


def _csv_numbers(value: Estimate) -> tuple[str, str, str]:
    return str(value.value), str(value.low), str(value.high)


def _orders_table(orders: "Orders") -> "RenderableType":
    from analysis.campaign.weighed import often

    plan, name = orders.plan, orders.name
    is_event = plan.game.event(name.removeprefix("-").removeprefix("enemy_")) is not None
    table = new_table("order, best first", f">{name}")
    written = tuple(stage.name for stage in plan.stages)
    for order in orders.ranked:
        mark = " (as written)" if order.names == written else ""
        value = often(order.value) if is_event else order.value.as_number()
        table.add_row(" → ".join(order.names) + mark, value)
    return table


def _show_campaign(found: "Campaign", form: Format) -> None:
    from analysis.campaign.document import assumed, campaign_document

    if form is Format.CSV:
        put(csv_text(campaign_rows(campaign_document(found)), head=False))
    else:
        from analysis.campaign.parts import campaign_parts

        render(*laid_out(*campaign_parts(found)), "", *assumptions(assumed(found)))
