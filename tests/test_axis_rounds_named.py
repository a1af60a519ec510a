"""Attacks that a plan names, made or not, and files and battles that are told by name."""

import pytest
from commandline import ask, is_plain_refusal

from analysis.sheets import sheet_frame
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.rounds.answer import rounds, rounds_answer
from combat.axis_allies.rounds.plan import load_plan, read_plan
from combat.axis_allies.rounds.simulate import simulate
from combat.errors import WargameError

EXAMPLE = "docs/examples/rounds/axis_allies.toml"
START = starting_position()


def test_attacks_that_are_named_and_never_made_are_in_the_table():
    plan = read_plan('[power.Germany]\nattack = ["Moscow >= 0.99", "Karelia"]', START)
    found = simulate(START, plan, rounds=2, trials=40, rng=6)
    rows = sheet_frame(rounds_answer(found), "attacks")
    moscow = rows[(rows["power"] == "Germany") & (rows["target"] == "Russia")]
    assert moscow["round"].to_list() == [1, 2]
    assert (moscow["made"] == 0.0).all()
    assert moscow["won"].isna().all()
    later = edited(START, "turn: Japan")  # Germany's turn of this round is over
    rows = sheet_frame(rounds(later, plan=plan, trials=5, rng=1), "attacks")
    assert rows[rows["power"] == "Germany"].empty


def test_a_plan_without_best_says_that_nothing_else_is_attacked():
    plan = read_plan('[power.Germany]\nattack = ["Karelia"]', START)
    (line,) = [x for x in rounds(START, plan=plan, trials=5, rng=1).assumes if "names" in x]
    assert line.startswith("only the attacks that the plan names are made by: Germany (")
    assert not [x for x in rounds(START, trials=5, rng=1).assumes if "the plan names" in x]


def test_the_shipped_plan_attacks_egypt_in_its_first_round():
    rows = sheet_frame(rounds(START, plan=EXAMPLE, trials=50, rng=2), "attacks")
    egypt = rows[(rows["power"] == "Germany") & (rows["target"] == "Anglo Egypt")]
    assert egypt["made"].iloc[0] > 0.9
    assert egypt["chance"].iloc[0] >= 0.6


@pytest.mark.parametrize("contents", ['turn = "Germany"\n', "[cash]\nGermany = 7\n"])
def test_a_position_in_place_of_a_plan_is_told_as_one(tmp_path, contents):
    file = tmp_path / "second_round.toml"
    file.write_text(contents, "utf-8")
    answer = ask("rounds", "aa", str(file), "--trials", "1")
    assert is_plain_refusal(answer)
    assert "is a position, not a plan" in answer.err
    assert f"--position {file}" in " ".join(answer.err.split())


def test_another_section_is_told_as_one_that_is_not_known(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("[powers.Germany]\n", "utf-8")
    with pytest.raises(WargameError, match="section 'powers' is not known; did you mean 'power'"):
        load_plan(file, START)


def test_a_battle_that_is_too_large_is_named_by_power_and_place():
    big = "400 inf, 300 art, 300 arm, 200 ftr, 200 bmr"
    start = edited(START, f"West Russia: {big}", f"Belorussia: Soviet Union {big}, 1 aa")
    start = edited(start, "turn: Germany")
    with pytest.raises(WargameError, match=r"Germany attacks \w+"):
        rounds(start, trials=1, rng=1)
