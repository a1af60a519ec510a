"""Sea battles and landings against the oracle, state by state, and simulated against exact."""

from fractions import Fraction

import oracle
import pytest
from agreement import TRIALS, assert_equals_oracle, assert_within_four_standard_errors
from joint import Joint, counts, joint

from combat.battle import Battle
from combat.engine import solve
from combat.force import Force
from combat.games import parse_battle

# kinds of units that cannot all hit one another, then what the two sides may do about it
FLEETS = [
    ("2 ss, 1 ca v 1 ss, 1 dd, 1 ca", {}),
    ("2 ss, 1 dd v 1 ca, 2 ss", {}),
    ("3 ss v 1 ss, 2 dd", {}),
    ("1 ss, 2 ca v 2 ss, 1 cv, 1 tr", {}),
    ("2 ss, 1 dd, 1 ftr v 1 ss, 1 cv, 2 ftr", {}),
    ("3 ftr v 1 ss, 1 dd", {}),
    ("1 dd, 2 ftr v 2 ss, 1 bb", {}),
    ("2 ss, 2 ftr v 1 ss, 1 cv, 1 ftr", {}),
    ("1 dd, 1 ca, 2 bmr v 1 ss, 1 ca, 1 bb", {}),
    ("1 ftr, 2 bmr v 1 dd, 1 ca", {}),
    ("2 ss v 1 ftr, 1 cv", {}),
    ("1 ss, 1 bmr v 1 ss, 1 dd, 1 tr", {}),
    ("1 bb, 1 dd v 1 bb, 2 ss", {}),
    ("1 bb, 1 damaged-bb v 1 bb, 1 ca", {}),
    ("1 damaged-bb, 1 ss v 1 dd, 1 damaged-bb", {}),
    ("2 damaged-bb v 1 ca, 3 tr", {}),
    ("1 dd, 2 tr v 1 ss, 2 tr", {}),
    ("2 tr v 1 ss, 1 tr", {}),
    ("3 tr v 2 tr", {}),
    ("2 ss v 3 tr", {}),
    ("3 ftr v 2 ss, 1 tr", {}),
    ("1 ss, 1 dd, 1 ca, 1 ftr v 1 ss, 1 dd, 1 cv", {"losses": "ftr dd ca ss"}),
    ("2 dd, 2 ftr v 2 ss, 1 ca", {"losses": "dd ftr; keep 1 dd", "defender_losses": "ca ss"}),
    ("1 ss, 2 ca, 1 ftr v 1 bb, 1 ss", {"losses": "ca ss ftr; keep 1 ca"}),
    ("1 bb, 1 ca v 2 ca, 1 dd", {"losses": "bb ca", "defender_losses": "ca dd; keep 1 ca"}),
    ("1 ca, 1 dd v 1 ss, 1 ca, 1 ftr", {"choose_losses": "attacker"}),
    ("3 ss, 1 dd v 2 dd, 1 ca", {"retreat": "after 1"}),
    ("2 dd, 1 bb v 2 ca, 1 ss", {"retreat": "after 2"}),
    ("2 ca, 2 tr v 1 bb, 1 dd", {"retreat": "at 3"}),
    ("1 dd, 2 tr v 1 ca, 1 ss", {"retreat": "at 1"}),
    ("1 dd, 1 ca, 2 ftr v 1 ca, 1 bb", {"retreat": "air-only"}),
    ("1 cv, 2 ftr, 1 bmr v 2 dd, 1 ss", {"retreat": "air-only"}),
    ("2 ss, 1 ca v 2 dd, 1 tr", {"rounds": "2"}),
    ("1 bb, 1 ss v 1 bb, 1 tr", {"rounds": "3", "retreat": "at 1"}),
    ("2 ss, 2 ca v 1 ca, 1 tr", {"attacker_submerge": "always"}),
    ("2 ss, 1 ca v 1 dd, 2 ca", {"attacker_submerge": "always"}),
    ("1 dd, 2 ca v 2 ss, 1 ca", {"defender_submerge": "always"}),
    ("1 bb v 2 ss, 1 cv, 1 tr", {"defender_submerge": "always", "retreat": "after 2"}),
    (
        "1 ss, 1 dd, 1 ca v 2 ss, 1 dd, 1 tr",
        {"attacker_submerge": "always", "defender_submerge": "always"},
    ),
    (
        "1 ss, 1 bb v 1 ss, 2 ca",
        {"attacker_submerge": "always", "defender_submerge": "always", "rounds": "2"},
    ),
    ("2 ss, 2 ca v 1 ss, 1 dd, 1 ca, 1 tr", {"dice": "low-luck"}),
    ("2 bb, 1 ss v 1 bb, 1 ca, 1 ss", {"dice": "low-luck", "retreat": "at 2"}),
    ("1 ftr, 1 bmr, 1 ca v 1 ss, 1 cv, 1 ftr", {"dice": "low-luck"}),
]

LANDINGS = [
    ("3 inf, 1 arm v 3 inf", {"landing": "3 inf, 1 arm"}),
    ("2 inf v 3 inf", {"landing": "2 inf", "bombard": "3 ca"}),
    ("2 inf, 2 arm v 4 inf", {"landing": "2 inf, 2 arm", "bombard": "1 ca, 1 bb"}),
    ("2 inf, 1 art, 1 arm v 3 inf, 1 art", {"landing": "1 inf, 1 art", "bombard": "1 bb, 2 ca"}),
    ("1 inf, 1 art v 2 arm", {"landing": "1 art", "bombard": "1 ca"}),
    ("2 inf, 2 ftr v 2 inf, 1 ftr", {"landing": "2 inf", "bombard": "2 bb"}),
    ("3 arm v 2 ftr, 1 bmr", {"landing": "2 arm", "bombard": "2 bb"}),
    ("2 inf, 1 ftr, 1 bmr v 2 inf, 1 aa", {"landing": "1 inf", "bombard": "1 ca"}),
    ("1 arm, 3 ftr v 1 inf, 1 art, 2 aa", {"landing": "1 arm"}),
    ("2 art, 2 ftr v 3 inf, 1 aa", {"landing": "1 art", "losses": "art ftr; keep 1 land"}),
    (
        "1 inf, 2 arm, 1 ftr v 3 inf",
        {"landing": "1 inf, 1 arm", "losses": "ftr arm inf", "bombard": "1 bb"},
    ),
    (
        "3 arm v 2 inf, 1 arm, 1 ftr",
        {"landing": "1 arm", "bombard": "1 ca", "defender_losses": "ftr arm inf; keep 1 inf"},
    ),
    ("2 inf, 2 arm v 4 inf", {"landing": "2 inf", "retreat": "after 1"}),
    ("3 inf, 1 art, 1 ftr v 4 inf", {"landing": "1 inf", "bombard": "1 bb", "retreat": "after 2"}),
    ("2 inf, 2 arm v 3 inf", {"landing": "2 inf", "bombard": "1 ca", "retreat": "at 2"}),
    ("2 art, 2 ftr v 2 inf, 1 arm, 1 aa", {"landing": "1 art", "retreat": "at 3"}),
    ("2 inf, 2 ftr v 3 inf", {"landing": "1 inf", "retreat": "air-only"}),
    (
        "1 inf, 1 arm, 2 ftr v 3 inf, 1 aa",
        {"landing": "1 inf", "bombard": "1 bb", "retreat": "air-only", "losses": "inf arm ftr"},
    ),
    ("2 inf, 1 arm v 3 inf", {"landing": "2 inf", "rounds": "1", "bombard": "2 bb"}),
    ("1 inf, 2 arm v 3 inf", {"landing": "1 inf", "rounds": "3", "retreat": "after 2"}),
    ("3 inf, 2 art v 3 inf, 1 arm", {"landing": "2 inf, 1 art", "dice": "low-luck"}),
    (
        "2 inf, 1 arm, 1 ftr v 3 inf, 1 aa",
        {"landing": "2 inf", "bombard": "2 ca", "dice": "low-luck", "retreat": "at 2"},
    ),
    ("2 inf, 1 arm, 1 ftr v 2 inf, 1 aa", {"landing": "1 inf", "edition": "second"}),
    (
        "1 inf, 2 arm v 2 inf, 2 aa",
        {"landing": "1 inf, 1 arm", "bombard": "1 bb, 1 ca", "edition": "second"},
    ),
    ("2 inf, 1 art v none", {"landing": "2 inf", "bombard": "1 bb"}),
    ("1 inf, 1 ftr v 1 aa", {"landing": "1 inf", "bombard": "1 bb"}),
]


def asked_of_oracle(battle: Battle, options: dict[str, str], **more: object) -> oracle.Result:
    """Put the same question to the oracle, in its own words."""
    sea = not options.get("landing")
    words: dict[str, object] = {"number": float, **more}
    for key in ("retreat", "dice", "attacker_submerge", "defender_submerge"):
        if key in options:
            words[key] = options[key]
    for key, keep in (("losses", "keep"), ("defender_losses", "defender_keep")):
        words[key], _, words[keep] = options.get(key, "").partition("; keep ")
    if options.get("choose_losses") == "attacker":
        words["defender_losses"] = "bb ftr ca cv dd ss bmr tr"  # the strongest in defence
    if "rounds" in options:
        words["rounds"] = int(options["rounds"])
    if options.get("edition") == "second":
        words["table"] = oracle.SECOND_EDITION
        words["defender_losses"] = f"aa {words['defender_losses']}"  # guns have shot already
    for key in ("landing", "bombard"):
        if key in options:
            words[key] = dict(Force.parse(options[key]))
    ask = oracle.sea if sea else oracle.land
    return ask(counts(battle.attacker), counts(battle.defender), **words)


def agrees(battle: Battle, outcomes, asked: oracle.Result) -> None:
    """Everything that the two have in common is the same."""
    assert_equals_oracle(outcomes, asked)
    if not battle.defender["aa"]:  # who owns a gun at last the oracle does not count
        for side in ("attacker", "defender"):
            mean = outcomes.quantity(f"{side}_ipc_lost").value
            assert mean == pytest.approx(float(asked.mean_loss(side)), abs=1e-10)


@pytest.mark.rule("AA-10", "AA-11", "AA-12", "AA-13", "AA-17", "AA-50", "AA-52", "AA-54", "AA-58")
@pytest.mark.fault("B13", "B14", "B15", "B16", "B17", "B20")
@pytest.mark.parametrize(("text", "options"), FLEETS)
def test_sea_equals_oracle_state_by_state(text, options):
    battle = parse_battle("aa", text, **options)
    agrees(battle, solve(battle), asked_of_oracle(battle, options))


@pytest.mark.rule("AA-10", "AA-12", "AA-13", "AA-50")
@pytest.mark.parametrize(("text", "options"), [FLEETS[0], FLEETS[7], FLEETS[16], FLEETS[34]])
def test_sea_equals_oracle_in_fractions(text, options):
    """The same in exact numbers: nothing of the agreement is shared rounding."""
    battle = parse_battle("aa", text, **options)
    asked = asked_of_oracle(battle, options, number=Fraction)
    assert asked.mass == 1
    agrees(battle, solve(battle), asked)


@pytest.mark.rule("AA-02", "AA-03", "AA-07", "AA-08", "AA-21", "AA-22", "AA-51")
@pytest.mark.fault("B11", "B12", "B20")
@pytest.mark.parametrize(("text", "options"), LANDINGS)
def test_landing_equals_oracle_state_by_state(text, options):
    battle = parse_battle("aa", text, **options)
    agrees(battle, solve(battle), asked_of_oracle(battle, options))


# what the whole fleet, or whoever did not land, plays for
BEST = [
    ("2 ca, 1 dd v 2 ca", {}),
    ("1 ss, 2 ca v 1 dd, 2 ca", {}),
    ("2 ss, 1 ftr v 1 ca, 1 ss", {}),
    ("1 dd, 2 ftr v 1 ss, 1 cv, 1 ftr", {}),
    ("1 bb, 1 ca v 1 bb, 1 dd", {}),
    ("1 damaged-bb, 1 dd v 1 ca, 1 tr", {}),
    ("1 dd, 2 tr v 2 ss, 1 tr", {}),
    ("2 ss, 1 dd v 1 ss, 1 dd, 1 tr", {"worth": "ss=3, dd=10"}),
    ("1 ca, 2 ftr v 1 bb, 1 ss", {"worth": "bb=30, ftr=6"}),
    ("2 dd, 1 cv v 1 ss, 1 dd", {"losses": "cv dd", "defender_losses": "dd ss"}),
    ("1 ss, 1 ca v 1 ss, 1 ca, 1 dd", {"attacker_submerge": "always"}),
    ("1 dd, 2 ca v 2 ss, 1 ca", {"defender_submerge": "always", "worth": "ca=9"}),
    ("2 inf, 2 arm v 3 inf", {"landing": "2 inf"}),
    ("1 inf, 2 arm v 3 inf", {"landing": "1 inf", "bombard": "1 bb", "worth": "territory=3"}),
    ("1 art, 1 arm, 1 ftr v 2 inf, 1 arm", {"landing": "1 art", "worth": "territory=8"}),
    ("2 inf, 2 ftr v 2 inf, 1 ftr", {"landing": "1 inf", "worth": "territory=2, ftr=12"}),
    ("2 art, 1 ftr, 1 bmr v 3 inf, 1 aa", {"landing": "1 art", "bombard": "1 ca"}),
    ("1 inf, 1 arm, 1 ftr v 2 inf, 1 aa", {"landing": "1 arm", "dice": "low-luck"}),
]


@pytest.mark.rule("AA-08", "AA-22", "AA-30")
@pytest.mark.parametrize(("text", "options"), BEST)
def test_best_retreat_is_the_oracles(text, options):
    options = options | {"retreat": "best"}
    battle = parse_battle("aa", text, **options)
    outcomes = solve(battle)
    worths = dict(battle["worth"])
    prize = Fraction(str(worths.pop("territory", 0)))
    values = {unit: Fraction(str(value)) for unit, value in worths.items()}
    asked = asked_of_oracle(battle, options, number=Fraction, worth=prize, values=values)
    agrees(battle, outcomes, asked)
    value = outcomes.model.best[1]
    assert outcomes.quantity("net_value").value == pytest.approx(value, abs=1e-10)


@pytest.mark.fault("B19")
@pytest.mark.parametrize(("text", "options"), [*FLEETS, *LANDINGS, *BEST])
def test_simulation_is_within_four_standard_errors(text, options):
    best = {"retreat": "best"} if (text, options) in BEST else {}
    battle = parse_battle("aa", text, **options, **best)
    exact, sampled = solve(battle), solve(battle, trials=TRIALS, rng=20_261)
    assert_within_four_standard_errors(exact, sampled)
    likeliest: Joint = joint(exact)
    found_states = joint(sampled)
    assert set(found_states) <= set(likeliest)  # nothing is drawn that cannot be
    for state, chance in likeliest.items():
        allowed = 4.7 * max(0.0, chance * (1.0 - chance) / TRIALS) ** 0.5 + 2 / TRIALS
        assert abs(found_states.get(state, 0.0) - chance) <= allowed
