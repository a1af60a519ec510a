"""The cheapest force that has a wanted chance: all that can go, by rising cost.

1. The chance of many forces comes from one solve (`family`). Bisection finds the least cost at
   which a force could have the wanted chance; from there on costs rise until one has it and may go.
2. Where ships bombard, a force is solved by itself if it could have the chance with them: the
   first bound takes their victims off before round 1, so that they do not even fire; the second
   has all of these ships fire, whatever zone the force lands from.
3. Transports and ships that bombard cost nothing: they are at no risk. Of forces that cost the same
   the one with the best chance is named.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, islice

import numpy as np

from combat.arrays import Floats
from combat.attrition.loss_order import LossOrder
from combat.attrition.retreat import Retreat
from combat.axis_allies.attack.attack import CLEARED, TAKEN, Attack, attack, values_of_texts
from combat.axis_allies.attack.levy import Counts, Levied, Levy
from combat.axis_allies.attack.operation import added, parted
from combat.axis_allies.attack.shelling import hits_of_ships, less_victims
from combat.axis_allies.attack.sub_forces import SubForces
from combat.axis_allies.family import family
from combat.axis_allies.game import AXIS_ALLIES
from combat.axis_allies.losses import loss_order
from combat.axis_allies.reach.parties import LANDING, Party
from combat.axis_allies.settings import values_of
from combat.battle import Battle
from combat.engine import solve
from combat.force import Force
from combat.game import DEFENDER

MOST_WORK = 60_000  # forces that are solved, times the defenders; at sea, times their square
FURTHER = 1.4  # costs are tried each so much above the one before
MOST_SOLVES = 60  # battles that are solved by themselves
MOST_BY_ROUND = 24  # likewise, if the rounds count: each takes longer
ALIKE = 1e-12


@dataclass(frozen=True)
class Cheapest:
    """The cheapest force for a chance.

    Attributes
    ----------
    wanted : float
    attack : Attack or None
        What it does; None if nothing has the chance.
    cost : float
        IPC that are sent.
    proven : bool
        Whether nothing cheaper has the chance, and, if nothing was found, that nothing has.
    """

    wanted: float
    attack: Attack | None
    cost: float
    proven: bool


@dataclass
class Search:
    """The search for one target.

    Parameters
    ----------
    levy : Levy
    settings : mapping of str to str
    rng
        For battles that are too large for an exact answer.
    """

    levy: Levy
    settings: Mapping[str, str]
    rng: np.random.Generator | int | None = None
    _solves: int = field(default=0, init=False)
    _supported: dict[Force, float] = field(default_factory=dict, init=False)
    _tops: dict[int, float] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.position = self.levy.position
        values = values_of_texts(self.position, self.settings, at_sea=self.at_sea)
        retreat: Retreat = values["retreat"]
        self._never = retreat.never  # so that it is the same who landed
        self._most_solves = MOST_SOLVES if retreat.after is None else MOST_BY_ROUND

    @cached_property
    def at_sea(self) -> bool:
        """Whether the target is a zone."""
        return self.position.board.areas[self.levy.reach.target].sea

    @cached_property
    def event(self) -> str:
        """What the force is for."""
        return CLEARED if self.at_sea else TAKEN

    @cached_property
    def defenders(self) -> Force:
        """All enemies there that fight (AA-28)."""
        foes = self.position.total(
            self.position.enemies(self.levy.reach.target, self.levy.reach.power)
        )
        return parted(self.position.table, foes, "sea", "air")[0] if self.at_sea else foes

    @cached_property
    def values(self) -> dict[str, float]:
        """What each kind of unit costs."""
        return values_of(values_of_texts(self.position, self.settings, at_sea=self.at_sea))

    def find(self, wanted: float) -> Cheapest:
        """Find the cheapest force with a chance of at least `wanted`."""
        self._solves = 0
        sure, seen = True, 0
        if self.most < wanted - ALIKE:
            return Cheapest(wanted, None, 0.0, True)
        least = self._least(wanted)
        for forces in self._ranges(least) if least is not None else [None]:
            seen += 0 if forces is None else len(forces)
            if forces is None or seen > self._affordable:
                return Cheapest(wanted, None, 0.0, False)
            plain, most = self._chances(forces)
            rows = [
                (self.there.cost(force), force, float(low), float(high))
                for force, low, high in zip(forces, plain, most, strict=True)
                if high >= wanted - ALIKE
            ]
            rows.sort(key=lambda row: (row[0], -row[2], -row[3]))
            for cost, group in groupby(rows, key=lambda row: row[0]):
                found, certain = self._best_of([row[1:] for row in group], wanted)
                sure &= certain
                if found is not None:
                    return Cheapest(wanted, found, cost, sure)
        return Cheapest(wanted, None, 0.0, sure)

    @cached_property
    def most(self) -> float:
        """A chance that no force can have more than: that of all together, might they all go."""
        whole = Force.of(dict(self.levy.numbers))
        return float(self._chances([whole])[1][0]) if self._wins(whole) else 0.0

    def _best_of(
        self, rows: Sequence[tuple[Force, float, float]], wanted: float
    ) -> tuple[Attack | None, bool]:
        """Return the best attack of forces that cost the same, and whether none was left open."""
        best: Attack | None = None
        sure = True
        for force, low, high in rows:
            if best is not None and high <= best.taken.value:
                continue
            if self._solves >= self._most_solves:
                return best, False
            if low < wanted - ALIKE and self._with_all_ships(force) < wanted - ALIKE:
                continue
            for levied in self._levied(dict(force), plain=low >= wanted - ALIKE):
                sure &= levied.sure
                if levied.party is None:
                    continue
                self._solves += 1
                found = self._attack(levied.party)
                if found.taken.value >= wanted - ALIKE:
                    if best is None or found.taken.value > best.taken.value:
                        best = found
                    if levied.landed:
                        break
        return best, sure

    def _levied(self, counts: Counts, *, plain: bool) -> Iterator[Levied]:
        """Yield parties of so many units: overland if these can do it, landed if that matters."""
        if plain or not self._lands:
            yield self.levy.raised(counts)
        if self._lands:
            yield from self.levy.landed(counts)

    @cached_property
    def _lands(self) -> bool:
        """Whether it matters who lands: ships bombard, or others retreat (AA-21, AA-22)."""
        landing = any(one.way == LANDING for one in self.levy.slots)
        return bool(self.levy.bombards) or (landing and not self._never)

    def _with_all_ships(self, force: Force) -> float:
        """Return the chance of a force if all land units landed, and all ships bombarded."""
        landing = parted(self.position.table, force, "land")[0]
        if not self.levy.bombards or not self._never or not landing:
            return 1.0  # not known
        if force not in self._supported:
            values = values_of_texts(self.position, self.settings, at_sea=False)
            values |= {"landing": landing, "bombard": self._ships}
            self._solves += 1
            outcomes = solve(Battle(AXIS_ALLIES, force, self.defenders, values), rng=self.rng)
            self._supported[force] = outcomes.event(self.event).value
        return self._supported[force]

    @cached_property
    def _ships(self) -> Force:
        """All ships that can bombard, each once."""
        zones = {one.zone for one in self.levy.bombards}
        there = self.levy.supporting(zones)
        return added(self.position.table, [(one.unit, one.number) for one in there])

    def _attack(self, party: Party) -> Attack:
        who = self.levy.reach.power
        return attack(self.position, who, party, settings=self.settings, rng=self.rng)

    # --- the forces ----------------------------------------------------------------------------

    @cached_property
    def there(self) -> SubForces:
        """All forces, whether they may go or not."""
        return SubForces(self.levy.numbers, self.values)

    def _least(self, wanted: float) -> int | None:
        """Return the place of the least cost that could do, among all that forces can cost.

        A unit more never makes a chance smaller. So no force of a cost has the chance unless one
        does to which nothing can be added for that cost. None if these are too many.
        """
        costs = self.there.costs
        low, high = 0, bisect_left(costs, 0.5 * self._cost_of_defence)
        while (could := self._could(min(high, len(costs) - 1), wanted)) is False:
            low = high + 1
            high = bisect_left(costs, FURTHER * costs[high])
        while could is not None and low < high:
            middle = (low + high) // 2
            could = self._could(middle, wanted)
            low, high = (low, middle) if could else (middle + 1, high)
        return None if could is None else low

    def _could(self, at: int, wanted: float) -> bool | None:
        """Whether a force of a cost or less could have the chance; None if that takes too long."""
        if at not in self._tops:
            most = self._affordable
            forces = list(islice(self.there.maximal(self.there.costs[at]), most + 1))
            if len(forces) > most:
                return None
            found = self._at_most([force for force in forces if self._wins(force)])
            self._tops[at] = float(found.max(initial=0.0))
        return self._tops[at] >= wanted - ALIKE

    @cached_property
    def _cost_of_defence(self) -> float:
        return sum(self.values[name] * n for name, n in self.defenders)

    @cached_property
    def _affordable(self) -> int:
        """How many forces are solved at most: fewer where more defend, and at sea."""
        there = max(1, self.defenders.total)
        many = max(1, sum(self.levy.numbers.values()) // 60)  # an attacker of hundreds of units
        return MOST_WORK // (there**2 if self.at_sea else there) // many

    def _ranges(self, at: int) -> Iterator[list[Force]]:
        """Yield forces that transports are enough for, by rising costs, ever more at a time."""
        costs, step = (0.0, *self.there.costs), 1
        while at < len(costs) - 1:
            end = min(at + step, len(costs) - 1)
            found = self.there.between(costs[at], costs[end])
            yield [f for f in found if self._wins(f) and self.levy.may_fit(dict(f))]
            at, step = end, 2 * step

    def _wins(self, force: Force) -> bool:
        """Whether somebody is there who can take a territory."""
        table = self.position.table
        return self.at_sea or any(table[name].domain == "land" for name, _ in force)

    # --- their chances -------------------------------------------------------------------------

    def _chances(self, forces: Sequence[Force]) -> tuple[Floats, Floats]:
        """Return chances that forces have at least, and at most.

        At least: without ships that bombard, all retreating who may by the settings. At most: with
        all the ships, and nobody retreating, which never makes a chance to win smaller.
        """
        if not forces or not self.defenders:
            return np.ones(len(forces)), np.ones(len(forces))
        plain = self._family(forces, [self.defenders], {})
        if plain is not None and not self._lands:
            return plain[:, 0], plain[:, 0]
        low = np.zeros(len(forces)) if plain is None else plain[:, 0]
        return low, np.maximum(low, self._unhurt(forces))

    def _at_most(self, forces: Sequence[Force]) -> Floats:
        """Return chances that forces have at most, which is all that bounds need to know."""
        if not self._lands or not forces or not self.defenders:
            return self._chances(forces)[1]
        return self._unhurt(forces)

    def _unhurt(self, forces: Sequence[Force]) -> Floats:
        """Return the chances with all the ships, nobody retreating."""
        known = [self.defenders] if self._keeps else self._fewer
        most = self._family(forces, known, {"retreat": Retreat()})
        if most is None or (self._keeps and self.levy.bombards):
            return np.ones(len(forces))
        weights = self._victims if len(known) == len(self._victims) else np.ones(1)
        return np.asarray(most @ weights)

    def _family(
        self, forces: Sequence[Force], defenders: Sequence[Force], change: Mapping[str, Retreat]
    ) -> Floats | None:
        """Return the chances of forces against defenders under the settings, some changed."""
        values = values_of_texts(self.position, self.settings, at_sea=self.at_sea)
        battle = Battle(AXIS_ALLIES, forces[-1], self.defenders, {**values, **change})
        table = family(battle, forces, defenders, self.event)
        return None if table is None else np.nan_to_num(table)

    @cached_property
    def _keeps(self) -> bool:
        """Whether the defender keeps units back: who is hit first depends on who is left."""
        return bool(self._order.keep)

    @cached_property
    def _order(self) -> LossOrder:
        values = values_of_texts(self.position, self.settings, at_sea=self.at_sea)
        any_force = Force.of({next(iter(self.levy.numbers)): 1})
        return loss_order(Battle(AXIS_ALLIES, any_force, self.defenders, values), DEFENDER)

    @cached_property
    def _fewer(self) -> list[Force]:
        """The defenders less 0, 1, … of those that bombardment would hit (AA-21, AA-51)."""
        order, most = self._order.order, len(self._victims) - 1
        return less_victims(self.position.table, self.defenders, order, most)

    @cached_property
    def _victims(self) -> Floats:
        """Distribution of the hits of all ships that can bombard."""
        return hits_of_ships(self.position.table, self._ships)
