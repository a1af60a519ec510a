"""Combats as columns of numbers: what does not change while one is fought.

The stages read a combat's facts from here by its number, so that a row holds only what has
happened so far, and many combats are one call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from combat.arrays import Bools, Ints
from combat.battle import Battle
from combat.napoleonics.moves import room_of
from combat.napoleonics.strength import MELEE, POINT_BLANK, RANGED, Strike
from combat.napoleonics.terrain import Terrain
from combat.napoleonics.unit import REACTIONS, RETIRE, SQUARE, Unit
from combat.napoleonics.units import CLASSES, MOST_BLOCKS

STANDS, STRIKES_FIRST, IN_SQUARE, RETIRES = range(len(REACTIONS))
STAY, TAKE, BONUS = range(3)  # what follows a victory (CC-23)
WITH_UNIT, LOST, ALONE, LEFT_MAP = range(4)  # what has become of a leader (CC-30)
LEADER_IGNORES = SUPPORT_IGNORES = 1  # flags (CC-04)
LENGTH = MOST_BLOCKS + 1


@dataclass(frozen=True, eq=False)
class Strikes:
    """One kind of strike of many combats, by what the defender does; see `Strike`.

    Attributes
    ----------
    dice : int, shape (combats, reactions, blocks lost)
    guns, hit, gun_hit : int, shape (combats, reactions)
    flags, rerolls : bool, shape (combats, reactions)
    spared : int, shape (combats,)
    """

    dice: Ints
    guns: Ints
    hit: Ints
    gun_hit: Ints
    flags: Bools
    rerolls: Bools
    spared: Ints


@dataclass(frozen=True, eq=False)
class Targets:
    """Who is struck in many combats.

    Attributes
    ----------
    blocks, first, further, end : int, shape (combats,)
        Blocks; hexes for the first flag and for further ones; what becomes of a leader who
        survives his unit.
    leader, alone, counts : bool, shape (combats,)
        Whether a leader is attached; whether it is a leader without a unit; whether the enemy
        gets a banner for it.
    ignored, by_leader, room : int, shape (combats, reactions)
        Flags ignored, flags more while the leader is there, hexes that it can retreat.
    """

    blocks: Ints
    first: Ints
    further: Ints
    end: Ints
    leader: Bools
    alone: Bools
    counts: Bools
    ignored: Ints
    by_leader: Ints
    room: Ints


@dataclass(frozen=True, eq=False)
class Melee:
    """A fight between two units: strikes by name, and both as targets.

    Attributes
    ----------
    attack, first, back : Strikes
        The attacker's; the defender's before it; the defender's battle back.
    attacker, defender : Targets
    options : bool, shape (combats, reactions)
        What the defender may do.
    comes_back : bool, shape (combats, reactions)
        Whether the defender may battle back (CC-22).
    strikes_first : bool, shape (combats, reactions)
        Whether the defender strikes before the attack.
    """

    attack: Strikes
    first: Strikes
    back: Strikes
    attacker: Targets
    defender: Targets
    options: Bools
    comes_back: Bools
    strikes_first: Bools


@dataclass(frozen=True, eq=False)
class Setups:
    """Many combats.

    Attributes
    ----------
    main, bonus : Melee
        The combat, and the bonus melee of victorious cavalry that may follow (CC-23).
    follows : bool, shape (combats, 3)
        Which of `STAY`, `TAKE` and `BONUS` the attacker may choose after a victory.
    """

    main: Melee
    bonus: Melee
    follows: Bools

    @classmethod
    def of(cls, battles: Sequence[Battle]) -> Setups:
        """Return combats as columns; where there is no bonus melee the combat stands for it."""
        main = [_melee(Fight.main(battle)) for battle in battles]
        bonus = [
            numbers if battle["bonus"] is None else _melee(Fight.bonus_of(battle))
            for numbers, battle in zip(main, battles, strict=True)
        ]
        follows = np.array([_follows(battle) for battle in battles], np.bool_)
        return cls(_stacked(Melee, main), _stacked(Melee, bonus), follows)

    def __len__(self) -> int:
        """Return the number of combats."""
        return len(self.follows)


@dataclass(frozen=True)
class Fight:
    """Two units and how they fight, for the tables."""

    attacker: Unit
    defender: Unit
    from_hex: Terrain
    combat: str
    distance: int
    bonus: bool
    square_first: bool
    back_after_first: bool
    worst: bool

    @classmethod
    def main(cls, battle: Battle) -> Fight:
        """Return the combat itself."""
        ranged = battle["combat"] == RANGED
        distance = battle["range"] or 2 if ranged else POINT_BLANK
        return cls._of(battle, battle.defender, battle.attacker.hex, battle["combat"], distance)

    @classmethod
    def bonus_of(cls, battle: Battle) -> Fight:
        """Return the bonus melee."""
        hex_ = battle["bonus_hex"] or battle.defender.hex
        return cls._of(battle, battle["bonus"], hex_, MELEE, POINT_BLANK, bonus=True)

    @classmethod
    def _of(
        cls,
        battle: Battle,
        defender: Unit,
        from_hex: Terrain,
        combat: str,
        distance: int,
        *,
        bonus: bool = False,
    ) -> Fight:
        return cls(
            battle.attacker,
            defender,
            from_hex,
            combat,
            distance,
            bonus,
            battle["square_strikes"] == "first",
            battle["first_strike_back"] == "yes",
            battle["terrain_dice"] == "worst",
        )

    def strike(self, *, by_attacker: bool, square: bool) -> Strike:
        """Return a strike of either; `square`: whether the defender is in square."""
        attacker_square = self.attacker.reaction == SQUARE
        if by_attacker:
            units, hexes = (self.attacker, self.defender), (self.from_hex, self.defender.hex)
            squares = attacker_square, square
        else:
            units, hexes = (self.defender, self.attacker), (self.defender.hex, self.from_hex)
            squares = square, attacker_square
        return Strike(
            *units,
            self.combat,
            self.distance,
            *hexes,
            attacks=by_attacker,
            bonus=self.bonus,
            striker_square=squares[0],
            target_square=squares[1],
            worst=self.worst,
        )

    @property
    def charged_square(self) -> bool:
        """Whether a square would be attacked by cavalry."""
        return self.attacker.is_cavalry and self.defender.is_infantry and self.combat == MELEE


def _melee(fight: Fight) -> dict[str, Any]:
    """Return the numbers of a fight, as nested as `Melee` is."""
    defender = fight.defender
    reactions = defender.reactions
    strikes_back = fight.combat == MELEE and not defender.alone
    square_first = fight.square_first and fight.charged_square
    first = [False, strikes_back, square_first, False]
    comes_back = [True, fight.back_after_first, not square_first, False]
    return {
        "attack": _strikes(fight, by_attacker=True),
        "first": _strikes(fight, by_attacker=False, before=True),
        "back": _strikes(fight, by_attacker=False),
        "attacker": _attacker(fight),
        "defender": _defender(fight),
        "options": [name in reactions for name in REACTIONS],
        "comes_back": [strikes_back and back for back in comes_back],
        "strikes_first": first,
    }


def _strikes(fight: Fight, *, by_attacker: bool, before: bool = False) -> dict[str, Any]:
    """Return the numbers of one kind of strike; lancers throw again unless they battle back."""
    strikes = [fight.strike(by_attacker=by_attacker, square=name == SQUARE) for name in REACTIONS]
    retires = [name == RETIRE for name in REACTIONS]
    again = by_attacker or before
    strikes_at_all = by_attacker or fight.combat == MELEE  # fire is never answered (CC-14)
    blocks = strikes[0].striker.blocks if strikes_at_all else 0
    return {
        "dice": [_by_loss(strike, blocks) for strike in strikes],
        "guns": [strike.guns() for strike in strikes],
        "hit": [1 if gone else s.hit_faces for s, gone in zip(strikes, retires, strict=True)],
        "gun_hit": [1 if gone else s.gun_faces for s, gone in zip(strikes, retires, strict=True)],
        "flags": [not gone for gone in retires],
        "rerolls": [again and strike.rerolls_flags for strike in strikes],
        "spared": strikes[0].spared,
    }


def _by_loss(strike: Strike, blocks: int) -> list[int]:
    if strike.striker.alone:
        return [0] * LENGTH
    return [strike.dice(lost) if lost < blocks else 0 for lost in range(LENGTH)]


def _defender(fight: Fight) -> dict[str, Any]:
    squares = [name == SQUARE for name in REACTIONS]
    by_square = [fight.attacker.reaction == SQUARE] * len(REACTIONS)
    return _target(fight.defender, fight.defender.hex, squares, by_square)


def _attacker(fight: Fight) -> dict[str, Any]:
    """Return the attacker as a target."""
    in_square = [fight.attacker.reaction == SQUARE] * len(REACTIONS)
    by_square = [name == SQUARE for name in REACTIONS]
    return _target(fight.attacker, fight.from_hex, in_square, by_square)


def _target(
    unit: Unit, hex_: Terrain, squares: Sequence[bool], by_square: Sequence[bool]
) -> dict[str, Any]:
    """Return the numbers of a unit that is struck.

    ``squares``, ``by_square``: by reaction, whether it is in square, and whether a unit in square
    strikes it, of whose flags cavalry ignores none (CC-25).
    """
    kind = unit.kind
    by_hex = min(hex_.flags) if unit.alone else hex_.flags[CLASSES.index(kind.arm)]
    ignored = kind.flags_ignored + by_hex + unit.ignore
    heeds = [unit.is_cavalry and one for one in by_square]
    room = room_of(unit)
    end = LEFT_MAP if unit.edge else LOST if unit.impassable else ALONE
    by_support = [SUPPORT_IGNORES * (unit.support and not one) for one in squares]
    return {
        "blocks": unit.blocks,
        "first": kind.retreat[0],
        "further": kind.retreat[1],
        "end": end,
        "leader": unit.leader,
        "alone": unit.alone,
        "counts": not unit.has("no_banner"),
        "ignored": [0 if h else ignored + s for h, s in zip(heeds, by_support, strict=True)],
        "by_leader": [0 if h else LEADER_IGNORES for h in heeds],
        "room": [0 if one else room for one in squares],
    }


def _follows(battle: Battle) -> list[bool]:
    """Return which of `STAY`, `TAKE` and `BONUS` the attacker may choose after a victory."""
    attacker: Unit = battle.attacker
    can = battle["combat"] == MELEE and attacker.reaction != SQUARE and not attacker.is_artillery
    bonus = can and battle["bonus"] is not None
    if battle["follow"] == "best":
        return [True, can, bonus]
    takes = can and battle["follow"] == "take"
    return [not takes, takes and not bonus, takes and bonus]


PARTS: dict[str, Any] = {
    **dict.fromkeys(("attack", "first", "back"), Strikes),
    **dict.fromkeys(("attacker", "defender"), Targets),
}


def _stacked(kind: Any, many: Sequence[dict[str, Any]]) -> Any:  # noqa: ANN401
    """Stack the numbers of many fights into columns."""
    columns = {}
    for one in fields(kind):
        values = [numbers[one.name] for numbers in many]
        nested = isinstance(values[0], dict)
        columns[one.name] = _stacked(PARTS[one.name], values) if nested else np.array(values)
    return kind(**columns)
