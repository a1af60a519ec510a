"""Rules of thumb for battles on land and at sea, and the battles over which they are measured."""

from collections.abc import Callable

import numpy as np

from combat.axis_allies.settings import table_of
from combat.battle import Battle
from combat.force import Force
from combat.game import Game
from combat.thumb_forms import Grid, Measure
from combat.thumbs import Contest, Numbers, Thumb, mixed, sized

LAND_ATTACK = {"inf": 0.45, "art": 0.15, "arm": 0.2, "ftr": 0.15, "bmr": 0.05}
LAND_DEFENCE = {"inf": 0.5, "art": 0.1, "arm": 0.2, "ftr": 0.17, "bmr": 0.03}
WITH_GUN = 0.3
SEA_ATTACK = {"ss": 0.28, "dd": 0.28, "ca": 0.12, "cv": 0.05, "bb": 0.1, "ftr": 0.13, "bmr": 0.04}
SEA_DEFENCE = {"ss": 0.25, "dd": 0.3, "ca": 0.12, "cv": 0.08, "bb": 0.12, "ftr": 0.13}
ON_A_CARRIER = 2  # fighters
MOST_ON_LAND, MOST_AT_SEA = 12, 7  # defenders
WINS = ("territory_taken", "cleared_not_taken")


def units(battle: Battle) -> Numbers:
    """Return the units that can be lost on both sides; AA guns are none."""
    return _count(battle, battle.attacker), _count(battle, battle.defender)


def _count(battle: Battle, force: Force) -> float:
    table = table_of(battle.settings)
    return float(sum(n for name, n in force if not table[name].is_gun))


def hits(battle: Battle) -> Numbers:
    """Return the hits that both sides can take: a battleship takes two."""
    table = table_of(battle.settings)

    def taken(force: Force) -> float:
        return float(sum(n * table[name].hits for name, n in force if not table[name].is_gun))

    return taken(battle.attacker), taken(battle.defender)


def pips(battle: Battle) -> Numbers:
    """Return the sums of what units hit on, infantry with artillery one more in attack."""
    table = table_of(battle.settings)
    attack = sum(n * table[name].attack for name, n in battle.attacker)
    helped = sum(n for name, n in battle.attacker if table[name].supported)
    helpers = sum(n for name, n in battle.attacker if table[name].supports)
    defence = sum(n * table[name].defence for name, n in battle.defender)
    return float(attack + min(helped, helpers)), float(defence)


def _times(first: Callable[[Battle], Numbers]) -> Callable[[Battle], Numbers]:
    def product(battle: Battle) -> Numbers:
        (a, b), (c, d) = first(battle), pips(battle)
        return a * c, b * d

    return product


def _plus(first: Callable[[Battle], Numbers], weight: float) -> Callable[[Battle], Numbers]:
    def total(battle: Battle) -> Numbers:
        (a, b), (c, d) = first(battle), pips(battle)
        return weight * a + c, weight * b + d

    return total


UNITS = Measure("count units", "Count the units on both sides, AA guns aside.", units)
PIPS = Measure(
    "add up pips",
    "Add up what each unit hits on (the 'punch'), infantry with an artillery at 2.",
    pips,
)
UNITS_PIPS = Measure(
    "units times pips", "Multiply the number of units by the sum of their pips.", _times(units)
)
SUMS = {1.0: "units", 2.0: "twice units", 3.0: "three times units"}
UNITS_PLUS = tuple(
    Measure(f"{name} plus pips", f"Take {name}, and add the pips.", _plus(units, weight))
    for weight, name in SUMS.items()
)
HITS = Measure(
    "count hits", "Count the hits that both sides can take: a battleship takes two.", hits
)
HITS_PIPS = Measure(
    "hits times pips",
    "Multiply the hits that a side can take by the sum of its pips.",
    _times(hits),
)
HITS_PLUS = tuple(
    Measure(
        f"{name.replace('units', 'hits')} plus pips",
        f"Take {name.replace('units', 'hits')} (a battleship takes two), and add the pips.",
        _plus(hits, weight),
    )
    for weight, name in SUMS.items()
)
SOURCES = {
    UNITS.name: "players' forums: 'the side with more units wins'",
    PIPS.name: "players' articles: the 'punch formula', 'die points'; several calculators",
    UNITS_PLUS[1].name: "players' forums: the 'army power function' 2U + C",
    UNITS_PIPS.name: "Lanchester's square law",
    HITS.name: "players' forums: 'hits' of a fleet",
}
OF_ANOTHER_GAME = Thumb(
    "two more than 86 % of the defenders",
    "Count the units: the attacker is the favourite with two more than 86 % of the defenders.",
    units,
    "players of Risk, who count armies",
    times=0.86,
    more=2.0,
    enough=True,
)
GRID = Grid(
    times=(1.1, 1.2),
    more=(1, 2),
    sure_times=tuple(n / 10 for n in range(11, 21)),
    sure_more=tuple(range(1, 9)),
    shortfalls=(0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0),
    leads=(0.03, 0.04, 0.05, 0.06, 0.08, 0.1),
)
FORMS = (
    "{counts}, pips, their product, and one, two or three times {counts} plus pips; for the"
    " favourite with a demand of up to 1.2 times theirs or 2 more, for 75 % of up to twice theirs"
    " or 8 more; as a chance by shortfall (0.5 to 3 points a per cent) or by lead (3 to 10 points"
    " each)"
)


def contests(game: Game) -> tuple[Contest, ...]:
    """Return the rules of thumb for battles on land, and for battles at sea."""
    return (_land(game), _sea(game))


def _sourced(measure: Measure) -> Thumb:
    return measure.rule(SOURCES.get(measure.name, ""))


def _land(game: Game) -> Contest:
    measures = (UNITS, PIPS, UNITS_PIPS, *UNITS_PLUS)
    known = (UNITS, PIPS, UNITS_PLUS[1], UNITS_PIPS)
    return Contest(
        name="land",
        title="battles on land",
        event="the attacker wins: no defender is left, and a unit of the attacker's is",
        events=WINS,
        drawn=(
            f"1 to {MOST_ON_LAND} defenders, attackers from half to twice as many, among them a"
            " land unit; a unit is infantry in 45 % (defender 50 %), artillery 15 % (10 %), a tank"
            " 20 %, a fighter 15 % (17 %), a bomber 5 % (3 %); three battles in ten with one AA"
            " gun; fought to the end, losses in the usual order"
        ),
        draw=lambda rng, count: [_land_battle(game, rng) for _ in range(count)],
        known=(
            *map(_sourced, known),
            OF_ANOTHER_GAME,
        ),
        forms=FORMS.format(counts="units"),
        candidates=lambda: tuple(GRID.rules(*measures)),
    )


def _land_battle(game: Game, rng: np.random.Generator) -> Battle:
    while True:
        attacking, defending = sized(rng, MOST_ON_LAND)
        attackers = mixed(rng, attacking, LAND_ATTACK)
        defenders = mixed(rng, defending, LAND_DEFENCE)
        gun = {"aa": 1} if rng.random() < WITH_GUN else {}
        if not attackers.keys() <= {"ftr", "bmr"}:
            return Battle(game, Force.of(attackers), Force.of(defenders | gun))


def _sea(game: Game) -> Contest:
    measures = (UNITS, HITS, PIPS, UNITS_PIPS, HITS_PIPS, *HITS_PLUS)
    known = (UNITS, HITS, PIPS, UNITS_PIPS, HITS_PIPS)
    return Contest(
        name="sea",
        title="battles at sea",
        event="the attacker wins: the sea zone is cleared, and a unit of the attacker's is left",
        events=("cleared_not_taken",),
        drawn=(
            f"1 to {MOST_AT_SEA} defenders, attackers from half to twice as many; a unit is a"
            " submarine in 28 % (defender 25 %), a destroyer 28 % (30 %), a cruiser 12 %, a carrier"
            " 5 % (8 %), a battleship 10 % (12 %), a fighter 13 %, a bomber 4 % (none); no more"
            " defending fighters than carriers hold; fought to the end, nobody submerges, losses in"
            " the usual order"
        ),
        draw=lambda rng, count: [_sea_battle(game, rng) for _ in range(count)],
        known=tuple(map(_sourced, known)),
        forms=FORMS.format(counts="hits"),
        candidates=lambda: tuple(GRID.rules(*measures)),
    )


def _sea_battle(game: Game, rng: np.random.Generator) -> Battle:
    while True:
        attacking, defending = sized(rng, MOST_AT_SEA)
        attackers = mixed(rng, attacking, SEA_ATTACK)
        defenders = mixed(rng, defending, SEA_DEFENCE)
        room = ON_A_CARRIER * defenders.get("cv", 0)
        defenders["ftr"] = min(room, defenders.get("ftr", 0))
        ships = Force.of(defenders)
        if ships:
            return Battle(game, Force.of(attackers), ships)
