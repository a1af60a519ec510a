"""Showing the attacks of a turn, and the race for banners."""

import json
import math
from typing import TYPE_CHECKING

from analysis.cli.options import Format
from analysis.cli.tables import assumptions, csv_text, new_table, report_tables, spread
from analysis.cli.terminal import put, render
from analysis.turn import Turn
from analysis.turn_document import turn_document
from combat.estimate import Estimate
from combat.game import Report
from combat.turns import Chance, Mean

if TYPE_CHECKING:
    from rich.console import RenderableType

HEAD = ("stage", "kind", "name", "value", "low", "high", "sd")


def show_turn(turn: Turn, form: Format) -> None:
    """Show what a turn leads to."""
    if form is Format.JSON:
        put(json.dumps(turn_document(turn), allow_nan=False))
    elif form is Format.CSV:
        put(csv_text(_rows(turn), head=False))
    else:
        from rich.text import Text

        title = Text(turn.answer.title, style="bold")
        render(title.append("\nexact", style="not bold dim"), *_parts(turn))
        render("", *assumptions(turn.answer.assumes))


def _parts(turn: Turn) -> "list[RenderableType]":
    from rich.text import Text

    answer = turn.answer
    parts: list[RenderableType] = [Text(turn.reason), ""] if turn.aim else [""]
    parts += [Text(line) for line in answer.lines]
    parts += [""] if answer.lines else []
    events = new_table("the whole turn" if answer.stages else "the race", ">chance")
    for event in answer.events:
        events.add_row(event.text, event.estimate.as_percent())
    numbers = new_table("on average", ">mean", "", ">sd")
    for one in answer.quantities:
        numbers.add_row(one.text, one.estimate.as_number(), one.unit, spread(one.estimate))
    parts += [events, "", numbers, ""]
    if answer.stages:
        parts += [_stages(turn), ""]
    tables = {name: (table.heads, table.texts) for name, table in answer.tables.items()}
    return [*parts, *report_tables(Report("", tables))]


def _stages(turn: Turn) -> "RenderableType":
    heads = (">fights", ">target eliminated", ">won", ">lost", "mostly")
    table = new_table("who fights", *heads)
    for stage in turn.answer.stages:
        events = {event.name: event for event in stage.events}
        means = {one.name: one.estimate for one in stage.quantities}
        if not stage.reached:
            table.add_row(stage.name, "never", "", "", "", "")
            continue
        mostly = next((e.text for e in stage.events if e.name.startswith("at: ")), "joins another")
        table.add_row(
            stage.name,
            f"{100 * stage.reached:.0f} %",
            events["target_eliminated"].estimate.as_percent(),
            means["banners_for"].as_number(),
            means["banners_against"].as_number(),
            mostly,
        )
    return table


def _rows(turn: Turn) -> list[tuple[str, ...]]:
    """Tidy rows: stage, kind, name, value, low, high, sd; no stage for the whole turn.

    Numbers of a table have its name as their kind.
    """
    answer = turn.answer
    rows: list[tuple[str, ...]] = [HEAD, ("", "run", "method", "exact", "", "", "")]
    if turn.aim:
        rows += [
            ("", "verdict", turn.verdict, "", "", "", ""),
            ("", "aim", str(turn.aim), *[""] * 4),
        ]
    for stage in answer.stages:
        rows.append((stage.name, "reached", "", str(stage.reached), "", "", ""))
        rows += _numbers(stage.name, "", stage.events, stage.quantities)
    rows += _numbers("", "final ", answer.events, answer.quantities)
    for name, table in answer.tables.items():
        rows += [("", name, what, *[str(value)] * 3, "") for what, value in table.numbers]
    return rows


def _sd(estimate: Estimate) -> str:
    return "" if math.isnan(estimate.sd) else str(estimate.sd)


def _numbers(
    stage: str, prefix: str, events: tuple[Chance, ...], quantities: tuple[Mean, ...]
) -> list[tuple[str, ...]]:
    found = [(f"{prefix}event", one.name, one.estimate) for one in events]
    found += [(f"{prefix}quantity", one.name, one.estimate) for one in quantities]
    return [
        (stage, kind, name, str(e.value), str(e.low), str(e.high), _sd(e) if "q" in kind else "")
        for kind, name, e in found
    ]
