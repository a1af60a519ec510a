"""A strategic bombing raid, step by step as the rulebook has it (AA-25, AA-26).

1. The defender has fixed how many fighters rise (AA-26): `combat.axis_allies.interception`.
2. AA guns shoot once: a die for each bomber and each escort, rolled apart (AA-03): `volley` of a
   land battle, whose results are the starts of what follows.
3. If fighters have risen, both sides fire one round at once: escorts hit on 1, interceptors on 2,
   bombers never; owners choose their losses (AA-04): a duel of one round, `raid_duel`.
4. Each bomber left rolls a die, and the sum is damage; the complex can have no more than twice the
   income of its territory (AA-25): `damage_table`.

All of it is dice whatever the battle's `dice` say (AA-56).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from combat.arrays import Floats
from combat.attrition.duel import Duel
from combat.attrition.sides import SideGraph
from combat.axis_allies.land import Army, Counts, army, volley
from combat.axis_allies.units import SIDES_OF_DIE
from combat.battle import Battle
from combat.game import ATTACKER, DEFENDER
from combat.hits import dice_pmf

BOMBER, FIGHTER = "bmr", "ftr"
ESCORTS_HIT_ON, INTERCEPTORS_HIT_ON, BOMBERS_HIT_ON = 1, 2, 0
MOST_DAMAGE = 2  # times the income of the territory


def is_raid(battle: Battle) -> bool:
    """Whether the battle is a bombing raid."""
    return battle["raid"] is not None


def damage_limit(battle: Battle) -> int:
    """Return the most damage that the complex can have (AA-25)."""
    return MOST_DAMAGE * int(battle["raid"])


def attackers(battle: Battle) -> tuple[Army, list[tuple[int, float]]]:
    """Bombers and escorts, and the nodes at which AA fire leaves them, with their chances."""
    shot = volley(battle, dict(battle.attacker), dict(battle.defender))
    hits_on = {FIGHTER: ESCORTS_HIT_ON, BOMBER: BOMBERS_HIT_ON}
    flying = _flying(battle, ATTACKER, [left for left, _ in shot], hits_on)
    return flying, [(flying.node(left), chance) for left, chance in shot]


def raid_duel(battle: Battle, interceptors: int) -> tuple[Duel, Army, Army]:
    """Make the duel of one round that a raid is before the bombs fall, and the two sides in it.

    Parameters
    ----------
    battle : Battle
    interceptors : int
        Fighters that have risen; without any there is no round.
    """
    attacker, starts = attackers(battle)
    risen = {FIGHTER: interceptors}
    defender = _flying(battle, DEFENDER, [risen], {FIGHTER: INTERCEPTORS_HIT_ON})
    whole = defender.node(risen)
    duel = Duel(
        attacker.graph,
        defender.graph,
        np.array([(node, whole) for node, _ in starts], dtype=np.int64),
        np.array([chance for _, chance in starts]),
        round_limit=1,
    )
    return duel, attacker, defender


def _flying(
    battle: Battle, side: str, starts: Sequence[Counts], hits_on: Mapping[str, int]
) -> Army:
    """Build a side's graph with what its aircraft hit on in a raid."""
    made = army(battle, side, starts)
    pools = np.zeros((len(made.units), SIDES_OF_DIE + 1), dtype=np.int64)
    for column, name in enumerate(made.names):
        pools[:, hits_on[name]] += made.units[:, column]
    graph = SideGraph(made.graph.nodes, dice_pmf(pools), pools.sum(axis=1) > 0)
    return replace(made, graph=graph)


def damage_table(battle: Battle) -> Floats:
    """Distributions of the damage that 0, 1, … bombers do.

    Returns
    -------
    float array, shape (bombers + 1, most damage + 1)
        Row b, column d: chance that b bombers do d points; what is above the limit is not done.

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> (6 * damage_table(parse_battle("aa", "1 bmr v none | raid=2"))).round().astype(int)
    array([[6, 0, 0, 0, 0],
           [0, 1, 1, 1, 3]])
    """
    bombers = battle.attacker[BOMBER]
    room = min(damage_limit(battle) - battle["damage"], SIDES_OF_DIE * bombers)
    table = np.zeros((bombers + 1, room + 1))
    table[0, 0] = 1.0
    for number in range(1, bombers + 1):
        for face in range(1, SIDES_OF_DIE + 1):
            short = max(0, room - face)  # from here on this face reaches the limit
            table[number, face:room] += table[number - 1, :short]
            table[number, room] += table[number - 1, short:].sum()
        table[number] /= SIDES_OF_DIE
    return table
