"""Disks that are full, names that no file can have, and files that are there already."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from commandline import ask, is_plain_refusal
from full_disk import room_for

from analysis.sweep import sweep
from analysis.sweep.files import beside, read
from analysis.sweep.journal import Journal, journal_of
from analysis.writing import UnwritableError, write_whole

AA = ("sweep", "aa", "5 inf, 2 arm", "4 inf", "--trials", "50", "--seed", "3")
GRID = (*AA, "--vary", "attacker.inf=1..20", "--vary", "defender.inf=1..10")
SMALL = (*AA, "--vary", "attacker.inf=1..3")
SMALL_GRID = ("aa 5 inf, 2 arm v 4 inf", ["attacker.inf=1..3"])
LONG = "a" * 300


@pytest.mark.parametrize("more", [(), ("--workers", "2")])
def test_a_disk_that_fills_up_says_what_is_kept_and_the_sweep_goes_on(more, tmp_path):
    file, whole = tmp_path / "a.csv", tmp_path / "whole.csv"
    with room_for(20_000):
        refused = ask(*GRID, "--out", str(file), *more)
    assert is_plain_refusal(refused)
    journal = journal_of(file)
    start, _, rest = refused.err.partition("; ")
    assert start == f"error: cannot write '{journal}': {os.strerror(errno.EFBIG)}"
    kept = int(rest.split()[0])
    assert 0 < kept < 200
    assert rest == (
        f"{kept} of 200 cells are kept in '{journal}': mend that, and the same command again goes"
        " on from there\n"
    )
    assert os.listdir(tmp_path) == [journal.name]
    assert journal.read_bytes().endswith(b"\n")  # what was torn is cut off
    again = ask(*GRID, "--out", str(file))
    assert again.code == 0
    assert again.err == f"going on: {kept} of 200 cells are in {journal}\n"
    assert ask(*GRID, "--out", str(whole)).code == 0
    assert file.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
def test_a_result_that_finds_no_room_leaves_the_journal(name, tmp_path, monkeypatch):
    file = tmp_path / name
    keep = Journal.keep

    def keep_somewhere_else(journal, rows):  # the result is shorter than its journal
        with room_for(-1):
            keep(journal, rows)

    monkeypatch.setattr(Journal, "keep", keep_somewhere_else)
    with room_for(3_000):
        refused = ask(*GRID, "--out", str(file))
    assert is_plain_refusal(refused)
    assert refused.err.startswith(f"error: cannot write '{file}': ")
    assert f"; 200 of 200 cells are kept in '{journal_of(file)}': mend that" in refused.err
    assert os.listdir(tmp_path) == [journal_of(file).name]
    again = ask(*GRID, "--out", str(file))
    assert (again.code, again.err.split(" in ")[0]) == (0, "going on: 200 of 200 cells are")
    assert len(read(file)) == 200


def test_a_disk_that_is_full_from_the_start_is_left_as_it_is(tmp_path):
    with room_for(10):
        refused = ask(*GRID, "--out", str(tmp_path / "a.csv"))
    assert is_plain_refusal(refused)
    assert refused.err.startswith(f"error: cannot write '{tmp_path / 'a.csv.part'}': ")
    assert os.listdir(tmp_path) == []


def test_rows_that_find_no_room_cost_no_others(tmp_path):
    """After a line that did not fit, a shorter one is whole, and so is what was there before."""
    from test_sweep_journal import opened, row_of

    journal, _ = opened(tmp_path / "a.csv")
    journal.keep([row_of(1)])
    with room_for(journal.file.stat().st_size + 300):
        with pytest.raises(UnwritableError):
            journal.keep([row_of(cell) for cell in range(2, 40)])
        journal.keep([row_of(50)])
    journal.close()
    journal, rows = opened(tmp_path / "a.csv")
    journal.close()
    assert rows == [row_of(1), row_of(50)]


@pytest.mark.parametrize("name", [LONG, LONG[:245]])
def test_a_name_that_is_too_long_is_refused_before_anything_is_computed(name, tmp_path):
    said = os.strerror(errno.ENAMETOOLONG)
    names = [f"{name}.csv", f"{name}.parquet"] if name == LONG else [f"{name}12.csv"]
    for one in names:
        refused = ask(*SMALL, "--out", str(tmp_path / one))
        assert is_plain_refusal(refused)
        assert said in refused.err
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("verb", [SMALL, ("odds", "aa", "5 inf", "4 inf")])
@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_a_picture_that_cannot_be_written_is_one_plain_line(verb, suffix, tmp_path):
    refused = ask(*verb, "--plot", str(tmp_path / f"{LONG}.{suffix}"))
    assert is_plain_refusal(refused)
    assert os.strerror(errno.ENAMETOOLONG) in refused.err
    file = tmp_path / f"a.{suffix}"
    file.write_bytes(b"before")
    with room_for(2_000):
        refused = ask(*verb, "--plot", str(file))
    assert is_plain_refusal(refused)
    reason = os.strerror(errno.EFBIG)
    assert refused.err == f"error: cannot write '{file}': {reason}; give another file\n"
    assert (os.listdir(tmp_path), file.read_bytes()) == ([file.name], b"before")


def test_an_empty_name_is_called_empty():
    for option in ("--out", "--plot"):
        refused = ask(*SMALL, option, "")
        assert is_plain_refusal(refused)
        assert f"{option} names no file: its name is empty" in refused.err


def test_of_two_files_none_is_written_if_one_cannot_be(tmp_path):
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("before", "utf-8")
    with room_for(100), pytest.raises(UnwritableError) as refused:
        write_whole(
            {
                one: lambda half: half.write_text("after", "utf-8"),
                two: lambda half: half.write_text("x" * 101, "utf-8"),
            }
        )
    assert refused.value.file == two
    assert (os.listdir(tmp_path), one.read_text("utf-8")) == (["one.txt"], "before")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="not on this system")
@pytest.mark.parametrize("form", ["table", "json", "csv"])
@pytest.mark.parametrize("sides", ["3 inf v 3 inf", "3 inf x"])
def test_an_answer_that_finds_no_room_on_stdout_is_one_plain_line(form, sides):
    words = ("odds", "aa", sides, "--format", form)
    with open("/dev/full", "w", encoding="utf-8") as full:
        asked = subprocess.run(
            [sys.executable, "-c", "from reports.cli import main; main()", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parent.parent,
            check=False,
        )
    room = f"error: cannot write the answer: {os.strerror(errno.ENOSPC)}\n"
    assert asked.returncode == 2
    assert asked.stderr.count("\n") == 1
    assert asked.stderr == room if " v " in sides else asked.stderr.startswith("error: no 'v'")


# what is there already


@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
def test_a_result_is_replaced_after_a_word(name, tmp_path):
    file = tmp_path / name
    assert ask(*SMALL, "--out", str(file)).err == ""
    other = ask(*GRID, "--out", str(file))
    said = f"{file} is there already; it is replaced when the sweep is complete\n"
    assert (other.code, other.err) == (0, said)
    assert len(read(file)) == 200


@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
@pytest.mark.parametrize("content", [b"name,losses\nmine,3\n", b"PAR1", b"cell,mine\n1,2\n"])
def test_a_file_that_is_no_sweep_is_kept(name, content, tmp_path):
    file = tmp_path / name
    file.write_bytes(content)
    refused = ask(*SMALL, "--out", str(file))
    assert is_plain_refusal(refused)
    assert f"'{file}' is there and is no result of a sweep" in refused.err
    assert (os.listdir(tmp_path), file.read_bytes()) == ([name], content)
    assert ask(*SMALL, "--out", str(file), "--restart").code == 0
    assert len(read(file)) == 3


def test_a_description_that_is_none_is_kept(tmp_path):
    file = tmp_path / "a.csv"
    for content in ('{"mine": 1}', "[1]", "notes"):
        beside(file).write_text(content, "utf-8")
        refused = ask(*SMALL, "--out", str(file))
        assert is_plain_refusal(refused)
        assert f"'{beside(file)}' is there and is no result" in refused.err
        assert beside(file).read_text("utf-8") == content


def test_an_empty_file_is_nobodys(tmp_path):
    file = tmp_path / "a.csv"
    file.touch()
    answer = ask(*SMALL, "--out", str(file))
    assert (answer.code, answer.err) == (0, "")
    assert read(file).equals(sweep(*SMALL_GRID, trials=50, rng=3))


def test_an_empty_journal_is_begun_anew_with_a_word(tmp_path):
    file = tmp_path / "a.csv"
    journal_of(file).touch()
    answer = ask(*SMALL, "--out", str(file))
    said = f"{journal_of(file)} has nothing to go on from; the sweep begins anew\n"
    assert (answer.code, answer.err) == (0, said)
    assert not journal_of(file).exists()
