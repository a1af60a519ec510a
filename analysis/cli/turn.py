"""Showing the attacks of a turn, and the race for banners."""

import math

from analysis.cli.options import Format
from analysis.cli.tables import assumptions, csv_text, laid_out
from analysis.cli.terminal import put, render
from analysis.turn import Turn
from analysis.turn_parts import turn_parts
from combat.estimate import Estimate
from combat.turns import Chance, Mean

HEAD = ("stage", "kind", "name", "value", "low", "high", "sd")


def show_turn(turn: Turn, form: Format) -> None:
    """Show what a turn leads to, as tables or as CSV."""
    if form is Format.CSV:
        put(csv_text(_rows(turn), head=False))
    else:
        render(*laid_out(*turn_parts(turn)), "", *assumptions(turn.answer.assumes))


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
