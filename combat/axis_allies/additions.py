"""What a side can be given, and what it costs."""

from combat.axis_allies.losses import at_sea
from combat.axis_allies.raid_rules import is_raid
from combat.axis_allies.settings import table_of, values_of
from combat.axis_allies.units import WHOLE, Unit, UnitTable
from combat.battle import Battle
from combat.changes import Addition
from combat.force import Force
from combat.game import ATTACKER

CARRIER = "carrier"


def additions(battle: Battle, side: str) -> tuple[Addition, ...]:
    """Return the units that a side can be given, at what they are worth (AA-30).

    1. On land: land units and aircraft, and for the defender AA guns (AA-03); where each aircraft
       is shot at once, however many guns there are, no second gun.
    2. At sea: ships and aircraft. Carriers come first, as a defender's aircraft need decks (AA-53);
       transports do not fight and are lost last (AA-13), so they are none of them.
    3. In a raid nothing: it is no battle that a force decides (AA-25).

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> [(one.what, one.cost) for one in additions(parse_battle("aa", "2 inf v 1 inf"), "attacker")]
    [('inf', 3.0), ('art', 4.0), ('arm', 5.0), ('ftr', 10.0), ('bmr', 12.0)]
    """
    if is_raid(battle):
        return ()
    table, values = table_of(battle.settings), values_of(battle.settings)
    force = battle.attacker if side == ATTACKER else battle.defender
    found = (
        Addition(unit.name, values[unit.name], _most(table, unit, force))
        for unit in _fitting(table, side, sea=at_sea(battle))
    )
    return tuple(one for one in found if one.most >= 0)


def _fitting(table: UnitTable, side: str, *, sea: bool) -> list[Unit]:
    if sea:
        units = [table[name] for name in table.of_domain("sea", "air") if name not in WHOLE]
        fighting = [unit for unit in units if unit.role != "transport"]
        return sorted(fighting, key=lambda unit: unit.role != CARRIER)
    domains = ("land", "air") if side == ATTACKER else ("land", "air", "gun", "casualty gun")
    return [table[name] for name in table.of_domain(*domains)]


def _most(table: UnitTable, unit: Unit, force: Force) -> int:
    """Return how many more of a unit there can be: 0 for no limit, -1 for none."""
    if not unit.is_gun or table.aa_dice != "each aircraft":
        return 0
    there = any(force[name] for name in table.names if table[name].is_gun)
    return -1 if there else 1
