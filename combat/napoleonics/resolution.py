"""What hits and flags do to a unit and its leader (CC-03, CC-04, CC-30).

1. A block a hit, no more than there are.
2. The leader of a unit that has lost blocks is checked: on two dice if it is still there, on one
   if it is gone.
3. Flags, if the unit is still there: less those ignored, so many hexes each.
4. A block for each hex that it cannot retreat; the leader is checked if he has not been yet.
5. A leader without a unit goes away, leaves the map, or is lost where there is no way out.
"""

from __future__ import annotations

import numpy as np

from combat.arrays import Bools, Ints
from combat.napoleonics.setups import LEFT_MAP, LOST, Targets
from combat.napoleonics.situation import ATTACKER, Situation

BOTH, ONE = 2, 1  # sabres that a check needs (CC-30)


def struck(
    here: Situation,
    who: str,
    hits: Ints,
    flags: Ints,
    sabres: Ints,
    due: Bools,
    bonus: bool,
) -> dict[str, Ints | int]:
    """Return the columns of a unit after a strike.

    Parameters
    ----------
    here : Situation
    who : str
        Who is struck.
    hits, flags, sabres : (rows,) int
        Of the battle dice; and an outcome of `LeaderCheck`.
    due : (rows,) bool
        Where a leader is to be checked if blocks are lost.
    bonus : bool
        Whether it is the bonus melee.
    """
    target, battle = here.target(who, bonus=bonus), here.battle
    left = here.left(who)
    by_hits = np.minimum(hits, left)
    gone = by_hits == left
    checked = due & (by_hits > 0)
    lost = checked & fails(sabres, gone)
    led = here.led(who, bonus=bonus)
    going = np.where(gone, 0, hexes(here, target, flags, led & ~lost, bonus=bonus))
    away = np.minimum(going, target.room[battle, here.reaction(bonus=bonus)])
    off = target.alone[battle] & (target.end[battle] == LEFT_MAP) & (going > away)
    away = np.where(off, going, away)  # a leader alone who is sent off the map is not lost
    by_flags = np.minimum(going - away, left - by_hits)
    gone_now = by_hits + by_flags == left
    late = due & ~checked & (by_flags > 0)
    lost = lost | (late & fails(sabres, gone_now))
    fate = np.where(lost, LOST, np.where((gone_now & led) | off, target.end[battle], 0))
    columns: dict[str, Ints | int] = {
        f"{who}_lost": here[f"{who}_lost"] + by_hits + by_flags,
        f"{who}_hexes": np.where(gone_now, 0, away),
        f"{who}_leader": np.maximum(here[f"{who}_leader"], fate),
    }
    if who == ATTACKER:
        columns["checked"] = here["checked"] | checked | late
    return columns


def fails(sabres: Ints, gone: Bools) -> Bools:
    """Return where a check loses the leader: one sabre if his unit is gone, else two (CC-30)."""
    return sabres >= np.where(gone, ONE, BOTH)


def hexes(here: Situation, target: Targets, flags: Ints, led: Bools, *, bonus: bool) -> Ints:
    """Return the hexes that flags send a unit back, (rows,)."""
    battle, reaction = here.battle, here.reaction(bonus=bonus)
    ignored = target.ignored[battle, reaction] + target.by_leader[battle, reaction] * led
    heeded = np.maximum(flags - ignored, 0)
    first, further = target.first[battle], target.further[battle]
    return np.where(heeded > 0, first + (heeded - 1) * further, 0)
