"""A campaign as plain data: the one JSON object that the command line prints."""

from collections.abc import Sequence
from typing import Any

from analysis.campaign.answer import Campaign
from analysis.campaign.decision_text import rule_text, told
from analysis.campaign.holding import holding
from analysis.campaign.orders import Order
from analysis.campaign.sums import QUANTILES, Distribution, distributions, joint_ends
from analysis.campaign.totals import final_events, final_quantities, stage_events, stage_quantities
from analysis.campaign.weighed import weighed
from analysis.document import MOST_OUTCOMES, SCHEMA, interval, quantity_document
from combat import __version__
from combat.estimate import Estimate
from combat.notation import plain_number


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
        **_holding(found),
        **_decisions(found),
        **_distributions(found),
        "assumes": list(assumed(found)),
    }


def _joint(found: Campaign) -> dict[str, Any]:
    """How the stages end together: the likeliest ways, and the rest in one row."""
    names = [stage.name for stage in found.plan.stages]
    ways = joint_ends(found)
    rows: list[dict[str, Any]] = [
        {"ends": dict(zip(names, ends, strict=True)), "chance": interval(chance)}
        for ends, chance in ways[:MOST_OUTCOMES]
    ]
    rest = rest_of(found, ways[MOST_OUTCOMES:])
    if rest is not None:
        rows.append({"ends": None, "chance": interval(rest)})
    return {"joint": rows}


def rest_of(found: Campaign, ways: Sequence[tuple[Any, Estimate]]) -> Estimate | None:
    """Return the chance of several ways in which a plan ends together, None if there are none."""
    if not ways:
        return None
    chance = sum(estimate.value for _, estimate in ways)
    return Estimate.of_chance(chance, found.chain.trials, dropped=found.chain.dropped)


def _holding(found: Campaign) -> dict[str, Any]:
    held = holding(found)
    if held is None:
        return {}
    changes = enumerate(held.changes)
    known: dict[str, Any] = {
        "attacker": interval(held.attacker),
        "defender": interval(held.defender),
        "taken": interval(held.taken),
        "taken_and_lost": interval(held.lost),
        "changes": {str(number): interval(chance) for number, chance in changes if chance.value},
        "dead_zone": held.contested and held.is_dead_zone,
        "lines": list(held.lines),
    }
    return {"holding": known}


def _decisions(found: Campaign) -> dict[str, Any]:
    """What is best where, position by position, and what choosing is worth at each stage."""
    if found.aim is None:
        return {}
    positions: list[dict[str, Any]] = []
    choices: list[dict[str, Any]] = []
    for choice in found.choices:
        stage, known = choice.step.stage, told(found, choice)
        choices.append(
            {
                "stage": stage.name,
                "enemy": stage.turned,
                "rule": rule_text(found, choice),
                "reached": min(1.0, choice.reached),
                "positions": len(known),
                "best": choice.best,
                "always": dict(choice.always),
            }
        )
        positions += [
            {
                "stage": stage.name,
                "position": one.text,
                "options": one.options,
                "chosen": one.chosen,
                "chance": one.chance,
            }
            for one in known[:MOST_OUTCOMES]
        ]
    return {"aim": found.aim.text, "choices": choices, "decisions": positions}


def _distributions(found: Campaign) -> dict[str, Any]:
    """The chance of each value of the plan's swing and of its value, and quantiles.

    No swing at all where it has too many values.
    """
    game = found.plan.game
    keys = {game.value: "net_value", game.swing: "swing"}
    both = {keys[name]: one for name, one in distributions(found).items()}
    return {
        "swing": None,
        **{key: _pmf(one) for key, one in both.items()},
        "quantiles": {
            key: {str(share): one.quantile(share) for share in QUANTILES}
            for key, one in both.items()
        },
    }


def _pmf(one: Distribution) -> dict[str, float]:
    pairs = zip(one.values.tolist(), one.chances.tolist(), strict=True)
    return {plain_number(value): chance for value, chance in pairs}


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
    """Return what a campaign takes for granted: what holds in all stages, then stage by stage.

    Of a stage that is never fought they are those of the battle that was weighed.
    """
    assumes = found.plan.game.assumes
    lines = []
    for number in range(len(found.chain.stages)):
        likeliest = max(weighed(found, number), key=lambda one: one[0], default=None)
        lines.append(() if likeliest is None else assumes(likeliest[1].battle))
    spoken = [own for own in lines if own]
    if not spoken:
        return "no battle comes about in any stage", *found.notes
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
