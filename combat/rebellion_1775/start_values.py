"""The chance of an end from every pair of nodes at once, backwards.

What `Exchange` follows from one start this has for all starts: x is the chance before a side
throws, e what the throws that change something contribute to it, q the chance of a throw that
changes nothing::

    x(defender throws) = e(defender) + q(defender) x(attacker throws), and the reverse.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from combat.arrays import Floats, Ints
from combat.battle import Battle
from combat.force import Force
from combat.game import ATTACKER, DEFENDER
from combat.rebellion_1775.camps import camps_of, names_of
from combat.rebellion_1775.side_table import SideTable
from combat.rebellion_1775.sides import counts_of


def holding_chances(battles: Sequence[Battle]) -> Floats:
    """Return the chance that the attacker holds the area in each of some battles, shape (battles,).

    Parameters
    ----------
    battles : sequence of Battle
        Under one setting, with fixed policies, no natives and no event cards; those in which the
        same sides attack are answered from one solve.
    """
    found = np.full(len(battles), np.nan)
    groups: dict[tuple[str, str], list[int]] = {}
    for at, battle in enumerate(battles):
        groups.setdefault(names_of(battle), []).append(at)
    for names, members in groups.items():
        some = [battles[at] for at in members]
        mine = _table(some, ATTACKER, names[0])
        theirs = _table(some, DEFENDER, names[1])
        values = start_values(mine, theirs)
        rows = [mine.index[counts_of(battle.attacker, names[0])] for battle in some]
        columns = [theirs.index[counts_of(battle.defender, names[1])] for battle in some]
        found[members] = values[rows, columns]
    return found


def _table(battles: Sequence[Battle], role: str, side: str) -> SideTable:
    """Return a table that has a side of every battle among its nodes."""
    forces: list[Force] = [getattr(battle, role) for battle in battles]
    most = np.max([counts_of(force, side) for force in forces], axis=0)
    camp = camps_of(battles[0])[(ATTACKER, DEFENDER).index(role)]
    start = tuple(int(n) for n in most)
    return SideTable(start, camp.colours, camp.losses, camp.withdrawal)


def start_values(attacker: SideTable, defender: SideTable) -> Floats:
    """Return the chance that the attacker is left alone, from each pair of nodes.

    Parameters
    ----------
    attacker, defender : SideTable
        Without natives.

    Returns
    -------
    float array, shape (attacker's nodes, defender's nodes)
        Before the defender throws.
    """
    held = (attacker.fights[:, None] & ~defender.fights).astype(float)
    values = [held, held.T.copy()]  # before attacker and defender throw, own nodes first
    throwers = [_Thrower(attacker, defender), _Thrower(defender, attacker)]
    most = sum(attacker.start), sum(defender.start)
    for total in range(2, sum(most) + 1):
        for mine in range(max(1, total - most[1]), min(total - 1, most[0]) + 1):
            rows, columns = attacker.sized(mine), defender.sized(total - mine)
            first, stay = throwers[0].before(values[1].T, rows, columns)
            second, halt = throwers[1].before(values[0].T, columns, rows)
            second, halt = second.T, halt.T
            passed = (second + halt * first) / (1.0 - stay * halt)
            values[1].T[rows, columns] = passed
            values[0][rows, columns] = first + stay * passed
    return values[1].T


class _Thrower:
    """One side as it throws at the other."""

    def __init__(self, side: SideTable, enemy: SideTable) -> None:
        self.side = side
        self.hit: Ints = enemy.hit(side.most_hits)
        self.classes = side.classes(enemy.dice)
        self.moves: Mapping[int, Mapping[tuple[int, int], Floats]] = {
            int(kind): side.moves(int(kind)) for kind in np.unique(self.classes)
        }
        self.stays = {
            kind: np.diagonal(table[0, 0]).copy() if (0, 0) in table else np.zeros(len(side.nodes))
            for kind, table in self.moves.items()
        }

    def before(self, after: Floats, own: slice, theirs: slice) -> tuple[Floats, Floats]:
        """Return what throws at pairs are worth that change something, and the chance of others.

        Parameters
        ----------
        after : float array, shape (own nodes, enemy nodes)
            The chance before the other side throws; 0 at the pairs themselves.
        own, theirs : slice
            Nodes of one size each.

        Returns
        -------
        (float array, float array), each of shape (own, theirs)
        """
        below = slice(own.start, len(self.side.nodes))
        worth = np.zeros((own.stop - own.start, theirs.stop - theirs.start))
        stay = np.zeros_like(worth)
        for hits in range(self.side.most_hits + 1):
            goal = self.hit[theirs, hits]
            kinds = self.classes[goal]
            for kind in np.unique(kinds).tolist():
                wanted = np.flatnonzero(kinds == kind)
                for (made, _), table in self.moves[kind].items():
                    if made == hits:
                        worth[:, wanted] += table[own, below] @ after[below, goal[wanted]]
                if hits == 0:
                    stay[:, wanted] = self.stays[kind][own, None]
        return worth, stay
