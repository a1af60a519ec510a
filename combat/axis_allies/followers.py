"""What a battle of Axis & Allies leaves, and the battles that can follow."""

from collections.abc import Mapping
from typing import Any

from combat.axis_allies import raid_battle
from combat.axis_allies.cargo import cargo_left
from combat.axis_allies.ends import ENDS
from combat.axis_allies.losses import at_sea
from combat.axis_allies.raid_rules import is_raid
from combat.axis_allies.settings import table_of
from combat.battle import Battle
from combat.errors import NotationError, OptionError
from combat.force import Force
from combat.game import ATTACKER, DEFENDER
from combat.notation import shown
from combat.outcomes import Outcomes
from combat.sequels import Remains

GROUPS = {
    "land": ("land",),
    "air": ("air",),
    "sea": ("sea",),
    "guns": ("gun", "casualty gun"),
    "garrison": ("land", "gun", "casualty gun"),
    "cargo": (),
}
DOMAINS = ("land", "air", "sea", "gun", "casualty gun")
MOVING = ("land", "air", "sea")


def parse_side(text: str, side: str, settings: Mapping[str, Any]) -> Force:
    """Read a side's force."""
    if side == DEFENDER and text.strip().lower() == "none":
        return Force()
    force = Force.parse(text, table_of(settings).vocabulary)
    if not force:
        raise NotationError(
            f"the {side} has no units: {shown(text)}; name at least one, such as '3 inf'",
            given=text,
        )
    return force


def end_text(outcomes: Outcomes, row: int) -> tuple[str, str, str]:
    """Return what is left of both sides in a final state, and its event."""
    table = table_of(outcomes.battle.settings)
    raid = is_raid(outcomes.battle)
    end = raid_battle.end(outcomes, row) if raid else ENDS[int(outcomes.column("end")[row])]
    units = units_left(outcomes, row)
    units[DEFENDER] = {} if end == "territory_taken" else units[DEFENDER] | guns_left(outcomes, row)
    texts = [
        str(Force.of({name: counts.get(name, 0) for name in table.names}))
        for counts in units.values()
    ]
    return texts[0], texts[1], end


def units_left(outcomes: Outcomes, row: int) -> dict[str, dict[str, int]]:
    """Return the units of both sides in a final state, by side; guns of 2009 aside."""
    left: dict[str, dict[str, int]] = {ATTACKER: {}, DEFENDER: {}}
    for column, count in zip(outcomes.columns[:-1], outcomes.states[row], strict=False):
        side, name = column.split(".", 1)
        left[side][name] = int(count)
    return left


def guns_left(outcomes: Outcomes, row: int) -> dict[str, int]:
    """Return the AA guns that are left in the territory, whoever owns them then (AA-03)."""
    table = table_of(outcomes.battle.settings)
    return {
        name: n if table[name].domain == "gun" else int(outcomes.column(f"defender.{name}")[row])
        for name, n in outcomes.battle.defender
        if table[name].is_gun
    }


def left(outcomes: Outcomes, row: int, side: str, group: str, next_side: str) -> Remains | None:
    """Return what a final state leaves of a side for the next battle in the same place.

    1. Who has lost the territory has nothing there; who has taken it holds it with land units and
       the guns that were captured, aircraft having flown home (AA-03, AA-44).
    2. Guns never attack (AA-03). Ships that were damaged are whole again (AA-28).
    3. The group ``cargo`` is what lands after a battle at sea: see `_ashore`.

    Parameters
    ----------
    group : str
        One of `GROUPS`, or empty for all of (1).

    Raises
    ------
    OptionError
    """
    battle = outcomes.battle
    raid_battle.refuse_sequel(battle)
    taken = ENDS[int(outcomes.column("end")[row])] == "territory_taken"
    if group == "cargo":
        return _ashore(outcomes, row, side, next_side)
    if side == DEFENDER and taken:
        return None
    units = units_left(outcomes, row)[side]
    if taken or side == DEFENDER:
        units |= guns_left(outcomes, row)
    if side == ATTACKER and taken and next_side == DEFENDER:
        group = group or "garrison"
    table = table_of(battle.settings)
    domains = set(GROUPS.get(group, DOMAINS)) & set(DOMAINS if next_side == DEFENDER else MOVING)
    names = table.of_domain(*sorted(domains))
    found = Force.of({name: units.get(name, 0) for name in names})
    gone = not found and (at_sea(battle) or (side, next_side) == (ATTACKER, DEFENDER))
    return None if gone else Remains(found)


def _ashore(outcomes: Outcomes, row: int, side: str, next_side: str) -> Remains:
    """Return the land units still aboard, if they may land (AA-20, AA-23).

    They land if no enemy surface warship is left and the ships have not retreated. No ship may
    bombard after a battle at sea (AA-21); ships that were passed by do not make one (AA-15).
    """
    battle = outcomes.battle
    table = table_of(battle.settings)
    if not at_sea(battle) or (side, next_side) != (ATTACKER, ATTACKER) or not battle["cargo"]:
        raise OptionError(
            "cargo lands from the attacker's ships to attack: name a battle at sea with cargo=…",
            given="cargo",
            allowed=GROUPS,
        )
    units = units_left(outcomes, row)[DEFENDER]
    barred = any(units.get(name) for name in table.surface_warships)
    barred |= ENDS[int(outcomes.column("end")[row])] == "attacker_retreated"
    land = table.of_domain("land")
    aboard = {n: c for n, c in cargo_left(outcomes, row, ATTACKER) if n in land}
    landing = Force() if barred else Force.of(aboard)
    fought = bool(battle.defender) and battle["fight"] != "ignore"
    why = ("bombard", "AA-21", "no ship bombards after a battle at sea (AA-21): leave bombard out")
    return Remains(landing, (("landing", landing),), (why,) if fought else ())


def joined(units: Force, more: str, settings: Mapping[str, Any]) -> Force:
    """Return units and more of them, read from a text, as one force."""
    table = table_of(settings)
    counts = dict(units)
    for name, n in Force.parse(more, table.vocabulary):
        counts[name] = counts.get(name, 0) + n
    return Force.of({name: counts[name] for name in (*table.names, *counts) if name in counts})


def counter_attack(outcomes: Outcomes, row: int, text: str) -> Battle | None:
    """Return the enemy's attack on the garrison: land units and captured guns (AA-44)."""
    battle = outcomes.battle
    raid_battle.refuse_sequel(battle)
    if at_sea(battle):
        raise OptionError(
            "a counter-attack strikes at a territory that was taken, and at sea there is none; ask"
            " about the enemy's attack on your fleet as a battle of its own",
            given=text,
        )
    if ENDS[int(outcomes.column("end")[row])] != "territory_taken":
        return None
    garrison = left(outcomes, row, ATTACKER, "garrison", DEFENDER)
    force = parse_side(text, ATTACKER, battle.settings)
    return None if garrison is None else _next(battle, force, garrison.units)


def next_wave(outcomes: Outcomes, row: int, text: str, *, plus: str = "") -> Battle | None:
    """Return the attack of the next power on what still defends, guns firing anew (AA-28).

    Parameters
    ----------
    text : str
        The force of the next power.
    plus : str
        What an enemy power that moves in between adds to the defence.
    """
    battle = outcomes.battle
    remains = left(outcomes, row, DEFENDER, "", DEFENDER)
    if remains is None:
        return None
    defender = joined(remains.units, plus, battle.settings)
    attacker = parse_side(text, ATTACKER, battle.settings)
    return _next(battle, attacker, defender, "defender_losses", "choose_losses")


def _next(battle: Battle, attacker: Force, defender: Force, *also: str) -> Battle:
    """Return a battle that follows, under the same edition, values, worths, dice and `also`."""
    kept = ("edition", "units", "values", "worth", "dice", *also)
    return Battle(battle.game, attacker, defender, {key: battle[key] for key in kept})
