"""Entries of a user's file, key by key, with plain errors that name the entry at fault."""

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from combat.errors import NotationError, OptionError, WargameError
from combat.files import file_text
from combat.notation import shown
from combat.toml_text import NO_TOML, fault_of_toml, not_that, plain_text, toml_text

MOST_LISTED = 16  # names that an error message lists in full
Row = Mapping[str, Any]
Keys = Mapping[str, tuple[str, ...]]
"""The keys of each section."""


def load(file: str, keys: Keys, what: str = "map") -> dict[str, Any]:
    """Read a TOML file with these sections.

    Raises
    ------
    NotationError
        A file that is no TOML.
    OptionError
        A file that cannot be read, or a section that it cannot have.
    """
    try:
        text = _contents(file, what)
    except UnicodeDecodeError as error:
        raise NotationError(
            f"the {what} {file!r} is not UTF-8 text (byte {error.start + 1}); save it as 'UTF-8'",
            given=file,
        ) from None
    return parsed(text, keys, f"the {what} {file!r} ")


def load_parts(file: str, position_file: str, keys: Keys, of_board: int) -> dict[str, Any]:
    """Read a map and a position as one, from a file or from two.

    Parameters
    ----------
    file, position_file : str
        The second may be empty.
    keys : mapping of str to tuple of str
        Those of the board first, then those of a position.
    of_board : int
        How many sections are the board's.

    Raises
    ------
    NotationError
        A file that is no TOML.
    OptionError
        A file that cannot be read, or a section that stands in both or in the wrong one.
    """
    data = load(file, keys)
    if not position_file:
        return data
    apart = load(position_file, keys)
    board, position = tuple(keys)[:of_board], tuple(keys)[of_board:]
    for section in position:
        if section in data and section in apart:
            raise OptionError(
                f"both {file!r} and {position_file!r} have {section}; keep it in one of them",
                given=section,
            )
    for section in board:
        if section in apart:
            raise OptionError(
                f"{position_file!r} holds a position, but has a [[{section}]]; put it into"
                f" {file!r}",
                given=section,
                allowed=position,
            )
    return data | apart


def table(file: str, what: str, verb: str = "is") -> dict[str, Any]:
    """Read a user's TOML table of game data, whose sections its game checks.

    Raises
    ------
    OptionError
        A file that cannot be read or is no TOML.
    """
    try:
        return tomllib.loads(_contents(file, what))
    except WargameError:
        raise
    except NO_TOML as error:
        why = fault_of_toml(error)
        raise OptionError(f"the {what} {file!r} {verb} not TOML: {why}", given=file) from None


def _contents(file: str, what: str) -> str:
    return file_text(file, f"the {what} {file!r}")


def parsed(text: str, keys: Keys, what: str = "the map ") -> dict[str, Any]:
    """Read a TOML text with these sections.

    Raises
    ------
    NotationError, OptionError
    """
    try:
        data = tomllib.loads(text)
    except NO_TOML as error:
        raise NotationError(f"{what}is not TOML: {fault_of_toml(error)}", given=text[:60]) from None
    for key in data:
        if key not in keys:
            raise unknown("section", key, keys)
    return data


def rows(data: Row, section: str, keys: Keys, *labels: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the entries of a section, each with what to call it in an error.

    Parameters
    ----------
    data : mapping
    section : str
    keys : mapping of str to tuple of str
    *labels : str
        Keys whose value names an entry, the first that is there.

    Raises
    ------
    OptionError
    """
    found = data.get(section, [])
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        raise OptionError(f"{section}: write each as a [[{section}]] of its own", given=section)
    named = []
    for number, row in enumerate(found, start=1):
        label = next((row[key] for key in labels if row.get(key)), None)
        place = f"[[{section}]] {number}" + (f" ({shown(plain_text(label))})" if label else "")
        check_keys(row, section, keys, place)
        named.append((place, row))
    return named


def check_keys(row: Row, section: str, keys: Keys, place: str) -> None:
    """Refuse a key that the section does not have.

    Raises
    ------
    OptionError
    """
    for key in row:
        if key not in keys[section]:
            raise unknown("key", key, keys[section], f"{place}: ")


def text(row: Row, key: str, place: str, default: str | None = None) -> str:
    """Return a text of an entry.

    Raises
    ------
    OptionError
    """
    value = row.get(key, default)
    if value is None:
        raise OptionError(f'{place}: {key} is missing; write {key} = "…"', given=key)
    if not isinstance(value, str):
        raise OptionError(
            f"{place}: {key} is a text in quotes, not {toml_text(value)}",
            given=plain_text(value),
        )
    return value


def texts(row: Row, key: str, place: str, *, example: str = '["Boston", "Quebec"]') -> list[str]:
    """Return a list of texts of an entry, empty if it is left out; `example` is for an error.

    Raises
    ------
    OptionError
    """
    value = row.get(key, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise OptionError(
            f"{place}: {key} is a list of texts, as in {example}, not {toml_text(value)}",
            given=plain_text(value),
        )
    return value


def number(
    row: Row, key: str, limits: tuple[int, int], place: str, default: int | None = None
) -> int:
    """Return a whole number of an entry, within limits; the default, if any, where it has none.

    Raises
    ------
    OptionError
    """
    value = row.get(key)
    if key not in row and default is not None:
        return default
    low, high = limits
    if type(value) is not int or not low <= value <= high:
        what = f"a whole number from {low} to {high}"
        raise not_that(key, value, what, f"{place}: ", (f"{low} to {high}",))
    return value


def flag(row: Row, key: str, place: str, *, default: bool = False) -> bool:
    """Return a true or false of an entry.

    Raises
    ------
    OptionError
    """
    value = row.get(key, default)
    if not isinstance(value, bool):
        raise OptionError(
            f"{place}: {key} is true or false, not {toml_text(value)}",
            given=plain_text(value),
            allowed=("true", "false"),
        )
    return value


def unknown(what: str, given: str, known: Iterable[str], place: str = "") -> OptionError:
    """Return the error for a name that is not known: what is spelt like it, and what there is."""
    names = tuple(known)
    near = difflib.get_close_matches(given, names, n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    if not names:
        listed = f"; none is named there: name the {what} first"
    elif len(names) > MOST_LISTED and near:
        listed = ""
    else:
        rest = ", …" if len(names) > MOST_LISTED else ""
        listed = f" (known: {', '.join(names[:MOST_LISTED])}{rest})"
    return OptionError(
        f"{place}{what} {shown(given)} is not known{hint}{listed}", given=given, allowed=names
    )


def one_of(what: str, given: str, allowed: tuple[str, ...]) -> None:
    """Refuse a word that is not one of a few.

    Raises
    ------
    OptionError
    """
    if given not in allowed:
        raise OptionError(
            f"{what} is {' or '.join(allowed)}, not {toml_text(given)}",
            given=plain_text(given),
            allowed=allowed,
        )
