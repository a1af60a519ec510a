"""Sweeps: every row is the odds of its battle, whoever answers it, once, whatever happens."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import numpy as np
import psutil
import pytest
from pandas.testing import assert_frame_equal

from analysis import odds
from analysis.sweep import sweep
from analysis.sweep.cells import Answered, How, Row, answer, versions
from analysis.sweep.crews import MOST_WORKERS, Given, Pool, Serial, crew_of
from analysis.sweep.dispatch import MOST_DEATHS, Dispatch
from analysis.sweep.files import read
from analysis.sweep.frame import Table, long_frame
from analysis.sweep.grid import Grid
from combat.errors import OptionError
from combat.games import GAMES, parse_battle

ROOT = Path(__file__).parent.parent
BATTLE = "aa 5 inf, 2 arm v 4 inf, 1 art, 1 aa"
VARY = ["attacker.inf=0..9", "defender.ftr=0,2", "retreat=never,after 2"]
SAMPLED = {"trials": 300, "rng": 11}


def same(one, other):
    assert_frame_equal(one, other, check_exact=True)
    assert one.attrs == other.attrs


@pytest.fixture(scope="module")
def sampled():
    return sweep(BATTLE, VARY, **SAMPLED)


@pytest.fixture(scope="module")
def exact():
    return sweep(BATTLE, VARY)


def rows_are_odds(game, frame, **how):
    """Whether each number of a frame is the one that `odds` gives for the battle's text."""
    for row in frame.to_dict("records"):
        rng = np.random.SeedSequence(frame.attrs["seed"]).spawn(len(frame))[row["cell"]]
        outcomes = odds(f"{game} {row['battle']}", rng=np.random.default_rng(rng), **how)
        assert (row["method"], row["dropped"]) == (outcomes.method, outcomes.dropped)
        for event in outcomes.battle.events:
            found = outcomes.event(event.name)
            numbers = [row[event.name + end] for end in ("", "_low", "_high")]
            assert numbers == [found.value, found.low, found.high]
        for one in outcomes.battle.quantities:
            if one.shown(outcomes.battle):
                found = outcomes.quantity(one.name)
                numbers = [row[one.name + end] for end in ("_mean", "_sd", "_low", "_high")]
                assert numbers == [found.value, found.sd, found.low, found.high]


def test_every_row_is_the_exact_odds_of_its_battle(exact):
    assert len(exact) == 40
    assert exact["reason"].isna().all()
    assert exact["trials"].isna().all()
    rows_are_odds("aa", exact)


def test_every_row_is_the_simulated_odds_of_its_battle_under_its_own_generator(sampled):
    assert sampled["trials"].eq(300).all()
    assert sampled["seed"].eq(11).all()
    rows_are_odds("aa", sampled, trials=300)


def test_a_precision_is_kept_in_every_cell():
    frame = sweep("aa 3 inf v 2 inf", ["attacker.inf=2,3"], precision=0.01, rng=4)
    assert (frame["territory_taken_high"] - frame["territory_taken_low"]).max() <= 0.02
    rows_are_odds("aa", frame, precision=0.01)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_whole_sides_of_every_game_are_swept(game):
    first, second = game.examples[0], game.examples[1]
    frame = sweep(parse_battle(game.name, " v ".join(first)), {"attacker": [first[0], second[0]]})
    assert frame["reason"].isna().any()
    rows_are_odds(game.name, frame[frame["reason"].isna()])


def taken_by_one_tank(infantry):
    """Chance that a tank (3 or less) beats so many infantry (2 or less), from the rules alone."""
    if infantry == 0:
        return Fraction(1)
    hit = Fraction(3, 6)
    # by the number of defenders that hit: the tank survives only if none of them does
    none = Fraction(4, 6) ** infantry
    onwards = taken_by_one_tank(infantry - 1)
    # v = none * (hit * onwards + (1 - hit) * v), as a hit on the tank ends it
    return none * hit * onwards / (1 - none * (1 - hit))


def test_numbers_worked_out_from_the_rules():
    frame = sweep("aa 1 arm v 1 inf", ["defender.inf=1..6"])
    expected = [float(taken_by_one_tank(n)) for n in range(1, 7)]
    assert frame["territory_taken"].tolist() == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_frame_does_not_depend_on_the_number_of_processes(workers, sampled):
    same(sweep(BATTLE, VARY, **SAMPLED, workers=workers), sampled)


def test_any_executor_will_do(sampled):
    with ThreadPoolExecutor(3) as threads:
        same(sweep(BATTLE, VARY, **SAMPLED, executor=threads), sampled)
        assert threads.submit(int, 3).result() == 3  # it is the caller's, and still there
    same(sweep(BATTLE, VARY, **SAMPLED, executor=lambda: ThreadPoolExecutor(2)), sampled)


def test_a_seed_means_the_same_as_a_number_and_no_seed_is_drawn():
    one, other = (sweep("aa 2 inf v 1 inf", ["attacker.inf=1,2"], trials=50) for _ in range(2))
    assert one.attrs["seed"] != other.attrs["seed"]
    again = sweep("aa 2 inf v 1 inf", ["attacker.inf=1,2"], trials=50, rng=one.attrs["seed"])
    same(again, one)
    by_generator = [
        sweep("aa 2 inf v 1 inf", ["attacker.inf=1,2"], trials=50, rng=np.random.default_rng(3))
        for _ in range(2)
    ]
    same(*by_generator)


def test_cells_have_streams_of_their_own():
    frame = sweep("aa 3 inf v 3 inf", {"retreat": ["never", "after 50", "after 60"]}, **SAMPLED)
    assert frame["territory_taken"].nunique() == 3


def test_cells_that_cannot_be_are_rows_with_the_reason():
    frame = sweep("aa 1 inf v 2 inf", ["attacker.inf=0,1"])
    assert frame["reason"].notna().tolist() == [True, False]
    assert frame.loc[0].drop(["cell", "attacker.inf", "reason"]).isna().all()
    assert frame.loc[0, "reason"] == "the rules allow no attacker.inf=0 in 1 inf v 2 inf"
    assert set(long_frame(frame)["cell"]) == {1}


def test_a_cell_too_large_for_an_exact_answer_is_a_row_with_the_reason():
    frame = sweep(
        "aa 1 inf v 2 inf",
        {"attacker": ["2 inf", _LARGE], "defender": ["1 inf", _LARGE]},
        engine="exact",
    )
    assert frame["reason"].isna().tolist() == [True, True, True, False]
    assert "multiplications" in frame["reason"].iloc[3]
    assert frame["battle"].notna().all()


_LARGE = "250 inf, 250 art, 250 arm, 150 ftr, 100 bmr"


def test_the_long_form_has_a_row_for_each_number(exact):
    long = long_frame(exact)
    assert len(long) == len(exact) * (7 + 4)
    swing = long[(long["name"] == "swing") & (long["cell"] == 5)].iloc[0]
    row = exact.loc[5]
    assert swing["kind"] == "quantity"
    assert swing["value"] == row["swing_mean"]
    assert swing["sd"] == row["swing_sd"]
    taken = long[long["name"] == "territory_taken"]
    assert taken["value"].tolist() == exact["territory_taken"].tolist()
    assert taken["sd"].isna().all()


@pytest.mark.parametrize("name", ["sweep.csv", "sweep.parquet"])
def test_what_is_written_is_what_is_returned(name, tmp_path, sampled):
    file = tmp_path / name
    same(sweep(BATTLE, VARY, **SAMPLED, out=file), sampled)
    same(read(file), sampled)
    beside = {"sweep.csv.json"} if name.endswith("csv") else set()
    assert {one.name for one in tmp_path.iterdir()} == {name} | beside
    assert oct(file.stat().st_mode)[-3:] == "644"


def test_rows_without_an_answer_are_written_as_well(tmp_path):
    for name in ("sweep.csv", "sweep.parquet"):
        frame = sweep("aa 1 inf v 2 inf", ["attacker.inf=0,1"], out=tmp_path / name)
        same(read(tmp_path / name), frame)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("sweep.txt", "ends in .parquet or .csv"),
        ("nowhere/sweep.csv", "no folder"),
        ("folder.csv", "no name for a file"),
        ("a\0b.csv", "no name for a file"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_computed(
    name, words, tmp_path
):
    (tmp_path / "folder.csv").mkdir()
    told = []
    with pytest.raises(OptionError, match=words):
        sweep(BATTLE, VARY, out=f"{tmp_path}/{name}", progress=lambda *done: told.append(done))
    assert not told


@pytest.mark.parametrize(
    ("module", "options", "words"),
    [
        ("pyarrow", {"out": "sweep.parquet"}, r"pip install 'wargame-odds\[parquet\]'"),
        (
            "distributed.scheduler",
            {"cluster": "tcp://x:1"},
            r"pip install 'wargame-odds\[cluster\]'",
        ),
    ],
)
def test_a_missing_extra_is_named(module, options, words, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(OptionError, match=words):
        sweep("aa 1 inf v 1 inf", ["attacker.inf=1,2"], **options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"workers": 0}, "0 workers are not possible"),
        ({"workers": -3}, "workers are not possible"),
        ({"workers": MOST_WORKERS + 1}, "workers are not possible"),
        ({"workers": 2, "cluster": "tcp://x:1"}, "name one"),
        ({"engine": "guess"}, "engine 'guess' is not known"),
        ({"trials": 0}, "0 trials are not possible"),
        ({"trials": 5, "precision": 0.1}, "give one of them"),
        ({"rng": -1}, "the seed -1 is not possible"),
        ({"rng": 2**63}, "is not possible"),
        ({"restart": True}, "nothing to restart without a file"),
        ({"rng": True}, "the seed True is not possible"),
    ],
)
def test_options_that_cannot_be_are_refused(options, words):
    with pytest.raises(OptionError, match=words):
        sweep("aa 1 inf v 1 inf", ["attacker.inf=1,2"], **options)


# workers that die


class Mortal(Serial):
    """An executor whose workers die over some cells, so many times each."""

    def __init__(self, deaths, log):
        self.deaths, self.log = deaths, log

    def submit(self, fn, /, tasks, how):
        cells = tuple(task.cell for task in tasks)
        self.log.append(cells)
        for cell in cells:
            if self.deaths.get(cell, 0):
                self.deaths[cell] -= 1
                future = Future()
                future.set_exception(BrokenExecutor("it died"))
                return future
        return super().submit(fn, tasks, how)


def dispatched(deaths, slots):
    """Rows kept, rows given up, and the chunks handed over, of a sweep whose workers die."""
    grid = Grid.of(parse_battle("aa", "1 inf v 1 inf"), ["attacker.inf=1..30"])
    log, kept = [], []
    crew = Given(lambda: Mortal(deaths, log), slots)
    how = How("auto", 20, None, 5)
    dispatch = Dispatch(grid.tasks, how, crew=crew, keep=kept.extend)
    given_up = dispatch.run(range(30), 30)
    return kept, given_up, log


@pytest.mark.parametrize("slots", [1, 2, 5])
def test_a_worker_that_dies_costs_its_cells_only_and_they_are_run_again(slots):
    undisturbed, _, _ = dispatched({}, slots)
    kept, given_up, log = dispatched({3: 1, 11: 2, 12: 1}, slots)
    assert not given_up
    assert sorted(kept) == sorted(undisturbed)
    cells = [row.cell for row in kept]
    assert sorted(cells) == list(range(30))  # each once
    assert sum(cells.count(cell) for cell in (3, 11, 12)) == 3
    assert sum(11 in chunk for chunk in log) == 3


@pytest.mark.parametrize("slots", [1, 2, 5])
def test_a_cell_that_nobody_survives_is_a_row_with_the_reason(slots):
    kept, given_up, log = dispatched({7: 99}, slots)
    assert [row.cell for row in given_up] == [7]
    assert f"{MOST_DEATHS} workers died over it" in given_up[0].reason
    assert sorted(row.cell for row in kept) == [cell for cell in range(30) if cell != 7]
    attempts = [chunk for chunk in log if 7 in chunk]
    assert len(attempts) == MOST_DEATHS
    assert attempts[-1] == (7,)  # by itself, so that no other cell is blamed


def test_a_suspect_is_alone_when_it_is_tried_for_the_last_time():
    """While it flies nothing else does: who dies then died over it."""
    flying = []

    class Watching(Mortal):
        def submit(self, fn, /, tasks, how):
            flying.append(tuple(task.cell for task in tasks))
            return super().submit(fn, tasks, how)

    grid = Grid.of(parse_battle("aa", "1 inf v 1 inf"), ["attacker.inf=1..30"])
    deaths = {7: 99}
    rows = []
    crew = Given(lambda: Watching(deaths, []), 4)
    dispatch = Dispatch(grid.tasks, How("auto", 20, None, 5), crew=crew, keep=rows.extend)
    done_before = []
    hand_over = dispatch._hand_over

    def watched(chunk):
        if chunk.alone:
            done_before.append(dict(dispatch._flying))
        hand_over(chunk)

    dispatch._hand_over = watched
    dispatch.run(range(30), 30)
    assert done_before
    assert not any(done_before)


def test_workers_that_die_before_they_answer_anything_are_no_endless_loop():
    with pytest.raises(OptionError, match="worker processes end before they answer"):
        dispatched(dict.fromkeys(range(30), 99), 2)


def test_a_broken_executor_of_the_callers_is_not_replaced_by_guesswork():
    class Broken(Executor):
        def submit(self, *_):
            raise BrokenExecutor("it is broken")

    with pytest.raises(OptionError, match="the executor broke"):
        sweep("aa 1 inf v 1 inf", ["attacker.inf=1,2"], executor=Broken())


def test_workers_of_another_version_are_refused():
    class Old(Serial):
        def submit(self, _, /, tasks, how):
            rows, seconds, _ = answer(tasks, how)
            future = Future()
            future.set_result(Answered(rows, seconds, versions() | {"wargame-odds": "0.0.1"}))
            return future

    with pytest.raises(OptionError, match=r"the workers run wargame-odds 0\.0\.1"):
        sweep("aa 1 inf v 1 inf", ["attacker.inf=1,2"], executor=Old())


def test_a_fault_of_the_program_is_no_death():
    class Faulty(Serial):
        def submit(self, *_):
            future = Future()
            future.set_exception(ZeroDivisionError("a fault"))
            return future

    with pytest.raises(ZeroDivisionError):
        sweep("aa 1 inf v 1 inf", ["attacker.inf=1,2"], executor=Faulty())


def test_the_same_cell_twice_counts_once():
    grid = Grid.of(parse_battle("aa", "1 inf v 1 inf"), ["attacker.inf=1,2"])
    how = How("auto", None, None, 1)
    table = Table(grid)
    rows = answer(grid.tasks([0, 1]), how).rows
    table.put(rows)
    table.put([rows[0]._replace(trials=9), rows[1]])
    assert table.frame(how, grid.described())["trials"].isna().all()
    assert list(table.missing()) == []


LONG = {"trials": 10_000, "rng": 6}
MANY = ["attacker.inf=1..24", "defender.inf=1..10"]


def no_children():
    """Whether all processes are gone; a thread may be about to take note of it."""
    for _ in range(100):
        if not multiprocessing.active_children():
            return True
        time.sleep(0.05)
    return False


def test_a_process_that_is_killed_midway_costs_nothing_but_time():
    expected = sweep(BATTLE, MANY, **LONG)
    killed, told = [], []

    def kill_one(done, _):
        told.append(done)
        workers = multiprocessing.active_children()
        if done >= 20 and not killed and workers:
            killed.append(workers[0].pid)
            os.kill(workers[0].pid, signal.SIGKILL)

    same(sweep(BATTLE, MANY, **LONG, workers=2, progress=kill_one), expected)
    assert len(killed) == 1
    assert told == sorted(told)
    assert told[-1] == len(expected)  # each cell was counted once
    assert no_children()


def test_an_interruption_ends_the_processes():
    def interrupt(done, _):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep(BATTLE, MANY, **LONG, workers=2, progress=interrupt)
    assert no_children()


def test_processes_end_when_the_one_that_asked_is_killed():
    program = (
        "from analysis.sweep import sweep\n"
        "import multiprocessing\n"
        "def told(done, cells):\n"
        "    if done: print(*[p.pid for p in multiprocessing.active_children()], flush=True)\n"
        f"sweep({BATTLE!r}, {MANY!r}, trials=200_000, rng=1, workers=2, progress=told)\n"
    )
    asked = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    with asked:
        workers = [psutil.Process(int(pid)) for pid in asked.stdout.readline().split()]
        asked.kill()
    assert len(workers) == 2
    _, alive = psutil.wait_procs(workers, timeout=20)
    assert not alive


def test_a_crew_is_chosen_by_what_is_asked():
    crew = crew_of(None, None, None)
    assert isinstance(crew.executor, Serial)
    assert crew.slots() == 1
    with ThreadPoolExecutor(3) as threads:
        assert crew_of(None, None, threads).slots() == 3


def test_loading_sweeps_loads_no_pandas():
    program = "import analysis.sweep, analysis.cli.sweep, sys; print('pandas' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "False\n"


def test_rows_are_plain_values():
    row = Row.without(3, None, "why")
    assert Row(*row) == row
    assert row.reason == "why"


def test_a_pool_that_is_stopped_leaves_no_thread_to_trip_over_at_the_end():
    for _ in range(3):
        pool = Pool(2)
        for _ in range(6):
            pool.executor.submit(time.sleep, 30)
        manager = pool.executor._executor_manager_thread
        assert manager.is_alive()
        pool.kill()
        assert not manager.is_alive()
