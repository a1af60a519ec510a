"""Errors about what is very long: they are short, in JSON too."""

import pytest
from commandline import ask, is_plain_refusal

from combat.errors import NotationError, OptionError, WargameError, shortened, within

LONG = "x" * 100_000
WORDS = "x " * 50_000
ASKED = {
    "a unit": ("odds", "aa", f"3 {LONG} v 3 inf"),
    "another unit": ("odds", "ccn", f"French line 4 {LONG} v INF 3"),
    "a nation": ("odds", "ccn", f"{LONG} v INF 3"),
    "terrain": ("odds", "ccn", f"INF 4 on {LONG} v INF 3"),
    "a gun": ("odds", "ccn", f"INF 4 with {LONG} v INF 3"),
    "a general": ("odds", "ww", f"british, 3 cu, {LONG} v american, 3 cu"),
    "a colour": ("odds", "rb", f"3 {LONG} v 3 militia"),
    "many words": ("odds", "aa", f"{WORDS} v 3 inf"),
    "no v": ("odds", "aa", WORDS),
    "a game": ("odds", LONG, "3 inf v 3 inf"),
    "a verb": (LONG,),
    "an option": ("odds", "aa", f"--{LONG}"),
    "a setting": ("odds", "aa", "3 inf v 3 inf", "--set", f"{LONG}=3"),
    "no setting": ("odds", "aa", "3 inf v 3 inf", "--set", LONG),
    "a setting's value": ("odds", "aa", "3 inf v 3 inf", "--set", f"dice={LONG}"),
    "words of a setting": ("odds", "aa", "3 inf v 3 inf", "--set", f"dice={WORDS}"),
    "an aim": ("should-attack", "aa", "3 inf v 3 inf", "--aim", f"{LONG} > 3"),
    "an order": ("odds", "aa", "3 inf v 3 inf", "--losses", LONG),
    "a format": ("odds", "aa", "3 inf v 3 inf", "--format", LONG),
    "a number": ("odds", "aa", "3 inf v 3 inf", "--trials", LONG),
    "a picture": ("odds", "aa", "3 inf v 3 inf", "--plot", LONG),
    "a plan": ("campaign", LONG),
}


@pytest.mark.parametrize("name", ASKED)
def test_errors_about_long_words_are_short(name):
    answer = ask(*ASKED[name])
    assert is_plain_refusal(answer)
    assert len(answer.err) < 2_500
    assert "…" in answer.err or name == "many words"
    if name != "a format":
        found = ask(*ASKED[name], "--format", "json").json
        assert len(found["given"] or "") <= 200
        assert len(found["error"]) < 2_500


def test_what_is_not_long_is_left_alone():
    for text in (
        "unknown unit 'x': units are inf, arm",
        "/tmp/" + "a/" * 80 + "b.toml",
        "y " * 500,
    ):
        assert shortened(text) == text
        assert str(NotationError(text)) == text


def test_long_words_keep_what_stands_behind_them():
    assert shortened(f"no {LONG!r}: units are inf").endswith("x…': units are inf")
    assert len(shortened(LONG)) == 200
    assert len(shortened(WORDS)) == 2_000


def test_a_place_that_is_put_before_an_error_is_cut_too():
    with pytest.raises(WargameError) as caught, within(LONG):
        raise OptionError("is wrong", given=LONG, allowed=(LONG, "b"))
    assert len(str(caught.value)) < 300
    assert str(caught.value).endswith("is wrong")
    assert len(caught.value.given) == 200
    assert caught.value.allowed[1] == "b"
