"""A land battle made ready for the engines, and what it leaves."""

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from combat.arrays import Floats, Ints
from combat.attrition.duel import Duel, duel_work
from combat.attrition.duel_odds import Attrition, DuelOdds
from combat.attrition.duel_sample import DuelSample, sample_duel
from combat.attrition.retreat import Retreat
from combat.axis_allies.ends import (
    ENDS,
    RETREATED,
    STOPPED,
    end_table,
    exact_outcomes,
    sampled_outcomes,
)
from combat.axis_allies.land import MOST_NODES, Army, end_codes, land_duel
from combat.axis_allies.settings import table_of
from combat.axis_allies.stopping import Stopping, stopping_map
from combat.axis_allies.value import holding_worth
from combat.battle import Battle
from combat.force import Force
from combat.game import PolicyMap
from combat.outcomes import Outcomes, Tally

LONG_BATTLE = 300  # rounds, after which nothing of the mass is left to speak of


@dataclass(frozen=True)
class BestRetreat:
    """Best stopping of a battle.

    Attributes
    ----------
    duel : Duel
        The battle, broken off where that is best.
    gain : float array, shape (attacker nodes, defender nodes)
        What going on is worth more than breaking off.
    value, unaided : float
        Mean net value with the option to retreat, and of fighting to the end.
    """

    duel: Duel
    gain: Floats
    value: float
    unaided: float


@dataclass(frozen=True, eq=False)
class LandModel:
    """A land battle for the engines.

    Parameters
    ----------
    battle : Battle
    """

    battle: Battle

    @cached_property
    def made(self) -> tuple[Duel, Army, Army]:
        """The duel before any best retreat, and the armies."""
        return land_duel(self.battle)

    @cached_property
    def engine(self) -> Attrition:
        """The exact engine of the duel."""
        return Attrition.of(self.made[0])

    @property
    def work(self) -> float:
        """Multiplications that an exact answer takes, roughly; no graph is built for it."""
        sizes = tuple(_bound(self.battle, f) for f in (self.battle.attacker, self.battle.defender))
        nodes = (min(sizes[0] * _volley_ways(self.battle), MOST_NODES), sizes[1])
        passes = 3.0 if self.battle["retreat"].best else 1.0
        rounds = self.battle["rounds"] or self.battle["retreat"].after
        if rounds is not None:  # each round is stepped through
            passes *= max(1.0, min(rounds, LONG_BATTLE) / 3.0)
        return passes * duel_work(nodes, (sizes[0], sizes[1]))

    @property
    def best_work(self) -> float:
        """Multiplications that it takes to know best play, before anything is simulated."""
        retreat: Retreat = self.battle["retreat"]
        if not retreat.best:
            return 0.0
        limit = self.battle["rounds"] or retreat.after or 0
        return self.work if limit <= LONG_BATTLE else math.inf  # a policy for each round

    @cached_property
    def best(self) -> BestRetreat:
        """Best retreat for the net value."""
        duel, attacker, defender = self.made
        worth = holding_worth(self.battle, attacker, defender)
        best, gain, value = self.engine.best_stop(duel, worth)
        odds = self.engine.odds(replace(duel, halt_after=None))
        unaided = float(((odds.ended + odds.halted + odds.limited) * worth).sum())
        return BestRetreat(best, gain, value, unaided)

    @property
    def duel(self) -> Duel:
        """The duel, broken off where the battle's retreat says."""
        retreat: Retreat = self.battle["retreat"]
        return self.best.duel if retreat.best else self.made[0]

    @cached_property
    def odds(self) -> DuelOdds:
        """Where the duel ends."""
        return self.engine.odds(self.duel)

    @cached_property
    def codes(self) -> Ints:
        """How a battle that ends at a pair by itself has ended: index into `ENDS`."""
        _, attacker, defender = self.made
        return end_codes(attacker, defender, table_of(self.battle.settings))

    def timeline(self) -> Floats:
        """Chance by round to have ended in each way, shape (rounds + 1, ends)."""
        groups = np.stack(
            [self.codes, np.full(self.codes.shape, RETREATED), np.full(self.codes.shape, STOPPED)]
        )
        return self.engine.timeline(self.duel, groups, len(ENDS))

    def policy_map(self) -> PolicyMap | None:
        """Where best retreat goes on, by units left, if the battle has it."""
        if not self.battle["retreat"].best:
            return None
        _, attacker, defender = self.made
        duel = self.best.duel
        return stopping_map(
            Stopping(
                attacker.units.sum(axis=1),
                defender.units.sum(axis=1),
                self.odds.fought + self.odds.halted,
                duel.fightable,
                duel.going(1),
                self.best.gain,
                self.best.value,
                self.best.unaided,
                duel.horizon is not None,
            )
        )

    def exact(self) -> Outcomes:
        """Compute the outcomes."""
        odds = self.odds
        return exact_outcomes(
            self.battle,
            (odds.ended, odds.halted, odds.limited),
            self._states,
            lambda: Tally(odds.mean_rounds, odds.sd_rounds),
            self,
            merged=self.several_hits,
        )

    def simulate(self, trials: int, rng: np.random.Generator, seed: int | None) -> Outcomes:
        """Sample the outcomes."""
        sample = self._sample(trials, rng)
        rounds = sample.rounds, sample.squares
        return sampled_outcomes(
            self.battle,
            sample.found,
            self._states,
            rounds,
            (trials, seed),
            self,
            merged=self.several_hits,
        )

    def _sample(self, trials: int, rng: np.random.Generator) -> DuelSample:
        return sample_duel(self.duel, trials, rng)

    @property
    def several_hits(self) -> bool:
        """Whether units absorb hits, so that different nodes hold the same units."""
        return any(bool(army.segments.absorbs) for army in self.made[1:])

    def _states(self, pairs: Ints, kind: int) -> tuple[tuple[str, ...], Ints]:
        """Columns and rows of the final states of battles that ended at some pairs."""
        _, attacker, defender = self.made
        a, d = np.divmod(pairs, len(defender.graph))
        ends = self.codes.ravel()[pairs]
        if kind:
            ends = np.full(len(pairs), RETREATED if kind == 1 else STOPPED)
        names = attacker.names, defender.names
        return end_table(names, (attacker.units[a], defender.units[d]), ends)


def _bound(battle: Battle, force: Force) -> int:
    """One more than the most hits that a side can take: its nodes, on land, from one start."""
    table = table_of(battle.settings)
    return 1 + sum(n * table[name].hits for name, n in force if table[name].domain != "gun")


def _volley_ways(battle: Battle) -> int:
    """In how many ways AA fire can leave the attacker, at most."""
    table = table_of(battle.settings)
    if not any(table[name].is_gun for name, _ in battle.defender):
        return 1
    return math.prod(battle.attacker[name] + 1 for name in table.of_domain("air"))
