"""Where many battles stand: their rows read together with their setups."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Bools, Ints
from combat.stages.columns import Columns
from combat.stages.rules import States
from combat.washingtons_war.lines import Line
from combat.washingtons_war.setups import FIXED, LEADERS, TREASON_CARD, Setups, SideSetup
from combat.washingtons_war.troops import CARDS, DISCARD, MOST_MOVED

COLUMNS = Columns(
    (
        *("stage", "battle", "tried", "army", "leader", "evaded"),
        *("attacker_card", "defender_card", "won", "attacker_lost", "defender_lost", "end"),
    )
)
PRESENT, JOINED = 0, 1  # column leader
UNDECIDED, ATTACKER_WON, DEFENDER_WON = range(3)  # column won
FOUGHT, RETREATED, OVERRUN, UNOPPOSED = range(4)  # column end
CARD_DRM = np.array([0, 1, 2, 2])  # by place in CARDS: WW-05, WW-15
DISCARDED = CARDS.index(DISCARD)
OVERRUNNING = 4  # CUs that overrun one (WW-03)


@dataclass(frozen=True, eq=False)
class Situation:
    """Rows of many battles.

    Parameters
    ----------
    setups : Setups
    rows : (rows, columns) int
        With the columns `COLUMNS`.
    """

    setups: Setups
    rows: States

    def __getitem__(self, name: str) -> Ints:
        """Return a column, (rows,)."""
        return COLUMNS.of(self.rows, name)

    @cached_property
    def battle(self) -> Ints:
        """The number of each row's battle, (rows,)."""
        return self["battle"]

    def side(self, name: str) -> SideSetup:
        """Return a side of the setups."""
        return self.setups.attacker if name == "attacker" else self.setups.defender

    def of(self, side: str, column: str) -> Ints:
        """Return a column of numbers of a side's setup for each row, (rows,)."""
        found: Ints = getattr(self.side(side), column)[self.battle]
        return found

    def is_so(self, side: str, column: str) -> Bools:
        """Return a column of a side's setup that is true or false for each row, (rows,)."""
        found: Bools = getattr(self.side(side), column)[self.battle]
        return found

    @cached_property
    def joined(self) -> Bools:
        """Where an army has intercepted, (rows,)."""
        return self["army"] > 0

    @cached_property
    def army(self) -> Ints:
        """Rating, agility and CUs of the army that has intercepted, (3, rows); 0 for none."""
        if not self.setups.most_armies:
            return np.zeros((3, len(self.rows)), np.int64)
        at = np.maximum(self["army"] - 1, 0)
        return np.stack([part[self.battle, at] for part in self.setups.armies]) * self.joined

    def of_army(self, named: Bools) -> Bools:
        """Return where the army that has intercepted is so, (rows,)."""
        if not named.shape[1]:
            return np.zeros(len(self.rows), np.bool_)
        return named[self.battle, np.maximum(self["army"] - 1, 0)] & self.joined

    @cached_property
    def treason(self) -> Bools:
        """Where the British have played the treason card (WW-15), (rows,)."""
        if not self.setups.treacherous:
            return np.zeros(len(self.rows), np.bool_)
        cards = [self[f"{side}_card"] == TREASON_CARD for side in ("attacker", "defender")]
        return cards[0] | cards[1]

    @cached_property
    def led_by_army(self) -> Bools:
        """Where the general of the intercepting army leads (WW-17), (rows,)."""
        return self.joined & (self["leader"] == JOINED)

    def _arnold(self, side: str) -> Bools:
        """Where a side's general in the battle is Arnold, (rows,)."""
        if side == "attacker":
            return self.is_so(side, "arnold")
        army = self.of_army(self.setups.army_arnold)
        return np.where(self.led_by_army, army, self.is_so(side, "arnold"))

    def removed(self, side: str) -> Bools:
        """Return where a side's general is Arnold and leaves by treason (WW-15), (rows,)."""
        if not self.setups.treacherous:
            return self.treason
        return self.treason & self._arnold(side)

    @cached_property
    def gone(self) -> Bools:
        """Where the defending army has retreated before battle, (rows,)."""
        return self["evaded"] == 1

    @cached_property
    def evaded(self) -> Ints:
        """CUs that have retreated before battle: at most 5 (WW-02), (rows,)."""
        return np.where(self.gone, np.minimum(self.of("defender", "cu"), MOST_MOVED), 0)

    @cached_property
    def attack(self) -> Line:
        """The attacker as he fights."""
        led = ~self.removed("attacker")
        battle, agility = (self.of("attacker", key) * led for key in ("battle", "agility"))
        washington = self.is_so("attacker", "washington")
        return Line(self.of("attacker", "cu"), battle, agility, washington)

    @cached_property
    def defence(self) -> Line:
        """The defender as he fights: those who joined with him, those who retreated without."""
        cu = self.of("defender", "cu") - self.evaded + self.army[2]
        led = ~self.removed("defender") & ~self.gone
        ratings = [
            np.where(self.led_by_army, self.army[at], self.of("defender", key)) * led
            for at, key in enumerate(("battle", "agility"))
        ]
        army = self.of_army(self.setups.army_washington)
        here = self.is_so("defender", "washington") & ~self.gone
        return Line(cu, ratings[0], ratings[1], np.where(self.led_by_army, army, here))

    def line(self, side: str) -> Line:
        """Return a side as it fights."""
        return self.attack if side == "attacker" else self.defence

    @cached_property
    def overruns(self) -> Bools:
        """Where the attacker overruns: 4–5 CUs against one without a general (WW-03), (rows,)."""
        one = (self.defence.cu == 1) & (self.defence.agility == 0)
        led = self.attack.agility > 0
        return one & led & (self.attack.cu >= OVERRUNNING)

    def drm(self, side: str) -> Ints:
        """Return a side's DRM without its rating (WW-07), (rows,)."""
        total = self.line(side).cu + self.of(side, "drm") + CARD_DRM[self[f"{side}_card"]]
        if side == "defender":
            return total + self.joined
        return total + FIXED["winter"] * (self.is_so(side, "winter") & self.last_card)

    @cached_property
    def last_card(self) -> Bools:
        """Where no card that was held is left in a hand or drawn anew (WW-53), (rows,)."""
        last = np.ones(len(self.rows), np.bool_)
        for side in ("attacker", "defender"):
            held = self.of(side, "held")
            discarded = self[f"{side}_card"] == DISCARDED
            last &= (held == 0) | ((held == 1) & discarded)
        return last

    @cached_property
    def two_generals(self) -> Bools:
        """Where an army has joined a general, one of whom must go (WW-17), (rows,)."""
        return self.joined & (self.of("defender", "agility") > 0)

    @cached_property
    def leaders(self) -> Bools:
        """Which of `PRESENT` and `JOINED` may lead (WW-17), (rows, 2); never both, save if best."""
        kind = self.setups.leader[self.battle]
        army, here = self.army, (self.of("defender", "battle"), self.of("defender", "agility"))
        better = (army[0] > here[0]) | ((army[0] == here[0]) & (army[1] > here[1]))
        choices = [~better, kind == LEADERS.index("present"), kind == LEADERS.index("interceptor")]
        by_rating = kind == 0
        best = kind == LEADERS.index("best")
        present = np.where(by_rating, choices[0], choices[1]) | best
        joined = np.where(by_rating, ~choices[0], choices[2]) | best
        must_stay = self.is_so("defender", "washington")
        must_join = self.of_army(self.setups.army_washington)
        present = (present | must_stay) & ~must_join
        joined = (joined | must_join) & ~must_stay
        return np.stack([present, joined], axis=1)
