"""Best losses where the game is too large to solve: the best of all fixed orders.

For one side every order of the types there is tried, for an attacker with aircraft also with the
last land unit kept. For both, each in turn takes its best reply to the other's order, until neither
changes; if they never settle, the answer says so.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations

import numpy as np

from combat.attrition.duel import Duel
from combat.attrition.duel_odds import Attrition
from combat.attrition.grid import GO_ON_WITHIN
from combat.attrition.loss_order import LossOrder
from combat.axis_allies.land import Army, land_duel
from combat.axis_allies.losses import free_sides, in_order, loss_order
from combat.axis_allies.model import BestRetreat, LandModel
from combat.axis_allies.settings import table_of
from combat.axis_allies.stakes import stakes_of
from combat.battle import Battle
from combat.game import ATTACKER, ROLES, PolicyMap

MOST_TYPES = 20  # of which the orders are counted; there are too many to try long before
MOST_REPLIES = 8  # turns of best replies, after which orders are said not to settle

Pair = tuple[LossOrder, LossOrder]  # orders of attacker and defender


@dataclass(frozen=True)
class Search:
    """The best of all orders.

    Attributes
    ----------
    orders : (LossOrder, LossOrder)
        Of attacker and defender.
    worth : float
        What the battle is then worth to the attacker, who wants more of it.
    settled : bool
        Whether each order is the best reply to the other's.
    """

    orders: Pair
    worth: float
    settled: bool


@dataclass(frozen=True, eq=False)
class BestOrdersModel(LandModel):
    """A large land battle with the best of all fixed orders of losses, for the engines."""

    @cached_property
    def found(self) -> Search:
        """The best orders."""
        return best_orders(self.battle)

    @cached_property
    def made(self) -> tuple[Duel, Army, Army]:
        """The duel before any best retreat, and the armies."""
        return land_duel(in_order(self.battle, self.found.orders))

    @cached_property
    def best(self) -> BestRetreat:
        """Best retreat for the goal."""
        return stopped(self.battle, self.made, self.engine)

    @property
    def work(self) -> float:
        """Multiplications that an exact answer takes, roughly."""
        return self._each.work * (1.0 + _tries(self.battle))

    @property
    def best_work(self) -> float:
        """Multiplications that it takes to find the best orders."""
        return self.work if self._each.best_work < math.inf else math.inf

    @property
    def _each(self) -> LandModel:
        """The battle under one pair of orders."""
        return LandModel(in_order(self.battle, usual_orders(self.battle)))

    def policy_map(self) -> PolicyMap:
        """Return the orders found, and what they gain, in words."""
        from combat.axis_allies.loss_lines import orders_map

        return orders_map(self)


def best_orders(battle: Battle) -> Search:
    """Find the best order of losses of each side that may choose it."""
    known: dict[Pair, float] = {}

    def worth(orders: Pair) -> float:
        if orders not in known:
            known[orders] = orders_worth(battle, orders)
        return known[orders]

    free = free_sides(battle)
    orders = usual_orders(battle)
    for _ in range(MOST_REPLIES):
        before = orders
        for who, role in enumerate(ROLES):
            if free[who]:
                orders = _reply(battle, role, orders, worth)
        if orders == before or not all(free):
            return Search(orders, worth(orders), settled=True)
    return Search(orders, worth(orders), settled=False)


def usual_orders(battle: Battle) -> Pair:
    """Return the orders of the battle, the default for the best, of the types that are there."""
    found = [_there(battle, role, loss_order(battle, role)) for role in ROLES]
    return found[0], found[1]


def orders_worth(battle: Battle, orders: Pair) -> float:
    """Return what the battle under these orders is worth to the attacker."""
    made = land_duel(in_order(battle, orders))
    engine = Attrition.of(made[0])
    if battle["retreat"].best:
        return stopped(battle, made, engine).value
    return _mean(battle, made, engine)


def stopped(battle: Battle, made: tuple[Duel, Army, Army], engine: Attrition) -> BestRetreat:
    """Return the best retreat for the goal."""
    duel, attacker, defender = made
    stakes = stakes_of(battle, attacker, defender)
    worth = np.where(duel.fightable, stakes.halted, stakes.ended)
    best, gain, _ = engine.best_stop(duel, worth)
    value = _mean(battle, (best, attacker, defender), engine)
    unaided = _mean(battle, (replace(duel, halt_after=None), attacker, defender), engine)
    return BestRetreat(best, gain, value, unaided)


def _mean(battle: Battle, made: tuple[Duel, Army, Army], engine: Attrition) -> float:
    duel, attacker, defender = made
    stakes, odds = stakes_of(battle, attacker, defender), engine.odds(duel)
    ends = odds.ended * stakes.ended + odds.halted * stakes.halted + odds.limited * stakes.limited
    return float(ends.sum())


def _reply(battle: Battle, role: str, orders: Pair, worth: Callable[[Pair], float]) -> Pair:
    """Return the orders with the best one of a side; the present one if none is better."""
    largest = role == ATTACKER or battle["choose_losses"] == "attacker"
    best, high = orders, worth(orders)
    for order in _every_order(battle, role):
        tried = (order, orders[1]) if role == ATTACKER else (orders[0], order)
        value = worth(tried)
        if (value - high if largest else high - value) > GO_ON_WITHIN:
            best, high = tried, value
    return best


def _every_order(battle: Battle, role: str) -> Iterator[LossOrder]:
    for names in permutations(_there(battle, role, loss_order(battle, role)).order):
        yield LossOrder(names)
        if _takes(battle, role):
            yield LossOrder(names, ((1, "land"),))


def _takes(battle: Battle, role: str) -> bool:
    """Whether a side does well to keep a land unit, to take the territory with it (AA-07)."""
    table = table_of(battle.settings)
    return role == ATTACKER and {"land", "air"} <= {table[n].domain for n, _ in battle.attacker}


def _there(battle: Battle, role: str, order: LossOrder) -> LossOrder:
    force = battle.attacker if role == ATTACKER else battle.defender
    table = table_of(battle.settings)
    names = tuple(n for n in order.order if force[n] and table[n].domain != "gun")
    return replace(order, order=names)


def _tries(battle: Battle) -> float:
    """How many pairs of orders are tried, roughly."""
    free = free_sides(battle)
    numbers = [
        math.factorial(min(MOST_TYPES, len(_there(battle, role, loss_order(battle, role)).order)))
        * (1 + _takes(battle, role))
        for role, may in zip(ROLES, free, strict=True)
        if may
    ]
    return float(sum(numbers) * (2 if all(free) else 1))
