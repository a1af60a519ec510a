"""Rules of thumb for battles, and the battles over which they are measured."""

from collections.abc import Callable, Sequence

import numpy as np

from combat.arrays import Floats
from combat.battle import Battle
from combat.game import Game
from combat.stages.exact import distribution
from combat.thumb_forms import Grid, Measure
from combat.thumbs import SURE_ENOUGH, Contest, Numbers
from combat.washingtons_war.changes import CARD_DRMS
from combat.washingtons_war.fates import Fates
from combat.washingtons_war.generals import AMERICAN, BRITISH, RATINGS, General
from combat.washingtons_war.measures import EVENTS
from combat.washingtons_war.rules import WarRules
from combat.washingtons_war.setups import Setups, drm_of
from combat.washingtons_war.troops import (
    BATTLE_CARD,
    DISCARD,
    MODIFIERS,
    MOST_MOVED,
    NONE,
    Troops,
)

WINS = "attacker_wins"
LED, REGULARS, NAVY, MILITIA = 0.7, 0.8, 0.25, 0.5  # chances to be there
CARDS = {NONE: 0.6, DISCARD: 0.2, BATTLE_CARD: 0.2}

Weight = Callable[[General, int], float]


def whole(general: General, cu: int) -> float:
    """Return a rating as it stands, never above the CUs."""
    return float(min(general.battle, cu))


def halved(general: General, cu: int) -> float:
    """Return half a rating, rounded down, never above the CUs."""
    return float(min(general.battle // 2, cu))


def middle(general: General, cu: int) -> float:
    """Return the mean of both, for a die decides which of them counts."""
    return (whole(general, cu) + halved(general, cu)) / 2


def none(general: General, cu: int) -> float:
    """Return nothing, whoever leads."""
    del general, cu
    return 0.0


def _cu(battle: Battle) -> Numbers:
    return float(battle.attacker.cu), float(battle.defender.cu)


def _sum(weight: Weight) -> Callable[[Battle], Numbers]:
    def numbers(battle: Battle) -> Numbers:
        return _of(battle.attacker, weight), _of(battle.defender, weight)

    return numbers


def _of(troops: Troops, weight: Weight) -> float:
    rating = weight(troops.general, troops.cu) if troops.general else 0.0
    return troops.cu + rating + drm_of(troops) + CARD_DRMS.get(troops.card, 0)


COUNT = Measure("count CUs", "Count the CUs on both sides.", _cu, enough=True)
WITHOUT = Measure(
    "sum without generals",
    "Add up CUs, modifiers and cards, and leave the generals out.",
    _sum(none),
    enough=True,
)
WHOLE = Measure(
    "whole sum",
    "Add up CUs, the general's rating, modifiers and cards.",
    _sum(whole),
    enough=True,
)
HALF = Measure(
    "sum with half the rating",
    "Add up CUs, half the general's rating (rounded down), modifiers and cards.",
    _sum(halved),
    enough=True,
)
MIDDLE = Measure(
    "sum with the middle rating",
    "Add up CUs, the rating half-way between whole and half, modifiers and cards.",
    _sum(middle),
    enough=True,
)
GRID = Grid(
    more=(-1.0, -0.5, 0.5, 1.0),
    sure_more=(0.5, 1.0, 1.5, 2.0, 2.5, 3.0),
    leads=(0.1, 0.11, 0.12, 0.13, 0.14),
    evens=(0.5, 0.55, 0.58, 0.6),
)


def contests(game: Game) -> tuple[Contest, ...]:
    """Return the rules of thumb for battles."""
    measures = (COUNT, WITHOUT, HALF, WHOLE, MIDDLE)
    return (
        Contest(
            name="battles",
            title="battles",
            event="the attacker wins the battle",
            events=(WINS,),
            drawn=(
                f"British and Americans attack equally often, with 1 to {MOST_MOVED} CUs; as many"
                " defenders, in 7 of 10 battles with a general (without one at least 2 CUs, who are"
                " not overrun); ratings from 1 to 6; the British have the regulars' bonus in 8 of"
                " 10 battles and the navy's in a quarter; militia help one side in half of them;"
                " each side discards a card in a fifth and plays a battle card in a fifth; nobody"
                " intercepts or retreats before the battle"
            ),
            draw=lambda rng, count: [_battle(game, rng) for _ in range(count)],
            known=(
                COUNT.rule(),
                WITHOUT.rule(),
                WHOLE.rule(),
                MIDDLE.rule(),
                WHOLE.demanding(SURE_ENOUGH, more=2.0),
                MIDDLE.demanding(SURE_ENOUGH, more=2.0),
            ),
            forms=(
                "CUs, and sums of CUs, modifiers and cards with none of the rating, half, all and"
                " the middle of it; for the favourite with a demand from 1 less to 1 more than"
                " theirs, for 75 % from 0.5 to 3 more; as a chance of 50 to 60 % at even and 10 to"
                " 14 points for each one ahead"
            ),
            candidates=lambda: tuple(GRID.rules(*measures)),
            exact=_exact,
        ),
    )


def _exact(battles: Sequence[Battle]) -> Floats:
    setups = Setups.of(battles)
    rules = WarRules(setups)
    final = distribution(rules, rules.starts(), {})
    return final.expected(EVENTS[WINS](Fates(setups, final.states)).astype(float))


def _battle(game: Game, rng: np.random.Generator) -> Battle:
    nations = (BRITISH, AMERICAN) if rng.random() < 0.5 else (AMERICAN, BRITISH)
    helped = int(rng.integers(2)) if rng.random() < MILITIA else None
    attacker = _troops(rng, nations[0], led=True, militia=helped == 0)
    led = bool(rng.random() < LED)
    return Battle(game, attacker, _troops(rng, nations[1], led=led, militia=helped == 1))


def _troops(rng: np.random.Generator, nation: str, *, led: bool, militia: bool) -> Troops:
    cu = int(rng.integers(1 if led else 2, MOST_MOVED + 1))
    battle, agility = (int(rng.integers(low, high + 1)) for low, high in _ratings())
    british = nation == BRITISH
    there = {
        "regulars": british and rng.random() < REGULARS,
        "navy": british and rng.random() < NAVY,
        "militia": militia,
    }
    return Troops(
        nation,
        cu,
        general=General(battle, agility) if led else None,
        modifiers=tuple(word for word in MODIFIERS if there.get(word)),
        card=str(rng.choice(list(CARDS), p=list(CARDS.values()))),
    )


def _ratings() -> tuple[tuple[int, int], tuple[int, int]]:
    return RATINGS["battle"], RATINGS["agility"]
