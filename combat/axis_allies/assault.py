"""An amphibious assault, step by step as the rulebook has it.

1. Bombarding ships fire once; their victims are named before round 1, take no further hits, fire
   in round 1 and leave at its end (AA-21): `doomed` columns of the defender.
2. AA guns shoot at the attacking aircraft (AA-03).
3. Rounds are fought as on land, landed and overland units together (AA-02).
4. At a round's end those that came overland and the aircraft may retreat, together; the landed
   units fight on (AA-22): the `away` columns of the attacker.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.attrition.phased import CANNOT, ENDS
from combat.attrition.phased_duel import PhasedDuel
from combat.attrition.retreat import Retreat
from combat.attrition.sides import nodes_array
from combat.attrition.volleys import Row, Volley, VolleyGraph, closure
from combat.axis_allies.ends import ENDS_OF
from combat.axis_allies.fleet import ANY, FIRE, MOST_ROWS, hit
from combat.axis_allies.land import fire, volley
from combat.axis_allies.losses import Segments
from combat.axis_allies.settings import table_of
from combat.axis_allies.units import SIDES_OF_DIE
from combat.battle import Battle
from combat.errors import IllegalBattleError
from combat.game import ATTACKER, DEFENDER
from combat.hits import dice_pmf, low_luck_pmf

Counts = Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Host:
    """A side of an assault: its graph and what its nodes hold.

    Attributes
    ----------
    names : tuple of str
        The types.
    units : int array, shape (nodes, types)
        Units left, those that have retreated included, victims of bombardment not.
    fighting : int array, same shape
        Those still in the battle.
    moved : int array, shape (nodes,)
        Attacker: the node after the others have left the landed ones; defender: the node after
        the victims of bombardment have left.
    """

    graph: VolleyGraph
    names: tuple[str, ...]
    units: Ints
    fighting: Ints
    moved: Ints


class Assault:
    """The two sides of an assault and the duel that they fight.

    Parameters
    ----------
    battle : Battle
        With a ``landing``.
    """

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.table = table_of(battle.settings)
        force = dict(battle.attacker)
        self.landing = dict(battle["landing"])
        shot = volley(battle, force, dict(battle.defender))
        left = Segments.of(battle, ATTACKER, set(force))
        right = Segments.of(battle, DEFENDER, set(dict(battle.defender)))
        if left.absorbs or right.absorbs:
            raise IllegalBattleError("units that take several hits are not covered in a landing")
        rows = [(self._landed_row(left, counts), chance) for counts, chance in shot]
        victims = self._victims(right)
        self.attacker = self._attackers(left, [row for row, _ in rows])
        self.defender = self._defenders(right, [row for row, _ in victims])
        self.starts = [
            (self.attacker.graph.index[a], self.defender.graph.index[d], p * q)
            for a, p in rows
            for d, q in victims
        ]
        self.lands = self._is_landed(left)

    # --- how the sides are laid out: per segment landed and overland, then who is away ---------

    def _landed_row(self, segments: Segments, counts: Counts) -> Row:
        split = segments.order.split(counts, segments.groups)
        ashore = dict(self.landing)
        row: list[int] = []
        for (name, _), number in zip(segments.order.columns(segments.groups), split, strict=True):
            landed = min(number, ashore.get(name, 0))  # a landed unit goes before an overland one
            ashore[name] = ashore.get(name, 0) - landed
            row += [landed, number - landed]
        return (*row, *(0 for _ in segments.order.order))

    def _withdraw(self, segments: Segments, row: Row) -> Row:
        columns = segments.order.columns(segments.groups)
        after = list(row)
        for at, (name, _) in enumerate(columns):
            away = 2 * len(columns) + segments.order.order.index(name)
            after[away] += after[2 * at + 1]
            after[2 * at + 1] = 0
        return tuple(after)

    def _attackers(self, segments: Segments, starts: list[Row]) -> Host:
        columns = segments.order.columns(segments.groups)
        names = segments.order.order
        active = 2 * len(columns)
        owners = [name for name, _ in columns for _ in (0, 1)]
        withdraw = partial(self._withdraw, segments)
        return self._host(starts, names, [*owners, *names], active, withdraw, attacking=True)

    def _defenders(self, segments: Segments, starts: list[Row]) -> Host:
        columns = segments.order.columns(segments.groups)
        names = segments.order.order
        owners = [name for name, _ in columns]

        def leave(row: Row) -> Row:
            return (*row[: len(owners)], *(0 for _ in names))

        return self._host(starts, names, [*owners, *names], len(owners), leave, attacking=False)

    def _host(
        self,
        starts: list[Row],
        names: tuple[str, ...],
        owners: list[str],
        active: int,
        move: "partial[Row] | object",
        *,
        attacking: bool,
    ) -> Host:
        """Build a side's graph; the columns from `active` on can take no hits."""
        take = partial(hit, range(active))
        rows = closure(starts, take, move, most=MOST_ROWS)  # type: ignore[arg-type]
        rows = sorted(rows, key=lambda row: (sum(row[:active]), sum(row)), reverse=True)
        index = {row: at for at, row in enumerate(rows)}
        nodes = nodes_array(rows, len(owners))
        owner = np.array([[n == name for name in names] for n in owners], dtype=np.int64)
        owner = owner.reshape(len(owners), len(names))
        in_battle = nodes[:, :active] @ owner[:active]
        aside = nodes[:, active:] @ owner[active:]
        fighting = in_battle if attacking else in_battle + aside  # victims fire in round 1
        pools = fire(self.table, names, fighting, attacking=attacking)
        pmf = low_luck_pmf(pools) if self.battle["dice"] == "low-luck" else dice_pmf(pools)
        graph = VolleyGraph(
            nodes,
            nodes[:, :active].sum(axis=1),
            pools[:, 1:].sum(axis=1) > 0,
            {ANY: np.array([index[take(row)] for row in rows])},
            np.zeros(len(rows), dtype=np.int64),
            {(FIRE, 0): (Volley(ANY, pmf),)},
            phases=2,
        )
        moved = np.array([index[move(row)] for row in rows])  # type: ignore[operator]
        units = in_battle + aside if attacking else in_battle
        return Host(graph, names, units, in_battle, moved)

    # --- bombardment ---------------------------------------------------------------------------

    def _victims(self, segments: Segments) -> list[tuple[Row, float]]:
        """The defender before round 1 by number of victims, and its chance (AA-21, AA-51)."""
        split = segments.order.split(dict(self.battle.defender), segments.groups)
        columns = segments.order.columns(segments.groups)
        names = segments.order.order
        found: dict[Row, float] = {}
        for hits, chance in enumerate(self._bombardment()):
            row, doomed = list(split), dict.fromkeys(names, 0)
            for _ in range(hits):
                for at, (name, _kept) in enumerate(columns):
                    if row[at] and self.table[name].domain in ("land", "casualty gun"):
                        row[at] -= 1
                        doomed[name] += 1
                        break
            key = (*row, *doomed.values())
            found[key] = found.get(key, 0.0) + float(chance)
        return list(found.items())

    def _bombardment(self) -> Floats:
        """Distribution of the hits of the ships that may bombard, the strongest first."""
        ships = sorted(
            (self.table[name].attack for name, n in self.battle["bombard"] for _ in range(n)),
            reverse=True,
        )
        pools = np.zeros((1, SIDES_OF_DIE + 1), dtype=np.int64)
        for value in ships[: sum(self.landing.values())]:
            pools[0, value] += 1
        return dice_pmf(pools)[0]

    # --- the duel ------------------------------------------------------------------------------

    def _is_landed(self, segments: Segments) -> Bools:
        """Whether landed units are in the battle at each attacker node."""
        active = 2 * len(segments.order.columns(segments.groups))
        landed = self.attacker.graph.nodes[:, 0:active:2]
        found: Bools = landed.sum(axis=1) > 0
        return found

    @property
    def left(self) -> tuple[Ints, Ints]:
        """Units left of both sides at each node."""
        return self.attacker.units, self.defender.units

    @cached_property
    def lost_transports(self) -> Bools:
        """Nothing here is lost without a die, shape (attacker, defender nodes)."""
        return np.zeros(self.fight.shape, dtype=bool)

    @cached_property
    def fight(self) -> Bools:
        """Whether a round that begins at a pair is fought, shape (attacker, defender nodes)."""
        attacker, defender = self.attacker.graph, self.defender.graph
        touch = attacker.touches(defender) | defender.touches(attacker).T
        return touch & attacker.able[:, None] & defender.able[None, :]

    @cached_property
    def onward(self) -> Ints:
        """Where the next round begins after one has ended at a pair, or `ENDS`."""
        rows = np.arange(self.fight.shape[0])[:, None]
        after = self.fight[:, self.defender.moved]
        return np.where(after, rows * self.fight.shape[1] + self.defender.moved, ENDS)

    @cached_property
    def break_off(self) -> Ints:
        """Where breaking off leads: the landed units fight on, or `ENDS` if there are none."""
        to = self.attacker.moved[:, None] * self.fight.shape[1] + self.defender.moved
        return np.where(self.lands[:, None], to, ENDS)

    @cached_property
    def others(self) -> Bools:
        """Whether somebody who may retreat is in the battle at each attacker node."""
        found: Bools = self.attacker.moved != np.arange(len(self.attacker.graph))
        return found

    @cached_property
    def options(self) -> Ints:
        """What the attacker can do at a round's end, as `PhasedDuel.best_play` wants it."""
        leave = np.where(self.others[:, None] & (self.onward != ENDS), self.break_off, CANNOT)
        return np.stack([self.onward, leave])[:, None]

    @property
    def start_options(self) -> Ints:
        """Where round 1 begins."""
        return self.duel.starts[None, None]

    @cached_property
    def duel(self) -> PhasedDuel:
        """The duel under the battle's retreat, best retreat aside."""
        size = self.fight.shape[1]
        pairs = np.array([a * size + d for a, d, _ in self.starts], dtype=np.int64)
        weights = np.array([p for _, _, p in self.starts])
        begins = self.fight.ravel()[pairs]
        retreat: Retreat = self.battle["retreat"]
        return PhasedDuel(
            self.attacker.graph,
            self.defender.graph,
            pairs[begins],
            weights[begins],
            pairs[~begins],
            weights[~begins],
            self.fight,
            self.onward,
            halt=self._halt(retreat),
            break_off=np.where(self.others[:, None], self.break_off, self.onward),
            halt_after=retreat.after,
            round_limit=self.battle["rounds"],
        )

    def _halt(self, retreat: Retreat) -> Bools | None:
        if retreat.at is None and not retreat.air_only:
            return None
        left = self.attacker.fighting.sum(axis=1)
        stop = retreat.stops(left, self._count(self.attacker, "air"))
        return np.repeat((stop & self.others)[:, None], self.fight.shape[1], axis=1)

    def _count(self, host: Host, domain: str) -> Ints:
        names = self.table.of_domain(domain)
        columns = [at for at, name in enumerate(host.names) if name in names]
        total: Ints = host.fighting[:, columns].sum(axis=1)
        return total

    @cached_property
    def codes(self) -> Ints:
        """How an assault that ends at a pair by itself has ended: those who stayed decide."""
        some = self.attacker.fighting.sum(axis=1) > 0
        land = self._count(self.attacker, "land") > 0
        cleared = np.where(
            land,
            ENDS_OF["territory_taken"],
            np.where(some, ENDS_OF["cleared_not_taken"], ENDS_OF["both_gone"]),
        )
        held = np.where(some, ENDS_OF["stand_off"], ENDS_OF["defender_holds"])
        able = self.defender.graph.able[self.defender.moved]
        codes: Ints = np.where(able, held[:, None], cleared[:, None])
        return codes
