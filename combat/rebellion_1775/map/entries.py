"""The entries of a map file, key by key, with plain errors that name the entry at fault."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from combat.errors import NotationError, OptionError
from combat.notation import shown
from combat.rebellion_1775.map.board import COLONIES, unknown

Row = Mapping[str, Any]
KEYS = {
    "area": ("name", "colony", "city"),
    "link": ("areas",),
    "water": ("name", "areas"),
    "position": ("british_flags", "american_flags", "fled", "reserves"),
    "units": ("area", "units", "british", "american"),
}
SECTIONS = tuple(KEYS)


def load(file: str) -> dict[str, Any]:
    """Read a TOML file with the sections of a map.

    Raises
    ------
    NotationError, OptionError
    """
    try:
        return parsed(Path(file).read_text("utf-8"), f"the map {file!r} ")
    except UnicodeDecodeError as error:
        raise NotationError(f"the map {file!r} is not UTF-8 text: {error}", given=file) from None
    except (OSError, ValueError) as error:
        if isinstance(error, NotationError | OptionError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise OptionError(f"cannot read the map {file!r}: {reason}", given=file) from None


def parsed(text: str, what: str = "the map ") -> dict[str, Any]:
    """Read a TOML text with the sections of a map."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"{what}is not TOML: {error}", given=text[:60]) from None
    for key in data:
        if key not in SECTIONS:
            raise unknown("section", key, SECTIONS)
    return data


def rows(data: Row, section: str) -> list[tuple[str, Row]]:
    """Return the entries of a section, each with what to call it in an error."""
    found = data.get(section, [])
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        raise OptionError(f"{section}: write each as a [[{section}]] of its own", given=section)
    named = []
    for number, row in enumerate(found, start=1):
        label = row.get("name") or row.get("area")
        place = f"[[{section}]] {number}" + (f" ({shown(str(label))})" if label else "")
        check_keys(row, section, place)
        named.append((place, row))
    return named


def check_keys(row: Row, section: str, place: str) -> None:
    """Refuse a key that the section does not have."""
    for key in row:
        if key not in KEYS[section]:
            raise unknown("key", key, KEYS[section], f"{place}: ")


def text(row: Row, key: str, place: str, default: str | None = None) -> str:
    """Return a text of an entry."""
    value = row.get(key, default)
    if value is None:
        raise OptionError(f'{place}: {key} is missing; write {key} = "…"', given=key)
    if not isinstance(value, str):
        raise OptionError(f"{place}: {key} is a text in quotes, not {value!r}", given=str(value))
    return value


def texts(row: Row, key: str, place: str) -> list[str]:
    """Return a list of texts of an entry, empty if it is left out."""
    value = row.get(key, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise OptionError(
            f'{place}: {key} is a list of texts, as in ["Boston", "Newport"], not {value!r}',
            given=str(value),
        )
    return value


def flag(row: Row, key: str, place: str) -> bool:
    """Return a true or false of an entry, false if it is left out."""
    value = row.get(key, False)
    if not isinstance(value, bool):
        raise OptionError(
            f"{place}: {key} is true or false, not {value!r}",
            given=str(value),
            allowed=("true", "false"),
        )
    return value


def colony_of(name: str) -> str:
    """Return the colony's name for a name or a code in any case, or what was given.

    Examples
    --------
    >>> colony_of("ma"), colony_of("rhode island"), colony_of("Ohio")
    ('Massachusetts', 'Rhode Island', 'Ohio')
    """
    known = {code.casefold(): title for code, title in COLONIES.items()}
    known |= {title.casefold(): title for title in COLONIES.values()}
    return known.get(name.casefold(), name)
