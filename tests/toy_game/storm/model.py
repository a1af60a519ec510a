"""A battle for the bridge, made ready for the engines."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.battle import Battle
from combat.outcomes import EXACT, SIMULATED, Outcomes, Tally
from combat.stages.exact import distribution
from combat.stages.montecarlo import simulate
from combat.stages.rules import Side, Starts
from combat.storm.rules import CLASH, Storm, fall_back_at


@dataclass(frozen=True, eq=False)
class StormModel:
    """Exact and simulated outcomes of one battle."""

    battle: Battle

    @cached_property
    def asked(self):
        """Rules, the row that the battle begins with, and what the attacker decides."""
        a, d = self.battle.attacker.total, self.battle.defender.total
        starts = Starts(np.array([[CLASH, a, d, 0]]))
        return Storm(max(a, d)), starts, {Side.ATTACKER: fall_back_at(self.battle["back"])}

    @property
    def work(self):
        return 100.0 * self.battle.attacker.total * self.battle.defender.total

    best_work = 0.0

    def exact(self):
        return self._outcomes(distribution(*self.asked), EXACT)

    def simulate(self, trials, rng, seed):
        final = simulate(*self.asked, trials=trials, rng=rng)
        return self._outcomes(final, SIMULATED, trials, seed)

    def timeline(self):
        most = self.battle.attacker.total + self.battle.defender.total
        final = distribution(*self.asked, track={"rounds": most})
        outcomes, rounds = self._outcomes(final, EXACT), final["rounds"]
        events = [event for event in self.battle.events if event.partition]
        ended = [np.bincount(rounds, final.mass * event.of(outcomes)) for event in events]
        return np.cumsum(ended, axis=1).T

    def policy_map(self):
        return None

    def _outcomes(self, final, method, trials=None, seed=None):
        def rounds():
            mean, square = (float(moment[0]) for moment in final.moments("rounds"))
            return Tally(mean, max(0.0, square - mean**2) ** 0.5)

        return Outcomes(
            self.battle,
            ("attacker.foot", "defender.foot"),
            np.stack([final["attackers"], final["defenders"]], axis=1),
            final.mass,
            method,
            trials,
            seed,
            tallies={"rounds": rounds},
            model=self,
        )
