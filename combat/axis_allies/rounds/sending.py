"""The combat move: each power sends what its aims say, before any die is thrown (AA-24)."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

import numpy as np

from combat.arrays import Bools, Ints
from combat.axis_allies.rounds.choice import Choices
from combat.axis_allies.rounds.contested import cleared, contested_zones
from combat.axis_allies.rounds.departures import Departures
from combat.axis_allies.rounds.geometry import anything
from combat.axis_allies.rounds.offers import NOWHERE, Muster
from combat.axis_allies.rounds.policies import ALL, Aim, Policy
from combat.axis_allies.rounds.ranking import ranked
from combat.axis_allies.rounds.sent import Sent
from combat.errors import within

# What a battle at sea gets of a chance that is wanted of it and the landing behind it together, as
# powers of that chance: in equal parts first.
SHARES = (0.5, 0.25, 0.1, 0.75)
LEAST = 0.05  # a chance to go by where none is asked for


def send_out(muster: Muster, policy: Policy, choices: Choices) -> Sent:
    """Send units to the targets of a policy, in its order.

    Parameters
    ----------
    muster : Muster
        Its free units are those that are left afterwards.
    policy : Policy
    choices : Choices
    """
    _hold_back(muster, policy)
    moves = CombatMoves(muster, policy, choices, Sent())
    for aim in policy.attack:
        moves.go(aim)
    return moves.sent


def _hold_back(muster: Muster, policy: Policy) -> None:
    """Keep garrisons out of what is free, infantry first."""
    layout = muster.state.layout
    for garrison in policy.garrison:
        at = layout.at[garrison.place]
        left = np.full(len(muster.free), garrison.units)
        for unit in layout.land:
            stay = np.minimum(muster.free[:, at, unit], left)
            muster.free[:, at, unit] -= stay.astype(muster.free.dtype)
            left = left - stay


@dataclass(frozen=True, eq=False)
class CombatMoves:
    """The combat moves of a turn as they are made, in many trials at once.

    Parameters
    ----------
    muster : Muster
        What is free.
    policy : Policy
    choices : Choices
    sent : Sent
        What is on its way.
    """

    muster: Muster
    policy: Policy
    choices: Choices
    sent: Sent

    def go(self, aim: Aim) -> None:
        """Send what an aim says, to its place or to all that no aim names."""
        layout = self.muster.state.layout
        named = {layout.at[one.place] for one in self.policy.attack if one.place}
        everywhere = np.arange(len(self.muster.free))
        one_place = [(layout.at[aim.place], everywhere)] if aim.place else None
        some = one_place or [*ranked(self.muster, named)]
        for target, rows in some:
            self._attempt(target, rows, aim)
            if self._on_land(target):
                if aim.place:
                    self._land_after_battle(target, rows, aim)
                self._fight_to_land(target, rows, aim)
        for target, rows in some:  # now that it is known which zones are fought for
            if self._on_land(target):
                self._land_after_battle(target, rows, aim)

    def _on_land(self, target: int) -> bool:
        return target < len(self.muster.state.layout.territories)

    def _open(self, target: int, rows: Ints) -> Bools:
        """Whether a target is an enemy's and not attacked yet, in some trials, shape (rows,)."""
        muster = self.muster
        free = ~muster.fought[rows, target] & ~muster.landing[rows, target]
        if not self._on_land(target):
            ships = muster.state.layout.ships
            return free & anything(muster.enemy[rows, target][:, ships], (1,))
        return free & ~muster.friendly[rows, target]

    def _attempt(self, target: int, rows: Ints, aim: Aim) -> None:
        """Send what an aim asks for to a target, in the trials where it is free."""
        rows = rows[self._open(target, rows)]
        if len(rows):
            self._send(target, rows, aim)

    def _land_after_battle(self, target: int, rows: Ints, aim: Aim, only: int = NOWHERE) -> None:
        """Send landings from a zone that is fought for this turn, if both are good enough.

        The wanted chance is that of the battle at sea times that of the battle on land (AA-20).
        ``only``: the zone, `NOWHERE` for any.
        """
        rows = rows[self._open(target, rows)]
        zones = contested_zones(self.muster, target, rows, only)
        rows, zones = rows[zones != NOWHERE], zones[zones != NOWHERE]
        if not len(rows):
            return
        with self._named(target):
            fights, retreat = self.choices.fights, str(self.policy.retreat)
            won = cleared(self.muster, self.sent, fights, (rows, zones), retreat)
        for chance in np.unique(won):
            if chance >= aim.chance and chance > 0.0:
                there = won == chance
                stricter = replace(aim, chance=aim.chance / float(chance))
                self._send(target, rows[there], stricter, (zones[there], float(chance)))

    def _fight_to_land(self, target: int, rows: Ints, aim: Aim) -> None:
        """Attack a hostile zone in order to land from it, if both are good enough (AA-20).

        Some ways to share the wanted chance between the two battles are tried, and then everything
        at sea; where none is good enough, all stay free.
        """
        muster, layout = self.muster, self.muster.state.layout
        first = len(layout.territories)
        for zone in layout.coast[target]:
            some = rows[self._open(target, rows)]
            some = some[muster.waters.hostile[some, zone - first] & self._open(zone, some)]
            some = some[muster.lands_from(zone, target, some)] if len(some) else some
            for at_sea in _sea_aims(aim):
                if not len(some):
                    break
                free, units = muster.free[some], muster.state.units[some, muster.power]
                before = len(self.sent.parts.get(zone, ()))
                self._attempt(zone, some, at_sea)
                self._land_after_battle(target, some, aim, zone)
                failed = self._open(target, some)
                muster.free[some[failed]] = free[failed]
                muster.state.units[some[failed], muster.power] = units[failed]
                muster.fought[some[failed], zone] = False
                self.sent.call_back(zone, some[failed], before)
                some = some[failed]

    def _named(self, target: int) -> AbstractContextManager[None]:
        """Name the attack in the errors of what is computed for it."""
        layout = self.muster.state.layout
        return within(f"{layout.powers[self.muster.power]} attacks {layout.areas[target]}")

    def _send(
        self, target: int, rows: Ints, aim: Aim, after: tuple[Ints, float] | None = None
    ) -> None:
        """Choose and send in trials where the target is free.

        ``after``: contested zones that troops may land from, by row, and the chance to clear them.
        """
        muster, layout = self.muster, self.muster.state.layout
        sea = not self._on_land(target)
        offers = muster.offers(target, rows, None if after is None else after[0])
        able = np.zeros((len(rows), len(layout.units)), dtype=np.int64)
        for offer in offers:
            able[:, offer.unit] += offer.number
        if not able.any():
            return
        against = muster.enemy[rows, target].astype(np.int64)
        against[:, (layout.land + layout.guns) if sea else layout.ships] = 0  # cargo (AA-14)
        income = 0 if sea else int(layout.income[target])
        retreat = str(self.policy.retreat)
        with self._named(target):
            chosen = self.choices.choose(
                able, against, aim, sea=sea, retreat=retreat, income=income
            )
        going = anything(chosen, (1,))
        if not going.any():
            return
        leaving = Departures(muster, self.sent, target, rows[going])
        leaving.commit([offer.of(going) for offer in offers], chosen[going])
        if after is not None:
            self.sent.after_battle(target, rows[going], after[1])
        if sea:
            leaving.join()
        else:
            leaving.bombard()


def _sea_aims(aim: Aim) -> Iterator[Aim]:
    """Yield what the battle at sea before a landing can be asked for."""
    for share in SHARES:
        yield Aim(chance=max(aim.chance, LEAST) ** share)
    yield Aim(chance=aim.chance, send=ALL)
