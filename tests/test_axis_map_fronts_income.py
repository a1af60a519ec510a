"""Who collects for the fronts of a turn: the power, an ally whose land is freed, or nobody."""

import pytest

from combat.axis_allies.fronts.answer import fronts
from combat.axis_allies.fronts.from_map import Turn
from combat.axis_allies.fronts.wanted import read_fronts
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position import Position
from combat.axis_allies.map.position_file import parse_position
from combat.sheets import Sheets

GE, UK, SU = "Germany", "United Kingdom", "Soviet Union"
KARELIA = ("Eastern Europe: Germany 8 inf, 4 arm", "Karelia: Soviet Union 1 inf")
PERSIA = ("Caucasus: Germany 1 inf", "Persia: UK 1 inf, 1 arm")


def board(*texts: str) -> Position:
    return edited(parse_position('start = "empty"'), *texts)


def worth(position: Position, power: str, *targets: str) -> list[float]:
    turn = Turn(position, power, read_fronts(position, power, targets), {}, {})
    return [front.worth for front in turn.problem.fronts]


def asked(position: Position, power: str, *targets: str) -> Sheets:
    return fronts(position, power=power, targets=targets)


def chance(answer: Sheets) -> float:
    return float(answer.sheet("fronts").column("chance")[0].estimate.value)  # type: ignore[union-attr]


@pytest.mark.rule("AA-40")
def test_what_the_power_collects_itself_is_told_once() -> None:
    answer = asked(board(*KARELIA), GE, "Karelia")
    assert worth(board(*KARELIA), GE, "Karelia") == [2.0]
    assert answer.more["income"] == pytest.approx(2 * chance(answer))
    assert not any("collects" in line or "no income" in line for line in answer.lines)


@pytest.mark.rule("AA-42")
def test_without_its_capital_a_power_gains_no_income() -> None:
    position = board(*KARELIA, "Germany: UK 1 inf")
    assert worth(position, GE, "Karelia") == [0.0]
    assert worth(position, GE, "Karelia worth 5") == [5.0]
    answer = asked(position, GE, "Karelia")
    assert chance(answer) > 0.99
    assert answer.more["income"] == 0.0
    assert "Karelia S.S.R. brings no income: Germany's capital is in enemy hands (AA-42)." in (
        answer.lines
    )
    # nor does its net value hold any: enemy infantry killed less what is lost
    with_capital = asked(board(*KARELIA), GE, "Karelia")
    nets = [
        one.sheet("fronts").column("swing")[0].estimate.value  # type: ignore[union-attr]
        for one in (answer, with_capital)
    ]
    assert nets[1] - nets[0] == pytest.approx(2 * chance(answer))


@pytest.mark.rule("AA-45")
def test_an_ally_collects_for_what_is_freed() -> None:
    position = board(*PERSIA)
    assert worth(position, UK, "Caucasus") == [4.0]  # the side's, once
    answer = asked(position, UK, "Caucasus")
    assert answer.more["income"] == pytest.approx(4 * chance(answer))
    assert "With Caucasus taken Soviet Union collects 4 IPC a turn more." in answer.lines
    # with Moscow lost the British hold it and collect
    lost = asked(board(*PERSIA, "Russia: Germany 1 inf"), UK, "Caucasus")
    assert lost.more["income"] == pytest.approx(4 * chance(lost))
    assert not any("collects" in line for line in lost.lines)


@pytest.mark.rule("AA-42", "AA-45")
def test_a_freed_capital_brings_all_the_income_of_its_power() -> None:
    """24 IPC, the 4 of Caucasus among them, which the British held until then."""
    position = board("Russia: Germany 1 inf", "Caucasus: UK", "Caucasus: UK 4 arm")
    assert position.owners["Caucasus"] == UK
    assert worth(position, UK, "Russia") == [24.0 - 4.0]
    assert "With Russia taken Soviet Union collects 24 IPC a turn more." in (
        asked(position, UK, "Russia").lines
    )


@pytest.mark.rule("AA-20", "AA-24")
def test_ships_that_begin_in_a_front_are_said_to_stay_together() -> None:
    said = "ships that begin in sz 7 fight there all together or not at all"
    position = board("sz 7: Germany 2 bb", "sz 7: UK 1 dd", "sz 6: UK 1 dd", "sz 8: Germany 1 bb")
    both = asked(position, GE, "sz 7", "sz 6")
    assert any(said in line for line in both.lines)
    assert not any(said in line for line in asked(position, GE, "sz 7").lines)
