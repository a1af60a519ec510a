"""Exact odds against the oracle, state by state, and simulation against exact odds."""

from fractions import Fraction

import oracle
import pytest
from agreement import TRIALS, assert_equals_oracle, assert_within_four_standard_errors
from joint import counts, difference, joint, oracle_joint

from combat.battle import Battle
from combat.engine import solve
from combat.games import parse_battle

BATTLES = [
    ("3 inf, 2 arm v 4 inf, 1 art", {}),
    ("1 inf, 3 art v 3 inf, 1 art", {}),
    ("4 inf, 1 art v 2 inf, 1 arm", {"losses": "art inf"}),
    ("2 inf, 1 arm, 2 ftr v 3 inf, 1 art", {}),
    ("2 inf, 1 arm, 2 ftr v 3 inf, 1 art", {"losses": "inf arm ftr; keep 1 land"}),
    ("1 art, 1 arm, 2 ftr v 2 inf, 1 ftr", {"losses": "arm ftr art; keep 1 ftr"}),
    ("2 arm, 1 bmr v 2 inf, 1 bmr, 1 ftr", {"defender_losses": "ftr inf bmr"}),
    ("2 ftr, 2 bmr v 2 inf, 1 aa", {}),
    ("2 inf, 1 arm, 2 ftr, 1 bmr v 3 inf, 1 ftr, 2 aa", {}),
    ("1 ftr, 1 bmr v 1 aa", {}),
    ("2 inf, 1 ftr v 1 aa", {}),
    ("3 inf, 1 art, 1 arm v 4 inf", {"retreat": "after 2"}),
    ("3 inf, 1 art, 1 arm v 4 inf", {"retreat": "at 2"}),
    ("2 inf, 2 ftr v 2 inf, 1 art", {"retreat": "air-only"}),
    ("2 inf, 2 ftr v 2 inf, 1 art, 1 aa", {"retreat": "at 2"}),
    ("3 arm v 2 inf, 1 ftr", {"rounds": "2"}),
    ("3 arm v 2 inf, 1 ftr", {"rounds": "3", "retreat": "at 1"}),
    ("3 inf, 2 arm v 3 inf, 1 art", {"dice": "low-luck"}),
    ("2 inf, 1 art, 2 ftr v 2 inf, 1 arm, 1 aa", {"dice": "low-luck"}),
    ("2 inf, 1 arm, 1 ftr v 2 inf, 1 aa", {"edition": "second"}),
    ("1 arm, 4 ftr, 1 bmr v 2 inf, 1 aa", {"edition": "second"}),
    ("2 inf, 1 art, 1 ftr v 3 inf", {"losses": "cheapest", "values": "ftr=2"}),
]
ORACLE_OPTIONS = ("losses", "defender_losses", "retreat", "dice")


def asked_of_oracle(battle: Battle, options: dict[str, str]) -> oracle.Result:
    """Put the same question to the oracle, in its own words."""
    words: dict[str, object] = {k: v for k, v in options.items() if k in ORACLE_OPTIONS}
    if "; keep " in options.get("losses", ""):
        words["losses"], words["keep"] = options["losses"].split("; keep ")
    if options.get("losses") == "cheapest":
        words["losses"] = "ftr inf art arm bmr"  # a fighter is worth 2 in that battle
    if "rounds" in options:
        words["rounds"] = int(options["rounds"])
    if options.get("edition") == "second":
        words["table"] = oracle.SECOND_EDITION
    return oracle.land(counts(battle.attacker), counts(battle.defender), **words)


@pytest.mark.rule("AA-01", "AA-02", "AA-03", "AA-04", "AA-06", "AA-07", "AA-08", "AA-09", "AA-56")
@pytest.mark.fault("B03", "B20")
@pytest.mark.parametrize(("text", "options"), BATTLES)
def test_exact_equals_oracle_state_by_state(text, options):
    battle = parse_battle("aa", text, **options)
    outcomes, asked = solve(battle), asked_of_oracle(battle, options)
    assert_equals_oracle(outcomes, asked)


@pytest.mark.rule("AA-30")
@pytest.mark.parametrize(("text", "options"), BATTLES[:11])
def test_losses_equal_oracle(text, options):
    battle = parse_battle("aa", text, **options)
    outcomes, asked = solve(battle), asked_of_oracle(battle, options)
    for side in ("attacker", "defender"):
        mean = outcomes.quantity(f"{side}_ipc_lost").value
        assert mean == pytest.approx(float(asked.mean_loss(side)), abs=1e-11)


BEST = [
    ("3 inf, 2 arm v 4 inf, 1 art", {}),
    ("2 inf, 1 arm, 1 ftr v 3 inf", {"worth": "territory=6"}),
    ("1 inf, 1 arm, 2 ftr v 2 inf, 1 ftr", {"worth": "territory=3, inf=4"}),
    ("2 inf, 1 ftr, 1 bmr v 3 inf, 1 aa", {}),
    ("4 inf v 1 inf, 1 ftr", {"worth": "territory=1.5"}),
]


@pytest.mark.rule("AA-08", "AA-30")
@pytest.mark.parametrize(("text", "options"), BEST)
def test_best_retreat_is_the_oracles(text, options):
    battle = parse_battle("aa", text, retreat="best", **options)
    outcomes = solve(battle)
    worths = dict(battle["worth"])
    asked = oracle.land(
        counts(battle.attacker),
        counts(battle.defender),
        retreat="best",
        worth=Fraction(str(worths.pop("territory", 0))),
        values={unit: Fraction(str(value)) for unit, value in worths.items()},
    )
    assert difference(joint(outcomes), oracle_joint(asked)) < 1e-12
    value = outcomes.model.best.value
    assert outcomes.quantity("net_value").value == pytest.approx(value, abs=1e-10)


@pytest.mark.fault("B19")
@pytest.mark.parametrize(("text", "options"), [*BATTLES, *BEST])
def test_simulation_is_within_four_standard_errors(text, options):
    battle = parse_battle("aa", text, **options)
    exact, sampled = solve(battle), solve(battle, trials=TRIALS, rng=20_261)
    assert_within_four_standard_errors(exact, sampled)
    swing = battle.game.quantity("swing").of(exact)
    squares = (swing - exact.mean(swing).value) ** 2  # their mean is the variance
    spread = exact.mean(squares)
    assert abs(sampled.quantity("swing").sd ** 2 - spread.value) <= 4.5 * spread.sd / 200.0 + 1e-9
