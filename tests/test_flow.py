"""The way through a battle of stages: the frame shares out every battle, and knows its events."""

import numpy as np
import pytest

from analysis.answers import odds
from analysis.flow import START, flow_frame
from analysis.picture import picture
from combat.errors import OptionError

PLAIN = "ww british, 3 cu, gen 1/1 v american, 3 cu"
STAGED = (
    "ww british, 5 cu, Burgoyne, regulars, may discard"
    " v american, 5 cu, gen 2/2, militia, may battle-card"
    " | intercept=4/3:4 cu, 3/2:5 cu | evade=3"
)
BATTLES = [
    PLAIN,
    STAGED,
    f"{STAGED} | retreat=best",
    "ww british, 5 cu, gen 4/1 v american, 1 cu",
    "ww british, 5 cu, gen 4/1 v none",
    "ww american, 4 cu, Washington, cut-off v british, 3 cu, gen 3/1, cut-off",
]


@pytest.fixture(scope="module", params=BATTLES)
def solved(request):
    outcomes = odds(request.param)
    return outcomes, flow_frame(outcomes)


def test_what_goes_into_a_node_comes_out_or_ends_there(solved):
    _, frame = solved
    assert frame.loc[frame["depth"] == 1, "chance"].sum() == pytest.approx(1)
    onward = frame.groupby("parent")["chance"].sum()
    leaves = frame[~frame["node"].isin(frame["parent"])]
    assert leaves["chance"].sum() == pytest.approx(1)
    for _, edge in frame[frame["node"].isin(frame["parent"])].iterrows():
        assert onward[edge["node"]] == pytest.approx(edge["chance"])
    assert frame.groupby("parent")["share"].sum().to_numpy() == pytest.approx(1)


def test_the_parts_of_an_edge_are_its_chance(solved):
    _, frame = solved
    parts = frame[["attacker", "neither", "defender"]]
    assert parts.sum(axis=1).to_numpy() == pytest.approx(frame["chance"].to_numpy())
    told = frame[frame["side"] != ""]
    for _, edge in told.iterrows():
        assert edge[edge["side"]] == pytest.approx(edge["chance"])
    assert ((parts > 0).sum(axis=1) > 1).equals(frame["side"] == "")


def test_edges_join_nodes_that_are_there(solved):
    _, frame = solved
    words = {0: START} | dict(zip(frame["node"], frame["target"], strict=True))
    depths = {0: 0} | dict(zip(frame["node"], frame["depth"], strict=True))
    assert frame["node"].is_unique
    assert [words[parent] for parent in frame["parent"]] == frame["source"].to_list()
    assert [depths[parent] + 1 for parent in frame["parent"]] == frame["depth"].to_list()
    assert not frame.duplicated(["parent", "target"]).any()


def test_the_ways_end_well_for_whom_the_events_say(solved):
    outcomes, frame = solved
    first = frame[frame["depth"] == 1]
    for side in ("attacker", "neither", "defender"):
        events = [e.name for e in outcomes.battle.events if e.partition and e.side == side]
        total = sum(outcomes.event(name).value for name in events)
        assert first[side].sum() == pytest.approx(total)


@pytest.mark.parametrize(
    ("words", "event"),
    [
        ("attacker wins", "attacker_wins"),
        ("defender wins", "defender_wins"),
        ("overrun", "overrun"),
        ("attacker surrenders", "attacker_surrenders"),
        ("defender surrenders", "defender_surrenders"),
        ("space empty", "retreated_before_battle"),
        ("not intercepted", None),
    ],
)
def test_stages_agree_with_events(solved, words, event):
    outcomes, frame = solved
    chance = frame.loc[frame["target"] == words, "chance"].sum()
    if words == "not intercepted":
        expected = 1 - outcomes.event("intercepted").value if outcomes.battle["intercept"] else 0
    else:
        expected = outcomes.event(event).value
        if event == "attacker_wins":
            expected -= outcomes.event("unopposed").value if not outcomes.battle.defender else 0
    assert chance == pytest.approx(expected)


def test_interception_by_hand():
    """Armies of agility 3 and 2 try in turn: 3/6, then 1/2 · 2/6."""
    frame = flow_frame(odds(STAGED))
    first = frame[frame["depth"] == 1].set_index("target")["chance"]
    assert first.to_dict() == pytest.approx(
        {"gen 4/3 intercepts": 1 / 2, "gen 3/2 intercepts": 1 / 6, "not intercepted": 1 / 3}
    )


def test_siblings_come_likeliest_first():
    frame = flow_frame(odds(STAGED))
    assert frame["depth"].is_monotonic_increasing
    for _, children in frame.groupby("parent"):
        assert children["chance"].is_monotonic_decreasing


def test_a_simulated_flow_has_intervals_and_is_near_the_exact_one():
    exact, sampled = (flow_frame(odds(PLAIN, **how)) for how in ({}, {"trials": 20_000, "rng": 4}))
    both = exact.merge(sampled, on=["source", "target", "depth"], suffixes=("", "_sampled"))
    assert (both["high_sampled"] > both["low_sampled"]).all()
    gap = (both["chance"] - both["chance_sampled"]).abs()
    sd = np.sqrt(both["chance"] * (1 - both["chance"]) / 20_000)
    assert (gap <= 5 * sd).all()


def test_a_game_without_stages_has_no_flow():
    with pytest.raises(OptionError, match="no battles that go through stages"):
        flow_frame(odds("aa 1 inf v 1 inf"))


def test_a_picture_of_stages_has_bar_flow_and_worth():
    titles = [ax.get_title(loc="left") for ax in picture(odds(PLAIN)).axes]
    assert titles == [PLAIN.removeprefix("ww "), "How it goes", "Value of cards and modifiers"]


def test_a_picture_of_a_battle_in_which_nothing_is_worth_anything_leaves_that_out():
    assert len(picture(odds("ww british, 5 cu, gen 4/1 v none")).axes) == 2


def test_a_picture_of_rounds_is_as_it_was():
    figure = picture(odds("aa 3 inf v 2 inf"))
    assert [ax.get_xlabel() for ax in figure.axes] == [
        "",
        "Swing: defender's loss − attacker's (IPC)",
    ]
