"""The map and positions at the command line."""

import csv
import io
import os
import stat
from pathlib import Path

import pytest
from commandline import ask, ask_json, is_plain_refusal
from test_imports import HEAVY, loaded_after

from analysis.cli.theatre import position_of
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position_file import read_position, starting_position

START = starting_position()
KARELIA = ("--edit", "Karelia: 5 inf, 1 arm")
WW = Path(__file__).parent.parent / "docs" / "examples" / "maps" / "washingtons_war_map.toml"


def rows(document, sheet, key):
    return {row[key]: row for row in document[sheet]}


def test_without_a_file_it_is_the_set_up():
    found = ask_json("map", "aa")
    assert (found["game"], found["question"], found["method"]) == ("axis-allies", "map", "exact")
    powers = rows(found, "powers", "power")
    assert {name: row["income"] for name, row in powers.items()} == {
        **{"Soviet Union": 24, "Germany": 40, "United Kingdom": 30, "Japan": 30},
        "United States": 42,
    }
    # 24 inf 72, 2 art 8, 4 arm 20, 2 ftr 20, 2 aa 12, 1 ss 6
    assert (powers["Soviet Union"]["units"], powers["Soviet Union"]["value"]) == (35, 138)
    # 25 inf 75, 4 art 16, 10 arm 50, 6 ftr 60, 1 bmr 12, 3 aa 18, 3 ss 18, 1 dd 8, 1 bb 20, 2 tr 14
    assert (powers["Germany"]["units"], powers["Germany"]["value"]) == (56, 291)
    places = rows(found, "territories", "territory")
    assert len(places) == 65
    assert places["Karelia S.S.R."]["units"] == "3 inf, 1 ftr"
    assert places["Western Europe"]["city"] == "Paris"
    assert {name for name, row in places.items() if row["complex"]} == set(START.complexes)
    assert {"zone": "sz 8", "power": "Germany", "units": "1 ss"} in found["zones"]
    assert found["position"][0]["turn"] == "Soviet Union"
    assert any("starting units rest on one source" in line for line in found["assumes"])


def test_edits_change_what_is_shown():
    found = ask_json(
        *("map", "aa", *KARELIA, "--edit", "turn: Germany", "--edit", "Egypt: Germany 1 arm"),
        *("--edit", "Trans-Jordan: us 1 inf"),
    )
    places = rows(found, "territories", "territory")
    assert places["Karelia S.S.R."]["units"] == "5 inf, 1 arm"
    assert places["Anglo Egypt"]["owner"] == "Germany"
    assert places["Trans-Jordan"]["units"] == "1 inf; United States 1 inf"
    assert found["position"][0]["turn"] == "Germany"
    assert rows(found, "powers", "power")["Germany"]["income"] == 42


def test_a_lost_capital_is_said():
    found = ask_json("map", "aa", "--edit", "London: Germany 1 arm")
    power = rows(found, "powers", "power")["United Kingdom"]
    assert (power["capital"], power["income"], power["cities"]) == ("held by Germany", 0, 1)
    text = ask("map", "aa", "--edit", "London: Germany 1 arm").out
    assert "Axis: 7 of 12 victory cities" in text


def test_a_side_that_has_won_is_told():
    taken = ("Moscow", "Leningrad", "London")
    edits = [x for city in taken for x in ("--edit", f"{city}: Germany 1 arm")]
    text = ask("map", "aa", *edits).out
    assert "Axis: that is enough to win" in text
    assert "Allies: that is enough" not in text
    assert "enough to win" not in ask("map", "aa", *edits[2:]).out


def test_people_see_what_stands_where_and_what_is_not_sure():
    answer = ask("map", "aa")
    assert (answer.code, answer.err) == (0, "")
    assert "Axis & Allies 1942 (2009): Soviet Union to move in round 1" in answer.out
    assert "Karelia S.S.R." in answer.out
    assert "assumes: starting units rest on one source" in answer.out


def test_the_strait_is_named_and_raids_are_among_what_is_covered():
    assert "Turkish strait" in ask("map", "aa").out
    assert "to ships" not in ask("map", "aa").out
    assert "purchases, raids, rounds;" in " ".join(ask("games", "aa").out.split())


def test_a_place_is_shown_with_its_links():
    """Karelia by the board: five territories by land, two zones at its coast."""
    found = ask_json("map", "aa", "--place", "karelia")
    assert found["question"] == "map"
    assert found["places"] == [
        {
            **{"place": "Karelia S.S.R.", "owner": "Soviet Union", "income": 2},
            **{"city": "Leningrad", "complex": None, "damage": None},
        }
    ]
    assert found["units"] == [
        {"place": "Karelia S.S.R.", "power": "Soviet Union", "units": "3 inf, 1 ftr"}
    ]
    assert {(row["to"], row["way"]) for row in found["links"]} == {
        *{("Archangel", "land"), ("Norway", "land"), ("Eastern Europe", "land")},
        *{("Belorussia", "land"), ("West Russia", "land"), ("sz 4", "coast"), ("sz 5", "coast")},
    }
    links = rows(found, "links", "to")
    assert (links["Norway"]["owner"], links["Norway"]["units"]) == ("Germany", "3 inf, 1 ftr")
    assert (links["sz 5"]["owner"], links["sz 5"]["units"]) == (None, "Germany 2 ss, 1 dd, 1 tr")
    text = ask("map", "aa", "--place", "karelia").out
    assert "links: check them against your board" in text
    assert "Eastern Europe" in text
    assert "Japan" not in text


def test_every_link_of_the_board_is_shown_from_both_ends():
    places = [x for name in START.board.areas for x in ("--place", name)]
    shown = [(row["place"], row["to"]) for row in ask_json("map", "aa", *places)["links"]]
    assert len(shown) == len(set(shown)) == 2 * len(START.board.links)
    assert {frozenset(pair) for pair in shown} == START.board.links


def test_several_places_with_edits_and_a_complex():
    found = ask_json(
        *("map", "aa", "--place", "Berlin", "--place", "sz 5", "--place", "Germany"),
        *("--edit", "Germany: damage 3", "--edit", "sz 5: uk 1 bb", "--edit", "Germany: UK none"),
        *("--edit", "link: Germany, Norway"),
    )
    assert [row["place"] for row in found["places"]] == ["Germany", "sz 5"]
    assert (found["places"][0]["complex"], found["places"][0]["damage"]) == ("ic", 3)
    assert {(row["place"], row["power"]) for row in found["units"]} == {
        *{("Germany", "Germany"), ("sz 5", "Germany"), ("sz 5", "United Kingdom")}
    }
    assert ("Germany", "Norway") in {(row["place"], row["to"]) for row in found["links"]}


@pytest.mark.parametrize(
    ("edits", "who"),
    [
        ((), "open to the Allies"),
        (("Egypt: Germany 1 arm",), "closed to all"),
        (("Egypt: Germany 1 arm", "Trans-Jordan: Germany 1 arm"), "open to the Axis"),
    ],
)
def test_a_canal_is_shown_with_the_side_that_it_is_open_to(edits, who):
    edits = [x for edit in edits for x in ("--edit", edit)]
    found = ask_json("map", "aa", "--place", "sz 15", "--place", "Egypt", *edits)
    links = {(row["place"], row["to"]): row["passage"] for row in found["links"]}
    assert links["sz 15", "sz 34"] == f"Suez, {who}"
    assert links["Anglo Egypt", "sz 15"] is None
    assert links["sz 15", "sz 16"] == "Turkish strait, open"
    assert len(found["lines"]) == 1
    assert f"canal between sz 15 and sz 34: Suez, {who} (Anglo Egypt held by" in found["lines"][0]


def test_the_strait_is_shown_shut():
    text = ask("map", "aa", "--place", "sz 16", "--edit", "strait: closed").out
    assert "Turkish strait: closed to ships, into sz 16 and out of it" in text


def test_csv_has_a_cell_a_row():
    found = list(csv.reader(io.StringIO(ask("map", "aa", "--format", "csv").out)))
    assert found[0] == ["sheet", "row", "column", "value", "low", "high"]
    assert ["powers", "2", "income", "40", "", ""] in found
    assert {len(row) for row in found} == {6}


def test_a_position_is_written_and_read_back(tmp_path):
    file = tmp_path / "mine.toml"
    edits = (*KARELIA, "--edit", "Germany: damage 3", "--edit", "strait: closed")
    first = ask("map", "aa", *edits, "--out", str(file))
    assert (first.code, first.err) == (0, "")
    assert read_position(str(file)) == edited(START, *edits[1::2])
    again = ask("map", "aa", str(file))
    assert again.out == first.out
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o644
    assert [one.name for one in tmp_path.iterdir()] == ["mine.toml"]


def test_a_written_position_is_edited_further(tmp_path):
    file = tmp_path / "mine.toml"
    ask("map", "aa", *KARELIA, "--out", str(file))
    ask("map", "aa", str(file), "--edit", "Karelia: + 1 ftr", "--out", str(file))
    assert str(read_position(str(file)).force("Karelia S.S.R.", "Soviet Union")) == (
        "5 inf, 1 arm, 1 ftr"
    )


FAULTS = [  # arguments, kind, words
    (("--edit", "Karelia"), "notation", "edit 'Karelia': write a place, a colon"),
    (("--edit", "Karelia: 3 elephants"), "unknown-unit", "unknown unit 'elephants'"),
    (("--edit", "Karelia: Germany"), "illegal-battle", "in a territory that Germany holds"),
    (("--edit", "sz 5: + 1 bmr"), "illegal-battle", "cannot stay at sea"),
    (("--edit", "Atlantis: 1 inf"), "option", "place 'Atlantis' is not known"),
    (("--edit", "Spain: 1 inf"), "option", "is neutral"),
    (("--edit", "turn: Italy"), "option", "power 'Italy' is not known"),
    (("--edit", "Kar\x1b[2Jelia: 1 inf"), "option", "is not known"),
    (("--edit", "Karelia: 3\n elephants"), "unknown-unit", "elephants"),
    (("--edit", "K" * 5_000 + ": 1 inf"), "option", "is not known"),
    (("--edit", ""), "notation", "write a place, a colon"),
    (("nowhere.toml",), "option", "cannot read the position 'nowhere.toml': No such file"),
    (("--place", "Kareila"), "option", "did you mean 'Karelia S.S.R.'?"),
    (("--place", ""), "option", "place '' is not known"),
    (("--place", "Kareila", "--out", "mine.toml"), "option", "did you mean"),
    (("--out", "mine.txt"), "option", "its name ends in .toml"),
    (("--out", "nowhere/mine.toml"), "option", "there is no folder 'nowhere'"),
    (("--out", ""), "option", "its name is empty"),
    (("--format", "xml"), "option", "--format 'xml' is not known"),
    (("--edits", "Karelia: 1 inf"), "option", "--edits"),
]


@pytest.mark.parametrize(
    ("arguments", "kind", "words"), FAULTS, ids=[str(f[0])[:40] for f in FAULTS]
)
def test_a_fault_is_one_plain_line(arguments, kind, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = ask("map", "aa", *arguments)
    assert is_plain_refusal(answer), answer.err
    assert words in answer.err
    assert answer.out == ""
    assert list(tmp_path.iterdir()) == []
    if "--format" not in arguments:
        fault = ask("map", "aa", *arguments, "--format", "json")
        assert (fault.code, fault.json["kind"]) == (2, kind)
        assert words in fault.json["error"]


def write(tmp_path, contents):
    file = tmp_path / "mine.toml"
    file.write_bytes(contents)
    return file


@pytest.mark.parametrize(
    ("contents", "kind", "words"),
    [
        (b"round = 0", "option", "round = 0 is not a whole number from 1 to 999"),
        (b"round = ", "notation", "not TOML"),
        (b"\x00\xff\xfe", "notation", "not a text in UTF-8"),
        (b"notes = " + b"[" * 9_000, "notation", "its lists are too deep"),
        (b"#" * 1_000_001, "option", "larger than 1,000,000 bytes"),
        (b'[units.Germany]\n"Kar\\u001b[2Jelia" = "1 inf"', "option", "is not known"),
        (b'[units.Germany]\nLibya = "1 inf, 1 ss"', "illegal-battle", "ships stand in sea zones"),
        (b'[units.Germany]\nLibya = "1 elephant"', "unknown-unit", "unknown unit 'elephant'"),
        (b'"\\u001b[2J" = 1', "option", "is not known"),
    ],
)
def test_a_fault_of_a_file_is_one_plain_line(contents, kind, words, tmp_path):
    file = write(tmp_path, contents)
    out = tmp_path / "out.toml"
    answer = ask("map", "aa", str(file), "--out", str(out))
    assert is_plain_refusal(answer), answer.err
    assert words in answer.err
    assert "mine.toml" in answer.err
    assert not out.exists()
    fault = ask("map", "aa", str(file), "--format", "json")
    assert (fault.code, fault.json["kind"]) == (2, kind)


def test_a_folder_is_no_position(tmp_path):
    answer = ask("map", "aa", str(tmp_path))
    assert is_plain_refusal(answer)
    assert "cannot read the position" in answer.err


def test_a_game_without_a_map_names_those_that_have_one():
    fault = ask("map", "ccn", "--format", "json")
    assert (fault.code, fault.json["kind"]) == (2, "option")
    assert fault.json["allowed"] == ["axis-allies", "washingtons-war", "rebellion-1775"]
    with pytest.raises(ValueError, match="washingtons-war has no map that positions stand on"):
        position_of("ww", None)


def test_map_files_of_other_games_are_as_before():
    assert "Charleston" in ask("map", "ww", str(WW)).out
    missing = ask("map", "ww")
    assert is_plain_refusal(missing)
    assert "FILE is missing; usage: wargame-odds map washingtons-war FILE" in missing.err
    for option in (KARELIA, ("--out", "a.toml"), ("--place", "York")):
        refused = ask("map", "ww", str(WW), *option)
        assert is_plain_refusal(refused)
        assert option[0] in refused.err


def test_a_battle_loads_nothing_of_the_map_and_the_map_nothing_heavy():
    run = "from reports.cli.run import run; run({})"
    battle = loaded_after(run.format(["odds", "aa", "3 arm v 2 inf"]))
    parts = ("map", "economy", "reach", "attack", "hold", "spending", "fronts", "rounds")
    of_map = tuple(f"combat.axis_allies.{part}" for part in parts)
    assert not [name for name in battle if name.startswith(of_map)]
    position = loaded_after(run.format(["map", "aa", "--format", "json"]))
    assert "combat.axis_allies.map.edits" in position
    assert not (HEAVY | {"rich"}) & position
    assert not [name for name in position if name.startswith(of_map[2:])]


def test_the_help_shows_examples_that_work():
    text = ask("map", "--help").out
    assert 'wargame-odds map aa --edit "Karelia: 5 inf, 1 arm" --edit "turn: Germany"' in text
    assert ask("map", "aa", *KARELIA, "--edit", "turn: Germany").code == 0
