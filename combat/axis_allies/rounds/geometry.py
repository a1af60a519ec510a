"""Who can go where, for many trials at once: what a whole side's map says, once a pattern.

The trials of a simulation differ in few things that matter for movement: which zones are hostile,
which canals are open, which territories are friendly. Each such pattern is looked at once.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from combat.arrays import Bools, Ints
from combat.axis_allies.map.sea_ways import open_links, walks
from combat.axis_allies.rounds.layout import FAR, Layout
from combat.axis_allies.rounds.state import State

FERRY = 2  # zones that a ship moves


def patterns(rows: Bools) -> tuple[Ints, Bools]:
    """Return the number of each row's pattern, and the patterns in the order of first sight.

    Parameters
    ----------
    rows : bool array, shape (trials, things)
    """
    packed = np.packbits(rows, axis=1)
    width, text = packed.shape[1], packed.tobytes()
    known: dict[bytes, int] = {}
    first: list[int] = []
    numbers = np.empty(len(rows), dtype=np.int64)
    for at in range(len(rows)):
        key = text[at * width : (at + 1) * width]
        found = known.get(key)
        if found is None:
            found = known[key] = len(first)
            first.append(at)
        numbers[at] = found
    return numbers, rows[first]


def anything(counts: Ints, axes: tuple[int, ...]) -> Bools:
    """Return whether there is anything along some axes."""
    found: Bools = np.asarray(counts.any(axis=axes))
    return found


class Seas(NamedTuple):
    """Moves of ships between zones, bool arrays of shape (zones, zones): from, to.

    ``ships``: warships and transports into a zone that may be hostile, through none that is
    (AA-15); ``submarines``: likewise, stopped by destroyers only; ``steps``: moves of transports
    that stay out of hostile zones, of at most 0, 1, 2 zones, shape (3, zones, zones); ``into``:
    likewise, of exactly one zone or more, the last of which may be hostile.
    """

    ships: Bools
    submarines: Bools
    steps: Bools
    into: Bools


class Waters:
    """The seas of each trial as a power finds them at its turn's start.

    Parameters
    ----------
    state : State
    power : int
    """

    def __init__(self, state: State, power: int) -> None:
        layout = state.layout
        first = len(layout.territories)
        at_sea = state.units[:, layout.enemies(power), first:]
        self.hostile = anything(at_sea[..., layout.warships], (1, 3))
        destroyers = anything(at_sea[..., layout.of_role("destroyer")], (1, 3))
        canals = _canals(state, power)
        whole = np.hstack([self.hostile, destroyers, canals])
        self.number, found = patterns(whole)
        zones = self.hostile.shape[1]
        self.seas = [
            _seas(
                layout, tuple(row[:zones]), tuple(row[zones : 2 * zones]), tuple(row[2 * zones :])
            )
            for row in found.tolist()
        ]

    def going(self, kind: str, start: int, end: int) -> Bools:
        """Whether ships of a kind can go from one zone to another, shape (trials,)."""
        by_pattern = np.array([getattr(sea, kind)[start, end] for sea in self.seas])
        reached: Bools = by_pattern[self.number]
        return reached

    def ferries(self, start: int, loading: int, landing: int, *, fought: bool = False) -> Bools:
        """Whether transports can go by way of a loading zone to another, shape (trials,).

        ``fought``: whether the other is fought for first, and so may be hostile (AA-20).
        """
        by_pattern = np.array(
            [
                _ferry(sea.steps, sea.into if fought else sea.steps, start, loading, landing)
                for sea in self.seas
            ]
        )
        reached: Bools = by_pattern[self.number]
        return reached


def _ferry(steps: Bools, last: Bools, start: int, loading: int, landing: int) -> bool:
    return any(
        steps[way, start, loading] and last[FERRY - way, loading, landing]
        for way in range(FERRY + 1)
    )


def _canals(state: State, power: int) -> Bools:
    """Whether each canal is open to a power's ships, shape (trials, canals)."""
    layout, friendly = state.layout, state.friendly(power)
    held = [
        friendly[:, [layout.at[name] for name in canal.holders]].all(axis=1)
        for canal in layout.board.canals
    ]
    return np.array(held, dtype=bool).reshape(-1, len(state)).T


@lru_cache(maxsize=4096)
def _seas(
    layout: Layout,
    hostile: tuple[bool, ...],
    destroyers: tuple[bool, ...],
    canals: tuple[bool, ...],
) -> Seas:
    zones = layout.board.zones
    stops = {zone for zone, there in zip(zones, hostile, strict=True) if there}
    watched = {zone for zone, there in zip(zones, destroyers, strict=True) if there}
    links = open_links(layout.board, canals, strait_open=layout.strait_open)
    ships, submarines = (np.zeros((len(zones),) * 2, dtype=bool) for _ in range(2))
    steps, into = (np.zeros((FERRY + 1, len(zones), len(zones)), dtype=bool) for _ in range(2))
    at = {zone: number for number, zone in enumerate(zones)}
    for start, zone in enumerate(zones):
        for path in walks(links, zone, FERRY, watched):
            submarines[start, at[path[-1]]] = True
        for path in walks(links, zone, FERRY, stops):
            moved, end = len(path) - 1, at[path[-1]]
            ships[start, end] = True
            into[moved:, start, end] |= moved > 0
            # troops go aboard and ashore in zones that are not hostile only
            steps[moved:, start, end] |= path[-1] not in stops
    return Seas(ships, submarines, steps, into)


class Skies:
    """Where a power's aircraft can land in each trial: territories friendly since turn's start.

    Parameters
    ----------
    state : State
    power : int

    Attributes
    ----------
    nearest, moves : int array, shape (trials, areas)
        The territory to land in after a battle in an area, the first of the nearest (AA-46), and
        how many moves it takes to get there.
    """

    def __init__(self, state: State, power: int) -> None:
        layout = state.layout
        number, friendly = patterns(state.friendly(power))
        flights = layout.flights[:, : len(layout.territories)]
        away = np.where(friendly[:, None, :], flights[None], FAR)
        self.nearest: Ints = away.argmin(axis=2)[number]
        self.moves: Ints = away.min(axis=2)[number]


def blitz(state: State, power: int, start: int, end: int) -> tuple[Bools, Ints]:
    """Whether tanks can go from one territory to another over a third, and what they take there.

    Parameters
    ----------
    state : State
    power, start, end : int

    Returns
    -------
    bool array, shape (trials,)
    int array, shape (trials,)
        The empty enemy territory that they take on the way (AA-47), -1 if none is.
    """
    layout = state.layout
    friendly = state.friendly(power)
    over = [at for at in layout.near[start] if end in layout.near[at] and at != end]
    through = friendly[:, over].any(axis=1)
    taken = np.full(len(state), -1)
    for at in reversed(over):
        enemy = state.units[:, layout.enemies(power), at].any(axis=(1, 2))
        taken[~friendly[:, at] & ~enemy & (state.damage[:, at] < 0)] = at
    taken[through] = -1
    able: Bools = through | (taken >= 0)
    return able, taken
