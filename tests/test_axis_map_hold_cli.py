"""The verbs `hold` and `dead-zones` at the command line, and their charts."""

import csv
import io

import pandas as pd
import pytest
from commandline import ask, ask_json, is_plain_refusal
from matplotlib import pyplot as plt

from analysis.charts.hold import garrison_chart, hold_chart
from analysis.hold import garrison_frame, held_frame, hold_picture
from analysis.sheets import sheet_frame
from combat.axis_allies.hold.hold import hold, holding
from combat.axis_allies.map.position_file import starting_position

KARELIA = ("hold", "aa", "--power", "Germany", "--target", "Karelia", "--with", "5 inf, 2 arm")


@pytest.fixture(scope="module")
def answer():
    return hold(starting_position(), power="Germany", target="Karelia", force="5 inf, 2 arm")


def test_the_table_says_what_the_question_answers():
    found = holding(starting_position(), power="Germany", target="Karelia", force="5 inf, 2 arm")
    text = ask(*KARELIA)
    assert (text.code, text.err) == (0, "")
    assert f"chance to take it with 5 inf, 2 arm: {100 * found.taken:.1f} %" in text.out
    assert "enemies always attack: of all cases in which you have it" in text.out
    assert "starting units rest on one source" in " ".join(text.out.split())


def test_the_object_has_chances_and_tables():
    found = ask_json(*KARELIA)
    assert found["question"] == "hold"
    assert found["target"] == "Karelia S.S.R."
    rows = found["always"]
    assert [row["power"] for row in rows] == ["United Kingdom", "Soviet Union"]
    assert rows[-1]["held"]["value"] == pytest.approx(found["chance_held_always"])
    garrisons = found["garrisons"]
    assert sum(row["chance"]["value"] for row in garrisons) == pytest.approx(1.0)
    mean = sum(row["chance"]["value"] * row["always"]["value"] for row in garrisons)
    assert mean == pytest.approx(found["chance_held_always"])
    assert found["net"][-1]["ipc"]["value"] == pytest.approx(
        sum(row["ipc"]["value"] for row in found["net"][:-1])
    )


def test_settings_of_the_attack_count():
    never = ask_json(*KARELIA)["chance_taken"]
    after = ask_json(*KARELIA, "--retreat", "after 1")["chance_taken"]
    assert after < never


def test_rows_for_a_spreadsheet():
    text = ask(*KARELIA, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(text.out)))
    assert {"if_it_pays", "always", "garrisons", "moves", "worth", "net"} <= {
        row["sheet"] for row in rows
    }


def test_dead_zones():
    found = ask_json("dead-zones", "aa", "--power", "Germany")
    assert found["zones"] == [row["place"] for row in found["dead"]]
    for row in found["dead"]:
        assert min(row["taken"]["value"], row["back"]["value"]) > 0.5
    for row in found["others"]:
        assert min(row["taken"]["value"], row["back"]["value"]) <= 0.5
    few = ask_json("dead-zones", "aa", "--power", "Germany", "--chance", "90 %")
    assert set(few["zones"]) < set(found["zones"])


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (("--target", "Karelia", "--with", "50 inf"), "cannot get to Karelia"),
        (("--target", "Karelia", "--with", "2 ftr"), "AA-07"),
        (("--target", "Karelia", "--reinforce", "2 inf"), "everything"),
        (("--target", "Karelia", "--reinforce", "1 ftr from Norway"), "AA-44"),
        (("--target", "Karelia", "--mobilise", "1 inf"), "AA-43"),
        (("--target", "Karelia", "--turns", "0"), "1 to 50"),
        (("--target", "Karelia", "--worth", "moon=3"), "unknown key"),
        (("--target", "sz 5"), "sea zone"),
        (("--target", "Berlin", "--with", "1 inf"), "already"),
        (("--target", "Hawaii"), "nothing that Germany has"),
        (("--target", "Atlantis"), "is not known"),
        (("--target", "Karelia", "--plot", "x.doc"), "--plot"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(more, what):
    found = ask("hold", "aa", "--power", "Germany", *more)
    assert is_plain_refusal(found), found
    assert what in found.err


def test_charts_draw_what_the_frames_say(answer, tmp_path):
    held, sizes = held_frame(answer), garrison_frame(answer)
    always = sheet_frame(answer, "always")
    drawn = hold_chart(held)
    paying, line = drawn.get_lines()[:2]
    assert list(line.get_ydata()) == [1.0, *always["held"]]
    assert list(paying.get_xdata()) == [0, 1, 2]
    assert [text.get_text() for text in drawn.get_xticklabels()] == [
        "your\nown",
        "United\nKingdom",
        "Soviet\nUnion",
    ]
    bars = garrison_chart(sizes)
    assert [bar.get_height() for bar in bars.patches] == pytest.approx(list(sizes["chance"]))
    assert sizes["chance"].sum() == pytest.approx(1.0)
    mean = (sizes["chance"] * sizes["held"]).sum()
    assert mean == pytest.approx(always["held"].iloc[-1])
    plt.close("all")
    assert len(hold_picture(answer).axes) == 2
    file = tmp_path / "hold.png"
    assert ask(*KARELIA, "--plot", str(file)).code == 0
    assert file.stat().st_size > 10_000


def test_charts_refuse_what_they_cannot_draw():
    with pytest.raises(ValueError, match="lacks the columns"):
        hold_chart(pd.DataFrame({"attacks": ["a"]}))
    rows = [{"attacks": way, "after": "x", "held": 1.0} for way in "abc"]
    with pytest.raises(ValueError, match="at most 2"):
        hold_chart(pd.DataFrame(rows))
    with pytest.raises(ValueError, match="chances from 0 to 1"):
        garrison_chart(pd.DataFrame({"units": [1], "chance": [50.0], "held": [1.0]}))


@pytest.mark.parametrize(
    "question",
    [
        ("hold", "--target", "Karelia"),
        ("buy", "--place", "Western Europe", "--chance", "0.5"),
        ("dead-zones", "--place", "Egypt"),
        ("raids", "--target", "Caucasus", "--bombers", "1"),
    ],
    ids=lambda question: question[0],
)
def test_without_a_power_it_is_whose_turn_it_is(question):
    verb, *options = question
    asked = (verb, "aa", "--edit", "turn: Germany", *options)
    mine = ask_json(*asked)
    assert mine == ask_json(*asked, "--power", "Germany")
    assert "Germany" in ask(*asked).out
