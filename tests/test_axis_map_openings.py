"""The board walked over, and the first round's known moves on it."""

import pytest
from axis_map_oracle import World, can_take_part

from combat.axis_allies.map.board import shipped_board
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.reach import reach

SU, GE, UK, JP, US = "Soviet Union", "Germany", "United Kingdom", "Japan", "United States"
START = starting_position()
BOARD = shipped_board()

INLAND = {
    *("Belorussia", "West Russia", "Russia", "Kazakh S.S.R.", "Novosibirsk", "Yakut S.S.R."),
    *("Evenki National Okrug", "China", "Sinkiang"),
}
SEA_ALL_ROUND = {  # or neutral land
    *("United Kingdom", "Iceland", "Greenland", "Gibraltar", "West Indies", "French Madagascar"),
    *("Australia", "New Zealand", "New Guinea", "Borneo", "East Indies", "Philippine Islands"),
    *("Japan", "Okinawa", "Formosa", "Caroline Islands", "Solomon Islands", "Wake Island"),
    *("Hawaiian Islands", "Midway", "Brazil"),
}


def test_one_can_walk_from_everywhere_to_everywhere():
    world = World(START, GE)
    assert set(world.flown("Germany", len(BOARD.areas))) == set(BOARD.areas)
    seas = {"sz 1"}
    for _ in BOARD.zones:
        seas |= {to for zone in seas for to in world.near[zone] & world.sea}
    assert seas == set(BOARD.zones)


def test_each_coast_has_its_zone_and_each_island_no_land():
    world = World(START, GE)
    assert {t for t in world.land if not world.near[t] & world.sea} == INLAND
    assert {t for t in world.land if not world.near[t] & world.land} == SEA_ALL_ROUND


def test_a_zone_holds_one_group_of_islands():
    world = World(START, GE)
    large = {"United Kingdom", "Australia", "Japan", "French Madagascar", "Gibraltar", "Brazil"}
    small = SEA_ALL_ROUND - large
    shared = {z: sorted(world.near[z] & small) for z in world.sea if len(world.near[z] & small) > 1}
    assert shared == {"sz 2": ["Greenland", "Iceland"]}  # Iceland's link is one of the unsure ones


OPENING = [  # (power, target, unit, way, where it comes from)
    (SU, "West Russia", "inf", "land", "Archangel"),
    (SU, "West Russia", "inf", "land", "Russia"),
    (SU, "West Russia", "art", "land", "Caucasus"),
    (SU, "West Russia", "ftr", "air", "Karelia S.S.R."),
    (SU, "Ukraine S.S.R.", "inf", "land", "Caucasus"),
    (SU, "Ukraine S.S.R.", "arm", "land", "Russia"),
    (SU, "Ukraine S.S.R.", "ftr", "air", "Russia"),
    (SU, "Belorussia", "inf", "land", "Karelia S.S.R."),
    (SU, "Norway", "inf", "land", "Karelia S.S.R."),
    (GE, "Anglo Egypt", "arm", "land", "Libya"),
    (GE, "Anglo Egypt", "inf", "landing", "Southern Europe"),
    (GE, "Anglo Egypt", "art", "landing", "Southern Europe"),
    (GE, "Trans-Jordan", "arm", "landing", "Balkans"),
    (GE, "Anglo Egypt", "ftr", "air", "Ukraine S.S.R."),
    (GE, "Anglo Egypt", "bmr", "air", "Germany"),
    (GE, "sz 15", "bb", "sea", "sz 14"),
    (GE, "sz 13", "bb", "sea", "sz 14"),
    (GE, "sz 13", "ss", "sea", "sz 8"),
    (GE, "sz 13", "ftr", "air", "Western Europe"),
    (GE, "sz 2", "ss", "sea", "sz 8"),
    (GE, "sz 2", "ftr", "air", "Norway"),
    (GE, "sz 2", "bmr", "air", "Germany"),
    (GE, "Karelia S.S.R.", "inf", "land", "Norway"),
    (GE, "Karelia S.S.R.", "arm", "land", "Germany"),
    (GE, "Karelia S.S.R.", "inf", "landing", "Germany"),
    (GE, "Caucasus", "inf", "landing", "Southern Europe"),
    (GE, "Caucasus", "arm", "land", "Eastern Europe"),
    (UK, "sz 5", "ftr", "air", "United Kingdom"),
    (UK, "Norway", "arm", "landing", "Eastern Canada"),
    (UK, "Norway", "bb", "bombard", "sz 2"),
    (UK, "Algeria", "inf", "landing", "United Kingdom"),
    (UK, "French Indochina", "inf", "land", "India"),
    (UK, "Borneo", "inf", "landing", "India"),
    (UK, "New Guinea", "inf", "landing", "Australia"),
    (UK, "sz 59", "ca", "sea", "sz 35"),
    (UK, "sz 59", "ftr", "air", "sz 35"),
    (UK, "sz 45", "ss", "sea", "sz 40"),
    (JP, "sz 52", "bb", "sea", "sz 60"),
    (JP, "sz 52", "cv", "sea", "sz 50"),
    (JP, "sz 52", "ss", "sea", "sz 45"),
    (JP, "sz 52", "ftr", "air", "Japan"),
    (JP, "sz 52", "bmr", "air", "Japan"),
    (JP, "China", "inf", "land", "Kwantung"),
    (JP, "China", "ftr", "air", "sz 37"),
    (JP, "Buryatia S.S.R.", "inf", "landing", "Japan"),
    (JP, "Buryatia S.S.R.", "inf", "land", "Manchuria"),
    (JP, "India", "inf", "landing", "Kwantung"),
    (US, "Algeria", "inf", "landing", "Eastern United States"),
    (US, "sz 8", "ca", "sea", "sz 10"),
    (US, "Solomon Islands", "inf", "landing", "Hawaiian Islands"),
    (US, "sz 60", "ftr", "air", "sz 52"),
]
NOT_YET = [
    (SU, "Eastern Europe", "arm", "land", "Caucasus"),  # three moves
    (SU, "sz 5", "ss", "sea", "sz 4"),  # three zones
    (GE, "sz 2", "ftr", "air", "Western Europe"),  # three there, two back
    (GE, "Trans-Jordan", "ftr", "air", "Ukraine S.S.R."),  # no way home over neutral Turkey
    (GE, "Russia", "inf", "land", "Belorussia"),
    (UK, "Western Europe", "inf", "landing", "Western Canada"),
    (JP, "Hawaiian Islands", "bb", "bombard", "sz 60"),  # American ships in zone 52
    (JP, "Western United States", "inf", "landing", "Japan"),
    (US, "Western Europe", "inf", "landing", "Eastern United States"),  # three zones
]


def says(power, target, unit, way, place):
    """What the program and the slow answer say of a unit, which has to be the same."""
    slow = can_take_part(START, power, target)
    slow_says = any((at, u, w) == (place, unit, way) for at, u, w, *_ in slow)
    quick = reach(START, power, target).arrivals
    assert slow_says == any((a.place, a.unit, a.way) == (place, unit, way) for a in quick)
    return slow_says


@pytest.mark.parametrize(("power", "target", "unit", "way", "place"), OPENING)
def test_the_known_openings_are_there(power, target, unit, way, place):
    assert says(power, target, unit, way, place)


@pytest.mark.parametrize(("power", "target", "unit", "way", "place"), NOT_YET)
def test_what_nobody_can_do_in_the_first_round_is_not(power, target, unit, way, place):
    assert not says(power, target, unit, way, place)
