"""Connections: how long one may take to ask, and how many a client may have."""

import asyncio
from collections import Counter
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from reports.page.limits import LIMITS


class PatientProtocol(H11Protocol):
    """A connection that is closed when its client does not ask, or take the answer, in time.

    The server itself waits for ever for the rest of a request's head, and for a client to read; one
    that opens many connections would take them all.
    """

    _clients: ClassVar[Counter[str]] = Counter()
    _who: str = ""
    _timer: asyncio.TimerHandle | None = None  # for a request
    _taking: asyncio.TimerHandle | None = None  # for an answer

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, unless the client has too many connections."""
        super().connection_made(transport)
        self._who = self.client[0] if self.client else ""
        self._clients[self._who] += 1
        if self._clients[self._who] > LIMITS.connections_each:
            transport.abort()
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop()
        self.resume_writing()
        self._clients[self._who] -= 1
        if not self._clients[self._who]:
            del self._clients[self._who]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Go on waiting until the head of a request is there."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait()
        else:
            self._stop()

    def pause_writing(self) -> None:
        """Wait for the client to take what there is of an answer."""
        super().pause_writing()
        self._taking = self.loop.call_later(LIMITS.slow_seconds, self._too_slow)

    def resume_writing(self) -> None:
        """Write on: it has been taken."""
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None
        super().resume_writing()

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(LIMITS.slow_seconds, self._too_slow)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._timer = None
        if not self.transport.is_closing():
            self.transport.abort()
