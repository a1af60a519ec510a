"""Where land units and ships get to in a turn (AA-15, AA-47): boards of a few areas by hand."""

import pytest
from axis_map_lines import GE, JP, SU, UK, US, lines, paths

from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.reach import LAND, SEA, reach, reaches
from combat.errors import OptionError
from combat.force import Force

START = starting_position()


def with_units(position, places):
    """Set stacks: {place: {power: text}}."""
    for place, there in places.items():
        for power, text in there.items():
            position = position.with_force(place, power, Force.parse(text))
    return position


@pytest.mark.rule("AA-47")
def test_infantry_and_artillery_move_one_area_and_tanks_two_over_friendly_land():
    position = lines(
        "A - B - C - D",
        owners={"D": SU, "C": JP},
        units={"A": {GE: "1 arm"}, "B": {GE: "2 inf, 1 art, 3 arm"}, "C": {GE: "4 inf, 1 aa"}},
    )
    assert paths(reach(position, GE, "D"), LAND) == {(3, "arm", "B - C - D"), (4, "inf", "C - D")}


BLITZ = ("A - B - C", "A - X - Y")  # two ways out of A, an enemy's all of them
OURS = {"B": SU, "C": SU, "X": SU, "Y": SU}


@pytest.mark.rule("AA-47")
def test_a_tank_goes_on_through_an_empty_territory_and_only_a_tank():
    position = lines(*BLITZ, owners=OURS, units={"A": {GE: "2 arm, 1 inf"}, "C": {SU: "1 inf"}})
    found = reaches(position, GE)
    assert paths(found["C"], LAND) == {(2, "arm", "A - B - C")}
    assert paths(found["Y"], LAND) == {(2, "arm", "A - X - Y")}
    assert paths(found["B"], LAND) == {(2, "arm", "A - B"), (1, "inf", "A - B")}
    assert "A" not in found  # out and back again attacks nobody


@pytest.mark.rule("AA-47")
@pytest.mark.parametrize("unit", ["1 inf", "1 aa", "1 ftr", "1 bmr"])
def test_any_unit_of_the_enemy_ends_a_blitz(unit):
    position = lines(*BLITZ, owners=OURS, units={"A": {GE: "2 arm"}, "B": {SU: unit}})
    assert set(reaches(position, GE)) == {"B", "X", "Y"}


@pytest.mark.rule("AA-47")
def test_a_complex_ends_a_blitz_as_a_unit_does():
    position = lines(*BLITZ, owners=OURS, complexes=["X"], units={"A": {GE: "2 arm"}})
    assert set(reaches(position, GE)) == {"B", "C", "X"}


@pytest.mark.rule("AA-47")
def test_a_way_over_friendly_land_is_taken_before_a_blitz():
    position = lines(
        "A - E - C", "A - F - C", owners={"E": SU, "C": SU}, units={"A": {GE: "1 arm"}}
    )
    assert paths(reach(position, GE, "C"), LAND) == {(1, "arm", "A - F - C")}


@pytest.mark.rule("AA-47")
def test_guns_and_the_units_of_allies_attack_nothing():
    position = lines("A - B", owners={"B": SU}, units={"A": {GE: "1 aa", JP: "5 inf"}})
    assert reaches(position, GE) == {}
    assert reach(position, GE, "B").most.arrivals == ()


@pytest.mark.rule("AA-47")
def test_nobody_marches_over_neutral_land_and_canals_do_not_hinder_land_units():
    moved = with_units(START, {"Trans-Jordan": {UK: "2 inf"}, "Persia": {UK: "1 arm"}})
    moved = moved.with_owner("Anglo Egypt", GE)
    assert paths(reach(moved, UK, "Anglo Egypt"), LAND) == {
        (2, "inf", "Trans-Jordan - Anglo Egypt"),
        (1, "arm", "Persia - Trans-Jordan - Anglo Egypt"),
    }
    assert "Turkey" not in {
        area for one in reaches(START, GE)["Caucasus"].arrivals for area in one.path
    }


@pytest.mark.rule("AA-47", "AA-40")
def test_what_germany_brings_to_karelia_in_round_one_by_land():
    found = paths(reach(START, GE, "Karelia S.S.R."), LAND)
    assert found == {
        (2, "arm", "Germany - Eastern Europe - Karelia S.S.R."),
        (1, "arm", "Balkans - Eastern Europe - Karelia S.S.R."),
        (2, "inf", "Eastern Europe - Karelia S.S.R."),
        (1, "arm", "Eastern Europe - Karelia S.S.R."),
        (3, "inf", "Norway - Karelia S.S.R."),
        (1, "arm", "Ukraine S.S.R. - Eastern Europe - Karelia S.S.R."),
        (3, "inf", "Belorussia - Karelia S.S.R."),
        (3, "inf", "West Russia - Karelia S.S.R."),
        (1, "art", "West Russia - Karelia S.S.R."),
        (1, "arm", "West Russia - Karelia S.S.R."),
    }  # not the two tanks of Western Europe, three areas away


SEAS = ("z1 - z2 - z3 - z4",)


def sea_moves(there, ships="1 dd, 1 ss, 1 cv, 1 tr", **more):
    """Who gets to z3, where a lone transport is, past what stands in z2."""
    units = {"z1": {GE: ships}, "z2": there, "z3": {UK: "1 tr"}}
    return paths(reach(lines(*SEAS, units=units, **more), GE, "z3"), SEA)


@pytest.mark.rule("AA-15")
def test_a_cruiser_stops_ships_but_no_submarine_and_a_destroyer_stops_all():
    every = {(1, unit, "z1 - z2 - z3") for unit in ("dd", "ss", "cv")}
    assert sea_moves({}) == every
    assert sea_moves({UK: "3 ss, 2 tr"}) == every  # such a zone is not hostile
    assert sea_moves({JP: "1 dd"}) == every
    assert sea_moves({UK: "1 ca"}) == {(1, "ss", "z1 - z2 - z3")}
    assert sea_moves({UK: "1 ca", SU: "1 dd"}) == set()


@pytest.mark.rule("AA-15")
def test_ships_leave_a_hostile_zone_or_fight_in_it_and_go_two_zones():
    units = {"z1": {GE: "2 dd", UK: "1 bb"}, "z3": {UK: "1 ss"}, "z4": {UK: "1 ss"}}
    found = reaches(lines(*SEAS, units=units), GE)
    assert paths(found["z1"], SEA) == {(2, "dd", "z1")}
    assert paths(found["z3"], SEA) == {(2, "dd", "z1 - z2 - z3")}
    assert "z4" not in found


@pytest.mark.rule("AA-15")
def test_zones_with_submarines_or_transports_only_are_targets_others_are_not():
    units = {"z1": {GE: "1 dd"}, "z2": {UK: "1 tr"}, "z3": {US: "1 ss"}, "z4": {}}
    assert set(reaches(lines(*SEAS, units=units), GE)) == {"z2", "z3"}


@pytest.mark.rule("AA-15")
def test_transports_are_no_part_of_an_attack_on_a_zone():
    units = {"z1": {GE: "3 tr, 1 ca, 2 inf"}, "z2": {UK: "1 dd"}}
    assert paths(reach(lines(*SEAS, units=units), GE, "z2"), SEA) == {(1, "ca", "z1 - z2")}


@pytest.mark.rule("AA-15")
@pytest.mark.parametrize(
    ("holders", "gets_there"),
    [({}, True), ({"E": JP}, True), ({"E": UK}, False), ({"W": SU}, False)],
)
def test_a_canal_is_open_to_the_side_that_holds_both_its_banks(holders, gets_there):
    position = lines(
        "z1 - z2 - W",
        "z2 - E",
        owners=holders,
        canals=[(("z1", "z2"), ("W", "E"))],
        units={"z1": {GE: "1 dd"}, "z2": {UK: "1 tr"}},
    )
    assert bool(reach(position, GE, "z2").arrivals) is gets_there


@pytest.mark.rule("AA-15")
def test_a_british_destroyer_passes_panama_while_the_allies_hold_it():
    seas = with_units(START, {"sz 19": {UK: "1 dd"}, "sz 21": {JP: "1 tr"}})
    assert paths(reach(seas, UK, "sz 21"), SEA) == {(1, "dd", "sz 19 - sz 20 - sz 21")}
    assert not reach(seas.with_owner("Panama", GE), UK, "sz 21").arrivals


@pytest.mark.rule("AA-15")
def test_a_shut_strait_lets_no_ship_in_or_out_but_aircraft():
    units = {"z1": {GE: "1 ca"}, "A": {GE: "1 ftr"}, "z2": {UK: "1 dd"}}
    ways = ("z1 - z2", "A - z1")
    shut = lines(*ways, units=units, strait="z2", strait_open=False)
    assert [a.unit for a in reach(shut, GE, "z2").arrivals] == ["ftr"]
    opened = lines(*ways, units=units, strait="z2")
    assert [a.unit for a in reach(opened, GE, "z2").arrivals] == ["ca", "ftr"]


@pytest.mark.rule("AA-15", "AA-40")
def test_who_sails_against_the_british_in_round_one():
    assert paths(reach(START, GE, "sz 13"), SEA) == {
        (1, "bb", "sz 14 - sz 13"),
        (1, "ss", "sz 8 - sz 12 - sz 13"),
    }
    assert paths(reach(START, GE, "sz 2"), SEA) == {(1, "ss", "sz 8 - sz 2")}  # sz 5 is too far


@pytest.mark.rule("AA-40")
def test_targets_come_in_the_order_of_the_board_and_none_twice():
    found = list(reaches(START, JP))
    order = [*START.board.territories, *START.board.zones]
    assert found == sorted(found, key=order.index)
    assert reach(START, JP, "Manchuria").arrivals == ()  # its own


def test_places_and_powers_go_by_the_names_that_players_write():
    start = starting_position()
    assert reach(start, "Germans", "Egypt", cleared=["15"]) == reach(
        start, "Germany", "Anglo Egypt", cleared=["sz 15"]
    )
    assert reaches(start, "uk").keys() == reaches(start, "United Kingdom").keys()
    for wrong in (("Germany", "Nowhere"), ("France", "Egypt")):
        with pytest.raises(OptionError, match="is not known"):
            reach(start, *wrong)
