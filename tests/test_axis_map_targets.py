"""What a power can attack: odds with everything, and the cheapest force, held to brute force."""

from dataclasses import replace
from itertools import product

import oracle
import pytest
from commandline import ask, is_plain_refusal
from matplotlib.figure import Figure

from analysis.answers import odds
from analysis.charts.targets import targets_chart
from analysis.sheets import sheet_frame
from combat.axis_allies.attack.attack import attack
from combat.axis_allies.attack.cheapest import Search
from combat.axis_allies.attack.levy import Levy
from combat.axis_allies.attack.prospects import prospects
from combat.axis_allies.attack.targets import targets
from combat.axis_allies.attack.trimmed import cost_sent
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.reach import fits, reach
from combat.errors import OptionError
from combat.force import Force
from combat.games import parse_battle
from combat.sheets import Share

COST = {name: unit.cost for name, unit in oracle.TABLE_2009.items()}
LAND = ("inf", "art", "arm")


def board(**stacks: str):
    """The board with these stacks only: ``sz_5__Germany="1 dd"``; owners as at the start."""
    position = replace(starting_position(), units={})
    for key, text in stacks.items():
        place, power = (part.replace("_", " ") for part in key.split("__"))
        position = position.with_force(
            position.board.place(place), position.board.power(power), Force.parse(text)
        )
    return position


def sub_forces(there):
    """All forces that can be made of some units, the empty one aside."""
    names = list(there)
    for counts in product(*(range(there[name] + 1) for name in names)):
        if any(counts):
            yield {name: n for name, n in zip(names, counts, strict=True) if n}


def brute(there, chance, wanted, may=lambda _: True):
    """The least cost of a force with the wanted chance, and the best chance at that cost."""
    good = [
        (sum(COST[name] * n for name, n in force.items()), -float(chance(force)))
        for force in sub_forces(there)
        if may(force)
    ]
    good = [row for row in good if -row[1] >= wanted - 1e-12]
    return min(good, default=None)


def on_land(defender, **options):
    def chance(force):
        if not any(force.get(name) for name in LAND):
            return 0.0
        return oracle.land(force, defender, number=float, **options).event("territory_taken")

    return chance


def fits_one_transport(force):
    """One land unit, and an infantry more."""
    others = force.get("art", 0) + force.get("arm", 0)
    return others <= 1 and others + force.get("inf", 0) <= 2


def supported(defender, ship):
    """A landing that ships bombard for; aircraft alone land nothing, so none fires."""

    def chance(force):
        landing = {name: force[name] for name in LAND if force.get(name)}
        if not landing:
            return 0.0
        return oracle.land(force, defender, landing=landing, bombard=ship, number=float).event(
            "territory_taken"
        )

    return chance


CHEAPEST = {
    "overland, and aircraft": (
        "Germany",
        "Karelia S.S.R.",
        board(
            Karelia__Soviet_Union="2 inf, 1 ftr",
            Belorussia__Germany="4 inf, 1 art, 1 arm",
            Norway__Germany="1 inf, 1 ftr",
            Eastern_Europe__Germany="1 arm",
        ),
        {"inf": 5, "art": 1, "arm": 2, "ftr": 1},
        on_land({"inf": 2, "ftr": 1}),
        lambda _: True,
    ),
    "a gun": (
        "Germany",
        "Karelia S.S.R.",
        board(
            Karelia__Soviet_Union="2 inf, 1 aa",
            Belorussia__Germany="2 inf, 1 arm",
            Norway__Germany="2 ftr, 1 bmr",
        ),
        {"inf": 2, "arm": 1, "ftr": 2, "bmr": 1},
        on_land({"inf": 2, "aa": 1}),
        lambda _: True,
    ),
    "a landing, a battleship, one transport": (
        "United Kingdom",
        "Norway",
        board(
            Norway__Germany="1 inf, 1 art",
            United_Kingdom__UK="3 inf, 1 art, 1 arm, 2 ftr",
            sz_6__UK="1 tr, 1 bb",
        ),
        {"inf": 2, "art": 1, "arm": 1, "ftr": 2},
        supported({"inf": 1, "art": 1}, {"bb": 1}),
        fits_one_transport,
    ),
    "a landing, two kinds of ships": (
        "United Kingdom",
        "Norway",
        board(
            Norway__Germany="2 inf",
            United_Kingdom__UK="2 inf, 1 arm, 1 bmr",
            sz_6__UK="1 tr, 1 bb, 1 ca",
        ),
        {"inf": 2, "arm": 1, "bmr": 1},
        supported({"inf": 2}, {"bb": 1, "ca": 1}),
        fits_one_transport,
    ),
    "at sea": (
        "United Kingdom",
        "sz 5",
        board(
            sz_5__Germany="1 dd, 1 ss, 1 tr",
            sz_6__UK="1 dd, 1 ca, 2 ss",
            United_Kingdom__UK="1 ftr, 1 bmr",
        ),
        {"dd": 1, "ca": 1, "ss": 2, "ftr": 1, "bmr": 1},
        lambda force: oracle.sea(force, {"dd": 1, "ss": 1, "tr": 1}, number=float).event(
            "cleared_not_taken"
        ),
        lambda _: True,
    ),
}


@pytest.mark.parametrize("wanted", [0.5, 0.75, 0.9])
@pytest.mark.parametrize("name", CHEAPEST)
def test_the_cheapest_force_is_that_of_brute_force(name, wanted):
    power, place, position, there, chance, may = CHEAPEST[name]
    found = Search(Levy(position, reach(position, power, place)), {}).find(wanted)
    expected = brute(there, chance, wanted, may)
    assert found.proven
    if expected is None:
        assert found.attack is None
        return
    assert found.cost == expected[0]
    assert found.attack.taken.value == pytest.approx(-expected[1], abs=1e-9)
    assert fits(position, power, (found.attack.party,))


def test_some_brute_force_finds_and_some_does_not():
    """The cases above are of both kinds, so that none of them is empty."""
    kinds = {
        brute(there, chance, wanted, may) is None
        for _, _, _, there, chance, may in CHEAPEST.values()
        for wanted in (0.5, 0.9)
    }
    assert kinds == {True, False}


@pytest.mark.rule("AA-21")
def test_who_could_come_overland_lands_where_that_lets_a_ship_bombard():
    """An infantry in Karelia can walk or be fetched; only a landing lets the battleship fire."""
    position = board(
        Norway__Germany="1 inf",
        Karelia__Soviet_Union="2 inf",
        Archangel__Soviet_Union="1 inf",
        sz_4__Soviet_Union="1 tr, 1 bb",
    )
    found = Search(Levy(position, reach(position, "Soviet Union", "Norway")), {}).find(0.5)
    assert found.cost == 3.0
    assert found.attack.taken.value == pytest.approx(19 / 36)  # by hand in the tests of attacks
    assert found.proven


@pytest.mark.parametrize("power", starting_position().board.order)
def test_every_attack_at_the_start_equals_the_odds_of_its_text(power):
    position = starting_position()
    found = prospects(position, power)
    assert found
    fought = 0
    for one in found:
        attacks = [one.attack, *(cheap.attack for cheap in one.cheapest if cheap.attack)]
        for each in attacks:
            assert fits(position, power, (each.party,))
            if each.battle is None or each.sea_battles:
                continue
            fought += 1
            same = odds(parse_battle("aa", str(each.battle)))
            assert each.chance(each.main_event) == same.event(each.main_event).value
            assert each.swing.value == pytest.approx(same.quantity("swing").value, abs=1e-9)
    assert fought > len(found)


@pytest.mark.parametrize("power", starting_position().board.order)
def test_what_is_cheapest_has_its_chance_and_no_more_than_all_that_can_go(power):
    position = starting_position()
    for one in prospects(position, power):
        costs = []
        for cheap in one.cheapest:
            if cheap.attack is not None:
                assert cheap.attack.taken.value >= cheap.wanted - 1e-12
                assert cheap.cost == cost_sent(position, cheap.attack.party)
                costs.append(cheap.cost)
            elif cheap.proven:
                assert one.attack.taken.value < cheap.wanted
        assert costs == sorted(costs)


@pytest.mark.rule("AA-20", "AA-23")
def test_after_a_battle_at_sea_no_unit_can_be_left_out_any_more():
    position = starting_position()
    (egypt,) = prospects(position, "Germany", target=["Egypt"], chances=[0.75])
    (cheap,) = egypt.cheapest
    assert cheap.attack.sea_battles
    assert not cheap.proven
    assert cheap.cost <= cost_sent(position, egypt.attack.party)
    party = cheap.attack.party
    for at, arrival in enumerate(party.arrivals):
        if arrival.unit == "tr":
            continue
        fewer = list(party.arrivals)
        fewer[at] = replace(arrival, number=arrival.number - 1)
        less = replace(party, arrivals=tuple(a for a in fewer if a.number))
        if fits(position, "Germany", (less,)):
            assert attack(position, "Germany", less).taken.value < 0.75


@pytest.mark.rule("AA-09")
def test_an_empty_territory_is_walked_into_by_the_cheapest_unit():
    position = board(
        Belorussia__Germany="2 arm, 1 inf", Norway__Germany="1 ftr", Karelia__Soviet_Union="1 aa"
    )
    (one,) = prospects(position, "Germany", target=["karelia"])
    assert one.walk_in
    assert [(cheap.cost, str(cheap.attack.battle)) for cheap in one.cheapest] == [
        (3.0, "None"),
        (3.0, "None"),
    ]
    answer = targets(position, power="Germany", target="karelia")
    assert "walk in: 1 inf" in answer.sheet("forces").column("force_75")
    assert any("walks in" in line for line in answer.lines)


@pytest.mark.rule("AA-07")
def test_aircraft_alone_take_nothing_and_are_told_so():
    position = board(Norway__Germany="2 ftr", Karelia__Soviet_Union="1 inf")
    answer = targets(position, power="Germany", target="karelia")
    assert answer.sheet("targets").column("taken")[0].estimate.value == 0.0
    assert answer.sheet("forces").column("force_90") == ("only aircraft get there",)


@pytest.mark.rule("AA-28")
def test_all_who_defend_are_counted_whoever_they_are():
    position = board(
        Belorussia__Germany="3 inf", Karelia__Soviet_Union="1 inf", Karelia__UK="1 ftr"
    )
    (one,) = prospects(position, "Germany", target=["Karelia"])
    assert str(one.defenders) == "1 inf, 1 ftr"
    assert one.prize == 3 + 10 + 2  # and the income of Karelia


def test_the_most_to_win_comes_first():
    position = starting_position()
    found = prospects(position, "Germany")
    hopes = [one.attack.taken.value * one.prize for one in found]
    assert hopes == sorted(hopes, reverse=True)
    russia = next(one for one in found if one.place == "Russia")
    # 3 inf, 1 art, 2 arm, 1 ftr, 1 aa; income 8; 24 IPC in hand (AA-42)
    assert russia.prize == 9 + 4 + 10 + 10 + 6 + 8 + 24


def test_settings_change_the_answer_and_are_told():
    position = starting_position()
    plain, keeping = (
        targets(position, power="Germany", target="Trans-Jordan", settings=settings)
        for settings in ({}, {"losses": "inf arm bmr; keep 1 land"})
    )
    value = [a.sheet("targets").column("taken")[0].estimate.value for a in (plain, keeping)]
    assert value[1] > value[0]
    assert any("keep 1 land" in line for line in keeping.assumes)


def test_what_rests_on_one_source_is_said():
    position = starting_position()
    assert set(position.notes) <= set(targets(position, power="Japan", target="China").assumes)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"target": "Berlin"}, "Germany holds it"),
        ({"target": "sz 61"}, "no enemy"),
        ({"target": "Eastern United States"}, "out of reach"),
        ({"target": "Atlantis"}, "Atlantis"),
        ({"power": "Italy"}, "Italy"),
        ({"chances": (1.5,)}, "1.5"),
        ({"settings": {"cargo": "tr: inf"}}, "cargo"),
        ({"new_carriers": ("sz 40",)}, "sz 40"),
    ],
)
def test_what_cannot_be_asked_is_refused(options, word):
    with pytest.raises(OptionError, match=word):
        targets(starting_position(), **{"power": "Germany", **options})


def test_the_power_whose_turn_it_is_by_default():
    answer = targets(starting_position(), target="West Russia")
    assert answer.title.startswith("What Soviet Union can attack")
    assert isinstance(answer.sheet("targets").column("taken")[0], Share)


def test_the_command_line_gives_the_same_as_the_library():
    done = ask(
        "targets", "aa", "--power", "ger", "--target", "karelia", "--chance", "80%",
        "--edit", "Karelia: 5 inf", "--format", "json",
    )  # fmt: skip
    assert done.code == 0
    found = done.json
    assert found["question"] == "targets"
    (row,) = found["targets"]
    (cheap,) = found["cheapest"]
    assert cheap["proven"]
    same = odds(f"aa {cheap['force']} v 5 inf").event("territory_taken").value
    assert cheap["chance"] == pytest.approx(same, abs=1e-12)
    assert same >= 0.8
    assert row["ipc_80"] == cheap["ipc"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--power", "Italy"),
        ("--target", "Berlin", "--power", "Germany"),
        ("--chance", "much"),
        ("--chance", "2"),
        ("--set", "raid=8"),
        ("--edit", "Karelia: 5 elephants"),
    ],
)
def test_faults_are_one_plain_line(arguments):
    done = ask("targets", "aa", *arguments)
    assert is_plain_refusal(done)
    assert not done.out


def test_the_chart_has_a_bar_for_each_target_and_what_chances_cost():
    frame = sheet_frame(targets(starting_position(), power="Germany"), "targets")
    drawn = targets_chart(frame, ax=Figure().subplots())
    assert [bar.get_width() for bar in drawn.patches] == pytest.approx(frame["taken"].tolist())
    written = [text.get_text() for text in drawn.texts]
    assert f"{frame['ipc_75'].dropna().iloc[0]:.0f}" in written
    assert sum(text == "–" for text in written) == frame[["ipc_75", "ipc_90"]].isna().sum().sum()
    with pytest.raises(ValueError, match="taken"):
        targets_chart(frame.drop(columns="taken"))


def test_where_nobody_is_left_to_take_it_a_kept_land_unit_is_offered():
    """1 inf, 3 ftr v 2 inf: infantry goes first, so that the ground is often cleared in vain."""
    position = board(
        Belorussia__Germany="1 inf", Norway__Germany="3 ftr", Karelia__Soviet_Union="2 inf"
    )
    plain, keeping = (
        targets(position, power="Germany", target="Karelia", settings=settings)
        for settings in ({}, {"losses": "inf art arm ftr bmr; keep 1 land"})
    )
    assert any("no land unit left to take it: Karelia" in line for line in plain.lines)
    assert not any("no land unit left" in line for line in keeping.lines)


@pytest.mark.rule("AA-21")
def test_a_defender_who_keeps_units_back_is_no_reason_to_miss_a_cheaper_landing():
    """With a kept unit the bound on bombardment does not hold, and every force is solved."""
    position = CHEAPEST["a landing, two kinds of ships"][2]
    settings = {"defender_losses": "inf; keep 1 land"}
    levy = Levy(position, reach(position, "United Kingdom", "Norway"))
    for wanted in (0.5, 0.75):
        kept, plain = (Search(levy, given).find(wanted) for given in (settings, {}))
        assert (kept.cost, kept.proven) == (plain.cost, plain.proven)  # there is only infantry


def test_a_battle_too_large_for_an_exact_answer_is_simulated_by_one_seed():
    position = board(
        sz_6__Germany="9 ss, 9 dd, 9 cv, 18 ftr, 9 bb", sz_7__UK="9 ss, 9 dd, 9 ca, 9 cv, 9 bb"
    )
    one, same = (targets(position, power="UK", target="sz 6", chances=(), rng=3) for _ in range(2))
    assert (one.method, one.trials, one.seed) == ("simulated", 100_000, 3)
    assert one.sheet("targets").rows == same.sheet("targets").rows
    drawn = targets(position, power="UK", target="sz 6", chances=())
    again = targets(position, power="UK", target="sz 6", chances=(), rng=drawn.seed)
    assert drawn.sheet("targets").rows == again.sheet("targets").rows


def test_the_second_edition_has_its_own_table():
    """Its gun can be lost and shoots at three aircraft (AA-55)."""
    second = replace(
        board(Belorussia__Germany="2 inf", Karelia__Soviet_Union="1 aa"), edition="second"
    )
    (one,) = prospects(second, "Germany", target=["Karelia"])
    assert str(one.attack.battle).startswith("2 inf v 1 aa | edition=second")
    assert not one.undefended
    assert one.attack.taken.value == 1.0
