"""The crew behind the page: bounded, ended when nobody waits, without a leak."""

import asyncio
import gc
import itertools
import os
import socket
import subprocess
import sys
import threading
import time
from multiprocessing import get_all_start_methods
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from page import served_app

from combat.errors import UnknownUnitError
from reports.page.api import inputs, questions
from reports.page.app import PageSettings
from reports.page.crew.crew import MOST_ANSWERS, Crew
from reports.page.limits import Limits
from reports.page.refusals import ClientLeftError, RefusalError

SOON = 15.0  # seconds in which a machine that is busy with other things gets there
STRICT = Limits(
    answer_seconds=1.0,
    quick_seconds=0.1,
    line_seconds=SOON,
    line=4,
    long_questions=2,
    memory_bytes=800_000_000,
    answer_bytes=1_000_000,
)
PATIENT = Limits(answer_seconds=60.0, quick_seconds=0.1, line_seconds=60.0, long_questions=2)
ODDS = inputs.plain(inputs.Odds(game="aa", battle="3 inf, 2 arm v 4 inf, 1 art"))
linux = pytest.mark.skipif(sys.platform != "linux", reason="counts what /proc lists")


def in_crew(limits=STRICT, workers=2):
    """Run a test, an async function of a crew, with one."""

    def decorate(test):
        def run():
            async def inside():
                async with Crew(workers, limits) as crew:
                    await test(crew)

            asyncio.run(inside())

        run.__doc__, run.__name__ = test.__doc__, test.__name__
        return run

    return decorate


class Client:
    """Who asks, until he leaves."""

    def __init__(self, host="192.0.2.1"):
        self.client = SimpleNamespace(host=host)
        self.left = asyncio.Event()

    async def receive(self):
        await self.left.wait()
        return {"type": "http.disconnect"}


async def until(true):
    """Wait until something is so."""
    for _ in range(int(SOON / 0.02)):
        if true():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it never came to that")


def pids(crew):
    return {worker.pid for worker in crew._all}


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@in_crew()
async def test_a_worker_answers(crew):
    assert await crew.run(questions.odds, ODDS) == questions.odds(ODDS)
    assert await crew.run(os.getpid) in pids(crew)


@in_crew()
@pytest.mark.skipif("forkserver" not in get_all_start_methods(), reason="it cannot fork here")
async def test_workers_are_forked_off_where_all_is_loaded(crew):
    """What a worker prepares is prepared already, in the process that it is a copy of."""
    prepared = "__import__('reports.page.crew.inside').page.crew.inside.prepare.cache_info()"
    assert await crew.run(eval, f"{prepared}.misses") == 1
    assert await crew.run(eval, f"{prepared}.hits") >= 1
    assert not await crew.run(eval, "hasattr(__import__('sys').modules['__main__'], '__file__')")


@in_crew(PATIENT)
async def test_large_matrices_are_solved_in_a_sealed_process_too(crew):
    """What they are solved with looks for its libraries once, before the process is sealed."""
    asked = ODDS | {"battle": "60 inf, 30 art, 30 arm, 10 ftr v 80 inf, 30 arm"}
    assert '"method": "exact"' in await crew.run(questions.odds, asked)


@in_crew()
async def test_errors_of_a_question_are_raised_as_they_are(crew):
    asked = ODDS | {"battle": "3 fooo v 2 inf"}
    with pytest.raises(UnknownUnitError, match="unknown unit 'fooo'") as caught:
        await crew.run(questions.odds, asked)
    with pytest.raises(UnknownUnitError) as here:
        questions.odds(asked)
    assert str(caught.value) == str(here.value)
    assert (caught.value.given, caught.value.allowed) == (here.value.given, here.value.allowed)


@in_crew()
async def test_faults_of_the_program_are_told_and_the_worker_goes_on(crew):
    before = pids(crew)
    for _ in range(3):
        with pytest.raises(RefusalError, match="ZeroDivisionError") as caught:
            await crew.run(divmod, 1, 0)
        assert (caught.value.status, caught.value.kind) == (500, "fault")
    assert pids(crew) == before


@in_crew()
async def test_what_takes_too_long_is_stopped_and_its_process_gone(crew):
    before = pids(crew)
    for forever in ((time.sleep, 1e6), (sum, range(10**15)), (pow, 7, 10**9)):
        with pytest.raises(RefusalError, match="longer than the 1 s") as caught:
            await crew.run(*forever)
        assert (caught.value.status, caught.value.kind) == (503, "limit")
    await until(lambda: len(pids(crew)) == 2 and not any(map(is_running, before - pids(crew))))
    assert before != pids(crew)
    assert await crew.run(pow, 2, 3) == 8


@in_crew()
@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux alone")
async def test_what_needs_too_much_memory_is_refused(crew):
    with pytest.raises(RefusalError, match="more memory than one answer may take") as caught:
        await crew.run(np.ones, STRICT.memory_bytes // 4)
    assert (caught.value.status, caught.value.kind) == (503, "limit")
    assert (await crew.run(np.ones, 9)).sum() == 9


@in_crew()
async def test_an_answer_that_is_too_long_is_refused(crew):
    with pytest.raises(RefusalError, match="more memory"):
        await crew.run("x".__mul__, STRICT.answer_bytes)
    assert await crew.run("x".__mul__, 3) == "xxx"


@in_crew()
async def test_a_worker_that_dies_is_replaced(crew):
    for _ in range(4):
        before = pids(crew)
        with pytest.raises(RefusalError) as caught:
            await crew.run(os._exit, 1)
        assert caught.value.status == 503
        await until(lambda: len(pids(crew)) == 2 and pids(crew) != before)  # noqa: B023
    assert await crew.run(abs, -3) == 3


@in_crew(PATIENT)
async def test_work_is_stopped_when_its_client_leaves(crew):
    before, client = pids(crew), Client()
    work = asyncio.ensure_future(crew.run(time.sleep, 1e6, request=client))
    await until(lambda: len(crew._idle) == 1)
    busy = before - {worker.pid for worker in crew._idle}
    assert len(busy) == 1
    client.left.set()
    with pytest.raises(ClientLeftError):
        await work
    await until(lambda: not any(map(is_running, busy)))
    await until(lambda: len(crew._idle) == 2)


@in_crew(PATIENT)
async def test_a_client_who_leaves_the_line_leaves_it_to_the_others(crew):
    long = [asyncio.ensure_future(crew.run(time.sleep, 0.3)) for _ in range(2)]
    await asyncio.sleep(0)
    client = Client()
    gone = asyncio.ensure_future(crew.run(abs, -1, request=client))
    last = asyncio.ensure_future(crew.run(abs, -2, request=Client()))
    await until(lambda: crew._line.waiting == 2)
    client.left.set()
    with pytest.raises(ClientLeftError):
        await gone
    assert await last == 2
    await asyncio.gather(*long)
    assert (crew._line.waiting, crew._line.quick, crew._line.long) == (0, 0, 0)


@in_crew(PATIENT)
async def test_a_cancelled_task_stops_its_work(crew):
    before = pids(crew)
    work = asyncio.ensure_future(crew.run(time.sleep, 1e6, request=Client()))
    await until(lambda: len(crew._idle) == 1)
    busy = before - {worker.pid for worker in crew._idle}
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    await until(lambda: not any(map(is_running, busy)))


@in_crew(PATIENT)
async def test_short_questions_do_not_wait_for_long_ones(crew):
    """As many long ones as there may be, each to take a minute: short ones are answered still."""
    long = [asyncio.ensure_future(crew.run(time.sleep, 50)) for _ in range(2)]
    await until(lambda: crew._line.long == 2)
    assert await asyncio.wait_for(asyncio.gather(*(crew.run(abs, -n) for n in range(20))), SOON)
    assert not any(work.done() for work in long)
    with pytest.raises(RefusalError, match="2 long questions are worked at already") as caught:
        await crew.run(time.sleep, 50)
    assert (caught.value.status, caught.value.kind) == (503, "busy")
    for work in long:
        work.cancel()
    await asyncio.gather(*long, return_exceptions=True)


@in_crew(PATIENT)
async def test_who_has_all_long_places_gives_the_newest_up(crew):
    """To somebody who has two less of them; what was taken from him is told."""
    greedy, other = "192.0.2.1", "192.0.2.2"
    his = []
    for number in range(2):
        his.append(asyncio.ensure_future(crew.run(time.sleep, 50, request=Client(greedy))))
        await until(lambda: crew._line.long == number + 1)  # noqa: B023
    new = asyncio.ensure_future(crew.run(time.sleep, 50, request=Client(other)))
    with pytest.raises(RefusalError, match="each has his share") as caught:
        await his[1]
    assert (caught.value.status, caught.value.kind) == (503, "busy")
    assert crew._line.long == 2
    for who in (greedy, other):  # now each has one
        with pytest.raises(RefusalError, match="2 long questions are worked at already"):
            await crew.run(time.sleep, 50, request=Client(who))
    assert not any(work.done() for work in (his[0], new))
    for work in (his[0], new):
        work.cancel()
    await asyncio.gather(his[0], new, return_exceptions=True)
    assert (crew._line.long, crew._line.quick) == (0, 0)


@in_crew(PATIENT)
@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="there are no priorities here")
async def test_long_questions_stand_back(crew):
    work = asyncio.ensure_future(crew.run(time.sleep, 50))
    await until(lambda: crew._line.long == 1)
    busy = pids(crew) - {worker.pid for worker in crew._idle}
    await until(lambda: [os.getpriority(os.PRIO_PROCESS, pid) for pid in busy] == [10])
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    await until(lambda: not busy & pids(crew))  # priorities cannot be had back: another comes


@in_crew(workers=1)
async def test_the_line_is_bounded(crew):
    asked = [asyncio.ensure_future(crew.run(time.sleep, 0.05)) for _ in range(12)]
    done = await asyncio.gather(*asked, return_exceptions=True)
    refused = [one for one in done if isinstance(one, RefusalError)]
    assert [one for one in done if one not in refused] == [None] * (1 + STRICT.line)
    assert len(refused) == 12 - 1 - STRICT.line
    assert {(one.status, one.kind) for one in refused} == {(503, "busy")}
    assert "ask again" in str(refused[0])


@in_crew(workers=1)
async def test_who_fills_the_line_gives_the_newest_up(crew):
    """To somebody who has two less in it; else he who comes is refused."""
    his = [
        asyncio.ensure_future(crew.run(time.sleep, 0.05, request=Client("192.0.2.1")))
        for _ in range(1 + STRICT.line)
    ]
    await until(lambda: crew._line.waiting == STRICT.line)
    others = [
        asyncio.ensure_future(crew.run(abs, -1, request=Client(f"192.0.2.{n}")))
        for n in range(2, 9)
    ]
    done = await asyncio.gather(*his, return_exceptions=True)
    assert done[:2] == [None] * 2
    assert [one.kind for one in done[-3:]] == ["busy"] * 3
    assert all("each has his share" in str(one) for one in done[-3:])
    told = await asyncio.gather(*others, return_exceptions=True)
    assert told[:3] == [1] * 3
    assert {str(one).split(";")[0] for one in told[3:]} == {
        "the page is busy: 4 questions wait already"
    }
    assert (crew._line.waiting, crew._line.quick, crew._line.long) == (0, 0, 0)
    assert not crew._line._at_work
    assert not crew._line._called


def test_nobody_waits_for_ever():
    limits = Limits(line_seconds=0.1, quick_seconds=SOON, answer_seconds=SOON)

    @in_crew(limits, workers=1)
    async def inside(crew):
        first = asyncio.ensure_future(crew.run(time.sleep, 0.5))
        await asyncio.sleep(0)
        with pytest.raises(RefusalError, match=r"waited for 0\.1 s") as caught:
            await crew.run(abs, -1)
        assert caught.value.kind == "busy"
        await first
        assert await crew.run(abs, -1) == 1

    inside()


@in_crew(PATIENT, workers=1)
async def test_who_asks_much_lets_others_in_between(crew):
    """Of two clients, the second one's only question comes before the first one's many."""
    order = []

    async def ask(host, number):
        await crew.run(time.sleep, 0.02, request=Client(host))
        order.append((host, number))

    many = [asyncio.ensure_future(ask("192.0.2.1", n)) for n in range(10)]
    await until(lambda: crew._line.waiting == 9)
    await ask("192.0.2.2", 0)
    await asyncio.gather(*many)
    assert order.index(("192.0.2.2", 0)) < 5
    assert len(order) == 11
    assert not crew._line._at_work
    assert not crew._line._called


@in_crew()
async def test_a_worker_reads_no_file_and_calls_nobody(crew):
    here = str(Path(__file__))
    for function, argument in (
        (open, "/etc/passwd"),
        (open, "/dev/stdin"),
        (open, here),
        (open, "/proc/../etc/passwd"),
        (open, "/proc/self/environ"),
        (Path.read_text, Path("/etc/passwd")),
        (os.system, "true"),
        (subprocess.run, ["true"]),
        (socket.create_connection, ("127.0.0.1", 9)),
        (os.mkdir, "/tmp/made-by-the-page"),
        (os.remove, here),
        (os.fork, None),
    ):
        arguments = () if argument is None else (argument,)
        with pytest.raises(RefusalError, match="PermissionError"):
            await crew.run(function, *arguments)
    assert not Path("/tmp/made-by-the-page").exists()
    assert await crew.run(questions.odds, ODDS)


@in_crew()
async def test_a_worker_writes_no_file(crew):
    name = "/tmp/written-by-the-page"
    for mode in ("w", "a", "x", "r+"):
        with pytest.raises(RefusalError, match="PermissionError"):
            await crew.run(open, name, mode)
    assert not Path(name).exists()


@in_crew()
async def test_a_worker_is_replaced_after_many_answers(crew):
    before = pids(crew)
    for _ in range(2 * MOST_ANSWERS):
        await crew.run(abs, -1)
    await until(lambda: len(pids(crew)) == 2)
    assert before != pids(crew)


def counted():
    """Open files, threads, tasks and children of this process; the forking process is kept."""
    gc.collect()
    return len(os.listdir("/proc/self/fd")), threading.active_count()


@linux
def test_nothing_is_left_behind():
    """Answers, errors, deaths, long ones, clients who leave, a line too long: again and again."""
    seen = set()

    async def everything():
        async with Crew(2, STRICT) as crew:
            seen.update(pids(crew))
            for round_ in range(3):
                clients = [Client(f"192.0.2.{n}") for n in range(4)]
                asked = itertools.chain(
                    (crew.run(abs, -n) for n in range(3)),
                    (crew.run(divmod, 1, 0) for _ in range(2)),
                    (crew.run(os._exit, 3) for _ in range(1 + round_)),
                    (crew.run(time.sleep, 1e6, request=client) for client in clients),
                )
                work = [asyncio.ensure_future(one) for one in asked]
                await asyncio.sleep(0.3)
                seen.update(pids(crew))
                for client in clients:
                    client.left.set()
                await asyncio.gather(*work, return_exceptions=True)
            await until(lambda: not crew._tasks)
            assert len(crew._all) == len(crew._idle) == 2
            assert (crew._line.waiting, crew._line.quick, crew._line.long) == (0, 0, 0)
            assert len(asyncio.all_tasks()) == 1
            seen.update(pids(crew))

    asyncio.run(everything())  # what is made once, such as the process that workers fork off
    before = counted()
    for _ in range(3):
        asyncio.run(everything())
    assert counted() == before
    assert len(seen) > 10
    assert not [pid for pid in seen if is_running(pid)]


@linux
def test_a_client_who_hangs_up_stops_the_work():
    """Over a real connection: a question of ten seconds, and nobody there to read its answer."""
    slow = "GET /api/odds?game=aa&battle=30+inf+v+20+inf&precision=0.0001 HTTP/1.1"
    with served_app(PageSettings(workers=2, limits=PATIENT)) as (port, app):
        crew = app.state.crew
        for _ in range(3):
            before = pids(crew)
            with socket.create_connection(("127.0.0.1", port)) as client:
                client.sendall(f"{slow}\r\nHost: localhost\r\n\r\n".encode())
                wait_until(lambda: crew._line.long == 1)
                assert len(crew._idle) >= 1
            wait_until(lambda: crew._line.long == 0)
            wait_until(lambda: len(crew._all) == len(crew._idle) == 2)
            assert before != pids(crew)
            assert sum(map(is_running, before)) == len(before & pids(crew))


def wait_until(true):
    end = time.monotonic() + SOON
    while not true():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)
