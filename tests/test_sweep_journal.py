"""The journal of a sweep: what is whole is taken, what is torn or foreign is not, nothing twice."""

import json
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pandas.testing import assert_frame_equal

from analysis.sweep import sweep
from analysis.sweep.cells import Row, cell_generator
from analysis.sweep.crews import Serial
from analysis.sweep.files import read
from analysis.sweep.journal import Journal, journal_of
from combat.errors import OptionError

BATTLE = "aa 2 inf, 1 arm v 2 inf"
VARY = ["attacker.inf=0..7", "defender.inf=1..5"]
CELLS = 40
HOW = {"trials": 30, "rng": 8}
ASKED = {"game": "aa", "vary": ["attacker.inf=1..9"], "trials": 30}


def row_of(cell):
    """A row that no other cell has."""
    share = float(cell_generator(3, cell).random())
    events = {"won": (share, share / 3, 1.0), "lost": (1 - share, 0.0, float(cell))}
    return Row(
        cell, f"{cell} inf v 1 inf", "simulated", 30, 0.0, events, {"swing": (share,) * 4}, None
    )


def opened(file, *, asked=ASKED, seed=None, fresh=1, restart=False):
    """A journal and the rows that it holds."""
    rows = []
    return Journal(file, asked, seed=seed, fresh=fresh, restart=restart, put=rows.extend), rows


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a journal of a few chunks, and where its lines end."""
    file = tmp_path_factory.mktemp("journal") / "small.csv"
    journal, _ = opened(file, fresh=77)
    for chunk in ([0, 1], [4], [2, 3, 5]):
        journal.keep([row_of(cell) for cell in chunk])
    journal.close()
    return journal_of(file).read_bytes()


def test_what_is_kept_is_there_again(whole, tmp_path):
    journal_of(tmp_path / "a.csv").write_bytes(whole)
    journal, rows = opened(tmp_path / "a.csv")
    journal.close()
    assert rows == [row_of(cell) for cell in (0, 1, 4, 2, 3, 5)]
    assert journal.seed == 77


def test_a_journal_torn_at_any_byte_has_fewer_cells_or_is_refused(whole, tmp_path):
    ends = [place + 1 for place, byte in enumerate(whole) if byte == ord("\n")]
    assert len(ends) == 4
    there = {0: 0, 1: 0, 2: 2, 3: 3, 4: 6}  # rows by lines that are whole
    for length in range(len(whole)):
        file = tmp_path / "torn.csv"
        journal_of(file).write_bytes(whole[:length])
        lines = sum(end <= length for end in ends)
        if lines == 0:
            journal, rows = opened(file, fresh=78)  # there is nothing in it to lose
            journal.close()
            assert (rows, journal.seed) == ([], 78)
            continue
        journal, rows = opened(file)
        assert rows == [row_of(cell) for cell in (0, 1, 4, 2, 3, 5)[: there[lines]]]
        if length % 11 and length not in ends:
            journal.close()
            continue
        journal.keep([row_of(9)])  # and what is added behind the tear is whole
        journal.close()
        journal, again = opened(file)
        journal.close()
        assert again == [*rows, row_of(9)]


@given(st.data())
def test_a_damaged_journal_never_has_a_wrong_row(whole, tmp_path_factory, data):
    damaged = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        kind = data.draw(st.sampled_from(("flip", "cut", "double", "insert")))
        if kind == "flip":
            damaged[place] ^= data.draw(st.integers(1, 255))
        elif kind == "cut":
            del damaged[place : place + data.draw(st.integers(1, 200))]
        elif kind == "double":
            damaged[place:place] = damaged[place : place + data.draw(st.integers(1, 400))]
        else:
            damaged[place:place] = data.draw(st.binary(max_size=5))
        if not damaged:
            break
    file = tmp_path_factory.mktemp("damaged") / "a.csv"
    journal_of(file).write_bytes(bytes(damaged))
    try:
        journal, rows = opened(file)
    except OptionError:
        return
    journal.close()
    assert all(row == row_of(row.cell) for row in rows)
    assert journal.seed == 77


def test_a_line_of_another_sweep_is_not_taken(whole, tmp_path):
    other, _ = opened(tmp_path / "other.csv", asked=ASKED | {"trials": 31}, fresh=77)
    other.keep([row_of(8)])
    other.close()
    foreign = journal_of(tmp_path / "other.csv").read_bytes().splitlines(keepends=True)[1]
    journal_of(tmp_path / "a.csv").write_bytes(whole + foreign)
    journal, rows = opened(tmp_path / "a.csv")
    journal.close()
    assert {row.cell for row in rows} == {0, 1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("change", "seed", "words"),
    [
        ({"trials": 31}, None, "sweep: it has 30 trials a cell, this one has 31 trials a cell;"),
        ({"trials": None}, None, "it has 30 trials a cell, this one was asked without --trials;"),
        (
            {"vary": ["attacker.inf=1..8", "retreat=best"]},
            None,
            "it varies attacker.inf=1..9, this one varies attacker.inf=1..8 and retreat=best;",
        ),
        ({"files": {"a.toml": "1"}}, None, "sweep: what it read from a.toml differs;"),
        ({"battle": "1 inf v 1 inf"}, None, "this one is of the battle '1 inf v 1 inf';"),
        ({"precision": 0.01}, None, "was asked without --precision, this one has the precision"),
        ({"versions": {"numpy": "9"}}, None, "this one was computed with numpy 9;"),
        ({}, 78, "it has the seed 77, this one has the seed 78;"),
    ],
)
def test_another_sweep_of_the_same_name_is_refused(whole, tmp_path, change, seed, words):
    journal_of(tmp_path / "a.csv").write_bytes(whole)
    with pytest.raises(OptionError) as refused:
        opened(tmp_path / "a.csv", asked=ASKED | change, seed=seed)
    assert words in str(refused.value)
    assert "--restart" in str(refused.value)
    assert journal_of(tmp_path / "a.csv").read_bytes() == whole


def test_a_restart_throws_away_what_is_there(whole, tmp_path):
    journal_of(tmp_path / "a.csv").write_bytes(whole)
    journal, rows = opened(tmp_path / "a.csv", asked={"trials": 2}, fresh=5, restart=True)
    journal.close()
    assert (rows, journal.seed) == ([], 5)


def test_two_sweeps_do_not_write_to_one_journal(tmp_path):
    first, _ = opened(tmp_path / "a.csv")
    for restart in (False, True):
        with pytest.raises(OptionError, match="another sweep is writing"):
            opened(tmp_path / "a.csv", restart=restart)
    first.keep([row_of(1)])
    first.close()
    again, rows = opened(tmp_path / "a.csv")
    again.close()
    assert rows == [row_of(1)]


@pytest.mark.parametrize(
    "content",
    [b"my notes", b"my notes\n", b"0 1\n2\n", bytes(range(256)), b"\n\n", b"\0\0\nnotes"],
)
def test_a_file_that_is_no_journal_is_left_alone(content, tmp_path):
    journal_of(tmp_path / "a.csv").write_bytes(content)
    with pytest.raises(OptionError, match="no journal of a sweep"):
        opened(tmp_path / "a.csv")
    assert journal_of(tmp_path / "a.csv").read_bytes() == content


@pytest.mark.parametrize("content", [b"", b"\0" * 512, b"0a1b", 32 * b"f" + b" eJyrVko="])
def test_a_journal_without_anything_in_it_is_begun_anew(content, tmp_path):
    """As a crash of the machine may leave it."""
    journal_of(tmp_path / "a.csv").write_bytes(content)
    journal, rows = opened(tmp_path / "a.csv", fresh=6)
    journal.keep([row_of(4)])
    journal.close()
    assert (rows, journal.seed) == ([], 6)
    journal, rows = opened(tmp_path / "a.csv", fresh=7)
    journal.close()
    assert (rows, journal.seed) == ([row_of(4)], 6)


def test_a_journal_with_a_damaged_first_line_and_rows_is_left_alone(whole, tmp_path):
    damaged = b"0" * 32 + whole[32:]
    assert damaged != whole
    journal_of(tmp_path / "a.csv").write_bytes(damaged)
    with pytest.raises(OptionError, match="no journal of a sweep"):
        opened(tmp_path / "a.csv")
    assert journal_of(tmp_path / "a.csv").read_bytes() == damaged


def test_a_journal_that_cannot_be_written_is_refused(tmp_path):
    journal_of(tmp_path / "a.csv").mkdir()
    with pytest.raises(OptionError, match="cannot write"):
        opened(tmp_path / "a.csv")


# a sweep that goes on


class Counting(Serial):
    """An executor that knows which cells it was asked about."""

    def __init__(self):
        self.cells = []

    def submit(self, fn, /, tasks, how):
        self.cells += [task.cell for task in tasks]
        return super().submit(fn, tasks, how)


def interrupted(file, after, **options):
    """Sweep until so many cells are answered; return how many were."""
    told = []

    def tell(done, _):
        told.append(done)
        if done >= after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep(BATTLE, VARY, **(HOW | options), out=file, progress=tell)
    return told[-1]


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    """The frame, and the files, of a sweep that nobody interrupted."""
    folder = tmp_path_factory.mktemp("whole")
    frames = [sweep(BATTLE, VARY, **HOW, out=folder / f"a.{kind}") for kind in ("csv", "parquet")]
    assert frames[0].equals(frames[1])
    return frames[0], folder


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("after", [1, 17, 39])
def test_a_sweep_that_goes_on_is_the_one_that_was_never_interrupted(
    kind, after, uninterrupted, tmp_path
):
    frame, folder = uninterrupted
    file = tmp_path / f"a.{kind}"
    kept = interrupted(file, after)
    assert after <= kept <= CELLS
    assert not file.exists()  # nothing half-written
    told, counting = [], Counting()
    resumed = sweep(
        BATTLE, VARY, **HOW, out=file, executor=counting, progress=lambda *done: told.append(done)
    )
    assert_frame_equal(resumed, frame, check_exact=True)
    assert told[0] == (kept, CELLS)
    assert len(counting.cells) == len(set(counting.cells)) == CELLS - kept
    assert file.read_bytes() == (folder / f"a.{kind}").read_bytes()
    assert_frame_equal(read(file), frame, check_exact=True)
    assert {one.name for one in tmp_path.iterdir()} <= {file.name, f"{file.name}.json"}


def test_a_sweep_interrupted_again_and_again_is_the_same(uninterrupted, tmp_path):
    file, done = tmp_path / "a.csv", 0
    while done < CELLS - 8:
        before = done
        done = interrupted(file, before + 3)
        assert done > before
    resumed = sweep(BATTLE, VARY, **HOW, out=file, workers=2)
    assert_frame_equal(resumed, uninterrupted[0], check_exact=True)


def test_a_torn_tail_costs_its_cells_only(uninterrupted, tmp_path):
    file = tmp_path / "a.csv"
    interrupted(file, 30)
    journal = journal_of(file).read_bytes()
    last = journal.rindex(b"\n", 0, -1) + 1
    for length in (last, last + 1, (last + len(journal)) // 2, len(journal) - 1):
        again = tmp_path / f"{length}" / "a.csv"
        again.parent.mkdir()
        journal_of(again).write_bytes(journal[:length])
        assert_frame_equal(
            sweep(BATTLE, VARY, **HOW, out=again), uninterrupted[0], check_exact=True
        )


def test_the_seed_that_was_drawn_is_gone_on_with(tmp_path):
    file = tmp_path / "a.csv"
    interrupted(file, 10, rng=None)
    shutil.copy(journal_of(file), tmp_path / "copy.csv.part")
    one = sweep(BATTLE, VARY, trials=30, out=file)
    other = sweep(BATTLE, VARY, trials=30, out=tmp_path / "copy.csv")
    assert_frame_equal(one, other, check_exact=True)
    assert_frame_equal(one, sweep(BATTLE, VARY, trials=30, rng=one.attrs["seed"]), check_exact=True)
    about = json.loads((tmp_path / "a.csv.json").read_text("utf-8"))
    assert about["seed"] == one.attrs["seed"]


@pytest.mark.parametrize(
    ("vary", "how"),
    [
        (VARY, HOW | {"trials": 31}),
        (VARY, HOW | {"rng": 9}),
        (VARY, {"rng": 8}),
        (VARY[:1], HOW),
        (VARY[::-1], HOW),
    ],
)
def test_a_sweep_does_not_go_on_with_another(vary, how, tmp_path):
    file = tmp_path / "a.csv"
    interrupted(file, 10)
    before = journal_of(file).read_bytes()
    with pytest.raises(OptionError, match="keeps another sweep"):
        sweep(BATTLE, vary, **how, out=file)
    assert journal_of(file).read_bytes() == before
    sweep(BATTLE, vary, **how, out=file, restart=True)
    assert not journal_of(file).exists()


def test_a_program_that_fails_leaves_the_journal(tmp_path):
    """What is answered before a fault is not lost with it."""

    class Faulty(Counting):
        def submit(self, fn, /, tasks, how):
            if len(self.cells) > 10:
                raise ZeroDivisionError
            return super().submit(fn, tasks, how)

    file = tmp_path / "a.csv"
    with pytest.raises(ZeroDivisionError):
        sweep(BATTLE, VARY, **HOW, out=file, executor=Faulty())
    rest = Counting()
    sweep(BATTLE, VARY, **HOW, out=file, executor=rest)
    assert 0 < len(rest.cells) < CELLS - 10


def test_nothing_is_left_of_a_sweep_without_an_answer(tmp_path):
    with pytest.raises(OptionError, match="no battle of the sweep"):
        sweep("aa 1 inf v 1 inf", ["attacker.inf=0,2000"], out=tmp_path / "a.csv")
    assert not list(tmp_path.iterdir())
