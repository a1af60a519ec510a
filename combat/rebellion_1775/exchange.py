"""The exact battle: throw by throw, pair of nodes by pair, each pair once (RB-01).

Both sides are reduced only, so pairs are taken by falling number of units in all. Two throws that
change nothing come back to the same pair: with q the chance of such a throw of either side, x what
arrives at a pair and y what passes through it, ::

    y(defender throws) = x(defender throws) + q(attacker) y(attacker throws), and the reverse.

Beside the mass stand first and second moments of sums along the path: units lost, fled and
withdrawn on both sides, and throws.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from combat.arrays import Floats, Ints
from combat.rebellion_1775.side_table import SideTable

ATTACKER, DEFENDER = 0, 1
FATES = ("lost", "fled", "withdrawn")
TALLIES = (
    *(f"attacker_{fate}" for fate in FATES),
    *(f"defender_{fate}" for fate in FATES),
    "rolls",
)
ROLLS = len(TALLIES) - 1


@dataclass(frozen=True, eq=False)
class Exchange:
    """A battle between two sides.

    Parameters
    ----------
    attacker, defender : SideTable
    tallied : bool
        Whether moments of `TALLIES` are carried, not the mass alone.
    weights : tuple of float
        Instead of all of them their sum with these weights.
    """

    attacker: SideTable
    defender: SideTable
    tallied: bool = False
    weights: tuple[float, ...] = ()

    @property
    def sums(self) -> Floats:
        """What is carried, each sum as weights of `TALLIES`, (sums, tallies)."""
        if self.weights:
            return np.array([self.weights])
        return np.eye(len(TALLIES)) if self.tallied else np.zeros((0, len(TALLIES)))

    def run(self, starts: Floats) -> Floats:
        """Return the mass, and moments, of the pairs in which battles end.

        Parameters
        ----------
        starts : float array, shape (attacker's nodes, defender's nodes)
            Mass before the defender's first throw.

        Returns
        -------
        float array, shape (1 + 2 · sums, attacker's nodes, defender's nodes)
            Mass, first moments, second moments, by `sums`.
        """
        kinds = 1 + 2 * len(self.sums)
        shape = (kinds, len(self.attacker.nodes), len(self.defender.nodes))
        ended = np.zeros(shape)
        waiting = [np.zeros(shape), np.zeros(shape)]  # who throws next
        waiting[DEFENDER][0] = starts
        throwers = [
            _Thrower(self.attacker, self.defender, ATTACKER, self.sums),
            _Thrower(self.defender, self.attacker, DEFENDER, self.sums),
        ]
        most = sum(self.attacker.start), sum(self.defender.start)
        for total in range(sum(most), 1, -1):
            for mine in range(min(total - 1, most[0]), max(0, total - most[1] - 1), -1):
                rows = self.attacker.sized(mine)
                columns = self.defender.sized(total - mine)
                self._settle(waiting, throwers, rows, columns)
                for who in (ATTACKER, DEFENDER):
                    throwers[who].throw(waiting, rows, columns)
        fights = self.attacker.fights[:, None] & self.defender.fights
        for part in waiting:
            ended += np.where(fights, 0.0, part)
        return ended

    def _settle(
        self, waiting: list[Floats], throwers: list[_Thrower], rows: slice, columns: slice
    ) -> None:
        """Replace what arrives at pairs by what passes through them."""
        fights = self.attacker.fights[rows, None] & self.defender.fights[columns]
        arrive = [part[:, rows, columns] * fights for part in waiting]
        stay = [thrower.stays[rows, columns] * fights for thrower in throwers]
        through = _looped(arrive, stay, self.sums[:, ROLLS])
        for part, passing in zip(waiting, through, strict=True):
            part[:, rows, columns] = np.where(fights, passing, part[:, rows, columns])


def _looped(arrive: list[Floats], stay: list[Floats], gains: Floats) -> list[Floats]:
    """Solve the loop of throws that change nothing; what each adds to a sum is in `gains`."""
    through = [np.zeros_like(part) for part in arrive]
    inverse = 1.0 / (1.0 - stay[0] * stay[1])

    def solve(kind: int, extra: list[Floats | float]) -> None:
        right = [arrive[who][kind] + extra[who] for who in (0, 1)]
        for who in (0, 1):
            other = 1 - who
            through[who][kind] = (right[who] + stay[other] * right[other]) * inverse

    solve(0, [0.0, 0.0])
    for tally, gain in enumerate(gains.tolist()):
        first, second = 1 + tally, 1 + len(gains) + tally
        solve(first, [stay[1 - who] * through[1 - who][0] * gain for who in (0, 1)])
        twice = [2 * through[who][first] * gain + through[who][0] * gain**2 for who in (0, 1)]
        solve(second, [stay[1 - who] * twice[1 - who] for who in (0, 1)])
    return through


class _Thrower:
    """One side as it throws at the other."""

    def __init__(self, side: SideTable, enemy: SideTable, who: int, sums: Floats) -> None:
        self.side, self.enemy, self.who, self.sums = side, enemy, who, sums
        most = side.most_hits
        self.hit = enemy.hit(most)
        classes = side.classes(enemy.dice)
        self.moves = {int(kind): side.moves(int(kind)) for kind in np.unique(classes)}
        self.classes = classes
        stays = self._stays(classes)
        self.stays = stays.T if who == DEFENDER else stays
        for table in self.moves.values():
            if (0, 0) in table:
                table[0, 0] = table[0, 0] * (1.0 - np.eye(len(side.nodes)))
        self._after: dict[tuple[int, int], Floats] = {}

    def _stays(self, classes: Ints) -> Floats:
        """Chance that a throw changes nothing, (own nodes, enemy nodes)."""
        found = np.zeros((len(self.side.nodes), len(self.enemy.nodes)))
        for kind, table in self.moves.items():
            if (0, 0) in table:
                found[:, classes == kind] = np.diagonal(table[0, 0])[:, None]
        return found

    def throw(self, waiting: list[Floats], rows: slice, columns: slice) -> None:
        """Let the side throw at the pairs, and pass on what follows."""
        here = waiting[self.who][:, rows, columns]
        own, theirs = (rows, columns) if self.who == ATTACKER else (columns, rows)
        if self.who == DEFENDER:
            here = here.transpose(0, 2, 1)
        onward = waiting[1 - self.who]
        if self.who == DEFENDER:
            onward = onward.transpose(0, 2, 1)
        fights = self.side.fights[own, None] & self.enemy.fights[theirs]
        here = here * fights
        if not here[0].any():
            return
        size = self.enemy.units[theirs.start]
        mine = self.side.units[own.start]
        below = slice(own.start, len(self.side.nodes))
        for hits in range(self.side.most_hits + 1):
            lost = min(hits, int(size))
            goal = self.enemy.sized(int(size) - lost)
            moved = here @ self._hits(theirs, goal, hits)  # (kinds, own, goal)
            kinds = self.classes[goal]
            for kind in np.unique(kinds).tolist():
                wanted = np.flatnonzero(kinds == kind)
                for (made, withdrawn), table in self.moves[kind].items():
                    if made == hits:
                        part = table[own, below].T @ moved[:, :, wanted]
                        fled = int(mine) - self.side.units[below] - withdrawn
                        part = self._tallied(part, lost, fled, withdrawn)
                        onward[:, below, goal.start + wanted] += part

    def _hits(self, theirs: slice, goal: slice, hits: int) -> Floats:
        """Return where so many hits take the enemy's nodes, (nodes, goal), 0 or 1."""
        key = theirs.start, hits
        if key not in self._after:
            after = self.hit[theirs, hits] - goal.start
            self._after[key] = np.eye(goal.stop - goal.start)[after]
        return self._after[key]

    def _tallied(self, part: Floats, lost: int, fled: Ints, withdrawn: int) -> Floats:
        """Add to the moments what this throw adds to the sums."""
        if len(part) == 1:
            return part
        base = np.zeros((len(TALLIES), len(fled)))
        enemy, own = (0, 3) if self.who == DEFENDER else (3, 0)
        base[enemy] = lost
        base[own + 1] = fled
        base[own + 2] = withdrawn
        base[ROLLS] = 1
        gains, count = (self.sums @ base)[:, :, None], len(self.sums)
        mass, first, second = part[:1], part[1 : 1 + count], part[1 + count :]
        second = second + 2 * gains * first + gains**2 * mass
        return np.concatenate([mass, first + gains * mass, second])
