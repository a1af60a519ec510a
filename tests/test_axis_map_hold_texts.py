"""Who attacks and who moves in, as players write it, and what is said if that cannot be."""

import pytest
from commandline import ask, is_plain_refusal

from combat.axis_allies.economy.mobilise import mobilised
from combat.axis_allies.economy.money import bought
from combat.axis_allies.economy.purchase import read_purchase
from combat.axis_allies.hold.hold import holding
from combat.axis_allies.hold.hold_party import best_attack, reinforcing
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position_file import starting_position
from combat.errors import IllegalBattleError, NotationError, OptionError, WargameError
from combat.force import Force

START = starting_position()
GE = "Germany"
HUGE = edited(
    START,
    "Karelia: 300 inf, 100 art, 100 arm, 50 ftr, 3 aa",
    "Eastern Europe: 400 inf, 100 art, 200 arm, 60 ftr, 20 bmr",
)


def sent(force: str) -> dict[tuple[str, str], int]:
    """Who goes to Karelia, by place and unit."""
    party = best_attack(START, GE, "Karelia S.S.R.", force=force).party
    found: dict[tuple[str, str], int] = {}
    for one in party.arrivals:
        found[one.place, one.unit] = found.get((one.place, one.unit), 0) + one.number
    return found


@pytest.mark.parametrize(
    "text",
    [
        "1 inf from Norway; 2 arm from Germany",
        "1 inf from Norway, 2 arm from Germany",
        "1 inf from Norway and 2 arm from Germany",
        "inf From norway , 2 tanks FROM berlin;",
        "1 inf from Norway, 1 arm from Germany; 1 arm from Germany",
    ],
)
def test_places_are_parted_as_people_part_them(text):
    assert sent(text) == {("Norway", "inf"): 1, ("Germany", "arm"): 2}


def test_several_units_may_be_from_one_place_and_others_from_anywhere():
    assert sent("1 inf, 1 ftr from Norway, 2 arm from Germany, 1 bmr") == {
        ("Norway", "inf"): 1,
        ("Norway", "ftr"): 1,
        ("Germany", "arm"): 2,
        ("Germany", "bmr"): 1,
    }


@pytest.mark.parametrize("text", ["everything", "All", " everything that can "])
def test_everything_is_all_that_can_go(text):
    assert sent(text) == sent("")


@pytest.mark.parametrize("text", ["from Germany", "1 inf from Norway, from Germany"])
def test_a_place_alone_is_no_force(text):
    with pytest.raises(NotationError, match="no units stand before 'from'"):
        sent(text)
    with pytest.raises(NotationError, match="no units stand before 'from'"):
        reinforcing(START, GE, "Eastern Europe", text)


def test_what_can_move_in_is_listed_by_place_and_can_be_pasted():
    with pytest.raises(OptionError, match="99 inf from Germany cannot move into") as caught:
        reinforcing(START, GE, "Eastern Europe", "99 inf from Germany")
    listed = str(caught.value).split("all of it at once: ")[1]
    assert listed.count("from Germany") == 1
    pasted = reinforcing(START, GE, "Eastern Europe", listed)
    everything = reinforcing(START, GE, "Eastern Europe", "everything")
    assert sum(one.number for one in pasted) == sum(one.number for one in everything) > 5


@pytest.mark.rule("AA-07")
def test_too_small_a_chance_is_not_told_as_a_lack_of_land_units():
    many = edited(START, "Western Europe: 250 inf")
    with pytest.raises(IllegalBattleError, match="no chance to take Western Europe from 250 inf"):
        holding(many, power="United Kingdom", target="Western Europe", rng=1)
    with pytest.raises(IllegalBattleError, match="it takes an infantry, artillery or tank"):
        holding(START, power=GE, target="Karelia", force="1 ftr", rng=1)


@pytest.mark.parametrize(
    ("force", "who"),
    [
        ("", "all that Germany can send"),
        ("300 inf, 90 art, 90 arm, 60 ftr, 20 bmr", "'300 inf, 90 art, 90 arm, 60 ftr, 20 bmr'"),
    ],
)
def test_too_large_an_attack_names_the_place_and_a_way_out(force, who):
    with pytest.raises(WargameError, match=rf"^{who} to Karelia S.S.R.: .*a smaller force"):
        best_attack(HUGE, GE, "Karelia S.S.R.", force=force)


def test_prices_and_places_of_units_are_told_in_grammar():
    with pytest.raises(IllegalBattleError, match="99 inf would cost 297 IPC"):
        bought(START, GE, read_purchase("99 inf", START))
    for unit, words in (("bb", "a battleship is placed in a sea zone"), ("inf", "an infantry is")):
        place = "sz 5" if unit == "inf" else "Southern Europe"
        with pytest.raises(IllegalBattleError, match=words):
            mobilised(START, GE, {place: Force.parse(f"1 {unit}", START.table.vocabulary)})


def test_the_command_line_says_the_same():
    answer = ask("hold", "aa", "--power", GE, "--target", "Karelia", "--with", "from Germany")
    assert is_plain_refusal(answer)
    assert "write '2 inf from Germany'" in answer.err
