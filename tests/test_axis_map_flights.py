"""Ranges and landings of aircraft (AA-46): the rulebook's examples, and small boards by hand."""

import pytest
from axis_map_lines import GE, JP, SU, UK, US, going, lines, paths

from combat.axis_allies.map.board import shipped_board
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.flights import flights
from combat.axis_allies.reach.reach import AIR, SEA, reach
from combat.errors import OptionError
from combat.force import Force

START = starting_position()
PACIFIC = "z1 - z2 - z3 - z4 - z5 - z6"


def landings(found, place):
    return next(a.landings for a in found.arrivals if a.way == AIR and a.place == place)


@pytest.mark.rule("AA-46")
def test_a_fighter_of_hawaii_lands_in_australia_with_all_its_range():
    away = flights(shipped_board())
    way = away.path("Hawaiian Islands", "Australia")
    assert way == ("Hawaiian Islands", "sz 52", "sz 45", "sz 46", "Australia")
    assert away.away["Hawaiian Islands"]["Australia"] == 4


@pytest.mark.rule("AA-46")
def test_an_island_counts_apart_and_nobody_flies_over_neutral_land():
    away = flights(shipped_board()).away
    assert away["sz 51"]["Wake Island"] == 1
    assert away["Libya"]["Belgian Congo"] == 2  # by Egypt, not over the Sahara
    assert away["Algeria"]["French Equatorial Africa"] == 3  # 2, if the Sahara could be crossed
    assert "Turkey" not in away


@pytest.mark.rule("AA-46")
def test_the_carrier_of_zone_51_takes_its_fighter_back_from_the_philippines():
    fleet = START.with_force("sz 51", US, Force.parse("1 cv, 1 ftr"))
    found = reach(fleet, US, "Philippine Islands")
    assert {a.place for a in found.arrivals if a.way == AIR} == {"sz 51"}
    assert landings(found, "sz 51") == ("sz 49",)  # three moves there, one back to its deck
    assert flights(fleet.board).away["sz 51"]["Philippine Islands"] == 3
    blocked = fleet.with_force("sz 49", JP, Force.parse("1 dd"))
    assert not reach(blocked, US, "Philippine Islands").arrivals
    assert reach(blocked, US, "Philippine Islands", cleared=["sz 49"]).arrivals


def fleet(carriers, **more):
    """Fighters of A, next to z1, and carriers, with the enemy's island I in z4."""
    return lines(
        "A - " + PACIFIC, "z4 - I", owners={"I": UK, **more.pop("owners", {})}, units=carriers
    )


@pytest.mark.rule("AA-46")
def test_a_fighter_uses_all_its_range_only_where_a_carrier_will_be():
    fighters = {"A": {GE: "1 ftr"}, "z4": {UK: "1 ca"}}
    assert not reach(fleet(fighters), GE, "z4").arrivals  # four moves there
    with_deck = fleet({**fighters, "z2": {GE: "1 cv"}})
    found = reach(with_deck, GE, "z4")
    assert landings(found, "A") == ("z4",)
    assert going(found, AIR, SEA) == {(1, "ftr", "A"), (1, "cv", "z2")}
    too_far = fleet({**fighters, "z1": {GE: "1 cv"}})
    assert not reach(too_far, GE, "z4").arrivals


@pytest.mark.rule("AA-46")
def test_bombers_land_on_land_only_and_not_on_what_is_taken_this_turn():
    units = {"A": {GE: "1 bmr, 1 ftr"}, "z2": {GE: "1 cv"}, "z3": {UK: "1 tr"}}
    found = reach(fleet(units), GE, "z3")
    bomber = next(a for a in found.arrivals if a.unit == "bmr")
    assert bomber.landings == ("A",)
    far = reach(fleet({"A": {GE: "1 bmr"}, "z3": {GE: "1 cv"}}), GE, "I")
    assert not far.arrivals  # five moves, and a deck is none for a bomber


@pytest.mark.rule("AA-46")
def test_an_enemys_land_is_flown_over_and_not_landed_on():
    position = lines(
        "A - B - C - D - E", owners={"B": SU, "C": SU, "D": SU}, units={"A": {GE: "1 ftr"}}
    )
    assert paths(reach(position, GE, "C"), AIR) == {(1, "ftr", "A - B - C")}
    assert landings(reach(position, GE, "C"), "A") == ("A", "E")
    assert landings(reach(position, GE, "D"), "A") == ("E",)
    alone = position.with_owner("E", UK)
    assert not reach(alone, GE, "D").arrivals


@pytest.mark.rule("AA-46")
def test_two_fighters_a_deck_and_no_third():
    units = {"A": {GE: "3 ftr"}, "z2": {GE: "1 cv"}, "z4": {UK: "1 ca"}}
    assert going(reach(fleet(units), GE, "z4"), AIR) == {(2, "ftr", "A")}
    assert going(reach(fleet({**units, "z2": {GE: "2 cv"}}), GE, "z4"), AIR) == {(3, "ftr", "A")}


@pytest.mark.rule("AA-46", "AA-14")
def test_allied_fighters_aboard_keep_their_places():
    units = {"A": {GE: "3 ftr"}, "z2": {GE: "1 cv", JP: "1 ftr"}, "z4": {UK: "1 ca"}}
    found = reach(fleet(units), GE, "z4")
    assert going(found, AIR) == {(1, "ftr", "A")}
    assert not any(a.place == "z2" for a in found.arrivals if a.way == AIR)


@pytest.mark.rule("AA-46")
def test_a_fighter_aboard_keeps_its_place_whether_it_flies_or_not():
    units = {"A": {GE: "2 ftr"}, "z6": {GE: "1 cv, 1 ftr"}, "z4": {UK: "1 ca"}}
    found = reach(fleet(units), GE, "z4")  # the deck comes to z4, the only place to land
    assert going(found, AIR, SEA) == {(1, "ftr", "A"), (1, "ftr", "z6"), (1, "cv", "z6")}
    alone = {**units, "A": {GE: "1 ftr"}, "z6": {GE: "1 cv, 2 ftr"}}
    assert sum(n for n, *_ in going(reach(fleet(alone), GE, "z4"), AIR)) == 2


@pytest.mark.rule("AA-46")
def test_a_fighter_that_can_fly_ashore_makes_room():
    units = {"A": {GE: "2 ftr"}, "z5": {GE: "1 cv, 2 ftr"}, "z4": {UK: "1 ca"}}
    assert sum(n for n, *_ in going(reach(fleet(units), GE, "z4"), AIR)) == 2
    shore = lines("A - " + PACIFIC, "z6 - H", units=units)
    found = reach(shore, GE, "z4")  # those of z5 come down in H, three moves on
    assert going(found, AIR) == {(2, "ftr", "A"), (2, "ftr", "z5")}
    assert "H" in landings(found, "z5")


@pytest.mark.rule("AA-46")
def test_carriers_sail_to_where_the_most_fighters_can_be_saved():
    # those of A need the deck that comes to z4; those of z6 go back to the ally's, two moves on
    units = {
        "A": {GE: "2 ftr"},
        "z2": {GE: "1 cv"},
        "z6": {GE: "2 ftr", JP: "1 cv"},
        "z4": {UK: "1 tr"},
    }
    assert going(reach(fleet(units), GE, "z4"), AIR) == {(2, "ftr", "A"), (2, "ftr", "z6")}
    sunk = fleet({**units, "z2": {GE: "1 cv, 1 ftr"}})
    assert (
        sum(n for n, *_ in going(reach(sunk, GE, "z4"), AIR)) == 4
    )  # z2's own stays out, and lands in A


@pytest.mark.rule("AA-29", "AA-46")
def test_aircraft_attack_from_an_allied_carrier_that_stands_still():
    units = {"z1": {JP: "1 cv", GE: "1 ftr"}, "z3": {UK: "1 tr"}}
    found = reach(lines(PACIFIC, units=units), GE, "z3")
    assert landings(found, "z1") == ("z1",)
    assert going(found, AIR, SEA) == {(1, "ftr", "z1")}
    assert not reach(
        lines(PACIFIC, units={**units, "z3": {}, "z4": {UK: "1 tr"}}), GE, "z4"
    ).arrivals


@pytest.mark.rule("AA-46", "AA-43")
def test_a_carrier_to_be_mobilised_next_to_an_own_complex_is_refused_elsewhere():
    ways = ("A - z1 - z2 - z3", "z3 - K")
    units = {"A": {GE: "3 ftr"}, "z3": {UK: "1 ca, 1 bb"}, "z2": {UK: "1 tr"}, "K": {UK: "1 inf"}}
    ours = lines(*ways, units=units, complexes=["A"], owners={"K": UK})
    assert not reach(ours, GE, "z3").arrivals  # three moves there, two back to z1, three to A
    assert not reach(ours, GE, "z3", new_carriers=["z1"]).arrivals
    assert going(reach(ours, GE, "z2", new_carriers=["z1"]), AIR) == {(3, "ftr", "A")}  # home
    with pytest.raises(OptionError, match="z3"):
        reach(ours, GE, "K", new_carriers=["z3"])  # not next to A
    theirs = lines(*ways, units=units, complexes=["K"], owners={"K": JP, "A": GE})
    with pytest.raises(OptionError, match="none"):
        reach(theirs, GE, "z3", new_carriers=["z3"])  # an ally's complex


@pytest.mark.rule("AA-46", "AA-43")
def test_new_carriers_hold_two_fighters_each_even_in_hostile_zones():
    ways = ("z5 - z4 - z3 - z2 - z1 - K",)
    units = {"z5": {GE: "3 ftr", JP: "2 cv"}, "z1": {UK: "1 bb"}, "z2": {UK: "1 tr"}}
    position = lines(*ways, units=units, owners={"K": UK}, complexes=["K"])
    assert not reach(position, GE, "z2").arrivals
    with pytest.raises(OptionError, match="z1"):
        reach(position, GE, "z2", new_carriers=["z1"])  # the complex is the enemy's
    near = reach(lines(*ways, units=units, complexes=["K"]), GE, "z1", new_carriers=["z1"])
    assert going(near, AIR) == {(2, "ftr", "z5")}
    assert landings(near, "z5") == ("z1",)
    both = reach(lines(*ways, units=units, complexes=["K"]), GE, "z1", new_carriers=["z1", "z1"])
    assert going(both, AIR) == {(3, "ftr", "z5")}


@pytest.mark.rule("AA-46")
def test_a_carrier_in_the_zone_that_is_attacked_fights_and_one_elsewhere_may_stay_away():
    units = {"z4": {GE: "1 cv", UK: "1 ss"}, "z5": {GE: "1 cv, 2 ftr"}}
    found = reach(lines(PACIFIC, units=units), GE, "z4")
    assert going(found, SEA) == {(1, "cv", "z4"), (1, "cv", "z5")}
    assert going(found, AIR) == {(2, "ftr", "z5")}
