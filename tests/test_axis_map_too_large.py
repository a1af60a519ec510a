"""Battles on the map that would take too long: they are refused at once, and the rest is told."""

from dataclasses import replace

import pytest
from commandline import ask, is_plain_refusal

from combat.axis_allies.attack.attack import attack
from combat.axis_allies.attack.prospects import prospects
from combat.axis_allies.attack.targets import targets
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.reach import reach
from combat.errors import TooLargeError
from combat.force import Force

UK = "United Kingdom"
FLEETS = ("sz 13: UK 100 bb, 100 dd, 50 ss", "sz 12: Germany 100 ss, 50 dd")


def test_a_fleet_that_is_too_large_is_left_out_at_once(monkeypatch):
    """Of sz 13 no state is built; the other targets are answered."""
    asked = []

    def solve(battle, **_):
        asked.append(battle)
        raise AssertionError(battle)

    huge = edited(starting_position(), *FLEETS)
    monkeypatch.setattr("combat.axis_allies.attack.solving.solve", solve)
    with pytest.raises(TooLargeError, match=r"sz 13: the battle of .*101 ss.* is too large"):
        prospects(huge, "Germany", target=["sz 13"])
    assert asked == []
    monkeypatch.undo()
    answer = targets(huge, power="Germany", chances=())
    names = [row[0] for row in answer.sheet("targets").rows]
    assert {"Karelia S.S.R.", "Caucasus", "sz 2"} <= set(names)
    assert "sz 13" not in names
    assert any(line.startswith("Left out: sz 13: the battle") for line in answer.lines)


def test_the_command_line_names_the_place_that_is_too_large():
    edits = [word for text in FLEETS for word in ("--edit", text)]
    refused = ask("targets", "aa", "--power", "Germany", "--target", "sz 13", *edits)
    assert is_plain_refusal(refused)
    assert "sz 13" in refused.err
    assert "too large" in refused.err


@pytest.mark.rule("AA-20")
@pytest.mark.parametrize(
    ("affordable", "note"),
    [
        (3, "aircraft: only splits of whole kinds were tried"),
        (0, "aircraft: all or none at sea, as battles there are simulated"),
    ],
)
def test_where_battles_at_sea_are_large_fewer_splits_are_tried(monkeypatch, affordable, note):
    position = replace(starting_position(), units={})
    for place, power, text in (
        (UK, UK, "2 inf, 1 arm, 2 ftr, 1 bmr"),
        ("sz 6", UK, "2 tr, 1 ca"),
        ("sz 5", "Germany", "1 dd, 1 ss"),
        ("Germany", "Germany", "2 inf"),
    ):
        position = position.with_force(place, power, Force.parse(text))
    position = edited(position, "Western Europe: United Kingdom")  # where fighters land
    (zone,) = reach(position, UK, "Germany").contested
    party = reach(position, UK, "Germany", cleared=(zone,)).most
    free = attack(position, UK, party)
    assert note not in free.notes
    monkeypatch.setattr("combat.axis_allies.attack.sea_first._Operation.affordable", affordable)
    bound = attack(position, UK, party)
    assert note in bound.notes
    assert 0.0 < bound.taken.value <= free.taken.value
