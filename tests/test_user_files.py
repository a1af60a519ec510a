"""Files of the user's: what cannot be read is told in one plain line."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commandline import ask, is_plain_refusal

from analysis.files import contents_of
from combat.axis_allies.map.position_file import read_position, starting_position
from combat.errors import NotationError

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "docs" / "examples"
STAGE = 'game = "aa"\n[[stage]]\nattacker = "3 inf"\ndefender = "2 inf"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = " + "[" * 3_000 + "]" * 3_000, "too deep"),
        ("rounds = " + "9" * 5_000, "limit"),
        (STAGE + 'name = "a\\u001b[31mb"', "control character"),
        (STAGE + 'name = "a\\u202eb"', "control character"),
        (STAGE + 'name = ["a", {b = "c\\u0000"}]', "control character"),
        (STAGE + '"a\\u0007" = 1', "control character"),
        ("= 3", "not TOML"),
    ],
)
def test_what_is_no_plan_is_refused_in_one_line(tmp_path, text, words):
    file = tmp_path / "plan.toml"
    file.write_text(text, "utf-8")
    answer = ask("campaign", str(file))
    assert is_plain_refusal(answer)
    assert words in answer.err
    with pytest.raises(NotationError):
        contents_of(text)


def test_texts_of_several_lines_are_read():
    assert contents_of('says = """one\n\ttwo"""') == {"says": "one\n\ttwo"}


def test_an_interruption_while_the_program_is_loaded_is_one_line():
    """The verbs are imported after the guard is up."""
    program = (
        "import builtins, sys\n"
        "from reports.cli import main\n"
        "true = builtins.__import__\n"
        "def interrupted(name, *rest, **more):\n"
        "    if name == 'reports.cli.run':\n"
        "        raise KeyboardInterrupt\n"
        "    return true(name, *rest, **more)\n"
        "builtins.__import__ = interrupted\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


@pytest.mark.parametrize("game", ["aa", "ww", "rb", "ccn"])
def test_nobody_cannot_attack(game):
    answer = ask("odds", game, "none v 3 inf")
    assert is_plain_refusal(answer)
    assert "the attacker has no units; name at least one" in answer.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
@pytest.mark.parametrize(
    "arguments",
    [
        ("map", "aa", "PIPE"),
        ("targets", "aa", "PIPE"),
        ("rounds", "aa", "--position", "PIPE"),
        ("rounds", "aa", "PIPE"),
        ("map", "ww", "PIPE"),
        ("map", "rb", "PIPE"),
        ("campaign", "PIPE"),
        ("luck", "aa", "PIPE"),
        ("deck", "mt", "PIPE"),
        ("odds", "aa", "--batch", "PIPE"),
        ("odds", "aa", "3 inf v 2 inf", "--set", "units=PIPE"),
    ],
    ids=" ".join,
)
def test_a_named_pipe_is_refused_and_not_waited_for(tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("PIPE")
    program = "import sys; from reports.cli.run import run; sys.exit(run(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "named pipe; write it to a file" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="not on this system")
def test_a_pipe_of_the_shell_is_read():
    """As in: wargame-odds map aa <(sed … mine.toml)."""
    reading, writing = os.pipe()
    os.write(writing, b'turn = "Japan"\r\n')
    os.close(writing)
    try:
        assert read_position(f"/dev/fd/{reading}").turn == "Japan"
    finally:
        os.close(reading)
    assert read_position("/dev/null") == starting_position()


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="not on this system")
@pytest.mark.parametrize("verb", [("map", "aa"), ("campaign",), ("map", "ww")])
def test_a_file_without_an_end_is_refused(verb):
    answer = ask(*verb, "/dev/zero")
    assert is_plain_refusal(answer)
    assert "is larger than" in answer.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("map", "aa", "FILE"),
        ("map", "ww", "FILE"),
        ("map", "rb", "FILE"),
        ("rounds", "aa", "FILE"),
        ("campaign", "FILE"),
        ("deck", "mt", "FILE"),
        ("odds", "aa", "3 inf v 2 inf", "--set", "units=FILE"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize(
    "contents",
    [b"x = " + b"[" * 20_000, b"round = " + b"9" * 6_000, b"x = '\xf6'"],
    ids=["deep", "digits", "bytes"],
)
def test_no_toml_breaks_the_reading_of_any_file(tmp_path, monkeypatch, arguments, contents):
    monkeypatch.chdir(tmp_path)
    Path("FILE").write_bytes(contents)
    answer = ask(*arguments)
    assert is_plain_refusal(answer)
    assert re.search("TOML|UTF-8", answer.err)
    assert "codec" not in answer.err


@pytest.mark.parametrize(
    "verb", [("map", "aa"), ("targets", "aa"), ("campaign",), ("rounds", "aa")]
)
def test_an_empty_name_is_told_as_one(verb):
    answer = ask(*verb, "")
    assert is_plain_refusal(answer)
    assert "its name is empty" in answer.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("odds", "aa", "3 inf v 2 inf", "--set", "units=FILE"),
        ("odds", "rb", "american v british", "--set", "map=FILE"),
        ("campaign", "plan.toml"),
        ("map", "aa", "FILE"),
        ("map", "ww", "FILE"),
        ("report", "plan.toml"),
    ],
    ids=" ".join,
)
def test_a_name_of_a_file_is_told_to_be_read_from_the_present_folder(
    tmp_path, monkeypatch, arguments
):
    """Even that of a map in a plan that lies beside it, elsewhere."""
    elsewhere = tmp_path / "plans"
    elsewhere.mkdir()
    plan = (EXAMPLES / "rebellion_turn.toml").read_text("utf-8")
    plan = re.sub('map = ".*"', 'map = "FILE"', plan)
    (elsewhere / "plan.toml").write_text(plan, "utf-8")
    (elsewhere / "FILE").write_text((EXAMPLES / "maps" / "rebellion_map.toml").read_text(), "utf-8")
    monkeypatch.chdir(tmp_path)
    told = [text.replace("plan.toml", str(elsewhere / "plan.toml")) for text in arguments]
    answer = ask(*told)
    assert is_plain_refusal(answer)
    assert "'FILE': No such file or directory; such a name is read from the folder" in answer.err
    absolute = ask(*(text.replace("FILE", str(tmp_path / "FILE")) for text in told))
    assert "plan.toml" in arguments or "from the folder" not in absolute.err
    monkeypatch.chdir(elsewhere)
    assert ("plan.toml" not in arguments) or ask(*arguments).code == 0


@pytest.mark.parametrize("ending", [".png", ".SVG"])
def test_an_ending_alone_names_no_file(tmp_path, monkeypatch, ending):
    monkeypatch.chdir(tmp_path)
    answer = ask("odds", "aa", "3 inf v 2 inf", "--plot", ending)
    assert is_plain_refusal(answer)
    assert f"is an ending without a name; write it as --plot answer{ending}" in answer.err
    assert list(tmp_path.iterdir()) == []
