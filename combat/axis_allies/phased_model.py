"""A sea battle or an assault made ready for the engines, and what it leaves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.attrition.phased import CANNOT
from combat.attrition.phased_duel import HALTED, LIMITED, UNBEGUN, PhasedDuel, PhasedOdds
from combat.attrition.phased_sample import sample_phased
from combat.attrition.retreat import Retreat
from combat.axis_allies.assault import Assault
from combat.axis_allies.ends import (
    ENDS,
    RETREATED,
    STOPPED,
    end_table,
    exact_outcomes,
    sampled_outcomes,
)
from combat.axis_allies.sea import SeaBattle
from combat.axis_allies.settings import table_of
from combat.axis_allies.stopping import Stopping, stopping_map
from combat.axis_allies.value import scene_worth
from combat.battle import Battle
from combat.game import PolicyMap
from combat.outcomes import Outcomes, Tally

MOST_ROUNDS_SHOWN = 200


@dataclass(frozen=True, eq=False)
class PhasedModel:
    """A sea battle or an assault for the engines.

    Parameters
    ----------
    battle : Battle
    stage : callable
        `SeaBattle` or `Assault`: from the battle to its sides and their duel.
    """

    battle: Battle
    stage: Callable[[Battle], SeaBattle | Assault]

    @cached_property
    def scene(self) -> SeaBattle | Assault:
        """The two sides and their duel."""
        return self.stage(self.battle)

    @property
    def work(self) -> float:
        """Multiplications that an exact answer takes, roughly; no graph is built for it."""
        attackers, defenders = (
            _bound(self.battle, force) for force in (self.battle.attacker, self.battle.defender)
        )
        passes = 4.0 if self.chooses else 1.0
        for side, force in (("attacker", self.battle.attacker), ("defender", self.battle.defender)):
            if self.battle[f"{side}_submerge"] == "best":  # each number of them is an option
                subs = table_of(self.battle.settings).of_role("submarine")
                passes *= 1.5 * (1 + sum(force[name] for name in subs))
        return passes * attackers * (8.0 * defenders**2 + defenders**3)

    @property
    def pairs(self) -> float:
        """How many pairs of what both sides have left there are, roughly, without a graph."""
        return _bound(self.battle, self.battle.attacker) * _bound(self.battle, self.battle.defender)

    @property
    def best_work(self) -> float:
        """Multiplications that it takes to know best play, before anything is simulated."""
        return self.work if self.chooses else 0.0

    @cached_property
    def best(self) -> tuple[PhasedDuel, float, Floats]:
        """The duel with the best retreat, its value, and what going on is worth more."""
        scene = self.scene
        return scene.duel.best_play(scene_worth(scene), scene.options, scene.start_options)

    @property
    def duel(self) -> PhasedDuel:
        """The duel, broken off where the battle's retreat says."""
        return self.best[0] if self.chooses else self.scene.duel

    @property
    def chooses(self) -> bool:
        """Whether something is left to best play."""
        retreat: Retreat = self.battle["retreat"]
        diving = (self.battle["attacker_submerge"], self.battle["defender_submerge"])
        return retreat.best or "best" in diving

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
        if not self.chooses:
            return None
        scene, (duel, value, gain) = self.scene, self.best
        reached = self.odds.visits + self.odds.sums[HALTED]
        if not self.battle["retreat"].best:
            nowhere = np.zeros(0, dtype=np.int64)
            unaided = scene.duel.odds()  # those whose submerging is best play's stay up
            worth = scene_worth(scene)
            up = float(sum((ended * worth).sum() for ended in unaided.sums))
            line = f"best submerging: net value {value:+.2f}, and {up:+.2f} if they stay up"
            return PolicyMap(nowhere, nowhere, nowhere > 0, nowhere.astype(float), (line,))
        staying = scene.options.copy()
        staying[-1] = CANNOT  # the same battle, the attacker having nowhere to go
        alone = scene.duel.best_play(scene_worth(scene), staying, scene.start_options)[1]
        assert duel.halt is not None
        going = (duel.onward >= 0) & ~duel.halt
        return stopping_map(
            Stopping(
                scene.attacker.fighting.sum(axis=1),
                scene.defender.fighting.sum(axis=1),
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
        return exact_outcomes(self.battle, odds.sums, self._states, rounds, self, merged=True)

    def simulate(self, trials: int, rng: np.random.Generator, seed: int | None) -> Outcomes:
        """Sample the outcomes."""
        sample = sample_phased(self.duel, trials, rng)
        rounds = sample.rounds, sample.squares
        return sampled_outcomes(
            self.battle, sample.found, self._states, rounds, (trials, seed), self, merged=True
        )

    def _ends(self, pairs: Ints, kind: int) -> Ints:
        if kind in (HALTED, LIMITED):
            return np.full(len(pairs), RETREATED if kind == HALTED else STOPPED)
        return self.scene.codes.ravel()[pairs]

    def _states(self, pairs: Ints, kind: int) -> tuple[tuple[str, ...], Ints]:
        """Columns and rows of the final states; lone transports of the defender are gone."""
        scene = self.scene
        a, d = np.divmod(pairs, len(scene.defender.graph))
        defenders = scene.left[1][d].copy()
        if kind not in (HALTED, LIMITED):
            gone = scene.lost_transports[a, d]
            defenders[gone] *= ~transports(self.battle, scene.defender.names)
        names = scene.attacker.names, scene.defender.names
        return end_table(names, (scene.left[0][a], defenders), self._ends(pairs, kind))


def transports(battle: Battle, names: Sequence[str]) -> Bools:
    """Which of some types are transports, shape (types,)."""
    lone = table_of(battle.settings).of_role("transport")
    return np.array([name in lone for name in names], dtype=bool)


def _bound(battle: Battle, force: object) -> float:
    """About how many nodes a fleet's graph has: submarines and aircraft are lost apart."""
    table = table_of(battle.settings)
    hits = subs = air = 0
    for name, n in force:  # type: ignore[attr-defined]
        hits += n * table[name].hits
        subs += n if table[name].role == "submarine" else 0
        air += n if table[name].domain == "air" else 0
    return float(1 + hits + hits * subs / 2 + hits * air / 2 + subs * air)
