"""Axis & Allies 1942 as the rest of the product sees it."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from combat.arrays import Bools, Floats
from combat.attrition.loss_order import LossOrder
from combat.attrition.retreat import Retreat
from combat.axis_allies import raid_battle
from combat.axis_allies.assumptions import assumes
from combat.axis_allies.cargo import DECK
from combat.axis_allies.ends import ENDS
from combat.axis_allies.followers import (
    GROUPS,
    counter_attack,
    end_text,
    joined,
    left,
    next_wave,
    parse_side,
)
from combat.axis_allies.legality import check
from combat.axis_allies.losses import at_sea, loss_order
from combat.axis_allies.model import LandModel
from combat.axis_allies.raid_rules import is_raid
from combat.axis_allies.settings import SETTINGS, table_of, values_of
from combat.axis_allies.units import WHOLE
from combat.axis_allies.value import lost, net_value
from combat.battle import Battle
from combat.errors import WargameError
from combat.force import Force
from combat.game import (
    ATTACKER,
    DEFENDER,
    NEITHER,
    Change,
    Event,
    Game,
    Model,
    Quantity,
    Sequels,
)
from combat.outcomes import Outcomes

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


def neighbours(battle: Battle) -> Iterator[Change]:
    """Yield the changes by one unit that either side could make."""
    table = table_of(battle.settings)
    values = values_of(battle.settings)
    retreat: Retreat = battle["retreat"]
    if not retreat.best and battle["rounds"] is None:
        yield Change(ATTACKER, "retreat", 0, 0.0, "best")
    submarines = any(battle.defender[n] for n in table.of_role("submarine"))
    if at_sea(battle) and submarines and battle["defender_submerge"] == "never":
        yield Change(DEFENDER, "defender_submerge", 0, 0.0, "always")
    kept = _keeping_land(battle)
    if kept:
        yield Change(ATTACKER, "losses", 0, 0.0, kept)
    yield from raid_battle.interceptor_changes(battle)
    for side, force in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender)):
        domains = ("land", "air") if side == ATTACKER else ("land", "air", "gun", "casualty gun")
        if at_sea(battle):
            domains = ("sea", "air")
        raiding = raid_battle.units_of(battle, side) if is_raid(battle) else None
        for name in raiding or [n for n in table.of_domain(*domains) if n not in WHOLE]:
            # a second gun adds nothing where each aircraft is shot at once (AA-03)
            idle = table[name].is_gun and force[name] and table.aa_dice == "each aircraft"
            changes = [] if idle else [Change(side, name, 1, values[name])]
            if force[name]:
                changes.append(Change(side, name, -1, values[name]))
            for change in changes:
                if not at_sea(battle) or changed(battle, change, 1) is not None:
                    yield change


def _landing_of(battle: Battle, force: Force) -> Force:
    """Who lands of a changed force: all land units if all did before, else at most as many."""
    land = table_of(battle.settings).of_domain("land")
    landing: Force = battle["landing"]
    if all(landing[name] == n for name, n in battle.attacker if name in land):
        return Force.of({name: n for name, n in force if name in land})
    return Force.of({name: min(n, force[name]) for name, n in landing})


def _decked(battle: Battle, before: Battle) -> bool:
    """Whether a defending fleet has a deck for its aircraft, as far as it had before (AA-53)."""

    def deckless(asked: Battle) -> int:
        table = table_of(asked.settings)
        decks = DECK * sum(n for ship, n in asked.defender if table[ship].role == "carrier")
        fighters = sum(n for name, n in asked.defender if table[name].role == "fighter")
        others = sum(n for name, n in asked.defender if table[name].domain == "air") - fighters
        return max(0, fighters - decks) + others

    return not at_sea(before) or deckless(battle) <= deckless(before)


def _keeping_land(battle: Battle) -> str | None:
    """Return the attacker's order of losses with a land unit kept, if that is not so already."""
    table = table_of(battle.settings)
    order = loss_order(battle, ATTACKER)
    domains = {table[name].domain for name, _ in battle.attacker}
    if order.keep or not {"land", "air"} <= domains:
        return None
    return str(LossOrder(tuple(n for n in order.order if battle.attacker[n]), ((1, "land"),)))


def changed(battle: Battle, change: Change, times: int) -> Battle | None:
    """Return the battle after a change made so many times, or None if that cannot be."""
    table = table_of(battle.settings)
    try:
        if change.step == 0:
            return battle.with_options(**{change.what: change.value})
        sides = {ATTACKER: battle.attacker, DEFENDER: battle.defender}
        force = sides[change.side].changed(change.what, change.step * times, order=table.names)
        sides[change.side] = force
        landing = battle["landing"]
        if landing and change.side == ATTACKER:  # who is not there does not land
            fewer = _landing_of(battle, force)
            return replace(
                battle,
                attacker=force,
                settings=dict(battle.settings) | {"landing": fewer},
            )
        found = battle.with_sides(sides[ATTACKER], sides[DEFENDER])
        return found if change.side == ATTACKER or _decked(found, battle) else None
    except WargameError:
        return None


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


def _no_raid(battle: Battle) -> bool:
    return not is_raid(battle)


AXIS_ALLIES = Game(
    name="axis-allies",
    aliases=("aa", "a&a", "axisallies"),
    title="Axis & Allies 1942",
    edition="2009",
    covers="land and sea battles, landings, bombing raids; not yet: the map and the economy",
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
    assumes=assumes,
    neighbours=neighbours,
    changed=changed,
    swing="swing",
    value="net_value",
    main_event=main_event,
    followers={"counter": counter_attack, "wave": next_wave},
    sequels=Sequels(tuple(GROUPS), left, joined),
    examples=(
        ("3 inf, 2 arm", "4 inf, 1 art"),
        ("5 inf, 2 art, 2 arm, 1 ftr", "6 inf, 1 art, 1 aa"),
        ("2 inf, 1 arm, 2 ftr, 1 bmr", "3 inf, 1 ftr, 1 aa"),
    ),
)
