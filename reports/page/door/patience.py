"""Connections: how long one may take to ask, how much ahead, and how many a client may have."""

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from reports.page.limits import LIMITS
from reports.page.shares import greedy


class PatientProtocol(H11Protocol):
    """A connection that is closed when its client does not ask, or take the answer, in time.

    The server itself waits for ever for the rest of a request's head, and for a client to read; one
    that opens many connections would take them all, and one that asks ahead without reading has
    the questions kept without end. Where all connections are taken, who has two more of them than
    the one who comes gives one up: the oldest on which nothing is asked, else the newest.
    """

    _clients: ClassVar[dict[str, list["PatientProtocol"]]] = {}  # by who; the newest last
    _who: str = ""
    _timer: asyncio.TimerHandle | None = None  # for a request
    _taking: asyncio.TimerHandle | None = None  # for an answer

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, unless the client has too many connections."""
        super().connection_made(transport)
        self._who = self.client[0] if self.client else ""
        mine = self._clients.setdefault(self._who, [])
        mine.append(self)
        if len(mine) > LIMITS.connections_each or not self._there_is_room():
            transport.abort()
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop()
        self.resume_writing()
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Go on waiting until the head of a request is there; leave who asks too far ahead."""
        super().data_received(data)
        ahead, _ = self.conn.trailing_data
        if len(ahead) > LIMITS.ahead_bytes and not self.transport.is_closing():
            self.transport.abort()
        elif self._is_silent:
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

    @property
    def _is_silent(self) -> bool:
        """Whether nothing is asked: no head of a request is there."""
        return self.conn.their_state is h11.IDLE

    def _there_is_room(self) -> bool:
        """Whether there is a place for one more, or somebody could give his up."""
        have = {who: len(theirs) for who, theirs in self._clients.items()}
        if sum(have.values()) <= LIMITS.connections:
            return True
        giver = greedy(have, self._who)
        if giver is None:
            return False
        theirs = self._clients[giver]
        one = next((one for one in theirs if one._is_silent), theirs[-1])
        one.transport.abort()
        one._forget()
        return True

    def _forget(self) -> None:
        mine = self._clients.get(self._who, [])
        if self in mine:
            mine.remove(self)
        if not mine:
            self._clients.pop(self._who, None)

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
