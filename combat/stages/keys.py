"""One whole number for a row, and merging of rows by it.

The number is mixed radix over the bounds of the columns, the case id in front. Where the product of
the bounds passes 2⁶³ the columns fall into words: the number of the words before is replaced by a
small id, given in order of first appearance, so that one int64 is always enough.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from combat.arrays import Floats, Ints

WHOLE = 2**63 - 1
"""The largest key."""
REST = 2**34
"""Room for each word after the first, which leaves room for 2²⁹ ids."""
DENSE = 8
"""Keys are numbered by a table, not by sorting, while its length is below this many keys."""


class Radix:
    """Keys of rows whose columns lie between `low` and `high`, for `cases` cases.

    Examples
    --------
    >>> radix = Radix([0, -1], [9, 9])
    >>> radix.encode(np.array([[4, 2]])).tolist()
    [47]
    >>> radix.decode(np.array([47]))[0].tolist()
    [[4, 2]]
    """

    def __init__(self, low: Sequence[int], high: Sequence[int], *, cases: int = 1) -> None:
        self._low, self._high = np.array(low, np.int64), np.array(high, np.int64)
        sizes = [int(top) - int(bottom) + 1 for bottom, top in zip(low, high, strict=True)]
        self._words = [_Word(part, sizes, self._low) for part in _split(sizes, max(cases, 1))]
        self.size = cases * self._words[0].size if len(self._words) == 1 else WHOLE

    def encode(self, rows: Ints, case: Ints | int = 0) -> Ints:
        """Return the key of each row, (rows,).

        Raises
        ------
        ValueError
            If a column is outside its bounds.
        """
        self._check(rows)
        key = self._words[0].number(rows, case)
        for word in self._words[1:]:
            key = word.number(rows, word.ids.give(key))
        return key

    def decode(self, keys: Ints) -> tuple[Ints, Ints]:
        """Return the rows, (rows, columns), and their cases, (rows,)."""
        columns = np.tile(self._low[:, None], len(keys))
        for word in self._words[:0:-1]:
            keys = word.ids.values[word.split(keys, columns)]
        case = self._words[0].split(keys, columns)
        return columns.T, case

    def _check(self, rows: Ints) -> None:
        if not len(rows):
            return
        low, high = rows.min(axis=0), rows.max(axis=0)
        if (low < self._low).any() or (high > self._high).any():
            column = int(np.argmax((low < self._low) | (high > self._high)))
            raise ValueError(
                f"column {column} holds {low[column]} to {high[column]}, "
                f"outside its bounds {self._low[column]} to {self._high[column]}"
            )


class _Word:
    """Some of the columns as one number."""

    def __init__(self, part: Sequence[int], sizes: Sequence[int], low: Ints) -> None:
        self.size = 1
        self.ids = _Ids()
        self._places = []
        self._weights = np.zeros(len(sizes), np.int64)
        for column in reversed(part):
            if sizes[column] > 1:
                self._weights[column] = self.size
                self._places.append((column, sizes[column]))
            self.size *= sizes[column]
        self._offset = int(self._weights @ low)

    def number(self, rows: Ints, front: Ints | int) -> Ints:
        key: Ints = rows @ self._weights
        key += np.multiply(front, self.size) - self._offset
        return key

    def split(self, keys: Ints, columns: Ints) -> Ints:
        for column, size in self._places:
            rest = keys // size
            columns[column] += keys - rest * size
            keys = rest
        return keys


class _Ids:
    """Small ids of large numbers, in order of first appearance."""

    def __init__(self) -> None:
        self.values = np.zeros(0, np.int64)
        self._order = np.zeros(0, np.int64)

    def give(self, numbers: Ints) -> Ints:
        distinct, inverse = np.unique(numbers, return_inverse=True)
        fresh = distinct[~np.isin(distinct, self.values)]
        if fresh.size:
            self.values = np.concatenate([self.values, fresh])
            self._order = np.argsort(self.values)
        place = np.searchsorted(self.values, distinct, sorter=self._order)
        ids: Ints = self._order[place][inverse]
        return ids


def _split(sizes: Sequence[int], cases: int) -> list[list[int]]:
    """Part the columns into words: one if they fit, else a long first and short further ones."""
    words: list[list[int]] = [[]]
    room = WHOLE // cases
    for column, size in enumerate(sizes):
        if size > room:
            words.append([])
            room = REST
        if size > room:
            raise ValueError(f"column {column} has {size:,} values; at most {REST:,} are possible")
        words[-1].append(column)
        room //= size
    return words


def number(keys: Ints, size: int = WHOLE) -> tuple[Ints, Ints]:
    """Return the distinct keys, rising, and for each key its place among them.

    Parameters
    ----------
    keys : (rows,) int
        Keys from 0.
    size : int
        Above every key; if it is not much more than the number of keys, no sorting is needed.

    Examples
    --------
    >>> distinct, place = number(np.array([7, 3, 7]))
    >>> distinct.tolist(), place.tolist()
    ([3, 7], [1, 0, 1])
    """
    if size > DENSE * len(keys) + 64:
        return np.unique(keys, return_inverse=True)
    seen = np.zeros(size, np.bool_)
    seen[keys] = True
    distinct = np.flatnonzero(seen)
    places = np.empty(size, np.int64)
    places[distinct] = np.arange(len(distinct))
    return distinct, places[keys]


def summed(place: Ints, weights: Floats, count: int) -> Floats:
    """Sum weights, (rows,) or (rows, sums), by place; (count,) or (count, sums)."""
    if weights.ndim == 1:
        return np.asarray(np.bincount(place, weights, minlength=count), dtype=np.float64)
    total = np.empty((count, weights.shape[1]))
    for at, part in enumerate(weights.T):
        total[:, at] = np.bincount(place, part, minlength=count)
    return total


def merge(states: Ints, case: Ints, weights: Floats, *, bounds: Ints) -> tuple[Ints, Ints, Floats]:
    """Merge equal rows of a case.

    Parameters
    ----------
    states : (rows, columns) int
        Rows, from 0; the first column (stage) from −1.
    case : (rows,) int
        Case ids, from 0.
    weights : (rows,) or (rows, sums) float
        What is summed: mass, moments, rewards.
    bounds : (columns,) int
        Largest value of each column.

    Returns
    -------
    states, case, weights
        The distinct rows, by rising case, with summed weights.

    Examples
    --------
    >>> rows, case, mass = merge(np.array([[-1, 3], [-1, 3]]), np.array([0, 0]),
    ...                          np.array([0.25, 0.5]), bounds=np.array([0, 9]))
    >>> rows.tolist(), case.tolist(), mass.tolist()
    ([[-1, 3]], [0], [0.75])
    """
    low = [-1] + [0] * (len(bounds) - 1)
    radix = Radix(low, [int(bound) for bound in bounds], cases=int(case.max(initial=0)) + 1)
    keys, place = number(radix.encode(states, case), radix.size)
    return *radix.decode(keys), summed(place, weights, len(keys))
