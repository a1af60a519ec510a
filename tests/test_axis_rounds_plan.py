"""Plans of simulated rounds: texts that read back, what is refused, and what the answer says."""

import re
from pathlib import Path

import pandas as pd
import pytest
from commandline import ask, ask_json, is_plain_refusal
from matplotlib import pyplot as plt

from analysis.charts.rounds_of_war import cities_chart, holders_chart, income_chart
from analysis.rounds_of_war import cities_frame, holders_frame, income_frame, rounds_picture
from analysis.sheets import sheet_frame
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.rounds.answer import rounds, rounds_answer
from combat.axis_allies.rounds.plan import load_plan, read_plan, usual_plan
from combat.axis_allies.rounds.policies import Aim, Buying, Garrison, Move
from combat.axis_allies.rounds.simulate import simulate
from combat.errors import WargameError

EXAMPLE = "docs/examples/rounds/axis_allies.toml"
START = starting_position()
TRIALS = 40


@pytest.fixture(scope="module")
def found():
    return simulate(START, usual_plan(START), trials=TRIALS, rng=6)


@pytest.fixture(scope="module")
def answer(found):
    return rounds_answer(found)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("karelia", Aim("Karelia S.S.R.", 0.75, "enough")),
        ("karelia>=60%", Aim("Karelia S.S.R.", 0.6, "enough")),
        ("sz 5 ≥ 0.5 send all", Aim("sz 5", 0.5, "all")),
        ("Best at 0.9", Aim("", 0.9, "enough")),
        ("best", Aim()),
    ],
)
def test_aims_are_read_and_read_back(text, read):
    assert Aim.parse(text, START.board) == read
    assert Aim.parse(str(read), START.board) == read


@pytest.mark.parametrize("text", ["3 inf, 1 tank, then inf", "nothing", "then bomber", "2 tr"])
def test_purchases_read_back(text):
    read = Buying.parse(text, START.table)
    assert Buying.parse(str(read), START.table) == read


def test_other_policies_read_back():
    move = Move.parse("germany → ukraine keep 3", START.board)
    assert move == Move("Germany", "Ukraine S.S.R.", 3)
    assert Move.parse(str(move), START.board) == move
    garrison = Garrison.parse("Berlin 4", START.board)
    assert garrison == Garrison("Germany", 4)
    assert Garrison.parse(str(garrison), START.board) == garrison


def test_a_plan_reads_back_and_what_it_leaves_out_is_the_usual():
    plan = read_plan(Path(EXAMPLE).read_text("utf-8"), START)
    assert read_plan(str(plan), START) == plan
    assert read_plan(str(usual_plan(START)), START) == usual_plan(START)
    assert plan["Japan"] == usual_plan(START)["Japan"]
    assert [aim.place for aim in plan["Germany"].attack] == ["Karelia S.S.R.", "Anglo Egypt", ""]
    assert str(plan["Germany"].retreat) == "at 2"
    assert plan["Soviet Union"].moves == usual_plan(START)["Soviet Union"].moves


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[power.Italy]\nattack = []", "Italy"),
        ("[power.Germany]\natack = []", "attack"),
        ('[power.Germany]\nattack = ["Atlantis"]', "Atlantis"),
        ('[power.Germany]\nattack = ["Karelia >= 2"]', "0 to 1"),
        ('[power.Germany]\nattack = ["Karelia send some"]', "send all"),
        ('[power.Germany]\nattack = ["Karelia", "Karelia >= 0.5"]', "twice"),
        ('[power.Germany]\nattack = ["Turkey"]', "neutral"),
        ('[power.Germany]\nretreat = "soon"', "after N"),
        ('[power.Germany]\ngarrison = ["Berlin"]', "Western Europe 2"),
        ('[power.Germany]\ngarrison = ["sz 5 2"]', "sea zone"),
        ('[power.Germany]\nmoves = ["Berlin to Paris"]', "->"),
        ('[power.Germany]\nmoves = ["Berlin -> Berlin"]', "no move"),
        ('[power.Germany]\nbuy = "3 zeppelins"', "zeppelins"),
        ('[power.Germany]\nbuy = "then 3 inf"', "then inf"),
        ('[power.Germany]\nbuy = "damaged-bb"', "damaged-bb"),
        ('[power.Germany]\nrepair = "some"', "all or none"),
        ("[power.Germany]\nplace = 3", "list"),
        ("[power.Germany]\nbuy = 3", "text"),
        ("[power.ge]\n[power.Germany]", "already"),
        ("[powers.Germany]", "power"),
        ("power = 3", "[power.NAME]"),
        ("attack = ", "TOML"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text, names):
    with pytest.raises(WargameError) as error:
        read_plan(text, START)
    assert names in str(error.value)
    assert "\n" not in str(error.value)


def test_tables_are_what_the_trials_say(found, answer):
    powers = sheet_frame(answer, "powers").set_index("power")
    germany = found.layout.power("Germany")
    incomes = found.income[:, 0, germany]
    assert powers.loc["Germany", "income"] == pytest.approx(incomes.mean())
    assert sorted(incomes)[2 - 1] == powers.loc["Germany", "least"]  # 5 % of 40 trials
    assert powers.loc["Germany", "units"] == pytest.approx(found.worth[:, 0, germany].mean())
    hands = sheet_frame(answer, "territories")
    assert hands.groupby("territory")["chance"].sum().to_list() == pytest.approx(
        [1.0] * hands["territory"].nunique()
    )
    row = hands[(hands["territory"] == "Karelia S.S.R.") & (hands["holder"] == "Germany")]
    karelia = found.owners[:, 0, found.layout.at["Karelia S.S.R."]] == germany
    assert row["chance"].iloc[0] == pytest.approx(karelia.mean())
    cities = sheet_frame(answer, "city_counts")
    axis = cities[cities["side"] == "Axis"]
    assert axis["chance"].sum() == pytest.approx(1.0)
    mean = (axis["cities"] * axis["chance"]).sum()
    assert mean == pytest.approx(found.cities[:, 0, 0].mean())
    assert (sheet_frame(answer, "cities")["won"] == 0.0).all()


def test_attacks_tell_how_often_and_how_well(found, answer):
    rows = sheet_frame(answer, "attacks")
    assert ((rows["made"] > 0) & (rows["made"] <= 1)).all()
    assert ((rows["chance"] >= 0.75 - 1e-9) & (rows["chance"] <= 1)).all()
    first = rows[(rows["power"] == "Soviet Union") & (rows["target"] == "West Russia")].iloc[0]
    key = (0, found.layout.power("Soviet Union"), found.layout.at["West Russia"])
    assert first["won"] == pytest.approx(found.attacks[key].won / TRIALS)


def test_the_command_line_prints_tables_and_an_object():
    arguments = ("rounds", "aa", "--trials", "20", "--seed", "4")
    text = ask(*arguments)
    assert (text.code, text.err) == (0, "")
    assert "simulated, 20 trials, seed 4" in text.out
    assert "attacks that the plan makes" in text.out
    assert "starting units rest on one source" in " ".join(text.out.split())
    document = ask_json(*arguments)
    assert document["question"] == "rounds"
    assert (document["trials"], document["seed"], document["victory"]) == (20, 4, 9)
    assert read_plan(document["plan"], START) == usual_plan(START)
    assert document == ask_json(*arguments)
    rows = ask(*arguments, "--format", "csv").out.splitlines()
    assert rows[0] == "sheet,row,column,value,low,high"


def test_a_plan_file_a_position_and_edits_count(tmp_path):
    position = tmp_path / "position.toml"
    position.write_text("[cash]\nGermany = 7\n", "utf-8")
    document = ask_json(
        *("rounds", "aa", EXAMPLE, "--position", str(position), "--edit", "turn: Germany"),
        *("--trials", "10", "--seed", "4"),
    )
    balance = {row["power"]: row for row in document["balance"]}
    assert balance["Germany"]["spent"]["value"] == 5  # a tank: 2 IPC are left
    assert balance["Soviet Union"]["spent"]["value"] == 0
    assert "Karelia S.S.R. >= 0.75" in document["policies"][1]["attacks"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("rounds", "aa", "no-such-plan.toml"),
        ("rounds", "aa", "--rounds", "0"),
        ("rounds", "aa", "--rounds", "21"),
        ("rounds", "aa", "--trials", "0"),
        ("rounds", "aa", "--seed", "-1"),
        ("rounds", "aa", "--edit", "Atlantis: 2 inf"),
        ("rounds", "ww"),
    ],
)
def test_what_cannot_be_asked_is_refused_plainly(arguments):
    assert is_plain_refusal(ask(*arguments))


def test_the_python_question_reads_a_plan_file():
    assert rounds(START, plan=EXAMPLE, trials=5, rng=1).more["plan"].startswith('[power."Soviet')


def test_charts_draw_the_frames(answer):
    income, holders, cities = income_frame(answer), holders_frame(answer), cities_frame(answer)
    drawn = income_chart(income)
    assert len(drawn.get_lines()) == income["power"].nunique()
    plt.close(drawn.figure)
    drawn = holders_chart(holders, powers=START.board.order)
    assert [label.get_text() for label in drawn.get_yticklabels()] == list(
        holders["territory"].unique()
    )
    plt.close(drawn.figure)
    drawn = cities_chart(cities, victory=9)
    heights = [bar.get_height() for bar in drawn.patches]
    assert sum(heights) == pytest.approx(2.0)
    plt.close(drawn.figure)
    assert len(rounds_picture(answer).axes) == 3


@pytest.mark.parametrize("chart", [income_chart, holders_chart, cities_chart])
def test_charts_refuse_frames_that_lack_columns(chart):
    with pytest.raises(ValueError, match="lacks the columns"):
        chart(pd.DataFrame({"round": [1]}))


UNREAD = [  # what a section says, words of the error
    *(
        (f'attack = ["Karelia {rest}"]', "cannot read the chance in 'Karelia ")
        for rest in ("> 0.5", "<= 0.5", ">= -1", ">= nan", ">= 0,5", "at much", "send all >= 0.5")
    ),
    ("attack = 3", r'attack is a list of texts, as in \["Karelia >= 0.75", "best"\], not 3'),
    ("place = 3", r'place is a list of texts, as in \["Germany"\], not 3'),
    ('moves = ["Germany -> Japan"]', "no way by land leads from Germany to Japan"),
    ('place = ["Norway"]', "Norway has no industrial complex"),
    ('place = ["sz 64"]', "sz 64 lies next to no industrial complex"),
]


@pytest.mark.parametrize(("line", "words"), UNREAD, ids=[line for line, _ in UNREAD])
def test_a_line_that_cannot_be_read_or_never_happens_is_told_once(tmp_path, line, words):
    """With the file and its section, each once, and no other game's places."""
    file = tmp_path / "mine.toml"
    file.write_text(f"[power.Germany]\n{line}\n", "utf-8")
    with pytest.raises(ValueError, match=words) as caught:
        load_plan(file, starting_position())
    told = str(caught.value)
    assert told.count("[power.Germany]") == 1
    assert told.count("mine.toml") == 1
    assert "Boston" not in told


def test_what_can_happen_is_taken():
    """A capital that may be lost, a sea zone next to a complex, a long way by land."""
    text = (
        '[power.Germany]\nattack = ["Germany >= 0.5"]\nplace = ["sz 5", "Caucasus"]\n'
        'moves = ["Germany -> India"]'
    )
    plan = read_plan(text, starting_position())
    assert plan["Germany"].place == ("sz 5", "Caucasus")


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        (b"[power.Germany]\nmoves = " + b"[" * 20_000, "its lists are too deep"),
        (b"round = " + b"9" * 6_000, "is not TOML: Exceeds the limit"),
        (b"[power.Germany]\nbuy = 'f\xf6n'", "is not UTF-8 text .byte 25.; save it as 'UTF-8'"),
        (b"[power.Germany", "is not TOML"),
    ],
)
def test_what_is_no_plan_is_one_plain_line(tmp_path, contents, words):
    file = tmp_path / "mine.toml"
    file.write_bytes(contents)
    answer = ask("rounds", "aa", str(file), "--trials", "1")
    assert is_plain_refusal(answer)
    assert re.search(words, answer.err)
    assert "mine.toml" in answer.err


def test_a_plan_with_a_mark_at_its_start_is_read(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[power.Germany]\r\nbuy = "3 inf"\r\n', "utf-8-sig")
    assert str(load_plan(file, starting_position())["Germany"].buy) == "3 inf"


def test_the_usual_plan_reads_back_where_a_complex_is_gone():
    start = edited(starting_position(), "Caucasus: - 1 ic")
    assert read_plan(str(usual_plan(start)), start) == usual_plan(start)


def test_who_has_won_is_said_with_its_precision_and_whether_it_was_won_before():
    """Nine cities win: the Axis has six of twelve, and takes three more by edits."""
    taken = [f"{city}: Germany 1 arm" for city in ("Leningrad", "Moscow", "London")]
    lines = rounds(edited(START, *taken), trials=5, rng=1).lines
    assert lines[0] == (
        "the Axis hold 9 victory cities at the start, and 9 win: this war is over before the first"
        " die"
    )
    near = edited(START, *taken[:2], "London: 1 inf", "Germany: 9 inf")
    (line,) = rounds(near, rounds=2, trials=200, rng=3).lines
    assert re.search(r"the war is won by the (Axis|Allies): .*±.* %", line)
    assert "the war is over" not in line
    (nobody,) = rounds(START, trials=5, rng=1).lines
    assert nobody.endswith("nobody has the 9 that win in any trial")
