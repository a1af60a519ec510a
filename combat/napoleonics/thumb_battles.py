"""The combats over which rules of thumb are measured: how they are drawn, and their exact odds."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from combat.arrays import Bools, Floats
from combat.battle import Battle
from combat.errors import WargameError
from combat.game import Game
from combat.napoleonics.fates import Fates
from combat.napoleonics.rules import CombatRules
from combat.napoleonics.setups import Setups
from combat.napoleonics.situation import ATTACKER, DEFENDER
from combat.napoleonics.strength import MELEE, RANGED
from combat.napoleonics.terrain import CLEAR, Terrain, shipped_terrains
from combat.napoleonics.unit import Unit
from combat.napoleonics.units import ARTILLERY, CAVALRY, INFANTRY, UnitType, shipped_nations
from combat.stages.exact import distribution

NATIONS = ("French", "British")
ARMS = {MELEE: {INFANTRY: 0.7, CAVALRY: 0.3}, RANGED: {INFANTRY: 0.7, ARTILLERY: 0.3}}
TARGETS = {INFANTRY: 0.7, CAVALRY: 0.2, ARTILLERY: 0.1}
HEXES = {CLEAR: 0.5, "hill": 0.2, "forest": 0.2, "town": 0.1}
LEADER, SUPPORT, MOVED = 0.2, 0.25, 0.5  # chances to be there
FARTHEST = 3  # hexes
MELEES = (
    "French and British attack equally often, in melee: infantry in 70 %, cavalry in 30 %, against"
    " infantry in 70 %, cavalry in 20 %, artillery in 10 %; any type of the nation's table, with"
    " any number of its blocks; half of the attackers have moved, a leader is with a fifth of all"
    " units, two friends stand beside a quarter of the targets; the target's hex is clear in 50 %,"
    " hill in 20 %, forest in 20 %, a town in 10 %; nobody forms square, strikes first or retires;"
    " no cards"
)
BOTH = f"{MELEES}; in half of them the attack is fire by infantry at 2 hexes or artillery at 2 or 3"


def melees(game: Game, rng: np.random.Generator, count: int) -> list[Battle]:
    """Draw melees."""
    return [_legal(game, rng, MELEE) for _ in range(count)]


def attacks(game: Game, rng: np.random.Generator, count: int) -> list[Battle]:
    """Draw melees and fire, either as likely."""
    return [_legal(game, rng, MELEE if rng.random() < 0.5 else RANGED) for _ in range(count)]


def _legal(game: Game, rng: np.random.Generator, combat: str) -> Battle:
    """Draw until the rules allow the combat: until dice are left, above all."""
    while True:
        try:
            return _drawn(game, rng, combat)
        except WargameError:
            continue


def _drawn(game: Game, rng: np.random.Generator, combat: str) -> Battle:
    first, second = NATIONS if rng.random() < 0.5 else NATIONS[::-1]
    kind, target = _kind(rng, first, ARMS[combat]), _kind(rng, second, TARGETS)
    attacker = Unit(
        kind,
        int(rng.integers(1, kind.blocks + 1)),
        leader=bool(rng.random() < LEADER),
        moved=int(kind.arm != ARTILLERY and rng.random() < MOVED),
    )
    defender = Unit(
        target,
        int(rng.integers(1, target.blocks + 1)),
        leader=bool(rng.random() < LEADER),
        hex=_hex(rng),
        support=bool(rng.random() < SUPPORT),
    )
    settings: dict[str, Any] = {"combat": combat}
    if combat == RANGED:
        farthest = FARTHEST if kind.arm == ARTILLERY else 2
        settings["range"] = int(rng.integers(2, farthest + 1))
    return Battle(game, attacker, defender, settings)


def _kind(rng: np.random.Generator, nation: str, arms: Mapping[str, float]) -> UnitType:
    arm = str(rng.choice(list(arms), p=list(arms.values())))
    kinds = [
        one for one in shipped_nations().units.values() if (one.nation, one.arm) == (nation, arm)
    ]
    return kinds[int(rng.integers(len(kinds)))]


def _hex(rng: np.random.Generator) -> Terrain:
    name = str(rng.choice(list(HEXES), p=list(HEXES.values())))
    return shipped_terrains().terrains[name]


def _solved(battles: Sequence[Battle], *of: Callable[[Fates], Bools]) -> list[Floats]:
    """Return the chances of what final rows show in each combat, all at once."""
    setups = Setups.of(battles)
    rules = CombatRules(setups)
    final = distribution(rules, rules.starts(), {})
    fates = Fates(setups, final.states)
    return [final.expected(one(fates).astype(float)) for one in of]


def _ahead(fates: Fates) -> Bools:
    return fates.lost(DEFENDER) > fates.lost(ATTACKER)


def _behind(fates: Fates) -> Bools:
    return fates.lost(DEFENDER) < fates.lost(ATTACKER)


def better_off(battles: Sequence[Battle]) -> Floats:
    """Return the chance that the target loses more blocks, of those that losses differ at all."""
    ahead, behind = _solved(battles, _ahead, _behind)
    return ahead / (ahead + behind)


def eliminated(battles: Sequence[Battle]) -> Floats:
    """Return the chance that the target is eliminated."""
    return _solved(battles, lambda fates: fates.eliminated(DEFENDER))[0]


def driven_out(battles: Sequence[Battle]) -> Floats:
    """Return the chance that the target is eliminated or leaves its hex by flags."""
    return _solved(battles, lambda fates: ~fates.stands & ~fates.retires)[0]
