"""A battle at sea, step by step as the rulebook has it.

1. Submarines with no enemy destroyer against them may submerge, before any die (AA-11).
2. Submarines strike that have no enemy destroyer against them; losses leave (AA-10).
3. All others fire; hits are given kind by kind (AA-12, AA-50), transports last (AA-13), the first
   hit on a battleship being absorbed (AA-17).
4. At the round's end defenceless transports are lost (AA-13); the battle ends if a side has
   nothing able to fight, or if nobody can hit anybody (AA-06, AA-52); then the attacker may
   retreat (AA-08).
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from combat.arrays import Bools, Ints
from combat.attrition.phased import CANNOT, ENDS
from combat.attrition.phased_duel import PhasedDuel
from combat.attrition.retreat import Retreat
from combat.axis_allies.cargo import DECK
from combat.axis_allies.ends import ENDS_OF
from combat.axis_allies.fleet import Fleet, fleet
from combat.axis_allies.settings import table_of
from combat.battle import Battle
from combat.game import ATTACKER, DEFENDER

Counts = Mapping[str, int]


class SeaBattle:
    """The two fleets and the duel that they fight.

    Parameters
    ----------
    battle : Battle
    fleets : (sequence of Counts, sequence of Counts), optional
        With what the attacker, and the defender, may begin; the battle's own if not given. The
        duel is that of the first ones.
    """

    def __init__(
        self, battle: Battle, fleets: tuple[Sequence[Counts], Sequence[Counts]] | None = None
    ) -> None:
        self.battle = battle
        self.table = table_of(battle.settings)
        starts = fleets or ([dict(battle.attacker)], [dict(battle.defender)])
        dives = [battle[f"{side}_submerge"] for side in (ATTACKER, DEFENDER)]
        self.attacker, self.defender = (
            fleet(battle, side, forces, dives=dive)
            for side, forces, dive in zip((ATTACKER, DEFENDER), starts, dives, strict=True)
        )
        self.dives = dives
        self.start = self.attacker.node(starts[0][0]), self.defender.node(starts[1][0])

    @cached_property
    def duel(self) -> PhasedDuel:
        """The duel under the battle's retreat, best retreat aside."""
        size = len(self.defender.graph)
        retreat: Retreat = self.battle["retreat"]
        at_start = self.start[0] * size + self.start[1]
        usual = self.begins[self.start]  # after submarines have submerged
        plays = bool(self.plays[self.start])
        starts = np.array([usual])
        return PhasedDuel(
            self.attacker.graph,
            self.defender.graph,
            starts if plays else np.zeros(0, dtype=np.int64),
            np.ones(int(plays)),
            np.array([] if plays else [at_start], dtype=np.int64),
            np.ones(int(not plays)),
            self.fight,
            self.onward,
            halt=self._halt(retreat),
            halt_after=retreat.after,
            round_limit=self.battle["rounds"],
        )

    @property
    def plays(self) -> Bools:
        """Whether a battle that begins at a pair is one, shape (attacker, defender nodes).

        It is over before it begins where nobody can hit anybody, a walkover over transports aside
        (unless who could have it submerges).
        """
        return (self.onward != ENDS) | self.lost_transports

    @cached_property
    def fight(self) -> Bools:
        """Whether a round that begins at a pair is fought, shape (attacker, defender nodes)."""
        attacker, defender = self.attacker.graph, self.defender.graph
        touch = attacker.touches(defender) | defender.touches(attacker).T
        ignored = self.battle["fight"] == "ignore"  # AA-15: they neither fire nor suffer
        return touch & defender.able[None, :] & (not ignored)

    @cached_property
    def onward(self) -> Ints:
        """Where the next round begins after one has ended at a pair, or `ENDS`.

        Where submerging is for best play to decide, nobody submerges here.
        """
        return np.where(self.fight, self.begins, ENDS)

    @cached_property
    def begins(self) -> Ints:
        """Pairs after those have submerged who always do."""
        return self._submerged(*(-1 if dives == "always" else 0 for dives in self.dives))

    def _submerged(self, attackers: int, defenders: int) -> Ints:
        """Pairs after so many submarines have submerged where no destroyer is against it (AA-11).

        −1: all of them.
        """
        destroyer = self.table.of_role("destroyer")
        opposed = self.attacker.has(destroyer)[:, None], self.defender.has(destroyer)[None, :]
        rows, columns = np.indices(self.fight.shape)
        a = np.where(opposed[1], rows, self.attacker.submerged[:, attackers][:, None])
        d = np.where(opposed[0], columns, self.defender.submerged[:, defenders][None, :])
        return a * self.fight.shape[1] + d

    @cached_property
    def ways(self) -> Ints:
        """Where each pair of choices to submerge leads, without a look at what is over.

        Returns
        -------
        int array, shape (attacker's choices, defender's choices, attacker, defender nodes)
        """
        numbers = [
            range(side.submerged.shape[1]) if dives == "best" else [-1 if dives == "always" else 0]
            for side, dives in zip((self.attacker, self.defender), self.dives, strict=True)
        ]
        return np.array([[self._submerged(a, d) for d in numbers[1]] for a in numbers[0]])

    @cached_property
    def options(self) -> Ints:
        """What both sides can do at a round's end, as `PhasedDuel.best_play` wants it."""
        ways = np.where(self.fight, self.ways, CANNOT)
        ways[0, 0] = np.where(self.fight, ways[0, 0], ENDS)
        leave = np.full((1, *ways.shape[1:]), CANNOT)
        if self.battle["retreat"].best:
            leave[0, 0] = np.where(self.fight, ENDS, CANNOT)
        return np.concatenate([ways, leave])

    @cached_property
    def start_options(self) -> Ints:
        """Where round 1 can begin."""
        if not len(self.duel.starts):
            return np.zeros((1, 1, 0), dtype=np.int64)
        if not self.fight[self.start]:
            return self.duel.starts[None, None]
        return self.ways[:, :, self.start[0], self.start[1], None]

    @cached_property
    def lost_transports(self) -> Bools:
        """Where the defender's transports are lost without a die, by pair (AA-13)."""
        transports = self.defender.has(self.table.of_role("transport"))
        helpless = transports & ~self.defender.graph.able & (self.battle["fight"] != "ignore")
        return self.attacker.graph.able[:, None] & helpless

    def _halt(self, retreat: Retreat) -> Bools | None:
        """Where the attacker breaks off whatever the round (AA-08, AA-52)."""
        if retreat.never:
            return None
        left = self.attacker.fighting.sum(axis=1)
        aircraft = [self.table[name].domain == "air" for name in self.attacker.names]
        air = self.attacker.fighting[:, aircraft].sum(axis=1)
        stop = retreat.stops(left, air)
        stop |= ~self.attacker.graph.able & (left > 0)  # transports alone withdraw
        return np.repeat(stop[:, None], self.fight.shape[1], axis=1)

    @cached_property
    def left(self) -> tuple[Ints, Ints]:
        """Units left of both sides at each node, fighters without a place to land lost (AA-53)."""
        return self._landed(self.attacker), self._landed(self.defender)

    def _landed(self, side: Fleet) -> Ints:
        places = self.battle["landing_places"]
        carriers = [at for at, n in enumerate(side.names) if self.table[n].role == "carrier"]
        fighters = [at for at, n in enumerate(side.names) if self.table[n].role == "fighter"]
        if places is None or not carriers or not fighters:
            return side.units
        left = side.units.copy()
        room = DECK * left[:, carriers].sum(axis=1) + places
        for at in fighters:
            left[:, at] = np.minimum(left[:, at], room)
            room = room - left[:, at]
        return left

    @cached_property
    def codes(self) -> Ints:
        """How a battle that ends at a pair by itself has ended: index into the ends."""
        attackers = self.attacker.units.sum(axis=1) > 0
        transports = [self.table[n].role == "transport" for n in self.defender.names]
        defenders = self.defender.units.sum(axis=1)
        without = defenders - self.defender.units[:, transports].sum(axis=1)
        some = np.where(self.lost_transports, without[None, :], defenders[None, :]) > 0
        attacked = attackers[:, None]
        return np.select(
            [attacked & ~some, ~attacked & ~some, ~attacked & some],
            [ENDS_OF["cleared_not_taken"], ENDS_OF["both_gone"], ENDS_OF["defender_holds"]],
            ENDS_OF["stand_off"],
        )
