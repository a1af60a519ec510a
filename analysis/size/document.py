"""'How much is enough' as plain data, and in words."""

from collections.abc import Sequence
from typing import Any

from analysis.document import SCHEMA
from analysis.size.answer import Purchase, Size
from combat import __version__
from combat.estimate import Estimate
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


def chance_text(chance: Estimate) -> str:
    """Return a chance of a force as text.

    One that is 0 to the computer need not be impossible: below 1e-308 it cannot tell.
    """
    return chance.as_percent() if chance.value or not chance.exact else "as good as none"


def sentence(size: Size) -> str:
    """Return the answer as one sentence."""
    event, chance = f"'{size.wanted.text}'", chance_text((size.answer or size.best).chance)
    limit = "" if size.budget is None else f" for {size.base.price(size.budget)}"
    if size.answer is None:
        with_best = f"with the best, {size.best.force}{_price(size.best, size)}, it is {chance}"
        if size.proven:
            wanted = f"{_percent(size.at_least)} of {event}{limit}"
            return f"The {size.side} cannot have {wanted}: {with_best}."
        wanted = f"{_percent(size.at_least)} of {event}"
        most = size.base.price(max(one.cost for one in size.tried))
        why = "" if size.method == "simulated" else "; not all could be tried"
        return f"No force with {wanted} was found up to {most}{why}: {with_best}."
    if not size.answer.added:
        enough = "Nothing need be added"
        if size.at_least is None:
            enough = f"Nothing that can be added{limit} is better"
        return f"{enough}: {event} is {chance} as it is."
    verb = "does best with" if size.at_least is None else "needs"
    more = size.answer.force if size.base.from_nothing else f"{size.answer.additions} more"
    return f"The {size.side} {verb} {more}{_price(size.answer, size)}: {event} is then {chance}."


def _price(one: Purchase, size: Size) -> str:
    return f", for {size.base.price(one.cost)}" if one.added else ""


def _offered(size: Size) -> str:
    """Return what can be added, each with how many of it."""
    parts = (f"{one.most} {one.what}" if one.most else one.what for one in size.base.additions)
    return ", ".join(parts)


def _percent(chance: float | None) -> str:
    return f"{plain_number(round(100.0 * (chance or 0.0), 10))} %"


def proof(size: Size) -> str:
    """Say in words how sure the answer is."""
    number = f"{len(size.tried):,} force{'s' * (len(size.tried) > 1)}"
    if not size.proven:
        how = "simulated" if size.method == "simulated" else "not all that could do it was tried"
        return f"not proven ({how}); {number} tried"
    if size.answer is None:
        whole = "all within the budget"
        if size.budget is None:
            whole = f"all that can be added ({_offered(size)})"
        return f"proven: {whole}, {number}, was computed exactly"
    if size.at_least is None:
        return f"proven best: all within the budget, {number}, was computed exactly"
    return f"proven cheapest: all that costs less was computed exactly ({number} in all)"
