"""A side of a combat as a value with a text form: a unit, its leader, its hex."""

from dataclasses import dataclass, field

from combat.napoleonics.terrain import CLEAR, Terrain
from combat.napoleonics.units import ALONE, ARTILLERY, CAVALRY, HORSE, INFANTRY, LEADER, UnitType

STAND, FIRST_STRIKE, SQUARE, RETIRE = "stand", "first-strike", "square", "retire"
REACTIONS = (STAND, FIRST_STRIKE, SQUARE, RETIRE)
BOMBARD, CAVALRY_CHARGE, BAYONET = "bombard", "cavalry-charge", "bayonet-charge"
ELAN, FIRE_AND_HOLD, LEADERSHIP = "elan", "fire-and-hold", "leadership"
COLD_STEEL, FORCE_MARCH = "cold-steel", "force-march"
CARDS = (
    *(BOMBARD, CAVALRY_CHARGE, BAYONET, ELAN, FIRE_AND_HOLD, LEADERSHIP, COLD_STEEL, FORCE_MARCH),
)
OPEN = Terrain(CLEAR)
ANY_ROOM = 99
MOST_GUNS = 4  # artillery units that join an attack


@dataclass(frozen=True)
class Gun:
    """An artillery unit that joins an attack by combined arms (CC-24).

    Parameters
    ----------
    kind : UnitType
    blocks : int
    distance : int
        Hexes to the target.
    hex : Terrain
    moved : int
        Hexes it has moved this turn.
    card : int
        Dice that a card adds (CC-13).
    dice : int or None
        In place of the table's.
    cards : tuple of str or None
        Of `CARDS`; those of the attacker whom it joins if None.
    """

    kind: UnitType
    blocks: int
    distance: int
    hex: Terrain = OPEN
    moved: int = 0
    card: int = 0
    dice: int | None = None
    cards: tuple[str, ...] | None = None

    def __str__(self) -> str:
        parts = [f"with {self.kind.title} {self.blocks} at {self.distance}"]
        if self.hex.name != CLEAR:
            parts.append(f"on {self.hex.name}")
        if self.moved:
            parts.append(f"moved {self.moved}")
        if self.card:
            parts.append(f"card {self.card:+d}")
        if self.dice is not None:
            parts.append(f"dice {self.dice}")
        return " ".join(parts)


@dataclass(frozen=True)
class Unit:
    """A unit in a combat.

    Parameters
    ----------
    kind : UnitType
    blocks : int
        As it stands now.
    leader : bool
        Whether a leader is attached (CC-30).
    hex : Terrain
    moved : int
        Hexes it has moved this turn.
    dice : tuple of int
        In place of the table's: by blocks lost from now on.
    card : int
        Dice that a card adds (CC-13).
    cards : tuple of str
        Of `CARDS`, which add what they say.
    support : bool
        Whether two friends stand next to it, so that it may ignore a flag (CC-04).
    ignore : int
        Flags more that it may ignore.
    room : int or None
        Hexes that it can retreat; any number if None.
    edge, impassable : bool
        Whether a leader whose unit is gone has to leave the map, or has nowhere to go (CC-30).
    reaction : str
        Of `REACTIONS`: what it does when it is attacked. A unit in square has ``square``.
    may : tuple of str
        Reactions that it may choose besides, as is best.
    guns : tuple of Gun
        Artillery that joins its attack.
    """

    kind: UnitType
    blocks: int
    leader: bool = False
    hex: Terrain = OPEN
    moved: int = 0
    dice: tuple[int, ...] = ()
    card: int = 0
    cards: tuple[str, ...] = ()
    support: bool = False
    ignore: int = 0
    room: int | None = None
    edge: bool = False
    impassable: bool = False
    reaction: str = STAND
    may: tuple[str, ...] = field(default=())
    guns: tuple[Gun, ...] = ()

    @property
    def alone(self) -> bool:
        """Whether it is a leader without a unit."""
        return self.kind.arm == LEADER

    @property
    def is_infantry(self) -> bool:
        """Whether infantry."""
        return self.kind.arm == INFANTRY

    @property
    def is_cavalry(self) -> bool:
        """Whether cavalry."""
        return self.kind.arm == CAVALRY

    @property
    def is_artillery(self) -> bool:
        """Whether artillery."""
        return self.kind.arm == ARTILLERY

    @property
    def is_horse_artillery(self) -> bool:
        """Whether horse artillery."""
        return self.is_artillery and self.kind.kind == HORSE

    def has(self, mark: str) -> bool:
        """Whether the unit's table has that mark."""
        return mark in self.kind.marks

    @property
    def reactions(self) -> tuple[str, ...]:
        """All that it may do when it is attacked, in the order of `REACTIONS`."""
        return tuple(one for one in REACTIONS if one == self.reaction or one in self.may)

    def __str__(self) -> str:
        name = self.kind.title if self.alone else f"{self.kind.title} {self.blocks}"
        parts = [name + (" leader" if self.leader else "")]
        if self.hex.name != CLEAR:
            parts[0] += f" on {self.hex.name}"
        if self.moved:
            parts.append("moved" if self.moved == 1 else f"moved {self.moved}")
        if self.dice:
            parts.append(f"dice {self._dice}")
        if self.card:
            parts.append(f"card {self.card:+d}")
        parts += self.cards
        if self.support:
            parts.append("support")
        if self.ignore:
            parts.append(f"ignore {self.ignore}")
        if self.room is not None:
            parts.append(f"room {self.room}")
        parts += [word for word in ("edge", "impassable") if getattr(self, word)]
        if self.reaction != STAND:
            parts.append(self.reaction)
        parts += [f"may {word}" for word in self.may]
        return ", ".join([*parts, *map(str, self.guns)])

    @property
    def _dice(self) -> str:
        plain = self.dice == falling(self.dice[0], self.blocks)
        return str(self.dice[0]) if plain else "/".join(map(str, self.dice))

    def strength(self, row: tuple[int, ...], lost: int) -> int:
        """Return the dice of a row of the table after so many blocks lost from now on."""
        if self.dice:
            return self.dice[lost] if lost < min(len(self.dice), self.blocks) else 0
        left = self.blocks - lost
        return row[self.kind.blocks - left] if row and left > 0 else 0


def falling(dice: int, blocks: int) -> tuple[int, ...]:
    """Return so many dice at full strength, and one fewer for each block lost.

    >>> falling(2, 4)
    (2, 1, 0, 0)
    """
    return tuple(max(0, dice - lost) for lost in range(blocks))


def lone_leader() -> Unit:
    """Return a leader who is attached to no unit."""
    return Unit(ALONE, 1)
