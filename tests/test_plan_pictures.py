"""Pictures of plans: of battles in a row, of a turn and of a race."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from commandline import ask, is_plain_refusal

from analysis.campaign import campaign
from analysis.campaign.picture import banner_frame, plan_flow, score_frame, target_frames
from analysis.campaign.plan import read_plan
from analysis.campaign.totals import last_words
from analysis.turn import read_turn

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
PLANS = sorted(file.name for file in EXAMPLES.glob("*.toml"))


@pytest.mark.parametrize("name", PLANS)
def test_every_plan_of_the_documentation_is_drawn(tmp_path, name):
    file = tmp_path / "x.svg"
    answer = ask("campaign", str(EXAMPLES / name), "--plot", str(file))
    assert answer == ask("campaign", str(EXAMPLES / name))
    assert ET.parse(file).getroot().tag.endswith("svg")
    assert [one.name for one in tmp_path.iterdir()] == ["x.svg"]


def test_a_plan_is_drawn_in_its_best_order(tmp_path):
    plan = str(EXAMPLES / "washingtons_war_campaign.toml")
    answer = ask("campaign", plan, "--order", "best", "--plot", str(tmp_path / "x.png"))
    assert answer.code == 0
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["x.gif", "x", "none/x.png"])
@pytest.mark.parametrize("plan", ["three_waves.toml", "napoleonics_turn.toml"])
def test_a_refused_picture_leaves_nothing_behind(tmp_path, plan, name):
    answer = ask("campaign", str(EXAMPLES / plan), "--plot", str(tmp_path / name))
    assert is_plain_refusal(answer)
    assert not list(tmp_path.iterdir())


def test_the_flow_is_the_plans():
    found = campaign(read_plan(EXAMPLES / "three_waves.toml"))
    frame = plan_flow(found)
    for depth in (1, 2, 3):
        layer = frame[frame["depth"] == depth]
        assert layer["chance"].sum() == pytest.approx(1)
        not_fought = layer[layer["target"].str.endswith("not fought")]["chance"].sum()
        assert 1 - not_fought == pytest.approx(found.chain.stages[depth - 1].reached)
    assert frame[["attacker", "neither", "defender"]].sum(axis=1).to_numpy() == pytest.approx(
        frame["chance"].to_numpy()
    )
    taken = last_words(found)["territory_taken"].value
    end = frame[frame["depth"] == 1]
    assert end["attacker"].sum() == pytest.approx(taken)


def test_the_frames_of_a_turn_are_its_numbers():
    answer = (turn := read_turn(EXAMPLES / "napoleonics_turn.toml")).answer
    frame = banner_frame(turn)
    swing = next(one for one in answer.quantities if one.name == "banner_swing").estimate
    assert frame["chance"].sum() == pytest.approx(1)
    assert (frame["swing"] * frame["chance"]).sum() == pytest.approx(swing.value)
    targets = target_frames(answer.tables["targets"])
    assert list(targets) == ["light on the hill", "line in the open", "light cavalry"]
    for one in targets.values():
        assert one["value"].sum() == pytest.approx(1)


def test_the_frame_of_a_race_is_its_table():
    answer = read_turn(EXAMPLES / "napoleonics_race.toml").answer
    frame = score_frame(answer.tables["chance to win by score"])
    assert len(frame) == 25
    at_score = frame[(frame["attackers"] == 3) & (frame["defenders"] == 4)]["chance"]
    assert at_score.item() == answer.events[0].estimate.value
