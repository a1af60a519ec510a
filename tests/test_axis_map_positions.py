"""The data of the board and the set-up, position files, and what a position cannot be.

Expected numbers are those of the set-up's source, added up by hand: cash 24, 40, 30, 30, 42 and 12
victory cities are in the rulebook as well.
"""

import json
import re
import tomllib
from collections import Counter
from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest
from axis_positions import positions, tried
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.axis_allies.map.board import shipped_board
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position_check import check_position
from combat.axis_allies.map.position_file import (
    KEYS,
    parse_position,
    position_text,
    read_position,
    starting_position,
)
from combat.errors import (
    IllegalBattleError,
    NotationError,
    OptionError,
    UnknownUnitError,
    WargameError,
)
from combat.force import Force

BOARD, START = shipped_board(), starting_position()
SU, GE, UK, JP, US = "Soviet Union", "Germany", "United Kingdom", "Japan", "United States"
INCOMES = {SU: 24, GE: 40, UK: 30, JP: 30, US: 42}
TOTALS = {
    SU: {"inf": 24, "art": 2, "arm": 4, "ftr": 2, "aa": 2, "ss": 1},
    GE: {
        **{"inf": 25, "art": 4, "arm": 10, "ftr": 6, "bmr": 1, "aa": 3},
        **{"ss": 3, "dd": 1, "bb": 1, "tr": 2},
    },
    UK: {
        **{"inf": 14, "art": 1, "arm": 3, "ftr": 4, "bmr": 1, "aa": 2},
        **{"ss": 1, "dd": 1, "ca": 2, "cv": 1, "bb": 1, "tr": 4},
    },
    JP: {
        **{"inf": 21, "art": 1, "arm": 1, "ftr": 6, "bmr": 1, "aa": 1},
        **{"ss": 1, "ca": 1, "cv": 2, "bb": 2, "tr": 2},
    },
    US: {
        **{"inf": 14, "art": 1, "arm": 1, "ftr": 5, "bmr": 1, "aa": 2},
        **{"ss": 1, "dd": 1, "ca": 1, "cv": 1, "bb": 1, "tr": 3},
    },
}


def linked(*places):
    return all(frozenset(pair) in BOARD.links for pair in pairwise(places))


# --- the data ----------------------------------------------------------------------------------


@pytest.mark.rule("AA-40")
def test_the_powers_move_in_their_order_and_begin_with_their_incomes():
    assert BOARD.order == (SU, GE, UK, JP, US)
    assert {power: START.income(power) for power in BOARD.order} == INCOMES
    assert START.cash == INCOMES
    assert (START.turn, START.round) == (SU, 1)
    assert BOARD.sides == {"Axis": (GE, JP), "Allies": (SU, UK, US)}


@pytest.mark.rule("AA-41")
def test_there_are_twelve_victory_cities_six_a_side():
    assert set(START.cities("Allies")) == {
        *("Washington", "London", "Leningrad", "Moscow", "Calcutta", "Los Angeles")
    }
    assert set(START.cities("Axis")) == {"Berlin", "Paris", "Rome", "Shanghai", "Manila", "Tokyo"}
    assert START.victory == 9


@pytest.mark.rule("AA-42")
def test_each_power_holds_its_capital():
    assert {power: BOARD.areas[name].city for power, name in BOARD.capitals.items()} == {
        **{SU: "Moscow", GE: "Berlin", UK: "London", JP: "Tokyo", US: "Washington"}
    }
    assert all(START.capital_held(power) for power in BOARD.order)


@pytest.mark.parametrize("power", TOTALS)
def test_each_power_has_the_units_of_its_set_up(power):
    found = Counter()
    for there in START.units.values():
        found.update(dict(there.get(power, Force())))
    assert found == TOTALS[power]


def test_the_complexes_of_the_set_up_are_whole():
    holders = {SU: ("Caucasus", "Russia"), GE: ("Germany", "Southern Europe"), UK: (UK,)}
    holders |= {JP: (JP,), US: ("Eastern United States", "Western United States")}
    assert START.complexes == {place: 0 for places in holders.values() for place in places}
    assert all(START.owners[place] == p for p, places in holders.items() for place in places)


def test_links_go_both_ways_and_lead_to_areas():
    assert len(BOARD.territories) == 65
    assert len(BOARD.zones) == 64
    assert len(BOARD.neutral) == 16
    assert all(len(pair) == 2 and pair <= BOARD.areas.keys() for pair in BOARD.links)
    for name, near in BOARD.ways.items():
        assert near, name
        assert all(name in BOARD.ways[other] for other in near)
        assert set(near) == {*BOARD.land_ways[name], *BOARD.sea_ways[name]}
    for pair in BOARD.links:
        a, b = pair
        assert b in BOARD.ways[a]


def test_the_paths_that_the_rulebook_draws_are_there():
    assert linked("Hawaiian Islands", "sz 52", "sz 45", "sz 46", "Australia")
    assert linked("sz 50", "sz 49", "Philippine Islands")
    assert linked("sz 51", "sz 50")
    assert linked("Trans-Jordan", "Anglo Egypt")
    assert not linked("Hawaiian Islands", "sz 45")


def test_the_canals_are_opened_by_those_who_hold_their_banks():
    panama, suez = BOARD.canal("sz 19", "sz 20"), BOARD.canal("sz 34", "sz 15")
    assert (panama.name, panama.holders) == ("Panama", ("Panama",))
    assert (suez.name, set(suez.holders)) == ("Suez", {"Anglo Egypt", "Trans-Jordan"})
    assert BOARD.canal("sz 1", "sz 2") is None
    assert linked("sz 19", "sz 20")
    assert linked("sz 15", "sz 34")
    assert BOARD.strait == "sz 16"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        *(("karelia", "Karelia S.S.R."), ("Egypt", "Anglo Egypt"), ("Tokyo", "Japan")),
        *(("Philipine Islands", "Philippine Islands"), ("sea zone 7", "sz 7"), ("64", "sz 64")),
        *(("uk", "United Kingdom"), ("paris", "Western Europe"), ("trans jordan", "Trans-Jordan")),
    ],
)
def test_a_place_goes_by_several_names(text, place):
    assert BOARD.place(text) == place


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *(("East", "can be East Indies"), ("Spain", "neutral"), ("Atlantis", "not known")),
        *(("sz 65", "not known"), ("", "not known")),
    ],
)
def test_a_name_of_no_place_or_of_several_is_refused(text, words):
    with pytest.raises(OptionError, match=words):
        BOARD.place(text)


# --- files -------------------------------------------------------------------------------------


@given(positions())
def test_a_position_is_written_and_read_back(position):
    check_position(position)  # the tests draw legal ones
    found = parse_position(position_text(position))
    assert found == position
    assert found.notes == position.notes


def test_the_set_up_is_written_and_read_back_with_what_is_not_sure(tmp_path):
    file = tmp_path / "start.toml"
    file.write_text(position_text(START), "utf-8")
    found = read_position(str(file))
    assert found == START
    assert found.notes == START.notes
    assert any("starting units" in note for note in found.notes)
    assert any("links" in note for note in found.notes)


def test_what_a_file_does_not_say_is_as_in_the_set_up():
    assert parse_position("") == START
    found = parse_position("""
        turn = "japanese"
        round = 3
        victory = 12
        strait = "closed"
        [cash]
        uk = 7
        [owners]
        Germany = ["Karelia", "archangel"]
        [units."Soviet Union"]
        Karelia = "none"
        "Archangel" = "none"
        "Moscow" = "9 inf"
        [units.Germany]
        "karelia s.s.r." = "2 arm"
        [damage]
        Russia = 5
        """)
    assert (found.turn, found.round, found.victory, found.strait_open) == (JP, 3, 12, False)
    assert found.cash == {**INCOMES, UK: 7}
    assert found.units["Karelia S.S.R."] == {GE: Force((("arm", 2),))}
    assert "Archangel" not in found.units
    assert found.force("Russia", SU) == Force((("inf", 9),))
    assert found.complexes == {**START.complexes, "Russia": 5}  # units alone leave it as it is
    assert (found.income(GE), found.income(SU)) == (44, 20)  # Karelia 2, Archangel 2
    assert found.units["West Russia"] == START.units["West Russia"]
    assert found.notes == START.notes


def test_an_empty_board_has_its_owners_and_nothing_else():
    found = parse_position('start = "empty"\n[units.Japan]\n"sz 60" = "1 cv, 2 ftr"')
    assert found.owners == START.owners
    assert found.units == {"sz 60": {JP: Force((("ftr", 2), ("cv", 1)))}}
    assert found.complexes == {}
    assert set(found.cash.values()) == {0}
    assert not any("starting units" in note for note in found.notes)
    assert any("links" in note for note in found.notes)


def test_notes_of_a_file_replace_what_is_not_sure():
    assert parse_position("notes = []").notes == ()
    assert parse_position('notes = ["from memory"]').notes == ("from memory",)


def test_links_can_be_mended():
    pair = frozenset(("Central United States", "Western Canada"))
    found = parse_position(
        '[links]\nadd = [["central us", "Western Canada"]]\nremove = [["sz 59", "Formosa"]]'
    )
    assert pair in found.board.links
    assert "Western Canada" in found.board.land_ways["Central United States"]
    assert "Formosa" not in found.board.ways["sz 59"]
    assert len(found.board.links) == len(BOARD.links)
    assert parse_position(position_text(found)) == found


# --- what it cannot be -------------------------------------------------------------------------

ILLEGAL = [  # what is added to the set-up, the rule, words of the error
    ("AA-07", '[units.Germany]\nKarelia = "1 inf"', "Germany has 1 inf in a territory that Soviet"),
    ("AA-07", '[owners]\nGermany = ["Karelia"]', "Soviet Union has 3 inf, 1 ftr in a territory"),
    ("AA-07", '[units.Japan]\nBrazil = "1 aa"', "Japan has 1 aa in a territory that United States"),
    ("AA-20", '[units.Germany]\nNorway = "1 ss, 2 inf"', "Germany has 1 ss on land"),
    ("AA-14", '[units.Germany]\n"sz 8" = "1 ss, 1 inf"', "0 tr there have no room"),
    ("AA-14", '[units.Germany]\n"sz 5" = "1 tr, 3 inf"', "their 1 tr there have no room"),
    ("AA-14", '[units.Germany]\n"sz 5" = "1 tr, 1 art, 1 arm"', "land unit and an infantry more"),
    ("AA-14", '[units.Germany]\n"sz 5" = "2 tr, 3 aa"', "3 aa of the Axis at sea"),
    ("AA-46", '[units.Japan]\n"sz 37" = "1 cv, 3 ftr"', "their 1 cv there have room for 2"),
    ("AA-46", '[units.Japan]\n"sz 60" = "1 ftr"', "their 0 cv there have room for 0"),
    ("AA-46", '[units.Japan]\n"sz 37" = "1 cv, 1 bmr"', "1 bmr cannot stay at sea"),
    ("AA-43", '[units."United Kingdom"]\nGibraltar = "1 ic"', "income of 1 IPC or more"),
    ("AA-43", '[units.Germany]\nNorway = "2 ic"', "one industrial complex at most"),
    ("AA-43", '[units.Japan]\nIndia = "1 ic"', "Japan does not hold it"),
    ("AA-43", '[units.Japan]\n"sz 60" = "1 ic"', "Japan does not hold it"),
    ("AA-25", "[damage]\nNorway = 1", "Norway has no industrial complex"),
    ("AA-05", '[units.Germany]\n"sz 14" = "1 damaged-bb"', "write 1 bb"),
]


@pytest.mark.rule("AA-05", "AA-07", "AA-14", "AA-20", "AA-25", "AA-43", "AA-46")
@pytest.mark.parametrize(("rule", "text", "words"), ILLEGAL)
def test_what_the_rules_do_not_allow_is_refused_with_the_rule(rule, text, words):
    with pytest.raises(IllegalBattleError, match=words) as caught:
        parse_position(text)
    assert caught.value.rule == rule
    assert "\n" not in str(caught.value)


LEGAL = [
    '[units."United States"]\n"sz 35" = "1 ftr"',  # the British carrier there has one of two
    '[units."United States"]\n"sz 2" = "1 inf, 1 arm"',  # aboard the British transport
    '[units."United States"]\nLondon = "2 bmr"',
    '[units.Germany]\n"sz 8" = "1 ss"\n[units."United Kingdom"]\n"sz 8" = "1 bb"',  # both there
    '[units.Germany]\n"sz 5" = "2 tr, 2 inf, 2 art"',
    '[units.Germany]\nNorway = "1 ic"',
    "[damage]\nGermany = 20",
]


@pytest.mark.parametrize("text", LEGAL)
def test_what_the_rules_allow_is_read(text):
    assert parse_position(text) != START or "damage" in text


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (START.with_force("Atlantis", GE, Force((("inf", 1),))), "place 'Atlantis' is not known"),
        (START.with_owner("sz 5", GE), "place 'sz 5' is not known"),
        (START.with_complex("Atlantis"), "place 'Atlantis' is not known"),
        (START.with_owner("Norway", "Italy"), "power 'Italy' is not known"),
        (START.with_cash("Italy", 3), "power 'Italy' is not known"),
        (replace(START, turn="Italy"), "power 'Italy' is not known"),
        (replace(START, units={"Norway": {"Italy": Force((("inf", 1),))}}), "power 'Italy'"),
        (replace(START, owners={}), "Russia: nobody holds it"),
        (replace(START, edition="third"), "edition 'third' is not known"),
        (START.with_cash(GE, -1), "cash of Germany: -1 is not"),
        (START.with_force("Norway", GE, Force((("inf", 1001),))), "the limit is 1,000"),
    ],
)
def test_a_position_made_in_python_is_checked_too(position, words):
    with pytest.raises(WargameError, match=words):
        check_position(position)


@pytest.mark.rule("AA-25")
def test_damage_is_twice_the_income_at_most():
    assert parse_position("[damage]\nGermany = 20").complexes["Germany"] == 20
    with pytest.raises(OptionError, match="0 to 20"):
        parse_position("[damage]\nGermany = 21")
    with pytest.raises(IllegalBattleError, match="twice the income") as caught:
        check_position(START.with_complex("Germany", 21))
    assert caught.value.rule == "AA-25"


FAULTS = [  # of the text, the kind of the error, words
    ("turn = 'Italy'", OptionError, "power 'Italy' is not known"),
    ("turn = 3", OptionError, "turn is a text"),
    ("round = 0", OptionError, "round = 0 is not a whole number from 1 to 999"),
    ("round = true", OptionError, "round = true is not"),
    ("round = 1.5", OptionError, "round = 1.5 is not"),
    *(
        (f"victory = {n}", OptionError, f"victory = {n} is not 9 .standard. or 12 .total. victory")
        for n in ("8", "10", "11", "13", "true", "9.0")
    ),
    ("strait = 'shut'", OptionError, "strait is open or closed, not 'shut'"),
    ("start = 'middle'", OptionError, "start is set-up or empty, not 'middle'"),
    ("edition = '1984'", OptionError, "edition is 2009 or second"),
    ("money = 3", OptionError, "key 'money' is not known"),
    ("cash = 3", OptionError, r"write it as a section, \[cash\]"),
    ("[cash]\nGermany = -1", OptionError, "0 to 9999"),
    ("[cash]\nGermany = 10_000", OptionError, "0 to 9999"),
    ("[cash]\nGermany = 1\nGermans = 2", OptionError, "Germany stands there twice"),
    ("[cash]\nItaly = 1", OptionError, "power 'Italy' is not known"),
    ("[owners]\nKarelia = 'Germany'", OptionError, r'the power first, as in Germany = \["Karel'),
    ("[owners]\nGermany = 'Karelia'", OptionError, r'a list, as in Germany = \["Karelia"\]'),
    ("[owners]\nUK = 'Karelia S.S.R.'", OptionError, r'a list, as in UK = \["Karelia S.S.R."\]'),
    ("[owners]\nGermany = 'Japan'", OptionError, r'a list, as in Germany = \["Japan"\]'),
    ("[owners]\n'East Indies' = 'Soviet Union'", OptionError, r'"Soviet Union" = \["East Indies"'),
    ("[owners]\nKarelia = ['Germany']", OptionError, "power 'Karelia' is not known"),
    ("[owners]\nGermany = ['Atlantis']", OptionError, "place 'Atlantis' is not known"),
    ("[owners]\nGermany = ['sz 5']", OptionError, "sz 5 is a sea zone"),
    ("[owners]\nGermany = ['Turkey']", OptionError, "'Turkey' is neutral"),
    ("[owners]\nGermany = ['Libya', 'libya']", OptionError, "Libya stands there twice"),
    ("[owners]\nGermany = ['Libya']\nJapan = ['libya']", OptionError, "Libya stands there twice"),
    ("[owners]\nGermany = [3]", OptionError, r'texts, as in \["Karelia", "Norway"\], not \[3\]'),
    ("[owners]\nGermany = 3", OptionError, r'texts, as in \["Karelia", "Norway"\], not 3'),
    ("[units]\nGermany = '3 inf'", OptionError, "units: write Germany's as a section"),
    ("[units.Germany]\nLibya = 3", OptionError, "Libya is a text in quotes"),
    ("[units.Germany]\nLibya = '1 inf'\nLIBYA = '2 inf'", OptionError, "Libya stands there twice"),
    ("[units.Germany]\nSpain = '1 inf'", OptionError, "'Spain' is neutral"),
    ("[units.Germany]\nLibya = '3 elephants'", UnknownUnitError, "unknown unit 'elephants'"),
    ("[units.Germany]\nLibya = '3'", NotationError, "has no unit behind it"),
    ("[units.Germany]\nLibya = '1001 inf'", NotationError, "limit of 1,000"),
    ("[units.Germany]\nLibya = ''", NotationError, "write 'none'"),
    ("[damage]\nGermany = 'much'", OptionError, "not a whole number from 0 to 20"),
    ("[damage]\nGermany = 1\nBerlin = 2", OptionError, "Germany stands there twice"),
    ("[damage]\n'sz 5' = 1", OptionError, "sz 5 is a sea zone"),
    ("[links]\nadd = [['Alaska', 'sz 63']]", OptionError, "linked already"),
    ("[links]\nremove = [['Alaska', 'Brazil']]", OptionError, "are not linked"),
    ("[links]\nadd = [['Alaska', 'alaska']]", OptionError, "are one place"),
    ("[links]\nadd = ['Alaska', 'Brazil']", OptionError, "write pairs of places"),
    ("[links]\nadd = 'Alaska'", OptionError, "write pairs of places"),
    ("[links]\ncut = []", OptionError, "key 'cut' is not known"),
    ("notes = 'mine'", OptionError, r'notes is a list of texts, as in \["the opening'),
    (r'notes = ["bad\u001b[2J"]', NotationError, "control character"),
    ("round = ", NotationError, "not TOML"),
    (f"round = {'9' * 5_000}", NotationError, "not TOML"),
    (f"notes = {'[' * 5_000}", NotationError, "not TOML"),
]


@pytest.mark.parametrize(("text", "kind", "words"), FAULTS, ids=[f[0][:30] for f in FAULTS])
def test_a_fault_of_a_file_is_one_plain_line(text, kind, words):
    with pytest.raises(kind, match=words) as caught:
        parse_position(text)
    assert "\n" not in str(caught.value)


def write_no_utf8(file):
    file.write_bytes(b"turn = 'K\xf6nig'")


def write_binary(file):
    file.write_bytes(bytes(range(128)) * 9)


def write_huge(file):
    file.write_bytes(b"#" * 1_000_001)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda file: file.mkdir(), "cannot read the position"),
        (lambda _: None, "No such file"),
        (write_no_utf8, "not a text in UTF-8"),
        (write_binary, "not TOML"),
        (write_huge, "larger than 1,000,000 bytes"),
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path, make, words):
    file = tmp_path / "position.toml"
    make(file)
    with pytest.raises(WargameError, match=words) as caught:
        read_position(str(file))
    assert "\n" not in str(caught.value)
    with pytest.raises(OptionError, match="cannot read"):
        read_position("a\0b")


def test_a_file_from_windows_is_read(tmp_path):
    file = tmp_path / "position.toml"
    file.write_bytes("\ufeff".encode() + b'turn = "Japan"\r\nround = 2\r\n')
    found = read_position(str(file))
    assert (found.turn, found.round) == (JP, 2)


def test_a_fault_in_a_file_names_the_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("round = 0")
    with pytest.raises(OptionError, match=r"the position '.*mine.toml': at the top: round"):
        read_position(str(file))


NAMES = st.sampled_from(
    [
        *("Germany", "Germans", "Karelia", "sz 5", "Turkey", "Soviet Union", "add", "remove", ""),
        *("3 inf", "1 tr, 1 ic", "none", "\x1b[2J", "set-up", "empty", "closed", "second", "é"),
    ]
)
LEAVES = NAMES | st.integers(-3, 10**25) | st.booleans() | st.floats() | st.dates()
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3)
)


@settings(max_examples=300)
@given(st.dictionaries(st.sampled_from(KEYS) | NAMES, VALUES, max_size=3))
def test_any_contents_are_a_position_or_a_plain_error(data):
    text = toml_of(data)
    assert str(tomllib.loads(text)) == str(data)  # the test writes what it means
    found = tried(lambda: parse_position(text))
    assert isinstance(found, WargameError) or parse_position(position_text(found)) == found


def toml_of(data):
    return "".join(f"{json.dumps(key)} = {value_of(value)}\n" for key, value in data.items())


def value_of(value):
    if isinstance(value, dict):
        inner = (f"{json.dumps(key)} = {value_of(one)}" for key, one in value.items())
        return f"{{ {', '.join(inner)} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(value_of, value))}]"
    if isinstance(value, float):
        return repr(value)
    return value.isoformat() if isinstance(value, date) else json.dumps(value)


def test_what_to_write_in_a_file_is_told_as_a_file_has_it():
    """And works: each of the two ways out, pasted, makes the position possible."""
    wrong = "[units.Germany]\nKarelia = '3 ftr'\n"
    with pytest.raises(IllegalBattleError) as caught:
        parse_position(wrong)
    give, take = re.findall(r"\((\[\S+\] .*?)\)", str(caught.value))
    assert give == '[owners] Germany = ["Karelia S.S.R."]'
    assert take == '[units.Germany] "Karelia S.S.R." = "none"'
    given = wrong.replace(
        "[units", give.replace("] ", "]\n") + "\n[units.'Soviet Union']\nKarelia = 'none'\n[units"
    )
    assert str(parse_position(given).force("Karelia S.S.R.", "Germany")) == "3 ftr"
    assert parse_position(take.replace("] ", "]\n")) == starting_position()
    with pytest.raises(IllegalBattleError, match=r"\('Karelia S.S.R.: Germany'\)"):
        edited(starting_position(), "Karelia: Germany 3 ftr")


MISSPELT = [  # what is written, what is meant
    ("Kareila", "Karelia S.S.R."),  # the first word of a name
    ("Ukrane", "Ukraine S.S.R."),
    ("Egipt", "Anglo Egypt"),  # a short name
    ("Phillipines", "Philippine Islands"),
    ("Leningard", "Karelia S.S.R."),  # a city
    ("W Russia", "West Russia"),
    ("w. europe", "Western Europe"),
    ("Far East", "Soviet Far East"),
    ("Solomons", "Solomon Islands"),
]


@pytest.mark.parametrize(("written", "meant"), MISSPELT)
def test_a_misspelt_place_is_answered_with_the_one_that_is_meant(written, meant):
    with pytest.raises(OptionError) as caught:
        START.board.place(written)
    assert str(caught.value) == f"place {written!r} is not known; did you mean {meant!r}?"


@pytest.mark.parametrize("written", ["Finland", "Poland", "Atlantis", "Stalingrad"])
def test_no_place_is_suggested_that_is_not_like_it(written):
    with pytest.raises(OptionError) as caught:
        START.board.place(written)
    assert "did you mean" not in str(caught.value)
    assert "(known: Russia, Caucasus, " in str(caught.value)


def test_pearl_harbor_and_z_are_names():
    board = START.board
    assert board.place("Pearl Harbor") == board.place("pearl harbour") == "Hawaiian Islands"
    assert board.place("z12") == board.place("sz 12") == "sz 12"
