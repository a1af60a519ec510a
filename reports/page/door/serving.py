"""Serving the page: an address to listen at, and a server that tells where it is."""

import contextlib
import errno
import ipaddress
import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from combat.errors import OptionError
from combat.notation import shown
from reports.page.app import PageSettings, create_app
from reports.page.door.patience import PatientProtocol
from reports.page.limits import LIMITS

FAREWELL = 2  # seconds that questions at work have when the server is ended
ELSEWHERE = ("10.255.255.255", 9)  # an address behind the network's card; nothing is sent there


def serve(
    host: str, port: int, *, workers: int | None = None, told: Callable[[str], Any] = print
) -> None:
    """Serve the page until it is interrupted.

    Parameters
    ----------
    host : str
        Name or address to listen at.
    port : int
        0 for any that is free.
    workers : int, optional
        Questions that are worked at together.
    told : callable
        Takes the address, once the page answers there.

    Raises
    ------
    OptionError
        If it cannot listen there, or workers cannot start.
    """
    with contextlib.closing(listening(host, port)) as listener:
        address, chosen = listener.getsockname()[:2]
        settings = PageSettings(workers=workers, local=is_local(address))
        try:
            server_of(settings, lambda: told(page_address(address, chosen))).run([listener])
        except SystemExit:
            raise OptionError(
                "the page cannot be started: its worker processes end before they answer; there may"
                " be too little memory"
            ) from None


def server_of(settings: PageSettings, ready: Callable[[], Any]) -> uvicorn.Server:
    """Return a server of the page, which calls `ready` once it answers."""
    limits = settings.limits
    config = uvicorn.Config(
        create_app(settings),
        http=PatientProtocol,
        ws="none",
        lifespan="on",
        log_level="error",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # nobody stands between: what they say is the client's own claim
        timeout_keep_alive=5,
        timeout_graceful_shutdown=FAREWELL,
        h11_max_incomplete_event_size=2 * limits.address_bytes,
    )
    return _Server(config, ready)


class _Server(uvicorn.Server):
    """A server that says when it is there."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], Any]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()


def is_local(address: str) -> bool:
    """Whether only this machine gets at an address.

    Examples
    --------
    >>> is_local("127.0.0.1"), is_local("::1"), is_local("0.0.0.0")
    (True, True, False)
    """
    return ipaddress.ip_address(address.partition("%")[0]).is_loopback


def page_address(address: str, port: int) -> str:
    """Return what to type into a browser for a page that listens at an address.

    Examples
    --------
    >>> page_address("127.0.0.1", 8000), page_address("::1", 80)
    ('http://127.0.0.1:8000/', 'http://[::1]:80/')
    """
    known = ipaddress.ip_address(address.partition("%")[0])
    if known.is_unspecified:
        known = ipaddress.ip_address(_own_address())
    return f"http://{f'[{known}]' if known.version == 6 else known}:{port}/"


def _own_address() -> str:
    """Return this machine's address in its network; the loopback's if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return "127.0.0.1"
        name: str = probe.getsockname()[0]
        return name


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there.

    Raises
    ------
    OptionError
    """
    if not 0 <= port <= 65_535:
        raise OptionError(
            f"the port {port} is not possible; it is a whole number from 1 to 65535",
            given=str(port),
            allowed=("1 to 65535",),
        )
    try:
        family, _, _, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError, ValueError):
        raise _no_host(host) from None
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows, where reuse means something else
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(LIMITS.connections)
    except OSError as error:
        listener.close()
        if error.errno in (errno.EADDRNOTAVAIL, errno.EINVAL):
            raise _no_host(host) from None
        if error.errno == errno.EADDRINUSE:
            raise OptionError(
                f"the port {port} is in use already; choose another, as in --port {port + 1}",
                given=str(port),
            ) from None
        raise OptionError(
            f"cannot listen at {shown(host)}, port {port}: {error.strerror}; choose a port above"
            " 1023",
            given=str(port),
        ) from None
    return listener


def _no_host(host: str) -> OptionError:
    return OptionError(
        f"{shown(host)} is no address of this machine; it is 127.0.0.1 for this machine alone, or"
        " 0.0.0.0 for its network",
        given=host,
        allowed=("127.0.0.1", "0.0.0.0"),
    )
