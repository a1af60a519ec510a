"""The unit tables: editions as data, and a user's own table (AA-55, AA-57)."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from combat.entries import table
from combat.errors import OptionError
from combat.notation import Vocabulary, is_whole
from combat.toml_text import not_that, plain_text, toml_text

DOMAINS = ("land", "air", "sea", "gun", "casualty gun")
EDITIONS = ("2009", "second")
RESERVED = ("territory", "capital", "victory_city", "land", "air", "none")  # as settings say
ROLES = ("submarine", "destroyer", "transport", "carrier", "bombards", "fighter")
HARMLESS = ("submarine", "transport")  # roles that make no sea zone hostile (AA-15)
SIDES_OF_DIE = 6
USUAL_MOVE = {"land": 1, "air": 4, "sea": 2, "gun": 1, "casualty gun": 1}
WHOLE = {"damaged-bb": "bb"}  # a damaged ship is one of its type that has absorbed a hit


@dataclass(frozen=True)
class Unit:
    """A row of the unit table.

    Parameters
    ----------
    name, title : str
        Short name and the rulebook's name.
    domain : str
        ``land`` (can take a territory), ``air``, ``sea``, ``gun`` (shoots before round 1, is never
        a casualty) or ``casualty gun`` (shoots likewise, but can be lost and takes a hit).
    cost : int
        IPC.
    attack, defence : int
        Hits on this or less with a six-sided die; 0 never hits.
    move : int
        Areas that it moves in a turn, on the map; what is usual for its domain if 0.
    hits : int
        Hits that it takes to remove it.
    supports, supported : bool
        In attack each supporting unit raises one supported unit by 1 (AA-02).
    role : str
        What the rules of the sea call it: ``submarine``, ``destroyer``, ``transport``,
        ``carrier``, ``bombards`` (battleships and cruisers), ``fighter`` (lands on carriers).
    """

    name: str
    title: str
    domain: str
    cost: int
    attack: int
    defence: int
    move: int = 0
    hits: int = 1
    supports: bool = False
    supported: bool = False
    role: str = ""
    aliases: tuple[str, ...] = ()

    def value(self, *, attacking: bool) -> int:
        """Return what the unit hits on, in attack or in defence."""
        return self.attack if attacking else self.defence

    @property
    def moves(self) -> int:
        """Areas that the unit moves in a turn."""
        return self.move or USUAL_MOVE[self.domain]

    @property
    def is_gun(self) -> bool:
        """Whether this is an AA gun."""
        return self.domain in ("gun", "casualty gun")


@dataclass(frozen=True)
class UnitTable:
    """All units of an edition, with the switches that the edition sets."""

    edition: str
    title: str
    units: Mapping[str, Unit] = field(hash=False)
    aa_dice: str = "each aircraft"
    aa_by_type: bool = True
    unverified: tuple[str, ...] = ()
    file: str = ""

    def __getitem__(self, name: str) -> Unit:
        return self.units[name]

    @property
    def names(self) -> tuple[str, ...]:
        """Short names, in the table's order."""
        return tuple(self.units)

    @property
    def vocabulary(self) -> Vocabulary:
        """The spellings of the units that are understood."""
        return _vocabulary(self)

    def of_domain(self, *domains: str) -> tuple[str, ...]:
        """Names of the units of some domains, in the table's order."""
        return _of_domain(self, domains)

    def of_role(self, role: str) -> tuple[str, ...]:
        """Names of the units of a role, in the table's order."""
        return _of_role(self, role)

    @property
    def harmless(self) -> tuple[str, ...]:
        """Names of the units that make no sea zone hostile, in the table's order (AA-15)."""
        return tuple(n for n in self.names if self[n].role in HARMLESS)

    @property
    def surface_warships(self) -> tuple[str, ...]:
        """Names of the ships that make a sea zone hostile, in the table's order (AA-15)."""
        return tuple(n for n in self.of_domain("sea") if self[n].role not in HARMLESS)


@lru_cache(maxsize=128)
def _of_role(table: UnitTable, role: str) -> tuple[str, ...]:
    return tuple(u.name for u in table.units.values() if u.role == role)


@lru_cache(maxsize=128)
def _of_domain(table: UnitTable, domains: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(u.name for u in table.units.values() if u.domain in domains)


@lru_cache(maxsize=16)
def _vocabulary(table: UnitTable) -> Vocabulary:
    aliases = {alias: u.name for u in table.units.values() for alias in u.aliases}
    return Vocabulary(table.names, aliases)


@lru_cache(maxsize=len(EDITIONS))
def unit_table(edition: str = "2009") -> UnitTable:
    """Return the units of an edition.

    Parameters
    ----------
    edition : {'2009', 'second'}
    """
    table = _table(_shipped("2009"), None)
    return table if edition == "2009" else _table(_shipped(edition), table)


def user_table(file: str, edition: str) -> UnitTable:
    """Return a user's units in place of the edition's, as the file stands now (AA-57).

    Parameters
    ----------
    file : str
        Path of a TOML file: ``[units.NAME]`` with the fields of `Unit`; a unit of the edition
        keeps what the file does not give, other units of the edition stay, and
        ``only = true`` at the top leaves them out.
    edition : {'2009', 'second'}

    Raises
    ------
    OptionError
        A file that cannot be read or has a wrong field.
    """
    return replace(_table(_user_file(file), unit_table(edition)), file=file)


def _shipped(edition: str) -> dict[str, Any]:
    text = resources.files(__package__).joinpath(f"units_{edition}.toml").read_text("utf-8")
    return tomllib.loads(text)


def _user_file(file: str) -> dict[str, Any]:
    data = table(file, "unit table")
    if not isinstance(data.get("units"), dict) or not data["units"]:
        raise OptionError(
            f"the unit table {file!r} has no [units.NAME] section; give at least one",
            given=file,
            allowed=("[units.NAME]",),
        )
    name = f"units of {Path(file).name}"
    return data | {"edition": name, "title": name}


def _table(data: Mapping[str, Any], base: UnitTable | None) -> UnitTable:
    units = {} if base is None or data.get("only") else dict(base.units)
    for name, row in data["units"].items():
        typed = re.fullmatch(r"[a-z]+(-[a-z]+)*", name) and not is_whole(name)
        if not typed or not isinstance(row, dict):
            raise OptionError(
                f"[units.{name}] cannot be typed in a battle: a unit's short name has small letters"
                " only, with single hyphens if need be, and a section of its own",
                given=name,
                allowed=("[units.name]",),
            )
        units[name] = _unit(name, row, units.get(name))
    _check_names(units)
    switches = data.get("switches", {})
    unverified = switches.get("unverified", []) if isinstance(switches, dict) else None
    if not isinstance(unverified, list) or not all(isinstance(line, str) for line in unverified):
        raise OptionError("[switches] is a section, and its unverified a list of texts")
    switches = {key: value for key, value in switches.items() if key != "unverified"}
    unknown = set(switches) - {"aa_dice", "aa_by_type"}
    if unknown:
        raise OptionError(
            f"unknown switch {sorted(unknown)[0]!r}; switches are aa_dice, aa_by_type",
            allowed=("aa_dice", "aa_by_type"),
        )
    _check_switches(switches)
    if base is None:
        return UnitTable(
            data["edition"], data["title"], units, unverified=tuple(unverified), **switches
        )
    return replace(
        base,
        edition=data["edition"],
        title=data["title"],
        units=units,
        unverified=base.unverified + tuple(unverified),
        **switches,
    )


def _check_names(units: Mapping[str, Unit]) -> None:
    """Refuse names that mean two things."""
    owners: dict[str, str] = {}
    for unit in units.values():
        for alias in (unit.name, *unit.aliases):
            other = owners.setdefault(alias.casefold(), unit.name)
            if other != unit.name or alias in RESERVED:
                raise OptionError(
                    f"the name {alias!r} of unit {unit.name} means"
                    f" {'something else' if alias in RESERVED else other} already; choose another",
                    given=alias,
                )


def _check_switches(switches: Mapping[str, Any]) -> None:
    if switches.get("aa_dice", "each aircraft") not in ("each aircraft", "three a gun"):
        raise OptionError(
            f"aa_dice = {toml_text(switches['aa_dice'])} is not known; it is 'each aircraft' or"
            " 'three a gun'",
            allowed=("each aircraft", "three a gun"),
        )
    if not isinstance(switches.get("aa_by_type", True), bool):
        raise OptionError("aa_by_type is true or false", allowed=("true", "false"))


def _unit(name: str, row: Mapping[str, Any], base: Unit | None) -> Unit:
    known = {f.name: f for f in fields(Unit)}
    for key, value in row.items():
        if key not in known or key == "name":
            raise OptionError(
                f"unit {name}: unknown field {key!r}; fields are"
                f" {', '.join(k for k in known if k != 'name')}",
                given=key,
                allowed=tuple(known),
            )
        _check_field(name, key, value)
    values = dict(row)
    if "aliases" in values:
        values["aliases"] = tuple(values["aliases"])
    if base is not None:
        return replace(base, **values)
    lacking = [k for k in ("domain", "cost", "attack", "defence") if k not in values]
    if lacking:
        raise OptionError(f"unit {name} lacks {', '.join(lacking)}", given=name, allowed=lacking)
    return Unit(name=name, **({"title": name} | values))


_LIMITS = {
    "cost": (0, 1000),
    "attack": (0, 6),
    "defence": (0, 6),
    "move": (0, 20),
    "hits": (1, 6),
}


def _check_field(unit: str, key: str, value: object) -> None:
    """Refuse a value that a unit cannot have."""
    if key in _LIMITS:
        low, high = _LIMITS[key]
        if type(value) is not int or not low <= value <= high:
            what = f"a whole number from {low} to {high}"
            raise not_that(key, value, what, f"unit {unit}: ", (f"{low} to {high}",))
    elif key in ("supports", "supported") and not isinstance(value, bool):
        raise _wrong(unit, f"{key} is true or false, not {toml_text(value)}", value)
    elif key == "role" and value not in ROLES:
        problem = f"role {toml_text(value)} is not one of {', '.join(ROLES)}"
        raise _wrong(unit, problem, value, ROLES)
    elif key == "domain" and value not in DOMAINS:
        problem = f"domain {toml_text(value)} is not one of {', '.join(DOMAINS)}"
        raise _wrong(unit, problem, value, DOMAINS)
    elif key == "title" and not isinstance(value, str):
        raise _wrong(unit, f"title is a text, not {toml_text(value)}", value)
    elif key == "aliases" and not (
        isinstance(value, list) and all(isinstance(a, str) and not is_whole(a) for a in value)
    ):
        raise _wrong(unit, "aliases is a list of texts, none of them 'v'", value)


def _wrong(unit: str, problem: str, value: object, allowed: tuple[str, ...] = ()) -> OptionError:
    return OptionError(f"unit {unit}: {problem}", given=plain_text(value), allowed=allowed)
