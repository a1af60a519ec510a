"""Plans side by side as lines and tables."""

from analysis.compare.answer import Comparison
from analysis.compare.document import cost_text, method, verdict
from analysis.parts import BLANK, DIM, TITLE, Line, Part, TextTable, spread
from combat.estimate import Estimate


def comparison_parts(found: Comparison) -> list[Part]:
    """Return the verdict, the plans, their numbers, and how often one does better."""
    parts: list[Part] = [Line(f"{found.game.title}: {len(found.outcomes)} plans", TITLE)]
    parts += [Line(verdict(found)), BLANK, _plans(found), BLANK, _details(found), BLANK]
    parts += [_duels(found), BLANK]
    if not all(outcomes.exact for outcomes in found.outcomes):
        parts.append(Line("± is the 95 % interval", DIM))
    return parts


def assumed(found: Comparison) -> tuple[str, ...]:
    """Return what the plans take for granted, each once."""
    lines = [one.battle.game.assumes(one.battle) for one in found.outcomes]
    return tuple(dict.fromkeys(line for some in lines for line in some))


def _plans(found: Comparison) -> TextTable:
    alike = len(set(found.texts)) == 1  # else each plan has its own words for the event
    heads = (f">{found.texts[0]}",) if alike else (">chance", "of")
    rows = [
        (
            f"{at + 1}",
            found.names[at],
            cost_text(found, at),
            found.chances[at].as_percent(),
            *([] if alike else [found.texts[at]]),
            "best" if at in found.best else "",
            method(outcomes),
        )
        for at, outcomes in enumerate(found.outcomes)
    ]
    unit = found.game.cost_unit or "cost"
    return TextTable(("", "plan", f">{unit}", *heads, "", ""), tuple(rows))


def _details(found: Comparison) -> TextTable:
    """Return a table with a column for each plan: events that can happen, and means."""
    numbers = range(len(found.outcomes))
    cells: dict[str, dict[int, str]] = {}
    seen = set()
    for at, outcomes in enumerate(found.outcomes):
        for event in outcomes.battle.events:
            estimate = outcomes.event(event.name)
            cells.setdefault(event.text, {})[at] = estimate.as_percent()
            seen |= {event.text} if estimate.value > 0 else set()
    cells = {text: row for text, row in cells.items() if text in seen}
    for at, outcomes in enumerate(found.outcomes):
        battle = outcomes.battle
        for quantity in battle.quantities:
            if quantity.shown(battle):
                head = f"{quantity.text}{f', {quantity.unit}' * bool(quantity.unit)} (sd)"
                cells.setdefault(head, {})[at] = _mean(outcomes.quantity(quantity.name))
    rows = [(head, *(row.get(at, "-") for at in numbers)) for head, row in cells.items()]
    return TextTable(("", *(f">{at + 1}" for at in numbers)), tuple(rows))


def _mean(estimate: Estimate) -> str:
    sd = spread(estimate)
    return estimate.as_number() + (f" ({sd})" if sd else "")


def _duels(found: Comparison) -> TextTable:
    """Say how often one plan does better than another, in words of the measure."""
    quantity = found.outcomes[0].battle.quantity(found.measure)
    numbers = range(len(found.outcomes))
    known = {(one.plan, one.other): one for one in found.better}
    rows = []
    for plan in numbers:
        cells = ("-" if plan == at else known[plan, at].better.as_percent() for at in numbers)
        rows.append((f"{plan + 1}", *cells))
    name = quantity.text.split(" (")[0]
    return TextTable((f"better {name} than plan", *(f">{at + 1}" for at in numbers)), tuple(rows))
