"""Whether transports can carry what several landings ask of them (AA-23, AA-29)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from combat.axis_allies.reach.lifts import Fleet, Lifts, is_infantry
from combat.axis_allies.reach.parties import Arrival

ANYWHERE = ("", "")  # the landing of cargo that stays aboard


@dataclass(frozen=True)
class Item:
    """A kind of unit aboard: its landing (target and zone), where it goes aboard, if infantry."""

    landing: tuple[str, str]
    place: str
    infantry: bool


def ships_needed(lifts: Lifts, fleet: Fleet, items: Mapping[Item, int]) -> int:
    """Return how many transports of a fleet it takes, each for one landing only.

    Two units share a ship if one is infantry and a way to their zone fetches both.
    """
    kinds = tuple(items)
    able = {(a, b): _together(lifts, fleet, a, b) for a in kinds for b in kinds}

    @cache
    def fewest(counts: tuple[int, ...]) -> int:
        at = next((i for i, n in enumerate(counts) if n), None)
        if at is None:
            return 0
        rest = _less(counts, at)
        found = 1 + fewest(rest)
        for other, n in enumerate(rest):
            if n and able[kinds[at], kinds[other]]:
                found = min(found, 1 + fewest(_less(rest, other)))
        return found

    return fewest(tuple(items.values()))


def _less(counts: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] - 1, *counts[at + 1 :])


def _together(lifts: Lifts, fleet: Fleet, a: Item, b: Item) -> bool:
    if not (a.infantry or b.infantry):
        return False
    if ANYWHERE in (a.landing, b.landing):
        return True
    if a.landing != b.landing:
        return False
    fetched = {a.place, b.place} - {fleet.zone}
    walks = lifts.walks[fleet].get(a.landing[1], ())
    return any(fetched <= walk.fetches.keys() for walk in walks)


Asked = dict[tuple[str, str, str, str, bool], int]  # target, zone, place, unit, if straight


def loads_fit(lifts: Lifts, landings: Sequence[tuple[str, Arrival]]) -> str:
    """Return the zone whose transports cannot carry what is asked of them, '' if all can.

    Parameters
    ----------
    lifts : Lifts
    landings : sequence of (str, Arrival)
        Targets, and landings on them.
    """
    for zone, asked in _by_zone(landings).items():
        for fleet in _fleets(lifts, zone):
            if ships_needed(lifts, fleet, _items(lifts, fleet, asked)) > fleet.number:
                return zone
        if any(asked.values()):
            return zone
    return ""


def ships_used(lifts: Lifts, landings: Sequence[tuple[str, Arrival]]) -> dict[str, int]:
    """Return how many of a power's own transports of each zone landings take, as few as can be."""
    used = {}
    for zone, asked in _by_zone(landings).items():
        for fleet in _fleets(lifts, zone):
            items = _items(lifts, fleet, asked)
            landed = {item: n for item, n in items.items() if item.landing != ANYWHERE}
            if fleet.own:
                used[zone] = ships_needed(lifts, fleet, landed)
    return used


def _by_zone(landings: Sequence[tuple[str, Arrival]]) -> dict[str, Asked]:
    found: dict[str, Asked] = {}
    for target, one in landings:
        asked = found.setdefault(one.ship, {})
        key = (target, one.zone, one.place, one.unit, one.path == (one.ship, target))
        asked[key] = asked.get(key, 0) + one.number
    return found


def _fleets(lifts: Lifts, zone: str) -> list[Fleet]:
    """Return the transports of a zone, allied ones first: what is aboard them needs no other."""
    return sorted((f for f in lifts.fleets if f.zone == zone), key=lambda f: f.own)


def _items(lifts: Lifts, fleet: Fleet, asked: Asked) -> dict[Item, int]:
    """Return what a fleet carries, and take it from what is asked."""
    table = lifts.lanes.position.table
    aboard = dict(fleet.aboard)
    items: dict[Item, int] = {}
    for key, n in asked.items():
        target, zone, place, unit, straight = key
        if place == fleet.zone:
            taken = min(n, aboard.get(unit, 0)) if fleet.own or straight else 0
            aboard[unit] = aboard.get(unit, 0) - taken
        else:
            taken = n if fleet.own else 0
        asked[key] -= taken
        item = Item((target, zone), place, is_infantry(table, unit))
        items[item] = items.get(item, 0) + taken
    kept = sum(n for unit, n in aboard.items() if is_infantry(table, unit))
    stuck = {
        Item(ANYWHERE, fleet.zone, infantry=True): fleet.infantry + kept,
        Item(ANYWHERE, fleet.zone, infantry=False): fleet.others + sum(aboard.values()) - kept,
    }
    return {item: n for item, n in {**items, **stuck}.items() if n}
