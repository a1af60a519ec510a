"""What ships carry: it neither fires nor takes hits, and goes down with its ship (AA-14, AA-23)."""

from collections.abc import Mapping

import numpy as np

from combat.arrays import Floats, Ints
from combat.axis_allies.settings import Loads, table_of
from combat.battle import Battle
from combat.errors import IllegalBattleError
from combat.force import Force
from combat.game import ATTACKER
from combat.outcomes import Outcomes

DECK = 2  # fighters that a carrier holds


def loads_of(battle: Battle, side: str) -> Loads:
    """Return a side's loaded ships."""
    loads: Loads = battle["cargo" if side == ATTACKER else "defender_cargo"]
    return loads


def check_cargo(battle: Battle) -> None:
    """Refuse loads without a ship, and more than a ship can carry.

    Raises
    ------
    IllegalBattleError
    """
    table = table_of(battle.settings)
    for side, force in ((ATTACKER, battle.attacker), ("defender", battle.defender)):
        loads = loads_of(battle, side)
        for ship in {name for name, _ in loads}:
            loaded = sum(name == ship for name, _ in loads)
            if table[ship].role not in ("transport", "carrier") or loaded > force[ship]:
                raise IllegalBattleError(
                    f"the {side} has {force[ship]} {ship}, but {loaded} with cargo; transports and"
                    " carriers carry, one load each",
                    rule="AA-14",
                    given=f"{loaded} {ship}",
                )
        for ship, load in loads:
            _check_load(battle, ship, load)


def _check_load(battle: Battle, ship: str, load: Force) -> None:
    """A transport takes one land unit and an infantry more; a carrier two fighters."""
    table = table_of(battle.settings)
    if table[ship].role == "carrier":
        fits = load.total <= DECK and all(table[n].role == "fighter" for n, _ in load)
        rule = "a carrier takes two fighters"
    else:
        aboard = all(table[n].domain in ("land", "gun", "casualty gun") for n, _ in load)
        others = sum(n for name, n in load if not table[name].supported)
        fits = aboard and load.total <= 2 and others <= 1
        rule = "a transport takes one land unit and an infantry more"
    if not fits:
        raise IllegalBattleError(
            f"{load} does not fit on a {ship}: {rule}", rule="AA-14", given=str(load)
        )


def cargo_lost(battle: Battle, side: str, values: Mapping[str, float]) -> dict[str, Floats]:
    """Value of the cargo lost with 0, 1, … ships of a type; the cheapest loads go first.

    Returns
    -------
    dict of str to float array, shape (ships + 1,)
    """
    force = battle.attacker if side == ATTACKER else battle.defender
    found = {}
    for ship in {name for name, _ in loads_of(battle, side)}:
        worth = [_worth(load, values) for _, load in _in_order(battle, side, ship, values)]
        empty = [0.0] * (force[ship] - len(worth))
        found[ship] = np.concatenate([[0.0], np.cumsum(empty + worth)])
    return found


def cargo_left(outcomes: Outcomes, row: int, side: str) -> Force:
    """Return what is still aboard the ships that a final state leaves, land units first."""
    battle = outcomes.battle
    table = table_of(battle.settings)
    values = {name: float(unit.cost) for name, unit in table.units.items()}
    force = battle.attacker if side == ATTACKER else battle.defender
    left: dict[str, int] = {}
    for ship in {name for name, _ in loads_of(battle, side)}:
        loads = _in_order(battle, side, ship, values)
        sunk = force[ship] - int(outcomes.column(f"{side}.{ship}")[row])
        lost = max(0, sunk - (force[ship] - len(loads)))
        for _, load in loads[lost:]:
            for name, n in load:
                left[name] = left.get(name, 0) + n
    return Force.of({name: left.get(name, 0) for name in table.names})


def cargo_lost_at(
    battle: Battle, side: str, names: tuple[str, ...], units: Ints, values: Mapping[str, float]
) -> Floats:
    """Value of the cargo lost at each node, shape (nodes,), for units left of some types."""
    total = np.zeros(len(units))
    force = battle.attacker if side == ATTACKER else battle.defender
    for ship, by_number in cargo_lost(battle, side, values).items():
        left = units[:, names.index(ship)]
        total += by_number[force[ship] - left]
    return total


def _in_order(battle: Battle, side: str, ship: str, values: Mapping[str, float]) -> Loads:
    loads = [(name, load) for name, load in loads_of(battle, side) if name == ship]
    return tuple(sorted(loads, key=lambda pair: _worth(pair[1], values)))


def _worth(load: Force, values: Mapping[str, float]) -> float:
    return sum(values[name] * n for name, n in load)
