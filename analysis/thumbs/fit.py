"""The best rule among a stated family, on battles over which it is not measured afterwards."""

from collections.abc import Callable

from analysis.thumbs.sample import Sample
from combat.thumbs import EVEN, SURE_ENOUGH, Thumb

CHANCE = "the chance"


def fitted(sample: Sample) -> dict[Thumb, tuple[str, ...]]:
    """Return the best of a contest's candidates, each with what it is the best for.

    Three are looked for: of those that only compare, the rule least often wrong about the
    favourite, and that least often wrong about a chance of 75 %; of those that give a chance, that
    which is least far off on average. Of equals, the first in the order of the candidates is
    taken, which is the simplest.

    Parameters
    ----------
    sample : Sample

    Returns
    -------
    dict of Thumb to tuple of str
    """
    candidates = sample.contest.candidates()
    found: dict[Thumb, tuple[str, ...]] = {}

    def choose(purpose: str, able: list[Thumb], loss: Callable[[Thumb], float]) -> None:
        if able:
            best = min(able, key=loss)
            found[best] = (*found.get(best, ()), purpose)

    for wanted in (EVEN, SURE_ENOUGH):
        able = [rule for rule in candidates if rule.chance is None and rule.about == wanted]
        choose(purpose_of(wanted), able, lambda rule: _often(sample, rule))
    choose(CHANCE, [rule for rule in candidates if rule.chance], lambda r: _far(sample, r))
    return found


def purpose_of(wanted: float) -> str:
    """Return what a rule about a chance is for, in words.

    >>> purpose_of(0.5), purpose_of(0.75)
    ('the favourite', 'a chance of 75 %')
    """
    return "the favourite" if wanted == EVEN else f"a chance of {wanted:.0%}".replace("%", " %")


def _often(sample: Sample, rule: Thumb) -> float:
    return float(sample.wrong(rule, rule.about).mean())


def _far(sample: Sample, rule: Thumb) -> float:
    return float(sample.off(rule).mean())
