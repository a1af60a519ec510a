"""Terrain: what it takes from the dice, which flags it lets be ignored; and a user's own table."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any

from combat.entries import flag, table
from combat.errors import OptionError
from combat.napoleonics.fields import choice, numbers, wrong
from combat.napoleonics.units import CLASSES
from combat.toml_text import toml_text

KEYS = (
    *("into", "out", "flags", "melee_only", "square", "entry", "town", "hill", "artillery"),
    *("single_source", "also"),
)
ENTRY = ("all", "light", "none")
IMPASSABLE = ("river", "lake", "rugged hill")
CLEAR = "clear"


@dataclass(frozen=True)
class Terrain:
    """The terrain of a hex.

    Parameters
    ----------
    name : str
    into, out : tuple of int
        Dice for infantry, cavalry and artillery that attack into it and out of it (CC-13).
    flags : tuple of int
        Flags that infantry, cavalry and artillery may ignore there (CC-04).
    melee_only : bool
        Whether the dice into it count in melee alone, for infantry and artillery.
    square : bool
        Whether infantry may form square there (CC-26).
    entry : str
        Who may battle in the turn in which he enters: ``all``, ``light`` or ``none``.
    town, hill, artillery : bool
        A town type; a hill; whether artillery may be there.
    doubtful : bool
        Whether it rests on a single source.
    """

    name: str
    into: tuple[int, int, int] = (0, 0, 0)
    out: tuple[int, int, int] = (0, 0, 0)
    flags: tuple[int, int, int] = (0, 0, 0)
    melee_only: bool = False
    square: bool = True
    entry: str = "all"
    town: bool = False
    hill: bool = False
    artillery: bool = True
    doubtful: bool = False


@dataclass(frozen=True)
class Terrains:
    """All terrain by name, and other names of it."""

    terrains: Mapping[str, Terrain] = field(hash=False)
    aliases: Mapping[str, str] = field(hash=False)
    file: str = ""

    def find(self, name: str) -> Terrain | None:
        """Return the terrain of that name, or None."""
        key = name.casefold()
        found = self.terrains.get(key)
        return found if found is not None else self.terrains.get(self.aliases.get(key, key))

    @property
    def clear(self) -> Terrain:
        """Where units stand if nothing is said."""
        return self.terrains[CLEAR]


def terrains_of(settings: Mapping[str, Any]) -> Terrains:
    """Return the terrain that the settings name."""
    terrains: Terrains | None = settings["terrain"]
    return shipped_terrains() if terrains is None else terrains


@lru_cache(maxsize=1)
def shipped_terrains() -> Terrains:
    """Return the terrain as it is shipped."""
    text = resources.files(__package__).joinpath("terrain.toml").read_text("utf-8")
    return _terrains(tomllib.loads(text), "terrain.toml")


def user_terrains(file: str) -> Terrains:
    """Return the shipped terrain with that of a user's file in its place, or added.

    Raises
    ------
    OptionError
        A file that cannot be read or has a wrong field.
    """
    data = table(file, "terrain file")
    if not data:
        raise OptionError(
            f"the terrain file {file!r} has no terrain: write [hill] and its numbers",
            given=file,
            allowed=("[TERRAIN]",),
        )
    shipped, found = shipped_terrains(), _terrains(data, file)
    return Terrains(
        dict(shipped.terrains) | dict(found.terrains),
        dict(shipped.aliases) | dict(found.aliases),
        file,
    )


def _terrains(data: Mapping[str, Any], file: str) -> Terrains:
    found: dict[str, Terrain] = {}
    aliases: dict[str, str] = {}
    for name, row in data.items():
        place = f"{file}: {name}"
        if not isinstance(row, dict) or not name.replace(" ", "").isalpha():
            raise wrong(place, "is no terrain; write [hill]", row, "[TERRAIN]")
        found[name.casefold()] = _terrain(name.casefold(), row, place)
        also = row.get("also", [])
        if not isinstance(also, list) or not all(isinstance(one, str) for one in also):
            raise wrong(place, f"also = {toml_text(also)} is not a list of names", also, '["…"]')
        aliases |= {one.casefold(): name.casefold() for one in also}
    return Terrains(found, aliases, file)


def _terrain(name: str, row: Mapping[str, Any], place: str) -> Terrain:
    for key in row:
        choice(key, KEYS, place, "field")
    given: dict[str, Any] = {}
    for key, limits in (("into", (-9, 9)), ("out", (-9, 9)), ("flags", (0, 9))):
        if key in row:
            given[key] = numbers(row, key, len(CLASSES), limits, place)
    return Terrain(
        name,
        **given,
        melee_only=flag(row, "melee_only", place),
        square=flag(row, "square", place, default=True),
        entry=choice(row.get("entry", "all"), ENTRY, place, "entry"),
        town=flag(row, "town", place),
        hill=flag(row, "hill", place),
        artillery=flag(row, "artillery", place, default=True),
        doubtful=flag(row, "single_source", place),
    )
