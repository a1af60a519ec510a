"""The board of a battle with free losses, and one pass back over it: see `free_losses`."""

from dataclasses import dataclass, field

import numpy as np

from combat.arrays import Bools, Floats
from combat.attrition.duel import Duel
from combat.attrition.free_pairs import Choices, choices_of
from combat.attrition.free_side import NOWHERE, FreeSide
from combat.attrition.grid import GO_ON_WITHIN

ALIKE = 1e-12  # a tie between losses goes as the usual order says
SLAB = 1 << 22  # numbers of a table of means made in one go: 32 MB


@dataclass(frozen=True, eq=False)
class Stakes:
    """What the first side wants more of: the worth of an end at each pair of nodes.

    ``ended``: by itself; ``halted``: broken off; ``limited``: stopped at the round limit; each a
    float array of shape (attacker nodes, defender nodes).
    """

    ended: Floats
    halted: Floats
    limited: Floats


@dataclass(frozen=True, eq=False)
class Plan:
    """Whom both sides give up, in one round or in all.

    Attributes
    ----------
    option : int array, shape (attacker nodes, hits + 1, defender nodes)
        The attacker's option for the first of so many hits, knowing what is left of the defender.
    target : int array, shape (attacker nodes, defender nodes, hits + 1)
        The defender's node after so many hits; excess hits are lost.
    """

    option: np.ndarray
    target: np.ndarray


@dataclass(frozen=True, eq=False)
class Ends:
    """What a round's end is worth: given where known (``after``), else found on the way."""

    fightable: Bools
    stop: Bools
    stakes: Stakes
    may_stop: bool = False
    after: Floats | None = None


@dataclass(frozen=True, eq=False)
class Board:
    """The tables of a battle that the passes backwards and forwards read."""

    attacker: FreeSide
    defender: FreeSide
    choices: Choices
    second_for_first: bool = False
    _chances: dict[int, Floats] = field(default_factory=dict)

    @classmethod
    def of(cls, duel: Duel, *, second_for_first: bool = False) -> "Board":
        """Make the tables."""
        first, second = duel.attacker, duel.defender
        if not isinstance(first, FreeSide) or not isinstance(second, FreeSide):
            raise TypeError("a side without options cannot choose its losses")
        choices = choices_of(second, first.most_hits)
        return cls(first, second, choices, second_for_first)

    def losses(self, rank: int) -> Floats:
        """Chances of 0, 1, … losses of attackers of a rank, shape (defender nodes, losses + 1)."""
        if rank not in self._chances:
            fire, tail = self.defender.fire, self.defender.tail
            most = self.defender.most_hits
            self._chances[rank] = self.attacker.chances(rank, most, fire, tail)
        return self._chances[rank]

    def hits(self, rows: slice, rank: int) -> Floats:
        """Chances of 0, 1, … losses of defenders of a rank, shape (rows, losses + 1)."""
        fire, tail = self.attacker.fire[rows], self.attacker.tail[rows]
        return self.defender.chances(rank, self.attacker.most_hits, fire, tail)

    def slabs(self, rank: int) -> list[slice]:
        """Parts of a rank of the attacker whose tables fit into memory."""
        level = self.attacker.levels[rank]
        step = max(1, SLAB // len(self.defender) ** 2)
        edges = range(level.start, level.stop, step)
        return [slice(at, min(at + step, level.stop)) for at in edges]

    def blank(self) -> Plan:
        """Return a plan to be filled in."""
        a, d = self.attacker, self.defender
        option = np.zeros((len(a), d.most_hits + 1, len(d)), dtype=np.uint8)
        target = np.zeros((len(a), len(d), a.most_hits + 1), dtype=np.int32)
        target[:] = d.next(a.most_hits)
        return Plan(option, target)

    def back(self, ends: Ends) -> tuple[Floats, Plan, Floats]:
        """Go back over one round or, where what follows is not given, over all.

        Returns
        -------
        value : float array, shape (attacker nodes, defender nodes)
            Of fighting a round, of the end where the battle is over.
        plan : Plan
        onward : float array, same shape
            Of fighting another round; NaN where the battle is over.
        """
        plan = self.blank()
        value = ends.stakes.ended.copy()
        onward = np.full(value.shape, np.nan)
        below = np.zeros((0, 0, 0))
        for rank, level in enumerate(self.attacker.levels):
            here = self._own_losses(below, rank, plan)
            here[:, 0] = ends.stakes.ended[level] if ends.after is None else ends.after[level]
            for rows in self.slabs(rank):
                part = slice(rows.start - level.start, rows.stop - level.start)
                _Slab(self, ends, rows, here[part], plan, value, onward).fill(rank)
            below = here
        return value, plan, onward

    def _own_losses(self, below: Floats, rank: int, plan: Plan) -> Floats:
        """Best worth for attackers of a rank that must take 0, 1, … hits (0 is left open).

        Parameters
        ----------
        below : float array, shape (attackers of a rank less, hits + 1, defender nodes)

        Returns
        -------
        float array, shape (attackers, hits + 1, defender nodes)
        """
        level = self.attacker.levels[rank]
        most = min(rank, self.defender.most_hits)
        found = np.full((level.stop - level.start, most + 1, len(self.defender)), -np.inf)
        if not most:
            return found
        best, chosen = found[:, 1:], plan.option[level, 1 : most + 1]
        first = self.attacker.levels[rank - 1].start
        for option in range(self.attacker.options.shape[1]):
            after = self.attacker.options[level, option]
            rows = np.flatnonzero(after != NOWHERE)
            if len(rows):
                offered = below[after[rows] - first, :most]
                better = offered > best[rows] + ALIKE
                chosen[rows] = np.where(better, option, chosen[rows])
                best[rows] = np.maximum(best[rows], offered)
        return found


@dataclass(frozen=True, eq=False)
class _Slab:
    """Attackers of one rank, against all defenders.

    ``own``: float array, shape (rows, hits + 1, defender nodes): best worth once the attacker has
    to take so many hits; 0 hits, the worth of a round's end, is filled in on the way.
    """

    board: Board
    ends: Ends
    rows: slice
    own: Floats
    plan: Plan
    value: Floats
    onward: Floats

    def fill(self, rank: int) -> None:
        """Fill in values and choices, rank by rank of the defender."""
        if not self.ends.fightable[self.rows].any():
            return
        chances = self.board.losses(rank)
        means = np.matmul(chances[:, 1:], self.own[:, 1:])
        flat = means.reshape(len(means), -1)
        for part, level in enumerate(self.board.defender.levels):
            if part and self.ends.fightable[self.rows, level].any():
                self._level(part, level, chances, flat)

    def _level(self, rank: int, level: slice, chances: Floats, means: Floats) -> None:
        size = len(self.board.defender)
        choice = self.board.choices.by_rank[rank]
        hits = self.board.hits(self.rows, rank)
        offered = means[:, choice.before * size + choice.after]
        offered += chances[choice.before, 0] * self.own[:, 0, choice.after]
        best = choice.best(offered, largest=self.board.second_for_first)
        shape = (len(means), level.stop - level.start, -1)
        chosen = choice.after[choice.first(offered, best, ALIKE)]
        self.plan.target[self.rows, level, 1 : hits.shape[1]] = chosen.reshape(shape)
        nodes = np.arange(level.start, level.stop)
        rest = np.matmul(best.reshape(shape), hits[:, 1:, None])[..., 0]
        rest += hits[:, :1] * means[:, nodes * size + nodes]
        still = hits[:, :1] * chances[level, 0]
        self._settle(level, rest, still)

    def _settle(self, level: slice, rest: Floats, still: Floats) -> None:
        """Add 'no hit on either side', which leads back; set what the round's end is worth."""
        at = self.rows, level
        fightable, stakes = self.ends.fightable[at], self.ends.stakes
        if self.ends.after is not None:
            found = rest + still * self.ends.after[at]
        else:
            going = rest / np.where(still < 1.0, 1.0 - still, 1.0)
            stop = self.ends.stop[at]
            if self.ends.may_stop:
                stop = going < stakes.halted[at] - GO_ON_WITHIN
            found = np.where(stop, rest + still * stakes.halted[at], going)
            later = np.where(stop, stakes.halted[at], going)
            self.own[:, 0, level] = np.where(fightable, later, stakes.ended[at])
        self.value[at] = np.where(fightable, found, stakes.ended[at])
        self.onward[at] = np.where(fightable, found, np.nan)
