"""Fighters of allies aboard carriers that attack (AA-14), and of carriers that sink (AA-53)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import oracle
import pytest

from combat.axis_allies.attack.attack import TAKEN, attack
from combat.axis_allies.fronts.answer import fronts
from combat.axis_allies.hold.after_attack import after_attack
from combat.axis_allies.map.position import Position
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.parties import Arrival, Party
from combat.force import Force

UK, US, JP, GE = "United Kingdom", "United States", "Japan", "Germany"
COST = {name: unit.cost for name, unit in oracle.TABLE_2009.items()}


def board(*stacks: tuple[str, str, str]) -> Position:
    position = replace(starting_position(), units={}, turn=US)
    for place, power, text in stacks:
        position = position.with_force(place, power, Force.parse(text))
    return position


def sail(units: str, zone: str, *, place: str = "sz 52", way: str = "sea") -> tuple[Arrival, ...]:
    return tuple(Arrival(place, u, n, way, (place, zone)) for u, n in Force.parse(units))


def value(force: Mapping[str, int]) -> int:
    return sum(COST[name] * n for name, n in force.items())


def guests_lost(carriers: int, left: int, loads: list[int]) -> int:
    """The empty carriers go first, then the one with the fewest aboard."""
    order = sorted([0] * (carriers - len(loads)) + loads)
    return sum(order[: carriers - left])


def swing(fleet: dict[str, int], foes: dict[str, int], loads: list[int]) -> float:
    """Mean of what the enemy loses more, guests counted at what they cost."""
    total = Fraction(0)
    for (mine, theirs, _), chance in oracle.sea(fleet, foes).final.items():
        lost = value(fleet) - value(dict(mine))
        lost += COST["ftr"] * guests_lost(fleet["cv"], dict(mine).get("cv", 0), loads)
        total += chance * (value(foes) - value(dict(theirs)) - lost)
    return float(total)


CASES = {
    # carriers there and those that sail, what allies have in the zone, guests by carrier that sails
    "one": (1, 1, ((UK, "2 ftr"),), [2]),
    "three aboard two": (2, 2, ((UK, "3 ftr"),), [2, 1]),
    "those with guests stay": (2, 1, ((UK, "2 ftr"),), []),
    "one has to sail with one": (2, 1, ((UK, "3 ftr"),), [1]),
    "aboard their own": (1, 1, ((UK, "1 cv, 2 ftr"),), []),
    "their own is full": (1, 1, ((UK, "1 cv, 3 ftr"),), [1]),
    "two allies": (2, 2, ((UK, "1 ftr"), ("Soviet Union", "2 ftr")), [2, 1]),
}


@pytest.mark.rule("AA-14", "AA-28")
@pytest.mark.parametrize("name", CASES)
def test_guests_are_lost_with_the_carrier_that_they_are_aboard_of(name: str) -> None:
    there, sailing, allies, loads = CASES[name]
    stacks = [("sz 52", power, text) for power, text in allies]
    position = board(("sz 52", US, f"{there} cv, 1 ss"), ("sz 51", JP, "2 dd"), *stacks)
    found = attack(position, US, Party("sz 51", sail(f"1 ss, {sailing} cv", "sz 51")))
    want = swing({"ss": 1, "cv": sailing}, {"dd": 2}, loads)
    assert found.swing.value == pytest.approx(want)
    # they do not fight: the chances are those without them
    alone = board(("sz 52", US, f"{there} cv, 1 ss"), ("sz 51", JP, "2 dd"))
    without = attack(alone, US, Party("sz 51", sail(f"1 ss, {sailing} cv", "sz 51")))
    assert found.taken.value == without.taken.value
    assert (found.swing.value < without.swing.value) == bool(loads)


def invasion(*more: tuple[str, str, str]) -> tuple[Position, Party]:
    """Two carriers and a destroyer fight in sz 6 for an infantry that lands in Norway."""
    position = board(
        ("Norway", GE, "1 inf"),
        ("sz 6", GE, "2 dd"),
        ("sz 2", US, "2 cv, 1 dd, 1 tr, 1 inf"),
        ("sz 2", UK, "3 ftr"),
        *more,
    )
    cargo = Arrival("sz 2", "inf", 1, "landing", ("sz 2", "sz 6", "Norway"), ship="sz 2")
    return position, Party("Norway", (cargo, *sail("1 dd, 2 cv", "sz 6", place="sz 2")))


@pytest.mark.rule("AA-14", "AA-20")
def test_guests_are_cargo_in_a_battle_before_a_landing_and_do_not_land() -> None:
    position, party = invasion()
    found = attack(position, US, party)
    fleet, foes = {"dd": 1, "cv": 2, "tr": 1}, {"dd": 2}
    total = taken = Fraction(0)
    for (mine, theirs, _), chance in oracle.sea(fleet, foes).final.items():
        left = dict(mine)
        lost = value(fleet) - value(left) + 10 * guests_lost(2, left.get("cv", 0), [2, 1])
        total += chance * (value(foes) - value(dict(theirs)) - lost)
        if not left.get("tr"):
            total -= chance * COST["inf"]
        elif "dd" not in dict(theirs):
            land = oracle.land({"inf": 1}, {"inf": 1})
            taken += chance * land.event("territory_taken")
            for (mine_land, theirs_land, _), part in land.final.items():
                still = value(dict(theirs_land)) - value(dict(mine_land))
                total -= chance * part * still
    assert found.taken.value == pytest.approx(float(taken))
    assert found.swing.value == pytest.approx(float(total))
    assert all(end.attackers["ftr"] == 0 for end in found.ends)
    assert all(fleet.attackers["ftr"] == 0 for end in found.ends for fleet in end.fleets)


@pytest.mark.rule("AA-14", "AA-28")
def test_guests_are_where_their_carriers_are_afterwards() -> None:
    # a British carrier that stays holds two of five; the others sail with the Americans
    position, party = invasion(("sz 2", UK, "1 cv, 5 ftr"))
    found = attack(position, US, party)
    seen = set()
    for end in (end for end in found.ends if end.event == TAKEN):
        after, _ = after_attack(found, end)
        carriers = end.fleets[0].attackers["cv"]
        seen.add(carriers)
        assert after.force("sz 6", US)["cv"] == carriers
        assert after.force("sz 6", UK)["ftr"] == 3 - guests_lost(2, carriers, [2, 1])
        assert dict(after.force("sz 2", UK)) == {"cv": 1, "ftr": 2}
        assert after.force("sz 6", US)["ftr"] == 0
    assert {0, 1, 2} >= seen >= {1, 2}


@pytest.mark.rule("AA-53", "AA-12")
@pytest.mark.parametrize(
    ("more", "west", "homes"),
    [
        ((), GE, {"Western Europe": 2}),
        ((), UK, {}),  # nobody's land is left but Norway, which has just been taken
        ((("sz 5", GE, "1 cv, 1 ftr"),), UK, {"sz 5": 2}),  # room for one
        ((("sz 5", GE, "1 cv, 2 ftr"),), UK, {"sz 5": 2}),
        ((("sz 5", JP, "1 cv"), ("sz 3", GE, "1 cv, 1 ftr")), UK, {"sz 3": 2, "sz 5": 1}),
    ],
)
def test_defending_fighters_without_a_deck_are_one_area_away_or_lost(
    more: tuple[tuple[str, str, str], ...], west: str, homes: dict[str, int]
) -> None:
    """Submarines sink a carrier; its fighters cannot hit them, nor they the fighters."""
    stacks = [("sz 6", GE, "1 cv, 2 ftr"), ("sz 2", US, "3 ss"), ("Karelia S.S.R.", US, "9 arm")]
    position = board(("Norway", GE, "1 inf"), *stacks, *more).with_owner("Western Europe", west)
    position = position.with_owner("Karelia S.S.R.", "Soviet Union")
    position = position.with_force("sz 2", US, Force.parse("3 ss, 1 tr, 1 inf"))
    arrivals = (
        Arrival("sz 2", "inf", 1, "landing", ("sz 2", "sz 6", "Norway"), ship="sz 2"),
        Arrival("Karelia S.S.R.", "arm", 9, "land", ("Karelia S.S.R.", "Norway")),
        *sail("3 ss", "sz 6", place="sz 2"),
    )
    found = attack(position, US, Party("Norway", arrivals))
    ends = [end for end in found.ends if end.event == TAKEN]
    sunk = [end for end in ends if not end.fleets[0].defenders["cv"]]
    assert sunk
    for end in sunk:
        assert end.fleets[0].defenders["ftr"] == 2
        after, _ = after_attack(found, end)
        aboard = {
            place: sum(force["ftr"] for power, force in row.items() if power in (GE, JP))
            for place, row in after.units.items()
        }
        assert {place: n for place, n in aboard.items() if n} == homes
    for end in (end for end in ends if end not in sunk):
        assert after_attack(found, end)[0].force("sz 6", GE)["ftr"] == 2


@pytest.mark.rule("AA-14", "AA-24")
def test_several_fronts_say_that_they_do_not_count_guests() -> None:
    position = board(("sz 51", JP, "1 ss"), ("sz 52", US, "1 cv, 1 dd"))
    said = "allies' fighters aboard carriers in sz 52 go down with them"
    for aboard, told in (("1 ftr", True), ("1 cv, 2 ftr", False), ("", False)):
        there = position.with_force("sz 52", UK, Force.parse(aboard)) if aboard else position
        answer = fronts(there, power=US, targets=["sz 51"])
        assert any(said in line for line in answer.lines) == told


@pytest.mark.rule("AA-14", "AA-29")
@pytest.mark.parametrize(
    ("aboard", "told"),
    [
        # one ship sails with the infantry; the other, if there is one, holds what does not land
        ({US: "1 tr, 1 inf"}, False),
        ({US: "1 tr, 1 inf", UK: "1 inf"}, True),
        ({US: "2 tr, 1 inf", UK: "1 inf, 1 art"}, False),
        ({US: "2 tr, 1 inf", UK: "2 art"}, True),
        ({US: "1 tr, 1 inf", UK: "1 tr, 2 inf"}, False),
        ({US: "1 tr, 1 inf, 1 aa"}, True),
        ({US: "1 tr, 1 inf, 1 art"}, True),
    ],
)
def test_cargo_that_sails_along_and_does_not_land_is_told(
    aboard: dict[str, str], told: bool
) -> None:
    stacks = [("sz 2", power, text) for power, text in aboard.items()]
    position = board(("Norway", GE, "1 inf"), ("sz 6", GE, "1 dd"), ("sz 7", US, "2 dd"), *stacks)
    cargo = Arrival("sz 2", "inf", 1, "landing", ("sz 2", "sz 6", "Norway"), ship="sz 2")
    party = Party("Norway", (cargo, *sail("2 dd", "sz 6", place="sz 7")))
    notes = attack(position, US, party).notes
    assert any("from sz 2 and does not land" in note for note in notes) == told
