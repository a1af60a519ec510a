"""Parts of a problem: some of its fronts, with the units that they and home hold.

Groups that differ only in how they get to the other fronts are one there, so two fronts of many are
as small a problem as two fronts by themselves, and the best split of them is exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from combat.axis_allies.fronts.problem import LIFT, Group, Problem, Way

Cell = tuple[int, ...]
Cells = tuple[Cell, ...]
Ways = tuple[Way, ...]


@dataclass(frozen=True, eq=False)
class Block:
    """Some fronts of a problem by themselves.

    Parameters
    ----------
    whole : Problem
    fronts : tuple of int
        Their numbers there, in order.
    left : tuple of int
        How many of each group of the whole these fronts and home hold.
    problem : Problem
        The part, its groups made of groups of the whole.
    members : tuple of tuple of int
        By group of the part: the groups of the whole that it is made of.
    """

    whole: Problem
    fronts: tuple[int, ...]
    left: Cell
    problem: Problem
    members: tuple[tuple[int, ...], ...]

    def cells(self, cells: Cells) -> Cells:
        """Return choices of the part by the groups of the whole."""
        left, found = list(self.left), []
        for _, cell in zip(self.fronts, cells, strict=True):
            row = [0] * len(self.whole.groups)
            for number, members, group in zip(cell, self.members, self.problem.groups, strict=True):
                for at in members:  # a part stands behind its group
                    of = self.whole.groups[at].part_of
                    row[at] = min(number, left[at] if of is None else row[of])
                    number -= row[at]
                    left[at] -= row[at] if of is None else 0
                assert not number, group
            found.append(tuple(row))
        return tuple(found)


def block(problem: Problem, fronts: Sequence[int], cells: Cells | None = None) -> Block:
    """Return some fronts by themselves.

    Parameters
    ----------
    problem : Problem
    fronts : sequence of int
        In order.
    cells : tuple of tuple of int, optional
        A split; what it sends to other fronts is not there. Nobody goes elsewhere if not given.
    """
    left = tuple(
        group.number - sum(row[at] for front, row in enumerate(cells or ()) if front not in fronts)
        for at, group in enumerate(problem.groups)
    )
    barred = _barred(problem, fronts, left)
    kinds: dict[tuple[str, Ways, tuple[tuple[int, Ways], ...]], list[int]] = {}
    parts: dict[int, list[int]] = {}
    for at, group in enumerate(problem.groups):
        if group.part_of is not None:
            parts.setdefault(group.part_of, []).append(at)
    for at, group in enumerate(problem.groups):
        ways = _ways(group, fronts, barred)
        lifts = any(way.way == LIFT for way in ways)  # that none is there matters too
        if group.part_of is None and (left[at] or lifts) and ways:
            own = [(_ways(problem.groups[part], fronts, barred)) for part in parts.get(at, ())]
            kinds.setdefault((group.unit, ways, tuple(enumerate(own))), []).append(at)
    groups, members = [], []
    for (unit, ways, _), those in kinds.items():
        groups.append(Group(unit, sum(left[at] for at in those), ways))
        members.append(tuple(those))
    for number, ((unit, _, own_ways), those) in enumerate(kinds.items()):
        for which, ways in own_ways:
            if ways:
                groups.append(Group(unit, groups[number].number, ways, number))
                members.append(tuple(parts[at][which] for at in those))
    few = tuple(problem.fronts[front] for front in fronts)
    return Block(
        problem,
        tuple(fronts),
        left,
        Problem(few, tuple(groups), problem.edition),
        tuple(members),
    )


def _barred(problem: Problem, fronts: Sequence[int], left: Cell) -> set[tuple[int, str]]:
    """Return where nobody can fight at sea: not all are left that must take part there."""
    return {
        (way.front, way.zone)
        for at, group in enumerate(problem.groups)
        for way in group.ways
        if way.must and way.front in fronts and left[at] < group.number
    }


def _ways(group: Group, fronts: Sequence[int], barred: set[tuple[int, str]]) -> Ways:
    return tuple(
        replace(way, front=fronts.index(way.front))
        for way in group.ways
        if way.front in fronts and (way.front, way.zone) not in barred
    )
