"""Splits of units over fronts: one solve for all forces, the best splits, searches, bounds."""

from fractions import Fraction
from itertools import product

import fronts_oracle as oracle
import numpy as np
import pytest

from combat.axis_allies.fronts.best import best_splits, tables_of
from combat.axis_allies.fronts.bounds import everything_bound, most_alone, price_bound
from combat.axis_allies.fronts.problem import Front, Group, Problem, Way
from combat.axis_allies.fronts.rows import sent
from combat.axis_allies.fronts.search import searched
from combat.axis_allies.fronts.sent import Sent
from combat.axis_allies.fronts.splits import ranked, steps
from combat.axis_allies.fronts.swings import MOST_BATTLES, swings
from combat.axis_allies.fronts.tables import of_rows, table
from combat.axis_allies.value import net_value
from combat.engine import solve
from combat.errors import TooLargeError
from combat.force import Force
from combat.games import parse_battle

AIMS = ("net", "all", "least")


def front(name, defenders, worth=0, least=0.0, **settings):
    settings = {"worth": f"territory={worth}", **settings}
    return Front(
        name,
        parse_battle("aa", f"1 inf v {defenders}", **settings),
        least=least,
        worth=float(worth),
    )


def group(unit, number, *fronts, way="land"):
    way = "air" if unit in ("ftr", "bmr") else way
    return Group(unit, number, tuple(Way(at, way) for at in fronts))


def counts_of(text):
    return dict(Force.parse(text))


# --- what a force does ---------------------------------------------------------------------------


@pytest.mark.rule("AA-30")
def test_one_tank_against_one_infantry_by_hand():
    """A round: won 1/3, both lost 1/6, lost 1/6; so 1/2, 1/4, 1/4; 3·3/4 − 5·1/2 + 2·1/2."""
    battle = parse_battle("aa", "1 arm v 1 inf", worth="territory=2")
    found = swings(battle, "territory_taken", [Sent(Force.parse("1 arm"))])
    assert found.chance[0] == pytest.approx(0.5, abs=1e-14)
    assert found.swing[0] == pytest.approx(0.75, abs=1e-14)


DEFENDERS = ("2 inf, 1 arm", "1 inf, 1 ftr, 1 aa", "1 art, 1 bmr, 1 ftr", "1 inf, 2 aa")
ATTACKERS = ("1 inf", "2 inf, 1 art", "1 inf, 2 arm", "2 ftr", "1 arm, 1 ftr, 1 bmr", "3 inf")


@pytest.mark.rule("AA-02", "AA-03", "AA-07", "AA-30")
@pytest.mark.parametrize("defenders", DEFENDERS)
def test_all_forces_of_a_front_from_one_solve(defenders):
    battle = parse_battle("aa", f"7 inf v {defenders}", worth="territory=3")
    forces = [Sent(Force.parse(text)) for text in ATTACKERS]
    found = swings(battle, "territory_taken", forces)
    for at, text in enumerate(ATTACKERS):
        chance, net = oracle.outcome(counts_of(text), counts_of(defenders), worth=3)
        assert found.chance[at] == pytest.approx(float(chance), abs=1e-12)
        assert found.swing[at] == pytest.approx(float(net), abs=1e-11)


@pytest.mark.rule("AA-21")
@pytest.mark.parametrize("defenders", ["2 inf, 1 arm", "1 inf, 1 ftr, 1 aa", "2 ftr", "1 inf"])
@pytest.mark.parametrize(
    ("force", "landed", "ships"),
    [
        ("2 inf, 1 arm", "2 inf", "1 bb, 1 ca"),
        ("2 inf, 1 ftr", "1 inf", "2 ca, 1 bb"),  # one lands: the battleship alone fires
        ("1 inf, 1 art, 1 bmr", "1 inf, 1 art", "1 ca"),
    ],
)
def test_bombardment_is_a_round_of_its_own(defenders, force, landed, ships):
    battle = parse_battle("aa", f"7 inf v {defenders}", worth="territory=3")
    one = Sent(*(Force.parse(text) for text in (force, landed, ships)))
    found = swings(battle, "territory_taken", [Sent(Force.parse("1 arm")), one])
    chance, net = oracle.outcome(
        counts_of(force),
        counts_of(defenders),
        worth=3,
        landing=counts_of(landed),
        bombard=counts_of(ships),
    )
    assert found.chance[1] == pytest.approx(float(chance), abs=1e-12)
    assert found.swing[1] == pytest.approx(float(net), abs=1e-11)


@pytest.mark.parametrize(
    ("defenders", "settings"),
    [
        ("3 inf, 1 art, 2 ftr", {"retreat": "best", "worth": "territory=5"}),
        ("3 inf, 1 art, 2 ftr, 1 aa", {"retreat": "at 2", "worth": "inf=4, ftr=7"}),
        ("2 inf, 2 ftr", {"defender_losses": "ftr inf", "losses": "inf arm ftr; keep 1 land"}),
        ("2 inf, 1 ftr", {"retreat": "after 2"}),
        ("2 inf, 1 ftr", {"rounds": "1"}),
        ("2 inf, 1 ftr", {"dice": "low-luck"}),
    ],
)
def test_other_settings_are_those_of_the_battle_engine(defenders, settings):
    battle = parse_battle("aa", f"1 inf v {defenders}", **settings)
    texts = ("3 inf, 2 arm, 1 ftr", "2 ftr", "1 arm, 2 ftr", "1 inf")
    forces = [Sent(Force.parse(text)) for text in texts]
    forces.append(Sent(Force.parse("2 inf, 1 ftr"), Force.parse("2 inf")))
    found = swings(battle, "territory_taken", forces)
    for at, one in enumerate(forces):
        outcomes = solve(one.battle(battle), engine="exact")
        assert found.chance[at] == pytest.approx(outcomes.event("territory_taken").value, abs=1e-12)
        mean = float(outcomes.chance @ net_value(outcomes))
        assert found.swing[at] == pytest.approx(mean, abs=1e-10)


@pytest.mark.rule("AA-10", "AA-13")
@pytest.mark.parametrize("defenders", ["1 bb, 1 dd, 2 tr, 1 ftr", "2 tr, 1 ss", "1 cv, 2 ftr"])
@pytest.mark.parametrize("retreat", ["never", "at 1"])
def test_fleets_come_from_one_solve_as_well(defenders, retreat):
    battle = parse_battle("aa", f"1 dd v {defenders}", retreat=retreat)
    texts = ("3 ss, 1 dd, 2 ftr", "1 bmr", "1 ss", "1 bb, 1 ca", "2 ftr, 1 dd")
    forces = [Sent(Force.parse(text)) for text in texts]
    found = swings(battle, "cleared_not_taken", forces)
    for at, one in enumerate(forces):
        outcomes = solve(one.battle(battle), engine="exact")
        wanted = outcomes.event("cleared_not_taken").value
        assert found.chance[at] == pytest.approx(wanted, abs=1e-12)
        mean = float(outcomes.chance @ net_value(outcomes))
        assert found.swing[at] == pytest.approx(mean, abs=1e-10)


def test_too_many_battles_one_by_one_are_refused():
    battle = parse_battle("aa", "1 inf v 2 inf", losses="best")
    forces = [Sent(Force.of({"inf": n})) for n in range(1, MOST_BATTLES + 2)]
    with pytest.raises(TooLargeError, match="one by one"):
        swings(battle, "territory_taken", forces)


# --- ranking splits ------------------------------------------------------------------------------


def brute(values, numbers, join):
    found = []
    cells = [list(product(*map(range, value.shape))) for value in values]
    for chosen in product(*cells):
        if all(sum(cell[g] for cell in chosen) <= n for g, n in enumerate(numbers)):
            scores = [value[cell] for value, cell in zip(values, chosen, strict=True)]
            found.append((join(scores), chosen))
    return sorted((score for score, _ in found if score > -np.inf), reverse=True)


@pytest.mark.parametrize("seed", range(24))
def test_splits_come_in_order_and_none_is_missing(seed):
    rng = np.random.default_rng(seed)
    fronts = 1 + seed % 4
    numbers = tuple(rng.integers(1, 4, size=2).tolist())
    values = []
    for _ in range(fronts):
        shape = [1 + int(rng.integers(0, n + 1)) for n in numbers]  # some can send fewer
        value = rng.normal(size=shape)
        value[rng.random(shape) < 0.2] = -np.inf
        values.append(value)
    for join, whole in ((np.add, sum), (np.minimum, min)):
        found = list(ranked(values, numbers=numbers, join=join))
        assert [one.score for one in found] == pytest.approx(brute(values, numbers, whole))
        assert len({one.cells for one in found}) == len(found)
        for one in found:
            scores = [value[cell] for value, cell in zip(values, one.cells, strict=True)]
            assert one.score == pytest.approx(whole(scores))


def test_of_equal_splits_the_smaller_one_is_first():
    values = [np.array([[0.0, 1.0], [1.0, 1.0]]), np.array([[0.0, 0.0], [0.0, 0.0]])]
    first = next(ranked(values))
    assert sum(map(sum, first.cells)) == 1


def test_work_is_counted_and_limited():
    shapes = [(3, 1), (3, 2), (2, 2)]
    assert steps(shapes, (2, 1)) == 6 * (3 * 2)
    with pytest.raises(TooLargeError, match="sums"):
        ranked([np.zeros(shape) for shape in shapes], numbers=(2, 1), most=35)


CASES = [
    (
        [("inf", 3, (0, 1)), ("arm", 2, (0, 1)), ("ftr", 1, (0, 1))],
        [("2 inf", 2, 0.0), ("1 inf, 1 arm", 4, 0.0)],
    ),
    (
        [("inf", 2, (0,)), ("inf", 2, (0, 1)), ("arm", 1, (1,)), ("ftr", 2, (0, 1))],
        [("1 inf, 1 aa", 1, 0.6), ("1 inf, 1 art", 3, 0.5)],
    ),
    (
        [("inf", 2, (0, 1, 2)), ("art", 1, (0, 2)), ("bmr", 1, (0, 1, 2)), ("arm", 1, (1,))],
        [("1 inf", 1, 0.0), ("1 arm", 2, 0.0), ("1 art, 1 aa", 2, 0.0)],
    ),
]


def problem_of(groups, fronts):
    return Problem(
        tuple(front(f"F{at}", *wanted) for at, wanted in enumerate(fronts)),
        tuple(group(unit, number, *to) for unit, number, to in groups),
    )


@pytest.mark.rule("AA-24", "AA-30")
@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_the_best_split_is_that_of_brute_force(case, aim):
    groups, fronts = case
    problem = problem_of(groups, fronts)
    wanted = oracle.best(
        groups, [(counts_of(text), worth, Fraction(least)) for text, worth, least in fronts], aim
    )
    found = next(best_splits(problem, aim=aim))
    assert found.score == pytest.approx(float(wanted[0]), abs=1e-11)
    for chance, (_, _, least) in zip(found.chances, fronts, strict=True):
        assert chance >= least - 1e-12


@pytest.mark.parametrize("aim", AIMS)
def test_splits_behind_the_best_come_in_order(aim):
    groups, fronts = CASES[0]
    found = list(best_splits(problem_of(groups, fronts), aim=aim))
    scores = [one.score for one in found]
    assert scores == sorted(scores, reverse=True)
    wanted = oracle.best(groups, [(counts_of(d), w, 0) for d, w, _ in fronts], aim)
    positive = [score for score in wanted if score > 0]
    if aim == "net":  # every group gets to both fronts, so every split is one
        assert scores == pytest.approx([float(score) for score in wanted], abs=1e-10)
    else:  # splits that leave a front without hope are none
        assert scores == pytest.approx([float(score) for score in positive], abs=1e-10)


def test_no_split_where_a_limit_is_out_of_reach():
    problem = problem_of([("inf", 2, (0, 1))], [("3 inf", 1, 0.9), ("1 inf", 1, 0.1)])
    for aim in AIMS:
        assert not list(best_splits(problem, aim=aim))


def test_who_does_not_pay_stays_at_home():
    """A fighter against a gun and a fighter loses more than it wins; nobody has to go."""
    problem = problem_of([("ftr", 1, (0, 1))], [("2 ftr, 1 aa", 1, 0.0), ("3 ftr", 1, 0.0)])
    found = next(best_splits(problem, aim="net"))
    assert (found.score, found.cells) == (0.0, ((0,), (0,)))


@pytest.mark.rule("AA-09")
def test_where_nobody_fights_one_land_unit_is_enough_and_no_aircraft_go():
    empty = Front("empty", None, worth=2.0)
    groups = (group("inf", 3, 0, 1), group("ftr", 1, 0, 1))
    problem = Problem((empty, front("held", "1 inf", 1)), groups)
    found = next(best_splits(problem, aim="all"))
    assert found.cells == ((1, 0), (2, 1))
    assert found.chances[0] == 1.0
    assert found.swings[0] == 2.0


# --- transports ----------------------------------------------------------------------------------


def carried(units, ships):
    """Whether units (type, zones of ships) find room, by trying: a ship takes one and an inf."""
    slots = [(zone, light) for zone, n in ships.items() for _ in range(n) for light in (0, 1)]

    def place(at, used):
        if at == len(units):
            return True
        unit, zones = units[at]
        return any(
            place(at + 1, used | {slot})
            for slot, (zone, light) in enumerate(slots)
            if slot not in used and zone in zones and (not light or unit == "inf")
        )

    return place(0, frozenset())


@pytest.mark.rule("AA-29")
@pytest.mark.parametrize("seed", range(6))
def test_landings_find_room_on_the_transports_that_can_fetch_them(seed):
    rng = np.random.default_rng(seed)
    zones = ("sz 1", "sz 2", "sz 3")
    groups = [
        Group(unit, 2, (Way(0, "landing", tuple(z for z in zones if rng.random() < 0.6)),))
        for unit in ("inf", "inf", "arm", "art")
    ]
    groups += [Group("tr", 1 + (zone == "sz 2"), (Way(0, "lift", (zone,)),)) for zone in zones]
    problem = Problem((front("F", "1 inf"),), tuple(groups))
    rows = rng.integers(0, 3, size=(60, 7)) * (rng.random((60, 7)) < 0.7)
    rows = np.minimum(rows, [g.number for g in groups])
    found = of_rows(problem, 0, rows)
    checked = 0
    for row, may in zip(rows.tolist(), found.may.tolist(), strict=True):
        if sum(row[:4]):
            units = [
                (g.unit, g.ways[0].ships)
                for g, n in zip(groups[:4], row[:4], strict=True)
                for _ in range(n)
            ]
            ships = dict(zip(zones, row[4:], strict=True))
            assert may == carried(units, ships), row
            checked += 1
    assert checked > 20


@pytest.mark.rule("AA-21", "AA-29")
def test_one_transport_serves_one_front_and_ships_need_somebody_who_lands():
    ways = (Way(0, "landing", ("sz 1",)), Way(1, "landing", ("sz 1",)))
    groups = (
        Group("inf", 4, ways),
        Group("tr", 1, (Way(0, "lift", ("sz 1",)), Way(1, "lift", ("sz 1",)))),
        Group("ca", 2, (Way(0, "bombard"), Way(1, "bombard"))),
    )
    problem = Problem((front("A", "1 inf", 5), front("B", "1 inf", 4)), groups)
    found = next(best_splits(problem, aim="net"))
    assert found.cells == ((2, 1, 2), (0, 0, 0))
    alone = table(problem, 0)
    assert not alone.known.may[0, 0, 1, 0]  # nobody lands
    assert not alone.known.may[1, 1, 2, 0]  # more ships than landed units
    assert not next(best_splits(problem, aim="all"), None)  # one transport for two


@pytest.mark.rule("AA-20")
def test_ships_in_a_zone_all_take_part():
    zone = Front("sz 1", parse_battle("aa", "1 dd v 1 dd"), "cleared_not_taken")
    groups = (Group("dd", 2, (Way(0, "sea", must=True),)), Group("ftr", 1, (Way(0, "air"),)))
    found = of_rows(Problem((zone,), groups), 0, np.array([[0, 0], [1, 1], [0, 1], [2, 1]]))
    assert found.may.tolist() == [True, False, False, True]


def test_units_of_one_front_only_are_parted_into_few_choices():
    """Equal forces of different groups are looked at once, the fewest units and ships first."""
    groups = (
        group("inf", 2, 0, 1),
        group("inf", 3, 0),
        Group("inf", 2, (Way(0, "landing", ("z",)),)),
        Group("tr", 1, (Way(0, "lift", ("z",)),)),
    )
    one = table(Problem((front("A", "1 inf"), front("B", "1 inf")), groups), 0)
    # of 0 … 5 infantry one choice each; the transport goes where three are not enough
    assert [row[1] + row[2] for row in one.own.tolist()] == [0, 1, 2, 3, 4, 5]
    assert one.own[:, 3].tolist() == [0, 0, 0, 0, 1, 1]


# --- search and bounds ---------------------------------------------------------------------------


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_a_search_and_its_bounds_hold_the_best_between_them(case, aim):
    problem = problem_of(*case)
    tables = tables_of(problem)
    best = next(best_splits(problem, aim=aim, tables=tables))
    found = searched(problem, aim=aim)[0]
    assert found.score <= best.score + 1e-10
    assert found.score == pytest.approx(best.score, abs=0.02 * max(1.0, best.score))
    assert best.score <= everything_bound(problem, aim=aim) + 1e-10
    if aim != "least":
        assert best.score <= price_bound(problem, tables, aim=aim) + 1e-10
    assert found.score == pytest.approx(
        {"net": sum(found.swings), "all": np.prod(found.chances), "least": min(found.chances)}[aim]
    )


def test_prices_do_not_bound_what_is_no_sum():
    problem = problem_of(*CASES[0])
    with pytest.raises(ValueError, match="least"):
        price_bound(problem, tables_of(problem), aim="least")


def test_the_most_alone_is_the_chance_with_everything():
    problem = problem_of(*CASES[1])
    chance, _ = oracle.outcome({"inf": 4, "ftr": 2}, {"inf": 1, "aa": 1})
    assert most_alone(problem, 0) == pytest.approx(float(chance), abs=1e-12)


def test_a_choice_is_the_force_of_its_groups():
    problem = problem_of(*CASES[1])
    assert str(sent(problem, 0, (1, 2, 0, 1)).force) == "3 inf, 1 ftr"
