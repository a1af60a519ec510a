"""Numbers that others have published, and the faults that such tools really had."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from combat.engine import solve
from combat.games import parse_battle
from combat.outcomes import Outcomes

LAND = json.loads((Path(__file__).parent / "reference" / "axis_allies_land.json").read_text())


def answer(text: str, **options: str) -> Outcomes:
    return solve(parse_battle("aa", text, **options))


def cleared(outcomes: Outcomes) -> float:
    """Chance that attackers are left and no defender."""
    return outcomes.event("territory_taken").value + outcomes.event("cleared_not_taken").value


@pytest.mark.rule("AA-01", "AA-02", "AA-03", "AA-04", "AA-30")
@pytest.mark.fault("B21")
@pytest.mark.parametrize("case", LAND["battles"], ids=lambda case: case["id"])
def test_reference_values_exact(case):
    outcomes = answer(
        f"{case['attacker']} v {case['defender']}",
        losses=case["losses"],
        defender_losses=case["defender_losses"],
        retreat=case.get("retreat", "never"),
    )
    if "net_value" in case:
        assert outcomes.quantity("net_value").value == pytest.approx(case["net_value"], abs=1e-9)
        retreated = outcomes.event("attacker_retreated").value
        assert retreated == pytest.approx(case["retreated"], abs=1e-9)
    assert cleared(outcomes) == pytest.approx(case["cleared"], abs=1e-9)
    assert outcomes.event("defender_holds").value == pytest.approx(case["held"], abs=1e-9)
    assert outcomes.event("both_gone").value == pytest.approx(case["both_gone"], abs=1e-9)
    for name in ("attacker_ipc_lost", "defender_ipc_lost"):
        assert outcomes.quantity(name).value == pytest.approx(case[name], abs=1e-9)


@pytest.mark.parametrize("case", LAND["battles"], ids=lambda case: case["id"])
def test_reference_values_simulated(case):
    battle = parse_battle(
        "aa",
        f"{case['attacker']} v {case['defender']}",
        losses=case["losses"],
        defender_losses=case["defender_losses"],
        retreat=case.get("retreat", "never"),
    )
    trials = 50_000
    sampled = solve(battle, trials=trials, rng=42)
    for chance, found in (
        (case["cleared"], cleared(sampled)),
        (case["held"], sampled.event("defender_holds").value),
    ):
        assert abs(found - chance) <= 4 * (chance * (1 - chance) / trials) ** 0.5
    for name in ("attacker_ipc_lost", "defender_ipc_lost"):
        found = sampled.quantity(name)
        assert abs(found.value - case[name]) <= 4 * found.stderr


# (battle, options, chance to clear the field, chance to hold, places given)
QUESTIONS = [
    pytest.param("10 inf v 4 inf", {}, 0.97693, 0.02183, 5, id="ten infantry into four"),
    pytest.param("1 ftr v 1 inf, 1 aa", {}, 0.41667, 0.375, 5, id="a fighter under AA fire",
                 marks=pytest.mark.fault("B09")),
    pytest.param("1 inf, 1 arm, 1 ftr v 3 inf, 1 aa", {"losses": "inf arm ftr; keep 1 land"},
                 0.53829, 0.39815, 5, id="three arms under AA fire"),
    pytest.param("1 inf, 1 art v 1 inf", {}, 0.87368, 0.08421, 5, id="an artillery helps",
                 marks=pytest.mark.fault("B08")),
    pytest.param("4 inf, 2 art v 6 inf", {}, 0.41329, 0.56515, 5, id="two artillery help two"),
    pytest.param("4 inf, 2 art, 2 arm, 2 ftr v 1 aa, 4 inf, 2 arm, 2 ftr", {},
                 0.62904, 0.33783, 5, id="all arms, rules of 2009"),
    pytest.param("2 arm v 3 inf", {}, 0.27412, None, 5, id="pips 6:6"),
    pytest.param("10 arm v 15 inf", {}, 0.11755, None, 5, id="pips 30:30"),
    pytest.param("3 arm v 4 inf", {}, 0.37672, 0.56832, 5, id="pips 9:8 and yet",
                 marks=pytest.mark.fault("B01")),
    pytest.param("5 inf, 2 art v 5 inf", {}, 0.8343, None, 4, id="artillery boosts its number",
                 marks=pytest.mark.fault("B08")),
    pytest.param("100 inf v 65 inf", {}, 0.85915, None, 5, id="a hundred infantry",
                 marks=pytest.mark.fault("B21")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "options", "win", "hold", "places"), QUESTIONS)
def test_questions_people_asked(text, options, win, hold, places):
    outcomes = answer(text, **options)
    assert round(cleared(outcomes), places) == win
    if hold is not None:
        assert round(outcomes.event("defender_holds").value, places) == hold


@pytest.mark.rule("AA-07")
@pytest.mark.fault("B07", "B18")
def test_a_tank_and_four_fighters_must_keep_the_tank():
    """Cheapest first clears the field and loses the territory; a kept tank takes it."""
    careless = answer("1 arm, 4 ftr v 3 inf")
    careful = answer("1 arm, 4 ftr v 3 inf", losses="arm ftr; keep 1 arm")
    assert round(careless.event("territory_taken").value, 5) == 0.23046
    assert round(cleared(careless), 5) == 0.99036
    assert round(careful.event("territory_taken").value, 5) == 0.99036


@pytest.mark.rule("AA-04", "AA-07")
def test_keeping_the_tank_lowers_the_chance_to_clear():
    """1 tank, 1 bomber v 1 tank, 1 fighter in closed fractions."""
    kept = answer("1 arm, 1 bmr v 1 arm, 1 ftr", losses="arm bmr; keep 1 land",
                  defender_losses="arm ftr")  # fmt: skip
    assert cleared(kept) == pytest.approx(float(Fraction(2351, 6545)), abs=1e-13)
    held = kept.event("defender_holds").value
    assert held == pytest.approx(float(Fraction(2726, 6545)), abs=1e-13)
    free = answer("1 arm, 1 bmr v 1 arm, 1 ftr", defender_losses="arm ftr")
    assert cleared(free) == pytest.approx(127 / 340, abs=1e-13)
    assert round(free.event("territory_taken").value, 5) == 0.08235


@pytest.mark.fault("B02", "B03", "B04")
def test_ten_tanks_against_ten_tanks():
    """Both fire before anyone leaves: symmetric odds with a tie of its own."""
    outcomes = answer("10 arm v 10 arm")
    win, hold = outcomes.event("territory_taken").value, outcomes.event("defender_holds").value
    assert (round(win, 4), round(hold, 4)) == (0.4861, 0.4861)
    assert round(outcomes.event("both_gone").value, 4) == 0.0278


@pytest.mark.rule("AA-08")
@pytest.mark.fault("B05")
def test_retreat_after_one_round_is_after_one_round():
    """Twenty dice at 3 make ten hits on average, and exactly one round is fought."""
    outcomes = answer("20 arm v 20 arm", retreat="after 1")
    rounds = outcomes.quantity("rounds")
    assert (rounds.value, rounds.sd) == (1.0, 0.0)
    lost = outcomes.quantity("attacker_ipc_lost").value / 5
    assert lost == pytest.approx(20 * 0.5, abs=1e-12)


@pytest.mark.fault("B06", "B47")
def test_survivors_given_that_the_attacker_is_left():
    """30 units that hit on 1 against the same: some eleven are left to the side that wins."""
    outcomes = answer("30 inf v 30 inf")
    assert pytest.approx(sum(outcomes.chance), abs=1e-12) == 1.0
    taken = outcomes.column("end") == 0
    left = outcomes.column("attacker.inf")[taken]
    assert left.min() >= 1
    lost = outcomes.quantity("attacker_ipc_lost").value / 3
    assert lost == pytest.approx(30 - float(outcomes.chance[taken] @ left), abs=1e-10)


@pytest.mark.rule("AA-03")
@pytest.mark.fault("B10")
def test_fighters_and_bombers_are_shot_at_apart():
    """All four aircraft fall only if every die is a 1, and each type loses its own."""
    outcomes = answer("2 ftr, 2 bmr v 1 aa")
    ftr, bmr = outcomes.column("attacker.ftr"), outcomes.column("attacker.bmr")
    chance = {(f, b): c for f, b, c in zip(ftr, bmr, outcomes.chance, strict=True)}
    assert chance[0, 0] == pytest.approx(1 / 1296, abs=1e-15)
    assert chance[2, 1] == pytest.approx(10 / 36 * 25 / 36, abs=1e-15)
    assert chance[1, 2] == pytest.approx(chance[2, 1], abs=1e-15)


@pytest.mark.rule("AA-30")
def test_an_artillery_attacks_for_a_territory_of_two():
    """Each round: nobody 4/9, attacker alone 2/9, defender alone 2/9, both 1/9."""
    outcomes = answer("1 art v 1 inf", worth="territory=2")
    assert outcomes.quantity("net_value").value == pytest.approx(1 / 5, abs=1e-14)
    assert outcomes.event("territory_taken").value == pytest.approx(2 / 5, abs=1e-14)
    assert outcomes.event("both_gone").value == pytest.approx(1 / 5, abs=1e-14)


@pytest.mark.fault("B22")
def test_ten_infantry_score_three_hits():
    outcomes = answer("10 inf v 20 arm", rounds="1")
    gone = 20 - outcomes.column("defender.arm")
    binomial = 120 * Fraction(1, 6) ** 3 * Fraction(5, 6) ** 7
    assert outcomes.chance[gone == 3].sum() == pytest.approx(float(binomial), abs=1e-14)


@pytest.mark.rule("AA-55")
@pytest.mark.fault("B09", "B25")
def test_second_edition_as_its_players_computed_it():
    """A gun that is a casualty, costs 5 and shoots three times; tanks cost 6."""
    outcomes = answer("4 inf, 2 art, 2 arm, 2 ftr v 1 aa, 4 inf, 2 arm, 2 ftr", edition="second")
    assert cleared(outcomes) == pytest.approx(0.47291302803174, abs=1e-9)
    gone = 1 - outcomes.event("defender_holds").value
    assert gone == pytest.approx(0.50687629438713, abs=1e-9)
    lost = outcomes.quantity("attacker_ipc_lost").value
    assert lost == pytest.approx(39.75357495338105, abs=1e-9)
    assert round(outcomes.event("territory_taken").value, 5) == 0.32886
    assert any("unverified" in line for line in outcomes.battle.game.assumes(outcomes.battle))


@pytest.mark.rule("AA-56")
def test_low_luck_leaves_aa_fire_to_the_dice():
    """Five fighters pass the gun unharmed with (5/6)^5, not with 1/6 as one die at 5 would say."""
    outcomes = answer("5 ftr v 1 aa", dice="low-luck")
    whole = outcomes.column("attacker.ftr") == 5
    assert outcomes.chance[whole].sum() == pytest.approx((5 / 6) ** 5, abs=1e-14)
