"""The search behind 'how much is enough': forces by rising cost, many answered at once.

First all forces are tried, whatever their chances are, up to a number of them: that is what proves
an answer. If none is enough by then, only the likeliest of each cost are made larger: quick, and
good as a rule, but it proves nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analysis.size.base import Base
from analysis.size.candidates import PLACES, Candidate, Growing, levels
from analysis.size.force_odds import ForceOdds, How
from analysis.size.wanted import Wanted
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.notation import plain_number

MOST_AT_ONCE = 20_000  # forces tried, if one solve answers many
MOST_ONE_BY_ONE = 2_000  # if each takes a solve
MOST_SIMULATED = 200
MOST_GROWN = (3_000, 300, 100)  # after that, in these three cases
KEPT = (8, 4, 2)  # of each cost, to be made larger
WORK = 1e11  # multiplications of solves one by one, about a minute
LEAST_WORK = 1e6  # that the smallest of solves takes
FIRST_BATCH, LARGEST_BATCH = 64, 4_096  # forces answered at once


@dataclass(frozen=True)
class Answered:
    """Forces by rising cost and the chance of each.

    Attributes
    ----------
    tried : list of Candidate
    chances : list of Estimate
    whole : float or None
        All forces of a lower cost were tried; None if there are no others (within the budget).
    notes : tuple of str
    trials : int or None
    """

    tried: list[Candidate]
    chances: list[Estimate]
    whole: float | None
    notes: tuple[str, ...]
    trials: int | None


def answer(
    base: Base, wanted: Wanted, *, chance: float | None, budget: float | None, how: How
) -> Answered:
    """Find the chance of each force, by rising cost, until one is enough.

    Forces of one cost are answered together. Where one solve answers many several costs are, the
    more the longer it takes; what costs more than the answer is then not looked at again. With a
    budget the search goes on to it, for the frontier.

    Raises
    ------
    OptionError
        If no force can be made within the budget, or an exact answer is asked for and too large.
    """
    search = _Search(base, ForceOdds(base, wanted, how))
    wanted_yet = chance if budget is None else None
    for batch in search.batches(levels(base, budget), onwards=budget is not None):
        search.add(batch)
        if wanted_yet is not None and search.highest >= wanted_yet:
            break
    if not search.tried:
        raise OptionError(
            f"nothing can be had for {plain_number(budget or 0.0)} {base.game.cost_unit}; the"
            f" cheapest costs {plain_number(min(one.cost for one in base.additions))}",
            given=plain_number(budget or 0.0),
        )
    if search.whole is not None and (chance is None or search.highest < chance):
        search.grow(chance, budget)
    return search.answered


class _Search:
    """What was tried, and how much it took."""

    def __init__(self, base: Base, odds: ForceOdds) -> None:
        self.base, self.odds = base, odds
        self.tried: list[Candidate] = []
        self.chances: list[Estimate] = []
        self.whole: float | None = None
        self.notes: list[str] = []
        self.work = 0.0

    @property
    def highest(self) -> float:
        """The highest chance so far."""
        return max((one.value for one in self.chances), default=-1.0)

    @property
    def answered(self) -> Answered:
        """All that was found."""
        notes = tuple(self.notes)
        return Answered(self.tried, self.chances, self.whole, notes, self.odds.trials)

    @property
    def case(self) -> int:
        """How fast it goes: 0 many at once, 1 one by one, 2 simulated."""
        return 2 if self.odds.simulates else 1 - self.odds.at_once

    @property
    def limit(self) -> int:
        """How many may be tried."""
        limits = (MOST_AT_ONCE, MOST_ONE_BY_ONE, MOST_SIMULATED)
        return min(self.odds.how.most, limits[self.case])

    def add(self, batch: Sequence[Candidate]) -> list[Estimate]:
        """Answer some more."""
        found = self.odds.of([one.battle for one in batch])
        self.tried += batch
        self.chances += found
        return found

    def batches(
        self, found: Iterator[list[Candidate]], *, onwards: bool
    ) -> Iterator[list[Candidate]]:
        """Yield what is to be answered together: all of a cost, or of several."""
        batch: list[Candidate] = []
        for level in found:
            if not self._has_room(len(self.tried) + len(batch), level):
                break
            batch += level
            enough = min(LARGEST_BATCH, LARGEST_BATCH if onwards else FIRST_BATCH + len(self.tried))
            if not self.odds.at_once or len(batch) >= enough:
                yield batch
                batch = []
        if batch:
            yield batch

    def _has_room(self, before: int, level: Sequence[Candidate]) -> bool:
        """Whether there is room for all of a cost; for the first there is."""
        first = level[0]
        why = ""
        if before and before + len(level) > self.limit:
            why = f"the limit is {self.limit:,} forces"
        elif self.case == 1:
            each = max(LEAST_WORK, first.battle.game.model(first.battle).work)
            self.work += each * len(level)
            why = "more would take too long" if before and self.work > WORK else ""
        if why:
            self.whole = first.cost
            cost = f"{plain_number(first.cost)} {self.base.game.cost_unit}"
            self.notes.append(f"tried all that costs less than {cost}: {why}")
        return not why

    def grow(self, chance: float | None, budget: float | None) -> None:
        """Go on with the likeliest forces of each cost made larger, until one is enough."""
        most, kept = MOST_GROWN[self.case], KEPT[self.case]
        growing = Growing(self.base, kept=kept)
        growing.add(self.tried, [one.value for one in self.chances])
        number = 0
        while number < most and (chance is None or self.highest < chance):
            batch = growing.next_batch(budget)
            if not batch:
                break
            batch = batch[: most - number]
            number += len(batch)
            growing.add(batch, [one.value for one in self.add(batch)])
        if number:
            last = plain_number(round(self.tried[-1].cost, PLACES))
            self.notes.append(
                f"from there to {last} {self.base.game.cost_unit} only the {kept} likeliest forces"
                " of each cost were made larger, so that something cheaper may have been missed"
            )
