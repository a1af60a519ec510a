"""Best losses on land: a side gives up whom it likes, solved as a game (AA-04).

In a round the defender names his losses once the attacker's hits are known, then the attacker his,
knowing both; casualties still fire in that round (AA-01). Retreat, AA fire, artillery and the ends
are those of any land battle; what units take several hits absorbs first (AA-05), and AA guns are
no casualties (AA-03) unless the edition makes them so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import numpy as np

from combat.attrition.duel import Duel
from combat.attrition.duel_sample import DuelSample
from combat.attrition.free_forward import FreeAttrition
from combat.attrition.free_losses import Solution, solve_losses
from combat.attrition.free_sample import sample_losses
from combat.attrition.free_side import FreeSide, options_array, ways_to_lose
from combat.attrition.loss_order import LossOrder
from combat.attrition.sides import nodes_array
from combat.axis_allies.best_size import game_work
from combat.axis_allies.land import AA_HITS_ON, Army, Counts, retreat_halt, rolls, volley
from combat.axis_allies.losses import Segments, free_sides, in_order
from combat.axis_allies.model import LandModel
from combat.axis_allies.settings import table_of
from combat.axis_allies.stakes import stakes_of
from combat.battle import Battle
from combat.force import Force
from combat.game import ATTACKER, DEFENDER, ROLES, PolicyMap
from combat.hits import binomial_table

Orders = tuple[LossOrder | None, LossOrder | None]  # of attacker and defender; None: the best


@dataclass(frozen=True, eq=False)
class BestLossesModel(LandModel):
    """A land battle with best losses for the engines.

    Parameters
    ----------
    battle : Battle
    orders : (LossOrder or None, LossOrder or None), optional
        Of attacker and defender in place of the battle's; None where they are best.
    may_stop : bool, optional
        Whether the attacker retreats where that is best, in place of what the battle says.
    """

    orders: Orders | None = None
    may_stop: bool | None = None

    @cached_property
    def fixed(self) -> Orders:
        """The orders of losses of both sides, None for the best."""
        if self.orders is not None:
            return self.orders
        first, second = (
            None if free else Segments.of(self.battle, side, _types(self.battle, side)).order
            for side, free in zip(ROLES, free_sides(self.battle), strict=True)
        )
        return first, second

    @property
    def _stops(self) -> bool:
        best: bool = self.battle["retreat"].best
        return best if self.may_stop is None else self.may_stop

    @cached_property
    def shots(self) -> list[tuple[float, list[Counts]]]:
        """What AA fire leaves: a chance, and what the attacker may choose from."""
        return shots(self.battle, self.fixed[0])

    @cached_property
    def made(self) -> tuple[Duel, Army, Army]:
        """The duel, from the first of what AA fire may leave, and the armies."""
        battle = self.battle
        starts = [left for _, ways in self.shots for left in ways]
        attacker = free_army(battle, ATTACKER, starts, self.fixed[0])
        defender = free_army(battle, DEFENDER, [dict(battle.defender)], self.fixed[1])
        whole = defender.node(dict(battle.defender))
        pairs = [(attacker.node(ways[0]), whole) for _, ways in self.shots]
        retreat = battle["retreat"]
        duel = Duel(
            attacker.graph,
            defender.graph,
            np.array(pairs, dtype=np.int64),
            np.array([chance for chance, _ in self.shots]),
            halt=retreat_halt(retreat, attacker, defender, table_of(battle.settings)),
            halt_after=retreat.after,
            round_limit=battle["rounds"],
        )
        return duel, attacker, defender

    @cached_property
    def solution(self) -> Solution:
        """Best losses of both sides, and the best retreat if the attacker may choose it."""
        duel, attacker, defender = self.made
        found = solve_losses(
            duel,
            stakes_of(self.battle, attacker, defender),
            may_stop=self._stops,
            second_for_first=self._attacker_names_all,
        )
        whole = duel.starts[0, 1]
        starts = duel.starts.copy()
        for row, (_, ways) in enumerate(self.shots):  # whom AA fire takes, if the owner may choose
            nodes = [attacker.node(left) for left in ways]
            starts[row, 0] = max(nodes, key=lambda node: found.value[node, whole])
        return replace(found, duel=replace(found.duel, starts=starts))

    @cached_property
    def engine(self) -> FreeAttrition:
        """The exact engine of the duel under best losses."""
        return FreeAttrition(self.solution, second_for_first=self._attacker_names_all)

    @property
    def duel(self) -> Duel:
        """The duel, broken off where the battle's retreat says."""
        return self.solution.duel

    @property
    def work(self) -> float:
        """Multiplications that an exact answer takes, roughly."""
        return game_work(self.battle)

    @property
    def best_work(self) -> float:
        """Multiplications that it takes to know best losses, before anything is simulated."""
        return game_work(self.battle)

    def policy_map(self) -> PolicyMap:
        """Return what best losses gain and what they are, in words."""
        from combat.axis_allies.loss_lines import losses_map

        return losses_map(self)

    @property
    def _attacker_names_all(self) -> bool:
        chooser: str = self.battle["choose_losses"]
        return chooser == "attacker"

    def _sample(self, trials: int, rng: np.random.Generator) -> DuelSample:
        return sample_losses(self.solution, trials, rng)


def free_army(battle: Battle, side: str, starts: Sequence[Counts], order: LossOrder | None) -> Army:
    """Build a side from all the counts with which it may begin; free to choose without an order."""
    present = {name for counts in starts for name, n in counts.items() if n}
    segments = Segments.of(battle, side, present, order=order)
    distinct = {segments.split(counts) for counts in starts}
    ways = ways_to_lose(distinct, pools=len(segments.absorbs), free=order is None)
    nodes = nodes_array(list(ways), len(segments.owners))
    units = nodes @ segments.owners
    fire, able = rolls(battle, side, segments.order.order, units)
    return Army(FreeSide(nodes, fire, able, options_array(ways)), segments, units)


def shots(battle: Battle, order: LossOrder | None) -> list[tuple[float, list[Counts]]]:
    """AA fire before round 1: its chances, and what may be left of the attacker (AA-03).

    Where all aircraft are shot at together the owner chooses whom he loses, if no order says so.
    """
    table = table_of(battle.settings)
    force, guns = dict(battle.attacker), sum(n for name, n in battle.defender if table[name].is_gun)
    aircraft = {n: force[n] for n in table.of_domain("air") if force.get(n)}
    if table.aa_by_type or not guns or not aircraft or order is not None:
        plain = battle if order is None else in_order(battle, (order, LossOrder()))
        found = volley(plain, force, dict(battle.defender))
        return [(chance, [left]) for left, chance in found]
    dice = min(3 * guns, sum(aircraft.values()))
    return [
        (float(chance), [_less(force, lost) for lost in _ways(aircraft, hits)])
        for hits, chance in enumerate(binomial_table(dice, AA_HITS_ON)[dice, : dice + 1])
    ]


def _ways(counts: Counts, hits: int) -> list[dict[str, int]]:
    """Return all ways to take so many from the counts."""
    numbers = product(*(range(n + 1) for n in counts.values()))
    return [dict(zip(counts, lost, strict=True)) for lost in numbers if sum(lost) == hits]


def _less(counts: Counts, lost: Counts) -> Counts:
    return {name: n - lost.get(name, 0) for name, n in counts.items()}


def _types(battle: Battle, side: str) -> list[str]:
    force: Force = battle.attacker if side == ATTACKER else battle.defender
    return [name for name, _ in force]
