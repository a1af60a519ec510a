"""Attrition in which sides choose their losses: the game solved backwards.

In a round the hits of one side, the first, are known; the second side names its losses; then its
own hits are known and the first side names its losses. Hits are rolled from what was there at the
round's start. The first side wants more of a worth, and the second less of it (or as much, if the
first names the losses of both).

    V(a, d) = Σ_h P(h | a) · min over d' = d less h of Σ_k P(k | d) · max over a' = a less k of
              V'(a', d')

V' is the worth of an end where the battle is over or broken off, the larger of V and of breaking
off where the first side may, else V. Only 'no hit on either side' leads back to the same pair, so
one pass over the pairs by rising hits left is exact.

1. Losses of the first side hit by hit: M(a, k) = max over options of M(a less one, k − 1), for all
   nodes of a rank at a time.
2. Means over its losses for all pairs (d, d') at a time: one matrix product a node a.
3. Rank by rank of the second side: the smallest mean over each (d, h).
"""

from dataclasses import dataclass

import numpy as np

from combat.arrays import Bools, Floats
from combat.attrition.duel import Duel
from combat.attrition.free_board import Board, Ends, Plan, Stakes
from combat.attrition.grid import GO_ON_WITHIN
from combat.threads import single_thread


@dataclass(frozen=True, eq=False)
class Solution:
    """Best losses of a battle.

    Attributes
    ----------
    duel : Duel
        Broken off where that is best, if the attacker may choose.
    plans : tuple of Plan
        One for all rounds, or one a round.
    value : float array, shape (attacker nodes, defender nodes)
        Worth of fighting a first round; of the end where the battle is over.
    gain : float array, shape (attacker nodes, defender nodes)
        How much better going on after a first round is than breaking off.
    """

    duel: Duel
    plans: tuple[Plan, ...]
    value: Floats
    gain: Floats

    def plan(self, fought: int) -> Plan:
        """Return the plan of the round that follows so many."""
        return self.plans[min(fought, len(self.plans) - 1)]

    @property
    def worth(self) -> float:
        """Mean worth at the battle's start."""
        return float((self.duel.start_mass() * self.value).sum())


def solve_losses(
    duel: Duel, stakes: Stakes, *, may_stop: bool = False, second_for_first: bool = False
) -> Solution:
    """Solve for the best losses of both sides; one with one option a node has no choice.

    Parameters
    ----------
    duel : Duel
        Between sides that are `FreeSide`.
    stakes : Stakes
    may_stop : bool
        Whether the attacker may break off at each round's end; `duel.halt` is not read then.
    second_for_first : bool
        Whether the defender's losses are chosen for the attacker's good.
    """
    board = Board.of(duel, second_for_first=second_for_first)
    halt = None if may_stop else duel.halt
    with single_thread(len(board.defender)):
        if duel.horizon is None:
            return _without_end(duel, board, stakes, halt, may_stop=may_stop)
        return _by_round(duel, board, stakes, halt, may_stop=may_stop)


def _without_end(
    duel: Duel, board: Board, stakes: Stakes, halt: Bools | None, *, may_stop: bool
) -> Solution:
    stop = duel.fightable & (np.zeros(duel.shape, bool) if halt is None else halt)
    ends = Ends(duel.fightable, stop, stakes, may_stop=may_stop)
    value, plan, onward = board.back(ends)
    halted = duel.fightable & ((onward < stakes.halted - GO_ON_WITHIN) if may_stop else stop)
    found = duel.halting(halted) if may_stop else duel
    return Solution(found, (plan,), value, onward - stakes.halted)


def _by_round(
    duel: Duel, board: Board, stakes: Stakes, halt: Bools | None, *, may_stop: bool
) -> Solution:
    rounds = duel.horizon or 0
    last = stakes.halted if duel.retreats_at_horizon else stakes.limited
    after = np.where(duel.fightable, last, stakes.ended)
    value = after
    plans: list[Plan] = []
    halts = np.zeros((max(rounds, 1), *duel.shape), dtype=bool)
    onward = np.full(duel.shape, np.nan)
    stops = np.zeros(duel.shape, bool) if halt is None else halt
    for fought in range(rounds - 1, -1, -1):
        if fought < rounds - 1:
            onward = value
            stops = onward < stakes.halted - GO_ON_WITHIN if may_stop else stops
            halts[fought] = duel.fightable & stops
            after = np.where(halts[fought], stakes.halted, value)
        elif halt is not None:
            after = np.where(duel.fightable & halt, stakes.halted, after)
        value, plan, _ = board.back(Ends(duel.fightable, halts[-1], stakes, after=after))
        plans.append(plan)
    found = duel.halting(halts) if may_stop else duel
    return Solution(found, tuple(plans[::-1]), value, onward - stakes.halted)
