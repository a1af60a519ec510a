"""What the best turn comes to: every way it can go, followed from the beginning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.napoleonics.turn.actions import Action
from combat.napoleonics.turn.kernels import MEASURES, NO_VICTORY, Kernel
from combat.napoleonics.turn.solver import STOP, Solver

ELIMINATED = MEASURES.index("eliminated")


@dataclass(frozen=True)
class Rows:
    """Ways the turn has gone so far: how the targets stand, banners for and against, the chance.

    Attributes
    ----------
    states : int, shape (rows, targets + 2)
    mass : float, shape (rows,)
    """

    states: Ints
    mass: Floats

    def __getitem__(self, which: Bools | Ints) -> Rows:
        """Return some of the rows."""
        return Rows(self.states[which], self.mass[which])


@dataclass
class Fought:
    """How often an attacker fights, and what comes of it: sums over all ways.

    ``measures`` are those of its own attacks, ``bonus_measures`` those of bonus melees; ``part``
    those of all attacks that it takes part in, others' which it joins among them; ``later``: how
    often a bonus melee eliminates a target after the first one has only been driven off.
    """

    reached: float = 0.0
    targets: dict[int, float] = field(default_factory=dict)
    joined: float = 0.0
    bonus: float = 0.0
    banners: list[float] = field(default_factory=lambda: [0.0, 0.0])
    measures: Floats = field(default_factory=lambda: np.zeros(len(MEASURES)))
    bonus_measures: Floats = field(default_factory=lambda: np.zeros(len(MEASURES)))
    part: Floats = field(default_factory=lambda: np.zeros(len(MEASURES)))
    later: float = 0.0

    @property
    def total(self) -> Floats:
        """Sums of `MEASURES` over its attacks and its bonus melees."""
        return self.measures + self.bonus_measures


class Forward:
    """The distribution of a turn under the best play of both sides.

    Parameters
    ----------
    solver : Solver

    Attributes
    ----------
    joint : dict of (int, int) to float
        Chance by banners for and against.
    fought : list of Fought
        By attacker.
    final : Rows
        How the targets stand at the end.
    """

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.fought = [Fought() for _ in range(solver.attackers)]
        self.joint: dict[tuple[int, int], float] = {}
        self._steps: dict[Action, dict[tuple[int, int], Ints]] = {}
        self.final = self._run()

    def _run(self) -> Rows:
        targets = len(self.solver.sizes)
        everybody = (1 << self.solver.attackers) - 1
        start = Rows(np.zeros((1, targets + 2), np.int64), np.ones(1))
        waiting: dict[int, list[Rows]] = {everybody: [start]}
        done: list[Rows] = []
        for able in sorted(range(everybody + 1), key=lambda bits: -bits.bit_count()):
            if able not in waiting:
                continue
            rows = merged(waiting.pop(able))
            choice = self.solver.choice(able)[self._index(rows)]
            done.append(rows[choice == STOP])
            for number in np.unique(choice[choice != STOP]).tolist():
                action = self.solver.actions[number]
                after = self._attacked(able, action, rows[choice == number])
                waiting.setdefault(able & ~action.used, []).extend(after)
        final = merged(done)
        for state, mass in zip(final.states[:, -2:].tolist(), final.mass.tolist(), strict=True):
            key = state[0], state[1]
            self.joint[key] = self.joint.get(key, 0.0) + mass
        return final

    def _index(self, rows: Rows) -> tuple[Ints, ...]:
        """Return where rows are in the tables, which stop counting banners at the last."""
        most = np.array(self.solver.final.shape) - 1
        banners = np.minimum(rows.states[:, -2:], most)
        return (*rows.states[:, :-2].T, *banners.T)

    def _attacked(self, able: int, action: Action, rows: Rows) -> list[Rows]:
        """Return the rows after an attack, and the bonus melee that may follow it."""
        rest = able & ~action.used
        kernel = self.solver.main[action]
        replies = _at(self.solver.replies(able, action), self._index(rows))
        self._count(action, rows)
        after, victory = self._stepped(action, kernel, rows, np.argmin(replies, axis=0))
        found = [after[victory == NO_VICTORY]]
        for number in np.unique(victory[victory != NO_VICTORY]).tolist():
            found += self._followed(rest, action, number, after[victory == number])
        return found

    def _followed(self, rest: int, action: Action, number: int, rows: Rows) -> Iterator[Rows]:
        """Yield the rows after what follows a victory: nothing, or the best bonus melee."""
        solver = self.solver
        index = self._index(rows)
        best = solver.value(rest)[index].copy()
        pick = np.full(len(best), -1)
        options = solver.bonus_of(action, solver.main[action].victories[number - 1])
        for at, other in enumerate(options):
            worth = solver.bonus_worth(rest, other)[index]
            better = (worth > best + 1e-12) & ~solver.over[index[-2:]]
            best, pick = np.where(better, worth, best), np.where(better, at, pick)
        yield rows[pick < 0]
        for at in np.unique(pick[pick >= 0]).tolist():
            other, some = options[at], rows[pick == at]
            self.fought[other.attacker].bonus += float(some.mass.sum())
            replies = _at(solver.bonus_replies(rest, other), self._index(some))
            yield self._stepped(other, solver.bonus[other], some, np.argmin(replies, axis=0))[0]

    def _count(self, action: Action, rows: Rows) -> None:
        mass = float(rows.mass.sum())
        own = self.fought[action.attacker]
        own.reached += mass
        own.targets[action.target] = own.targets.get(action.target, 0.0) + mass
        for gun in action.guns:
            self.fought[gun].reached += mass
            self.fought[gun].joined += mass

    def _stepped(
        self, action: Action, kernel: Kernel, rows: Rows, reaction: Ints
    ) -> tuple[Rows, Ints]:
        """Return the rows after the dice, and with what victory each comes."""
        by_state = self._by_state(action, kernel)
        states, masses, victories = [], [], []
        key = np.stack([rows.states[:, action.target], reaction], axis=1)
        own = self.fought[action.attacker]
        for at, how in sorted(set(map(tuple, key.tolist()))):
            some = rows[(key == (at, how)).all(axis=1)]
            steps = by_state[at, how]
            mass = some.mass[:, None] * kernel.chance[steps]
            after = np.repeat(some.states, len(steps), axis=0)
            many = len(some.mass)
            after[:, action.target] = np.tile(kernel.after[steps], many)
            after[:, -2] += np.tile(kernel.gained[steps], many)
            after[:, -1] += np.tile(kernel.lost[steps], many)
            states.append(after)
            masses.append(mass.ravel())
            victories.append(np.tile(kernel.victory[steps], many))
            own.banners[0] += float(mass.sum(axis=0) @ kernel.gained[steps])
            own.banners[1] += float(mass.sum(axis=0) @ kernel.lost[steps])
            more = mass.sum(axis=0) @ kernel.means[steps]
            if action.blocks:
                own.bonus_measures = own.bonus_measures + more
                driven_off = some.states[:, action.beaten] != self.solver.sizes[action.beaten] - 1
                chances = kernel.chance[steps] @ kernel.means[steps, ELIMINATED]
                own.later += float(some.mass[driven_off].sum() * chances)
                continue
            own.measures = own.measures + more
            for one in (action.attacker, *action.guns):
                self.fought[one].part = self.fought[one].part + more
        return Rows(np.concatenate(states), np.concatenate(masses)), np.concatenate(victories)

    def _by_state(self, action: Action, kernel: Kernel) -> Mapping[tuple[int, int], Ints]:
        """Return the steps of a kernel by state and reaction."""
        if action not in self._steps:
            found: dict[tuple[int, int], list[int]] = {}
            for step, key in enumerate(zip(kernel.state, kernel.reaction, strict=True)):
                found.setdefault((int(key[0]), int(key[1])), []).append(step)
            self._steps[action] = {key: np.array(steps) for key, steps in found.items()}
        return self._steps[action]


def _at(replies: Floats, index: tuple[Ints, ...]) -> Floats:
    """Return what each reaction is worth in some rows, (reactions, rows)."""
    return np.stack([reply[index] for reply in replies])


def merged(parts: list[Rows]) -> Rows:
    """Return rows with equal ones added up."""
    states = np.concatenate([part.states for part in parts])
    mass = np.concatenate([part.mass for part in parts])
    keep = mass > 0
    distinct, place = np.unique(states[keep], axis=0, return_inverse=True)
    chance = np.bincount(place.ravel(), mass[keep], minlength=len(distinct))
    return Rows(distinct, np.asarray(chance, dtype=np.float64))
