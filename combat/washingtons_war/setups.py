"""Battles as columns of numbers: what does not change while a battle is fought.

The stages read a battle's facts from here by its number, so that a row holds only what has
happened so far, and tens of thousands of battles are one call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from combat.arrays import Bools, Ints
from combat.battle import Battle
from combat.washingtons_war.generals import ARNOLD, WASHINGTON, General
from combat.washingtons_war.settings import (
    AFTER,
    AGILITY,
    ALWAYS,
    BEST,
    NEVER,
    RATING,
    congress_of,
    pc_of,
)
from combat.washingtons_war.troops import CARDS, NONE, TREASON, Troops

FIXED = {"regulars": 1, "navy": 1, "militia": 1, "winter": 2, "intercepted": 1}  # WW-07
TRYING = (ALWAYS, NEVER, BEST)
UNKNOWN = -1_000  # where the alliance track stands if nobody says
LEADERS = (RATING, "present", "interceptor", BEST)


@dataclass(frozen=True, eq=False)
class SideSetup:
    """One side of many battles; every array has the shape (battles,) but `cards`.

    Attributes
    ----------
    cu : int
        CUs in the space.
    battle, agility : int
        Ratings of the general; 0 without one.
    drm : int
        Modifiers that are fixed before the battle (WW-07), CUs and rating aside.
    cards : bool, shape (battles, 4)
        Which of `CARDS` may be used in step 1.
    held : int
        How many of them are held, to be used or not.
    winter : bool
        Whether this is the winter offensive (WW-07, WW-53).
    cut_off, american, british, regulars : bool
        Nowhere to retreat; whose side it is; whether it has the regulars' advantage.
    washington, arnold : bool
        Whether the general is he.
    enemy_pc : bool
        Whether the space has a PC marker of the other side.
    """

    cu: Ints
    battle: Ints
    agility: Ints
    drm: Ints
    cards: Bools
    held: Ints
    winter: Bools
    cut_off: Bools
    american: Bools
    british: Bools
    regulars: Bools
    washington: Bools
    arnold: Bools
    enemy_pc: Bools

    @cached_property
    def cards_open(self) -> tuple[Bools, Ints]:
        """Whether the card is a choice, and if not, which it is; each of shape (battles,)."""
        open_ = self.cards.sum(axis=1) > 1
        return open_, np.where(open_, 0, np.argmax(self.cards, axis=1))

    @classmethod
    def of(cls, sides: Sequence[tuple[Troops, str]]) -> SideSetup:
        """Return the sides of battles, each with whose PC marker is in the space."""
        columns = zip(*(_numbers(troops, pc) for troops, pc in sides), strict=True)
        return cls(*(np.array(column) for column in columns))


def _numbers(troops: Troops, pc: str) -> tuple[Any, ...]:
    general = troops.general
    battle, agility, washington, arnold = _rated(general)
    enemy = pc != "none" and (pc == "british") != troops.is_british
    return (
        *(troops.cu, battle, agility, drm_of(troops), cards_of(troops), len(troops.held)),
        *("winter" in troops.modifiers, troops.cut_off),
        *(troops.is_american, troops.is_british, "regulars" in troops.modifiers),
        *(washington, arnold, enemy),
    )


def _rated(general: General | None) -> tuple[int, int, bool, bool]:
    if general is None:
        return 0, 0, False, False
    name = general.name
    return general.battle, general.agility, name == WASHINGTON, name == ARNOLD


def drm_of(troops: Troops) -> int:
    """Sum of the modifiers that are fixed before the battle; the winter offensive is not."""
    return troops.drm + sum(FIXED[word] for word in troops.modifiers if word != "winter")


def cards_of(troops: Troops) -> list[bool]:
    """Which of `CARDS` may be used in step 1 (WW-05): the one that is named, or those held."""
    if troops.card != NONE:
        return [card == troops.card for card in CARDS]
    return [card == NONE or card in troops.held for card in CARDS]


@dataclass(frozen=True, eq=False)
class Setups:
    """Many battles; every array has the shape (battles,) but those of the armies.

    Attributes
    ----------
    attacker, defender : SideSetup
    armies : tuple of int arrays, shape (battles, armies)
        Battle ratings, agilities and CUs that join of those that may intercept; 0 for none.
    army_washington, army_arnold : bool, shape (battles, armies)
    tries, retreat, leader : int
        How those choices are made: a place in `TRYING` or `LEADERS`.
    evade : int
        Highest roll on which the retreat before battle succeeds; 0 if it is not tried.
    before : bool
        Whether France is not yet in the war.
    track : int
        Where the alliance track stands, as far as it is known; far below 0 if not.
    congress : bool
        Whether Congress is in the space.
    """

    attacker: SideSetup
    defender: SideSetup
    armies: tuple[Ints, Ints, Ints]
    army_washington: Bools
    army_arnold: Bools
    tries: Ints
    retreat: Ints
    leader: Ints
    evade: Ints
    before: Bools
    track: Ints
    congress: Bools

    @classmethod
    def of(cls, battles: Sequence[Battle]) -> Setups:
        """Return battles as columns."""
        attackers = [(battle.attacker, pc_of(battle.settings)) for battle in battles]
        defenders = [(battle.defender, pc_of(battle.settings)) for battle in battles]
        most = max(len(battle["intercept"]) for battle in battles)
        armies = np.zeros((3, len(battles), most), np.int64)
        named = np.zeros((2, len(battles), most), np.bool_)
        for at, battle in enumerate(battles):
            for number, army in enumerate(battle["intercept"]):
                rating, agility, washington, arnold = _rated(army.general)
                armies[:, at, number] = rating, agility, army.joining
                named[:, at, number] = washington, arnold
        settings = zip(*map(_chosen, battles), strict=True)
        tries, retreat, leader, evade, before, track, congress = map(np.array, settings)
        return cls(
            SideSetup.of(attackers),
            SideSetup.of(defenders),
            (armies[0], armies[1], armies[2]),
            named[0],
            named[1],
            tries,
            retreat,
            leader,
            evade,
            before,
            track,
            congress,
        )

    def __len__(self) -> int:
        """Return the number of battles."""
        return len(self.evade)

    @cached_property
    def treacherous(self) -> bool:
        """Whether the treason card may be played in any of the battles (WW-15)."""
        sides = (self.attacker, self.defender)
        return any(bool(side.cards[:, TREASON_CARD].any()) for side in sides)

    @property
    def most_armies(self) -> int:
        """Armies that may intercept, at most."""
        return self.armies[0].shape[1]

    def repeated(self, times: int) -> Setups:
        """Return each battle so many times, one after another."""
        return _taken(self, np.repeat(np.arange(len(self)), times))

    def with_side(self, side: str, **columns: Any) -> Setups:  # noqa: ANN401
        """Return the battles with some columns of a side replaced."""
        return replace(self, **{side: replace(getattr(self, side), **columns)})


def _chosen(battle: Battle) -> tuple[int, int, int, int, bool, int, bool]:
    return (
        TRYING.index(battle["tries"]),
        TRYING.index(battle["retreat"]),
        LEADERS.index(battle["leader"]),
        evade_of(battle),
        battle["alliance"] != AFTER,
        UNKNOWN if battle["track"] is None else battle["track"],
        congress_of(battle.settings),
    )


def evade_of(battle: Battle) -> int:
    """Highest roll on which the retreat before battle succeeds (WW-02); 0 if it is not tried."""
    if battle["evade"] != AGILITY:
        return int(battle["evade"])
    general: General | None = battle.defender.general
    return 0 if general is None else general.agility + general.evades


def _taken(setups: Any, rows: Ints) -> Any:  # noqa: ANN401
    """Take rows of every column, of the sides too."""
    columns = {field.name: getattr(setups, field.name) for field in fields(setups)}
    return type(setups)(**{name: _column(column, rows) for name, column in columns.items()})


def _column(column: Any, rows: Ints) -> Any:  # noqa: ANN401
    if isinstance(column, tuple):
        return tuple(part[rows] for part in column)
    return column[rows] if isinstance(column, np.ndarray) else _taken(column, rows)


TREASON_CARD = CARDS.index(TREASON)
