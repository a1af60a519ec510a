"""The settings of a combat, and how they are read."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from combat.game import Setting
from combat.napoleonics.terrain import Terrain, terrains_of, user_terrains
from combat.napoleonics.terrain_text import terrain_named
from combat.napoleonics.unit import Unit
from combat.napoleonics.unit_text import parse_unit
from combat.napoleonics.units import MOST_RANGE, user_nations
from combat.setting_values import (
    file_setting,
    goal_setting,
    one_of,
    whole_number,
    worth_setting,
    worths_in,
)

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
    return worths_in(settings, WORTHS)


def goal_of(settings: Mapping[str, Any]) -> str:
    """Return what best play is best for."""
    return settings["goal"] or "net_value"


def _bonus(text: str, settings: Mapping[str, Any]) -> Unit | None:
    return parse_unit(text, settings, "the bonus melee's target") if text.strip() else None


def _bonus_hex(text: str, settings: Mapping[str, Any]) -> Terrain | None:
    if not text.strip():
        return None
    return terrain_named(text, terrains_of(settings))


SETTINGS = (
    file_setting(
        "nations",
        "TOML file with units in place of those that are known, or more of them",
        lambda file, _: user_nations(file),
    ),
    file_setting(
        "terrain", "TOML file with terrain, likewise", lambda file, _: user_terrains(file)
    ),
    one_of("combat", ("melee", "ranged"), "melee or ranged"),
    replace(
        whole_number(
            "range", "of ranged combat: hexes to the target, 2 if not said", 2, MOST_RANGE
        ),
        needs="combat",
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
        needs="bonus",
    ),
    whole_number(
        "hand",
        "command cards in the defender's hand: with two or fewer no square is formed",
        0,
        MOST_HAND,
    ),
    whole_number(
        "squares",
        "squares of the defender's that stand already; there are at most 4",
        0,
        MOST_SQUARES,
    ),
    goal_setting("net_value", ("net_value", "target_eliminated")),
    worth_setting(WORTHS, "blocks"),
)
