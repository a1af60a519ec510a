"""What a battle at sea leaves of a landing: transports, and what both fleets have lost (AA-20).

Cargo takes no part, so one solve for so many transports serves all that they could carry; the
attacker loses the least valuable loads first (AA-23).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from combat.axis_allies.attack.attack import HELD
from combat.axis_allies.ends import ENDS
from combat.axis_allies.followers import units_left
from combat.axis_allies.fronts.fleets import waters_of
from combat.axis_allies.fronts.problem import Front, Water, Waters
from combat.axis_allies.fronts.sent import Sent
from combat.axis_allies.fronts.swings import Swings, swings
from combat.axis_allies.losses import free_sides
from combat.axis_allies.settings import table_of
from combat.axis_allies.units import UnitTable
from combat.axis_allies.value import net_value, unit_worths
from combat.battle import Battle
from combat.engine import solve
from combat.force import Force
from combat.game import DEFENDER
from combat.outcomes import Outcomes


class Shore(NamedTuple):
    """What may land, the mean net value at sea in that case in IPC, and the chance of it."""

    landed: Force
    swing: float
    chance: float


def fleet_battle(front: Front, fleet: Force, loads: tuple[Force, ...]) -> Battle:
    """Return the battle for a zone."""
    assert front.sea is not None
    table = table_of(front.sea.settings)
    (ship,) = table.of_role("transport")
    counts = dict.fromkeys(table.names, 0) | dict(fleet)
    counts[ship] += len(loads)
    values = dict(front.sea.settings) | {"cargo": tuple((ship, load) for load in loads)}
    return Battle(front.sea.game, Force.of(counts), front.sea.defender, values)


def shores(front: Front, sent: Sent) -> list[Shore]:
    """Return what a battle at sea leaves to land, each different force once.

    Raises
    ------
    TooLargeError
        For a battle that is too large for an exact answer.
    """
    assert front.sea is not None
    table, each = table_of(front.sea.settings), unit_worths(front.sea)
    by_cost = {name: float(unit.cost) for name, unit in table.units.items()}
    by_worth = sorted(worth(load, each) for load in sent.loads)
    loads = sorted(sent.loads, key=lambda load: worth(load, by_cost))
    found: dict[Force, list[float]] = {}
    for water in _waters(front, sent.fleet, tuple(loads)):
        left = (*loads[water.sunk :], sent.safe) if water.cleared else ()
        row = found.setdefault(joined(table, *left), [0.0, 0.0])
        row[0] += water.chance
        row[1] += water.chance * (water.swing - sum(by_worth[: water.sunk]))
    return [Shore(landed, swing / chance, chance) for landed, (chance, swing) in found.items()]


def ashore(table: UnitTable, sent: Sent, landed: Force) -> Sent:
    """Return who fights at the target if so many of the cargo land."""
    whole = joined(table, sent.force, landed)
    return Sent(whole, joined(table, sent.landed, landed), sent.bombard)


def swings_of(front: Front, forces: Sequence[Sent]) -> Swings:
    """Return what each force does at a front, with battles at sea before it.

    Raises
    ------
    TooLargeError
    """
    assert front.battle is not None
    table = table_of(front.battle.settings)
    found = Swings(np.zeros(len(forces)), np.zeros(len(forces)))
    asked: dict[bool, list[tuple[int, Shore, Sent]]] = {False: [], True: []}
    for at, sent in enumerate(forces):
        for shore in shores(front, sent) if sent.fleet else (Shore(Force(), 0.0, 1.0),):
            there = ashore(table, sent, shore.landed) if sent.fleet else sent
            found.swing[at] += shore.chance * shore.swing
            lands = any(table[name].domain == "land" for name, _ in there.force)
            alone = bool(sent.fleet) and not lands and front.alone is not None
            if there.force:
                asked[alone].append((at, shore, there))
            else:
                found.chance[at] += shore.chance * (front.event == HELD)
    for battle, rows in ((front.battle, asked[False]), (front.alone, asked[True])):
        if battle is not None and rows:
            known = swings(battle, front.event, [there for _, _, there in rows])
            for number, (at, shore, _) in enumerate(rows):
                found.chance[at] += shore.chance * known.chance[number]
                found.swing[at] += shore.chance * known.swing[number]
    return found


def learn(front: Front, forces: Sequence[Sent]) -> None:
    """Solve the battles for the zone that forces fight, all at once where that goes."""
    if front.sea is None or _plays_its_best(front.sea):
        return
    new = {(sent.fleet, (Force(),) * len(sent.loads)) for sent in forces if sent.fleet}
    keys = sorted(new - front.solved.keys(), key=str)
    table = table_of(front.sea.settings)
    (ship,) = table.of_role("transport")
    fleets = [
        joined(table, fleet, Force(((ship, len(loads)),)) if loads else Force())
        for fleet, loads in keys
    ]
    found = waters_of(front.sea, fleets)
    if found is not None:
        front.solved.update(zip(keys, found, strict=True))


def _waters(front: Front, fleet: Force, loads: tuple[Force, ...]) -> Waters:
    """Return how the battle for a zone can end, each once."""
    assert front.sea is not None
    plain = not _plays_its_best(front.sea)
    key = (fleet, (Force(),) * len(loads) if plain else loads)
    if key not in front.solved:
        battle = fleet_battle(front, fleet, loads)
        without = battle.with_settings(cargo=())
        # whoever plays his best looks at the cargo too; what it is worth is counted by the caller
        outcomes = solve(without if plain else battle, engine="exact")
        front.solved[key] = _ended(outcomes, len(loads))
    return front.solved[key]


def _plays_its_best(battle: Battle) -> bool:
    """Whether somebody's choices depend on what everything is worth, cargo included."""
    choices = battle["attacker_submerge"], battle["defender_submerge"]
    return battle["retreat"].best or "best" in choices or any(free_sides(battle))


def _ended(outcomes: Outcomes, transports: int) -> Waters:
    table = table_of(outcomes.battle.settings)
    (ship,) = table.of_role("transport")
    left = outcomes.column(f"attacker.{ship}") if transports else np.zeros(len(outcomes))
    uncharged = replace(outcomes, battle=outcomes.battle.with_settings(cargo=()))
    swings = net_value(uncharged)  # whatever goes down with the ships is counted later
    found: dict[tuple[int, bool], list[float]] = {}
    for row, chance in enumerate(outcomes.chance.tolist()):
        sunk = transports - int(left[row])
        total = found.setdefault((sunk, cleared(outcomes, row, table)), [0.0, 0.0])
        total[0] += chance
        total[1] += chance * float(swings[row])
    return tuple(
        Water(sunk, open_, swing / chance, chance)
        for (sunk, open_), (chance, swing) in found.items()
        if chance
    )


def cleared(outcomes: Outcomes, row: int, table: UnitTable) -> bool:
    """Whether others may land: no enemy surface warship is left, and nobody has retreated."""
    if ENDS[int(outcomes.column("end")[row])] == "attacker_retreated":
        return False
    left = units_left(outcomes, row)[DEFENDER]
    return not any(left.get(name) for name in table.surface_warships)


def joined(table: UnitTable, *forces: Force) -> Force:
    """Return forces as one, in the unit table's order."""
    counts = dict.fromkeys(table.names, 0)
    for force in forces:
        for name, n in force:
            counts[name] += n
    return Force.of(counts)


def worth(force: Force, each: dict[str, float]) -> float:
    """Return what a force is worth."""
    return sum(each[name] * n for name, n in force)
