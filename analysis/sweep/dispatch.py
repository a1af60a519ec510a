"""Having cells answered: in chunks, by whoever is there, again where a worker died."""

import contextlib
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from analysis.sweep.cells import Answered, How, Row, Task, answer, versions
from analysis.sweep.crews import Crew, first_of
from combat.errors import OptionError

CHUNK_SECONDS = 0.25  # that a chunk is to take: far more than handing it over
FEW = 4  # workers; with more of them chunks are longer, so that this process keeps up with them
FIRST_CHUNK = 4  # cells, before it is known how long one takes
MOST_IN_CHUNK = 2_000
AHEAD = 2  # chunks handed over for each that can be worked at
MOST_DEATHS = 3  # of workers over one cell, the last one over it alone
MOST_BREAKS = 5  # of an executor in a row, without an answer
PATIENCE = 0.5  # seconds between two looks at whether anything has changed

Keep = Callable[[Sequence[Row]], None]


class Chunk(NamedTuple):
    """Cells that are handed over together."""

    cells: tuple[int, ...]
    alone: bool = False


@dataclass
class _Pace:
    """How long a cell takes, lately."""

    seconds: float = 0.0

    def learn(self, cells: int, seconds: float) -> None:
        each = seconds / cells
        self.seconds = each if self.seconds == 0.0 else 0.5 * (self.seconds + each)

    def size(self, left: int, slots: int) -> int:
        """Return how many cells a chunk has: less towards the end, so that all end together."""
        seconds = CHUNK_SECONDS * max(1.0, slots / FEW)
        wanted = int(seconds / self.seconds) if self.seconds else FIRST_CHUNK
        return max(1, min(wanted, MOST_IN_CHUNK, left // (AHEAD * slots + 1)))


class Dispatch:
    """Cells on their way.

    Parameters
    ----------
    tasks : callable
        Cells to what a worker is to do for them.
    how : How
    crew : Crew
    keep : callable
        Takes rows as they come; each cell comes once.
    """

    def __init__(
        self, tasks: Callable[[Iterable[int]], list[Task]], how: How, *, crew: Crew, keep: Keep
    ) -> None:
        self._tasks, self._how, self._crew, self._keep = tasks, how, crew, keep
        self._waiting: Iterator[int] = iter(())
        self._left = 0  # of those that wait
        self._flying: dict[Future[Any], Chunk] = {}
        self._again: deque[int] = deque()  # cells of a worker that died, each to go by itself
        self._deaths: Counter[int] = Counter()
        self._breaks = 0
        self._pace = _Pace()

    def run(self, cells: Iterable[int], number: int) -> list[Row]:
        """Have so many cells answered.

        Returns
        -------
        list of Row
            Of the cells over which workers died again and again; they are not kept.

        Raises
        ------
        OptionError
            If nobody can be had who answers, or workers run something else than this process.
        """
        self._waiting, self._left = iter(cells), number
        given_up: list[Row] = []
        try:
            while self._left or self._again or self._flying:
                slots = self._crew.slots()
                while chunk := self._next_chunk(slots):
                    self._hand_over(chunk)
                self._collect()
                given_up += self._given_up()
        except BaseException:
            self._salvage()
            raise
        return given_up

    def _salvage(self) -> None:
        """Keep what is answered already when the sweep ends before its time."""
        for future, chunk in self._flying.items():
            if future.done() and _error(future) is None:
                with contextlib.suppress(Exception, KeyboardInterrupt):
                    self._take(chunk, future.result())

    def _next_chunk(self, slots: int) -> Chunk | None:
        """Return what to hand over now, if anything: lost cells first, suspects by themselves."""
        room = AHEAD * slots if slots > 1 else 1
        if len(self._flying) >= room or any(chunk.alone for chunk in self._flying.values()):
            return None
        if self._again:
            suspect = self._deaths[self._again[0]] >= MOST_DEATHS - 1
            if suspect and self._flying:
                return None
            return Chunk((self._again.popleft(),), alone=suspect)
        if not self._left:
            return None
        cells = tuple(islice(self._waiting, self._pace.size(self._left, slots)))
        self._left -= len(cells)
        return Chunk(cells)

    def _hand_over(self, chunk: Chunk) -> None:
        try:
            future = self._crew.executor.submit(answer, self._tasks(chunk.cells), self._how)
        except BrokenExecutor as error:  # seen only now; what is flying fails with it
            future = Future()
            future.set_exception(error)
        self._flying[future] = chunk

    def _collect(self) -> None:
        """Keep what is answered, put what is lost back, renew a broken executor."""
        broken = False
        for future in first_of(list(self._flying), PATIENCE):
            chunk = self._flying.pop(future)
            error = _error(future)
            if error is None:
                self._take(chunk, future.result())
            elif self._crew.lost(error):
                self._put_back(chunk)
                broken = broken or isinstance(error, BrokenExecutor)
            else:
                raise error
        if broken:
            self._abandon()
            self._renew()

    def _abandon(self) -> None:
        """Keep what a broken executor had answered; put back what it will not."""
        for future, chunk in self._flying.items():
            if future.done() and _error(future) is None:
                self._take(chunk, future.result())
            else:
                self._put_back(chunk)
        self._flying.clear()

    def _take(self, chunk: Chunk, answered: Answered) -> None:
        ours = versions()
        if answered.versions != ours:
            what = next(k for k in ours if answered.versions.get(k) != ours[k])
            raise OptionError(
                f"the workers run {what} {answered.versions.get(what)}, this is {ours[what]};"
                " install the same everywhere",
                given=answered.versions.get(what),
                allowed=(ours[what],),
            )
        assert tuple(row.cell for row in answered.rows) == chunk.cells
        self._breaks = 0
        self._pace.learn(len(chunk.cells), answered.seconds)
        self._keep(answered.rows)

    def _put_back(self, chunk: Chunk) -> None:
        self._deaths.update(chunk.cells)
        self._again.extend(chunk.cells)

    def _renew(self) -> None:
        self._breaks += 1
        if self._breaks >= MOST_BREAKS:
            raise OptionError(
                "worker processes end before they answer: there is too little memory, or a script"
                " asks for them outside of 'if __name__ == \"__main__\":'",
                given="workers",
            )
        if not self._crew.renew():
            raise OptionError(
                "the executor broke, as a worker of it died, and it is not known how to make"
                " another: give a function that makes it, or ask again with a new one",
                given="executor",
            )

    def _given_up(self) -> Iterator[Row]:
        """Yield rows for the cells that nobody survives."""
        fatal = [cell for cell in self._again if self._deaths[cell] >= MOST_DEATHS]
        for cell in fatal:
            self._again.remove(cell)
            task = self._tasks([cell])[0]
            reason = f"{MOST_DEATHS} workers died over it; it may need more memory than there is"
            yield Row.without(cell, task.battle, reason)


def _error(future: "Future[Any]") -> BaseException | None:
    """Return why there is no result; a cancelled future has none either."""
    try:
        return future.exception()
    except CancelledError as error:
        return error
