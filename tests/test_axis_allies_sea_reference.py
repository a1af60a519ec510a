"""Sea battles and landings: numbers that others have published, and the faults tools really had."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from commandline import ask, is_plain_refusal
from joint import joint

from combat.axis_allies.losses import SEA_ORDER, loss_order
from combat.battle import Battle
from combat.engine import solve
from combat.errors import IllegalBattleError
from combat.games import parse_battle
from combat.outcomes import Outcomes

SEA = json.loads((Path(__file__).parent / "reference" / "axis_allies_sea.json").read_text())
TRIALS = 50_000


def answer(text: str, **options: str) -> Outcomes:
    return solve(parse_battle("aa", text, **options))


def battle_of(case: dict) -> Battle:
    keys = ("losses", "defender_losses", "retreat", "landing", "bombard", "attacker_submerge")
    options = {key: case[key] for key in keys if key in case}
    return parse_battle("aa", f"{case['attacker']} v {case['defender']}", **options)


def chance(outcomes: Outcomes, *events: str) -> float:
    return sum(outcomes.event(name).value for name in events)


CLEARED = ("territory_taken", "cleared_not_taken")
FOUND = {
    "cleared": CLEARED,
    "held": ("defender_holds",),
    "both_gone": ("both_gone",),
    "both_left": ("attacker_retreated", "stand_off"),
}
over_cases = pytest.mark.parametrize("case", SEA["battles"], ids=lambda case: case["id"])


@pytest.mark.rule("AA-04", "AA-10", "AA-11", "AA-12", "AA-13", "AA-17", "AA-21", "AA-50", "AA-52")
@pytest.mark.fault("B12", "B13", "B14", "B16", "B17", "B21")
@over_cases
def test_reference_values_exact(case):
    outcomes = solve(battle_of(case), engine="exact")
    assert outcomes.method == "exact"
    for name, events in FOUND.items():
        assert chance(outcomes, *events) == pytest.approx(case[name], abs=1e-9), name
    for name in ("attacker_ipc_lost", "defender_ipc_lost"):
        assert outcomes.quantity(name).value == pytest.approx(case[name], abs=1e-9)
    assert outcomes.dropped == 0.0


@pytest.mark.fault("B19")
@over_cases
def test_reference_values_simulated(case):
    sampled = solve(battle_of(case), trials=TRIALS, rng=42)
    for name, events in FOUND.items():
        allowed = 4 * (case[name] * (1 - case[name]) / TRIALS) ** 0.5
        assert abs(chance(sampled, *events) - case[name]) <= allowed + 1e-12, name
    for name in ("attacker_ipc_lost", "defender_ipc_lost"):
        found = sampled.quantity(name)
        assert abs(found.value - case[name]) <= 4 * found.stderr + 1e-12


@pytest.mark.rule("AA-04")
@pytest.mark.fault("B18")
@pytest.mark.parametrize(
    "case", [c for c in SEA["battles"] if c["id"] in ("S13", "S14", "S15")], ids=lambda c: c["id"]
)
def test_the_usual_order_is_that_of_the_contract(case):
    """S13 to S15 name the order of cli.md: leaving it out asks the same."""
    named = battle_of(case)
    usual = parse_battle("aa", f"{case['attacker']} v {case['defender']}")
    for side, key in (("attacker", "losses"), ("defender", "defender_losses")):
        words = case[key].split()
        assert [n for n in SEA_ORDER[side] if n in words] == words
        orders = [loss_order(battle, side).order for battle in (named, usual)]
        assert [[n for n in order if n in words] for order in orders] == [words, words]
    if case["id"] == "S13":
        assert joint(solve(usual)) == pytest.approx(joint(solve(named)), abs=1e-15)


@pytest.mark.rule("AA-04")
def test_the_destroyer_is_kept_only_while_submarines_are_there():
    """S22: kept for good it would outlive the cruisers that shoot at the battleship."""
    text = "1 dd, 2 ca, 3 ftr v 4 ss, 1 bb"
    free = answer(text, losses="dd ftr ca")
    kept = answer(text, losses="dd ftr ca; keep 1 dd")
    meanwhile = answer(text, losses="dd ftr ca; keep 1 dd while ss")
    odds = [chance(outcomes, *CLEARED) for outcomes in (free, kept, meanwhile)]
    assert odds[2] > odds[1] + 1e-3
    assert odds[2] > odds[0] + 0.05
    again = parse_battle("aa", str(meanwhile.battle))  # the option is not lost on the way
    assert again == meanwhile.battle


# (battle, options, cleared, held, both gone, places given)
QUESTIONS = [
    pytest.param(
        "1 inf, 1 arm, 2 ftr v 5 inf, 1 aa",
        {
            "landing": "1 inf, 1 arm", "bombard": "1 ca",
            "losses": "inf arm ftr; keep 1 land",
        },
        0.38387, 0.57605, 0.04008, id="Q-AA-007", marks=pytest.mark.fault("B12", "B09"),
    ),
    pytest.param(
        "1 inf, 1 arm, 2 ftr v 5 inf, 1 aa",
        {
            "landing": "1 inf, 1 arm", "bombard": "1 ca", "edition": "second",
            "losses": "inf arm ftr; keep 1 land",
        },
        0.22915, 0.74326, None, id="Q-AA-007 in its own edition",
        marks=pytest.mark.fault("B09", "B25"),
    ),
    pytest.param(
        "2 inf, 1 art, 1 arm, 1 bmr v 6 inf, 1 aa",
        {
            "landing": "2 inf, 1 art, 1 arm", "bombard": "1 ca",
            "losses": "inf art arm bmr; keep 1 land",
        },
        0.46632, 0.49967, 0.03401, id="Q-AA-011", marks=pytest.mark.fault("B12", "B08"),
    ),
    pytest.param(
        "2 inf, 1 art, 1 arm, 1 bmr v 6 inf, 1 aa",
        {
            "landing": "2 inf, 1 art, 1 arm", "bombard": "1 ca", "edition": "second",
            "losses": "inf art arm bmr; keep 1 land",
        },
        0.30309, 0.67017, None, id="Q-AA-011 in its own edition",
        marks=pytest.mark.fault("B09", "B25"),
    ),
    pytest.param(
        "10 inf, 7 art, 3 arm, 4 ftr, 1 bmr v 18 inf, 2 art, 3 ftr, 1 bmr, 1 aa",
        {
            "landing": "10 inf, 7 art, 3 arm", "bombard": "2 ca, 1 bb", "edition": "second",
            "losses": "inf art arm ftr bmr; keep 1 land",
        },
        0.68745, 0.30144, 0.01111, id="Q-AA-013", marks=pytest.mark.fault("B18"),
    ),
    pytest.param("1 bmr v 1 bb", {}, 1 / 16, 13 / 16, 1 / 8, id="Q-AA-018",
                 marks=pytest.mark.fault("B17")),
    pytest.param("1 bmr v 1 damaged-bb", {}, 1 / 4, 1 / 4, 1 / 2, id="Q-AA-019",
                 marks=pytest.mark.fault("B17")),
    pytest.param("1 ss v 1 dd", {}, 2 / 5, 2 / 5, 1 / 5, id="Q-AA-021",
                 marks=pytest.mark.fault("B13")),
    pytest.param("1 ss v 1 ftr", {}, 0.0, 0.0, 0.0, id="Q-AA-022",
                 marks=pytest.mark.fault("B14", "B15")),
    pytest.param("1 bb v 1 bb", {}, 11 / 32, 11 / 32, 5 / 16, id="Q-AA-037",
                 marks=pytest.mark.fault("B17")),
    pytest.param("2 inf v 3 inf", {"landing": "2 inf", "bombard": "3 ca"}, 0.20045, None, None,
                 id="Q-AA-048", marks=pytest.mark.fault("B11")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "options", "win", "hold", "gone"), QUESTIONS)
def test_questions_people_asked(text, options, win, hold, gone):
    outcomes = answer(text, **options)
    assert chance(outcomes, *CLEARED) == pytest.approx(win, abs=5e-6)
    if hold is not None:
        assert chance(outcomes, "defender_holds") == pytest.approx(hold, abs=5e-6)
    if gone is not None:
        assert chance(outcomes, "both_gone") == pytest.approx(gone, abs=5e-6)


@pytest.mark.fault("B18")
def test_losing_the_bomber_first_moves_the_answer():
    """Q-AA-013 once more: 0.687 becomes 0.663, so the order is part of the question."""
    text = "10 inf, 7 art, 3 arm, 4 ftr, 1 bmr v 18 inf, 2 art, 3 ftr, 1 bmr, 1 aa"
    options = {"landing": "10 inf, 7 art, 3 arm", "bombard": "2 ca, 1 bb", "edition": "second"}
    outcomes = answer(
        text,
        losses="inf art arm ftr bmr; keep 1 land",
        defender_losses="bmr inf art ftr",
        **options,
    )
    assert round(chance(outcomes, *CLEARED), 3) == 0.663


@pytest.mark.rule("AA-10", "AA-17")
@pytest.mark.fault("B13", "B17", "B20")
def test_ten_submarines_and_ten_battleships_against_the_same():
    """Q-AA-015: all submarines strike at once, in both directions; nothing is pruned."""
    outcomes = answer("10 ss, 10 bb v 10 ss, 10 bb")
    assert chance(outcomes, *CLEARED) == pytest.approx(0.785045656729, abs=1e-11)
    assert chance(outcomes, "defender_holds") == pytest.approx(0.201538801453, abs=1e-11)
    assert outcomes.quantity("rounds").value == pytest.approx(3.82521383, abs=1e-7)
    assert outcomes.chance.sum() == pytest.approx(1.0, abs=1e-12)


@pytest.mark.rule("AA-12", "AA-52")
@pytest.mark.fault("B14", "B15")
def test_a_submarine_and_a_fighter_end_in_a_stand_off_at_once():
    """Q-AA-022, both ways round: no winner, and no round is fought."""
    for text in ("1 ss v 1 ftr", "1 ftr v 1 ss"):
        for trials in (None, 1_000):
            outcomes = solve(parse_battle("aa", text), trials=trials, rng=1)
            assert outcomes.event("stand_off").value == 1.0
            assert outcomes.quantity("rounds").value == 0.0


@pytest.mark.rule("AA-21")
@pytest.mark.fault("B11")
def test_ships_do_not_bombard_if_nobody_lands():
    """Q-AA-023: with nobody ashore no shot is allowed, and the question is refused by its rule."""
    with pytest.raises(IllegalBattleError) as caught:
        parse_battle("aa", "1 inf v 1 inf", bombard="1 bb")
    assert caught.value.rule == "AA-21"
    for words in (("1 inf v 1 inf", "--set", "bombard=1 bb"), ("1 bb v 1 inf",)):
        assert is_plain_refusal(ask("odds", "aa", *words))


@pytest.mark.rule("AA-21")
@pytest.mark.fault("B11")
def test_a_ship_more_than_land_units_adds_nothing():
    two = answer("2 inf v 3 inf", landing="2 inf", bombard="2 ca")
    for ships in ("3 ca", "9 ca"):
        more = answer("2 inf v 3 inf", landing="2 inf", bombard=ships)
        assert chance(more, *CLEARED) == pytest.approx(chance(two, *CLEARED), abs=1e-14)
    fault = 0.32354  # three shots for two landed units
    assert chance(two, *CLEARED) < fault - 0.1


@pytest.mark.rule("AA-21")
@pytest.mark.fault("B12")
def test_bombarded_units_fire_back():
    """0.2728; where the victims fall silent it would be 0.3527."""
    outcomes = answer("2 inf, 2 arm v 6 inf", landing="2 inf, 2 arm", bombard="1 ca, 1 bb")
    assert round(chance(outcomes, *CLEARED), 4) == 0.2728


@pytest.mark.rule("AA-12")
@pytest.mark.fault("B14")
def test_a_destroyer_opens_submarines_to_fighters():
    """2 fighters and a destroyer against a submarine: 30/31; without it nobody is hit."""
    outcomes = answer("1 dd, 2 ftr v 1 ss", losses="dd ftr")
    without = answer("2 ftr v 1 ss")
    assert without.event("stand_off").value == 1.0
    assert chance(outcomes, *CLEARED) == pytest.approx(float(Fraction(30, 31)), abs=1e-13)
