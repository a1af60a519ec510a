"""Fronts and the units for them, as plain values: what a split is to be found for."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from combat.battle import Battle
from combat.force import Force

LAND, SEA, AIR, LANDING, BOMBARD, LIFT = "land", "sea", "air", "landing", "bombard", "lift"
FIGHTING = (LAND, SEA, AIR, LANDING)  # ways of those who are in the battle
NET, ALL, LEAST = "net", "all", "least"
AIMS = {
    NET: "the most net value in all: enemy losses less own ones, and what is taken",
    ALL: "the best chance that every front succeeds",
    LEAST: "the best chance for the front that has the least",
}


@dataclass(frozen=True)
class Way:
    """How a group gets to a front.

    Parameters
    ----------
    front : int
        Number of the front, from 0.
    way : str
        'land', 'sea', 'air', 'landing' (from transports), 'bombard'; 'lift' of the transports
        that land others.
    ships : tuple of str
        Of a landing, where the transports are that can carry it; of a lift, where it is.
    most : int, optional
        How many can go, if transports have no room for all.
    zone : str
        The zone that is fought for before a landing (AA-20), of who goes there first: ships and
        aircraft that fight at sea, what lands after it, and the transports of that.
    must : bool
        Ships that are where a battle at sea is fought: there all of them take part (AA-20).
    """

    front: int
    way: str
    ships: tuple[str, ...] = ()
    most: int | None = None
    zone: str = ""
    must: bool = False


@dataclass(frozen=True)
class Group:
    """Units of one type that get to the same fronts in the same ways.

    Parameters
    ----------
    unit : str
    number : int
    ways : tuple of Way
        One a front.
    part_of : int, optional
        Number of the group that this is a part of: those of its units sent to the front that go
        to the zone first, while the others come to the target itself.
    """

    unit: str
    number: int
    ways: tuple[Way, ...]
    part_of: int | None = None

    def way(self, front: int) -> Way | None:
        """Return how the group gets to a front, None if it does not."""
        return next((way for way in self.ways if way.front == front), None)

    def most(self, front: int) -> int:
        """Return how many of the group can go to a front."""
        way = self.way(front)
        if way is None:
            return 0
        return self.number if way.most is None else min(self.number, way.most)


class Water(NamedTuple):
    """One way in which a battle at sea ends: how many loads are sunk, and whether others land.

    ``swing``: mean net value in IPC, cargo not counted; ``chance``.
    """

    sunk: int
    cleared: bool
    swing: float
    chance: float


Waters = tuple[Water, ...]


@dataclass(frozen=True)
class Front:
    """A target, and what is wanted there.

    Parameters
    ----------
    target : str
    battle : Battle or None
        Its defender and settings, ``worth`` among them; the attacker is not read. None where
        nobody fights: any land unit takes the territory without a round (AA-09).
    event : str
        What counts as success.
    least : float
        Chance that it must have at least; 0: none.
    worth : float
        What taking it is worth, in IPC; `battle` has the same in its settings.
    zone : str
        The zone that landings fight for first, '' if none does.
    sea : Battle or None
        Its defender and settings, as `battle`.
    alone : Battle or None
        `battle` for aircraft alone, if nothing lands after a battle at sea (AA-23).
    own : tuple of (str, int)
        Zone of transports to how many there are the power's own (AA-29: an ally's take no part).
    solved : dict
        What is known of battles in the zone.
    """

    target: str
    battle: Battle | None
    event: str = "territory_taken"
    least: float = 0.0
    worth: float = 0.0
    zone: str = ""
    sea: Battle | None = None
    alone: Battle | None = None
    own: tuple[tuple[str, int], ...] = ()
    solved: "dict[tuple[Force, tuple[Force, ...]], Waters]" = field(
        default_factory=dict, compare=False, repr=False
    )


@dataclass(frozen=True)
class Problem:
    """Fronts, and the groups that can be split over them; who is sent nowhere stays at home."""

    fronts: tuple[Front, ...]
    groups: tuple[Group, ...]
    edition: str = "2009"

    @cached_property
    def shared(self) -> tuple[int, ...]:
        """Numbers of the groups that can get to more than one front."""
        return tuple(at for at, group in enumerate(self.groups) if len(group.ways) > 1)

    def most(self, front: int) -> tuple[int, ...]:
        """Return how many of each group can go to a front."""
        return tuple(group.most(front) for group in self.groups)


@dataclass(frozen=True)
class Split:
    """Who goes where.

    Parameters
    ----------
    score : float
        IPC for 'net', a chance for 'all' and 'least'.
    cells : tuple of tuple of int
        For each front, how many of each group go there.
    chances, swings : tuple of float
        By front: chance of its event, mean net value in IPC.
    """

    score: float
    cells: tuple[tuple[int, ...], ...]
    chances: tuple[float, ...]
    swings: tuple[float, ...]
