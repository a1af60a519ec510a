"""The page over real connections: floods, slow clients, odd requests; the verb `serve`."""

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time

import httpx
import pytest
from commandline import ask, is_plain_refusal
from page import PATIENCE, Page, served, served_app

from reports.page.app import PageSettings
from reports.page.door import patience
from reports.page.door.patience import PatientProtocol
from reports.page.door.serving import is_local, listening, page_address
from reports.page.limits import LIMITS, Limits

AA = "3 inf, 2 arm v 4 inf, 1 art"
linux = pytest.mark.skipif(sys.platform != "linux", reason="counts what /proc lists")


@pytest.fixture(scope="module")
def port():
    with served() as port:
        yield port


def sent(port, request, *, shut=False):
    """Send bytes and return all that comes back until the server closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        with contextlib.suppress(OSError):  # it may refuse before it has all
            client.sendall(request)
            if shut:
                client.shutdown(socket.SHUT_WR)
        got = b""
        with contextlib.suppress(ConnectionResetError):
            while part := client.recv(65_536):
                got += part
    return got.decode("latin-1")


def status(answer):
    found = re.match(r"HTTP/1\.1 (\d{3}) ", answer)
    return int(found[1]) if found else None


def wait_until(true):
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


def flood(port, number, ask_one):
    """Ask at once over connections of their own; returns the answers."""

    async def all_of_them():
        limits = httpx.Limits(max_connections=number)
        base = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(base_url=base, limits=limits, timeout=PATIENCE) as client:
            return await asyncio.gather(*(ask_one(client, n) for n in range(number)))

    return asyncio.run(all_of_them())


def test_two_hundred_questions_at_once(port):
    """All are answered, each as it is when it is asked by itself."""

    def battle(number):
        return {"game": "aa", "battle": f"{1 + number % 9} inf, {number % 4} arm v 4 inf, 1 art"}

    async def one(client, number):
        if number % 2:
            return await client.post("/api/odds", json=battle(number))
        return await client.get("/api/odds", params=battle(number))

    answers = flood(port, 200, one)
    assert {answer.status_code for answer in answers} == {200}
    for number in range(9 * 4):
        alone = {answers[n].text for n in range(number, 200, 36)}
        assert len(alone) == 1
    assert answers[5].json()["battle"] == "6 inf, 1 arm v 4 inf, 1 art"


@linux
def test_a_flood_leaves_nothing_behind():
    """Questions short, long and wrong, from clients of whom half hang up."""
    limits = Limits(answer_seconds=0.5, quick_seconds=0.1)
    slow = {"game": "aa", "battle": "30 inf v 20 inf", "precision": 1e-4}

    async def one(client, number):
        asked = ({"game": "aa", "battle": AA}, slow, {"game": "?"}, slow)[number % 4]
        patient = 0.2 if number % 8 > 3 else PATIENCE
        with contextlib.suppress(httpx.TimeoutException):
            return (await client.get("/api/odds", params=asked, timeout=patient)).status_code

    with served_app(PageSettings(workers=2, limits=limits)) as (port, app):
        crew = app.state.crew
        before = None
        for _ in range(3):
            seen = set(flood(port, 64, one))
            assert {200, 422, 503} <= seen <= {200, 422, 503, None}
            wait_until(lambda: len(crew._all) == len(crew._idle) == 2 and not crew._tasks)
            wait_until(lambda: not PatientProtocol._clients)
            now = len(os.listdir("/proc/self/fd")), len(crew._all), crew._line.waiting
            before = before or now
            assert now == before
        assert flood(port, 1, lambda client, _: client.get("/api/limits"))[0].status_code == 200


RUBBISH = {
    "no HTTP": (b"hello\r\n\r\n", 400),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 50 + b"\r\n\r\n", 400),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "two hosts": (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: elsewhere.example\r\n\r\n", 400),
    "old": (b"GET /api/limits HTTP/1.0\r\nHost: localhost\r\n\r\n", 200),
    "old without a host": (b"GET /api/limits HTTP/1.0\r\n\r\n", 421),
    "long head": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 900_000 + b"\r\n\r\n", 400),
    "many heads": (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: x\r\n" * 20_000 + b"\r\n", 431),
    "a line in a head": (b"GET /\r\nX: x HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    "two lengths": (
        b"POST /api/odds HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
        b"Content-Length: 9\r\n\r\n{}",
        400,
    ),
    "a length and chunks": (
        b"POST /api/odds HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        422,
    ),
    "a length below none": (
        b"POST /api/odds HTTP/1.1\r\nHost: localhost\r\nContent-Length: -2\r\n\r\n{}",
        400,
    ),
    "a wide chunk": (
        b"POST /api/odds HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"FFFFFFFF\r\n" + b"x" * 300_000,
        413,
    ),
    "an address elsewhere": (
        b"GET http://elsewhere.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        404,
    ),
    "a proxy's word": (
        b"GET /api/limits HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        b"X-Forwarded-For: 127.0.0.1\r\nX-Forwarded-Host: elsewhere.example\r\n\r\n",
        200,
    ),
    "a socket": (
        b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\n"
        b"Upgrade: websocket\r\n\r\n",
        200,
    ),
}


@pytest.mark.parametrize("name", RUBBISH)
def test_odd_requests(port, name):
    request, wanted = RUBBISH[name]
    answer = sent(port, request)
    assert status(answer) == wanted, answer
    assert "Traceback" not in answer
    assert status(sent(port, b"GET /api/limits HTTP/1.0\r\nHost: localhost\r\n\r\n")) == 200


def test_a_request_that_is_not_ended_is_left(monkeypatch):
    limits = Limits(slow_seconds=0.3)
    monkeypatch.setattr(patience, "LIMITS", limits)
    with served(PageSettings(workers=1, limits=limits)) as port:
        assert sent(port, b"") == ""
        assert sent(port, b"GET /api/limits HTTP/1.1\r\nHost: local") == ""
        body = b"POST /api/odds HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n{"
        answer = sent(port, body)
        assert status(answer) == 408
        assert json.loads(answer.partition("\r\n\r\n")[2])["kind"] == "limit"
        again = b"GET /api/limits HTTP/1.1\r\nHost: localhost\r\n\r\n"
        assert sent(port, again + b"GET").count("HTTP/1.1 ") == 1
        assert status(sent(port, b"GET /api/limits HTTP/1.0\r\nHost: localhost\r\n\r\n")) == 200


def test_who_takes_no_answer_is_left(monkeypatch):
    """A client who reads nothing keeps no answer and no connection for ever."""
    limits = Limits(slow_seconds=0.3)
    monkeypatch.setattr(patience, "LIMITS", limits)
    request, number = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n", 300
    with served(PageSettings(workers=1, limits=limits)) as port:
        whole = len(sent(port, request))
        assert whole > 50_000
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
            client.sendall(request * number)
            wait_until(lambda: PatientProtocol._clients)
            wait_until(lambda: not PatientProtocol._clients)
            got = 0
            with contextlib.suppress(ConnectionResetError):
                while part := client.recv(65_536):
                    got += len(part)
            assert got < number * whole
        assert status(sent(port, b"GET /api/limits HTTP/1.0\r\nHost: localhost\r\n\r\n")) == 200


def test_a_client_has_no_more_connections_than_it_may(monkeypatch):
    monkeypatch.setattr(patience, "LIMITS", Limits(connections_each=5))
    with served(PageSettings(workers=1)) as port, contextlib.ExitStack() as opened:
        for _ in range(5):
            opened.enter_context(socket.create_connection(("127.0.0.1", port)))
        request = b"GET /api/limits HTTP/1.0\r\nHost: localhost\r\n\r\n"
        assert sent(port, request) == ""
        opened.close()
        wait_until(lambda: status(sent(port, request)) == 200)


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /api/limits HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"HEAD /static/page.css HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /api/odds HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}",
    ],
)
def test_who_asks_ahead_without_end_is_left(port, request_):
    """What he sends is not kept: he reads nothing, so that no answer is taken either."""
    most = 400_000_000
    sent_bytes = 0
    client = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    with client, contextlib.suppress(ConnectionError):
        while sent_bytes < most:
            sent_bytes += client.send(request_ * 1_000)
    assert sent_bytes < most / 10  # some MB stand in the system's buffers
    wait_until(lambda: not PatientProtocol._clients)
    assert status(sent(port, b"GET /api/limits HTTP/1.0\r\nHost: localhost\r\n\r\n")) == 200


def test_some_questions_may_be_asked_ahead(port):
    """As long as they are not more than one request may be, all of them are answered."""
    request = b"GET /api/limits HTTP/1.1\r\nHost: localhost\r\n\r\n"
    last = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    number = LIMITS.ahead_bytes // len(request) - 2
    assert sent(port, request * number + last).count("HTTP/1.1 200") == number + 1


def test_who_has_most_connections_gives_some_up(monkeypatch):
    """Two clients that hold all of them, silent or asking, do not lock a third one out."""
    limits = Limits(connections=24, connections_each=12)
    monkeypatch.setattr(patience, "LIMITS", limits)
    request = b"GET /api/limits HTTP/1.1\r\nHost: localhost\r\n"
    with served(PageSettings(workers=1, limits=limits)) as port:
        for begun in (
            b"",
            request,
            b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
        ):
            with contextlib.ExitStack() as opened:
                for who in ("127.0.0.2", "127.0.0.3"):
                    for _ in range(12):
                        one = socket.create_connection(("127.0.0.1", port), 9, (who, 0))
                        opened.enter_context(one).sendall(begun)
                wait_until(lambda: sum(map(len, PatientProtocol._clients.values())) == 24)
                for _ in range(30):
                    assert status(sent(port, request + b"Connection: close\r\n\r\n")) == 200
                held = [len(PatientProtocol._clients[f"127.0.0.{n}"]) for n in (2, 3)]
                assert sorted(held) == [11, 12]  # there was room for one, all the time
            wait_until(lambda: not PatientProtocol._clients)


def test_an_error_of_the_program_is_one_line_and_says_nothing_of_it():
    with Page() as page:

        @page.app.get("/broken")
        async def broken():
            raise RuntimeError("secret")

        answer = page.get("/broken")
        assert answer.status_code == 500
        assert answer.json()["kind"] == "fault"
        assert "secret" not in answer.text


@pytest.mark.parametrize(
    "question", [["odds", "aa", "3 arm v 2 inf"], ["serve", "--help"], ["serve", "--workers", "0"]]
)
def test_the_page_is_loaded_when_it_is_served_only(question):
    program = f"import sys; from reports.cli.run import run; run({question}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "reports.cli.serve" in loaded
    assert not {"fastapi", "uvicorn", "starlette", "pydantic", "multiprocessing"} & loaded


def test_addresses():
    assert page_address("127.0.0.1", 8000) == "http://127.0.0.1:8000/"
    assert re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:80/", page_address("0.0.0.0", 80))
    assert [
        is_local(a) for a in ("127.0.0.2", "::1", "0.0.0.0", "192.0.2.1", "::", "fe80::1%lo")
    ] == [
        *(True, True),
        *(False, False, False, False),
    ]


BAD = {
    ("--port", "99999"): "the port 99999 is not possible",
    ("--port", "-1"): "the port -1 is not possible",
    ("--port", "x"): "--port 'x' is not a whole number",
    ("--host", "no.such.host.invalid"): "'no.such.host.invalid' is no address of this machine",
    ("--host", "192.0.2.7"): "'192.0.2.7' is no address of this machine",
    ("--host", "fe80::1"): "'fe80::1' is no address of this machine",
    ("--host", ""): "'' is no address of this machine",
    ("--host", "x" * 300): "is no address of this machine",
    ("--host", "a\0b"): "is no address of this machine",
    ("--workers", "0"): "0 workers are not possible",
    ("--workers", "1000000"): "1000000 workers are not possible",
}


@pytest.mark.parametrize("arguments", BAD)
def test_where_it_cannot_be_served(arguments):
    answer = ask("serve", *arguments)
    assert is_plain_refusal(answer)
    assert BAD[arguments] in answer.err
    assert answer.out == ""


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost"])
def test_it_is_asked_at_the_address_that_it_prints(host):
    with contextlib.closing(listening(host, 0)) as listener:
        address = page_address(*listener.getsockname()[:2])
    with Page(PageSettings(workers=1, local=True)) as page:
        host = address.partition("//")[2].rstrip("/")
        assert page.get("/api/limits", headers={"host": host}).status_code == 200


def test_a_port_that_is_in_use():
    with contextlib.closing(listening("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = ask("serve", "--port", str(port))
        assert is_plain_refusal(answer)
        assert f"the port {port} is in use already; choose another" in answer.err


@pytest.mark.parametrize("missing", ["fastapi", "uvicorn"])
def test_without_the_extra(missing):
    program = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from reports.cli.run import run; sys.exit(run(['serve']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "pip install 'wargame-odds[web]'" in done.stderr


def started(*arguments):
    """Start the verb in a process of its own; returns it and the lines that it tells."""
    command = [sys.executable, "-c", "from reports.cli import main; main()", "serve", "--port", "0"]
    process = subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    timer = threading.Timer(PATIENCE, process.kill)
    timer.start()
    line = process.stdout.readline()
    timer.cancel()
    return process, line


def children(pid):
    """Processes of a process and of those."""
    found = []
    for name in os.listdir("/proc"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            with open(f"/proc/{int(name)}/stat") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
            if parent == pid:
                found += [int(name), *children(int(name))]
    return found


@linux
@pytest.mark.parametrize("ends", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_it_ends_with_all_its_processes(ends):
    process, line = started()
    told = re.fullmatch(r"the page is at (http://127\.0\.0\.1:\d+/) \(Ctrl-C ends it\)\n", line)
    assert told, process.communicate()
    answer = httpx.get(f"{told[1]}api/odds", params={"game": "aa", "battle": AA}, timeout=PATIENCE)
    assert answer.json()["battle"] == AA
    family = children(process.pid)
    assert len(family) >= 3  # a process that forks, and workers
    process.send_signal(ends)
    out, err = process.communicate(timeout=PATIENCE)
    codes = {signal.SIGINT: 130, signal.SIGTERM: -signal.SIGTERM, signal.SIGKILL: -signal.SIGKILL}
    assert (process.returncode, out) == (codes[ends], "")
    assert err.lstrip("\n") == ("interrupted\n" if ends is signal.SIGINT else "")
    wait_until(lambda: not any(map(is_there, family)))


def is_there(pid):
    """Whether a process runs; one that has ended and is still listed does not."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] != "Z"
    return False


def test_the_network_is_warned_of():
    process, line = started("--host", "0.0.0.0", "--workers", "1")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    address = re.match(r"the page is at http://(\S+):\d+/ ", line)
    assert address, err
    if is_local(address[1]):
        pytest.skip("this machine is in no network: the address is its own")
    assert err.startswith("warning: anyone in this network can ask here, without a password")
    assert err.splitlines()[1:] == ["", "interrupted"]
