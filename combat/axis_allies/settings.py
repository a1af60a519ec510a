"""The settings of an Axis & Allies battle, and how they are read."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from combat.attrition.loss_order import LossOrder
from combat.attrition.retreat import MOST_ROUNDS, Retreat
from combat.axis_allies.raid_settings import RAID_SETTINGS
from combat.axis_allies.units import EDITIONS, UnitTable, unit_table, user_table
from combat.errors import NotationError, OptionError
from combat.force import Force
from combat.game import Setting
from combat.notation import plain_number, shown
from combat.setting_values import file_setting, goal_setting, one_of

WORTHS = {
    "territory": "its income, or whatever taking it is worth to you, in IPC",
    "capital": "what taking it is worth more if it is a capital, such as the treasury",
    "victory_city": "what taking it is worth more if it holds a victory city",
}
DICE = ("standard", "low-luck")
SUBMERGING = ("never", "always", "best")
FIGHTING = ("yes", "ignore")
CHOOSERS = ("owner", "attacker")
USUAL = "default"  # the order of losses if nothing is said
CHEAPEST, BEST = "cheapest", "best"  # words for losses that no order is named by
LOSSES = (CHEAPEST, BEST, "inf art arm ftr bmr; keep 1 land")  # worth offering
RETREATS = ("never", "after 1", "after 2", "after 3", "at 1", "at 2", "air-only", "best")
Amounts = tuple[tuple[str, float], ...]
Loads = tuple[tuple[str, Force], ...]  # ship, what is aboard


def table_of(settings: Mapping[str, Any]) -> UnitTable:
    """Return the unit table that the settings name."""
    table: UnitTable | None = settings["units"]
    return unit_table(settings["edition"]) if table is None else table


def groups_of(table: UnitTable) -> Mapping[str, tuple[str, ...]]:
    """Return the groups of units that 'keep N' understands."""
    return MappingProxyType({"land": table.of_domain("land"), "air": table.of_domain("air")})


def values_of(settings: Mapping[str, Any]) -> dict[str, float]:
    """Value of each unit (AA-30): its cost, or what the user has set."""
    costs = {unit.name: float(unit.cost) for unit in table_of(settings).units.values()}
    return costs | dict(settings["values"])


def _losses(text: str, settings: Mapping[str, Any]) -> LossOrder | str:
    word = text.strip().lower()
    if word in (CHEAPEST, BEST):
        return word
    if word == USUAL:
        return LossOrder()
    table = table_of(settings)
    return LossOrder.parse(text, table.vocabulary, groups_of(table))


def _show_losses(order: LossOrder | str) -> str:
    return str(order) or USUAL


def _force(text: str, settings: Mapping[str, Any]) -> Force:
    if text.strip().lower() == "none":
        return Force()
    return Force.parse(text, table_of(settings).vocabulary)


def _places(text: str, _: Mapping[str, Any]) -> int | None:
    if not text.strip():
        return None
    if not re.fullmatch(r"[0-9]{1,4}", text.strip()):
        raise OptionError(
            f"landing_places={text!r} is not possible; it is a whole number from 0",
            given=text,
            allowed=("whole numbers from 0",),
        )
    return int(text)


def _retreat(text: str, _: Mapping[str, Any]) -> Retreat:
    return Retreat.parse(text)


def _rounds(text: str, _: Mapping[str, Any]) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text.strip()) or not 1 <= int(text) <= MOST_ROUNDS:
        raise OptionError(
            f"rounds={text!r} is not possible; it is a whole number from 1 to {MOST_ROUNDS:,}",
            given=text,
            allowed=(f"1 to {MOST_ROUNDS}",),
        )
    return int(text)


def _amounts(text: str, settings: Mapping[str, Any], keys: Mapping[str, str]) -> Amounts:
    """Read ``territory=8, inf=3``."""
    table = table_of(settings)
    found: dict[str, float] = {}
    for part in filter(None, (p.strip() for p in re.split(r"[,;]", text))):
        name, equals, number = (p.strip() for p in part.partition("="))
        key = name.lower().replace(" ", "_")
        key = key if key in keys else (table.vocabulary.find(name) or "")
        if not key:
            allowed = (*keys, *table.names)
            raise OptionError(
                f"unknown key {shown(name)} in {shown(text)}; keys are {', '.join(allowed)}",
                given=name,
                allowed=allowed,
            )
        if not equals or not re.fullmatch(r"-?([0-9]{1,7}(\.[0-9]{0,9})?|\.[0-9]{1,9})", number):
            raise NotationError(
                f"cannot read {shown(part)}; write KEY=NUMBER, such as {key}=8", given=part
            )
        if key in found:
            raise OptionError(f"{key} is set twice in {shown(text)}; set it once", given=part)
        found[key] = float(number)
    return tuple(found.items())


def _show_amounts(amounts: Amounts) -> str:
    return ", ".join(f"{key}={plain_number(number)}" for key, number in amounts)


def _values(text: str, settings: Mapping[str, Any]) -> Amounts:
    amounts = _amounts(text, settings, {})
    for name, number in amounts:
        if number < 0:
            raise OptionError(
                f"a value of {number:g} for {name} is not possible; values are 0 or more",
                given=f"{name}={number:g}",
                allowed=("0 or more",),
            )
    return amounts


def _worth(text: str, settings: Mapping[str, Any]) -> Amounts:
    return _amounts(text, settings, WORTHS)


def _cargo(text: str, settings: Mapping[str, Any]) -> Loads:
    """Read ``tr: 2 inf; tr: inf, arm``: a ship and its load, one by one.

    Raises
    ------
    NotationError, UnknownUnitError
    """
    vocabulary = table_of(settings).vocabulary
    if text.strip().lower() == "none":
        return ()
    loads = []
    for part in filter(None, (p.strip() for p in text.split(";"))):
        ship, colon, load = part.partition(":")
        force = Force.parse(ship, vocabulary)
        if not colon or force.total != 1 or not Force.parse(load, vocabulary):
            raise NotationError(
                f"cannot read the cargo {part!r}; write a ship, a colon and its load, one ship at a"
                " time: 'tr: 2 inf; tr: inf, arm'",
                given=part,
            )
        loads.append((force.units[0][0], Force.parse(load, vocabulary)))
    return tuple(loads)


def _show_cargo(loads: Loads) -> str:
    """Print loads so that they read back."""
    return "; ".join(f"{ship}: {load}" for ship, load in loads)


SETTINGS = (
    one_of("edition", EDITIONS),
    file_setting(
        "units",
        "a TOML file with a unit table of your own",
        lambda file, settings: user_table(file, settings["edition"]),
    ),
    Setting("values", "value of units in IPC, such as 'ftr=12'", (), _values, _show_amounts),
    Setting(
        "worth",
        "what things are worth to you in net_value, such as 'territory=8, inf=3'; keys: units, "
        + "; ".join(f"{key} ({text})" for key, text in WORTHS.items()),
        (),
        _worth,
        _show_amounts,
    ),
    one_of("dice", DICE),
    one_of("choose_losses", CHOOSERS),
    Setting(
        "losses",
        "the attacker's order of losses, first lost first ('inf art arm ftr bmr; keep 1 land'),"
        " 'cheapest', or 'best': solved for, on land",
        LossOrder(),
        _losses,
        _show_losses,
        offered=(USUAL, *LOSSES),
    ),
    Setting(
        "defender_losses",
        "the defender's order of losses",
        LossOrder(),
        _losses,
        _show_losses,
        offered=(USUAL, *LOSSES),
    ),
    Setting(
        "retreat",
        "never, 'after N' rounds, 'at N' attackers left, air-only, best",
        Retreat(),
        _retreat,
        offered=RETREATS,
    ),
    Setting(
        "landing", "the attackers that land from ships, such as '2 inf, 1 art'", Force(), _force
    ),
    Setting("bombard", "ships that bombard, such as '1 bb, 1 ca'", Force(), _force),
    Setting(
        "cargo",
        "what the attacker's ships carry, ship by ship: 'tr: 2 inf; tr: inf, arm; cv: 1 ftr'",
        (),
        _cargo,
        _show_cargo,
    ),
    Setting("defender_cargo", "what the defender's ships carry", (), _cargo, _show_cargo),
    Setting(
        "landing_places",
        "for how many fighters beyond the decks left there is a place to land",
        None,
        _places,
        lambda number: "" if number is None else str(number),
    ),
    one_of("fight", FIGHTING, "yes or ignore: pass submarines and transports by (AA-15)"),
    one_of("attacker_submerge", SUBMERGING),
    one_of("defender_submerge", SUBMERGING),
    goal_setting("net_value", ("net_value", "territory_taken")),
    Setting("rounds", "stop after so many rounds, both sides where they are", None, _rounds),
    *RAID_SETTINGS,
)
