"""What a sweep says while it works, and when it is ended before its time."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from analysis.cli.terminal import progress_bar, put

SPEAKING = 30.0  # seconds between two lines of progress, where there is no terminal


@contextmanager
def terminable() -> Iterator[None]:
    """Be interrupted by SIGTERM as by Ctrl-C: workers are let go, and what is answered is kept."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class Told:
    """Progress on stderr: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, out: str | None, *, restart: bool) -> None:
        self._out, self._notes = out, _notes(out, restart=restart)
        self._done, self._cells = 0, 0
        self._started = self._spoke = time.monotonic()
        self._bar: Callable[[int, int], None] | None = None

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show it while something is computed."""
        with progress_bar("cells") as self._bar:
            yield

    def __call__(self, done: int, cells: int) -> None:
        """Take how many cells are answered, of how many."""
        if not self._cells:
            for note in self._notes:
                put(note, error=True)
            if done:
                kept = f"{done:,} of {cells:,} cells are in {_journal(self._out)}"
                put(f"going on: {kept}", error=True)
        self._done, self._cells = done, cells
        if self._bar is not None:
            self._bar(done, cells)
        elif time.monotonic() - self._spoke >= SPEAKING:
            self._spoke = time.monotonic()
            seconds = self._spoke - self._started
            put(f"{done:,} of {cells:,} cells after {seconds:,.0f} s", error=True)

    def interrupted(self) -> str:
        """Say how to go on."""
        if self._out is None:
            return "interrupted; with --out FILE what is answered would be kept"
        return (
            f"interrupted: {self._done:,} of {self._cells:,} cells are in {_journal(self._out)};"
            " the same command again goes on from there"
        )


def _journal(out: str | None) -> str:
    from analysis.sweep.journal import journal_of

    return "" if out is None else str(journal_of(Path(out)))


def _notes(out: str | None, *, restart: bool) -> list[str]:
    """Say what is there that is not gone on with, before it is replaced."""
    from analysis.sweep.journal import is_blank

    notes = []
    with suppress(OSError, ValueError):  # what no file can be called is refused elsewhere
        if out and not restart and is_blank(Path(_journal(out))):
            notes.append(f"{_journal(out)} has nothing to go on from; the sweep begins anew")
        if out and Path(out).is_file() and Path(out).stat().st_size:
            notes.append(f"{out} is there already; it is replaced when the sweep is complete")
    return notes
