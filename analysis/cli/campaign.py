"""The verb `campaign`: a plan of battles in a row."""

import json
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.cli.commands import ALLOW_SIGNS, COMPUTING, SHOWING, app, taking
from analysis.cli.options import Asked, Format, checked_plot
from analysis.cli.saving import save
from analysis.cli.show import LIKELIEST
from analysis.cli.tables import assumptions, csv_text, new_table, spread
from analysis.cli.terminal import put, render
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.game import Game

if TYPE_CHECKING:
    from rich.console import RenderableType

    from analysis.campaign import Campaign
    from analysis.orders import Order
    from analysis.stages import Plan

How = tuple[Format, Path | None]  # how an answer is printed, and where it is drawn


@app.command(context_settings=ALLOW_SIGNS)
@click.argument("plan", type=Path)
@taking(COMPUTING)
@click.option("--order", metavar="as-written|best", help="Try the stages in every order.")
@click.option("--by", metavar="NAME", help="The event or quantity that orders are ranked by.")
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
    from analysis.campaign import campaign as ask_campaign
    from analysis.plan import parse_plan  # pydantic is loaded only here
    from analysis.plan_file import is_turn, text_of

    shown, target = Format.read(form), checked_plot(plot)
    asked = Asked(**options).keywords
    best = _wants_best(order, by)
    text = text_of(plan)
    if is_turn(text):
        _show_turn(text, (shown, target), options, ordered=order is not None)
    elif best:
        _show_orders(parse_plan(text), by, (shown, target), asked)
    else:
        found = ask_campaign(parse_plan(text), **asked)
        _plot(found, target)
        _show(found, shown)


def _plot(found: "Campaign", file: Path | None) -> None:
    """Draw a plan's battles to a file, if there is one."""
    if file is not None:
        from analysis.plan_picture import campaign_picture

        save(campaign_picture(found), file)


def _show_turn(text: str, how: How, options: Mapping[str, Any], *, ordered: bool) -> None:
    """Show the attacks of a turn, which are solved exactly, in the best order."""
    from analysis.cli.turn import show_turn
    from analysis.turn import parse_turn

    given = [key for key in ("trials", "precision", "seed") if options.get(key) is not None]
    if options.get("engine") not in (None, "auto", "exact"):
        given.append("engine")
    given += ["order"] * ordered
    if given:
        raise OptionError(
            f"--{given[0]} is for battles in a row; a turn of attacks is solved exactly, in the"
            f" best order: leave --{given[0]} out",
            given=given[0],
        )
    form, file = how
    turn = parse_turn(text)
    if file is not None:
        from analysis.plan_picture import turn_picture

        save(turn_picture(turn), file)
    show_turn(turn, form)


def _wants_best(order: str | None, by: str | None) -> bool:
    """Whether all orders are to be tried."""
    allowed = ("as-written", "best")
    if order not in (None, *allowed):
        raise OptionError(
            f"--order {order!r} is not known; it is {' or '.join(allowed)}",
            given=order,
            allowed=allowed,
        )
    if by is not None and order != "best":
        raise OptionError(
            "--by says what orders are ranked by: add --order best", given=by, allowed=allowed
        )
    return order == "best"


def _show_orders(plan: "Plan", by: str | None, how: How, asked: Mapping[str, Any]) -> None:
    from analysis.campaign_document import assumed, orders_document
    from analysis.orders import orders

    ranked = orders(plan, by=by, **asked)
    name = by or plan.game.value
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
            _orders_table(ranked, plan, name), "", *_tables(best), "", *assumptions(assumed(best))
        )


def _csv_numbers(value: Estimate) -> tuple[str, str, str]:
    return str(value.value), str(value.low), str(value.high)


def _orders_table(ranked: "Sequence[Order]", plan: "Plan", name: str) -> "RenderableType":
    is_event = plan.game.event(name.removeprefix("-").removeprefix("enemy_")) is not None
    table = new_table("order, best first", f">{name}")
    written = tuple(stage.name for stage in plan.stages)
    for order in ranked:
        mark = " (as written)" if order.names == written else ""
        value = order.value.as_percent() if is_event else order.value.as_number()
        table.add_row(" → ".join(order.names) + mark, value)
    return table


def _show(found: "Campaign", form: Format) -> None:
    from analysis.campaign_document import assumed, campaign_document

    if form is Format.JSON:
        put(json.dumps(campaign_document(found), allow_nan=False))
    elif form is Format.CSV:
        put(csv_text(_rows(campaign_document(found)), head=False))
    else:
        render(*_tables(found), "", *assumptions(assumed(found)))


def _tables(found: "Campaign") -> "list[RenderableType]":
    from rich.text import Text

    from analysis import totals

    title = Text(f"{found.plan.game.title}: {_number(len(found.plan.stages))}", style="bold")
    parts: list[RenderableType] = [title.append(f"\n{_method(found)}", style="not bold dim"), ""]
    game = found.plan.game
    for number, planned in enumerate(found.plan.stages):
        stage = found.chain.stages[number]
        reached = stage.reached
        chance = Estimate.of_chance(reached, found.chain.trials)
        fought = "certain" if number == 0 else chance.as_percent()
        whose = ", by the enemy" if planned.turned else ""
        parts.append(Text(f"{number + 1}. {planned.name}{whose}: fought {fought}", style="bold"))
        sides = f"{planned.texts.get('attacker')} v {planned.texts.get('defender')}"
        when = planned.texts.get("when")
        parts.append(Text(sides + (f"; when {when}" if when else ""), style="dim"))
        if reached:
            numbers = totals.stage_events(found, number), totals.stage_quantities(found, number)
            words = {e.name: e.text for _, o in stage.fought for e in o.battle.events}
            parts.append(_table(game, words, "if fought, it ends", *numbers))
        parts.append("")
    parts.append(Text("the whole plan", style="bold"))
    numbers = totals.final_events(found), totals.final_quantities(found)
    words = {event.name: event.text for event in game.events}
    assert game.sequels is not None
    head = "last word" if game.sequels.one_place else "in any stage"
    parts.append(_table(game, words, head, *numbers))
    if not game.sequels.one_place and len(found.plan.stages) > 1:
        parts += ["", _joint_table(found, words)]
    return parts


def _joint_table(found: "Campaign", words: Mapping[str, str]) -> "RenderableType":
    from analysis import totals

    table = new_table(*(stage.name for stage in found.plan.stages), ">chance")
    ends_of_all = totals.joint_ends(found)
    for ends, chance in ends_of_all[:LIKELIEST]:
        table.add_row(*(words[end] if end else "not fought" for end in ends), chance.as_percent())
    return table


def _table(
    game: Game,
    words: Mapping[str, str],
    head: str,
    events: Mapping[str, Estimate],
    quantities: Mapping[str, Estimate],
) -> "RenderableType":
    from analysis.totals import ENEMY

    table = new_table(head, ">chance", "  on average", ">mean", "", ">sd")
    ends = []
    for name, estimate in events.items():
        text = words.get(name.removeprefix(ENEMY), name)
        who = "enemy: " if name.startswith(ENEMY) else ""
        if estimate.value > 0:
            ends.append((who + text, estimate.as_percent()))
    means = []
    for name, estimate in quantities.items():
        quantity = game.quantity(name)
        assert quantity is not None
        means.append((f"  {quantity.text}", estimate.as_number(), quantity.unit, spread(estimate)))
    for end, mean in zip_longest(ends, means):
        table.add_row(*(end or ("", "")), *(mean or ("", "", "", "")))
    return table


def _number(stages: int) -> str:
    return "a plan of one stage" if stages == 1 else f"a plan of {stages} stages"


def _method(found: "Campaign") -> str:
    if found.chain.trials is None:
        return "exact"
    seed = f", seed {found.seed}" if found.seed is not None else ""
    return f"simulated, {found.chain.trials:,} runs{seed}, ± is the 95 % interval"


def _rows(document: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Tidy rows: stage, kind, name, value, low, high, sd; no stage for the whole plan."""
    rows: list[tuple[str, ...]] = [("stage", "kind", "name", "value", "low", "high", "sd")]
    for key in ("method", "trials", "seed"):
        if document.get(key) is not None:
            rows.append(("", "run", key, str(document[key]), "", "", ""))
    for stage in document["stages"]:
        rows.append((stage["name"], "reached", "", str(stage["reached"]), "", "", ""))
        rows += _numbers(stage["name"], "", stage)
    return rows + _numbers("", "final ", document["final"])


def _numbers(stage: str, prefix: str, numbers: Mapping[str, Any]) -> list[tuple[str, ...]]:
    return [
        (stage, prefix + kind, name, *("" if (n := one.get(k)) is None else str(n) for k in KEYS))
        for kind, part in (("event", "events"), ("quantity", "quantities"))
        for name, one in numbers[part].items()
    ]


KEYS = ("value", "low", "high", "sd")
