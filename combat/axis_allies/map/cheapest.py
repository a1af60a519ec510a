"""The cheapest force that has a wanted chance: all that can go, by rising cost.

1. The chance of all forces of a range of costs comes from one solve (`family`), and ranges rise
   until a force has the wanted chance and may go.
2. Where ships bombard, a force is solved by itself if it could have the chance with them: the
   first bound takes their victims off before round 1, so that they do not even fire; the second
   has all of these ships fire, whatever zone the force lands from.
3. A force costs what its units cost, transports and ships that bombard aside: they are at no risk.
   Of forces that cost the same the one with the best chance is named.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

import numpy as np

from combat.arrays import Floats
from combat.attrition.loss_order import LossOrder
from combat.attrition.retreat import Retreat
from combat.axis_allies.family import family
from combat.axis_allies.game import AXIS_ALLIES
from combat.axis_allies.losses import loss_order
from combat.axis_allies.map.attack import CLEARED, TAKEN, Attack, attack, values_of_texts
from combat.axis_allies.map.levy import Counts, Levied, Levy
from combat.axis_allies.map.operation import added, parted
from combat.axis_allies.map.parties import LANDING, Party
from combat.axis_allies.map.position import Position
from combat.axis_allies.settings import values_of
from combat.battle import Battle
from combat.engine import solve
from combat.force import Force
from combat.game import DEFENDER

STEP = 1.3  # a range of costs ends so much above where it begins
MOST_FORCES = 30_000  # forces that are looked at
MOST_SOLVES = 60  # battles that are solved by themselves
ALIKE = 1e-12
SHELLED = ("land", "casualty gun")  # whom bombardment can hit (AA-51)

Solved = tuple[list[Force], Floats, Floats]  # forces, chances, and what they are at most


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
    _known: list[Solved] = field(default_factory=list, init=False)

    @property
    def position(self) -> Position:
        """The position."""
        return self.levy.position

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

    def cost(self, force: Force) -> float:
        """Return what a force costs, in IPC."""
        return sum(self.values[name] * n for name, n in force)

    def find(self, wanted: float) -> Cheapest:
        """Find the cheapest force with a chance of at least `wanted`."""
        self._solves = 0
        sure, seen = True, 0
        if self.most < wanted - ALIKE:
            return Cheapest(wanted, None, 0.0, True)
        for forces, plain, most in self._solved():
            seen += len(forces)
            if seen > MOST_FORCES:
                return Cheapest(wanted, None, 0.0, False)
            rows = [
                (self.cost(force), force, float(low), float(high))
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
        return float(self._chances([whole])[1][0]) if self._makes_sense(whole, fits=False) else 0.0

    def _solved(self) -> Iterator[Solved]:
        """Yield ranges of forces with their chances, each solved once."""
        for at in range(len(self._known) + 1_000):
            if at == len(self._known):
                forces = next(self._rising, None)
                if forces is None:
                    return
                self._known.append((forces, *self._chances(forces)))
            yield self._known[at]

    @cached_property
    def _rising(self) -> Iterator[list[Force]]:
        return self._ranges()

    def _best_of(
        self, rows: Sequence[tuple[Force, float, float]], wanted: float
    ) -> tuple[Attack | None, bool]:
        """Return the best attack of forces that cost the same, and whether none was left open."""
        best: Attack | None = None
        sure = True
        for force, low, high in rows:
            if best is not None and high <= best.taken.value:
                continue
            if self._solves >= MOST_SOLVES:
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
    def _never(self) -> bool:
        """Whether nobody retreats, so that it is the same who landed."""
        values = values_of_texts(self.position, self.settings, at_sea=self.at_sea)
        return bool(values["retreat"].never)

    @cached_property
    def _ships(self) -> Force:
        """All ships that can bombard, each once."""
        zones = {one.zone for one in self.levy.bombards}
        there = self.levy.supporting(zones)
        return added(self.position.table, [(one.unit, one.number) for one in there])

    def _attack(self, party: Party) -> Attack:
        power = self.levy.reach.power
        return attack(self.position, power, party, settings=self.settings, rng=self.rng)

    # --- the forces ----------------------------------------------------------------------------

    def _ranges(self) -> Iterator[list[Force]]:
        """Yield forces that transports are enough for, by rising ranges of cost."""
        numbers = self.levy.numbers
        whole = self.cost(Force.of(dict(numbers)))
        low, high = 0.0, max(1.0, 0.75 * self.cost(self.defenders))
        while low < whole:
            yield [f for f in map(Force.of, self._between(low, high)) if self._makes_sense(f)]
            low, high = high, max(high * STEP, high + 3.0)

    def _between(self, low: float, high: float) -> Iterator[dict[str, int]]:
        """Yield counts that cost more than `low` and at most `high`."""
        kinds = list(self.levy.numbers.items())
        costs = [self.values[name] for name, _ in kinds]
        rest = [0.0]
        for (_, n), cost in zip(reversed(kinds), reversed(costs), strict=True):
            rest.insert(0, rest[0] + n * cost)

        def down(at: int, spent: float, counts: dict[str, int]) -> Iterator[dict[str, int]]:
            if spent + rest[at] <= low or spent > high:
                return
            if at == len(kinds):
                yield counts
                return
            name, n = kinds[at]
            for number in range(n + 1):
                yield from down(at + 1, spent + number * costs[at], counts | {name: number})

        return down(0, 0.0, {})

    def _makes_sense(self, force: Force, *, fits: bool = True) -> bool:
        """Whether somebody is there who can take a territory, and transports are enough."""
        table = self.position.table
        land = any(table[name].domain == "land" for name, _ in force)
        return (self.at_sea or land) and (not fits or self.levy.may_fit(dict(force)))

    # --- their chances -------------------------------------------------------------------------

    def _chances(self, forces: Sequence[Force]) -> tuple[Floats, Floats]:
        """Return chances that forces have at least, and at most.

        At least: without ships that bombard, all retreating who may by the settings. At most: with
        all the ships, and nobody retreating, which never makes a chance to win smaller.
        """
        nothing, sure = np.zeros(len(forces)), np.ones(len(forces))
        if not forces or not self.defenders:
            return sure, sure
        plain = self._family(forces, [self.defenders], {})
        if plain is not None and not self._lands:
            return plain[:, 0], plain[:, 0]
        low = nothing if plain is None else plain[:, 0]
        known = [self.defenders] if self._keeps else self._fewer
        most = self._family(forces, known, {"retreat": Retreat()})
        if most is None or (self._keeps and self.levy.bombards):
            return low, sure
        weights = self._victims if len(known) == len(self._victims) else np.ones(1)
        return low, np.maximum(low, most @ weights)

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
        found, table = [self.defenders], self.position.table
        for _ in range(len(self._victims) - 1):
            order = self._order.order
            name = next((n for n in order if found[-1][n] and table[n].domain in SHELLED), None)
            found.append(found[-1] if name is None else found[-1].changed(name, -1))
        return found

    @cached_property
    def _victims(self) -> Floats:
        """Distribution of the hits of all ships that can bombard."""
        chances = np.ones(1)
        for name, n in self._ships:
            hit = self.position.table[name].attack / 6.0
            for _ in range(n):
                chances = np.convolve(chances, [1.0 - hit, hit])
        return chances
