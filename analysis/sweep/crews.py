"""Who answers the cells: this process, a pool of processes, a cluster, or any executor."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from typing import Any, Protocol, TypeVar

from combat.errors import OptionError

MOST_WORKERS = 61 if sys.platform == "win32" else 256


FAREWELL = 5.0  # seconds at most for a pool whose processes are gone to see it
KILLED = "KilledWorker"  # what Dask's executor fails with then; a class of an extra

Result = TypeVar("Result")


class Crew(Protocol):
    """An executor that can be had anew when its workers die."""

    @property
    def executor(self) -> Executor:
        """Who takes the work now."""
        ...

    def slots(self) -> int:
        """Return how many cells can be answered at a time."""

    def lost(self, error: BaseException) -> bool:
        """Whether a failure says that a worker died, and nothing of the work."""

    def renew(self) -> bool:
        """Make a new executor of a broken one; False if that is not possible."""

    def close(self) -> None:
        """Let the workers go, all work being done."""

    def kill(self) -> None:
        """Stop at once."""


class Serial(Executor):
    """An executor that does the work itself, when it is handed over."""

    def submit(
        self,
        fn: Callable[..., Result],
        /,
        *args: Any,  # noqa: ANN401
        **kwargs: Any,  # noqa: ANN401
    ) -> Future[Result]:
        """Do it; an interruption is not the work's, and goes to the caller."""
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Given:
    """An executor of the caller's, who lets it go himself; or what makes one."""

    def __init__(self, executor: Executor | Callable[[], Executor], slots: int = 0) -> None:
        self._make = None if isinstance(executor, Executor) else executor
        self.executor = executor if isinstance(executor, Executor) else executor()
        self._slots = slots

    def slots(self) -> int:
        """Return how many workers it has, where it says so."""
        known = self._slots or getattr(self.executor, "_max_workers", 0)
        return known if isinstance(known, int) and known > 0 else os.cpu_count() or 1

    def lost(self, error: BaseException) -> bool:
        """Whether the executor broke, or is of a cluster whose workers died over the work."""
        return isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ == KILLED

    def renew(self) -> bool:
        """Make another, if it is known how."""
        if self._make is None:
            return False
        self.executor.shutdown(wait=False)
        self.executor = self._make()
        return True

    def close(self) -> None:
        """Let it go if it was made here."""
        if self._make is not None:
            self.executor.shutdown()

    def kill(self) -> None:
        """Let it go, without waiting, if it was made here."""
        if self._make is not None:
            self.executor.shutdown(wait=False, cancel_futures=True)


class _Processes(ProcessPoolExecutor):
    """A pool whose processes are deaf to interruptions from their first breath."""

    def submit(
        self,
        fn: Callable[..., Result],
        /,
        *args: Any,  # noqa: ANN401
        **kwargs: Any,  # noqa: ANN401
    ) -> Future[Result]:
        """Hand work over; this may start a process, which inherits what is blocked now."""
        if not hasattr(signal, "pthread_sigmask"):  # not on Windows
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Pool(Given):
    """Processes on this machine.

    They are started afresh (not forked), so that no lock or thread of this process is copied.
    """

    def __init__(self, workers: int) -> None:
        context = multiprocessing.get_context("spawn")
        super().__init__(
            lambda: _Processes(workers, mp_context=context, initializer=_enlist), workers
        )

    def kill(self) -> None:
        """End the processes: what they are at is not waited for."""
        processes = dict(getattr(self.executor, "_processes", None) or {})
        manager = getattr(self.executor, "_executor_manager_thread", None)
        self.executor.shutdown(wait=False, cancel_futures=True)
        for process in processes.values():
            process.kill()
        for process in processes.values():
            process.join()
        if manager is not None:  # at exit it would be woken just while it closes its pipe
            manager.join(FAREWELL)


def _enlist() -> None:
    """Leave interruptions to the parent, and follow it when it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # of what is loaded from now on
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: Any) -> None:  # noqa: ANN401 - the class has no public name
    parent.join()
    os._exit(1)  # a worker whose parent was killed would wait for work for ever


def crew_of(
    workers: int | None,
    cluster: str | None,
    executor: Executor | Callable[[], Executor] | None,
) -> Crew:
    """Return who is asked to answer the cells; this process if nobody else is.

    Raises
    ------
    OptionError
    """
    if sum(one is not None for one in (workers, cluster, executor)) > 1:
        raise OptionError(
            "workers, a cluster and an executor are three ways to share the work; name one",
            given="workers, cluster",
            allowed=("workers", "cluster"),
        )
    if workers is not None:
        if isinstance(workers, bool) or not 1 <= workers <= MOST_WORKERS:
            raise OptionError(
                f"{workers} workers are not possible; there are 1 to {MOST_WORKERS}",
                given=str(workers),
                allowed=(f"1 to {MOST_WORKERS}",),
            )
        return Pool(workers)
    if cluster is not None:
        from analysis.sweep.cluster import Cluster

        return Cluster(cluster)
    return Given(Serial(), 1) if executor is None else Given(executor)


def first_of(futures: "list[Future[Any]]", seconds: float) -> "set[Future[Any]]":
    """Wait until one of some futures is done, at most so many seconds."""
    return wait_for(futures, timeout=seconds, return_when="FIRST_COMPLETED").done
