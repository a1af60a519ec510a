"""Values of a user's TOML file in messages, written as TOML writes them."""

import json
import re
from collections.abc import Iterable

from combat.errors import OptionError
from combat.notation import shown

# what the parser raises; ValueError: faults of the syntax, and numbers of thousands of digits
NO_TOML = (ValueError, RecursionError)
LONGEST = 60  # characters of a value that a message shows


def fault_of_toml(error: Exception) -> str:
    """Return what is wrong with a text that is no TOML, from one of `NO_TOML`."""
    if isinstance(error, RecursionError):
        return "its lists are too deep"
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start + 1} is not UTF-8; save it as 'UTF-8'"
    return str(error).split(";")[0]


def toml_text(value: object) -> str:
    """Return a value as a message shows it, shortened: texts in quotes, true and false.

    Examples
    --------
    >>> toml_text(True), toml_text([1, False, "a"]), toml_text({"melee": 3})
    ('true', "[1, false, 'a']", '{ melee = 3 }')
    """
    if isinstance(value, str):
        return shown(value, LONGEST)
    text = _written(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def toml_key(name: str) -> str:
    """Return a name as TOML has it before an equals sign.

    Examples
    --------
    >>> print(toml_key("Germany"), toml_key("sz 5"))
    Germany "sz 5"
    """
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else toml_quoted(name)


def toml_quoted(text: str) -> str:
    """Return a text as TOML has it; JSON quotes printable texts in the same way."""
    return json.dumps(text, ensure_ascii=False)


def plain_text(value: object) -> str:
    """Return a value as `toml_text` does, but a text as it is."""
    return value if isinstance(value, str) else _written(value)


def _written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {_written(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    return repr(value) if isinstance(value, str) else str(value)


def not_that(
    key: str, value: object, what: str, place: str = "", allowed: Iterable[str] = ()
) -> OptionError:
    """Return the error for a key whose value is missing (None) or not what it is to be.

    Examples
    --------
    >>> print(not_that("range", None, "a whole number", "at: "))
    at: range is missing; it is a whole number
    >>> print(not_that("range", True, "a whole number", "at: "))
    at: range = true is not a whole number
    """
    if value is None:
        return OptionError(f"{place}{key} is missing; it is {what}", given=key, allowed=allowed)
    return OptionError(
        f"{place}{key} = {toml_text(value)} is not {what}",
        given=plain_text(value),
        allowed=allowed,
    )
