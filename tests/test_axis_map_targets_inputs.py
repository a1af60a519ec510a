"""Questions for targets that cannot be answered in part, or at all, and what is said then."""

import pytest
from commandline import ask, ask_json, is_plain_refusal

from combat.axis_allies.attack.targets import targets
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position_file import starting_position
from combat.errors import OptionError, WargameError

START = starting_position()
HUGE = (  # AA fire at so many aircraft, and then so many units, has more states than the limit
    "Eastern Europe: none",
    "Balkans: none",
    "Ukraine: none",
    "Belorussia: none",
    "West Russia: none",
    "Norway: 1 inf",
    "Germany: 300 inf, 100 art, 200 arm, 60 ftr, 20 bmr",
    "Western Europe: none",
    "Southern Europe: none",
    "Karelia: 300 inf, 100 art, 100 arm, 50 ftr, 3 aa",
)


def test_a_target_that_is_too_large_does_not_spoil_the_others():
    answer = targets(edited(START, *HUGE), power="Germany", chances=(0.9,), rng=1)
    found = {row[0] for row in answer.sheets[0].rows}
    assert "sz 2" in found
    assert "Karelia S.S.R." not in found
    told = [line for line in answer.lines if line.startswith("Left out: Karelia S.S.R.: ")]
    assert len(told) == 1
    assert "limit" in told[0]


def test_a_target_that_is_asked_for_and_too_large_is_named():
    position = edited(START, *HUGE)
    with pytest.raises(WargameError, match=r"^Karelia S.S.R.: .*limit"):
        targets(position, power="Germany", target="Karelia", rng=1)


def test_an_empty_power_is_refused_and_none_is_whose_turn_it_is():
    empty = ask("targets", "aa", "--power", "")
    assert is_plain_refusal(empty)
    assert "power '' is not known" in empty.err
    usual = ask_json("targets", "aa", "--target", "Ukraine", "--edit", "turn: Russia")
    assert usual["power"] == "Soviet Union"
    with pytest.raises(OptionError, match="power '' is not known"):
        targets(START, power="", target="Ukraine")


@pytest.mark.rule("AA-43")
def test_new_carriers_are_no_more_than_complexes_have_room_for():
    """Germany's 10 IPC mobilise ten units a turn, in sz 5 as nothing else lies there."""
    ten = targets(START, power="Germany", target="Karelia", new_carriers=["sz 5"] * 10, rng=1)
    assert ten.question == "targets"
    damaged = edited(START, "Germany: damage 10")  # which can be repaired before
    assert targets(damaged, power="Germany", target="Karelia", new_carriers=["sz5"], rng=1)
    with pytest.raises(OptionError, match="have no room for 11 cv in sz 5"):
        targets(START, power="Germany", target="Karelia", new_carriers=["sz 5"] * 11)
    with pytest.raises(OptionError, match="place 'Atlantis' is not known"):
        targets(START, power="Germany", target="Karelia", new_carriers=["Atlantis"])


@pytest.mark.parametrize(
    ("target", "said"),
    [
        (["Karelia"], "Germany can attack 1 territory."),
        (["sz 13"], "Germany can attack 1 sea zone."),
        (["sz 13", "Karelia", "Egypt"], "Germany can attack 2 territories and 1 sea zone."),
    ],
)
def test_only_what_there_is_is_counted(target, said):
    answer = targets(starting_position(), power="Germany", target=target, chances=())
    assert answer.lines[0] == said
