"""A turn as plain data: the one JSON object that the command line prints."""

from typing import Any

from analysis.document import SCHEMA, interval, quantity_document
from analysis.turn import Turn
from combat import __version__
from combat.turns import Chance, Mean, TurnStage


def turn_document(turn: Turn) -> dict[str, Any]:
    """Return what a turn leads to as plain data."""
    answer = turn.answer
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "version": __version__,
        "game": answer.game,
        "method": "exact",
        "trials": None,
        "seed": None,
        "dropped": 0.0,
        "best_for": answer.aim,
        "stages": [_stage(stage) for stage in answer.stages],
        "final": _numbers(answer.events, answer.quantities),
        "tables": {
            name: [dict(zip([h.lstrip(">") for h in heads], row, strict=True)) for row in rows]
            for name, (heads, rows) in answer.report.tables.items()
        },
        "policy": list(answer.report.lines),
        "assumes": list(answer.assumes),
        **answer.more,
    }
    if turn.aim is not None:
        document |= {"verdict": turn.verdict, "aim": str(turn.aim), "reason": turn.reason}
    return document


def _stage(stage: TurnStage) -> dict[str, Any]:
    numbers = _numbers(stage.events, stage.quantities)
    return {"name": stage.name, "unit": stage.unit, "reached": stage.reached, **numbers}


def _numbers(events: tuple[Chance, ...], quantities: tuple[Mean, ...]) -> dict[str, Any]:
    return {
        "events": {event.name: interval(event.estimate) for event in events},
        "quantities": {one.name: quantity_document(one.estimate) for one in quantities},
    }
