"""What luck amounts to, in plain sentences."""

import math
from collections.abc import Iterator

from analysis.doubts import shared_lines
from analysis.luck.answer import Luck
from analysis.luck.extremes import Extreme
from combat.estimate import Estimate

TOLD = 0.25  # chance below which the best or worst battle is worth a word
ORDINARY, UNUSUAL, RARE = 0.1, 0.025, 0.001  # chances of a sum as far out, on its side
MOST_LINES = 40  # of what battles take for granted
DIFFERENT = "what else the battles take for granted differs: `odds` lists it for each of them"
LEAST = 1e-12  # a chance that sums of so many terms cannot tell from none


def sentences(found: Luck) -> tuple[str, ...]:
    """Return what to say of a log, the one honest number first."""
    return tuple(_sentences(found))


def _sentences(found: Luck) -> Iterator[str]:
    place, battles = found.standing, len(found.fought)
    worse, better, equal = (found.chance(c) for c in (place.less, place.more, place.equal))
    ways = "that battle" if battles == 1 else f"these {battles:,} battles"
    yield (
        f"Of all ways in which {ways} could have gone, {_share(worse)} are worse for you,"
        f" {_share(better)} better and {_share(equal)} equal: you are at the percentile"
        f" {found.percentile.as_percent().partition(' (')[0]}."
    )
    yield meaning(found)
    if battles > 1 and found.sd > 0.0:
        yield _band(found)
        yield from _extremes(found)


def meaning(found: Luck) -> str:
    """Say whether that is ordinary, or how rare."""
    if not found.sd:
        return "Nothing else could have come of it: there was no luck in it, good or bad."
    place = found.standing
    lucky = place.at_least <= place.at_most
    chance = found.chance(place.at_least if lucky else place.at_most)
    tail, told = chance.high, one_in(chance.value)  # not rare by the chance of a simulation
    told = told if chance.exact else f"about {told}"
    good = "well" if lucky else "badly"
    if tail >= ORDINARY:
        return f"That is ordinary: {told} goes as {good} or {_more(lucky)}."
    if tail >= UNUSUAL:
        name = "lucky" if lucky else "unlucky"
        return f"That is {name}, but no wonder: {told} goes as {good} or {_more(lucky)}."
    again = "" if tail >= RARE else "; see whether the log and its settings are right"
    return f"That is rare: {told} goes as {good} or {_more(lucky)}{again}."


def one_in(chance: float) -> str:
    """Return a chance as one in so many.

    Examples
    --------
    >>> one_in(0.4), one_in(1 / 37), one_in(1e-15)
    ('one in 2.5', 'one in 37', 'fewer than one in a trillion')
    """
    if chance < LEAST:
        return "fewer than one in a trillion"
    number = 1.0 / chance
    if number < 9.95:
        return f"one in {number:.1f}".removesuffix(".0")
    digits = max(0, math.floor(math.log10(number)) - 2)
    return f"one in {round(number / 10**digits) * 10**digits:,}"


def amount(value: float, unit: str = "") -> str:
    """Return a swing with its sign, and a decimal where it needs one.

    Examples
    --------
    >>> amount(3.0, "IPC"), amount(-0.25), amount(-0.001)
    ('+3 IPC', '−0.2', '0')
    """
    text = f"{value:+.{0 if round(value, 9).is_integer() else 1}f}".replace("-", "−")
    return f"{'0' if not text.strip('+−0.') else text} {unit}".rstrip()


def _more(lucky: bool) -> str:
    return "better" if lucky else "worse"


def _share(chance: Estimate) -> str:
    shown = chance.as_percent().partition(" (")[0]
    return {"impossible": "none", "certain": "all"}.get(shown, shown)


def _band(found: Luck) -> str:
    low, high = float(found.running.low[-1]), float(found.running.high[-1])
    share = "at least" if found.percentile.exact else "about"  # sums come in steps
    return (
        f"Chance alone leaves the sum between {amount(low)} and {amount(high, found.unit)} in"
        f" {share} nine logs of ten."
    )


def _extremes(found: Luck) -> Iterator[str]:
    for extreme, best, well in (
        (found.luckiest, "best", "well"),
        (found.unluckiest, "worst", "badly"),
    ):
        if extreme.tail < TOLD:
            yield _extreme(found, extreme, best, well)


def _extreme(found: Luck, extreme: Extreme, best: str, well: str) -> str:
    one = found.fought[extreme.place]
    among = Estimate.of_exact(extreme.among).as_percent().partition(" (")[0]
    swing, mean = amount(one.swing, found.unit), amount(one.solved.mean)
    return (
        f"The {best} battle for its odds is no. {extreme.place + 1} ({swing} where {mean} was"
        f" expected): {one_in(extreme.tail)} goes so {well}, but in {among} of logs like this at"
        " least one battle does."
    )


def assumed(found: Luck) -> tuple[str, ...]:
    """Return what the answer takes for granted, the battles' own assumptions last."""
    lines = tuple(dict.fromkeys(line for own in _of_battles(found) for line in own))
    more = len(lines) - MOST_LINES
    rest = [f"and {more:,} more of single battles"] if more > 0 else []
    return (*_assumed(found), *lines[:MOST_LINES], *rest)


def assumed_by_all(found: Luck) -> tuple[str, ...]:
    """Return what the answer takes for granted in short: of the battles what they share."""
    several = _of_battles(found)
    shared = shared_lines(several, "battles")
    is_all = all(len(own) == len(shared) for own in several)
    return (*_assumed(found), *shared, *([] if is_all else [DIFFERENT]))


def _assumed(found: Luck) -> Iterator[str]:
    yield "a percentile is the chance of worse and half that of equal: 50 % on average"
    yield "luck is of the dice alone; the same battles are fought in the same way, independently"
    open_ = sum(not one.pinned for one in found.fought)
    if open_:
        yield (
            f"{open_:,} of {len(found.fought):,} results leave the swing open: each swing that fits"
            " counts with its chance"
        )
    if found.simulated:
        yield f"{len(found.simulated):,} of {len(found.fought):,} battles are simulated"
    if found.running.exact < len(found.fought):
        yield f"from battle {found.running.exact + 1:,} the band is that of a normal distribution"


def _of_battles(found: Luck) -> list[tuple[str, ...]]:
    """Return what each different battle takes for granted."""
    return [found.game.assumes(battle) for battle in dict.fromkeys(b.battle for b in found.fought)]
