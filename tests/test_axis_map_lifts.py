"""Transports: loads, ways, landings, ships that bombard (AA-20, AA-21, AA-23, AA-29)."""

from itertools import combinations, product

import numpy as np
import pytest
from axis_map_lines import GE, JP, SU, UK, going, lines, paths

from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.reach import (
    BOMBARD,
    LAND,
    LANDING,
    SEA,
    Arrival,
    Party,
    fits,
    reach,
    reaches,
)
from combat.force import Force

START = starting_position()
COAST = ("A - z1 - z2 - T", "z1 - B", "z2 - C", "z3 - z1")  # T the enemy's, all else German


def coast(units, **more):
    return lines(*COAST, owners={"T": UK}, units=units, **more)


@pytest.mark.rule("AA-29")
@pytest.mark.parametrize(
    ("ashore", "ships", "landed"),
    [
        ("5 inf", "1 tr", {(2, "inf", "A")}),
        ("5 inf, 1 arm", "1 tr", {(1, "inf", "A"), (1, "arm", "A")}),
        ("3 arm", "1 tr", {(1, "arm", "A")}),
        ("3 arm, 2 art", "2 tr", {(2, "arm", "A")}),
        ("1 inf, 1 arm, 2 art", "2 tr", {(1, "inf", "A"), (1, "arm", "A"), (1, "art", "A")}),
        ("4 inf, 1 art", "2 tr", {(3, "inf", "A"), (1, "art", "A")}),
        ("2 inf, 1 aa", "1 tr", {(2, "inf", "A")}),
        ("1 aa", "1 tr", set()),
    ],
)
def test_a_transport_takes_one_land_unit_and_an_infantry_more(ashore, ships, landed):
    found = reach(coast({"A": {GE: ashore}, "z1": {GE: ships}}), GE, "T")
    assert going(found, LANDING) == landed


@pytest.mark.rule("AA-29")
def test_transports_fetch_on_their_way_and_where_they_end():
    units = {"A": {GE: "1 arm"}, "B": {GE: "1 inf"}, "C": {GE: "1 art"}, "z3": {GE: "1 tr"}}
    found = reach(coast(units), GE, "T")
    assert paths(found, LANDING) == {
        (1, "arm", "A - z1 - z2 - T"),
        (1, "inf", "B - z1 - z2 - T"),
        (1, "art", "C - z2 - T"),
    }
    assert all(one.ship == "z3" and one.zone == "z2" for one in found.arrivals)
    assert going(found, LANDING) == {(1, "arm", "A"), (1, "inf", "B")}
    near = reach(coast({**units, "z3": {}, "z2": {GE: "1 tr"}}), GE, "T")
    assert paths(near, LANDING) == {  # out and back
        (1, "arm", "A - z1 - z2 - T"),
        (1, "inf", "B - z1 - z2 - T"),
        (1, "art", "C - z2 - T"),
    }
    far = lines("A - z1 - z2 - z3 - T", owners={"T": UK}, units={"A": {GE: "1 inf"}, "z1": {}})
    assert reach(far.with_force("z1", GE, Force.parse("1 tr")), GE, "T").arrivals
    assert not reach(far.with_force("z2", GE, Force.parse("1 tr")), GE, "T").arrivals  # z1 is back
    too_far = lines("A - z1 - z2 - z3 - z4 - T", owners={"T": UK}, units={"A": {GE: "1 inf"}})
    assert not reach(too_far.with_force("z1", GE, Force.parse("1 tr")), GE, "T").arrivals


@pytest.mark.rule("AA-29", "AA-20")
def test_the_shortest_way_is_shown_and_taken():
    found = reach(START, GE, "Anglo Egypt", cleared=["sz 15"])
    way = ("Southern Europe", "sz 14", "sz 15", "Anglo Egypt")  # not by the Black Sea
    shown = [a.path for a in found.arrivals if a.place == "Southern Europe"]
    taken = [a.path for a in found.most.arrivals if a.place == "Southern Europe"]
    assert set(shown) == set(taken) == {way}
    assert (1, "bb", "sz 14") in going(found, SEA)


@pytest.mark.rule("AA-29")
def test_one_ship_cannot_fetch_where_it_does_not_pass_both():
    ways = ("A - z1 - z2 - T", "B - z3 - z2", "z0 - z1", "z0 - z3")
    units = {"A": {GE: "1 arm"}, "B": {GE: "1 inf"}, "z0": {GE: "1 tr"}}
    one = reach(lines(*ways, owners={"T": UK}, units=units), GE, "T")
    assert going(one, LANDING) == {(1, "arm", "A")}  # by z1, or by z3
    two = reach(lines(*ways, owners={"T": UK}, units={**units, "z0": {GE: "2 tr"}}), GE, "T")
    assert going(two, LANDING) == {(1, "arm", "A"), (1, "inf", "B")}


@pytest.mark.rule("AA-20", "AA-15")
def test_warships_stop_transports_others_do_not():
    units = {"A": {GE: "1 inf"}, "z1": {GE: "1 tr"}, "z2": {UK: "2 ss, 1 tr"}}
    calm = reach(coast(units), GE, "T")
    assert going(calm, LANDING) == {(1, "inf", "A")}
    assert calm.contested == ()
    held = {**units, "z2": {UK: "1 dd"}}
    assert not reach(coast(held), GE, "T").arrivals  # nobody to fight the destroyer
    escorted = coast({**held, "z1": {GE: "1 tr, 1 bb"}})
    found = reach(escorted, GE, "T")
    assert found.contested == ("z2",)
    assert paths(found, LANDING, SEA) == {(1, "inf", "A - z1 - z2 - T"), (1, "bb", "z1 - z2")}
    assert not paths(found, BOMBARD)
    assert found.most.arrivals == ()
    most = reach(escorted, GE, "T", cleared=["z2"])
    assert going(most, LANDING, SEA) == {(1, "inf", "A"), (1, "bb", "z1")}
    assert most.most.fought_for == ("z2",)


@pytest.mark.rule("AA-20")
def test_nobody_goes_aboard_in_hostile_waters_nor_sails_on_through_them():
    units = {"A": {GE: "1 inf"}, "C": {GE: "1 inf"}, "z1": {GE: "1 tr", UK: "1 ca"}}
    found = reach(coast(units), GE, "T")
    assert paths(found, LANDING) == {(1, "inf", "C - z2 - T")}  # it leaves z1 empty
    through = lines(
        "A - z1 - z2 - z3 - T",
        owners={"T": UK},
        units={"A": {GE: "1 inf"}, "z1": {GE: "1 tr, 2 bb"}, "z2": {UK: "1 dd"}},
    )
    assert not reach(through, GE, "T").arrivals


@pytest.mark.rule("AA-20")
def test_ships_in_a_hostile_zone_may_fetch_elsewhere_and_come_back_to_fight():
    ways = ("T - z1 - z2 - A",)
    units = {"z1": {GE: "1 tr, 1 dd", UK: "1 dd"}, "A": {GE: "1 arm"}}
    found = reach(lines(*ways, owners={"T": UK}, units=units), GE, "T")
    assert paths(found, LANDING, SEA) == {(1, "arm", "A - z2 - z1 - T"), (1, "dd", "z1")}


@pytest.mark.rule("AA-29")
def test_cargo_of_an_earlier_turn_lands_and_takes_up_room():
    found = reach(coast({"A": {GE: "3 inf, 1 art"}, "z1": {GE: "1 tr, 1 arm"}}), GE, "T")
    assert paths(found, LANDING) == {(1, "arm", "z1 - z2 - T"), (1, "inf", "A - z1 - z2 - T")}
    assert going(found, LANDING) == {(1, "arm", "z1"), (1, "inf", "A")}
    gun = reach(coast({"A": {GE: "3 inf, 1 art"}, "z1": {GE: "1 tr, 1 aa"}}), GE, "T")
    assert paths(gun, LANDING) == {(1, "inf", "A - z1 - z2 - T")}  # a gun stays aboard
    assert not reach(coast({"z1": {GE: "1 tr", JP: "2 inf"}, "A": {GE: "1 inf"}}), GE, "T").arrivals


@pytest.mark.rule("AA-29")
def test_land_units_attack_from_an_allied_transport_that_stands_still():
    units = {"z2": {JP: "1 tr", GE: "1 inf, 1 arm"}, "A": {GE: "2 inf"}}
    found = reach(coast(units), GE, "T")
    assert paths(found, LANDING) == {(1, "inf", "z2 - T"), (1, "arm", "z2 - T")}
    moved = {"z1": {JP: "1 tr", GE: "1 inf, 1 arm"}}
    assert not reach(coast(moved), GE, "T").arrivals  # it moves in its own turn
    theirs = {"z2": {JP: "1 tr, 2 inf"}}
    assert not reach(coast(theirs), GE, "T").arrivals  # nor do its owner's units land


@pytest.mark.rule("AA-29")
def test_what_comes_overland_leaves_the_ships_to_others():
    units = {"A": {GE: "2 inf"}, "C": {GE: "1 arm, 2 inf"}, "z1": {GE: "1 tr"}}
    position = lines(*COAST, "C - T", owners={"T": UK}, units=units)
    found = reach(position, GE, "T")
    assert going(found, LAND) == {(1, "arm", "C"), (2, "inf", "C")}
    assert going(found, LANDING) == {(2, "inf", "A")}


@pytest.mark.rule("AA-21")
def test_battleships_and_cruisers_bombard_from_the_zone_of_a_landing_without_a_battle():
    units = {"A": {GE: "2 inf"}, "z1": {GE: "1 tr, 1 bb, 1 dd"}, "z3": {GE: "1 ca, 1 cv"}}
    found = reach(coast(units), GE, "T")
    assert paths(found, BOMBARD) == {(1, "bb", "z1 - z2"), (1, "ca", "z3 - z1 - z2")}
    assert going(found, BOMBARD) == {(1, "bb", "z1"), (1, "ca", "z3")}
    assert {one.zone for one in found.arrivals} == {"z2"}
    without = reach(coast({**units, "A": {}}), GE, "T")
    assert without.arrivals == ()  # nobody lands


@pytest.mark.rule("AA-21", "AA-29")
def test_the_zone_of_a_landing_is_chosen_for_the_ships_that_bombard():
    ways = ("T - z1 - z0 - z2 - T", "z0 - A", "z2 - z4 - z5")
    units = {"A": {GE: "2 inf"}, "z0": {GE: "1 tr"}, "z5": {GE: "1 bb"}}
    found = reach(lines(*ways, owners={"T": UK}, units=units), GE, "T")
    assert {one.zone for one in found.arrivals} == {"z1", "z2"}
    assert {one.zone for one in found.most.arrivals} == {"z2"}


@pytest.mark.rule("AA-20", "AA-40")
def test_the_british_land_in_western_europe_in_round_one():
    found = reach(START, UK, "Western Europe")
    assert found.most.force(START, LANDING) == Force.parse("2 inf, 2 arm")
    assert found.most.force(START, BOMBARD) == Force.parse("1 ca, 1 bb")
    assert not found.contested  # sz 5 is two zones from no British transport


def brute(units, ships):
    """The best attack value that ships can land: every load tried.

    units: {(place, unit): number}; ships: for each, the places that each of its ways passes.
    """
    attack = {"inf": 1, "art": 2, "arm": 3}
    ashore = [(place, unit) for (place, unit), n in units.items() for _ in range(n)]
    best = 0
    for chosen in product(*(_loads(ashore, ways) for ways in ships)):
        taken = [i for load in chosen for i in load]
        if len(set(taken)) == len(taken):
            kinds = [ashore[i][1] for i in taken]
            support = min(kinds.count("inf"), kinds.count("art"))
            best = max(best, sum(attack[k] for k in kinds) + support)
    return best


def _loads(ashore, ways):
    every = {()}
    for places in ways:
        here = [i for i, (place, _) in enumerate(ashore) if place in places]
        every |= {(i,) for i in here}
        every |= {
            pair for pair in combinations(here, 2) if any(ashore[i][1] == "inf" for i in pair)
        }
    return every


@pytest.mark.rule("AA-29", "AA-02")
@pytest.mark.parametrize("seed", range(12))
def test_no_way_to_load_the_ships_lands_more(seed):
    rng = np.random.default_rng(seed)
    ways = ("A - z1 - z4 - T", "B - z1", "B - z2 - z4", "C - z2", "z0 - z1", "z0 - z2")
    stacks = {
        place: {unit: int(n) for unit, n in zip(("inf", "art", "arm"), row, strict=True)}
        for place, row in zip("ABC", rng.integers(0, 3, (3, 3)), strict=True)
    }
    fleet = {"z0": 2, "z1": int(rng.integers(0, 2)), "z2": int(rng.integers(0, 2))}
    units = {place: {GE: str(Force.of(row))} for place, row in stacks.items() if any(row.values())}
    units |= {zone: {GE: f"{n} tr"} for zone, n in fleet.items() if n}
    most = reach(lines(*ways, owners={"T": UK}, units=units), GE, "T").most
    count = {u: sum(a.number for a in most.arrivals if a.unit == u) for u in ("inf", "art", "arm")}
    value = count["inf"] + 2 * count["art"] + 3 * count["arm"] + min(count["inf"], count["art"])
    passed = {"z0": ("AB", "BC"), "z1": ("AB",), "z2": ("BC",)}  # ways to z4
    ships = [passed[zone] for zone, n in fleet.items() for _ in range(n)]
    flat = {(place, unit): n for place, row in stacks.items() for unit, n in row.items()}
    assert value == brute(flat, ships)


def landing(place, unit, number, path, ship):
    return Arrival(place, unit, number, LANDING, tuple(path.split(" - ")), ship)


TWO = ("A - z1 - z2 - T", "z1 - z3 - S", "z1 - B")  # two targets, T and S
SHIPS = {"A": {GE: "4 inf, 2 arm"}, "z1": {GE: "2 tr"}}


@pytest.mark.rule("AA-23", "AA-29")
def test_a_transport_lands_on_one_territory_only():
    def both(ships):
        position = lines(*TWO, owners={"T": UK, "S": SU}, units={**SHIPS, "z1": {GE: ships}})
        to_t = Party("T", (landing("A", "inf", 1, "A - z1 - z2 - T", "z1"),))
        to_s = Party("S", (landing("A", "inf", 1, "A - z1 - z3 - S", "z1"),))
        assert fits(position, GE, [to_t])
        assert fits(position, GE, [to_s])
        return fits(position, GE, [to_t, to_s])

    assert both("2 tr")
    finding = both("1 tr")
    assert not finding
    assert finding.rule == "AA-29"
    assert "z1" in finding.reason


@pytest.mark.rule("AA-24", "AA-29")
def test_units_go_once_and_loads_must_fit():
    position = lines(*TWO, owners={"T": UK, "S": SU}, units=SHIPS)
    way = "A - z1 - z2 - T"
    full = [landing("A", "inf", 2, way, "z1"), landing("A", "arm", 2, way, "z1")]
    assert fits(position, GE, [Party("T", tuple(full))])
    over = Party("T", (landing("A", "inf", 3, way, "z1"), full[1]))
    assert fits(position, GE, [over]).rule == "AA-29"
    twice = fits(position, GE, [Party("T", (full[0],)), Party("T", (full[0], full[1]))])
    assert not twice
    few = lines(*TWO, owners={"T": UK, "S": SU}, units={**SHIPS, "A": {GE: "1 inf"}})
    assert fits(few, GE, [Party("T", (full[0],))]).rule == "AA-24"


@pytest.mark.rule("AA-46", "AA-24")
def test_fighters_of_two_parties_share_the_decks():
    ways = ("A - z1 - z2 - z3 - z4 - z5", "z4 - z6")
    units = {"A": {GE: "4 ftr"}, "z2": {GE: "1 cv"}, "z4": {UK: "1 tr"}, "z3": {UK: "1 ca"}}

    def wing(target, number):
        way = ("A", "z1", "z2", "z3", "z4")
        path = way[: way.index(target) + 1]
        return Party(target, (Arrival("A", "ftr", number, "air", path),))

    position = lines(*ways, units=units)
    assert fits(position, GE, [wing("z4", 2)]).rule == "AA-46"  # z3 is not cleared: no deck in z4
    assert fits(position, GE, [wing("z4", 1), wing("z3", 1)])
    assert not fits(position, GE, [wing("z4", 1), wing("z3", 2)])
    assert fits(
        position.with_force("z2", GE, Force.parse("2 cv")), GE, [wing("z4", 1), wing("z3", 3)]
    )


@pytest.mark.rule("AA-20", "AA-21", "AA-46")
def test_what_cannot_get_there_does_not_fit():
    position = coast({"A": {GE: "1 inf, 1 bmr"}, "z1": {GE: "1 tr, 1 bb"}, "z2": {UK: "1 dd"}})
    lands = landing("A", "inf", 1, "A - z1 - z2 - T", "z1")
    fights = Arrival("z1", "bb", 1, SEA, ("z1", "z2"))
    assert fits(position, GE, [Party("T", (lands,))]).rule == "AA-20"
    assert fits(position, GE, [Party("T", (lands, fights))])
    assert fits(position, GE, [Party("T", (lands,)), Party("z2", (fights,))])
    bombards = Arrival("z1", "bb", 1, BOMBARD, ("z1", "z2"))
    calm = position.with_force("z2", UK, Force())
    assert fits(calm, GE, [Party("T", (lands, bombards))])
    assert fits(calm, GE, [Party("T", (bombards,))]).rule == "AA-21"
    overland = Arrival("A", "inf", 1, LAND, ("A", "T"))
    assert fits(position, GE, [Party("T", (overland,))]).rule == "AA-47"
    assert not fits(position, GE, [Party("C", ())])
    assert fits(position, GE, [])


@pytest.mark.rule("AA-24", "AA-29", "AA-46")
@pytest.mark.parametrize("power", [GE, UK, JP, SU])
def test_the_largest_party_of_every_target_fits_alone(power):
    found = reaches(START, power)
    assert found
    for one in found.values():
        assert fits(START, power, [one.most]), one.target
