"""Frames of plans side by side."""

import pandas as pd

from analysis.compare.answer import Comparison


def plan_frame(found: Comparison) -> pd.DataFrame:
    """One row a plan: plan, cost, chance, low, high, best, each event, each quantity and its sd.

    ``chance``, ``low`` and ``high`` are of the event by which they are judged; ``cost`` is NaN
    where the game does not say it. An event that a battle does not have is NaN.
    """
    rows = []
    for at, (outcomes, cost) in enumerate(zip(found.outcomes, found.costs, strict=True)):
        battle, chance = outcomes.battle, found.chances[at]
        row = {
            "plan": found.names[at],
            "cost": float("nan") if cost is None else cost,
            "chance": chance.value,
            "low": chance.low,
            "high": chance.high,
            "best": at in found.best,
        }
        row |= {event.name: outcomes.event(event.name).value for event in battle.events}
        for quantity in battle.quantities:
            if quantity.shown(battle):
                number = outcomes.quantity(quantity.name)
                row |= {quantity.name: number.value, f"{quantity.name}_sd": number.sd}
        rows.append(row)
    return pd.DataFrame(rows)


def better_frame(found: Comparison) -> pd.DataFrame:
    """One row a pair of plans: plan, other, chance to do ``better``, ``equal``; low and high."""
    names = found.names
    rows = [
        {
            "plan": names[one.plan],
            "other": names[one.other],
            "better": one.better.value,
            "low": one.better.low,
            "high": one.better.high,
            "equal": one.equal.value,
        }
        for one in found.better
    ]
    return pd.DataFrame(rows)
