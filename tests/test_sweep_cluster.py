"""Sweeps on a real Dask cluster of two worker processes, one of which is killed midway."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, CancelledError
from pathlib import Path

import pytest
from distributed import Client, LocalCluster
from distributed.scheduler import KilledWorker
from pandas.testing import assert_frame_equal

from analysis.sweep import sweep
from analysis.sweep.crews import Given, Serial
from analysis.sweep.journal import journal_of
from combat.errors import OptionError

ROOT = Path(__file__).parent.parent
BATTLE = "aa 5 inf, 2 arm v 4 inf, 1 art, 1 aa"
VARY = ["attacker.inf=1..24", "defender.inf=1..10"]
HOW = {"trials": 10_000, "rng": 6}
CELLS = 240


@pytest.fixture(scope="module")
def expected():
    return sweep(BATTLE, VARY, **HOW)


@pytest.fixture
def cluster():
    """A scheduler in this process, and two workers each in a process of its own."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as started:
        yield started


def test_a_cluster_whose_worker_is_killed_midway_answers_each_cell_once(
    cluster, expected, tmp_path
):
    pids = [worker.pid for worker in cluster.workers.values()]
    killed, told = [], []

    def kill_one(done, _):
        told.append(done)
        if done >= 30 and not killed:
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    assert len(set(pids) | {os.getpid()}) == 3
    frame = sweep(
        BATTLE,
        VARY,
        **HOW,
        cluster=cluster.scheduler_address,
        progress=kill_one,
        out=tmp_path / "a.parquet",
    )
    assert_frame_equal(frame, expected, check_exact=True)
    assert len(killed) == 1
    assert told[-1] == CELLS  # told counts what is kept: nothing twice
    assert told == sorted(set(told))
    assert {one.name for one in tmp_path.iterdir()} == {"a.parquet"}


def test_what_a_cluster_left_undone_is_gone_on_with_elsewhere(expected, tmp_path):
    """A cluster that is gone is one plain line; what it answered is kept."""
    file = tmp_path / "a.parquet"
    with LocalCluster(
        n_workers=1, processes=False, protocol="tcp://", dashboard_address=None, silence_logs=50
    ) as cluster:

        def leave(done, _):
            if done >= 30:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            sweep(BATTLE, VARY, **HOW, cluster=cluster.scheduler_address, progress=leave, out=file)
    assert journal_of(file).exists()
    told = []
    frame = sweep(BATTLE, VARY, **HOW, out=file, progress=lambda done, _: told.append(done))
    assert told[0] >= 30
    assert_frame_equal(frame, expected, check_exact=True)


def test_the_executor_of_a_client_will_do_as_well():
    vary = ["attacker.inf=1..4", "defender.inf=1..3"]
    with (
        LocalCluster(
            n_workers=1, processes=False, protocol="tcp://", dashboard_address=None, silence_logs=50
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        frame = sweep(BATTLE, vary, trials=100, rng=2, executor=client.get_executor())
    assert_frame_equal(frame, sweep(BATTLE, vary, trials=100, rng=2), check_exact=True)


@pytest.mark.parametrize(
    ("error", "lost"),
    [
        (KilledWorker("chunk", None, 3), True),
        (CancelledError(), True),
        (BrokenExecutor(), True),
        (ValueError("a fault"), False),
    ],
)
def test_the_death_of_a_clusters_worker_is_told_from_a_fault(error, lost):
    assert Given(Serial()).lost(error) == lost


def test_a_cluster_that_goes_away_is_one_plain_line_and_what_it_answered_is_kept(tmp_path):
    """A scheduler, a worker and the command line, each a program of its own."""
    contact, out = tmp_path / "scheduler.json", tmp_path / "a.csv"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": ROOT}
    module = [sys.executable, "-m"]
    common = ["--scheduler-file", str(contact), "--no-dashboard"]
    with contextlib.ExitStack() as stack:

        def started(*words):
            program = stack.enter_context(subprocess.Popen([*module, *words], **quiet))
            stack.callback(program.kill)
            return program

        scheduler = started("distributed.cli.dask_scheduler", "--port", "0", *common)
        started("distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", *common)
        address = soon(lambda: json.loads(contact.read_text("utf-8"))["address"])
        words = ["sweep", "aa", BATTLE[3:], "--trials", "100000", "--cluster", address]
        words += [word for text in VARY for word in ("--vary", text)]
        program = "from reports.cli import main; main()"
        asked = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-c", program, *words, "--out", str(out)],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=ROOT,
                text=True,
            )
        )
        stack.callback(asked.kill)
        soon(lambda: journal_of(out).read_bytes().splitlines()[3])
        scheduler.kill()
        written, said = asked.communicate(timeout=60)
    assert asked.returncode == 2
    assert written == ""
    assert said == f"error: the cluster at {address!r} is gone; start it and run the sweep again\n"
    assert len(journal_of(out).read_bytes().splitlines()) > 3


def soon(look):
    """What there is to see, as soon as it is there."""
    for _ in range(300):
        with contextlib.suppress(OSError, ValueError, IndexError):
            return look()
        time.sleep(0.1)
    raise TimeoutError


@pytest.mark.parametrize(
    "address",
    [
        "tcp://127.0.0.1:1",
        "127.0.0.1:1",
        "tcp://no.such.host.invalid:8786",
        "nonsense",
        "",
        "tcp://",
        "tcp://127.0.0.1:99999",
        "http://127.0.0.1:1",
        "tcp://\0:1",
        "x" * 300,
    ],
)
def test_an_address_where_nobody_answers_is_refused(address, monkeypatch):
    monkeypatch.setattr("analysis.sweep.cluster.CONNECTING", 0.5)
    with pytest.raises(OptionError, match=r"no cluster answers at .*tcp://127\.0\.0\.1:8786"):
        sweep(BATTLE, VARY, **HOW, cluster=address)


def test_somebody_else_at_that_address_is_refused(monkeypatch):
    """A port where a program listens that says nothing."""
    monkeypatch.setattr("analysis.sweep.cluster.CONNECTING", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(OptionError, match="no cluster answers"):
            sweep(BATTLE, VARY, **HOW, cluster=f"127.0.0.1:{port}")


def test_a_cluster_without_workers_is_refused(monkeypatch):
    monkeypatch.setattr("analysis.sweep.cluster.CONNECTING", 1.0)
    with (
        LocalCluster(n_workers=0, dashboard_address=None, silence_logs=50) as empty,
        pytest.raises(OptionError, match="has no workers; start some with 'dask worker"),
    ):
        sweep(BATTLE, VARY, **HOW, cluster=empty.scheduler_address)
