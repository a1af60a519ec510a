"""Many landings with ships that bombard, from one solve (AA-21).

Victims of bombardment are named before round 1, take no further hits, fire in that round and leave
at its end. So round 1 is one step back from the values of the battle without them, the defender's
dice being those of all who were there.
"""

from collections.abc import Sequence

import numpy as np

from combat.arrays import Floats, Ints
from combat.attrition.duel import Duel
from combat.attrition.duel_odds import Attrition
from combat.axis_allies.family import Worths
from combat.axis_allies.fronts.sent import Sent
from combat.axis_allies.land import Army, army
from combat.axis_allies.losses import Segments
from combat.axis_allies.settings import table_of
from combat.axis_allies.shots import Volleys
from combat.axis_allies.units import SIDES_OF_DIE
from combat.battle import Battle
from combat.engine import EXACT_WORK
from combat.game import ATTACKER, DEFENDER
from combat.hits import dice_pmf


def bombarded_means(
    battle: Battle, forces: Sequence[Sent], worths: Sequence[Worths]
) -> list[Floats] | None:
    """Return mean worths of the end of each landing, none of them with retreat.

    Parameters
    ----------
    battle : Battle
        The front's defender and settings.
    forces : sequence of Sent
        Each with ships that bombard, and units that land.
    worths : sequence of callable
        As in `combat.axis_allies.family.land_means`.

    Returns
    -------
    list of float array, shape (forces,), or None
        One for each of `worths`; None with a limit of rounds, and where it takes too long.
    """
    counts = dict(battle.defender)
    volleys = Volleys()
    shots = volleys.shoot(battle, [sent.force for sent in forces], counts)
    if battle["rounds"] is not None or shots is None:
        return None
    ships = [strongest(battle, sent) for sent in forces]
    left = without_victims(battle, max(map(len, ships)))
    mine = army(battle, ATTACKER, volleys.left)
    theirs = army(battle, DEFENDER, left)
    duel = Duel(mine.graph, theirs.graph, np.zeros((1, 2), dtype=np.int64), np.ones(1))
    if duel.work > EXACT_WORK:
        return None
    engine, first = Attrition.of(duel), _FirstRound(mine, theirs, left)
    nodes, kinds = volleys.nodes(mine), {kind: at for at, kind in enumerate(dict.fromkeys(ships))}
    hits = np.stack([_hits(kind, len(left)) for kind in kinds], axis=1)
    of_kind = np.array([kinds[kind] for kind in ships])
    found = []
    for worth in worths:
        values = first.values(engine.start_values(duel, worth(mine, theirs)))
        means = shots.means((values @ hits)[nodes])
        found.append(means[np.arange(len(forces)), of_kind])
    return found


def strongest(battle: Battle, sent: Sent) -> tuple[int, ...]:
    """Return what the ships that may bombard hit on, the strongest first: one a landed unit."""
    table = table_of(battle.settings)
    values = sorted(
        (table[name].attack for name, n in sent.bombard for _ in range(n)), reverse=True
    )
    return tuple(values[: sent.landed.total])


def without_victims(battle: Battle, most: int) -> list[dict[str, int]]:
    """Return the defender with 0 … `most` victims of bombardment, which hits land units only."""
    table, counts = table_of(battle.settings), dict(battle.defender)
    segments = Segments.of(battle, DEFENDER, set(counts))
    columns = segments.order.columns(segments.groups)
    row = list(segments.order.split(counts, segments.groups))
    found = [dict(counts)]
    for at, (name, _) in enumerate(columns):
        if table[name].domain in ("land", "casualty gun"):
            for _ in range(row[at]):
                found.append({**found[-1], name: found[-1][name] - 1})
    return found[: most + 1]


def _hits(values: tuple[int, ...], length: int) -> Floats:
    """Chance of each number of victims, shape (length,); excess hits are lost."""
    pools = np.zeros((1, SIDES_OF_DIE + 1), dtype=np.int64)
    for value in values:
        pools[0, value] += 1
    hits = dice_pmf(pools)[0]
    found = np.zeros(length)
    np.add.at(found, np.minimum(np.arange(len(hits)), length - 1), hits)
    return found


class _FirstRound:
    """Round 1 from each attacker node, by number of victims, in which the victims still fire."""

    def __init__(self, mine: Army, theirs: Army, left: Sequence[dict[str, int]]) -> None:
        self.mine, self.theirs = mine, theirs
        self.columns: Ints = np.array([theirs.node(counts) for counts in left])

    def values(self, after: Floats) -> Floats:
        """Return mean values at the start, of the values once round 1 is over.

        Parameters
        ----------
        after : float array, shape (attacker nodes, defender nodes)

        Returns
        -------
        float array, shape (attacker nodes, victims + 1)
        """
        attacker, defender = self.mine.graph, self.theirs.graph
        fire = defender.fire[self.columns[0]]
        lost = attacker.next(len(fire) - 1)
        dealt = defender.next(attacker.most_hits)[self.columns]
        found = np.zeros((len(attacker), len(self.columns)))
        for hits, chance in enumerate(fire):
            if chance:
                values = after[lost[:, hits]]
                for victims, nodes in enumerate(dealt):
                    mean = np.einsum("ah,ah->a", attacker.fire, values[:, nodes])
                    found[:, victims] += chance * mean
        return found
