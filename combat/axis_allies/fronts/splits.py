"""The best splits of units over fronts, in order, exactly.

What a front is worth depends on what is sent there alone, so the best of the fronts to come depends
only on how many of each group are left: dynamic programming over the fronts. The best split, the
second best and so on then follow by taking up partial splits in the order of what they can still
come to, which is known exactly.
"""

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

import numpy as np

from combat.arrays import Floats, Ints
from combat.errors import TooLargeError

MOST_STEPS = 3e8  # sums that three fronts and more may take: some seconds
PLACES = 12  # decimals beyond which two scores are the same: then fewer units go

Cell = tuple[int, ...]  # numbers of each group
Joined = Callable[[Floats, Floats], Floats]


class Ranked(NamedTuple):
    """A split and what it is worth: for each front, how many of each group go there."""

    score: float
    cells: tuple[Cell, ...]


def steps(shapes: Sequence[Cell], numbers: Cell) -> float:
    """Return how many sums it takes to rank the splits of fronts with tables of these shapes."""
    total, ahead = 0.0, shapes[-1]
    for shape in reversed(shapes[1:-1]):
        ahead = _together(shape, ahead, numbers)
        total += float(np.prod(shape, dtype=float) * np.prod(ahead, dtype=float))
    return total


def _together(shape: Cell, ahead: Cell, numbers: Cell) -> Cell:
    """Return the shape of a table by what is left for one front and those after it."""
    rows = zip(shape, ahead, numbers, strict=True)
    return tuple(1 + min(number, one + other - 2) for one, other, number in rows)


def ranked(
    values: Sequence[Floats],
    *,
    numbers: Cell | None = None,
    join: Joined = np.add,
    most: float = MOST_STEPS,
) -> Iterator[Ranked]:
    """Yield splits from the best on; those that may not be do not come.

    Parameters
    ----------
    values : sequence of float array
        For each front, what it is worth by how many of each group are sent: an axis a group, of
        one more than can go there, or of length 1 if it cannot get there. −inf: not to be.
    numbers : tuple of int, optional
        How many there are of each group; as many as the longest axis has if not given.
    join : callable, optional
        How the fronts make a whole: `np.add`, or `np.minimum`.
    most : float, optional
        Limit of `steps`.

    Raises
    ------
    TooLargeError

    Examples
    --------
    >>> one, other = np.array([0.0, 3.0, 4.0]), np.array([0.0, 2.0, 2.5])
    >>> [(split.score, split.cells) for split in ranked([one, other])][:2]
    [(5.0, ((1,), (1,))), (4.0, ((2,), (0,)))]
    """
    if numbers is None:
        numbers = tuple(max(s) - 1 for s in zip(*(v.shape for v in values), strict=True))
    needed = steps([value.shape for value in values], numbers)
    if needed > most:
        raise TooLargeError(
            f"the splits take {needed:.0e} sums, more than the limit of {most:.0e}",
            given=f"{needed:.0e} sums",
        )
    if not numbers:  # no group is shared: one that is none stands for them
        one = ranked([value.reshape(1) for value in values], join=join, most=most)
        return (Ranked(found.score, tuple(() for _ in values)) for found in one)
    return _taken_up(values, numbers, join, _ahead(values, numbers, join))


def _ahead(values: Sequence[Floats], numbers: Cell, join: Joined) -> list[Floats]:
    """Return, for each front, the best that it and those after it can do with what is left."""
    best = values[-1]
    for axis in range(best.ndim):
        best = np.maximum.accumulate(best, axis=axis)
    found = [best]
    for value in reversed(values[1:-1]):
        best = _convolved(value, best, numbers, join)
        found.insert(0, best)
    return found


def _convolved(value: Floats, ahead: Floats, numbers: Cell, join: Joined) -> Floats:
    """Return the best of one front and of those after it, by how many of each group are left."""
    shape = _together(value.shape, ahead.shape, numbers)
    wide = [  # those after can do no more with more than the whole of a group
        (0, size - length if length > 1 else 0)
        for size, length in zip(shape, ahead.shape, strict=True)
    ]
    ahead = np.pad(ahead, wide, mode="edge")
    found = np.full(shape, -np.inf)
    for cell in np.argwhere(value > -np.inf).tolist():
        into = tuple(slice(n, None) for n in cell)
        rest = tuple(
            slice(0, size - n) if length > 1 else slice(None)
            for n, size, length in zip(cell, shape, ahead.shape, strict=True)
        )
        target = found[into]
        np.maximum(target, join(value[tuple(cell)], ahead[rest]), out=target)
    return found


def _taken_up(
    values: Sequence[Floats], whole: Cell, join: Joined, ahead: Sequence[Floats]
) -> Iterator[Ranked]:
    """Take up partial splits in the order of the best that they can still come to."""
    ties = count()
    heap: list[tuple[float, int, _Partial, Floats, Ints, int]] = []

    def push(partial: _Partial, scores: Floats, order: Ints, at: int) -> None:
        if at < len(order) and scores[order[at]] > -np.inf:
            heappush(heap, (-float(scores[order[at]]), next(ties), partial, scores, order, at))

    def open_up(partial: _Partial) -> None:
        scores, order = _scores(values, join, ahead, partial)
        push(partial, scores, order, 0)

    open_up(_Partial((), whole, None))
    while heap:
        low, _, partial, scores, order, at = heappop(heap)
        push(partial, scores, order, at + 1)
        value = values[len(partial.cells)]
        cell = tuple(int(n) for n in np.unravel_index(order[at], partial.box(value)))
        cells = (*partial.cells, cell)
        if len(cells) == len(values):
            yield Ranked(-low, cells)
            continue
        left = tuple(n - m for n, m in zip(partial.left, cell, strict=True))
        here = value[cell] if partial.score is None else join(partial.score, value[cell])
        open_up(_Partial(cells, left, here))


class _Partial(NamedTuple):
    """What the first fronts have been given, what is left, and what these are worth."""

    cells: tuple[Cell, ...]
    left: Cell
    score: Floats | None

    def box(self, value: Floats) -> Cell:
        """Return the shape of what the next front can be given."""
        return tuple(min(n, size - 1) + 1 for n, size in zip(self.left, value.shape, strict=True))


def _scores(
    values: Sequence[Floats], join: Joined, ahead: Sequence[Floats], partial: _Partial
) -> tuple[Floats, Ints]:
    """Return the best that each choice for the next front can come to, flat, and their order."""
    front = len(partial.cells)
    box = partial.box(values[front])
    scores = values[front][tuple(slice(0, size) for size in box)]
    if front + 1 < len(values):
        after = ahead[front]
        scores = join(scores, after[np.ix_(*_left(partial.left, box, after.shape))])
    if partial.score is not None:
        scores = join(partial.score, scores)
    flat = scores.ravel()
    sent = np.indices(box).sum(axis=0)
    order = np.lexsort((sent.ravel(), -np.round(flat, PLACES)))
    return flat, order


def _left(left: Cell, box: Cell, shape: Cell) -> list[Ints]:
    """Return how many of each group are left by how many are sent, where that matters."""
    return [
        np.minimum(n - np.arange(size), length - 1)
        for n, size, length in zip(left, box, shape, strict=True)
    ]
