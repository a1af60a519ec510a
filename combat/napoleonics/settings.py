"""The settings of a combat, and how they are read."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from combat.errors import OptionError
from combat.game import Setting
from combat.napoleonics.terrain import Terrain, Terrains, terrains_of, user_terrains
from combat.napoleonics.terrain_text import unknown_terrain
from combat.napoleonics.unit import Unit
from combat.napoleonics.unit_text import parse_unit
from combat.napoleonics.units import MOST_RANGE, Nations, user_nations
from combat.notation import plain_number
from combat.setting_values import check_file, name_of, one_of, worth_of

WORTHS = {
    "banner": ("a banner", 4.0),
    "block": ("a block", 1.0),
    "leader": ("a leader, beyond the banner", 0.0),
    "ground": ("taking the ground", 0.0),
}
MOST_SQUARES = 4
MOST_HAND = 12


def worths_of(settings: Mapping[str, Any]) -> dict[str, float]:
    """Return what everything is worth, in blocks."""
    return {key: usual for key, (_, usual) in WORTHS.items()} | dict(settings["worth"])


def goal_of(settings: Mapping[str, Any]) -> str:
    """Return what best play is best for."""
    return settings["goal"] or "net_value"


def _nations(text: str, _: Mapping[str, Any]) -> Nations | None:
    if not text.strip():
        return None
    check_file(text)
    return user_nations(text)


def _terrain(text: str, _: Mapping[str, Any]) -> Terrains | None:
    if not text.strip():
        return None
    check_file(text)
    return user_terrains(text)


def _file(value: Nations | Terrains | None) -> str:
    return "" if value is None else value.file


def _whole(key: str, low: int, high: int) -> Callable[[str, Mapping[str, Any]], int | None]:
    def parse(text: str, _: Mapping[str, Any]) -> int | None:
        word = text.strip()
        if not word:
            return None
        if not re.fullmatch(r"[0-9]{1,3}", word) or not low <= int(word) <= high:
            raise OptionError(
                f"{key}={text!r} is not possible; it is a whole number from {low} to {high}",
                given=text,
                allowed=(f"{low} to {high}",),
            )
        return int(word)

    return parse


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _bonus(text: str, settings: Mapping[str, Any]) -> Unit | None:
    return parse_unit(text, settings, "the bonus melee's target") if text.strip() else None


def _bonus_hex(text: str, settings: Mapping[str, Any]) -> Terrain | None:
    if not text.strip():
        return None
    terrains = terrains_of(settings)
    found = terrains.find(" ".join(text.split()))
    if found is None:
        raise unknown_terrain(text.strip(), terrains)
    return found


def _goal(text: str, _: Mapping[str, Any]) -> str:
    return name_of("goal", text, ("net_value", "target_eliminated"))


SETTINGS = (
    Setting(
        "nations",
        "TOML file with units in place of those that are known, or more of them",
        None,
        _nations,
        _file,
    ),
    Setting("terrain", "TOML file with terrain, likewise", None, _terrain, _file),
    one_of("combat", ("melee", "ranged"), "melee or ranged"),
    Setting(
        "range",
        "of ranged combat: hexes to the target, 2 if not said",
        None,
        _whole("range", 2, MOST_RANGE),
        _number,
    ),
    one_of(
        "square_strikes",
        ("first", "back"),
        "when a square attacked by cavalry has its die: first, before the attack, or back",
    ),
    one_of(
        "first_strike_back",
        ("yes", "no"),
        "whether a unit that has struck first may battle back as well: yes or no",
    ),
    one_of(
        "terrain_dice",
        ("sum", "worst"),
        "dice that the hexes of both take: the sum, or only the worst of the two",
    ),
    one_of(
        "follow", ("take", "stay", "best"), "whether the winner takes the ground: take, stay, best"
    ),
    Setting(
        "bonus",
        "victorious cavalry goes on to a bonus melee: at this unit, as 'British light 3 on hill'",
        None,
        _bonus,
        lambda unit: "" if unit is None else str(unit),
    ),
    Setting(
        "bonus_hex",
        "terrain that the bonus melee is fought from; that of the target's hex if not said",
        None,
        _bonus_hex,
        lambda terrain: "" if terrain is None else terrain.name,
    ),
    Setting(
        "hand",
        "command cards in the defender's hand: with two or fewer no square is formed",
        None,
        _whole("hand", 0, MOST_HAND),
        _number,
    ),
    Setting(
        "squares",
        "squares of the defender's that stand already; there are at most 4",
        None,
        _whole("squares", 0, MOST_SQUARES),
        _number,
    ),
    Setting(
        "goal",
        "what best play is best for: an event or a quantity, such as target_eliminated; an aim's"
        " first condition, or net_value, if none",
        None,
        _goal,
        lambda goal: goal or "",
    ),
    Setting(
        "worth",
        "what things are worth in blocks: " + ", ".join(f"{key}=N" for key in WORTHS),
        (),
        lambda text, _: worth_of(text, tuple(WORTHS)),
        lambda worth: ", ".join(f"{key}={plain_number(value)}" for key, value in worth),
    ),
)
