"""Which fighters can go so that each has a place to come down: an exact search (AA-46).

Fighters that reach a territory need no deck. For the others each carrier's possible zones are gone
through, those that serve no more of them left out, and whether the rooms suffice is Hall's
condition: every set of demands finds as many rooms as it needs.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement, product

from combat.axis_allies.reach.decks import Carrier, Decks
from combat.axis_allies.reach.matching import Demand, enough

Worth = tuple[int, int]  # attack value, IPC


@dataclass(frozen=True)
class Flown:
    """The best that can go.

    Parameters
    ----------
    fighters : tuple of int
        Of each wing, how many fly.
    carriers : mapping of (str, str) to int
        Carriers that fight in the zone that is attacked: zone and unit to their number.
    """

    fighters: tuple[int, ...]
    carriers: Mapping[tuple[str, str], int]


@dataclass(frozen=True)
class Wing:
    """Fighters of a kind that stand in one place, and the zone or territory that they go to."""

    place: str
    unit: str
    number: int
    goal: str


def needs_deck(decks: Decks, wing: Wing) -> frozenset[str] | None:
    """Return the zones where fighters could land after their goal, None if they reach land."""
    moves = decks.lanes.position.table[wing.unit].moves
    return decks.deck_zones(wing.goal, moves - decks.flights.away[wing.place][wing.goal])


def waiting(decks: Decks, gone: Mapping[tuple[str, str], int]) -> tuple[Demand, ...]:
    """Return what fighters at sea that do not fight need: their deck, unless they reach land."""
    return tuple(
        Demand(zones, n - gone.get((zone, unit), 0))
        for (zone, unit), n in decks.based.items()
        if n > gone.get((zone, unit), 0)
        and (zones := decks.deck_zones(zone, decks.lanes.position.table[unit].moves)) is not None
    )


def best(decks: Decks, wings: Sequence[Wing], *, zone: str = "") -> Flown:
    """Return the most fighters and carriers, by attack value, then IPC, that can go at once.

    Parameters
    ----------
    decks : Decks
    wings : sequence of Wing
        Each within its range of its goal.
    zone : str
        The zone that carriers can come along to and fight in; '' if none is attacked.
    """
    table = decks.lanes.position.table
    zones = [needs_deck(decks, wing) for wing in wings]
    needy = [at for at, found in enumerate(zones) if found is not None and found]
    free = [wing.number if zones[at] is None else 0 for at, wing in enumerate(wings)]
    worths = [(table[wing.unit].attack, table[wing.unit].cost) for wing in wings]
    counts = sorted(
        product(*(range(wings[at].number, -1, -1) for at in needy)),
        key=lambda ns: _sum(worths[at] for at, n in zip(needy, ns, strict=True) for _ in range(n)),
        reverse=True,
    )
    every = {zones[at] or frozenset() for at in needy} | {d.zones for d in waiting(decks, {})}
    choice = _Choice(decks, wings, free, needy, zones, counts)
    options = [_options(decks, c, sorted(every, key=sorted), zone) for c in decks.carriers]
    found = _best(choice, options, worths)
    if found is None:  # more fighters at sea than decks: they are nobody's concern here
        found = _best(replace(choice, heeds_waiting=False), options, worths)
    assert found is not None
    return found


@dataclass(frozen=True)
class _Choice:
    """How many of the fighters that need a deck fly, the best first; the others of them wait."""

    decks: Decks
    wings: Sequence[Wing]
    free: Sequence[int]
    needy: Sequence[int]
    zones: Sequence[frozenset[str] | None]
    counts: Sequence[tuple[int, ...]]
    heeds_waiting: bool = True

    @cached_property
    def plans(self) -> "_Plans":
        return _Plans(self)

    def flown(self, at: int) -> tuple[int, ...]:
        """Return of each wing how many fly."""
        fly = list(self.free)
        for wing, n in zip(self.needy, self.counts[at], strict=True):
            fly[wing] = n
        return tuple(fly)


class _Plans(dict[int, tuple[Demand, ...]]):
    """The demands of each choice, worked out when it is looked at."""

    def __init__(self, choice: _Choice) -> None:
        super().__init__()
        self.choice = choice

    def __missing__(self, at: int) -> tuple[Demand, ...]:
        choice = self.choice
        gone: dict[tuple[str, str], int] = {}
        for wing, n in zip(choice.wings, choice.flown(at), strict=True):
            gone[wing.place, wing.unit] = gone.get((wing.place, wing.unit), 0) + n
        pairs = zip(choice.needy, choice.counts[at], strict=True)
        flying = (Demand(choice.zones[wing] or frozenset(), n) for wing, n in pairs if n)
        self[at] = (*flying, *(waiting(choice.decks, gone) if choice.heeds_waiting else ()))
        return self[at]


def _best(
    choice: _Choice, options: Sequence[Sequence[tuple[str, bool]]], worths: Sequence[Worth]
) -> Flown | None:
    best: tuple[Worth, Flown] | None = None
    carriers = choice.decks.carriers
    able = [c for c, stands in zip(carriers, options, strict=True) if any(s[1] for s in stands)]
    ceiling = _worth_of(choice, worths, 0, able)
    for chosen in _stands(carriers, options):
        if best is not None and best[0] >= ceiling:
            break
        going = [c for c, (_, goes) in zip(carriers, chosen, strict=True) if goes]
        rooms = [(z, c.room) for c, (z, _) in zip(carriers, chosen, strict=True)]
        for at in range(len(choice.counts)):
            worth = _worth_of(choice, worths, at, going)
            if best is not None and worth <= best[0]:
                break
            if enough(choice.plans[at], rooms):
                best = (worth, Flown(choice.flown(at), _counted(going)))
                break
    return None if best is None else best[1]


def _worth_of(choice: _Choice, worths: Sequence[Worth], at: int, going: Sequence[Carrier]) -> Worth:
    """Return the worth of the fighters of a choice and of carriers that fight."""
    table = choice.decks.lanes.position.table
    pairs = [(w, n) for w, n in zip(worths, choice.flown(at), strict=True)]
    pairs += [((table[c.unit].attack, table[c.unit].cost), 1) for c in going]
    return sum(w[0] * n for w, n in pairs), sum(w[1] * n for w, n in pairs)


def _stands(
    carriers: Sequence[Carrier], options: Sequence[Sequence[tuple[str, bool]]]
) -> Iterator[list[tuple[str, bool]]]:
    """Go through where the carriers are; those that are alike are not told apart."""
    alike: dict[Carrier, int] = {}
    for one in carriers:
        alike[one] = alike.get(one, 0) + 1
    stands = dict(zip(carriers, options, strict=True))
    rows = [combinations_with_replacement(stands[one], n) for one, n in alike.items()]
    places = [[at for at, other in enumerate(carriers) if other == one] for one in alike]
    for chosen in product(*rows):
        found: list[tuple[str, bool]] = [("", False)] * len(carriers)
        for spots, row in zip(places, chosen, strict=True):
            for at, stand in zip(spots, row, strict=True):
                found[at] = stand
        yield found


def _options(
    decks: Decks, carrier: Carrier, kept: Sequence[frozenset[str]], zone: str
) -> list[tuple[str, bool]]:
    """Return the zones of a carrier worth a look, and whether it fights there, fighting first."""
    fought = frozenset({zone} - {""})
    stands = [(z, False) for z in decks.stands(carrier, fought)]
    if zone and carrier.unit:
        if carrier.zone == zone:
            stands = [(z, goes) for z, goes in stands if z != zone]
        if zone in decks.lanes.sea_paths(carrier.zone, carrier.unit):
            stands.insert(0, (zone, True))
    best: list[tuple[str, bool]] = []
    for stand in stands:
        served = (
            {at for at, zones in enumerate(kept) if stand[0] in zones} if carrier.room else set()
        )
        if not any(_serves(other, kept, served) and other[1] >= stand[1] for other in best):
            best.append(stand)
    return best


def _serves(stand: tuple[str, bool], kept: Sequence[frozenset[str]], served: set[int]) -> bool:
    return all(stand[0] in kept[at] for at in served)


def all_land(
    decks: Decks, wings: Sequence[Wing], bound: Sequence[tuple[str, str, str]] = ()
) -> str:
    """Return which aircraft have nowhere to land, '' if all have a place at once.

    Parameters
    ----------
    decks : Decks
    wings : sequence of Wing
        Aircraft that fly, and where to.
    bound : sequence of (str, str, str)
        Carriers that fight: where they begin, unit, and where they fight.
    """
    gone: dict[tuple[str, str], int] = {}
    demands = []
    for wing in wings:
        row = decks.lanes.position.table[wing.unit]
        zones: frozenset[str] | None = frozenset()
        if decks.flights.away[wing.place].get(wing.goal, row.moves + 1) <= row.moves:
            zones = needs_deck(decks, wing)
        if zones is not None and (not zones or row.role != "fighter"):
            return f"{wing.number} {wing.unit} from {wing.place}"
        if zones is not None:
            demands.append(Demand(zones, wing.number))
        gone[wing.place, wing.unit] = gone.get((wing.place, wing.unit), 0) + wing.number
    left, stands = list(bound), []
    kept = sorted({d.zones for d in (*demands, *waiting(decks, {}))}, key=sorted)
    for carrier in decks.carriers:
        ends = [end for zone, unit, end in left if (zone, unit) == (carrier.zone, carrier.unit)]
        if carrier.unit and ends:
            left.remove((carrier.zone, carrier.unit, ends[0]))
            stands.append([ends[0]])
        else:
            stands.append([zone for zone, _ in _options(decks, carrier, kept, "")])
    waits = waiting(decks, gone)
    for chosen in product(*stands):
        rooms = [(zone, c.room) for c, zone in zip(decks.carriers, chosen, strict=True)]
        if enough((*demands, *waits), rooms):
            return ""
    if waits and not enough(waiting(decks, {}), [(c.zone, c.room) for c in decks.carriers]):
        return "" if _any_room(decks, demands, stands) else "fighters"
    return "fighters"


def _any_room(decks: Decks, demands: Sequence[Demand], stands: Sequence[Sequence[str]]) -> bool:
    """Whether those that fly find decks, others at sea having none from the start."""
    return any(
        enough(demands, [(z, c.room) for c, z in zip(decks.carriers, chosen, strict=True)])
        for chosen in product(*stands)
    )


def _counted(carriers: Sequence[Carrier]) -> dict[tuple[str, str], int]:
    counts: dict[tuple[str, str], int] = {}
    for one in carriers:
        counts[one.zone, one.unit] = counts.get((one.zone, one.unit), 0) + 1
    return counts


def _sum(worths: Iterable[Worth]) -> Worth:
    rows = list(worths)
    return sum(a for a, _ in rows), sum(c for _, c in rows)
