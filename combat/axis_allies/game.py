"""Axis & Allies 1942 as the rest of the product sees it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from combat.arrays import Bools, Floats
from combat.axis_allies import raid_battle
from combat.axis_allies.additions import additions
from combat.axis_allies.assumptions import assumes
from combat.axis_allies.changes import changed, neighbours
from combat.axis_allies.ends import ENDS
from combat.axis_allies.family import family
from combat.axis_allies.followers import (
    GROUPS,
    counter_attack,
    end_text,
    joined,
    left,
    next_wave,
    parse_side,
)
from combat.axis_allies.left_text import read_left
from combat.axis_allies.legality import check
from combat.axis_allies.losses import at_sea, free_sides
from combat.axis_allies.model import LandModel
from combat.axis_allies.raid_rules import is_raid
from combat.axis_allies.settings import SETTINGS, values_of
from combat.axis_allies.taps import TAPS
from combat.axis_allies.value import lost, net_value
from combat.axis_allies.variations import variations
from combat.battle import Battle
from combat.changes import Change
from combat.errors import OptionError, WargameError
from combat.force import Force
from combat.game import ATTACKER, DEFENDER, NEITHER, Event, Game, Model, Quantity
from combat.outcomes import Outcomes
from combat.sequels import Sequels
from combat.thumbs import contests_in

if TYPE_CHECKING:
    from combat.sheets import Theatre

END_TEXTS = (
    ("territory taken", ATTACKER),
    ("cleared, not taken", NEITHER),
    ("both sides gone", DEFENDER),
    ("defender holds", DEFENDER),
    ("attacker retreated", DEFENDER),
    ("stand-off", NEITHER),
    ("stopped at the round limit", NEITHER),
)


def model(battle: Battle) -> Model:
    """Make a battle ready for the engines; each kind is loaded when it is first asked about."""
    if is_raid(battle):
        from combat.axis_allies.raid import RaidModel

        return RaidModel(battle)
    if battle["landing"] or at_sea(battle):
        from combat.axis_allies.assault import Assault
        from combat.axis_allies.phased_model import PhasedModel
        from combat.axis_allies.sea import SeaBattle

        return PhasedModel(battle, Assault if battle["landing"] else SeaBattle)
    if any(free_sides(battle)):
        from combat.axis_allies.best_model import best_model

        return best_model(battle)
    return LandModel(battle)


def main_event(battle: Battle) -> str:
    """Return the event that matters most."""
    if is_raid(battle):
        return "all_bombers_lost"
    return "cleared_not_taken" if at_sea(battle) else "territory_taken"


def default_aim(battle: Battle) -> str:
    """Return the aim of an attack if the player names none."""
    if is_raid(battle):
        return "net_value > 0"
    return f"{main_event(battle)} >= 0.75 and net_value >= 0"


def _words(name: str, text: str, side: str) -> Callable[[Battle], tuple[str, str]] | None:
    """At sea there is nothing to take: who clears the zone wins, and nobody wins an empty one."""
    sea = {"cleared_not_taken": ("sea zone cleared", ATTACKER), "both_gone": (text, NEITHER)}
    if name not in sea:
        return None
    return lambda battle: sea[name] if at_sea(battle) else (text, side)


def _ended(code: int) -> Callable[[Outcomes], Bools]:
    def ended(outcomes: Outcomes) -> Bools:
        return outcomes.column("end") == code

    return ended


def _lost(side: str) -> Callable[[Outcomes], Floats]:
    def value(outcomes: Outcomes) -> Floats:
        return lost(outcomes, side, values_of(outcomes.battle.settings))

    return value


def _swing(outcomes: Outcomes) -> Floats:
    values = values_of(outcomes.battle.settings)
    return lost(outcomes, DEFENDER, values) - lost(outcomes, ATTACKER, values)


def _net_value(outcomes: Outcomes) -> Floats:
    return raid_battle.net_value(outcomes) if is_raid(outcomes.battle) else net_value(outcomes)


def varied(battle: Battle, side: str, what: str, number: int) -> Battle | None:
    """Return the battle in which a side has so many of a unit, or None if that cannot be.

    Raises
    ------
    OptionError
        If `what` is no unit, or more than one.
    """
    try:
        units = [name for name, _ in parse_side(what, side, battle.settings)]
    except WargameError as error:
        raise OptionError(str(error), given=what, allowed=error.allowed) from None
    if len(units) != 1:
        raise OptionError(f"{what!r} is not one unit; name one, such as 'inf'", given=what)
    forces = {ATTACKER: battle.attacker, DEFENDER: battle.defender}
    more = number - forces[side][units[0]]
    if battle["landing"] and side == ATTACKER:  # who lands changes with who is there
        return changed(battle, Change(side, units[0], 1 if more > 0 else -1, 0.0), abs(more))
    try:
        forces[side] = forces[side].changed(units[0], more)
        return battle.with_sides(forces[ATTACKER], forces[DEFENDER])
    except WargameError:
        return None


def theatre() -> "Theatre":
    """Return the map; nothing of it is loaded for a battle."""
    from combat.axis_allies.theatre import theatre

    return theatre()


def _no_raid(battle: Battle) -> bool:
    return not is_raid(battle)


AXIS_ALLIES = Game(
    name="axis-allies",
    aliases=("aa", "a&a", "axisallies"),
    title="Axis & Allies 1942",
    edition="2009",
    covers="land and sea battles, landings, bombing raids; on its map: targets, fronts, holding, "
    "purchases, raids, rounds; not yet: a turn half played",
    parse_side=parse_side,
    check=check,
    model=model,
    settings=SETTINGS,
    events=tuple(
        Event(name, text, side, _ended(code), applies=_no_raid, words=_words(name, text, side))
        for code, (name, (text, side)) in enumerate(zip(ENDS, END_TEXTS, strict=True))
    )
    + raid_battle.EVENTS,
    quantities=(
        Quantity(
            "attacker_ipc_lost",
            "attacker's loss",
            "IPC",
            _lost(ATTACKER),
            turned="defender_ipc_lost",
        ),
        Quantity(
            "defender_ipc_lost",
            "defender's loss",
            "IPC",
            _lost(DEFENDER),
            turned="attacker_ipc_lost",
        ),
        Quantity(
            "damage",
            "damage to the complex",
            "IPC",
            raid_battle.damage_done,
            applies=is_raid,
            turned="-damage",
        ),
        Quantity("swing", "swing (defender's loss − attacker's)", "IPC", _swing, turned="-swing"),
        Quantity(
            "net_value",
            "net value",
            "IPC",
            _net_value,
            shown=lambda battle: bool(battle["worth"]) or is_raid(battle),
            turned="-net_value",
        ),
        Quantity("rounds", "rounds", "", None, applies=_no_raid),
    ),
    default_aim=default_aim,
    end_text=end_text,
    read_left=read_left,
    assumes=assumes,
    neighbours=neighbours,
    changed=changed,
    swing="swing",
    value="net_value",
    main_event=main_event,
    followers={"counter": counter_attack, "wave": next_wave},
    sequels=Sequels(tuple(GROUPS), Force(), left, joined, place="the territory"),
    varied=varied,
    goal="goal",
    variations=variations,
    additions=additions,
    cost_unit="IPC",
    family=family,
    taps=TAPS,
    theatre=theatre,
    thumbs=contests_in(__name__),
    examples=(
        ("3 inf, 2 arm", "4 inf, 1 art"),
        ("5 inf, 2 art, 2 arm, 1 ftr", "6 inf, 1 art, 1 aa"),
        ("2 inf, 1 arm, 2 ftr, 1 bmr", "3 inf, 1 ftr, 1 aa"),
    ),
)
