"""What losses, and what taking the territory, are worth (AA-30)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from combat.arrays import Floats, Ints
from combat.axis_allies.cargo import cargo_lost, cargo_lost_at
from combat.axis_allies.ends import TAKEN
from combat.axis_allies.settings import WORTHS, table_of, values_of
from combat.axis_allies.units import WHOLE
from combat.battle import Battle
from combat.force import Force
from combat.outcomes import Outcomes

if TYPE_CHECKING:
    from combat.axis_allies.assault import Assault
    from combat.axis_allies.land import Army
    from combat.axis_allies.sea import SeaBattle


def unit_worths(battle: Battle) -> dict[str, float]:
    """Worth of each unit in the net value: its value, or what ``worth`` says."""
    table = table_of(battle.settings)
    chosen = {name: number for name, number in battle["worth"] if name in table.units}
    return values_of(battle.settings) | chosen


def worth_lines(battle: Battle) -> tuple[str, ...]:
    """Say what the user has called things worth, if anything."""
    worths = ", ".join(f"{name} {number:g}" for name, number in battle["worth"])
    return (f"worth in IPC: {worths}",) if worths else ()


def territory_worth(battle: Battle) -> float:
    """What taking the territory is worth."""
    return sum(number for name, number in battle["worth"] if name in WORTHS)


def lost(outcomes: Outcomes, side: str, values: Mapping[str, float]) -> Floats:
    """Value that a side has lost in each final state, shape (states,).

    AA guns that are never destroyed, and what is captured with the territory, do not count.
    """
    force = whole(outcomes.battle.attacker if side == "attacker" else outcomes.battle.defender)
    table = table_of(outcomes.battle.settings)
    total = np.zeros(len(outcomes))
    for name, number in force:
        if table[name].domain != "gun":
            left = outcomes.column(f"{side}.{name}") if number else 0
            total += values[name] * (number - left)
    for ship, by_number in cargo_lost(outcomes.battle, side, values).items():
        total += by_number[force[ship] - outcomes.column(f"{side}.{ship}")]
    return total


def whole(force: Force) -> Force:
    """Count damaged ships with those of their type (AA-05)."""
    counts: dict[str, int] = {}
    for name, n in force:
        counts[WHOLE.get(name, name)] = counts.get(WHOLE.get(name, name), 0) + n
    return Force.of(counts)


def net_value(outcomes: Outcomes) -> Floats:
    """Defender's loss − attacker's + the worth of the territory if taken, shape (states,)."""
    worths = unit_worths(outcomes.battle)
    taken = outcomes.column("end") == TAKEN
    swing = lost(outcomes, "defender", worths) - lost(outcomes, "attacker", worths)
    return swing + territory_worth(outcomes.battle) * taken


def holding_worth(battle: Battle, attacker: "Army", defender: "Army") -> Floats:
    """Net value of an end at each pair of nodes, shape (attacker nodes, defender nodes)."""
    from combat.axis_allies.land import end_codes

    worths = unit_worths(battle)
    table = table_of(battle.settings)
    left = left_worth(attacker, worths)[:, None] - left_worth(defender, worths)
    start = _start_worth(battle, worths)
    taken = (end_codes(attacker, defender, table) == TAKEN).astype(float)
    return start + left + territory_worth(battle) * taken


def scene_worth(scene: "SeaBattle | Assault") -> Floats:
    """Net value of an end at each pair of nodes, lone transports lost (AA-13)."""
    worths, table = unit_worths(scene.battle), table_of(scene.battle.settings)
    attackers, defenders = (
        _left_worth(scene.battle, name, side.names, left)
        for name, side, left in zip(
            ("attacker", "defender"), (scene.attacker, scene.defender), scene.left, strict=True
        )
    )
    lone = np.array([n in table.of_role("transport") for n in scene.defender.names], dtype=bool)
    without = _left_worth(scene.battle, "defender", scene.defender.names, scene.left[1] * ~lone)
    lost = np.where(scene.lost_transports, (defenders - without)[None, :], 0.0)
    start = _start_worth(scene.battle, worths)
    taken = scene.codes == TAKEN
    ends = attackers[:, None] - defenders[None, :] + lost
    return start + ends + territory_worth(scene.battle) * taken


def _left_worth(battle: Battle, side: str, names: tuple[str, ...], units: Ints) -> Floats:
    """Worth of the units left at each node less that of the cargo lost, shape (nodes,)."""
    worths = unit_worths(battle)
    left = units @ np.array([worths[name] for name in names], dtype=float)
    return left - cargo_lost_at(battle, side, names, units, worths)


def _start_worth(battle: Battle, worths: Mapping[str, float]) -> float:
    """Worth of the defender's units less that of the attacker's, guns aside."""
    table = table_of(battle.settings)
    return sum(
        sign * worths[WHOLE.get(name, name)] * n
        for sign, force in ((-1.0, battle.attacker), (1.0, battle.defender))
        for name, n in force
        if table[name].domain != "gun"
    )


def left_worth(army: "Army", worths: Mapping[str, float]) -> Floats:
    """Worth of the units left at each node, shape (nodes,)."""
    names: Sequence[str] = army.names
    return army.units @ np.array([worths[name] for name in names], dtype=float)
