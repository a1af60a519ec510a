"""Reach on the map against the slow answer: at the set-up and on maps that hypothesis makes."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from axis_map_oracle import MOVES, World, can_take_part
from axis_map_positions import BOARD, START, changes
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.axis_allies.reach.reach import Party, fits, reach, reaches


def near_targets(position, power, change):
    found = World(position, power).targets()
    return [target for target in change.region if target in found]


def seen(found):
    """Arrivals of the program in the words of the slow answer."""
    return {
        (one.place, one.unit, one.way, one.ship, zone_of(one, found.target))
        for one in found.arrivals
    }


def zone_of(one, target):
    """The zone that an arrival lands from, bombards from, or fights for before a landing."""
    fights_first = one.way == "sea" and one.path[-1] != target
    return one.path[-1] if fights_first else one.zone


def agree(position, power, target, found):
    assert seen(found) == can_take_part(position, power, target)
    for one in found.arrivals:
        assert 1 <= one.number <= position.force(one.place, power)[one.unit]
        assert walked(World(position, power), one, target), one
        if one.way == "air":
            assert_lands(position, power, one)


def assert_lands(position, power, one):
    target = one.path[-1]
    world = World(position, power, cleared={target} & set(BOARD.zones))
    left = MOVES[one.unit] - world.flown(one.place, MOVES[one.unit])[target]
    assert set(one.landings) == world.landings(target, one.unit, left)
    away = [world.flown(target, left)[place] for place in one.landings]
    assert away == sorted(away)  # the nearest first


def walked(world, one, target):
    """Whether the path of an arrival is one that the unit can go."""
    path = one.path
    if one.way == "land":
        return path in world.marches(one.place, one.unit) and path[-1] == target
    if one.way in ("sea", "bombard"):
        return path in world.sails(one.place, one.unit)
    if one.way == "air":
        steps = all(b in world.near[a] for a, b in pairwise(path))
        return steps and path[0] == one.place and len(path) - 1 <= MOVES[one.unit]
    aboard = one.place in world.sea
    way = path[:-1] if aboard else path[1:-1]  # of the ship, from where the unit is aboard
    loads = aboard or (one.place in world.near[way[0]] and not world.hostile_zone(way[0]))
    sails = any(walk[-len(way) :] == way for walk in world.sails(one.ship, "tr"))
    stays = aboard and way == (one.ship,)  # on an ally's transport, or on one that does not move
    return loads and (sails or stays) and target in world.near[way[-1]]


@pytest.mark.rule("AA-20", "AA-29", "AA-46", "AA-47")
@pytest.mark.parametrize("power", BOARD.order)
def test_reach_at_the_set_up(power):
    found = reaches(START, power)
    assert set(found) == {
        t for t in World(START, power).targets() if can_take_part(START, power, t)
    }
    for target in found:
        agree(START, power, target, found[target])


@pytest.mark.rule("AA-15", "AA-20", "AA-21", "AA-29", "AA-46", "AA-47")
@settings(max_examples=40, deadline=None)
@given(changes(), st.sampled_from(BOARD.order))
def test_reach_on_changed_maps(change, power):
    position = change.position()
    for target in near_targets(position, power, change):
        agree(position, power, target, reach(position, power, target))


def possible(position, power, parties):
    """Whether parties can go together, by filling decks and ships in every way."""
    sides = [(party, one) for party in parties for one in party.arrivals]
    used, loads, flights, fixed = Counter(), [], [], []
    fought = {one.path[-1] for _, one in sides if one.way in ("sea", "air")} & set(BOARD.zones)
    plain = World(position, power)
    for party, one in sides:
        used[one.place, one.unit] += one.number
        if one.way == "sea" and one.unit == "cv":
            fixed += [(one.place, one.path[-1])] * one.number
        if one.way == "landing":
            loads += [(one.place, one.unit, one.ship, one.zone, party.target)] * one.number
            if plain.hostile_zone(one.zone):
                if one.zone not in fought and not flown_at(plain, party, one.zone):
                    return False
                fought.add(one.zone)
        if one.way == "air":
            far = plain.flown(one.place, MOVES[one.unit])[one.path[-1]]
            flight = (one.path[-1], one.unit, MOVES[one.unit] - far, one.place)
            flights += [flight] * one.number
    if any(n > position.force(place, power)[unit] for (place, unit), n in used.items()):
        return False
    world = World(position, power, cleared=fought)
    return world.loads_possible(loads) and world.all_land(flights, fixed)


def flown_at(world, party, zone):
    """Whether aircraft of a party can fight in a zone before its landing."""
    return any(
        one.way == "air" and zone in world.flown(one.place, MOVES[one.unit])
        for one in party.arrivals
    )


@pytest.mark.rule("AA-46")
@settings(max_examples=40, deadline=None)
@given(changes(), st.sampled_from(BOARD.order), st.data())
def test_parties_fit_together_where_every_way_of_filling_ships_and_decks_says_so(
    change, power, data
):
    position = change.position()
    options = [
        (target, one)
        for target in near_targets(position, power, change)
        for one in reach(position, power, target).arrivals
        if one.way in ("air", "landing", "sea")
    ]
    if not options:
        return
    chosen = data.draw(st.lists(st.sampled_from(options), min_size=1, max_size=4, unique=True))
    parties = []
    for target in dict.fromkeys(t for t, _ in chosen):
        arrivals = tuple(
            replace(one, number=data.draw(st.integers(1, one.number)))
            for at, one in chosen if at == target
        )  # fmt: skip
        parties.append(Party(target, arrivals))
    said = bool(fits(position, power, tuple(parties)))
    assert said == possible(position, power, parties)


def one_more(position, power, most, arrival):
    """The party with one unit more of an arrival, None if all of them go already."""
    gone = Counter()
    for one in most.arrivals:
        gone[one.place, one.unit] += one.number
    if gone[arrival.place, arrival.unit] >= position.force(arrival.place, power)[arrival.unit]:
        return None
    same = [one for one in most.arrivals if replace(one, number=arrival.number) == arrival]
    rest = [one for one in most.arrivals if one not in same]
    more = replace(arrival, number=1 + sum(one.number for one in same))
    return Party(most.target, (*rest, more))


@pytest.mark.rule("AA-46")
@settings(max_examples=30, deadline=None)
@given(changes(), st.sampled_from(BOARD.order))
def test_the_largest_party_can_go_and_takes_no_unit_more(change, power):
    position = change.position()
    for target in near_targets(position, power, change):
        found = reach(position, power, target)
        if found.most.arrivals:
            assert fits(position, power, (found.most,))
            assert possible(position, power, [found.most])
        for arrival in found.arrivals:
            fights_first = arrival.way == "sea" and arrival.path[-1] != target
            if fights_first or arrival.zone in found.contested or arrival.way == "bombard":
                continue  # `most` has calm landings only
            larger = one_more(position, power, found.most, arrival)
            assert larger is None or not possible(position, power, [larger])
