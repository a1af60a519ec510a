"""Non-combat moves against a slow answer that lists every walk: who can move up to a place."""

import pytest
from axis_map_oracle import LAND, MOVES, SHIPS, World
from axis_map_positions import BOARD, START, changes
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.axis_allies.reach.noncombat import reinforcements

FLYING = ("ftr", "bmr")


def calm_sails(world, start, unit):
    """Walks of a ship through zones that stop nobody; who begins among warships has left or fought.

    Submarines go through anything but stop at destroyers.
    """
    walks = last = [(start,)]
    if world.hostile_zone(start) and unit != "ss":
        return []
    for _ in range(MOVES[unit]):
        last = [
            (*walk, to)
            for walk in last
            for to in world.near[walk[-1]] & world.sea
            if not world.strait_or_canal_shut(walk[-1], to)
            if unit == "ss" or not world.hostile_zone(to)
            if len(walk) == 1 or not world.stops(walk[-1], unit)
        ]
        walks = walks + last
    return walks


def marched(world, start, unit):
    """Friendly territories that a land unit can march to."""
    found = last = {start}
    for _ in range(MOVES[unit]):
        last = {to for at in last for to in world.near[at] if world.friendly_land(to)}
        found = found | last
    return found


def ferried(world, start, at, unit, place):
    """Whether a transport of a zone can bring a unit to a territory, no battle anywhere."""
    if not world.there(start).get("tr"):
        return False
    return any(
        at in ({start} if at in world.sea else world.near[walk[first]])
        and any(place in world.near[zone] for zone in walk[first:])
        for walk in calm_sails(world, start, "tr")
        for first in range(len(walk))
        if at in world.land or first == 0
    ) and has_room(world, start, at, unit)


def has_room(world, start, at, unit):
    """Whether one unit more goes aboard: the rest stays where it is, or stays aboard."""
    if at == start:
        return True
    own, allied = world.there(start).get("tr", 0), world.there(start, who="allied").get("tr", 0)
    aboard = [
        carried
        for who in ("own", "allied")
        for carried in LAND
        for _ in range(world.there(start, who=who).get(carried, 0))
    ]
    heavy = sum(carried != "inf" for carried in aboard)
    infantry = len(aboard) - heavy
    # Allied ships are filled first: each with a heavy unit and an infantry, or with two infantry.
    for heavy_away in range(min(heavy, allied) + 1):
        room_away = 2 * allied - heavy_away
        left = max(0, infantry - room_away), heavy - heavy_away
        here = left[0] + (unit == "inf"), left[1] + (unit != "inf")
        if here[1] <= own and sum(here) <= 2 * own:
            return True
    return False


def slow(world, place):
    found = set()
    for unit, at in [(u, a) for u in (*LAND, *FLYING) for a in world.own_places(u) if a != place]:
        if unit in FLYING:
            found |= {(at, unit, "air", "")} if place in world.flown(at, MOVES[unit]) else set()
            continue
        if at in world.land and place in marched(world, at, unit):
            found.add((at, unit, "land", ""))
        found |= {(at, unit, "landing", z) for z in world.sea if ferried(world, z, at, unit, place)}
        allied = at in world.sea and world.there(at, who="allied").get("tr")
        if allied and place in world.near[at] and not world.hostile_zone(at):
            found.add((at, unit, "landing", at))
    return found


def quick(position, power, place):
    return {
        (one.place, one.unit, one.way, one.ship) for one in reinforcements(position, power, place)
    }


@pytest.mark.rule("AA-44", "AA-46")
@settings(max_examples=40, deadline=None)
@given(changes(), st.sampled_from(BOARD.order))
def test_who_moves_up_to_a_territory(change, power):
    position = change.position()
    world = World(position, power)
    for place in change.region:
        if world.friendly_land(place):
            assert quick(position, power, place) == slow(world, place)


@pytest.mark.rule("AA-15")
@settings(max_examples=40, deadline=None)
@given(changes(), st.sampled_from(BOARD.order))
def test_which_ships_move_up_to_a_zone(change, power):
    position = change.position()
    world = World(position, power)
    for zone in set(change.region) & world.sea:
        expected = {
            (at, unit, "sea", "")
            for unit in SHIPS if unit in MOVES
            for at in world.own_places(unit)
            if at != zone and any(walk[-1] == zone for walk in calm_sails(world, at, unit))
        }  # fmt: skip
        assert {row for row in quick(position, power, zone) if row[2] == "sea"} == expected


@pytest.mark.rule("AA-44")
@pytest.mark.parametrize("power", BOARD.order)
def test_who_moves_up_at_the_set_up(power):
    world = World(START, power)
    for place in sorted(world.land):
        expected = slow(world, place) if world.friendly_land(place) else set()
        assert quick(START, power, place) == expected
