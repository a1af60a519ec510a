"""Rules of thumb for battles, and the battles over which they are measured."""

from collections.abc import Callable, Mapping

import numpy as np

from combat.battle import Battle
from combat.force import Force
from combat.game import Game
from combat.rebellion_1775.colours import AMERICAN, BRITISH, NATIVES, OF_SIDE, Colour, dice_of
from combat.rebellion_1775.start_values import holding_chances
from combat.thumb_forms import Grid, Measure
from combat.thumbs import SURE_ENOUGH, Contest, Numbers, mixed, sized

MOST = 6  # defenders
SHARES = (0.45, 0.4, 0.15)  # the side's own army, its militia, its allies

Count = Callable[[Force, Mapping[str, Colour]], float]


def units(force: Force, colours: Mapping[str, Colour]) -> float:
    """Return the units of a side."""
    del colours
    return float(force.total)


def dice(force: Force, colours: Mapping[str, Colour]) -> float:
    """Return the dice that a side throws: of each colour no more than there are."""
    return float(sum(min(n, colours[name].dice) for name, n in force))


def hit_faces(force: Force, colours: Mapping[str, Colour]) -> float:
    """Return the faces that hit on the dice that a side throws."""
    return float(sum(min(n, colours[name].dice) * colours[name].faces[0] for name, n in force))


def flee_faces(force: Force, colours: Mapping[str, Colour]) -> float:
    """Return the faces that make a side's own units flee on the dice that it throws."""
    return float(sum(min(n, colours[name].dice) * colours[name].faces[1] for name, n in force))


def all_hit_faces(force: Force, colours: Mapping[str, Colour]) -> float:
    """Return the faces that would hit if every unit had a die."""
    return float(sum(n * colours[name].faces[0] for name, n in force))


def _both(count: Count) -> Callable[[Battle], Numbers]:
    def numbers(battle: Battle) -> Numbers:
        colours = dice_of(battle.settings)
        return count(battle.attacker, colours), count(battle.defender, colours)

    return numbers


def _product(first: Count, second: Count) -> Callable[[Battle], Numbers]:
    def numbers(battle: Battle) -> Numbers:
        (a, b), (c, d) = _both(first)(battle), _both(second)(battle)
        return a * c, b * d

    return numbers


def _weighed(weight: float) -> Callable[[Battle], Numbers]:
    def numbers(battle: Battle) -> Numbers:
        (a, b), (c, d) = _both(units)(battle), _both(hit_faces)(battle)
        return weight * a + c, weight * b + d

    return numbers


def _harm(battle: Battle) -> Numbers:
    """Return units times the faces that cost the enemy a unit: hits, and his own flights."""
    (a, b), (c, d), (e, f) = (_both(one)(battle) for one in (units, hit_faces, flee_faces))
    return a * (c + f), b * (d + e)


UNITS = Measure("count units", "Count the units on both sides.", _both(units))
DICE = Measure(
    "count dice",
    "Count the dice that both sides throw, of each colour what there are.",
    _both(dice),
)
HITS = Measure(
    "add up hit faces",
    "Add up the faces that hit on the dice that a side throws.",
    _both(hit_faces),
)
ALL_HITS = Measure(
    "hit faces of all units",
    "Give each unit the faces that hit on its die, whether it has a die or not, and add them up.",
    _both(all_hit_faces),
)
UNITS_HITS = Measure(
    "units times hit faces",
    "Multiply the units by the faces that hit on the dice that they throw.",
    _product(units, hit_faces),
)
TWICE, THREE, FOUR = (
    Measure(
        f"{word} units plus hit faces",
        f"Take {word} the units, and add the faces that hit on the dice that they throw.",
        _weighed(weight),
    )
    for weight, word in ((2.0, "twice"), (3.0, "three times"), (4.0, "four times"))
)
HARM = Measure(
    "units times hit and enemy flee faces",
    "Add the faces that hit on your dice and those that flee on the enemy's, and multiply by your"
    " units.",
    _harm,
)
GRID = Grid(
    times=(1.05, 1.1, 1.2),
    more=(1.0, 2.0),
    sure_times=tuple(n / 10 for n in range(11, 26)),
    sure_more=tuple(range(1, 9)),
    shortfalls=(0.4, 0.5, 0.6, 0.75, 1.0, 1.25),
    leads=(0.02, 0.03, 0.04, 0.05, 0.1, 0.15, 0.2),
    evens=(0.5, 0.45, 0.4),
)


def contests(game: Game) -> tuple[Contest, ...]:
    """Return the rules of thumb for battles."""
    measures = (UNITS, DICE, HITS, ALL_HITS, UNITS_HITS, TWICE, THREE, FOUR, HARM)
    return (
        Contest(
            name="battles",
            title="battles",
            event="the attacker holds the area",
            events=("attacker_holds",),
            drawn=(
                f"1 to {MOST} defenders, attackers from half to twice as many, British and"
                " Americans attacking equally often; a unit is of the side's army in 45 %, of its"
                " militia in 40 %, of its allies (Hessians, French) in 15 %; no natives, no event"
                " cards; fought by the usual policies for hits and withdrawals"
            ),
            draw=lambda rng, count: [_battle(game, rng) for _ in range(count)],
            known=(
                UNITS.rule(),
                DICE.rule(),
                HITS.rule(),
                UNITS_HITS.rule(),
                UNITS.demanding(SURE_ENOUGH, times=2.0),
            ),
            forms=(
                "units, dice, hit faces of the dice and of all units, units times hit faces, two to"
                " four times units plus hit faces, and units times hit faces with the enemy's flee"
                " faces; for the favourite with a demand of up to 1.2 times theirs or 2 more, for"
                " 75 % of up to 2.5 times theirs or 8 more; as a chance by shortfall (0.4 to 1.25"
                " points a per cent) or by lead (40 to 50 % at even, 2 to 20 points each)"
            ),
            candidates=lambda: tuple(GRID.rules(*measures)),
            exact=holding_chances,
        ),
    )


def _battle(game: Game, rng: np.random.Generator) -> Battle:
    attacking, defending = sized(rng, MOST)
    sides = (BRITISH, AMERICAN) if rng.random() < 0.5 else (AMERICAN, BRITISH)
    forces = [
        Force.of(mixed(rng, count, dict(zip(_colours(side), SHARES, strict=True))))
        for side, count in zip(sides, (attacking, defending), strict=True)
    ]
    return Battle(game, forces[0], forces[1])


def _colours(side: str) -> tuple[str, ...]:
    """Return army, militia and allies of a side."""
    return tuple(name for name in OF_SIDE[side] if name != NATIVES)
