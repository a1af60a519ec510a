"""A smaller party that keeps a wanted chance, where the cheapest one is not searched for.

A landing after a battle at sea has too many parties: who fights at sea, who lands, who flies where.
So units leave the largest party one by one, the dearest first, as long as the chance stays: once
whatever they are, once ships before others, once aircraft, once land units. The cheapest of what is
left has the chance, and is not proven to be the cheapest of all.

A unit more never makes a chance smaller, so of units alike that begin in one place the number that
can be spared is found by bisection.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from combat.axis_allies.attack.attack import Attack, Chance, attack
from combat.axis_allies.attack.cheapest import ALIKE, Cheapest
from combat.axis_allies.attack.sea_first import Memo
from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.parties import BOMBARD, Arrival, Party
from combat.axis_allies.reach.reach import fits

MOST_TRIALS = 60  # parties that are tried
FIRST = ("", "sea", "air", "land")  # whose units go first
TRANSPORT = "transport"

Key = tuple[str, str, str]  # place, unit, way


def trimmed(
    start: Attack,
    wanted: float,
    *,
    settings: Mapping[str, str],
    new_carriers: tuple[str, ...] = (),
    rng: Chance = None,
    memo: Memo | None = None,
) -> Cheapest:
    """Take units out of an attack that has a wanted chance as long as it has it.

    Parameters
    ----------
    start : Attack
    wanted : float
    settings, new_carriers, rng
        As in `targets`.
    memo : Memo, optional
        As in `attack`.
    """
    position, power = start.position, start.power
    memo = (memo or Memo()).until(wanted)

    def fought(party: Party) -> Attack | None:
        goes = any(one.path[-1] == party.target for one in party.arrivals)
        if not goes or not fits(position, power, (party,), new_carriers=new_carriers):
            return None
        found = attack(position, power, party, settings=settings, rng=rng, memo=memo)
        return found if found.taken.value >= wanted - ALIKE else None

    known: dict[Party, Attack | None] = {start.party: start}
    best = start
    for first in FIRST if start.sea_battles else FIRST[:1]:
        found = _smaller(start, first, known, fought)
        best = min(best, found, key=lambda a: cost_sent(position, a.party))
    whole = memo.until(1.0)  # of the aircraft's splits, now the best
    best = attack(position, power, best.party, settings=settings, rng=rng, memo=whole)
    return Cheapest(wanted, best, cost_sent(position, best.party), False)


def _smaller(
    start: Attack,
    first: str,
    known: dict[Party, Attack | None],
    fought: Callable[[Party], Attack | None],
) -> Attack:
    """Take units out, those of a domain first, and of these the dearest."""
    best, kept, tried = start, set[Key](), 0
    while (one := _next(start.position, best.party, first, kept)) is not None:
        whole, kept = best.party, {*kept, one}
        low, high = 0, sum(a.number for a in whole.arrivals if _key(a) == one)
        middle = high  # all of them first
        while low < high and tried < MOST_TRIALS:
            party = _without(whole, one, middle)
            if party not in known:
                known[party], tried = fought(party), tried + 1
            found = known[party]
            low, high = (low, middle - 1) if found is None else (middle, high)
            best = found or best
            middle = (low + high + 1) // 2
    return best


def cost_sent(position: Position, party: Party) -> float:
    """Return what a party's units cost, transports and ships that only bombard aside."""
    return float(
        sum(
            one.number * position.table[one.unit].cost
            for one in party.arrivals
            if _costs(position, one.unit, one.way)
        )
    )


def _costs(position: Position, unit: str, way: str) -> bool:
    return way != BOMBARD and position.table[unit].role != TRANSPORT


def _next(position: Position, party: Party, first: str, kept: set[Key]) -> Key | None:
    """Return place, unit and way of the next unit that is not known to be needed."""
    table = position.table
    keys = [_key(one) for one in party.arrivals]
    there = [key for key in keys if _costs(position, *key[1:]) and key not in kept]
    return max(
        there,
        key=lambda key: (table[key[1]].domain == first, table[key[1]].cost),
        default=None,
    )


def _without(party: Party, key: Key, number: int) -> Party:
    """Return a party with so many units less."""
    arrivals = []
    for one in party.arrivals:
        gone = min(number, one.number) if _key(one) == key else 0
        number -= gone
        arrivals.append(replace(one, number=one.number - gone))
    return Party(party.target, tuple(one for one in arrivals if one.number))


def _key(one: Arrival) -> Key:
    return one.place, one.unit, one.way
