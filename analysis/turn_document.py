"""A turn as plain data: the one JSON object that the command line prints."""

from typing import Any

from analysis.document import SCHEMA, interval, quantity_document
from analysis.turn import Turn
from combat import __version__
from combat.turns import Chance, Mean, Number, TurnStage, TurnTable


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
        "tables": {name: _table(table) for name, table in answer.tables.items()},
        "policy": list(answer.lines),
        "assumes": list(answer.assumes),
        **answer.more,
    }
    if turn.aim is not None:
        document |= {"verdict": turn.verdict, "aim": str(turn.aim), "reason": turn.reason}
    return document


def _table(table: TurnTable) -> Any:  # noqa: ANN401 - rows, or by own and enemy points
    rows = [[one.value if isinstance(one, Number) else one for one in row] for row in table.rows]
    if table.by_score:
        points = [name.split()[-1] for name in table.names[1:]]
        return {own: dict(zip(points, chances, strict=True)) for own, *chances in rows}
    return [dict(zip(table.names, row, strict=True)) for row in rows]


def _stage(stage: TurnStage) -> dict[str, Any]:
    numbers = _numbers(stage.events, stage.quantities)
    return {"name": stage.name, "unit": stage.unit, "reached": stage.reached, **numbers}


def _numbers(events: tuple[Chance, ...], quantities: tuple[Mean, ...]) -> dict[str, Any]:
    return {
        "events": {event.name: interval(event.estimate) for event in events},
        "quantities": {one.name: quantity_document(one.estimate) for one in quantities},
    }
