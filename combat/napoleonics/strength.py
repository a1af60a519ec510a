"""How many dice a strike has, and which faces hit (CC-02, CC-11 to CC-13, CC-20, CC-24, CC-25).

1. Blocks left, by the national table: melee, ranged, after moving; artillery by range.
2. Infantry in square, and cavalry against it: one die, and nothing adds to it.
3. Dice of cards, for the attacker's own attack.
4. Terrain takes away: the target's hex, and the striker's.
5. Never below none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from combat.napoleonics.terrain import Terrain
from combat.napoleonics.unit import (
    BAYONET,
    BOMBARD,
    CAVALRY_CHARGE,
    COLD_STEEL,
    ELAN,
    FIRE_AND_HOLD,
    LEADERSHIP,
    Gun,
    Unit,
)
from combat.napoleonics.units import ARTILLERY, CLASSES, INFANTRY, UnitType

MELEE, RANGED = "melee", "ranged"
SYMBOLS = {"infantry": 2, "cavalry": 1, "artillery": 1, "leader": 0}  # faces of a die (CC-01)
SABRES = 1
ONE_DIE = 1  # of a square, and of cavalry against it (CC-25)
POINT_BLANK = 1
FOREST = "forest"


@dataclass(frozen=True)
class Line:
    """A line of the sum of dice: what, by which rule, and how many."""

    name: str
    rule: str
    dice: int


@dataclass(frozen=True)
class Strike:
    """One unit strikes at another.

    Parameters
    ----------
    striker, target : Unit
    combat : str
        ``melee`` or ``ranged``.
    distance : int
        Hexes between them, 1 in melee.
    from_hex, into_hex : Terrain
        Where the striker stands, and the target.
    attacks : bool
        Whether the striker is the player whose turn it is: he may have moved, and has the cards.
    bonus : bool
        Whether it is a bonus melee (CC-23).
    striker_square, target_square : bool
        Who stands in square.
    worst : bool
        Whether of two hexes only the one that takes more counts.
    """

    striker: Unit
    target: Unit
    combat: str
    distance: int
    from_hex: Terrain
    into_hex: Terrain
    attacks: bool
    bonus: bool = False
    striker_square: bool = False
    target_square: bool = False
    worst: bool = False

    @property
    def melee(self) -> bool:
        """Whether it is a melee."""
        return self.combat == MELEE

    @property
    def held_to_one(self) -> bool:
        """Whether a square leaves it one die only (CC-25)."""
        charged = self.striker.is_cavalry and self.target_square and self.melee
        return self.striker_square or charged

    def barred(self, lost: int = 0) -> bool:
        """Whether it may not battle: one block of horse artillery that has moved (CC-12, CC-20)."""
        one = self.striker.is_horse_artillery and self.striker.blocks - lost == 1
        return self.attacks and self.striker.moved > 0 and one

    def dice(self, lost: int = 0) -> int:
        """Return the striker's dice after so many blocks lost, artillery that joins it aside."""
        if self.barred(lost):
            return 0
        return max(0, sum(line.dice for line in self.lines(lost)))

    def guns(self) -> int:
        """Return the dice of artillery that joins it (CC-24)."""
        guns = self.striker.guns if self.attacks and not self.bonus else ()
        return sum(self.gun_dice(gun) for gun in guns)

    def gun_dice(self, gun: Gun) -> int:
        """Return the dice of one artillery unit that joins."""
        combat = MELEE if gun.distance == POINT_BLANK else RANGED
        table = artillery_dice(gun.kind, gun.blocks, gun.distance)
        dice = gun.card + (table if gun.dice is None else gun.dice)
        cards = self.striker.cards if gun.cards is None else gun.cards
        dice += sum(
            card_dice(card, gun.kind, combat, moved=gun.moved, hexes=(gun.hex, self.into_hex))
            for card in cards
        )
        near = combat == MELEE
        loss = terrain_dice(gun.kind, gun.hex, self.into_hex, melee=near, worst=self.worst)
        return max(0, dice + loss)

    def lines(self, lost: int = 0) -> Iterator[Line]:
        """Yield the sum of dice line by line."""
        striker = self.striker
        strength = self.strength(lost)
        yield Line(blocks_text(striker.blocks - lost), self._rule, strength)
        if self.held_to_one:
            yield Line("square", "CC-25", ONE_DIE - strength)
        else:
            against = striker.kind.against_infantry
            if against and self.melee and self.target.is_infantry and not striker.dice:
                yield Line("against infantry", "CC-20", against)
            yield from self._cards()
        into, out = terrain_lines(striker.kind, self.from_hex, self.into_hex, melee=self.melee)
        if self.worst:
            into, out = (into, 0) if into <= out else (0, out)
        if into:
            yield Line(f"into {self.into_hex.name}", "CC-13", into)
        if out:
            yield Line(f"out of {self.from_hex.name}", "CC-13", out)

    @property
    def _rule(self) -> str:
        """The rule that gives the strength."""
        if self.melee:
            return "CC-20"
        return "CC-12" if self.striker.is_artillery else "CC-11"

    def strength(self, lost: int = 0) -> int:
        """Return the dice of the table, before anything else."""
        striker, kind = self.striker, self.striker.kind
        moved = self.attacks and striker.moved > 0
        if kind.arm == ARTILLERY and not striker.dice and kind.fire:
            return artillery_dice(kind, striker.blocks - lost, self.distance)
        if self.melee:
            return striker.strength(kind.melee_moved or kind.melee if moved else kind.melee, lost)
        return striker.strength(kind.ranged_moved or kind.ranged if moved else kind.ranged, lost)

    def _cards(self) -> Iterator[Line]:
        if not self.attacks:
            return
        striker = self.striker
        if striker.card:
            yield Line("card", "CC-13", striker.card)
        hexes = (self.from_hex, self.into_hex)
        for card in striker.cards:
            if self.bonus and card == COLD_STEEL:
                continue
            dice = card_dice(
                card,
                striker.kind,
                self.combat,
                moved=striker.moved,
                hexes=hexes,
                leader=striker.leader,
            )
            if dice:
                yield Line(card, "CC-13", dice)

    @property
    def hit_faces(self) -> int:
        """Faces of the striker's dice that hit (CC-02)."""
        sabres = self.melee and (self.target.alone or not self.striker.has("no_sabres"))
        return SYMBOLS[self.target.kind.arm] + SABRES * sabres

    @property
    def gun_faces(self) -> int:
        """Faces of the dice of artillery that joins a melee that hit."""
        return SYMBOLS[self.target.kind.arm] + SABRES

    @property
    def rerolls_flags(self) -> bool:
        """Whether lancers throw flags again once; never against cuirassiers."""
        return self.striker.has("rerolls_flags") and not self.target.has("ignores_fire_hit")

    @property
    def spared(self) -> int:
        """Hits that count for nothing: one of infantry's fire at cuirassiers."""
        by_infantry = self.striker.kind.arm == INFANTRY and not self.melee
        return int(by_infantry and self.target.has("ignores_fire_hit"))


def blocks_text(blocks: int) -> str:
    """Return a number of blocks in words.

    >>> blocks_text(1)
    '1 block'
    """
    return f"{blocks} block{'s' * (blocks != 1)}"


def artillery_dice(kind: UnitType, blocks: int, distance: int) -> int:
    """Return the dice of artillery at a distance; next to the enemy it is melee (CC-12, CC-20)."""
    if blocks <= 0:
        return 0
    if distance == POINT_BLANK:
        return kind.melee[kind.blocks - blocks]
    if not kind.fire:  # a plain unit of the class
        return kind.ranged[kind.blocks - blocks]
    return kind.fire[0 if blocks > 1 else 1][distance - 2]


def terrain_lines(
    kind: UnitType, from_hex: Terrain, into_hex: Terrain, *, melee: bool
) -> tuple[int, int]:
    """Return the dice that the target's hex and the striker's take, 0 or less (CC-13)."""
    at = CLASSES.index(kind.arm)
    if from_hex.hill and into_hex.hill:  # from hill to hill infantry alone loses a die, in fire
        return (-1 if kind.arm == INFANTRY and not melee else 0), 0
    into, out = into_hex.into[at], from_hex.out[at]
    if into_hex.melee_only and not melee:
        into = 0
    if "no_forest_loss" in kind.marks and melee:
        into = 0 if into_hex.name == FOREST else into
        out = 0 if from_hex.name == FOREST else out
    return into, out


def terrain_dice(
    kind: UnitType, from_hex: Terrain, into_hex: Terrain, *, melee: bool, worst: bool
) -> int:
    """Return the dice that both hexes take together."""
    lost = terrain_lines(kind, from_hex, into_hex, melee=melee)
    return min(lost) if worst else sum(lost)


def card_dice(
    card: str,
    kind: UnitType,
    combat: str,
    *,
    moved: int,
    hexes: tuple[Terrain, Terrain],
    leader: bool = False,
) -> int:
    """Return the dice that a card gives a unit (CC-13)."""
    guard = "guard" in kind.marks
    artillery = kind.arm == ARTILLERY
    dice = {
        BOMBARD: (3 if guard else 2) * (artillery and not moved),
        CAVALRY_CHARGE: (2 if guard else 1)
        * (kind.arm == "cavalry" and not any(one.town for one in hexes)),
        BAYONET: int(guard and kind.arm == INFANTRY and combat == MELEE),
        ELAN: 1,
        FIRE_AND_HOLD: int(combat == RANGED and kind.arm != "cavalry" and not moved),
        LEADERSHIP: int(leader),
        COLD_STEEL: int(combat == MELEE and not moved),
    }
    return int(dice.get(card, 0))
