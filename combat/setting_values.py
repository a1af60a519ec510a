"""Settings of the usual kinds: one of a few words, yes or no, amounts by name, a user's file."""

import re
from collections.abc import Mapping
from typing import Any

from combat.errors import OptionError
from combat.game import Setting
from combat.notation import shown

Amounts = tuple[tuple[str, float], ...]
"""Names with a number each."""


def one_of(key: str, allowed: tuple[str, ...], meaning: str, *, optional: bool = False) -> Setting:
    """Return a setting that is one of a few words: the first, or None if it is optional."""

    def parse(text: str, _: Mapping[str, Any]) -> str:
        word = "-".join(text.lower().split())
        if word not in allowed:
            raise OptionError(
                f"{key}={text!r} is not possible; {key} is {' or '.join(allowed)}",
                given=text,
                allowed=allowed,
            )
        return word

    return Setting(key, meaning, None if optional else allowed[0], parse)


def yes_or_no(key: str, meaning: str) -> Setting:
    """Return a setting that is yes or no; no if nothing is said."""

    def parse(text: str, _: Mapping[str, Any]) -> bool:
        word = text.strip().lower()
        if word not in ("no", "yes"):
            raise OptionError(
                f"{key}={text!r} is not possible; {key} is no or yes",
                given=text,
                allowed=("no", "yes"),
            )
        return word == "yes"

    return Setting(key, meaning, False, parse, lambda yes: "yes" if yes else "no")


def name_of(key: str, text: str, examples: tuple[str, ...]) -> str:
    """Return the name of an event or a quantity, as a setting has it.

    Raises
    ------
    OptionError
    """
    word = text.strip().lower().replace("-", "_")
    if not re.fullmatch(r"[a-z_]{1,40}", word):
        raise OptionError(
            f"{key}={text!r} is not possible; it is the name of an event or a quantity",
            given=text,
            allowed=examples,
        )
    return word


def worth_of(text: str, known: tuple[str, ...]) -> Amounts:
    """Read ``KEY=NUMBER, KEY=NUMBER``; the known keys, in their order.

    Raises
    ------
    OptionError
    """
    found: dict[str, float] = {}
    for part in filter(str.strip, text.split(",")):
        key, _equals, number = part.partition("=")
        key = key.strip().lower().replace("-", "_").replace(" ", "_")
        if key not in known:
            raise OptionError(
                f"worth: unknown key {shown(key)}; keys are {', '.join(known)}",
                given=key,
                allowed=known,
            )
        if key in found:
            raise OptionError(f"worth: {key} is set twice; set it once", given=key)
        if not re.fullmatch(r"-?(?:[0-9]{1,6}(?:\.[0-9]{0,6})?|\.[0-9]{1,6})", number.strip()):
            raise OptionError(
                f"worth: {shown(part.strip())} is not KEY=NUMBER, such as {known[0]}=3",
                given=part.strip(),
                allowed=("KEY=NUMBER",),
            )
        found[key] = float(number.strip())
    return tuple((key, found[key]) for key in known if key in found)


def check_file(text: str) -> None:
    """Refuse the name of a file that could not stand in a battle's text.

    Raises
    ------
    OptionError
    """
    if "|" in text or not text.isprintable() or text != text.strip():
        raise OptionError(
            f"the file name {shown(text)} cannot stand in a battle's text (a bar, blanks at its"
            " ends or control characters); rename the file",
            given=text,
        )
