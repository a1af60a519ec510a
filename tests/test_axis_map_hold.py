"""Whether a place is taken and held until the next turn: on a board that can be counted out."""

from fractions import Fraction

import axis_map_hold_oracle as oracle
import pytest
from axis_map_small import small

from combat.axis_allies.attack.attack import attack
from combat.axis_allies.hold.after_attack import after_attack, garrison_after, likeliest_end
from combat.axis_allies.hold.dead_zones import dead_zones, zones
from combat.axis_allies.hold.hold import hold, holding
from combat.axis_allies.hold.hold_party import best_attack
from combat.axis_allies.hold.hold_threats import enemies_before, thrown
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.reach import reach
from combat.errors import IllegalBattleError, NotationError, OptionError
from combat.force import Force

EXACT = 1e-11
UNITS = {
    "Home": {"Germany": "3 inf, 1 arm, 1 ftr"},
    "Middle": {"Soviet Union": "2 inf"},
    "East": {"Soviet Union": "3 inf, 1 arm"},
    "Isle": {"United Kingdom": "1 inf, 1 art, 1 ftr"},
}


def counts(text):
    return dict(Force.parse(text)) if text else {}


def garrisons(attackers, defenders, more=""):
    """What the oracle says stands there once it is taken, and the chance that it is."""
    found = {}
    for (mine, theirs), chance in oracle.ends(counts(attackers), counts(defenders)).items():
        if oracle.is_taken(mine, theirs):
            left = {name: n for name, n in mine if name in oracle.LAND}
            left["aa"] = counts(defenders).get("aa", 0)
            for name, n in counts(more).items():
                left[name] = left.get(name, 0) + n
            found[oracle.key(left)] = found.get(oracle.key(left), 0) + chance
    taken = sum(found.values())
    return [(dict(there), chance / taken) for there, chance in found.items()], taken


def threats(*waves):
    return [{"attackers": [(counts(text), 1)], "worth": worth} for text, worth in waves]


def agree(found, there, waves):
    """Compare both ways of attacking with the oracle."""
    for pays, stand in ((True, found.paying), (False, found.always)):
        wanted = oracle.stands(threats(*waves), there, pays=pays)
        rows = [
            (b.attacked, b.taken, b.held, b.attacker_lost, b.defender_lost) for b in stand.blows
        ]
        assert [pytest.approx([float(n) for n in row], abs=EXACT) for row in wanted] == rows


@pytest.mark.rule("AA-28", "AA-40", "AA-44")
def test_a_place_is_taken_and_attacked_in_turn_order():
    """Germany takes Middle; the United Kingdom moves next, then the Soviet Union.

    To either ally it is worth 3 incomes of 3 IPC to the Soviet Union, whose it was, and as much
    less for Germany: 18.
    """
    found = holding(small(UNITS), power="Germany", target="Middle")
    there, taken = garrisons("3 inf, 1 arm, 1 ftr", "2 inf")
    assert found.taken == pytest.approx(float(taken), abs=EXACT)
    assert [one.power for one in found.thrown] == ["United Kingdom", "Soviet Union"]
    assert [one.threat.worth for one in found.thrown] == [18.0, 18.0]
    agree(found, there, [("1 inf, 1 art, 1 ftr", 18), ("3 inf, 1 arm", 18)])


@pytest.mark.rule("AA-44")
def test_a_captured_gun_fires_at_those_who_come_later():
    units = {**UNITS, "Middle": {"Soviet Union": "2 inf, 1 aa"}}
    found = holding(small(units), power="Germany", target="Middle")
    there, _ = garrisons("3 inf, 1 arm, 1 ftr", "2 inf, 1 aa")
    assert all(one["aa"] == 1 for one in found.garrison)
    # with the gun, 6 IPC, it is worth 12 more to take back
    agree(found, there, [("1 inf, 1 art, 1 ftr", 30), ("3 inf, 1 arm", 30)])
    without = [({**one, "aa": 0}, chance) for one, chance in there]
    same = oracle.stands(threats(("1 inf, 1 art, 1 ftr", 30)), without, pays=False)
    assert float(same[0][1]) > found.always.blows[0].taken + 0.01


@pytest.mark.rule("AA-44")
def test_land_units_and_guns_move_in_afterwards_and_no_aircraft():
    units = {**UNITS, "Home": {"Germany": "3 inf, 1 arm, 2 ftr, 1 aa"}}
    position = small(units)
    party = "2 inf, 1 arm, 1 ftr"
    some = holding(
        position, power="Germany", target="Middle", force=party, reinforce="1 aa from Home"
    )
    every = holding(position, power="Germany", target="Middle", force=party, reinforce="everything")
    there, _ = garrisons(party, "2 inf", "1 aa")
    agree(some, there, [("1 inf, 1 art, 1 ftr", 30), ("3 inf, 1 arm", 30)])
    assert [(one.unit, one.number) for one in every.reinforced] == [("inf", 1), ("aa", 1)]
    assert str(every.after.force("Home", "Germany")) == "2 ftr"
    assert [(m.unit, m.origin, m.to) for m in every.moves] == [("ftr", "Home", "Home")]
    with pytest.raises(IllegalBattleError, match="AA-44"):
        holding(position, power="Germany", target="Middle", reinforce="1 ftr from Home")
    with pytest.raises(OptionError, match="what can, all of it at once: 1 inf, 1 aa from Home"):
        holding(
            position, power="Germany", target="Middle", force=party, reinforce="2 inf from Home"
        )
    with pytest.raises(NotationError, match="everything"):
        holding(position, power="Germany", target="Middle", reinforce="2 inf")


@pytest.mark.rule("AA-43", "AA-44")
def test_a_place_that_is_held_takes_aircraft_and_new_units():
    units = {
        "Home": {"Germany": "2 inf"},
        "Middle": {"Germany": "2 inf, 1 ftr"},
        "East": {"Soviet Union": "3 inf, 1 arm"},
    }
    position = small(
        units, owners={"Middle": "Germany"}, complexes={"Home": 0, "Middle": 1}, cash={"Germany": 9}
    )
    found = holding(position, power="Germany", target="Middle", mobilise="2 inf")
    assert [str(force) for force in found.garrison] == ["4 inf, 1 ftr"]
    assert found.after.cash["Germany"] == 3
    back = holding(position, power="Germany", target="Home", reinforce="1 ftr from Middle")
    assert [str(force) for force in back.garrison] == ["2 inf, 1 ftr"]
    # complex of 3 with 1 damage: two units a turn; 9 IPC are three infantry
    for text, what in (("3 inf", "AA-43"), ("2 arm", "AA-40")):
        with pytest.raises(IllegalBattleError, match=what):
            holding(position, power="Germany", target="Middle", mobilise=text)


@pytest.mark.rule("AA-43")
def test_nothing_is_mobilised_where_it_was_taken_this_turn():
    position = small(UNITS, complexes={"Middle": 0, "Home": 0})
    with pytest.raises(IllegalBattleError, match="AA-43"):
        holding(position, power="Germany", target="Middle", mobilise="1 inf")


@pytest.mark.rule("AA-28")
def test_allies_defend_a_held_place_together():
    units = {
        "Home": {"Germany": "4 inf, 1 arm"},
        "Middle": {"Soviet Union": "1 inf", "United Kingdom": "1 arm"},
    }
    found = holding(small(units), power="United Kingdom", target="Middle")
    assert [str(force) for force in found.garrison] == ["1 inf, 1 arm"]
    # worth to Germany: 3 incomes of 3, and the Soviet Union's loss of them
    agree(found, [({"inf": 1, "arm": 1}, Fraction(1))], [("4 inf, 1 arm", 18)])


@pytest.mark.rule("AA-07")
def test_nobody_holds_what_aircraft_cleared():
    with pytest.raises(IllegalBattleError, match="AA-07"):
        holding(small(UNITS), power="Germany", target="Middle", force="1 ftr")


def test_the_net_value_adds_up():
    """The attack's swing, and if taken the worth and the enemies' attacks, from fractions."""
    found = holding(small(UNITS), power="Germany", target="Middle", worth="territory=10")
    ends = oracle.ends(counts("3 inf, 1 arm, 1 ftr"), counts("2 inf"))
    swing = sum(
        chance * (oracle.value(dict(mine)) - 24 + 6 - oracle.value(dict(theirs)))
        for (mine, theirs), chance in ends.items()
    )
    there, taken = garrisons("3 inf, 1 arm, 1 ftr", "2 inf")
    waves = threats(("1 inf, 1 art, 1 ftr", 10), ("3 inf, 1 arm", 10))
    later = sum(row[3] - row[4] for row in oracle.stands(waves, there, pays=True))
    assert found.worth is not None
    assert found.worth.total == 10.0
    assert found.net == pytest.approx(float(swing + taken * (10 + later)), abs=1e-9)


def test_named_attackers_come_from_where_they_are_named():
    position = starting_position()
    one = best_attack(position, "Germany", "Karelia S.S.R.", force="2 inf from Norway; 1 arm")
    places = {(a.place, a.unit, a.number) for a in one.party.arrivals}
    assert ("Norway", "inf", 2) in places
    assert sum(n for _, unit, n in places if unit == "arm") == 1
    assert sum(n for *_, n in places) == 3
    with pytest.raises(IllegalBattleError, match="cannot get to"):
        best_attack(position, "Germany", "Karelia S.S.R.", force="4 inf from Norway")


@pytest.mark.rule("AA-20")
def test_a_battle_at_sea_comes_first_where_that_is_the_better_attack():
    """Egypt: a destroyer in the zone before it; without it only what stands in Libya comes."""
    position = starting_position()
    found = best_attack(position, "Germany", "Anglo Egypt")
    calm = attack(position, "Germany", reach(position, "Germany", "Anglo Egypt").most)
    assert [zone for zone, _ in found.sea_battles] == ["sz 15"]
    assert found.taken.value > calm.taken.value


@pytest.mark.rule("AA-20", "AA-28")
def test_an_enemy_who_fights_at_sea_first_takes_it_as_often_as_his_attack_does():
    """Hawaii, taken by Japan: the United States have to sink the fleet before it."""
    position = starting_position()
    found = holding(position, power="Japan", target="Hawaiian Islands")
    (one,) = (one for one in found.thrown if one.power == "United States")
    for garrison in found.garrison:
        now = found.after.with_force("Hawaiian Islands", "Japan", garrison)
        alone = attack(now, "United States", one.party).taken.value
        assert found.always.by_garrison[garrison] == pytest.approx(1 - alone, abs=1e-9)


@pytest.mark.rule("AA-21", "AA-28")
def test_an_enemy_who_bombards_takes_it_as_often_as_his_attack_does():
    """Norway as it stands: the United Kingdom lands with a battleship behind it."""
    position = starting_position()
    garrison = position.force("Norway", "Germany")
    first = thrown(position, "Germany", "Norway", garrison=garrison)[0]
    assert first.threat.bombard["bb"] == 1
    alone = attack(position, "United Kingdom", first.party).taken.value
    found = holding(position, power="Germany", target="Norway")
    assert found.always.blows[0].taken == pytest.approx(alone, abs=1e-9)


@pytest.mark.rule("AA-40")
def test_enemies_move_in_turn_order():
    position = starting_position()
    assert enemies_before(position, "Germany") == (
        "United Kingdom",
        "United States",
        "Soviet Union",
    )
    assert enemies_before(position, "United States") == ("Germany", "Japan")


@pytest.mark.rule("AA-44", "AA-46")
def test_the_position_after_an_attack_keeps_every_unit():
    """Nothing is lost or doubled but what the battle has cost."""
    position = starting_position()
    for target in ("Karelia S.S.R.", "Anglo Egypt", "Caucasus"):
        fought = best_attack(position, "Germany", target)
        end = likeliest_end(fought)
        after, moves = after_attack(fought, end)
        before = total(position, "Germany")
        guns = position.total(position.enemies(target, "Germany"))["aa"]
        sent = fought.party.force(position, *{one.way for one in fought.party.arrivals})
        left = dict(end.attackers)
        for fleet in end.fleets:
            for name, n in fleet.attackers:
                left[name] = left.get(name, 0) + n
        now = total(after, "Germany")
        for name in position.table.of_domain("land", "air"):
            lost = sent[name] - left.get(name, 0)
            assert now.get(name, 0) == before.get(name, 0) - lost, (target, name)
        assert now["aa"] == before["aa"] + guns
        sunk = dict.fromkeys(position.table.of_domain("sea"), 0)
        for (_, battle), fleet in zip(fought.sea_battles, end.fleets, strict=True):
            for name in sunk:
                sunk[name] += battle.attacker[name] - fleet.attackers[name]
        for name, number in sunk.items():
            assert now.get(name, 0) == before.get(name, 0) - number, (target, name)
        for name in position.table.of_domain("air"):
            assert after.force(target, "Germany")[name] == 0
        assert all(move.to and move.to != target for move in moves)
        assert sum(garrison_after(fought).values()) == pytest.approx(1.0)


def total(position, power):
    found = {}
    for there in position.units.values():
        for name, n in there.get(power, Force()):
            found[name] = found.get(name, 0) + n
    return found


def test_the_answer_in_tables_says_the_same():
    found = holding(small(UNITS), power="Germany", target="Middle")
    answer = hold(small(UNITS), power="Germany", target="Middle")
    assert answer.more["chance_held"] == found.paying.chance
    assert answer.sheet("always").column("power") == ("United Kingdom", "Soviet Union")
    held = answer.sheet("always").column("held")[-1]
    assert held.estimate.value == found.always.chance
    assert answer.sheet("net").column("ipc")[-1].estimate.value == found.net
    assert sum(c.estimate.value for c in answer.sheet("garrisons").column("chance")) == (
        pytest.approx(1.0)
    )


def test_a_simulated_answer_depends_on_its_seed_only(monkeypatch):
    exact = holding(small(UNITS), power="Germany", target="Middle")
    monkeypatch.setattr("combat.engine.EXACT_WORK", 0)
    found, again = (hold(small(UNITS), power="Germany", target="Middle", rng=7) for _ in range(2))
    assert found == again
    assert (found.method, found.trials, found.seed) == ("simulated", 100_000, 7)
    assert found.more["chance_taken"] != exact.taken
    four = 4 * (exact.taken * (1 - exact.taken) / 100_000) ** 0.5
    assert found.more["chance_taken"] == pytest.approx(exact.taken, abs=four)
    assert found.more["chance_held"] == pytest.approx(exact.paying.chance, abs=0.01)
    other = hold(small(UNITS), power="Germany", target="Middle", rng=8)
    assert other.more["chance_taken"] != found.more["chance_taken"]
    zone = dead_zones(small(UNITS), power="Germany", places=["Middle"], rng=7)
    assert (zone.method, zone.trials, zone.seed) == ("simulated", 100_000, 7)


# --- dead zones ----------------------------------------------------------------------------------


@pytest.mark.rule("AA-28", "AA-40", "AA-44")
def test_dead_zones_are_taken_and_taken_back():
    """Middle: Germany takes it with all, the United Kingdom is the next who can take it back."""
    (middle,) = zones(small(UNITS), power="Germany", places=["Middle"], chance=0.25)
    there, taken = garrisons("3 inf, 1 arm, 1 ftr", "2 inf")
    back = oracle.stands(threats(("1 inf, 1 art, 1 ftr", 0)), there, pays=False)[0][1]
    both = oracle.stands(
        threats(("1 inf, 1 art, 1 ftr", 0), ("3 inf, 1 arm", 0)), there, pays=False
    )
    assert (middle.attacker, middle.enemy) == ("Germany", "United Kingdom")
    assert middle.taken.value == pytest.approx(float(taken), abs=EXACT)
    assert middle.back == pytest.approx(float(back), abs=EXACT)
    assert middle.lost == pytest.approx(float(1 - both[-1][2]), abs=EXACT)
    assert middle.dead == (taken > Fraction(1, 4) and back > Fraction(1, 4))
    (again,) = zones(small(UNITS), power="Germany", places=["Middle"], chance=float(back) + 1e-6)
    assert not again.dead


def test_an_own_place_is_dead_if_the_enemy_takes_it_and_it_is_taken_back():
    units = {
        "Home": {"Germany": "4 inf, 2 arm"},
        "Middle": {"Germany": "1 inf"},
        "East": {"Soviet Union": "2 inf, 1 arm"},
    }
    position = small(units, owners={"Middle": "Germany"})
    (middle,) = zones(position, power="Germany", places=["Middle"])
    there, taken = garrisons("2 inf, 1 arm", "1 inf")
    back = oracle.stands(threats(("4 inf, 2 arm", 0)), there, pays=False)[0][1]
    assert (middle.attacker, middle.enemy, middle.dead) == ("Soviet Union", "Germany", True)
    assert middle.taken.value == pytest.approx(float(taken), abs=EXACT)
    assert middle.back == pytest.approx(float(back), abs=EXACT)


def test_the_front_is_looked_at_by_default():
    found = dead_zones(small(UNITS), power="Germany")
    places = [c for name in ("dead", "others") for c in found.sheet(name).column("place")]
    assert sorted(places) == ["Home", "Middle"]  # own, next to an enemy's; and what it can take
    named = dead_zones(small(UNITS), power="Germany", places=["Isle"])
    assert "no land unit gets to Isle" in named.lines[1]
    with pytest.raises(OptionError, match="0 to less than 1"):
        dead_zones(small(UNITS), power="Germany", chance=1.0)
    with pytest.raises(OptionError, match="sea zone"):
        dead_zones(starting_position(), power="Germany", places=["sz 5"])


def test_a_place_of_ones_own_is_worth_something_to_who_can_take_it():
    """At Ukraine the British have aircraft alone, which take nothing; the Soviets have tanks."""
    found = holding(starting_position(), power="Germany", target="Ukraine")
    assert [one.power for one in found.thrown] == ["United Kingdom", "Soviet Union"]
    british = found.thrown[0].threat.attackers
    assert {name for force in british for name, _ in force} <= {"ftr", "bmr"}
    assert found.worth is not None
    assert found.worth.power == "Soviet Union"
    titles = [
        sheet.title for sheet in hold(starting_position(), target="Ukraine", power="ge").sheets
    ]
    assert "what taking it is worth to Soviet Union, over 3 turns" in titles


def test_where_aircraft_alone_come_taking_it_is_worth_nothing_to_anybody():
    units = {"Middle": {"Germany": "2 inf"}, "Isle": {"United Kingdom": "1 ftr"}}
    position = small(units).with_owner("Middle", "Germany")
    found = holding(position, power="Germany", target="Middle")
    assert [one.power for one in found.thrown] == ["United Kingdom"]
    assert found.worth is None
    assert "worth" not in [sheet.name for sheet in hold(position, target="Middle").sheets]


def test_without_a_power_it_is_whose_turn_it_is():
    position = small(UNITS)
    assert position.turn == "Germany"
    assert hold(position, target="Middle") == hold(position, target="Middle", power="Germany")
    assert dead_zones(position) == dead_zones(position, power="Germany")
