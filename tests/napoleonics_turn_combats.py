"""The combats of a turn of Commands & Colors: Napoleonics, for the oracle of a turn (CC-40).

A plan as plain data, and what each attack, alone or with guns, and each bonus melee does to its
target, asked from the oracle of one combat. It imports nothing of the library. Every chance is a
``Fraction``.

A target is somewhere as a ``Stand``, or ``GONE``, or ``AWAY`` (more than a hex back, or retired).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import napoleonics_oracle as one_combat
from napoleonics_oracle import Result, Unit
from napoleonics_oracle_dice import TERRAIN

GONE, AWAY, THERE = "gone", "away", "there"
WORTH = {"banner": 4, "block": 1, "leader": 0, "ground": 0}


class Stand(NamedTuple):
    """How a target stands."""

    place: int  # 0 where it stood, 1 a hex back
    blocks: int
    led: bool
    square: bool


@dataclass(frozen=True)
class Target:
    """An enemy unit, the hex behind it, and what it may do when it is attacked."""

    name: str
    unit: Unit
    behind: str = "clear"
    may: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reach:
    """Hexes to a target where it stands and a hex back, 0: out of reach; bonus melees after it."""

    target: int
    near: int
    far: int = 0
    then: tuple[tuple[int, str], ...] = ()  # (target, hex that it is fought from)


@dataclass(frozen=True)
class Attacker:
    """An ordered unit and whom it may attack."""

    name: str
    unit: Unit
    reaches: tuple[Reach, ...]


@dataclass(frozen=True)
class Plan:
    """A turn; ``enemy`` and ``own``: what later turns bring, as ``race`` takes it."""

    targets: tuple[Target, ...]
    attackers: tuple[Attacker, ...]
    worth: Mapping[str, Fraction] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)  # square_strikes, terrain_dice
    to_win: int = 0
    score: tuple[int, int] = (0, 0)
    enemy: Mapping[tuple[int, int], Fraction] | None = None
    own: Mapping[tuple[int, int], Fraction] | None = None

    @property
    def needs(self) -> tuple[int, int]:
        """Banners that both sides still need."""
        return self.to_win - self.score[0], self.to_win - self.score[1]


class Branch(NamedTuple):
    """What an attack may come to; ``victory``: the cavalry's (blocks, led) that may go on."""

    stand: Stand | str
    gained: int
    lost: int
    victory: tuple[int, bool] | None


Branches = dict[Branch, tuple[Fraction, Fraction]]  # the chance, and chance times net value
Stands = tuple[Stand | str, ...]


def added(parts: Iterable[tuple]) -> dict:
    """Add up the chances of equal keys."""
    total: defaultdict = defaultdict(Fraction)
    for key, chance in parts:
        total[key] += chance
    return dict(total)


class Combats:
    """All combats of a plan, each asked for once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.worth = WORTH | dict(plan.worth)
        self.known: dict[tuple, dict[str, Branches]] = {}

    @cached_property
    def start(self) -> Stands:
        """How the targets stand at the beginning."""
        units = [target.unit for target in self.plan.targets]
        return tuple(Stand(0, unit.blocks, unit.leader, unit.in_square) for unit in units)

    def joining(self, at: int, target: int) -> Iterator[tuple[int, ...]]:
        """Yield every choice of artillery that could join an attack, none first (CC-24)."""
        attackers = self.plan.attackers
        guns = [
            number
            for number, other in enumerate(attackers)
            if number != at and other.unit.kind == "artillery" and reach_of(other, target)
        ]
        most = 0 if attackers[at].unit.kind == "artillery" else len(guns)
        for many in range(most + 1):
            yield from combinations(guns, many)

    def attack(self, at: int, guns: tuple[int, ...], reach: Reach, stand: Stand):
        """Return what an attack may come to, by reaction; nothing if it is impossible."""
        key = at, guns, reach.target, stand
        if key not in self.known:
            self.known[key] = self._attack(at, guns, reach, stand)
        return self.known[key]

    def _attack(self, at, guns, reach, stand) -> dict[str, Branches]:
        attacker = self.plan.attackers[at]
        distance = (reach.near, reach.far)[stand.place]
        joined = []
        for gun in guns:
            other = self.plan.attackers[gun]
            its = reach_of(other, reach.target)
            far = (its.near, its.far)[stand.place]
            # one card a turn: each gun has it as it fits it, whoever of the two is said to have it
            named = tuple(dict.fromkeys((*attacker.unit.cards, *other.unit.cards)))
            joined.append(replace(other.unit, distance=far, cards=named, leader=False))
        out = distance == 0 or any(gun.distance == 0 for gun in joined)
        if out or (guns and distance > 1):
            return {}
        unit = replace(attacker.unit, artillery=tuple(joined))
        return self._by_reaction(unit, reach.target, stand, distance, goes_on=bool(reach.then))

    def bonus(self, at: int, victory: tuple[int, bool], hex_: str, target: int, stand: Stand):
        """Return what a bonus melee may come to, by reaction (CC-23)."""
        key = at, victory, hex_, target, stand
        if key not in self.known:
            unit, (blocks, led) = self.plan.attackers[at].unit, victory
            given = "leadership" in unit.cards and not led  # as the attack was announced
            cards = [card for card in unit.cards if card != "cold-steel"]
            changed = replace(
                unit,
                blocks=blocks,
                leader=led,
                hex=hex_,
                moved=0,
                card=unit.card + given,
                cards=tuple(card for card in cards if not (given and card == "leadership")),
                dice=unit.dice and unit.dice[unit.blocks - blocks :],
            )
            self.known[key] = self._by_reaction(changed, target, stand, 1, goes_on=False)
        return self.known[key]

    def _by_reaction(self, attacker, target, stand, distance, *, goes_on) -> dict[str, Branches]:
        may = self.plan.targets[target].may if distance == 1 and not stand.square else ()
        found = {}
        for reaction in ("stand", *may):
            if reaction == "square" and attacker.kind != "cavalry":
                continue
            defender = self._unit(target, stand, reaction)
            results = self._results(attacker, defender, distance, possible="stand" in found)
            if results:
                branches = self._branches(attacker, defender, stand, results, goes_on=goes_on)
                found[reaction] = branches
        return found

    def _unit(self, target: int, stand: Stand, reaction: str) -> Unit:
        there = self.plan.targets[target]
        unit = there.unit
        return replace(
            unit,
            blocks=stand.blocks,
            leader=stand.led,
            hex=there.behind if stand.place else unit.hex,
            room=None if unit.room is None else max(0, unit.room - stand.place),
            dice=unit.dice and unit.dice[unit.blocks - stand.blocks :],
            square=stand.square,
            reaction=reaction,
        )

    def _results(
        self, attacker: Unit, defender: Unit, distance: int, *, possible: bool
    ) -> dict[Result, Fraction]:
        how = {"combat": "melee" if distance == 1 else "ranged", "distance": distance}
        try:
            return one_combat.combat(attacker, defender, **how, **self.plan.rules)
        except ValueError:
            pass
        forms = possible and defender.reaction == "square" and defender.kind == "infantry"
        if forms and TERRAIN[defender.hex].get("square", True):
            return self._no_die_left(attacker, defender)
        return {}

    def _no_die_left(self, attacker: Unit, square: Unit) -> dict[Result, Fraction]:
        """Cavalry that the square leaves no die: it is struck by the square, and that is all."""
        if self.plan.rules.get("square_strikes", "first") != "first":
            return {Result(0, 0): Fraction(1)}
        bare = replace(attacker, artillery=(), card=0, cards=(), moved=0)
        striker = replace(square, reaction="stand", square=True)
        try:
            struck = one_combat.combat(striker, bare, terrain_dice=self._terrain_dice)
        except ValueError:  # the square has no die either
            return {Result(0, 0): Fraction(1)}
        return added(
            (
                Result(one.defender_lost, 0, one.defender_hexes, 0, one.defender_leader),
                chance,
            )
            for one, chance in struck.items()
        )

    @property
    def _terrain_dice(self) -> str:
        return self.plan.rules.get("terrain_dice", "sum")

    def _branches(self, attacker, defender, stand, results, *, goes_on) -> Branches:
        total: Branches = {}
        for result, chance in results.items():
            gained = one_combat.banners_for(result, defender)
            lost = one_combat.banners_against(result, attacker)
            victory = None
            if goes_on and result.ground:
                left = attacker.blocks - result.attacker_lost
                victory = left, attacker.leader and result.attacker_leader == 0
            key = Branch(_after(stand, defender, result), gained, lost, victory)
            before = total.get(key, (Fraction(0), Fraction(0)))
            net = self._net(result, attacker, defender)
            total[key] = before[0] + chance, before[1] + chance * net
        return total

    def _net(self, result: Result, attacker: Unit, defender: Unit) -> Fraction:
        alone = defender.kind == "leader"
        blocks = result.defender_lost * (not alone) - result.attacker_lost
        banners = one_combat.banners_for(result, defender)
        banners -= one_combat.banners_against(result, attacker)
        leaders = int(result.defender_leader == 1) + result.defender_lost * alone
        leaders -= int(result.attacker_leader == 1)
        counts = {"block": blocks, "banner": banners, "leader": leaders, "ground": result.ground}
        return sum((Fraction(self.worth[key]) * one for key, one in counts.items()), Fraction(0))


def reach_of(attacker: Attacker, target: int) -> Reach | None:
    return next((reach for reach in attacker.reaches if reach.target == target), None)


def _after(stand: Stand, defender: Unit, result: Result) -> Stand | str:
    if result.defender_lost == defender.blocks:
        return GONE
    place = stand.place + result.defender_hexes
    if result.retired or result.defender_leader == 3 or place > 1:
        return AWAY
    led = stand.led and result.defender_leader == 0
    return Stand(place, stand.blocks - result.defender_lost, led, defender.in_square)
