"""The workers of a Dask cluster, as a crew."""

import contextlib
import importlib
import logging
import re
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any

from analysis.sweep.crews import Given
from combat import __version__
from combat.errors import OptionError
from combat.notation import shown

CONNECTING = 10.0  # seconds for a cluster, and for its first worker, to show up
LOOKING = 2.0  # seconds between two looks at how many workers a cluster has
LOGGERS = ("distributed", "distributed.client", "tornado.application")
_ADDRESS = re.compile(r"(?:(tcp|tls)://)?(\[[0-9a-fA-F:.]+\]|[\w.-]+):(\d{1,5})/?", re.ASCII)


class Cluster(Given):
    """The workers of a Dask cluster, by the address of its scheduler.

    Raises
    ------
    OptionError
        If the extra is not installed, nobody answers there, or there are no workers.
    """

    def __init__(self, address: str) -> None:
        distributed = _distributed()
        address = _answering(address)
        self._levels = _hushed()
        try:
            self._client = _in_time(
                lambda: distributed.Client(
                    address, timeout=CONNECTING, set_as_default=False, name="wargame-odds"
                )
            )
        except (OSError, ValueError, TypeError, RuntimeError, ImportError) as error:
            self._speak()
            raise _silent(address, str(error) or type(error).__name__) from None
        self._address = address
        try:
            self._client.wait_for_workers(1, timeout=CONNECTING)
        except (OSError, TimeoutError):
            self.close()
            raise OptionError(
                f"the cluster at {address!r} has no workers; start some with 'dask worker"
                f" {address}'",
                given=address,
            ) from None
        self._look_again = 0.0
        super().__init__(self._client.get_executor(pure=False))

    def slots(self) -> int:
        """Return how many threads its workers have, now or lately."""
        now = time.monotonic()
        if now >= self._look_again and self._client.status == "running":
            self._look_again = now + LOOKING
            with contextlib.suppress(OSError, TimeoutError):  # futures say if it is gone
                self._slots = sum(self._client.nthreads().values())
        return max(1, self._slots)

    def lost(self, error: BaseException) -> bool:
        """Whether workers died over it; if the cluster itself is gone, say so.

        Raises
        ------
        OptionError
            Also if they do not have this package.
        """
        if isinstance(error, CancelledError) and self._client.status != "running":
            raise OptionError(
                f"the cluster at {self._address!r} is gone; start it and run the sweep again",
                given=self._address,
            )
        if isinstance(error, ImportError) or "deserializ" in str(error):
            raise OptionError(
                f"the workers at {self._address!r} cannot read what they are to do: install"
                f" wargame-odds {__version__} there",
                given=self._address,
            ) from error
        return super().lost(error)

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()
        self._speak()

    def kill(self) -> None:
        """Leave the cluster and whatever it is at."""
        self._client.close(timeout=1)
        self._speak()

    def _speak(self) -> None:
        """Let the cluster's library log as it did before."""
        for name, level in self._levels.items():
            logging.getLogger(name).setLevel(level)


def _hushed() -> dict[str, int]:
    """Have the cluster's library log nothing: what is to be said of it, errors say in a line.

    Returns
    -------
    dict of str to int
        How it logged before.
    """
    levels = {name: logging.getLogger(name).level for name in LOGGERS}
    for name in LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return levels


def _distributed() -> Any:  # noqa: ANN401 - no types of an extra
    try:
        importlib.import_module("distributed.scheduler")
        return importlib.import_module("distributed")
    except ImportError:
        raise OptionError(
            "a cluster needs the extra 'cluster': pip install 'wargame-odds[cluster]'",
            given="cluster",
            allowed=("workers",),
        ) from None


def _answering(address: str) -> str:
    """Return an address in full, once somebody answers there.

    Raises
    ------
    OptionError
        Before the cluster's library is asked: it can wait for ever for an address that is none.
    """
    found = _ADDRESS.fullmatch(address.strip())
    if not found or not 0 < int(found[3]) < 2**16:
        raise _silent(address, "it is no HOST:PORT")
    try:
        socket.create_connection((found[2].strip("[]"), int(found[3])), CONNECTING).close()
    except (OSError, UnicodeError) as error:
        raise _silent(address, getattr(error, "strerror", None) or str(error)) from None
    return f"{found[1] or 'tcp'}://{found[2]}:{found[3]}"


def _in_time(connect: Callable[[], Any]) -> Any:  # noqa: ANN401 - no types of an extra
    """Connect, or be done waiting: the library waits for ever for a program that says nothing.

    Raises
    ------
    TimeoutError
        And whatever `connect` raises.
    """
    made: list[Any] = []
    failed: list[Exception] = []

    def attempt() -> None:
        try:
            made.append(connect())
        except Exception as error:
            failed.append(error)

    waiting = threading.Thread(target=attempt, daemon=True)
    waiting.start()
    waiting.join(2 * CONNECTING)
    if failed:
        raise failed[0]
    if not made:
        raise TimeoutError("whoever listens there says nothing")
    return made[0]


def _silent(address: str, reason: str) -> OptionError:
    return OptionError(
        f"no cluster answers at {shown(address)}: {' '.join(reason.split())}; give the address of a"
        " Dask scheduler, such as tcp://127.0.0.1:8786",
        given=address,
        allowed=("tcp://HOST:PORT",),
    )
