"""What one front of a split comes to: its battle, after one at sea if its landing needs one."""

from dataclasses import dataclass, replace

import numpy as np

from combat.arrays import Bools, Floats
from combat.axis_allies.attack.attack import HELD
from combat.axis_allies.ends import TAKEN
from combat.axis_allies.followers import left
from combat.axis_allies.fronts.from_map import Turn
from combat.axis_allies.fronts.plan import Chosen
from combat.axis_allies.fronts.problem import Front
from combat.axis_allies.fronts.rows import sent
from combat.axis_allies.fronts.sent import Sent
from combat.axis_allies.fronts.shores import ashore, cleared, fleet_battle, joined
from combat.axis_allies.reach.reach import Party
from combat.axis_allies.settings import table_of
from combat.axis_allies.value import net_value
from combat.battle import Battle
from combat.engine import solve
from combat.estimate import Estimate
from combat.force import Force
from combat.game import ATTACKER


@dataclass(frozen=True, eq=False)
class Result:
    """What one front comes to.

    Parameters
    ----------
    front : Front
    party : Party or None
    sent : Sent
    battle : Battle or None
        The one at the target, with all that is to land; None where nobody fights, or nobody goes.
    swing : float array, shape (states,)
        Net value of each final state, in IPC.
    chance : float array, shape (states,)
    success : bool array, shape (states,)
        Whether the front's event happens there.
    taken : bool array, shape (states,)
        Whether a territory is taken there.
    trials : int, optional
        Of a simulation.
    sea_battle : Battle or None
        The one for the zone of a landing, before it.
    """

    front: Front
    party: Party | None
    sent: Sent
    battle: Battle | None
    swing: Floats
    chance: Floats
    success: Bools
    taken: Bools
    trials: int | None = None
    sea_battle: Battle | None = None

    @property
    def succeeds(self) -> Estimate:
        """Chance of the front's event."""
        return Estimate.of_chance(float(self.chance[self.success].sum()), self.trials)

    @property
    def mean(self) -> Estimate:
        """Mean net value, in IPC."""
        mean = float(self.chance @ self.swing)
        spread = float(np.sqrt(self.chance @ (self.swing - mean) ** 2))
        return Estimate.of_mean(mean, spread, self.trials)


def result(turn: Turn, chosen: Chosen, front: int) -> Result:
    """Fight one front of a split through."""
    one, party = turn.problem.fronts[front], chosen.parties[front]
    force = sent(turn.problem, front, chosen.split.cells[front])
    if force.fleet:
        return landed(one, party, force)
    if not force.force:
        return sure(one, None, force, 0.0, taken=False)
    if one.battle is None:
        return sure(one, party, force, one.worth, taken=True)
    return fought(one, party, force, one.battle)


def fought(front: Front, party: Party | None, force: Sent, at: Battle) -> Result:
    """Fight a battle through; `at` has its defender and settings."""
    battle = force.battle(at)
    outcomes = solve(battle)
    return Result(
        front,
        party,
        force,
        battle,
        net_value(outcomes),
        outcomes.chance,
        outcomes.rows(front.event),
        outcomes.column("end") == TAKEN,
        outcomes.trials,
    )


def sure(front: Front, party: Party | None, force: Sent, worth: float, *, taken: bool) -> Result:
    """Return the result where no die is thrown."""
    ended = np.array([taken])
    return Result(front, party, force, None, np.array([worth]), np.ones(1), ended, ended)


def landed(front: Front, party: Party | None, force: Sent) -> Result:
    """Fight a landing through that a battle at sea comes first of.

    Each state that the battle at sea leaves is followed by the battle for what lands then.
    """
    at_sea = fleet_battle(front, force.fleet, force.loads)
    outcomes = solve(at_sea)
    table, nets = table_of(at_sea.settings), net_value(outcomes)
    states: dict[Force, dict[float, float]] = {}
    for row, chance in enumerate(outcomes.chance.tolist()):
        remains = left(outcomes, row, ATTACKER, "cargo", ATTACKER) if force.loads else None
        safe = force.safe if cleared(outcomes, row, table) else Force()
        there = states.setdefault(joined(table, remains.units if remains else Force(), safe), {})
        there[float(nets[row])] = there.get(float(nets[row]), 0.0) + chance
    parts = []
    for landing, values in states.items():
        sea = np.array(list(values)), np.array(list(values.values()))
        parts.append(_after(*sea, _on_land(front, ashore(table, force, landing))))
    trials = [part.trials for part in parts] + [outcomes.trials]
    return Result(
        front,
        party,
        force,
        None if front.battle is None else ashore(table, force, force.cargo).battle(front.battle),
        np.concatenate([part.swing for part in parts]),
        np.concatenate([part.chance for part in parts]),
        np.concatenate([part.success for part in parts]),
        np.concatenate([part.taken for part in parts]),
        min((n for n in trials if n is not None), default=None),
        at_sea,
    )


def _on_land(front: Front, there: Sent) -> Result:
    """Return what comes of a landing at the target."""
    if not there.force:
        held = sure(front, None, there, 0.0, taken=False)
        return replace(held, success=np.array([front.event == HELD]))
    if front.battle is None:
        return sure(front, None, there, front.worth, taken=True)
    table = table_of(front.battle.settings)
    lands = any(table[name].domain == "land" for name, _ in there.force)
    alone = None if lands else front.alone
    return fought(front, None, there, alone or front.battle)


def _after(swing: Floats, chance: Floats, land: Result) -> Result:
    """Return a battle on land behind one at sea, equal states as one."""
    rows = np.stack([land.swing, land.success, land.taken], axis=1)
    kinds, which = np.unique(rows, axis=0, return_inverse=True)
    each = np.bincount(which.ravel(), weights=land.chance, minlength=len(kinds))
    net, success, taken = (np.tile(column, len(swing)) for column in kinds.T)
    return replace(
        land,
        swing=net + np.repeat(swing, len(kinds)),
        chance=(chance[:, None] * each).ravel(),
        success=success.astype(bool),
        taken=taken.astype(bool),
    )
