"""Luck as plain data: the one JSON object that the command line prints."""

import math
from typing import Any

from analysis.document import SCHEMA, interval
from analysis.luck.answer import Luck, luck_rows
from analysis.luck.events import EventCount
from analysis.luck.extremes import Extreme
from analysis.luck.words import assumed, sentences
from combat import __version__


def luck_document(found: Luck) -> dict[str, Any]:
    """Return how lucky somebody was as plain data."""
    place = found.standing
    trials = [one.solved.trials for one in found.simulated]
    return {
        "schema": SCHEMA,
        "version": __version__,
        "game": found.game.name,
        "method": found.method,
        "trials": min((t for t in trials if t is not None), default=None),
        "seed": found.seed,
        "quantity": found.game.swing,
        "unit": found.unit,
        "total": {
            "battles": len(found.fought),
            "swing": found.swing,
            "expected": found.expected,
            "sd": found.sd,
            "z": None if math.isnan(found.z) else found.z,
            "percentile": interval(found.percentile),
            "worse": interval(found.chance(place.less)),
            "equal": interval(found.chance(place.equal)),
            "better": interval(found.chance(place.more)),
            "low": float(found.running.low[-1]),
            "high": float(found.running.high[-1]),
        },
        "summary": list(sentences(found)),
        "events": [_event(one) for one in found.events],
        "luckiest": _extreme(found.luckiest),
        "unluckiest": _extreme(found.unluckiest),
        "battles": luck_rows(found),
        "assumes": list(assumed(found)),
    }


def _event(one: EventCount) -> dict[str, Any]:
    return {
        "name": one.name,
        "side": one.side,
        "favours": one.favours,
        "battles": one.battles,
        "came": one.came,
        "expected": one.expected,
        "sd": one.sd,
        "at_most": one.standing.at_most,
        "at_least": one.standing.at_least,
        "percentile": one.percentile,
        "exact": one.exact,
    }


def _extreme(one: Extreme) -> dict[str, Any]:
    return {"number": one.place + 1, "tail": one.tail, "among": one.among}
