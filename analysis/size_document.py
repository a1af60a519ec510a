"""'How much is enough' as plain data, and in words."""

from collections.abc import Sequence
from typing import Any

from analysis.document import SCHEMA
from analysis.size import Purchase, Size
from combat import __version__
from combat.notation import plain_number


def size_document(size: Size) -> dict[str, Any]:
    """Return the answer as plain data.

    ``force``, ``additions``, ``cost`` and ``chance`` are null if nothing that was tried will do;
    ``best`` is the best that was tried. ``ties`` is empty if the answer stands alone.
    """
    answer = size.answer
    return {
        "schema": SCHEMA,
        "version": __version__,
        "game": size.base.game.name,
        "battle": size.base.sides,
        "settings": size.base.battle.shown_settings,
        "method": size.method,
        "trials": size.trials,
        "seed": size.seed,
        "event": size.event,
        "for": size.side,
        "at_least": size.at_least,
        "budget": size.budget,
        "cost_unit": size.base.game.cost_unit,
        "force": size.force,
        "additions": size.additions,
        "cost": size.cost,
        "chance": None if answer is None else answer.chance.value,
        "low": None if answer is None else answer.chance.low,
        "high": None if answer is None else answer.chance.high,
        "proven": size.proven,
        "ties": _rows(size.ties),
        "best": _row(size.best),
        "frontier": _rows(size.frontier),
        "tried": len(size.tried),
        "notes": list(size.notes),
        "assumes": list(size.assumes),
    }


def _rows(purchases: Sequence[Purchase]) -> list[dict[str, Any]]:
    return [_row(one) for one in purchases]


def _row(one: Purchase) -> dict[str, Any]:
    return {
        "force": one.force,
        "additions": one.additions,
        "cost": one.cost,
        "chance": one.chance.value,
        "low": one.chance.low,
        "high": one.chance.high,
    }


def sentence(size: Size) -> str:
    """Return the answer as one sentence."""
    unit, event = size.base.game.cost_unit, f"'{size.wanted.text}'"
    spend = "" if size.budget is None else f" for {plain_number(size.budget)} {unit}"
    answer = size.answer
    if answer is None:
        which = "that can be had" if size.proven else "that was tried"
        return (
            f"The {size.side} cannot have {_percent(size.at_least)} of {event}{spend}"
            f"{'' if size.proven else ', as far as was tried'}: the best {which} is"
            f" {size.best.force} with {size.best.chance.as_percent()}, for"
            f" {plain_number(size.best.cost)} {unit}."
        )
    chance = answer.chance.as_percent()
    if not answer.added:
        if size.at_least is None:
            return f"Nothing that can be added{spend} is better: {event} is {chance} as it is."
        return f"Nothing need be added: {event} is {chance} as it is."
    verb = "needs" if size.at_least is not None else "does best with"
    return (
        f"The {size.side} {verb} {answer.additions} more, for {plain_number(answer.cost)} {unit}:"
        f" {event} is then {chance}."
        if not size.base.from_nothing
        else f"The {size.side} {verb} {answer.force}, for {plain_number(answer.cost)} {unit}:"
        f" {event} is then {chance}."
    )


def _percent(chance: float | None) -> str:
    return f"{plain_number(round(100.0 * (chance or 0.0), 10))} %"


def proof(size: Size) -> str:
    """Say in words how sure the answer is."""
    number = f"{len(size.tried):,} force{'s' * (len(size.tried) > 1)}"
    if not size.proven:
        how = "simulated" if size.method == "simulated" else "not all that could do it was tried"
        return f"not proven ({how}); {number} tried"
    if size.answer is None:
        return f"proven: all {number} were computed exactly" if len(size.tried) > 1 else "proven"
    if size.at_least is None:
        return f"proven best: all {number} within the budget were computed exactly"
    return f"proven cheapest: all that costs less was computed exactly ({number} in all)"
