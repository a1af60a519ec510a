"""Several fronts on the map: who can go, what the split comes to, and its verb (AA-24)."""

from fractions import Fraction
from functools import cache
from itertools import product

import fronts_oracle as oracle
import numpy as np
import pytest
from commandline import ask, ask_json, is_plain_refusal

from analysis.fronts import together_frame, two_chances_frame
from analysis.sheets import sheet_frame
from combat.axis_allies.attack.attack import attack
from combat.axis_allies.fronts.answer import fronts
from combat.axis_allies.fronts.best import best_splits
from combat.axis_allies.fronts.from_map import Turn
from combat.axis_allies.fronts.parties import parties_of
from combat.axis_allies.fronts.plan import number_of_splits, planned
from combat.axis_allies.fronts.result import result
from combat.axis_allies.fronts.results import Together, one_more, staying
from combat.axis_allies.fronts.wanted import Wanted, read_fronts, read_kept, read_wanted
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.fits import fits
from combat.errors import NotationError, OptionError
from combat.force import Force

START = starting_position()
HARD = edited(START, "Karelia: + 9 inf, 3 arm", "Caucasus: + 5 inf, 2 ftr")


def turn_of(position, power, *texts, keep=(), **settings):
    return Turn(
        position,
        position.board.power(power),
        read_fronts(position, power, texts),
        read_kept(position, power, keep),
        settings,
    )


def bare(**stacks):
    """The starting map with these units only: place (with _) to 'POWER units'."""
    position = START
    for place, row in START.units.items():
        for power in row:
            position = position.with_force(place, power, Force())
    texts = (f"{place.replace('_', ' ')}: {text}" for place, text in stacks.items())
    return edited(position, *texts)


def income_of(place):
    return START.board.areas[place].income


SMALL = {  # all get to both of Karelia and Ukraine
    "Eastern_Europe": "Germany 2 inf, 1 arm",
    "Germany": "Germany 1 bmr",
    "Karelia": "Soviet Union 1 inf, 1 art",
    "Ukraine": "Soviet Union 2 inf",
    "Belorussia": "Germany 2 inf",
}


@cache
def planned_case(number):
    position, power, texts, aim = CASES[number]
    return planned(turn_of(position, power, *texts), aim=aim)


@pytest.fixture(scope="module")
def small():
    return bare(**SMALL)


# --- reading -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Karelia", Wanted("Karelia S.S.R.", "territory_taken")),
        ("karelia >= 0.75", Wanted("Karelia S.S.R.", "territory_taken", 0.75)),
        ("Karelia >= 75 %, worth 9", Wanted("Karelia S.S.R.", "territory_taken", 0.75, 9.0)),
        ("Egypt worth 2.5", Wanted("Anglo Egypt", "territory_taken", 0.0, 2.5)),
        ("sz 13 ≥ .5", Wanted("sz 13", "cleared_not_taken", 0.5)),
        ("sz 13: both gone >= 5%", Wanted("sz 13", "both_gone", 0.05)),
        ("Karelia territory_taken >= 0.75", Wanted("Karelia S.S.R.", "territory_taken", 0.75)),
    ],
)
def test_fronts_are_read(text, wanted):
    found = read_wanted(START, text)
    assert found[:2] == wanted[:2]
    assert found.least == pytest.approx(wanted.least)
    assert found.worth == wanted.worth


@pytest.mark.parametrize(
    ("texts", "kind", "says"),
    [
        ([], OptionError, "no front is named"),
        (["Karelia", "karelia >= 0.5"], OptionError, "Karelia S.S.R. is twice"),
        (["Berlin"], OptionError, "Germany's own side"),
        (["sz 5"], OptionError, "no enemy of Germany is in sz 5"),
        (["Karelia >= 1.5"], NotationError, "above 0 and below 1"),
        (["Karelia: won"], OptionError, "events are territory_taken"),
        (["Narnia"], OptionError, "Narnia"),
        (["Karelia"] * 7, OptionError, "limit of 6"),
    ],
)
def test_what_is_no_front_is_refused(texts, kind, says):
    with pytest.raises(kind, match=says):
        read_fronts(START, "Germany", texts)


def test_who_stays_at_home_is_read():
    kept = read_kept(START, "Germany", ["Berlin: 2 inf", "Norway: all"])
    assert {place: str(force) for place, force in kept.items()} == {
        "Germany": "2 inf",
        "Norway": "3 inf, 1 ftr",
    }
    with pytest.raises(OptionError, match="Germany has 3 inf in Germany"):
        read_kept(START, "Germany", ["Berlin: 4 inf"])
    with pytest.raises(NotationError, match="who stays where"):
        read_kept(START, "Germany", ["2 inf"])


# --- the split -----------------------------------------------------------------------------------


@pytest.mark.rule("AA-24", "AA-30")
@pytest.mark.parametrize("aim", ["net", "all", "least"])
def test_the_split_of_a_small_map_is_that_of_brute_force(small, aim):
    """By hand: East Europe's 2 inf, tank and the bomber get to both, so do Belorussia's 2 inf."""
    plan = planned(turn_of(small, "Germany", "Karelia", "Ukraine"), aim=aim)
    groups = [("inf", 4, (0, 1)), ("arm", 1, (0, 1)), ("bmr", 1, (0, 1))]
    worths = [income_of(place) for place in ("Karelia S.S.R.", "Ukraine S.S.R.")]
    fronts_ = [({"inf": 1, "art": 1}, worths[0], 0), ({"inf": 2}, worths[1], 0)]
    wanted = oracle.best(groups, fronts_, aim)
    assert plan.method == "exact"
    assert plan.best.split.score == pytest.approx(float(wanted[0]), abs=1e-11)
    assert plan.splits == 15 * 3 * 3 == number_of_splits(plan.turn.problem)
    assert plan.skipped == 0


CASES = [
    (START, "Germany", ["Karelia >= 0.75", "Caucasus"], "net"),
    (HARD, "Germany", ["Karelia", "Caucasus"], "all"),
    (HARD, "Germany", ["Karelia", "Caucasus", "sz 13"], "least"),
    (START, "Japan", ["sz 52", "China", "sz 55", "Buryatia"], "all"),
    (START, "Soviet Union", ["Ukraine >= 0.6", "West Russia"], "net"),
    (START, "United Kingdom", ["sz 5", "Western Europe"], "net"),
]


@pytest.mark.rule("AA-24", "AA-20", "AA-29", "AA-46")
@pytest.mark.parametrize("number", range(len(CASES)), ids=[f"{c[1]} {c[3]}" for c in CASES])
def test_parties_can_go_and_fight_the_battles_of_the_table(number):
    position, power, _, _ = CASES[number]
    plan = planned_case(number)
    turn = plan.turn
    for chosen in (plan.best, *plan.runners):
        going = [party for party in chosen.parties if party is not None]
        assert fits(position, power, going)
        assert chosen.split.score <= plan.best.split.score + 1e-12
    for at, party in enumerate(plan.best.parties):
        front = turn.problem.fronts[at]
        if party is None:
            assert plan.best.split.chances[at] == 0.0
            continue
        fought = attack(position, power, party)
        worth = front.worth * fought.chance("territory_taken")
        assert plan.best.split.chances[at] == pytest.approx(fought.chance(front.event), abs=1e-11)
        assert plan.best.split.swings[at] == pytest.approx(fought.swing.value + worth, abs=1e-9)
        assert plan.best.split.chances[at] >= front.least
        done = result(turn, plan.best, at)
        assert done.succeeds.value == pytest.approx(plan.best.split.chances[at], abs=1e-11)
        assert done.mean.value == pytest.approx(plan.best.split.swings[at], abs=1e-9)


@pytest.mark.rule("AA-46")
def test_better_splits_that_cannot_land_are_passed_by():
    """Two zones in the Pacific want the fighters of one carrier: the best splits find no deck."""
    turn = turn_of(START, "United States", "sz 60", "sz 45")
    plan = planned(turn, aim="net")
    assert plan.skipped > 0
    first = next(best_splits(turn.problem, aim="net", tables=plan.tables))
    assert first.score > plan.best.split.score
    finding = fits(START, "United States", [p for p in parties_of(turn, first.cells) if p])
    assert not finding
    assert finding.rule == "AA-46"
    assert fits(START, "United States", [p for p in plan.best.parties if p])


@pytest.mark.rule("AA-24")
def test_who_is_kept_does_not_go(small):
    plan = planned(
        turn_of(small, "Germany", "Karelia", "Ukraine", keep=["Belorussia: all", "Germany: 1 bmr"]),
        aim="all",
    )
    gone = [arrival for party in plan.best.parties for arrival in party.arrivals]
    assert {arrival.place for arrival in gone} == {"Eastern Europe"}
    assert sum(arrival.number for arrival in gone) == 3


@pytest.mark.rule("AA-09")
def test_an_empty_territory_takes_one_land_unit():
    position = bare(Eastern_Europe="Germany 3 inf, 1 ftr", Ukraine="Soviet Union 1 inf")
    position = edited(position, "Karelia: Soviet Union 1 aa")
    plan = planned(turn_of(position, "Germany", "Karelia", "Ukraine"), aim="all")
    karelia, ukraine = plan.best.parties
    assert [(a.unit, a.number) for a in karelia.arrivals] == [("inf", 1)]
    assert sorted((a.unit, a.number) for a in ukraine.arrivals) == [("ftr", 1), ("inf", 2)]
    assert plan.best.split.chances[0] == 1.0
    assert plan.best.split.swings[0] == 2.0  # Karelia's income, and nobody is lost


@pytest.mark.rule("AA-42")
def test_a_capital_is_worth_its_cash_too():
    turn = turn_of(START, "Germany", "Karelia worth 7", "Caucasus")
    assert [front.worth for front in turn.problem.fronts] == [7.0, 4.0]
    position = edited(bare(West_Russia="Germany 9 arm", Russia="Soviet Union 1 inf"))
    assert turn_of(position, "Germany", "Moscow").problem.fronts[0].worth == 8.0 + 24.0
    said = turn_of(position, "Germany", "Moscow", worth="territory=5, capital=3, victory_city=10")
    assert said.problem.fronts[0].worth == 18.0


@pytest.mark.parametrize("number", [0, 3, 4])
def test_a_search_stays_under_its_bound_and_near_the_best(number):
    best = planned_case(number)
    found = planned(best.turn, aim=best.aim, most=-1.0)
    assert found.method == "search"
    assert found.best.split.score <= best.best.split.score + 1e-9 <= found.bound + 2e-9
    assert found.gap == pytest.approx(found.bound - found.best.split.score)
    assert found.best.split.score >= 0.7 * best.best.split.score


# --- what it comes to ----------------------------------------------------------------------------


def worth_of(units):
    cost = {"inf": 3, "art": 4, "arm": 5, "bmr": 12}
    return sum(cost[name] * n for name, n in units)


@pytest.mark.rule("AA-24")
def test_the_fronts_together_are_a_product(small):
    """Chances multiply and swings add up: tried here end by end, with the oracle's battles."""
    turn = turn_of(small, "Germany", "Karelia", "Ukraine")
    plan = planned(turn, aim="all")
    results = tuple(result(turn, plan.best, at) for at in range(2))
    together = Together(results)
    battles = []
    for one, defenders in zip(results, ({"inf": 1, "art": 1}, {"inf": 2}), strict=True):
        fought = oracle.oracle.land(dict(one.sent.force), defenders)
        rows = {}
        for (mine, theirs, end), p in fought.final.items():
            taken = end == "territory_taken"
            own = worth_of(one.sent.force) - worth_of(mine)
            foe = worth_of(defenders.items()) - worth_of(theirs)
            key = (foe - own + income_of(one.front.target) * taken, taken)
            rows[key] = rows.get(key, 0) + p
        battles.append(rows)
    wanted, ways = {}, {}
    for (one, p), (other, q) in product(battles[0].items(), battles[1].items()):
        swing, succeed = one[0] + other[0], (one[1], other[1])
        wanted[swing] = wanted.get(swing, 0) + p * q
        ways[succeed] = ways.get(succeed, 0) + p * q
    assert sum(wanted.values()) == Fraction(1)
    whole = together.whole
    found = {
        round(value * together.step): p
        for value, p in zip(whole.numbers.tolist(), whole.chance.tolist(), strict=True)
        if p
    }
    assert found == pytest.approx({k: float(v) for k, v in wanted.items()}, abs=1e-13)
    assert {row.succeed: row.chance for row in together.rows} == pytest.approx(
        {k: float(v) for k, v in ways.items()}, abs=1e-13
    )
    assert together.all == pytest.approx(plan.best.split.score)
    mean = sum(swing * p for swing, p in wanted.items())
    assert together.mean.value == pytest.approx(float(mean), abs=1e-11)
    upto = 0.0
    for swing in sorted(wanted):
        upto += float(wanted[swing])
        if upto >= 0.25:
            assert together.quantile(0.25).value == swing
            break
    gained = sum(
        sum(p for (_, taken), p in rows.items() if taken) * income_of(one.front.target)
        for rows, one in zip(battles, results, strict=True)
    )
    assert together.income(turn).value == pytest.approx(float(gained), abs=1e-12)


@pytest.mark.rule("AA-30")
def test_one_unit_more_is_the_battle_with_it(small):
    turn = turn_of(small, "Germany", "Karelia", "Ukraine")
    plan = planned(turn, aim="least")
    results = tuple(result(turn, plan.best, at) for at in range(2))
    more = one_more(turn, results)
    assert {(one.front, one.unit) for one in more} == set(
        product((0, 1), ("inf", "art", "arm", "ftr", "bmr"))
    )
    defenders = ({"inf": 1, "art": 1}, {"inf": 2})
    for one in more:
        force, worth = dict(results[one.front].sent.force), results[one.front].front.worth
        before = oracle.outcome(force, defenders[one.front], worth=worth)
        force[one.unit] = force.get(one.unit, 0) + 1
        after = oracle.outcome(force, defenders[one.front], worth=worth)
        assert one.chance == pytest.approx(float(after[0]), abs=1e-12)
        assert one.more_chance == pytest.approx(float(after[0] - before[0]), abs=1e-12)
        assert one.more_swing == pytest.approx(float(after[1] - before[1]), abs=1e-11)


def test_who_stays_is_who_does_not_go():
    plan = planned_case(0)
    turn = plan.turn
    able = {}
    for (unit, ways), stacks in turn.stacks.items():
        if any(way.way in ("land", "air") for way in ways):
            able[unit] = able.get(unit, 0) + sum(stack.number for stack in stacks)
    gone = {}
    for party in plan.best.parties:
        for arrival in party.arrivals:
            if arrival.way in ("land", "air"):
                gone[arrival.unit] = gone.get(arrival.unit, 0) + arrival.number
    assert dict(staying(turn, plan.best)) == {
        unit: n - gone.get(unit, 0) for unit, n in able.items() if n > gone.get(unit, 0)
    }


@pytest.fixture(scope="module")
def hard():
    return fronts(HARD, power="Germany", targets=["Karelia", "Caucasus"], aim="all")


def test_the_tables_say_one_thing(hard):
    rows = sheet_frame(hard, "fronts")
    assert np.prod(rows["chance"]) == pytest.approx(hard.more["score"], abs=1e-12)
    together = sheet_frame(hard, "together")
    assert together["chance"].sum() == pytest.approx(1.0, abs=1e-12)
    assert together["chance"][0] == pytest.approx(hard.more["score"], abs=1e-12)
    assert (together["chance"] @ together["swing"]) == pytest.approx(rows["swing"].sum(), abs=1e-9)
    quantiles = sheet_frame(hard, "quantiles")["value"].tolist()
    assert quantiles[0] == pytest.approx(rows["swing"].sum(), abs=1e-9)
    assert quantiles[1:] == sorted(quantiles[1:])
    units = sheet_frame(hard, "units")
    assert set(units["front"]) == set(rows["front"])
    assert any("committed" in line and "AA-24" in line for line in hard.lines)
    assert HARD.notes[0] in hard.assumes


def test_the_distribution_is_the_joint_one(hard):
    frame = together_frame(hard)
    assert frame["chance"].sum() == pytest.approx(1.0, abs=1e-12)
    assert frame.attrs["all"] == "Karelia S.S.R. and Caucasus"
    ways = sheet_frame(hard, "together").set_index("succeed")["chance"]
    found = frame.groupby("succeed")["chance"].sum()
    assert found.to_dict() == pytest.approx(ways.to_dict(), abs=1e-12)


def test_neither_chance_of_the_frontier_rises_alone(hard):
    frame = two_chances_frame(hard)
    assert list(frame.columns) == ["Karelia S.S.R.", "Caucasus"]
    assert [list(point) for point in hard.more["two_chances"]] == frame.to_numpy().tolist()
    shown = sheet_frame(hard, "frontier")["chance_1"]
    assert (shown.diff().dropna() >= 0.04).all()
    assert set(shown) <= set(frame["Karelia S.S.R."])
    one, other = frame.to_numpy().T
    assert (np.diff(one) > 0).all()
    assert (np.diff(other) < 0).all()
    chosen = sheet_frame(hard, "fronts")["chance"].tolist()
    assert not any((one > chosen[0] + 1e-9) & (other > chosen[1] + 1e-9))  # it is on the frontier
    assert (one * other).max() == pytest.approx(hard.more["score"], abs=0.005)


def test_runners_up_are_other_splits_behind_the_best(hard):
    scores = sheet_frame(hard, "runners_up")["score"].tolist()
    assert scores == sorted(scores, reverse=True)
    assert scores[0] <= hard.more["score"]
    assert len(set(sheet_frame(hard, "runners_up")["split"])) == len(scores) == 5


# --- the verb ------------------------------------------------------------------------------------


ASKED = ("fronts", "aa", "--power", "Germany", "--target", "Karelia >= 0.75")


def test_the_verb_answers_in_json(tmp_path):
    picture = tmp_path / "fronts.png"
    document = ask_json(*ASKED, "--target", "Caucasus", "--plot", str(picture))
    assert document["question"] == "fronts"
    assert document["method"] == "exact"
    assert document["score"] == pytest.approx(
        sum(row["swing"]["value"] for row in document["fronts"]), abs=1e-9
    )
    assert picture.stat().st_size > 10_000


@pytest.mark.parametrize("form", ["table", "csv"])
def test_the_verb_answers_in_other_forms(form):
    found = ask(*ASKED, "--edit", "Karelia: + 2 inf", "--aim", "least", "--format", form)
    assert found.code == 0
    assert "5 inf" in found.out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--aim", "most"), "net or all or least"),
        (("--set", "landing=2 inf"), "landing is not set"),
        (("--keep", "Berlin: 9 inf"), "Germany has 3 inf"),
        (("--plot", "fronts.gif"), "fronts.gif"),
        (("--worth", "narnia=3"), "narnia"),
    ],
)
def test_the_verb_refuses_in_a_line(options, says):
    found = ask(*ASKED, *options)
    assert is_plain_refusal(found)
    assert says in found.err
