"""Where many combats stand: their rows read together with their setups."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from combat.arrays import Bools, Ints
from combat.napoleonics.setups import RETIRES, WITH_UNIT, Melee, Setups, Strikes, Targets
from combat.stages.columns import Columns
from combat.stages.rules import States

COLUMNS = Columns(
    (
        *("stage", "battle", "reaction", "attacker_lost", "attacker_hexes", "attacker_leader"),
        *("checked", "defender_lost", "defender_hexes", "defender_leader", "back", "follow"),
        *("bonus_reaction", "bonus_lost", "bonus_hexes", "bonus_leader", "bonus_back"),
    )
)
ATTACKER, DEFENDER, THIRD = "attacker", "defender", "bonus"  # who a row tells the fate of


@dataclass(frozen=True, eq=False)
class Situation:
    """Rows of many combats.

    Parameters
    ----------
    setups : Setups
    rows : (rows, columns) int
    """

    setups: Setups
    rows: States

    def __getitem__(self, name: str) -> Ints:
        """Return a column, (rows,)."""
        return COLUMNS.of(self.rows, name)

    @cached_property
    def battle(self) -> Ints:
        """The number of each row's combat, (rows,)."""
        return self["battle"]

    def melee(self, *, bonus: bool) -> Melee:
        """Return the combat itself, or the bonus melee."""
        return self.setups.bonus if bonus else self.setups.main

    def reaction(self, *, bonus: bool) -> Ints:
        """Return what the defender does, or the target of the bonus melee, (rows,)."""
        return self["bonus_reaction" if bonus else "reaction"]

    def target(self, who: str, *, bonus: bool) -> Targets:
        """Return a unit as a target in the combat, or in the bonus melee."""
        melee = self.melee(bonus=bonus)
        return melee.attacker if who == ATTACKER else melee.defender

    def left(self, who: str) -> Ints:
        """Return the blocks that a unit has left, (rows,)."""
        target = self.target(who, bonus=who == THIRD)
        return target.blocks[self.battle] - self[f"{who}_lost"]

    def gone(self, who: str) -> Bools:
        """Return where a unit has no block left, (rows,)."""
        return self.left(who) == 0

    def away(self, who: str) -> Bools:
        """Return where a unit has left its hex by flags, (rows,)."""
        return self[f"{who}_hexes"] > 0

    @property
    def retired(self) -> Bools:
        """Where cavalry has retired and reformed, (rows,)."""
        return (self["reaction"] == RETIRES) & ~self.gone(DEFENDER)

    def led(self, who: str, *, bonus: bool) -> Bools:
        """Return where a leader is still with his unit, (rows,)."""
        there = self.target(who, bonus=bonus).leader[self.battle]
        return there & (self[f"{who}_leader"] == WITH_UNIT)

    def dice(self, strikes: Strikes, who: str, *, bonus: bool) -> Ints:
        """Return the dice of a strike with the blocks that are left, artillery's too, (rows,)."""
        reaction = self.reaction(bonus=bonus)
        own = strikes.dice[self.battle, reaction, self[f"{who}_lost"]]
        return own + strikes.guns[self.battle, reaction]
