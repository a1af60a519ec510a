"""Files of the user's: what cannot be read is told in one plain line."""

import subprocess
import sys

import pytest
from commandline import ask, is_plain_refusal

from analysis.files import contents_of
from combat.errors import NotationError

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
        "from analysis.cli import main\n"
        "true = builtins.__import__\n"
        "def interrupted(name, *rest, **more):\n"
        "    if name == 'analysis.cli.run':\n"
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
