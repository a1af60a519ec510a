"""Fields of the tables of units and of terrain, each checked with a plain error."""

from collections.abc import Mapping
from typing import Any

from combat.errors import OptionError
from combat.toml_text import not_that, plain_text, toml_text

Limits = tuple[int, int]


def wrong(place: str, problem: str, given: object, *allowed: str) -> OptionError:
    """Return the error for a field that is not as it must be."""
    return OptionError(f"{place}: {problem}", given=plain_text(given), allowed=allowed)


def choice(given: object, allowed: tuple[str, ...], place: str, what: str) -> str:
    """Return a text that is one of a few.

    Raises
    ------
    OptionError
    """
    if given is None:
        listed = ", ".join(allowed)
        raise OptionError(f"{place}: {what} is missing; it is one of {listed}", allowed=allowed)
    if given not in allowed:
        problem = f"{what} {toml_text(given)} is not one of {', '.join(allowed)}"
        raise wrong(place, problem, given, *allowed)
    return str(given)


def numbers(
    row: Mapping[str, Any], key: str, count: int, limits: Limits, place: str
) -> tuple[Any, ...]:
    """Return so many whole numbers within limits.

    Raises
    ------
    OptionError
    """
    value = row.get(key)
    low, high = limits
    fits = isinstance(value, list) and len(value) == count
    if not fits or not all(type(one) is int and low <= one <= high for one in value or ()):
        what = f"a list of {count} whole numbers from {low} to {high}"
        raise not_that(key, value, what, f"{place}: ", (f"{count} numbers",))
    return tuple(value or ())


def rows(
    row: Mapping[str, Any], key: str, shape: tuple[int, int], limits: Limits, place: str
) -> tuple[tuple[int, ...], ...]:
    """Return so many lists of so many whole numbers.

    Raises
    ------
    OptionError
    """
    value = row.get(key)
    if not isinstance(value, list) or len(value) != shape[0]:
        what = f"{shape[0]} lists of {shape[1]} whole numbers each"
        raise not_that(key, value, what, f"{place}: ", (f"{shape[0]} lists",))
    return tuple(numbers({key: one}, key, shape[1], limits, place) for one in value)
