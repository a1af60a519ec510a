"""What a battle of Axis & Allies leaves, and the battles that can follow."""

from collections.abc import Mapping
from typing import Any

from combat.axis_allies import raid_battle
from combat.axis_allies.ends import ENDS
from combat.axis_allies.raid_rules import is_raid
from combat.axis_allies.settings import table_of
from combat.battle import Battle
from combat.errors import NotationError
from combat.force import Force
from combat.game import ATTACKER, DEFENDER
from combat.notation import shown
from combat.outcomes import Outcomes


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
    left: dict[str, dict[str, int]] = {ATTACKER: {}, DEFENDER: {}}
    for column, count in zip(outcomes.columns[:-1], outcomes.states[row], strict=False):
        side, name = column.split(".", 1)
        left[side][name] = int(count)
    left[DEFENDER] = {} if end == "territory_taken" else left[DEFENDER] | guns_left(outcomes, row)
    texts = [
        str(Force.of({name: counts.get(name, 0) for name in table.names}))
        for counts in left.values()
    ]
    return texts[0], texts[1], end


def guns_left(outcomes: Outcomes, row: int) -> dict[str, int]:
    """Return the AA guns that are left in the territory, whoever owns them then (AA-03)."""
    table = table_of(outcomes.battle.settings)
    return {
        name: n if table[name].domain == "gun" else int(outcomes.column(f"defender.{name}")[row])
        for name, n in outcomes.battle.defender
        if table[name].is_gun
    }


def counter_attack(outcomes: Outcomes, row: int, text: str) -> Battle | None:
    """Return the enemy's attack on the garrison: land units and captured guns (AA-44)."""
    battle = outcomes.battle
    raid_battle.refuse_sequel(battle)
    left, _, end = end_text(outcomes, row)
    if end != "territory_taken":
        return None
    table = table_of(battle.settings)
    units = {n: c for n, c in Force.parse(left) if table[n].domain == "land"}
    garrison = Force.of(units | guns_left(outcomes, row))
    force = parse_side(text, ATTACKER, battle.settings)
    return _next(battle, force, garrison)


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
    raid_battle.refuse_sequel(battle)
    _, left, end = end_text(outcomes, row)
    if end == "territory_taken":
        return None
    defender = Force.parse(f"{left}, {plus}", table_of(battle.settings).vocabulary)
    return _next(battle, parse_side(text, ATTACKER, battle.settings), defender)


def _next(battle: Battle, attacker: Force, defender: Force) -> Battle:
    """Return a battle that follows, under the same edition, values, worths and dice."""
    kept = ("edition", "units", "values", "worth", "dice")
    return Battle(battle.game, attacker, defender, {key: battle[key] for key in kept})
