"""Answers in words."""

from __future__ import annotations

from collections.abc import Iterator

from combat.estimate import Estimate
from combat.rebellion_1775.deck.advice import choices, in_words
from combat.rebellion_1775.deck.best_play import BestPlay
from combat.rebellion_1775.deck.factions import FACTIONS, SIDES, TITLES
from combat.rebellion_1775.deck.situation import Situation
from combat.rebellion_1775.deck.timing import ENDERS, Timing

LITTLE = 5e-5
"""Under it a gain is none to speak of: 0.005 points of a hundred."""


def lines(
    asked: Situation, timing: Timing, solution: BestPlay | None, trials: int | None
) -> Iterator[str]:
    """Yield answers in words; ``trials``: of a simulation, None of an exact answer."""
    yield from _end(asked, timing, trials)
    if any(deck.truce for deck in asked.decks.values()):
        yield from _truces(asked, timing)
    side = timing.order["a given side"]
    yield (
        f"a given side has the last turn of a round and the first of the next:"
        f" {_percent(side['last, then first'], trials)}; three turns in a row in two rounds:"
        f" {_percent(side['3 in a row'], trials)}; four: {_percent(side['4 in a row'], trials)}"
    )
    bare = timing.hands.bare[FACTIONS[0]][0]
    if not asked.rounds and bare > 0.0:
        told = _percent(bare, trials)
        yield f"the first {FACTIONS[0]} hand has no movement card, and is drawn anew: {told}"
    if asked.lead.chances and solution is None:
        ahead = timing.ahead(asked.lead)
        yield f"the British side is ahead at the end: {_percent(ahead, trials)}"
    if solution is not None:
        yield from _best(asked, solution)


def _end(asked: Situation, timing: Timing, trials: int | None) -> Iterator[str]:
    last = timing.last
    mean = sum(number * chance for number, chance in enumerate(last, start=1))
    likely = int(last.argmax())
    if last[likely] >= 1.0:
        why = "" if asked.settled is None else ": the table settles it"
        yield f"the game ends after round {likely + 1}{why}"
        return
    yield (
        f"the last round is {mean:.2f} on average, round {likely + 1} most likely"
        f" ({_percent(float(last[likely]), trials)})"
    )
    following, soonest = asked.rounds + 1, asked.scenario.check_from
    if following < soonest:
        yield f"the game cannot end before round {soonest}"
    else:
        chance = timing.next_ends(asked.rounds).get(following, 0.0)
        yield f"the next round, round {following}, is the last: {_percent(chance, trials)}"
    settled = [
        f"{who} {_percent(float(row.sum()), trials)}"
        for who, row in zip(ENDERS, timing.enders, strict=True)
        if row.any()
    ]
    yield f"what settles the end: {', '.join(settled)}"


def _truces(asked: Situation, timing: Timing) -> Iterator[str]:
    means = []
    for name in FACTIONS:
        chances = timing.truces[name]
        total = sum(chances)
        if asked.decks[name].truce and total > 0.0 and name not in asked.out:
            mean = sum(turn * chance for turn, chance in enumerate(chances, start=1)) / total
            means.append(f"{name} {mean:.2f} ({asked.truces[name].kind})")
    if means:
        before = " where they come before the end is settled" if asked.best else ""
        yield f"turns of the truces on average{before}: {', '.join(means)}"


def _best(asked: Situation, solution: BestPlay) -> Iterator[str]:
    """Yield what best play gains and how it goes; it is computed in any case."""
    for side in asked.best_sides:
        best, others = solution.ahead(side), solution.alternatives[side]
        gains = ", ".join(f"{kind} {_points(best - chance)}" for kind, chance in others.items())
        yield (
            f"{TITLES[side]} side, best play: ahead at the end {_percent(best, None)}; gain over"
            f" another truce, in points of a hundred: {gains}"
        )
    yield from _choices(solution)
    if len(asked.best_sides) == len(SIDES):
        yield _settled(solution)


def _choices(solution: BestPlay) -> Iterator[str]:
    """Yield when truces are played, once for factions that do alike."""
    alike: dict[str, list[str]] = {}
    for (name, which), row in choices(solution).items():
        alike.setdefault(f"{which}: {in_words(row)}", []).append(name)
    for words, names in alike.items():
        yield f"best play, {' and '.join(names)}, where it may choose, {words}"


def _settled(solution: BestPlay) -> str:
    gains = {side: solution.gain(side) for side in SIDES}
    if max(gains.values()) < LITTLE:
        return "both sides play best: neither gains by changing how it plays its truces"
    told = ", ".join(f"the {TITLES[side]} {_points(gain)}" for side, gain in gains.items())
    why = (
        f"best replies to one another come round in a circle of {solution.round_trip}"
        if solution.round_trip
        else "best replies to one another were still changing"
    )
    return (
        f"both sides play best, but {why}: no fixed way to play holds. By a further reply a side"
        f" would gain, in points of a hundred: {told}"
    )


def _points(gain: float) -> str:
    return f"{100.0 * gain if abs(gain) >= LITTLE else 0.0:.2f}"


def _percent(chance: float, trials: int | None) -> str:
    return Estimate.of_chance(chance, trials).as_percent()
