"""What a split does: each front's battle, and the turn as a whole.

All units are committed before the first die of the turn, so the fronts are independent of one
another, and the order of their battles (AA-24) changes no odds: chances multiply, swings add up.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

from combat.axis_allies.fronts.from_map import Turn
from combat.axis_allies.fronts.plan import Chosen
from combat.axis_allies.fronts.problem import AIR, LAND, LIFT, SEA, Front
from combat.axis_allies.fronts.result import Result
from combat.axis_allies.fronts.sent import Sent
from combat.axis_allies.fronts.shores import swings_of
from combat.axis_allies.fronts.swings import Swings
from combat.axis_allies.units import WHOLE
from combat.convolution import Spread, plus, spread_of, step_of
from combat.errors import TooLargeError, WargameError
from combat.estimate import Estimate
from combat.force import Force

DRY = (LAND, SEA, AIR)  # ways that need no transport


class Row(NamedTuple):
    """One way in which the fronts can go together.

    ``succeed``: which of them do; ``chance``; ``swing``: mean net value then, in IPC; ``spread``:
    chances of its values, which sum to `chance`.
    """

    succeed: tuple[bool, ...]
    chance: float
    swing: float
    spread: Spread


@dataclass(frozen=True, eq=False)
class Together:
    """All fronts of a turn together.

    Parameters
    ----------
    results : sequence of Result
    """

    results: Sequence[Result]

    @cached_property
    def step(self) -> float:
        """IPC from one value of the swing to the next."""
        return step_of([one.swing for one in self.results])

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Every way in which fronts succeed or fail together that can happen, all first."""
        found = []
        for succeed in product((True, False), repeat=len(self.results)):
            spread = Spread(0, np.ones(1))
            for one, good in zip(self.results, succeed, strict=True):
                there = one.success == good
                if not there.any() or not one.chance[there].sum():
                    break
                spread = plus(spread, spread_of(one.swing[there], one.chance[there], self.step))
            else:
                chance = float(spread.chance.sum())
                mean = float(spread.numbers @ spread.chance) * self.step / chance
                found.append(Row(succeed, chance, mean, spread))
        return tuple(found)

    @cached_property
    def whole(self) -> Spread:
        """The swing of the turn, in steps."""
        low = min(row.spread.start for row in self.rows)
        high = max(row.spread.start + len(row.spread.chance) for row in self.rows)
        chance = np.zeros(high - low)
        for row in self.rows:
            at = row.spread.start - low
            chance[at : at + len(row.spread.chance)] += row.spread.chance
        return Spread(low, chance)

    @property
    def mean(self) -> Estimate:
        """Mean net value of the turn, in IPC."""
        return self._estimate(self.step * self.whole.mean, self.step * self.whole.variance**0.5)

    def quantile(self, share: float) -> Estimate:
        """Return the net value that is stayed under or reached with this chance."""
        return Estimate.of_exact(self.step * self.whole.quantile(share))

    def _estimate(self, mean: float, sd: float) -> Estimate:
        trials = [one.trials for one in self.results if one.trials is not None]
        return Estimate.of_mean(mean, sd, min(trials, default=None) if trials else None)

    @property
    def none(self) -> float:
        """Chance that no front succeeds."""
        return sum(row.chance for row in self.rows if not any(row.succeed))

    @property
    def all(self) -> float:
        """Chance that every front succeeds."""
        return sum(row.chance for row in self.rows if all(row.succeed))

    def income(self, turn: Turn) -> Estimate:
        """Mean income that the side gains, in IPC a turn."""
        mean = variance = 0.0
        for one in self.results:
            chance = float(one.chance[one.taken].sum())
            gain = turn.gain(one.front.target)
            mean += chance * gain
            variance += chance * (1.0 - chance) * gain**2
        return self._estimate(mean, variance**0.5)


class More(NamedTuple):
    """What one unit more does at a front: chance and mean net value with it, and the change."""

    front: int
    unit: str
    chance: float
    swing: float
    more_chance: float
    more_swing: float


def one_more(turn: Turn, results: Sequence[Result]) -> tuple[More, ...]:
    """Return what each front would do with one unit more of each type that can fight there."""
    found: list[More] = []
    for number, one in enumerate(results):
        if one.front.battle is None:
            continue
        table = turn.position.table
        sea = turn.position.board.areas[one.front.target].sea
        lone = table.of_role("transport")
        names = list(table.of_domain("sea" if sea else "land", "air"))
        names = [name for name in names if name not in lone]
        forces = [_with(one.sent, name, table.names) for name in names]
        if one.sent.fleet:
            afloat = [n for n in table.of_domain("sea", "air") if n not in {*lone, *WHOLE}]
            forces += [_at_sea(one.sent, name, table.names) for name in afloat]
            names += [f"{name} at sea" for name in afloat]
        known = _swings(one.front, [one.sent, *forces] if one.sent.anybody else forces)
        if known is None:
            continue
        chance, swing = known.chance.tolist(), known.swing.tolist()
        before = (chance.pop(0), swing.pop(0)) if one.sent.anybody else (0.0, 0.0)
        for name, p, ipc in zip(names, chance, swing, strict=True):
            found.append(More(number, name, p, ipc, p - before[0], ipc - before[1]))
    return tuple(found)


def _with(one: Sent, unit: str, order: tuple[str, ...]) -> Sent:
    return replace(one, force=one.force.changed(unit, 1, order=order))


def _at_sea(one: Sent, unit: str, order: tuple[str, ...]) -> Sent:
    return replace(one, fleet=one.fleet.changed(unit, 1, order=order))


def _swings(front: Front, forces: Sequence[Sent]) -> Swings | None:
    try:
        return swings_of(front, forces)
    except (TooLargeError, WargameError):
        return None


def staying(turn: Turn, chosen: Chosen) -> Force:
    """Return who could go and stays at home; those are left out who find no ship.

    Transports and ships that only bombard are not told.
    """
    problem = turn.problem
    left = [
        group.number - sum(cell[at] for cell in chosen.split.cells)
        for at, group in enumerate(problem.groups)
    ]
    free = {
        group.ways[0].ships[0]
        for group, n in zip(problem.groups, left, strict=True)
        if n and group.ways[0].way == LIFT and group.part_of is None
    }
    counts = dict.fromkeys(turn.position.table.names, 0)
    for group, n in zip(problem.groups, left, strict=True):
        ways = [way for way in group.ways if way.way != LIFT and group.part_of is None]
        if any(way.way in DRY or free & set(way.ships) for way in ways):
            counts[group.unit] += n
    return Force.of(counts)
