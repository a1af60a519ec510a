"""Landings that a battle at sea comes first of: fought through, aircraft split for the best.

1. Each zone with enemy surface warships is fought for; who is sent there fights there only (AA-20).
2. Where it is won, the cargo of the transports that are left lands; the attacker has lost the least
   valuable loads (AA-23). No ship bombards from there (AA-21).
3. Who came overland, and the aircraft sent to the territory, fight even if nothing lands. Aircraft
   alone cannot take it: unless a retreat is set, they leave after the one round that they must
   fight (AA-23).

Zones are independent of one another, so the states that they leave are multiplied.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import NamedTuple

from combat.axis_allies.attack.air_splits import MOST_SPLITS, Split, splits_of
from combat.axis_allies.attack.attack import (
    HELD,
    TAKEN,
    Afloat,
    Attack,
    Chance,
    End,
    ends_of,
    first_battle,
    land_battle,
    method_of,
    values_of_texts,
)
from combat.axis_allies.attack.operation import Landing, Operation, added, less, parted
from combat.axis_allies.attack.solving import solved
from combat.axis_allies.attack.stays_aboard import not_counted
from combat.axis_allies.cargo import cargo_left
from combat.axis_allies.family import family
from combat.axis_allies.followers import left
from combat.axis_allies.game import AXIS_ALLIES
from combat.axis_allies.map.position import NOTHING, Position
from combat.axis_allies.reach.parties import Party
from combat.battle import Battle
from combat.engine import EXACT_WORK
from combat.force import Force
from combat.game import ATTACKER

NONE_OR_ALL = (0, -1)  # the splits that are tried where the battles at sea are simulated


@dataclass
class Memo:
    """Battles that are known already: of attacks on one target under the same settings.

    Attributes
    ----------
    shores : dict
        Text of a battle at sea to what it leaves.
    ends : dict
        Attackers of the territory, landed ones among them and ships that bombard, to the ends.
    taken : dict
        The same to the chance to take it.
    trials : int or None
        The fewest of a simulated battle.
    enough : float
        A chance with which no better split of the aircraft is looked for.
    split : tuple of Force
        The last one that was chosen, and so the first that is tried.
    """

    shores: "dict[str, list[Shore]]" = field(default_factory=dict)
    ends: dict[tuple[Force, ...], tuple[End, ...]] = field(default_factory=dict)
    taken: dict[tuple[Force, ...], float] = field(default_factory=dict)
    trials: int | None = None
    enough: float = 1.0
    split: Split = ()

    def until(self, enough: float) -> "Memo":
        """Return the same battles with another chance that is enough."""
        return replace(self, enough=enough)


class Shore(NamedTuple):
    """What the battles at sea leave: what lands, the fleets, and the chance of it."""

    landed: Force
    fleets: tuple[Afloat, ...]
    swing: float
    chance: float


def fought_for(
    position: Position,
    power: str,
    party: Party,
    plan: Operation,
    settings: Mapping[str, str],
    rng: Chance = None,
    memo: Memo | None = None,
) -> Attack:
    """Fight a landing through that begins at sea.

    Aircraft that the party sends to a zone fight there; of those that it sends to the territory,
    each split between zones and territory is tried, and the one with the best chance to take it
    chosen. What can get to a zone is what `reach` says of it.
    """
    memo = memo or Memo()
    operation = _Operation(position, plan, settings, rng, memo)
    splits = [(NOTHING,) * len(plan.contested)]
    notes: tuple[str, ...] = ()
    if plan.aircraft and not any(one.aircraft for one in plan.contested):
        splits, whole = splits_of(position, power, party, plan, most=operation.affordable)
        notes = () if whole else ("aircraft: only splits of whole kinds were tried",)
        if not operation.affordable and len(splits) > len(NONE_OR_ALL):
            splits = [splits[at] for at in NONE_OR_ALL]
            notes = ("aircraft: all or none at sea, as battles there are simulated",)
    best = memo.split = operation.best(splits)
    battles = tuple(
        (zone.zone, operation.fleet(zone, air))
        for zone, air in zip(plan.contested, best, strict=True)
    )
    if plan.aircraft and not plan.overland and "retreat" not in settings:
        notes += ("if nothing lands, aircraft leave after one round (AA-23)",)
    notes += tuple(
        f"{air or 'no aircraft'} fight{'s' * (air.total == 1)} at sea in {zone.zone}"
        for zone, air in zip(plan.contested, best, strict=True)
        if plan.aircraft
    )
    notes += tuple(not_counted(position, power, party, [one.zone for one in plan.contested]))
    return Attack(
        position,
        power,
        party,
        first_battle(position, _without(position, plan, best), settings),
        tuple(operation.ends(best)),
        method_of(operation.memo.trials),
        operation.memo.trials,
        battles,
        notes,
    )


class _Operation:
    """The battles of a landing that begins at sea, each solved once."""

    def __init__(
        self,
        position: Position,
        plan: Operation,
        settings: Mapping[str, str],
        rng: Chance,
        memo: Memo,
    ) -> None:
        self.position = position
        self.plan = plan
        self.settings = settings
        self.rng = rng
        self.memo = memo
        self.bombard = added(position.table, *(one.bombard for one in plan.landings))

    @property
    def affordable(self) -> int:
        """How many splits are tried at most: fewer where the battles at sea are large."""
        fleets = [self.fleet(zone, self.plan.aircraft) for zone in self.plan.contested]
        work = sum(battle.game.model(battle).work for battle in fleets)
        return min(MOST_SPLITS, int(EXACT_WORK / work))

    def best(self, splits: Sequence[Split]) -> Split:
        """Return the split with the best chance, or the first that has enough of one."""
        if len(splits) == 1:
            return splits[0]
        found: list[tuple[float, Split]] = []
        for split in sorted(splits, key=lambda split: split != self.memo.split):
            found.append((self.chance(split), split))
            if found[-1][0] >= self.memo.enough:
                break
        best = max(chance for chance, _ in found)
        equal = [split for chance, split in found if chance >= best - 1e-12]
        return min(equal, key=splits.index)

    def chance(self, split: Split) -> float:
        """Return the chance to take the territory."""
        landed: dict[Force, float] = {}
        for shore in self.shores(split):
            landed[shore.landed] = landed.get(shore.landed, 0.0) + shore.chance
        wanted = {(self._attackers(split, force), force): p for force, p in landed.items()}
        self._solve(set(wanted))
        taken = self.memo.taken
        return sum(p * taken[(*key, self.bombard)] for key, p in wanted.items())

    def ends(self, split: Split) -> Iterator[End]:
        """Yield all ends of an attack, those of the land battle times those at sea."""
        for shore in self.shores(split):
            for end in self._land(self._attackers(split, shore.landed), shore.landed):
                yield end._replace(
                    chance=end.chance * shore.chance,
                    swing=end.swing + shore.swing,
                    fleets=shore.fleets,
                )

    def shores(self, split: Split) -> list[Shore]:
        """Return what the battles at sea of a split leave, equal ones once."""
        table, plan = self.position.table, self.plan
        calm = [one for one in plan.landings if not one.contested]
        safe = added(table, *(one.safe for one in calm), *(one.own for one in calm))
        by_zone = [self._zone(z, air) for z, air in zip(plan.contested, split, strict=True)]
        found = []
        for states in product(*by_zone):
            landed = added(table, safe, *(state.landed for state in states))
            fleets = tuple(fleet for state in states for fleet in state.fleets)
            chance = prod(state.chance for state in states)
            found.append(Shore(landed, fleets, sum(state.swing for state in states), chance))
        return found

    def fleet(self, zone: Landing, air: Force) -> Battle:
        """Return the battle for a zone."""
        transports = [(ship, 1) for ship, _ in zone.loads]
        attackers = added(self.position.table, zone.escorts, zone.aircraft, air, transports)
        values = values_of_texts(self.position, self.settings, at_sea=True)
        values |= {"cargo": (*zone.loads, *zone.guests), "defender_cargo": zone.foes_loads}
        return Battle(AXIS_ALLIES, attackers, zone.foes, values)

    def _zone(self, zone: Landing, air: Force) -> list[Shore]:
        battle = self.fleet(zone, air)
        key = f"{zone.zone}, {zone.safe}: {battle}"
        if key not in self.memo.shores:
            self.memo.shores[key] = self._fought(zone, battle)
        return self.memo.shores[key]

    def _fought(self, zone: Landing, battle: Battle) -> list[Shore]:
        table = self.position.table
        outcomes = solved(battle, self.rng)
        self._sampled(outcomes.trials)
        found = []
        for row, end in enumerate(ends_of(outcomes)):
            landed, aboard = NOTHING, NOTHING
            cleared = not self._warships(end.defenders) and end.event != "attacker_retreated"
            if zone.loads:
                remains = left(outcomes, row, ATTACKER, "cargo", ATTACKER)
                assert remains is not None
                landed = remains.units
                cargo = cargo_left(outcomes, row, ATTACKER)
                cargo, _ = parted(table, cargo, "land", "gun", "casualty gun")  # allies' fighters
                aboard = less(table, cargo, dict(landed))
            if cleared:
                landed = added(table, landed, zone.safe)
            fleet = Afloat(zone.zone, added(table, end.attackers, aboard), end.defenders)
            found.append(Shore(landed, (fleet,), end.swing, end.chance))
        return found

    def _warships(self, force: Force) -> bool:
        warships = self.position.table.surface_warships
        return any(name in warships for name, _ in force)

    def _attackers(self, split: Split, landed: Force) -> Force:
        table, plan = self.position.table, self.plan
        at_sea = dict(added(table, *split))
        return added(table, plan.overland, less(table, plan.aircraft, at_sea), landed)

    def _battle(self, attackers: Force, landed: Force) -> Battle | None:
        """Return the battle for the territory after those at sea."""
        table, settings = self.position.table, dict(self.settings)
        lands = any(table[name].domain == "land" for name, _ in attackers)
        if not lands:
            settings = {"retreat": "after 1"} | settings
        return land_battle(
            self.position, self.plan, settings, attackers, landed=landed, bombard=self.bombard
        )

    def _solve(self, wanted: set[tuple[Force, Force]]) -> None:
        """Find the chances of the battles for the territory, of many at once where that goes."""
        taken = self.memo.taken
        missing = sorted((k for k in wanted if (*k, self.bombard) not in taken), key=str)
        plain = [key for key in missing if key[0] and self._is_plain(*key)]
        if len(plain) > 1:
            first = self._battle(*plain[0])
            assert first is not None
            table = family(first, [force for force, _ in plain], [first.defender], TAKEN)
            if table is not None:
                rows = zip(plain, table, strict=True)
                taken |= {(*key, self.bombard): float(row[0]) for key, row in rows}
        for force, landed in missing:
            if (force, landed, self.bombard) not in taken:
                ends = self._land(force, landed)
                chance = sum(end.chance for end in ends if end.event == TAKEN)
                taken[force, landed, self.bombard] = chance

    def _is_plain(self, force: Force, landed: Force) -> bool:
        """Whether a battle is one of `family`: nobody bombards, and all fight to the end."""
        battle = self._battle(force, landed)
        return battle is not None and not battle["landing"] and battle["retreat"].never

    def _land(self, attackers: Force, landed: Force) -> tuple[End, ...]:
        key = attackers, landed, self.bombard
        if key not in self.memo.ends:
            self.memo.ends[key] = self._landed_ends(attackers, landed)
        return self.memo.ends[key]

    def _landed_ends(self, attackers: Force, landed: Force) -> tuple[End, ...]:
        if not attackers:  # nobody is left to go: the operation is over (AA-23)
            return (End(HELD, NOTHING, self.plan.defenders, 1.0),)
        battle = self._battle(attackers, landed)
        if battle is None:
            table = self.position.table
            lands = any(table[name].domain == "land" for name, _ in attackers)
            still = NOTHING if lands else self.plan.defenders
            return (End(TAKEN if lands else "cleared_not_taken", attackers, still, 1.0),)
        outcomes = solved(battle, self.rng)
        self._sampled(outcomes.trials)
        return ends_of(outcomes)

    def _sampled(self, trials: int | None) -> None:
        if trials is not None:
            self.memo.trials = min(trials, self.memo.trials or trials)


def _without(position: Position, plan: Operation, split: Split) -> Operation:
    """Return the operation without the aircraft that fight at sea."""
    table = position.table
    return replace(plan, aircraft=less(table, plan.aircraft, dict(added(table, *split))))
