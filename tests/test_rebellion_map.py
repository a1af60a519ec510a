"""The map of 1775: Rebellion: files, control, reinforcements, moves, withdrawals, aftermath."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from combat.errors import IllegalBattleError, NotationError, OptionError
from combat.force import Force
from combat.rebellion_1775.colours import NAMES, OF_SIDE
from combat.rebellion_1775.map.after_battle import Outcome, after_battle
from combat.rebellion_1775.map.armies import check_moves, clashes
from combat.rebellion_1775.map.board import NAMES_OF_COLONIES, Area, Board, Link, Water
from combat.rebellion_1775.map.board_file import parse_board, parse_position, read_map
from combat.rebellion_1775.map.control import (
    control_of,
    controlled,
    count,
    end_of_turn,
    leader,
    settled,
    winner,
)
from combat.rebellion_1775.map.orders import BOATS, WARSHIPS, Card, Order, check_army
from combat.rebellion_1775.map.position import Position, totals
from combat.rebellion_1775.map.position_file import position_text
from combat.rebellion_1775.map.reinforcements import check_placement, place, reinforcements
from combat.rebellion_1775.map.report import map_report
from combat.rebellion_1775.map.stack import (
    ALL_FACTIONS,
    EMPTY,
    SIDES,
    Stack,
    added,
    enemy,
    fighters,
    gathered,
    joined,
    lacks,
    side_of,
    taken,
    without,
)
from combat.rebellion_1775.map.withdrawals import way_out, withdrawals

EXAMPLE = Path(__file__).parent.parent / "docs/examples/maps/rebellion_map.toml"
MAP = read_map(str(EXAMPLE)).board
A, B = "american", "british"
MA, RI, CT, NJ, PA = "Massachusetts", "Rhode Island", "Connecticut", "New Jersey", "Pennsylvania"
WEST, NORTH_WEST = "west of Boston", "north-west of Hartford"


def f(text=""):
    return Force.parse(text)


def here(text=""):
    """A stack: 'BRITISH v AMERICAN', or the units of one side, or natives alone."""
    left, _, right = text.partition(" v ")
    if right:
        return Stack(f(left), f(right))
    force = f(text)
    owners = {side_of(name) for name, _ in force} - {"none"}
    if not owners:
        return Stack(natives=force["natives"])
    return Stack(**{owners.pop(): force})


def at(units=None, flags=None, board=MAP, **rest):
    stacks = {area: here(text) for area, text in (units or {}).items()}
    return Position(board, stacks, flags or {}, **rest)


def shown(position):
    return {area: str(stack) for area, stack in position.units.items()}


def refused(finding):
    """What a finding that does not hold says."""
    assert finding.holds is False
    return str(finding)


# A map of four colonies in a row, and an island: A1 - A2 - B1 - C1 - C2; D1 by sea alone.
ROW = Board(
    (
        Area("A1", CT, city=True),
        Area("A2", CT),
        Area("B1", RI, city=True),
        Area("C1", MA, city=True),
        Area("C2", MA),
        Area("D1", "Maine"),
        Area("X"),
    ),
    (Link("A1", "A2"), Link("A2", "B1"), Link("B1", "C1"), Link("C1", "C2")),
    (Water("Sound", ("A1", "B1", "D1")), Water("Bay", ("C1", "D1"))),
)


def row(units=None, flags=None, **rest):
    return at(units, flags, ROW, **rest)


# --- boards and stacks


@pytest.mark.rule("RB-24", "RB-29")
def test_areas_links_and_waters():
    assert ROW.neighbours("A2") == ("A1", "B1")
    assert ROW.adjacent("B1", "A2")
    assert not ROW.adjacent("A1", "B1")
    assert ROW.waters_of("D1") == ("Sound", "Bay")
    assert ROW.waters_of("A2") == ()
    assert ROW.overseas("A1") == ("B1", "D1")
    assert ROW.overseas("D1") == ("A1", "B1", "C1")
    assert ROW.overseas("C2") == ()
    assert ROW.unlinked == ("D1", "X")
    assert ROW.colonies == ("Maine", MA, RI, CT)
    assert ROW.areas_of(CT) == ("A1", "A2")
    assert ROW.cities_of(CT) == ("A1",)
    assert ROW.areas_of("Georgia") == ()
    assert len(NAMES_OF_COLONIES) == 16
    with pytest.raises(OptionError, match="area 'Bostn' is not known; did you mean 'Boston'"):
        MAP.area("Bostn")
    with pytest.raises(OptionError, match="colony 'Main' is not known; did you mean 'Maine'"):
        MAP.areas_of("Main")
    for call in (MAP.neighbours, MAP.waters_of, MAP.overseas):
        with pytest.raises(OptionError, match="area 'Nowhere' is not known"):
            call("Nowhere")
    with pytest.raises(OptionError, match="area 'Nowhere'"):
        MAP.adjacent("Boston", "Nowhere")


@pytest.mark.rule("RB-07", "RB-12")
@pytest.mark.parametrize(
    ("british", "american", "natives", "stack"),
    [
        ("", "", 0, EMPTY),
        ("", "", 2, Stack(natives=2)),
        ("2 natives", "", 1, Stack(natives=3)),
        ("1 natives", "2 natives", 0, Stack(natives=3)),
        ("1 hessian", "", 2, Stack(british=f("1 hessian, 2 natives"))),
        ("1 natives", "1 militia, 1 natives", 0, Stack(american=f("1 militia, 2 natives"))),
        (
            "1 loyalist, 1 natives",
            "1 french, 1 natives",
            0,
            Stack(f("1 loyalist, 1 natives"), f("1 french, 1 natives")),
        ),
    ],
)
def test_whose_natives_are(british, american, natives, stack):
    assert gathered(f(british), f(american), natives) == stack


@pytest.mark.rule("RB-07")
def test_who_leaves_natives_behind():
    both = here("2 regulars, 1 natives v 1 militia")
    assert taken(both, B, f("2 regulars")) == Stack(american=f("1 militia, 1 natives"))
    assert taken(here("2 regulars, 1 natives"), B, f("2 regulars")) == Stack(natives=1)
    assert added(Stack(natives=1), A, f("1 french")) == here("1 french, 1 natives")
    with pytest.raises(OptionError, match="1 natives are of neither side among units of both"):
        gathered(f("1 regulars"), f("1 militia"), 1)


@pytest.mark.rule("RB-07")
def test_values_are_checked_without_a_file():
    assert (both := here("1 regulars v 2 militia, 1 natives")).sides == (B, A)
    assert (str(both), both.contested, str(both.everybody)) == (
        "1 regulars v 2 militia, 1 natives",
        True,
        "1 regulars, 2 militia, 1 natives",
    )
    assert str(Stack(natives=2)) == "2 natives"
    assert not EMPTY
    assert Stack(Force((("loyalist", 1), ("regulars", 2)))) == here("2 regulars, 1 loyalist")
    for make, message in (
        (lambda: Stack(f("1 militia")), "militia are no british units; british units are regulars"),
        (lambda: Stack(f("1 natives")), "1 natives of the british side stand without its other"),
        (lambda: Stack(f("1 regulars"), natives=1), "1 natives are independent"),
        (lambda: Stack(natives=-1), "-1 natives are independent: they are one or more"),
        (lambda: here("1 regulars").of("french"), "side is british or american, not 'french'"),
        (lambda: enemy("french"), "side is british or american"),
        (lambda: side_of("tank"), "colour is regulars or loyalist"),
        (lambda: joined(f("1 tank")), "colour is regulars or loyalist"),
        (lambda: at({"Bostn": "1 militia"}), "area 'Bostn' is not known"),
        (lambda: at({"Boston": ""}), "units in Boston: no unit is named; leave the entry out"),
        (lambda: at(flags={"Ohio": B}), "flag: colony 'Ohio' is not known"),
        (lambda: at(flags={MA: "french"}), "flag of Massachusetts: side is british or american"),
        (lambda: at().flag("Ohio"), "colony 'Ohio' is not known"),
        (lambda: at().at("Ohio"), "area 'Ohio' is not known"),
        (
            lambda: at({"Boston": "10 hessian"}, fled=f("2 hessian"), out_of_play=f("1 hessian")),
            "13 hessian are on the map, fled or out of play; there are 12 in the game",
        ),
        (lambda: Card(0), "a card moves one army or more by one area or more, not 0 by 1"),
        (lambda: Card(1, 0), "not 1 by 0"),
        (lambda: Card(1, kind="air"), "kind of card is land or boat or warship, not 'air'"),
    ):
        with pytest.raises(OptionError) as error:
            make()
        assert message in str(error.value)


# --- the file


@pytest.mark.rule("RB-24", "RB-29", "RB-09")
def test_the_example_is_what_the_text_proves():
    position = read_map(str(EXAMPLE))
    assert (len(MAP.areas), len(MAP.links), len(MAP.waters)) == (27, 5, 1)
    assert MAP.waters == (Water("Atlantic", ("Quebec City", "Boston", "Philadelphia")),)
    assert {frozenset((link.a, link.b)) for link in MAP.links} == {
        frozenset(pair)
        for pair in (
            (WEST, "Boston"),
            ("Boston", "Newport"),
            ("Hartford", NORTH_WEST),
            (NORTH_WEST, "Prince Town"),
            ("Hartford", "New York"),
        )
    }
    assert {area.name for area in MAP.areas if area.city} == {
        "Boston",
        "Newport",
        "Hartford",
        "Albany",
        "Ft Ticonderoga",
        "Quebec City",
        "Montreal",
    }
    assert MAP.cities_of(MA) == ("Boston",)
    assert MAP.areas_of(NJ) == ("Prince Town", "Trenton")
    assert [area.name for area in MAP.areas if not area.colony] == [NORTH_WEST]
    assert position.flags == {CT: A, RI: A, "Nova Scotia": B}
    assert shown(position) == {
        "Prince Town": "1 regulars, 1 loyalist v 4 continental, 1 militia",
        "Trenton": "1 militia",
        "Boston": "2 regulars, 1 loyalist v 4 continental, 3 militia",
        "Hartford": "1 continental",
    }
    assert position.contested == ("Boston", "Prince Town")


BOARD = """
[[area]]
name = "Boston"
colony = "ma"
city = true
[[area]]
name = "Salem"
colony = "Massachusetts"
[[area]]
name = "Newport"
colony = "rhode island"
[[area]]
name = "Woods"
[[link]]
areas = ["Salem", "Boston", "Newport"]
[[water]]
name = "Bay"
areas = ["Boston", "Newport"]
"""
POSITION = """
[position]
british_flags = ["RI", "NS"]
fled = "1 patriot, 2 french"
reserves = "30 red, 40 continentals"
[[units]]
area = "Boston"
units = "1 loyalist, 2 redcoats, 1 indians"
[[units]]
area = "Woods"
units = "2 natives"
"""
UNITS = '[[units]]\narea = "Boston"\n'


@pytest.mark.rule("RB-24", "RB-25")
def test_what_a_file_says():
    position = parse_position(BOARD + POSITION)
    assert position.board == Board(
        (Area("Boston", MA, True), Area("Salem", MA), Area("Newport", RI), Area("Woods")),
        (Link("Salem", "Boston"), Link("Boston", "Newport")),
        (Water("Bay", ("Boston", "Newport")),),
    )
    assert position.units == {
        "Boston": Stack(f("2 regulars, 1 loyalist, 1 natives")),
        "Woods": Stack(natives=2),
    }
    assert position.flags == {MA: B, RI: B, "Nova Scotia": B}
    assert str(position.fled) == "1 militia, 2 french"
    assert str(position.reserves) == "30 regulars, 40 continental"
    assert str(position.out_of_play) == (
        "3 regulars, 44 loyalist, 12 hessian, 44 militia, 8 french, 15 natives"
    )
    bare = parse_position(BOARD)
    assert (bare.units, bare.flags, bare.reserves) == ({}, {}, totals())
    assert (totals().total, Force.of(dict(totals()))["natives"]) == (205, 18)


@pytest.mark.rule("RB-24")
def test_units_of_both_sides_in_a_file():
    plain = parse_position(BOARD + UNITS + 'units = "1 militia, 1 regulars"')
    assert plain.at("Boston") == here("1 regulars v 1 militia")
    apart = parse_position(
        BOARD + UNITS + 'british = "1 regulars, 1 natives"\namerican = "1 militia, 2 natives"'
    )
    assert apart.at("Boston") == here("1 regulars, 1 natives v 1 militia, 2 natives")


@pytest.mark.rule("RB-24")
def test_a_position_may_stand_in_a_file_of_its_own(tmp_path):
    board, position = tmp_path / "map.toml", tmp_path / "now.toml"
    board.write_text(BOARD, "utf-8")
    position.write_text(POSITION, "utf-8")
    assert read_map(str(board), str(position)) == parse_position(BOARD + POSITION)
    assert parse_position(POSITION, parse_board(BOARD)) == parse_position(BOARD + POSITION)
    with pytest.raises(OptionError, match=r"holds a position, but has a \[\[area\]\]"):
        read_map(str(position), str(board))
    with pytest.raises(OptionError, match="have position; keep it in one"):
        read_map(str(EXAMPLE), str(position))
    for name in (str(tmp_path / "nothing.toml"), "a\0b"):
        with pytest.raises(OptionError, match="cannot read the map"):
            read_map(name)
    board.write_bytes(b"name = '\xff'")
    with pytest.raises(NotationError, match="is not UTF-8 text"):
        read_map(str(board))
    board.write_text("name = Boston", "utf-8")
    with pytest.raises(NotationError, match=r"map\.toml' is not TOML"):
        read_map(str(board))


AREA = '[[area]]\nname = "Salisbury"\ncolony = "NC"\n'


@pytest.mark.rule("RB-24")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[areas]]", "section 'areas' is not known; did you mean 'area'?"),
        ("[position]", "the map has no [[area]]; give at least one"),
        ("area = 3", "area: write each as a [[area]] of its own"),
        ('[[area]]\ncolony = "NY"', "[[area]] 1: name is missing"),
        ('[[area]]\nname = 4\ncolony = "NY"', "name is a text in quotes, not 4"),
        (AREA + "citty = true", "[[area]] 1 ('Salisbury'): key 'citty' is not known; did you"),
        (AREA + "city = 1", "[[area]] 1 ('Salisbury'): city is true or false, not 1"),
        (AREA.replace("NC", "Ohio"), "area 1 ('Salisbury'): colony 'Ohio' is not known"),
        (AREA + AREA, "area 2 ('Salisbury'): Salisbury is there twice"),
        (AREA.replace("Sa", " Sa"), "a text on one line without blanks around it"),
        (AREA.replace("Salisbury", ""), "a text on one line"),
        (BOARD + '[[link]]\nareas = ["Boston"]', "[[link]] 2: areas names two areas or more"),
        (BOARD + '[[link]]\nareas = "Boston"', "areas is a list of texts"),
        (
            BOARD + '[[link]]\nareas = ["Boston", "Salme"]',
            "link 3 (Boston - Salme): area 'Salme' is not known; did you mean 'Salem'?",
        ),
        (BOARD + '[[link]]\nareas = ["Boston", "Salem"]', "(Boston - Salem) is there twice"),
        (BOARD + '[[link]]\nareas = ["Woods", "Woods"]', "joins an area with itself"),
        (BOARD + '[[water]]\nareas = ["Boston"]', "[[water]] 2: name is missing"),
        (BOARD + '[[water]]\nname = "Bay"\nareas = ["Boston", "Salem"]', "Bay is there twice"),
        (
            BOARD + '[[water]]\nname = "Sea"\nareas = ["Boston"]',
            "water 2 ('Sea'): ships sail from one area to another; name two or more",
        ),
        (
            BOARD + '[[water]]\nname = "Sea"\nareas = ["Boston", "Boston"]',
            "water 2 ('Sea'): Boston is there twice",
        ),
        (
            BOARD + '[[water]]\nname = "Sea"\nareas = ["Boston", "Newprt"]',
            "water 2 ('Sea'): area 'Newprt' is not known; did you mean 'Newport'?",
        ),
        ("position = 3\n" + BOARD, "position: write it as a [position] section"),
        (BOARD + "[position]\nflags = []", "[position]: key 'flags' is not known"),
        (
            BOARD + '[position]\nbritish_flags = ["Rode Island"]',
            "[position]: british_flags: colony 'Rode Island' is not known; did you mean 'Rhode",
        ),
        (
            BOARD + '[position]\nbritish_flags = ["RI"]\namerican_flags = ["Rhode Island"]',
            "[position]: american_flags: Rhode Island has a flag already",
        ),
        (
            BOARD + '[position]\namerican_flags = ["MA"]\n' + UNITS + 'units = "1 red"',
            "[position]: the american flag cannot lie on Massachusetts: british units hold all that"
            " is occupied: Boston (RB-24)",
        ),
        (
            BOARD + '[position]\namerican_flags = ["MA"]\n' + UNITS + 'units = "1 red, 1 blue"',
            "cannot lie on Massachusetts: both sides are in Boston (RB-24)",
        ),
        (BOARD + '[position]\nfled = "1 tank"', "[position]: fled: unknown unit 'tank'"),
        (BOARD + '[position]\nfled = "13 hessian"', "13 hessian are on the map, fled or out of"),
        (
            BOARD + '[position]\nfled = "1 hessian"\nreserves = "12 hessian"',
            "[position]: reserves: 12 hessian are more than the 11 that are neither on the map",
        ),
        (BOARD + "[position]\nreserves = 3", "[position]: reserves is a text in quotes, not 3"),
        (BOARD + UNITS, "units in Boston: no unit is named"),
        (BOARD + UNITS + 'units = "2 reds"\nbritish = "1 red"', "write units, or british and"),
        (
            BOARD + UNITS + 'units = "1 red, 1 blue, 1 green"',
            "[[units]] 1 ('Boston'): the natives are of one side: write british = and american =",
        ),
        (
            BOARD + UNITS + 'british = "1 militia"',
            "[[units]] 1 ('Boston'): militia are no british units",
        ),
        (
            BOARD + UNITS + 'british = "1 natives"',
            "[[units]] 1 ('Boston'): 1 natives of the british side stand without",
        ),
        (BOARD + UNITS + 'units = "46 white"', "46 militia are on the map, fled or out of play"),
        (BOARD + UNITS + 'units = "-1 white"', "[[units]] 1 ('Boston'): units: the count '-1'"),
        (BOARD + UNITS + 'units = "1 red"\n' + UNITS, "[[units]] 2 ('Boston'): Boston is there"),
        (
            BOARD + UNITS.replace("Bos", "Bas"),
            "[[units]] 1 ('Baston'): area 'Baston' is not known; did you mean 'Boston'?",
        ),
    ],
)
def test_bad_files_get_one_plain_line(text, message):
    with pytest.raises(OptionError) as error:
        parse_position(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


AREAS = [area.name for area in ROW.areas]
COUNTS = st.integers(0, 2)


@st.composite
def forces(draw, side, *, natives=True, least=0):
    colours = OF_SIDE[side] if natives else OF_SIDE[side][:-1]
    force = Force.of({name: draw(COUNTS) for name in colours})
    if natives and not fighters(force):
        force = Force()
    return force if force.total >= least else Force.of({colours[0]: least})


@st.composite
def any_stacks(draw):
    kind = draw(st.sampled_from(["empty", "natives", B, A, "both"]))
    if kind in SIDES:
        return Stack(**{kind: draw(forces(kind))})
    if kind == "both":
        return Stack(*(draw(forces(side)) for side in SIDES))
    return Stack(natives=draw(st.integers(1, 2))) if kind == "natives" else EMPTY


@st.composite
def any_positions(draw, battle=""):
    """Any position on the row, with a battle due in an area if one is named."""
    stacks = {area: draw(any_stacks()) for area in AREAS}
    if battle:
        stacks[battle] = Stack(*(draw(forces(side, least=1)) for side in SIDES))
    marked = draw(st.sets(st.sampled_from(["Maine", RI, "Georgia"])))
    flags = {colony: draw(st.sampled_from(SIDES)) for colony in sorted(marked)}
    units = {area: stack for area, stack in stacks.items() if stack}
    # as many natives and French as a game has must do for seven areas and the boxes
    assume(not lacks(totals(), joined(*(stack.everybody for stack in units.values()))))
    position = Position(ROW, units, flags)
    boxes = []
    for _ in range(2):
        free = position.reserves
        boxes.append(Force.of({name: draw(st.integers(0, min(n // 2, 2))) for name, n in free}))
    return settled(replace(position, fled=boxes[0], out_of_play=boxes[1]))


@pytest.mark.rule("RB-24")
@given(any_positions())
def test_a_position_that_is_written_reads_back(position):
    assert parse_position(position_text(position), position.board) == position


# --- control (RB-24)


@pytest.mark.rule("RB-24")
@pytest.mark.parametrize(
    ("units", "side", "reason", "deserted"),
    [
        ({}, "none", "all its areas on the map are empty", True),
        ({"A1": "1 regulars"}, B, "british units hold all that is occupied: A1", False),
        ({"A1": "1 french", "A2": "1 militia"}, A, "american units hold all of it: A1, A2", False),
        ({"A1": "1 hessian, 2 natives"}, B, "british units hold all that is occupied: A1", False),
        ({"A1": "1 militia", "A2": "1 natives"}, "none", "natives are alone in A2", False),
        ({"A1": "2 natives", "A2": "1 natives"}, "none", "natives are alone in A1, A2", True),
        (
            {"A1": "1 militia", "A2": "1 regulars"},
            "none",
            "the British are in A2, Americans in A1",
            False,
        ),
        ({"A1": "1 regulars v 1 militia"}, "none", "both sides are in A1", False),
        (
            {"A1": "1 regulars v 1 militia", "A2": "1 regulars"},
            "none",
            "both sides are in A1",
            False,
        ),
        ({"X": "1 militia", "B1": "1 militia"}, "none", "all its areas on the map are empty", True),
    ],
)
def test_who_controls_a_colony(units, side, reason, deserted):
    control = control_of(row(units), CT)
    assert (control.side, control.reason, control.deserted) == (side, reason, deserted)
    assert str(control) == f"{reason} (RB-24)"


@pytest.mark.rule("RB-24")
def test_pennsylvania():
    """3.1.2: a Patriot joins the natives, and the British are pushed out of Philadelphia."""
    woods = Board((Area("Philadelphia", PA), Area("Woods", PA)))
    before = at({"Philadelphia": "1 regulars", "Woods": "2 natives"}, board=woods)
    assert control_of(before, PA).side == "none"
    after = before.with_units(
        {
            "Philadelphia": here("1 continental"),
            "Woods": added(before.at("Woods"), A, f("1 militia")),
        }
    )
    assert control_of(after, PA).side == A
    assert settled(after).flags == {PA: A}


@pytest.mark.rule("RB-24")
def test_when_flags_come_and_go():
    """Gains are at once; an emptied colony keeps its flag until the end of the turn."""
    emptied = row({"A1": "1 natives"}, {CT: A, RI: B, "Georgia": B})
    assert settled(emptied) == emptied
    assert end_of_turn(emptied).flags == {"Georgia": B}
    taken_over = row({"B1": "1 militia", "A1": "1 regulars v 1 militia"}, {CT: A, RI: B})
    assert settled(taken_over).flags == {RI: A}
    shared = row({"A1": "1 natives", "A2": "1 militia"}, {CT: A})
    assert settled(shared).flags == {}


@pytest.mark.rule("RB-24")
def test_who_leads_and_who_wins():
    position = row({"A1": "1 regulars"}, {CT: B, RI: A, MA: A})
    assert count(position) == {B: 1, A: 2, "none": 13}
    assert (leader(position), winner(position)) == (A, B)
    assert controlled(position, A) == (MA, RI)
    drawn = row(flags={"Georgia": A, "Virginia": B})
    assert (leader(drawn), winner(drawn)) == ("none", "none")
    assert winner(row(flags={"Georgia": A})) == A


@pytest.mark.rule("RB-24")
@given(any_positions())
def test_control_is_by_its_definition(position):
    for colony in ROW.colonies:
        stacks = [position.at(area) for area in ROW.areas_of(colony) if position.at(area)]
        sole = {side for side in SIDES if stacks and all(s.sides == (side,) for s in stacks)}
        control = control_of(position, colony)
        assert {control.side} == (sole or {"none"})
        assert control.deserted == (not any(stack.sides for stack in stacks))
        if not control.deserted:
            assert position.flag(colony) == control.side
        assert end_of_turn(position).flag(colony) == control.side
    assert settled(position) == position
    assert sum(count(position).values()) == 16


# --- reinforcements (RB-25, RB-04, RB-51)


@pytest.mark.rule("RB-25", "RB-09")
def test_the_continentals_of_the_worked_example():
    """Four fresh and one fled: three to Hartford, two to Newport."""
    position = at(
        {"Hartford": "3 militia", "Newport": "1 continental"},
        {CT: A, RI: A},
        fled=f("1 continental, 2 militia"),
    )
    coming = reinforcements(position, "continental")
    assert coming
    assert (coming.fresh, str(coming.fled), str(coming.coming)) == (
        4,
        "1 continental",
        "5 continental",
    )
    assert coming.places == ("Newport", "Hartford")
    assert str(coming.why) == "cities in colonies that are american: Newport, Hartford (RB-25)"
    after = place(
        position, "continental", {"Hartford": f("3 continental"), "Newport": f("2 continental")}
    )
    assert shown(after) == {"Hartford": "3 continental, 3 militia", "Newport": "3 continental"}
    assert str(after.fled) == "2 militia"
    assert after.reserves["continental"] == position.reserves["continental"] - 4


@pytest.mark.rule("RB-25")
@pytest.mark.parametrize(("on_map", "fresh"), [(30, 4), (36, 4), (37, 3), (40, 0)])
def test_fewer_come_if_fewer_remain(on_map, fresh):
    position = settled(row({"A1": f"{on_map} continental"}))
    coming = reinforcements(position, "continental")
    assert coming.fresh == fresh
    whole = {"A1": Force.of({"continental": fresh})} if fresh else {}
    assert check_placement(position, "continental", whole)
    held_back = replace(position, out_of_play=position.reserves)
    assert reinforcements(held_back, "continental").fresh == 0


@pytest.mark.rule("RB-25", "RB-04")
@pytest.mark.parametrize(
    ("units", "flags", "why"),
    [
        ({}, {}, "the british side controls no colony (RB-25)"),
        (
            {"A1": "1 natives", "A2": "1 regulars"},
            {},
            "the british side controls no colony (RB-25)",
        ),
        (
            {"D1": "1 loyalist"},
            {"Georgia": B},
            "no city of the british colonies is on the map: Maine, Georgia (RB-25)",
        ),
    ],
)
def test_without_a_colony_nobody_comes(units, flags, why):
    position = settled(row(units, flags, fled=f("2 loyalist")))
    coming = reinforcements(position, "loyalist")
    assert not coming
    assert (coming.places, coming.coming, str(coming.why)) == ((), Force(), why)
    assert refused(check_placement(position, "loyalist", {"A1": f("1 loyalist")})) == why
    assert check_placement(position, "loyalist", {})
    assert place(position, "loyalist", {}) == position


@pytest.mark.rule("RB-25")
@pytest.mark.parametrize(
    ("placement", "why"),
    [
        ({"A2": "4 militia"}, "A2 is no city (RB-25)"),
        (
            {"C1": "4 militia"},
            "the american side does not control Massachusetts: its flag is none (RB-25)",
        ),
        (
            {"B1": "4 militia"},
            "the american side does not control Rhode Island: its flag is british (RB-25)",
        ),
        ({"X": "4 militia"}, "X is no city (RB-25)"),
        ({"Y": "4 militia"}, "the colony of Y is not known (RB-25)"),
        ({"A1": "5 militia"}, "1 militia are more than come: 4 militia come to militia (RB-25)"),
        (
            {"A1": "3 militia"},
            "1 militia are not placed, and all must be: 4 militia come to militia (RB-25)",
        ),
        (
            {"A1": "4 militia, 1 french"},
            "1 french are more than come: 4 militia come to militia (RB-25)",
        ),
    ],
)
def test_placements_that_are_not_legal(placement, why):
    board = Board((*ROW.areas, Area("Y", city=True)), ROW.links)
    position = settled(at({"A1": "1 militia", "B1": "1 regulars"}, board=board))
    given_ = {area: f(text) for area, text in placement.items()}
    assert refused(check_placement(position, "militia", given_)) == why
    with pytest.raises(IllegalBattleError, match="this placement is not legal: ") as error:
        place(position, "militia", given_)
    assert error.value.rule == "RB-25"


@pytest.mark.rule("RB-25")
def test_names_that_placements_do_not_know():
    with pytest.raises(OptionError, match="faction is regulars or loyalist or continental or mil"):
        reinforcements(row(), "hessian")
    with pytest.raises(OptionError, match="area 'Z' is not known"):
        check_placement(row(), "militia", {"Z": Force()})


@pytest.mark.rule("RB-51")
def test_fled_allies_and_natives():
    fled = f("1 regulars, 2 hessian, 1 french, 3 natives")
    position = settled(row({"A1": "1 loyalist"}, fled=fled))
    assert str(reinforcements(position, "loyalist").fled) == "2 hessian"
    assert str(reinforcements(position, "regulars").fled) == "1 regulars, 2 hessian"
    assert str(reinforcements(position, "regulars", allies=False).fled) == "1 regulars"
    switched = reinforcements(position, "regulars", natives=True)
    assert str(switched.fled) == "1 regulars, 2 hessian, 3 natives"
    after = place(position, "loyalist", {"A1": f("4 loyalist, 2 hessian")})
    assert str(after.fled) == "1 regulars, 1 french, 3 natives"
    both = place(position, "loyalist", {"A1": f("4 loyalist, 2 hessian, 3 natives")}, natives=True)
    assert str(both.at("A1")) == "5 loyalist, 2 hessian, 3 natives"
    alone = settled(row({"A2": "1 loyalist"}, fled=f("1 natives"), flags={RI: B}))
    placement = {"A1": f("4 loyalist"), "B1": f("1 natives")}
    assert refused(check_placement(alone, "loyalist", placement, natives=True)) == (
        "natives would be alone in B1 (RB-51)"
    )
    placement = {"A1": f("3 loyalist"), "B1": f("1 loyalist, 1 natives")}
    assert check_placement(alone, "loyalist", placement, natives=True)


@pytest.mark.rule("RB-25")
@given(any_positions(), st.sampled_from(ALL_FACTIONS))
def test_placing_all_in_one_city_is_legal(position, faction):
    coming = reinforcements(position, faction)
    assert all(position.board.area(name).city for name in coming.places)
    assert all(
        position.flag(position.board.area(name).colony) == coming.side for name in coming.places
    )
    placement = {coming.places[0]: coming.coming} if coming else {}
    after = place(position, faction, placement)
    assert after.on_map == joined(position.on_map, coming.coming)
    assert joined(after.on_map, after.fled, after.reserves, after.out_of_play) == totals()
    assert settled(after) == after


# --- armies (RB-28, RB-29, RB-12)

TWO = Card(2, 2)


def orders(*texts):
    """Orders: 'ORIGIN: UNITS > AREA > AREA'."""
    found = []
    for text in texts:
        origin, _, rest = text.partition(": ")
        army, *path = rest.split(" > ")
        found.append(Order(origin, f(army), tuple(path)))
    return found


@pytest.mark.rule("RB-28", "RB-01", "RB-09")
def test_the_moves_of_the_worked_example():
    before = settled(
        at(
            {
                "Hartford": "5 continental, 1 militia",
                "Newport": "3 continental, 1 militia",
                WEST: "1 continental, 2 militia",
                "Boston": "2 regulars, 1 loyalist",
                "Prince Town": "1 regulars, 1 loyalist",
                "Trenton": "1 militia",
            },
            {"Nova Scotia": B},
        )
    )
    assert before.flags == {CT: A, RI: A, "Nova Scotia": B}
    moves = check_moves(
        before,
        "continental",
        Card(3, 2),
        orders(
            f"Hartford: 4 continental, 1 militia > {NORTH_WEST} > Prince Town",
            "Newport: 3 continental, 1 militia > Boston",
            f"{WEST}: 1 continental, 2 militia > Boston",
        ),
    )
    assert moves
    assert str(moves.verdict) == "legal (RB-28)"
    assert moves.after == read_map(str(EXAMPLE))
    assert [
        (c.area, c.attacker, c.defender, str(c.attackers), str(c.defenders), c.by_water)
        for c in moves.clashes
    ] == [
        ("Boston", A, B, "4 continental, 3 militia", "2 regulars, 1 loyalist", False),
        ("Prince Town", A, B, "4 continental, 1 militia", "1 regulars, 1 loyalist", False),
    ]
    assert {area: str(force) for area, force in moves.moved.items()} == {
        "Boston": "4 continental, 3 militia",
        "Prince Town": "4 continental, 1 militia",
    }


@pytest.mark.rule("RB-28", "RB-29")
@pytest.mark.parametrize(
    ("order", "card", "why"),
    [
        ("A1: 1 militia > A2", TWO, "militia do not go with the british side (RB-28)"),
        ("A1: 2 loyalist > A2", TWO, "no unit of it is of the active faction, regulars (RB-28)"),
        ("A1:  > A2", TWO, "no unit of it is of the active faction, regulars (RB-28)"),
        (
            "A1: 3 regulars, 1 hessian > A2",
            TWO,
            "of the british side 2 regulars, 2 loyalist, 1 natives is there, 1 regulars, 1 hessian"
            " too few (RB-28)",
        ),
        ("A2: 1 regulars > A1", TWO, "of the british side nobody is there, 1 regulars too few"),
        ("A1: 1 regulars", TWO, "it goes nowhere; name the areas that it enters (RB-28)"),
        ("A1: 1 regulars > A2 > B1 > C1", TWO, "it enters 3 areas; the card allows 2 (RB-28)"),
        ("A1: 1 regulars > A2 > B1", Card(1), "it enters 2 areas; the card allows 1 (RB-28)"),
        ("A1: 1 regulars > B1", TWO, "no land link joins A1 and B1 (RB-29)"),
        ("A1: 1 regulars > A2 > C1", TWO, "no land link joins A2 and C1 (RB-29)"),
        (
            "A1: 1 regulars > A2 > B1 > C1",
            Card(1, 3),
            "it must stop, as the enemy is in B1 (RB-28)",
        ),
        (
            "D1: 1 regulars > C1 > C2 > C1",
            Card(1, 3),
            "no land link joins D1 and C1 (RB-29)",
        ),
        (
            "C1: 1 regulars > C2 > C1",
            TWO,
            "it must stop, as independent natives are in C2 (RB-28)",
        ),
        ("A1: 1 regulars > A2 > A1", BOATS, "it goes by water: from one area to one other (RB-29)"),
        (
            "A1: 2 regulars, 2 loyalist > D1",
            BOATS,
            "4 units; a boat takes 3 (RB-29)",
        ),
        ("C2: 1 regulars > C1", BOATS, "of the british side nobody is there, 1 regulars too few"),
        ("A1: 1 regulars > C1", WARSHIPS, "no water leads from A1 to C1 (RB-29)"),
        ("A1: 1 regulars > A1", WARSHIPS, "no water leads from A1 to A1 (RB-29)"),
        ("X: 1 regulars > A1", WARSHIPS, "X lies on no water (RB-29)"),
    ],
)
def test_armies_that_may_not_move_so(order, card, why):
    position = row(
        {
            "A1": "2 regulars, 2 loyalist, 1 natives",
            "B1": "1 militia",
            "C1": "1 regulars",
            "C2": "1 natives",
            "D1": "1 regulars",
            "X": "1 regulars",
        }
    )
    [one] = orders(order)
    assert why in refused(check_army(position, "regulars", card, one))
    moves = check_moves(position, "regulars", card, [one])
    assert not moves
    army = one.army or "nobody"
    assert str(moves.verdict).startswith(f"army 1, {army} in {one.origin}: {why[:-8]}")
    assert (moves.after, moves.moved, moves.clashes) == (position, {}, ())


@pytest.mark.rule("RB-28", "RB-12")
def test_natives_left_on_the_way_stop_the_army_that_left_them():
    position = row({"A1": "1 regulars, 1 natives"})
    round_trip = orders("A1: 1 regulars > A2 > A1 > A2")
    assert refused(check_army(position, "regulars", Card(1, 3), round_trip[0])) == (
        "it must stop, as independent natives are in A1 (RB-28)"
    )
    back = check_moves(position, "regulars", TWO, orders("A1: 1 regulars > A2 > A1"))
    assert shown(back.after) == {"A1": "1 regulars, 1 natives"}


@pytest.mark.rule("RB-28")
def test_units_move_once_a_turn():
    position = row({"A1": "1 regulars", "A2": "1 regulars, 1 loyalist"})
    chain = orders("A1: 1 regulars > A2", "A2: 2 regulars > B1")
    moves = check_moves(position, "regulars", TWO, chain)
    assert refused(moves.verdict) == (
        "army 2, 2 regulars in A2: 1 regulars of it have moved this turn (RB-28)"
    )
    assert shown(moves.after) == {"A2": "2 regulars, 1 loyalist"}
    fine = orders("A1: 1 regulars > A2", "A2: 1 regulars, 1 loyalist > B1")
    assert shown(check_moves(position, "regulars", TWO, fine).after) == {
        "A2": "1 regulars",
        "B1": "1 regulars, 1 loyalist",
    }
    three = check_moves(position, "regulars", TWO, [*fine, *fine])
    assert refused(three.verdict) == "4 armies move; the card moves 2 (RB-28)"
    assert three.after == position


@pytest.mark.rule("RB-12", "RB-24")
def test_natives_join_at_once_without_a_battle():
    position = row({"A1": "2 militia, 1 natives", "A2": "2 natives"})
    moves = check_moves(position, "militia", TWO, orders("A1: 1 militia > A2"))
    assert shown(moves.after) == {"A1": "1 militia, 1 natives", "A2": "1 militia, 2 natives"}
    assert (moves.clashes, moves.after.flags) == ((), {CT: A})
    all_go = check_moves(position, "militia", TWO, orders("A1: 2 militia > A2"))
    assert all_go.after.at("A1") == Stack(natives=1)
    assert all_go.after.flags == {}
    on = check_moves(position, "militia", TWO, orders("A1: 2 militia > A2 > B1"))
    assert "must stop, as independent natives are in A2" in refused(on.verdict)


@pytest.mark.rule("RB-28", "RB-24")
def test_a_later_army_stops_where_an_earlier_one_fights():
    position = row({"A1": "2 militia", "A2": "1 regulars", "B1": "1 militia"}, {RI: A})
    moves = check_moves(
        position, "militia", TWO, orders("A1: 1 militia > A2", "B1: 1 militia > A2 > A1")
    )
    assert refused(moves.verdict) == (
        "army 2, 1 militia in B1: it must stop, as the enemy is in A2 (RB-28)"
    )
    assert [clash.area for clash in moves.clashes] == ["A2"]
    both = check_moves(position, "militia", TWO, orders("A1: 1 militia > A2", "B1: 1 militia > A2"))
    assert (shown(both.after)["A2"], both.after.flags) == ("1 regulars v 2 militia", {RI: A})
    assert end_of_turn(both.after).flags == {}


@pytest.mark.rule("RB-29", "RB-05")
def test_the_boats_of_the_loyalists():
    """5.0: from Quebec and Philadelphia, three units each, all to Boston."""
    position = at(
        {
            "Quebec City": "3 regulars, 1 loyalist",
            "Philadelphia": "1 regulars, 1 loyalist, 1 hessian",
            "Boston": "1 militia",
        }
    )
    both = orders(
        "Quebec City: 2 regulars, 1 loyalist > Boston",
        "Philadelphia: 1 regulars, 1 loyalist, 1 hessian > Boston",
    )
    moves = check_moves(position, "loyalist", BOATS, both)
    assert str(moves.verdict) == "legal (RB-29)"
    assert [(c.area, str(c.attackers), c.by_water) for c in moves.clashes] == [
        ("Boston", "3 regulars, 2 loyalist, 1 hessian", True)
    ]
    elsewhere = check_moves(
        position, "loyalist", BOATS, [both[0], *orders("Philadelphia: 1 loyalist > Quebec City")]
    )
    assert refused(elsewhere.verdict) == (
        "boats go to one area, not to Boston and Quebec City (RB-29)"
    )
    ships = check_moves(
        position, "loyalist", WARSHIPS, [both[0], *orders("Philadelphia: 1 loyalist > Quebec City")]
    )
    assert ships
    third = check_moves(position, "loyalist", WARSHIPS, [*both, *both])
    assert refused(third.verdict) == "4 armies move; the card moves 2 (RB-29)"


@pytest.mark.rule("RB-29")
def test_the_warship_from_boston_reaches_quebec_city_but_not_montreal():
    position = at({"Boston": "9 continental"})
    there, beyond = orders(
        "Boston: 9 continental > Quebec City", "Boston: 9 continental > Montreal"
    )
    assert check_army(position, "continental", WARSHIPS, there)
    assert refused(check_army(position, "continental", WARSHIPS, beyond)) == (
        "no water leads from Boston to Montreal (RB-29)"
    )


@pytest.mark.rule("RB-28")
def test_names_that_moves_do_not_know():
    with pytest.raises(OptionError, match="faction is regulars or"):
        check_moves(row(), "natives", TWO, [])
    with pytest.raises(OptionError, match="area 'Z' is not known"):
        check_army(row(), "militia", TWO, Order("A1", f("1 militia"), ("Z",)))
    assert check_moves(row(), "militia", TWO, [])


@pytest.mark.rule("RB-28", "RB-12", "RB-07")
@given(any_positions(), st.sampled_from(ALL_FACTIONS), st.data())
def test_moves_keep_every_unit_and_reach_only_what_they_may(position, faction, data):
    side = side_of(faction)
    card = data.draw(st.sampled_from([Card(3, 2), WARSHIPS, BOATS]))
    given_ = []
    for _ in range(data.draw(st.integers(1, 2))):
        origin = data.draw(st.sampled_from(AREAS))
        army = position.at(origin).of(side) or Force.of({faction: 1})
        path = data.draw(st.lists(st.sampled_from(AREAS), min_size=1, max_size=2))
        given_.append(Order(origin, army, tuple(path)))
    moves = check_moves(position, faction, card, given_)
    assert moves.after.on_map == position.on_map
    assert settled(moves.after) == moves.after
    for area, force in moves.moved.items():
        assert not lacks(moves.after.at(area).of(side), force)
    for area in AREAS:
        before, after = position.at(area), moves.after.at(area)
        foes = without(
            after.of(enemy(side)), Force.of({"natives": after.of(enemy(side))["natives"]})
        )
        assert not lacks(before.of(enemy(side)), foes)
    assert moves.clashes == clashes(
        moves.after, side, () if card.kind == "land" else [order.path[-1] for order in given_]
    )


# --- withdrawals (RB-05)


@pytest.mark.rule("RB-05")
def test_where_units_may_withdraw():
    board = Board(
        tuple(
            Area(name, MA) for name in ("Battle", "Own", "Empty", "Woods", "Fight", "Foe", "Far")
        ),
        tuple(Link("Battle", name) for name in ("Own", "Empty", "Woods", "Fight", "Foe")),
        (Water("Sea", ("Battle", "Far", "Own")),),
    )
    position = at(
        {
            "Battle": "2 regulars v 2 militia",
            "Own": "1 loyalist",
            "Woods": "1 natives",
            "Fight": "1 regulars v 1 militia",
            "Foe": "1 militia, 1 natives",
        },
        board=board,
    )
    found = withdrawals(position, "Battle", B)
    assert found.to == {"Own": "own", "Empty": "empty", "Woods": "natives", "Fight": "contested"}
    assert {area: str(why) for area, why in found.refused.items()} == {
        "Foe": "the enemy alone is in Foe (RB-05)"
    }
    others = withdrawals(position, "Battle", A)
    assert others.to == {"Empty": "empty", "Woods": "natives", "Fight": "contested", "Foe": "own"}
    assert refused(others.refused["Own"]) == "the enemy alone is in Own (RB-05)"
    sailing = withdrawals(position, "Battle", B, over_water=True)
    assert sailing.to == {**found.to, "Far": "empty"}
    landed = withdrawals(position, "Battle", B, by_water=True, over_water=True)
    assert landed.to == found.to
    assert refused(landed.refused["Far"]) == "who came by water may not sail to Far (RB-05)"


@pytest.mark.rule("RB-05", "RB-09")
def test_the_ways_out_of_boston_and_prince_town():
    position = read_map(str(EXAMPLE))
    assert withdrawals(position, "Boston", B).to == {WEST: "empty", "Newport": "empty"}
    assert withdrawals(position, "Prince Town", A).to == {NORTH_WEST: "empty"}
    held = position.with_units({NORTH_WEST: here("1 militia")})
    assert not way_out(held, "Prince Town", B)
    assert way_out(held, "Prince Town", A, True)


@pytest.mark.rule("RB-05")
@given(any_positions(), st.sampled_from(AREAS), st.sampled_from(SIDES), st.booleans())
def test_there_is_a_way_out_unless_the_enemy_is_alone_all_around(position, area, side, by_water):
    around = [position.at(other).sides for other in ROW.neighbours(area)]
    assert way_out(position, area, side, by_water) == any(s != (enemy(side),) for s in around)
    anyhow = way_out(position, area, side, by_water, over_water=True)
    overseas = [position.at(other).sides for other in ROW.overseas(area)] if not by_water else []
    assert anyhow == any(s != (enemy(side),) for s in around + overseas)


# --- after a battle (RB-03, RB-04, RB-05, RB-07, RB-24)


@pytest.mark.rule("RB-24", "RB-03", "RB-04", "RB-09")
def test_the_battles_of_the_worked_example():
    """New Jersey by a battle, Rhode Island by a withdrawal, Massachusetts by a battle."""
    first = after_battle(
        read_map(str(EXAMPLE)),
        "Prince Town",
        Outcome(american=f("2 continental, 1 militia"), fled=f("1 continental")),
    )
    assert first.turned == {NJ: ("none", A)}
    assert str(first.lost) == "1 regulars, 1 loyalist, 1 continental"
    assert control_of(first.after, NJ).reason == (
        "american units hold all of it: Prince Town, Trenton"
    )
    second = after_battle(
        first.after,
        "Boston",
        Outcome(
            american=f("1 continental, 2 militia"),
            fled=f("1 continental, 1 militia"),
            british_withdrew={"Newport": f("1 regulars")},
        ),
    )
    assert second.turned == {MA: ("none", A), RI: (A, B)}
    assert str(second.lost) == "1 regulars, 1 loyalist, 2 continental"
    assert shown(second.after) == {
        "Prince Town": "2 continental, 1 militia",
        "Trenton": "1 militia",
        "Boston": "1 continental, 2 militia",
        "Hartford": "1 continental",
        "Newport": "1 regulars",
    }
    assert str(second.after.fled) == "2 continental, 1 militia"
    assert end_of_turn(second.after).flags == {
        CT: A,
        NJ: A,
        MA: A,
        RI: B,
        "Nova Scotia": B,
    }
    assert (leader(second.after), winner(second.after)) == (A, A)
    back = reinforcements(second.after, "continental")
    assert (str(back.fled), back.places) == ("2 continental", ("Boston", "Hartford"))


FIGHT = {"B1": "2 regulars, 1 natives v 2 militia", "C1": "1 militia", "C2": "1 natives"}


@pytest.mark.rule("RB-07")
def test_natives_after_a_battle():
    position = row(FIGHT)
    join = after_battle(position, "B1", Outcome(f("1 natives"), f("2 militia")))
    assert str(join.after.at("B1")) == "2 militia, 1 natives"
    left = after_battle(
        position,
        "B1",
        Outcome(f("1 natives"), british_withdrew={"A2": f("2 regulars")}, fled=f("2 militia")),
    )
    assert left.after.at("B1") == Stack(natives=1)
    assert left.after.flags == {CT: B}
    natives_go = after_battle(
        position,
        "B1",
        Outcome(american=f("1 militia"), british_withdrew={"A2": f("1 natives")}),
    )
    assert natives_go.after.at("A2") == Stack(natives=1)
    assert str(natives_go.lost) == "2 regulars, 1 militia"


@pytest.mark.rule("RB-05", "RB-12")
def test_natives_join_who_withdraws_to_them_and_contested_areas_are_joined():
    position = row(
        {"C1": "2 regulars v 2 militia", "C2": "2 natives", "B1": "1 loyalist v 1 french"}
    )
    done = after_battle(
        position,
        "C1",
        Outcome(
            british_withdrew={"C2": f("1 regulars"), "B1": f("1 regulars")},
            american=f("1 militia"),
            american_withdrew={"B1": f("1 militia")},
        ),
    )
    assert shown(done.after) == {
        "C1": "1 militia",
        "C2": "1 regulars, 2 natives",
        "B1": "1 regulars, 1 loyalist v 1 militia, 1 french",
    }
    assert done.lost == Force()


@pytest.mark.rule("RB-10")
def test_betsy_ross_brings_patriots_out_of_the_reserve():
    position = row({"B1": "2 loyalist v 2 militia"})
    done = after_battle(
        position,
        "B1",
        Outcome(american=f("4 militia"), fled=f("2 loyalist"), entered=f("2 militia")),
    )
    assert (str(done.after.at("B1")), done.lost) == ("4 militia", Force())
    assert done.after.reserves["militia"] == 41
    dry = replace(position, out_of_play=Force.of({"militia": 43}))
    with pytest.raises(IllegalBattleError, match="2 militia of the outcome were not in the battle"):
        after_battle(
            dry,
            "B1",
            Outcome(american=f("4 militia"), fled=f("2 loyalist"), entered=f("2 militia")),
        )


@pytest.mark.rule("RB-01", "RB-03", "RB-05")
@pytest.mark.parametrize(
    ("area", "outcome", "message", "rule"),
    [
        ("C1", Outcome(), "no battle is due in C1 (RB-01)", "RB-01"),
        (
            "B1",
            Outcome(f("1 regulars"), f("1 militia")),
            "the battle in B1 is not over: 1 regulars and 1 militia are left (RB-01)",
            "RB-01",
        ),
        (
            "B1",
            Outcome(f("3 regulars")),
            "1 regulars of the outcome were not in the battle in B1 (RB-03)",
            "RB-03",
        ),
        ("B1", Outcome(f("2 militia")), "militia are not british (RB-01)", "RB-01"),
        (
            "B1",
            Outcome(f("1 regulars"), american_withdrew={"A1": f("1 militia")}),
            "american units cannot withdraw from B1 to A1: A1 is not adjacent (RB-05)",
            "RB-05",
        ),
        (
            "B1",
            Outcome(american=f("1 militia"), british_withdrew={"C1": f("1 regulars")}),
            "british units cannot withdraw from B1 to C1: the enemy alone is in C1 (RB-05)",
            "RB-05",
        ),
        (
            "B1",
            Outcome(
                american=f("1 militia"),
                british_withdrew={"A2": f("1 regulars")},
                american_withdrew={"A2": f("1 militia")},
            ),
            "british units cannot withdraw from B1 to A2: both sides name A2; who goes first",
            "RB-05",
        ),
    ],
)
def test_outcomes_that_cannot_be(area, outcome, message, rule):
    with pytest.raises(IllegalBattleError) as error:
        after_battle(row(FIGHT), area, outcome)
    assert message in str(error.value)
    assert error.value.rule == rule


@pytest.mark.rule("RB-05")
def test_who_came_by_water_does_not_leave_by_water():
    position = row({"B1": "2 regulars v 2 militia"})
    sails = Outcome(american=f("2 militia"), british_withdrew={"D1": f("1 regulars")})
    assert after_battle(position, "B1", sails, over_water=True).turned == {
        "Maine": ("none", B),
        RI: ("none", A),
    }
    for outcome, over_water, why in (
        (sails, False, "D1 is not adjacent"),
        (replace(sails, seaborne=B), True, "who came by water may not sail to D1"),
    ):
        with pytest.raises(IllegalBattleError, match=why):
            after_battle(position, "B1", outcome, over_water=over_water)
    assert after_battle(position, "B1", replace(sails, seaborne=A), over_water=True)


@pytest.mark.rule("RB-03", "RB-04", "RB-24")
@given(any_positions("B1"), st.data())
def test_no_unit_is_made_or_lost_by_a_battle(position, data):
    winner_ = data.draw(st.sampled_from(SIDES))
    stack = position.at("B1")
    left = {winner_: stack.of(winner_)}
    fled, gone = Force(), {}
    beaten = enemy(winner_)
    goals = withdrawals(position, "B1", beaten).to
    if goals and data.draw(st.booleans()):
        gone = {data.draw(st.sampled_from(sorted(goals))): stack.of(beaten)}
    elif data.draw(st.booleans()):
        fled = stack.of(beaten)
    done = after_battle(position, "B1", Outcome(**left, fled=fled, **{f"{beaten}_withdrew": gone}))
    after = done.after
    assert joined(after.on_map, after.fled, after.reserves, after.out_of_play) == totals()
    assert joined(after.on_map, fled, done.lost) == position.on_map
    assert without(after.fled, position.fled) == fled
    assert done.lost == (Force() if fled or gone else stack.of(beaten))
    assert after.at("B1").sides == (winner_,)
    assert after.flag(RI) == winner_
    assert settled(after) == after
    changed = {c for c in NAMES_OF_COLONIES if after.flag(c) != position.flag(c)}
    assert set(done.turned) == changed


# --- the report


@pytest.mark.rule("RB-24", "RB-05", "RB-25")
def test_what_the_report_of_the_example_says():
    report = map_report(str(EXAMPLE))
    assert list(report.tables) == ["control", "contested", "reinforcements"]
    control = {line[0]: line[1:] for line in report.tables["control"][1]}
    assert control[MA] == ("none", "none", "both sides are in Boston")
    assert control[RI] == (A, "none", "all its areas on the map are empty")
    assert control[CT] == (A, A, "american units hold all of it: Hartford")
    assert control["Nova Scotia"] == (
        B,
        B,
        "none of its areas is on the map: as the file has it",
    )
    assert "Maine" not in control
    assert report.tables["contested"][1] == (
        (
            "Boston",
            "2 regulars, 1 loyalist",
            "4 continental, 3 militia",
            f"{WEST} (empty), Newport (empty)",
            f"{WEST} (empty), Newport (empty)",
        ),
        (
            "Prince Town",
            "1 regulars, 1 loyalist",
            "4 continental, 1 militia",
            f"{NORTH_WEST} (empty)",
            f"{NORTH_WEST} (empty)",
        ),
    )
    nowhere = "nowhere: no city of the british colonies is on the map: Nova Scotia"
    assert report.tables["reinforcements"][1] == (
        ("regulars", "4", "none", nowhere),
        ("loyalist", "4", "none", nowhere),
        ("continental", "4", "none", "Hartford"),
        ("militia", "4", "none", "Hartford"),
    )
    assert report.lines[:3] == (
        "flags now: British 1, American 2, neutral 13 of 16; american leads",
        "at the end of the turn: British 1, American 1, neutral 14 of 16; nobody leads",
        "battles are due: flags are as they are before them",
    )
    assert f"{CT} has 2 areas, 1 of them on this map" in report.lines
    assert f"their colony is not known, so they count for none: {NORTH_WEST}" in report.lines
    for heads, rows in report.tables.values():
        assert all(len(line) == len(heads) for line in rows)


@pytest.mark.rule("RB-24")
def test_the_report_of_a_whole_and_quiet_map(tmp_path):
    file = tmp_path / "map.toml"
    names = ["Newport", "A", "B", "C", "D", "E", "F", "G"]
    colonies = ["RI", "CT", "CT", "MA", "MA", "MA", "NJ", "NJ"]
    file.write_text(
        "".join(
            f'[[area]]\nname = "{name}"\ncolony = "{colony}"\n'
            for name, colony in zip(names, colonies, strict=True)
        )
        + f"[[link]]\nareas = {names}\n".replace("'", '"')
        + '[position]\nfled = "2 militia, 1 french"\n[[units]]\narea = "A"\nunits = "1 red"\n'
    )
    report = map_report(str(file))
    assert report.title == f"{file}: control, battles that are due, and reinforcements"
    assert report.tables["contested"][1] == ()
    assert report.tables["reinforcements"][1][3] == (
        "militia",
        "4",
        "2 militia, 1 french",
        "nowhere: the american side controls no colony",
    )
    assert report.lines == (
        "flags now: British 1, American 0, neutral 15 of 16; british leads",
        "at the end of the turn: British 1, American 0, neutral 15 of 16; british leads",
        "the map is as the file has it: an area or a link that it lacks may change all this",
    )


@pytest.mark.rule("RB-05")
def test_the_report_says_that_there_is_no_way_out(tmp_path):
    file = tmp_path / "map.toml"
    file.write_text(AREA + '[[units]]\narea = "Salisbury"\nunits = "1 red, 1 blue"\n')
    assert map_report(str(file)).tables["contested"][1] == (
        ("Salisbury", "1 regulars", "1 continental", "none", "none"),
    )


@pytest.mark.rule("RB-02")
def test_factions_are_the_colours_with_a_turn():
    assert ALL_FACTIONS == ("regulars", "loyalist", "continental", "militia")
    assert [side_of(name) for name in NAMES] == [B, B, B, A, A, A, "none"]
