"""Exact tables, the stages and the oracle of 1775: Rebellion agree; simulation agrees with them."""

import random

import numpy as np
import pytest
import rebellion_oracle as oracle
from rebellion_cases import SUMS, Case, difference, drawn, joint, key_of, moments

from combat.engine import solve
from combat.outcomes import EXACT
from combat.rebellion_1775.camps import rules_of
from combat.rebellion_1775.fates import colour_fates
from combat.rebellion_1775.legality import needs_stages
from combat.rebellion_1775.side_table import SideTable
from combat.rebellion_1775.throws import throws_of
from combat.stages.exact import distribution

TRIALS, SEED = 20_000, 1_775
SEEDS = range(7)
NAMES = (*(f"{role}_{fate}" for role, fate in SUMS), "rolls")
LEAVING = ("always", "outnumbered", "save-last", "at 2")

ODD = {
    "one against one": Case("american", {"continental": 1}, {"regulars": 1}),
    "one colour against three": Case(
        "british", {"regulars": 4}, {"continental": 1, "militia": 2, "french": 1}
    ),
    "dice that only hit": Case(
        "american",
        {"militia": 2, "french": 1},
        {"loyalist": 3},
        faces={"militia": (6, 0, 0), "french": (6, 0, 0), "loyalist": (6, 0, 0)},
    ),
    "dice that only flee": Case(
        "british", {"loyalist": 3}, {"militia": 2}, faces={"loyalist": (0, 6, 0)}
    ),
    "one face of six hits": Case(
        "british",
        {"regulars": 2, "hessian": 1},
        {"continental": 2, "militia": 1},
        faces=dict.fromkeys(("regulars", "hessian", "continental", "militia"), (1, 0, 5)),
    ),
    "everybody leaves": Case(
        "american",
        {"continental": 3, "militia": 1},
        {"loyalist": 2, "hessian": 2},
        withdraw=("always", "always"),
    ),
    "natives join in the end": Case(
        "british", {"regulars": 1, "natives": 2}, {"militia": 3}, withdraw=("always", "never")
    ),
    "natives left alone": Case(
        "british",
        {"regulars": 1, "natives": 2},
        {"continental": 1},
        withdraw=("always", "never"),
        late="yes",
    ),
    "natives alone in the area": Case("american", {"militia": 2}, {"natives": 2}),
    "natives alone enter": Case("british", {"natives": 2}, {"french": 1, "militia": 1}),
    "more surplus in one colour": Case(
        "american",
        {"militia": 4, "continental": 3},
        {"loyalist": 4, "regulars": 1},
        losses=("keep-own militia", "keep-dice"),
        withdraw=("outnumbered", "at 3"),
    ),
    "Patriots for all who flee": Case(
        "american", {"continental": 1}, {"loyalist": 4, "natives": 1}, turned=9
    ),
    "volley and late": Case(
        "british",
        {"loyalist": 2, "regulars": 1},
        {"militia": 3, "natives": 1},
        withdraw=("at 2", "outnumbered"),
        late="yes",
        volley="defender",
        turned=1,
    ),
}


def staged(battle):
    """The exact answer of the stages, also where tables would do."""
    model = battle.game.model(battle)
    final = distribution(model.rules, model.rules.starts(), model.policies)
    return model._staged(final, EXACT)


def assert_sums_are(found, wanted):
    for name, (mean, square) in zip(NAMES, wanted, strict=True):
        sum_ = found.quantity(name)
        assert sum_.value == pytest.approx(mean, rel=1e-12, abs=1e-12), name
        assert sum_.sd**2 + sum_.value**2 == pytest.approx(square, rel=1e-11, abs=1e-12), name


def assert_all_agree(case):
    battle, asked = case.battle(), case.asked()
    exact, stages = solve(battle, engine="exact"), staged(battle)
    assert difference(exact, asked) < 1e-12, case
    assert difference(stages, asked) < 1e-12, case
    ends = dict.fromkeys(("attacker_holds", "defender_holds", "area_empty"), 0.0)
    for (*_, end), chance in oracle.outcomes(asked).items():
        ends[end] += float(chance)
    for end, chance in ends.items():
        assert exact.event(end).value == pytest.approx(chance, abs=1e-12)
    wanted = moments(asked)
    for found in (exact, stages):
        assert_sums_are(found, wanted)


def met(case):
    """Whether natives meet, who are in the fled box before any dice (RB-07)."""
    return "natives" in case.attacker and "natives" in case.defender


# --- exact answers ------------------------------------------------------------------------------


@pytest.mark.rule("RB-01", "RB-02", "RB-03", "RB-04", "RB-05", "RB-06", "RB-07", "RB-10", "RB-50")
@pytest.mark.fault("B20", "B35")
@pytest.mark.parametrize("name", ODD)
def test_odd_battles_equal_the_oracle_outcome_by_outcome(name):
    assert_all_agree(ODD[name])


@pytest.mark.rule("RB-01", "RB-02", "RB-03", "RB-04", "RB-05", "RB-06", "RB-07", "RB-10", "RB-50")
@pytest.mark.fault("B20", "B35")
@pytest.mark.parametrize("seed", SEEDS)
def test_random_battles_equal_the_oracle_outcome_by_outcome(seed):
    rng = random.Random(seed)
    for events in (True, False, True, False, False):
        assert_all_agree(drawn(rng, events=events))


def all_drawn():
    for seed in SEEDS:
        rng = random.Random(seed)
        yield from (drawn(rng, events=events) for events in (True, False, True, False, False))


def test_the_random_battles_reach_everything():
    """Battles without natives, late decisions or one of the policies would prove little of them."""
    cases = [*all_drawn(), *ODD.values()]
    policies = {one.split()[0] for case in cases for one in (*case.losses, *case.withdraw)}
    assert {"keep-dice", "keep-best", "keep-own"} <= policies
    assert len(policies & set(oracle.TABLE)) > 3  # orders
    assert {"never", "always", "outnumbered", "save-last", "at"} <= policies
    assert {case.volley for case in cases} == {"none", "attacker", "defender"}
    assert {case.late for case in cases} == {"no", "yes"}
    assert {case.attacks for case in cases} == {"british", "american"}
    assert any(met(case) for case in cases)
    assert sum(case.turned > 0 for case in cases) > 3
    assert sum(len(case.attacker) > 2 or len(case.defender) > 2 for case in cases) > 10
    ends = {end for name in ODD for *_, end in joint(solve(ODD[name].battle(), engine="exact"))}
    assert ends == {"attacker_holds", "defender_holds", "area_empty"}
    kinds = {needs_stages(case.battle()) for case in cases}
    assert kinds == {True, False}  # both engines answer


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_the_moments_of_the_cases_are_the_oracles(seed):
    """The sums of `rebellion_cases.moments`, by colours where the oracle has them."""
    asked = drawn(random.Random(seed)).asked()
    found, fates = moments(asked), oracle.means(asked)
    for at, one in enumerate(SUMS):
        mean = sum(n for (role, _, fate), n in fates.items() if (role, fate) == one)
        assert found[at, 0] == pytest.approx(float(mean), abs=1e-12)
    assert found[6] == pytest.approx([*map(float, oracle.throws(asked))], abs=1e-12)


@pytest.mark.rule("RB-03", "RB-04", "RB-05")
@pytest.mark.parametrize("seed", SEEDS)
def test_sums_by_colour_equal_the_oracles(seed):
    """Mean and mean square of what each colour loses, flees and withdraws."""
    rng = random.Random(seed)
    case = drawn(rng)
    asked, found = case.asked(), colour_fates(case.battle())
    means, squares = oracle.means(asked), oracle.second_moments(asked)
    sides = ("british", "american") if case.attacks == "british" else ("american", "british")
    for role, side in zip(oracle.ROLES, sides, strict=True):
        for colour in oracle.COLOURS[side]:
            for fate in ("lost", "fled", "withdrawn"):
                key = role, colour, fate
                mean, square = found[key].mean, found[key].sd ** 2 + found[key].mean ** 2
                assert mean == pytest.approx(float(means[key]), abs=1e-12), key
                assert square == pytest.approx(float(squares[key]), abs=1e-11), key


# --- larger battles, where the two engines check each other -------------------------------------


@pytest.mark.rule("RB-01", "RB-02", "RB-03", "RB-04", "RB-05")
@pytest.mark.parametrize(
    "case",
    [
        Case(
            "british",
            {"regulars": 4, "loyalist": 3},
            {"continental": 3, "militia": 4},
            withdraw=("outnumbered", "at 2"),
            losses=("keep-own loyalist", "militia"),
        ),
        Case(
            "american",
            {"continental": 3, "militia": 2, "french": 2},
            {"regulars": 2, "hessian": 3, "natives": 2},
            faces={"french": (3, 0, 3), "natives": (1, 3, 2)},
            withdraw=("never", "save-last"),
        ),
        Case("british", {"loyalist": 9}, {"militia": 9}, withdraw=("outnumbered", "outnumbered")),
    ],
    ids=["two colours", "three colours", "nine against nine"],
)
def test_tables_equal_stages_beyond_the_oracle(case):
    battle = case.battle()
    assert not needs_stages(battle)
    tables, stages = solve(battle, engine="exact"), staged(battle)
    first, second = joint(tables), joint(stages)
    assert max(abs(first.get(k, 0.0) - second.get(k, 0.0)) for k in {*first, *second}) < 1e-12
    for name in NAMES:
        one, other = tables.quantity(name), stages.quantity(name)
        assert (one.value, one.sd) == pytest.approx((other.value, other.sd), abs=1e-10), name


@pytest.mark.fault("B20")
def test_large_battles_keep_their_mass():
    """Nothing is dropped, and means add up."""
    case = Case("british", {"loyalist": 16, "regulars": 5}, {"militia": 16, "continental": 5})
    found = solve(case.battle(), engine="exact")
    assert found.dropped == 0.0
    assert found.chance.sum() == pytest.approx(1.0, abs=1e-11)
    left = sum(found.chance @ found.column(c) for c in found.columns if c != "end")
    gone = sum(found.quantity(f"{role}_{fate}").value for role, fate in SUMS)
    assert left + gone == pytest.approx(42, abs=1e-9)


# --- throws -------------------------------------------------------------------------------------


@pytest.mark.rule("RB-02")
@pytest.mark.parametrize("seed", SEEDS)
def test_throws_are_those_of_the_oracle(seed):
    """Chance of every result of a throw, colour by colour; hits alone are added up."""
    case = drawn(random.Random(seed))
    battle = case.battle()
    for camp, units in zip(rules_of(battle).camps, (case.attacker, case.defender), strict=True):
        wanted = {}
        for roll, chance in oracle.rolls(tuple(sorted(units.items())), case.asked().faces):
            shown = {colour: (fled, blank) for colour, _, fled, blank in roll}
            pairs = [shown.get(colour.name, (0, 0)) for colour in camp.colours]
            key = sum(hits for _, hits, _, _ in roll), *zip(*pairs, strict=True)
            wanted[key] = wanted.get(key, 0) + chance
        found = {
            (one.hits, one.fled, one.blank): one.chance
            for one in throws_of(camp.start, camp.colours, blanks=True)
        }
        assert found == pytest.approx({key: float(chance) for key, chance in wanted.items()})


@pytest.mark.rule("RB-04", "RB-05")
@pytest.mark.parametrize("policy", LEAVING)
def test_every_throw_of_a_table_leads_somewhere(policy):
    """What a node's throws come to adds up to one, whatever the enemy is."""
    case = Case("american", {"militia": 3, "continental": 2, "natives": 1}, {"loyalist": 4})
    camp = rules_of(case.battle(withdraw=policy)).camps[0]
    table = SideTable(camp.start, camp.colours, camp.losses, camp.withdrawal)
    for kind in range(4):
        total = sum(table.moves(kind).values()).sum(axis=1)
        assert total == pytest.approx(table.fights.astype(float))


# --- simulation ---------------------------------------------------------------------------------


def assert_within_four_standard_errors(battle, seed):
    exact, sampled = solve(battle, engine="exact"), solve(battle, trials=TRIALS, rng=seed)
    for event in battle.events:
        chance, found = exact.event(event.name).value, sampled.event(event.name).value
        assert abs(found - chance) <= 4.0 * (chance * (1.0 - chance) / TRIALS) ** 0.5 + 1e-12
    for name in (*NAMES, "swing"):
        mean, found = exact.quantity(name), sampled.quantity(name)
        assert abs(found.value - mean.value) <= 4.0 * mean.sd / TRIALS**0.5 + 1e-9, name
        assert found.sd == pytest.approx(mean.sd, rel=0.1, abs=0.02), name
    likely, ours = joint(exact), joint(sampled)
    assert set(ours) <= set(likely)
    for key, chance in likely.items():
        error = (chance * (1.0 - chance) / TRIALS) ** 0.5
        assert abs(ours.get(key, 0.0) - chance) <= 5.0 * error + 1e-3, key


@pytest.mark.fault("B19")
@pytest.mark.parametrize("name", ODD)
def test_simulation_of_odd_battles_is_within_four_standard_errors(name):
    assert_within_four_standard_errors(ODD[name].battle(), SEED)


@pytest.mark.fault("B19")
@pytest.mark.parametrize("seed", SEEDS)
def test_simulation_of_random_battles_is_within_four_standard_errors(seed):
    case = drawn(random.Random(1_000 + seed), events=seed % 3 == 0)
    assert_within_four_standard_errors(case.battle(), seed)


@pytest.mark.fault("B19")
def test_simulation_of_best_play_is_within_four_standard_errors():
    case = Case("british", {"regulars": 2, "loyalist": 1}, {"continental": 1, "militia": 2})
    best = {"losses": "best", "withdraw": "best", "defender_losses": "best", "goal": "swing"}
    assert_within_four_standard_errors(case.battle(**best), SEED)


@pytest.mark.fault("B36", "B45")
def test_a_simulation_of_more_than_one_chunk_is_reproducible():
    battle = Case("american", {"militia": 2}, {"regulars": 1}).battle()
    one, two = (solve(battle, trials=200_000, rng=7) for _ in range(2))
    assert np.array_equal(one.chance, two.chance)
    exact = solve(battle)
    for row in range(len(exact)):
        chance = exact.chance[row]
        found = joint(one)[key_of(exact, row)]
        assert abs(found - chance) <= 4.0 * (chance * (1 - chance) / 200_000) ** 0.5
