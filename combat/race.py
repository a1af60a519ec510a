"""The race to a number of points, turn by turn: who gets there first.

Both sides play in turn. A turn brings points to the side whose turn it is, and some to the enemy;
whoever has enough wins at once, the side whose turn it is first if both have.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Floats
from combat.errors import IllegalBattleError, OptionError

SUM = 1e-6  # by which chances that a user gives may miss 1


@dataclass(frozen=True, eq=False)
class Race:
    """A race to so many points.

    Parameters
    ----------
    to : int
        Points that win.
    own, enemy : float array, shape (points for, points against)
        Chances of what a turn brings the side whose turn it is, and the other side.

    Raises
    ------
    IllegalBattleError
        If no turn ever brings a point to anybody.
    OptionError
        For chances that are none.

    Examples
    --------
    A coin each turn, to one point; who begins wins with 2 in 3:

    >>> coin = np.array([[0.5], [0.5]])
    >>> round(Race(1, coin, coin).win(0, 0), 6)
    0.666667
    """

    to: int
    own: Floats
    enemy: Floats

    def __post_init__(self) -> None:
        for name in ("own", "enemy"):
            object.__setattr__(self, name, checked(getattr(self, name), name))
        if self.own[0, 0] * self.enemy[0, 0] >= 1.0 - 1e-12:
            raise IllegalBattleError("no turn brings either side a point, so nobody wins")

    def win(self, own: int, enemy: int, *, own_turn: bool = True) -> float:
        """Return the chance that the own side wins from a score.

        Raises
        ------
        OptionError
            If the score is not below the points that win.
        """
        self._check(own, enemy)
        return float(self.tables[0 if own_turn else 1][own, enemy])

    def turns(self, own: int, enemy: int, *, own_turn: bool = True) -> float:
        """Return how many turns, of both sides, the race still takes on average.

        Raises
        ------
        OptionError
            If the score is not below the points that win.
        """
        self._check(own, enemy)
        return float(self.tables[2 if own_turn else 3][own, enemy])

    def _check(self, own: int, enemy: int) -> None:
        for points in (own, enemy):
            if not 0 <= points < self.to:
                raise OptionError(
                    f"a score of {own} : {enemy} is not below {self.to}, which wins",
                    given=f"{own} : {enemy}",
                    allowed=(f"0 to {self.to - 1}",),
                )

    @cached_property
    def tables(self) -> tuple[Floats, Floats, Floats, Floats]:
        """By own and enemy points: the chance to win, and turns left, in own and enemy turn.

        In a turn that brings nobody anything the score stands, and the other side plays: for each
        score a system of two equations.
        """
        shape = (self.to, self.to)
        win = np.zeros((2, *shape))
        left = np.zeros((2, *shape))
        turns = (self.own, self.enemy.T)  # both by own and enemy points
        stays = [turn[0, 0] for turn in turns]
        for total in range(2 * (self.to - 1), -1, -1):
            for own in range(max(0, total - self.to + 1), min(total, self.to - 1) + 1):
                enemy = total - own
                known = [
                    self._known(turns[who], own, enemy, win[1 - who], left[1 - who], who)
                    for who in (0, 1)
                ]
                both = 1.0 - stays[0] * stays[1]
                for who in (0, 1):
                    for at, table in ((0, win), (1, left)):
                        other = known[1 - who][at]
                        table[who, own, enemy] = (known[who][at] + stays[who] * other) / both
        return win[0], win[1], left[0], left[1]

    def _known(
        self, turn: Floats, own: int, enemy: int, win: Floats, left: Floats, who: int
    ) -> tuple[float, float]:
        """Return win chance and turns, as far as the turn brings anything; itself counts as one."""
        wins, turns = 0.0, 1.0
        for (more, theirs), chance in np.ndenumerate(turn):
            if not chance or not (more or theirs):
                continue
            mine, other = own + more, enemy + theirs
            first, second = (mine, other) if who == 0 else (other, mine)
            if max(first, second) >= self.to:
                mover_wins = first >= self.to
                wins += chance * (mover_wins if who == 0 else not mover_wins)
            else:
                wins += chance * win[mine, other]
                turns += chance * left[mine, other]
        return wins, turns


def checked(chances: object, name: str) -> Floats:
    """Return chances of points for and against in a turn as an array.

    Raises
    ------
    OptionError
        If they are no table of chances that sum to 1.
    """
    try:
        table = np.asarray(chances)
    except ValueError:  # rows of several lengths
        table = np.zeros(0)
    numeric = table.dtype.kind in "iuf"
    table = table.astype(np.float64) if numeric else np.zeros(0)
    fits = table.ndim == 2 and table.size and np.isfinite(table).all() and (table >= 0).all()
    if not fits or abs(table.sum() - 1.0) > SUM:
        total = f"; they sum to {table.sum():g}" if fits else ""
        raise OptionError(
            f"{name} is a table of chances that sum to 1, a row for each number of points for the"
            f" side whose turn it is and in it a number for those against, as [[0.6, 0.1], [0.3,"
            f" 0]]{total}",
            given=str(chances)[:60],
            allowed=("[[0.6, 0.1], [0.3, 0]]",),
        )
    return table / table.sum()
