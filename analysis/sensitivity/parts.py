"""What matters in a battle, as lines and tables."""

from analysis.parts import BLANK, DIM, TITLE, Line, Part, TextTable, run_text
from analysis.sensitivity.answer import Sensitivity
from analysis.sensitivity.document import (
    changed_text,
    cost_unit,
    effect_text,
    flip_text,
    now_text,
)
from combat.game import NEITHER
from combat.notation import plain_number

MOST_SHOWN = 20


def sensitivity_parts(
    found: Sensitivity, *, everything: bool = False, hint: str = ""
) -> list[Part]:
    """Return the number now, the cheapest flip, and the changes, the greatest first.

    The hint says how to see everything, where some changes are left out.
    """
    parts: list[Part] = [Line(f"{found.battle.game.title}: {found.battle}", TITLE)]
    parts += [Line(_method(found), DIM), Line(now_text(found)), Line(flip_text(found)), BLANK]
    shown = found.effects if everything else found.effects[:MOST_SHOWN]
    rest = found.effects[len(shown) :]
    parts += [_table(found, len(shown))] if shown else []
    if rest:
        idle = sum(one.effect.value == 0.0 for one in rest)
        words = f"… {len(rest)} more, {idle} of them without any effect{hint}"
        parts.append(Line(words, DIM))
    return [*parts, BLANK]


def _method(found: Sensitivity) -> str:
    outcomes = found.outcomes
    if outcomes.exact:
        some = not all(effect.value.exact for effect in found.effects)
        return "exact" + (", but for changes with ±, the 95 % interval of a simulation" * some)
    return run_text("battles", outcomes.trials, outcomes.seed)


def _table(found: Sensitivity, most: int) -> TextTable:
    measure, unit = found.measure, cost_unit(found)
    points = "points" if measure.is_event else measure.unit
    heads = ("change", ">then", f">effect{f', {points}' if points else ''}")
    rows = [
        (
            changed_text(one),
            measure.shown(one.value),
            effect_text(one.effect, measure),
            "" if one.helps == NEITHER else one.helps,
            one.verdict.replace("_", " "),
            plain_number(one.cost) if one.cost else "",
        )
        for one in found.effects[:most]
    ]
    return TextTable((*heads, "helps", "verdict then", f">{unit or 'cost'}"), tuple(rows))
