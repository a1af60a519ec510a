"""One power's attack on a place whose garrison is not sure: all garrisons from one solve.

Whatever survives of a garrison under one order of losses is a node of one graph, so a weighted
garrison is a weighted start of one battle; so are attackers that come ashore only with a chance.
A bombardment is one round more in front of it (AA-21).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Bools, Floats
from combat.attrition.duel import Duel
from combat.attrition.duel_odds import Attrition
from combat.axis_allies.ends import TAKEN
from combat.axis_allies.hold.bombardment import Bombardment, Opening
from combat.axis_allies.land import Army, army, end_codes, volley
from combat.axis_allies.settings import table_of
from combat.axis_allies.value import left_worth, unit_worths
from combat.battle import Battle
from combat.engine import EXACT_WORK
from combat.errors import TooLargeError
from combat.force import Force
from combat.game import ATTACKER, DEFENDER

Weighted = Mapping[Force, float]  # what may stand (or come) there, and the chance of it


@dataclass(frozen=True)
class StrikeEnd:
    """How an attack on a weighted garrison ends; all are sums over the garrisons' chances.

    Parameters
    ----------
    taken : float
        Chance that the place is taken.
    left : mapping of Force to float
        What stands there otherwise; nothing at all may be left of it, and it is still held.
    attacker_lost, defender_lost : float
        Mean losses in IPC.
    """

    taken: float
    left: Weighted
    attacker_lost: float
    defender_lost: float


class Strike:
    """An attack on a place, whatever garrison it meets.

    Parameters
    ----------
    battle : Battle
        Settings of the battle, without a landing; its sides are not read.
    attackers : mapping of Force to float
        What may come, with its chance; the sum is 1.
    garrisons : collection of Force
        All that it may meet.
    bombard : Force
        Ships that fire before a landing.
    landed : int
        Land units that land; no more ships than that fire (AA-21).

    Raises
    ------
    TooLargeError
        For a battle that the exact engine does not take on.
    """

    def __init__(
        self,
        battle: Battle,
        attackers: Weighted,
        *,
        garrisons: Collection[Force],
        bombard: Force | None = None,
        landed: int = 0,
    ) -> None:
        self._battle, self._attackers = battle, attackers
        self._table = table_of(battle.settings)
        self._garrisons = tuple(garrisons)
        self._guns_at_sea = Bombardment.of(battle, bombard or Force(), landed)
        self._shots = {guns: self._volleys(guns) for guns in {*map(self._guns, garrisons), 0}}
        shot = [left for row in self._shots.values() for left, _ in row]
        self._mine: Army = army(battle, ATTACKER, shot)
        there = [dict(force) for force in self._garrisons] or [{}]
        spared = [left for counts in there for left, _ in self._guns_at_sea.spared(counts)]
        self._theirs: Army = army(battle, DEFENDER, [*there, *spared])
        self._openings: dict[Force, Opening] = {}

    # --- what is asked -------------------------------------------------------------------------

    def ends(self, garrisons: Weighted) -> StrikeEnd:
        """Return how the attack ends on weighted garrisons.

        Parameters
        ----------
        garrisons : mapping of Force to float
            Of those that the strike may meet; the chances need not sum to 1.
        """
        taken = mine = theirs = 0.0
        left: dict[Force, float] = {}
        for guns in sorted({*map(self._guns, garrisons)}):
            group = {g: p for g, p in garrisons.items() if self._guns(g) == guns and p > 0}
            if not group:
                continue
            mass = np.zeros(self._duel.shape)
            for force, chance in group.items():
                opening = self._opening(force)
                mass[opening.where] += chance * (opening.attacker.T @ opening.defender)
                if self._able(force):  # nobody is sent at an empty place but one that walks in
                    mine += chance * self._sent
                else:
                    worths = self._worths[0][opening.attackers]
                    mine += chance * float(opening.attacker.sum(axis=0) @ worths)
                theirs += chance * self._worth(force)
            ended = self._ended(mass)
            mine -= float(ended.sum(axis=1) @ self._worths[0])
            theirs -= float(ended.sum(axis=0) @ self._worths[1])
            taken += float(ended[self._taken].sum())
            held = np.where(self._taken, 0.0, ended).sum(axis=0)
            for node in np.flatnonzero(held):
                force = self._force(int(node), guns)
                left[force] = left.get(force, 0.0) + float(held[node])
        return StrikeEnd(taken, left, max(0.0, mine), max(0.0, theirs))

    def holds(self, after: Weighted) -> dict[Force, float]:
        """Return, for each garrison, the mean of what comes ``after`` over the ends that hold.

        Parameters
        ----------
        after : mapping of Force to float
            For all that may be left, say the chance to hold it against those who come later.
        """
        found = {}
        for guns in sorted({*map(self._guns, self._garrisons)}):
            later = [after.get(self._force(at, guns), 0.0) for at in range(self._duel.shape[1])]
            worth = np.where(self._taken, 0.0, np.array(later))
            found.update(self._means(worth, guns))
        return found

    def net(self, worth: float) -> dict[Force, float]:
        """Return the attacker's mean net value against each garrison, in IPC.

        Parameters
        ----------
        worth : float
            What taking the place is worth to him.
        """
        ends = self._worths[0][:, None] - self._worths[1][None, :] + worth * self._taken
        found = {}
        for guns in sorted({*map(self._guns, self._garrisons)}):
            for force, mean in self._means(ends, guns).items():
                if self._able(force):
                    found[force] = mean + self._worth(force) - self._sent
                else:
                    found[force] = worth * self.on_foot
        return found

    @property
    def space(self) -> tuple[Force, ...]:
        """All that may be left of the garrisons, those themselves first."""
        found = dict.fromkeys(self._garrisons)
        for guns in sorted({*map(self._guns, self._garrisons)}):
            found |= dict.fromkeys(self._force(at, guns) for at in range(self._duel.shape[1]))
        return tuple(found)

    @cached_property
    def on_foot(self) -> float:
        """Chance that somebody comes who can take the place (AA-07)."""
        land = self._table.of_domain("land")
        return sum(p for f, p in self._attackers.items() if any(f[name] for name in land))

    # --- the sides -----------------------------------------------------------------------------

    @cached_property
    def _duel(self) -> Duel:
        nowhere = np.zeros((1, 2), dtype=np.int64)
        duel = Duel(self._mine.graph, self._theirs.graph, nowhere, np.ones(1))
        if duel.work > EXACT_WORK:
            most = max((force.total for force in self._garrisons), default=0)
            raise TooLargeError(
                f"an attack on a garrison of up to {most} units is too large to be solved for all"
                " that may be left of it; put fewer units there or near it",
                given=f"{most} units",
            )
        return duel

    @cached_property
    def _engine(self) -> Attrition:
        return Attrition.of(self._duel)

    @cached_property
    def _taken(self) -> Bools:
        taken: Bools = end_codes(self._mine, self._theirs, self._table) == TAKEN
        return taken

    @cached_property
    def _worths(self) -> tuple[Floats, Floats]:
        worths = unit_worths(self._battle)
        return left_worth(self._mine, worths), left_worth(self._theirs, worths)

    @cached_property
    def _sent(self) -> float:
        """Mean worth of those who come, before anybody shoots."""
        worths = unit_worths(self._battle)
        return sum(p * sum(worths[u] * n for u, n in f) for f, p in self._attackers.items())

    def _worth(self, garrison: Force) -> float:
        return float(self._worths[1][self._theirs.node(dict(garrison))])

    def _able(self, garrison: Force) -> bool:
        return bool(self._theirs.graph.able[self._theirs.node(dict(garrison))])

    def _guns(self, garrison: Force) -> int:
        return sum(n for name, n in garrison if self._table[name].is_gun)

    def _force(self, node: int, guns: int) -> Force:
        """Return what stands at a node, with guns that are no casualties (AA-03)."""
        counts = dict(zip(self._theirs.names, self._theirs.units[node].tolist(), strict=True))
        fixed = self._table.of_domain("gun")
        if fixed:
            counts[fixed[0]] = guns
        return Force.of({name: counts.get(name, 0) for name in self._table.names})

    # --- before the battle ---------------------------------------------------------------------

    def _volleys(self, guns: int) -> list[tuple[Mapping[str, int], float]]:
        name = next(iter(self._table.of_domain("gun", "casualty gun")), "")
        defender = {name: guns} if name and guns else {}
        return [
            (left, chance * shot)
            for force, chance in self._attackers.items()
            for left, shot in volley(self._battle, dict(force), defender)
        ]

    def _opening(self, garrison: Force) -> Opening:
        """Return where the battle begins; asked of a garrison more than once, found once."""
        if garrison not in self._openings:
            self._openings[garrison] = self._opened(garrison)
        return self._openings[garrison]

    def _opened(self, garrison: Force) -> Opening:
        node, able = self._theirs.node(dict(garrison)), self._able(garrison)
        shots = self._shots[self._guns(garrison) if able else 0]
        begins = np.zeros(len(self._mine.graph))
        for left, chance in shots:
            begins[self._mine.node(left)] += chance
        there = np.zeros((1, len(self._theirs.graph)))
        there[0, node] = 1.0
        if not able or not self._guns_at_sea:
            return Opening.of(begins[None, :], there)
        return self._guns_at_sea.first_round(self._mine, self._theirs, garrison, begins)

    # --- the battle ----------------------------------------------------------------------------

    def _ended(self, mass: Floats) -> Floats:
        """Where battles end that stand at pairs with these chances."""
        starts = np.argwhere(mass)
        duel = Duel(self._duel.attacker, self._duel.defender, starts, mass[tuple(starts.T)])
        return self._engine.odds(duel).ended

    def _means(self, worth: Floats, guns: int) -> dict[Force, float]:
        """Mean worth of the end against each garrison with so many guns."""
        value = self._engine.start_values(self._duel, (worth, worth, worth))
        found = {}
        for force in self._garrisons:
            if self._guns(force) == guns:
                opening = self._opening(force)
                after = opening.attacker @ value[opening.where]
                found[force] = float((after * opening.defender).sum())
        return found
