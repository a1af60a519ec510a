"""Positions that hypothesis makes: the set-up or an empty map, changed round some area."""

from dataclasses import dataclass, replace

from hypothesis import strategies as st

from combat.axis_allies.map.board import shipped_board
from combat.axis_allies.map.position_file import starting_position
from combat.force import Force

START = starting_position()
BOARD = shipped_board()

GARRISONS = ("", "", "1 inf", "2 inf, 1 art, 1 arm", "1 arm", "1 aa", "1 ftr", "2 ftr, 1 bmr")
FLEETS = (
    *("", "1 dd", "1 ca", "1 ss", "2 ss, 1 tr", "1 bb, 1 ca", "1 tr", "2 tr", "1 ss, 1 dd, 1 tr"),
    *("1 cv", "1 cv, 1 ftr", "1 cv, 2 ftr", "2 cv, 3 ftr", "1 tr, 1 inf", "2 tr, 1 inf, 1 arm"),
    *("1 tr, 2 inf", "1 tr, 1 aa", "1 tr, 1 art, 1 bb"),
)
GUESTS = (("1 cv", "1 ftr"), ("1 cv", "2 ftr"), ("1 tr", "1 inf"), ("2 tr", "1 inf, 1 arm"))
KEYS = ("Panama", "Anglo Egypt", "Trans-Jordan", "Gibraltar")


def around(centre, steps):
    """Areas within some steps of one, in the board's order."""
    found = {centre}
    for _ in range(steps):
        found |= {near for area in found for near in BOARD.ways[area]}
    return [area for area in BOARD.areas if area in found]


def emptied(position, place):
    for power in BOARD.order:
        position = position.with_force(place, power, Force())
    return position


def sane(position):
    """The position without the fighters and the cargo of zones where ships cannot carry them."""
    for zone in BOARD.zones:
        for powers in BOARD.sides.values():
            units = {}
            for power in powers:
                for unit, n in position.force(zone, power):
                    units[unit] = units.get(unit, 0) + n
            heavy = sum(units.get(u, 0) for u in ("art", "arm", "aa"))
            ships = units.get("tr", 0)
            full = heavy > ships or heavy + units.get("inf", 0) > 2 * ships
            drop = {"inf", "art", "arm", "aa"} if full else set()
            drop |= {"ftr"} if units.get("ftr", 0) > 2 * units.get("cv", 0) else set()
            for power in powers:
                kept = tuple((u, n) for u, n in position.force(zone, power) if u not in drop)
                position = position.with_force(zone, power, Force(kept))
    return position


@dataclass(frozen=True)
class Change:
    """How a position is made: the set-up or an empty map, changed here and there."""

    centre: str
    empty: bool
    strait: bool
    land: tuple[tuple[str, str, str, bool], ...]  # territory, its holder, garrison, complex
    sea: tuple[tuple[str, str, str, str, str], ...]  # zone, power, fleet, ally, guests aboard

    @property
    def region(self):
        return around(self.centre, 2)

    def position(self):
        position = replace(START, strait_open=self.strait)
        if self.empty:
            position = replace(position, units={}, complexes={})
        for territory, holder, garrison, factory in self.land:
            position = emptied(position, territory).with_owner(territory, holder)
            position = position.with_force(territory, holder, Force.parse(garrison))
            others = {t: n for t, n in position.complexes.items() if t != territory}
            position = replace(position, complexes=others)
            position = position.with_complex(territory) if factory else position
        for zone, power, fleet, ally, guests in self.sea:
            position = position.with_force(zone, power, Force.parse(fleet))
            if guests:
                position = position.with_force(zone, ally, Force.parse(guests))
        return sane(position)


@st.composite
def changes(draw):
    centre = draw(st.sampled_from(list(BOARD.areas)))
    near = around(centre, 2)
    power = st.sampled_from(BOARD.order)
    lands = st.sampled_from([*KEYS, *(area for area in near if not BOARD.areas[area].sea)])
    zones = st.sampled_from([area for area in near if BOARD.areas[area].sea] or ["sz 1"])
    factory = st.sampled_from([False, False, False, True])
    land = st.tuples(lands, power, st.sampled_from(GARRISONS), factory)
    fleets = st.one_of(st.sampled_from(FLEETS).map(lambda f: (f, "")), st.sampled_from(GUESTS))
    rows = []
    for _ in range(draw(st.integers(0, 5))):
        owner, (fleet, guests) = draw(power), draw(fleets)
        friends = [p for p in BOARD.sides[BOARD.side(owner)] if p != owner]
        rows.append((draw(zones), owner, fleet, draw(st.sampled_from(friends)), guests))
    lands_changed = draw(st.lists(land, max_size=5))
    return Change(
        centre, draw(st.booleans()), draw(st.booleans()), tuple(lands_changed), tuple(rows)
    )
