"""How many fighters rise against a raid, and how many it is best to send up (AA-26)."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from combat.arrays import Floats
from combat.axis_allies.raid_rules import (
    BOMBER,
    FIGHTER,
    INTERCEPTORS_HIT_ON,
    attackers,
    damage_table,
)
from combat.axis_allies.raid_settings import ALL, BEST
from combat.axis_allies.settings import table_of
from combat.axis_allies.value import unit_worths
from combat.battle import Battle
from combat.hits import binomial_table

TIE_WITHIN = 1e-12  # IPC; of numbers as good as one another the defender sends the fewest


class Interception(NamedTuple):
    """The defender's best number of interceptors.

    ``number``: of fighters that rise; ``values``: mean net value for the attacker if 0, 1, … rise.
    """

    number: int
    values: Floats


def risen(battle: Battle) -> int:
    """Return how many of the defender's fighters rise."""
    chosen = battle["interceptors"]
    if chosen == BEST:
        return best_interception(battle).number
    return battle.defender[FIGHTER] if chosen == ALL else int(chosen)


@lru_cache(maxsize=64)
def best_interception(battle: Battle) -> Interception:
    """Find how many fighters make the attacker's mean net value smallest, fixed before all dice.

    In the one round what the interceptors hit and what the escorts hit are independent, so the
    mean for n interceptors is that of the attackers left and their bombs after the hits of n
    dice, plus that of the interceptors lost to the escorts that AA fire has left.
    """
    fighters = battle.defender[FIGHTER]
    worths = unit_worths(battle)
    flying, starts = attackers(battle)
    nodes = np.array([node for node, _ in starts])
    weights = np.array([chance for _, chance in starts])

    table = damage_table(battle)
    bombs = table @ np.arange(table.shape[1])
    value = bombs[flying.count([BOMBER])]
    for name, number in battle.attacker:
        value = value - worths[name] * (number - flying.count([name]))
    most = min(fighters, int(flying.graph.rank[0]))
    after = weights @ value[flying.graph.next(most)[nodes]]
    hits = np.minimum(np.arange(fighters + 1), most)  # more hits than there are aircraft are lost
    fire = binomial_table(fighters, INTERCEPTORS_HIT_ON)[: fighters + 1, : fighters + 1]

    kills = weights @ flying.graph.fire[nodes]
    rising = np.arange(fighters + 1)[:, None]
    absorbed = (table_of(battle.settings)[FIGHTER].hits - 1) * rising if fighters else 0
    lost = np.clip(np.arange(len(kills)) - absorbed, 0, rising) @ kills
    values = fire @ after[hits] + (worths[FIGHTER] * lost if fighters else 0.0)
    number = int(np.argmax(values <= values.min() + TIE_WITHIN))
    return Interception(number, values)


def interception_lines(battle: Battle) -> tuple[str, ...]:
    """Put the best interception in words."""
    number, values = best_interception(battle)
    fighters = len(values) - 1
    who = "all" if number == fighters else str(number) if number else "none"
    others = {0: "none", fighters: f"all {fighters}"}
    rest = [f"{values[n]:+.2f} with {text}" for n, text in others.items() if n != number]
    return (
        f"best interception: {who} of {fighters} {FIGHTER} rise, and the attacker's net value is"
        f" {values[number]:+.2f} IPC ({', '.join(rest)})",
    )
