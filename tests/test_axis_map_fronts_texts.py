"""Fronts as players write them, and what is said of those that cannot be read."""

import pytest
from commandline import ask, is_plain_refusal

from combat.axis_allies.fronts.wanted import Wanted, read_kept, read_wanted
from combat.axis_allies.map.position_file import starting_position
from combat.errors import NotationError, OptionError

START = starting_position()
KARELIA = Wanted("Karelia S.S.R.", "territory_taken", 0.5, 9.0)


@pytest.mark.parametrize(
    "text",
    [
        *("Karelia >= 0.5 worth 9", "Karelia worth 9 >= 0.5", "karelia, worth 9 IPC >= 50 %"),
        "Karelia: territory_taken >= .5, worth 9ipc",
    ],
)
def test_worth_and_chance_stand_in_either_order(text):
    assert read_wanted(START, text) == KARELIA


@pytest.mark.parametrize(
    "text",
    [
        *("Karelia worth nan", "Karelia worth 1e9", "Karelia worth 9,5", "Karelia > 0.75"),
        *("Karelia, Egypt", "Karelia <= 0.5", "Karelia worth 9 worth 8", "Karelia = 0.5"),
    ],
)
def test_what_cannot_be_read_is_not_told_as_an_unknown_place(text):
    with pytest.raises(NotationError, match="cannot read the front"):
        read_wanted(START, text)


def test_at_sea_nothing_is_taken():
    with pytest.raises(OptionError, match="sz 13 is a sea zone, where nothing is taken"):
        read_wanted(START, "sz 13: territory_taken")
    assert read_wanted(START, "sz 13").event == "cleared_not_taken"


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["Germany: 3 inf; Norway: all"], "several places; say of each by itself"),
        (["Norway: 2 inf", "norway: 1 inf"], "Norway is named twice"),
    ],
)
def test_who_stays_is_said_place_by_place(texts, words):
    with pytest.raises(ValueError, match=words):
        read_kept(START, "Germany", texts)


def test_an_empty_power_is_refused_and_an_aim_is_read_in_any_case():
    empty = ask("fronts", "aa", "--power", "", "--target", "Karelia")
    assert is_plain_refusal(empty)
    assert "power '' is not known" in empty.err
    loud = ask("fronts", "aa", "--power", "Germany", "--target", "Karelia", "--aim", "NET")
    assert loud.code == 0
