"""How many battles for one zone end, from one solve."""

from collections.abc import Iterator, Sequence

import numpy as np

from combat.arrays import Bools
from combat.axis_allies.fronts.problem import Water, Waters
from combat.axis_allies.fronts.swings import worth_of
from combat.axis_allies.phased_model import PhasedModel
from combat.axis_allies.sea import SeaBattle
from combat.axis_allies.settings import table_of
from combat.axis_allies.value import scene_worth, unit_worths
from combat.battle import Battle
from combat.engine import EXACT_WORK
from combat.errors import IllegalBattleError, TooLargeError
from combat.force import Force

FEW = 6  # battles that are solved one by one


def waters_of(battle: Battle, fleets: Sequence[Force]) -> list[Waters] | None:
    """Return how the battle of each fleet for a zone can end.

    Parameters
    ----------
    battle : Battle
        Its defender and settings, without cargo.
    fleets : sequence of Force
        Transports among them.

    Returns
    -------
    list of Waters, or None
        None for few fleets, where rounds are counted or somebody plays his best, and where one
        solve is too large.
    """
    counted = battle["rounds"] is not None or battle["retreat"].after is not None
    if len(fleets) < FEW or counted or PhasedModel(battle, SeaBattle).chooses:
        return None
    try:
        scene = SeaBattle(battle, ([dict(force) for force in fleets], [dict(battle.defender)]))
    except (IllegalBattleError, TooLargeError):
        return None
    mine, theirs = len(scene.attacker.graph), len(scene.defender.graph)
    if mine * (8.0 * theirs**2 + theirs**3) > EXACT_WORK:
        return None
    column = scene.defender.node(dict(battle.defender))
    rows = [scene.attacker.node(dict(force)) for force in fleets]
    (ship,) = table_of(battle.settings).of_role("transport")
    each, net = unit_worths(battle), scene_worth(scene)
    ahead = [worth_of(battle.attacker, each) - worth_of(force, each) for force in fleets]
    found: list[list[Water]] = [[] for _ in fleets]
    for left, cleared, ended, halted in _kinds(scene, ship, max(f[ship] for f in fleets)):
        both = []
        for worth in (np.ones(net.shape), net):
            worths = worth * ended, worth * halted, worth * ended
            values = scene.duel.values(worths)
            both.append(np.where(scene.plays, values.ravel()[scene.begins], worths[0]))
        for at, row in enumerate(rows):
            chance, swing = float(both[0][row, column]), float(both[1][row, column])
            if chance > 0.0 and fleets[at][ship] >= left:
                sunk = fleets[at][ship] - left
                found[at].append(Water(sunk, cleared, swing / chance + ahead[at], chance))
    return [tuple(waters) for waters in found]


def _kinds(scene: SeaBattle, ship: str, most: int) -> Iterator[tuple[int, bool, Bools, Bools]]:
    """Go through transports left, whether the zone is cleared, and the pairs where it is so.

    Pairs where the battle ends by itself, and where it is broken off.
    """
    table, names = scene.table, scene.defender.names
    surface = table.surface_warships
    barred = np.asarray(scene.left[1][:, [name in surface for name in names]].any(axis=1))
    mine = scene.attacker.names
    transports = scene.left[0][:, mine.index(ship)] if ship in mine else 0 * scene.left[0][:, 0]
    for left in range(most + 1):
        there = np.broadcast_to((transports == left)[:, None], (len(transports), len(barred)))
        yield left, True, there & ~barred, np.zeros(there.shape, dtype=bool)
        yield left, False, there & barred, there
