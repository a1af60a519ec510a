"""Battles that differ in what both sides have, answered from one solve.

Whatever a side begins with, under one order of losses it comes to the nodes of one graph. So the
forces of all battles make one graph a side, and one backward solve has the chance of an event from
each pair of nodes; AA fire (AA-03) is a mean over the nodes that it leaves.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from combat.arrays import Floats
from combat.attrition.duel import Duel
from combat.attrition.duel_odds import Attrition
from combat.axis_allies.ends import ENDS, ENDS_OF, RETREATED, STOPPED
from combat.axis_allies.land import Army, army, end_codes, retreat_halt
from combat.axis_allies.losses import at_sea, free_sides
from combat.axis_allies.model import LandModel
from combat.axis_allies.settings import table_of
from combat.axis_allies.shots import Volleys
from combat.axis_allies.units import UnitTable
from combat.axis_allies.value import holding_worth
from combat.battle import Battle
from combat.engine import EXACT_WORK
from combat.errors import IllegalBattleError, TooLargeError, WargameError
from combat.force import Force
from combat.game import ATTACKER, DEFENDER
from combat.notation import MOST_UNITS

Worths = Callable[[Army, Army], tuple[Floats, Floats, Floats]]


def family(
    battle: Battle, attackers: Sequence[Force], defenders: Sequence[Force], event: str
) -> Floats | None:
    """Return the chance of an event for each pair of forces, shape (attackers, defenders).

    Parameters
    ----------
    battle : Battle
        Its settings are those of all.
    attackers, defenders : sequence of Force
    event : str

    Returns
    -------
    float array or None
        NaN where the rules do not allow the battle; None in landings and raids, with best losses,
        at sea also with a limit of rounds and best play, and where one solve would be too large.
    """
    solve = _solver(battle, attackers, defenders) if event in ENDS else None
    if solve is None:
        return None
    legal = [_legal(battle, ATTACKER, attackers), _legal(battle, DEFENDER, defenders)]
    there = [[at for at, may in enumerate(one) if may] for one in legal]
    found = np.full((len(attackers), len(defenders)), np.nan)
    if all(len(one) for one in there):
        mine, theirs = [attackers[at] for at in there[0]], [defenders[at] for at in there[1]]
        try:
            table = solve(battle, mine, theirs, event)
        except (IllegalBattleError, TooLargeError):  # too many nodes for one graph
            return None
        if table is None:
            return None
        found[np.ix_(*there)] = table
    return found


def _solver(
    battle: Battle, attackers: Sequence[Force], defenders: Sequence[Force]
) -> Callable[[Battle, Sequence[Force], Sequence[Force], str], Floats | None] | None:
    """Return what solves battles of these forces, None if nothing does for all of them."""
    model = battle.game.model(battle)
    ships = set(table_of(battle.settings).of_domain("sea"))
    fleets = [
        [any(name in ships for name, _ in force) for force in forces]
        for forces in (attackers, defenders)
    ]
    if any(free_sides(battle)):  # best losses are not those of one order
        return None
    if isinstance(model, LandModel):
        return None if any(map(any, fleets)) else land_chances
    if at_sea(battle) and any(map(all, fleets)):
        from combat.axis_allies.sea_family import sea_chances

        return sea_chances
    return None


def _legal(battle: Battle, side: str, forces: Sequence[Force]) -> list[bool]:
    """Return whether each force may be that side, against the battle's other side.

    That does not depend on the other side, and without cargo on counts only by the limit of units.
    """
    known: dict[tuple[object, ...], bool] = {}
    found = []
    for force in forces:
        names = tuple(name for name, _ in force)
        kind = force.total > MOST_UNITS, force if battle["cargo"] else names
        if kind not in known:
            known[kind] = _allowed(battle, side, force)
        found.append(known[kind])
    return found


def _allowed(battle: Battle, side: str, force: Force) -> bool:
    try:
        if side == ATTACKER:
            battle.with_sides(force, battle.defender)
        else:
            battle.with_sides(battle.attacker, force)
    except WargameError:
        return False
    return True


def land_chances(
    battle: Battle, attackers: Sequence[Force], defenders: Sequence[Force], event: str
) -> Floats | None:
    """Return the chance of an event in each land battle, None if it takes too long.

    Raises
    ------
    IllegalBattleError
        For too many states of a side.
    """
    found = land_means(battle, (attackers, defenders), chance_worths(battle, event))
    return None if found is None else found[0]


def chance_worths(battle: Battle, event: str) -> Worths:
    """Return worths of the ends whose mean is the chance of an event."""
    wanted, table = ENDS_OF[event], table_of(battle.settings)

    def worths(mine: Army, theirs: Army) -> tuple[Floats, Floats, Floats]:
        ended = (end_codes(mine, theirs, table) == wanted).astype(float)
        pairs = np.ones(ended.shape)
        return ended, pairs * (wanted == RETREATED), pairs * (wanted == STOPPED)

    return worths


def land_means(
    battle: Battle, forces: tuple[Sequence[Force], Sequence[Force]], *worths: Worths
) -> tuple[Floats, ...] | None:
    """Return what the end of each land battle is worth on average, None if it takes too long.

    Parameters
    ----------
    battle : Battle
        Its settings are those of all.
    forces : (sequence of Force, sequence of Force)
        Attackers and defenders.
    *worths : callable
        From both armies to what it is worth that a battle ends at each pair of nodes by itself,
        that it is broken off there, and that the round limit stops it there.

    Returns
    -------
    tuple of float array, shape (attackers, defenders)
        One for each of `worths`.

    Raises
    ------
    IllegalBattleError
        For too many states of a side.
    """
    attackers, defenders = forces
    table = table_of(battle.settings)
    columns = [dict(force) for force in defenders]
    volleys, shots = Volleys(), {}
    for counts in columns:
        guns = _guns(counts, table)
        if guns not in shots:
            shot = volleys.shoot(battle, attackers, counts)
            if shot is None:
                return None
            shots[guns] = shot
    mine = army(battle, ATTACKER, volleys.left)
    theirs = army(battle, DEFENDER, columns)
    solved = _values(battle, mine, theirs, worths)
    if solved is None:
        return None
    nodes, whole = volleys.nodes(mine), np.array([theirs.node(counts) for counts in columns])
    shooting = np.array([_guns(counts, table) for counts in columns])
    found = tuple(np.empty((len(attackers), len(columns))) for _ in worths)
    for number, shot in shots.items():
        there = np.flatnonzero(shooting == number)
        for into, values in zip(found, solved, strict=True):
            into[:, there] = shot.means(values[np.ix_(nodes, whole[there])])
    return found


def _guns(counts: Mapping[str, int], table: UnitTable) -> int:
    return sum(n for name, n in counts.items() if table[name].is_gun)


def _values(
    battle: Battle, mine: Army, theirs: Army, worths: Sequence[Worths]
) -> list[Floats] | None:
    """Return mean worths of the end from each pair of nodes, None where that takes too long."""
    table, retreat = table_of(battle.settings), battle["retreat"]
    duel = Duel(
        mine.graph,
        theirs.graph,
        np.zeros((1, 2), dtype=np.int64),
        np.ones(1),
        halt=retreat_halt(retreat, mine, theirs, table),
        halt_after=retreat.after,
        round_limit=battle["rounds"],
    )
    if duel.work * (duel.horizon or 1) > EXACT_WORK:
        return None
    engine = Attrition.of(duel)
    if retreat.best:
        duel, _, _ = engine.best_stop(duel, holding_worth(battle, mine, theirs))
    return [engine.start_values(duel, worth(mine, theirs)) for worth in worths]
