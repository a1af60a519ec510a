"""The best turn, by exact dynamic programming over who has fought and how the targets stand.

V[S], for the attackers S who can still fight, is a table over the states of all targets and the
banners for and against so far. An attack acts on one target alone, so that its value is one matrix
product along that target's axis::

    V[S] = max(stop, max over attacks of min over reactions of (worth + K V[S without who fought]))

Cavalry that wins may go on to a bonus melee: V is then replaced, where it has won, by the better of
stopping and the bonus melee's value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.napoleonics.turn.actions import Action
from combat.napoleonics.turn.kernels import NO_VICTORY, Kernel, Victory, worth_rows

STOP = -1
TIE = 1e-12
IMPOSSIBLE = -np.inf


class Matrix:
    """A kernel as matrices over its target's states, by what it brings.

    Parameters
    ----------
    kernel : Kernel
    weights : mapping of str to float
        What things are worth.
    """

    def __init__(self, kernel: Kernel, weights: Mapping[str, float]) -> None:
        size, count = kernel.allowed.shape
        self.kernel = kernel
        self.reward = np.zeros((count, size))
        worth = kernel.chance * worth_rows(kernel, weights)
        np.add.at(self.reward, (kernel.reaction, kernel.state), worth)
        self.parts: list[list[tuple[int, int, int, Floats]]] = []
        for reaction in range(count):
            self.parts.append(list(self._parts(kernel, reaction, size)))

    @staticmethod
    def _parts(kernel: Kernel, reaction: int, size: int) -> Sequence[tuple[int, int, int, Floats]]:
        """Return (banners for, banners against, victory, matrix) of one reaction."""
        here = kernel.reaction == reaction
        keys = np.stack([kernel.gained, kernel.lost, kernel.victory], axis=1)
        found = []
        for gained, lost, victory in sorted(set(map(tuple, keys[here].tolist()))):
            rows = here & (keys == (gained, lost, victory)).all(axis=1)
            matrix = np.zeros((size, size))
            np.add.at(matrix, (kernel.state[rows], kernel.after[rows]), kernel.chance[rows])
            found.append((gained, lost, victory, matrix))
        return found


@dataclass(frozen=True, eq=False)
class Solver:
    """The values of all that can happen in a turn.

    Parameters
    ----------
    sizes : tuple of int
        States of each target.
    attackers : int
    main, bonus : mapping of Action to Kernel
    weights : mapping of str to float
        What banners and blocks are worth, added up over the turn.
    final : float array, shape (for, against)
        What the turn is worth at its end by the banners in it; the last row and column stand for
        all beyond.
    over : bool array, shape (for, against)
        Where the game is over.
    """

    sizes: tuple[int, ...]
    attackers: int
    main: Mapping[Action, Kernel]
    bonus: Mapping[Action, Kernel]
    weights: Mapping[str, float]
    final: Floats
    over: Bools
    values: dict[int, Floats] = field(default_factory=dict)
    choices: dict[int, Ints] = field(default_factory=dict)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The attacks, by their numbers."""
        return tuple(self.main)

    @cached_property
    def matrices(self) -> dict[Action, Matrix]:
        """The attacks and bonus melees as matrices."""
        both = {**self.main, **self.bonus}
        return {action: Matrix(kernel, self.weights) for action, kernel in both.items()}

    @property
    def shape(self) -> tuple[int, ...]:
        """States of all targets, banners for, banners against."""
        return (*self.sizes, *self.final.shape)

    @property
    def stopped(self) -> Floats:
        """What the turn is worth if nobody fights any more."""
        return np.broadcast_to(self.final, self.shape)

    def value(self, able: int) -> Floats:
        """Return the value of every state while these attackers can fight (bits)."""
        if able not in self.values:
            best, choice = self.stopped.copy(), np.full(self.shape, STOP)
            for number, action in enumerate(self.actions):
                if action.used & ~able:
                    continue
                worth = self.worth(able, action)
                better = (worth > best + TIE * np.maximum(1.0, np.abs(best))) & ~self.over
                best, choice[better] = np.where(better, worth, best), number
            self.values[able], self.choices[able] = best, choice
        return self.values[able]

    def choice(self, able: int) -> Ints:
        """Return the number of the best attack in every state, `STOP` if none is better."""
        self.value(able)
        return self.choices[able]

    def worth(self, able: int, action: Action) -> Floats:
        """Return what an attack is worth in every state, −∞ where it is impossible."""
        replies = self.replies(able, action)
        least = replies.min(axis=0)
        return np.where(np.isinf(least), IMPOSSIBLE, least)

    def replies(self, able: int, action: Action) -> Floats:
        """Return what an attack is worth by the defender's reaction, +∞ where he cannot.

        Shape (reactions, states of the targets, for, against).
        """
        rest = able & ~action.used
        after = {NO_VICTORY: self.value(rest)}
        kernel = self.main[action]
        for number, victory in enumerate(kernel.victories, start=1):
            after[number] = self.following(rest, action, victory)
        return self._through(action, after)

    def following(self, rest: int, action: Action, victory: Victory) -> Floats:
        """Return what a victory is worth: the better of stopping and a bonus melee."""
        best = self.value(rest)
        for other in self.bonus_of(action, victory):
            best = np.maximum(best, self.bonus_worth(rest, other))
        return np.where(self.over, self.value(rest), best)

    def bonus_of(self, action: Action, victory: Victory) -> list[Action]:
        """Return the bonus melees that a victory may lead to."""
        return [
            other
            for other in self.bonus
            if (other.attacker, other.beaten, other.blocks, other.led)
            == (action.attacker, action.target, victory.blocks, victory.led)
        ]

    def bonus_worth(self, rest: int, action: Action) -> Floats:
        """Return what a bonus melee is worth in every state, −∞ where it is impossible."""
        least = self.bonus_replies(rest, action).min(axis=0)
        return np.where(np.isinf(least), IMPOSSIBLE, least)

    def bonus_replies(self, rest: int, action: Action) -> Floats:
        """Return what a bonus melee is worth by the defender's reaction; see `replies`."""
        return self._through(action, {NO_VICTORY: self.value(rest)})

    def _through(self, action: Action, after: Mapping[int, Floats]) -> Floats:
        """Return the values, by reaction, from what the values are after the attack."""
        matrix, axis = self.matrices[action], action.target
        allowed = matrix.kernel.allowed
        found = np.empty((allowed.shape[1], *self.shape))
        flat = {key: _front(values, axis) for key, values in after.items()}
        whole = _front(np.empty(self.shape), axis).shape
        for reaction, parts in enumerate(matrix.parts):
            total = np.zeros((self.sizes[axis], int(np.prod(whole[1:]))))
            total += matrix.reward[reaction][:, None]
            for gained, lost, victory, steps in parts:
                moved = _shifted(flat[victory], gained, lost)
                total += steps @ moved.reshape(self.sizes[axis], -1)
            total[~allowed[:, reaction]] = np.inf
            found[reaction] = np.moveaxis(total.reshape(whole), 0, axis)
        return found


def _front(values: Floats, axis: int) -> Floats:
    return np.ascontiguousarray(np.moveaxis(values, axis, 0))


def _shifted(values: Floats, gained: int, lost: int) -> Floats:
    """Return values with so many banners more; the last stands for all beyond."""
    for axis, more in ((-2, gained), (-1, lost)):
        size = values.shape[axis]
        if more and size > 1:
            values = np.take(values, np.minimum(np.arange(size) + more, size - 1), axis=axis)
    return values
