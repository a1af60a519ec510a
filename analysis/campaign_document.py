"""A campaign as plain data: the one JSON object that the command line prints."""

from collections.abc import Sequence
from typing import Any

from analysis.campaign import Campaign
from analysis.document import SCHEMA, interval, quantity_document
from analysis.orders import Order
from analysis.totals import (
    final_events,
    final_quantities,
    joint_ends,
    stage_events,
    stage_quantities,
)
from combat import __version__
from combat.estimate import Estimate


def campaign_document(found: Campaign) -> dict[str, Any]:
    """Return what a plan leads to as plain data."""
    chain = found.chain
    return {
        "schema": SCHEMA,
        "version": __version__,
        "game": found.plan.game.name,
        "method": found.method,
        "trials": chain.trials,
        "seed": found.seed,
        "dropped": chain.dropped,
        "stages": [_stage(found, number) for number in range(len(chain.stages))],
        "final": _numbers(final_events(found), final_quantities(found)) | _joint(found),
        "assumes": list(assumed(found)),
    }


def _joint(found: Campaign) -> dict[str, Any]:
    """How the stages end together, where each has a place of its own."""
    sequels = found.plan.game.sequels
    if sequels is None or sequels.one_place:
        return {}
    names = [stage.name for stage in found.plan.stages]
    rows = [
        {"ends": dict(zip(names, ends, strict=True)), "chance": interval(chance)}
        for ends, chance in joint_ends(found)
    ]
    return {"joint": rows}


def orders_document(ranked: Sequence[Order], by: str) -> dict[str, Any]:
    """Return the orders of a plan as plain data, the best one in full."""
    return campaign_document(ranked[0].found) | {
        "orders_by": by,
        "orders": [
            {"stages": list(order.names), "value": quantity_document(order.value)}
            for order in ranked
        ],
    }


def assumed(found: Campaign) -> tuple[str, ...]:
    """Return what a campaign takes for granted: what holds in all stages, then stage by stage."""
    assumes = found.plan.game.assumes
    lines = []
    for stage in found.chain.stages:
        likeliest = max(stage.fought, key=lambda one: one[0], default=None)
        lines.append(() if likeliest is None else assumes(likeliest[1].battle))
    spoken = [own for own in lines if own]
    shared = [line for line in spoken[0] if all(line in own for own in spoken)] if spoken else []
    rest = [
        f"{stage.name}: {line}"
        for stage, own in zip(found.plan.stages, lines, strict=True)
        for line in own
        if line not in shared
    ]
    return (*shared, *rest, *found.notes)


def _stage(found: Campaign, number: int) -> dict[str, Any]:
    planned, stage = found.plan.stages[number], found.chain.stages[number]
    return {
        "name": planned.name,
        "when": planned.texts.get("when", ""),
        "attacker": planned.texts.get("attacker", str(planned.attacker)),
        "defender": planned.texts.get("defender", str(planned.defender)),
        "enemy": planned.turned,
        "reached": min(1.0, stage.reached),
        "battles": len({str(outcomes.battle) for _, outcomes in stage.fought}),
        **_numbers(stage_events(found, number), stage_quantities(found, number)),
    }


def _numbers(
    events: dict[str, Estimate], quantities: dict[str, Estimate]
) -> dict[str, dict[str, Any]]:
    return {
        "events": {name: interval(estimate) for name, estimate in events.items()},
        "quantities": {name: quantity_document(one) for name, one in quantities.items()},
    }
