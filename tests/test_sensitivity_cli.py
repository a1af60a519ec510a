"""The verb `sensitivity` from outside, as its contract has it."""

import csv
import io
import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest
from commandline import ask, ask_json, is_plain_refusal

from analysis.cli.sensitivity import HEAD
from analysis.sensitivity import sensitivity
from analysis.sensitivity.parts import MOST_SHOWN
from combat import __version__
from combat.games import GAMES, parse_battle

BATTLE = "3 inf, 2 arm v 4 inf, 1 art"
OF_VERDICT = {"verdict", "aim", "threshold", "flip", "flips", "flips_complete"}
KEYS = {"schema", "version", "game", "battle", "settings", "method", "trials", "seed", "assumes"}
KEYS |= {"event", "now", "cost_unit", "changes", "left_out", "impossible"} | OF_VERDICT
KEYS |= {"free_flips"}
ROW = {"side", "change", "what", "step", "value", "low", "high", "effect", "effect_low"}
ROW |= {"effect_high", "helps", "cost", "verdict", "exact"}
EXAMPLES = [(game.aliases[0], sides) for game in GAMES.values() for sides in game.examples[:1]]


@pytest.mark.parametrize(("game", "sides"), EXAMPLES)
def test_json_is_one_object_with_every_change(game, sides):
    found = ask_json("sensitivity", game, *sides)
    assert set(found) == KEYS
    battle = parse_battle(game, *sides)
    wanted = sensitivity(battle)
    assert (found["version"], found["game"]) == (__version__, battle.game.name)
    assert (found["battle"], found["event"]) == (battle.sides, battle.main_event)
    assert (found["method"], found["trials"], found["seed"]) == ("exact", None, None)
    assert found["now"]["value"] == wanted.now.value
    assert (found["verdict"], found["aim"]) == (wanted.verdict, str(wanted.aim))
    assert found["left_out"] == found["impossible"] == []
    assert len(found["changes"]) == len(wanted)
    for row, one in zip(found["changes"], wanted.effects, strict=True):
        assert set(row) == ROW
        assert (row["side"], row["change"], row["verdict"]) == (one.side, one.text, one.verdict)
        assert row["low"] == row["value"] == row["high"] == one.value.value
        assert row["effect_low"] == row["effect"] == row["effect_high"] == one.effect.value
        assert row["exact"] is True
    flips = [(flip["side"], flip["change"]) for flip in found["flips"]]
    assert flips == [(flip.side, flip.change) for flip in wanted.flips]
    assert found["flip"] == (found["flips"][0] if flips else None)
    assert found["flips_complete"] is True


def test_json_of_a_quantity_names_it():
    found = ask_json("sensitivity", "aa", BATTLE, "--event", "net_value")
    assert set(found) == KEYS - {"event"} | {"quantity"}
    assert (found["quantity"], found["threshold"], found["cost_unit"]) == ("net_value", 0.0, "IPC")


def test_the_aim_and_settings_are_heard():
    how = ("--aim", "territory_taken >= 40%", "--retreat", "at 1", "--set", "dice=low-luck")
    found = ask_json("sensitivity", "aa", BATTLE, *how, "--worth", "territory=8")
    assert (found["aim"], found["threshold"]) == ("territory_taken >= 0.4", 0.4)
    assert found["settings"] == {"worth": "territory=8", "dice": "low-luck", "retreat": "at 1"}
    told = {row["change"] for row in found["changes"]}
    assert {"retreat = never", "dice = standard"} <= told
    assert not {"retreat = at 1", "dice = low-luck"} & told


def test_csv_has_a_row_a_change():
    answer = ask("sensitivity", "aa", BATTLE, "--format", "csv")
    assert (answer.code, answer.err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(answer.out)))
    wanted = sensitivity(f"aa {BATTLE}")
    assert tuple(rows[0]) == HEAD
    assert [row["change"] for row in rows] == [one.text for one in wanted.effects]
    assert [float(row["effect"]) for row in rows] == [one.effect.value for one in wanted.effects]


def test_the_table_tells_now_the_flip_and_the_greatest():
    answer = ask("sensitivity", "aa", BATTLE)
    assert (answer.code, answer.err) == (0, "")
    words = " ".join(answer.out.split())
    assert "now the chance of 'territory taken' is 52.6 %; the verdict is HOLD" in words
    assert "turns the verdict over: defender -1 inf (costs 3 IPC), then attack" in words
    wanted = sensitivity(f"aa {BATTLE}")
    shown = [line for line in answer.out.splitlines() if re.match(r"(attacker|defender) ", line)]
    assert len(shown) == MOST_SHOWN
    for line, one in zip(shown, wanted.effects, strict=False):
        assert line.startswith(f"{one.side} {one.text} ")
        assert f"{100 * one.effect.value:+.1f}" in line
    rest = wanted.effects[MOST_SHOWN:]
    idle = sum(one.effect.value == 0 for one in rest)
    assert f"{len(rest)} more, {idle} of them without any effect; --all shows them" in words


def test_all_shows_all_and_what_does_nothing():
    answer = ask("sensitivity", "aa", BATTLE, "--all")
    wanted = sensitivity(f"aa {BATTLE}")
    for one in wanted.effects:
        assert one.text in answer.out
    assert "more," not in answer.out
    idle = [line for line in answer.out.splitlines() if re.search(r" none +\w+", line)]
    assert len(idle) == sum(one.effect.value == 0 for one in wanted.effects) > 0


def test_a_simulation_says_so_and_can_be_had_again():
    how = ("sensitivity", "rb", "3 militia v 2 regulars", "--trials", "2000", "--seed", "7")
    answer = ask(*how)
    assert "simulated, 2,000 battles, seed 7, ± is the 95 % interval" in answer.out
    assert "two independent samples" in " ".join(answer.out.split())
    assert re.search(r"[+-]\d+(\.\d)? ±\d", answer.out)
    assert ask(*how).out == answer.out
    found = ask_json(*how)
    assert (found["method"], found["trials"], found["seed"]) == ("simulated", 2000, 7)
    assert all(row["effect_low"] < row["effect_high"] for row in found["changes"])


@pytest.mark.parametrize("name", ["odds.png", "odds.svg"])
def test_a_picture_is_written(tmp_path, name):
    file = tmp_path / name
    answer = ask("sensitivity", "aa", BATTLE, "--plot", str(file))
    assert answer.code == 0
    if name.endswith("svg"):
        assert ET.parse(file).getroot().tag.endswith("svg")
    else:
        assert file.read_bytes().startswith(b"\x89PNG")
    assert list(tmp_path.iterdir()) == [file]


def test_nothing_to_draw_is_told(tmp_path):
    file = tmp_path / "none.png"
    answer = ask("sensitivity", "aa", "1 inf v 1 inf", "--event", "stand_off", "--plot", str(file))
    assert is_plain_refusal(answer)
    assert "no change has any effect on stand_off" in answer.err
    assert not file.exists()


def test_the_examples_of_the_help_work():
    text = ask("sensitivity", "--help").out
    lines = re.findall(r"^ +(wargame-odds sensitivity .+)$", text, re.MULTILINE)
    assert len(lines) == 2
    for line in lines:
        assert ask(*shlex.split(line)[1:]).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("aa", BATTLE, "--event", "win"), "no event or quantity 'win'"),
        (("aa", BATTLE, "--event", "complex_out"), "complex_out"),
        (("aa", "2 bmr v 1 aa", "--set", "raid=8", "--event", "territory_taken"), "complex_out"),
        (("aa", BATTLE, "--aim", "territory_taken >= 2"), "0 to 1"),
        (("aa", BATTLE, "--trials", "-1"), "trials"),
        (("aa", BATTLE, "--format", "xml"), "xml"),
        (("aa", BATTLE, "--plot", "odds.gif"), ".png"),
        (("aa", BATTLE, "--set", "dice=loaded"), "low-luck"),
        (("aa",), "no battle"),
        (("mt", "3 regulars", "2 militia"), "deck"),
        (("chess", "e4 v e5"), "chess"),
        (("aa", "3 elephants v 2 inf"), "elephants"),
        (
            ("ccn", "French line 4", "British light 4", "--event", "target_retires"),
            "target_retires",
        ),
    ],
)
def test_what_is_wrong_is_one_line(arguments, words):
    answer = ask("sensitivity", *arguments)
    assert is_plain_refusal(answer)
    assert words in answer.err
    if "xml" not in arguments:
        told = ask("sensitivity", *arguments, "--format", "json")
        assert told.code == 2
        assert set(told.json) == {"error", "kind", "given", "allowed"}
        assert told.err == f"error: {told.json['error']}\n"


def test_start_up_does_not_wait_for_tables_and_pictures():
    code = "import analysis.cli.run, sys; print({'pandas', 'matplotlib'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
