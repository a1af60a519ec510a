"""The best splits of a problem by an aim, exactly, from the best on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from combat.arrays import Floats, Ints
from combat.axis_allies.fronts.problem import ALL, LEAST, NET, Problem, Split
from combat.axis_allies.fronts.splits import MOST_STEPS, PLACES, Joined, ranked
from combat.axis_allies.fronts.tables import Table, table

WITHIN = 1e-12  # a chance that is short of a limit by rounding only reaches it
BETTER = 1e-10  # between splits one of which is better


def tables_of(problem: Problem) -> list[Table]:
    """Return the table of each front.

    Raises
    ------
    TooLargeError
    """
    return [table(problem, front) for front in range(len(problem.fronts))]


def best_splits(
    problem: Problem, *, aim: str, tables: Sequence[Table] | None = None, most: float = MOST_STEPS
) -> Iterator[Split]:
    """Yield the splits that keep to all limits, from the best on.

    Of units that can get to one front only, the best choice is made; of equal splits the one that
    sends fewer units comes first.

    Parameters
    ----------
    problem : Problem
    aim : str
        'net', 'all' or 'least'. Under 'least', splits with the same smallest chance come in the
        order of the chance that all succeed.
    tables : sequence of Table, optional
        If they are known.
    most : float, optional
        Limit of the work, see `combat.axis_allies.fronts.splits.steps`.

    Raises
    ------
    TooLargeError
    """
    known = tables_of(problem) if tables is None else tables
    limits = [front.least for front in problem.fronts]
    if aim == LEAST:
        yield from _least(problem, known, limits, most)
    else:
        yield from _in_order(problem, known, limits, aim, most)


def _least(
    problem: Problem, tables: Sequence[Table], limits: Sequence[float], most: float
) -> Iterator[Split]:
    chances = [worths(one, least, LEAST) for one, least in zip(tables, limits, strict=True)]
    values = [_Reduced.of(one).values for one in chances]
    numbers = tuple(problem.groups[at].number for at in problem.shared)
    seen: set[tuple[tuple[int, ...], ...]] = set()
    level = np.inf
    for found in ranked(values, numbers=numbers, join=np.minimum, most=most):
        if found.score >= level - WITHIN:
            continue
        level = found.score
        floors = [max(least, level) for least in limits]
        for split in _in_order(problem, tables, floors, ALL, most):
            if split.cells not in seen:
                seen.add(split.cells)
                yield replace(split, score=min(split.chances))


def _in_order(
    problem: Problem, tables: Sequence[Table], limits: Sequence[float], aim: str, most: float
) -> Iterator[Split]:
    values = [worths(one, least, aim) for one, least in zip(tables, limits, strict=True)]
    yield from in_order(problem, tables, values, aim=aim, most=most)


def in_order(
    problem: Problem,
    tables: Sequence[Table],
    values: Sequence[Floats],
    *,
    aim: str,
    join: Joined = np.add,
    most: float = MOST_STEPS,
) -> Iterator[Split]:
    """Yield splits from the best on, by what each choice for a front adds to the whole.

    Parameters
    ----------
    problem : Problem
    tables : sequence of Table
    values : sequence of float array
        For each front, of the shape of its table; −inf where a choice may not be.
    aim : str
        By which the splits are scored.
    join : callable, optional
        How the fronts make a whole, see `combat.axis_allies.fronts.splits.ranked`.
    most : float, optional
        As in `best_splits`.

    Raises
    ------
    TooLargeError
    """
    reduced = [_Reduced.of(one) for one in values]
    numbers = tuple(problem.groups[at].number for at in problem.shared)
    for found in ranked([one.values for one in reduced], numbers=numbers, join=join, most=most):
        at = [(*cell, one.chosen[cell]) for one, cell in zip(reduced, found.cells, strict=True)]
        rows = list(zip(tables, at, strict=True))
        cells = tuple(one.cell(place[:-1], int(place[-1])) for one, place in rows)
        chances = tuple(float(one.known.chance[place]) for one, place in rows)
        swings = tuple(float(one.known.swing[place]) for one, place in rows)
        yield Split(score_of(aim, chances, swings), cells, chances, swings)


def worths(one: Table, least: float, aim: str) -> Floats:
    """Return what each choice for a front adds to the aim, −inf where it may not be.

    Under 'all' the logarithm of its chance, under 'least' the chance.
    """
    good = one.known.may & (one.known.chance >= least - WITHIN)
    if aim == ALL:
        with np.errstate(divide="ignore"):
            return np.where(good, np.log(one.known.chance), -np.inf)
    return np.where(good, one.known.swing if aim == NET else one.known.chance, -np.inf)


def score_of(aim: str, chances: Sequence[float], swings: Sequence[float]) -> float:
    """Return what a split is worth by an aim."""
    if aim == NET:
        return float(sum(swings))
    return float(np.prod(chances)) if aim == ALL else min(chances)


def shortfall(problem: Problem, split: Split) -> float:
    """Return what a split's chances are short of the limits, in all."""
    pairs = zip(problem.fronts, split.chances, strict=True)
    short = (front.least - chance for front, chance in pairs)
    return sum(one for one in short if one > WITHIN)


def rank(problem: Problem, split: Split) -> tuple[float, float, float]:
    """Rank splits: limits first, then the score, then the sum of the chances."""
    return -shortfall(problem, split), split.score, sum(split.chances)


def is_ahead(problem: Problem, split: Split, best: Split) -> bool:
    """Whether a split ranks above another by more than rounding."""
    for new, old in zip(rank(problem, split), rank(problem, best), strict=True):
        if abs(new - old) > BETTER:
            return new > old
    return False


@dataclass(frozen=True, eq=False)
class _Reduced:
    """A front's values by numbers of the shared groups, the best of all others chosen.

    ``values``: an axis for each shared group; ``chosen``: which choice of the others.
    """

    values: Floats
    chosen: Ints

    @classmethod
    def of(cls, values: Floats) -> "_Reduced":
        chosen = np.round(values, PLACES).argmax(axis=-1)  # of equal ones the fewest units
        best = np.take_along_axis(values, chosen[..., None], axis=-1)[..., 0]
        return cls(best, chosen)
