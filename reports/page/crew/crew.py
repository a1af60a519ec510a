"""The crew: worker processes that answer, and the line of those who wait for one."""

import asyncio
import contextlib
import os
import pickle
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from reports.page.crew.inside import Done
from reports.page.crew.line import Line, Turn
from reports.page.crew.worker import Worker, WorkerDiedError
from reports.page.limits import LIMITS, Limits
from reports.page.refusals import FAULT, LIMIT, ClientLeftError, RefusalError

MOST_ANSWERS = 500  # of a worker, before another takes its place: what it remembers goes with it
Result = TypeVar("Result")


class Asking(Protocol):
    """A request, as far as a crew looks at it: who asks, and whether he is still there."""

    @property
    def client(self) -> Any:  # noqa: ANN401
        """Who asks, with a ``host``; or None."""
        ...

    @property
    def receive(self) -> Callable[[], Awaitable[Any]]:
        """Return the next message from the client."""
        ...


class Crew:
    """Worker processes and the line before them.

    Parameters
    ----------
    workers : int, optional
        Questions that are worked at together, long ones not counted; as many as there are
        processors, but at least two.
    limits : Limits
    """

    def __init__(self, workers: int | None = None, limits: Limits = LIMITS) -> None:
        self.limits = limits
        self.size = workers or max(2, os.cpu_count() or 1)
        self._line = Line(self.size, limits)
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()  # that see to workers, nobody waiting for them
        self._filling = asyncio.Lock()
        self._ending = False
        most = self.size + limits.long_questions
        # one thread makes and ends workers; of the others each waits for a worker's answer
        self._foreman = ThreadPoolExecutor(1, "page-foreman")
        self._waiting = ThreadPoolExecutor(most + self.size, "page-worker")

    async def __aenter__(self) -> "Crew":
        """Have all workers ready."""
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # of the process they are forked off
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        try:
            await self._fill()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        """End all workers."""
        self._ending = True
        for worker in list(self._all):
            worker.kill()
        while self._tasks:
            await asyncio.gather(*self._tasks)
        await asyncio.to_thread(self._waiting.shutdown)
        for worker in list(self._all):
            await self._dismissed(worker)
        await asyncio.to_thread(self._foreman.shutdown)

    async def run(
        self,
        function: Callable[..., Result],
        *arguments: Any,  # noqa: ANN401
        request: Asking | None = None,
        **keywords: Any,  # noqa: ANN401
    ) -> Result:
        """Have a function called in a worker, and return what it returns.

        Parameters
        ----------
        function : callable
            Of a module, so that it can be had by name in another process.
        *arguments, **keywords
            What pickle can carry.
        request : Request, optional
            Who asks: if he leaves, the work is stopped. Its body has been read.

        Raises
        ------
        WargameError
            As the function does.
        RefusalError
            If it takes too long or too much memory, too many wait already, or it has a fault.
        ClientLeftError
        """
        job = pickle.dumps((function, arguments, keywords))
        who = str(getattr(getattr(request, "client", None), "host", ""))
        if request is None:
            return _value(await self._answered(job, who))
        async with _watched(request) as left:
            work = asyncio.ensure_future(self._answered(job, who))
            try:
                await asyncio.wait({work, left}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                if not work.done():
                    work.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await work
            if work.cancelled():
                raise ClientLeftError
            return _value(work.result())

    async def _answered(self, job: bytes, who: str) -> Done:
        async with self._line.turn(who) as turn:
            worker = await self._worker()
            loop = asyncio.get_running_loop()
            answer = loop.run_in_executor(self._waiting, worker.do, job)
            try:
                return await self._in_time(answer, worker, turn)
            finally:
                if answer.done():
                    self._back(worker, answer)
                else:
                    worker.kill()
                    self._later(self._buried(worker, answer))

    async def _in_time(self, answer: "asyncio.Future[Done]", worker: Worker, turn: Turn) -> Done:
        limits = self.limits
        await asyncio.wait({answer}, timeout=limits.quick_seconds)
        if not answer.done():
            turn.lengthen()
            worker.stand_back()
            left = max(0.0, limits.answer_seconds - limits.quick_seconds)
            both = (answer, turn.taken)
            await asyncio.wait(both, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            if turn.taken.done() and not answer.done():
                raise turn.given_up()
        if not answer.done():
            raise RefusalError(
                f"this takes longer than the {limits.answer_seconds:g} s that one answer may take"
                " here; ask about fewer units, for fewer trials, or with the command line",
                status=503,
                kind=LIMIT,
                allowed=(f"{limits.answer_seconds:g} s",),
            )
        try:
            done = answer.result()
        except WorkerDiedError:
            done = Done(short=True)
        if done.short:
            raise RefusalError(
                "this takes more memory than one answer may take here; ask about fewer units, for"
                " fewer trials, or with the command line",
                status=503,
                kind=LIMIT,
                allowed=(f"{limits.memory_bytes:,} bytes",),
            )
        return done

    async def _worker(self) -> Worker:
        """Return a worker that has nothing to do."""
        if self._idle:
            return self._idle.pop()
        return await self._made()

    async def _made(self) -> Worker:
        loop = asyncio.get_running_loop()
        making = loop.run_in_executor(self._foreman, Worker, self.limits)
        try:
            worker = await asyncio.shield(making)
        except asyncio.CancelledError:
            self._later(self._kept(making))
            raise
        except WorkerDiedError:
            raise RefusalError(
                "worker processes end before they answer: there may be too little memory",
                status=503,
                kind=FAULT,
            ) from None
        self._all.add(worker)
        return worker

    async def _kept(self, making: "asyncio.Future[Worker]") -> None:
        """Keep a worker that was being made when who wanted it left."""
        with contextlib.suppress(WorkerDiedError):
            worker = await making
            self._all.add(worker)
            if len(self._idle) < self.size:
                self._idle.append(worker)
            else:
                await self._dismissed(worker)

    def _back(self, worker: Worker, answer: "asyncio.Future[Done]") -> None:
        """Take a worker back that has answered, or let it go."""
        failed = answer.cancelled() or answer.exception() is not None or answer.result().short
        spent = worker.polite or worker.answered >= MOST_ANSWERS or len(self._idle) >= self.size
        if failed or spent:
            self._later(self._dismissed(worker))
        else:
            self._idle.append(worker)

    async def _buried(self, worker: Worker, answer: "asyncio.Future[Done]") -> None:
        """Let a worker go whose answer nobody wants any more."""
        await asyncio.wait({answer})
        answer.exception()  # looked at, so that nobody complains of it
        await self._dismissed(worker)

    async def _dismissed(self, worker: Worker) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._foreman, worker.close)
        self._all.discard(worker)

    def _later(self, seeing: Coroutine[Any, Any, None]) -> None:
        """See to a worker, then that there are enough, without anybody's waiting for it."""

        async def both() -> None:
            await seeing
            with contextlib.suppress(RefusalError):  # then who needs one is told
                await self._fill()

        task = asyncio.ensure_future(both())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _fill(self) -> None:
        """Have as many workers ready as can be wanted at once."""
        async with self._filling:
            while not self._ending and len(self._idle) + self._line.quick < self.size:
                self._idle.append(await self._made())


def crew_of(request: Any) -> Crew:  # noqa: ANN401 - a request of the page
    """Return the crew of the page that was asked."""
    crew: Crew = request.app.state.crew
    return crew


def _value(done: Done) -> Any:  # noqa: ANN401
    if done.error is not None:
        raise done.error
    if done.fault:
        raise RefusalError(
            f"a fault of the program, please report it: {done.fault}", status=500, kind=FAULT
        )
    return done.value


@contextlib.asynccontextmanager
async def _watched(request: Asking) -> AsyncIterator["asyncio.Task[None]"]:
    """Watch whether a client leaves: the task ends when he does."""

    async def leaves() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    task = asyncio.ensure_future(leaves())
    try:
        yield task
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
