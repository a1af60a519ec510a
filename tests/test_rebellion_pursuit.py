"""Montgomery: winners go on into the next area, which may be the enemy's (RB-10)."""

import pytest
from commandline import ask, ask_json

from combat.errors import IllegalBattleError
from combat.force import Force
from combat.rebellion_1775.map.board import Area, Board, Link
from combat.rebellion_1775.map.position import Position
from combat.rebellion_1775.map.pursuit import pursue, pursuers
from combat.rebellion_1775.map.stack import Stack

BOARD = Board(
    (
        Area("Albany", "New York", True),
        Area("Montreal", "Quebec", True),
        Area("Woods", "Quebec"),
        Area("Far", "Maine"),
    ),
    (Link("Albany", "Montreal"), Link("Albany", "Woods"), Link("Woods", "Far")),
)
WINNERS = Stack(american=Force.parse("2 continental, 3 militia, 1 natives"))
MAP = """
[[area]]
name = "Albany"
colony = "NY"
city = true

[[area]]
name = "Montreal"
colony = "QC"
city = true

[[area]]
name = "Far"
colony = "ME"

[[link]]
areas = ["Albany", "Montreal"]

[[link]]
areas = ["Montreal", "Far"]

[[units]]
area = "Albany"
british = "1 regulars"
american = "3 continental, 2 militia"

[[units]]
area = "Montreal"
units = "1 regulars, 1 loyalist"

[position]
british_flags = ["Quebec"]
"""


def position(**units):
    return Position(BOARD, {"Albany": WINNERS, **units})


@pytest.mark.rule("RB-10")
def test_winners_enter_an_area_that_the_enemy_holds():
    held = position(Montreal=Stack(british=Force.parse("2 regulars")))
    after = pursue(held, "Albany", "Montreal", Force.parse("1 continental, 3 militia"))
    assert str(after.at("Albany").american) == "1 continental, 1 natives"
    assert str(after.at("Montreal").american) == "1 continental, 3 militia"
    assert after.contested == ("Montreal",)


@pytest.mark.rule("RB-10", "RB-07", "RB-12")
def test_natives_join_who_comes_and_are_independent_when_left():
    natives = position(Woods=Stack(natives=2))
    after = pursue(natives, "Albany", "Woods", Force.parse("2 continental, 3 militia"))
    assert str(after.at("Woods").american) == "2 continental, 3 militia, 2 natives"
    assert after.at("Albany").natives == 1


@pytest.mark.rule("RB-10")
@pytest.mark.parametrize(
    ("goal", "force", "said"),
    [
        ("Far", "1 continental", "no link joins them; it is one of Montreal, Woods"),
        ("Woods", "3 militia", "go on without a continental"),
        ("Woods", "3 continental", "1 continental are not in Albany"),
    ],
)
def test_who_may_not_go_on(goal, force, said):
    with pytest.raises(IllegalBattleError, match=said) as refused:
        pursue(position(), "Albany", goal, Force.parse(force))
    assert refused.value.rule == "RB-10"


@pytest.mark.rule("RB-10")
def test_nobody_goes_on_from_a_battle_that_is_not_won():
    lost = Position(BOARD, {"Albany": Stack(british=Force.parse("1 regulars"))})
    with pytest.raises(IllegalBattleError, match="Albany is not won"):
        pursue(lost, "Albany", "Woods", Force.parse("1 continental"))


@pytest.mark.rule("RB-10")
@pytest.mark.parametrize(
    ("winners", "most", "gone"),
    [
        ("2 continental, 3 militia, 1 french", None, "2 continental, 3 militia, 1 french"),
        ("2 continental, 3 militia, 1 french", 4, "2 continental, 2 militia"),
        ("1 continental, 1 natives", 1, "1 continental"),
        ("3 militia, 2 french", None, ""),
    ],
)
def test_continentals_go_first_and_nobody_without_one(winners, most, gone):
    assert str(pursuers(Force.parse(winners), most)) == gone


@pytest.fixture
def asked(tmp_path):
    file = tmp_path / "north.toml"
    file.write_text(MAP, "utf-8")
    return file


@pytest.mark.rule("RB-10", "RB-11", "RB-24")
def test_a_plan_fights_on_where_the_winners_have_gone(asked, tmp_path):
    """Without the event there is no battle at Montreal; with it there is, if a blue one is left."""
    found = {}
    for name, more in (("with", 'pursuit = "Montreal: 3"\n'), ("without", "")):
        plan = tmp_path / f"{name}.toml"
        stages = (
            ("Albany", "american", more),
            ("Montreal", "1 continental", ""),  # a place holder: nobody of theirs is there yet
        )
        text = f'game = "rebellion-1775"\nmap = "{asked}"\n'
        for area, attacker, rest in stages:
            text += f'[[stage]]\nname = "{area}"\narea = "{area}"\n'
            text += f'attacker = "{attacker}"\ndefender = "british"\n{rest}'
        plan.write_text(text, "utf-8")
        found[name] = ask_json("campaign", str(plan))
    fought = {name: one["stages"][1]["reached"] for name, one in found.items()}
    assert fought["without"] == 0
    first = ask_json("odds", "rb", "3 continental, 2 militia v 1 regulars")
    held = first["events"]["attacker_holds"]["value"]
    assert 0.9 * held < fought["with"] <= held


@pytest.mark.rule("RB-10", "RB-24")
def test_colonies_are_counted_where_the_winners_have_gone(asked):
    """All go to Montreal and deny the British Quebec: that is one colony more on the enemy."""
    here = ("--set", f"map={asked}", "--set", "area=Albany")
    stays, goes = (
        ask_json("odds", "rb", "american v british", *here, *more)
        for more in ((), ("--set", "pursuit=Montreal"))
    )
    gained = [one["quantities"]["colonies"]["value"] for one in (stays, goes)]
    assert stays["events"] == goes["events"]
    assert 0.8 < gained[1] - gained[0] <= stays["events"]["attacker_holds"]["value"]


@pytest.mark.rule("RB-10")
@pytest.mark.parametrize(
    ("battle", "pursuit", "said"),
    [
        ("american v british", "Far", "no link joins them"),
        ("british v american", "Montreal", "only an attacker with a continental"),
        ("2 militia v 1 regulars", "Montreal", "only an attacker with a continental"),
        ("american v british", "Montreal: 0", "sends nobody on"),
        ("american v british", "Montreel", "Montreal"),
    ],
)
def test_a_pursuit_that_cannot_be_is_refused(asked, battle, pursuit, said):
    where = ("--set", f"map={asked}", "--set", "area=Albany", "--set", f"pursuit={pursuit}")
    answer = ask("odds", "rb", battle, *where)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


@pytest.mark.rule("RB-10")
def test_a_pursuit_needs_a_map():
    answer = ask("odds", "rb", "2 continental v 1 regulars", "--set", "pursuit=Boston")
    assert answer.code == 2
    assert "name one with map=FILE" in answer.err
