"""The opening attacks: their numbers by a slow count of the rules, and asked one by one."""

import pytest
from article_tables import number, says, table_of, text_of
from commandline import ask_json
from oracle import land, sea

GERMAN_STACK = {"inf": 3, "art": 1, "arm": 1, "ftr": 1}


@pytest.fixture(scope="module")
def text():
    return text_of("axis-allies")


@pytest.fixture(scope="module")
def attacks(text):
    rows = table_of(text, "Opening attacks on land")
    return {row["attack"].split(" (")[0]: row for row in rows}


SHORT = {"USSR": "Soviet Union", "UK": "United Kingdom", "USA": "United States"}


def power_of(row):
    power = row["attack"].split(" (")[1].rstrip(")")
    return SHORT.get(power, power)


def hold(power, target, *options):
    return ask_json("hold", "aa", "--power", power, "--target", target, *options)


def net(answer):
    return answer["net"][-1]["ipc"]["value"]


def test_battles_without_ships_are_those_of_a_slow_count(attacks):
    everything = {
        "Ukraine S.S.R.": ({"inf": 3, "art": 1, "arm": 3, "ftr": 2}, GERMAN_STACK),
        "Belorussia": ({"inf": 3, "arm": 1, "ftr": 2}, {"inf": 3}),
        "Norway": ({"inf": 3, "arm": 1, "ftr": 2}, {"inf": 3, "ftr": 1}),
        "Eastern Europe": ({"inf": 3, "arm": 1, "ftr": 2}, {"inf": 2, "arm": 1, "ftr": 1}),
        "New Guinea": ({"inf": 2}, {"inf": 1}),
        "Solomon Islands": ({"inf": 2}, {"inf": 1}),
    }
    for place, (attacker, defender) in everything.items():
        wanted = float(land(attacker, defender).event("territory_taken"))
        assert number(attacks[place]["taken"]) == pytest.approx(wanted, abs=6e-4), place


def test_landings_with_a_ship_are_those_of_a_slow_count(text, attacks):
    rows = {row["landing"].split(" (")[0]: row for row in table_of(text, "The same landings")}
    landings = {
        "Midway": ({"inf": 1, "arm": 1}, {}, {"bb": 1}, {"inf": 1}),
        "Borneo": ({"inf": 2}, {"ftr": 1}, {"ca": 1}, {"inf": 1}),
        "Philippine Islands": ({"inf": 2}, {"ftr": 1}, {"ca": 1}, {"inf": 2}),
    }
    for place, (ashore, air, ships, defender) in landings.items():
        alone = land(ashore, defender, landing=ashore)
        most = land(ashore | air, defender, landing=ashore, bombard=ships)
        row = rows[place]
        for cell, result in ((row["taken"], alone), (row["taken then"], most)):
            wanted = float(result.event("territory_taken"))
            assert number(cell) == pytest.approx(wanted, abs=6e-4), place
        assert row["taken then"] == attacks[place]["taken"]


def test_every_opening_attack_is_there(attacks):
    order = ["Soviet Union", "Germany", "United Kingdom", "Japan", "United States"]
    found = set()
    for power in order:
        for row in ask_json("targets", "aa", "--power", power)["targets"]:
            later = order.index(row["held_by"]) > order.index(power)
            even = row["taken"]["value"] >= 0.5
            if later and even and not row["target"].startswith("sz "):
                found.add((row["target"], power))
    shown = {(place, power_of(row)) for place, row in attacks.items()}
    assert found - shown == {("Formosa", "United Kingdom")}  # nobody is there: no attack
    assert shown <= found


def test_what_is_held_is_what_the_verb_says(text, attacks):
    kept, losing = set(), set()
    for place, row in attacks.items():
        answer = hold(power_of(row), place)
        taken, held = answer["chance_taken"], answer["chance_held"]
        assert number(row["taken and held"]) == pytest.approx(taken * held, abs=6e-4), place
        assert number(row["net, in IPC"]) == pytest.approx(net(answer), abs=0.006), place
        if held >= 0.5:
            kept.add(place)
        if taken >= 0.9 and net(answer) < 0:
            losing.add(place)
    sure = sum(number(row["taken"]) >= 0.9 for row in attacks.values())
    assert says(text, f"{len(losing)} of these {sure} end at a loss")
    assert says(text, f"only {len(kept)} are kept more often than not")


def test_every_first_attack_of_every_power(text):
    order = ["Soviet Union", "Germany", "United Kingdom", "Japan", "United States"]
    wanted = [
        (power, row)
        for power in order
        for row in ask_json("targets", "aa", "--power", power)["targets"]
        if row["taken"]["value"] >= 0.5
    ]
    rows = table_of(text, "All powers, everything that gets there")
    for row, (power, one) in zip(rows, wanted, strict=True):
        assert (row["attack"].split(" (")[0], power_of(row)) == (one["target"], power)
        assert number(row["taken"]) == pytest.approx(one["taken"]["value"], abs=6e-4)
        assert number(row["swing"]) == pytest.approx(one["swing"]["value"], abs=0.006)
        cheapest = {"75": one["ipc_75"], "90": one["ipc_90"]}
        for chance, cost in cheapest.items():
            assert row[f"{chance} %"] == ("" if cost is None else str(cost))
        moved = order.index(one["held_by"]) < order.index(power)
        assert row["moved"] == "yes" * moved


def test_the_rule_for_the_table(text, attacks):
    right = {"chance": 0, "swing": 0}
    for place, row in attacks.items():
        found = ask_json("targets", "aa", "--power", power_of(row), "--target", place)["targets"][0]
        gain = number(row["net, in IPC"]) > 0
        right["chance"] += (found["taken"]["value"] >= 0.9) == gain
        right["swing"] += (found["swing"]["value"] >= 5) == gain
    assert says(text, f"in {right['chance']} of the {len(attacks)} cases")
    assert says(text, f"counter-attack not counted — is right in {right['swing']}")
    assert right["chance"] < right["swing"]


def test_what_the_raid_on_ukraine_is_for(text):
    army, gun = ("--with", "9 inf, 1 art, 1 arm"), ("--reinforce", "1 aa from Russia")
    raided = ("--edit", "Ukraine: Soviet Union 3 arm")
    asked = [(), gun, army, (*army, *gun), (*army, *raided), (*army, *gun, *raided)]
    rows, nets = table_of(text, "West Russia after Germany's answer"), []
    for row, options in zip(rows, asked, strict=True):
        answer = hold("Soviet Union", "West Russia", *options)
        assert number(row["held, if taken"]) == pytest.approx(answer["chance_held"], abs=6e-4)
        assert number(row["net, West Russia alone"]) == pytest.approx(net(answer), abs=0.006)
        nets.append(net(answer))
    assert says(text, f"it is worth {nets[1] - nets[3]:.1f} IPC less than everything")


def test_both_fall_as_two_battles_do(text):
    one = land({"inf": 9, "art": 1, "arm": 1}, {"inf": 3, "art": 1, "arm": 1}, number=float)
    other = land({"inf": 3, "art": 1, "arm": 3, "ftr": 2}, GERMAN_STACK, number=float)
    both = one.event("territory_taken") * other.event("territory_taken")
    assert says(text, f"Both fall at {100 * both:.1f} %")


def test_the_one_bomber(text):
    rows = table_of(text, "Germany's bomber over sz 2 or at Egypt")
    fleet = {"bb": 1, "tr": 1}
    for row in rows:
        flies = {"bmr": 1} if row["bomber"] == "sz 2" else {}
        cleared = sea({"ss": 1, "ftr": 1} | flies, fleet).event("cleared_not_taken")
        assert number(row["sz 2 cleared"]) == pytest.approx(float(cleared), abs=6e-4)
    asked = ("fronts", "aa", "--power", "Germany", "--target", "sz 2", "--target", "Egypt")
    for first, edits in ((0, ()), (2, ("--edit", "Ukraine: Soviet Union 3 arm"))):
        answer = ask_json(*asked, *edits)
        best, rest = rows[first], rows[first + 1]
        egypt = answer["fronts"][1]["chance"]["value"]
        assert number(best["Egypt taken"]) == pytest.approx(egypt, abs=6e-4)
        assert number(best["net of both"]) == pytest.approx(answer["score"], abs=0.006)
        behind = answer["runners_up"][0]
        assert number(rest["Egypt taken"]) == pytest.approx(behind["chance_2"]["value"], abs=6e-4)


def test_the_garrisons_of_egypt(text):
    answer = hold("Germany", "Egypt")
    for row in table_of(text, "Egypt: who is left"):
        same = [one for one in answer["garrisons"] if one["units"] == int(row["units"])]
        chance = sum(one["chance"]["value"] for one in same)
        held = sum(one["chance"]["value"] * one["always"]["value"] for one in same) / chance
        assert number(row["chance"]) == pytest.approx(chance, abs=6e-4)
        assert number(row["held"]) == pytest.approx(held, abs=6e-4)


def test_where_the_british_fleet_sleeps(text):
    shown = table_of(text, "Japan's attack on the British fleet")
    rows = {row["the fleet in"].split(",")[0]: row for row in shown}
    ships = {"cv": 1, "ca": 1, "tr": 1, "ftr": 1}
    west = sea({"ftr": 2}, ships)
    assert number(rows["sz 33"]["sunk"]) == pytest.approx(
        float(west.event("cleared_not_taken")), abs=6e-4
    )
    swing = float(west.mean_loss("defender") - west.mean_loss("attacker"))
    assert number(rows["sz 33"]["Japan's swing"]) == pytest.approx(swing, abs=0.006)
    assert rows["sz 33"]["Japan can send"] == "2 ftr"
    stays = ask_json("targets", "aa", "--power", "Japan", "--target", "sz 35")["targets"][0]
    assert number(rows["sz 35"]["Japan's swing"]) == pytest.approx(
        stays["swing"]["value"], abs=0.006
    )


def test_attacks_at_sea_are_those_of_a_slow_count(text):
    rows = {row["zone"]: row for row in table_of(text, "Opening attacks at sea")}
    small = {
        "sz 2": ({"ftr": 1, "bmr": 1, "ss": 1}, {"bb": 1, "tr": 1}),
        "sz 45": ({"ftr": 1, "ss": 1}, {"ss": 1}),
    }
    for zone, (attacker, defender) in small.items():
        result = sea(attacker, defender)
        swing = float(result.mean_loss("defender") - result.mean_loss("attacker"))
        wanted = float(result.event("cleared_not_taken"))
        assert number(rows[zone]["cleared"]) == pytest.approx(wanted, abs=6e-4)
        assert number(rows[zone]["swing"]) == pytest.approx(swing, abs=0.006)
