"""A fleet, or any side whose units cannot all hit one another: its graph (AA-10 to AA-14, AA-50).

A round has two phases. In the first submarines strike that the other side has no destroyer
against; in the second everything else fires. A volley's hits are given kind by kind, each to the
first unit of the loss order that its kind may take:

``sub``  hits of submarines, which cannot take aircraft (AA-12)
``air``  hits of aircraft without a destroyer of their own, which cannot take submarines (AA-12)
``any``  all other hits
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.attrition.loss_order import LossOrder
from combat.attrition.sides import nodes_array
from combat.attrition.volleys import Row, Volley, VolleyGraph, closure
from combat.axis_allies.losses import loss_order
from combat.axis_allies.settings import groups_of, table_of
from combat.axis_allies.units import SIDES_OF_DIE, WHOLE, UnitTable
from combat.battle import Battle
from combat.game import ATTACKER, DEFENDER
from combat.hits import dice_pmf, low_luck_pmf

STRIKE, FIRE = 0, 1
SUB, AIR, ANY = "sub", "air", "any"
FREE = "~"  # of a kind: by a side without what the target keeps units back against
HAS_DESTROYER, HAS_AIRCRAFT = 1, 2  # bits of a target's class

MOST_ROWS = 100_000  # states of a fleet: beyond, the graph alone takes seconds
MOST_CELLS = 15_000_000  # numbers in a table of what each state rolls: 120 MB

Counts = Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Fleet:
    """A side made ready: its graph and what its nodes hold.

    Attributes
    ----------
    graph : VolleyGraph
    columns : Columns
    units : int array, shape (nodes, types)
        Units left by type, submerged ones included.
    fighting : int array, same shape
        Those still in the battle.
    submerged : int array, shape (nodes, submarines + 1)
        The node after 0, 1, … submarines have submerged; the last one after all have.
    """

    graph: VolleyGraph
    columns: "Columns"
    units: Ints
    fighting: Ints
    submerged: Ints

    @property
    def names(self) -> tuple[str, ...]:
        """The types, in the order of the columns of `units`."""
        return self.columns.types

    def node(self, counts: Counts) -> int:
        """Return the node that stands for these counts."""
        return self.graph.index[self.columns.row(counts)]

    def has(self, names: Sequence[str]) -> Bools:
        """Whether a unit of some types is in the battle at each node, shape (nodes,)."""
        return _any(self.fighting, self.names, names)


class Columns:
    """How a side's units are laid out in a row, first lost first.

    Per type that takes several hits a column of hits that do not remove it (AA-05, AA-17); per
    type a column, or two if some are kept to the last; transports at the very end (AA-13); last,
    for each type that can submerge, a column of those that have.
    """

    def __init__(self, battle: Battle, side: str, present: Sequence[str]) -> None:
        table = self.table = table_of(battle.settings)
        whole = loss_order(battle, side)
        types = dict.fromkeys(WHOLE.get(n, n) for n in whole.order)
        last = [n for n in types if n in table.of_role("transport")]
        order = tuple(n for n in types if n in present and n not in last)
        self.groups = groups_of(table)
        self.order = LossOrder(order, whole.keep)
        self.while_there = whole.while_there
        self.types = (*order, *(n for n in last if n in present))
        self.absorbing = tuple(n for n in self.types if table[n].hits > 1)
        self.diving = tuple(n for n in self.types if n in table.of_role("submarine"))
        segments = [name for name, _ in self.order.columns(self.groups)]
        self.kept = [held for _, held in self.order.columns(self.groups)]
        self.owners = (*self.absorbing, *segments, *self.types[len(order) :], *self.diving)
        self.first = len(self.absorbing)  # column of the first unit
        self.dived = len(self.owners) - len(self.diving)  # column of the first submerged one

    def row(self, counts: Counts) -> Row:
        """Return the row that stands for so many units."""
        merged: dict[str, int] = {}
        for name, n in counts.items():
            merged[WHOLE.get(name, name)] = merged.get(WHOLE.get(name, name), 0) + n
        absorbs = tuple(
            merged.get(n, 0) * (self.table[n].hits - 1)
            - sum(counts.get(d, 0) for d, w in WHOLE.items() if w == n)
            for n in self.absorbing
        )
        rest = tuple(merged.get(name, 0) for name in self.types[len(self.order.order) :])
        return absorbs + self.order.split(merged, self.groups) + rest + (0,) * len(self.diving)

    def takes(self, kind: str) -> tuple[int, ...]:
        """Return the columns that a hit of a kind may take, in the order in which it does.

        A kind that ends in `FREE` is one against which nothing is kept back.
        """
        kind, free = kind.removesuffix(FREE), kind.endswith(FREE)
        barred = {
            SUB: self.table.of_domain("air"),
            AIR: self.table.of_role("submarine"),
            ANY: (),
        }[kind]
        order = list(range(self.dived))
        if free:  # what is kept goes with the others of its type
            last = self.first + len(self.kept)
            mixed = order[self.first : last]
            mixed.sort(key=lambda at: self.order.order.index(self.owners[at]))
            order[self.first : last] = mixed
        return tuple(at for at in order if self.owners[at] not in barred)

    def dive(self, row: Row) -> Row:
        """Submerge every submarine (AA-11)."""
        while (after := self.dive_one(row)) != row:
            row = after
        return row

    def dive_one(self, row: Row) -> Row:
        """Submerge one submarine, if there is one; of several types the first lost."""
        for column in range(self.first, self.dived):
            if row[column] and self.owners[column] in self.diving:
                after = list(row)
                after[column] -= 1
                after[self.dived + self.diving.index(self.owners[column])] += 1
                return tuple(after)
        return row


def hit(takes: Sequence[int], row: Row) -> Row:
    """Take one from the first of some columns that is not empty."""
    for at in takes:
        if row[at]:
            return (*row[:at], row[at] - 1, *row[at + 1 :])
    return row


def fleet(battle: Battle, side: str, starts: Sequence[Counts], *, dives: str) -> Fleet:
    """Build a side's graph from all the counts with which it may begin.

    Parameters
    ----------
    dives : {'never', 'always', 'best'}
        When its submarines submerge: all, none, or any number of them.
    """
    table = table_of(battle.settings)
    present = {WHOLE.get(n, n) for counts in starts for n, count in counts.items() if count}
    columns = Columns(battle, side, sorted(present))
    steps: dict[str, Callable[[Row], Row]] = {
        kind: partial(hit, columns.takes(kind)) for kind in _kinds(columns.while_there)
    }
    moves = [*steps.values()]
    if dives == "always":
        moves.append(columns.dive)
    elif dives == "best":
        moves.append(columns.dive_one)
    dice = max(sum(counts.values()) for counts in starts)
    most = min(MOST_ROWS, MOST_CELLS // (dice + 1))
    found = closure([columns.row(counts) for counts in starts], *moves, most=most)
    rows = sorted(found, key=lambda row: sum(row[: columns.dived]), reverse=True)
    nodes = nodes_array(rows, len(columns.owners))
    index = {row: at for at, row in enumerate(rows)}
    after = {kind: np.array([index[step(r)] for r in rows]) for kind, step in steps.items()}
    dived = _dived(columns, rows, index, dives)
    in_battle = range(columns.first, columns.dived)
    fighting = _by_type(nodes, columns, in_battle)
    units = _by_type(nodes, columns, range(columns.first, len(columns.owners)))
    graph = VolleyGraph(
        nodes,
        nodes[:, : columns.dived].sum(axis=1),
        _able(table, columns.types, fighting, attacking=side == ATTACKER),
        after,
        _classes(table, columns.types, fighting),
        _against_keeping(
            _volleys(battle, columns.types, fighting, attacking=side == ATTACKER),
            _there(battle, side, columns.types, fighting),
        ),
        phases=2,
    )
    return Fleet(graph, columns, units, fighting, dived)


def _dived(columns: Columns, rows: list[Row], index: dict[Row, int], dives: str) -> Ints:
    """The node after 0, 1, … submarines have submerged, or after none and all."""
    here = np.arange(len(rows))
    if dives == "never" or not columns.diving:
        return here[:, None]
    if dives == "always":
        return np.stack([here, [index[columns.dive(row)] for row in rows]], axis=1)
    one = np.array([index[columns.dive_one(row)] for row in rows])
    found = [here]
    while (one[found[-1]] != found[-1]).any():
        found.append(one[found[-1]])
    return np.stack(found, axis=1)


def _kinds(while_there: str) -> tuple[str, ...]:
    kinds = (SUB, AIR, ANY)
    return kinds + tuple(kind + FREE for kind in kinds) if while_there else kinds


def _there(battle: Battle, side: str, types: Sequence[str], units: Ints) -> Bools | None:
    """Where a side has what the other keeps units back against; None if it does not matter."""
    other = loss_order(battle, DEFENDER if side == ATTACKER else ATTACKER)
    return _any(units, types, [other.while_there]) if other.while_there else None


def _against_keeping(
    volleys: dict[tuple[int, int], tuple[Volley, ...]], there: Bools | None
) -> dict[tuple[int, int], tuple[Volley, ...]]:
    """Part each volley in those against which the target keeps units back and the others."""
    if there is None:
        return volleys
    return {
        key: tuple(
            Volley(volley.kind + mark, np.where(where[:, None], volley.pmf, _no_hits(volley.pmf)))
            for volley in fired
            for mark, where in (("", there), (FREE, ~there))
        )
        for key, fired in volleys.items()
    }


def _no_hits(pmf: Floats) -> Floats:
    none = np.zeros_like(pmf)
    none[:, 0] = 1.0
    return none


def _by_type(nodes: Ints, columns: Columns, some: Sequence[int]) -> Ints:
    """Add the columns of each type up, shape (nodes, types)."""
    found = np.zeros((len(nodes), len(columns.types)), dtype=np.int64)
    for at, name in enumerate(columns.types):
        mine = [column for column in some if columns.owners[column] == name]
        found[:, at] = nodes[:, mine].sum(axis=1)
    return found


def _any(units: Ints, types: Sequence[str], names: Sequence[str]) -> Bools:
    columns = [at for at, name in enumerate(types) if name in names]
    return units[:, columns].sum(axis=1) > 0


def _able(table: UnitTable, types: Sequence[str], units: Ints, *, attacking: bool) -> Bools:
    return _any(units, types, [n for n in types if table[n].value(attacking=attacking) > 0])


def _classes(table: UnitTable, types: Sequence[str], units: Ints) -> Ints:
    """What the other side's fire depends on: whether there are destroyers, and aircraft."""
    destroyer = _any(units, types, table.of_role("destroyer"))
    aircraft = _any(units, types, table.of_domain("air"))
    return HAS_DESTROYER * destroyer + HAS_AIRCRAFT * aircraft


def _volleys(
    battle: Battle, types: Sequence[str], units: Ints, *, attacking: bool
) -> dict[tuple[int, int], tuple[Volley, ...]]:
    """What a side fires in each phase at each class of target (AA-10, AA-12, AA-50)."""
    table = table_of(battle.settings)
    pmf = low_luck_pmf if battle["dice"] == "low-luck" else dice_pmf
    own_destroyer = _any(units, types, table.of_role("destroyer"))
    subs, air, rest = (_pools(table, types, units, k, attacking=attacking) for k in range(3))
    free = air * own_destroyer[:, None]
    sub = Volley(SUB, pmf(subs))
    aircraft = Volley(AIR, pmf(air - free))
    others: tuple[Volley, ...]
    if battle["dice"] == "low-luck":  # each kind of hits is added up by itself
        others = (Volley(ANY, pmf(free)), Volley(ANY, pmf(rest)))
    else:
        others = (Volley(ANY, pmf(rest + free)),)
    found: dict[tuple[int, int], tuple[Volley, ...]] = {}
    for target in range(4):
        opposed = bool(target & HAS_DESTROYER)
        found[STRIKE, target] = () if opposed else (sub,)
        firing = (sub,) if opposed else ()
        # submarines' hits come first, or after the aircraft's where they can take anything
        in_order = (*firing, aircraft) if target & HAS_AIRCRAFT else (aircraft, *firing)
        found[FIRE, target] = (*in_order, *others)
    return found


def _pools(
    table: UnitTable, types: Sequence[str], units: Ints, which: int, *, attacking: bool
) -> Ints:
    """Dice by value of submarines (0), aircraft (1) or the rest (2), shape (nodes, 7)."""
    pools = np.zeros((len(units), SIDES_OF_DIE + 1), dtype=np.int64)
    for at, name in enumerate(types):
        kind = 0 if name in table.of_role("submarine") else 1 if table[name].domain == "air" else 2
        if kind == which:
            pools[:, table[name].value(attacking=attacking)] += units[:, at]
    return pools
