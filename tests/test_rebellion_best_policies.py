"""Best play of 1775 beyond what is solved for: the best of the named policies and all orders."""

import re
from itertools import permutations

import pytest
from rebellion_cases import Case

from combat.engine import EXACT_WORK, solve
from combat.errors import OptionError
from combat.rebellion_1775.best_policies import BestPoliciesModel, best_policies
from combat.rebellion_1775.decisions import value_of
from combat.rebellion_1775.model import RebellionModel

SMALL = Case("british", {"regulars": 2, "loyalist": 2}, {"continental": 2, "militia": 1})
LARGE = Case(
    "british",
    {"regulars": 4, "loyalist": 4, "hessian": 2},
    {"continental": 4, "militia": 3, "french": 2},
)


def every_loss(colours):
    named = ["keep-dice", "keep-best", *(f"keep-own {colour}" for colour in colours)]
    return [*named, *(" ".join(order) for order in permutations(colours))]


@pytest.mark.rule("RB-03", "RB-08")
@pytest.mark.parametrize("goal", ["attacker_holds", "defender_holds", "defender_lost"])
def test_no_named_policy_and_no_order_is_better(goal):
    """One side chooses: all are tried here, too, one by one."""
    battle = SMALL.battle(losses="best", goal=goal)
    found = best_policies(battle)
    sign = -1.0 if goal == "defender_holds" else 1.0
    others = [
        sign * value_of(SMALL.battle(losses=losses, goal=goal))
        for losses in every_loss(SMALL.attacker)
    ]
    assert sign * found.value == pytest.approx(max(others), abs=1e-12)
    assert found.settled
    assert max(others) > min(others) + 1e-6  # it matters
    solved = sign * value_of(battle)
    assert sign * found.value <= solved + 1e-12


@pytest.mark.rule("RB-03", "RB-05", "RB-08")
def test_both_sides_policies_are_the_best_replies_to_one_another():
    best = {"losses": "best", "withdraw": "best", "defender_losses": "best"}
    battle = SMALL.battle(**best, defender_withdraw="best", goal="net_value")
    found = best_policies(battle)
    assert found.settled
    for role, prefix in (("attacker", ""), ("defender", "defender_")):
        sign = 1.0 if role == "attacker" else -1.0
        colours = SMALL.attacker if role == "attacker" else SMALL.defender
        for key, options in (
            ("losses", every_loss(colours)),
            ("withdraw", ["never", "always", "outnumbered", "save-last", "at 1", "at 2"]),
        ):
            for option in options:
                other = found.battle.with_options(**{f"{prefix}{key}": option})
                assert sign * value_of(other) <= sign * found.value + 1e-9, (role, option)


@pytest.mark.rule("RB-08")
def test_a_large_battle_says_that_policies_were_tried():
    battle = LARGE.battle(losses="best")
    assert RebellionModel(battle).work > EXACT_WORK
    outcomes = solve(battle)
    assert isinstance(outcomes.model, BestPoliciesModel)
    assert outcomes.battle == battle
    assert any(
        "the best of the named policies and all orders" in line for line in battle_says(battle)
    )
    first, second, gain = outcomes.model.policy_map().lines
    assert first == "best play: the attacker wants attacker_holds high, the defender wants it low"
    assert second.startswith("too large to solve for best play: ")
    said = re.fullmatch(
        r"attacker: with '([\w -]+)' attacker_holds is ([\d.]+) %;"
        r" with 'keep-dice' it is ([\d.]+) %",
        gain,
    )
    with_it, without = (value_of(LARGE.battle(losses=name)) for name in (said[1], "keep-dice"))
    assert float(said[2]) == pytest.approx(100 * with_it, abs=0.051)
    assert float(said[3]) == pytest.approx(100 * without, abs=0.051)
    assert with_it >= without
    assert outcomes.event("attacker_holds").value == pytest.approx(with_it, abs=1e-12)


@pytest.mark.rule("RB-08")
def test_a_large_battle_can_be_simulated_under_the_policies_found():
    battle = LARGE.battle(losses="best")
    exact = solve(battle, engine="exact").event("attacker_holds").value
    found = solve(battle, trials=40_000, rng=3).event("attacker_holds").value
    assert abs(found - exact) <= 4 * (exact * (1 - exact) / 40_000) ** 0.5


def battle_says(battle):
    return battle.game.assumes(battle)


def test_what_takes_too_long_even_so_is_refused():
    case = Case("british", {"regulars": 20, "loyalist": 20}, {"continental": 20, "militia": 20})
    with pytest.raises(OptionError, match="best play takes too long"):
        solve(case.battle(losses="best", defender_losses="best"))
