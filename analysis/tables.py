"""What the tables of a battle's answer say, in texts: the terminal and pages only lay them out."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from analysis.breakdown import SIDES, Weighed, sums, weighed
from analysis.document import outcome_rows
from analysis.parts import TextTable, run_text, spread
from combat.estimate import Estimate
from combat.outcomes import Outcomes

if TYPE_CHECKING:
    from analysis.advice import Advice

LIKELIEST = 5


def method_text(outcomes: Outcomes) -> str:
    """Return how the outcomes were computed."""
    return run_text("battles", None if outcomes.exact else outcomes.trials, outcomes.seed)


def event_table(outcomes: Outcomes) -> TextTable:
    """Return the events that can happen with their chances; those never seen in one row."""
    battle = outcomes.battle
    found = [(event, outcomes.event(event.name)) for event in battle.events]
    rows = [
        (event.text, estimate.as_percent())
        for event, estimate in found
        if estimate.value > 0 or (outcomes.exact and event.name == battle.main_event)
    ]
    unseen = [(event, estimate) for event, estimate in found if estimate.value == 0]
    if unseen and not outcomes.exact:
        names = ", ".join(event.text for event, _ in unseen)
        rows.append((f"each of: {names}", unseen[0][1].as_percent()))
    return TextTable(("how it ends", ">chance"), tuple(rows))


def quantity_table(outcomes: Outcomes, *, also: Sequence[str] = ()) -> TextTable:
    """Return the means of the quantities that a plain answer shows, and of others by name."""
    battle, rows = outcomes.battle, []
    for quantity in battle.quantities:
        if quantity.shown(battle) or quantity.name in also:
            one = outcomes.quantity(quantity.name)
            rows.append((quantity.text, one.as_number(), quantity.unit, spread(one)))
    return TextTable(("on average", ">mean", "", ">sd"), tuple(rows))


def end_table(outcomes: Outcomes, *, most: int = LIKELIEST) -> TextTable:
    """Return the likeliest ends: what is left of both sides."""
    words = {event.name: event.text for event in outcomes.battle.events}
    rows = []
    for row in outcome_rows(outcomes, most):
        if row["end"] != "rest":
            text = words.get(row["end"], row["end"])
            chance = Estimate.of_chance(row["chance"], outcomes.trials).as_percent()
            rows.append((text, row["attacker"] or "-", row["defender"] or "-", chance))
    heads = ("likeliest ends", "attacker left", "defender left", ">chance")
    return TextTable(heads, tuple(rows))


def sum_table(outcomes: Outcomes) -> TextTable | None:
    """Return the sums of both sides line by line, and what could be added; None without sums."""
    if outcomes.battle.game.modifiers is None:
        return None
    lines = weighed(outcomes)
    totals = sums([one.line for one in lines])
    rows: list[tuple[str, ...]] = []
    for side in SIDES:
        own = [one for one in lines if one.line.side == side and one.line.there]
        rows += [(f"{side}: {one.line.name}", *_added(one), _worth(one)) for one in own]
        if own:
            rows.append((f"{side} in all", _bounds(*totals[side]), "", ""))
    for one in lines:
        if not one.line.there:
            rows.append((f"{one.line.side} could have: {one.line.name}", *_added(one), _worth(one)))
    head = outcomes.battle.game.modifier_head
    return TextTable((head, ">", "rule", f">worth in '{lines[0].event}'"), tuple(rows))


def flip_table(advice: "Advice") -> TextTable:
    """Return the smallest changes that turn the verdict over; no rows if there are none."""
    rows = [
        (flip.side, flip.change, flip.after.replace("_", " "), f"{flip.cost:g}")
        for flip in advice.flips
    ]
    return TextTable(("what would flip it", "", "verdict then", ">costs"), tuple(rows))


def detail_tables(outcomes: Outcomes) -> tuple[TextTable, ...]:
    """Return what a game says besides of its outcomes."""
    game = outcomes.battle.game
    more = None if game.details is None else game.details(outcomes)
    if more is None:
        return ()
    return tuple(TextTable(heads, rows) for heads, rows in more.tables.values() if rows)


def _added(one: Weighed) -> tuple[str, str]:
    return _bounds(one.line.low, one.line.high), one.line.rule


def _bounds(low: int, high: int) -> str:
    return f"{low:+d}" if low == high else f"{low:+d} to {high:+d}"


def _worth(one: Weighed) -> str:
    if math.isnan(one.worth):
        return ""
    each = ""
    if one.line.per and one.line.change:
        more = one.line.change.step > 0
        each = f" for one {one.line.per} more" if more else f" by the last {one.line.per}"
    return f"{100 * one.worth:+.1f} points{each}"
