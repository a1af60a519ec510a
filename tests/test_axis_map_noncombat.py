"""What moves up in the non-combat phase (AA-03, AA-44, AA-46): boards of a few areas by hand."""

import pytest
from axis_map_lines import GE, JP, SU, UK, lines

from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.noncombat import reinforcements
from combat.axis_allies.reach.reach import AIR, LAND, LANDING, SEA, Arrival, Party, reach

START = starting_position()


def coming(position, place, moved=(), power=GE):
    """Who can come: (number, unit, path)."""
    found = reinforcements(position, power, place, moved=moved)
    return {(a.number, a.unit, " - ".join(a.path)) for a in found}


def arrival(unit, number, way, path, ship=""):
    areas = tuple(path.split(" - "))
    return Arrival(areas[0], unit, number, way, areas, ship)


@pytest.mark.rule("AA-44", "AA-47")
def test_land_units_move_over_friendly_land_only_and_guns_now_as_well():
    units = {"A": {GE: "1 inf, 1 arm"}, "B": {GE: "2 inf, 1 aa, 1 arm", JP: "3 inf"}}
    position = lines("A - B - C", "A - E - C", owners={"C": JP, "E": SU}, units=units)
    assert coming(position, "C") == {
        (1, "arm", "A - B - C"),
        (2, "inf", "B - C"),
        (1, "arm", "B - C"),
        (1, "aa", "B - C"),
    }
    assert coming(position, "E") == set()  # an enemy's, empty as it is


@pytest.mark.rule("AA-44")
def test_who_moved_or_fought_stays_and_the_others_follow_into_what_is_taken():
    units = {"A": {GE: "2 inf, 1 arm"}, "B": {GE: "3 inf, 1 ftr, 1 aa"}, "C": {SU: "1 inf, 1 aa"}}
    position = lines("A - B - C", owners={"C": SU}, units=units)
    fought = Party("C", (arrival("inf", 2, LAND, "B - C"), arrival("arm", 1, LAND, "A - B - C")))
    assert coming(position, "C") == set()
    assert coming(position, "C", [fought]) == {(1, "inf", "B - C"), (1, "aa", "B - C")}
    assert coming(position, "B", [fought]) == {(2, "inf", "A - B")}  # nor does the gun of C move
    assert coming(position.with_owner("C", GE), "C", [fought]) == coming(position, "C", [fought])


@pytest.mark.rule("AA-46", "AA-44")
def test_aircraft_that_fought_fly_on_with_the_range_that_is_left():
    units = {"A": {GE: "2 ftr, 1 bmr"}, "D": {SU: "1 inf"}}
    position = lines("A - B - C - D", "C - F", owners={"D": SU, "F": JP}, units=units)
    raid = Party("D", (arrival("ftr", 1, AIR, "A - B - C - D"),))
    assert coming(position, "C", [raid]) == {
        (1, "ftr", "D - C"),
        (1, "ftr", "A - B - C"),
        (1, "bmr", "A - B - C"),
    }
    assert coming(position, "F", [raid]) == {
        (1, "ftr", "A - B - C - F"),
        (1, "bmr", "A - B - C - F"),
    }
    assert coming(position, "D", [raid]) == set()  # nobody lands where was fought


@pytest.mark.rule("AA-46")
def test_fighters_come_down_on_decks_with_room_that_are_or_can_come_there():
    units = {
        "A": {GE: "3 ftr, 1 bmr"},
        "z1": {},
        "z2": {GE: "1 cv, 1 ftr"},
        "z3": {JP: "1 cv, 1 ftr"},
    }
    position = lines("A - z1 - z2 - z3", units=units)
    assert coming(position, "z2") == {(1, "ftr", "A - z1 - z2")}
    assert coming(position, "z1") == {
        (2, "ftr", "A - z1"),
        (1, "ftr", "z2 - z1"),
        (1, "cv", "z2 - z1"),
    }
    # an own carrier comes, with an own fighter beside the ally's deck
    assert (3, "ftr", "A - z1 - z2 - z3") in coming(position, "z3")
    fought = [Party("z1", (arrival("cv", 1, SEA, "z2 - z1"),))]
    assert coming(position, "z3", fought) == {(1, "ftr", "A - z1 - z2 - z3"), (1, "ftr", "z2 - z3")}


@pytest.mark.rule("AA-15")
def test_ships_sail_through_friendly_zones_and_submarines_through_all_without_a_destroyer():
    units = {"z1": {GE: "1 dd, 1 ss, 1 tr"}, "z2": {UK: "1 ca"}}
    position = lines("z1 - z2 - z3", "z1 - z4", units=units)
    assert coming(position, "z3") == {(1, "ss", "z1 - z2 - z3")}
    assert coming(position, "z2") == {(1, "ss", "z1 - z2")}
    assert coming(position, "z4") == {(1, unit, "z1 - z4") for unit in ("dd", "ss", "tr")}
    cleared = [Party("z2", (arrival("dd", 1, SEA, "z1 - z2"),))]
    assert coming(position, "z3", cleared) == {(1, "ss", "z1 - z2 - z3"), (1, "tr", "z1 - z2 - z3")}
    fighting = lines("z1 - z4", units={"z1": {GE: "1 dd, 1 tr", UK: "1 bb"}})
    assert coming(fighting, "z4") == set()  # they fought, or left before


@pytest.mark.rule("AA-44")
def test_transports_that_did_nothing_bring_units_guns_too():
    units = {"A": {GE: "1 inf, 1 aa, 1 arm"}, "z1": {GE: "1 tr"}, "z3": {GE: "1 tr, 1 art"}}
    position = lines("A - z1 - z2 - H", "z3 - z2", "z2 - T", owners={"T": UK}, units=units)
    assert coming(position, "H") == {
        (1, "inf", "A - z1 - z2 - H"),
        (1, "aa", "A - z1 - z2 - H"),
        (1, "arm", "A - z1 - z2 - H"),
        (1, "art", "z3 - z2 - H"),
    }
    landed = Party("T", (arrival("arm", 1, LANDING, "A - z1 - z2 - T", "z1"),))
    assert coming(position, "H", [landed]) == {(1, "art", "z3 - z2 - H")}
    assert coming(position, "T", [landed]) == {(1, "art", "z3 - z2 - T")}


@pytest.mark.rule("AA-44", "AA-40")
def test_what_can_follow_into_karelia_in_round_one():
    taken = reach(START, GE, "Karelia S.S.R.").most
    some = Party(taken.target, tuple(a for a in taken.arrivals if a.place != "Belorussia"))
    assert coming(START, "Karelia S.S.R.", [some]) == {(3, "inf", "Belorussia - Karelia S.S.R.")}
    assert coming(START, "Karelia S.S.R.", [taken]) == set()


@pytest.mark.rule("AA-44")
def test_a_canal_that_is_taken_this_turn_stays_shut():
    ways = ("A - W", "z1 - z2 - W")
    units = {"A": {GE: "1 inf"}, "z1": {GE: "1 dd"}}
    position = lines(*ways, owners={"W": UK}, canals=[(("z1", "z2"), ("W",))], units=units)
    march = [Party("W", (arrival("inf", 1, LAND, "A - W"),))]
    assert coming(position.with_owner("W", GE), "z2", march) == set()
    assert coming(position.with_owner("W", GE), "z2") == {(1, "dd", "z1 - z2")}
