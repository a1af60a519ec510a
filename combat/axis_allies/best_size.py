"""How large a battle with best losses is, told before anything is built."""

import math

from combat.axis_allies.losses import KEYS, free_sides
from combat.axis_allies.settings import table_of
from combat.battle import Battle
from combat.engine import EXACT_WORK
from combat.force import Force
from combat.game import ATTACKER, ROLES

MOST_MEMORY = 4e8  # bytes of the tables of whom to give up
MOST_ROUNDS = 60  # each with tables of its own

# multiplications that these count for, fitted to times from 0.06 to 2 s: a product of the means,
# a choice of the defender for each attacker, one of the attacker for each defender and number of
# hits, a pair of ranks whatever their size, a mix of units
PRODUCT, CHOICE, OWN, RANKS, MIX = 1.5, 100.0, 10.0, 6.5e5, 4e5


def solved_as_game(battle: Battle) -> bool:
    """Whether best losses are solved for as a game; else the best of all orders is found."""
    rounds = _rounds(battle)
    if rounds is not None and rounds > MOST_ROUNDS:
        return False
    return game_work(battle) <= EXACT_WORK and _memory(battle) <= MOST_MEMORY


def game_work(battle: Battle) -> float:
    """Multiplications that it takes to solve a battle with best losses and to follow it."""
    (attackers, ranks), (defenders, others) = (_size(battle, side) for side in ROLES)
    hits, losses = _dice(battle.attacker), _dice(battle.defender)
    pairs = attackers * defenders
    options = len(battle.attacker.units) if free_sides(battle)[0] else 1
    once = (
        PRODUCT * pairs * defenders * losses
        + CHOICE * attackers * _choices(battle, defenders, min(hits, others))
        + OWN * pairs * losses * options
        + RANKS * ranks * others
        + MIX * (attackers + defenders)
    )
    return once * (_rounds(battle) or 1)


def nodes(battle: Battle) -> tuple[float, float]:
    """Return how many mixes of units may be left of attacker and defender."""
    return _size(battle, ROLES[0])[0], _size(battle, ROLES[1])[0]


def _memory(battle: Battle) -> float:
    (attackers, _), (defenders, _) = (_size(battle, side) for side in ROLES)
    a, d = _dice(battle.attacker) + 1, _dice(battle.defender) + 1
    return attackers * defenders * (d + 4.0 * a) * (_rounds(battle) or 1)


def _rounds(battle: Battle) -> int | None:
    limits = [n for n in (battle["rounds"], battle["retreat"].after) if n is not None]
    return min(limits) if limits else None


def _dice(force: Force) -> int:
    return force.total


def _size(battle: Battle, side: str) -> tuple[float, int]:
    """Return nodes of a side, and the most hits that it can take."""
    table = table_of(battle.settings)
    force = battle.attacker if side == ATTACKER else battle.defender
    counts = [(n, table[name].hits) for name, n in force if table[name].domain != "gun"]
    hits = sum(n * each for n, each in counts)
    if battle[KEYS[side]] == "best":
        absorbed = sum(n * (each - 1) for n, each in counts)
        return float(math.prod(n + 1 for n, _ in counts) + absorbed), hits
    ways = 1
    if side == ATTACKER and any(table[name].is_gun for name, _ in battle.defender):
        ways = math.prod(force[name] + 1 for name in table.of_domain("air"))
    return float((hits + 1) * ways), hits


def _choices(battle: Battle, defenders: float, hits: int) -> float:
    """Pairs of what the defender has before and after his losses."""
    if not free_sides(battle)[1]:
        return defenders * hits
    table = table_of(battle.settings)
    counts = [n for name, n in battle.defender if table[name].domain != "gun"]
    return float(math.prod((n + 1) * (n + 2) / 2 for n in counts))
