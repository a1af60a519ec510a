"""The settings of a battle of 1775: Rebellion, and how they are read."""

import re
from collections.abc import Mapping
from typing import Any

from combat.errors import OptionError
from combat.game import Setting
from combat.rebellion_1775.colours import NAMES, Faces, checked_faces, user_dice
from combat.rebellion_1775.ground import read_area, read_ground
from combat.rebellion_1775.policies import (
    LOSSES,
    OFFERED_LOSSES,
    OFFERED_WITHDRAWALS,
    WITHDRAWALS,
    Losses,
    Withdrawal,
)
from combat.rebellion_1775.pursuit import read_pursuit
from combat.setting_values import (
    file_setting,
    goal_setting,
    one_of,
    worth_setting,
    worths_in,
)

WORTHS = {
    "lost": ("a unit lost to the reserve", 1.0),
    "fled": ("a unit fled", 0.5),
    "withdrawn": ("a unit withdrawn", 0.0),
    "area": ("holding the area", 0.0),
}
ROLES = ("none", "attacker", "defender")


def worths_of(settings: Mapping[str, Any]) -> dict[str, float]:
    """Return what everything is worth, in units."""
    return worths_in(settings, WORTHS)


def _faces(name: str) -> Setting:
    def parse(text: str, _: Mapping[str, Any]) -> Faces | None:
        if not text.strip():
            return None
        numbers = re.fullmatch(r"\s*([0-9])\s*/\s*([0-9])\s*/\s*([0-9])\s*", text)
        if not numbers:
            raise OptionError(
                f"faces.{name}={text!r} is not hit/flee/blank, such as 3/1/2",
                given=text,
                allowed=("3/1/2",),
            )
        return checked_faces(tuple(map(int, numbers.groups())), f"faces.{name}")

    return Setting(
        f"faces.{name}",
        f"the die of {name}: hit/flee/blank, such as 3/1/2",
        None,
        parse,
        lambda faces: "" if faces is None else "/".join(map(str, faces)),
    )


def _losses(text: str, _: Mapping[str, Any]) -> Losses:
    return Losses.parse(text)


def _withdraw(text: str, _: Mapping[str, Any]) -> Withdrawal:
    return Withdrawal.parse(text)


def _turned(text: str, _: Mapping[str, Any]) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", text.strip()) or int(text) > 45:
        raise OptionError(
            f"turned={text!r} is not possible; it is how many Patriots are in the reserve, 0 to 45",
            given=text,
            allowed=("0 to 45",),
        )
    return int(text)


SETTINGS = (
    Setting(
        "map",
        "TOML file with the map and who is where; then 'british' and 'american' are those there",
        None,
        read_ground,
        lambda ground: "" if ground is None else ground.file,
        file=True,
    ),
    Setting("area", "with a map: the area of the battle", "", read_area, needs="map"),
    Setting("to", "with a map: where the attacker's units withdraw to", "", read_area, needs="map"),
    Setting("defender_to", "with a map: where the defender's do", "", read_area, needs="map"),
    one_of("seaborne", ROLES, "with a map: who came to the battle by water", needs="map"),
    file_setting(
        "dice",
        "TOML file with the dice of the colours, in place of those that are known",
        lambda file, _: user_dice(file),
    ),
    *(_faces(name) for name in NAMES),
    Setting(
        "losses",
        f"who of the attacker is hit: {', '.join(LOSSES)}",
        Losses(),
        _losses,
        offered=OFFERED_LOSSES,
    ),
    Setting(
        "defender_losses",
        "who of the defender is hit, likewise",
        Losses(),
        _losses,
        offered=OFFERED_LOSSES,
    ),
    Setting(
        "withdraw",
        f"when the attacker's units leave by their own decision: {', '.join(WITHDRAWALS)}",
        Withdrawal(),
        _withdraw,
        offered=OFFERED_WITHDRAWALS,
    ),
    Setting(
        "defender_withdraw",
        "when the defender's leave, likewise",
        Withdrawal(),
        _withdraw,
        offered=OFFERED_WITHDRAWALS,
    ),
    one_of("way_out", ("yes", "no"), "whether the attacker has an area to withdraw to: yes or no"),
    one_of("defender_way_out", ("yes", "no"), "whether the defender has one"),
    one_of(
        "late",
        ("no", "yes"),
        "whether a decision may still be used when the roll has removed the last enemy",
    ),
    one_of("volley", ROLES, "who rolls once before the battle, hits only (John Butler)"),
    Setting(
        "turned",
        "Betsy Ross: so many Patriots in the reserve, who take the places of Loyalists that flee",
        0,
        _turned,
    ),
    Setting(
        "pursuit",
        "with a map, Montgomery: the area to which the winners go on, all or so many ('Albany: 3')",
        None,
        read_pursuit,
        lambda pursuit: "" if pursuit is None else str(pursuit),
        needs="map",
    ),
    goal_setting("attacker_holds", ("net_value", "attacker_holds")),
    worth_setting(WORTHS),
)
