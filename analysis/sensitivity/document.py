"""What matters, as plain data and in words."""

from typing import Any

from analysis.document import SCHEMA, interval
from analysis.flips import Flip
from analysis.sensitivity.answer import Sensitivity
from analysis.sensitivity.effects import PLACES, Difference, Effect
from analysis.sensitivity.measure import Measure
from combat import __version__
from combat.estimate import Estimate
from combat.game import NEITHER
from combat.notation import plain_number

FREE = 2  # changes without a cost that are named
FEW = 2  # decimals of an exact effect on a mean


def sensitivity_document(found: Sensitivity) -> dict[str, Any]:
    """Return what matters as plain data."""
    battle, outcomes, measure = found.battle, found.outcomes, found.measure
    return {
        "schema": SCHEMA,
        "version": __version__,
        "game": battle.game.name,
        "battle": battle.sides,
        "settings": battle.shown_settings,
        "method": outcomes.method,
        "trials": outcomes.trials,
        "seed": outcomes.seed,
        "event" if measure.is_event else "quantity": measure.name,
        "now": interval(found.now),
        "verdict": found.verdict,
        "aim": str(found.aim),
        "threshold": found.threshold,
        "cost_unit": cost_unit(found),
        "changes": effect_rows(found),
        "left_out": list(found.left_out),
        "impossible": list(found.impossible),
        "flip": None if found.flip is None else _flip(found.flip),
        "flips": [_flip(flip) for flip in found.flips],
        "free_flips": [_flip(flip) for flip in found.free_flips],
        "flips_complete": found.advice.all_tried,
        "assumes": list(found.assumes),
    }


def effect_rows(found: Sensitivity) -> list[dict[str, Any]]:
    """Return the changes as plain data, the greatest effect first."""
    return [
        {
            "side": one.side,
            "change": one.text,
            "what": one.what,
            "step": one.step,
            "value": one.value.value,
            "low": one.value.low,
            "high": one.value.high,
            "effect": one.effect.value,
            "effect_low": one.effect.low,
            "effect_high": one.effect.high,
            "helps": one.helps,
            "cost": one.cost,
            "verdict": one.verdict,
            "exact": one.value.exact,
        }
        for one in found.effects
    ]


def _flip(flip: Flip) -> dict[str, Any]:
    return {
        "side": flip.side,
        "change": flip.change,
        "before": flip.before,
        "after": flip.after,
        "before_value": flip.before_value,
        "after_value": flip.after_value,
        "cost": flip.cost,
    }


def cost_unit(found: Sensitivity) -> str:
    """Return what the costs of changes are counted in: what the game's value is."""
    game = found.battle.game
    value = game.quantity(game.value)
    return value.unit if value else ""


def now_text(found: Sensitivity) -> str:
    """Return in words what the number is now, and the verdict."""
    now = found.measure.shown(found.now)
    what = "the chance of" if found.measure.is_event else "the mean of"
    return (
        f"now {what} '{found.measure.text}' is {now}; the verdict is"
        f" {found.verdict.replace('_', ' ').upper()} ({found.aim})"
    )


def flip_text(found: Sensitivity) -> str:
    """Return in words the smallest change that turns the verdict over."""
    flip, unit = found.flip, cost_unit(found)
    free = _free_text(found)
    if flip is None and not found.effects:
        return "no change of it is known that could be tried"
    if flip is None:
        tried = "" if found.advice.all_tried else ", as far as there was time to look"
        return f"no small change {'of forces ' if free else ''}turns the verdict over{tried}{free}"
    cost = f" (costs {plain_number(flip.cost)}{f' {unit}' if unit else ''})" * bool(flip.cost)
    return (
        f"the smallest change that turns the verdict over: {_told(flip)}{cost}, then"
        f" {flip.after.replace('_', ' ')}{free}"
    )


def _free_text(found: Sensitivity) -> str:
    """Return in words what turns the verdict over without any cost."""
    free = found.free_flips
    if not free:
        return ""
    some = "; ".join(f"{_told(one)} ({one.after})" for one in free[:FREE])
    more = f" and {len(free) - FREE} more" if len(free) > FREE else ""
    return f"; without any cost: {some}{more}"


def _told(flip: Flip) -> str:
    return flip.change if flip.side == NEITHER else f"{flip.side} {flip.change}"


def changed_text(one: Effect) -> str:
    """Return a change with its side, if it is a side's."""
    return one.text if one.side == NEITHER else f"{one.side} {one.text}"


def effect_text(effect: Difference, measure: Measure) -> str:
    """Return by how much a number changes: points of a chance, or the quantity's unit.

    Examples
    --------
    >>> event = Measure("defender_holds", "defender holds", "defender", is_event=True)
    >>> effect_text(Difference(0.125, 0.125, 0.125), event)
    '+12.5'
    >>> effect_text(Difference(-0.125, -0.13, -0.12), event)
    '-12.5 ±0.5'
    >>> effect_text(Difference(0.0, 0.0, 0.0), event)
    'none'
    """
    if effect.value == effect.low == effect.high == 0.0:
        return "none"
    scale = 100.0 if measure.is_event else 1.0
    half = scale * (effect.high - effect.low) / 2.0
    value = scale * effect.value
    if half == 0.0:
        places = 1 if measure.is_event else FEW
        while places < PLACES and not round(value, places):  # what there is is not printed as none
            places += 1
        return f"{value:+.{places}f}"
    text = Estimate(value, value - half, value + half, 1.0, 1.0, exact=False).as_number()
    return text if text.startswith("-") else f"+{text}"
