"""Reach on the map, case by case from the rulebook: the program and the slow answer agree on each.

Ships, tanks and aircraft are put on an empty map, so that each case shows one rule.
"""

from dataclasses import replace

import pytest
from axis_map_oracle import World, can_take_part

from combat.axis_allies.map.board import shipped_board
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.reach import Arrival, Party, fits, reach
from combat.force import Force

SU, GE, UK, JP, US = "Soviet Union", "Germany", "United Kingdom", "Japan", "United States"
START = starting_position()
BOARD = shipped_board()


def on_the_map(*rows, owners=(), complexes=(), strait=True):
    """A map with nothing on it but (power, place, units), and some territories in other hands."""
    position = replace(
        START,
        units={},
        complexes=dict.fromkeys(complexes, 0),
        owners={**START.owners, **dict(owners)},
        strait_open=strait,
    )
    for power, place, text in rows:
        assert not position.force(place, power), "one row for each place and power"
        position = position.with_force(place, power, Force.parse(text))
    return position


def goes(position, power, target, unit, way, place=None):
    """Whether a unit can come in a way: the program and the slow answer have to agree."""
    slow = {
        (at, zone) for at, u, w, _, zone in can_take_part(position, power, target)
        if (u, w) == (unit, way) and place in (None, at)
    }  # fmt: skip
    quick = {
        (one.place, one.zone) for one in reach(position, power, target).arrivals
        if (one.unit, one.way) == (unit, way) and place in (None, one.place)
    }  # fmt: skip
    assert quick == slow
    return bool(slow)


# -- aircraft -------------------------------------------------------------------------------------
@pytest.mark.rule("AA-46")
def test_a_fighter_from_hawaii_fights_in_zone_46_and_lands_in_australia():
    rows = (US, "Hawaiian Islands", "1 ftr"), (JP, "sz 46", "1 tr")
    assert goes(on_the_map(*rows), US, "sz 46", "ftr", "air")
    taken = dict.fromkeys(("Australia", "New Zealand"), JP)
    assert not goes(on_the_map(*rows, owners=taken), US, "sz 46", "ftr", "air")


@pytest.mark.rule("AA-46")
def test_the_carrier_of_zone_51_follows_its_fighter_to_the_philippines():
    ship = (US, "sz 51", "1 cv, 1 ftr")
    manila = (JP, "Philippine Islands", "2 inf")
    assert goes(on_the_map(ship, manila), US, "Philippine Islands", "ftr", "air")
    two = (JP, "sz 50", "1 ca"), (JP, "sz 58", "1 dd")  # the carrier goes round by zone 60
    assert goes(on_the_map(ship, manila, *two), US, "Philippine Islands", "ftr", "air")
    all_three = on_the_map(ship, manila, *two, (JP, "sz 60", "1 bb"))
    assert not goes(all_three, US, "Philippine Islands", "ftr", "air")
    subs = on_the_map(ship, manila, (JP, "sz 50", "1 ss, 1 tr"), two[1], (JP, "sz 60", "1 bb"))
    assert goes(subs, US, "Philippine Islands", "ftr", "air")
    there = on_the_map(ship, manila, (JP, "sz 49", "1 dd"))  # it may not end among warships
    assert not goes(there, US, "Philippine Islands", "ftr", "air")


# The next cases have one American fighter on the Hawaiian Islands, and no other land to come down
# on: to zone 48 it is 52, 51, 50, 48, all four moves.
HAWAII = (US, "Hawaiian Islands", "1 ftr")
ALONE = dict.fromkeys(BOARD.territories, JP) | {"Hawaiian Islands": US}


@pytest.mark.rule("AA-46")
def test_a_fighter_uses_all_four_moves_where_a_carrier_will_be():
    foe = (JP, "sz 48", "1 dd")
    assert not goes(on_the_map(HAWAII, foe, owners=ALONE), US, "sz 48", "ftr", "air")
    by_47 = on_the_map(HAWAII, foe, (US, "sz 45", "1 cv"), owners=ALONE)
    assert goes(by_47, US, "sz 48", "ftr", "air")
    too_far = on_the_map(HAWAII, foe, (US, "sz 44", "1 cv"), owners=ALONE)
    assert not goes(too_far, US, "sz 48", "ftr", "air")


@pytest.mark.rule("AA-46")
def test_a_full_carrier_takes_no_third_fighter():
    # From zone 36 the islands are five moves: those aboard cannot make room. From zone 45 they can.
    foe = (JP, "sz 48", "1 dd")
    for zone, aboard, room in (
        ("sz 36", "1 cv, 1 ftr", True),
        ("sz 36", "1 cv, 2 ftr", False),
        ("sz 45", "1 cv, 2 ftr", True),
    ):
        position = on_the_map(HAWAII, foe, (US, zone, aboard), owners=ALONE)
        assert goes(position, US, "sz 48", "ftr", "air", "Hawaiian Islands") is room


@pytest.mark.rule("AA-46")
def test_two_slots_are_not_enough_for_three_fighters():
    three = (US, "Hawaiian Islands", "3 ftr")
    position = on_the_map(three, (JP, "sz 48", "1 dd"), (US, "sz 45", "1 cv"), owners=ALONE)
    arrival = next(a for a in reach(position, US, "sz 48").arrivals if a.unit == "ftr")
    world = World(position, US, cleared=("sz 48",))
    for number, expected in ((1, True), (2, True), (3, False)):
        party = Party("sz 48", (replace(arrival, number=number),))
        assert bool(fits(position, US, (party,))) is expected
        assert world.all_land([("sz 48", "ftr", 0, "Hawaiian Islands")] * number) is expected


@pytest.mark.rule("AA-46")
def test_an_allied_fighter_keeps_its_slot_and_an_allied_carrier_stays_where_it_is():
    for guests, room in (("1 cv", True), ("1 cv, 1 ftr", True), ("1 cv, 2 ftr", False)):
        rows = HAWAII, (JP, "sz 48", "1 tr"), (UK, "sz 48", guests)
        assert goes(on_the_map(*rows, owners=ALONE), US, "sz 48", "ftr", "air") is room
    near = on_the_map(*rows[:2], (UK, "sz 47", "1 cv"), owners=ALONE)
    assert not goes(near, US, "sz 48", "ftr", "air")
    own = on_the_map(*rows[:2], (US, "sz 47", "1 cv"), owners=ALONE)
    assert goes(own, US, "sz 48", "ftr", "air")


@pytest.mark.rule("AA-46")
def test_allied_fighters_on_an_own_carrier_are_cargo():
    rows = HAWAII, (JP, "sz 48", "1 dd"), (US, "sz 47", "1 cv")
    for guests, room in (("1 ftr", True), ("2 ftr", False)):
        position = on_the_map(*rows, (UK, "sz 47", guests), owners=ALONE)
        assert goes(position, US, "sz 48", "ftr", "air", "Hawaiian Islands") is room


@pytest.mark.rule("AA-46")
def test_a_carrier_follows_through_a_cleared_zone_but_not_out_of_a_battle():
    # Zone 4 lies behind 3, where the fighter of zone 2 attacks. Among warships of its own zone the
    # carrier leaves before zone 3 is clear, or stays to fight.
    rows = (UK, "sz 2", "1 cv, 1 ftr"), (GE, "sz 3", "1 dd")
    owners = dict.fromkeys(BOARD.territories, GE)
    for enemy, behind in ((), {"sz 4", "sz 6"}), (((GE, "sz 2", "1 ca"),), set()):
        position = on_the_map(*rows, *enemy, owners=owners)
        (fighter,) = (a for a in reach(position, UK, "sz 3").arrivals if a.way == "air")
        assert {"sz 4", "sz 6"} & set(fighter.landings) == behind
        assert {"sz 1", "sz 2", "sz 3"} <= set(fighter.landings)
        assert World(position, UK, cleared=("sz 3",)).landings("sz 3", "ftr", 3) == set(
            fighter.landings
        )


@pytest.mark.rule("AA-44", "AA-46")
def test_nobody_lands_on_a_territory_taken_this_turn():
    # Eastern Europe to Moscow is three moves; the fourth can end in West Russia only.
    rows = (GE, "Eastern Europe", "1 ftr"), (SU, "Russia", "1 inf"), (GE, "Belorussia", "9 arm")
    assert goes(on_the_map(*rows), GE, "Russia", "ftr", "air")
    falls = on_the_map(*rows, owners={"West Russia": SU})
    assert goes(falls, GE, "West Russia", "arm", "land")
    assert not goes(falls, GE, "Russia", "ftr", "air")


@pytest.mark.rule("AA-46")
def test_aircraft_fly_round_neutral_territories():
    # Novosibirsk to Manchuria is two moves over Mongolia, three on the ways that are open.
    rows = (SU, "Novosibirsk", "1 ftr"), (JP, "Manchuria", "1 inf")
    assert goes(on_the_map(*rows), SU, "Manchuria", "ftr", "air")
    shut = dict.fromkeys(("Buryatia S.S.R.", "China"), JP)
    assert not goes(on_the_map(*rows, owners=shut), SU, "Manchuria", "ftr", "air")


@pytest.mark.rule("AA-29", "AA-46")
def test_fighters_start_from_an_allied_carrier_and_come_back_to_it():
    rows = (US, "sz 45", "2 ftr"), (UK, "sz 45", "1 cv"), (JP, "Solomon Islands", "1 inf")
    assert goes(on_the_map(*rows, owners=ALONE), US, "Solomon Islands", "ftr", "air")
    assert not goes(on_the_map(*rows, owners=ALONE), UK, "Solomon Islands", "ftr", "air")


@pytest.mark.rule("AA-46")
def test_a_bomber_needs_land_where_a_fighter_needs_a_deck():
    # Iceland to zone 5 is four moves: 2, 3, 6, 5. Nothing friendly lies within two of it.
    rows = (UK, "Iceland", "1 ftr, 1 bmr"), (UK, "sz 6", "1 cv"), (GE, "sz 5", "1 dd")
    owners = dict.fromkeys(BOARD.territories, GE) | {"Iceland": UK}
    assert goes(on_the_map(*rows, owners=owners), UK, "sz 5", "ftr", "air")
    assert not goes(on_the_map(*rows, owners=owners), UK, "sz 5", "bmr", "air")
    # Two of zone 6 are left for the way home from there: 6, 3 and 2, Iceland is the third.
    assert goes(on_the_map(*rows, (GE, "sz 6", "1 ss"), owners=owners), UK, "sz 6", "bmr", "air")


# -- ships ----------------------------------------------------------------------------------------
@pytest.mark.rule("AA-15")
def test_a_submarine_passes_a_cruiser_and_stops_at_a_destroyer():
    fleet = (GE, "sz 8", "1 ss, 1 ca")
    for there, sub, cruiser in (
        ("1 ca", True, False),
        ("1 bb, 1 cv", True, False),
        ("1 dd", False, False),
        ("1 ss, 1 tr", True, True),
    ):
        position = on_the_map(fleet, (UK, "sz 9", there), (US, "sz 10", "1 bb"))
        assert goes(position, GE, "sz 10", "ss", "sea") is sub
        assert goes(position, GE, "sz 10", "ca", "sea") is cruiser
        assert goes(position, GE, "sz 9", "ca", "sea")  # where it has to stop it may fight


def panama(holder):
    return {"Panama": holder}


def suez(egypt, jordan):
    return {"Anglo Egypt": egypt, "Trans-Jordan": jordan}


@pytest.mark.parametrize(
    ("power", "enemy", "start", "target", "owners", "expected"),
    [
        (UK, JP, "sz 19", "sz 20", panama(US), True),
        (UK, JP, "sz 19", "sz 20", panama(JP), False),
        (JP, UK, "sz 20", "sz 19", panama(GE), True),
        (JP, UK, "sz 21", "sz 19", panama(US), False),
        (GE, UK, "sz 14", "sz 34", suez(GE, JP), True),
        (GE, UK, "sz 14", "sz 34", suez(GE, UK), False),
        (UK, GE, "sz 34", "sz 15", suez(GE, UK), False),
        (UK, GE, "sz 34", "sz 15", suez(UK, SU), True),
    ],
)
@pytest.mark.parametrize("unit", ["dd", "ss"])
def test_a_canal_is_open_to_the_side_that_holds_it(
    power, enemy, start, target, owners, expected, unit
):
    position = on_the_map((power, start, f"1 {unit}"), (enemy, target, "1 dd"), owners=owners)
    assert goes(position, power, target, unit, "sea") is expected


def test_a_canal_hinders_no_aircraft_and_no_tank():
    fighter = (GE, "sz 15", "1 ftr, 1 cv")
    position = on_the_map(fighter, (UK, "sz 34", "1 dd"), owners=suez(GE, UK))
    assert goes(position, GE, "sz 34", "ftr", "air")
    tank = on_the_map((GE, "Anglo Egypt", "1 arm"), owners=suez(GE, UK))
    assert goes(tank, GE, "Trans-Jordan", "arm", "land")


def test_the_strait_shuts_zone_16_to_ships_only():
    rows = (SU, "sz 16", "1 dd"), (GE, "sz 15", "1 dd"), (SU, "Caucasus", "1 ftr")
    for is_open in (True, False):
        position = on_the_map(*rows, strait=is_open)
        assert goes(position, SU, "sz 15", "dd", "sea") is is_open
        assert goes(position, GE, "sz 16", "dd", "sea") is is_open
        assert goes(position, SU, "sz 15", "ftr", "air")


@pytest.mark.rule("AA-20")
def test_ships_may_leave_a_hostile_zone_and_reach_another_fight():
    start = (UK, "sz 7", "1 ca, 1 dd"), (GE, "sz 7", "1 bb")
    far = (GE, "sz 9", "1 dd")
    assert goes(on_the_map(*start, far), UK, "sz 9", "dd", "sea")
    assert goes(on_the_map(*start, far), UK, "sz 7", "dd", "sea")
    between = on_the_map(*start, far, (GE, "sz 8", "1 ca"), (GE, "sz 12", "1 ca"))
    assert not goes(between, UK, "sz 9", "dd", "sea")


# -- tanks ----------------------------------------------------------------------------------------
@pytest.mark.rule("AA-47")
@pytest.mark.parametrize(
    ("there", "complexes", "expected"),
    [
        ("", (), True),
        ("1 inf", (), False),
        ("1 aa", (), False),
        ("1 ftr", (), False),
        ("", ("West Russia",), False),
    ],
)
def test_a_tank_runs_through_empty_enemy_land_only(there, complexes, expected):
    # From Russia to Belorussia there is one way of two moves, over West Russia.
    rows = [(SU, "Russia", "1 arm, 1 inf"), (GE, "Belorussia", "1 inf")]
    rows += [(GE, "West Russia", there)] if there else []
    position = on_the_map(*rows, complexes=complexes)
    assert goes(position, SU, "Belorussia", "arm", "land") is expected
    assert not goes(position, SU, "Belorussia", "inf", "land")
    assert goes(position, SU, "West Russia", "inf", "land")


@pytest.mark.rule("AA-47")
def test_a_tank_may_also_run_through_land_of_an_ally():
    rows = (UK, "Persia", "1 arm, 1 art"), (GE, "Ukraine S.S.R.", "1 inf")
    assert goes(on_the_map(*rows), UK, "Ukraine S.S.R.", "arm", "land")
    assert not goes(on_the_map(*rows), UK, "Ukraine S.S.R.", "art", "land")


def test_a_gun_does_not_attack():
    assert not goes(on_the_map((SU, "Russia", "1 aa")), SU, "West Russia", "aa", "land")


# -- landings -------------------------------------------------------------------------------------
@pytest.mark.rule("AA-20")
def test_a_transport_fetches_a_unit_on_its_way():
    # From zone 9 to 8, where London's tank comes aboard, and on to 7. From zone 10 it is three.
    rows = (UK, "sz 9", "1 tr"), (UK, "United Kingdom", "1 arm")
    assert goes(on_the_map(*rows), UK, "Western Europe", "arm", "landing")
    far = on_the_map((UK, "sz 10", "1 tr"), rows[1])
    assert not goes(far, UK, "Western Europe", "arm", "landing")


@pytest.mark.rule("AA-20")
def test_nobody_goes_aboard_among_enemy_warships():
    # The transport stands in zone 4 with an enemy cruiser; Karelia is on zones 4 and 5, Archangel
    # on 4 alone. It goes out to 3 and back (two moves), but there is nothing to load in zone 3.
    rows = (SU, "sz 4", "1 tr, 1 ss"), (GE, "sz 4", "1 ca"), (SU, "Archangel", "1 inf")
    assert not goes(on_the_map(*rows), SU, "Norway", "inf", "landing")
    free = on_the_map((SU, "sz 4", "1 tr"), rows[2], (GE, "sz 4", "1 ss, 1 tr"))
    assert goes(free, SU, "Norway", "inf", "landing")


@pytest.mark.rule("AA-20")
def test_a_transport_leaves_a_hostile_zone_loads_and_comes_back_to_fight():
    # Zone 6 is hostile; the transport goes to 7, takes British infantry, and returns for Norway.
    enemy, transport = (GE, "sz 6", "1 dd"), (UK, "sz 6", "1 tr, 1 ca")
    position = on_the_map(enemy, transport, (UK, "United Kingdom", "1 inf"))
    found = can_take_part(position, UK, "Norway")
    assert ("United Kingdom", "inf", "landing", "sz 6", "sz 6") in found
    assert ("United Kingdom", "inf", "landing", "sz 6", "sz 3") in found  # loads in 3: no fight
    assert goes(position, UK, "Norway", "inf", "landing")
    assert not goes(position, UK, "Norway", "inf", "land")


@pytest.mark.rule("AA-20")
def test_a_landing_among_warships_needs_somebody_to_fight_them():
    rows = (GE, "sz 14", "1 tr"), (GE, "Southern Europe", "1 inf"), (UK, "sz 15", "1 dd")
    assert not goes(on_the_map(*rows), GE, "Anglo Egypt", "inf", "landing")
    bomber = on_the_map(*rows, (GE, "Balkans", "1 bmr"))
    assert goes(bomber, GE, "Anglo Egypt", "inf", "landing")
    assert reach(bomber, GE, "Anglo Egypt").contested == ("sz 15",)


@pytest.mark.rule("AA-21")
def test_ships_bombard_only_where_no_battle_is_fought():
    rows = (
        (GE, "sz 14", "1 tr, 1 bb, 1 ca, 1 dd"),
        (GE, "Southern Europe", "2 inf"),
        (UK, "Anglo Egypt", "1 inf"),
    )
    free = on_the_map(*rows, (UK, "sz 15", "1 ss, 1 tr"))
    assert goes(free, GE, "Anglo Egypt", "bb", "bombard")
    assert goes(free, GE, "Anglo Egypt", "ca", "bombard")
    assert not goes(free, GE, "Anglo Egypt", "dd", "bombard")
    fought = on_the_map(*rows, (UK, "sz 15", "1 dd"))
    assert goes(fought, GE, "Anglo Egypt", "inf", "landing")
    assert not goes(fought, GE, "Anglo Egypt", "bb", "bombard")
    nobody = on_the_map(rows[0], rows[2])
    assert not goes(nobody, GE, "Anglo Egypt", "bb", "bombard")


@pytest.mark.rule("AA-29")
def test_units_land_from_an_allied_transport_that_stays_where_it_is():
    aboard = (UK, "sz 12", "1 inf"), (US, "sz 12", "1 tr")
    assert goes(on_the_map(*aboard), UK, "Algeria", "inf", "landing")
    assert not goes(on_the_map(*aboard), UK, "Western Europe", "inf", "landing")
    own = on_the_map((UK, "sz 12", "1 inf, 1 tr"))
    assert goes(own, UK, "Western Europe", "inf", "landing")
    ashore = on_the_map((UK, "United Kingdom", "1 inf"), (US, "sz 7", "1 tr"))
    assert not goes(ashore, UK, "Western Europe", "inf", "landing")  # aboard now, ashore next turn


def landing(place, unit, number, *path, ship):
    return Arrival(place, unit, number, "landing", (place, *path), ship)


@pytest.mark.rule("AA-23")
def test_one_transport_lands_on_one_territory():
    position = on_the_map((GE, "sz 14", "1 tr"), (GE, "Southern Europe", "2 inf"))
    way = ("sz 14", "sz 15")
    egypt = landing("Southern Europe", "inf", 1, *way, "Anglo Egypt", ship="sz 14")
    jordan = landing("Southern Europe", "inf", 1, *way, "Trans-Jordan", ship="sz 14")
    both = landing("Southern Europe", "inf", 2, *way, "Anglo Egypt", ship="sz 14")
    assert fits(position, GE, (Party("Anglo Egypt", (both,)),))
    assert not fits(
        position, GE, (Party("Anglo Egypt", (egypt,)), Party("Trans-Jordan", (jordan,)))
    )
    two = position.with_force("sz 14", GE, Force.parse("2 tr"))
    assert fits(two, GE, (Party("Anglo Egypt", (egypt,)), Party("Trans-Jordan", (jordan,))))
    loads = [
        ("Southern Europe", "inf", "sz 14", "sz 15", t) for t in ("Anglo Egypt", "Trans-Jordan")
    ]
    assert not World(position, GE).loads_possible(loads)
    assert World(two, GE).loads_possible(loads)


def test_a_transport_carries_one_unit_and_one_infantry():
    position = on_the_map((GE, "sz 14", "1 tr"), (GE, "Southern Europe", "3 inf, 1 art, 1 arm"))
    for cargo, expected in (
        (("inf", "inf"), True),
        (("inf", "arm"), True),
        (("art", "arm"), False),
        (("inf", "inf", "inf"), False),
    ):
        loads = [("Southern Europe", u, "sz 14", "sz 15", "Anglo Egypt") for u in cargo]
        assert World(position, GE).loads_possible(loads) is expected
        arrivals = tuple(
            landing(
                "Southern Europe", u, cargo.count(u), "sz 14", "sz 15", "Anglo Egypt", ship="sz 14"
            )
            for u in dict.fromkeys(cargo)
        )
        assert bool(fits(position, GE, (Party("Anglo Egypt", arrivals),))) is expected
