"""A real browser and a real server for tests of the page."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
REQUIRED = os.environ.get("WARGAME_ODDS_BROWSER_TESTS") == "required"
PROGRAM = "from reports.cli import main; main()"
STARTING = 60.0  # seconds that a server may take to answer first
QUICK = 10_000  # milliseconds after which what a test waits for counts as not coming


def browser_path():
    """Where the browser is, or None."""
    named = os.environ.get("WARGAME_ODDS_BROWSER")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def missing(what):
    """Skip, or fail where browser tests are required."""
    reason = (
        f"{what}: install chromium and playwright, or name a browser in the environment variable"
        " WARGAME_ODDS_BROWSER"
    )
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)


@contextlib.contextmanager
def chromium():
    """A headless browser, closed again at the end."""
    path = browser_path()
    if path is None:
        missing("no browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("no playwright")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Server:
    """The page, served by a process of its own as `wargame-odds serve` does; for a `with`."""

    def __enter__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-c", PROGRAM, "serve", "--port", str(self.port)]
        root = Path(__file__).parent.parent
        self._process = subprocess.Popen(
            command, cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        self._wait()
        return self

    def _wait(self):
        end = time.monotonic() + STARTING
        while time.monotonic() < end:
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"{self.address}/", trust_env=False)
                return
            if self._process.poll() is not None:
                break
            time.sleep(0.1)
        pytest.fail(f"the server did not start: {self._process.stderr.read().decode()[-2000:]}")

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(STARTING)
        self._process.stderr.close()

    @property
    def processes(self):
        """Numbers of the server's process and of all that it started, where /proc tells."""
        parents = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                stat = (folder / "stat").read_text()
                parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])
        found = {self._process.pid}
        while more := {one for one, parent in parents.items() if parent in found} - found:
            found |= more
        return found

    @property
    def open_files(self):
        """How many files and sockets the server's process holds open."""
        return len(list(Path(f"/proc/{self._process.pid}/fd").iterdir()))

    @property
    def memory(self):
        """Megabytes that the server's process holds."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024


class Visit:
    """A page in a context of its own, that keeps what the browser asked and complained of."""

    def __init__(self, browser, server, *, expected="(?!)", **options):
        self.server, self.expected = server, expected
        self.context = browser.new_context(base_url=server.address, **options)
        self.context.set_default_timeout(QUICK)
        self.asked, self.complaints = [], []
        self.context.on("request", lambda request: self.asked.append(request.url))
        self.page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _heard(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def check(self):
        """Nothing was asked of another place, and the browser complained of nothing unexpected."""
        own = (self.server.address, "data:", "blob:", "about:")
        assert [url for url in self.asked if not url.startswith(own)] == []
        assert [text for text in self.complaints if not re.search(self.expected, text)] == []
