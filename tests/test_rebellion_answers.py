"""Answers about 1775: Rebellion at the command line: best play, worth, colours, maps."""

import json
import re

import pytest
from commandline import ask, ask_json

from combat.engine import solve
from combat.games import parse_battle
from combat.rebellion_1775.fates import colour_fates, fate_chances
from combat.rebellion_1775.goals import weights_of
from combat.rebellion_1775.model import RebellionModel

SMALL = "3 continental, 2 militia v 2 regulars, 1 loyalist"
MAP = """
[[area]]
name = "Salem"
colony = "MA"

[[area]]
name = "Boston"
colony = "MA"
city = true

[[area]]
name = "Newport"
colony = "RI"

[[link]]
areas = ["Salem", "Boston"]

[[link]]
areas = ["Boston", "Newport"]

[[units]]
area = "Boston"
british = "2 regulars, 1 loyalist"
american = "3 continental, 2 militia"
"""
TAKEN = """
[[units]]
area = "Salem"
units = "1 militia"

[[units]]
area = "Newport"
units = "2 militia"
"""


@pytest.fixture
def board(tmp_path):
    """Return a function that writes a map, and what a battle on it is asked with."""

    def write(text):
        file = tmp_path / "board.toml"
        file.write_text(text, "utf-8")
        return ("--set", f"map={file}", "--set", "area=Boston")

    return write


@pytest.mark.rule("RB-08")
@pytest.mark.parametrize("more", [(), ("--trials", "500"), ("--format", "json")])
@pytest.mark.parametrize("policy", ["losses", "withdraw", "defender_losses", "defender_withdraw"])
def test_best_play_is_answered_in_a_small_battle(policy, more):
    answer = ask("odds", "rb", SMALL, "--set", f"{policy}=best", *more)
    assert answer.code == 0, answer.err
    goal = "the attacker wants attacker_holds high, the defender wants it low"
    assert f"best play: {goal}" in answer.out


@pytest.mark.rule("RB-03", "RB-08")
def test_colours_under_best_play_add_up_to_their_side():
    battle = parse_battle("rb", SMALL + " | losses=best | withdraw=best | defender_losses=best")
    outcomes, fates = solve(battle, engine="exact"), colour_fates(battle)
    for role in ("attacker", "defender"):
        for fate in ("lost", "fled", "withdrawn"):
            mean = sum(
                one.mean for (who, _, what), one in fates.items() if (who, what) == (role, fate)
            )
            assert mean == pytest.approx(outcomes.quantity(f"{role}_{fate}").value, abs=1e-12)
    chances = fate_chances(battle, "defender", "loyalist", "fled")
    assert chances.sum() == pytest.approx(1.0, abs=1e-12)
    assert chances[1] == pytest.approx(fates["defender", "loyalist", "fled"].mean, abs=1e-12)


@pytest.mark.rule("RB-05", "RB-24")
@pytest.mark.parametrize("engine", ["exact", "simulate"])
def test_best_play_on_a_map_is_the_best_play_of_the_battle(board, engine):
    """A map changes nothing in a battle that may leave anyway."""
    best = ("--set", "losses=best", "--set", "defender_withdraw=best", "--engine", engine)
    here, there = (
        ask_json("odds", "rb", SMALL, *where, *best, "--seed", "3", "--trials", "4000")
        if engine == "simulate"
        else ask_json("odds", "rb", SMALL, *where, *best)
        for where in ((), board(MAP))
    )
    for event in ("attacker_holds", "defender_holds"):
        one, other = here["events"][event], there["events"][event]
        assert one["value"] == pytest.approx(other["value"], abs=5 * one.get("stderr", 0) + 1e-12)


@pytest.mark.rule("RB-05")
def test_who_has_no_way_out_on_a_map_stays(board):
    asked = ("--set", "defender_withdraw=at 1")
    free = ask_json("odds", "rb", "american v british", *board(MAP), *asked)
    shut = ask_json("odds", "rb", "american v british", *board(MAP + TAKEN), *asked)
    assert free["quantities"]["defender_withdrawn"]["value"] > 0.1
    assert shut["quantities"]["defender_withdrawn"]["value"] == 0
    assert any("defender has no area to withdraw to" in line for line in shut["assumes"])
    plain = ask_json("odds", "rb", SMALL)
    assert shut["events"]["attacker_holds"]["value"] == pytest.approx(
        plain["events"]["attacker_holds"]["value"], abs=1e-12
    )


def test_goals_of_the_map_are_no_goals_of_best_play():
    answer = ask("odds", "rb", SMALL, "--set", "losses=best", "--set", "goal=colonies")
    assert answer.code == 2
    assert "attacker_holds" in answer.err


@pytest.mark.rule("RB-04", "RB-05")
def test_what_a_battle_is_worth_has_its_spread():
    """One against one: each end is worth one number, so that the spread follows from the ends."""
    text = "1 continental v 1 loyalist | worth=lost=1.5, fled=0.25, area=2"
    outcomes = solve(parse_battle("rb", text), engine="exact")
    ends = {
        -1.5 - 2: outcomes.quantity("attacker_lost").value,
        -0.25 - 2: outcomes.quantity("attacker_fled").value,
        1.5 + 2: outcomes.quantity("defender_lost").value,
        0.25 + 2: outcomes.quantity("defender_fled").value,
    }
    assert sum(ends.values()) == pytest.approx(1.0, abs=1e-12)
    mean = sum(worth * chance for worth, chance in ends.items())
    variance = sum((worth - mean) ** 2 * chance for worth, chance in ends.items())
    found = outcomes.quantity("net_value")
    assert found.value == pytest.approx(mean, abs=1e-12)
    assert found.sd == pytest.approx(variance**0.5, abs=1e-12)


@pytest.mark.rule("RB-04", "RB-05", "RB-07")
def test_both_engines_know_the_spread_of_the_worth():
    text = "3 continental, 2 militia, 2 natives v 2 regulars, 1 loyalist, 1 natives"
    text += " | defender_withdraw=outnumbered | worth=lost=1, fled=0.4, area=1.5"
    battle = parse_battle("rb", text)
    exact = solve(battle, engine="exact").quantity("net_value")
    simulated = solve(battle, trials=40_000, rng=5).quantity("net_value")
    staged = RebellionModel(battle)._staged_net_value(_distribution(battle))
    assert staged.mean == pytest.approx(exact.value, abs=1e-6)  # the weights are millionths
    assert staged.sd == pytest.approx(exact.sd, abs=1e-6)
    assert abs(simulated.value - exact.value) < 4 * exact.sd / 200
    assert simulated.sd == pytest.approx(exact.sd, rel=0.03)
    assert simulated.low < simulated.value < simulated.high


def _distribution(battle):
    from combat.stages.exact import distribution

    rules = RebellionModel(battle).rules
    return distribution(rules, rules.starts(), {})


def test_a_simulated_worth_is_written_with_its_interval():
    answer = ask("odds", "rb", SMALL, "--worth", "fled=1", "--trials", "2000", "--format", "json")
    assert answer.code == 0, answer.err
    worth = json.loads(answer.out)["quantities"]["net_value"]
    assert worth["low"] < worth["value"] < worth["high"]


def test_a_worth_near_the_aim_is_too_close():
    """The expected worth is within the interval of few trials, so no verdict is firm."""
    exact = ask_json("odds", "rb", SMALL, "--worth", "fled=1")["quantities"]["net_value"]["value"]
    aim = f"net_value > {exact:.4f}"
    verdict = ask_json(
        *("should-attack", "rb", SMALL, "--worth", "fled=1", "--aim", aim),
        *("--trials", "300", "--seed", "8"),
    )["verdict"]
    assert "too_close" in json.dumps(verdict)


@pytest.mark.rule("RB-07")
def test_natives_who_meet_are_in_the_fled_box():
    found = ask_json("odds", "rb", "1 regulars, 2 natives v 1 militia, 3 natives")["quantities"]
    alone = ask_json("odds", "rb", "1 regulars v 1 militia, 1 natives")["quantities"]
    for role in ("attacker", "defender"):
        assert found[f"{role}_fled"]["value"] == pytest.approx(alone[f"{role}_fled"]["value"] + 2)
        assert found[f"{role}_lost"]["value"] == pytest.approx(alone[f"{role}_lost"]["value"])


def test_dice_that_one_side_does_not_need_may_be_blank():
    battle = parse_battle("rb", "2 regulars v 2 militia | faces.militia=0/0/6")
    assert solve(battle, engine="exact").event("attacker_holds").value == pytest.approx(1.0)
    assert weights_of(battle)[0] < 0


@pytest.mark.rule("RB-01")
def test_militia_against_americans_is_asked_for_by_its_british_name():
    answer = ask("odds", "rb", "3 continental v 2 militia")
    assert answer.code == 2
    assert "loyalist" in answer.err


@pytest.mark.rule("RB-52")
def test_the_verdicts_under_other_dice_are_counted_and_their_examples_true():
    answer = ask("should-attack", "rb", SMALL)
    reason = " ".join(answer.out.split("\n\n")[0].split())
    kept, total = map(
        int, re.search(r"Attack under (\d+) of (\d+) plausible dice", reason).groups()
    )
    others = re.findall(r"(too close|hold) under (\d+), as with ([^;]+?)[;.]", reason)
    assert [word for word, _, _ in others] == ["too close", "hold"]
    assert kept + sum(int(count) for _, count, _ in others) == total
    for word, _, dice in others:
        faces = [f"faces.{one.replace(' ', '=')}" for one in dice.split(", ")]
        with_ = [part for one in faces for part in ("--set", one)]
        judged = ask_json("should-attack", "rb", SMALL, *with_)
        assert judged["verdict"] == word.replace(" ", "_")
