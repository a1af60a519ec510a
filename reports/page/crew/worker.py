"""A worker process as the server sees it: it is given a job, answers, or is ended."""

import multiprocessing
import os
import pickle
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from multiprocessing.connection import Connection
from typing import Any, cast

from reports.page.crew.inside import READY, Done, serve_jobs
from reports.page.limits import Limits

PREPARED = ["reports.page.crew.prepared"]  # loaded once, before workers are forked off
MAIN = threading.Lock()  # held while the main module has another name
POLITE = 10  # by how much a worker at a long question stands back


class WorkerDiedError(Exception):
    """A worker ended before it answered."""


class Worker:
    """A process that does one job at a time.

    It is forked off a process that has loaded everything and does nothing else, which takes some
    milliseconds; where the system cannot fork, it is started anew. Making and ending workers is to
    happen in one thread; `do` waits in another.

    Raises
    ------
    WorkerDiedError
        If it cannot start.
    """

    def __init__(self, limits: Limits) -> None:
        context = _context()
        ours, theirs = context.Pipe()
        self._jobs = cast("Connection[Any, Any]", ours)
        self._most = limits.answer_bytes
        self._process = context.Process(target=serve_jobs, args=(theirs, limits), daemon=True)
        with _main_left_out():
            self._process.start()
        theirs.close()
        self.answered = 0
        self.polite = False
        try:
            self._jobs.recv_bytes(len(READY))
        except (EOFError, OSError):
            self.close()
            raise WorkerDiedError from None

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid or 0

    def do(self, job: bytes) -> Done:
        """Have a job done, and wait for it.

        Raises
        ------
        WorkerDiedError
            If the process ends before it answers, or answers more than it may.
        """
        try:
            self._jobs.send_bytes(job)
            done: Done = pickle.loads(self._jobs.recv_bytes(self._most))
        except (EOFError, OSError):
            raise WorkerDiedError from None
        self.answered += 1
        return done

    def stand_back(self) -> None:
        """Let others have the processor first; that cannot be taken back."""
        self.polite = True
        if hasattr(os, "setpriority"):
            try:
                os.setpriority(os.PRIO_PROCESS, self.pid, POLITE)
            except OSError:  # it has ended
                return

    def kill(self) -> None:
        """Stop it at once, whatever it does; who waits for an answer is told that it died."""
        if not self._jobs.closed and self._process.is_alive():
            self._process.kill()

    def close(self) -> None:
        """Stop it, and give back what it took, once nobody waits for an answer any more."""
        if self._jobs.closed:
            return
        self.kill()
        self._process.join()
        self._jobs.close()
        self._process.close()


@contextmanager
def _main_left_out() -> Iterator[None]:
    """Have processes that are started not run this program's main module again, as they would.

    They need nothing of it, and it may take long, or have no file to run again; a main module of a
    package is what they leave out.
    """
    main = sys.modules["__main__"]
    with MAIN:
        before = main.__spec__
        main.__spec__ = ModuleSpec("reports.page.__main__", None)
        try:
            yield
        finally:
            main.__spec__ = before


def _context() -> Any:  # noqa: ANN401 - the classes of contexts share no name
    if sys.platform == "win32" or "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PREPARED)
    return context
