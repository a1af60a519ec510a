"""Fronts whose landings a battle at sea comes first of (AA-20, AA-23)."""

from functools import cache

import fronts_oracle as oracle
import numpy as np
import pytest
from commandline import ask
from test_axis_map_fronts import START, bare, turn_of

from analysis.fronts import together_frame
from analysis.sheets import sheet_frame
from combat.axis_allies.attack import sea_first
from combat.axis_allies.attack.attack import attack
from combat.axis_allies.fronts.answer import fronts
from combat.axis_allies.fronts.cargo_rooms import cargo_of
from combat.axis_allies.fronts.parties import parties_of
from combat.axis_allies.fronts.plan import Chosen, planned
from combat.axis_allies.fronts.problem import Front, Group, Problem, Split, Way
from combat.axis_allies.fronts.result import result
from combat.axis_allies.fronts.results import Together, one_more, staying
from combat.axis_allies.fronts.rows import allowed, sent
from combat.axis_allies.fronts.tables import of_rows, table
from combat.axis_allies.fronts.zones import Behind, choices
from combat.axis_allies.map.edits import edited
from combat.axis_allies.reach.fits import fits
from combat.axis_allies.reach.reach import reach
from combat.errors import OptionError
from combat.force import Force
from combat.games import parse_battle

NORWAY = edited(
    bare(
        Norway="Germany 2 inf",
        sz_6="Germany 1 dd",
        sz_7="United Kingdom 1 dd, 1 tr",
        United_Kingdom="United Kingdom 1 inf, 1 arm, 2 ftr",
        Karelia="United Kingdom 1 inf",
        sz_8="Germany 1 ss, 1 ca",
    ),
    "turn: United Kingdom",
)
EGYPT = bare(
    Egypt="United Kingdom 1 inf, 1 art",
    sz_15="United Kingdom 1 dd",
    sz_13="United Kingdom 1 ca",
    sz_14="Germany 1 bb, 1 tr",
    Southern_Europe="Germany 1 art, 1 inf",
    Libya="Germany 1 arm",
    Balkans="Germany 1 ftr",
)
BOARDS = {
    "Norway": (
        turn_of(NORWAY, "United Kingdom", "Norway worth 3", "sz 8"),
        [
            ("inf", ("cargo",)),
            ("arm", ("cargo",)),
            ("inf", ("land",)),
            ("dd", ("sea", "other")),
            ("ftr", ("land", "sea", "other")),
            ("ftr", ("land", "sea", "other")),
        ],
        ({"dd": 1}, {"inf": 2}, 3),
        {"ss": 1, "ca": 1},
    ),
    "Egypt": (  # the battleship is wanted twice
        turn_of(EGYPT, "Germany", "Egypt worth 4", "sz 13"),
        [
            ("inf", ("cargo",)),
            ("art", ("cargo",)),
            ("arm", ("land",)),
            ("bb", ("sea", "other")),
            ("ftr", ("land", "sea", "other")),
        ],
        ({"dd": 1}, {"inf": 1, "art": 1}, 4),
        {"ca": 1},
    ),
}


@pytest.mark.rule("AA-20", "AA-23", "AA-24", "AA-30")
@pytest.mark.parametrize("aim", ["net", "all", "least"])
@pytest.mark.parametrize("board", BOARDS)
def test_the_best_split_with_a_landing_is_that_of_brute_force(board, aim):
    """Ships, cargo and aircraft in all roles, the battles by the oracle's rules."""
    turn, units, shore, other = BOARDS[board]
    plan = planned(turn, aim=aim)
    assert plan.method == "exact"
    assert plan.skipped == 0
    wanted = oracle.best_landing(units, shore, other, aim)
    assert plan.best.split.score == pytest.approx(float(wanted), abs=1e-11)
    assert fits(turn.position, turn.power, [party for party in plan.best.parties if party])


@pytest.mark.rule("AA-20", "AA-23")
def test_chance_and_net_value_of_a_landing_by_the_rules():
    """Egypt with all: the tank overland, the battleship at sea, fighter here or there."""
    turn, *_ = BOARDS["Egypt"]
    problem = turn.problem
    one = table(problem, 0)
    seen = 0
    for at in np.argwhere(one.known.may).tolist():
        cell = one.cell(tuple(at[:-1]), at[-1])
        force = sent(problem, 0, cell)
        if not force.fleet or not force.force or force.force["ftr"] + force.fleet["ftr"] == 0:
            continue
        chance, net = oracle.after_sea(
            dict(force.fleet),
            {"dd": 1},
            [dict(load) for load in force.loads],
            dict(force.force),
            {"inf": 1, "art": 1},
            worth=4,
        )
        assert one.known.chance[tuple(at)] == pytest.approx(float(chance), abs=1e-12)
        assert one.known.swing[tuple(at)] == pytest.approx(float(net), abs=1e-11)
        seen += 1
    assert seen > 8


GUESTS = edited(START, "sz 15: Japan 2 tr", "sz 15: Germany 1 inf")
CROWDED = edited(
    START,
    "sz 15: Germany 1 dd",
    "sz 16: Germany 1 tr",
    "sz 15: United Kingdom 1 dd, 1 tr, 1 ss",
    "Ukraine: none",
    "Egypt: + 1 aa",
)
CASES = {
    "the start": (START, "Germany", ["Egypt"], {}),
    "shared": (START, "Germany", ["Karelia", "Egypt", "sz 13"], {}),
    "retreat at 2": (START, "Germany", ["Egypt"], {"retreat": "at 2"}),
    "best retreat": (START, "Germany", ["Egypt"], {"retreat": "best"}),
    "three rounds": (START, "Germany", ["Egypt"], {"dice": "low-luck", "rounds": "3"}),
    "held": (START, "Germany", ["Egypt: defender_holds"], {}),
    "an ally's transports": (GUESTS, "Germany", ["Egypt"], {}),
    "two zones of transports, and a ship that is there": (CROWDED, "Germany", ["Egypt"], {}),
    "nobody there": (edited(START, "Egypt: none"), "Germany", ["Egypt"], {}),
    "guns only": (edited(START, "Egypt: none", "Egypt: UK 1 aa"), "Germany", ["Egypt"], {}),
    "India": (START, "Japan", ["India", "Buryatia"], {}),
    "East Indies": (edited(START, "turn: UK"), "United Kingdom", ["East Indies"], {}),
}


def as_the_party_says(*where, **_):
    """In the place of `splits_of`: no aircraft turn aside from the target to a zone."""
    return [(Force(),) * len(where[-1].contested)], True


@pytest.mark.rule("AA-20", "AA-21", "AA-22", "AA-23", "AA-29")
@pytest.mark.parametrize("case", CASES)
def test_choices_with_a_landing_are_the_attack_fought_through(case, monkeypatch):
    """The same party with the same aircraft at sea: chance, net value, and all final states."""
    position, power, targets, settings = CASES[case]
    monkeypatch.setattr(sea_first, "splits_of", as_the_party_says)
    turn = turn_of(position, power, *targets, **settings).variants[-1]
    problem = turn.problem
    front = next(at for at, one in enumerate(problem.fronts) if one.zone)
    one, known = problem.fronts[front], table(problem, front)
    cells = [known.cell(tuple(at[:-1]), at[-1]) for at in np.argwhere(known.known.may).tolist()]
    cells = [cell for cell in cells if sent(problem, front, cell).fleet]
    rng = np.random.default_rng(7)
    for at in rng.permutation(len(cells))[:12]:
        empty = (0,) * len(problem.groups)
        split = [cells[at] if number == front else empty for number in range(len(problem.fronts))]
        parties = parties_of(turn, split)
        assert parties is not None
        party = parties[front]
        found = attack(position, power, party, settings=settings)
        chance = found.chance(one.event)
        net = found.swing.value + one.worth * found.chance("territory_taken")
        row = of_rows(problem, front, np.array([cells[at]]))
        assert row.chance[0] == pytest.approx(chance, abs=1e-11)
        assert row.swing[0] == pytest.approx(net, abs=1e-9)
        done = result(turn, Chosen(Split(0.0, tuple(split), (), ()), parties), front)
        assert done.chance.sum() == pytest.approx(1.0, abs=1e-12)
        assert done.succeeds.value == pytest.approx(chance, abs=1e-11)
        assert done.mean.value == pytest.approx(net, abs=1e-9)
        swings = {}
        for end in found.ends:
            value = end.swing + one.worth * (end.event == "territory_taken")
            swings[round(value, 6)] = swings.get(round(value, 6), 0.0) + end.chance
        mine = {}
        for value, p in zip(done.swing.tolist(), done.chance.tolist(), strict=True):
            mine[round(value, 6)] = mine.get(round(value, 6), 0.0) + p
        assert mine == pytest.approx(swings, abs=1e-11)


@cache
def egypt():
    return fronts(START, power="Germany", targets=["Egypt"], aim="all")


@pytest.mark.rule("AA-20")
def test_egypt_is_taken_through_the_destroyer():
    """As good as `attack` with the largest party and its own best split of aircraft."""
    most = reach(START, "Germany", "Anglo Egypt", cleared=("sz 15",)).most
    wanted = attack(START, "Germany", most).taken.value
    assert wanted == pytest.approx(0.938, abs=5e-4)
    assert egypt().more["score"] == pytest.approx(wanted, abs=1e-11)
    without = planned(turn_of(START, "Germany", "Egypt", keep=["sz 14: all"]), aim="all")
    assert without.best.split.score == pytest.approx(0.324, abs=5e-4)


@pytest.mark.rule("AA-20")
def test_the_answer_shows_who_goes_to_sea_and_who_lands():
    row = sheet_frame(egypt(), "fronts").iloc[0]
    assert "at sea in sz 15: 1 bb, 1 tr" in row["sent"].replace("1 ftr, ", "")
    assert "then landing: 1 inf, 1 a" in row["sent"]
    units = sheet_frame(egypt(), "units")
    assert set(units.loc[units["place"] == "sz 14", "way"]) == {"sea to sz 15"}
    assert "sz 14, sz 15" in set(units.loc[units["way"] == "landing", "path"])
    assert any("landings through sz 15 come after a battle at sea" in x for x in egypt().lines)
    more = set(sheet_frame(egypt(), "one_more")["unit"])
    assert {"inf", "ftr", "ftr at sea", "dd at sea"} <= more
    assert not {"tr at sea", "damaged-bb at sea"} & more


@pytest.mark.rule("AA-24", "AA-30")
def test_what_is_lost_at_sea_is_in_the_joint_distribution():
    frame = together_frame(egypt())
    assert frame["chance"].sum() == pytest.approx(1.0, abs=1e-12)
    mean = float(frame["swing"] @ frame["chance"])
    assert mean == pytest.approx(sheet_frame(egypt(), "fronts")["swing"][0], abs=1e-9)
    # at the worst the destroyer has sunk the transport, and all on land and in the air is lost
    assert frame["swing"].min() < -30.0


@pytest.mark.rule("AA-30")
def test_one_unit_more_ashore_and_at_sea_is_the_landing_with_it():
    turn, *_ = BOARDS["Norway"]
    plan = planned(turn, aim="all")
    results = tuple(result(turn, plan.best, at) for at in range(2))
    force = results[0].sent
    assert force.fleet
    for one in one_more(turn, results):
        if one.front:
            continue
        unit, _, where = one.unit.partition(" ")
        fleet, over = dict(force.fleet), dict(force.force)
        into = fleet if where else over
        into[unit] = into.get(unit, 0) + 1
        loads = [dict(load) for load in force.loads]
        chance, net = oracle.after_sea(fleet, {"dd": 1}, loads, over, {"inf": 2}, worth=3)
        assert one.chance == pytest.approx(float(chance), abs=1e-12)
        assert one.swing == pytest.approx(float(net), abs=1e-11)
    assert Together(results).all == pytest.approx(plan.best.split.score, abs=1e-12)
    assert staying(turn, plan.best).total == 0


@pytest.mark.rule("AA-24")
def test_one_battle_does_not_serve_two_fronts():
    """Of two landings through one zone the better goes; a zone that is a front is left to it."""
    turn = turn_of(START, "Germany", "Egypt", "Trans-Jordan")
    assert [one.fought_for for one in turn.variants] == [("sz 15", ""), ("", "sz 15")]
    plans = [planned(one, aim="net").best.split.score for one in turn.variants]
    plan = planned(turn, aim="net")
    assert plan.best.split.score == max(plans) > min(plans)
    assert plan.zones == 2
    with pytest.raises(OptionError, match=r"Trans-Jordan 0\.0 %"):  # nobody else gets there
        planned(turn.variants[0], aim="all")
    answer = fronts(START, power="Germany", targets=["Egypt", "Trans-Jordan"], aim="all")
    assert any("a zone is fought for by one front" in line for line in answer.lines)
    answer = fronts(START, power="Germany", targets=["Egypt", "sz 15"])
    assert any("sz 15 is a front itself" in line for line in answer.lines)
    assert "landing" not in sheet_frame(answer, "units")["way"].tolist()


def test_zones_are_chosen_one_a_front():
    both = Behind(("a", "b"), ())
    assert set(choices([both, both])[0]) == {("a", "b"), ("b", "a")}
    assert choices([Behind((), ("a",)), both])[0] == (("", "a"), ("", "b"))
    many, whole = choices([Behind(tuple("abcdefgh"), ())])
    assert len(many) == 6
    assert not whole


@pytest.mark.rule("AA-20")
def test_ships_in_the_zone_all_fight_for_it_and_nobody_sails_for_nothing():
    turn = turn_of(CROWDED, "Germany", "Egypt")
    problem = turn.problem
    at = {
        (group.unit, group.ways[0].way, group.ways[0].must): number
        for number, group in enumerate(problem.groups)
        if group.ways[0].zone
    }
    there, bb, ship = at["dd", "sea", True], at["bb", "sea", False], at["tr", "lift", False]
    art = at["art", "landing", False]
    rows = np.zeros((5, len(problem.groups)), dtype=np.int64)
    for number, groups in enumerate(
        [(there, bb, ship, art), (bb, ship, art), (there, bb), (ship, art), (there, bb, ship)]
    ):
        rows[number, list(groups)] = 1
    assert allowed(problem, 0, rows).tolist() == [True, False, False, False, False]


@pytest.mark.rule("AA-29")
def test_cargo_is_put_on_just_the_transports_that_sail():
    ways = Way(0, "landing", ("a", "b"), zone="z"), Way(0, "landing", ("b",), zone="z")
    groups = (
        Group("inf", 3, (ways[0],)),
        Group("arm", 2, (ways[1],)),
        Group("tr", 1, (Way(0, "lift", ("a",), zone="z"),)),
        Group("tr", 2, (Way(0, "lift", ("b",), zone="z"),)),
    )
    battle = parse_battle("aa", "1 inf v 1 inf")
    sea = parse_battle("aa", "1 dd v 1 dd")
    front = Front("F", battle, zone="z", sea=sea, own=(("a", 1), ("b", 1)))
    problem = Problem((front,), groups)
    units = START.table
    found = cargo_of(problem, 0, (2, 2, 0, 2), units)
    assert [str(load) for load in found.loads] == ["1 inf, 1 arm"]  # one of two is the power's own
    assert str(found.safe) == "1 inf, 1 arm"
    assert cargo_of(problem, 0, (2, 2, 1, 1), units) is None  # two tanks on one ship
    assert cargo_of(problem, 0, (0, 1, 0, 2), units) is None  # a ship sails empty
    assert cargo_of(problem, 0, (3, 0, 1, 1), units).loads


@pytest.mark.parametrize("aim", ["net", "all"])
def test_a_search_begins_such_landings_too(aim):
    for turn, *_ in BOARDS.values():
        best, found = planned(turn, aim=aim), planned(turn, aim=aim, most=-1.0)
        assert found.method == "search"
        assert found.best.split.score <= best.best.split.score + 1e-9 <= found.bound + 2e-9
        assert found.best.split.score >= 0.9 * best.best.split.score


def test_a_search_moves_whole_forces():
    """Five fronts, each with its force by hand: 18.4, 11.9, 2 and 13 IPC, without Egypt."""
    position = edited(
        START,
        "Russia: 1 aa",
        "Archangel: none",
        "Karelia: none",
        "Caucasus: 1 aa, 2 ftr",
        "West Russia: Soviet Union 8 inf, 1 art, 1 arm",
        "Ukraine: Soviet Union 3 arm",
        "Russia: + 4 inf",
        "Caucasus: + 4 inf",
        "turn: Germany",
    )
    turn = turn_of(position, "Germany", "Egypt", "sz 13", "sz 2", "Karelia", "Ukraine")
    found = planned(turn, aim="net", most=-1.0)
    assert found.best.split.score > 45.0


def test_a_limit_that_no_split_reaches_counts_the_landing():
    turn = turn_of(START, "Germany", "Karelia >= 0.9", "Egypt >= 0.95")
    with pytest.raises(OptionError, match=r"Karelia S\.S\.R\. 100\.0 %, Anglo Egypt 93\.8 %"):
        planned(turn, aim="net")
    with pytest.raises(OptionError, match="nothing of Germany gets to Eastern Canada"):
        turn_of(START, "Germany", "Eastern Canada").problem  # noqa: B018


def test_the_verb_fights_for_egypt():
    found = ask("fronts", "aa", "--power", "Germany", "--target", "Egypt", "--target", "sz 13")
    assert found.code == 0
    assert "The order of the battles" in found.out
    assert "sea to sz 15" in found.out
