"""Which aircraft of a landing fight at sea first, and which at the territory (AA-20)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod

from combat.axis_allies.attack.operation import Operation, added
from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.parties import AIR, Party
from combat.axis_allies.reach.reach import reach
from combat.force import Force

MOST_SPLITS = 200  # beyond, only whole kinds of aircraft are sent to a zone or kept back

Split = tuple[Force, ...]  # aircraft at sea, by contested zone


def splits_of(
    position: Position, power: str, party: Party, plan: Operation, *, most: int = MOST_SPLITS
) -> tuple[list[Split], bool]:
    """Return which aircraft may go to the zones, none of them first; and whether these are all.

    Those of whole kinds only, if there are more than `most`.
    """
    able = [_able(position, power, party, zone.zone) for zone in plan.contested]
    kinds = [name for name, _ in plan.aircraft]
    ways = prod(_ways(plan.aircraft[kind], [one[kind] for one in able]) for kind in kinds)
    whole = ways <= most
    by_kind = [
        list(_shared(plan.aircraft[kind], [one[kind] for one in able], whole=whole))
        for kind in kinds
    ]
    table = position.table
    return [
        tuple(
            added(table, [(kind, numbers[at]) for kind, numbers in zip(kinds, chosen, strict=True)])
            for at in range(len(able))
        )
        for chosen in product(*by_kind)
    ], whole


def _able(position: Position, power: str, party: Party, zone: str) -> Mapping[str, int]:
    """Return how many of the party's aircraft by kind can get to a zone and land afterwards."""
    there = {(a.place, a.unit) for a in reach(position, power, zone).arrivals if a.way == AIR}
    found: dict[str, int] = dict.fromkeys(position.table.of_domain("air"), 0)
    for one in party.arrivals:
        if one.way == AIR and one.path[-1] == party.target and (one.place, one.unit) in there:
            found[one.unit] += one.number
    return found


def _ways(number: int, able: Sequence[int]) -> int:
    return sum(1 for _ in _shared(number, able, whole=True))


def _shared(number: int, able: Sequence[int], *, whole: bool) -> Iterator[tuple[int, ...]]:
    """Yield how many aircraft of a kind go to each zone; all or none of them if not `whole`."""
    steps = [range(n + 1) if whole else (0, n) for n in able]
    for numbers in product(*steps):
        if sum(numbers) <= number:
            yield numbers
