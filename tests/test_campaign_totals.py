"""Whole plans: the swing's distribution, how stages end together, who holds at the end."""

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import washingtons_war_oracle
from commandline import ask, ask_json
from hypothesis import given, settings
from hypothesis import strategies as st
from plan_oracle import PASS, TAKEN, Tree, left, plan_text
from washingtons_war_cases import text_of

import analysis.campaign.sums
from analysis.campaign import campaign
from analysis.campaign.frames import joint_frame, plan_swing_frame
from analysis.campaign.holding import holding
from analysis.campaign.picture import campaign_picture
from analysis.campaign.plan import parse_plan, read_plan
from analysis.campaign.sums import Distribution, distributions, joint_ends, swing_distribution
from analysis.campaign.totals import final_events, final_number, final_quantities, last_words
from analysis.files import is_turn
from analysis.files import text_of as file_text
from combat.engine import solve
from combat.errors import OptionError
from combat.games import parse_battle

EXAMPLES = sorted((Path(__file__).parents[1] / "docs" / "examples").glob("*.toml"))
PLANS = [file for file in EXAMPLES if not is_turn(file_text(file))]


def plan_of(stages, **usual):
    return parse_plan(plan_text(stages, **usual))


FIRST = {"name": "first", "attacker": {"inf": 2, "arm": 1}, "defender": {"inf": 2, "art": 1}}
SECOND = {
    "name": "second",
    "attacker": {"inf": 1, "ftr": 1},
    "defender": left("first", "defender", plus={"inf": 1}),
}
BACK = {
    "name": "back",
    "when": TAKEN,
    "attacker": {"inf": 2},
    "defender": left("second", "attacker"),
    "enemy": True,
}
AGAIN = {
    "name": "again",
    "when": TAKEN,
    "attacker": {"art": 1, "arm": 1},
    "defender": left("back", "attacker"),
}
OURS = {
    "one battle": [FIRST],
    "waves": [FIRST, SECOND],
    "waves and the recapture": [FIRST, SECOND, BACK],
    "taken by those who have it": [
        FIRST,
        {"name": "second", "attacker": {"arm": 2}, "defender": {"inf": 1}},
    ],
    "to and fro": [FIRST, SECOND, BACK, AGAIN],
}


def pmf(tree):
    found = defaultdict(Fraction)
    for way, chance in tree.ways():
        found[tree.worth_of(way)] += chance
    return {value: chance for value, chance in found.items() if chance}


# --- against all ways, in fractions -------------------------------------------------------------


@pytest.mark.parametrize("aim", ["swing", "net_value"])
@pytest.mark.parametrize("name", OURS)
def test_the_distribution_is_that_of_all_ways(name, aim):
    expected = pmf(Tree(OURS[name], aim, worth=Fraction(5, 2)))
    found = distributions(campaign(plan_of(OURS[name], worth="territory=2.5")))[aim]
    assert sum(expected.values()) == 1
    assert found.values.tolist() == sorted(map(float, expected))
    for value, chance in zip(found.values, found.chances, strict=True):
        assert chance == pytest.approx(float(expected[Fraction(value)]), abs=1e-13)


@pytest.mark.parametrize("name", OURS)
def test_the_joint_ends_are_those_of_all_ways(name):
    tree = Tree(OURS[name], "swing")
    expected = defaultdict(Fraction)
    for way, chance in tree.ways():
        expected[tuple(record and record[4] for record in way)] += chance
    found = joint_ends(campaign(plan_of(OURS[name])))
    assert {ends for ends, _ in found} == {ends for ends, p in expected.items() if p}
    for ends, chance in found:
        assert chance.value == pytest.approx(float(expected[ends]), abs=1e-13)
    chances = [chance.value for _, chance in found]
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("name", OURS)
def test_who_holds_at_the_end_in_all_ways(name):
    stages = OURS[name]
    changes = defaultdict(Fraction)
    ours = taken = lost = Fraction(0)
    for way, chance in Tree(stages, "swing").ways():
        owners = [False]  # whether the first attacker's side has it
        for stage, record in zip(stages, way, strict=True):
            if record is not None and record[4] == TAKEN:
                owners.append(not stage.get("enemy"))
        moves = [a != b for a, b in pairwise(owners)]
        changes[sum(moves)] += chance
        ours += chance * owners[-1]
        taken += chance * any(owners)
        lost += chance * (any(owners) and False in owners[owners.index(True) :])
    held = holding(campaign(plan_of(stages)))
    assert held.attacker.value == pytest.approx(float(ours), abs=1e-13)
    assert held.defender.value == pytest.approx(float(1 - ours), abs=1e-13)
    assert held.taken.value == pytest.approx(float(taken), abs=1e-13)
    assert held.lost.value == pytest.approx(float(lost), abs=1e-13)
    for number, one in enumerate(held.changes):
        assert one.value == pytest.approx(float(changes[number]), abs=1e-13)
    assert held.is_dead_zone == (taken >= Fraction(1, 2) and lost >= taken / 2)


UNITS = st.sampled_from(["inf", "art", "arm", "ftr"])
FORCES = st.dictionaries(UNITS, st.integers(1, 2), min_size=1, max_size=2)


@settings(deadline=None, max_examples=25)
@given(first=FORCES, second=FORCES, third=FORCES, defender=FORCES)
def test_in_drawn_plans_it_all_adds_up(first, second, third, defender):
    stages = [
        {"name": "first", "attacker": first, "defender": defender},
        {"name": "second", "attacker": second, "defender": left("first", "defender")},
        {**BACK, "attacker": third},
    ]
    found = campaign(plan_of(stages))
    expected = pmf(Tree(stages, "swing"))
    swing = swing_distribution(found)
    assert swing.values.tolist() == sorted(map(float, expected))
    assert sum(chance.value for _, chance in joint_ends(found)) == pytest.approx(1.0, abs=1e-12)
    held = holding(found)
    assert held.attacker.value == pytest.approx(last_words(found)[TAKEN].value, abs=1e-13)


# --- conservation, and the numbers carried otherwise --------------------------------------------


@pytest.mark.parametrize("file", PLANS, ids=lambda file: file.stem)
def test_every_plan_of_the_documentation_adds_up(file):
    found = campaign(read_plan(file))
    both = distributions(found)
    assert found.plan.game.swing in both
    for name, one in both.items():
        moments = final_quantities(found)[name]
        mean = one.values @ one.chances
        assert one.chances.sum() == pytest.approx(1.0, abs=1e-9)
        assert mean == pytest.approx(moments.value, abs=1e-9)
        assert np.sqrt(one.chances @ (one.values - mean) ** 2) == pytest.approx(
            moments.sd, abs=1e-9
        )
        assert (np.diff(one.values) > 0).all()
    frame = joint_frame(found)
    assert frame["chance"].sum() == pytest.approx(1.0, abs=1e-9)
    for number, stage in enumerate(found.plan.stages):
        fought = frame[frame[stage.name].notna()]["chance"].sum()
        assert fought == pytest.approx(found.chain.stages[number].reached, abs=1e-9)


@pytest.mark.parametrize("file", PLANS, ids=lambda file: file.stem)
def test_the_document_has_the_same_numbers(file):
    found = ask_json("campaign", str(file))
    frame = plan_swing_frame(campaign(read_plan(file)))
    swing = {float(value): chance for value, chance in found["swing"].items()}
    assert swing == pytest.approx(dict(frame.to_numpy().tolist()), abs=1e-12)
    assert sum(row["chance"]["value"] for row in found["final"]["joint"]) == pytest.approx(1.0)
    upto = 0.0
    for value, chance in sorted(swing.items()):
        upto += chance
        for share, quantile in found["quantiles"]["swing"].items():
            if value < quantile:
                assert upto < float(share)
            elif value == quantile:
                assert upto >= float(share) - 1e-9
    table = ask("campaign", str(file)).out
    assert "at most this in … of the runs" in table
    if "holding" in found:
        assert all(line in " ".join(table.split()) for line in found["holding"]["lines"])


def test_two_activations_are_convolved():
    """Washington's War: swings of two battles that know nothing of each other, in fractions."""
    sides = []
    for name, battle, cu, others in (("Howe", 3, 4, 3), ("Clinton", 4, 3, 2)):
        general = washingtons_war_oracle.General(battle, 1, name)
        attacker = washingtons_war_oracle.Side("british", cu, general)
        sides.append((attacker, washingtons_war_oracle.Side("american", others, None)))
    sums = {0: Fraction(1)}
    for attacker, defender in sides:
        after = defaultdict(Fraction)
        chances = washingtons_war_oracle.outcomes(washingtons_war_oracle.Battle(attacker, defender))
        for outcome, chance in chances.items():
            for value, before in sums.items():
                swing = outcome.defender_cu_lost - outcome.attacker_cu_lost
                after[value + swing] += before * chance
        sums = after
    stages = "".join(
        f'[[stage]]\nname = "{n}"\nattacker = "{text_of(a)}"\ndefender = "{text_of(d)}"\n'
        for n, (a, d) in enumerate(sides)
    )
    found = campaign(parse_plan('game = "ww"\n' + stages))
    swing = swing_distribution(found)
    expected = {float(value): float(chance) for value, chance in sums.items() if chance}
    assert dict(zip(swing.values.tolist(), swing.chances.tolist(), strict=True)) == pytest.approx(
        expected, abs=1e-13
    )
    assert holding(found) is None


def test_a_plan_of_one_battle_has_that_battles_swing():
    for name, text in (("aa", "3 inf, 1 ftr v 2 inf, 1 aa"), ("rb", "3 continental v 2 regulars")):
        attacker, defender = text.split(" v ")
        outcomes = solve(parse_battle(name, text))
        plan = (
            f'game = "{name}"\n[[stage]]\nname = "a"\nattacker = "{attacker}"\n'
            f'defender = "{defender}"\n'
        )
        one = swing_distribution(campaign(parse_plan(plan)))
        values, chances = outcomes.distribution(outcomes.values("swing"))
        there = chances > 0
        assert one.values == pytest.approx(values[there])
        assert one.chances == pytest.approx(chances[there])


# --- simulated ----------------------------------------------------------------------------------


def test_exact_and_simulated_distributions_agree():
    plan = plan_of(OURS["waves and the recapture"])
    exact, sampled = campaign(plan), campaign(plan, trials=40_000, rng=11)
    one, other = swing_distribution(exact), swing_distribution(sampled)
    assert other.chances.sum() == pytest.approx(1.0, abs=1e-9)
    known = dict(zip(other.values.tolist(), other.chances.tolist(), strict=True))
    assert set(known) <= set(one.values.tolist())
    for value, chance in zip(one.values.tolist(), one.chances.tolist(), strict=True):
        error = 4 * np.sqrt(chance * (1 - chance) / 40_000)
        assert abs(known.get(value, 0.0) - chance) <= error + 1e-4
    held, seen = holding(exact), holding(sampled)
    assert not seen.attacker.exact
    assert abs(seen.attacker.value - held.attacker.value) <= 4 * seen.attacker.stderr


# --- what is too much, or not there -------------------------------------------------------------


def test_quantiles_are_the_least_values_that_suffice():
    one = Distribution(np.array([-3.0, 0.0, 6.0]), np.array([0.05, 0.45, 0.5]))
    shares = (0.01, 0.05, 0.06, 0.5, 0.51, 1.0)
    assert [one.quantile(share) for share in shares] == [-3.0, -3.0, 0.0, 0.0, 6.0, 6.0]


def test_a_sum_of_too_many_values_has_no_distribution(monkeypatch, tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(plan_text(OURS["waves"]), "utf-8")
    monkeypatch.setattr(analysis.campaign.sums, "MOST_SUMS", 3)
    found = campaign(plan_of(OURS["waves"]))
    assert distributions(found) == {}
    with pytest.raises(OptionError, match="too many different values"):
        plan_swing_frame(found)
    document = ask_json("campaign", str(file))
    assert (document["swing"], document["quantiles"]) == (None, {})
    assert "too many different values" in ask("campaign", str(file)).out
    assert "swing chance" not in ask("campaign", str(file), "--format", "csv").out
    monkeypatch.setattr(analysis.campaign.sums, "MOST_CELLS", 3)
    assert swing_distribution(found) is None


def test_too_many_ways_to_end_are_not_listed(monkeypatch, tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(plan_text(OURS["waves"]), "utf-8")
    monkeypatch.setattr(analysis.campaign.sums, "MOST_JOINT", 2)
    assert ask_json("campaign", str(file))["final"]["joint"] == []
    assert "in too many ways to list" in ask("campaign", str(file)).out
    refused = ask("campaign", str(file), "--plot", str(tmp_path / "x.png"))
    assert refused.code == 2
    assert not (tmp_path / "x.png").exists()


@pytest.mark.parametrize("name", ["rounds", "glory"])
def test_a_frame_of_what_ends_do_not_show(name):
    with pytest.raises(OptionError, match="final states do not show"):
        plan_swing_frame(campaign(plan_of(OURS["one battle"])), name)


def test_other_quantities_have_frames_too():
    found = campaign(plan_of(OURS["waves and the recapture"]))
    frame = plan_swing_frame(found, "attacker_ipc_lost")
    mean = (frame["swing"] * frame["chance"]).sum()
    assert mean == pytest.approx(final_number(found, "attacker_ipc_lost").value, abs=1e-12)


def test_sums_along_the_path_have_no_distribution():
    """1775: what was fled and lost is summed up along the path; the swing final states show."""
    plan = 'game = "rb"\n[[stage]]\nname = "a"\nattacker = "2 militia"\ndefender = "1 regulars"\n'
    assert set(distributions(campaign(parse_plan(plan)))) == {"swing"}


def test_at_sea_nothing_is_held():
    sea = {"name": "sea", "attacker": "1 dd, 1 ss", "defender": "1 ss"}
    lines = "".join(f'{key} = "{value}"\n' for key, value in sea.items())
    assert holding(campaign(parse_plan('game = "aa"\n[[stage]]\n' + lines))) is None


def test_what_was_left_out_changes_nothing():
    """A stage that is left out adds 0, and stands as not fought."""
    stages = [FIRST, {**SECOND, "decide": True, "attacker": {"inf": 1}}]
    found = campaign(plan_of(stages, aim="swing"))
    assert found.chain.stages[1].reached == 0.0  # one infantry loses more than it takes
    alone = campaign(plan_of([FIRST]))
    one, other = swing_distribution(found), swing_distribution(alone)
    assert one.values.tolist() == other.values.tolist()
    assert one.chances == pytest.approx(other.chances, abs=1e-14)
    assert joint_frame(found)["second"].isna().all()
    assert final_events(found)[TAKEN].value == pytest.approx(final_events(alone)[TAKEN].value)
    assert found.choices[0].chance(PASS) == pytest.approx(found.choices[0].reached)


def test_a_plan_is_drawn_with_its_swing(monkeypatch):
    found = campaign(plan_of(OURS["waves and the recapture"]))
    figure = campaign_picture(found)
    assert [ax.get_xlabel() for ax in figure.axes][1].startswith("Whole plan: swing")
    monkeypatch.setattr(analysis.campaign.sums, "MOST_SUMS", 3)
    assert len(campaign_picture(found).axes) == 1
