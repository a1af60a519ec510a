"""Answers as plain data: the one JSON object that the command line prints."""

import math
from typing import Any

import numpy as np

from analysis.advice import Advice
from analysis.breakdown import weighed
from analysis.variants import variant_chances
from combat import __version__
from combat.errors import WargameError
from combat.estimate import Estimate
from combat.outcomes import Outcomes

SCHEMA = 1
MOST_OUTCOMES = 1_000


def odds_document(outcomes: Outcomes) -> dict[str, Any]:
    """Return the outcomes of a battle as plain data."""
    battle = outcomes.battle
    game = battle.game
    shown = [q for q in battle.quantities if q.shown(battle)]
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "version": __version__,
        "game": game.name,
        "battle": battle.sides,
        "settings": battle.shown_settings,
        "method": outcomes.method,
        "trials": outcomes.trials,
        "seed": outcomes.seed,
        "dropped": outcomes.dropped,
        "events": {e.name: interval(outcomes.event(e.name)) for e in battle.events},
        "quantities": {q.name: quantity_document(outcomes.quantity(q.name)) for q in shown},
        "outcomes": outcome_rows(outcomes),
        "assumes": list(game.assumes(battle)),
    }
    if game.modifiers is not None:
        document["modifiers"] = modifier_rows(outcomes)
    others = variant_chances(outcomes)
    if others:
        document["variants"] = [{"with": one.text, "value": one.value} for one in others]
    more = None if game.details is None else game.details(outcomes)
    if more is not None:
        document["details"] = {
            name: [dict(zip(heads, row, strict=True)) for row in rows]
            for name, (heads, rows) in more.tables.items()
        }
    lines = policy_lines(outcomes)
    if lines:
        document["policy"] = list(lines)
    return document


def advice_document(advice: Advice) -> dict[str, Any]:
    """Return a verdict as plain data: the odds, and what `should-attack` adds."""
    document = odds_document(advice.outcomes)
    for clause in advice.aim.clauses:
        if not clause.is_event and clause.name not in document["quantities"]:
            estimate = advice.outcomes.quantity(clause.name)
            document["quantities"][clause.name] = quantity_document(estimate)
    if advice.counter is not None:
        document["counter"] = _counter_document(advice)
    document |= {
        "verdict": advice.verdict,
        "aim": str(advice.aim),
        "reason": advice.reason,
        "assumes": list(advice.assumes),
        "flips_complete": advice.all_tried,
        "variants": [
            {"with": one.text, "value": one.value, "verdict": one.verdict}
            for one in advice.variants
        ],
        "flips": [
            {
                "side": flip.side,
                "change": flip.change,
                "before": flip.before,
                "after": flip.after,
                "before_value": flip.before_value,
                "after_value": flip.after_value,
                "cost": flip.cost,
            }
            for flip in advice.flips
        ],
    }
    return document


def _counter_document(advice: Advice) -> dict[str, Any]:
    """Return what the counter-attack does: how often it comes, and the aim's numbers after it."""
    assert advice.counter is not None
    return {
        "attacker": advice.counter_force,
        "reached": advice.counter.stages[1].reached,
        "after": {clause.name: interval(number) for clause, number, _ in advice.results},
    }


def error_document(error: WargameError) -> dict[str, Any]:
    """Return an error as plain data."""
    return {
        "error": str(error),
        "kind": error.kind,
        "given": error.given,
        "allowed": list(error.allowed),
    }


def outcome_rows(outcomes: Outcomes, most: int = MOST_OUTCOMES) -> list[dict[str, Any]]:
    """Return the final states, likeliest first; beyond `most` the rest in a last row.

    Those that leave the same and end alike are one, however they came about.
    """
    order = np.argsort(-outcomes.chance, kind="stable")
    found: dict[tuple[str, str, str], float] = {}
    for row in order[: max(most, MOST_OUTCOMES)].tolist():
        ends = outcomes.battle.game.end_text(outcomes, row)
        found[ends] = found.get(ends, 0.0) + float(outcomes.chance[row])
    alike = sorted(found.items(), key=lambda one: -one[1])
    rows: list[dict[str, Any]] = [
        {"attacker": attacker, "defender": defender, "end": end, "chance": chance}
        for (attacker, defender, end), chance in alike[:most]
    ]
    if len(order) > MOST_OUTCOMES or len(alike) > most:
        rest = float(outcomes.chance.sum()) - sum(row["chance"] for row in rows)
        rows.append({"attacker": None, "defender": None, "end": "rest", "chance": rest})
    return rows


def modifier_rows(outcomes: Outcomes) -> list[dict[str, Any]]:
    """Return the sum of the modifiers line by line, with what each is worth in chance."""
    game = outcomes.battle.game
    asked = (game.weighed or game.main_event)(outcomes.battle)
    return [
        {
            "side": line.side,
            "modifier": line.name,
            "rule": line.rule,
            "low": line.low,
            "high": line.high,
            "there": line.there,
            "change": line.change.text() if line.change else None,
            "event": asked,
            "worth": None if math.isnan(worth) else worth,
        }
        for line, _, worth in weighed(outcomes)
    ]


def policy_lines(outcomes: Outcomes) -> tuple[str, ...]:
    """Return a best policy in words, if the battle has one."""
    found = outcomes.model.policy_map() if outcomes.model is not None else None
    return () if found is None else found.lines


def quantity_document(estimate: Estimate) -> dict[str, float | None]:
    """Return a quantity with its spread and interval."""
    sd = None if math.isnan(estimate.sd) else estimate.sd  # a spread that is not known
    return {"value": estimate.value, "sd": sd, **_bounds(estimate)}


def interval(estimate: Estimate) -> dict[str, float]:
    """Return a chance with its interval."""
    return {"value": estimate.value, **_bounds(estimate)}


def _bounds(estimate: Estimate) -> dict[str, float]:
    return {"low": estimate.low, "high": estimate.high}
