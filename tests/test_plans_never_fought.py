"""Plans of which it is best to fight nothing: all is 0 for certain, and said so."""

from pathlib import Path

import pytest
from commandline import ask, ask_json
from plan_oracle import TAKEN, Tree, left, plan_text

from analysis.campaign import campaign
from analysis.campaign.frames import plan_swing_frame
from analysis.campaign.holding import holding
from analysis.campaign.picture import campaign_picture
from analysis.campaign.plan import parse_plan
from analysis.campaign.sums import distributions
from analysis.campaign.totals import final_events, final_quantities
from combat.games import parse_battle

ONE = {"name": "one", "attacker": {"inf": 1}, "defender": {"inf": 5}, "decide": True}
BACK = {
    "name": "back",
    "when": TAKEN,
    "attacker": {"inf": 2},
    "defender": left("one", "attacker"),
    "enemy": True,
    "decide": True,
}
ARNOLD = """
game = "washingtons-war"
card = "minor"
track = 6
aim = "-alliance_steps"
[[stage]]
name = "a"
attacker = "american, 4 cu, gen 4/2"
defender = "british, 3 cu, gen 3/2, regulars"
decide = true
[[stage]]
name = "b"
attacker = "american, 4 cu, gen 3/2"
defender = { left = "a", side = "defender" }
decide = true
"""
NOWHERE = {
    "one stage": plan_text([ONE], aim="swing"),
    "struck back by condition": plan_text([ONE, BACK], aim="swing"),
    "none in a row": plan_text([ONE, {**ONE, "name": "two"}], aim="swing"),
    "each for a place of its own": ARNOLD,
}


@pytest.fixture(params=NOWHERE.values(), ids=NOWHERE.keys())
def plan(request, tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(request.param, "utf-8")
    return request.param, str(file)


def test_to_fight_nowhere_is_best_there():
    """Of all policies, in fractions: one infantry loses more than it takes of five."""
    tree = Tree([ONE, BACK], "swing")
    assert tree.best() == 0
    found = campaign(parse_plan(NOWHERE["struck back by condition"]))
    assert [stage.reached for stage in found.chain.stages] == [0.0, 0.0]


def test_all_numbers_are_zero_for_certain(plan):
    found = campaign(parse_plan(plan[0]))
    assert all(stage.reached == 0.0 for stage in found.chain.stages)
    assert {"swing", "attacker_ipc_lost"} & set(final_quantities(found))
    for one in final_quantities(found).values():
        assert (one.value, one.low, one.high, one.sd, one.exact) == (0.0, 0.0, 0.0, 0.0, True)
    events = final_events(found)
    assert events
    assert all(one.value == 0.0 and one.exact for one in events.values())
    assert "swing" in distributions(found)
    for one in distributions(found).values():
        assert (one.values.tolist(), one.chances.tolist()) == ([0.0], [1.0])
    assert plan_swing_frame(found).to_dict("list") == {"swing": [0.0], "chance": [1.0]}
    assert len(campaign_picture(found).axes) == 2


def test_the_json_says_zero_and_what_was_assumed(plan):
    document = ask_json("campaign", plan[1])
    assert document["swing"] == {"0": 1.0}
    assert document["quantiles"]["swing"] == {"0.05": 0.0, "0.5": 0.0, "0.95": 0.0}
    assert document["final"]["quantities"]["swing"]["value"] == 0.0
    assert document["assumes"]


def test_what_is_assumed_is_that_of_the_battle_weighed(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(NOWHERE["struck back by condition"], "utf-8")
    battle = parse_battle("aa", "1 inf v 5 inf")
    assert ask_json("campaign", str(file))["assumes"] == list(battle.game.assumes(battle))


def test_the_words_are_never_and_not_impossible(plan):
    answer = ask("campaign", plan[1])
    assert (answer.code, answer.err) == (0, "")
    assert "impossible" not in answer.out
    assert "too many" not in answer.out
    assert "1. " in answer.out
    assert ": never fought\n" in answer.out
    row = next(line for line in answer.out.splitlines() if line.startswith("nothing is fought"))
    assert "certain" in row
    assert answer.out.split("assumes:")[1].strip()


def test_nobody_attacks_and_the_defender_keeps_it():
    found = campaign(parse_plan(NOWHERE["struck back by condition"]))
    held = holding(found)
    assert (held.attacker.value, held.defender.value, held.taken.value) == (0.0, 1.0, 0.0)
    assert held.lines == (
        "at the end the side that attacks first holds the territory: never; the other side: always",
        "taken at all: never",
    )
    assert holding(campaign(parse_plan(NOWHERE["each for a place of its own"]))) is None


def test_never_lost_again_where_the_enemy_never_strikes_back(tmp_path):
    """Nine infantry take the place from one; one infantry then leaves them alone."""
    first = {"name": "one", "attacker": {"inf": 9}, "defender": {"inf": 1}}
    back = {**BACK, "attacker": {"inf": 1}}
    tree = Tree([first, back], "swing")
    file = tmp_path / "plan.toml"
    file.write_text(plan_text([first, back], aim="swing"), "utf-8")
    document, out = ask_json("campaign", str(file)), ask("campaign", str(file)).out
    assert document["choices"][0]["best"] == pytest.approx(float(tree.best()), abs=1e-12)
    assert document["stages"][1]["reached"] == 0.0
    assert ", and lost again: never\n" in out
    assert "2. back, by the enemy: never fought\n" in out
    assert "impossible" not in out
    assert document["final"]["events"]["enemy_territory_taken"]["value"] == 0.0


def test_a_stage_that_its_condition_leaves_out_is_never_fought(tmp_path):
    """Nothing is decided: the attacker never retreats, so the second stage never comes."""
    first = {"name": "one", "attacker": {"inf": 2}, "defender": {"inf": 1}}
    second = {**first, "name": "two", "when": "attacker_retreated"}
    file = tmp_path / "plan.toml"
    file.write_text(plan_text([first, second]), "utf-8")
    alone = tmp_path / "alone.toml"
    alone.write_text(plan_text([first]), "utf-8")
    document, one = ask_json("campaign", str(file)), ask_json("campaign", str(alone))
    assert document["swing"] == pytest.approx(one["swing"], abs=1e-14)
    assert document["quantiles"] == one["quantiles"]
    assert document["assumes"] == one["assumes"]
    assert "2. two: never fought\n" in ask("campaign", str(file)).out


def test_orders_by_an_event_that_never_comes(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(plan_text([ONE]), "utf-8")
    out = ask("campaign", str(file), "--order", "best", "--by", "-territory_taken").out
    assert out.splitlines()[1].split("(as written)")[1].strip() == "never"


def test_where_no_battle_comes_about_the_swing_is_zero(tmp_path):
    """On a map without an enemy in the area there is nothing to weigh either."""
    maps = Path(__file__).parents[1] / "docs" / "examples" / "maps"
    file = tmp_path / "plan.toml"
    file.write_text(
        f'game = "rb"\nmap = "{maps.as_posix()}/rebellion_map.toml"\n[[stage]]\nname = "Hartford"\n'
        'attacker = "american"\ndefender = "1 regulars"\narea = "Hartford"\n',
        "utf-8",
    )
    document, out = ask_json("campaign", str(file)), ask("campaign", str(file)).out
    assert document["stages"][0]["reached"] == 0.0
    assert document["swing"] == {"0": 1.0}
    assert document["final"]["quantities"]["swing"]["value"] == 0.0
    assert document["assumes"] == ["no battle comes about in any stage"]
    assert "1. Hartford: never fought\n" in out
    assert "too many" not in out
