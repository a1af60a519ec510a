"""Exact odds against the oracle, outcome by outcome, and simulation against exact odds."""

import random
from dataclasses import replace

import numpy as np
import pytest
from agreement import assert_within_four_standard_errors
from washingtons_war_cases import battle_of, difference, drawn
from washingtons_war_oracle import Battle, General, Interceptor, Side, outcomes

from combat.engine import solve
from combat.games import parse_battle
from combat.washingtons_war.grid import grid

TRIALS, SEED = 40_000, 1_776
BRITISH_FIVE = Side("british", 5, General(4, 2), regulars=True)
ARNOLD, WASHINGTON = General(5, 2, "Arnold"), General(6, 3, "Washington")
TRAITOR = replace(BRITISH_FIVE, card="treason")


def american(cu, general=None, **more):
    return Side("american", cu, general, **more)


ODD = {
    "Saratoga": Battle(
        Side("british", 5, General(2, 1, "Burgoyne"), regulars=True, card="discard", cut_off=True),
        american(5, General(2, 2), militia=True, card="battle-card"),
    ),
    "treason on Arnold with one CU": Battle(TRAITOR, american(1, ARNOLD), congress=True),
    "treason on Arnold by too few": Battle(replace(TRAITOR, cu=3), american(1, ARNOLD)),
    "treason on Arnold with two CUs": Battle(TRAITOR, american(2, ARNOLD, cut_off=True)),
    "treason on somebody else": Battle(TRAITOR, american(1, General(5, 2, "Gates"))),
    "treason on Arnold attacking": Battle(
        american(4, ARNOLD, drm=1), Side("british", 3, General(3, 3), card="treason", navy=True)
    ),
    "treason on Arnold slipped away": Battle(TRAITOR, american(7, ARNOLD), evade=4),
    "treason on Arnold, one left behind": Battle(TRAITOR, american(6, ARNOLD), evade=2),
    "treason on Arnold intercepting": Battle(
        TRAITOR, american(0), (Interceptor(5, 2, 1, "Arnold"),), pc="american"
    ),
    "treason on Arnold in the box": Battle(
        TRAITOR,
        american(1, ARNOLD),
        (Interceptor(3, 3, 4, "Gates"), Interceptor(6, 1, 2, "Washington")),
        leader="interceptor",
        pc="american",
    ),
    "Arnold intercepting with others": Battle(
        replace(BRITISH_FIVE, cut_off=True),
        american(2, General(3, 1), militia=True),
        (Interceptor(5, 2, 3, "Arnold"), Interceptor(2, 3, 9)),
        leader="present",
        pc="american",
    ),
    "joining a lone general": Battle(
        BRITISH_FIVE, american(0, General(4, 3)), (Interceptor(2, 3, 4),), pc="american"
    ),
    "joining Washington alone": Battle(
        BRITISH_FIVE,
        american(0, WASHINGTON),
        (Interceptor(2, 1, 4), Interceptor(3, 2, 1)),
        leader="interceptor",
        pc="american",
    ),
    "Washington joining a better one": Battle(
        BRITISH_FIVE,
        american(3, General(6, 3)),
        (Interceptor(1, 3, 2, "Washington"),),
        leader="present",
        pc="american",
    ),
    "six CUs join as five": Battle(
        BRITISH_FIVE, american(3, cut_off=True), (Interceptor(4, 2, 6),), pc="american"
    ),
    "seven slip away": Battle(BRITISH_FIVE, american(7, General(3, 2), cut_off=False), evade=3),
    "six slip away, one is overrun": Battle(BRITISH_FIVE, american(6, WASHINGTON), evade=5),
    "six slip away, one fights": Battle(
        replace(BRITISH_FIVE, cu=3), american(6, WASHINGTON), evade=5
    ),
    "all slip away": Battle(BRITISH_FIVE, american(5, WASHINGTON), evade=5, congress=True),
    "winter": Battle(
        american(4, WASHINGTON, winter=True, cut_off=True),
        Side("british", 3, General(3, 1), regulars=True, cut_off=True),
    ),
    "a lone general attacked": Battle(BRITISH_FIVE, american(0, General(4, 2)), congress=True),
    "a lone Briton attacked": Battle(american(2, General(3, 3)), Side("british", 0, General(6, 2))),
    "nobody there": Battle(BRITISH_FIVE, american(0), congress=True),
    "an overrun": Battle(replace(BRITISH_FIVE, cu=4), american(1, militia=True)),
    "an overrun by Americans": Battle(american(4, General(2, 2)), Side("british", 1, None)),
    "one CU and a general are no overrun": Battle(BRITISH_FIVE, american(1, General(1, 1))),
    "a cut-off general left without CUs": Battle(
        BRITISH_FIVE, american(1, General(6, 3), cut_off=True)
    ),
    "a way out for a general without CUs": Battle(BRITISH_FIVE, american(1, General(6, 3))),
    "a winner left without CUs": Battle(
        Side("british", 1, General(6, 2), regulars=True, card="battle-card", cut_off=True),
        american(2, General(2, 3), cut_off=True),
        pc="american",
    ),
    "Washington captured": Battle(BRITISH_FIVE, american(2, WASHINGTON, cut_off=True)),
    "Washington captured after the alliance": Battle(
        BRITISH_FIVE, american(2, WASHINGTON, cut_off=True), alliance="after"
    ),
    "Washington captured alone": Battle(BRITISH_FIVE, american(0, WASHINGTON), pc="british"),
    "Washington the last to stand": Battle(
        american(1, replace(WASHINGTON, battle=5), winter=True),
        Side("british", 2, General(2, 3), card="discard"),
        pc="british",
    ),
    "nine beaten British surrender": Battle(
        american(5, General(5, 3), card="battle-card"),
        Side("british", 9, None, regulars=True, cut_off=True),
    ),
    "regulars lost in surrender of three": Battle(
        replace(BRITISH_FIVE, cu=3, cut_off=True), american(5, General(2, 1), militia=True)
    ),
    "intercepted already": Battle(
        BRITISH_FIVE, american(4, General(3, 2), intercepted=True, cut_off=True), pc="american"
    ),
}
SEEDS = range(20)  # ten battles each


def events_of(asked):
    """Chances of events and means of quantities, added up from the oracle's outcomes."""
    chances, means = {}, {}
    for outcome, chance in outcomes(asked).items():
        taken = outcome.attacker_general == "there" and outcome.attacker_cu_left
        for name, so in {
            "attacker_wins": outcome.end in ("attacker_wins", "unopposed"),
            "defender_wins": outcome.end == "defender_wins",
            "retreated_before_battle": outcome.end == "retreated_before_battle",
            "overrun": outcome.end == "overrun",
            "intercepted": outcome.interceptor > 0,
            "attacker_surrenders": outcome.attacker_surrendered,
            "defender_surrenders": outcome.defender_surrendered,
            "attacker_general_captured": outcome.attacker_general == "captured",
            "defender_general_captured": outcome.defender_general == "captured",
            "regulars_lost": outcome.regulars_lost,
            "unopposed": outcome.end == "unopposed",
            "congress_dispersed": outcome.congress_dispersed,
            "army_retreated_before_battle": outcome.evaded_cu > 0,
            "attacker_stands": outcome.end != "defender_wins" and taken,
        }.items():
            chances[name] = chances.get(name, 0) + chance * bool(so)
        for name, number in {
            "attacker_cu_lost": outcome.attacker_cu_lost,
            "defender_cu_lost": outcome.defender_cu_lost,
            "alliance_steps": outcome.alliance_steps,
            "swing": outcome.defender_cu_lost - outcome.attacker_cu_lost,
        }.items():
            means[name] = means.get(name, 0) + chance * number
    return chances, means


def assert_events_are_the_oracles(found, asked):
    chances, means = events_of(asked)
    for event in found.battle.events:
        if event.name not in ("washington_captured", "alliance_made"):
            chance = found.event(event.name).value
            assert chance == pytest.approx(float(chances.pop(event.name)), abs=1e-12), event.name
    assert all(
        name in ("unopposed", "congress_dispersed", "army_retreated_before_battle")
        for name in chances
    )  # do not apply
    for name, mean in means.items():
        assert found.quantity(name).value == pytest.approx(float(mean), abs=1e-12), name


@pytest.mark.rule("WW-01", "WW-02", "WW-03", "WW-05", "WW-06", "WW-07", "WW-08", "WW-09", "WW-10")
@pytest.mark.rule("WW-11", "WW-12", "WW-13", "WW-15", "WW-16", "WW-17", "WW-19", "WW-20", "WW-21")
@pytest.mark.fault("B20", "B35", "B37", "B48", "B49")
@pytest.mark.parametrize("name", ODD)
def test_odd_battles_equal_the_oracle_outcome_by_outcome(name):
    found = solve(battle_of(ODD[name]), engine="exact")
    assert difference(found, ODD[name]) < 1e-12
    assert_events_are_the_oracles(found, ODD[name])
    assert found.chance.sum() == pytest.approx(1.0, abs=1e-12)


@pytest.mark.fault("B20", "B35", "B37", "B48", "B49")
@pytest.mark.parametrize("seed", SEEDS)
def test_random_battles_equal_the_oracle_outcome_by_outcome(seed):
    rng = random.Random(seed)
    for _ in range(10):
        asked = drawn(rng)
        found = solve(battle_of(asked), engine="exact")
        assert difference(found, asked) < 1e-12, asked
        assert_events_are_the_oracles(found, asked)


def test_the_random_battles_reach_every_end():
    """Two hundred battles that never came to an overrun would prove little of overruns."""
    ends, generals = set(), set()
    for seed in SEEDS:
        rng = random.Random(seed)
        for _ in range(10):
            for outcome in outcomes(drawn(rng)):
                ends |= {outcome.end, ("joined", outcome.interceptor), outcome.congress_dispersed}
                ends |= {("away", outcome.evaded_cu), ("steps", outcome.alliance_steps)}
                generals |= {("a", outcome.attacker_general), ("d", outcome.defender_general)}
    assert {"attacker_wins", "defender_wins", "unopposed", "overrun", True} <= ends
    assert {"retreated_before_battle", ("joined", 2), ("away", 5), ("steps", -3)} <= ends
    assert {("steps", 0), ("steps", 1), ("steps", 3)} <= ends
    words = ("there", "captured", "removed")
    assert {*((side, word) for side in "ad" for word in words), ("d", "evaded")} <= generals


BEST = [  # (battle, settings): somebody chooses
    ("british, 5 cu, Burgoyne, regulars, may battle-card v american, 4 cu, gen 3/2", {}),
    (
        "british, 4 cu, gen 4/2, regulars, may discard v american, 2 cu, gen 3/1, may battle-card",
        {"goal": "attacker_wins", "intercept": "5/2:3 cu, 2/3:6 cu", "tries": "best"},
    ),
    (
        "british, 4 cu, gen 5/1, may treason, may discard v american, 6 cu, Arnold 5/2",
        {"goal": "defender_cu_lost", "evade": "yes", "retreat": "best"},
    ),
    (
        "american, 4 cu, Arnold 4/3, may battle-card v british, 5 cu, gen 2/1, navy, may treason",
        {"goal": "alliance_steps", "pc": "american"},
    ),
    (
        "british, 3 cu, gen 3/2, regulars, cut-off v american, 0 cu, gen 1/3, may discard",
        {"intercept": "4/1:2 cu, Washington:1 cu", "leader": "best", "goal": "attacker_cu_lost"},
    ),
    (
        "british, 5 cu, gen 2/3 v american, 7 cu, Greene 5/3, may battle-card",
        {"evade": "yes", "retreat": "best", "worth": "battle_card=0.4", "goal": "net_value"},
    ),
    (
        "british, 5 cu, gen 2/3, may treason v american, 1 cu, Arnold 5/2, may discard",
        {"evade": "3", "retreat": "best", "goal": "overrun"},
    ),
]


@pytest.mark.fault("B19")
@pytest.mark.parametrize("name", ODD)
def test_simulation_of_odd_battles_is_within_four_standard_errors(name):
    battle = battle_of(ODD[name])
    exact, sampled = solve(battle, engine="exact"), solve(battle, trials=TRIALS, rng=SEED)
    assert_within_four_standard_errors(exact, sampled)
    assert {tuple(row) for row in sampled.states.tolist()} <= {
        tuple(row) for row in exact.states.tolist()
    }


@pytest.mark.fault("B19")
@pytest.mark.parametrize("seed", SEEDS)
def test_simulation_of_random_battles_is_within_four_standard_errors(seed):
    battle = battle_of(drawn(random.Random(1_000 + seed)))
    exact, sampled = solve(battle, engine="exact"), solve(battle, trials=TRIALS, rng=seed)
    assert_within_four_standard_errors(exact, sampled)


@pytest.mark.fault("B19")
@pytest.mark.parametrize(("text", "options"), BEST)
def test_simulation_of_best_play_is_within_four_standard_errors(text, options):
    battle = parse_battle("ww", text, **options)
    exact, sampled = solve(battle, engine="exact"), solve(battle, trials=TRIALS, rng=SEED)
    assert_within_four_standard_errors(exact, sampled)
    assert exact.chance.sum() == pytest.approx(1.0, abs=1e-12)


# --- many battles in one call ---------------------------------------------------------------------

MEASURES = ("attacker_wins", "attacker_surrenders", "alliance_steps", "net_value")


@pytest.mark.rule("WW-06", "WW-07", "WW-08")
@pytest.mark.fault("B36", "B38")
def test_a_grid_is_its_battles_one_by_one():
    """British 2-5 CUs, an American rating of 1-6 in three agilities, three cards."""
    plain = "british, {} cu, gen 5/1, regulars, cut-off{} v american, 4 cu, gen {}/{}, militia"
    axes = {
        "attacker.cu": [2, 5],
        "defender.battle": [1, 4, 6],
        "defender.agility": [1, 3],
        "attacker.card": [0, 1, 2],
    }
    options = {"pc": "american", "worth": "discard=0.5"}
    battle = parse_battle("ww", plain.format(3, "", 3, 2), **options)
    found = grid(battle, axes, measures=MEASURES)
    for place in np.ndindex(2, 3, 2, 3):
        cu, rating, agility, card = (axes[key][at] for key, at in zip(axes, place, strict=True))
        word = ("", ", discard", ", battle-card")[card]
        one = solve(parse_battle("ww", plain.format(cu, word, rating, agility), **options))
        for name in MEASURES[:2]:
            assert found[name][place] == pytest.approx(one.event(name).value, abs=1e-12)
        for name in MEASURES[2:]:
            assert found[name][place] == pytest.approx(one.quantity(name).value, abs=1e-12)


@pytest.mark.rule("WW-01", "WW-02", "WW-03")
def test_a_grid_knows_what_comes_before_a_battle():
    """Overruns, interceptions and retreats before battle come and go along the axes."""
    text = "british, {} cu, gen 5/1 v american, {} cu, gen 3/2"
    options = {"intercept": "4/2:3 cu, 2/3:6 cu", "evade": "4"}
    axes = {"attacker.cu": [1, 3, 4, 5], "defender.cu": [1, 5, 6, 7]}
    found = grid(parse_battle("ww", text.format(2, 2), **options), axes, measures=("overrun",))
    for place in np.ndindex(4, 4):
        cu, other = (axes[key][at] for key, at in zip(axes, place, strict=True))
        one = solve(parse_battle("ww", text.format(cu, other), **options))
        assert found["overrun"][place] == pytest.approx(one.event("overrun").value, abs=1e-12)
    assert (found["overrun"] > 0).sum() == 2  # 4 or 5 CUs against the one of six left behind
