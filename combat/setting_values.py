"""Settings of the usual kinds: one of a few words, yes or no, amounts by name, a user's file."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from combat.errors import OptionError
from combat.game import Setting
from combat.notation import plain_number, shown

Amounts = tuple[tuple[str, float], ...]
"""Names with a number each."""


def one_of(
    key: str,
    allowed: tuple[str, ...],
    meaning: str = "",
    *,
    optional: bool = False,
    needs: str = "",
) -> Setting:
    """Return a setting that is one of a few words: the first, or None if it is optional.

    ``meaning``: its help; the words themselves if it is empty.
    """

    def parse(text: str, _: Mapping[str, Any]) -> str:
        word = "-".join(text.lower().split())
        if word not in allowed:
            raise OptionError(
                f"{key}={text!r} is not possible; {key} is {' or '.join(allowed)}",
                given=text,
                allowed=allowed,
            )
        return word

    usual = None if optional else allowed[0]
    choices = ("", *allowed) if optional else allowed
    return Setting(key, meaning or " or ".join(allowed), usual, parse, choices=choices, needs=needs)


def yes_or_no(key: str, meaning: str, *, needs: str = "") -> Setting:
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

    return Setting(
        key,
        meaning,
        False,
        parse,
        lambda yes: "yes" if yes else "no",
        choices=("no", "yes"),
        needs=needs,
    )


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


class FromFile(Protocol):
    """What a user's file holds, with the file's name."""

    @property
    def file(self) -> str:
        """The name of the file."""
        ...


def file_setting(
    key: str, meaning: str, read: Callable[[str, Mapping[str, Any]], FromFile]
) -> Setting:
    """Return a setting that names a file; None without one.

    ``read``: ``(file, settings before this one)`` to what it holds.
    """

    def parse(text: str, settings: Mapping[str, Any]) -> FromFile | None:
        if not text.strip():
            return None
        check_file(text)
        return read(text, settings)

    return Setting(
        key, meaning, None, parse, lambda value: "" if value is None else value.file, file=True
    )


def whole_number(key: str, meaning: str, low: int, high: int) -> Setting:
    """Return a setting that is a whole number within limits; None if nothing is said."""

    def parse(text: str, _: Mapping[str, Any]) -> int | None:
        word = text.strip()
        if not word:
            return None
        if not re.fullmatch(r"[0-9]{1,6}", word) or not low <= int(word) <= high:
            raise OptionError(
                f"{key}={text!r} is not possible; it is a whole number from {low} to {high}",
                given=text,
                allowed=(f"{low} to {high}",),
            )
        return int(word)

    return Setting(key, meaning, None, parse, lambda number: "" if number is None else str(number))


def goal_setting(usual: str, examples: tuple[str, ...]) -> Setting:
    """Return the setting that says what best play is best for; None if nothing is said.

    ``usual``: what it then is, if an aim does not say either.
    """
    return Setting(
        "goal",
        f"what best play is best for: an event or a quantity, such as {examples[-1]}; an aim's"
        f" first condition, or {usual}, if none",
        None,
        lambda text, _: name_of("goal", text, examples),
        lambda goal: goal or "",
        offered=examples,
    )


Worths = Mapping[str, tuple[str, float]]
"""What can be valued: in words, and its usual value."""


def worth_setting(worths: Worths, unit: str = "") -> Setting:
    """Return the setting that says what things are worth."""
    return Setting(
        "worth",
        f"what things are worth{f' in {unit}' if unit else ''}: "
        + ", ".join(f"{key}=N" for key in worths),
        (),
        lambda text, _: worth_of(text, tuple(worths)),
        lambda worth: ", ".join(f"{key}={plain_number(value)}" for key, value in worth),
    )


def worths_in(settings: Mapping[str, Any], worths: Worths) -> dict[str, float]:
    """Return what everything is worth: what the user says, else the usual."""
    return {key: usual for key, (_, usual) in worths.items()} | dict(settings["worth"])
