"""The door: what every request has to keep to, and what every answer says to the browser."""

import asyncio
import ipaddress
import json
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from reports.page.limits import Limits
from reports.page.refusals import LIMIT, REQUEST, ClientLeftError, RefusalError

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

METHODS = ("GET", "HEAD", "POST")
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "content-security-policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
LOOPBACK = "localhost"


class Guard:
    """Keeps requests within limits, and puts security headers on every answer.

    Parameters
    ----------
    app : ASGI application
    limits : Limits
    local : bool
        Whether the page is this machine's alone: then it is asked for by `LOOPBACK` or an address
        that is this machine's alone, such as 127.0.0.1, only.
        Else also by an address or this machine's name, but by no other name: so a foreign page
        cannot get at it by having its own name lead here.
    """

    def __init__(self, app: App, *, limits: Limits, local: bool) -> None:
        self._app, self._limits, self._local = app, limits, local

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        kept = "no-cache" if scope["path"].startswith("/static/") else "no-store"
        answer = _Answer(send, kept, head=scope["method"] == "HEAD")
        try:
            self._check(scope)
            body = await asyncio.wait_for(self._body(scope, receive), self._limits.slow_seconds)
        except TimeoutError:
            slow = f"the request did not arrive within {self._limits.slow_seconds:g} s"
            await answer.refuse(RefusalError(slow, status=408, kind=LIMIT))
        except RefusalError as refusal:
            await answer.refuse(refusal)
        except ClientLeftError:
            return
        else:
            method = "GET" if scope["method"] == "HEAD" else scope["method"]
            asked = {**scope, "method": method}
            await self._app(asked, _again(body, receive), answer.send)

    def _check(self, scope: MutableMapping[str, Any]) -> None:
        if scope["method"] not in METHODS:
            raise RefusalError(
                f"the method {scope['method'][:20]} is not known here; it is GET or POST",
                status=405,
                kind=REQUEST,
                given=scope["method"][:20],
                allowed=METHODS,
            )
        most = self._limits.address_bytes
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"") > most:
            text = f"the address is longer than {most:,} bytes; ask with POST and a body"
            if not scope["path"].startswith("/api/"):
                text = (
                    "this is too long: a battle or another text may have"
                    f" {self._limits.text_characters:,} characters"
                )
            raise RefusalError(
                text,
                status=414,
                kind=LIMIT,
                allowed=(f"{most:,} bytes",),
            )
        most = 2 * self._limits.options
        if scope.get("query_string", b"").count(b"&") > most:
            raise RefusalError(
                f"the address has more than {most} parts; ask with POST and a body",
                status=414,
                kind=LIMIT,
                allowed=(f"{most} parts",),
            )
        most = self._limits.head_bytes
        if sum(len(name) + len(value) for name, value in scope["headers"]) > most:
            raise RefusalError(
                f"the request's head is longer than {most:,} bytes", status=431, kind=LIMIT
            )
        headers = _headers(scope)
        self._check_host(headers.get("host", ""))
        foreign = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        if foreign and headers.get("sec-fetch-mode") != "navigate":
            raise RefusalError("another page may not ask here", status=403, kind=REQUEST)
        origin = headers.get("origin")
        own = origin is None or origin.partition("://")[2] == headers.get("host")
        if scope["method"] == "POST" and not own:
            raise RefusalError("another page may not ask here", status=403, kind=REQUEST)

    def _check_host(self, given: str) -> None:
        name = given.lower()
        if not name.endswith("]"):
            host, colon, port = name.rpartition(":")
            name = host if colon and port.isdecimal() else name
        address = _address(name)
        if address is not None:
            known = address.is_loopback or not self._local
        else:
            known = name == LOOPBACK or (not self._local and _is_machine(name))
        if not known:
            raise RefusalError(
                "the page is not asked for by this name; type the address that"
                " 'wargame-odds serve' prints",
                status=421,
                kind=REQUEST,
                given=given[:100],
            )

    async def _body(self, scope: MutableMapping[str, Any], receive: Receive) -> bytes:
        most = self._limits.body_bytes
        length = _headers(scope).get("content-length", "0")
        too_long = RefusalError(
            f"the body is longer than {most:,} bytes",
            status=413,
            kind=LIMIT,
            allowed=(f"{most:,} bytes",),
        )
        if not length.isdecimal() or len(length) > 12 or int(length) > most:
            raise too_long
        parts, size = [], 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientLeftError
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > most:
                raise too_long
            if not message.get("more_body", False):
                return b"".join(parts)


class _Answer:
    """An answer on its way, with the headers that all have."""

    def __init__(self, send: Send, kept: str, *, head: bool) -> None:
        self._send, self._head = send, head
        self._headers = {**HEADERS, "cache-control": kept}  # asked for again, or not kept at all

    async def send(self, message: Message) -> None:
        """Send a part of it; of one that is told of only, no more than its head."""
        if message["type"] == "http.response.start":
            there = list(message.get("headers", []))
            names = {name.lower() for name, _ in there}
            ours = [(name.encode(), value.encode()) for name, value in self._headers.items()]
            more = [(name, value) for name, value in ours if name not in names]
            message = {**message, "headers": there + more}
        elif self._head and message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await self._send(message)

    async def refuse(self, refusal: RefusalError) -> None:
        """Say why there is no answer, and close the connection: the rest of it is not read."""
        body = json.dumps(refusal.document()).encode() + b"\n"
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        if refusal.status == 405:
            headers.append((b"allow", ", ".join(refusal.allowed).encode()))
        start = {"type": "http.response.start", "status": refusal.status, "headers": headers}
        await self.send(start)
        await self.send({"type": "http.response.body", "body": body})


def _headers(scope: MutableMapping[str, Any]) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def _is_machine(name: str) -> bool:
    """Whether that is this machine's name in its own network."""
    machine = socket.gethostname().lower()
    return name in (machine, f"{machine.partition('.')[0]}.local")


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the address that a host's name is, if it is one."""
    try:
        return ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a receiver that hands over a body that has been read, then what comes behind it."""
    there = [body]

    async def receive_again() -> Message:
        if there:
            return {"type": "http.request", "body": there.pop(), "more_body": False}
        return await receive()

    return receive_again
