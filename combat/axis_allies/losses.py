"""Who is lost first (AA-04, AA-30)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from combat.arrays import Ints
from combat.attrition.loss_order import LossOrder
from combat.axis_allies.settings import BEST, CHEAPEST, groups_of, table_of, values_of
from combat.battle import Battle
from combat.errors import OptionError
from combat.game import ATTACKER, ROLES

# First lost first. What an edition or a user's table adds follows by value; guns that can be lost
# go first of all, as they have shot already.
SEA_ORDER = {
    "attacker": ("ss", "dd", "ftr", "ca", "cv", "bmr", "bb", "tr"),
    "defender": ("ss", "dd", "cv", "ca", "ftr", "bmr", "bb", "tr"),
}
LAND_ORDER = {
    "attacker": ("inf", "art", "arm", "ftr", "bmr"),
    "defender": ("inf", "art", "arm", "bmr", "ftr"),
}


KEYS = {"attacker": "losses", "defender": "defender_losses"}  # the setting of each side


def free_sides(battle: Battle) -> tuple[bool, bool]:
    """Whether the best losses of attacker and defender are wanted, rather than an order."""
    attacker, defender = (battle[KEYS[side]] == BEST for side in ROLES)
    return attacker, defender


def loss_order(battle: Battle, side: str) -> LossOrder:
    """Return the complete order of losses of a side; the default for the best losses."""
    table = table_of(battle.settings)
    default = default_order(battle, side)
    chosen = battle[KEYS[side]]
    if chosen == CHEAPEST:
        return cheapest_first(battle, side)
    if chosen == BEST:
        return LossOrder(default)
    guns = tuple(n for n in table.of_domain("casualty gun") if n not in chosen.order)
    if chosen.order and guns:
        return replace(chosen, order=guns + chosen.order).completed(default)
    completed: LossOrder = chosen.completed(default)
    return completed


def cheapest_first(battle: Battle, side: str) -> LossOrder:
    """Return the order of losses by value, the cheapest first."""
    values, default = values_of(battle.settings), default_order(battle, side)
    order = sorted(default, key=lambda name: (values[name], default.index(name)))
    return LossOrder(tuple(order))


def in_order(battle: Battle, orders: tuple[LossOrder, LossOrder]) -> Battle:
    """Return the battle with an order of losses for attacker and defender, and so no goal."""
    fixed = {"losses": orders[0], "defender_losses": orders[1], "goal": None}
    return replace(battle, settings=dict(battle.settings) | fixed)


def default_order(battle: Battle, side: str) -> tuple[str, ...]:
    """Return the order that applies if nothing is said: all types that can be in the battle."""
    table = table_of(battle.settings)
    values = values_of(battle.settings)
    order: tuple[str, ...] = ()
    if at_sea(battle):
        names = table.of_domain("sea", "air")
        usual = tuple(n for n in SEA_ORDER[side] if n in names)
        rest = sorted(set(names) - set(usual), key=lambda n: (values[n], n))
        last = table.of_role("transport")
        order = (*(n for n in usual if n not in last), *rest, *last)
        return _strongest_first(battle, order) if _foe_chooses(battle, side) else order
    for domain in ("land", "air"):  # what a table adds is lost after the usual types of its kind
        names = table.of_domain(domain)
        usual = tuple(n for n in LAND_ORDER[side] if n in names)
        order += usual + tuple(sorted(set(names) - set(usual), key=lambda n: (values[n], n)))
    if side != ATTACKER:
        order = table.of_domain("casualty gun") + order
    return _strongest_first(battle, order) if _foe_chooses(battle, side) else order


def at_sea(battle: Battle) -> bool:
    """Whether ships are in the battle."""
    ships = table_of(battle.settings).of_domain("sea")
    return any(name in ships for force in (battle.attacker, battle.defender) for name, _ in force)


def _foe_chooses(battle: Battle, side: str) -> bool:
    """Whether the attacker names the defender's losses (AA-04)."""
    chooser: str = battle["choose_losses"]
    return side != ATTACKER and chooser == "attacker"


def _strongest_first(battle: Battle, order: tuple[str, ...]) -> tuple[str, ...]:
    table, values = table_of(battle.settings), values_of(battle.settings)
    return tuple(sorted(order, key=lambda n: (-table[n].defence, -values[n])))


@dataclass(frozen=True)
class Segments:
    """A side's units as the row of counts that a `SideGraph` works on, first lost first.

    Parameters
    ----------
    order : LossOrder
        Of the types that are in the battle.
    groups : mapping of str to tuple of str
    absorbs : tuple of (str, int)
        Types that take several hits, with the hits that do not remove them; these come first of
        all (AA-05).
    """

    order: LossOrder
    groups: Mapping[str, tuple[str, ...]]
    absorbs: tuple[tuple[str, int], ...]

    @classmethod
    def of(
        cls, battle: Battle, side: str, present: Collection[str], *, order: LossOrder | None = None
    ) -> "Segments":
        """Make the segments of a side in which only some types are present.

        ``order``: in place of the battle's.
        """
        table = table_of(battle.settings)
        groups = groups_of(table)
        whole = order or loss_order(battle, side)
        keep = tuple(
            (n, what) for n, what in whole.keep if set(groups.get(what, (what,))) & set(present)
        )
        if whole.while_there:
            raise OptionError(
                "units are kept 'while' an enemy is there at sea only; leave the 'while' out",
                given=str(whole),
            )
        there = LossOrder(tuple(n for n in whole.order if n in present), keep)
        absorbs = tuple((n, table[n].hits - 1) for n in there.order if table[n].hits > 1)
        return cls(there, groups, absorbs)

    def split(self, counts: Mapping[str, int]) -> tuple[int, ...]:
        """Return the row that stands for so many units."""
        first = tuple(counts.get(name, 0) * hits for name, hits in self.absorbs)
        return first + self.order.split(counts, self.groups)

    @cached_property
    def owners(self) -> Ints:
        """Which type a segment's units are of, shape (segments, types): 0 or 1."""
        columns = [name for name, _ in self.order.columns(self.groups)]
        owners = np.zeros((len(self.absorbs) + len(columns), len(self.order.order)), np.int64)
        for row, name in enumerate(columns, start=len(self.absorbs)):
            owners[row, self.order.order.index(name)] = 1
        return owners
