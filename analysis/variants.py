"""Over which plausible data an answer holds, where a game's own are not all verified."""

from collections.abc import Callable
from typing import NamedTuple

from analysis.answers import odds
from analysis.flips import Judged
from combat.battle import Battle
from combat.errors import WargameError
from combat.outcomes import Outcomes

VARIANT_WORK = 3e9  # multiplications, about half a second


class Variant(NamedTuple):
    """A battle under other data: which, the chance that was asked for, and the verdict if any."""

    text: str
    value: float
    verdict: str = ""


def variants_of(battle: Battle, each: float = 0.0) -> tuple[tuple[str, Battle], ...]:
    """Return the battle under other plausible data, nothing where that takes too long.

    ``each``: the work of one of them, if that is known to be more than an exact answer's.
    """
    make = battle.game.variants
    if make is None:
        return ()
    found = make(battle)
    work = max(each, battle.game.model(battle).work) * len(found)
    return found if len(found) > 1 and work <= VARIANT_WORK else ()


def variant_chances(outcomes: Outcomes) -> tuple[Variant, ...]:
    """Return the chance of the main event under all plausible data, exactly."""
    battle = outcomes.battle
    name = battle.main_event
    return tuple(
        Variant(text, odds(other, engine="exact").event(name).value)
        for text, other in variants_of(battle)
    )


def variant_verdicts(
    battle: Battle, judge: Callable[[Battle], Judged], *, each: float = 0.0
) -> tuple[Variant, ...]:
    """Return how a battle is judged under all plausible data, as `variants_of` has them."""
    found = []
    for text, other in variants_of(battle, each):
        try:
            judged = judge(other)
        except WargameError:  # such as data under which a battle need not end
            continue
        found.append(Variant(text, judged.value, judged.verdict))
    return tuple(found)


def range_text(battle: Battle, found: tuple[Variant, ...]) -> str:
    """Return in words how much the chance of the main event varies."""
    low, high = min(found, key=lambda v: v.value), max(found, key=lambda v: v.value)
    event = battle.event(battle.main_event)
    return (
        f"under {len(found)} {battle.game.variant_name}, '{event.text}' is {100 * low.value:.1f} %"
        f" ({low.text}) to {100 * high.value:.1f} % ({high.text})"
    )


def verdict_text(verdict: str, found: tuple[Variant, ...], name: str) -> str:
    """Return in words under how many of the data the verdict holds."""
    word = verdict.replace("_", " ")
    same = [variant for variant in found if variant.verdict == verdict]
    if len(same) == len(found):
        return f"{word} under {'both' if len(found) == 2 else f'all {len(found)}'} {name}"
    others: dict[str, list[Variant]] = {}
    for variant in found:
        if variant.verdict != verdict:
            others.setdefault(variant.verdict.replace("_", " "), []).append(variant)
    parts = [f"{other} under {len(some)}, as with {some[0].text}" for other, some in others.items()]
    return f"{word} under {len(same)} of {len(found)} {name}; {'; '.join(parts)}"
