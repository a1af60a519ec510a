"""The stages of a battle: a throw, who is hit, who leaves, and the volley before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from combat.arrays import Ints
from combat.dice import FaceDice, Roll
from combat.game import ROLES
from combat.rebellion_1775.camp import Camp
from combat.rebellion_1775.columns import AT, BLANKS, COLOURS, GOES, SIDES, set_
from combat.rebellion_1775.policies import BEST
from combat.stages.rules import Mask, Side, States

if TYPE_CHECKING:
    from combat.rebellion_1775.rules import SkirmishRules


@dataclass(frozen=True, eq=False)
class Stage:
    """A stage of the battle of two camps, about one of them."""

    rules: SkirmishRules
    who: int

    def units(self, rows: States, who: int | None = None) -> Ints:
        """Return the units of a camp by colour, (rows, colours)."""
        first = 1 + COLOURS * (self.who if who is None else who)
        return rows[:, first : first + COLOURS]

    @property
    def camp(self) -> Camp:
        """The camp that the stage is about."""
        return self.rules.camps[self.who]


class Throw(Stage):
    """The dice of one camp, all its colours at once (RB-02)."""

    def rolls(self, rows: States) -> tuple[Roll, ...]:
        """Return a roll a colour."""
        units = self.units(rows)
        return tuple(
            FaceDice(np.minimum(units[:, at], colour.dice), colour.faces)
            for at, colour in enumerate(self.camp.colours)
        )

    def resolve(self, rows: States, results: tuple[Ints, ...]) -> States:
        """Do the flights, and let the enemy name who is hit."""
        hits = sum(result[:, 0] for result in results)
        fled = np.stack([result[:, 1] for result in results], axis=1)
        blank = np.stack([result[:, 2] for result in results], axis=1)
        role = ROLES[self.who]
        columns: dict[str, Ints | int] = {
            f"{role}.{at}": self.units(rows)[:, at] - fled[:, at] for at in range(COLOURS)
        }
        matters = self.rules.decides(self.who)
        columns |= {name: blank[:, at] * matters for at, name in enumerate(BLANKS)}
        at = self.rules.turning(self.who)
        columns["incoming"] = np.zeros(len(rows), np.int64) if at is None else fled[:, at]
        columns |= {"hits": hits, f"{role}_fled": fled.sum(axis=1), "rolls": 1}
        columns |= self.rules.counted(role, "fled", fled)
        return self.rules.hit_next(set_(rows, columns), self.who)


class Volley(Throw):
    """One roll before the battle of which only hits count (RB-10)."""

    def resolve(self, rows: States, results: tuple[Ints, ...]) -> States:
        """Let the enemy name who is hit."""
        hits = sum(result[:, 0] for result in results)
        return self.rules.hit_next(set_(rows, {"hits": hits}), self.who)


class Hit(Stage):
    """Who of a camp takes the next hit (RB-03)."""

    @property
    def side(self) -> Side:
        """The side that is hit decides."""
        return SIDES[self.who]

    def options(self, rows: States) -> Mask:
        """A colour."""
        units = self.units(rows)
        if self.camp.losses.kind == BEST:
            return units > 0
        mask = np.zeros(units.shape, np.bool_)
        mask[np.arange(len(rows)), self.rules.takes(self.who, units)] = True
        return mask

    def apply(self, rows: States, option: Ints) -> States:
        """Take one unit off; the next hit, or the decisions."""
        role = ROLES[self.who]
        units = self.units(rows) - (np.arange(COLOURS) == option[:, None])
        columns: dict[str, Ints | int] = {f"{role}.{at}": units[:, at] for at in range(COLOURS)}
        columns |= {"hits": rows[:, AT["hits"]] - 1, f"{role}_lost": 1}
        columns |= self.rules.counted(role, "lost", np.arange(COLOURS) == option[:, None])
        back = self.rules.reserved(self.who)
        if back is not None:  # a Patriot who is hit goes to the reserve, whence he may come again
            most = self.rules.reserve_room
            columns["reserve"] = np.minimum(rows[:, AT["reserve"]] + (option == back), most)
        return self.rules.hit_next(set_(rows, columns), 1 - self.who)


class Decide(Stage):
    """Whether a unit of the colour whose blank is next leaves the battle (RB-05)."""

    @property
    def side(self) -> Side:
        """The side that has thrown decides."""
        return SIDES[self.who]

    def options(self, rows: States) -> Mask:
        """0: it stays; 1: it goes."""
        if self.camp.withdrawal.kind == BEST:
            return np.ones((len(rows), 2), np.bool_)
        goes = self.rules.goes(self.who, rows)
        return np.stack([~goes, goes], axis=1)

    def apply(self, rows: States, option: Ints) -> States:
        """Take the unit out, or not; the next blank, or the other side's throw."""
        role = ROLES[self.who]
        blanks = rows[:, AT["blank.0"] : AT["blank.0"] + COLOURS]
        colour = np.argmax(blanks > 0, axis=1)
        used = np.arange(COLOURS) == colour[:, None]
        gone = used & (option == GOES)[:, None]
        units = self.units(rows) - gone
        columns: dict[str, Ints | int] = {f"{role}.{at}": units[:, at] for at in range(COLOURS)}
        columns |= {name: (blanks - used)[:, at] for at, name in enumerate(BLANKS)}
        columns[f"{role}_withdrawn"] = option
        columns |= self.rules.counted(role, "withdrawn", gone)
        return self.rules.decide_next(set_(rows, columns), self.who)
