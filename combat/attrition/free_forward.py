"""Following best losses forward: where battles end, how long they take, whom the sides give up."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.attrition.duel import Duel
from combat.attrition.duel_odds import Attrition, DuelOdds
from combat.attrition.free_board import Board, Plan
from combat.attrition.free_losses import Solution
from combat.attrition.free_side import NOWHERE, FreeSide
from combat.threads import single_thread


@dataclass(frozen=True, eq=False)
class Departures:
    """Where losses differ from the usual order, for a side.

    ``hits``: mean number of hits that it takes; ``taken``, ``spared``: by column of its nodes, the
    mean number of hits that take a unit there which the usual order would not, or the reverse.
    """

    hits: Floats
    taken: Floats
    spared: Floats

    @classmethod
    def none(cls, side: FreeSide) -> "Departures":
        """Return a count that is still empty."""
        columns = side.nodes.shape[1]
        return cls(np.zeros(1), np.zeros(columns), np.zeros(columns))


class FreeAttrition(Attrition):
    """Exact answers about a duel whose losses were solved for.

    Parameters
    ----------
    solution : Solution
    """

    def __init__(self, solution: Solution, *, second_for_first: bool = False) -> None:
        self._solution = solution
        self._board = Board.of(solution.duel, second_for_first=second_for_first)

    def odds(self, duel: Duel) -> DuelOdds:
        """Where the battle ends, and how long it takes."""
        if duel.horizon is not None:
            return self._odds_by_round(duel)
        before, arrived = duel.start_mass(), np.zeros(duel.shape)
        first = np.where(duel.fightable, before, 0.0)
        arrived = self._round(first, 0) + np.where(duel.fightable, 0.0, before)
        going = duel.going(1)
        mass = self._follow(arrived, going)
        fought, rest = np.where(going, mass, 0.0), np.where(going, 0.0, mass)

        def square() -> float:
            """A visit in round n adds 2n − 1; n summed over visits follows as they did."""
            second = np.where(going, arrived, 0.0)
            numbered = np.where(going, self._follow(fought + second, going), 0.0)
            return float((first + 2.0 * numbered - fought).sum())

        return DuelOdds(
            np.where(duel.fightable, 0.0, rest),
            np.where(duel.fightable, rest, 0.0),
            np.zeros(duel.shape),
            fought + first,
            square,
        )

    def departures(self, fought: Floats) -> tuple[Departures, Departures]:
        """Where best losses depart from the usual orders, for battles of one plan.

        Parameters
        ----------
        fought : float array, shape (attacker nodes, defender nodes)
            Mean number of rounds fought from each pair.
        """
        found = Departures.none(self._board.attacker), Departures.none(self._board.defender)
        with single_thread(len(self._board.defender)):
            Flow(self._board, self._solution.plans[0], found).step(fought)
        return found

    def _follow(self, inflow: Floats, going: Bools) -> Floats:
        with single_thread(len(self._board.defender)):
            return Flow(self._board, self._solution.plans[0]).follow(inflow, going)

    def _round(self, mass: Floats, fought: int) -> Floats:
        with single_thread(len(self._board.defender)):
            return Flow(self._board, self._solution.plan(fought)).step(mass)

    def _ends_by_round(self, duel: Duel) -> Iterator[tuple[int, Floats, Floats]]:
        self._fought = 0
        yield from super()._ends_by_round(duel)

    def _step(self, mass: Floats, going: Bools) -> Floats:
        """Fight the next round of those that `_ends_by_round` steps through."""
        self._fought += 1
        return self._round(np.where(going, mass, 0.0), self._fought - 1)


@dataclass(frozen=True, eq=False)
class Flow:
    """Mass that flows from pair to pair under a plan, by falling rank of the attacker."""

    board: Board
    plan: Plan
    departures: tuple[Departures, Departures] | None = None

    def follow(self, inflow: Floats, going: Bools) -> Floats:
        """Follow battles to their ends.

        Returns
        -------
        float array, shape (attacker nodes, defender nodes)
            Where another round is fought (`going`), how often on average; elsewhere the mass that
            ends there.
        """
        return self._run(inflow, going)

    def step(self, mass: Floats) -> Floats:
        """Fight one round with the mass at each pair; return what arrives, in the same shape."""
        return self._run(mass, None)

    def _run(self, inflow: Floats, going: Bools | None) -> Floats:
        found = np.zeros(inflow.shape)
        board = self.board
        pending: Floats | None = None
        for rank in range(len(board.attacker.levels) - 1, -1, -1):
            level = board.attacker.levels[rank]
            most = min(rank, board.defender.most_hits)
            here = np.zeros((level.stop - level.start, most + 1, inflow.shape[1]))
            if pending is not None:
                self._hand_down(pending, here, rank + 1)
            for rows in board.slabs(rank):
                part = slice(rows.start - level.start, rows.stop - level.start)
                if going is None:
                    self._fight(rows, rank, inflow[rows], here[part])
                else:
                    here[part, 0] += inflow[rows]
                    self._fight(rows, rank, here[part, 0], here[part], going[rows])
            found[level] = here[:, 0]
            pending = here
        return found

    def _fight(
        self, rows: slice, rank: int, mass: Floats, here: Floats, going: Bools | None = None
    ) -> None:
        """Fight from these pairs; ``here`` gets what arrives there, by hits still to be taken.

        With `going`, mass that arrives by falling rank of the defender fights on, and ``mass``
        (then ``here[:, 0]`` itself) becomes the mean number of rounds fought.
        """
        if not (mass.any() and rank):
            return
        board = self.board
        count, size = mass.shape
        chances = board.losses(rank)
        moved = np.zeros((count, size, size))
        for part in range(len(board.defender.levels) - 1, 0, -1):
            level = board.defender.levels[part]
            if not mass[:, level].any():
                continue
            hits = board.hits(rows, part)
            blank = chances[level, 0]
            if going is None:
                fought = mass[:, level]
                here[:, 0, level] += fought * hits[:, :1] * blank
            else:
                still = hits[:, :1] * blank
                goes = going[:, level]
                visits = mass[:, level] / np.where(goes, 1.0 - still, 1.0)
                mass[:, level] = visits
                fought = np.where(goes, visits, 0.0)
            self._move(rows, level, fought, hits, moved, here, blank)
        here[:, 1:] += np.matmul(chances[:, 1:].T, moved)

    def _move(
        self,
        rows: slice,
        level: slice,
        fought: Floats,
        hits: Floats,
        moved: Floats,
        here: Floats,
        blank: Floats,
    ) -> None:
        """Name the defender's losses; what suffers no loss itself arrives at once."""
        count, size = len(fought), here.shape[2]
        most = hits.shape[1]
        target = self.plan.target[rows, level, 1:most]
        weight = fought[..., None] * hits[:, None, 1:]
        a, d = np.arange(count)[:, None], np.arange(level.start, level.stop)[None, :]
        moved[a, d, d] = fought * hits[:, :1]
        moved[a[..., None], d[..., None], target] = weight
        places = (a[..., None] * size + target).ravel()
        direct = np.bincount(places, (weight * blank[:, None]).ravel(), minlength=count * size)
        here[:, 0] += direct.reshape(count, size)
        if self.departures is not None:
            self._depart(d.ravel(), target, weight)

    def _depart(self, nodes: Ints, target: Ints, weight: Floats) -> None:
        """Count where the defender's losses differ from the usual order."""
        assert self.departures is not None
        side, count = self.board.defender, self.departures[1]
        number = np.minimum(np.arange(1, target.shape[2] + 1), side.rank[nodes][:, None])
        count.hits[:] += (weight * number).sum()
        usual = side.next(self.board.attacker.most_hits)[nodes][:, 1 : target.shape[2] + 1]
        a, at, hit = np.nonzero((target != usual) & (weight > 0.0))
        more = side.nodes[usual[at, hit]] - side.nodes[target[a, at, hit]]
        mass = weight[a, at, hit]
        count.taken[:] += mass @ np.maximum(more, 0)
        count.spared[:] += mass @ np.maximum(-more, 0)

    def _hand_down(self, pending: Floats, here: Floats, rank: int) -> None:
        """Let the attacker of a rank name the first of the losses still to be taken.

        Parameters
        ----------
        pending : float array, shape (attackers of the rank, hits + 1, defender nodes)
        here : float array, shape (attackers of a rank less, hits + 1, defender nodes)
            Gets them with a hit less to take.
        """
        side = self.board.attacker
        level, below = side.levels[rank], side.levels[rank - 1]
        most = pending.shape[1] - 1
        chosen = self.plan.option[level, 1 : most + 1]
        for option in range(side.options.shape[1]):
            after = side.options[level, option]
            rows = np.flatnonzero(after != NOWHERE)
            if not len(rows):
                continue
            mass = np.where(chosen[rows] == option, pending[rows, 1:], 0.0)
            places = after[rows] - below.start
            if len(set(places.tolist())) == len(places):
                here[places, :most] += mass
            else:  # chains of a fixed order that join
                np.add.at(here[:, :most], places, mass)
            if self.departures is not None:
                self._depart_own(level.start + rows, option, mass.sum(axis=(1, 2)))

    def _depart_own(self, nodes: Ints, option: int, mass: Floats) -> None:
        """Count where the attacker's losses differ from the usual order."""
        assert self.departures is not None
        side, count = self.board.attacker, self.departures[0]
        count.hits[:] += mass.sum()
        usual = side.options[nodes, side.usual[nodes]]
        chosen = side.options[nodes, option]
        more = side.nodes[usual] - side.nodes[chosen]
        count.taken[:] += mass @ np.maximum(more, 0)
        count.spared[:] += mass @ np.maximum(-more, 0)
