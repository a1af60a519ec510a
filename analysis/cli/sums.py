"""Showing the sum of the modifiers of both sides, and what each of them is worth."""

import math
from typing import TYPE_CHECKING

from analysis.breakdown import SIDES, Weighed, sums, weighed
from analysis.cli.tables import new_table
from combat.outcomes import Outcomes

if TYPE_CHECKING:
    from rich.console import RenderableType


def sum_tables(outcomes: Outcomes) -> "list[RenderableType]":
    """Return the sums of both sides line by line, and what could be added; nothing without sums."""
    if outcomes.battle.game.modifiers is None:
        return []
    lines = weighed(outcomes)
    head = outcomes.battle.game.modifier_head
    table = new_table(head, ">", "rule", f">worth in '{lines[0].event}'")
    totals = sums([one.line for one in lines])
    for side in SIDES:
        own = [one for one in lines if one.line.side == side and one.line.there]
        for one in own:
            table.add_row(f"{side}: {one.line.name}", _bounds(*bounds(one)), *_worth(one))
        if own:
            table.add_row(f"{side} in all", _bounds(*totals[side]), "", "")
    for one in lines:
        if not one.line.there:
            text = f"{one.line.side} could have: {one.line.name}"
            table.add_row(text, _bounds(*bounds(one)), *_worth(one))
    return [table, ""]


def bounds(one: Weighed) -> tuple[int, int]:
    """Return the least and the most that a line adds."""
    return one.line.low, one.line.high


def _bounds(low: int, high: int) -> str:
    return f"{low:+d}" if low == high else f"{low:+d} to {high:+d}"


def _worth(one: Weighed) -> tuple[str, str]:
    if math.isnan(one.worth):
        return one.line.rule, ""
    each = ""
    if one.line.per and one.line.change:
        more = one.line.change.step > 0
        each = f" for one {one.line.per} more" if more else f" by the last {one.line.per}"
    return one.line.rule, f"{100 * one.worth:+.1f} points{each}"
