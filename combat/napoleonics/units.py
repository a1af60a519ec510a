"""The units of the nations: their numbers as data with a confidence, and a user's own table."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any

from combat.entries import flag, number, table
from combat.errors import OptionError
from combat.napoleonics.fields import choice, numbers, rows, wrong
from combat.toml_text import plain_text, toml_text

INFANTRY, CAVALRY, ARTILLERY, LEADER = "infantry", "cavalry", "artillery", "leader"
CLASSES = (INFANTRY, CAVALRY, ARTILLERY)
FOOT, HORSE = "foot", "horse"
MOST_BLOCKS = 8
MOST_DICE = 16
MOST_RANGE = 5
FLAGS = (
    *("no_sabres", "rerolls_flags", "ignores_fire_hit", "no_banner", "no_forest_loss"),
    *("battalion_mass", "no_retire", "guard", "light", "slow"),
)
NUMBERS = {  # of a unit that is in the table: the least and the most
    "blocks": (1, MOST_BLOCKS),
    "moves": (0, 4),
    "against_infantry": (0, 3),
    "range": (2, MOST_RANGE),
    "flags_ignored": (0, 5),
}
DICE = ("melee", "melee_moved", "ranged", "ranged_moved")
OTHER = ("class", "kind", "fire", "retreat", "other", "other_source", "single_source")
KEYS = (*OTHER, *NUMBERS, *DICE, *FLAGS)


@dataclass(frozen=True)
class UnitType:
    """A unit of a national table.

    Parameters
    ----------
    nation, name : str
        The nation is empty for a plain unit of a class, and for a leader alone.
    arm : str
        Of `CLASSES`, or ``leader``.
    blocks : int
        At full strength.
    melee, melee_moved, ranged, ranged_moved : tuple of int
        Dice by blocks left, full strength first; after moving in the same turn (CC-11, CC-20).
    fire : tuple of two tuples of int
        Artillery: dice at 2, 3, 4 and 5 hexes with two or more blocks, and with one (CC-12).
    kind : str
        Artillery: ``foot`` or ``horse``.
    moves : int
        Hexes after which it may still battle (CC-42).
    range : int
        Of infantry (CC-10).
    flags_ignored, retreat
        Flags it ignores, and hexes for the first flag and for each further one (CC-04).
    against_infantry : int
        Dice more in melee against infantry.
    marks : frozenset of str
        Of `FLAGS`.
    doubtful : tuple of str
        Keys of numbers that rest on a single source.
    other : tuple of (str, tuple of int)
        Dice by another source, and ``other_source``, which.
    """

    nation: str
    name: str
    arm: str
    blocks: int
    melee: tuple[int, ...] = ()
    melee_moved: tuple[int, ...] = ()
    ranged: tuple[int, ...] = ()
    ranged_moved: tuple[int, ...] = ()
    fire: tuple[tuple[int, ...], ...] = ()
    kind: str = ""
    moves: int = 1
    range: int = 0
    flags_ignored: int = 0
    retreat: tuple[int, int] = (1, 1)
    against_infantry: int = 0
    marks: frozenset[str] = frozenset()
    doubtful: tuple[str, ...] = ()
    other: tuple[tuple[str, tuple[int, ...]], ...] = field(default=(), compare=False)
    other_source: str = field(default="", compare=False)

    @property
    def title(self) -> str:
        """Name with the nation, as it is written in a side's text."""
        return f"{self.nation} {self.name}" if self.nation else self.name

    @property
    def plain(self) -> bool:
        """Whether it is of no nation's table: a class, or a leader alone."""
        return not self.nation

    @property
    def is_gun(self) -> bool:
        """Whether it is artillery."""
        return self.arm == ARTILLERY

    @property
    def reach(self) -> int:
        """Hexes at which it fires; 0 if it does not (CC-10)."""
        if self.arm == ARTILLERY and self.fire:
            hexes = [at for row in self.fire for at, dice in enumerate(row, 1) if dice]
            return 1 + max(hexes) if hexes else 0
        return self.range


PLAIN = {
    "INF": UnitType(
        "",
        "INF",
        INFANTRY,
        MOST_BLOCKS,
        melee=tuple(range(MOST_BLOCKS, 0, -1)),
        ranged=tuple(range(MOST_BLOCKS, 0, -1)),
        moves=4,
        range=2,
    ),
    "CAV": UnitType(
        "", "CAV", CAVALRY, MOST_BLOCKS, melee=tuple(range(MOST_BLOCKS, 0, -1)), moves=4
    ),
    "ART": UnitType(
        "",
        "ART",
        ARTILLERY,
        MOST_BLOCKS,
        melee=tuple(range(MOST_BLOCKS, 0, -1)),
        ranged=tuple(range(MOST_BLOCKS, 0, -1)),
        kind=FOOT,
        moves=0,
        range=MOST_RANGE,
    ),
}
ALONE = UnitType("", "LEADER", LEADER, 1)


@dataclass(frozen=True)
class Nations:
    """All units by nation and name, in the table's order."""

    units: Mapping[tuple[str, str], UnitType] = field(hash=False)
    file: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The nations."""
        return tuple(dict.fromkeys(nation for nation, _ in self.units))

    def of(self, nation: str) -> dict[str, UnitType]:
        """Return a nation's units by name."""
        return {name: unit for (whose, name), unit in self.units.items() if whose == nation}


def nations_of(settings: Mapping[str, Any]) -> Nations:
    """Return the nations that the settings name."""
    nations: Nations | None = settings["nations"]
    return shipped_nations() if nations is None else nations


@lru_cache(maxsize=1)
def shipped_nations() -> Nations:
    """Return the units as they are shipped."""
    text = resources.files(__package__).joinpath("nations.toml").read_text("utf-8")
    return Nations(_units(tomllib.loads(text), "nations.toml"))


def user_nations(file: str) -> Nations:
    """Return the shipped units with those of a user's file in their place, or added.

    Raises
    ------
    OptionError
        A file that cannot be read or has a wrong field.
    """
    data = table(file, "nations file")
    if not data:
        raise OptionError(
            f"the nations file {file!r} has no unit: write [French.line] and its numbers",
            given=file,
            allowed=("[NATION.UNIT]",),
        )
    return Nations(dict(shipped_nations().units) | _units(data, file), file)


def _units(data: Mapping[str, Any], file: str) -> dict[tuple[str, str], UnitType]:
    found = {}
    for given, units in data.items():
        nation = given.capitalize()
        if not nation.isalpha() or not isinstance(units, dict):
            raise wrong(
                f"{file}: {given}", "is no nation; write [French.line]", units, "[NATION.UNIT]"
            )
        for given_name, row in units.items():
            name = given_name.casefold()
            place = f"{file}: {nation} {name}"
            if not isinstance(row, dict) or not name.replace(" ", "").isalpha():
                raise wrong(place, "is no unit; write [French.line]", row, "[NATION.UNIT]")
            found[nation, name] = _unit(nation, name, row, place)
    return found


def _unit(nation: str, name: str, row: Mapping[str, Any], place: str) -> UnitType:
    for key in row:
        choice(key, KEYS, place, "field")
    arm = choice(row.get("class"), CLASSES, place, "class")
    blocks = number(row, "blocks", NUMBERS["blocks"], place)
    most = (0, MOST_DICE)
    melee = numbers(row, "melee", blocks, most, place)
    given: dict[str, Any] = {"melee": melee, "melee_moved": melee}
    for key in DICE[1:]:
        if key in row:
            given[key] = numbers(row, key, blocks, most, place)
    if arm == INFANTRY:
        given.setdefault("ranged", numbers(row, "ranged", blocks, most, place))
        given.setdefault("ranged_moved", given["ranged"])
        given["range"] = number(row, "range", NUMBERS["range"], place)
    elif "ranged" in row or "range" in row:
        raise wrong(place, f"{arm} has no ranged row; artillery has fire", arm, "fire")
    if arm != ARTILLERY and ("fire" in row or "kind" in row):
        key = "fire" if "fire" in row else "kind"
        raise wrong(place, f"{arm} has no {key}; artillery has", arm, ARTILLERY)
    if arm == ARTILLERY:
        given["kind"] = choice(row.get("kind"), (FOOT, HORSE), place, "kind")
        given["fire"] = rows(row, "fire", (2, 4), most, place)
    for key in ("moves", "flags_ignored", "against_infantry"):
        if key in row:
            given[key] = number(row, key, NUMBERS[key], place)
    if "retreat" in row:
        given["retreat"] = numbers(row, "retreat", 2, (0, 9), place)
    other, single = row.get("other", {}), row.get("single_source", [])
    if not isinstance(other, dict):
        problem = f"other = {toml_text(other)} is no table of dice, as {{ melee = [3, 2, 1] }}"
        raise wrong(place, problem, other)
    if not isinstance(single, list):
        problem = f"single_source = {toml_text(single)} is no list of fields"
        raise wrong(place, problem, single, '["melee"]')
    return UnitType(
        nation,
        name,
        arm,
        blocks,
        **given,
        marks=frozenset(mark for mark in FLAGS if flag(row, mark, place)),
        doubtful=tuple(choice(key, KEYS, place, "field") for key in single),
        other=tuple(
            (choice(key, DICE, place, "other's field"), numbers(other, key, blocks, most, place))
            for key in other
        ),
        other_source=plain_text(row.get("other_source", "")),
    )
