"""Decisions of plans against every policy there is, played out in fractions."""

import contextlib
import json
from fractions import Fraction
from pathlib import Path

import oracle
import pytest
import washingtons_war_oracle
from commandline import ask, ask_json, is_plain_refusal
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from plan_oracle import PASS, TAKEN, Tree, fought, left, plan_text
from washingtons_war_cases import text_of

import analysis.campaign.answer
import analysis.campaign.decisions
from analysis.campaign import campaign
from analysis.campaign.decision_text import rule_text, told
from analysis.campaign.frames import decision_frame
from analysis.campaign.orders import orders
from analysis.campaign.plan import parse_plan
from analysis.campaign.totals import final_events, final_number
from combat.engine import solve
from combat.errors import OptionError, TooLargeError, WargameError
from combat.games import parse_battle

EXAMPLE = Path(__file__).parents[1] / "docs" / "examples" / "strike_back_or_not.toml"
MOST_POLICIES = 600


def plan_of(stages, **usual):
    return parse_plan(plan_text(stages, **usual))


LANDING = {"name": "landing", "attacker": {"inf": 2}, "defender": {"inf": 1}}
BACK = {
    "name": "back",
    "when": TAKEN,
    "attacker": {"inf": 1, "arm": 1},
    "defender": left("landing", "attacker"),
    "enemy": True,
    "decide": True,
}
AGAIN = {
    "name": "again",
    "attacker": {"arm": 1},
    "defender": left("landing", "defender"),
    "decide": True,
}
WAYS = [
    {"name": "all"},
    {"name": "one", "attacker": {"inf": 1}},
    {"name": "raid", "retreat": "after 1"},
]
PLANS = {
    "strike back or not": [LANDING, BACK],
    "land or not, then strike back or not": [{**LANDING, "decide": True}, BACK],
    "again or not": [{**LANDING, "defender": {"inf": 2}}, AGAIN],
    "three ways to land": [{**LANDING, "option": WAYS}, BACK],
    "three ways or none": [{**LANDING, "option": WAYS, "decide": True}, BACK],
    "what was spared is there later": [
        LANDING,
        {**AGAIN, "defender": left("landing", "defender", plus={"inf": 1})},
        {
            "name": "last",
            "attacker": {"inf": 1, "ftr": 1},
            "defender": left("again", "defender"),
            "decide": True,
        },
    ],
    "who has not landed is not there to be attacked": [
        {**LANDING, "decide": True},
        {key: value for key, value in BACK.items() if key != "when"},
    ],
    "where nothing was done nothing is taken": [
        {**LANDING, "decide": True},
        {**AGAIN, "when": f"not {TAKEN}"},
    ],
    "now or later": [
        {**LANDING, "decide": True},
        {"name": "later", "attacker": left("landing", "attacker"), "defender": {"art": 1}},
    ],
}
AIMS = ["swing", "-swing", "net_value", TAKEN, "-" + TAKEN, "defender_holds", "both_gone"]


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("name", PLANS)
def test_no_policy_is_better(name, aim):
    tree = Tree(PLANS[name], aim, worth=7)
    assert 2 <= tree.size <= MOST_POLICIES
    found = campaign(plan_of(PLANS[name], aim=aim, worth="territory=7"))
    best = float(tree.best())
    assert final_number(found, aim.removeprefix("-")).value == pytest.approx(best, abs=1e-12)
    assert [choice.best for choice in found.choices] == pytest.approx(
        [best] * len(found.choices), abs=1e-12
    )


@pytest.mark.parametrize(
    "aim", ["enemy_territory_taken", "enemy_defender_holds", "-enemy_both_gone"]
)
def test_what_the_enemy_gets_is_wanted_low_or_high(aim):
    stages = PLANS["three ways or none"]
    tree = Tree(stages, aim)
    found = campaign(plan_of(stages, aim=aim))
    best = float(tree.best())
    assert final_number(found, aim.removeprefix("-")).value == pytest.approx(best, abs=1e-12)
    assert [choice.best for choice in found.choices] == pytest.approx([best] * 2, abs=1e-12)


UNITS = st.sampled_from(["inf", "art", "arm", "ftr"])
FORCES = st.dictionaries(UNITS, st.integers(1, 2), min_size=1, max_size=2).filter(
    lambda force: sum(force.values()) <= 2
)
CHOICES = st.fixed_dictionaries({}, optional={"decide": st.just(True)})


@st.composite
def plans(draw):
    stages = [{"name": "a", "attacker": draw(FORCES), "defender": draw(FORCES), **draw(CHOICES)}]
    for name in ("b", "c")[: draw(st.integers(1, 2))]:
        enemy = draw(st.booleans())
        before = stages[-1]
        stage = {"name": name, "attacker": draw(FORCES), **draw(CHOICES)}
        if enemy:
            side = "defender" if before.get("enemy") else "attacker"
            stage |= {"enemy": True, "defender": left(before["name"], side), "when": TAKEN}
            if before.get("enemy"):
                stage |= {"when": f"not {TAKEN}"}
        elif before.get("enemy"):
            stage |= {"defender": left(before["name"], "attacker"), "when": TAKEN}
        else:
            plus = draw(st.sampled_from([{}, {"plus": {"inf": 1}}]))
            stage |= {"defender": left(before["name"], "defender", **plus)}
        if draw(st.integers(0, 2)) == 0:
            stage["option"] = [{"name": "all"}, {"name": "other", "attacker": draw(FORCES)}]
        stages.append(stage)
    return stages


@settings(deadline=None, max_examples=60)
@given(stages=plans(), aim=st.sampled_from(AIMS))
def test_no_policy_is_better_in_drawn_plans(stages, aim):
    assume(any(stage.get("decide") or stage.get("option") for stage in stages))
    tree = Tree(stages, aim, worth=5)
    assume(tree.size <= 150)
    found = campaign(plan_of(stages, aim=aim, worth="territory=5"))
    best = float(tree.best())
    assert final_number(found, aim.removeprefix("-")).value == pytest.approx(best, abs=1e-12)


# --- what the answer says -----------------------------------------------------------------------


def test_a_position_has_the_value_of_each_option():
    """Strike back or not: from each garrison the battle's mean swing, or nothing."""
    found = campaign(plan_of([{**LANDING, "attacker": {"inf": 3}}, BACK], aim="swing"))
    (choice,) = found.choices
    garrisons = {}
    for (units, _, end), chance in fought((("inf", 3),), (("inf", 1),), "never"):
        if end == TAKEN:
            garrisons[dict(units)["inf"]] = chance
    assert len(choice.positions) == len(garrisons) == 3
    for position in choice.positions:
        number = int(str(position.memory.facts[-1].units).split()[0])
        battle = oracle.land({"inf": 1, "arm": 1}, {"inf": number})
        assert position.options["fight"] == pytest.approx(-float(battle.mean_swing()), abs=1e-12)
        assert position.options[PASS] == 0.0
        assert position.chance == pytest.approx(float(garrisons[number]), abs=1e-14)
        assert position.chosen == ("fight" if battle.mean_swing() >= 0 else PASS)
    frame = decision_frame(found)
    assert len(frame) == 6
    assert frame["chosen"].sum() == 3
    assert set(frame["stage"]) == {"back"}


def test_what_it_is_worth_to_choose():
    """Always so, or as is best: each against the oracle's value of that policy."""
    stages = PLANS["strike back or not"]
    tree = Tree(stages, "swing")
    (choice,) = campaign(plan_of(stages, aim="swing")).choices
    for name, value in choice.always.items():
        policy = dict.fromkeys(tree.nodes, name)
        assert value == pytest.approx(float(tree.value(policy)), abs=1e-12)
    assert choice.best <= min(choice.always.values())  # the enemy's choice
    assert choice.reached == pytest.approx(choice.chance("fight") + choice.chance(PASS))


def test_the_rule_is_true_of_every_position():
    found = campaign(plan_of([{**LANDING, "attacker": {"inf": 4}}, BACK], aim="swing"))
    (choice,) = found.choices
    picks = {}
    for one in told(found, choice):
        number = int(one.text.split()[0])
        assert one.text == f"{number} inf left of 'landing', attacker"
        picks[number] = one.chosen
    most = max(number for number, chosen in picks.items() if chosen == "fight")
    assert all(chosen == ("fight" if number <= most else PASS) for number, chosen in picks.items())
    assert {"fight", PASS} == set(picks.values())
    verb = "is" if most == 1 else "are"
    rule = f"fight where at most {most} inf {verb} left of 'landing', attacker; pass otherwise"
    assert rule_text(found, choice) == rule


def test_a_rule_of_four_ranges():
    """The more is left, the more is sent, until there is too much: each position for itself."""
    found = ask_json("campaign", str(EXAMPLE.with_name("japan_decides.toml")))
    sent = {}
    for row in found["decisions"]:
        if row["stage"] == "Japan attacks":
            units, _, of = row["position"].partition(" left of ")
            assert of == "'Germany attacks', defender"
            number = sum(int(part.split()[0]) for part in units.split(", "))
            assert sent.setdefault(number, row["chosen"]) == row["chosen"]
            best = max(row["options"].values())
            assert row["options"][row["chosen"]] == pytest.approx(best, abs=1e-12)
    ranges = []
    for number in sorted(sent):
        if not ranges or sent[ranges[-1][0]] != sent[number]:
            ranges.append([number])
        ranges[-1].append(number)
    one, two, three, four = ranges
    assert one == [1, 1]
    assert [sent[numbers[0]] for numbers in ranges] == [
        *("infantry alone", "infantry and bomber", "with all", PASS)
    ]
    rule = (
        f"'infantry alone' where at most 1 unit is left of 'Germany attacks', defender;"
        f" 'infantry and bomber' at {two[0]} to {two[-1]}; 'with all' at {three[0]} to {three[-1]};"
        f" pass from {four[0]} on"
    )
    assert found["choices"][0]["rule"] == rule


def test_a_rule_of_three_ranges():
    found = ask_json("campaign", str(EXAMPLE.with_name("washingtons_war_second_activation.toml")))
    (choice,) = found["choices"]
    rule = "'after Greene' where 2 cu are left of 'Howe at Philadelphia', defender; 'against Gates'"
    assert choice["rule"] == f"{rule} otherwise"
    assert choice["positions"] == len(found["decisions"])
    for row in found["decisions"]:
        two = row["position"].startswith("american, 2 cu")
        assert row["chosen"] == ("after Greene" if two else "against Gates")
    assert len({(row["position"], row["chosen"]) for row in found["decisions"]}) > 3
    assert sum(row["chance"] for row in found["decisions"]) == pytest.approx(choice["reached"])


def test_where_one_thing_is_always_best_it_says_so():
    found = campaign(plan_of([{**LANDING, "decide": True}], aim=TAKEN))
    (choice,) = found.choices
    assert rule_text(found, choice) == "fight"
    assert [one.text for one in told(found, choice)] == ["2 inf v 1 inf"]
    found = campaign(plan_of(PLANS["strike back or not"], aim="enemy_" + TAKEN))
    assert rule_text(found, found.choices[0]) == "fight in every position that can come"


def test_equal_options_are_decided_as_they_are_named():
    twice = [{"name": "left"}, {"name": "right"}]
    found = campaign(plan_of([{**LANDING, "option": twice}]))
    assert [position.chosen for position in found.choices[0].positions] == ["left"]


def test_an_option_that_cannot_be_fought_is_not_there():
    """What is left may be nobody; then the other option is all there is."""
    options = [
        {"name": "the same men", "attacker": left("landing", "attacker")},
        {"name": "others", "attacker": {"inf": 1}},
    ]
    stages = [
        {**LANDING, "attacker": {"inf": 1}, "defender": {"inf": 2}},
        {
            "name": "next",
            "when": "not both_gone",
            "attacker": {"inf": 1},
            "defender": {"inf": 1},
            "option": options,
        },
    ]
    found = campaign(plan_of(stages, aim="swing"))
    (choice,) = found.choices
    never = found.chain.stages[1]
    ends = dict.fromkeys(("defender_holds", TAKEN), Fraction(0))
    for (_, _, end), chance in fought((("inf", 1),), (("inf", 2),), "never"):
        if end in ends:
            ends[end] += chance
    assert choice.reached == pytest.approx(float(ends[TAKEN]), abs=1e-14)
    assert never.reached == pytest.approx(float(sum(ends.values())), abs=1e-14)


def test_nothing_to_choose_at_a_stage_that_never_comes():
    sure = {"name": "a", "attacker": {"inf": 1}, "defender": {}}
    never = {**AGAIN, "defender": {"inf": 1}, "when": f"not {TAKEN}"}
    found = campaign(plan_of([sure, never]))
    assert found.choices[0].positions == ()
    assert rule_text(found, found.choices[0]) == "there is never anything to choose"


def test_a_plan_without_decisions_is_what_it_was():
    """Decisions that are forced by their worth change no number of the plan."""
    plain = [{**LANDING, "attacker": {"inf": 3, "art": 1}}, {**AGAIN, "attacker": {"arm": 3}}]
    del plain[1]["decide"]
    found = campaign(plan_of(plain))
    forced = campaign(plan_of([plain[0], {**plain[1], "decide": True}], aim=TAKEN))
    assert found.choices == ()
    assert found.aim is None
    for name, one in final_events(found).items():
        assert final_events(forced)[name].value == pytest.approx(one.value, abs=1e-14)


def test_in_a_battle_left_out_nothing_has_come_true():
    """The second wave stays at home, and so the third one comes."""
    first = {"name": "a", "attacker": {"inf": 1}, "defender": {"inf": 9}, "decide": True}
    for when, reached in ((f"not {TAKEN}", 1.0), (TAKEN, 0.0), ("defender_holds", 0.0)):
        later = {
            "name": "b",
            "when": when,
            "attacker": {"arm": 9},
            "defender": left("a", "defender"),
        }
        found = campaign(plan_of([first, later], aim="swing"))
        assert found.choices[0].chance(PASS) == 1.0
        assert found.chain.stages[1].reached == reached


def test_of_a_battle_left_out_no_group_is_left():
    """Both sides are left as they came, but what a group of them would be no battle has shown."""
    first = {"name": "a", "attacker": {"inf": 1, "ftr": 1}, "defender": {"inf": 9}, "decide": True}
    for more, reached in (({}, 1.0), ({"only": "land"}, 0.0)):
        later = {"name": "b", "attacker": left("a", "attacker", **more), "defender": {"inf": 1}}
        found = campaign(plan_of([first, later], aim="swing"))
        assert found.choices[0].chance(PASS) == 1.0
        assert found.chain.stages[1].reached == reached
    back = {"name": "b", "attacker": {"arm": 9}, "defender": left("a", "attacker")}
    found = campaign(plan_of([first, back], aim="swing"))
    assert found.choices[0].chance(PASS) == 1.0
    assert found.chain.stages[1].reached == 0.0  # he has not come


@pytest.mark.parametrize("aim", ["-enemy_defender_holds", "-enemy_both_gone"])
def test_what_was_taken_stays_the_last_word(aim):
    """The landing has taken it; how the enemy then fails to take it back is no last word."""
    stages = PLANS["strike back or not"]
    found = campaign(plan_of(stages, aim=aim))
    (choice,) = found.choices
    assert (choice.best, float(Tree(stages, aim).best())) == (0.0, 0.0)
    assert dict(choice.always) == {"fight": 0.0, PASS: 0.0}


# --- other games --------------------------------------------------------------------------------


def test_what_has_happened_counts_once():
    """Washington's War, a loss to be avoided: who has lost already may attack again for nothing."""
    general = washingtons_war_oracle.General(3, 2, "Howe")
    other = washingtons_war_oracle.General(4, 1, "Clinton")
    british = washingtons_war_oracle.Side("british", 4, general)
    again = washingtons_war_oracle.Side("british", 4, other)
    american = washingtons_war_oracle.Side("american", 3, None)
    stages = []
    losses = []
    for name, side in (("first", british), ("second", again)):
        battle = washingtons_war_oracle.Battle(side, american)
        chances = washingtons_war_oracle.outcomes(battle)
        losses.append(sum(p for outcome, p in chances.items() if outcome.end == "defender_wins"))
        stages.append(
            f'[[stage]]\nname = "{name}"\nattacker = "{text_of(side)}"\n'
            f'defender = "{text_of(american)}"\n'
        )
    text_of_plan = 'game = "ww"\naim = "defender_wins"\n' + "".join(stages) + "decide = true\n"
    found = campaign(parse_plan(text_of_plan))
    assert 0 < losses[1] < 1
    assert final_events(found)["defender_wins"].value == pytest.approx(float(losses[0]), abs=1e-12)
    (choice,) = found.choices
    assert choice.always[PASS] == pytest.approx(float(losses[0]), abs=1e-12)
    both = 1 - (1 - losses[0]) * (1 - losses[1])
    assert choice.always["fight"] == pytest.approx(float(both), abs=1e-12)
    picks = {one.text: one.chosen for one in told(found, choice)}
    so_far = {"defender wins, so far" in where: chosen for where, chosen in picks.items()}
    assert so_far == {True: "fight", False: PASS}


def test_a_sum_along_the_path_can_be_an_aim():
    """1775: of two attacks the one with the better mean is chosen, though ends do not show it."""
    forces = {"strong": "4 continental, 2 militia", "weak": "1 continental"}
    worths = {
        name: solve(parse_battle("rb", f"{force} v 2 regulars")).quantity("net_value").value
        for name, force in forces.items()
    }
    options = "".join(
        f'[[stage.option]]\nname = "{name}"\nattacker = "{force}"\n'
        for name, force in forces.items()
    )
    found = campaign(
        parse_plan(
            'game = "rb"\n[[stage]]\nname = "Boston"\ndecide = true\nattacker = "1 militia"\n'
            f'defender = "2 regulars"\n{options}'
        )
    )
    (choice,) = found.choices
    assert choice.positions[0].options == pytest.approx({**worths, PASS: 0.0})
    assert choice.positions[0].chosen == max({**worths, PASS: 0.0}, key={**worths, PASS: 0}.get)


def test_napoleonics_decides_who_charges_next():
    plan = (
        'game = "ccn"\naim = "banner_swing"\n[[stage]]\nname = "guns"\nattacker = "ART 3"\n'
        'defender = "INF 3"\ncombat = "ranged"\nrange = 2\n[[stage]]\nname = "charge"\n'
        'decide = true\nattacker = "CAV 2"\n'
        'defender = { left = "guns", side = "defender", only = "in-place" }\n'
    )
    found = campaign(parse_plan(plan))
    (choice,) = found.choices
    assert len(choice.positions) > 1
    for position in choice.positions:
        blocks = position.memory.facts[0].units
        alone = solve(parse_battle("ccn", f"CAV 2 v {blocks}")).quantity("banner_swing").value
        assert position.options["fight"] == pytest.approx(alone, abs=1e-12)
        assert position.chosen == ("fight" if alone >= -1e-12 else PASS)


# --- orders, files, the command line ------------------------------------------------------------


def test_orders_are_decided_for_what_they_are_ranked_by():
    stages = [
        {**LANDING, "name": "x", "decide": True},
        {**LANDING, "name": "y", "attacker": {"arm": 1}, "decide": True},
    ]
    for by in ("swing", TAKEN):
        ranked = orders(plan_of(stages), by=by)
        assert len(ranked) == 2
        for order in ranked:
            assert order.found.aim.name == by
            alone = campaign(
                plan_of([next(s for s in stages if s["name"] == n) for n in order.names], aim=by)
            )
            assert order.value.value == pytest.approx(final_number(alone, by).value, abs=1e-12)


@pytest.mark.parametrize("how", [{"trials": 100}, {"precision": 0.1}, {"engine": "simulate"}])
def test_decisions_are_not_simulated(how):
    with pytest.raises(OptionError, match="decisions are solved exactly"):
        campaign(plan_of(PLANS["strike back or not"]), **how)


@pytest.mark.parametrize(
    ("module", "name", "limit"),
    [
        (analysis.campaign.decisions, "MOST_BRANCHES", 2),
        (analysis.campaign.answer, "EXACT_WORK", 9.0),
    ],
)
def test_too_large_a_plan_of_decisions_is_refused(monkeypatch, module, name, limit):
    monkeypatch.setattr(module, name, limit)
    plan = plan_of([{**LANDING, "attacker": {"inf": 4}}, BACK])
    with pytest.raises(TooLargeError, match="too many to be solved exactly"):
        campaign(plan)


def test_the_answer_of_the_example():
    found = ask_json("campaign", str(EXAMPLE))
    assert found["aim"] == "net_value"
    decisions = found["decisions"]
    assert {row["stage"] for row in decisions} == {"landing", "counter-attack"}
    for row in decisions:
        assert set(row) == {"stage", "position", "options", "chosen", "chance"}
        best = max if row["stage"] == "landing" else min
        assert row["options"][row["chosen"]] == best(row["options"].values())
    value = found["final"]["quantities"]["net_value"]["value"]
    for choice in found["choices"]:
        assert choice["best"] == pytest.approx(value, abs=1e-12)
        worst = min if choice["enemy"] else max
        assert worst([*choice["always"].values(), value]) == pytest.approx(value, abs=1e-12)
    table = ask("campaign", str(EXAMPLE))
    assert (table.code, table.err) == (0, "")
    for choice in found["choices"]:
        assert choice["rule"] in " ".join(table.out.split())
    rows = ask("campaign", str(EXAMPLE), "--format", "csv").out.splitlines()
    assert sum(
        row.startswith(("landing,decision", "counter-attack,decision")) for row in rows
    ) == len(decisions)
    other = ask_json("campaign", str(EXAMPLE), "--by", TAKEN)
    assert other["aim"] == TAKEN
    assert other["final"]["events"][TAKEN]["value"] <= 1.0


def test_wrong_names_on_the_command_line():
    assert is_plain_refusal(ask("campaign", str(EXAMPLE), "--by", "glory"))
    assert is_plain_refusal(ask("campaign", str(EXAMPLE), "--trials", "100"))


HEAD = 'game = "aa"\n[[stage]]\nname = "a"\nattacker = "3 inf"\ndefender = "2 inf"\n'
OPTION = HEAD + '[[stage.option]]\nname = "x"\n'
FAULTS = [
    ("aim = 3\n" + HEAD, "'aim': it is 3; write a text"),
    ('aim = "glory"\n' + HEAD, "'aim': the plan has no event or quantity 'glory'"),
    ('aim = "enemy_territory_taken"\n' + HEAD, "'aim': the plan has no event"),
    ('aim = "complex_out"\n' + HEAD + "decide = true", "'aim': 'complex_out' has no part"),
    (HEAD + "decide = 1", "stage 1, 'decide': it is 1; write true or false"),
    (HEAD + 'decide = "yes"', "stage 1, 'decide': it is 'yes'; write true or false"),
    (HEAD + "option = 3", "stage 1, 'option': write each option as a [[stage.option]]"),
    (HEAD + "Decide = true", "stage 1, 'Decide': no such key, is decide meant? keys are name"),
    (HEAD + "[[stage.options]]", "stage 1, 'options': no such key, is option meant?"),
    ("decide = true\n" + HEAD, "'decide' belongs into a stage"),
    (HEAD + "[[option]]\nname = 'x'", "'option' belongs into a stage"),
    (HEAD.replace("game", "gmae"), "'game': it is missing; is 'gmae' meant for it?"),
    (HEAD.replace("attacker", "Atacker"), "'attacker': it is missing; is 'Atacker' meant for it?"),
    (HEAD.replace("defender", "foe"), "stage 1, 'defender': it is missing"),
    (HEAD + "option = [3]", "stage 1, option 1: write each option as a [[stage.option]]"),
    (HEAD + "[stage.option]\nname = 'x'", "stage 1, 'option': write each option as"),
    (HEAD + "[[stage.option]]", "stage 1, option 1, 'name': it is missing"),
    (HEAD + "[[stage.option]]\nnam = 'x'", "'name': it is missing; is 'nam' meant for it?"),
    (HEAD + "[[stage.option]]\nname = ''", "stage 1, option 1, 'name': it is empty"),
    (HEAD + "[[stage.option]]\nname = 'pass'", "stage 1, option 1, 'name': 'pass' is to leave"),
    (OPTION, "stage 1, 'option': one option is no choice"),
    (OPTION + "[[stage.option]]\nname = 'x'", "stage 1, option 2, 'name': two options"),
    (OPTION + "attacker = 3", "stage 1, option 1, 'attacker': it is 3; write a text"),
    (OPTION + "attacker = '1 imf'", "stage 1, option 1, 'attacker': unknown unit 'imf'"),
    (OPTION + "attacker = {left = 'a'}", "stage 1, option 1, 'attacker': 'side' is missing"),
    (OPTION + "retreat = 'soon'", "stage 1, option 1, 'retreat': "),
    (OPTION + "retreat = [1]", "stage 1, option 1, 'retreat': it is a text or a number"),
    (OPTION + "when = 'both_gone'", "stage 1, option 1, 'when': no such key; keys are name, att"),
    (OPTION + "landing = '9 inf'", "stage 1, option 1: the landing has 9 inf"),
    (OPTION + "attacker = {left = 'b', side = 'attacker'}", "'b' is no stage"),
]


@pytest.mark.parametrize(("plan", "message"), FAULTS)
def test_faults_name_the_key(tmp_path, plan, message):
    file = tmp_path / "plan.toml"
    file.write_text(plan, "utf-8")
    answer = ask("campaign", str(file), "--format", "json")
    assert is_plain_refusal(answer), answer.err
    assert message in answer.json["error"]


def test_an_option_of_the_other_side_is_refused():
    """What is left of the enemy cannot be one of our ways to attack."""
    options = [{"name": "ours"}, {"name": "theirs", "attacker": left("a", "defender")}]
    first = {"name": "a", "attacker": {"inf": 2}, "defender": {"inf": 1}}
    second = {"name": "b", "attacker": {"inf": 1}, "defender": {"inf": 1}, "option": options}
    with pytest.raises(WargameError, match="stage 2, option 2"):
        plan_of([first, second])


KEYS = st.sampled_from(
    ["decide", "option", "when", "attacker", "defender", "retreat", "enemy", "x"]
)
SIDES = st.sampled_from(
    [left("s1", "attacker"), left("s1", "defender"), left("s2", "x"), {"inf": 1}]
)
ODD = st.sampled_from(["1 inf", "", "pass", TAKEN, 1, True, [], [1], [{}], [{"name": "x"}]])
SECTIONS = st.dictionaries(KEYS, ODD, max_size=3)


def toml(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


@settings(deadline=None, max_examples=150)
@given(
    stages=st.lists(st.tuples(SIDES, SIDES, SECTIONS, st.lists(SECTIONS, max_size=2)), max_size=3),
    aim=st.sampled_from(["swing", "", "-", "x", "enemy_both_gone", "rounds", "damage"]),
)
def test_no_plan_makes_a_traceback(stages, aim):
    lines = ['game = "aa"', f"aim = {toml(aim)}"]
    for number, (attacker, defender, more, options) in enumerate(stages, start=1):
        section = {"name": f"s{number}", "attacker": attacker, "defender": defender} | more
        for role in ("attacker", "defender"):
            if section[role] == {"inf": 1}:
                section[role] = "1 inf"
        lines += ["[[stage]]", *(f"{key} = {toml(value)}" for key, value in section.items())]
        if "option" not in more:
            for at, option in enumerate(options):
                named = {"name": f"o{at}"} | option
                lines += ["[[stage.option]]", *(f"{k} = {toml(v)}" for k, v in named.items())]
    with contextlib.suppress(WargameError):
        campaign(parse_plan("\n".join(lines)))
