"""A battle between two sides that fire volleys in phases: its places and where it ends."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.attrition.phased import CANNOT, ENDS, PhasedGrid
from combat.attrition.volleys import VolleyGraph
from combat.threads import single_thread

ENDED, HALTED, LIMITED, UNBEGUN = range(4)  # at a round's end, broken off, stopped, before dice
NEGLIGIBLE = 1e-15


@dataclass(frozen=True, eq=False)
class PhasedDuel:
    """Two sides that fire volleys at one another, round by round.

    Parameters
    ----------
    attacker, defender : VolleyGraph
    starts : int array, shape (starts,)
        Pairs (flat: attacker node × defender nodes + defender node) at which round 1 begins.
    weights : float array, shape (starts,)
    over : int array, shape (starts',)
        Pairs at which the battle is over before round 1, with ``over_weights`` their chances.
    fight : bool array, shape (attacker nodes, defender nodes)
        Whether a round that begins at a pair is fought.
    onward : int array, same shape
        Where the next round begins after one has ended at a pair, or `ENDS`.
    halt : bool array, same shape, optional
        Where the attacker breaks off at a round's end.
    break_off : int array, same shape, optional
        Where breaking off leads, for those who cannot leave; `ENDS` everywhere if not given.
    halt_after, round_limit : int, optional
        As in `combat.attrition.duel.Duel`.
    """

    attacker: VolleyGraph
    defender: VolleyGraph
    starts: Ints
    weights: Floats
    over: Ints
    over_weights: Floats
    fight: Bools
    onward: Ints
    halt: Bools | None = None
    break_off: Ints | None = None
    halt_after: int | None = None
    round_limit: int | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Number of nodes of attacker and defender."""
        return len(self.attacker), len(self.defender)

    @property
    def horizon(self) -> int | None:
        """The round at whose end the battle is stopped, or None."""
        return self.round_limit

    @cached_property
    def grid(self) -> PhasedGrid:
        """The exact engine."""
        return PhasedGrid(self.attacker, self.defender)

    @cached_property
    def stop(self) -> Ints:
        """Where breaking off leads, shape (attacker nodes, defender nodes)."""
        return np.full(self.shape, ENDS) if self.break_off is None else self.break_off

    def halting(self, halt: Bools) -> "PhasedDuel":
        """Return the battle with another rule where the attacker breaks off."""
        return replace(self, halt=halt)

    def start_mass(self) -> Floats:
        """Mass at the pairs where round 1 begins, shape (attacker nodes, defender nodes)."""
        return _placed(self.shape, self.starts, self.weights)

    def leads(self, fought: int) -> Ints:
        """Where each round's end leads after `fought` rounds, the limit aside."""
        if self.halt_after is not None and fought >= self.halt_after:
            return np.where(self.onward == ENDS, ENDS, self.stop)
        if self.halt is None:
            return self.onward
        return np.where(self.halt & (self.onward != ENDS), self.stop, self.onward)

    def odds(self) -> "PhasedOdds":
        """Where the battle ends, and how long it takes."""
        if self.halt_after is None and self.round_limit is None:
            return self._to_the_end()
        return self._by_round()

    def values(self, worths: tuple[Floats, Floats, Floats]) -> Floats:
        """Mean worth of the end of a battle whose round 1 begins at each pair, from one solve.

        Parameters
        ----------
        worths : (float array, float array, float array), shape (attacker nodes, defender nodes)
            What it is worth that the battle ends at a pair by itself, that it is broken off there,
            and that no round can be fought there.

        Raises
        ------
        ValueError
            For a battle that is stopped, or broken off, after so many rounds.
        """
        if self.halt_after is not None or self.round_limit is not None:
            raise ValueError("rounds are counted in this battle, and pairs do not show them")
        ended, halted, unbegun = worths
        worth = np.where(self.onward == ENDS, ended, halted)
        with single_thread(self.shape[1]):
            return self.grid.evaluate(worth, unbegun, self.fight, self.leads(0))

    def _to_the_end(self) -> "PhasedOdds":
        leads = self.leads(0)
        with single_thread(self.shape[1]):
            solved = self.grid.eliminate(self.start_mass(), self.fight, leads)
        by_itself = self.onward == ENDS
        over = _placed(self.shape, self.over, self.over_weights)
        sums = (
            np.where(by_itself, solved.ended, 0.0) + over,
            np.where(by_itself, 0.0, solved.ended),
            np.zeros(self.shape),
            solved.unbegun,
        )
        visits = solved.fought + solved.unbegun

        def square() -> float:
            none, one = np.zeros(self.shape), np.ones(self.shape)
            with single_thread(self.shape[1]):
                ahead = self.grid.evaluate(none, one, self.fight, leads, reward=1.0)
            return float((visits * (2.0 * ahead - 1.0)).sum())

        return PhasedOdds(sums, visits, square)

    def by_round(self) -> Iterator[tuple[int, Floats, Floats]]:
        """Yield (kind of end, mass that ends so, mass of rounds begun for it) round by round."""
        mass, none = self.start_mass(), np.zeros(self.shape)
        yield ENDED, _placed(self.shape, self.over, self.over_weights), none
        fought = 0
        while mass.any():
            yield UNBEGUN, np.where(self.fight, 0.0, mass), mass
            with single_thread(self.shape[1]):
                ended = self.grid.step(mass, self.fight)
            fought += 1
            leads = self.leads(fought)
            by_itself = self.onward == ENDS
            yield ENDED, np.where(by_itself, ended, 0.0), none
            yield HALTED, np.where(~by_itself & (leads == ENDS), ended, 0.0), none
            going = np.where(leads == ENDS, 0.0, ended)
            if fought == self.round_limit:
                yield LIMITED, going, none
                return
            mass = _placed(self.shape, leads[going > 0], going[going > 0])
            if self.round_limit is None and mass.sum() < NEGLIGIBLE:
                return

    def _by_round(self) -> "PhasedOdds":
        sums = tuple(np.zeros(self.shape) for _ in range(4))
        visits, square, number = np.zeros(self.shape), 0.0, 0
        for kind, ended, begun in self.by_round():
            sums[kind][...] += ended
            if kind == UNBEGUN:
                number += 1
                visits += begun
                square += (2 * number - 1) * float(begun.sum())
        return PhasedOdds(sums, visits, lambda: square)

    def best_play(
        self, worth: Floats, options: Ints, start_options: Ints
    ) -> "tuple[PhasedDuel, float, Floats]":
        """Make the choices that are best for the mean worth of the end, the defender's lowest.

        Parameters
        ----------
        worth : float array, shape (attacker nodes, defender nodes)
        options : int array, shape (attacker's options, defender's, attacker, defender nodes)
            As in `PhasedGrid.best_play`; the attacker's last option is to break off.
        start_options : int array, shape (attacker's options, defender's, starts)
            Where round 1 can begin.

        Returns
        -------
        duel : PhasedDuel
            This battle as best play has it.
        value : float
            Mean worth at the start.
        gain : float array, shape (attacker nodes, defender nodes)
            What the best way of going on is worth more than breaking off; NaN where there is no
            choice.
        """
        with single_thread(self.shape[1]):
            value, chosen = self.grid.best_play(options, worth, worth, self.fight)
        values = np.where(options >= 0, value.ravel()[np.maximum(options, 0)], worth)
        values = np.where(options == CANNOT, np.inf, values).min(axis=1)
        off, on = values[-1], np.where(np.isinf(values[:-1]), -np.inf, values[:-1]).max(axis=0)
        over = self.onward == ENDS
        gain = np.where(over | np.isinf(off) | np.isinf(on), np.nan, on - np.where(over, 0.0, off))
        leader, reply = chosen
        rows, columns = np.indices(self.shape)
        onward = options[leader, reply, rows, columns]
        halt = ~over & (leader == len(options) - 1)
        begins, start = _best_start(start_options, value)
        mean = float(start @ self.weights) + float(worth.ravel()[self.over] @ self.over_weights)
        played = replace(self, onward=np.where(halt, self.onward, onward), halt=halt, starts=begins)
        return played, mean, gain


def _best_start(options: Ints, value: Floats) -> tuple[Ints, Floats]:
    """Choose where round 1 begins: the attacker the largest of the defender's lowest."""
    values = np.where(options == CANNOT, np.inf, value.ravel()[np.maximum(options, 0)])
    lowest = values.min(axis=1)
    lowest = np.where(np.isinf(lowest), -np.inf, lowest)
    leader = lowest.argmax(axis=0)
    starts = np.arange(options.shape[2])
    reply = values[leader, :, starts].argmin(axis=1)
    return options[leader, reply, starts], lowest[leader, starts]


@dataclass(frozen=True, eq=False)
class PhasedOdds:
    """Where a battle ends; arrays of shape (attacker nodes, defender nodes).

    Attributes
    ----------
    sums : tuple of four float arrays
        Chance to end there: by itself, broken off, stopped at the limit, before any die.
    visits : float array
        Mean number of rounds begun at each pair.
    square : callable
        To the mean of the squared number of rounds.
    """

    sums: tuple[Floats, ...]
    visits: Floats
    square: Callable[[], float]

    @property
    def mean_rounds(self) -> float:
        """Mean number of rounds."""
        return float(self.visits.sum())

    @cached_property
    def sd_rounds(self) -> float:
        """Standard deviation of the number of rounds."""
        return float(np.sqrt(max(0.0, self.square() - self.mean_rounds**2)))


def _placed(shape: tuple[int, int], pairs: Ints, weights: Floats) -> Floats:
    mass = np.zeros(shape)
    np.add.at(mass.ravel(), pairs, weights)
    return mass
