"""What final rows mean: who is gone, who has retreated, which leaders are lost, banners."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.napoleonics.setups import BONUS, LOST, STAY, Setups
from combat.napoleonics.situation import ATTACKER, DEFENDER, THIRD, Situation
from combat.stages.measures import Measures
from combat.stages.rules import States


@dataclass(frozen=True, eq=False)
class Fates:
    """What final rows mean; arrays over the rows.

    Parameters
    ----------
    setups : Setups
    rows : (rows, columns) int
        Final rows.
    """

    setups: Setups
    rows: States

    @cached_property
    def here(self) -> Situation:
        """The rows with their setups."""
        return Situation(self.setups, self.rows)

    def lost(self, who: str) -> Ints:
        """Return the blocks that a unit has lost."""
        there = ~self.here.target(who, bonus=who == THIRD).alone[self.here.battle]
        return self.here[f"{who}_lost"] * there

    def eliminated(self, who: str) -> Bools:
        """Return where a unit, or a leader alone, is gone (CC-03)."""
        return self.here.gone(who) & self._met(who)

    def retreats(self, who: str) -> Bools:
        """Return where a unit that is still there has left its hex by flags (CC-04)."""
        return self.here.away(who) & ~self.here.gone(who)

    def leader_lost(self, who: str) -> Bools:
        """Return where a leader is lost, attached or alone (CC-30)."""
        target = self.here.target(who, bonus=who == THIRD)
        alone = target.alone[self.here.battle] & self.here.gone(who)
        return (self.here[f"{who}_leader"] == LOST) | alone

    def _met(self, who: str) -> Bools:
        """Return where a unit has been in the combat at all."""
        return self.bonus if who == THIRD else np.ones(len(self.rows), np.bool_)

    @cached_property
    def retires(self) -> Bools:
        """Where cavalry has retired and reformed."""
        return self.here.retired

    @cached_property
    def stands(self) -> Bools:
        """Where the target is still in its hex."""
        left = self.eliminated(DEFENDER) | self.retreats(DEFENDER) | self.retires
        return ~left

    @cached_property
    def battle_back(self) -> Bools:
        """Where the target has battled back (CC-22)."""
        return self.here["back"] == 1

    @cached_property
    def ground_taken(self) -> Bools:
        """Where the attacker has taken the target's hex (CC-23)."""
        return self.here["follow"] > STAY

    @cached_property
    def bonus(self) -> Bools:
        """Where cavalry has gone on to a bonus melee (CC-23)."""
        return self.here["follow"] == BONUS

    def banners(self, who: str) -> Ints:
        """Return the banners that the enemy gets for a unit and its leader (CC-03, CC-31)."""
        target = self.here.target(who, bonus=who == THIRD)
        unit = self.eliminated(who) & target.counts[self.here.battle]
        leader = self.here[f"{who}_leader"] == LOST
        return unit.astype(np.int64) + leader

    @cached_property
    def banners_for(self) -> Ints:
        """Banners that the attacker gets."""
        return self.banners(DEFENDER) + self.banners(THIRD)

    @cached_property
    def banners_against(self) -> Ints:
        """Banners that the defender gets."""
        return self.banners(ATTACKER)


EventOf = Callable[[Fates], Bools]
Measure = Callable[[Fates], Floats]

EVENTS: Mapping[str, EventOf] = {
    "target_eliminated": lambda fates: fates.eliminated(DEFENDER),
    "target_retreats": lambda fates: fates.retreats(DEFENDER),
    "target_retires": lambda fates: fates.retires,
    "target_stands": lambda fates: fates.stands,
    "battle_back": lambda fates: fates.battle_back,
    "attacker_eliminated": lambda fates: fates.eliminated(ATTACKER),
    "attacker_retreats": lambda fates: fates.retreats(ATTACKER),
    "target_leader_lost": lambda fates: fates.leader_lost(DEFENDER),
    "attacker_leader_lost": lambda fates: fates.leader_lost(ATTACKER),
    "ground_taken": lambda fates: fates.ground_taken,
    "bonus_melee": lambda fates: fates.bonus,
    "bonus_target_eliminated": lambda fates: fates.eliminated(THIRD),
}


def swing(fates: Fates) -> Floats:
    """Banners for the attacker less those against him."""
    return (fates.banners_for - fates.banners_against).astype(float)


QUANTITIES: Mapping[str, Measure] = {
    "target_blocks_lost": lambda fates: fates.lost(DEFENDER).astype(float),
    "attacker_blocks_lost": lambda fates: fates.lost(ATTACKER).astype(float),
    "bonus_blocks_lost": lambda fates: fates.lost(THIRD).astype(float),
    "banners_for": lambda fates: fates.banners_for.astype(float),
    "banners_against": lambda fates: fates.banners_against.astype(float),
    "banner_swing": swing,
}


def net_value(fates: Fates, worth: Mapping[str, float]) -> Floats:
    """What the combat is worth to the attacker, in blocks; the keys are those of `WORTHS`."""
    theirs = fates.lost(DEFENDER) + fates.lost(THIRD)
    total = worth["block"] * (theirs - fates.lost(ATTACKER)).astype(float)
    total += worth["banner"] * swing(fates)
    leaders = fates.leader_lost(DEFENDER).astype(float) + fates.leader_lost(THIRD)
    total += worth["leader"] * (leaders - fates.leader_lost(ATTACKER))
    return total + worth["ground"] * fates.ground_taken


MEASURES = Measures(EVENTS, QUANTITIES, net_value)
