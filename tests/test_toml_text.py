"""Values of a user's file in errors: as TOML writes them, and 'missing' where there is none."""

import re

import pytest
from commandline import ask, is_plain_refusal

from combat.toml_text import not_that, plain_text, toml_text

PYTHON = re.compile(r"\b(None|True|False)\b")
NATION = (
    '[Swedish.line]\nclass = "infantry"\nblocks = 2\nmelee = [2, 1]\nranged = [1, 1]\nrange = 2\n'
)
FILES = {  # (game, setting, battle, a line of the file that is wrong, what is said)
    "ccn nations": ("ccn", "nations", "INF 4 v INF 4", NATION),
    "ccn terrain": ("ccn", "terrain", "INF 4 v INF 4", "[dune]\ninto = [0, 0, 0]\n"),
    "aa units": ("aa", "units", "2 inf v 2 inf", "[units.inf]\ncost = 3\n"),
    "ww generals": (
        "ww",
        "roster",
        "british, 3 cu v american, 3 cu",
        '[[general]]\nname = "Foo"\nside = "british"\nbattle = 2\n',
    ),
    "rb faces": ("rb", "dice", "3 continental v 2 regulars", "[regulars]\ndice = 3\n"),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("value", ["true", "[true, false]", "{ a = true }", "", '"x"'])
def test_no_word_of_python_is_in_an_error(tmp_path, name, value):
    """Whatever key of a file has which wrong value, or is missing."""
    game, setting, battle, text = FILES[name]
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if "=" not in line:
            continue
        key = line.split("=")[0]
        other = [f"{key}= {value}"] if value else []
        file = tmp_path / "file.toml"
        file.write_text("\n".join([*lines[:at], *other, *lines[at + 1 :]]) + "\n")
        for form in ("table", "json"):
            answer = ask("odds", game, battle, "--set", f"{setting}={file}", "--format", form)
            if answer.code:
                assert is_plain_refusal(answer), answer
                assert not PYTHON.search(answer.err), answer.err
                assert not PYTHON.search(answer.out), answer.out


SIDES = 'name = "x"\nattacker = "inf"\ndefender = "inf"\n'
PLANS = {
    "a game": "game = true\n[[stage]]\n",
    "a name": 'game = "aa"\n[[stage]]\nname = true\nattacker = "inf"\ndefender = "inf"\n',
    "a side": 'game = "aa"\n[[stage]]\nname = "x"\nattacker = true\ndefender = "inf"\n',
    "a list": 'game = "aa"\n[[stage]]\nname = "x"\nattacker = [true]\ndefender = "inf"\n',
    "enemy": f'game = "aa"\n[[stage]]\n{SIDES}enemy = [true]\n',
    "a setting": f'game = "aa"\nrounds = true\n[[stage]]\n{SIDES}',
    "stages": 'game = "aa"\nstage = true\n',
}


@pytest.mark.parametrize("name", PLANS)
def test_no_word_of_python_is_in_an_error_about_a_plan(tmp_path, name):
    file = tmp_path / "plan.toml"
    file.write_text(PLANS[name])
    answer = ask("campaign", str(file), "--format", "json")
    assert is_plain_refusal(answer), answer
    assert not PYTHON.search(answer.err + answer.out), answer.err


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        ("a b", "'a b'"),
        (1.5, "1.5"),
        ([1, [True]], "[1, [true]]"),
        ({"a": False, "b": [1]}, "{ a = false, b = [1] }"),
        ({}, "{}"),
    ],
)
def test_values_are_written_as_toml_writes_them(value, text):
    assert toml_text(value) == text
    assert plain_text(value) == (value if isinstance(value, str) else text)
    assert str(not_that("key", value, "a b")) == f"key = {text} is not a b"


def test_long_values_are_cut():
    assert len(toml_text("x" * 1000)) < 70
    assert len(toml_text([1] * 1000)) <= 60
