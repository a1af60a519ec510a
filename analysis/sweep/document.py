"""A sweep as plain data: the one JSON object that the command line prints."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from analysis.document import SCHEMA
from analysis.sweep.assumed import assumed
from analysis.sweep.frame import BOUNDS, EVENT, QUANTITY, varied_keys
from combat import __version__
from combat.battle import Battle

if TYPE_CHECKING:
    import pandas as pd

NAMES = {EVENT: ("value", "low", "high"), QUANTITY: ("value", "sd", "low", "high")}


def sweep_document(frame: "pd.DataFrame", battle: Battle) -> dict[str, Any]:
    """Return a sweep's frame as plain data; numbers as `odds` has them, cell by cell."""
    about = frame.attrs
    return {
        "schema": SCHEMA,
        "version": __version__,
        "game": about["game"],
        "battle": battle.sides,
        "settings": battle.shown_settings,
        **{key: about[key] for key in ("vary", "engine", "trials", "precision", "seed")},
        "cells": len(frame),
        "without_answer": int(frame["reason"].notna().sum()),
        "rows": [_row(row, frame) for row in frame.to_dict("records")],
        "assumes": list(assumed(frame)),
    }


def _row(row: Mapping[Any, Any], frame: "pd.DataFrame") -> dict[str, Any]:
    plain = {key: None if _nothing(row[key]) else row[key] for key in ("battle", "method")}
    return {
        "cell": row["cell"],
        "values": {key: row[key] for key in varied_keys(frame)},
        **plain,
        "trials": None if _nothing(row["trials"]) else int(row["trials"]),
        "events": _numbers(row, EVENT, frame.attrs["events"]),
        "quantities": _numbers(row, QUANTITY, frame.attrs["quantities"]),
        "reason": None if _nothing(row["reason"]) else row["reason"],
    }


def _numbers(row: Mapping[Any, Any], kind: str, names: Iterable[str]) -> dict[str, Any]:
    """Return the numbers that the cell has; a standard deviation that is not known is null."""
    found = {}
    for name in names:
        values = [row[name + bound] for bound in BOUNDS[kind]]
        if not _nothing(values[0]):
            numbers = [None if _nothing(value) else value for value in values]
            found[name] = dict(zip(NAMES[kind], numbers, strict=True))
    return found


def _nothing(value: object) -> bool:
    import pandas as pd

    return bool(pd.isna(value))  # type: ignore[call-overload]
