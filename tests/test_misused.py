"""Options that are left out, empty, no numbers or too many: told as a player can mend it."""

import re
import shlex

import click
import pytest
from commandline import ask, is_plain_refusal

from analysis.cli.commands import app
from reports.cli.run import run  # noqa: F401 - all verbs join

VERBS = sorted(app.commands)


def options(verb, *kinds):
    """The long names of a verb's options of these types."""
    found = [p for p in app.commands[verb].params if isinstance(p, click.Option)]
    return [p.opts[-1] for p in found if p.type.name in kinds and not p.is_flag]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("buy aa", "--place is missing; usage: wargame-odds buy GAME [FILE.toml] --place PLACE"),
        ("hold aa --power G", "--target is missing; usage: wargame-odds hold GAME"),
        ("dead-zones", "GAME is missing; usage: wargame-odds dead-zones GAME [FILE.toml]"),
        ("raids aa --power G", "--target is missing; usage: wargame-odds raids GAME"),
        ("buy", "GAME is missing; usage: wargame-odds buy GAME [FILE.toml] --place PLACE"),
        ("luck", "GAME is missing; usage: wargame-odds luck GAME LOG.csv"),
        ("buy aa --budget abc", "--budget 'abc' is not a whole number; write it as --budget 3"),
        ("hold aa --turns 1.5", "--turns '1.5' is not a whole number; write it as --turns 3"),
        ("raids aa --slot abc", "--slot 'abc' is not a number; write it as --slot 2.5"),
        ("odds aa x --seed nan", "--seed 'nan' is not a whole number; write it as --seed 3"),
        (
            "odds aa x --precision y",
            "--precision 'y' is not a number; write it as --precision 0.01",
        ),
        ("raids aa --power", "nothing stands behind --power; write it as --power P"),
        ("map aa --edit", "nothing stands behind --edit; write it as --edit TEXT"),
        ("map aa a b c", "'b c' is more than can stand there; usage: wargame-odds map GAME [FILE"),
        ("hodl aa", "no such verb: 'hodl'; did you mean hold? verbs are odds,"),
        ("xyzzy", "no such verb: 'xyzzy'; verbs are odds,"),
        ("buy aa --budgte 3", "no such option: --budgte; did you mean --budget?"),
    ],
)
def test_a_misused_option_is_told_in_players_words(arguments, line):
    answer = ask(*arguments.split())
    assert is_plain_refusal(answer)
    assert answer.err.startswith(f"error: {line}")
    assert answer.out == ""


@pytest.mark.parametrize("verb", VERBS)
def test_no_verb_speaks_of_integers_or_floats(verb):
    """Of every verb, every option that takes a number, and every option with nothing behind it."""
    for name in options(verb, "integer", "float"):
        answer = ask(verb, "aa", name, "x'y")
        assert is_plain_refusal(answer)
        assert answer.err.startswith(f'error: {name} "x\'y" is not a ')
        assert not re.search("integer|float|valid|--help", answer.err)
    for name in options(verb, "integer", "float", "text", "path"):
        answer = ask(verb, "aa", name)
        assert is_plain_refusal(answer)
        assert answer.err.startswith(f"error: nothing stands behind {name}; write it as {name} ")


@pytest.mark.parametrize("verb", ["buy", "hold", "raids"])
def test_the_usage_that_is_told_can_be_followed(verb):
    """With what it names filled in, no option is missing any more."""
    usage = ask(verb, "aa").err.split("usage: wargame-odds ")[1]
    values = {"GAME": "aa", "[FILE.toml]": "", "P": "Germany", "PLACE": "Caucasus"}
    followed = [values.get(word, word) for word in shlex.split(usage)]
    answer = ask(*filter(None, followed), "--edit", "nonsense")
    assert is_plain_refusal(answer)
    assert answer.err.startswith("error: edit 'nonsense'")
