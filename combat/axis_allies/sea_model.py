"""A sea battle made ready for the engines, and what it leaves."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Floats, Ints
from combat.axis_allies.ends import ENDS, RETREATED, STOPPED, exact_outcomes, sampled_outcomes
from combat.axis_allies.fleet import Fleet
from combat.axis_allies.sea import SeaBattle
from combat.axis_allies.settings import table_of
from combat.axis_allies.stopping import Stopping, stopping_map
from combat.axis_allies.value import fleet_worth
from combat.battle import Battle
from combat.game import PolicyMap
from combat.outcomes import Outcomes, Tally
from combat.phased_duel import HALTED, LIMITED, UNBEGUN, PhasedDuel, PhasedOdds
from combat.phased_sample import sample_phased
from combat.retreat import Retreat

MOST_ROUNDS_SHOWN = 200


@dataclass(frozen=True, eq=False)
class SeaModel:
    """A sea battle for the engines.

    Parameters
    ----------
    battle : Battle
    """

    battle: Battle

    @cached_property
    def sea(self) -> SeaBattle:
        """The fleets and their duel."""
        return SeaBattle(self.battle)

    @property
    def work(self) -> float:
        """Multiplications that an exact answer takes, roughly; no graph is built for it."""
        attackers, defenders = (
            _bound(self.battle, force) for force in (self.battle.attacker, self.battle.defender)
        )
        passes = 3.0 if self.battle["retreat"].best else 1.0
        return passes * attackers * (20.0 * defenders**2 + 2.0 * defenders**3)

    @cached_property
    def best(self) -> tuple[PhasedDuel, float, Floats]:
        """The duel with the best retreat, its value, and what going on is worth more."""
        sea = self.sea
        worth = fleet_worth(sea)
        return sea.duel.best_stop(worth, worth)

    @property
    def duel(self) -> PhasedDuel:
        """The duel, broken off where the battle's retreat says."""
        retreat: Retreat = self.battle["retreat"]
        return self.best[0] if retreat.best else self.sea.duel

    @cached_property
    def odds(self) -> PhasedOdds:
        """Where the duel ends."""
        return self.duel.odds()

    def timeline(self) -> Floats:
        """Chance by round to have ended in each way, shape (rounds + 1, ends)."""
        rows = [np.zeros(len(ENDS))]
        for kind, ended, _ in self.duel.by_round():
            if kind == UNBEGUN:
                rows.append(rows[-1].copy())
            codes = self._ends(np.arange(ended.size), kind)
            rows[-1] += np.bincount(codes, ended.ravel(), minlength=len(ENDS))
            if len(rows) > MOST_ROUNDS_SHOWN:
                break
        return np.array(rows)

    def policy_map(self) -> PolicyMap | None:
        """Where best retreat goes on, by units left, if the battle has it."""
        if not self.battle["retreat"].best:
            return None
        sea, (duel, value, gain) = self.sea, self.best
        reached = self.odds.visits + self.odds.sums[HALTED]
        unaided = sea.duel.odds()
        worth = fleet_worth(sea)
        alone = float(sum((ended * worth).sum() for ended in unaided.sums))
        assert duel.halt is not None
        going = (duel.onward >= 0) & ~duel.halt
        return stopping_map(
            Stopping(
                sea.attacker.fighting.sum(axis=1),
                sea.defender.fighting.sum(axis=1),
                reached,
                duel.onward >= 0,
                going,
                gain,
                value,
                alone,
            )
        )

    def exact(self) -> Outcomes:
        """Compute the outcomes."""
        odds = self.odds
        rounds = lambda: Tally(odds.mean_rounds, odds.sd_rounds)  # noqa: E731
        return exact_outcomes(self.battle, odds.sums, self._states, rounds, self)

    def simulate(self, trials: int, rng: np.random.Generator, seed: int | None) -> Outcomes:
        """Sample the outcomes."""
        sample = sample_phased(self.duel, trials, rng)
        rounds = sample.rounds, sample.squares
        return sampled_outcomes(
            self.battle, sample.found, self._states, rounds, (trials, seed), self
        )

    def _ends(self, pairs: Ints, kind: int) -> Ints:
        if kind in (HALTED, LIMITED):
            return np.full(len(pairs), RETREATED if kind == HALTED else STOPPED)
        return self.sea.codes.ravel()[pairs]

    def _states(self, pairs: Ints, kind: int) -> tuple[tuple[str, ...], Ints]:
        """Columns and rows of the final states; lone transports of the defender are gone."""
        sea = self.sea
        a, d = np.divmod(pairs, len(sea.defender.graph))
        defenders = sea.defender.units[d].copy()
        if kind not in (HALTED, LIMITED):
            gone = sea.lost_transports[a, d]
            keep = np.ones(defenders.shape[1], dtype=bool)
            keep[transport_columns(self.battle, sea.defender)] = False
            defenders[gone] *= keep
        columns = (
            *(f"attacker.{name}" for name in sea.attacker.names),
            *(f"defender.{name}" for name in sea.defender.names),
            "end",
        )
        ends = self._ends(pairs, kind)[:, None]
        return columns, np.hstack([sea.attacker.units[a], defenders, ends])


def transport_columns(battle: Battle, fleet: Fleet) -> list[int]:
    """Return the columns of a fleet's units that are transports."""
    transports = table_of(battle.settings).of_role("transport")
    return [at for at, name in enumerate(fleet.names) if name in transports]


def _bound(battle: Battle, force: object) -> float:
    """About how many nodes a fleet's graph has: submarines and aircraft are lost apart."""
    table = table_of(battle.settings)
    hits = subs = air = 0
    for name, n in force:  # type: ignore[attr-defined]
        hits += n * table[name].hits
        subs += n if table[name].role == "submarine" else 0
        air += n if table[name].domain == "air" else 0
    return float(1 + hits + hits * subs / 2 + hits * air / 2 + subs * air)
