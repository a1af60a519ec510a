"""The settings of a strategic bombing raid (AA-25, AA-26)."""

import re
from collections.abc import Mapping
from typing import Any

from combat.errors import OptionError
from combat.game import Setting
from combat.notation import MOST_UNITS
from combat.setting_values import yes_or_no

ALL, BEST = "all", "best"
MOST_INCOME = 1_000


def _whole(key: str, text: str, most: int, words: tuple[str, ...] = ()) -> int:
    """Read a whole number from 0 to `most`."""
    if re.fullmatch(r"[0-9]{1,6}", text.strip()) and int(text) <= most:
        return int(text)
    allowed = (f"0 to {most}", *words)
    raise OptionError(
        f"{key}={text!r} is not possible; it is a whole number from 0 to {most:,}"
        + "".join(f" or '{word}'" for word in words),
        given=text,
        allowed=allowed,
    )


def _raid(text: str, _: Mapping[str, Any]) -> int:
    return _whole("raid", text, MOST_INCOME)


def _damage(text: str, _: Mapping[str, Any]) -> int:
    return _whole("damage", text, 2 * MOST_INCOME)


def _interceptors(text: str, _: Mapping[str, Any]) -> int | str:
    word = text.strip().lower()
    return word if word in (ALL, BEST) else _whole("interceptors", text, MOST_UNITS, (ALL, BEST))


RAID_SETTINGS = (
    Setting(
        "raid",
        "makes it a bombing raid; the income of the territory that the complex is in",
        None,
        _raid,
    ),
    Setting("damage", "in a raid: damage that the complex has already", 0, _damage, needs="raid"),
    yes_or_no(
        "escorts",
        "in a raid: whether fighters of both sides take part (optional rule), no or yes",
        needs="raid",
    ),
    Setting(
        "interceptors",
        "in a raid: how many of the defender's fighters rise: a number, all, or best for him",
        ALL,
        _interceptors,
        offered=(ALL, "0", "1", "2", BEST),
        needs="raid",
    ),
)
