"""The verbs `size` and `compare` at the command line, and their charts."""

import csv
import io
import re

import oracle
import pandas as pd
import pytest
from commandline import ask, ask_json, is_plain_refusal
from matplotlib import pyplot as plt

from analysis.charts.frontier import frontier_chart
from analysis.size import size
from analysis.size.frames import frontier_frame
from analysis.size.picture import size_picture

EXACT = 1e-11
SIZED = ("size", "aa", "1 inf", "2 inf, 1 art")
PLANS = ("compare", "aa", "4 inf, 1 art v 2 inf, 1 art", "1 inf, 2 arm v 2 inf, 1 art")


def csv_rows(*arguments):
    answer = ask(*arguments, "--format", "csv")
    assert (answer.code, answer.err) == (0, "")
    return list(csv.DictReader(io.StringIO(answer.out)))


def taken(attacker, defender):
    return float(oracle.land(attacker, defender).event("territory_taken"))


# --- size -----------------------------------------------------------------------------------------


def test_the_object_of_a_size():
    found = ask_json(*SIZED, "--for", "attacker", "--event", "territory_taken", "--chance", "0.6")
    head = {"schema": 1, "game": "axis-allies", "battle": "1 inf v 2 inf, 1 art", "for": "attacker"}
    assert head.items() <= found.items()
    assert (found["method"], found["trials"], found["seed"]) == ("exact", None, None)
    assert (found["event"], found["at_least"], found["budget"]) == ("territory_taken", 0.6, None)
    assert (found["proven"], found["cost_unit"]) == (True, "IPC")
    assert [one["additions"] for one in found["ties"]] == ["2 inf, 1 art", "2 arm"]
    right = [
        taken(one, {"inf": 2, "art": 1}) for one in ({"inf": 3, "art": 1}, {"inf": 1, "arm": 2})
    ]
    assert [one["chance"] for one in found["ties"]] == pytest.approx(right, abs=EXACT)
    assert min(right) >= 0.6
    counts = {name: int(n) for n, name in (part.split() for part in found["force"].split(", "))}
    assert found["chance"] == pytest.approx(taken(counts, {"inf": 2, "art": 1}), abs=EXACT)
    assert found["chance"] >= 0.6
    assert found["cost"] == 3 * counts["inf"] + 4 * counts["art"] + 5 * counts.get("arm", 0) - 3
    steps = found["frontier"]
    assert all({"force", "cost", "chance"} <= set(step) for step in steps)
    assert steps[0]["cost"] == 0
    assert steps[0]["force"] == "1 inf"
    assert steps[-1]["force"] == found["force"]
    assert all(step["chance"] < 0.6 for step in steps[:-1])
    assert any("inf 3" in line for line in found["assumes"])


def test_what_cannot_be_had_is_null():
    found = ask_json(*SIZED, "--chance", "90 %", "--budget", "4")
    nothing = ("force", "additions", "cost", "chance", "low", "high")
    assert [found[key] for key in nothing] == [None] * 6
    assert (found["proven"], found["ties"]) == (True, [])
    chances = {n: taken({"inf": 1, **more}, {"inf": 2, "art": 1}) for n, more in CHOICES.items()}
    chances["inf"] = taken({"inf": 2}, {"inf": 2, "art": 1})
    assert found["best"]["additions"] == f"1 {max(chances, key=chances.get)}"
    answer = ask(*SIZED, "--chance", "90 %", "--budget", "4")
    assert answer.code == 0
    assert "cannot have 90 % of 'territory taken' for 4 IPC" in answer.out


CHOICES = {"inf": {}, "art": {"art": 1}}


def test_from_nothing_and_for_the_defender():
    found = ask_json("size", "aa", "none v 1 inf", "--budget", "8")
    assert (found["battle"], found["force"]) == ("none v 1 inf", found["additions"])
    found = ask_json("size", "aa", "2 inf", "none", "--for", "defender", "--chance", "0.5")
    assert found["event"] == "defender_holds"
    counts = {name: int(n) for n, name in (part.split() for part in found["force"].split(", "))}
    right = oracle.land({"inf": 2}, counts).event("defender_holds")
    assert found["chance"] == pytest.approx(float(right), abs=EXACT)


def test_ties_are_listed():
    found = ask_json("size", "rb", "2 militia v 1 regulars", "--budget", "1")
    tied = {one["force"]: one["chance"] for one in found["ties"]}
    assert found["force"] in tied
    assert len(tied) >= 2
    assert len({one["cost"] for one in found["ties"]}) == 1
    assert max(tied.values()) - min(tied.values()) < 1e-12
    answer = ask("size", "rb", "2 militia v 1 regulars", "--budget", "1")
    assert "as good, at the same cost" in answer.out


def test_the_table_says_what_is_enough():
    answer = ask(*SIZED, "--chance", "0.6")
    flat = " ".join(answer.out.split())
    assert re.search(r"The attacker needs .* more, for [0-9]+ IPC: 'territory taken' is then", flat)
    assert "proven cheapest: all that costs less was computed exactly" in flat
    answer = ask("size", "aa", "3 arm v 1 inf", "--chance", "0.9")
    assert "Nothing need be added: 'territory taken' is" in answer.out
    answer = ask(*SIZED, "--budget", "9")
    assert "The attacker does best with" in answer.out
    assert "proven best: all" in answer.out


def test_a_long_frontier_is_cut_around_the_answer():
    answer = ask("size", "aa", "none v 2 inf", "--chance", "0.5", "--budget", "60")
    assert re.search(r"\([0-9]+ more\)", answer.out)
    assert "2 inf, 1 art " in answer.out
    assert len(answer.out.splitlines()) < 50
    rows = csv_rows("size", "aa", "none v 2 inf", "--chance", "0.5", "--budget", "60")
    assert sum(row["kind"] == "frontier" for row in rows) > 30


def test_rows_of_a_size():
    rows = csv_rows(*SIZED, "--budget", "9")
    found = ask_json(*SIZED, "--budget", "9")
    answer = next(row for row in rows if row["kind"] == "answer")
    assert answer["force"] == found["force"]
    assert float(answer["chance"]) == found["chance"]
    steps = [row for row in rows if row["kind"] == "frontier"]
    assert [float(row["cost"]) for row in steps] == [step["cost"] for step in found["frontier"]]


def test_simulated_sizes_say_so():
    found = ask_json(*SIZED, "--budget", "4", "--trials", "500", "--seed", "2")
    assert (found["method"], found["trials"], found["seed"]) == ("simulated", 500, 2)
    assert found["proven"] is False
    assert found["low"] < found["chance"] < found["high"]
    answer = ask(*SIZED, "--budget", "4", "--trials", "500", "--seed", "2")
    assert "simulated, 500 battles, seed 2 for each force" in answer.out
    assert "not proven (simulated)" in answer.out


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_size_is_drawn(tmp_path, ending):
    file = tmp_path / f"size.{ending}"
    answer = ask(*SIZED, "--chance", "0.6", "--plot", str(file))
    assert answer.code == 0
    assert file.stat().st_size > 5_000


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        ((), "option", "give the chance wanted"),
        (("--chance", "0"), "option", "above 0 and at most 1"),
        (("--chance", "1.5"), "option", "above 0 and at most 1"),
        (("--chance", "nan"), "option", "above 0 and at most 1"),
        (("--chance", "likely"), "notation", "is not a number"),
        (("--budget", "-1"), "option", "a number from 0"),
        (("--budget", "inf"), "option", "a number from 0"),
        (("--budget", "ten"), "notation", "is not a number"),
        (("--budget", "9", "--event", "victory"), "option", "no event 'victory'"),
        (("--budget", "9", "--event", "defender_holds"), "option", "not defender_holds"),
        (("--budget", "9", "--units", "zeppelin"), "unknown-unit", "inf, art, arm, ftr, bmr"),
        (("--budget", "9", "--units", "inf=0"), "option", "costs nothing"),
        (("--budget", "9", "--units", "=3"), "notation", "cannot read"),
        (("--budget", "9", "--for", "me"), "option", "attacker or defender"),
        (("--budget", "9", "--plot", "size.pdf"), "option", ".png or .svg"),
        (("--budget", "9", "--sides", "2"), "option", "--sides"),
    ],
)
def test_wrong_sizes_are_refused(arguments, kind, words):
    assert is_plain_refusal(answer := ask(*SIZED, *arguments))
    assert words in answer.err
    as_json = ask(*SIZED, *arguments, "--format", "json")
    assert as_json.code == 2
    assert as_json.json["kind"] == kind


@pytest.mark.parametrize("arguments", [(), ("none",), ("--budget", "9"), ("", "none")])
def test_a_size_without_a_battle_is_refused(arguments):
    assert is_plain_refusal(ask("size", "aa", *arguments, "--chance", "0.9"))


@pytest.mark.parametrize("verb", ["size", "compare"])
def test_a_game_without_battles_names_its_deck(verb):
    answer = ask(verb, "mt", "2 regulars v 1 militia", "3 regulars v 1 militia", "--format", "json")
    assert answer.code == 2
    assert answer.json["allowed"] == ["deck"]


def test_certainty_comes_to_an_end():
    found = ask_json("size", "aa", "1 inf v 8 inf", "--chance", "1", "--units", "2 bmr, 2 ftr")
    assert (found["force"], found["proven"], found["tried"]) == (None, True, 9)


# --- compare --------------------------------------------------------------------------------------


def test_the_object_of_a_comparison():
    found = ask_json(*PLANS)
    assert (found["event"], found["for"]) == ("territory_taken", "attacker")
    first, second = found["plans"]
    assert (first["cost"], second["cost"]) == (16, 13)
    target = {"inf": 2, "art": 1}
    chances = [taken({"inf": 4, "art": 1}, target), taken({"inf": 1, "arm": 2}, target)]
    for plan, chance in zip(found["plans"], chances, strict=True):
        assert plan["chance"]["value"] == pytest.approx(chance, abs=EXACT)
        assert plan["events"]["territory_taken"] == plan["chance"]
        assert {"value", "sd", "low", "high"} == set(plan["quantities"]["swing"])
    assert found["best"] == [first["plan"]]
    assert [one["plan"] for one in found["better"]] == [first["plan"], second["plan"]]


def test_the_table_marks_the_best():
    answer = ask(*PLANS)
    assert answer.code == 0
    assert "Plan 1 is the best for 'territory taken'" in answer.out
    assert len([line for line in answer.out.splitlines() if " best " in f"{line} "]) == 2
    alike = ask("compare", "aa", "2 arm v 1 inf", "2 arm v 1 art")
    assert "Plans 1 and 2 are as good as one another" in alike.out
    unsure = ask(
        "compare", "aa", "2 arm v 1 inf", "2 arm v 1 art", "--trials", "900", "--seed", "1"
    )
    assert "too close to call" in unsure.out
    assert "± is the 95 % interval" in unsure.out


def test_settings_for_all_plans_and_for_one():
    found = ask_json(
        "compare", "aa", "3 arm v 2 inf", "3 arm v 2 inf | retreat=at 1", "--worth", "territory=3"
    )
    assert [plan["settings"] for plan in found["plans"]] == [
        {"worth": "territory=3"},
        {"retreat": "at 1", "worth": "territory=3"},
    ]
    assert found["measure"] == "net_value"


def test_rows_of_a_comparison():
    rows = csv_rows(*PLANS)
    found = ask_json(*PLANS)
    for plan in found["plans"]:
        mine = {(row["kind"], row["name"]): row for row in rows if row["plan"] == plan["plan"]}
        assert float(mine["event", "territory_taken"]["value"]) == plan["chance"]["value"]
        assert float(mine["run", "cost"]["value"]) == plan["cost"]
    better = [float(row["value"]) for row in rows if row["kind"] == "better than"]
    assert better == [one["better"]["value"] for one in found["better"]]


def test_a_comparison_is_drawn(tmp_path):
    file = tmp_path / "plans.png"
    assert ask(*PLANS, "--plot", str(file)).code == 0
    assert file.stat().st_size > 5_000


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        ((), "option"),
        (("1 inf v 1 inf",), "option"),
        (("1 inf v 1 inf", "1 inf v 1 inf"), "option"),
        (("1 inf v 1 inf", "2 inf"), "notation"),
        (("1 inf v 1 inf", "2 infx v 1 inf"), "unknown-unit"),
        (("1 inf v 1 inf", "1 aa v 1 inf"), "illegal-battle"),
        (("1 inf v 1 inf", "2 inf v 1 inf", "--event", "defender_holds"), "option"),
        (("1 inf v 1 inf", "2 inf v 1 inf", "--nothing"), "option"),
        (("1 inf v 1 inf | rounds=1", "2 inf v 1 inf", "--set", "rounds=2"), "option"),
    ],
)
def test_wrong_comparisons_are_refused(arguments, kind):
    assert is_plain_refusal(ask("compare", "aa", *arguments))
    assert ask("compare", "aa", *arguments, "--format", "json").json["kind"] == kind


# --- charts ---------------------------------------------------------------------------------------


def test_the_frontier_is_drawn_as_it_is():
    frame = frontier_frame(size("aa none v 2 inf", chance=0.6, budget=16))
    ax = frontier_chart(frame)
    steps, points, line = ax.get_lines()
    assert points.get_xdata().tolist() == frame["cost"].tolist()
    assert points.get_ydata().tolist() == frame["chance"].tolist()
    assert steps.get_ydata().tolist()[:-1] == frame["chance"].tolist()
    assert set(line.get_ydata()) == {0.6}
    words = [text.get_text() for text in ax.texts]
    enough = frame[frame["chance"] >= 0.6].iloc[0]["force"]
    assert enough in words
    assert next(t for t in ax.texts if t.get_text() == enough).get_weight() == "bold"
    assert "wanted 60.0\u00a0%" in words
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Cost (IPC)", "Chance of: territory taken")
    plt.close("all")


def test_labels_of_a_frontier_do_not_run_into_each_other():
    ax = frontier_chart(frontier_frame(size("aa none v 3 inf, 1 art", budget=40)))
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert len(boxes) > 4
    for at, one in enumerate(boxes):
        for other in boxes[:at]:
            assert not one.overlaps(other)
    plt.close("all")


def test_a_frontier_of_one_step_is_drawn():
    figure = size_picture(size("aa 3 arm v 1 inf", chance=0.9))
    (ax,) = figure.axes
    assert "3 arm" in [text.get_text() for text in ax.texts]


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [("1 inf", 3, 0.5), ("2 inf", 2, 0.6)],
        [("1 inf", 3, 0.5), ("2 inf", 6, 0.4)],
        [("1 inf", 3, 1.5)],
    ],
)
def test_what_is_no_frontier_is_refused(rows):
    with pytest.raises(ValueError, match=r"frontier|chance|no rows"):
        frontier_chart(pd.DataFrame(rows, columns=["force", "cost", "chance"]))
