"""A search for a good split where there are too many for an exact answer.

Two fronts at a time are split anew, exactly (`combat.axis_allies.fronts.pairs`). Where two fronts
by themselves are too many choices, units are moved between fronts and home first, one or half of a
group at a time, and exchanged in pairs, as long as that makes the split better. Nothing proves that
the result is the best; `combat.axis_allies.fronts.bounds` says how far from it it can be at most.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, permutations, product

import numpy as np

from combat.arrays import Ints
from combat.axis_allies.fronts.best import is_ahead, rank, score_of, shortfall
from combat.axis_allies.fronts.operations import called_off, clipped, launched
from combat.axis_allies.fronts.pairs import Pairs, from_starts
from combat.axis_allies.fronts.problem import (
    AIR,
    BOMBARD,
    LAND,
    LANDING,
    LIFT,
    NET,
    SEA,
    Problem,
    Split,
)
from combat.axis_allies.fronts.rows import allowed
from combat.axis_allies.fronts.tables import of_rows

MOST_ROUNDS = 200  # improvements from one start
MOST_SOLVED = 1_500  # battles, after which no other start is made
MOST_ORDERS = 6  # of fronts, in which everything is sent
ORDER = (SEA, LAND, AIR, LIFT, LANDING, BOMBARD)  # of ways, in which a start is filled

Cell = tuple[int, ...]
Cells = tuple[Cell, ...]
Found = tuple[bool, float, float]  # may be, chance, swing


@dataclass(eq=False)
class Known:
    """What fronts do with the choices asked about so far, each solved once."""

    problem: Problem
    found: list[dict[Cell, Found]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.found = [{} for _ in self.problem.fronts]

    @property
    def number(self) -> int:
        """How many choices are known."""
        return sum(map(len, self.found))

    def learn(self, asked: Sequence[set[Cell]]) -> None:
        """Solve what is not known yet of some choices, front by front."""
        for front, cells in enumerate(asked):
            new = sorted(cells - self.found[front].keys())
            if new:
                rows: Ints = np.array(new, dtype=np.int64)
                one = of_rows(self.problem, front, rows)
                values = zip(one.may.tolist(), one.chance.tolist(), one.swing.tolist(), strict=True)
                self.found[front] |= dict(zip(new, values, strict=True))

    def split(self, cells: Cells, aim: str) -> Split | None:
        """Return a split whose choices are known, None if it may not be."""
        rows = [self.found[front][cell] for front, cell in enumerate(cells)]
        if not all(row[0] for row in rows):
            return None
        chances, swings = tuple(row[1] for row in rows), tuple(row[2] for row in rows)
        return Split(score_of(aim, chances, swings), cells, chances, swings)


def searched(
    problem: Problem, *, aim: str, known: Known | None = None, pairs: Pairs | None = None
) -> list[Split]:
    """Return splits found by a search, the best first; [] if none may be or has a chance.

    Parameters
    ----------
    problem : Problem
    aim : str
        As in `combat.axis_allies.fronts.best.best_splits`.
    known : Known, optional
        Choices that are solved already.
    pairs : Pairs, optional
        Pairs of fronts that are solved already.
    """
    pairs = pairs or Pairs(problem, aim)
    best = from_starts(pairs)
    found: dict[Cells, Split] = {}
    if not pairs.settled(best):
        found = _by_moves(problem, known or Known(problem), aim)
        for start in sorted(found.values(), key=lambda split: rank(problem, split))[-1:]:
            split = pairs.improved(start, pairs.limits, range(len(problem.fronts)))
            best = split if is_ahead(problem, split, best) else best
    found |= {split.cells: split for split in (*pairs.behind(best), best)}
    good = [
        split
        for split in found.values()
        if not shortfall(problem, split) and (aim == NET or split.score > 0.0)
    ]
    return sorted(good, key=lambda split: (-split.score, split.cells))


def _by_moves(problem: Problem, known: Known, aim: str) -> dict[Cells, Split]:
    """Return the splits passed on the way uphill, from several starts."""
    found: dict[Cells, Split] = {}
    for start in dict.fromkeys(_starts(problem)):
        if found and known.number > MOST_SOLVED:
            break
        for split in _climbed(problem, known, start, aim):
            found[split.cells] = split
    return found


def _starts(problem: Problem) -> Iterator[Cells]:
    """Go through the starts: a share each, nobody, all to one front after the other."""
    fronts = range(len(problem.fronts))
    whole = [group.number for group in problem.groups]
    share = [-(-group.number // len(group.ways)) for group in problem.groups]
    yield _parted(problem, fronts, whole, share)
    yield tuple(tuple(0 for _ in whole) for _ in fronts)
    for order in islice(permutations(fronts), MOST_ORDERS):
        yield _parted(problem, order, whole, whole)


def _parted(
    problem: Problem, order: Sequence[int], whole: Sequence[int], most: Sequence[int]
) -> Cells:
    """Send to one front after the other what is left, but not more than `most` of a group."""
    left, cells = list(whole), {}
    for front in order:
        cells[front] = _filled(problem, front, list(map(min, left, most)))
        left = [n - m for n, m in zip(left, cells[front], strict=True)]
    return tuple(cells[front] for front in range(len(cells)))


def _filled(problem: Problem, front: int, left: Sequence[int]) -> Cell:
    """Send as many as may be of each group to a front: transports first, who bombards last."""
    cell = [0] * len(left)

    def turn(at: int) -> int:
        way = problem.groups[at].way(front)
        return 0 if way is None else ORDER.index(way.way)

    for at in sorted(range(len(left)), key=turn):
        if any(w.zone for w in problem.groups[at].ways if w.front == front):
            continue  # begun by a move of its own
        most = min(left[at], problem.groups[at].most(front))
        rows = np.array([[*cell[:at], n, *cell[at + 1 :]] for n in range(most + 1)])
        may = allowed(problem, front, rows)
        cell[at] = int(np.flatnonzero(may)[-1]) if may.any() else most
    return tuple(cell)


def _climbed(problem: Problem, known: Known, start: Cells, aim: str) -> Iterator[Split]:
    """Go uphill from a start; yield what is passed on the way and may be."""
    now, best = start, None
    for _ in range(MOST_ROUNDS):
        better = None
        for moves in (_moves, _together, _exchanges):
            ahead = [clipped(problem, cells) for cells in moves(problem, now)]
            asked = [{cells[front] for cells in (*ahead, now)} for front in range(len(now))]
            known.learn(asked)
            best = best or known.split(now, aim)
            splits = [split for cells in ahead if (split := known.split(cells, aim)) is not None]
            top = max(splits, key=lambda split: rank(problem, split), default=None)
            if top is not None and (best is None or is_ahead(problem, top, best)):
                better = top
                break
        if better is None:
            break
        now, best = better.cells, better
        yield better
    if best is not None:
        yield best


def _together(problem: Problem, now: Cells) -> Iterator[Cells]:
    """Go through splits in which all that there is goes to one front, or all of one front home.

    All that is at home, and all that other fronts have as well; a landing after a battle at sea is
    begun or called off as a whole.
    """
    whole = [group.number for group in problem.groups]
    for front, cell in enumerate(now):
        elsewhere = [sum(column) for column in zip(*_others(now, front), strict=True)] or None
        left = [n - m for n, m in zip(whole, elsewhere or [0] * len(whole), strict=True)]
        new = [called_off(problem, front, cell), (0,) * len(cell)]
        for able in (left, whole) if elsewhere else (left,):
            new += [*launched(problem, front, able, cell), _reinforced(problem, front, able, cell)]
        for one in dict.fromkeys(new):
            if one != cell:
                yield _yielding((*now[:front], one, *now[front + 1 :]), front, whole)


def _reinforced(problem: Problem, front: int, left: Sequence[int], cell: Cell) -> Cell:
    """Return a choice with all that may go, beside a battle at sea and the landing after it."""
    full = list(_filled(problem, front, left))
    for at, group in enumerate(problem.groups):
        way = group.way(front)
        if way is not None and way.zone:
            full[at] = cell[at]
            if group.part_of is not None:
                full[group.part_of] = max(full[group.part_of], cell[at])
    return tuple(full)


def _others(cells: Cells, front: int) -> list[Cell]:
    return [cell for at, cell in enumerate(cells) if at != front]


def _yielding(cells: Cells, front: int, whole: Sequence[int]) -> Cells:
    """Return a split in which other fronts have given up what one of them takes."""
    left = [n - m for n, m in zip(whole, cells[front], strict=True)]
    rows = []
    for at, cell in enumerate(cells):
        row = list(cell) if at == front else [min(n, m) for n, m in zip(cell, left, strict=True)]
        if at != front:
            left = [n - m for n, m in zip(left, row, strict=True)]
        rows.append(tuple(row))
    return tuple(rows)


def _moves(problem: Problem, cells: Cells) -> Iterator[Cells]:
    """Go through splits with one unit, half or all of a group's share elsewhere or at home."""
    home = len(cells)
    for at, group in enumerate(problem.groups):
        ends = [*(way.front for way in group.ways), home]
        there = {front: cells[front][at] for front in ends[:-1]}
        there[home] = group.number - sum(there.values())
        for one, other in permutations(ends, 2):
            for number in {1, there[one] // 2, there[one]} if there[one] else ():
                if number:
                    yield _moved(cells, at, (one, other), number)


def _exchanges(problem: Problem, cells: Cells) -> Iterator[Cells]:
    """Go through splits with a unit of one group there and one of another back."""
    fronts = range(len(cells))
    for one, other in permutations(fronts, 2):
        give = [g for g in range(len(problem.groups)) if cells[one][g] and _goes(problem, g, other)]
        take = [g for g in range(len(problem.groups)) if cells[other][g] and _goes(problem, g, one)]
        for mine, theirs in product(give, take):
            if mine != theirs:
                yield _moved(_moved(cells, mine, (one, other), 1), theirs, (other, one), 1)


def _goes(problem: Problem, group: int, front: int) -> bool:
    return problem.groups[group].way(front) is not None


def _moved(cells: Cells, group: int, way: tuple[int, int], number: int) -> Cells:
    """Move units of a group; the end after the last front is home."""
    rows = [list(cell) for cell in cells]
    for front, change in zip(way, (-number, number), strict=True):
        if front < len(rows):
            rows[front][group] += change
    return tuple(map(tuple, rows))
