"""Answers in tables: as a document, as frames, on the terminal, as CSV."""

import contextlib
import csv
import io
import json
import math
from dataclasses import replace

import pandas as pd
import pytest

from analysis.cli.options import Format
from analysis.cli.sheets import show
from analysis.sheets import sheet_frame, sheets_document
from combat import __version__
from combat.estimate import Estimate
from combat.sheets import Amount, Column, Share, Sheet, Sheets

EXACT = Estimate.of_exact(0.25)
SAMPLED = Estimate.of_proportion(30, 100)  # Wilson: 0.2189 to 0.3958
LOSS = Estimate.of_mean(12.5, 4.0, 100)
TARGETS = Sheet(
    "targets",
    "targets within reach",
    (
        Column("place", "target"),
        Column("units", ">units"),
        Column("taken", ">taken"),
        Column("loss", ">loss"),
        Column("note", "note"),
    ),
    (
        ("[b]Egypt[/b]", 1200, Share(EXACT), Amount(LOSS, "IPC"), None),
        ("India", 3, Share(SAMPLED), None, "far"),
    ),
)
SUMS = Sheet("sums", "", (Column("swing", ">swing"),), ((Amount(Estimate.of_exact(2.0), "IPC"),),))
EMPTY = Sheet("nothing", "nothing at all", (Column("a", "a"), Column("b", ">b")), ())
ANSWER = Sheets(
    "a-game",
    "targets",
    "A game: targets",
    ("two targets [red]",),
    (TARGETS, SUMS, EMPTY),
    ("links are not sure",),
    "simulated",
    100,
    7,
    {"power": "Blue"},
)


@contextlib.contextmanager
def written():
    """What is written to stdout, as a real text stream takes it."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="")
    with contextlib.redirect_stdout(out):
        yield out
        out.flush()


def shown(answer, form):
    with written() as out:
        show(answer, form)
    return out.buffer.getvalue().decode("utf-8")


def test_the_document_has_what_was_asked_and_every_table():
    document = sheets_document(ANSWER)
    assert list(document)[:4] == ["schema", "version", "game", "question"]
    assert (document["schema"], document["version"]) == (1, __version__)
    assert (document["method"], document["trials"], document["seed"]) == ("simulated", 100, 7)
    assert document["lines"] == ["two targets [red]"]
    assert document["assumes"] == ["links are not sure"]
    assert document["power"] == "Blue"
    assert document["nothing"] == []
    first, second = document["targets"]
    assert first["taken"] == {"value": 0.25, "low": 0.25, "high": 0.25}
    assert first["loss"] == {"value": 12.5, "sd": 4.0, "low": LOSS.low, "high": LOSS.high}
    assert (first["place"], first["units"], first["note"]) == ("[b]Egypt[/b]", 1200, None)
    assert second["taken"]["low"] == pytest.approx(0.2189, abs=5e-5)
    assert second["taken"]["high"] == pytest.approx(0.3958, abs=5e-5)
    assert second["loss"] is None
    assert document["sums"] == [{"swing": {"value": 2.0, "sd": 0.0, "low": 2.0, "high": 2.0}}]


def test_json_is_the_document_and_has_no_nan():
    unknown = Amount(Estimate(1.0, 1.0, 1.0, 0.0, math.nan, exact=True))
    answer = replace(ANSWER, sheets=(Sheet("a", "", (Column("a", "a"),), ((unknown,),)),))
    found = json.loads(shown(answer, Format.JSON))
    assert found["a"] == [{"a": {"value": 1.0, "sd": None, "low": 1.0, "high": 1.0}}]
    assert json.loads(shown(ANSWER, Format.JSON)) == sheets_document(ANSWER)


@pytest.mark.parametrize(
    "answer",
    [
        replace(ANSWER, more={"targets": 1}),
        replace(ANSWER, more={"title": 1}),
        replace(ANSWER, sheets=(TARGETS, TARGETS)),
        replace(ANSWER, sheets=(replace(TARGETS, name="seed"),)),
    ],
)
def test_two_parts_of_one_name_are_refused(answer):
    with pytest.raises(ValueError, match=r"one name|are called"):
        sheets_document(answer)


def test_a_frame_is_tidy():
    frame = sheet_frame(ANSWER, "targets")
    assert list(frame) == [
        *("place", "units", "taken", "taken_low", "taken_high"),
        *("loss", "loss_low", "loss_high", "note"),
    ]
    assert frame["units"].dtype == "int64"
    assert frame["units"].tolist() == [1200, 3]
    assert frame["taken"].tolist() == [0.25, 0.3]
    assert frame["taken_low"].tolist() == [0.25, SAMPLED.low]
    assert frame["taken_high"].tolist() == [0.25, SAMPLED.high]
    assert frame["loss"].isna().tolist() == [False, True]
    assert frame["note"].tolist() == [None, "far"]
    assert frame.attrs["units"] == {"taken": "", "loss": "IPC"}
    assert frame.attrs["title"] == "targets within reach"


def test_exact_numbers_have_no_bounds_in_a_frame():
    assert list(sheet_frame(ANSWER, "sums")) == ["swing"]
    assert sheet_frame(ANSWER, "sums")["swing"].tolist() == [2.0]


def test_whole_numbers_with_gaps_stay_whole():
    sheet = Sheet("a", "", (Column("n", "n"),), ((1,), (None,)))
    frame = sheet_frame(replace(ANSWER, sheets=(sheet,)), "a")
    assert frame["n"].dtype == "Int64"
    assert frame["n"][0] == 1
    assert frame["n"][1] is pd.NA


def test_an_empty_table_is_an_empty_frame():
    frame = sheet_frame(ANSWER, "nothing")
    assert list(frame) == ["a", "b"]
    assert len(frame) == 0
    with pytest.raises(KeyError, match="no table targts; there are targets, sums, nothing"):
        sheet_frame(ANSWER, "targts")


def test_people_read_every_number_with_its_precision():
    text = shown(ANSWER, Format.TABLE)
    assert "simulated, 100 trials, seed 7" in text
    assert "two targets [red]" in text  # no markup of its own
    assert "[b]Egypt[/b]" in text
    assert "1,200" in text
    assert "25.0 %" in text
    assert "30.0 ±8.8 %" in text  # half of 0.3958 - 0.2189
    assert "12.5 ±0.8 IPC" in text  # 1.96 * 4 / 10
    assert "2.00 IPC" in text
    assert "nothing at all" not in text
    assert text.rstrip().endswith("assumes: links are not sure")


def test_an_exact_answer_says_so_and_long_tables_are_cut():
    rows = tuple((f"place {n}",) for n in range(9))
    sheet = Sheet("a", "", (Column("place", "place"),), rows, most=2)
    answer = replace(ANSWER, sheets=(sheet,), method="exact", trials=None, seed=None, assumes=())
    text = shown(answer, Format.TABLE)
    assert "exact" in text
    assert "place 1" in text
    assert "place 2" not in text
    assert "7 more; --format csv has all" in text
    assert "place 8" in shown(answer, Format.CSV)
    assert len(sheets_document(answer)["a"]) == 9


def test_csv_is_long_and_says_how_it_was_computed():
    rows = list(csv.reader(io.StringIO(shown(ANSWER, Format.CSV))))
    assert rows[0] == ["sheet", "row", "column", "value", "low", "high"]
    assert rows[1:4] == [
        ["run", "", "method", "simulated", "", ""],
        ["run", "", "trials", "100", "", ""],
        ["run", "", "seed", "7", "", ""],
    ]
    assert ["targets", "1", "units", "1200", "", ""] in rows
    assert ["targets", "1", "taken", "0.25", "0.25", "0.25"] in rows
    assert ["targets", "2", "note", "far", "", ""] in rows
    assert not [row for row in rows if row[:3] == ["targets", "1", "note"]]
    assert {len(row) for row in rows} == {6}


def test_a_row_has_a_cell_for_each_column():
    with pytest.raises(ValueError, match="a: 1 cells in 2 columns"):
        Sheet("a", "", (Column("a", "a"), Column("b", "b")), ((1,),))
