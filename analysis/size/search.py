"""The search behind 'how much is enough': forces by rising cost, many answered at once.

First all forces are tried, whatever their chances are, up to a number of them: that is what proves
an answer. If none is enough by then, `climb` looks for one that is, at any cost; and if that costs
little more, or there is none, the likeliest of each cost are made larger one by one. That is quick,
and good as a rule, but it proves nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from analysis.size.base import Base
from analysis.size.candidates import PLACES, Candidate, Growing, levels
from analysis.size.climb import Climb
from analysis.size.force_odds import ForceOdds, How
from analysis.size.wanted import Wanted
from combat.engine import EXACT_WORK
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.notation import plain_number

MOST_AT_ONCE = 20_000  # forces tried, if one solve answers many
MOST_ONE_BY_ONE = 2_000  # if each takes a solve
MOST_SIMULATED = 200
MOST_GROWN = (3_000, 300, 100)  # after that, in these three cases
KEPT = (8, 4, 2)  # of each cost, to be made larger
WORK = 1e11  # multiplications of solves one by one, about a minute
CLIMB_WORK = (2e11, 2e10, 2e10)  # of the climb, in the three cases: some seconds
NEAR = 12  # steps of the cheapest addition, as far as the likeliest are made larger one by one
LEAST_WORK = 1e6  # that the smallest of solves takes
Progress = Callable[[int, float], None]  # forces tried, and the cost that was come to
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
    base: Base,
    wanted: Wanted,
    *,
    chance: float | None,
    budget: float | None,
    how: How,
    progress: Progress | None = None,
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
    search = _Search(base, ForceOdds(base, wanted, how), progress)
    wanted_yet = chance if budget is None else None
    for batch in search.batches(levels(base, budget, search.refused), onwards=budget is not None):
        search.add(batch)
        if wanted_yet is not None and search.highest >= wanted_yet:
            break
    if not search.tried:
        raise OptionError(
            f"nothing can be had for {base.price(budget or 0.0)}; the"
            f" cheapest costs {plain_number(min(one.cost for one in base.additions))}",
            given=plain_number(budget or 0.0),
        )
    if search.whole is not None and (chance is None or search.highest < chance):
        search.go_on(chance, budget)
    search.note_refused()
    return search.answered


class _Search:
    """What was tried, and how much it took."""

    def __init__(self, base: Base, odds: ForceOdds, progress: Progress | None) -> None:
        self.base, self.odds = base, odds
        self.progress = progress
        self.refused: dict[str, int] = {}
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
        if self.progress is not None:
            self.progress(len(self.tried), max(one.cost for one in batch))
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
            self.notes.append(
                f"tried all that costs less than {self.base.price(first.cost)}: {why}"
            )
        return not why

    def go_on(self, chance: float | None, budget: float | None) -> None:
        """Look for what is enough, or best, beyond what could be tried in full."""
        tried, chances = list(self.tried), [one.value for one in self.chances]
        whole = max(one.cost for one in tried)
        climb = Climb(self.base, self._climbing(), chance=chance, budget=budget)
        climb.run(tried, chances)
        enough = [
            one.cost
            for one, found in zip(self.tried, self.chances, strict=True)
            if chance is not None and found.value >= chance
        ]
        end = min(enough, default=budget)
        growing = Growing(self.base, kept=KEPT[self.case])
        reach = round(whole + NEAR * growing.step, PLACES)
        number = len(self.tried) - len(tried)
        if end is None or end <= reach:
            growing.add(tried, chances)
            number += self._grow(growing, reach if end is None else end, number)
        if number:
            missed = "better" if chance is None else "cheaper"
            pairs = zip(self.tried, self.chances, strict=True)
            ordered = sorted(pairs, key=lambda pair: pair[0].cost)
            self.tried = [one for one, _ in ordered]
            self.chances = [one for _, one in ordered]
            self.notes.append(
                f"from there to {self.base.price(self.tried[-1].cost)} only forces near the"
                f" likeliest were tried, so that something {missed} may have been missed"
            )

    def _climbing(self) -> Callable[[Sequence[Candidate]], list[float] | None]:
        """Return what answers the climb; None once it takes too long."""
        left = {"forces": MOST_GROWN[self.case], "work": CLIMB_WORK[self.case]}

        def ask(batch: Sequence[Candidate]) -> list[float] | None:
            works = [one.battle.game.model(one.battle).work for one in batch]
            left["forces"] -= len(batch)
            left["work"] -= 0.0 if self.odds.simulates else sum(works)
            if min(left.values()) < 0 or (not self.odds.simulates and max(works) > EXACT_WORK):
                return None
            return [one.value for one in self.add(batch)]

        return ask

    def _grow(self, growing: Growing, end: float, number: int) -> int:
        """Make the likeliest forces of each cost larger, up to a cost; return how many."""
        known, before = {one.counts for one in self.tried}, len(self.tried)
        most = MOST_GROWN[self.case] - number
        while most > 0 and (batch := growing.next_batch(end)):
            fresh = [one for one in batch if one.counts not in known][:most]
            most -= len(fresh)
            if fresh:
                self.add(fresh)
            found = {
                one.counts: chance.value
                for one, chance in zip(self.tried, self.chances, strict=True)
            }
            batch = [one for one in batch if one.counts in found]
            growing.add(batch, [found[one.counts] for one in batch])
        return len(self.tried) - before

    def note_refused(self) -> None:
        """Say what the rules did not allow, though no limit that is named was in its way."""
        if self.refused:
            words = ", ".join(f"{number} {what}" for what, number in self.refused.items())
            self.notes.append(
                f"left out where the rules do not allow it: {words} added, or more of that"
            )
