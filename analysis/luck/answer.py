"""How lucky was I? What happened in battles, against all that could have happened in them.

Luck is the swing of the dice and of nothing else: the battles are taken as they were fought, and
what is asked is how often the same battles would have gone worse. Results that are equally good
count half as worse, so that a percentile is 1/2 on average with fair dice.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.luck.events import EventCount, Happened, check_event, counted
from analysis.luck.extremes import Extreme, extreme
from analysis.luck.fought import Answers, Fought
from analysis.luck.log import Logged, Result
from analysis.luck.run import Running, running
from combat.battle import Battle
from combat.chance import seeded
from combat.convolution import (
    Spread,
    Standing,
    spread_of,
    standing,
    step_of,
    total_of,
    trimmed,
)
from combat.display import Displayed
from combat.engine import checked, solve
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.game import Game
from combat.outcomes import EXACT, SIMULATED

if TYPE_CHECKING:
    import pandas as pd

Watched = Callable[[Sequence[Battle]], Iterable[Battle]]


@dataclass(frozen=True, eq=False)
class Luck(Displayed):
    """How lucky somebody was in the battles of a log.

    Attributes
    ----------
    game : Game
    log : tuple of Logged
        The battles as they were given.
    fought : tuple of Fought
        How each of them stands, in the same order.
    expected, sd : float
        Of the sum of all swings.
    standing : Standing
        How that sum stands among all that could have come of the same battles: the honest number.
    running : Running
        The sum battle by battle.
    luckiest, unluckiest : Extreme
    events : tuple of EventCount
        Named events, how often they came and how often they were to be expected.
    seed : int or None
        Of simulations.
    """

    game: Game
    log: tuple[Logged, ...]
    fought: tuple[Fought, ...]
    expected: float
    sd: float
    standing: Standing
    running: Running
    luckiest: Extreme
    unluckiest: Extreme
    events: tuple[EventCount, ...]
    seed: int | None

    @property
    def swing(self) -> float:
        """The sum of all swings."""
        return sum(sorted(one.swing for one in self.fought))

    @property
    def z(self) -> float:
        """By how many standard deviations the sum is off; NaN where nothing could differ."""
        return (self.swing - self.expected) / self.sd if self.sd > 0.0 else float("nan")

    @property
    def simulated(self) -> tuple[Fought, ...]:
        """The battles that were too large for an exact answer, or asked to be simulated."""
        return tuple(one for one in self.fought if one.solved.trials is not None)

    @property
    def method(self) -> str:
        """``exact``, or ``simulated`` if any battle is."""
        return SIMULATED if self.simulated else EXACT

    @property
    def runs(self) -> int | None:
        """Of how many runs of the whole log a simulation is worth, at least; None if exact.

        A chance of the sum is, but for terms of second order, the mean over a battle's sample of
        numbers from 0 to 1 whose mean is that chance itself: their variance is at most that of a
        proportion. Battles add theirs up, and equal battles share one sample.
        """
        times = Counter(one.battle for one in self.simulated)
        trials = {one.battle: one.solved.trials or 1 for one in self.simulated}
        share = sum(n**2 / trials[battle] for battle, n in times.items())
        return max(1, math.floor(1.0 / share + 1e-9)) if share else None

    @property
    def percentile(self) -> Estimate:
        """The one number: chance that the same battles had gone worse in all, half of equal."""
        return self.chance(self.standing.middle)

    def chance(self, value: float) -> Estimate:
        """Return a chance of the sum with its precision."""
        dropped = sum(one.solved.dropped for one in self.fought)
        return Estimate.of_chance(value, self.runs, dropped=dropped)

    @property
    def unit(self) -> str:
        """What the swing is counted in."""
        return self.fought[0].battle.quantity(self.game.swing).unit

    def __repr__(self) -> str:
        return f"<Luck in {len(self.fought)} battles: {self.percentile.as_percent()}>"


def luck(
    log: Sequence[Logged],
    *,
    event: str | None = None,
    engine: str = "auto",
    trials: int | None = None,
    precision: float | None = None,
    rng: np.random.Generator | int | None = None,
    watched: Watched | None = None,
) -> Luck:
    r"""Tell how lucky somebody was in some battles.

    Parameters
    ----------
    log : sequence of Logged
        The battles of one game and what happened, as `read_log` gives them. Their order does not
        change any number of them all.
    event : str, optional
        The event to count; each battle's main event if none.
    engine, trials, precision, rng
        As in `combat.engine.solve`, for each battle; equal battles are solved once.
    watched : callable, optional
        Yields the battles that are to be solved, as they are; shows progress.

    Raises
    ------
    WargameError
        For a result that cannot be, with its line and what could be.

    Examples
    --------
    >>> from analysis.luck.log import parse_log
    >>> text = "battle,attacker_left,defender_left\n1 arm v 1 inf,1 arm,none\n"
    >>> found = luck(parse_log(text, game="aa"))
    >>> found.swing, round(found.expected, 2), round(found.percentile.value, 3)
    (3.0, -0.25, 0.75)
    """
    if not log:
        raise OptionError("there is no battle in the log: nothing can be said of luck")
    games = {line.battle.game.name for line in log}
    if len(games) > 1:
        raise OptionError(
            f"the log has battles of {' and '.join(sorted(games))}; ask about one game at a time",
            allowed=sorted(games),
        )
    checked(engine, trials, precision)
    generator, seed = seeded(rng)
    places: dict[Battle, list[int]] = {}
    for place, logged in enumerate(log):
        places.setdefault(logged.battle, []).append(place)
    battles = sorted(places, key=str)
    check_event(battles, event)
    children = generator.spawn(len(battles))
    fought: list[Fought | None] = [None] * len(log)
    happened: list[Happened] = []
    for battle, child in zip((watched or iter)(battles), children, strict=True):
        outcomes = solve(battle, engine=engine, trials=trials, precision=precision, rng=child)
        answers = Answers(outcomes, event)
        for place in places[battle]:
            fought[place] = answers.fought(log[place])
        happened += [answers.happened(log[place]) for place in places[battle]]
    stood = [one for one in fought if one is not None]
    return _summed(log, stood, counted(happened), seed)


def _summed(
    log: Sequence[Logged],
    fought: Sequence[Fought],
    events: tuple[EventCount, ...],
    seed: int | None,
) -> Luck:
    """Add the battles up."""
    alike = {id(one.solved): one for one in fought}
    step = step_of(one.solved.values for one in alike.values())
    fair = {
        key: spread_of(one.solved.values, one.solved.chances, step) for key, one in alike.items()
    }
    given = {
        key: _cut(spread_of(one.solved.values, one.weights, step))
        for key, one in {id(one.weights): one for one in fought}.items()
    }
    drawn = [fair[id(one.solved)] for one in fought]
    came = [given[id(one.weights)] for one in fought]
    whole, actual = total_of(_grouped(fought, drawn)), total_of(_grouped(fought, came))
    return Luck(
        fought[0].battle.game,
        tuple(log),
        tuple(fought),
        sum(sorted(one.solved.mean for one in fought)),
        math.sqrt(sum(sorted(one.solved.sd**2 for one in fought))),
        standing(actual, whole),
        running(drawn, came, step, (whole, actual)),
        extreme(fought, lucky=True),
        extreme(fought, lucky=False),
        events,
        seed if any(one.solved.trials is not None for one in fought) else None,
    )


def _cut(spread: Spread) -> Spread:
    """Return a distribution without the numbers at its ends that cannot be."""
    return trimmed(spread, np.nextafter(0.0, 1.0))


def _key(fought: Fought) -> tuple[str, str, Result]:
    """What orders battles whatever order the log has, so that sums round alike."""
    return fought.solved.text, fought.solved.side, fought.result


def _grouped(fought: Sequence[Fought], spreads: Sequence[Spread]) -> list[tuple[Spread, int]]:
    """Count equal distributions, in an order that is not the log's."""
    found: dict[int, list[int]] = {}
    for place, spread in enumerate(spreads):
        found.setdefault(id(spread), []).append(place)
    groups = sorted(found.values(), key=lambda places: _key(fought[places[0]]))
    return [(spreads[places[0]], len(places)) for places in groups]


def luck_rows(found: Luck) -> list[dict[str, Any]]:
    """Return the battles of a log as plain data; `luck_frame` says what the keys are."""
    there = dict.fromkeys(name for line in found.log for name in line.notes)
    swing = expected = 0.0
    rows: list[dict[str, Any]] = []
    for number, (line, one) in enumerate(zip(found.log, found.fought, strict=True), start=1):
        swing, expected = swing + one.swing, expected + one.solved.mean
        rows.append(
            {
                "number": number,
                **{name: line.notes.get(name, "") for name in there},
                "battle": one.solved.text,
                "side": line.side,
                "result": line.text,
                "swing": one.swing,
                "swing_low": one.span[0],
                "swing_high": one.span[1],
                "expected": one.solved.mean,
                "sd": one.solved.sd,
                "percentile": one.percentile.value,
                "worse": one.worse.value,
                "better": one.better.value,
                "method": EXACT if one.solved.trials is None else SIMULATED,
                "cumulative": swing,
                "cumulative_expected": expected,
                "low": float(found.running.low[number - 1]),
                "high": float(found.running.high[number - 1]),
                "cumulative_percentile": float(found.running.percentile[number - 1]),
            }
        )
    return rows


def luck_frame(found: Luck) -> "pd.DataFrame":
    """Battles of a log, tidy: one row a battle, in the log's order.

    Columns: ``number``, ``battle``, ``side``, ``result``; ``swing`` (in favour of the side; the
    mean of what fits if the log leaves it open, ``swing_low`` and ``swing_high`` its ends),
    ``expected``, ``sd``, ``percentile``, ``worse`` and ``better`` (chance of that or worse,
    better), ``method``; ``cumulative`` and ``cumulative_expected`` swing, ``low`` and ``high`` (the
    90 % band of the cumulative swing), ``cumulative_percentile``; ``date``, ``who`` and ``note``
    where the log has them. ``frame.attrs`` has the swing's ``unit``.
    """
    import pandas as pd

    frame = pd.DataFrame(luck_rows(found))
    frame.attrs["unit"] = found.unit
    return frame
