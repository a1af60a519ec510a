"""The verb `sweep`, as a person or a program asks it."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commandline import ask, ask_json, is_plain_refusal
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis import odds
from analysis.cli.sweep import MOST_SHOWN
from analysis.sweep import sweep
from analysis.sweep.files import read
from analysis.sweep.journal import journal_of
from combat.games import GAMES

ROOT = Path(__file__).parent.parent
AA = ("sweep", "aa", "5 inf, 2 arm", "4 inf, 1 art")
TWO = ("--vary", "attacker.inf=1..3", "--vary", "retreat=never,after 1")


def test_a_table_says_what_was_varied_the_chance_and_what_it_costs():
    answer = ask(*AA, *TWO)
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[:2] == ["Axis & Allies 1942: 5 inf, 2 arm v 4 inf, 1 art", "6 cells; exact"]
    assert lines[3].split()[:4] == ["attacker.inf", "retreat", "territory", "taken"]
    chance = odds("aa 3 inf, 2 arm v 4 inf, 1 art").event("territory_taken").as_percent()
    assert f"{chance}" in next(line for line in lines if line.split()[:2] == ["3", "never"])
    assert "impossible" not in lines[4]
    assumed = " ".join(lines[lines.index("") + 8 :])
    assert "assumes: rules: Axis & Allies 1942" in assumed
    assert "retreat" not in assumed  # it differs from cell to cell


def test_a_simulated_table_says_how_precise_each_number_is():
    answer = ask(*AA, *TWO, "--trials", "200", "--seed", "4")
    head = "6 cells; simulated, 200 battles each, seed 4, ± is the 95 % interval"
    assert answer.out.splitlines()[1] == head
    assert answer.out.count("±") >= 1 + 6


def test_a_long_table_is_cut_and_says_so():
    answer = ask(*AA, "--vary", "attacker.inf=1..50")
    assert f"… and {50 - MOST_SHOWN} more; --format csv or --out has them all" in answer.out
    assert answer.out.count(" IPC\n") == MOST_SHOWN


def test_json_has_the_numbers_of_odds_cell_by_cell():
    document = ask_json(*AA, *TWO, "--vary", "attacker.arm=0,2", "--trials", "50", "--seed", "9")
    assert document["schema"] == 1
    assert (document["game"], document["battle"]) == ("axis-allies", "5 inf, 2 arm v 4 inf, 1 art")
    assert document["vary"] == ["attacker.inf=1..3", "retreat=never;after 1", "attacker.arm=0,2"]
    assert (document["trials"], document["seed"], document["cells"]) == (50, 9, 12)
    assert [row["cell"] for row in document["rows"]] == list(range(12))
    assert document["rows"][3]["values"] == {
        "attacker.inf": 1,
        "retreat": "after 1",
        "attacker.arm": 2,
    }
    frame = sweep("aa 5 inf, 2 arm v 4 inf, 1 art", document["vary"], trials=50, rng=9)
    for row, expected in zip(document["rows"], frame.to_dict("records"), strict=True):
        assert row["battle"] == expected["battle"]
        taken = row["events"]["territory_taken"]
        assert taken["value"] == expected["territory_taken"]
        assert (taken["low"], taken["high"]) == (
            expected["territory_taken_low"],
            expected["territory_taken_high"],
        )
        assert row["quantities"]["swing"]["value"] == expected["swing_mean"]
        assert row["quantities"]["swing"]["sd"] == expected["swing_sd"]


def test_an_exact_sweep_names_no_seed():
    document = ask_json(*AA, *TWO)
    assert (document["trials"], document["seed"]) == (None, None)
    assert document["rows"][0]["trials"] is None


def test_cells_that_cannot_be_are_in_every_form():
    words = ("sweep", "aa", "1 inf v 1 inf", "--vary", "attacker.inf=0,1")
    reason = "the rules allow no attacker.inf=0 in 1 inf v 1 inf"
    document = ask_json(*words)
    assert document["without_answer"] == 1
    assert [row["reason"] for row in document["rows"]] == [reason, None]
    assert document["rows"][0]["events"] == {}
    assert "1 without an answer" in ask(*words).out
    assert reason in ask(*words, "--format", "csv").out


def test_csv_is_one_row_a_cell():
    answer = ask(*AA, *TWO, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(answer.out)))
    assert len(rows) == 6
    assert (rows[5]["attacker.inf"], rows[5]["retreat"]) == ("3", "after 1")
    one = odds(f"aa {rows[5]['battle']}")
    assert float(rows[5]["territory_taken"]) == one.event("territory_taken").value
    assert float(rows[5]["swing_mean"]) == one.quantity("swing").value


@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
@pytest.mark.parametrize("more", [(), ("--workers", "2")])
def test_a_file_has_it_all(name, more, tmp_path):
    file = tmp_path / name
    answer = ask(*AA, "--vary", "attacker.inf=1..50", "--out", str(file), *more)
    assert answer.code == 0
    assert f"all 50 cells are in {file}" in answer.out
    frame = read(file)
    assert frame["attacker.inf"].tolist() == list(range(1, 51))
    assert frame.attrs["game"] == "axis-allies"


def test_shared_options_are_those_of_the_battle():
    document = ask_json(*AA, *TWO, "--set", "rounds=1", "--losses", "arm inf")
    assert document["settings"] == {"losses": "arm inf", "rounds": "1"}
    assert document["rows"][0]["battle"].endswith("| losses=arm inf | rounds=1")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("ww", ("british, 5 cu, gen 1/1", "american, 5 cu", "--vary", "attacker.cu=1..5")),
        ("rb", ("3 continental, 2 militia v 2 regulars", "--vary", "attacker.militia=0..3")),
        (
            "ccn",
            (
                "INF 4",
                "INF 3",
                "--vary",
                "attacker.blocks=1..4",
                "--vary",
                "range=2,3",
                "--set",
                "combat=ranged",
            ),
        ),
        ("aa", ("2 bmr", "1 aa", "--vary", "raid=5,10", "--vary", "damage=0..4..2")),
    ],
)
def test_every_game_is_swept(game, words):
    document = ask_json("sweep", game, *words)
    assert any(row["events"] for row in document["rows"])
    for row in document["rows"]:
        if row["battle"]:
            outcomes = odds(f"{game} {row['battle']}")
            for name, number in row["events"].items():
                assert number["value"] == outcomes.event(name).value


REFUSED = [
    ((*AA,), "say what"),
    ((*AA, "--vary", "attacker.inf"), "cannot read what to vary"),
    ((*AA, "--vary", "attacker.infx=1..3"), "did you mean inf"),
    ((*AA, "--vary", "retreat=never,bset"), "retreat=bset"),
    ((*AA, *TWO, "--workers", "0"), "0 workers"),
    ((*AA, *TWO, "--workers", "x"), "--workers 'x' is not a whole number"),
    ((*AA, *TWO, "--workers", "2", "--cluster", "tcp://127.0.0.1:1"), "name one"),
    ((*AA, *TWO, "--cluster", "tcp://127.0.0.1:1"), "no cluster answers"),
    ((*AA, *TWO, "--out", "a.txt"), "ends in .parquet or .csv"),
    ((*AA, *TWO, "--out", "no/such/folder/a.csv"), "no folder"),
    ((*AA, *TWO, "--event", "victory"), "no event 'victory'"),
    ((*AA, *TWO, "--engine", "guess"), "engine 'guess'"),
    ((*AA, *TWO, "--seed", "-1"), "the seed -1"),
    ((*AA, *TWO, "--plot", "a.pdf"), "ends in .png or .svg"),
    (("sweep", "mt", "1 x v 1 y", *TWO), "has no battles"),
    (("sweep", "aa", *TWO), "no battle"),
    ((*AA, "--vary", "attacker.inf=1..9", "--vary", "rounds=1..9", "--vary",
      "attacker.arm=1..9", "--plot", "a.png"), "9 maps"),
    ((*AA, "--vary", "attacker.inf=1..9", "--vary", "attacker=1 inf;2 inf;3 inf;4 inf;5 inf;6 inf;"
      "7 inf;8 inf", "--plot", "a.png"), "8 lines"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_what_cannot_be_is_one_plain_line(words, said):
    answer = ask(*words)
    assert is_plain_refusal(answer)
    assert said in answer.err
    document = ask(*words, "--format", "json").json
    assert said in document["error"]
    assert set(document) == {"error", "kind", "given", "allowed"}


@settings(max_examples=40)
@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
        | st.sampled_from(("attacker.inf=1..2", "defender=1 inf;2 inf", "rounds=1", "losses=x")),
        max_size=3,
    ),
    st.sampled_from(("table", "json", "csv")),
)
def test_no_text_makes_a_traceback(vary, form):
    options = [f"--vary={text}" for text in vary]
    answer = ask("sweep", "aa", "1 inf", "1 inf", *options, "--trials", "3", "--format", form)
    assert answer.code in (0, 2)
    if answer.code == 2:
        assert is_plain_refusal(answer)


@pytest.mark.parametrize(
    ("vary", "suffix"),
    [
        (("attacker.inf=1..4", "defender.inf=1..4"), "png"),
        (("attacker.inf=0..4", "retreat=never,after 1", "defender.inf=1..4"), "svg"),
        (("attacker.inf=1..4",), "png"),
        (("retreat=never,after 1", "attacker.inf=1..4"), "png"),
        (("retreat=never,after 1",), "svg"),
        (("retreat=never,after 1", "losses=inf arm,arm inf"), "png"),
        (("attacker.inf=3",), "png"),
    ],
)
@pytest.mark.parametrize("trials", [(), ("--trials", "40", "--seed", "1")])
def test_a_picture_is_drawn(vary, suffix, trials, tmp_path):
    file = tmp_path / f"a.{suffix}"
    words = [word for text in vary for word in ("--vary", text)]
    answer = ask(*AA, *words, *trials, "--plot", str(file))
    assert (answer.code, answer.err) == (0, "")
    assert file.stat().st_size > 5_000


def program(*words, **options):
    return subprocess.Popen(
        [sys.executable, "-c", "from reports.cli import main; main()", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        **options,
    )


MANY = (
    *("sweep", "aa", "5 inf, 2 arm v 4 inf, 1 art, 1 aa", "--trials", "50000", "--seed", "3"),
    *("--vary", "attacker.inf=1..10", "--vary", "defender.inf=1..6"),
)


@pytest.mark.parametrize("more", [(), ("--workers", "2")])
@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_sweep_says_how_to_go_on_and_goes_on(more, blow, tmp_path):
    file = tmp_path / "a.csv"
    with program(*MANY, *more, "--out", str(file)) as asked:
        for _ in range(600):
            if journal_of(file).exists() and journal_of(file).read_bytes().count(b"\n") > 3:
                break
            time.sleep(0.05)
        os.kill(asked.pid, blow)
        written, said = asked.communicate(timeout=60)
    assert written == ""
    if blow == signal.SIGINT:
        assert asked.returncode == 130
        kept = int(said.split()[1])
        assert said == (
            f"interrupted: {kept} of 60 cells are in {journal_of(file)};"
            " the same command again goes on from there\n"
        )
    assert not file.exists()
    answer = ask(*MANY, "--out", str(file))
    assert answer.code == 0
    assert answer.err.startswith("going on: ")
    assert answer.err.endswith(f" of 60 cells are in {journal_of(file)}\n")
    if blow == signal.SIGINT:
        assert answer.err.split()[2] == str(kept)
    frame = sweep(MANY[1] + " " + MANY[2], MANY[8::2], trials=50_000, rng=3)
    assert read(file).equals(frame)


@pytest.mark.parametrize("more", [(), ("--workers", "2")])
def test_a_sweep_that_is_told_to_end_ends_as_if_interrupted(more, tmp_path):
    file = tmp_path / "a.csv"
    with program(*MANY, *more, "--out", str(file)) as asked:
        for _ in range(600):
            if journal_of(file).exists() and journal_of(file).read_bytes().count(b"\n") > 3:
                break
            time.sleep(0.05)
        os.kill(asked.pid, signal.SIGTERM)
        written, said = asked.communicate(timeout=60)
    assert (asked.returncode, written) == (130, "")
    assert said.startswith("interrupted: ")
    assert said.endswith(
        f" of 60 cells are in {journal_of(file)}; the same command again goes on from there\n"
    )
    assert said.count("\n") == 1


@pytest.mark.parametrize("later", [0.1, 0.4, 0.6])
def test_processes_that_are_just_starting_do_not_speak_of_an_interruption(later, tmp_path):
    """Ctrl-C at a terminal reaches them as well, while they load what they need."""
    file = tmp_path / "a.csv"
    words = [*MANY, "--workers", "2", "--out", str(file)]
    with program(*words, start_new_session=True) as asked:
        while not journal_of(file).exists():
            time.sleep(0.01)
        time.sleep(later)
        os.killpg(asked.pid, signal.SIGINT)
        written, said = asked.communicate(timeout=60)
    assert (asked.returncode, written) == (130, "")
    assert said.startswith("interrupted: ")
    assert said.count("\n") == 1


def test_without_a_file_an_interruption_says_what_would_have_helped():
    with program(*MANY, "--precision", "0.0002") as wrong:
        assert wrong.wait(60) == 2
    words = [word if word != "50000" else "5000000" for word in MANY]
    with program(*words) as asked:
        time.sleep(3)
        os.kill(asked.pid, signal.SIGINT)
        written, said = asked.communicate(timeout=60)
    assert (asked.returncode, written) == (130, "")
    assert said == "interrupted; with --out FILE what is answered would be kept\n"


def test_another_sweep_is_refused_until_restarted(tmp_path):
    file = tmp_path / "a.csv"
    journal_of(file).write_bytes(b"not a journal\n")
    words = (*AA, *TWO, "--out", str(file))
    refused = ask(*words)
    assert is_plain_refusal(refused)
    assert "--restart throws it away" in refused.err
    assert ask(*words, "--restart").code == 0
    assert not journal_of(file).exists()


def test_a_long_sweep_says_how_far_it_is_where_there_is_no_terminal(monkeypatch):
    monkeypatch.setattr("analysis.cli.sweep_progress.SPEAKING", 0.0)
    answer = ask(*AA, "--vary", "attacker.inf=1..30")
    assert answer.code == 0
    lines = answer.err.splitlines()
    assert lines[-1] == "30 of 30 cells after 0 s"
    done = [int(line.split()[0]) for line in lines]
    assert done == sorted(set(done))


def test_help_shows_how():
    answer = ask("sweep", "--help")
    assert answer.code == 0
    for word in ("--vary", "--workers", "--cluster", "--out", "--restart", "attacker.inf=1..10"):
        assert word in answer.out


def test_the_games_that_are_swept_are_all():
    assert len(GAMES) == 4
    assert json.dumps(list(GAMES))
