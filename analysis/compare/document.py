"""Plans side by side as plain data, and in words."""

from typing import Any

from analysis.compare.answer import Comparison
from analysis.document import SCHEMA, interval, quantity_document
from combat import __version__
from combat.notation import plain_number
from combat.outcomes import Outcomes


def comparison_document(found: Comparison) -> dict[str, Any]:
    """Return plans side by side as plain data."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "game": found.game.name,
        "method": "exact" if all(one.exact for one in found.outcomes) else "simulated",
        "for": found.side,
        "event": found.event,
        "cost_unit": found.game.cost_unit,
        "best": [found.names[at] for at in found.best],
        "plans": [_plan(found, at) for at in range(len(found.outcomes))],
        "measure": found.measure,
        "better": [
            {
                "plan": found.names[one.plan],
                "other": found.names[one.other],
                "better": interval(one.better),
                "equal": interval(one.equal),
            }
            for one in found.better
        ],
    }


def _plan(found: Comparison, at: int) -> dict[str, Any]:
    outcomes = found.outcomes[at]
    battle = outcomes.battle
    return {
        "plan": found.names[at],
        "battle": battle.sides,
        "settings": battle.shown_settings,
        "method": outcomes.method,
        "trials": outcomes.trials,
        "seed": outcomes.seed,
        "dropped": outcomes.dropped,
        "cost": found.costs[at],
        "chance": interval(found.chances[at]),
        "event_text": found.texts[at],
        "best": at in found.best,
        "events": {e.name: interval(outcomes.event(e.name)) for e in battle.events},
        "quantities": {
            q.name: quantity_document(outcomes.quantity(q.name))
            for q in battle.quantities
            if q.shown(battle)
        },
        "assumes": list(battle.game.assumes(battle)),
    }


def verdict(found: Comparison) -> str:
    """Say which plan is the best."""
    event = " or ".join(f"'{text}'" for text in dict.fromkeys(found.texts))
    best = found.best
    numbers = " and ".join(str(at + 1) for at in best)
    chance = found.chances[best[0]].as_percent()
    if len(best) == 1:
        return f"Plan {numbers} is the best for {event}: {chance}."
    if all(found.outcomes[at].exact for at in best):
        return f"Plans {numbers} are as good as one another for {event}: {chance}."
    return f"Plans {numbers} are too close to call for {event}: simulate more battles."


def method(outcomes: Outcomes) -> str:
    """Say how the odds of a plan were found."""
    return "exact" if outcomes.exact else f"simulated, {outcomes.trials:,} battles"


def cost_text(found: Comparison, at: int) -> str:
    """Return what a plan's force costs; a dash where nobody says."""
    cost = found.costs[at]
    return "-" if cost is None else plain_number(cost)
