"""A land battle, step by step as the rulebook has it.

1. AA guns shoot once: a die for each attacking aircraft, by type (AA-03): `volley`.
2. Each round both sides fire, hitting on their values or less (AA-01), artillery supporting
   infantry with what is left (AA-02): `fire`.
3. Casualties leave in each owner's order (AA-04): the nodes of the side's graph.
4. The battle ends if a side has nothing able to fight; only then may the attacker retreat
   (AA-06, AA-08): `retreat_halt`.
5. The territory is taken only by infantry, artillery or tanks (AA-07): `end_codes`.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.attrition.duel import Duel
from combat.attrition.retreat import Retreat
from combat.attrition.sides import SideGraph, nodes_array, reachable
from combat.axis_allies.ends import ENDS_OF
from combat.axis_allies.losses import Segments, loss_order
from combat.axis_allies.settings import table_of
from combat.axis_allies.units import SIDES_OF_DIE, UnitTable
from combat.battle import Battle
from combat.errors import IllegalBattleError
from combat.game import ATTACKER, DEFENDER
from combat.hits import binomial_table, dice_pmf, low_luck_pmf

MOST_NODES = 200_000  # of one side: above it the graph alone takes seconds
MOST_CELLS = 15_000_000  # numbers in a table of what each node rolls: 120 MB
AA_HITS_ON = 1

Counts = Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Army:
    """A side made ready: its graph, and what its nodes hold.

    ``units``: int array, shape (nodes, types), counts by type in the order of ``segments.order``.
    """

    graph: SideGraph
    segments: Segments
    units: Ints

    @property
    def names(self) -> tuple[str, ...]:
        """The types, in the order of the columns of `units`."""
        return self.segments.order.order

    def node(self, counts: Counts) -> int:
        """Return the node that stands for these counts."""
        return self.graph.index[self.segments.split(counts)]

    def count(self, names: Sequence[str]) -> Ints:
        """Number of units of some types at each node, shape (nodes,)."""
        columns = [at for at, name in enumerate(self.names) if name in names]
        return self.units[:, columns].sum(axis=1)


def land_duel(battle: Battle) -> tuple[Duel, Army, Army]:
    """Make the duel that a land battle is, and the two armies.

    Parameters
    ----------
    battle : Battle

    Raises
    ------
    IllegalBattleError
        If there are too many ways in which AA fire could leave the attacker.
    """
    shot = volley(battle, dict(battle.attacker), dict(battle.defender))
    attacker = army(battle, ATTACKER, [left for left, _ in shot])
    defender = army(battle, DEFENDER, [dict(battle.defender)])
    whole = defender.node(dict(battle.defender))
    pairs = [(attacker.node(left), whole) for left, _ in shot]
    retreat: Retreat = battle["retreat"]
    duel = Duel(
        attacker.graph,
        defender.graph,
        np.array(pairs, dtype=np.int64),
        np.array([chance for _, chance in shot]),
        halt=retreat_halt(retreat, attacker, defender, table_of(battle.settings)),
        halt_after=retreat.after,
        round_limit=battle["rounds"],
    )
    return duel, attacker, defender


def volley(battle: Battle, attacker: Counts, defender: Counts) -> list[tuple[Counts, float]]:
    """AA fire before round 1: what is left of the attacker, and its chance (AA-03)."""
    table = table_of(battle.settings)
    guns = sum(n for name, n in defender.items() if table[name].is_gun)
    aircraft = {n: attacker[n] for n in table.of_domain("air") if attacker.get(n)}
    if not guns or not aircraft:
        return [(attacker, 1.0)]
    ways = math.prod(n + 1 for n in aircraft.values())
    if ways > MOST_NODES:
        raise IllegalBattleError(
            f"AA fire could leave the attacker in {ways:,} ways, more than the limit of"
            f" {MOST_NODES:,}; name fewer aircraft",
            given=f"{ways} ways",
        )
    if table.aa_by_type:
        losses = [binomial_table(n, AA_HITS_ON)[n] for n in aircraft.values()]
        return [
            (_without(attacker, dict(zip(aircraft, lost, strict=True))), _chance(losses, lost))
            for lost in product(*(range(n + 1) for n in aircraft.values()))
        ]
    dice = min(3 * guns, sum(aircraft.values()))
    order = [n for n in loss_order(battle, ATTACKER).order if n in aircraft]
    return [
        (_without(attacker, _first_lost(aircraft, order, hits)), float(chance))
        for hits, chance in enumerate(binomial_table(dice, AA_HITS_ON)[dice, : dice + 1])
    ]


def army(battle: Battle, side: str, starts: Sequence[Counts]) -> Army:
    """Build a side's graph from all the counts with which it may begin."""
    present = {name for counts in starts for name, n in counts.items() if n}
    segments = Segments.of(battle, side, present)
    distinct = {segments.split(counts) for counts in starts}
    dice = max(sum(counts.values()) for counts in starts) if starts else 0
    nodes = nodes_array(_reachable(distinct, dice), len(segments.owners))
    units = nodes @ segments.owners
    pmf, able = rolls(battle, side, segments.order.order, units)
    return Army(SideGraph(nodes, pmf, able), segments, units)


def rolls(battle: Battle, side: str, names: Sequence[str], units: Ints) -> tuple[Floats, Bools]:
    """Distribution of the hits of each node, and whether it is able to fight (AA-01, AA-56).

    Parameters
    ----------
    units : int array, shape (nodes, names)

    Returns
    -------
    float array, shape (nodes, most hits + 1)
    bool array, shape (nodes,)
    """
    pools = fire(table_of(battle.settings), names, units, attacking=side == ATTACKER)
    pmf = low_luck_pmf(pools) if battle["dice"] == "low-luck" else dice_pmf(pools)
    return pmf, pools[:, 1:].sum(axis=1) > 0


def fire(table: UnitTable, names: Sequence[str], units: Ints, *, attacking: bool) -> Ints:
    """Dice by value that each node rolls (AA-01, AA-02).

    Parameters
    ----------
    units : int array, shape (nodes, names)

    Returns
    -------
    int array, shape (nodes, 7)
        Dice that hit on 0 … 6 or less.
    """
    pools = np.zeros((len(units), SIDES_OF_DIE + 1), dtype=np.int64)
    supporters = [at for at, name in enumerate(names) if table[name].supports and attacking]
    support = units[:, supporters].sum(axis=1) if supporters else None
    for at, name in enumerate(names):
        unit = table[name]
        value = unit.value(attacking=attacking)
        pools[:, value] += units[:, at]
        if unit.supported and support is not None:
            raised = np.minimum(units[:, at], support)
            pools[:, value] -= raised
            pools[:, min(value + 1, SIDES_OF_DIE)] += raised
            support = support - raised
    return pools


def retreat_halt(
    retreat: Retreat, attacker: Army, defender: Army, table: UnitTable
) -> Bools | None:
    """Where the attacker breaks off whatever the round, shape (attacker, defender nodes)."""
    if retreat.at is None and not retreat.air_only:
        return None
    air = attacker.count(table.of_domain("air"))
    stop = retreat.stops(attacker.units.sum(axis=1), air)
    return np.repeat(stop[:, None], len(defender.graph), axis=1)


def end_codes(attacker: Army, defender: Army, table: UnitTable) -> Ints:
    """Return how a battle that ends at a pair by itself has ended (AA-06, AA-07).

    Returns
    -------
    int array, shape (attacker nodes, defender nodes)
        Index into `ENDS`.
    """
    land = attacker.count(table.of_domain("land")) > 0
    some = attacker.units.sum(axis=1) > 0
    cleared = np.where(
        land,
        ENDS_OF["territory_taken"],
        np.where(some, ENDS_OF["cleared_not_taken"], ENDS_OF["both_gone"]),
    )
    held = np.where(some, ENDS_OF["stand_off"], ENDS_OF["defender_holds"])
    codes: Ints = np.where(defender.graph.able, held[:, None], cleared[:, None])
    return codes


def _without(counts: Counts, lost: Counts) -> Counts:
    return {name: n - lost.get(name, 0) for name, n in counts.items()}


def _first_lost(counts: Counts, order: Sequence[str], hits: int) -> dict[str, int]:
    lost = {}
    for name in order:
        lost[name] = min(hits, counts[name])
        hits -= lost[name]
    return lost


def _chance(losses: Sequence[Floats], lost: Sequence[int]) -> float:
    chance = 1.0
    for pmf, n in zip(losses, lost, strict=True):
        chance *= float(pmf[n])
    return chance


def _reachable(starts: set[tuple[int, ...]], dice: int) -> list[tuple[int, ...]]:
    most = min(MOST_NODES, MOST_CELLS // (dice + 1))
    nodes = reachable(starts, most=most) if len(starts) <= most else None
    if nodes is not None:
        return nodes
    raise IllegalBattleError(
        f"AA fire could leave the attacker in {len(starts):,} ways, with more than {most:,} states"
        " to follow, the limit for so many units; name fewer aircraft",
        given=f"{len(starts)} ways",
    )
