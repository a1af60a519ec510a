"""Which zones landings fight for first (AA-20): one a front, and no zone for two fronts."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.reach import LAND, LANDING, reach

MOST_CHOICES = 6  # of zones for all fronts; each is a problem of its own


class Behind(NamedTuple):
    """Zones that landings on a front could come from only after a battle at sea.

    ``open``: those that may be fought for; ``fronts``: those that are fronts themselves.
    """

    open: tuple[str, ...]
    fronts: tuple[str, ...]


def behind(position: Position, power: str, targets: Sequence[str], target: str) -> Behind:
    """Return the zones of landings that gain by a battle at sea.

    Who comes overland, or on the same ships from a calm zone, needs none.
    """
    found = reach(position, power, target)
    overland = {(one.place, one.unit) for one in found.arrivals if one.way == LAND}
    landings = [one for one in found.arrivals if one.way == LANDING]
    calm = {(a.place, a.unit, a.ship) for a in landings if a.zone not in found.contested}
    gained = {
        one.zone
        for one in landings
        if one.zone in found.contested
        and (one.place, one.unit) not in overland
        and (one.place, one.unit, one.ship) not in calm
    }
    zones = [zone for zone in found.contested if zone in gained]
    return Behind(
        tuple(zone for zone in zones if zone not in targets),
        tuple(zone for zone in zones if zone in targets),
    )


def choices(options: Sequence[Behind]) -> tuple[tuple[tuple[str, ...], ...], bool]:
    """Return which zone each front may fight for, '' for none; and whether these are all ways.

    Examples
    --------
    >>> choices([Behind(("sz 15",), ()), Behind(("sz 15", "sz 34"), ())])
    ((('sz 15', 'sz 34'), ('', 'sz 15')), True)
    """
    found = list(islice(_all(options), MOST_CHOICES + 1))
    return tuple(found[:MOST_CHOICES]), len(found) <= MOST_CHOICES


def _all(options: Sequence[Behind]) -> Iterator[tuple[str, ...]]:
    for chosen in product(*((*one.open, "") for one in options)):
        used = [zone for zone in chosen if zone]
        more = any(
            not zone and set(one.open) - set(used)
            for zone, one in zip(chosen, options, strict=True)
        )
        if len(set(used)) == len(used) and not more:
            yield chosen
