"""The search behind 'how much is enough': forces by rising cost, answered many at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from analysis.answers import odds
from analysis.base import Base, force_of
from analysis.candidates import Candidate, levels
from analysis.family import chances
from analysis.wanted import Wanted
from combat.battle import Battle
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.game import ATTACKER
from combat.notation import plain_number

MOST_AT_ONCE = 20_000  # forces tried, if one solve answers many
MOST_ONE_BY_ONE = 2_000  # if each takes a solve
MOST_SIMULATED = 200
WORK = 1e11  # multiplications of solves one by one, about a minute
LEAST_WORK = 1e6  # that the smallest of solves takes
FIRST_BATCH, LARGEST_BATCH = 64, 4_096  # forces answered at once


class How(NamedTuple):
    """How chances are computed, and for how many forces at most."""

    engine: str
    trials: int | None
    precision: float | None
    seed: int | None
    most: int

    @property
    def simulates(self) -> bool:
        """Whether all is to be simulated."""
        sampled = self.trials is not None or self.precision is not None
        return self.engine == "simulate" or (self.engine == "auto" and sampled)


@dataclass(frozen=True)
class Answered:
    """Forces by rising cost and the chance of each.

    Attributes
    ----------
    tried : list of Candidate
        All of a cost, or none.
    chances : list of Estimate
    complete : bool
        Whether there are no others (within the budget).
    notes : tuple of str
    trials, seed : int or None
    """

    tried: list[Candidate]
    chances: list[Estimate]
    complete: bool
    notes: tuple[str, ...]
    trials: int | None
    seed: int | None


def answer(
    base: Base, wanted: Wanted, *, chance: float | None, budget: float | None, how: How
) -> Answered:
    """Find the chance of each force, by rising cost, until one is enough.

    Forces of one cost are answered together. Where one solve answers many (`at_once`) several costs
    are, the more the longer it takes; what costs more than the answer is then not looked at again.
    With a budget the search goes on to it, for the frontier.

    Raises
    ------
    OptionError
        If no force can be made within the budget, or an exact answer is asked for and too large.
    """
    search = _Search(base, wanted, how)
    onwards = budget is not None
    for batch in search.batches(levels(base, budget), onwards=onwards):
        search.add(batch)
        if not onwards and chance is not None and search.highest >= chance:
            break
    if not search.tried:
        raise OptionError(
            f"nothing can be had for {plain_number(budget or 0.0)} {base.game.cost_unit}; the"
            f" cheapest costs {plain_number(min(one.cost for one in base.additions))}",
            given=plain_number(budget or 0.0),
        )
    return search.answered


class _Search:
    """What was tried, and how much it took."""

    def __init__(self, base: Base, wanted: Wanted, how: How) -> None:
        self.base, self.wanted, self.how = base, wanted, how
        self.tried: list[Candidate] = []
        self.chances: list[Estimate] = []
        self.trials: int | None = None
        self.notes: list[str] = []
        self.work = 0.0
        self.simulates = how.simulates
        self.at_once = not self.simulates and at_once(base.battle, wanted)
        self.complete = True

    @property
    def highest(self) -> float:
        """The highest chance so far."""
        return max((one.value for one in self.chances), default=-1.0)

    @property
    def answered(self) -> Answered:
        """All that was found."""
        return Answered(
            self.tried,
            self.chances,
            self.complete,
            tuple(self.notes),
            self.trials,
            self.how.seed,
        )

    @property
    def limit(self) -> int:
        """How many may be tried."""
        if self.simulates:
            return min(self.how.most, MOST_SIMULATED)
        return min(self.how.most, MOST_AT_ONCE if self.at_once else MOST_ONE_BY_ONE)

    def batches(
        self, found: Iterator[list[Candidate]], *, onwards: bool
    ) -> Iterator[list[Candidate]]:
        """Yield what is to be answered together: all of a cost, or of several."""
        batch: list[Candidate] = []
        for level in found:
            if not self._may_go_on(len(self.tried) + len(batch), level):
                break
            batch += level
            enough = min(LARGEST_BATCH, LARGEST_BATCH if onwards else FIRST_BATCH + len(self.tried))
            if not self.at_once or len(batch) >= enough:
                yield batch
                batch = []
        if batch:
            yield batch

    def _may_go_on(self, before: int, level: Sequence[Candidate]) -> bool:
        """Whether there is room for all of a cost; for the first there is."""
        first = level[0]
        cost = f"{plain_number(first.cost)} {self.base.game.cost_unit}"
        if before and before + len(level) > self.limit:
            self._stop(f"tried all that costs less than {cost}: the limit is {self.limit:,} forces")
        elif not self.at_once and not self.simulates:
            each = max(LEAST_WORK, first.battle.game.model(first.battle).work)
            self.work += each * len(level)
            if before and self.work > WORK:
                self._stop(f"tried all that costs less than {cost}: more would take too long")
        return self.complete

    def _stop(self, why: str) -> None:
        self.complete = False
        self.notes.append(why)

    def add(self, batch: Sequence[Candidate]) -> None:
        """Answer some more."""
        battles = [one.battle for one in batch]
        self.tried += batch
        if not self.simulates:
            try:
                self.chances += self._exact(battles)
                return
            except OptionError:
                if self.how.engine == "exact":
                    raise
            self.simulates = True
        self.chances += [self._simulated(battle) for battle in battles]

    def _exact(self, battles: Sequence[Battle]) -> list[Estimate]:
        found = chances(battles, self.wanted.event.name).clip(0.0, 1.0)
        values = found if self.wanted.happens else 1.0 - found
        return [Estimate.of_exact(value) for value in values.tolist()]

    def _simulated(self, battle: Battle) -> Estimate:
        how = self.how
        found = odds(
            *(battle,),
            engine="simulate" if how.simulates else "auto",
            trials=how.trials,
            precision=how.precision,
            rng=how.seed,
        )
        self.trials = found.trials if self.trials is None else max(self.trials, found.trials or 0)
        return self.wanted.estimate(found)


def at_once(battle: Battle, wanted: Wanted) -> bool:
    """Whether the game answers battles like this from one solve."""
    family = battle.game.family
    if family is None:
        return False
    pair = [force_of(battle, ATTACKER)], [battle.defender]
    return family(battle, *pair, wanted.event.name) is not None
