"""A bombing raid made ready for the engines, and what it leaves."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Floats, Ints
from combat.attrition.duel import Duel
from combat.attrition.duel_odds import Attrition
from combat.attrition.duel_sample import sample_duel
from combat.axis_allies.interception import interception_lines, risen
from combat.axis_allies.land import Army
from combat.axis_allies.raid_rules import BOMBER, FIGHTER, damage_limit, damage_table, raid_duel
from combat.axis_allies.raid_settings import BEST
from combat.axis_allies.settings import table_of
from combat.axis_allies.units import SIDES_OF_DIE
from combat.battle import Battle
from combat.game import PolicyMap
from combat.outcomes import EXACT, SIMULATED, Outcomes

STATE_WORK = 5_000.0  # multiplications that a final state counts for: its row takes memory too


@dataclass(frozen=True, eq=False)
class RaidModel:
    """A bombing raid for the engines.

    A duel of one round (`raid_duel`) and the bombs of those who come through (`damage_table`).

    Parameters
    ----------
    battle : Battle
    """

    battle: Battle

    @cached_property
    def made(self) -> tuple[Duel, Army, Army]:
        """The round over the target, and the two sides in it."""
        return raid_duel(self.battle, risen(self.battle))

    @cached_property
    def bombs(self) -> Floats:
        """Chance of each damage by bombers left, shape (bombers + 1, most damage + 1)."""
        return damage_table(self.battle)

    @property
    def work(self) -> float:
        """Multiplications that an exact answer takes, roughly; nothing is built for it."""
        battle = self.battle
        bombers = battle.attacker[BOMBER]
        risen_at_most = battle.defender[FIGHTER] + 1
        pairs = (bombers + 1) * (battle.attacker[FIGHTER] + 1) * risen_at_most
        room = min(damage_limit(battle) - battle["damage"], (SIDES_OF_DIE - 1) * bombers)
        return float(pairs) * (risen_at_most + STATE_WORK * (room + 1))

    def timeline(self) -> Floats:
        """Return nothing: no event shares a raid out, and its one round is all there is."""
        return np.zeros((1, 0))

    @property
    def best_work(self) -> float:
        """Nothing to speak of is needed to know the best number of interceptors."""
        return 0.0

    def policy_map(self) -> PolicyMap | None:
        """Return the best number of interceptors in words, if the battle asks for it."""
        if self.battle["interceptors"] != BEST or not self.battle.defender[FIGHTER]:
            return None
        nowhere = np.zeros(0, dtype=np.int64)
        lines = interception_lines(self.battle)
        return PolicyMap(nowhere, nowhere, nowhere > 0, nowhere.astype(float), lines)

    def exact(self) -> Outcomes:
        """Compute the outcomes."""
        duel, attacker, _ = self.made
        odds = Attrition.of(duel).odds(duel)
        mass = (odds.ended + odds.limited).ravel()
        pairs = np.flatnonzero(mass)
        joint = mass[pairs, None] * self.bombs[self._bombers(attacker, pairs)]
        place, damage = np.nonzero(joint)
        columns, states = self._states(pairs[place], damage)
        return Outcomes(self.battle, columns, states, joint[place, damage], EXACT, model=self)

    def simulate(self, trials: int, rng: np.random.Generator, seed: int | None) -> Outcomes:
        """Sample the outcomes: the round as any duel, then the bombs of all that end alike."""
        duel, attacker, _ = self.made
        sample = sample_duel(duel, trials, rng)
        pairs, counts = (np.concatenate(part) for part in zip(*sample.found, strict=True))
        chances = self.bombs[self._bombers(attacker, pairs)]
        fallen = rng.spawn(1)[0].multinomial(counts, chances)
        place, damage = np.nonzero(fallen)
        columns, states = self._states(pairs[place], damage)
        chance = fallen[place, damage] / trials
        return Outcomes(self.battle, columns, states, chance, SIMULATED, trials, seed, model=self)

    def _bombers(self, attacker: Army, pairs: Ints) -> Ints:
        """Bombers left at pairs of nodes, shape (pairs,)."""
        return attacker.count([BOMBER])[pairs // self.made[0].shape[1]]

    def _states(self, pairs: Ints, damage: Ints) -> tuple[tuple[str, ...], Ints]:
        """Columns and rows of the final states; fighters that stayed down are among those left."""
        _, attacker, defender = self.made
        a, d = np.divmod(pairs, len(defender.graph))
        table = table_of(self.battle.settings)
        columns = [f"attacker.{name}" for name in attacker.names]
        values = [attacker.units[a, at] for at in range(len(attacker.names))]
        for name, number in self.battle.defender:
            if table[name].domain != "gun":  # one that cannot be lost is in no state
                columns.append(f"defender.{name}")
                here = defender.count([name])
                values.append(number - here[0] + here[d])
        return (*columns, "damage"), np.stack([*values, damage], axis=1)
