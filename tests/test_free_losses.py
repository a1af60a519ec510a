"""Best losses on land against a slow minimax from the rules, and what must hold of them."""

import random
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from free_losses_oracle import (
    Oracle,
    chance_of,
    defence_dice,
    every_loss,
    hits,
    net_value,
    side,
)

from combat.axis_allies.best_losses import BestLossesModel
from combat.battle import Battle
from combat.engine import solve
from combat.games import parse_battle

TYPES = ("inf", "art", "arm", "ftr", "bmr")
SIGNS = {"territory_taken": 1, "defender_holds": -1, "both_gone": -1}
ORDERS = (("inf", "art", "arm", "ftr", "bmr"), ("bmr", "arm", "inf", "ftr", "art"))


def text(units):
    return ", ".join(f"{n} {name}" for name, n in units)


def drawn(rng, most):
    """Units of a side: two or three types, at most so many in all."""
    counts = dict.fromkeys(rng.sample(TYPES, rng.choice((2, 3))), 1)
    for _ in range(rng.randint(0, most - len(counts))):
        counts[rng.choice(list(counts))] += 1
    return side(**counts)


def worth_of(goal, attacker, defender, territory=0):
    if goal == "net_value":
        return net_value(attacker, defender, territory)
    return chance_of(goal, SIGNS[goal])


def played(attacker, defender, **settings) -> Battle:
    given = {key: value for key, value in settings.items() if value}
    return parse_battle("aa", text(attacker), text(defender), **given)


def goal_value(battle, goal):
    """Return the goal's number from the final states, signed as the attacker wants it."""
    outcomes = solve(battle, engine="exact")
    if goal in SIGNS:
        return SIGNS[goal] * outcomes.event(goal).value
    return outcomes.quantity(goal).value


def case(seed):
    """Return a random battle: units, goal, who is free, retreat, dice, guns."""
    rng = random.Random(seed)
    attacker, defender = drawn(rng, 5), drawn(rng, 4)
    goal = rng.choice(("net_value", "net_value", *SIGNS))
    free = rng.choice(((True, True), (True, True), (True, False), (False, True)))
    retreat = rng.choice(("never", "best", "at 1", "at 2", "air-only"))
    return {
        "attacker": attacker,
        "defender": defender,
        "goal": goal,
        "free": free,
        "retreat": retreat,
        "territory": rng.choice((0, 6)) if goal == "net_value" else 0,
        "dice": rng.choice(("standard", "standard", "low-luck")),
        "guns": rng.choice((0, 0, 1)),
        "order": rng.choice(ORDERS),
    }


def both_ways(found):
    """Return the battle as the program and as the oracle have it."""
    free, order, retreat = found["free"], found["order"], found["retreat"]
    a, d = found["attacker"], found["defender"]
    guns = ", 1 aa" if found["guns"] else ""
    worth = f"territory={found['territory']}" if found["territory"] else ""
    battle = parse_battle(
        "aa",
        text(a),
        text(d) + guns,
        losses="best" if free[0] else " ".join(order),
        defender_losses="best" if free[1] else " ".join(order),
        goal=found["goal"],
        retreat=retreat,
        dice=found["dice"],
        **({"worth": worth} if worth else {}),
        **({"rounds": str(found["rounds"])} if found.get("rounds") else {}),
    )
    oracle = Oracle(
        worth_of(found["goal"], a, d, found["territory"]),
        orders=(None if free[0] else order, None if free[1] else order),
        retreat=int(retreat[3:]) if retreat.startswith("at") else retreat,
        air_only=retreat == "air-only",
        low_luck=found["dice"] == "low-luck",
        rounds=found.get("rounds"),
        after=found.get("after"),
    )
    return battle, oracle


@pytest.mark.rule("AA-04", "AA-30")
@pytest.mark.parametrize("seed", range(120))
def test_the_value_is_that_of_the_game(seed):
    """Value by the solver, by following best play forward, and by the oracle are one number."""
    found = case(seed)
    battle, oracle = both_ways(found)
    wanted = float(oracle.start(found["attacker"], found["defender"], found["guns"]))
    solved = battle.game.model(battle)
    assert isinstance(solved, BestLossesModel)
    assert solved.solution.worth == pytest.approx(wanted, rel=1e-12, abs=1e-12)
    assert goal_value(battle, found["goal"]) == pytest.approx(wanted, rel=1e-11, abs=1e-11)


@pytest.mark.rule("AA-04")
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("limit", ["rounds", "after"])
def test_a_limit_of_rounds_changes_the_losses_round_by_round(seed, limit):
    found = case(1000 + seed)
    number = 1 + seed % 3
    if limit == "rounds":
        found["rounds"] = number
        battle, oracle = both_ways(found)
    else:
        found["after"] = number
        if found["retreat"] in ("never", "best"):
            joined = f"after {number}" + (" or best" if found["retreat"] == "best" else "")
        else:
            joined = f"after {number} or {found['retreat']}"
        _, oracle = both_ways(found)
        battle, _ = both_ways(found | {"retreat": joined})
    wanted = float(oracle.start(found["attacker"], found["defender"], found["guns"]))
    assert battle.game.model(battle).solution.worth == pytest.approx(wanted, rel=1e-12, abs=1e-12)
    assert goal_value(battle, found["goal"]) == pytest.approx(wanted, rel=1e-11, abs=1e-11)


@pytest.mark.rule("AA-04")
@pytest.mark.parametrize("seed", range(25))
def test_an_attacker_who_chooses_for_both_wants_the_most(seed):
    """AA-04: allies who disagree leave the choice of their losses to the attacker."""
    found = case(2000 + seed) | {"free": (seed % 2 == 0, True), "guns": 0}
    battle, oracle = both_ways(found)
    oracle.foe_chooses = True
    wanted = float(oracle.start(found["attacker"], found["defender"]))
    theirs = battle.with_options(choose_losses="attacker")
    assert goal_value(theirs, found["goal"]) == pytest.approx(wanted, rel=1e-11, abs=1e-11)
    mine = goal_value(battle, found["goal"])
    assert mine <= wanted + 1e-9


@pytest.mark.rule("AA-03", "AA-04", "AA-55")
@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        (side(inf=2, ftr=1, bmr=1), side(inf=2, aa=1)),
        (side(art=1, ftr=2, bmr=1), side(inf=1, ftr=1, aa=1)),
        (side(inf=1, bmr=2), side(inf=2, art=1, aa=2)),
    ],
)
@pytest.mark.parametrize("goal", ["net_value", "territory_taken"])
@pytest.mark.parametrize("retreat", ["never", "best"])
def test_guns_of_the_second_edition_are_losses_and_shoot_at_whom_the_owner_picks(
    attacker, defender, goal, retreat
):
    battle = played(
        attacker,
        defender,
        edition="second",
        losses="best",
        defender_losses="best",
        goal=goal,
        retreat=retreat,
    )
    assert "the attacker picks the aircraft that AA fire takes" in battle.game.assumes(battle)
    oracle = Oracle(worth_of(goal, attacker, defender), retreat=retreat)
    wanted = float(oracle.second_edition(attacker, defender))
    assert goal_value(battle, goal) == pytest.approx(wanted, rel=1e-11, abs=1e-11)


@pytest.mark.rule("AA-02", "AA-04")
@pytest.mark.parametrize("goal", ["net_value", "territory_taken", "defender_holds"])
def test_every_decision_of_the_plan_is_worth_what_the_best_is(goal):
    """At every pair of units, and for every number of hits, the units given up are the best."""
    attacker, defender = side(inf=2, art=1, ftr=1), side(inf=2, arm=1)
    battle = played(
        attacker, defender, losses="best", defender_losses="best", goal=goal, retreat="best"
    )
    oracle = Oracle(worth_of(goal, attacker, defender), retreat="best")
    model = battle.game.model(battle)
    plan, armies = model.solution.plans[0], model.made[1:]
    units = [
        [side(**dict(zip(army.names, map(int, row), strict=True))) for row in army.units]
        for army in armies
    ]
    most = armies[1].graph.most_hits
    seen = 0
    for a, mine in enumerate(units[0]):
        for d, theirs in enumerate(units[1]):
            ended = oracle.ended(mine, theirs)
            value = oracle.first(mine, theirs)
            assert model.solution.value[a, d] == pytest.approx(float(value), abs=1e-12)
            for k in range(1, min(sum(n for _, n in mine), most) + 1):
                node = a
                for due in range(k, 0, -1):
                    node = int(armies[0].graph.options[node, plan.option[node, due, d]])
                best = max(oracle.later(left, theirs, None) for left in every_loss(mine, k))
                got = oracle.later(units[0][node], theirs, None)
                assert float(got) == pytest.approx(float(best), abs=1e-12)
                assert units[0][node] in set(every_loss(mine, k))
                seen += 1
            if ended:
                continue
            back = hits(defence_dice(theirs), low_luck=False)
            for h in range(1, min(sum(n for _, n in theirs), sum(n for _, n in mine)) + 1):
                offered = {
                    left: sum(
                        chance * max(oracle.later(own, left, None) for own in every_loss(mine, k))
                        for k, chance in back.items()
                    )
                    for left in every_loss(theirs, h)
                }
                got = offered[units[1][plan.target[a, d, h]]]
                assert float(got) == pytest.approx(float(min(offered.values())), abs=1e-12)
                seen += 1
    assert seen > 100


@pytest.mark.rule("AA-04", "AA-30")
@pytest.mark.parametrize("seed", range(12))
def test_no_fixed_order_does_better_than_the_best_losses(seed):
    """For the side that has them, whatever the other side does."""
    found = case(3000 + seed) | {"guns": 0, "free": (True, False)}
    goal = found["goal"]
    if goal != "net_value" and found["retreat"] == "best":  # under orders it is for net_value
        found["retreat"] = "never"
    attack, _ = both_ways(found)
    defend, _ = both_ways(found | {"free": (False, True)})
    high, low = goal_value(attack, goal), goal_value(defend, goal)
    names = [name for name, _ in found["attacker"]]
    for order in permutations(names):
        fixed = fixed_worth(attack, "losses", " ".join(order), goal)
        assert fixed <= high + 1e-9
    for order in permutations([name for name, _ in found["defender"]]):
        fixed = fixed_worth(defend, "defender_losses", " ".join(order), goal)
        assert fixed >= low - 1e-9


def fixed_worth(battle, key, order, goal):
    """Return the goal under orders alone."""
    settings = dict(battle.shown_settings) | {key: order}
    settings.pop("goal", None)
    return goal_value(
        parse_battle("aa", str(battle.attacker), str(battle.defender), **settings), goal
    )


@pytest.mark.parametrize(
    "settings",
    [
        {"goal": "territory_taken"},
        {"retreat": "best"},
        {"rounds": "2"},
        {"retreat": "after 2 or best", "goal": "net_value"},
        {"retreat": "at 3"},
    ],
)
@pytest.mark.rule("AA-04")
def test_simulated_battles_follow_the_same_plan(settings):
    battle = parse_battle(
        "aa",
        "3 inf, 1 art, 2 arm, 1 ftr v 4 inf, 1 arm, 1 aa",
        losses="best",
        defender_losses="best",
        **settings,
    )
    exact = solve(battle, engine="exact")
    found = solve(battle, engine="simulate", trials=200_000, rng=5)
    for event in battle.events:
        chance = exact.event(event.name).value
        error = np.sqrt(max(chance * (1 - chance), 1e-9) / 200_000)
        assert abs(found.event(event.name).value - chance) <= 4 * error
    for name in ("net_value", "rounds"):
        wanted, got = exact.quantity(name), found.quantity(name)
        assert abs(got.value - wanted.value) <= 4 * got.stderr
        assert got.sd == pytest.approx(wanted.sd, rel=0.02)
    again = solve(battle, engine="simulate", trials=200_000, rng=5)
    assert (again.chance == found.chance).all()


@pytest.mark.parametrize("retreat", ["never", "best", "at 2"])
def test_rounds_are_those_of_the_battle_followed_round_by_round(retreat):
    """Mean and spread from the chances to fight at least n rounds, which the timeline has."""
    battle = parse_battle(
        "aa", "2 inf, 1 art, 1 ftr v 2 inf, 1 arm", losses="best", retreat=retreat
    )
    outcomes = solve(battle, engine="exact")
    ended = outcomes.model.timeline().sum(axis=1)
    still = 1.0 - ended  # chance that more than n rounds are fought
    mean = still.sum()
    square = ((2 * np.arange(len(still)) + 1) * still).sum()
    rounds = outcomes.quantity("rounds")
    assert rounds.value == pytest.approx(mean, abs=1e-8)
    assert rounds.sd == pytest.approx(np.sqrt(square - mean**2), abs=1e-7)


@pytest.mark.rule("AA-04", "AA-07")
def test_a_fighter_is_given_up_for_the_last_infantry_by_hand():
    """1 inf, 1 ftr v 1 inf for the territory, which only the infantry can take.

    The defender is hit with 7/12; then the infantry that was kept takes the territory. Else, hit
    with 1/3, the infantry alone wins with 1/4: w = 1/6 · 2/3 + 5/6 · 2/3 w. So
    v = 7/12 + 5/12 (2/3 v + 1/3 · 1/4) = 89/104.
    """
    text = "1 inf, 1 ftr v 1 inf"
    battle = parse_battle("aa", text, losses="best", goal="territory_taken")
    outcomes = solve(battle)
    assert outcomes.event("territory_taken").value == pytest.approx(float(Fraction(89, 104)))
    model = outcomes.model
    army = model.made[1]
    whole = army.node({"inf": 1, "ftr": 1})
    for against in range(2):
        first = model.solution.plans[0].option[whole, 1, against]
        left = army.units[army.graph.options[whole, first]]
        assert dict(zip(army.names, left.tolist(), strict=True)) == {"inf": 1, "ftr": 0}


@pytest.mark.parametrize("dice", ["standard", "low-luck"])
@pytest.mark.parametrize("retreat", ["never", "at 4", "best", "after 3"])
def test_two_fixed_orders_are_the_battle_that_the_other_engine_solves(dice, retreat):
    """With one option a node nothing is left to choose; chains of AA fire join."""
    plain = parse_battle(
        "aa",
        "6 inf, 2 art, 3 arm, 2 ftr, 1 bmr v 7 inf, 2 art, 1 arm, 1 ftr, 1 aa",
        losses="inf ftr art arm bmr; keep 1 land",
        defender_losses="arm inf ftr art",
        retreat=retreat,
        dice=dice,
        worth="territory=5",
    )
    model = BestLossesModel(plain)
    other = solve(plain, engine="exact")
    assert model.solution.worth == pytest.approx(other.quantity("net_value").value, abs=1e-10)
    found = model.exact()
    for event in plain.events:
        assert found.event(event.name).value == pytest.approx(
            other.event(event.name).value, abs=1e-11
        )
    for name in ("swing", "rounds"):
        mine, theirs = found.quantity(name), other.quantity(name)
        assert (mine.value, mine.sd) == pytest.approx((theirs.value, theirs.sd), abs=1e-8)


@pytest.mark.parametrize("settings", [{}, {"rounds": "3"}, {"retreat": "best"}])
def test_tables_made_in_parts_are_the_same(monkeypatch, settings):
    battle = parse_battle(
        "aa",
        "4 inf, 1 art, 2 arm, 2 ftr v 4 inf, 1 art, 2 arm, 1 ftr, 1 aa",
        losses="best",
        defender_losses="best",
        goal="territory_taken",
        **settings,
    )
    whole = solve(battle, engine="exact")
    monkeypatch.setattr("combat.attrition.free_board.SLAB", 1)
    parts = solve(battle, engine="exact")
    assert parts.model.solution.worth == pytest.approx(whole.model.solution.worth, abs=1e-13)
    assert parts.chance == pytest.approx(whole.chance, abs=1e-13)
    assert whole.event("territory_taken").value == pytest.approx(
        whole.model.solution.worth, abs=1e-11
    )
