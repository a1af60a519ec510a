"""The map of Washington's War: files, moves, retreats, control and what they say of a battle."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.entries import unknown
from combat.errors import IllegalBattleError, NotationError, OptionError
from combat.findings import Finding
from combat.washingtons_war.map.battle_facts import battle_at
from combat.washingtons_war.map.board import COLONIES, Board, Link, Space
from combat.washingtons_war.map.board_file import (
    parse_board,
    parse_position,
    position_text,
    read_map,
)
from combat.washingtons_war.map.congress import (
    american_may,
    capture_washington,
    disperse,
    disperses_congress,
    land_party,
    landing_party,
    removable_markers,
    steuben,
)
from combat.washingtons_war.map.control import control_of, controlled, count_pcs, militia, navy
from combat.washingtons_war.map.interception import interceptors, may_be_intercepted
from combat.washingtons_war.map.movement import (
    allowance,
    check_move,
    may_enter,
    meeting,
    naval_move,
    open_to_ships,
)
from combat.washingtons_war.map.position import EMPTY, Position, Units, enemy, side_of
from combat.washingtons_war.map.retreats import (
    attacker_retreats,
    cut_off,
    defender_retreats,
    may_sail,
    retreat_before_battle,
)

EXAMPLE = Path(__file__).parent.parent / "docs/examples/maps/washingtons_war_map.toml"
MAP = read_map(str(EXAMPLE)).board
A, B = "american", "british"
HOWE, CLINTON, GATES = Units(general="Howe"), Units(general="Clinton"), Units(general="Gates")


def at(pcs=None, units=None, board=MAP, **rest):
    return Position(board, pcs or {}, units or {}, **rest)


def british(cus, general=""):
    return Units(british=cus, general=general)


def american(cus, general=""):
    return Units(american=cus, general=general)


def refused(finding):
    """What a finding that does not hold says."""
    assert finding.holds is False
    return str(finding)


SOUTH = ("Ninety Six", "Camden", "Eutaw Springs", "Charleston", "Savannah", "Augusta")


# --- the values


@pytest.mark.rule("WW-04", "WW-25")
def test_neighbours_links_and_ports():
    assert MAP.neighbours("Savannah") == ("Charleston", "Augusta", "St. Mary's")
    assert MAP.neighbours("Quebec") == ()
    assert MAP.neighbours("Quebec", "Arnold") == ("Falmouth",)
    assert MAP.linked("Quebec") == ("Falmouth",)
    assert MAP.adjacent("Falmouth", "Quebec", "Arnold")
    assert not MAP.adjacent("Falmouth", "Quebec", "Gates")
    assert not MAP.adjacent("Boston", "Quebec", "Arnold")
    assert MAP.link("Boston", "Quebec") is None
    assert MAP.link("Quebec", "Falmouth").cost == 3
    assert MAP.link("Montreal", "Oswego").cost == 1
    assert MAP.ports == ("Quebec", "Montreal", "Boston", "Philadelphia", "Norfolk", "Charleston")
    assert MAP.space("Charleston").port == "fortified"
    assert MAP.spaces_of("GA") == ("Savannah", "Augusta", "St. Mary's")
    assert MAP.colonies == ("Canada", "MA", "RI", "CT", "NY", "PA", "VA", "NC", "SC", "GA")
    assert "Boston" in MAP.unlinked
    assert "Quebec" not in MAP.unlinked
    with pytest.raises(OptionError, match="'Bostn' is not known; did you mean 'Boston'"):
        MAP.space("Bostn")
    with pytest.raises(OptionError, match="did you mean 'GA'"):
        MAP.spaces_of("GAA")
    with pytest.raises(OptionError, match="space 'Nowhere'"):
        MAP.neighbours("Nowhere")


@pytest.mark.rule("WW-18")
def test_sides_and_who_is_there():
    assert (enemy(A), enemy(B)) == (B, A)
    with pytest.raises(OptionError, match="side is american or british, not 'french'"):
        enemy("french")
    assert [side_of(name) for name in ("Clinton", "Lafayette", "Rochambeau")] == [B, A, A]
    with pytest.raises(OptionError, match="general 'Cesar' is not known"):
        side_of("Cesar")
    there = Units(american=2, french=3, general="Rochambeau")
    assert (there.cus(A), there.cus(B), there.sides) == (5, 0, (A,))
    assert Units(american=1, general="Howe").sides == (A, B)
    position = at(units={"Boston": there, "Norfolk": HOWE}, france=True)
    assert (position.army("Boston", A), position.army("Boston", B)) == (True, False)
    assert (position.army("Norfolk", B), position.general("Norfolk", A)) == (False, "")
    assert position.at("Hartford") == EMPTY
    assert (position.pc("Boston"), position.is_blockaded("Boston")) == ("none", False)


@pytest.mark.rule("WW-24")
@pytest.mark.parametrize(
    ("known", "given", "ending"),
    [
        (("Boston", "Salem"), "Bostn", "; did you mean 'Boston'? (known: Boston, Salem)"),
        (("Boston", "Salem"), "Xyz", " (known: Boston, Salem)"),
        (tuple("abcdefghijklmnop"), "Xyz", f" (known: {', '.join('abcdefghijklmnop')})"),
        (tuple("abcdefghijklmnopq"), "Xyz", f" (known: {', '.join('abcdefghijklmnop')}, …)"),
        ((*"abcdefghijklmnop", "Boston"), "Bostn", "; did you mean 'Boston'?"),
        ((), "Xyz", "; none is named there: name the space first"),
    ],
)
def test_a_name_that_is_not_known_is_met_with_those_that_are(known, given, ending):
    error = unknown("space", given, known, "here: ")
    assert str(error) == f"here: space {given!r} is not known{ending}"
    assert (error.given, error.allowed) == (given, known)


# --- the file


@pytest.mark.rule("WW-24")
def test_the_example_is_the_set_up_of_1775():
    position = read_map(str(EXAMPLE))
    assert position.congress == "Philadelphia"
    assert position.units["Lexington and Concord"] == american(5, "Washington")
    assert position.units["Boston"] == british(5, "Howe")
    assert {name for name, side in position.pcs.items() if side == A} == {
        "Lexington and Concord",
        "Charleston",
        "Philadelphia",
    }
    assert len(position.pcs) == 11
    assert (position.regulars, position.france, position.blockaded) == (True, False, frozenset())
    assert (len(MAP.spaces), len(MAP.links)) == (25, 12)


BOARD = """
[[space]]
name = "Boston"
colony = "Massachusetts"
port = "port"
zone = "Bay"
[[space]]
name = "Quebec"
colony = "canada"
port = "fortified"
[[space]]
name = "Hartford"
colony = "ct"
[[link]]
spaces = ["Boston", "Hartford", "Quebec"]
"""
POSITION = """
[position]
congress = "dispersed"
american_pc = ["Boston"]
blockaded = ["Bay"]
france = true
regulars = false
[[units]]
space = "Hartford"
general = "Rochambeau"
american = 1
french = 4
"""
NO_UNITS = '[position]\ncongress = "Boston"\n'


@pytest.mark.rule("WW-24")
def test_what_a_file_says():
    position = parse_position(BOARD + POSITION)
    assert position.board == Board(
        (
            Space("Boston", "MA", "port", "Bay"),
            Space("Quebec", "Canada", "fortified"),
            Space("Hartford", "CT"),
        ),
        (Link("Boston", "Hartford"), Link("Hartford", "Quebec")),
    )
    assert position.pcs == {"Boston": A}
    assert position.units == {"Hartford": Units(0, 1, 4, "Rochambeau")}
    assert (position.congress, position.blockaded) == ("", frozenset({"Bay"}))
    assert (position.france, position.regulars) == (True, False)
    assert position.is_blockaded("Boston")
    assert not position.is_blockaded("Quebec")


@pytest.mark.rule("WW-24")
def test_a_position_may_stand_in_a_file_of_its_own(tmp_path):
    board, position = tmp_path / "map.toml", tmp_path / "now.toml"
    board.write_text(BOARD, "utf-8")
    position.write_text(POSITION, "utf-8")
    assert read_map(str(board), str(position)) == parse_position(BOARD + POSITION)
    assert parse_position(POSITION, parse_board(BOARD)) == parse_position(BOARD + POSITION)
    with pytest.raises(OptionError, match=r"holds a position, but has a \[\[space\]\]"):
        read_map(str(position), str(board))
    with pytest.raises(OptionError, match="have position; keep it in one"):
        read_map(str(EXAMPLE), str(position))
    with pytest.raises(OptionError, match=r"there is no \[position\] section.*\"dispersed\""):
        read_map(str(board))
    with pytest.raises(OptionError, match=r"cannot read the map .*nothing.toml': No such file"):
        read_map(str(tmp_path / "nothing.toml"))
    board.write_bytes(b"name = '\xff'")
    with pytest.raises(NotationError, match="is not UTF-8 text"):
        read_map(str(board))


SPACE = '[[space]]\nname = "Salem"\ncolony = "NC"\n'
UNITS = '[[units]]\nspace = "Boston"\n'


@pytest.mark.rule("WW-24")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[spaces]]", "section 'spaces' is not known; did you mean 'space'?"),
        ("spaec = 1", "section 'spaec' is not known; did you mean 'space'?"),
        (NO_UNITS, "the map has no [[space]]; give at least one"),
        ("space = 3", "space: write each as a [[space]] of its own"),
        ('[[space]]\nname = "X"', "[[space]] 1 ('X'): colony is missing"),
        ('[[space]]\ncolony = "NY"', "[[space]] 1: name is missing"),
        ('[[space]]\nname = 4\ncolony = "NY"', "name is a text in quotes, not 4"),
        (
            SPACE + 'prot = "no"',
            "[[space]] 1 ('Salem'): key 'prot' is not known; did you mean 'port'",
        ),
        (SPACE + 'port = "yes"', "space 1 ('Salem'): port is no or port or fortified, not 'yes'"),
        (SPACE + 'zone = "Bay"', "zone = 'Bay' without a port"),
        (SPACE.replace("NC", "NK"), "space 1 ('Salem'): colony 'NK' is not known"),
        (SPACE + SPACE, "space 2: 'Salem' is there twice"),
        (SPACE.replace("Salem", " Salem"), "a text on one line without blanks around it"),
        (SPACE.replace("Salem", ""), "no space is called ''"),
        (SPACE.replace("Salem", "dispersed"), "no space is called 'dispersed'"),
        (BOARD + '[[link]]\nspaces = ["Boston"]', "[[link]] 2: spaces names two"),
        (BOARD + '[[link]]\nspaces = "Boston"', "spaces is a list of texts"),
        (BOARD + '[[link]]\nspaces = ["Boston", "Quebek"]', "'Quebek' is not known; did you mean"),
        (
            BOARD + '[[link]]\nspaces = ["Quebec", "Hartford"]',
            "link 3 (Quebec - Hartford) is there",
        ),
        (BOARD + '[[link]]\nspaces = ["Quebec", "Quebec"]', "joins a space with itself"),
        (BOARD + 'kind = "dashed"', "link 1 (Boston - Hartford): kind is solid or wilderness"),
        (BOARD + 'only = "Arnolt"', "general 'Arnolt' is not known; did you mean 'Arnold'?"),
        (BOARD + "[position]\nblockaded = []", "[position]: congress is missing"),
        (
            BOARD + '[position]\ncongress = "Bosten"',
            "'Bosten' is not known; did you mean 'Boston'?",
        ),
        (BOARD + '[position]\ncongress = "Quebec"', "the Congress is in Quebec, in Canada"),
        (BOARD + NO_UNITS + "regulars = 1", "[position]: regulars is true or false, not 1"),
        (BOARD + NO_UNITS + 'british_pcs = ["Boston"]', "did you mean 'british_pc'?"),
        (
            BOARD + NO_UNITS + 'british_pc = ["Hardford"]',
            "british_pc: space 'Hardford' is not known",
        ),
        (
            BOARD + NO_UNITS + 'british_pc = ["Boston"]\namerican_pc = ["Boston"]',
            "[position]: british_pc: Boston has a PC marker already",
        ),
        (BOARD + NO_UNITS + 'blockaded = ["Bey"]\nfrance = true', "did you mean 'Bay'?"),
        (
            BOARD + NO_UNITS + 'blockaded = ["Bay"]',
            "blockades a zone, but France is not in the war",
        ),
        (BOARD + NO_UNITS + UNITS + "french = 1", "French units are in Boston, but France is not"),
        (BOARD + NO_UNITS + UNITS + 'general = "Rochambeau"', "say france = true"),
        (BOARD + NO_UNITS + UNITS, "units in Boston: no unit is named"),
        (BOARD + NO_UNITS + UNITS + "british = 1\namerican = 1", "units of both sides stand there"),
        (BOARD + NO_UNITS + UNITS + 'american = 1\ngeneral = "Howe"', "units of both sides"),
        (BOARD + NO_UNITS + UNITS + 'general = "Gage"', "units in Boston: general 'Gage' is not"),
        (BOARD + NO_UNITS + UNITS + "british = -1", "british = -1 is not a whole number from 0"),
        (BOARD + NO_UNITS + UNITS + "british = true", "british = true is not a whole number"),
        (BOARD + NO_UNITS + UNITS + "british = 1\n" + UNITS, "Boston is there twice"),
        (
            BOARD
            + NO_UNITS
            + UNITS
            + 'general = "Howe"\n[[units]]\nspace="Quebec"\ngeneral="Howe"',
            "Howe stands in two spaces",
        ),
        (
            BOARD + NO_UNITS + '[[units]]\nspace = "Bosten"',
            "[[units]] 1 ('Bosten'): space 'Bosten'",
        ),
    ],
)
def test_bad_files_get_one_plain_line(text, message):
    with pytest.raises(OptionError) as refused:
        parse_position(text)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.rule("WW-24")
def test_a_file_that_is_no_toml():
    with pytest.raises(NotationError, match=r"the map is not TOML: .*line 2"):
        parse_board("[[space]]\nname = Boston")


@pytest.mark.rule("WW-24")
def test_values_are_checked_without_a_file():
    board = parse_board(BOARD)
    with pytest.raises(OptionError, match="PC marker in Boston: side is american or british"):
        Position(board, {"Boston": "french"})
    with pytest.raises(OptionError, match="units in Boston: british is 0 or more"):
        Position(board, {}, {"Boston": british(-1, "Howe")})
    with pytest.raises(OptionError, match="space 'Salem' is not known"):
        Position(board, {"Salem": A})
    with pytest.raises(OptionError, match=r"blockade zone 'Sound' is not known.*none is named"):
        Position(Board((Space("Boston", "MA"),)), blockaded=frozenset({"Sound"}))


NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=6)


@st.composite
def any_positions(draw):
    names = draw(st.lists(NAMES, min_size=5, max_size=5, unique=True))
    ports = [draw(st.sampled_from(["no", "port", "fortified"])) for _ in names]
    zones = [draw(st.one_of(st.just(""), NAMES)) if port != "no" else "" for port in ports]
    spaces = tuple(
        Space(name, draw(st.sampled_from([*COLONIES])), port, zone)
        for name, port, zone in zip(names, ports, zones, strict=True)
    )
    generals = draw(st.permutations(["Howe", "Greene", "Rochambeau", "", ""]))
    units = {}
    for name, general in zip(names, generals, strict=True):
        count = draw(st.integers(0, 99))
        nation = "british" if general == "Howe" else draw(st.sampled_from(["american", "french"]))
        if count or general:
            units[name] = Units(**{nation: count}, general=general)
    pcs = {name: draw(st.sampled_from([A, B])) for name in draw(st.sets(st.sampled_from(names)))}
    named = [zone for zone in zones if zone]
    blockaded = frozenset(draw(st.sets(st.sampled_from(named)))) if named else frozenset()
    congress = draw(st.sampled_from(["", *names]))
    return Position(Board(spaces), pcs, units, congress, blockaded, draw(st.booleans()), True)


@pytest.mark.rule("WW-24")
@given(any_positions())
def test_a_position_that_is_written_reads_back(position):
    assert parse_position(position_text(position), position.board) == position


# --- moves by land (WW-04)


@pytest.mark.rule("WW-04")
@pytest.mark.parametrize(
    ("side", "fights", "glover", "spaces"),
    [
        (B, False, False, 4),
        (B, True, False, 4),
        (A, False, False, 5),
        (A, True, False, 4),
        (A, False, True, 6),
        (A, True, True, 6),
    ],
)
def test_how_far_generals_move(side, fights, glover, spaces):
    assert allowance(side, fights=fights, glover=glover) == spaces
    if not glover:
        assert allowance(side, fights=fights) == spaces


@pytest.mark.rule("WW-04")
def test_the_march_of_gates_from_ninety_six():
    """7.3: four leave Ninety Six, two stay in Eutaw Springs, three join in Charleston."""
    position = at(units={"Ninety Six": american(4, "Gates"), "Charleston": american(3)})
    move = check_move(position, SOUTH[:5], (4, 4, 2, 5))
    assert (bool(move), move.cost, move.limit) == (True, 4, 5)
    for last in ("Augusta", "St. Mary's"):
        further = check_move(position, (*SOUTH[:5], last), (4, 4, 2, 5, 5))
        assert (bool(further), further.cost, further.origin) == (True, 5, "Savannah")
    short = check_move(position, SOUTH[:5], (4, 4, 2, 6))
    assert refused(short.verdict) == "6 CUs leave Charleston; at most 5 may (WW-04)"
    greedy = check_move(position, SOUTH[:3], (4, 5))
    assert refused(greedy.verdict) == "5 CUs leave Camden, where there are 4 (WW-04)"


@pytest.mark.rule("WW-04")
def test_cus_left_on_the_way_are_there_on_the_way_back():
    position = at(units={"Camden": american(5, "Gates")})
    there_and_back = ("Camden", "Ninety Six", "Camden", "Eutaw Springs")
    assert check_move(position, there_and_back, (2, 2, 5))
    assert not check_move(position, there_and_back, (2, 1, 5))


@pytest.mark.rule("WW-04")
def test_the_british_have_four_spaces():
    position = at(units={"Ninety Six": british(3, "Howe")})
    move = check_move(position, SOUTH, 3)
    assert (move.cost, move.limit) == (5, 4)
    assert refused(move.verdict) == "it counts 5 spaces; Howe has 4 (WW-04)"
    assert check_move(position, SOUTH[:5], 3)


@pytest.mark.rule("WW-04", "WW-03")
@pytest.mark.parametrize("there", [british(1), british(3)])
def test_americans_have_five_spaces_only_without_battle_or_overrun(there):
    position = at(units={"Ninety Six": american(5, "Gates"), "Augusta": there})
    move = check_move(position, SOUTH, 5)
    assert refused(move.verdict) == (
        "it counts 5 spaces; Gates has 4 as it comes to a battle or overrun (WW-04)"
    )
    assert check_move(position, SOUTH, 5, glover=True)
    assert check_move(position, SOUTH, 5, glover=True).limit == 6
    nearer = replace(position, units={"Camden": american(5, "Gates"), "Augusta": there})
    move = check_move(nearer, SOUTH[1:], 5)
    assert (bool(move), move.limit) == (True, 4)


@pytest.mark.rule("WW-04", "WW-20")
def test_capturing_a_general_costs_no_mobility():
    position = at(units={"Ninety Six": american(1, "Gates"), "Savannah": HOWE})
    move = check_move(position, SOUTH, 1)
    assert (bool(move), move.captured, move.limit) == (True, ("Howe",), 5)


@pytest.mark.rule("WW-04")
def test_glover_activates_no_briton():
    move = check_move(at(units={"Camden": HOWE}), SOUTH[1:3], glover=True)
    assert refused(move.verdict) == "Howe is British; John Glover activates an American (WW-04)"


@pytest.mark.rule("WW-04")
def test_wilderness_counts_three():
    """7.3.D: from Fort Detroit to Bassett Town, but not on to Point Pleasant."""
    position = at(units={"Fort Detroit": british(2, "Howe")})
    assert check_move(position, ("Fort Detroit", "Bassett Town"), 2).cost == 3
    further = check_move(position, ("Fort Detroit", "Bassett Town", "Point Pleasant"), 2)
    assert refused(further.verdict) == "it counts 6 spaces; Howe has 4 (WW-04)"
    glover = at(units={"Fort Detroit": american(2, "Gates")})
    path = ("Fort Detroit", "Bassett Town", "Point Pleasant")
    assert not check_move(glover, path, 2)
    assert check_move(glover, path, 2, glover=True)


@pytest.mark.rule("WW-04", "WW-25")
def test_falmouth_to_quebec_is_for_arnold():
    for cus in (0, 2):
        arnold = check_move(
            at(units={"Falmouth": american(2, "Arnold")}), ("Falmouth", "Quebec"), cus
        )
        assert (bool(arnold), arnold.cost) == (True, 3)
    gates = check_move(at(units={"Falmouth": american(2, "Gates")}), ("Falmouth", "Quebec"), 2)
    assert refused(gates.verdict) == "Falmouth - Quebec is for Arnold alone, not Gates (WW-04)"
    far = check_move(at(units={"Falmouth": GATES}), ("Falmouth", "Boston"))
    assert refused(far.verdict) == "no link joins Falmouth and Boston (WW-04)"


@pytest.mark.rule("WW-04")
def test_where_a_general_alone_may_go():
    enemies = at({"Camden": A}, {"Savannah": american(1), "Augusta": GATES})
    assert may_enter(enemies, "Howe", "Camden", 1, stops=True)
    assert refused(may_enter(enemies, "Howe", "Camden", 0, stops=False)) == (
        "Howe is without CUs and Camden has an enemy PC (WW-04)"
    )
    assert refused(may_enter(enemies, "Howe", "Savannah", 0, stops=False)) == (
        "Howe is without CUs and Savannah has enemy CUs (WW-04)"
    )
    assert may_enter(enemies, "Howe", "Augusta", 0, stops=False)
    assert refused(may_enter(enemies, "Howe", "Augusta", 0, stops=True)) == (
        "Howe is without CUs and may pass Gates in Augusta, but not stop there (WW-04)"
    )
    assert may_enter(enemies, "Lee", "Camden", 0, stops=True)
    passing = at(units={"Camden": HOWE, "Eutaw Springs": GATES})
    move = check_move(passing, SOUTH[1:4])
    assert (bool(move), move.captured) == (True, ())
    assert not check_move(passing, SOUTH[1:3])


@pytest.mark.rule("WW-04")
def test_a_general_who_leaves_all_his_cus_behind_is_alone_from_there():
    position = at({"Eutaw Springs": A}, {"Ninety Six": british(2, "Howe")})
    assert check_move(position, SOUTH[:3], 2)
    assert not check_move(position, SOUTH[:3], (2, 0))


@pytest.mark.rule("WW-03", "WW-04")
@pytest.mark.parametrize(
    ("there", "cus", "what"),
    [
        (american(1), 5, "overrun"),
        (american(1), 4, "overrun"),
        (Units(french=1), 4, "overrun"),
        (american(1), 3, "battle"),
        (american(2), 5, "battle"),
        (american(1, "Gates"), 5, "battle"),
        (GATES, 5, ""),
        (EMPTY, 5, ""),
        (british(3), 5, ""),
    ],
)
def test_what_a_british_army_meets(there, cus, what):
    units = {} if there == EMPTY else {"Camden": there}
    assert meeting(at(units=units, france=True), B, "Camden", cus) == what


@pytest.mark.rule("WW-03", "WW-04", "WW-50")
def test_overruns_go_on_and_battles_end_a_move():
    position = at(
        units={"Ninety Six": british(5, "Howe"), "Camden": american(1), "Charleston": american(2)}
    )
    move = check_move(position, SOUTH[:4], 5)
    assert (bool(move), move.overruns, move.battle) == (True, ("Camden",), "Charleston")
    assert move.origin == "Eutaw Springs"
    beyond = check_move(position, SOUTH[:5], 5)
    assert refused(beyond.verdict) == "the move ends in Charleston, among enemy CUs (WW-04)"
    weaker = check_move(position, SOUTH[:3], 3)
    assert refused(weaker.verdict) == "the move ends in Camden, among enemy CUs (WW-04)"
    assert (weaker.battle, weaker.overruns) == ("Camden", ())


@pytest.mark.rule("WW-20")
def test_armies_capture_generals_on_the_way():
    position = at(
        units={"Ninety Six": british(2, "Howe"), "Camden": GATES, "Charleston": american(1, "Lee")}
    )
    move = check_move(position, SOUTH[:4], 2)
    assert (move.captured, move.battle) == (("Gates",), "Charleston")
    assert check_move(position, SOUTH[:2], 0).captured == ()


@pytest.mark.rule("WW-21", "WW-03")
@pytest.mark.parametrize(
    ("guard", "cus", "dispersed"),
    [
        (EMPTY, 1, True),
        (american(1), 5, True),
        (american(1), 3, False),
        (GATES, 1, True),
        (EMPTY, 0, False),
    ],
)
def test_moves_that_disperse_the_congress(guard, cus, dispersed):
    units = {"Ninety Six": british(5, "Howe")} | ({} if guard == EMPTY else {"Camden": guard})
    move = check_move(at(units=units, congress="Camden"), SOUTH[:2], cus)
    assert move.disperses is dispersed
    own = at(units={"Ninety Six": american(5, "Lee")}, congress="Camden")
    assert not check_move(own, SOUTH[:2], 5).disperses


@pytest.mark.rule("WW-17", "WW-04")
@pytest.mark.parametrize(
    ("mover", "other", "box"),
    [
        ("Gates", "Lee", ("Gates", "Lee")),
        ("Gates", "Washington", ("Gates",)),
        ("Washington", "Lee", ("Lee",)),
    ],
)
def test_two_generals_who_meet(mover, other, box):
    position = at(units={"Ninety Six": american(1, mover), "Camden": american(2, other)})
    assert check_move(position, SOUTH[:2], 1).to_box == box
    assert check_move(position, SOUTH[:3], 1).to_box == ()


@pytest.mark.rule("WW-04")
def test_moves_that_cannot_be_asked():
    position = at(units={"Camden": american(3, "Gates"), "Savannah": british(2)})
    with pytest.raises(OptionError, match="no general is in Savannah"):
        check_move(position, SOUTH[4:], 2)
    with pytest.raises(OptionError, match="a move needs a space to start from"):
        check_move(position, ("Camden",), 2)
    with pytest.raises(OptionError, match="one for each of the 2 links"):
        check_move(position, SOUTH[1:4], (2,))
    with pytest.raises(OptionError, match="cus = -1 does not fit"):
        check_move(position, SOUTH[1:4], -1)
    with pytest.raises(OptionError, match="did you mean 'Camden'"):
        check_move(position, ("Camdem", "Ninety Six"))


# --- moves by sea (WW-26)

COAST = Board(
    (
        Space("Boston", "MA", "port", "Bay"),
        Space("Newport", "RI", "port", "Sound"),
        Space("Norfolk", "VA", "port"),
        Space("Charleston", "SC", "fortified"),
        Space("Hartford", "CT"),
        Space("Salem", "NC"),
    ),
    (
        Link("Boston", "Hartford"),
        Link("Hartford", "Newport"),
        Link("Newport", "Norfolk"),
        Link("Norfolk", "Salem"),
        Link("Salem", "Charleston"),
    ),
)


def coast(pcs=None, units=None, **rest):
    return at(pcs, units, COAST, **rest)


AFLOAT = {"Boston": british(6, "Howe")}


@pytest.mark.rule("WW-26", "WW-54", "WW-55")
@pytest.mark.parametrize(
    ("goal", "pcs", "there", "rest", "refusal"),
    [
        ("Newport", {}, None, {}, ""),
        ("Newport", {"Newport": B}, british(2), {}, ""),
        ("Newport", {"Newport": A}, None, {}, "Newport has an American PC (WW-26)"),
        ("Newport", {"Newport": A}, british(2), {}, "Newport has an American PC (WW-26)"),
        ("Newport", {}, american(1), {}, "Newport has American or French CUs (WW-26)"),
        (
            "Newport",
            {},
            Units(french=1),
            {"france": True},
            "Newport has American or French CUs (WW-26)",
        ),
        (
            "Newport",
            {},
            None,
            {"france": True, "blockaded": frozenset({"Sound"})},
            "Newport lies in the blockaded zone 'Sound' (WW-54)",
        ),
        (
            "Newport",
            {},
            None,
            {"france": True, "blockaded": frozenset({"Bay"})},
            "Boston lies in the blockaded zone 'Bay' (WW-54)",
        ),
        ("Newport", {"Boston": A}, None, {}, "Boston has an American PC (WW-26)"),
        ("Hartford", {}, None, {}, "Hartford is no port (WW-26)"),
        ("Charleston", {}, None, {}, "Charleston is a fortified port without a British PC (WW-55)"),
        ("Charleston", {"Charleston": B}, None, {}, ""),
        ("Boston", {}, None, {}, "it ends where it begins (WW-26)"),
    ],
)
def test_naval_moves(goal, pcs, there, rest, refusal):
    units = AFLOAT | ({goal: there} if there else {})
    move = naval_move(coast(pcs, units, **rest), "Boston", goal, 5)
    assert ("" if move else refused(move.verdict)) == refusal
    assert move.battle == ""


@pytest.mark.rule("WW-26")
def test_who_goes_by_sea():
    assert refused(naval_move(coast(units=AFLOAT), "Boston", "Newport", 6).verdict) == (
        "6 CUs leave Boston; at most 5 may (WW-04)"
    )
    few = coast(units={"Boston": british(2, "Howe")})
    assert not naval_move(few, "Boston", "Newport", 3)
    assert naval_move(few, "Boston", "Newport", 0)
    refused(
        naval_move(replace(few, units=few.units | {"Newport": GATES}), "Boston", "Newport").verdict
    )
    lee = naval_move(coast(units={"Boston": american(1, "Lee")}), "Boston", "Newport", 1)
    assert refused(lee.verdict) == "Lee is no British general; only they go by sea (WW-26)"
    with pytest.raises(OptionError, match="no general is in Boston"):
        naval_move(coast(units={"Boston": british(2)}), "Boston", "Newport", 2)


@pytest.mark.rule("WW-26", "WW-20", "WW-21")
def test_what_ships_find():
    found = coast(units=AFLOAT | {"Newport": GATES}, congress="Newport")
    landed = naval_move(found, "Boston", "Newport", 1)
    assert (bool(landed), landed.captured, landed.disperses) == (True, ("Gates",), True)
    assert (landed.cost, landed.limit, landed.origin) == (0, 0, "Boston")
    assert not naval_move(found, "Boston", "Newport", 0)
    met = coast(units=AFLOAT | {"Newport": british(1, "Clinton")})
    assert naval_move(met, "Boston", "Newport", 1).to_box == ("Howe", "Clinton")
    assert open_to_ships(met, "Norfolk").holds


# --- interception (WW-01)


@pytest.mark.rule("WW-01")
def test_which_moves_may_be_intercepted():
    position = at({"Camden": A, "Augusta": A, "Savannah": B}, {"Augusta": british(1)})
    assert may_be_intercepted(position, "Camden")
    assert refused(may_be_intercepted(position, "Camden", naval=True)) == (
        "naval moves are not intercepted (WW-01)"
    )
    assert refused(may_be_intercepted(position, "Camden", cus=0)) == (
        "a general without CUs is not intercepted (WW-01)"
    )
    assert (
        refused(may_be_intercepted(position, "Savannah")) == "Savannah has no American PC (WW-01)"
    )
    assert (
        refused(may_be_intercepted(position, "Charleston"))
        == "Charleston has no American PC (WW-01)"
    )
    assert (
        refused(may_be_intercepted(position, "Augusta"))
        == "British CUs were in Augusta before (WW-01)"
    )
    lone = replace(position, units={"Camden": HOWE})
    assert may_be_intercepted(lone, "Camden")


@pytest.mark.rule("WW-01", "WW-25")
def test_who_may_try_to_intercept():
    position = at(
        {"Savannah": A, "Quebec": A, "Bassett Town": A},
        {
            "Charleston": american(7, "Lincoln"),
            "Augusta": GATES,
            "St. Mary's": american(2),
            "Ninety Six": american(3, "Lee"),
            "Falmouth": american(2, "Greene"),
            "Point Pleasant": Units(french=2, general="Rochambeau"),
        },
        france=True,
    )
    lincoln, gates = interceptors(position, "Savannah")
    assert (lincoln.general, lincoln.space, bool(lincoln)) == ("Lincoln", "Charleston", True)
    assert (lincoln.cus, lincoln.staying) == (5, 2)
    assert refused(gates.verdict) == "Gates in Augusta is without CUs (WW-01)"
    (again, _) = interceptors(position, "Savannah", tried={"Lincoln"})
    assert refused(again.verdict) == "Lincoln has tried on this strategy card (WW-01)"
    assert [bool(one) for one in interceptors(position, "Savannah", naval=True)] == [False, False]
    (greene,) = interceptors(position, "Quebec")
    assert refused(greene.verdict) == "Falmouth - Quebec is for Arnold alone (WW-25)"
    arnold = replace(position, units={"Falmouth": american(2, "Arnold")})
    assert [bool(one) for one in interceptors(arnold, "Quebec")] == [True]
    (french,) = interceptors(position, "Bassett Town")
    assert (french.general, bool(french), french.cus) == ("Rochambeau", True, 2)
    assert interceptors(position, "Saratoga") == ()


# --- retreats (WW-11, WW-25, WW-50, WW-55)


@pytest.mark.rule("WW-11", "WW-14", "WW-50")
def test_burgoyne_has_nowhere_to_go_from_saratoga():
    position = at(
        {"Ticonderoga": A, "Saratoga": A},
        {"Montreal": british(5, "Burgoyne"), "Saratoga": american(5, "Gates")},
    )
    lost = cut_off(position, "Saratoga", B, "Ticonderoga", attacking=True)
    assert (lost.holds, str(lost)) == (True, "Ticonderoga has an enemy PC (WW-50)")
    for pcs in ({}, {"Ticonderoga": B}):
        saved = cut_off(replace(position, pcs=pcs), "Saratoga", B, "Ticonderoga", attacking=True)
        assert (saved.holds, str(saved)) == (False, "may retreat to Ticonderoga (WW-50)")
    held = replace(position, pcs={}, units={"Ticonderoga": american(1)})
    assert attacker_retreats(held, "Saratoga", B, "Ticonderoga").refused == {
        "Ticonderoga": Finding(False, "Ticonderoga has enemy CUs", "WW-11")
    }


@pytest.mark.rule("WW-11", "WW-25")
def test_attackers_over_arnolds_link():
    position = at(units={"Falmouth": american(3, "Arnold"), "Quebec": british(1)})
    assert attacker_retreats(position, "Quebec", A, "Falmouth").land == ("Falmouth",)
    assert attacker_retreats(position, "Quebec", A, "Falmouth", "Arnold").land == ("Falmouth",)
    leaderless = attacker_retreats(position, "Quebec", A, "Falmouth", "")
    assert not leaderless
    assert (
        refused(leaderless.refused["Falmouth"]) == "Quebec - Falmouth is for Arnold alone (WW-25)"
    )


@pytest.mark.rule("WW-11", "WW-25")
def test_where_beaten_americans_may_go():
    position = at(
        {"Augusta": B}, {"Savannah": american(3, "Lee"), "St. Mary's": american(1, "Gates")}
    )
    ways = defender_retreats(position, "Savannah", A, "Charleston")
    assert (ways.land, ways.sea) == (("St. Mary's",), ())
    assert {space: refused(why) for space, why in ways.refused.items()} == {
        "Charleston": "the attack came from Charleston (WW-11)",
        "Augusta": "Augusta has an enemy PC (WW-11)",
    }
    blocked = replace(position, units={"Savannah": american(3), "St. Mary's": british(1)})
    lost = cut_off(blocked, "Savannah", A, "Charleston", attacking=False)
    assert lost.holds
    assert lost.reason == (
        "the attack came from Charleston; Augusta has an enemy PC; St. Mary's has enemy CUs"
    )


@pytest.mark.rule("WW-25", "WW-19")
def test_an_enemy_general_bars_a_general_alone_only():
    position = at({"Augusta": B}, {"Savannah": american(3, "Lee"), "St. Mary's": HOWE})
    for left, land in (("army", ("St. Mary's",)), ("leaderless", ("St. Mary's",)), ("general", ())):
        ways = defender_retreats(position, "Savannah", A, "Charleston", left=left)
        assert ways.land == land
    assert refused(ways.refused["St. Mary's"]) == (
        "Howe is in St. Mary's, where a general alone cannot stop (WW-25)"
    )
    assert cut_off(position, "Savannah", A, "Charleston", attacking=False, left="general")


@pytest.mark.rule("WW-25")
def test_retreats_over_wilderness():
    position = at(units={"Bassett Town": american(2, "Lee")})
    ways = defender_retreats(position, "Bassett Town", A, "Fort Detroit")
    assert ways.land == ("Point Pleasant",)
    pinned = Board((*MAP.spaces, Space("Concord", "NH")), (*MAP.links, Link("Falmouth", "Concord")))
    for general, land in (("Arnold", ("Quebec",)), ("Lee", ())):
        beaten = at(units={"Falmouth": american(1, general)}, board=pinned)
        assert defender_retreats(beaten, "Falmouth", A, "Concord").land == land


BESIEGED = {"Newport": british(3, "Howe"), "Hartford": american(5, "Lee"), "Norfolk": american(1)}


@pytest.mark.rule("WW-11", "WW-55")
def test_beaten_british_defenders_go_by_sea():
    """Charleston may be a goal without a British PC, as 9.62 is written; Boston the nearer one."""
    ways = defender_retreats(coast(units=BESIEGED), "Newport", B, "Hartford")
    assert (ways.land, ways.sea) == ((), ("Boston", "Charleston"))
    also = coast(units=BESIEGED | {"Norfolk": british(1)})
    ways = defender_retreats(also, "Newport", B, "Hartford")
    assert (ways.land, ways.sea) == (("Norfolk",), ("Boston", "Norfolk", "Charleston"))
    assert refused(cut_off(also, "Newport", B, "Hartford", attacking=False)) == (
        "may retreat to Norfolk or by sea to Boston, Norfolk, Charleston (WW-11)"
    )


@pytest.mark.rule("WW-11", "WW-54")
@pytest.mark.parametrize(
    ("pcs", "blockaded", "goals", "refusal"),
    [
        ({"Boston": A}, (), ("Charleston",), ""),
        (
            {"Boston": A, "Charleston": A},
            (),
            (),
            "no other port is open to a retreat by sea (WW-11)",
        ),
        ({"Newport": A}, (), ("Boston", "Charleston"), ""),
        ({}, ("Bay",), ("Charleston",), ""),
        ({}, ("Sound",), (), "Newport lies in the blockaded zone 'Sound' (WW-54)"),
    ],
)
def test_what_closes_the_sea(pcs, blockaded, goals, refusal):
    position = coast(pcs, BESIEGED, blockaded=frozenset(blockaded), france=True)
    ways = defender_retreats(position, "Newport", B, "Hartford")
    assert ways.sea == goals
    assert [refused(ways.refused[""])] == [refusal] if refusal else "" not in ways.refused
    assert cut_off(position, "Newport", B, "Hartford", attacking=False).holds is not bool(goals)


@pytest.mark.rule("WW-11")
def test_who_never_goes_by_sea():
    """Not from a fortified port without a British PC, nor attackers, Americans or from inland."""
    walls = coast(units={"Charleston": british(2, "Howe"), "Salem": american(5, "Lee")})
    assert refused(may_sail(walls, "Charleston")) == (
        "Charleston is a fortified port without a British PC (WW-11)"
    )
    assert cut_off(walls, "Charleston", B, "Salem", attacking=False)
    owned = replace(walls, pcs={"Charleston": B})
    assert defender_retreats(owned, "Charleston", B, "Salem").sea == (
        "Boston",
        "Newport",
        "Norfolk",
    )
    assert refused(may_sail(walls, "Salem")) == "Salem is no port (WW-11)"
    attack = coast({"Boston": A}, {"Boston": british(5, "Howe"), "Hartford": american(2)})
    assert cut_off(attack, "Hartford", B, "Boston", attacking=True)
    rebels = coast({"Hartford": B}, {"Newport": american(5, "Lee")})
    assert defender_retreats(rebels, "Newport", A, "Norfolk").sea == ()
    assert cut_off(rebels, "Newport", A, "Norfolk", attacking=False)


@pytest.mark.rule("WW-11")
def test_defenders_never_go_where_the_attack_came_from_by_sea_either():
    """9.61.B and 9.63.B: Norfolk, which the Americans have left, is no goal."""
    position = coast({"Boston": A, "Charleston": A, "Hartford": A}, {"Newport": british(3, "Howe")})
    assert cut_off(position, "Newport", B, "Norfolk", attacking=False)
    assert not cut_off(replace(position, pcs={}), "Newport", B, "Norfolk", attacking=False)


@pytest.mark.rule("WW-25", "WW-11")
def test_a_british_general_alone_cannot_land_where_an_american_general_is():
    position = coast({"Charleston": A}, BESIEGED | {"Boston": GATES})
    assert defender_retreats(position, "Newport", B, "Hartford").sea == ("Boston",)
    assert defender_retreats(position, "Newport", B, "Hartford", left="general").sea == ()


@pytest.mark.rule("WW-02", "WW-01")
def test_retreat_before_battle():
    position = at(units={"Savannah": american(3, "Greene"), "Charleston": british(4, "Howe")})
    may = retreat_before_battle(position, "Savannah", "Charleston")
    assert (may.holds, str(may)) == (
        True,
        "Greene may retreat to Augusta, St. Mary's (WW-02)",
    )
    assert refused(retreat_before_battle(position, "Savannah", "Charleston", tried={"Greene"})) == (
        "Greene tried to intercept on this strategy card (WW-01)"
    )
    assert not retreat_before_battle(position, "Savannah", "Charleston", intercepted=True)
    shut = replace(position, pcs={"Augusta": B, "St. Mary's": B})
    assert refused(retreat_before_battle(shut, "Savannah", "Charleston")) == (
        "no space to go to: the attack came from Charleston; Augusta has an enemy PC;"
        " St. Mary's has an enemy PC (WW-02)"
    )
    for there in (american(3), GATES):
        nobody = replace(position, units={"Savannah": there})
        assert refused(retreat_before_battle(nobody, "Savannah", "Charleston")) == (
            "no American army is in Savannah (WW-02)"
        )


@pytest.mark.rule("WW-04", "WW-11")
def test_attacks_come_from_next_door():
    with pytest.raises(IllegalBattleError, match="attacks on Saratoga come from Ticonderoga") as no:
        cut_off(at(), "Saratoga", B, "Montreal", attacking=True)
    assert no.value.rule == "WW-04"
    with pytest.raises(IllegalBattleError, match="attacks on Boston come from nowhere"):
        defender_retreats(at(), "Boston", B, "Montreal")


# --- control, militia, navy (WW-24, WW-07)


@pytest.mark.rule("WW-24", "WW-07")
def test_control_of_colonies():
    position = at({"Savannah": A, "Augusta": B, "Camden": A, "Charleston": A, "Ninety Six": B})
    assert count_pcs(position, "GA") == {A: 1, B: 1}
    assert control_of(position, "GA") == "none"
    assert control_of(position, "SC") == A
    assert control_of(position, "VA") == "none"
    flipped = position.with_pcs({"Savannah": B, "Camden": "none"})
    assert (control_of(flipped, "GA"), control_of(flipped, "SC")) == (B, "none")
    assert (controlled(position, A), controlled(position, B)) == (("SC",), ())
    assert [militia(position, space) for space in ("Eutaw Springs", "Savannah")] == [A, "none"]


@pytest.mark.rule("WW-24", "WW-07")
@pytest.mark.parametrize(
    ("pcs", "holder"),
    [
        ({"Montreal": B, "Quebec": B}, B),
        ({"Montreal": B, "Quebec": B, "Fort Detroit": A}, B),
        ({"Montreal": A, "Quebec": A, "Fort Detroit": B}, A),
        ({"Montreal": B, "Quebec": A, "Fort Detroit": B}, "none"),
        ({"Montreal": B, "Fort Detroit": B}, "none"),
        ({"Fort Detroit": B}, "none"),
    ],
)
def test_control_of_canada(pcs, holder):
    position = at(pcs)
    assert (control_of(position, "Canada"), militia(position, "Fort Detroit")) == (holder, holder)
    assert controlled(position, holder if holder != "none" else B) == (
        ("Canada",) if holder != "none" else ()
    )


@pytest.mark.rule("WW-24")
def test_canada_cannot_be_controlled_on_a_map_without_both_towns():
    board = Board((Space("Quebec", "Canada", "fortified"), Space("Montreal", "VA")))
    assert control_of(at({"Quebec": B, "Montreal": B}, board=board), "Canada") == "none"


@pytest.mark.rule("WW-07", "WW-54")
@pytest.mark.parametrize(
    ("space", "pcs", "blockaded", "helps", "reason"),
    [
        ("Newport", {}, (), True, "Newport is a port, not blockaded (WW-07)"),
        ("Newport", {"Newport": A}, (), True, "Newport is a port, not blockaded (WW-07)"),
        (
            "Newport",
            {"Newport": B},
            ("Sound",),
            False,
            "Newport lies in the blockaded zone 'Sound' (WW-54)",
        ),
        ("Newport", {}, ("Bay",), True, "Newport is a port, not blockaded (WW-07)"),
        ("Hartford", {"Hartford": B}, (), False, "Hartford is no port (WW-07)"),
        (
            "Charleston",
            {},
            (),
            False,
            "Charleston is a fortified port without a British PC (WW-07)",
        ),
        (
            "Charleston",
            {"Charleston": A},
            (),
            False,
            "Charleston is a fortified port without a British PC (WW-07)",
        ),
        (
            "Charleston",
            {"Charleston": B},
            (),
            True,
            "Charleston is a fortified port under a British PC, not blockaded (WW-07)",
        ),
    ],
)
def test_the_royal_navy(space, pcs, blockaded, helps, reason):
    found = navy(coast(pcs, blockaded=frozenset(blockaded), france=True), space)
    assert (found.holds, str(found)) == (helps, reason)


# --- the Congress, Washington, landing parties, Steuben


@pytest.mark.rule("WW-21")
def test_who_disperses_the_congress():
    guarded = at(units={"Philadelphia": american(2)}, congress="Philadelphia")
    assert refused(disperses_congress(guarded, "Philadelphia")) == (
        "American CUs in Philadelphia guard the Congress (WW-21)"
    )
    assert disperses_congress(guarded, "Philadelphia", won=True)
    assert not disperses_congress(guarded, "Boston", won=True)
    for alone in ({}, {"Philadelphia": GATES}):
        assert disperses_congress(replace(guarded, units=alone), "Philadelphia")
    french = at(units={"Philadelphia": Units(french=1)}, congress="Philadelphia", france=True)
    assert not disperses_congress(french, "Philadelphia")
    assert disperse(guarded).congress == ""


@pytest.mark.rule("WW-21")
def test_what_americans_may_do_without_a_congress():
    there, away = at(congress="Philadelphia"), at()
    actions = [(a, m) for a in ("place", "flip", "remove") for m in ("ops", "discard", "event")]
    refused = [("place", "ops"), ("place", "discard")]
    for position, mutinies, forbidden in (
        (there, False, []),
        (away, False, refused),
        (there, True, refused),
        (away, True, refused),
    ):
        got = [one for one in actions if not american_may(position, *one, mutinies=mutinies)]
        assert got == forbidden
    assert american_may(away, "place", "ops").reason.startswith("the Congress is dispersed")
    assert american_may(there, "place", "ops", mutinies=True).reason.startswith("the Line Mutinies")
    with pytest.raises(OptionError, match="action is place, flip or remove, not 'turn'"):
        american_may(there, "turn", "ops")
    with pytest.raises(OptionError, match="means is ops, discard or event, not 'card'"):
        american_may(there, "place", "card")


FIVE = ("Boston", "Newport", "Hartford", "Quebec", "Norfolk")
SEVEN = dict.fromkeys((*FIVE, "Falmouth", "Camden"), A)


@pytest.mark.rule("WW-20")
def test_five_markers_go_with_washington():
    position = at(SEVEN, {"Boston": american(0, "Washington")}, congress="Hartford")
    with pytest.raises(OptionError, match=r"the PC in Hartford cannot be removed.*in CT: none"):
        capture_washington(position, FIVE)
    position = replace(position, congress="")
    done = capture_washington(position, FIVE)
    assert done.after.pcs == {"Falmouth": A, "Camden": A}
    assert done.after.units == {}
    assert done.track == -3
    assert capture_washington(replace(position, france=True), FIVE).track == 0
    with pytest.raises(OptionError, match="Falmouth is the second PC of MA"):
        capture_washington(position, ("Boston", "Falmouth", "Newport", "Hartford", "Quebec"))
    with pytest.raises(OptionError, match="Boston is the second PC of MA"):
        capture_washington(position, ("Boston", *FIVE))
    with pytest.raises(OptionError, match="4 PCs are removed where 5 must be"):
        capture_washington(position, FIVE[:4])
    with pytest.raises(OptionError, match="6 PCs are removed where 5 must be"):
        capture_washington(position, (*FIVE, "Camden"))
    with pytest.raises(OptionError, match="the PC in Saratoga cannot be removed"):
        capture_washington(position, ("Saratoga", *FIVE[1:]))


@pytest.mark.rule("WW-20")
def test_fewer_markers_go_if_fewer_can():
    position = at(
        {"Boston": A, "Falmouth": A, "Newport": A, "Hartford": A, "Norfolk": B, "Camden": A},
        {"Newport": Units(french=1), "Hartford": GATES, "Camden": british(1)},
        france=True,
    )
    assert removable_markers(position) == {"MA": ("Boston", "Falmouth"), "SC": ("Camden",)}
    done = capture_washington(position, ("Camden", "Falmouth"))
    assert set(done.after.pcs) == {"Boston", "Newport", "Hartford", "Norfolk"}
    with pytest.raises(OptionError, match="1 PCs are removed where 2 must be"):
        capture_washington(position, ("Camden",))
    assert capture_washington(at(), ()).after.pcs == {}


@pytest.mark.rule("WW-20")
def test_his_army_stays_and_guards_its_marker():
    position = at({"Boston": A}, {"Boston": american(3, "Washington")})
    assert removable_markers(position) == {}
    assert capture_washington(position, ()).after.units == {"Boston": american(3)}


@pytest.mark.rule("WW-22", "WW-54")
@pytest.mark.parametrize(
    ("space", "pcs", "there", "rest", "result"),
    [
        ("Newport", {}, None, {}, "it places a British PC in Newport"),
        ("Newport", {"Newport": A}, None, {}, "it flips the American PC in Newport"),
        ("Newport", {}, british(1), {}, "it places a British PC in Newport"),
        ("Newport", {"Newport": B}, None, {}, "Newport has a British PC already"),
        ("Newport", {}, american(1), {}, "Newport has an American CU or general, or the Congress"),
        (
            "Newport",
            {"Newport": A},
            GATES,
            {},
            "Newport has an American CU or general, or the Congress",
        ),
        (
            "Newport",
            {"Newport": A},
            None,
            {"congress": "Newport"},
            "Newport has an American CU or general, or the Congress",
        ),
        (
            "Newport",
            {"Newport": A},
            None,
            {"france": True, "blockaded": frozenset({"Sound"})},
            "Newport lies in the blockaded zone 'Sound'",
        ),
        ("Hartford", {"Hartford": A}, None, {}, "Hartford is no port"),
        ("Charleston", {"Charleston": A}, None, {}, "Charleston is a fortified port"),
        ("Charleston", {}, None, {}, "Charleston is a fortified port"),
    ],
)
def test_landing_parties(space, pcs, there, rest, result):
    position = coast(pcs, {space: there} if there else {}, **rest)
    found = landing_party(position, space)
    assert (found.reason, found.holds) == (result, result.startswith("it "))
    if found:
        assert land_party(position, space).pcs == pcs | {space: B}
    else:
        with pytest.raises(OptionError, match=f"no landing party: {space}"):
            land_party(position, space)


@pytest.mark.rule("WW-27")
@pytest.mark.parametrize(
    ("regulars", "france", "track"),
    [(True, False, 2), (True, True, 0), (False, False, 0), (False, True, 0)],
)
def test_steuben_ends_the_regulars_advantage(regulars, france, track):
    done = steuben(at(regulars=regulars, france=france))
    assert (done.after.regulars, done.track) == (False, track)


# --- all of it for one battle


@pytest.mark.rule("WW-14", "WW-11", "WW-07", "WW-01", "WW-02")
def test_the_map_says_what_saratoga_needs():
    position = at(
        {"Ticonderoga": A, "Saratoga": A, "Oswego": B},
        {"Montreal": british(5, "Burgoyne"), "Saratoga": american(5, "Gates")},
    )
    facts = battle_at(position, "Saratoga", "Ticonderoga", B)
    assert facts.attacker_cut_off
    assert facts.defender_cut_off
    assert (facts.militia, facts.navy, facts.pc, facts.congress) == (A, False, A, False)
    assert (facts.interceptors, facts.not_intercepting) == ((), {})
    assert not facts.defender_may_retreat_before_battle
    assert {key: str(why) for key, why in facts.reasons.items()} == {
        "attacker_cut_off": "Ticonderoga has an enemy PC (WW-50)",
        "defender_cut_off": "the attack came from Ticonderoga (WW-11)",
        "navy": "Saratoga is no port (WW-07)",
        "defender_may_retreat_before_battle": (
            "no space to go to: the attack came from Ticonderoga (WW-02)"
        ),
    }


@pytest.mark.rule("WW-01", "WW-02", "WW-07", "WW-21")
def test_facts_of_a_british_attack_on_the_congress():
    position = coast(
        {"Newport": A, "Boston": B},
        {
            "Norfolk": american(3, "Lee"),
            "Hartford": GATES,
            "Boston": british(5, "Howe"),
            "Newport": american(2, "Greene"),
        },
        congress="Newport",
    )
    inland = replace(position, units={k: v for k, v in position.units.items() if k != "Hartford"})
    facts = battle_at(inland, "Newport", "Hartford", B)
    assert (facts.interceptors, facts.not_intercepting) == (("Lee",), {})
    assert (facts.pc, facts.congress, facts.navy, facts.militia) == (A, True, True, A)
    assert (facts.attacker_cut_off, facts.defender_cut_off) == (False, False)
    assert facts.defender_may_retreat_before_battle
    later = battle_at(inland, "Newport", "Hartford", B, tried={"Lee", "Greene"})
    assert later.interceptors == ()
    assert later.not_intercepting == {"Lee": "Lee has tried on this strategy card (WW-01)"}
    assert not later.defender_may_retreat_before_battle
    joined = battle_at(inland, "Newport", "Hartford", B, interceptor="Lee")
    assert not joined.defender_may_retreat_before_battle
    assert refused(joined.reasons["defender_may_retreat_before_battle"]) == (
        "after the interception nobody in Newport may (WW-01)"
    )
    beside = battle_at(position, "Newport", "Norfolk", B)
    assert beside.not_intercepting["Gates"] == "Gates in Hartford is without CUs (WW-01)"


@pytest.mark.rule("WW-01")
def test_interceptions_that_did_not_happen():
    position = coast({"Newport": A}, {"Norfolk": american(3, "Lee"), "Salem": american(1, "Gates")})
    with pytest.raises(IllegalBattleError, match=r"he leads no army next to Newport.*: Lee") as no:
        battle_at(position, "Newport", "Hartford", B, interceptor="Gates")
    assert no.value.rule == "WW-01"
    with pytest.raises(IllegalBattleError, match="Newport has no American PC"):
        battle_at(replace(position, pcs={}), "Newport", "Hartford", B, interceptor="Lee")


@pytest.mark.rule("WW-01", "WW-25", "WW-11")
def test_arnold_who_intercepts_may_leave_by_his_link():
    board = Board((*MAP.spaces, Space("Concord", "NH")), (*MAP.links, Link("Falmouth", "Concord")))
    position = at({"Falmouth": A}, {"Quebec": american(1, "Arnold")}, board)
    assert not battle_at(position, "Falmouth", "Concord", B, interceptor="Arnold").defender_cut_off
    assert battle_at(position, "Falmouth", "Concord", B).defender_cut_off


@pytest.mark.rule("WW-01", "WW-02", "WW-11")
def test_facts_of_an_american_attack():
    position = coast({"Newport": A}, BESIEGED)
    facts = battle_at(position, "Newport", "Hartford", A)
    assert (facts.attacker_cut_off, facts.defender_cut_off) == (False, False)
    assert (facts.interceptors, facts.not_intercepting) == ((), {})
    assert refused(facts.reasons["defender_may_retreat_before_battle"]) == (
        "only Americans retreat before battle (WW-02)"
    )
    from_afar = coast({"Hartford": B}, BESIEGED)
    assert battle_at(from_afar, "Newport", "Hartford", A).attacker_cut_off
    with pytest.raises(OptionError, match="side is american or british"):
        battle_at(position, "Newport", "Hartford", "french")
    with pytest.raises(IllegalBattleError, match="no link joins Salem and Newport"):
        battle_at(position, "Newport", "Salem", A)
