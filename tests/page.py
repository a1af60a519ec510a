"""Asking the page from within a test: in this process, or over a real socket."""

import asyncio
import contextlib
import threading

import httpx

from reports.page.app import PageSettings, create_app
from reports.page.crew.crew import Crew
from reports.page.door.serving import listening, server_of

PATIENCE = 60.0  # seconds; nothing on the page takes as long


class Page:
    """The page, worked by an event loop in a thread of its own; to be used in a `with`."""

    def __init__(self, settings=None):
        self.app = create_app(settings)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._open = contextlib.AsyncExitStack()

    def __enter__(self):
        self._thread.start()
        self.await_(self._start())
        return self

    def __exit__(self, *_):
        self.await_(self._open.aclose())
        self.await_(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _start(self):
        await self._open.enter_async_context(self.app.router.lifespan_context(self.app))
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        self.client = httpx.AsyncClient(
            transport=transport, base_url="http://localhost:8000", timeout=PATIENCE
        )
        await self._open.enter_async_context(self.client)

    @property
    def crew(self) -> Crew:
        """Who answers."""
        return self.app.state.crew

    def await_(self, coroutine):
        """Have something done in the page's loop, and wait for it."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)

    def get(self, path, params=None, **more):
        """Ask by an address."""
        return self.await_(self.client.get(path, params=params, **more))

    def post(self, path, **more):
        """Ask by a body."""
        return self.await_(self.client.post(path, **more))


@contextlib.contextmanager
def served_app(settings=None):
    """Serve the page on a free port, in a thread; yields the port and the application."""
    ready = threading.Event()
    with contextlib.closing(listening("127.0.0.1", 0)) as listener:
        server = server_of(settings or PageSettings(), ready.set)
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        assert ready.wait(PATIENCE)
        try:
            yield listener.getsockname()[1], server.config.app
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()


@contextlib.contextmanager
def served(settings=None):
    """Serve the page on a free port, in a thread; yields the port."""
    with served_app(settings) as (port, _):
        yield port
