"""What final rows mean: who is lost, captured or gone, and what the game loses by it.

Retreat and surrender (WW-11), captures (WW-10, WW-20), the regulars' advantage and the alliance
(WW-12), Congress (WW-21). Everything else that is asked of a battle is read from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Bools, Ints
from combat.stages.rules import States
from combat.washingtons_war.setups import Setups
from combat.washingtons_war.situation import (
    ATTACKER_WON,
    DEFENDER_WON,
    FOUGHT,
    OVERRUN,
    UNDECIDED,
    UNOPPOSED,
    Situation,
)
from combat.washingtons_war.troops import CARDS

REGULARS_LOST = 3  # CUs lost in one battle that end the advantage (WW-12)
ALLIANCE = 9  # the step at which the alliance with France is made (WW-34)
STEP_WON, STEPS_REGULARS, STEPS_WASHINGTON = 1, 2, -3  # WW-12, WW-20


@dataclass(frozen=True, eq=False)
class Fate:
    """What has become of one side; arrays over the rows.

    Attributes
    ----------
    cu : int
        CUs that it had in the battle and around it, those that retreated before it among them.
    lost, left : int
        CUs lost, surrender included, and those left; together they are `cu`.
    led : bool
        Whether a general was there.
    surrenders : bool
        Beaten, with nowhere to go (WW-11).
    captured, removed, away : bool
        Whether the general is captured, leaves by treason (WW-15), or retreated before battle.
    card : int
        The card used, a place in `CARDS`.
    """

    cu: Ints
    lost: Ints
    led: Bools
    surrenders: Bools
    captured: Bools
    removed: Bools
    away: Bools
    card: Ints

    @property
    def left(self) -> Ints:
        """CUs left."""
        return self.cu - self.lost

    @property
    def leads_army(self) -> Bools:
        """Whether a general with at least one CU is left who has not gone away."""
        return self.led & ~self.captured & ~self.removed & ~self.away & (self.left > 0)


@dataclass(frozen=True, eq=False)
class Fates:
    """What final rows mean.

    Parameters
    ----------
    setups : Setups
    rows : (rows, columns) int
        Final rows with the columns of `combat.washingtons_war.situation.COLUMNS`.
    """

    setups: Setups
    rows: States

    @cached_property
    def here(self) -> Situation:
        """The rows with their setups."""
        return Situation(self.setups, self.rows)

    @cached_property
    def attacker(self) -> Fate:
        """The attacker's fate."""
        return self._fate("attacker", DEFENDER_WON)

    @cached_property
    def defender(self) -> Fate:
        """The defender's fate."""
        return self._fate("defender", ATTACKER_WON)

    def side(self, name: str) -> Fate:
        """Return a side's fate."""
        return self.attacker if name == "attacker" else self.defender

    def _fate(self, side: str, beaten_if: int) -> Fate:
        here = self.here
        line = here.line(side)
        beaten = here["won"] == beaten_if
        won = (here["won"] != UNDECIDED) & ~beaten
        fallen, led = here[f"{side}_lost"], line.agility > 0
        away = here.gone if side == "defender" else np.zeros(len(self.rows), np.bool_)
        if side == "defender":
            fallen = np.where(here["end"] == OVERRUN, line.cu, fallen)
        left = line.cu - fallen
        surrenders = beaten & here.is_so(side, "cut_off") & ((left > 0) | led)
        alone = won & (left == 0) & led & here.is_so(side, "enemy_pc")
        taken = led & (here["end"] == UNOPPOSED) if side == "defender" else False
        evaded = here.evaded if side == "defender" else 0
        return Fate(
            line.cu + evaded,
            np.where(surrenders, line.cu, fallen),
            led | away,
            surrenders,
            (surrenders & led) | alone | taken,
            here.removed(side),
            away,
            here[f"{side}_card"],
        )

    @cached_property
    def fought(self) -> Bools:
        """Where there was a battle."""
        return (self.here["end"] == FOUGHT) & (self.here["won"] != UNDECIDED)

    @cached_property
    def attacker_wins(self) -> Bools:
        """Where the attacker has won the battle, or nobody stood against him."""
        return (self.here["won"] == ATTACKER_WON) | (self.here["end"] == UNOPPOSED)

    def of_nation(self, british: bool) -> tuple[Bools, Bools]:
        """Return where a player is the attacker and where the defender."""
        column = "british" if british else "american"
        return self.here.is_so("attacker", column), self.here.is_so("defender", column)

    @cached_property
    def american_won(self) -> Bools:
        """Where the Americans have won a battle."""
        attacks, _ = self.of_nation(british=False)
        won = self.here["won"]
        return np.where(attacks, won == ATTACKER_WON, won == DEFENDER_WON) & self.fought

    @cached_property
    def regulars_lost(self) -> Bools:
        """Where the British lose the regulars' advantage (WW-12)."""
        lost = np.zeros(len(self.rows), np.bool_)
        for side in ("attacker", "defender"):
            theirs = self.here.is_so(side, "british") & self.here.is_so(side, "regulars")
            lost |= theirs & (self.side(side).lost >= REGULARS_LOST)
        return lost & self.fought

    @cached_property
    def washington_captured(self) -> Bools:
        """Where Washington is captured (WW-20)."""
        taken = [
            self.side(side).captured & self.here.line(side).washington
            for side in ("attacker", "defender")
        ]
        return taken[0] | taken[1]

    @cached_property
    def alliance_steps(self) -> Ints:
        """Steps of the alliance track (WW-12, WW-20)."""
        before = self.setups.before[self.here.battle]
        steps = STEP_WON * self.american_won.astype(np.int64)
        steps += STEPS_REGULARS * (self.regulars_lost & before)
        return steps + STEPS_WASHINGTON * (self.washington_captured & before)

    @cached_property
    def alliance_made(self) -> Bools:
        """Where the alliance track comes to its end (WW-34)."""
        return self.setups.track[self.here.battle] + self.alliance_steps >= ALLIANCE

    @cached_property
    def congress_dispersed(self) -> Bools:
        """Where a British army drives Congress from the space (WW-21)."""
        there = self.setups.congress[self.here.battle]
        beaten_off = self.here["won"] == DEFENDER_WON
        return there & self.of_nation(british=True)[0] & ~beaten_off

    @cached_property
    def attacker_stands(self) -> Bools:
        """Where the attacker's army stands in the space at the end."""
        return (self.here["won"] != DEFENDER_WON) & self.attacker.leads_army

    def used(self, side: str, card: str) -> Bools:
        """Return where a side has used that card."""
        return self.side(side).card == CARDS.index(card)
