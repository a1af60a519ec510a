"""Small games that try the engines; sides and faces are never symmetric."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from combat.dice import Die, FaceDice, HitDice, Margin, Table
from combat.stages.rules import Side, changed

STAGE = 0


@dataclass(frozen=True)
class Duel:
    """Attrition: all of both sides fire at once until one side is gone; rounds are a tally."""

    most: int
    hit_a: int = 2
    hit_d: int = 3
    columns: ClassVar = ("stage", "a", "d", "rounds")
    tallies: ClassVar = ("rounds",)

    @property
    def stages(self):
        return (Volley(self.hit_a, self.hit_d),)

    @property
    def bounds(self):
        return np.array([0, self.most, self.most, 0])

    def rank(self, states):
        return states[:, 1] + states[:, 2]

    @staticmethod
    def row(a, d):
        return [0 if a and d else -1, a, d, 0]


@dataclass(frozen=True)
class Volley:
    hit_a: int
    hit_d: int

    def rolls(self, states):
        return HitDice(states[:, 1], self.hit_a), HitDice(states[:, 2], self.hit_d)

    def resolve(self, states, results):
        by_a, by_d = results[0][:, 0], results[1][:, 0]
        a, d = np.maximum(states[:, 1] - by_d, 0), np.maximum(states[:, 2] - by_a, 0)
        over = (a == 0) | (d == 0)
        return changed(states, {0: np.where(over, -1, 0), 1: a, 2: d, 3: states[:, 3] + 1})


@dataclass(frozen=True)
class Rebellion:
    """1775 in small: in turn; a hit kills, a flight flees, a blank lets one unit withdraw.

    Stages: 0 defenders roll, 1 they decide, 2 attackers roll, 3 they decide. Rank is the number of
    units, so two blanks make a loop of two rolls and two decisions.
    """

    most: int
    faces_a: tuple = (3, 1, 2)  # hit, flee, blank
    faces_d: tuple = (2, 1, 3)
    columns: ClassVar = ("stage", "a", "d", "blanks", "fled", "rolls", "saved_a", "saved_d")
    tallies: ClassVar = ("fled", "rolls", "saved_a", "saved_d")

    @property
    def stages(self):
        return (
            Roll1775(2, 1, self.faces_d),
            Withdraw(Side.DEFENDER, 2, 2),
            Roll1775(1, 2, self.faces_a),
            Withdraw(Side.ATTACKER, 1, 0),
        )

    @property
    def bounds(self):
        return np.array([3, self.most, self.most, 2, 0, 0, 0, 0])

    def rank(self, states):
        return states[:, 1] + states[:, 2]

    @staticmethod
    def row(a, d):
        return [0, a, d, 0, 0, 0, 0, 0]


@dataclass(frozen=True)
class Roll1775:
    """The side in column `own` rolls at most two dice."""

    own: int
    enemy: int
    faces: tuple

    def rolls(self, states):
        return (FaceDice(np.minimum(states[:, self.own], 2), self.faces),)

    def resolve(self, states, results):
        hits, flights, blanks = results[0].T
        own = states[:, self.own] - flights
        enemy = np.maximum(states[:, self.enemy] - hits, 0)
        over = (own == 0) | (enemy == 0)
        return changed(
            states,
            {
                0: np.where(over, -1, states[:, 0] + 1),
                self.own: own,
                self.enemy: enemy,
                3: np.where(over, 0, blanks),
                4: states[:, 4] + flights,
                5: states[:, 5] + 1,
            },
        )


@dataclass(frozen=True)
class Withdraw:
    """The roller withdraws 0 … blanks units."""

    side: Side
    own: int
    then: int

    def options(self, states):
        most = np.minimum(states[:, 3], states[:, self.own])
        return np.arange(3) <= most[:, None]

    def apply(self, states, option):
        own = states[:, self.own] - option
        then, saved = np.where(own == 0, -1, self.then), self.own + 5
        return changed(states, {0: then, self.own: own, 3: 0, saved: states[:, saved] + option})


@dataclass(frozen=True)
class Cards:
    """Opposed totals: attacker and defender may each spend a card (+2), then 2 dice, then losses.

    Columns: strengths, cards held, margin won by (0 loss, 1 win), loss of the loser.
    """

    most: int = 9
    columns: ClassVar = ("stage", "a", "d", "card_a", "card_d", "won", "loss")
    tallies: ClassVar = ()

    @property
    def stages(self):
        return Spend(Side.ATTACKER, 1, 3), Spend(Side.DEFENDER, 2, 4), Clash(), Losses()

    @property
    def bounds(self):
        return np.array([3, self.most + 2, self.most + 2, 1, 1, 1, 3])

    def rank(self, states):
        return 3 - states[:, 0]


@dataclass(frozen=True)
class Spend:
    side: Side
    strength: int
    card: int

    def options(self, states):
        return np.stack([np.ones(len(states), bool), states[:, self.card] > 0], axis=1)

    def apply(self, states, option):
        return changed(
            states,
            {
                0: states[:, 0] + 1,
                self.strength: states[:, self.strength] + 2 * option,
                self.card: states[:, self.card] - option,
            },
        )


class Clash:
    def rolls(self, states):
        return (Margin(6, len(states)),)

    def resolve(self, states, results):
        won = results[0][:, 0] + states[:, 1] - states[:, 2] >= 0
        return changed(states, {0: 3, 1: 0, 2: 0, 5: won})


class Losses:
    def rolls(self, states):
        return (Table(np.tile([[1 / 2, 1 / 3, 1 / 6]], (len(states), 1))),)

    def resolve(self, states, results):
        return changed(states, {0: -1, 6: results[0][:, 0] + 1})


@dataclass(frozen=True)
class Streak:
    """Stop or go: on a die of 1 all is lost, on `grow` or more the pot grows, else nothing."""

    goal: int
    grow: int = 5
    sides: int = 6
    columns: ClassVar = ("stage", "pot", "lost", "throws")
    tallies: ClassVar = ("throws",)

    @property
    def stages(self):
        return Stop(), Throw(self.goal, self.grow, self.sides)

    @property
    def bounds(self):
        return np.array([1, self.goal, 1, 0])

    def rank(self, states):
        return self.goal - states[:, 1]


class Stop:
    """Option 0 goes on, option 1 stops."""

    side = Side.ATTACKER

    def options(self, states):
        return np.ones((len(states), 2), bool)

    def apply(self, states, option):
        return changed(states, {0: np.where(option == 1, -1, 1)})


@dataclass(frozen=True)
class Throw:
    goal: int
    grow: int
    sides: int

    def rolls(self, states):
        return (Die(self.sides, len(states)),)

    def resolve(self, states, results):
        die = results[0][:, 0]
        pot = states[:, 1] + (die >= self.grow)
        over = (die == 1) | (pot == self.goal)
        return changed(
            states,
            {
                0: np.where(over, -1, 0),
                1: np.where(die == 1, 0, pot),
                2: die == 1,
                3: states[:, 3] + 1,
            },
        )


def always(option):
    """The highest legal option up to this one."""

    def policy(_view, legal):
        options = np.arange(legal.shape[1])
        return np.where(legal & (options <= option), options, -1).max(axis=1)

    return policy


STAY = MappingProxyType({Side.ATTACKER: always(0), Side.DEFENDER: always(0)})


@dataclass(frozen=True)
class Walk:
    """A walk between 0 and `top`, up with 2 of 5, all in one rank: a long loop."""

    top: int
    columns: ClassVar = ("stage", "at", "steps")
    tallies: ClassVar = ("steps",)

    @property
    def stages(self):
        return (Pace(self.top),)

    @property
    def bounds(self):
        return np.array([0, self.top, 0])

    def rank(self, states):
        return np.zeros(len(states), dtype=np.int64)


@dataclass(frozen=True)
class Pace:
    top: int

    def rolls(self, states):
        return (Die(5, len(states)),)

    def resolve(self, states, results):
        at = states[:, 1] + np.where(results[0][:, 0] <= 2, 1, -1)
        over = (at == 0) | (at == self.top)
        return changed(states, {0: np.where(over, -1, 0), 1: at, 2: states[:, 2] + 1})
